"""A proof beside the beams: IDA* raises the bound in a thread of its own, on another core.

Beams look for cheaper solutions as long as there is time, and prove nothing; IDA* completes one
contour after another. As soon as its bound is the cost of the beams' best solution, that one is
optimal, and both end.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from taquin.ground.grammar import counted
from taquin.kernels import load_numba
from taquin.search.monitor import Limits, Monitor, Observer, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.making import Account
from taquin.solving.question.naming import search_label
from taquin.solving.question.request import Progress, SearchRequest

if TYPE_CHECKING:
    from taquin.solving.engines.lowering import Lowered

__all__ = ["search_beside"]

Search = Callable[[SearchRequest, Observer | None, Progress | None, Account], SearchResult]
Warm = Callable[["Lowered"], float]
_PATIENCE = 0.1  # seconds: on some systems Ctrl-C waits as long


def search_beside(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
    search: Search,
    warm: Warm,
) -> SearchResult:
    """The search, while the proof that the plan has beside it raises the bound.

    warm: loads or compiles a kernel, and returns the seconds that this took.
    """
    proof, limit = _Proof(request, warm), request.limits.time
    with proof.running():
        found = search(request, observer, partial(proof.hear, progress), account)
        if found.limit is None and limit is not None:  # beams end a little before the time does
            began = time.perf_counter()
            interrupted = not proof.went_on(limit - account.seconds["search"])
            account.seconds["search"] += time.perf_counter() - began
            if interrupted:
                found = replace(found, status=Status.LIMIT, limit="interrupt")
    account.seconds["compile"] += proof.compiling
    return proof.joined(found, account)


class _Proof:
    """A compiled search that runs in a thread until the other one has ended."""

    def __init__(self, request: SearchRequest, warm: Warm) -> None:
        """Load or compile the kernel; compiling: the seconds that this took."""
        load_numba()
        from taquin.solving.engines.lowering import lower

        assert request.plan.beside is not None
        self._stage, limits = request.plan.beside, Limits(memory=request.limits.memory)
        self._lowered = lower(request.at(self._stage, limits))
        self.compiling = warm(self._lowered)
        self._monitor: Monitor[bytes] = Monitor(limits)
        self._proving: Future[SearchResult] = Future()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Search during the block."""
        from taquin.solving.engines.lowering import run_compiled

        with ThreadPoolExecutor(1) as pool:
            self._proving = pool.submit(run_compiled, self._lowered, self._monitor)
            try:
                yield
            finally:
                self._monitor.limits = Limits(time=0.0)  # which its next slice reads

    def went_on(self, seconds: float) -> bool:
        """Search alone for the rest of the time, or until there is a proof; False after Ctrl-C."""
        ends = time.perf_counter() + seconds
        try:
            while (left := ends - time.perf_counter()) > 0 and not self._proving.done():
                wait((self._proving,), min(left, _PATIENCE))
        except KeyboardInterrupt:
            return False
        return True

    def hear(self, progress: Progress | None, monitor: Monitor[Any]) -> None:
        """Exchange what both know. Raises Stop once a solution is proved optimal.

        An error of the proof is raised here, too, not only once the other search has ended.
        """
        if self._proving.done() and self._proving.result().cost is not None:
            raise Stop("proved")
        if monitor.incumbent is not None:
            self._monitor.known = monitor.incumbent.g
            if self._monitor.lower_bound >= monitor.incumbent.g:
                raise Stop("proved")
        if progress is not None:
            progress(monitor)

    def joined(self, found: SearchResult, account: Account) -> SearchResult:
        """What the other search has found, with the bound, and the solution if it is cheaper."""
        own, stage = self._proving.result(), self._stage
        search = search_label(stage.algorithm, stage.heuristic, {})
        effort = counted(own.stats.expanded, "expansion")
        if own.cost is not None and (found.cost is None or own.cost < found.cost):
            found = replace(found, moves=own.moves, states=own.states, cost=own.cost)
            if found.limit == "proved":  # before the other search had any solution
                found = replace(found, status=Status.SOLVED, limit=None)
            account.notes += (f"{search}, which ran alongside, found this solution.",)
        if (own.lower_bound or 0) <= (found.lower_bound or 0):
            return found
        account.notes += (f"{search} proved the bound alongside, with {effort}.",)
        return replace(found, lower_bound=own.lower_bound)
