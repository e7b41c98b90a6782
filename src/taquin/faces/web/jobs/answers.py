"""A cache of answers, so that the same question costs nothing the second time."""

from typing import Any, Generic, NamedTuple, TypeVar

from taquin.faces.web.jobs.fairness import Ledger

__all__ = ["Answers", "JobAnswer"]

T = TypeVar("T")


class JobAnswer(NamedTuple):
    """A result, and the thinned progress reports of the search that computed it.

    size: bytes of the result as JSON.
    """

    result: dict[str, Any]
    samples: tuple[dict[str, Any], ...] = ()
    size: int = 0


class Answers(Generic[T]):
    """Answers by their questions' keys.

    most_bytes, most: their budget. The user whose questions fill most of it loses the least
    recently used.
    """

    def __init__(self, most_bytes: int, most: int) -> None:
        self._ledger: Ledger[str] = Ledger(most_bytes, most)
        self._kept: dict[str, T] = {}

    def get(self, key: str) -> T | None:
        """The answer, None if it is not cached."""
        self._ledger.renew(key)
        return self._kept.get(key)

    def put(self, key: str, answer: T, size: int, address: str = "") -> None:
        """Cache one more. size: in bytes; address: where the question came from."""
        self._kept[key] = answer
        self._ledger.enter(key, address, size)
        for surplus in self._ledger.surplus():
            del self._kept[surplus]
