"""IDA* with pattern databases on a cluster: the subtrees of each large contour are spread.

The queue of subtrees is here. A worker gets some, searches for a second or so, and reports what it
has counted and what is left, which goes back into the queue. So a worker that is slow, or ends,
holds up no more than that, and the search knows at any time what is done.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from taquin.cluster.crew import Crew, crew
from taquin.ground.announce import announce
from taquin.ground.errors import ClusterError, ClusterLost
from taquin.ground.shield import interrupts_wait
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.search.monitor import Stop
from taquin.solving.engines.checkpoint import inherit
from taquin.solving.engines.contour_search import ContourSearch, no_way
from taquin.solving.engines.spread_check import check_report
from taquin.solving.engines.spread_worker import SpreadJob, fingerprint, prepare, search_part
from taquin.solving.question.request import SearchRequest

if TYPE_CHECKING:
    import numpy.typing as npt

    from taquin.kernels.searches.snapshot import Snapshot
    from taquin.kernels.searches.subtrees import Subtree, SubtreeReport

__all__ = ["SpreadSearch", "part_seconds", "part_weight", "spread_crew"]

_WORTH_SPREADING = 300_000  # expansions of the previous contour
_SPLITS = (2, 4, 6, 8)  # depths at which a contour may be cut up first
_PER_THREAD = 8  # subtrees to begin a contour with
_AHEAD = 2  # parts in flight for each thread: one that it searches, one that waits there
_MOST_IN_PART = 1000
_FIRST_SECONDS = 0.5
_LEAST_SECONDS, _MOST_SECONDS = 0.2, 5.0  # of a part
_PARTS_A_SECOND = 150  # Dask takes 3 ms of a processor for each
_WAIT = 0.1


@contextmanager
def spread_crew(request: SearchRequest, heuristic: PatternHeuristic) -> Iterator[Crew]:
    """The workers of the request's cluster; begins once one of them is fit.

    Raises ClusterError where none is.
    """
    assert request.cluster is not None
    with crew(request.cluster, prepare, _job(request, heuristic)) as team:
        while not team.threads:
            team.results(_WAIT)
        yield team


def _job(request: SearchRequest, heuristic: PatternHeuristic) -> SpreadJob:
    start = bytes(heuristic.canonical.board(request.start.cells))
    tables = fingerprint(heuristic.collection)
    return SpreadJob(request.puzzle, heuristic.partition, start, tables)


def part_seconds(waiting: float, speed: float, running: int) -> float:
    """How long a part may last.

    Half as long as what waits would keep everybody busy: towards the end, and while a few large
    subtrees hold most of a contour, they are soon split. Longer where many parts are running.

    waiting: the weight of what waits.   speed: weight searched in a second, 0 if unknown.
    """
    seconds = waiting / speed / 2 if speed > 0 else _FIRST_SECONDS
    return max(_LEAST_SECONDS, running / _PARTS_A_SECOND, min(seconds, _MOST_SECONDS))


def part_weight(waiting: float, speed: float, threads: int) -> float:
    """How much a part should hold: less towards the end, but worth its way."""
    threads = max(1, threads)
    return max(waiting / (2 * _AHEAD * threads), _LEAST_SECONDS * speed / threads)


@dataclass
class SpreadSearch(ContourSearch):
    """The search on a cluster: counts, the queue, and what is being searched.

    team: the workers.
    """

    team: Crew = field(kw_only=True)

    def __post_init__(self) -> None:
        heuristic = self.heuristic
        self._job = _job(self.request, heuristic)
        self._tables = heuristic.collection.search_tables()
        self._bound = heuristic.collection.value(self._job.start)
        self._nearest, self._h = self._job.start, self._bound
        self._contours: list[tuple[int, int]] = []
        self._expanded = self._generated = self._deepest = 0
        # Of the current contour:
        self._next = 0
        self._queue: list[tuple[float, int, Subtree]] = []
        self._waiting = self._in_hand = 0.0  # weight of the queue, and of what is being searched
        self._running: dict[int, list[Subtree]] = {}
        self._began = time.perf_counter()
        self._at_first = 1.0  # the weight of the contour when this process began with it
        self._numbers = count()

    def run(self) -> None:
        """Search to the end, a limit, Ctrl-C or the loss of the cluster, and keep what is done."""
        try:
            super().run()
        except ClusterLost as error:
            announce(str(error).rstrip("."))
            self.limit = "cluster"
        except ClusterError:
            self.keep()
            raise
        if self.limit is not None:
            self.keep()

    def deepen(self) -> str | None:
        """Contour by contour, each large one spread over the workers."""
        from taquin.kernels.searches.lanes import UNREACHED
        from taquin.kernels.searches.pdb_kernels import greatest_bound

        if self.snapshot is not None:
            self.resume(self.snapshot)
        monitor, resumed = self.monitor, bool(self._queue)
        if self._h == 0:
            return ""
        greatest = greatest_bound(self._tables, self.frames)
        while True:
            before = sum(nodes for _, nodes in self._contours)
            self._tell(0, 0)
            monitor.prove(self._bound)
            known = self.scout.before(self._bound)
            if known is not None and self._bound >= known:
                return None
            if not resumed:  # else the contour is open, with the nodes that it has
                monitor.contour(self._bound)
            monitor.slice()
            last = self._contours[-1][1] if self._contours else 0
            if resumed:
                resumed, found = False, self._work_off()
            elif last > _WORTH_SPREADING:
                found = self._split() or self._work_off()
            else:
                found = self._alone()
            if found is not None:
                self._tell(0, 0)
                return found
            if self._next == UNREACHED:
                raise no_way()
            if self._next > greatest:
                raise Stop("depth")
            with interrupts_wait():
                self._contours.append((self._bound, self._expanded - before))
                self._bound = self._next

    def _alone(self) -> str | None:
        """A contour too small to be worth spreading."""
        from taquin.kernels.searches.subtrees import Subtree, search_subtrees

        def enough(expanded: int, generated: int) -> bool:
            self._tell(expanded, generated)
            monitor.slice()
            return False

        monitor, whole = self.monitor, [Subtree("", 1.0)]
        start, bound = self._job.start, self._bound
        self._begin()
        report = search_subtrees(self._tables, self.frames, start, whole, bound, enough)
        self._take(report)
        return report.solution

    def _split(self) -> str | None:
        """Cut the contour up until there is enough to do for every thread."""
        from taquin.kernels.searches.subtrees import split

        self._begin()
        for depth in _SPLITS:
            report = split(self._tables, self.frames, self._job.start, self._bound, depth)
            if report.solution or len(report.left) >= _PER_THREAD * self.team.threads:
                break
        with interrupts_wait():
            self._take(report)
        return report.solution

    def _begin(self) -> None:
        from taquin.kernels.searches.lanes import UNREACHED

        self._next, self._began, self._at_first = UNREACHED, time.perf_counter(), 1.0
        self._waiting = self._in_hand = 0.0

    def _work_off(self) -> str | None:
        """Have the queue searched by the workers; a solution ends it."""
        while self._queue or self._running:
            while self._queue and len(self._running) < _AHEAD * self.team.threads:
                self._hand_out()
            for name, given in self.team.results(_WAIT):
                report = self._checked(name, given)
                with interrupts_wait():  # Ctrl-C would lose the subtrees that move between them
                    part = self._running.pop(name)
                    self._in_hand -= sum(subtree.weight for subtree in part)
                    self._take(report)
                if report.solution is not None:
                    return str(report.solution)
            self.monitor.share = 1 - self._weight()
            self._tell(0, 0)
            self.monitor.slice()
            if self.keeper is not None and self.keeper.due():
                self.keep()
        return None

    def _checked(self, name: int, given: Any) -> "SubtreeReport":
        """The report in what a worker has sent, as far as it can be checked."""
        report = given[0] if isinstance(given, tuple) and len(given) == 2 else given
        part, value = self._running[name], self.heuristic.collection.value
        check_report(report, part, self._bound, value)
        return report  # type: ignore[no-any-return]

    def _hand_out(self) -> None:
        """Give the crew the largest subtrees: a part of what waits, for a limited time."""
        waiting, speed = self._waiting, self._speed()
        seconds, number = part_seconds(waiting, speed, len(self._running)), next(self._numbers)
        enough = part_weight(waiting, speed, self.team.threads)
        part: list[Subtree] = []
        weight = 0.0
        with interrupts_wait():
            while self._queue and len(part) < _MOST_IN_PART and (not part or weight < enough):
                part.append(heappop(self._queue)[2])
                weight += part[-1].weight
            self._running[number] = part
            self._waiting = self._waiting - weight if self._queue else 0.0
            self._in_hand += weight
        self.team.submit(number, search_part, self._job, part, self._bound, seconds)

    def _speed(self) -> float:
        """The part of the contour that is searched in a second; 0 while that is unknown."""
        seconds = time.perf_counter() - self._began
        return max(0.0, self._at_first - self._weight()) / seconds if seconds > 0 else 0.0

    def _weight(self) -> float:
        """The part of the contour that is not known to be searched."""
        return max(0.0, min(1.0, self._waiting + self._in_hand))

    def _take(self, report: "SubtreeReport") -> None:
        """Count what was searched, and queue what is left."""
        self._expanded += report.expanded
        self._generated += report.generated
        self._next = min(self._next, report.next_bound)
        self._deepest = max(self._deepest, report.deepest)
        if report.h < self._h:
            self._nearest, self._h = report.nearest, report.h
        for subtree in report.left:
            heappush(self._queue, (-subtree.weight, next(self._numbers), subtree))
            self._waiting += subtree.weight

    def _tell(self, expanded: int, generated: int) -> None:
        """Tell the monitor the counts, with those that a running slice has added."""
        self.count(self._expanded + expanded, self._generated + generated)
        self.monitor.stats.max_depth = self._deepest
        self.monitor.near(self.heuristic.canonical.original(self._nearest), self._h)

    def keep(self) -> None:
        """Write a checkpoint: what waits, and what is being searched, which is not counted yet."""
        from taquin.kernels.searches.snapshot import Snapshot

        running = [subtree for part in self._running.values() for subtree in part]
        open_ones = running + [subtree for _, _, subtree in self._queue]
        if self.keeper is None or not open_ones:
            return
        texts = [subtree.moves for subtree in open_ones]
        arrays: dict[str, npt.NDArray[Any]] = {
            "subtree_moves": np.frombuffer("".join(texts).encode(), dtype=np.uint8),
            "subtree_lengths": np.array([len(text) for text in texts], dtype=np.int64),
            "subtree_weights": np.array([subtree.weight for subtree in open_ones]),
            "next_bound": np.array([self._next]),
        }
        done = self._expanded, self._generated
        contours = tuple(self._contours)
        self.keeper.save(Snapshot(self._bound, contours, *done, arrays, ()))

    def resume(self, snapshot: "Snapshot") -> None:
        """Continue where `keep` was called. Raises Misfit if no search can have come to that."""
        from taquin.kernels.searches.pdb_kernels import greatest_bound
        from taquin.kernels.searches.snapshot import check_counts
        from taquin.kernels.searches.subtrees import waiting_subtrees

        greatest = greatest_bound(self._tables, self.frames)
        check_counts(snapshot, self._h, greatest, self._tables)
        inherit(self.monitor, snapshot)
        self._bound, self._contours = snapshot.bound, list(snapshot.contours)
        self._expanded, self._generated = snapshot.expanded, snapshot.generated
        for subtree in waiting_subtrees(self._tables, self._job.start, snapshot):
            self._queue.append((-subtree.weight, next(self._numbers), subtree))
            self._waiting += subtree.weight
        heapify(self._queue)
        self._next = int(snapshot.shared["next_bound"][0])
        self._at_first = self._weight()
