"""LSS-LRTA*: real-time search, which moves after every short lookahead and learns as it walks."""

from heapq import heapify, heappop, heappush
from math import inf
from typing import Annotated, Generic, TypeVar

from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.frontier import Heap
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import child_loop, low_h_why
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["real_time"]

S = TypeVar("S")

_TEACHING = Teaching(
    label="LSS-LRTA*",
    colour="yellow",
    defining="lookahead",
    pseudocode=(
        CodeLine("here ← start; h ← the heuristic"),
        CodeLine("repeat:"),
        CodeLine("    frontier ← {{here}}; local ← {{here}}"),
        CodeLine("    {lookahead} times, while frontier is not empty:"),
        CodeLine("        node ← take the node with the smallest f = g + h", "choose"),
        CodeLine(
            "        if node is the goal: walk there; return the path walked", "goal", "found"
        ),
        child_loop(2),
        CodeLine("            if child is in local and not cheaper: skip it", "duplicate"),
        CodeLine("            if h of child is infinite: skip it", "pruned"),
        CodeLine("            add child to local", "new", "better"),
        CodeLine("            add child to frontier", "new", "better"),
        CodeLine("    if frontier is empty: return: no solution exists", "fail"),
        CodeLine("    h of each expanded board ← the least cost to the frontier + h there"),
        CodeLine("    here ← walk to the node of frontier with the smallest f"),
    ),
    why=low_h_why(
        "f = g + h = {g} + {h} = {f}",
        more=" The lookahead began where g = {walked}; h is what the search has learned so far.",
    ),
    priority="f",
    tie_break="low_h",
)


@algorithm(
    "lsslrtastar",
    optimal=False,
    complete=True,
    informed=True,
    positive_costs=True,
    aliases=("lss-lrta*",),
    paper="Koenig & Sun 2009",
    teaching=_TEACHING,
)
def real_time(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    lookahead: Annotated[int, Between(1)] = 30,
) -> Node[S] | None:
    """LSS-LRTA*: plans `lookahead` expansions ahead, walks, learns; the path is what it walked.

    Complete where every move can be undone and costs more than 0.
    """
    agent = _Agent(space, h, monitor)
    here = start = agent.node(space.start, None, "", 0, 0)
    monitor.closest = start
    if agent.learned[start.state] == inf:
        return None
    monitor.prove(start.h)
    while True:
        there = agent.look_ahead(here, lookahead)
        if there is None:
            # Moves that cannot be undone may have led away from the goal.
            monitor.incomplete = here is not start
            return None
        if space.is_goal(there.state):
            return there
        agent.learn()
        learned = agent.learned[start.state]
        if learned < inf:
            monitor.prove(learned)
        here = there


class _Agent(Generic[S]):
    """What the walker knows.

    learned: the heuristic, raised by lookaheads; infinity for dead ends. Values stay admissible if
    the heuristic is.
    """

    def __init__(self, space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]) -> None:
        self._space, self._h, self._monitor = space, h, monitor
        self.learned: dict[S, float] = {}
        self._frontier = Heap()
        self._local: dict[S, Node[S]] = {}
        # (state, cost) of the expanded states from which one move leads to a state.
        self._sources: dict[S, list[tuple[S, int]]] = {}

    def node(self, state: S, parent: Node[S] | None, move: str, g: int, depth: int) -> Node[S]:
        """A node with the learned value; one whose value is infinite has the heuristic's."""
        if state not in self.learned:
            self._monitor.stats.evaluated += 1
            self.learned[state] = self._h(state)
        value = self.learned[state]
        return Node(state, parent, move, g, depth, -1 if value == inf else value)  # type: ignore[arg-type]

    def look_ahead(self, here: Node[S], expansions: int) -> Node[S] | None:
        """A* from `here`; the node to walk to, or None if there is nowhere to go."""
        monitor, count = self._monitor, 0
        self._frontier = frontier = Heap([(here.g + here.h, here.h, 0, here)])
        self._local, self._sources = {here.state: here}, {}
        monitor.opens(frontier, self._local)
        while frontier:
            *_, node = frontier[0]
            if self._local[node.state] is not node:
                heappop(frontier)
                monitor.stats.popped += 1
                continue
            if expansions == 0 or self._space.is_goal(node.state):
                chosen: Node[S] = node
                return chosen
            heappop(frontier)
            monitor.stats.popped += 1
            frontier.said = {"walked": here.g}
            expansions -= 1
            for child in self._expand(node):
                count += 1
                heappush(frontier, (child.g + child.h, child.h, -count, child))
        return None

    def learn(self) -> None:
        """Set each expanded state's value to the least cost to the frontier plus the value there.

        Dijkstra's algorithm, from the frontier inwards.
        """
        unsettled = {state for state, node in self._local.items() if node.expanded}
        for state in unsettled:
            self.learned[state] = inf
        border = [
            (self.learned[node.state], number, node.state)
            for number, (*_, node) in enumerate(self._frontier)
            if self._local[node.state] is node
        ]
        heapify(border)
        count = len(border)
        while border and unsettled:
            value, _, state = heappop(border)
            if value > self.learned[state]:
                continue
            unsettled.discard(state)
            for source, cost in self._sources.get(state, ()):
                if source in unsettled and cost + value < self.learned[source]:
                    self.learned[source] = cost + value
                    count += 1
                    heappush(border, (cost + value, count, source))

    def _expand(self, node: Node[S]) -> list[Node[S]]:
        """The children to put into the frontier."""
        monitor, watch = self._monitor, self._monitor.watch
        if node.h < monitor.closest.h:  # type: ignore[union-attr]
            monitor.closest = node
        successors = self._space.successors(node.state)
        monitor.expand(node, len(successors))
        node.expanded = True
        kept: list[Node[S]] = []
        for move, state, cost in successors:
            self._sources.setdefault(state, []).append((node.state, cost))
            known, verdict = self._local.get(state), "duplicate"
            if known is None or node.g + cost < known.g:
                child = self.node(state, node, move, node.g + cost, node.depth + 1)
                dead = self.learned[state] == inf
                verdict = "pruned" if dead else "new" if known is None else "better"
                if not dead:
                    self._local[state] = child
                    kept.append(child)
                    monitor.stats.reopened += known is not None and known.expanded
                    monitor.stats.max_depth = max(monitor.stats.max_depth, child.depth)
            if watch is not None:
                watch(node, move, state, verdict)
        return kept
