"""The search that a trace records, as far as its observer knows it."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from taquin.puzzle.puzzle import State
from taquin.search.algorithm import AlgorithmSpec
from taquin.search.problem import Node

__all__ = ["SIDES", "Watched"]

SIDES = ("forwards", "backwards")


@dataclass(slots=True)
class Watched:
    """A running search: its own frontier and reached states, not copies of them.

    settings: all its options. newest: the states that entered a `set` of reached states last,
    which has no order of its own. iteration: how many nodes have been chosen. bound: of the
    current pass; None for a search in one pass.
    """

    spec: AlgorithmSpec
    settings: dict[str, object]
    newest: deque[State]
    frontier: Any = ()
    reached: Any = ()
    iteration: int = 0
    bound: int | None = None

    def side(self, node: Node[Any]) -> int | None:
        """0 for the search from the start, 1 for the search from the goal; None if there is one."""
        if not hasattr(self.reached, "sides"):
            return None
        return 0 if self.reached.sides[0].get(node.state) is node else 1
