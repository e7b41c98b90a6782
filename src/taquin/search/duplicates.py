"""How a search treats states that it reaches again: the policies that several algorithms share."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from taquin.search.problem import Node, StateSpace

__all__ = ["Duplicates", "TreePolicy", "child_function", "on_free_path", "on_path"]

S = TypeVar("S")
Successor = tuple[str, S, int]

# Graph search (global), or tree search that discards states on the current path (path), only the
# parent's state (parent), or none.
Duplicates = Literal["global", "path", "parent", "none"]
TreePolicy = Literal["path", "parent", "none"]


def child_function(
    space: StateSpace[S], duplicates: str
) -> Callable[[Node[S]], Sequence[Successor[S]]]:
    """A function for a node's successors; under ``parent`` it omits the move straight back."""
    successors = space.successors
    if duplicates != "parent":
        return lambda node: successors(node.state)

    def forward(node: Node[S]) -> Sequence[Successor[S]]:
        if node.parent is None:
            return successors(node.state)
        back = node.parent.state
        return [successor for successor in successors(node.state) if successor[1] != back]

    return forward


def on_path(node: Node[S], state: S) -> bool:
    """Whether `state` is the state of the node or of one of its ancestors. O(depth)."""
    return any(ancestor.state == state for ancestor in node.upwards())


def on_free_path(node: Node[S], state: S) -> bool:
    """Whether a move from the node, at no cost, closes a circle of such moves.

    A depth-first pass under a bound on cost would follow such a circle for ever. O(free moves).
    """
    for ancestor in node.upwards():
        if ancestor.g < node.g:
            return False
        if ancestor.state == state:
            return True
    return False
