"""What one search found, as fields: the question, the solution, the proof and the effort."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from taquin.ground.errors import ExitCode
from taquin.puzzle.board import Board
from taquin.puzzle.instances import Instance, published
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import (
    Stats,
    Status,
    effective_branching_factor,
    proved_factor,
    proved_gap,
)

__all__ = ["Failure", "Record"]


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that a search raised: its type, its message and its exit code."""

    kind: str
    message: str
    exit_code: ExitCode = ExitCode.USAGE


@dataclass(frozen=True, repr=False)
class Record:
    """The fields of a `taquin.Result`, which documents them, and what follows from them."""

    board: Board
    puzzle: Puzzle
    algorithm: str
    heuristic: str | None
    options: Mapping[str, object]
    engine: str
    status: Status
    limit: str | None
    moves: str | None
    cost: int | None
    lower_bound: int | None
    stats: Stats
    seconds: Mapping[str, float]
    peak_memory_bytes: int
    reason: str
    swap: tuple[int, int] | None = None
    notes: tuple[str, ...] = ()
    closest: tuple[Board, int] | None = None
    label: str | None = None
    solution: tuple[str, ...] = ()
    error: Failure | None = None

    def __bool__(self) -> bool:
        """Whether the search found a solution; the same as `solved`."""
        return self.solved

    @property
    def goal(self) -> Board:
        """The goal board."""
        return self.puzzle.goal

    @property
    def metric(self) -> str:
        """stm, mtm or expense: the unit of `cost`."""
        return self.puzzle.metric

    @property
    def solved(self) -> bool:
        """Whether the search found a solution."""
        return self.status is Status.SOLVED

    @property
    def optimal(self) -> bool:
        """Whether the cost is proved minimal."""
        return self.cost is not None and self.cost == self.lower_bound

    @property
    def bound_factor(self) -> float | None:
        """The cost is proved to be at most this many times the minimum; None without a proof."""
        return proved_factor(self.cost, self.lower_bound)

    @property
    def gap(self) -> float | None:
        """By how many per cent the cost exceeds the lower bound; None without a proof."""
        return proved_gap(self.cost, self.lower_bound)

    @property
    def depth(self) -> int | None:
        """Moves of the solution as the search counts them (a push of several tiles is one move)."""
        return None if self.moves is None else len(self.solution)

    @property
    def effective_branching_factor(self) -> float | None:
        """b* from the generated nodes and the solution's depth (AIMA 3.6.1)."""
        if not self.solved or self.depth is None:
            return None
        return effective_branching_factor(self.stats.generated, self.depth)

    @cached_property
    def lengths(self) -> dict[str, int] | None:
        """The solution's length in single-tile and, where pushes exist, in multi-tile moves."""
        if self.moves is None:
            return None
        if self.puzzle.topology.costs is not None:
            return {"stm": len(self.moves)}
        pushes = len(self.solution) if self.metric == "mtm" else self.puzzle.pushes(self.moves)
        return {"stm": len(self.moves), "mtm": pushes}

    @cached_property
    def published(self) -> Instance | None:
        """The published instance of this search, if its source gives an optimal cost."""
        if not self.puzzle.topology.is_grid:
            return None
        return published(self.board, self.goal, self.puzzle.metric)
