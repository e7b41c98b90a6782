"""One pass of a beam in single-tile moves, for a grid, also with walls, or a torus."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from taquin.beams.passes.beam import Counts, LearnedBeam, Width
from taquin.beams.passes.near_tables import lowered_near, walled_near
from taquin.beams.value.lowered import lowered
from taquin.beams.value.plan import fits_torus_model, has_step_beam, is_near, plan_for
from taquin.beams.value.symmetry import torus_view_of, view_of
from taquin.beams.value.tables import BeamFrame, Judge, judge_of
from taquin.puzzle.puzzle import Puzzle

__all__ = ["StepBeam", "step_beam"]

_PATIENCE = 150  # layers without a better value, after which a beam leads nowhere


class StepBeam:
    """A value and a goal, ready for passes; as `MetricBeam`, but with threads."""

    moves = 3  # of a board, without the move back

    def __init__(
        self,
        judge: Judge,
        canonical: Callable[[Sequence[int]], Sequence[int]],
        given: Callable[[str], str],
        threads: int,
    ) -> None:
        """canonical: the canonical board of a given one; given: the given board's moves."""
        self._judge, self._canonical, self._given = judge, canonical, given
        self._threads = threads

    def solve(
        self,
        board: Sequence[int],
        widest: int,
        width: Width,
        *,
        remembered: int,
        longest: int,
        below: int | None,
        after_layer: Callable[[Counts], None] = lambda counts: None,
        stuck: Callable[[str], None] = lambda letters: None,
    ) -> list[str] | None:
        """Labels of moves to the goal, fewer than `below` where given; None if none was found.

        A pass ends early where it is stuck, as narrow ones on oblong boards may be. stuck: told the
        moves to the board of the least value then.
        """
        frame = BeamFrame(len(board), widest, remembered=remembered, parts=self._threads)
        if below is not None:
            longest = min(longest, below - 1)
        with ThreadPoolExecutor(self._threads) as pool:
            answer = LearnedBeam(self._judge, pool, self._threads).solve(
                self._canonical(board), frame, width, longest=longest,
                patience=_PATIENCE, after_layer=after_layer,
            )  # fmt: skip
        moves = self._given(answer.moves)
        if answer.solved:
            return list(moves)
        stuck(moves)
        return None


def step_beam(puzzle: Puzzle, threads: int) -> StepBeam | None:
    """The beam for a puzzle in single-tile moves; None where no model and no neighbours rank."""
    if not has_step_beam(puzzle):
        return None
    goal = puzzle.goal
    size = goal.width, goal.height
    if puzzle.topology.is_grid:
        plan = plan_for(goal)
        judge = lowered_near(*size) if is_near(*size) else judge_of(*lowered(*size, threads))
        return StepBeam(judge, plan.view.board, plan.moves, threads)
    if puzzle.topology.name != "torus":
        walled = view_of(goal)
        assert walled is not None
        return StepBeam(walled_near(puzzle, walled), walled.board, walled.moves, threads)
    view = torus_view_of(goal)
    if fits_torus_model(puzzle):
        judge = judge_of(*lowered(*size, threads, "torus"))
    else:
        judge = lowered_near(*size, "torus")
    return StepBeam(judge, view.board, view.moves, threads)
