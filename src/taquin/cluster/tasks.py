"""Many tasks on a cluster, with their results in order."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from taquin.cluster.address import Cluster
from taquin.cluster.crew import Prepare, crew

__all__ = ["abandoned", "in_order"]

T = TypeVar("T")
_AHEAD = 2  # tasks in flight for each thread
_MOST_WAITING = 10_000  # results that wait for one before them
_WAIT = 0.1


def in_order(
    cluster: Cluster,
    function: Callable[..., T],
    calls: Sequence[tuple[Any, ...]],
    prepare: Prepare,
    *arguments: Any,
) -> Generator[T]:
    """function(*call) of each call, computed by the workers of a cluster; see `Crew`.

    The errors of a task are raised when its turn comes.
    """
    results: dict[int, T] = {}
    submitted = returned = 0
    with crew(cluster, prepare, *arguments) as team:
        while returned < len(calls):
            while (
                submitted < len(calls)
                and team.pending < _AHEAD * team.threads
                and submitted - returned < _MOST_WAITING
            ):
                team.submit(submitted, function, *calls[submitted])
                submitted += 1
            results.update(team.results(_WAIT))
            while returned in results:
                yield results.pop(returned)
                returned += 1


def abandoned() -> bool:
    """Within a task: whether nobody waits for its result any more."""
    from distributed import get_worker

    try:
        worker = get_worker()
        task = worker.state.tasks.get(worker.get_current_task())
    except ValueError:  # not within a task
        return False
    return task is None or task.state in ("cancelled", "released", "forgotten")
