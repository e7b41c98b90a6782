"""The workers of a cluster that are fit for a piece of work, and the tasks that they do.

A worker gets its first task once it has shown that it runs the same version of taquin and has
prepared itself, for example opened its tables; one that joins later does so too. Dask moves tasks
from busy workers to idle ones, and does those of a worker that ends again elsewhere. What has no
fit worker left waits for one for a while.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from taquin.cluster.address import Cluster, Connected
from taquin.cluster.connection import connected
from taquin.ground.announce import announce
from taquin.ground.errors import ClusterError, ClusterLost, named
from taquin.ground.version import __version__

__all__ = ["PATIENCE", "Crew", "crew"]

PATIENCE = 60.0  # seconds to wait for a worker where there is none
_LOOK_SECONDS = 1.0  # between two looks at which workers there are
_MOST_DEATHS = 3  # times that Dask may give a task up, each after four workers ended in it
# By reference, so that it needs no taquin there.
_PROBE = "'=' + __import__('taquin').__version__"
Prepare = Callable[..., str | None]


@dataclass
class _Task:
    """A task: its name, what to call, and where it may run.

    future: of the current attempt.   places: the addresses of the workers that may run it.
    deaths: attempts that ended with several workers.
    """

    name: Any
    call: tuple[Any, ...]
    future: Any = None
    places: frozenset[str] = frozenset()
    deaths: int = 0


@dataclass
class _Checks:
    """What is known of the workers: fit with their threads, not heard yet, refused and why."""

    fit: dict[str, int] = field(default_factory=dict)
    unanswered: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)


class Crew:
    """Tasks on the fit workers of a cluster; used by one thread.

    prepare: called as prepare(*arguments) in each worker before its first task; returns None, or
    why the worker cannot be used.
    """

    def __init__(self, client: Connected, prepare: Prepare, *arguments: Any) -> None:
        self._client, self._version = client, __version__
        self._prepare = (prepare, *arguments)
        self._checks = _Checks()
        self._tasks: dict[str, _Task] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._looked = 0.0
        self._alone_since = time.monotonic()

    @property
    def threads(self) -> int:
        """Tasks that the fit workers can do at once."""
        return sum(self._checks.fit.values())

    @property
    def pending(self) -> int:
        """Tasks whose results have not been returned."""
        return len(self._tasks)

    def submit(self, name: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Have function(*arguments) called in a fit worker; `results` returns it under `name`."""
        self._start(_Task(name, (function, *arguments)))

    def results(self, timeout: float) -> list[tuple[Any, Any]]:
        """The (name, value) of the tasks that have ended, waiting up to `timeout` seconds for one.

        Raises what a task raised, ClusterError if no worker is fit, and ClusterLost once the
        scheduler is lost, or every worker and none joins within `PATIENCE` seconds.
        """
        self._look()
        found = []
        try:
            ended = [self._done.get(timeout=timeout)]
            while not self._done.empty():
                ended.append(self._done.get_nowait())
        except Empty:
            self._check_connection()
            return []
        for future in ended:
            task = self._tasks.get(future.key)
            if task is None or task.future is not future:
                self._hear(future)
                continue
            value = self._value(task, future)
            if value is not None:
                del self._tasks[future.key]
                found.append((task.name, value[0]))
        return found

    def drop(self) -> None:
        """Give up all tasks; those that run go on to their end, and nobody hears of it."""
        futures = [task.future for task in self._tasks.values() if task.future is not None]
        futures += self._checks.unanswered.values()
        self._tasks.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures)

    def _start(self, task: _Task) -> None:
        task.places = frozenset(self._checks.fit)
        if not task.places:
            self._tasks[f"waiting-{id(task)}"] = task
            return
        task.future = self._submit(*task.call, workers=sorted(task.places))
        self._tasks[task.future.key] = task
        task.future.add_done_callback(self._done.put)

    def _submit(self, *call: Any, workers: list[str]) -> Any:
        try:
            return self._client.submit(*call, workers=workers, pure=False)
        except (OSError, RuntimeError, AttributeError) as error:
            self._check_connection()
            raise ClusterError(f"the cluster takes no work: {named(error)}.") from None

    def _value(self, task: _Task, future: Any) -> tuple[Any] | None:
        """(the result,), or None if the task begins again."""
        from distributed.scheduler import KilledWorker

        if future.status in ("cancelled", "lost"):
            self._check_connection()
            raise ClusterLost("the connection to the cluster's scheduler was lost.")
        try:
            return (future.result(timeout=10),)
        except KilledWorker:
            task.deaths += 1
            if task.deaths >= _MOST_DEATHS:
                raise ClusterError(
                    "the same task killed several workers, most likely because memory ran "
                    "out. Start workers with more memory or fewer threads."
                ) from None
        except TimeoutError:
            pass  # the worker that has it was lost just now
        self._again(task)
        return None

    def _again(self, task: _Task) -> None:
        self._tasks = {key: other for key, other in self._tasks.items() if other is not task}
        if task.future is not None and not task.future.done():
            self._client.cancel([task.future])
        self._start(task)

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise ClusterLost("the connection to the cluster's scheduler was lost.")

    def _look(self) -> None:
        """Ask new workers whether they are fit, and see which are gone."""
        now = time.monotonic()
        if now - self._looked < _LOOK_SECONDS and self._checks.fit:
            return
        self._looked = now
        self._check_connection()
        try:
            there: dict[str, int] = dict(self._client.nthreads())
        except (OSError, TimeoutError):
            raise ClusterLost("the connection to the cluster's scheduler was lost.") from None
        checks = self._checks
        gone = (checks.fit.keys() | checks.unanswered.keys() | checks.refused.keys()) - there.keys()
        for address in gone:
            for known in (checks.fit, checks.unanswered, checks.refused):
                known.pop(address, None)
        if gone:
            one = len(gone) == 1
            lost, its = ("1 worker was", "its") if one else (f"{len(gone)} workers were", "their")
            announce(f"{lost} lost; {its} unfinished work is repeated")
        for address in there.keys() - checks.fit.keys() - checks.refused.keys():
            if address not in checks.unanswered:
                self._ask(address, (eval, _PROBE))
        self._note_alone(there)
        for task in list(self._tasks.values()):
            if task.places.isdisjoint(checks.fit) and checks.fit:
                self._again(task)

    def _note_alone(self, there: dict[str, int]) -> None:
        checks, now = self._checks, time.monotonic()
        if checks.fit or checks.unanswered:
            self._alone_since = now
        elif there:
            reasons = "; ".join(f"{where}: {why}" for where, why in checks.refused.items())
            raise ClusterError(f"no worker of the cluster can be used: {reasons:.600}")
        elif now - self._alone_since > PATIENCE:
            raise ClusterLost(
                f"the cluster has had no worker for {PATIENCE:g} s. Start one with `dask worker`."
            )

    def _ask(self, address: str, call: tuple[Any, ...]) -> None:
        future = self._submit(*call, workers=[address])
        self._checks.unanswered[address] = future
        future.add_done_callback(self._done.put)

    def _hear(self, future: Any) -> None:
        """What a worker that was asked has answered."""
        checks = self._checks
        waiting = checks.unanswered.items()
        address = next((where for where, check in waiting if check is future), None)
        if address is None or future.status in ("cancelled", "lost"):
            return
        try:
            answer = future.result(timeout=10)
        except Exception as error:  # whatever it is, the worker says why it cannot be used
            answer = f"it fails with {named(error):.300}"
            if isinstance(error, ModuleNotFoundError):
                answer = "taquin is not installed there"
        if answer == f"={self._version}":
            self._ask(address, self._prepare)
            return
        del checks.unanswered[address]
        if answer is None:
            checks.fit[address] = self._client.nthreads([address]).get(address, 1)
            return
        if isinstance(answer, str) and answer.startswith("="):
            answer = f"it runs taquin {answer[1:]}, not {self._version}"
        checks.refused[address] = str(answer)
        announce(f"worker {address} is not used: {answer}")
        self._looked = 0.0


@contextmanager
def crew(cluster: Cluster, prepare: Prepare, *arguments: Any) -> Iterator[Crew]:
    """A crew on a cluster; its tasks are given up with the block."""
    with connected(cluster) as client:
        team = Crew(client, prepare, *arguments)
        try:
            yield team
        finally:
            team.drop()
