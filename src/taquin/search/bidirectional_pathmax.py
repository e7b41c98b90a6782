"""IDA* with bidirectional pathmax: large values of an inconsistent heuristic spread on the path."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.deepening import deepen, evaluated_start
from taquin.search.duplicates import TreePolicy, child_function, on_free_path, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import deepening_code, deepening_why
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["bidirectional_pathmax"]

S = TypeVar("S")

_TEACHING = Teaching(
    label="IDA* with BPMX",
    colour="pink",
    pseudocode=deepening_code(
        CodeLine("        h of child ← max(h of child, h of node - cost of the move)"),
        CodeLine("        h of node ← max(h of node, h of child - cost of the move back)"),
        CodeLine("        if g + h of node is above bound: record it and return"),
        CodeLine("        if g + h of child is above bound: record it and skip child", "pruned"),
        CodeLine("        if child is the goal: return its path", "goal"),
        CodeLine("        search(child), then raise h of node again", "new"),
    ),
    why=deepening_why(
        more="; h is the larger of the heuristic's value and the parent's h - the cost of the move"
    ),
    priority="f",
)


@algorithm(
    "bpmx",
    optimal=True,
    complete=True,
    informed=True,
    paper="Felner, Zahavi, Holte, Schaeffer, Sturtevant & Zhang 2011",
    teaching=_TEACHING,
)
def bidirectional_pathmax(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    duplicates: TreePolicy = "parent",
) -> Node[S] | None:
    """IDA* with BPMX: a child's larger h raises its parent's, which can end the parent's search.

    With a consistent heuristic, it is IDA*, node by node.
    """
    start = evaluated_start(space, h, monitor)

    def contour(bound: int) -> tuple[Node[S] | None, int | None]:
        one_pass = _Pass(space, h, monitor, duplicates, bound)
        node = one_pass.run(start)
        # The start's h, which a pass can raise, bounds every f from below.
        return node, None if one_pass.beyond is None else max(one_pass.beyond, start.h)

    return deepen(start.h, contour, monitor)


class _Pass(Generic[S]):
    """One depth-first pass under a bound; beyond: the least f above it, None if there is none."""

    def __init__(
        self,
        space: StateSpace[S],
        h: Heuristic[S],
        monitor: Monitor[S],
        duplicates: TreePolicy,
        bound: int,
    ) -> None:
        self._space, self._h, self._monitor, self._bound = space, h, monitor, bound
        self._children = child_function(space, duplicates)
        self._check_path = duplicates == "path"
        self._stack: list[tuple[Node[S], Iterator[tuple[str, S, int]]]] = []
        self.beyond: int | None = None

    def run(self, start: Node[S]) -> Node[S] | None:
        """The goal's node, if there is one within the bound."""
        if self._space.is_goal(start.state):
            return start
        self._monitor.opens(self._stack)
        self._enter(start)
        while self._stack:
            node, rest = self._stack[-1]
            if not self._within(node):  # raised by a child
                self._leave()
                continue
            step = next(rest, None)
            if step is None:
                self._leave()
                continue
            child = self._examine(node, *step)
            if child is None:
                continue
            if self._space.is_goal(child.state):
                return child
            self._enter(child)
        return None

    def _enter(self, node: Node[S]) -> None:
        self._monitor.expand(node, 0)
        self._stack.append((node, iter(self._children(node))))

    def _leave(self) -> None:
        """Return to the parent, whose h the node's may raise."""
        node, _ = self._stack.pop()
        if self._stack:
            self._raise(self._stack[-1][0], node)

    def _within(self, node: Node[S]) -> bool:
        """Whether f is within the bound; otherwise it is recorded."""
        f = node.g + node.h
        if f > self._bound and (self.beyond is None or f < self.beyond):
            self.beyond = f
        return f <= self._bound

    def _examine(self, node: Node[S], move: str, state: S, cost: int) -> Node[S] | None:
        """The child if it is to be searched."""
        stats, watch = self._monitor.stats, self._monitor.watch
        stats.generated += 1
        circle = self._check_path and on_path(node, state)
        if circle or (not cost and on_free_path(node, state)):
            if watch is not None:
                watch(node, move, state, "duplicate")
            return None
        stats.evaluated += 1
        value = max(self._h(state), node.h - cost if cost < node.h else 0)
        child = Node(state, node, move, node.g + cost, node.depth + 1, value)
        self._raise(node, child)
        within = self._within(child)
        if watch is not None:
            watch(node, move, state, "new" if within else "pruned")
        if not within:
            return None
        stats.max_depth = max(stats.max_depth, child.depth)
        closest = self._monitor.closest
        if closest is None or child.h < closest.h:
            self._monitor.closest = child
        return child

    def _raise(self, node: Node[S], child: Node[S]) -> None:
        """Raise the node's h to the child's less the cost of the move back, if there is one."""
        if child.h > node.h:
            steps = self._space.successors(child.state)
            back = min((cost for _, state, cost in steps if state == node.state), default=None)
            if back is not None and back < child.h:
                node.h = max(node.h, child.h - back)
