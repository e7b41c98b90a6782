"""The question for a learner, and the verdict on the answer: a slide of one or several tiles.

The rules and the words are the page's (`static/play/learn.js`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from taquin.puzzle.board import Board
from taquin.search.monitor import Monitor
from taquin.teach.advice.advice import Advice
from taquin.teach.advice.distances import Distances

__all__ = ["LearnVerdict", "judge_answer", "question_text"]

_COUNTS = ("No", "One", "Two", "Three", "Four")


@dataclass(frozen=True, slots=True)
class LearnVerdict:
    """Whether an answer is proved right (or is the suggested move), and what to say about it."""

    right: bool
    text: str


def question_text(board: Board, advice: Advice) -> str:
    """What a learner is asked; advice: for that board."""
    if not advice.proved:
        return "A good move is known, but it may not be the best. Make your move on the board."
    best, legal = 1 + len(advice.others), len(board.legal_moves())
    if best == legal:
        return "Every move is a best move here. Make one."
    count = _COUNTS[best] if advice.counted else f"At least {_COUNTS[best].lower()}"
    verb = "is" if best == 1 else "are"
    which = "it" if best == 1 and advice.counted else "one"
    return f"{count} of the {legal} possible moves {verb} best. Make {which} on the board."


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
    if advice.distance is None:
        if not (advice.letter + advice.others).startswith(moves[0]):
            text = "This is not the suggested move; it is not proved whether it is worse."
            return LearnVerdict(False, text)
        rest = "It starts with the suggested move; it is not proved whether the rest is as good."
        right = len(moves) == 1
        return LearnVerdict(right, "Yes, that is also the suggested move." if right else rest)
    after = distances.measure(board.apply(moves), seconds, progress)
    left = advice.distance - len(moves)
    if after.value == left:
        many = f"all {len(moves)} moves of this slide are best moves"
        return LearnVerdict(True, f"Yes, {'that is a best move' if len(moves) == 1 else many}.")
    if after.lower <= left:
        return LearnVerdict(False, "It is not proved whether this is a best move.")
    if len(moves) > 1:
        text = "Not the best: not every move of this slide belongs to a shortest solution."
        return LearnVerdict(False, text)
    return LearnVerdict(
        False, "Not the best: it leads away from the goal and costs two extra moves."
    )
