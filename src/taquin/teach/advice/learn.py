"""The question for a learner, and the verdict on the answer: a slide of one or several tiles.

Its twin on the page is `static/play/learn.js`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from taquin.ground.sentences import LearnSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology
from taquin.search.monitor import Monitor
from taquin.teach.advice.advice import Advice
from taquin.teach.advice.distances import Distances

__all__ = ["LearnVerdict", "judge_answer", "question_text"]

# By the number of best moves; it is 1 at least, and less than that of all moves.
_COUNTED = (LearnSentence.ONE, LearnSentence.TWO, LearnSentence.THREE)
_AT_LEAST = (LearnSentence.AT_LEAST_ONE, LearnSentence.AT_LEAST_TWO)


@dataclass(frozen=True, slots=True)
class LearnVerdict:
    """Whether an answer is proved right (or is the suggested move), and what to say about it."""

    right: bool
    text: str


def question_text(board: Board, advice: Advice, table: Topology | None = None) -> str:
    """What a learner is asked; advice: for that board. table: the board type, grid if None."""
    if not advice.proved:
        return said(LearnSentence.UNSURE)
    best, legal = 1 + len(advice.others), len(board.legal_moves(table))
    if best == legal:
        return said(LearnSentence.EVERY)
    return said((_COUNTED if advice.counted else _AT_LEAST)[best - 1], legal=legal)


def judge_answer(
    board: Board,
    moves: str,
    advice: Advice,
    distances: Distances,
    *,
    seconds: float,
    progress: Callable[[Monitor[Any]], None] | None = None,
) -> LearnVerdict:
    """The verdict on one slide from `board`, for which `advice` was given.

    moves: of that slide. seconds: to measure the board after it, where its distance is not known.
    """
    single = len(moves) == 1
    begins = moves[0] in advice.letter + advice.others
    if advice.distance is None:
        if not begins:
            return LearnVerdict(False, said(LearnSentence.NOT_SUGGESTED))
        suggested = LearnSentence.SUGGESTED if single else LearnSentence.SUGGESTED_FIRST
        return LearnVerdict(single, said(suggested))
    if single and begins:
        return LearnVerdict(True, said(LearnSentence.BEST))
    after = distances.measure(distances.after(board, moves), seconds, progress)
    left = advice.distance - len(moves)
    if after.value == left:
        best = LearnSentence.BEST if single else LearnSentence.ALL_BEST
        return LearnVerdict(True, said(best, length=len(moves)))
    if after.lower <= left:
        return LearnVerdict(False, said(LearnSentence.BEST_FIRST if begins else LearnSentence.OPEN))
    return LearnVerdict(False, said(LearnSentence.AWAY if single else LearnSentence.NOT_ALL))
