"""What given moves do on a board, as fields."""

from dataclasses import dataclass
from functools import cached_property

from taquin.checks.loops import Loop
from taquin.checks.optimum import Optimum
from taquin.ground.errors import ExitCode
from taquin.puzzle.board import Board
from taquin.puzzle.move import Notation
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.solvability import Verdict

__all__ = ["Judged"]


@dataclass(frozen=True, repr=False)
class Judged:
    """The fields of a `taquin.checks.replay.Replay`, which documents them, and what follows."""

    board: Board
    puzzle: Puzzle
    moves: str
    legal: int
    illegal: str | None
    problem: str | None
    reached: Board
    cost: int
    verdict: Verdict
    optimum: Optimum | None
    loops: tuple[Loop, ...] | None
    notation: Notation
    other_notation: bool

    def __bool__(self) -> bool:
        """Whether the moves solve the board; the same as `solves`."""
        return self.solves

    @property
    def solves(self) -> bool:
        """Whether all moves are legal and lead to the goal."""
        return self.problem is None and self.reached == self.puzzle.goal

    @property
    def status(self) -> str:
        """solved, illegal (a move), unfinished (they end elsewhere), or unsolvable (the board)."""
        if self.solves:
            return "solved"
        if not self.verdict.solvable:
            return "unsolvable"
        return "unfinished" if self.problem is None else "illegal"

    @property
    def exit_code(self) -> ExitCode:
        """The exit status of `taquin replay`."""
        if self.optimum is not None and self.optimum.interrupted:
            return ExitCode.INTERRUPTED
        codes = {"solved": ExitCode.DONE, "unsolvable": ExitCode.UNSOLVABLE}
        return codes.get(self.status, ExitCode.REFUTED)

    @property
    def over(self) -> int | None:
        """By how much the cost exceeds the optimum; None if that or a solution is not known."""
        if not self.solves or self.optimum is None or self.optimum.cost is None:
            return None
        return self.cost - self.optimum.cost

    @cached_property
    def lengths(self) -> dict[str, int]:
        """The legal moves counted as single-tile and as multi-tile moves."""
        return {"stm": self.legal, "mtm": self.puzzle.pushes(self.moves[: self.legal])}

    @property
    def without_loops(self) -> int | None:
        """The single-tile moves that are left without the loops; None if those are not known."""
        return None if self.loops is None else self.legal - sum(loop.saved for loop in self.loops)
