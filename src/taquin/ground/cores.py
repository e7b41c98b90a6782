"""How many processors this process may use, and how many workers that allows."""

import os

from taquin.ground.errors import OptionError, quoted, shown
from taquin.ground.grammar import counted

__all__ = ["check_workers", "usable_cores", "within_cores"]


def usable_cores() -> int:
    """The processors that the system lets this process run on, at least 1."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_workers(workers: object) -> int:
    """`workers` as a whole number of at least 1; raises OptionError for anything else."""
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise OptionError(f"workers={quoted(workers)}: expected a whole number, 1 or more.")
    return workers


def within_cores(workers: int, name: str = "workers=") -> tuple[int, str | None]:
    """At most one worker per core, and a sentence if those are fewer than requested.

    More workers would search no faster, and each uses memory. name: the number's name in messages.

    >>> within_cores(1)
    (1, None)
    """
    cores = usable_cores()
    if check_workers(workers) <= cores:
        return workers, None
    requested = shown(workers) if workers.bit_length() > 200 else str(workers)
    requested = requested if len(requested) <= 30 else f"{requested[:20]}…"
    return cores, (
        f"{name}{requested} is more than the {counted(cores, 'usable core')} of this machine; "
        f"taquin uses {cores}."
    )
