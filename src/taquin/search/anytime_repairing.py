"""ARA*: weighted A* in passes under a falling weight, each of which reuses the ones before."""

from heapq import heapify, heappop, heappush
from math import inf
from typing import Annotated, Any, Generic, TypeVar

from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.exact import Weight
from taquin.search.frontier import Heap
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import child_loop, low_h_why
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["anytime_repairing"]

S = TypeVar("S")
_HEAVIEST = 1_000_000
_LEAST_STEP = 0.1

_TEACHING = Teaching(
    label="ARA*",
    colour="orange",
    defining="weight",
    pseudocode=(
        CodeLine("w ← {weight}; best ← none; frontier ← {{start}}; later ← {{}}"),
        CodeLine("repeat:"),
        CodeLine("    while the smallest g + w h in frontier is below the cost of best:"),
        CodeLine("        node ← take the node with the smallest g + w h", "choose"),
        child_loop(2),
        CodeLine("            if child is in reached and not cheaper: skip it", "duplicate"),
        CodeLine("            if g + h of child is not below the cost of best: skip it", "pruned"),
        CodeLine("            if child is the goal: best ← its path"),
        CodeLine("            if its state was expanded in this pass: add it to later; continue"),
        CodeLine("            add child to frontier", "new", "better"),
        CodeLine("    move later, and all nodes with g + h below the cost of best, to frontier"),
        CodeLine("    if frontier is empty and there is a best: return best", "found"),
        CodeLine("    if frontier is empty: return: no solution exists", "fail"),
        CodeLine("    w ← max(1, w - {step})"),
    ),
    why=low_h_why(
        "f = g + {weight} * h = {g} + {weighted_h} = {weighted_f}",
        more=" Cost of the best solution so far: {best}.",
    ),
    priority="weighted_f",
    tie_break="low_h",
)


@algorithm(
    "arastar",
    optimal=True,
    complete=True,
    informed=True,
    aliases=("ara*",),
    paper="Likhachev, Gordon & Thrun 2003",
    teaching=_TEACHING,
)
def anytime_repairing(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    weight: Annotated[float, Between(1, _HEAVIEST)] = 3.0,
    step: Annotated[float, Between(_LEAST_STEP, _HEAVIEST)] = 0.5,
) -> Node[S] | None:
    """ARA*: weighted A* whose weight falls to 1; reports ever better solutions, the last optimal.

    With a consistent heuristic, the solution of the pass with weight w costs at most w times the
    optimum. A state is expanded at most once per pass.
    """
    monitor.stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.closest = start
    if space.is_goal(start.state):
        return start
    if start.h == inf:
        return None
    monitor.prove(start.h)
    repair = _Repair(space, h, monitor, start)
    while repair.queued:
        repair.improve(weight)
        # Every cheaper path goes on from one of these nodes, reached at the least cost possible.
        least = min((node.g + node.h for node in repair.remaining()), default=None)
        best = repair.best
        if best is not None and (least is None or least >= best.g):
            monitor.prove(best.g)
            return best
        if least is not None:
            monitor.prove(least)
        weight = max(1.0, weight - step)
    return None


class _Repair(Generic[S]):
    """The nodes that survive from pass to pass, and the best solution.

    queued: the entries of the nodes to begin the next pass with. later: in the paper INCONS, those
    of the states to which a cheaper path was found after they had been expanded in this pass. An
    entry keeps its number, so that ties still go to the newest node.
    """

    def __init__(
        self, space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S], start: Node[S]
    ) -> None:
        self._space, self._h, self._monitor = space, h, monitor
        self._reached = {start.state: start}
        self._frontier = Heap()
        self._closed: set[S] = set()
        self._count, self._weigh = 0, Weight(1.0)
        self.later: list[tuple[Any, ...]] = []
        self.queued = [self._entry(start)]
        self.best: Node[S] | None = None

    def improve(self, weight: float) -> None:
        """One pass: expand until no node has g + weight * h below the cost of the best solution."""
        self._weigh = weigh = Weight(weight)
        self._frontier = frontier = Heap(
            (weigh(entry[-1].g, entry[-1].h), *entry[1:]) for entry in self.queued
        )
        self.later, self._closed = [], set()
        heapify(frontier)
        monitor = self._monitor
        monitor.opens(frontier, self._reached)
        while frontier and (self.best is None or frontier[0][0] < self.best.g):
            node = heappop(frontier)[-1]
            monitor.stats.popped += 1
            if self._reached[node.state] is not node:
                continue
            if monitor.watch is not None:
                best = "none" if self.best is None else self.best.g
                frontier.said = {"weight": weight, "best": best}
            self._expand(node)

    def remaining(self) -> list[Node[S]]:
        """The nodes from which a cheaper path may go on; the next pass begins with them."""
        most = float("inf") if self.best is None else self.best.g
        self.queued = [
            entry
            for entry in (*self._frontier, *self.later)
            if self._reached[(node := entry[-1]).state] is node and node.g + node.h < most
        ]
        return [entry[-1] for entry in self.queued]

    def _expand(self, node: Node[S]) -> None:
        monitor, watch, best = self._monitor, self._monitor.watch, self.best
        if node.h < monitor.closest.h:  # type: ignore[union-attr]
            monitor.closest = node
        successors = self._space.successors(node.state)
        monitor.expand(node, len(successors))
        node.expanded = True
        self._closed.add(node.state)
        for move, state, cost in successors:
            known, verdict = self._reached.get(state), "duplicate"
            g = node.g + cost
            if known is None or g < known.g:
                monitor.stats.evaluated += known is None
                value = self._h(state) if known is None else known.h
                verdict = "new" if known is None else "better"
                if value == inf or (self.best is not None and g + value >= self.best.g):
                    verdict = "pruned"
            if watch is not None:
                watch(node, move, state, verdict)
            if verdict in ("new", "better"):
                monitor.stats.reopened += known is not None and known.expanded
                self._keep(Node(state, node, move, g, node.depth + 1, value))
        if self.best is not None and self.best is not best:
            monitor.found(self.best)

    def _keep(self, child: Node[S]) -> None:
        """Store a child: in the frontier, or for the next pass if its state was expanded in this.

        A goal is the best solution so far, because others are pruned.
        """
        monitor = self._monitor
        self._reached[child.state] = child
        monitor.stats.max_depth = max(monitor.stats.max_depth, child.depth)
        if self._space.is_goal(child.state):
            self.best = child
        elif child.state in self._closed:
            self.later.append(self._entry(child))
        else:
            heappush(self._frontier, self._entry(child))

    def _entry(self, node: Node[S]) -> tuple[Any, ...]:
        self._count += 1
        return (self._weigh(node.g, node.h), node.h, -self._count, node)
