"""Answers that are kept, so that the same question costs nothing the second time."""

from collections import OrderedDict
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["Answer", "Answers"]

T = TypeVar("T")


class Answer(NamedTuple):
    """What came out, and how the search stood while it ran: its reports of progress, thinned."""

    result: dict[str, Any]
    samples: tuple[dict[str, Any], ...] = ()


class Answers(Generic[T]):
    """The last `most` answers by their questions' keys; those asked for longest ago go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        """The answer, None where it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, answer: T) -> None:
        """Keep one more."""
        self._kept[key] = answer
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
