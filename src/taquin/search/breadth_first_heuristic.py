"""Breadth-first heuristic search: layers within a bound on f, of which only three are stored."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Generic, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.deepening import deepen, evaluated_start
from taquin.search.frontier import Queue
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace, min_cost
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["breadth_first_heuristic"]

S = TypeVar("S")

_WITHIN = (
    "at depth {depth}; a path through it costs at least {least_cost}, within the bound {bound}."
)
_TEACHING = Teaching(
    label="Breadth-first heuristic",
    colour="violet",
    pseudocode=(
        CodeLine("bound ← h(start)"),
        CodeLine("repeat:"),
        CodeLine("    layer ← {{start}}; before ← {{}}"),
        CodeLine("    for each node of layer:", "choose"),
        child_loop(2),
        CodeLine(
            "            if child is in before, layer or the next layer: skip it", "duplicate"
        ),
        CodeLine(
            "            if depth + h of child is above bound: record it and skip child", "pruned"
        ),
        CodeLine(
            "            add child to the next layer, with its ancestor in a relay layer", "new"
        ),
        CodeLine("            if child is the goal: rebuild its path, relay by relay", "found"),
        CodeLine("    before ← layer; layer ← the next layer; forget the layer before"),
        CodeLine("    if layer is empty: bound ← the smallest value recorded, if any", "fail"),
    ),
    why={
        "rebuild": "The goal has been found, but the layers on its path are no longer stored: a "
        "search from one relay to the next, here at depth {depth}, rebuilds part of the path.",
        "only": f"First in, first out: the only node in the frontier, {_WITHIN}",
        "any": f"First in, first out: the oldest of {{frontier}} nodes in the frontier, {_WITHIN}",
    },
)


@algorithm(
    "bfhs",
    optimal=True,
    complete=True,
    informed=True,
    unit_cost=True,
    aliases=("bfida*",),
    paper="Zhou & Hansen 2006",
    teaching=_TEACHING,
)
def breadth_first_heuristic(
    space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]
) -> Node[S] | None:
    """Breadth-first heuristic search: three layers in memory, under a bound on f that rises.

    Breadth-first iterative-deepening A* with divide-and-conquer reconstruction of the path. Moves
    must be reversible, or states of older layers are expanded again. Relay layers are at the depths
    1, 2, 4, 8, … of each sweep, where Zhou & Hansen keep a single one, so that rebuilding the path
    expands other nodes than theirs.
    """
    start = evaluated_start(space, h, monitor)
    if space.is_goal(start.state):
        return start
    layers = _Layers(space, h, monitor)

    def sweep(bound: int) -> tuple[Node[S] | None, int | None]:
        return layers.sweep(start, space.is_goal, bound)

    # Depth times an assumed cost proves nothing.
    goal = deepen(start.h, sweep, monitor, proves=min_cost(space) > 0)
    return None if goal is None else layers.rebuild(start, goal)


class _Stored(Generic[S]):
    """Three layers as one container."""

    def __init__(self, *layers: dict[S, Node[S]]) -> None:
        self._layers = layers

    def __len__(self) -> int:
        return sum(map(len, self._layers))

    def __reversed__(self) -> Iterator[S]:
        return chain(*map(reversed, self._layers[::-1]))


class _Layers(Generic[S]):
    """Breadth-first sweeps under a bound on depth * cost + h.

    A node's `parent` is its ancestor in the last relay layer: at depth 1, 2, 4, 8, … below the node
    where the sweep began.
    """

    def __init__(self, space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]) -> None:
        self._space, self._h, self._monitor = space, h, monitor
        # Where every move costs the same, any of them tells how much.
        steps = space.successors
        self._cost = min_cost(space) or min((cost for *_, cost in steps(space.start)), default=0)
        self._bound = 0

    def sweep(
        self, source: Node[S], is_target: Callable[[S], bool], bound: int, **said: object
    ) -> tuple[Node[S] | None, int | None]:
        """The nearest target below `source`, or None and the least value beyond the bound."""
        self._bound = bound
        before: dict[S, Node[S]] = {}
        layer, deeper = {source.state: source}, dict[S, Node[S]]()
        frontier: Queue[S] = Queue([source], **said)
        self._monitor.opens(frontier, _Stored(before, layer, deeper))
        beyond: int | None = None
        while frontier:
            node = frontier.popleft()
            if node.state not in layer:
                before, layer, deeper = layer, deeper, {}
                self._monitor.opens(frontier, _Stored(before, layer, deeper))
            if self._monitor.watch is not None:
                frontier.said["least_cost"] = node.depth * self._cost + node.h
            relay = node if _is_relay(node.depth - source.depth) else node.parent
            for child, least in self._children(node, relay, (before, layer, deeper)):
                if least > bound:
                    beyond = least if beyond is None else min(beyond, least)
                    continue
                deeper[child.state] = child
                frontier.append(child)
                if is_target(child.state):
                    return child, None
        return None, beyond

    def rebuild(self, source: Node[S], target: Node[S]) -> Node[S]:
        """The target's node with its whole path below `source`: divide and conquer."""
        relays = [node for node in target.upwards() if node.depth > source.depth]
        for relay in reversed(relays):
            if relay.depth == source.depth + 1:
                steps = self._space.successors(source.state)
                move, cost = next((m, c) for m, state, c in steps if state == relay.state)
                source = Node(relay.state, source, move, source.g + cost, source.depth + 1, relay.h)
            else:
                found, _ = self.sweep(source, relay.state.__eq__, self._bound, case="rebuild")
                assert found is not None
                source = self.rebuild(source, found)
        return source

    def _children(
        self, node: Node[S], relay: Node[S] | None, stored: tuple[dict[S, Node[S]], ...]
    ) -> Iterator[tuple[Node[S], int]]:
        """Children in none of the stored layers, each with the least cost of a path through it."""
        monitor, watch = self._monitor, self._monitor.watch
        monitor.stats.popped += 1
        if node.h < monitor.closest.h:  # type: ignore[union-attr]
            monitor.closest = node
        successors = self._space.successors(node.state)
        monitor.expand(node, len(successors))
        depth = node.depth + 1
        for move, state, cost in successors:
            if any(state in layer for layer in stored):
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            monitor.stats.evaluated += 1
            child = Node(state, relay, move, node.g + cost, depth, self._h(state))
            least = depth * self._cost + child.h
            if least <= self._bound:
                monitor.stats.max_depth = max(monitor.stats.max_depth, depth)
            if watch is not None:
                watch(node, move, state, "pruned" if least > self._bound else "new")
            yield child, least


def _is_relay(depth: int) -> bool:
    """Whether a depth is 0, 1, 2, 4, 8, …"""
    return depth & (depth - 1) == 0
