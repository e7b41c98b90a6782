"""Taking turns: visitors in rotation, however much each of them asks for."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taquin.faces.web.jobs.fairness import giving_way
from taquin.faces.web.process.refusals import busy
from taquin.ground.heard import RefusalSentence
from taquin.ground.sentences import said

__all__ = ["Gate", "Turns"]


class _Queue:
    """Callers that wait, by address. An address that was served goes behind all others."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def of(self, address: str) -> int:
        """How many callers wait from an address."""
        return len(self._waiting.get(address, ()))

    def join(self, address: str) -> asyncio.Future[None]:
        """A future that is done when it is this caller's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        return turn

    def displace(self, held: int, refusal: Exception) -> bool:
        """Turn away the heaviest user's newest caller, if that user has two more than `held`."""
        waiting = {address: len(turns) for address, turns in self._waiting.items()}
        most = giving_way(waiting, held)
        if most is None:
            return False
        turn = self._waiting[most].pop()
        if not self._waiting[most]:
            del self._waiting[most]
        if not turn.done():
            turn.set_exception(refusal)
        return True

    def call_next(self) -> str | None:
        """Give the turn to the next caller and return its address; None if nobody waits."""
        while self._waiting:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            if not turn.done():  # a caller may have been cancelled
                turn.set_result(None)
                return address
        return None


class Gate:
    """Lets one request pass in each cycle of the event loop.

    A user who sends hundreds at once waits for those; anybody else's request waits for at most one
    of each address. Those who have sent more than their share lately wait for all others.
    """

    def __init__(self) -> None:
        self._first, self._last = _Queue(), _Queue()
        self._open = True

    async def passage(self, address: str, *, last: bool = False) -> None:
        """Return when the request may go on: at once if none has passed in this cycle.

        last: after all those that are not.
        """
        if self._open:
            self._open = False
            asyncio.get_running_loop().call_soon(self._next)
        else:
            await (self._last if last else self._first).join(address)

    def _next(self) -> None:
        if self._first.call_next() is None and self._last.call_next() is None:
            self._open = True
        else:
            asyncio.get_running_loop().call_soon(self._next)


class Turns:
    """One caller at a time; bounded numbers of callers wait, in all and from each address.

    When too many wait, the heaviest user's newest is turned away for an address with at least
    two fewer.

    kind: that of a refusal; sentences: what it says of the `number` of callers that wait or have
    the turn, in all and from one address. most, most_of_address: how many of them there may be.
    """

    def __init__(
        self,
        kind: str,
        sentences: tuple[RefusalSentence, RefusalSentence],
        most: int,
        most_of_address: int,
    ) -> None:
        self._kind, self._sentences = kind, sentences
        self._most, self._most_of_address = most, most_of_address
        self._queue = _Queue()
        self._holder: str | None = None

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it within the block; Refusal if too many callers wait."""
        if self._holder is None:
            self._holder = address
        else:
            self._admit(address)
            turn = self._queue.join(address)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # cancelled just after its turn came
                    self._holder = self._queue.call_next()
                raise
        try:
            yield
        finally:
            self._holder = self._queue.call_next()

    def _admit(self, address: str) -> None:
        near, waiting = self._queue.of(address) + (self._holder == address), len(self._queue) + 1
        if near >= self._most_of_address:
            raise busy(self._kind, said(self._sentences[1], number=near), 2)
        if waiting >= self._most:
            refusal = busy(self._kind, said(self._sentences[0], number=waiting), 2)
            if not self._queue.displace(near, refusal):
                raise refusal
