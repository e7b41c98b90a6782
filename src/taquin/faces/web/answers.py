"""A cache of answers, so that the same question costs nothing the second time."""

from collections import OrderedDict
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["Answer", "Answers"]

T = TypeVar("T")


class Answer(NamedTuple):
    """A result, and the thinned progress reports of the search that computed it."""

    result: dict[str, Any]
    samples: tuple[dict[str, Any], ...] = ()


class Answers(Generic[T]):
    """The last `most` answers by their questions' keys; the least recently used is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        """The answer, None if it is not cached."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, answer: T) -> None:
        """Cache one more."""
        self._kept[key] = answer
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
