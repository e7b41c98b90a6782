"""What a worker of a cluster does for the search of one board: open its tables, search subtrees."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from taquin.heuristics.patterns.collection import PatternCollection
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines.pattern_bench import bench_of, ready

if TYPE_CHECKING:
    from taquin.kernels.searches.subtrees import Subtree, SubtreeReport

__all__ = ["SpreadJob", "fingerprint", "prepare", "search_part"]


@dataclass(frozen=True)
class SpreadJob:
    """One board's search, as every worker needs to know it.

    partition: of the heuristic, as it was named.   start: tile on each cell, canonical labelling.
    tables: the fingerprint that the worker's tables must have.
    """

    puzzle: Puzzle
    partition: str
    start: bytes
    tables: str


def fingerprint(collection: PatternCollection) -> str:
    """A text that is the same for equal tables: 16 hexadecimal digits."""
    names = [f"{one.name(one.place, one.pattern)} {one.digest}" for one in collection.databases]
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def prepare(job: SpreadJob) -> str | None:
    """Open the tables, or build them, and compile the search; why they cannot be used, or None."""
    heuristic, _ = ready(job.puzzle, job.partition)
    heuristic.collection.wait()
    own = fingerprint(heuristic.collection)
    if own == job.tables:
        return None
    return (
        f"its pattern databases of {job.partition} differ (checksum {own}, expected {job.tables}); "
        "`taquin pdb verify` checks them there, `taquin pdb remove` removes them"
    )


def search_part(
    job: SpreadJob, subtrees: "Sequence[Subtree]", bound: int, seconds: float
) -> "tuple[SubtreeReport, float]":
    """Search subtrees for about `seconds`; the report, with what is left, and the time it took."""
    from taquin.kernels.searches.subtrees import search_subtrees

    began = time.perf_counter()
    heuristic, _ = ready(job.puzzle, job.partition)
    tables = heuristic.collection.search_tables()
    with bench_of(heuristic.collection).frames(heuristic.collection) as frames:
        report = search_subtrees(
            tables,
            frames,
            job.start,
            subtrees,
            bound,
            lambda expanded, generated: time.perf_counter() - began >= seconds,
        )
    return report, time.perf_counter() - began
