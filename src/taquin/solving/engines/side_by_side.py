"""Many boards searched at once, in one process: those of a batch, answered in order.

IDA* over pattern databases waits for memory, and has little else to do in the first contours of a
board. `kernels.searches.side_by_side` fills that time with other boards.
"""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from taquin.ground.deadline import TimeUp, deadline
from taquin.ground.errors import TableError, TaquinError
from taquin.ground.shield import interrupts_wait
from taquin.ground.storage import using_memory
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import SearchResult, Stats, Status
from taquin.solving.answers.making import Account, answered, stopped
from taquin.solving.answers.replay import states_along
from taquin.solving.answers.result import Result
from taquin.solving.engines.contours import NOTE
from taquin.solving.engines.flight import Flight
from taquin.solving.engines.pattern_bench import ready
from taquin.solving.question.request import SearchRequest

if TYPE_CHECKING:
    from taquin.kernels.searches.side_by_side import BoardOutcome
    from taquin.kernels.searches.wave_nodes import SharedTables

__all__ = ["answers", "may_join"]

_CELLS = 16
_AHEAD = 32  # requests for each thread that are read before the first of them is answered
_PATIENCE = 0.1  # seconds: on some systems Ctrl-C waits as long
# Who sets lower limits wants them kept, although others are searched meanwhile.
_LEAST_SECONDS, _LEAST_EXPANSIONS = 1.0, 250_000
_INTERRUPTED = "Interrupted while this board and others were searched side by side."


def may_join(request: SearchRequest) -> bool:
    """Whether a board can be searched beside others, as far as its request tells."""
    limits = request.limits
    main = request.plan.main
    plain = main.means == "pruned" and request.checkpoints is None and request.cluster is None
    plain = plain and request.puzzle.cells <= _CELLS and main.workers == 1
    early = limits.time is not None and limits.time < _LEAST_SECONDS
    early |= limits.expansions is not None and limits.expansions < _LEAST_EXPANSIONS
    return plain and not early and request.verdict.solvable


def answers(
    requests: Iterable[SearchRequest | None], *, threads: int = 1
) -> Generator[Result | None]:
    """The result of each request, in order; None for one that has to be searched alone.

    Those are searches of other kinds, and boards that take long. Some requests are read ahead.
    After Ctrl-C during a search, the next result says so. Close the generator to end its threads.

    threads: how many search; the caller's thread reads requests and makes results.
    """
    source, tickets = iter(requests), deque[_Ticket]()
    more, ahead = True, _AHEAD * threads
    with _Flights(threads) as flights:
        while more or tickets:
            try:
                while more and len(tickets) < ahead:
                    if tickets and tickets[-1].flight is None:
                        break  # no need to read on before that one is answered
                    for request in source:
                        tickets.append(flights.ticket(request))
                        break
                    else:
                        more = False
                answer = tickets[0].answer() if tickets else None
            except KeyboardInterrupt:
                if not tickets or tickets[0].request is None:
                    raise
                answer = tickets[0].interrupted()
            if tickets:
                tickets.popleft()
                yield answer


@dataclass
class _Ticket:
    """A request, and where its board is searched.

    flight, outcome: None if it is searched alone.
    seconds: of compiling and tables, spent for this request.
    """

    request: SearchRequest | None
    flight: Flight | None = None
    outcome: "Future[BoardOutcome] | None" = None
    heuristic: PatternHeuristic | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    def answer(self) -> Result | None:
        """The result, once it is there; None if the board has to be searched alone."""
        if self.flight is None or self.outcome is None:
            return None
        while not wait((self.outcome,), _PATIENCE).done:
            self.flight.check()
        found = self.outcome.result()
        return None if found.moves is None or not self._sound() else self._solved(found)

    def _sound(self) -> bool:
        """Whether the tables are sound; if not, the search alone tells it."""
        assert self.heuristic is not None
        try:
            self.heuristic.collection.wait()
        except TableError:
            return False
        return True

    def _solved(self, found: "BoardOutcome") -> Result:
        request, flight, heuristic = self.request, self.flight, self.heuristic
        assert request is not None and flight is not None and heuristic is not None
        assert found.moves is not None
        letters = heuristic.canonical.moves(found.moves)
        states, cost = states_along(request.puzzle, request.puzzle.encode(request.start), letters)
        stats = Stats(
            expanded=found.expanded,
            generated=found.generated,
            evaluated=found.generated + 1,
            peak_frontier=cost,
            max_depth=cost,
            contours=[list(contour) for contour in found.contours],
        )
        return answered(
            request,
            SearchResult(Status.SOLVED, None, tuple(letters), states, cost, found.bound, stats),
            Account(
                engine="pruned",
                seconds={**self.seconds, "search": flight.share(found.expanded)},
                peak_memory=flight.peak,
                notes=(NOTE,),
            ),
        )

    def interrupted(self) -> Result:
        """The answer after Ctrl-C."""
        assert self.request is not None
        account, prepared = Account(), sum(self.seconds.values())
        found = stopped(account, "interrupt", prepared, 0, _INTERRUPTED)
        return answered(self.request, found, account)


class _Flights:
    """The flights of one batch, by tables, and the opened tables, by puzzle and heuristic."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._flights: dict[PatternCollection, Flight] = {}
        self._opened: dict[tuple[Puzzle, str], PatternHeuristic] = {}

    def __enter__(self) -> "_Flights":
        return self

    def __exit__(self, *_: object) -> None:
        with interrupts_wait():  # else some could go on, and the process would wait for them
            for flight in self._flights.values():
                flight.stop()
        for flight in self._flights.values():
            flight.end()

    def ticket(self, request: SearchRequest | None) -> _Ticket:
        """Put a request's board in flight, if it can be searched beside others."""
        if request is None or not may_join(request):
            return _Ticket(request)
        try:
            heuristic, seconds = self._ready(request)
        except (TaquinError, TimeUp):
            return _Ticket(request)  # searched alone, it meets the same problem, and tells it
        flight = self._flight(heuristic.collection)
        memory = request.limits.memory
        if flight is None or (memory is not None and flight.peak >= memory):
            return _Ticket(request)
        outcome = flight.enter(heuristic.canonical.board(request.start.cells))
        return _Ticket(request, flight, outcome, heuristic, seconds)

    def _ready(self, request: SearchRequest) -> tuple[PatternHeuristic, dict[str, float]]:
        key = request.puzzle, str(request.heuristic).partition(":")[2]
        if key in self._opened:
            return self._opened[key], {"compile": 0.0, "tables": 0.0}
        with deadline(request.limits.time), using_memory(request.limits.memory):
            self._opened[key], seconds = ready(*key)
        return self._opened[key], seconds

    def _flight(self, collection: PatternCollection) -> Flight | None:
        if collection in self._flights:
            return self._flights[collection]
        from taquin.kernels.searches.side_by_side import pair_tables

        if collection not in _pairs:
            _pairs[collection] = pair_tables(collection.search_tables())
        tables = _pairs[collection]
        if tables is None:
            return None
        self._flights[collection] = Flight(tables, self._threads)
        self._flights[collection].begin()
        return self._flights[collection]


# The tables as the search reads them, made once; None where it does not apply.
_pairs: "WeakKeyDictionary[PatternCollection, SharedTables | None]" = WeakKeyDictionary()
