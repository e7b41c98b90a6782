"""The forms of sentences of the textbook's searches."""

from math import inf
from typing import Any

import pytest

from sentences.moments import SIDES, Forms, Moment
from taquin.search.problem import Node

FORMS = Forms()
form = FORMS.add
MORE = r"(?: (?P<more>.+))?"  # another sentence, checked by `sentences.further.MORE`

FORMULA = (
    r"(?:F = (?P<due>\d+) \(f = (?P<own>\d+)\)|"
    r"(?:(?P<ucs>g)|(?P<greedy>h)|(?P<astar>f = g \+ h)|f = g \+ (?P<weight>[\d.]+) \* h)"
    r" = (?P<sum>[\d. +=]+?))"
)


def priority(formula: dict[str, Any], node: Node[Any], moment: Moment) -> float:
    if formula["due"]:
        return due(moment, node)
    if formula["ucs"]:
        return node.g
    if formula["greedy"]:
        return node.h
    return node.g + float(formula["weight"] or 1) * node.h


def due(moment: Moment, node: Node[Any]) -> int:
    """EPEA*'s F of a node: its f, and after each expansion the next larger f of a successor."""
    value = node.g + node.h
    for time in moment.judge.times.get(id(node), ()):
        if time < moment.number:
            value = min(f for _, f in successors(moment, node) if f > value)
    return value


def successors(moment: Moment, node: Node[Any]) -> list[tuple[Any, int]]:
    """The states after a node, each with its f."""
    judge = moment.judge
    steps = judge.space.successors(node.state)
    return [(state, node.g + cost + judge.h(state)) for _, state, cost in steps]


def values_hold(formula: dict[str, Any], moment: Moment) -> bool:
    """Whether the figures of "f = g + h = 3 + 11 = 14" are those of the chosen node."""
    node = moment.node
    if formula["due"]:
        figures = int(formula["due"]), int(formula["own"])
        return figures == (due(moment, node), node.g + node.h)
    *terms, total = formula["sum"].split(" = ")
    shown = [float(part) for term in terms for part in term.split(" + ")] + [float(total)]
    parts = [node.g, float(formula["weight"] or 1) * node.h] if terms else []
    return shown == pytest.approx([*parts, priority(formula, node, moment)])


@form(rf"The start, with {FORMULA}; it is the only node in the frontier\.")
def start_of_best_first(moment: Moment, said: dict[str, Any]) -> bool:
    return moment.number == 0 and not moment.others and values_hold(said, moment)


TIES = rf"Smallest {FORMULA}; (?P<ties>[\d,]+) of (?P<size>\d+) nodes in the frontier have it"


def tied(moment: Moment, said: dict[str, Any]) -> list[Node[Any]]:
    """The nodes that share the smallest priority, oldest first; [] if the figures are wrong."""
    nodes = [*moment.others, moment.node]
    least = min(priority(said, node, moment) for node in nodes)
    found = [node for node in nodes if priority(said, node, moment) == least]
    right = (len(found), len(nodes)) == (int(said.get("ties") or 1), int(said["size"] or 1))
    right = right and moment.node in found and values_hold(said, moment)
    return sorted(found, key=moment.age) if right else []


@form(rf"Smallest {FORMULA}; it is the only node in the frontier\.{MORE}")
def only_of_best_first(moment: Moment, said: dict[str, Any]) -> bool:
    return not moment.others and values_hold(said, moment)


@form(rf"Smallest {FORMULA}; of (?P<size>\d+) nodes in the frontier, only this one has it\.{MORE}")
def best(moment: Moment, said: dict[str, Any]) -> bool:
    return tied(moment, said) == [moment.node] and len(moment.others) > 0


@form(rf"{TIES}, and this is the oldest of them\.")
def oldest(moment: Moment, said: dict[str, Any]) -> bool:
    return tied(moment, said)[:1] == [moment.node]


@form(rf"{TIES}, and this is the newest of them\.")
def newest(moment: Moment, said: dict[str, Any]) -> bool:
    return tied(moment, said)[-1:] == [moment.node]


@form(rf"{TIES}, and this is the one with the smallest h\.{MORE}")
def smallest_h(moment: Moment, said: dict[str, Any]) -> bool:
    others = [node for node in tied(moment, said) if node is not moment.node]
    return bool(others) and all(node.h > moment.node.h for node in others)


@form(rf"{TIES}, (?P<every>both|all) with h = (?P<h>\d+), and this is the newest of them\.{MORE}")
def equal_h(moment: Moment, said: dict[str, Any]) -> bool:
    nodes = tied(moment, said)
    every = "both" if len(nodes) == 2 else "all"
    same = {node.h for node in nodes} == {int(said["h"])}
    return same and nodes[-1] is moment.node and said["every"] == every


@form(rf"{TIES}; of the (?P<same>\d+) with the smallest h, this is the newest\.{MORE}")
def smallest_h_newest(moment: Moment, said: dict[str, Any]) -> bool:
    nodes = tied(moment, said)
    least = [node for node in nodes if node.h == min(node.h for node in nodes)]
    return 1 < len(least) < len(nodes) and (len(least), least[-1]) == (
        int(said["same"]),
        moment.node,
    )


@form(rf"{TIES}, and this is the one whose board comes first in numerical order\.")
def first_board(moment: Moment, said: dict[str, Any]) -> bool:
    others = [node for node in tied(moment, said) if node is not moment.node]
    return bool(others) and all(node.state > moment.node.state for node in others)


@form(rf"{TIES}; of the (?P<same>\d+) whose board comes first, this is the oldest\.")
def first_board_oldest(moment: Moment, said: dict[str, Any]) -> bool:
    nodes = tied(moment, said)
    least = [node for node in nodes if node.state == min(node.state for node in nodes)]
    return len(least) == int(said["same"]) > 1 and least[0] is moment.node


@form(
    r"(?P<rule>First in, first|Last in, first) out: (?:the only node|the (?P<which>oldest|newest) "
    r"of (?P<size>\d+) nodes) in the frontier, at depth (?P<depth>\d+)"
    r"(?: \(limit (?P<limit>\d+)\))?\."
)
def queue_or_stack(moment: Moment, said: dict[str, Any]) -> bool:
    nodes = sorted([*moment.others, moment.node], key=moment.age)
    place = 0 if said["rule"].startswith("First") else -1
    limit = moment.bound if moment.bound is not None else moment.judge.options.get("depth")
    return (
        nodes[place] is moment.node
        and said["which"] == (("oldest", "newest")[-place] if moment.others else None)
        and int(said["size"] or 1) == len(nodes)
        and int(said["depth"]) == moment.node.depth
        and (said["limit"] is None or int(said["limit"]) == limit)
    )


@form(
    r"(?P<what>The start|The start again, under a new bound|The next successor, depth first): "
    r"f = g \+ h = (?P<g>\d+) \+ (?P<h>\d+) = (?P<f>\d+), within the bound (?P<bound>\d+)\."
)
def within_the_bound(moment: Moment, said: dict[str, Any]) -> bool:
    node = moment.node
    if said["what"].startswith("The start"):
        right = node.parent is None and ("again" in said["what"]) == (moment.number > 0)
    else:
        right = moment.others[-1] is node.parent
    figures = [int(said[name]) for name in ("g", "h", "f", "bound")]
    return (
        right
        and figures == [node.g, moment.h, node.g + moment.h, moment.bound]
        and (figures[2] <= figures[3])
    )


@form(r"The start, with f = g \+ h = (?P<g>\d+) \+ (?P<h>\d+) = (?P<f>\d+)\.")
def start_of_recursive(moment: Moment, said: dict[str, Any]) -> bool:
    node = moment.node
    return moment.number == 0 and (int(said["g"]), int(said["h"]), int(said["f"])) == (
        0,
        node.h,
        node.h,
    )


@form(
    r"Best child of the current path, with f = (?P<value>\d+)(?: \(g \+ h = (?P<f>\d+), raised "
    r"(?P<by>by the search below it|to its parent's (?P<above>\d+))\))?; "
    r"(?:there is no alternative|the best alternative has f = (?P<other>\d+))\."
)
def recursive(moment: Moment, said: dict[str, Any]) -> bool:
    node, choices = moment.node, moment.path[-1]
    value = int(said["value"])
    parent = moment.values[-2] if len(moment.values) > 1 else moment.root.h
    others = [one[0] for level in moment.path for one in level[1:]]
    raised = None
    if value > node.g + node.h:
        raised = f"to its parent's {parent}" if value == parent else "by the search below it"
    return (
        choices[0][2] is node
        and value == choices[0][0] <= min(others, default=inf)
        and min(others, default=inf) == float(said["other"] or inf)
        and said["by"] == raised
        and (raised is None or int(said["f"]) == node.g + node.h)
        # A child that was never searched below cannot have been raised by that.
        and (
            said["by"] != "by the search below it"
            or any(
                one.node.state == node.state and one.node.parent is node.parent
                for one in moment.judge.moments[: moment.number]
            )
        )
    )


@form(
    r"Level (?P<depth>\d+), (?P<side>\w+): the oldest node on this side\. The frontiers contain "
    r"(?P<forwards>\d+) more forwards and (?P<backwards>\d+) more backwards\. A level is completed "
    r"before the next one begins, on the side with the smaller frontier\."
)
def bidirectional(moment: Moment, said: dict[str, Any]) -> bool:
    node, side = moment.node, SIDES.index(said["side"])
    before = moment.judge.moments[moment.number - 1] if moment.number else None
    begins = before is None or (said["side"], node.depth) != side_and_depth(before)
    sizes = [len(one) + (at == side) for at, one in enumerate(moment.sides)]
    smaller = 0 if sizes[0] <= sizes[1] else 1
    return (
        side_and_depth(moment) == (said["side"], int(said["depth"]))
        and all(moment.age(other) > moment.age(node) for other in moment.sides[side])
        and all(len(one) == int(said[name]) for name, one in zip(SIDES, moment.sides, strict=True))
        and (not begins or side == smaller)
        and (
            not begins
            or before is None
            or all(
                other.depth > before.node.depth
                for other in moment.sides[SIDES.index(side_and_depth(before)[0])]
            )
        )
    )


def side_and_depth(moment: Moment) -> tuple[str, int]:
    root = moment.node
    while root.parent is not None:
        root = root.parent
    forwards = moment.judge.moments[0].node
    # The first node chosen is the start.
    return SIDES[root is not forwards], moment.node.depth


@form(
    r"Smallest priority on either side, (?P<side>\w+): max\(g \+ h, 2g \+ 1\) = "
    r"max\((?P<f>\d+), (?P<double>\d+)\) = (?P<mm>\d+)\. Ties go forwards, then to the smallest g, "
    r"then to the oldest node\."
)
def meet_in_the_middle(moment: Moment, said: dict[str, Any]) -> bool:
    def rank(side: int, node: Node[Any]) -> tuple[Any, ...]:
        return max(node.g + node.h, 2 * node.g + 1), side, node.g, moment.age(node)

    node, side = moment.node, SIDES.index(said["side"])
    mine = rank(side, node)
    figures = [int(said[name]) for name in ("f", "double", "mm")]
    return figures == [node.g + node.h, 2 * node.g + 1, mine[0]] and all(
        mine < rank(at, other) for at, one in enumerate(moment.sides) for other in one
    )


@form(
    r"Next of the boards kept at depth (?P<depth>\d+) \(at most (?P<width>\d+), those with the "
    r"smallest h\); h = (?P<h>\d+)\."
)
def beam(moment: Moment, said: dict[str, Any]) -> bool:
    node, width = moment.node, int(said["width"])
    if width != moment.judge.options["width"] or int(said["h"]) != node.h:
        return False
    if node.parent is None:
        return moment.number == int(said["depth"]) == 0
    moments = moment.judge.moments
    layer = [one.node for one in moments[: moment.number + 1] if one.node.depth == node.depth]
    last = [one for one in moments if one.node.depth == node.depth - 1]
    # What the frontier held when the layer was complete.
    whole = sorted(last[-1].frontier, key=lambda one: one.h)
    return (
        int(said["depth"]) == node.depth
        and len(layer) <= width
        and node.h <= whole[min(width, len(whole)) - 1].h
    )


@form(r"The next move of the row-and-column method\.")
def next_move(moment: Moment, said: dict[str, Any]) -> bool:
    return isinstance(moment.frontier, tuple) and not moment.frontier


@form(
    r"A\* within part of the board, for the next tiles or a shorter way: the smallest f, then the "
    r"smallest h, then the newest node\."
)
def part(moment: Moment, said: dict[str, Any]) -> bool:
    return isinstance(moment.frontier, list)
