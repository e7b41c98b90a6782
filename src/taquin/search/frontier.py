"""A frontier that tells a trace what the search knows of its choice."""

from typing import Any

__all__ = ["Frontier"]


class Frontier(list[Any]):
    """The heap of a search whose choice depends on more than the chosen node.

    said: about the node chosen last, some of `taquin.search.teaching.FACTS`; under "case", one of
    `CASES`. A search maintains it only while it is watched.
    """

    def __init__(self, entries: Any = ()) -> None:
        super().__init__(entries)
        self.said: dict[str, object] = {}
