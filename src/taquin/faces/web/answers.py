"""Answers that are kept, so that the same question costs nothing the second time."""

from collections import OrderedDict
from typing import Any

__all__ = ["Answers"]


class Answers:
    """The last `most` answers by their questions' keys; those asked for longest ago go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def get(self, key: str) -> dict[str, Any] | None:
        """The answer, None where it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, answer: dict[str, Any]) -> None:
        """Keep one more."""
        self._kept[key] = answer
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
