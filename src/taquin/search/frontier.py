"""Frontiers that tell a trace what the search knows of its choice."""

from collections import deque
from collections.abc import Iterable
from typing import Any, TypeVar

from taquin.search.problem import Node

__all__ = ["Heap", "OpenNodes", "Queue"]

S = TypeVar("S")


class Heap(list[Any]):
    """The heap of a search whose choice depends on more than the chosen node.

    said: about the node chosen last, some of `taquin.search.teaching.FACTS`; under "case", one of
    `CASES`. A search maintains it only while it is watched.
    """

    def __init__(self, entries: Any = ()) -> None:
        super().__init__(entries)
        self.said: dict[str, object] = {}


class OpenNodes(dict[S, Node[S]]):
    """The frontier of a search that orders it in several ways: the open node of each state.

    said: as in `Heap`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, object] = {}


class Queue(deque[Node[S]]):
    """The frontier of a search in layers; said: as in `Heap`."""

    def __init__(self, nodes: Iterable[Node[S]] = (), **said: object) -> None:
        super().__init__(nodes)
        self.said: dict[str, object] = said
