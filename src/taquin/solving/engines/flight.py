"""Boards searched side by side over one collection of tables, by several threads."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING

from taquin.ground.memory import resident_bytes
from taquin.ground.shield import interrupts_wait

if TYPE_CHECKING:
    from taquin.kernels.searches.side_by_side import BoardOutcome, Boards
    from taquin.kernels.searches.wave_nodes import SharedTables

__all__ = ["Flight"]

_HELD = 16  # boards that a thread takes: more could be searched by others at the end of a batch
_SLICE = 100_000  # expansions of a thread before it hands outcomes over, 10 to 20 ms


class Flight:
    """Threads that search boards as they come; each holds a few, and takes more as some are done.

    seconds: wall-clock seconds of the searches, summed over the threads.
    peak: bytes of the process, so far.
    """

    def __init__(self, tables: "SharedTables", threads: int) -> None:
        from taquin.kernels.searches.side_by_side import blank_boards, run

        self._tables = tables
        self._boards = [blank_boards(tables) for _ in range(threads)]
        run(tables, self._boards[0], 0, more=False)  # compiled here, where it is announced
        self._pool = ThreadPoolExecutor(threads)
        self._threads: tuple[Future[None], ...] = ()
        # None ends a thread.
        self._waiting: SimpleQueue[tuple[bytes, Future[BoardOutcome]] | None] = SimpleQueue()
        self._ending = False
        self._lock = Lock()  # for what follows
        self.seconds, self._expanded = 0.0, 0
        self.peak = resident_bytes()

    def begin(self) -> None:
        """Start the threads; `stop` and `end` have to be called."""
        with interrupts_wait():  # else a thread could start that nobody knows
            self._threads = tuple(self._pool.submit(self._serve, each) for each in self._boards)

    def stop(self) -> None:
        """Tell the threads to end, which takes them a slice at most; open boards get no outcome."""
        self._ending = True
        for _ in self._boards:
            self._waiting.put(None)

    def end(self) -> None:
        """Stop the threads and wait for them."""
        self.stop()
        self._pool.shutdown()

    def enter(self, cells: bytes) -> "Future[BoardOutcome]":
        """Search a solvable board in canonical labelling; the future has its outcome."""
        outcome: Future[BoardOutcome] = Future()
        self._waiting.put((cells, outcome))
        return outcome

    def check(self) -> None:
        """Raise what has ended a thread, if anything: its boards would be waited for in vain."""
        for thread in self._threads:
            if thread.done():
                thread.result()

    def share(self, expanded: int) -> float:
        """The seconds of a board with `expanded` expansions."""
        with self._lock:
            return self.seconds * expanded / max(1, self._expanded)

    def _serve(self, boards: "Boards") -> None:
        mine: dict[int, Future[BoardOutcome]] = {}
        while self._take(boards, mine):
            self._search(boards, mine)

    def _take(self, boards: "Boards", mine: "dict[int, Future[BoardOutcome]]") -> bool:
        """Take boards that wait, and wait for one if there is none; False if the flight ends."""
        from taquin.kernels.searches.side_by_side import enter, has_room

        while len(mine) < _HELD and (not mine or has_room(boards, min(mine))):
            try:
                given = self._waiting.get(block=not mine)
            except Empty:
                break
            if given is None:
                return False
            cells, outcome = given
            mine[enter(boards, cells)] = outcome
        return not self._ending

    def _search(self, boards: "Boards", mine: "dict[int, Future[BoardOutcome]]") -> None:
        """Search for a slice, and hand over what was found."""
        from taquin.kernels.searches.side_by_side import LANES, expansions, has_room, outcome, run

        began, before = time.perf_counter(), expansions(boards)
        # Lanes without a board wait: not for long, others may come.
        budget = _SLICE * min(len(mine), LANES) // LANES
        # Where the oldest board keeps others from being taken, no lane returns for one.
        more = has_room(boards, min(mine)) and not self._waiting.empty()
        run(self._tables, boards, budget, more=more)
        spent, peak = time.perf_counter() - began, resident_bytes()
        with self._lock:
            self.seconds += spent
            self._expanded += expansions(boards) - before
            self.peak = max(self.peak, peak)
        for number in list(mine):
            board_outcome = outcome(boards, number)
            if board_outcome is not None:
                mine.pop(number).set_result(board_outcome)
