"""What each address has asked for lately, and what it has not fetched yet."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["RateLimit", "Unread"]

_ADDRESSES = 10_000


class RateLimit:
    """A bucket of tokens per address: `burst` at first, then `rate` per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str, now: float, cost: float = 1) -> float:
        """0 if a request of that cost may pass now, otherwise the seconds until it may.

        What passes is paid for; a request that costs more than a full bucket never passes.
        """
        tokens = self._tokens(address, now)
        allowed = tokens >= cost
        self._put(address, tokens - cost if allowed else tokens, now)
        return 0 if allowed else (cost - tokens) / self.rate

    def delay(self, address: str, now: float, cost: float = 1) -> float:
        """The seconds by which to slow a request down; it is paid for, if need be on credit."""
        tokens = self._tokens(address, now) - cost
        self._put(address, tokens, now)
        return max(0.0, -tokens / self.rate)

    def _tokens(self, address: str, now: float) -> float:
        tokens, last = self._buckets.pop(address, (float(self.burst), now))
        return min(self.burst, tokens + (now - last) * self.rate)

    def _put(self, address: str, tokens: float, now: float) -> None:
        self._buckets[address] = tokens, now
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)


class Unread:
    """Bytes of answers that are written but not yet fetched, by address."""

    def __init__(self) -> None:
        self._bytes: Counter[str] = Counter()

    def of(self, address: str) -> int:
        """Those of one address."""
        return self._bytes[address]

    def total(self) -> int:
        """Those of all addresses."""
        return self._bytes.total()

    @contextmanager
    def held(self, address: str, size: int) -> Iterator[None]:
        """Count `size` bytes within the block."""
        self._bytes[address] += size
        try:
            yield
        finally:
            self._bytes[address] -= size
            if not self._bytes[address]:
                del self._bytes[address]
