"""The one rule of fairness: the heaviest user gives way first, whatever is shared.

Holders are addresses; what they hold are bytes, callers, jobs, streams or connections. Nobody gains
by taking more, because what they add is what they lose.
"""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

__all__ = ["Ledger", "giving_way", "holding_most"]

K = TypeVar("K", bound=Hashable)


def holding_most(held: Mapping[str, int]) -> str | None:
    """The heaviest user, None if nobody holds anything."""
    return max(held, key=held.__getitem__, default=None)


def giving_way(held: Mapping[str, int], own: int) -> str | None:
    """Who gives one up for a user who holds `own`: the heaviest, if it holds two more than that.

    With one more they would only exchange their places. None if nobody has to.
    """
    most = holding_most(held)
    return None if most is None or held[most] < own + 2 else most


class Ledger(Generic[K]):
    """Things by key, each with its holder's address and its size in bytes.

    The budget is a number of bytes and a number of things. `surplus` removes what exceeds it: the
    oldest things of the heaviest user, so that nobody can push out another visitor's things by
    adding their own. O(holders) for each thing removed.
    """

    def __init__(self, most_bytes: int, most: int) -> None:
        self._most_bytes, self._most = most_bytes, most
        self._things: dict[str, dict[K, int]] = {}
        self._holders: dict[K, str] = {}
        self._sums: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._holders)

    @property
    def bytes(self) -> int:
        """The sizes of all things together."""
        return sum(self._sums.values())

    def enter(self, key: K, holder: str, size: int) -> None:
        """Add a thing as its holder's newest, or renew it with another size."""
        self.remove(key)
        self._holders[key] = holder
        self._things.setdefault(holder, {})[key] = size
        self._sums[holder] = self._sums.get(holder, 0) + size

    def renew(self, key: K) -> None:
        """Make a thing its holder's newest; does nothing if it is not there."""
        holder = self._holders.get(key)
        if holder is not None:
            things = self._things[holder]
            things[key] = things.pop(key)

    def remove(self, key: K) -> None:
        """Drop a thing; does nothing if it is not there."""
        holder = self._holders.pop(key, None)
        if holder is None:
            return
        things = self._things[holder]
        self._sums[holder] -= things.pop(key)
        if not things:
            del self._things[holder], self._sums[holder]

    def surplus(self) -> list[K]:
        """Remove what exceeds the budget, and return it."""
        gone: list[K] = []
        while len(self) > self._most or self.bytes > self._most_bytes:
            held = self._sums
            if self.bytes <= self._most_bytes:
                held = {holder: len(things) for holder, things in self._things.items()}
            most = holding_most(held)
            assert most is not None
            key = next(iter(self._things[most]))
            self.remove(key)
            gone.append(key)
        return gone
