"""No sentence of a trace is false: each is held against the search's own frontier.

Every sentence must match one of the forms below as a whole, and the check of that form computes its
claims anew, from the nodes in the frontier and the order in which they were generated.
"""

import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import permutations, product
from math import inf
from typing import Any

import pytest

from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits, Observer, Several
from taquin.search.problem import Node
from taquin.teach.trace.writer import TraceWriter

MOST = 80  # expansions of one search


class Moment:
    """What was true when a node had just been chosen."""

    def __init__(self, judge: "Judge", node: Node[Any]) -> None:
        self.judge, self.node = judge, node
        self.number = len(judge.moments)
        self.frontier: Any = judge.frontier
        self.bound = judge.bound
        self.sides: list[list[Node[Any]]] = []
        self.others: list[Node[Any]] = []
        self.path: list[list[Any]] = []
        self.values: list[float] = []
        self.root: Any = None
        if hasattr(self.frontier, "sides"):
            for side in self.frontier.sides:
                self.sides.append(list(side.values() if isinstance(side, dict) else side))
        elif self.frontier and hasattr(self.frontier[0], "choices"):
            frames = self.frontier
            levels = [map(tuple, frame.choices) for frame in frames]
            self.path = [sorted(level, key=lambda one: one[:2]) for level in levels]
            self.values = [one[0][0] for one in self.path]
            self.root = frames[0].node
        else:
            self.others = [
                entry if isinstance(entry, Node) else entry[-1 if rank else 0]
                for rank, entry in ((isinstance(e, tuple) and len(e) > 2, e) for e in self.frontier)
            ]

    def age(self, node: Node[Any]) -> tuple[int, int]:
        """When a node was generated; later is larger."""
        return self.judge.born[id(node.parent), node.state] if node.parent else (-1, -1)


class Judge(Observer):
    """Stores the moments of a search, before its trace describes them."""

    def __init__(self, options: dict[str, object]) -> None:
        self.options = options
        self.frontier: Any = ()
        self.bound: int | None = None
        self.moments: list[Moment] = []
        self.born: dict[tuple[int, Any], tuple[int, int]] = {}
        self.kept: list[Node[Any]] = []  # so that no identity is used twice

    def on_start(self, frontier: Any, reached: Any) -> None:
        self.frontier = frontier

    def on_contour(self, bound: int) -> None:
        self.bound = bound

    def on_expand(self, node: Node[Any]) -> None:
        self.kept.append(node)
        self.moments.append(Moment(self, node))

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        if verdict in ("new", "better"):
            self.born[id(parent), state] = (len(self.moments), len(self.born))


Check = Callable[[Moment, dict[str, str]], bool]
FORMS: list[tuple[re.Pattern[str], Check]] = []


def form(pattern: str) -> Callable[[Check], Check]:
    def add(check: Check) -> Check:
        FORMS.append((re.compile(pattern), check))
        return check

    return add


FORMULA = (
    r"(?:(?P<ucs>g)|(?P<greedy>h)|(?P<astar>f = g \+ h)|f = g \+ (?P<weight>[\d.]+) \* h)"
    r" = (?P<sum>[\d. +=]+?)"
)


def priority(formula: dict[str, str], node: Node[Any]) -> float:
    if formula["ucs"]:
        return node.g
    if formula["greedy"]:
        return node.h
    return node.g + float(formula["weight"] or 1) * node.h


def values_hold(formula: dict[str, str], node: Node[Any]) -> bool:
    """Whether the figures of "f = g + h = 3 + 11 = 14" are those of the node."""
    *terms, total = formula["sum"].split(" = ")
    shown = [float(part) for term in terms for part in term.split(" + ")] + [float(total)]
    parts = [node.g, float(formula["weight"] or 1) * node.h] if terms else []
    return shown == pytest.approx([*parts, priority(formula, node)])


@form(rf"The start, with {FORMULA}; it is the only node in the frontier\.")
def start_of_best_first(moment: Moment, said: dict[str, str]) -> bool:
    return moment.number == 0 and not moment.others and values_hold(said, moment.node)


TIES = rf"Smallest {FORMULA}; (?P<ties>[\d,]+) of (?P<size>\d+) nodes in the frontier have it"


def tied(moment: Moment, said: dict[str, str]) -> list[Node[Any]]:
    """The nodes that share the smallest priority, oldest first; [] if the figures are wrong."""
    nodes = [*moment.others, moment.node]
    least = min(priority(said, node) for node in nodes)
    found = [node for node in nodes if priority(said, node) == least]
    right = (len(found), len(nodes)) == (int(said.get("ties") or 1), int(said["size"] or 1))
    right = right and moment.node in found and values_hold(said, moment.node)
    return sorted(found, key=moment.age) if right else []


@form(rf"Smallest {FORMULA}; it is the only node in the frontier\.")
def only_of_best_first(moment: Moment, said: dict[str, str]) -> bool:
    return not moment.others and values_hold(said, moment.node)


@form(rf"Smallest {FORMULA}; of (?P<size>\d+) nodes in the frontier, only this one has it\.")
def best(moment: Moment, said: dict[str, str]) -> bool:
    return tied(moment, said) == [moment.node] and len(moment.others) > 0


@form(rf"{TIES}, and this is the oldest of them\.")
def oldest(moment: Moment, said: dict[str, str]) -> bool:
    return tied(moment, said)[0] is moment.node


@form(rf"{TIES}, and this is the newest of them\.")
def newest(moment: Moment, said: dict[str, str]) -> bool:
    return tied(moment, said)[-1] is moment.node


@form(rf"{TIES}, and this is the one with the smallest h\.")
def smallest_h(moment: Moment, said: dict[str, str]) -> bool:
    return all(n.h > moment.node.h for n in tied(moment, said) if n is not moment.node)


@form(rf"{TIES}, (?P<every>both|all) with h = (?P<h>\d+), and this is the newest of them\.")
def equal_h(moment: Moment, said: dict[str, str]) -> bool:
    nodes = tied(moment, said)
    every = "both" if len(nodes) == 2 else "all"
    same = {node.h for node in nodes} == {int(said["h"])}
    return same and nodes[-1] is moment.node and said["every"] == every


@form(rf"{TIES}; of the (?P<same>\d+) with the smallest h, this is the newest\.")
def smallest_h_newest(moment: Moment, said: dict[str, str]) -> bool:
    nodes = tied(moment, said)
    least = [node for node in nodes if node.h == min(node.h for node in nodes)]
    return 1 < len(least) < len(nodes) and (len(least), least[-1]) == (
        int(said["same"]),
        moment.node,
    )


@form(rf"{TIES}, and this is the one whose board comes first in numerical order\.")
def first_board(moment: Moment, said: dict[str, str]) -> bool:
    others = [node for node in tied(moment, said) if node is not moment.node]
    return bool(others) and all(node.state > moment.node.state for node in others)


@form(rf"{TIES}; of the (?P<same>\d+) whose board comes first, this is the oldest\.")
def first_board_oldest(moment: Moment, said: dict[str, str]) -> bool:
    nodes = tied(moment, said)
    least = [node for node in nodes if node.state == min(node.state for node in nodes)]
    return len(least) == int(said["same"]) > 1 and least[0] is moment.node


@form(
    r"(?P<rule>First in, first|Last in, first) out: (?:the only node|the (?P<which>oldest|newest) "
    r"of (?P<size>\d+) nodes) in the frontier, at depth (?P<depth>\d+)"
    r"(?: \(limit (?P<limit>\d+)\))?\."
)
def queue_or_stack(moment: Moment, said: dict[str, str]) -> bool:
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
def within_the_bound(moment: Moment, said: dict[str, str]) -> bool:
    node = moment.node
    if said["what"].startswith("The start"):
        right = node.parent is None and ("again" in said["what"]) == (moment.number > 0)
    else:
        right = moment.others[-1] is node.parent
    figures = [int(said[name]) for name in ("g", "h", "f", "bound")]
    return (
        right
        and figures == [node.g, node.h, node.g + node.h, moment.bound]
        and (figures[2] <= figures[3])
    )


@form(r"The start, with f = g \+ h = (?P<g>\d+) \+ (?P<h>\d+) = (?P<f>\d+)\.")
def start_of_recursive(moment: Moment, said: dict[str, str]) -> bool:
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
def recursive(moment: Moment, said: dict[str, str]) -> bool:
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


SIDES = ("forwards", "backwards")


@form(
    r"Level (?P<depth>\d+), (?P<side>\w+): the oldest node on this side\. The frontiers contain "
    r"(?P<forwards>\d+) more forwards and (?P<backwards>\d+) more backwards\. A level is completed "
    r"before the next one begins, on the side with the smaller frontier\."
)
def bidirectional(moment: Moment, said: dict[str, str]) -> bool:
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
def meet_in_the_middle(moment: Moment, said: dict[str, str]) -> bool:
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
def beam(moment: Moment, said: dict[str, str]) -> bool:
    node, width = moment.node, int(said["width"])
    if node.parent is None:
        return moment.number == 0
    moments = moment.judge.moments
    layer = [one.node for one in moments[: moment.number + 1] if one.node.depth == node.depth]
    last = [one for one in moments if one.node.depth == node.depth - 1]
    # What the frontier held when the layer was complete.
    whole = sorted(last[-1].frontier, key=lambda one: one.h)
    return (
        (int(said["depth"]), int(said["h"])) == (node.depth, node.h)
        and len(layer) <= width == moment.judge.options["width"]
        and node.h <= whole[min(width, len(whole)) - 1].h
    )


@form(r"The next move of the row-and-column method\.")
def next_move(moment: Moment, said: dict[str, str]) -> bool:
    return isinstance(moment.frontier, tuple) and not moment.frontier


@form(
    r"A\* within part of the board, for the next tiles or a shorter way: the smallest f, then the "
    r"smallest h, then the newest node\."
)
def part(moment: Moment, said: dict[str, str]) -> bool:
    return isinstance(moment.frontier, list)


def settings(name: str) -> Iterator[dict[str, object]]:
    """Every combination of the choices of an algorithm, and small numbers for the rest."""
    options = ALGORITHMS.get(name).options
    numbers = {"width": (1, 3), "depth": (2, 9), "weight": (1.0, 1.1, 2.5)}
    known = [key for key in options if options[key].choices or key in numbers]
    for values in product(*(options[key].choices or numbers[key] for key in known)):
        yield dict(zip(known, values, strict=True))


def judged(name: str, board: Board, goal: Board, metric: Any, given: dict[str, object]) -> set[str]:
    """The forms of the sentences of one search, each of which has been found true."""
    puzzle = Puzzle.of(board, goal=goal, metric=metric)
    h = build_heuristic("manhattan", puzzle)
    h_back = build_heuristic("manhattan", puzzle.towards(board))
    stream = io.StringIO()
    options = {n: o.default for n, o in ALGORITHMS.get(name).options.items()} | given
    judge = Judge(options)
    trace = TraceWriter(stream, puzzle, name, options=given, estimate=h, cap=0)
    space = puzzle.space(board)
    both = Several([judge, trace])
    limits = Limits(expansions=MOST)
    result = run(name, space, h, h_back, options=given, limits=limits, observer=both)
    trace.finish(result)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    steps = [line for line in lines if line["kind"] == "expand"]
    used = set()
    for moment, step in zip(judge.moments, steps, strict=False):
        matches = [(m, check) for pattern, check in FORMS if (m := pattern.fullmatch(step["why"]))]
        assert matches, f"{name} {given}: nothing checks {step['why']!r}"
        for match, check in matches:
            assert check(moment, match.groupdict()), (name, given, metric, board.text, step)
            used.add(check.__name__)
    return used


def boards(width: int, height: int) -> list[Board]:
    return [Board(width, height, cells) for cells in permutations(range(width * height))]


GOAL = Board.parse("1 2/3 0")


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_no_sentence_is_false(name: str) -> None:
    used = set()
    for given in settings(name):
        for metric in ("stm", "expense"):
            for text in ("2 3/0 1", "0 3/2 1"):
                used |= judged(name, Board.parse(text), GOAL, metric, given)
    assert used


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_no_sentence_is_false_on_any_board(name: str, metric: str) -> None:
    for given in settings(name):
        for board in boards(2, 2):
            judged(name, board, GOAL, metric, given)
    goal = Board.parse("1 2 3/4 5 0")
    for board in boards(3, 2)[::7]:
        judged(name, board, goal, metric, {})
