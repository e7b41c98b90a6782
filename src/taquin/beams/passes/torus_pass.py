"""One pass of the learned beam on a torus, in single-tile moves."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from taquin.beams.passes.beam import Counts, LearnedBeam, Width
from taquin.beams.value.model import Model
from taquin.beams.value.symmetry import torus_view_of
from taquin.beams.value.tables import BeamFrame, beam_tables, judge_of
from taquin.puzzle.board import Board

__all__ = ["TorusBeam"]

_PATIENCE = 150  # layers without a better value, after which a beam leads nowhere


class TorusBeam:
    """A model and a goal, ready for passes; as `MetricBeam`, but with threads."""

    moves = 3  # of a board, without the move back

    def __init__(self, model: Model, goal: Board, threads: int) -> None:
        self._view, self._threads = torus_view_of(goal), threads
        with ThreadPoolExecutor(threads) as pool:
            self._judge = judge_of(model, beam_tables(model, pool, threads))

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
    ) -> list[str] | None:
        """Labels of moves to the goal, fewer than `below` where given; None if none was found.

        A pass ends early where it is stuck, as narrow ones on oblong boards may be.
        """
        frame = BeamFrame(len(board), widest, remembered=remembered, parts=self._threads)
        if below is not None:
            longest = min(longest, below - 1)
        with ThreadPoolExecutor(self._threads) as pool:
            answer = LearnedBeam(self._judge, pool, self._threads).solve(
                self._view.board(board), frame, width, longest=longest,
                patience=_PATIENCE, after_layer=after_layer,
            )  # fmt: skip
        return list(answer.moves) if answer.solved else None
