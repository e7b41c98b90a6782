"""The forms of sentences of the further searches."""

from itertools import product
from math import inf
from typing import Any

import pytest

from sentences.moments import SIDES, Forms, Moment
from sentences.textbook import side_and_depth, successors
from taquin.search.problem import Node, min_cost

FORMS = Forms()
form = FORMS.add
MORE = Forms()  # what follows a sentence of best-first search


@MORE.add(r"Cost of the best solution so far: (?P<best>none|\d+)\.")
def anytime_repairing(moment: Moment, said: dict[str, Any]) -> bool:
    weight, step = (moment.judge.options[name] for name in ("weight", "step"))
    best = "none" if moment.best is None else str(moment.best)
    falling = max(1, weight - step * (moment.passes - 1))
    return said["best"] == best and float(said["weight"]) == pytest.approx(falling)


@MORE.add(r"Of its children, those with f up to (?P<most>\d+) are due, unless they were before\.")
def partial_expansion(moment: Moment, said: dict[str, Any]) -> bool:
    judge, most = moment.judge, int(said["most"])
    times = [time for time in judge.times[id(moment.node)] if time <= moment.number]
    created = [
        [
            state
            for number, state, verdict in judge.children
            if number == time + 1 and verdict != "pruned"
        ]
        for time in times
    ]
    before = [state for states in created[:-1] for state in states]
    expected = [state for state, f in successors(moment, moment.node) if f <= most]
    return most == int(said["due"]) and created[-1] == [
        state for state in expected if state not in before
    ]


@MORE.add(
    r"The lookahead began where g = (?P<walked>\d+); h is what the search has learned so far\."
)
def real_time(moment: Moment, said: dict[str, Any]) -> bool:
    begun, nodes = sweep(moment)[0], [moment.node, *moment.others]
    values = learned(begun)
    return begun.node.g == int(said["walked"]) and all(
        node.h == values.get(node.state, moment.judge.h(node.state)) for node in nodes
    )


def sweep(moment: Moment) -> list[Moment]:
    """The moments so far that share the moment's frontier."""
    so_far = moment.judge.moments[: moment.number + 1]
    return [one for one in so_far if one.frontier is moment.frontier]


def learned(begun: Moment) -> dict[Any, float]:
    """The values that LSS-LRTA* has learned when a lookahead begins, by repeated minimisation."""
    judge = begun.judge
    if begun.number == 0:
        return {}
    if begun.number not in judge.learned:
        last = sweep(judge.moments[begun.number - 1])
        values = judge.learned[begun.number] = dict(learned(last[0]))
        local = {one.node.state for one in last}
        values |= dict.fromkeys(local, inf)
        changed = True
        while changed:
            changed = False
            for state in local:
                steps = judge.space.successors(state)
                least = min(cost + values.get(s, judge.h(s)) for _, s, cost in steps)
                changed |= least < values[state]
                values[state] = least
    return judge.learned[begun.number]


@form(
    r"Largest potential \(C - g\) / h = \((?P<budget>[\d.]+|∞) - (?P<g>\d+)\) / (?P<h>\d+) = "
    r"(?P<potential>[\d.]+|∞), where C is (?:(?P<wanted>the largest cost wanted)|(?P<best>the cost "
    r"of the best solution so far)|(?P<weight>[\d.]+) times the smallest f in the frontier)\. "
    r"Ties go to the smallest h, where h = 0 to the smallest g, then to the newest node\."
)
def potential(moment: Moment, said: dict[str, Any]) -> bool:
    def rank(node: Node[Any]) -> tuple[float, ...]:
        left = budget - node.g
        reciprocal = 0 if node.h == 0 <= left else node.h / left if left > 0 else inf
        return reciprocal, node.h, 0 if node.h else node.g, *(-part for part in moment.age(node))

    node, options = moment.node, moment.judge.options
    least = min(one.g + one.h for one in (node, *moment.others))
    given = moment.best if said["best"] else options.get("cost")
    budget = inf if given is None else given
    if said["weight"]:
        budget = options["weight"] * least
    mine = rank(node)
    largest = inf if mine[0] == 0 else 1 / mine[0]
    return (
        all(mine < rank(other) for other in moment.others)
        and (int(said["g"]), int(said["h"])) == (node.g, node.h)
        and number(said["budget"]) == pytest.approx(budget)
        and number(said["potential"]) == pytest.approx(largest, abs=0.0051)
        and (said["weight"] is None or float(said["weight"]) == options["weight"])
    )


def number(text: str) -> float:
    return inf if text == "∞" else float(text)


def estimates(moment: Moment, node: Node[Any]) -> tuple[float, float]:
    """The cost of a solution through the node, and the moves from it to the goal."""
    if node.g == 0:
        return node.h, node.h
    approached = (moment.judge.moments[0].node.h - node.h) / node.g
    left = node.h / max(0.5, min(1, approached))
    return node.g + left, left * node.depth / node.g


def first_by(moment: Moment, among: list[Node[Any]], *keys: Any) -> Node[Any]:
    """The node with the smallest keys; of equal ones, the newest."""
    newest_first = sorted(among, key=moment.age, reverse=True)
    return min(newest_first, key=lambda node: tuple(key(node) for key in keys))


@form(
    r"(?:(?P<nearest>Fewest estimated moves to go \((?P<distance>[\d.]+)\) among the nodes "
    r"estimated within (?P<factor>[\d.]+) times the smallest estimate, (?P<least>[\d.]+); its own, "
    r"(?P<own>[\d.]+), is within (?P<weight>[\d.]+) times the smallest f, (?P<least_f>\d+)\. Ties "
    r"go to the smallest estimate)|"
    r"(?P<cheapest>Smallest estimated cost, (?P<cost>[\d.]+), within (?P<weight_2>[\d.]+) times "
    r"the smallest f, (?P<least_f_2>\d+); that of the node with the fewest estimated moves to go "
    r"is not\. Ties go to the fewest moves to go)|"
    r"Smallest f = g \+ h = (?P<g>\d+) \+ (?P<h>\d+) = (?P<f>\d+), because no estimated cost is "
    r"within (?P<weight_3>[\d.]+) times it: expanding it can raise the bound\. Ties go to the "
    r"smallest h), then to the newest node\."
)
def explicit_estimation(moment: Moment, said: dict[str, Any]) -> bool:
    def cost(node: Node[Any]) -> float:
        return estimates(moment, node)[0]

    def distance(node: Node[Any]) -> float:
        return estimates(moment, node)[1]

    def f(node: Node[Any]) -> int:
        return node.g + node.h

    node, nodes = moment.node, [*moment.others, moment.node]
    weight = moment.judge.options["weight"]
    cheapest, surest = first_by(moment, nodes, cost, distance), first_by(moment, nodes, f, h_of)
    focal = [one for one in nodes if cost(one) <= weight * cost(cheapest)]
    nearest = first_by(moment, focal, distance, cost)
    bound = weight * f(surest)
    weights = {float(said[key]) for key in said if key[:6] in ("weight", "factor") and said[key]}
    if weights != {weight}:
        return False
    if said["nearest"]:
        figures = distance(node), cost(cheapest), cost(node), f(surest)
        shown = [float(said[key]) for key in ("distance", "least", "own", "least_f")]
        return (
            node is nearest
            and cost(node) <= bound
            and shown == [pytest.approx(figure, abs=0.0051) for figure in figures]
        )
    if cost(nearest) <= bound:
        return False
    if said["cheapest"]:
        figures, shown = (cost(node), f(surest)), (said["cost"], said["least_f_2"])
        return (
            node is cheapest
            and cost(node) <= bound
            and list(map(float, shown)) == [pytest.approx(one, abs=0.0051) for one in figures]
        )
    figures = node.g, node.h, f(node)
    return (
        node is surest
        and cost(cheapest) > bound
        and figures == tuple(int(said[key]) for key in ("g", "h", "f"))
    )


def h_of(node: Node[Any]) -> int:
    return node.h


@form(
    r"First in, first out: (?:the only node|the oldest of (?P<size>\d+) nodes) in the frontier, at "
    r"depth (?P<depth>\d+); a path through it costs at least (?P<least>\d+), within the bound "
    r"(?P<bound>\d+)\."
)
def breadth_first_heuristic(moment: Moment, said: dict[str, Any]) -> bool:
    def age(node: Node[Any]) -> int:
        """The last time that its state was generated: its parent is not the node before it."""
        ages = [
            at
            for at, (time, state, verdict) in enumerate(moment.judge.children)
            if (state, verdict) == (node.state, "new") and time <= moment.number
        ]
        return max(ages, default=-1)

    node, depths = moment.node, [one.depth for one in moment.others]
    least = node.depth * min_cost(moment.judge.space) + moment.judge.h(node.state)
    figures = [int(said[key]) for key in ("depth", "least", "bound")]
    return (
        figures == [node.depth, least, moment.bound]
        and least <= moment.bound
        and int(said["size"] or 1) == len(moment.others) + 1
        and all(age(node) < age(other) for other in moment.others)
        and all(depth >= node.depth for depth in depths)
    )


@form(
    r"The goal has been found, but the layers on its path are no longer stored: a search from one "
    r"relay to the next, here at depth (?P<depth>\d+), rebuilds part of the path\."
)
def rebuilding(moment: Moment, said: dict[str, Any]) -> bool:
    node, judge = moment.node, moment.judge
    relay = sweep(moment)[0].node
    found = [time for time, state, _ in judge.children if judge.space.is_goal(state)]
    path = judge.path
    return (
        int(said["depth"]) == node.depth >= relay.depth
        and bool(found)
        and found[0] <= moment.number
        # An unfinished search shows no path.
        and (not path or (path[relay.depth] == relay.state and node.depth < len(path) - 1))
    )


WITHIN = r"f = g \+ h = (?P<g>\d+) \+ (?P<h>\d+) = (?P<f>\d+), within the bound (?P<bound>\d+)"


@form(
    rf"The next successor, depth first: {WITHIN}; h is the larger of the heuristic's value and the "
    r"parent's h - the cost of the move\."
)
def bidirectional_pathmax(moment: Moment, said: dict[str, Any]) -> bool:
    node, parent = moment.node, moment.node.parent
    figures = [int(said[key]) for key in ("g", "h", "f", "bound")]
    return (
        parent is not None
        and moment.others[-1] is parent
        and figures == [node.g, moment.h, node.g + moment.h, moment.bound]
        and figures[2] <= figures[3]
        and moment.h == max(moment.judge.h(node.state), moment.h_above - (node.g - parent.g))
    )


def least_cost(moment: Moment, one: Node[Any], other: Node[Any]) -> int:
    """The bound of a pair: no path through both costs less."""
    gap = min_cost(moment.judge.space)
    return max(one.g + one.h, other.g + other.h, one.g + other.g + gap)


def opened(moment: Moment) -> list[list[Node[Any]]]:
    """The nodes of both sides, the chosen one included."""
    side = SIDES.index(side_and_depth(moment)[0])
    return [
        [*nodes, *([moment.node] if at == side else [])] for at, nodes in enumerate(moment.sides)
    ]


@form(
    r"One of a pair, (?P<side>\w+): with g = (?P<g>\d+) and f = (?P<f>\d+), a path through both of "
    r"its nodes costs at least (?P<pair>\d+), and no pair has a smaller bound\."
)
def near_optimal(moment: Moment, said: dict[str, Any]) -> bool:
    node, pair, at = moment.node, int(said["pair"]), SIDES.index(said["side"])
    if at == 0:
        before, partners = moment, moment.sides[1]
    else:  # the pair was chosen when its other node was
        before = moment.judge.moments[moment.number - 1]
        partners = [before.node] if node in before.sides[1] else []
    return (
        side_and_depth(moment)[0] == said["side"]
        and (side_and_depth(before)[0] == SIDES[0])
        and (int(said["g"]), int(said["f"])) == (node.g, node.g + node.h)
        and any(least_cost(moment, node, other) == pair for other in partners)
        and min(least_cost(moment, *both) for both in product(*opened(before))) == pair
    )


@form(
    r"From a cluster with g = (?P<g>\d+), (?P<side>\w+) \(size (?P<cluster>\d+)\)\. It is part of "
    r"a smallest set \(size (?P<cover>\d+)\) that contains a node of each pair through which a "
    r"path could cost (?P<pair>\d+)\."
)
def vertex_cover(moment: Moment, said: dict[str, Any]) -> bool:
    begun = next(one for one in moment.judge.moments if one.said is moment.said)
    pair, at = int(said["pair"]), SIDES.index(said["side"])
    both = opened(begun)
    bounds = {(u, v): least_cost(moment, u, v) for u, v in product(*both)}
    pairs = [nodes for nodes, bound in bounds.items() if bound == pair]
    cluster = [one for one in both[at] if one.g == int(said["g"]) and one.g + one.h <= pair]
    rest = [nodes for nodes in pairs if nodes[at] not in cluster]
    return (
        side_and_depth(moment)[0] == said["side"]
        and moment.node in cluster
        and min(bounds.values()) == pair
        and len(cluster) == int(said["cluster"])
        and smallest_cover(pairs) == int(said["cover"]) == len(cluster) + smallest_cover(rest)
    )


def smallest_cover(pairs: list[tuple[Node[Any], Node[Any]]]) -> int:
    """Its size is that of a largest matching (Kőnig 1931), found by augmenting paths."""
    partner: dict[Node[Any], Node[Any]] = {}

    def matched(one: Node[Any], tried: set[Node[Any]]) -> bool:
        for first, other in pairs:
            if first is one and other not in tried:
                tried.add(other)
                if other not in partner or matched(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    return sum(matched(one, set()) for one in dict.fromkeys(first for first, _ in pairs))
