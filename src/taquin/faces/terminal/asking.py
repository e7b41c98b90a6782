"""Hints and questions by what a game counts, moves or slides, on every board type that it has."""

from dataclasses import replace

from taquin.ground.sentences import SlideSentence, said
from taquin.puzzle.board import Board
from taquin.teach.advice.advice import Advice, optimal_advice
from taquin.teach.advice.distances import Distances, Known, Progress
from taquin.teach.advice.learn import LearnVerdict, judge_answer, question_text
from taquin.teach.advice.slides import (
    judge_slide,
    slide_advice,
    slide_question,
    slide_to_find,
    slides_left,
)

__all__ = ["advice_on", "left_on", "question_on", "verdict_on"]


_NO_METHOD = "The way by rows and columns needs a plain board."


def advice_on(
    board: Board,
    distances: Distances,
    counts: str,
    run: str = "",
    *,
    learns: bool = False,
    by_rows: bool = False,
    seconds: float,
    progress: Progress | None = None,
) -> Advice:
    """A best move or slide, or what comes nearest within `seconds`.

    distances: in what the game is judged by. counts: the metric of the game, which on a large board
    is another one. run: the moves of the player's last slide, which may go on. learns: whether the
    player is to find all that are best. by_rows: the player wants the row-and-column method,
    which a board of this type does not have.
    """
    if distances.puzzle.metric == "mtm":
        find = slide_to_find if learns else slide_advice
        advice = find(board, distances, run, seconds=seconds, progress=progress)
    else:
        advice = optimal_advice(board, distances, seconds=seconds, progress=progress)
        if counts != "stm":
            advice = replace(advice, sentence=said(SlideSentence.LARGE, hint=advice.sentence))
    return replace(advice, sentence=f"{advice.sentence} {_NO_METHOD}") if by_rows else advice


def left_on(
    board: Board,
    distances: Distances,
    run: str,
    *,
    seconds: float,
    progress: Progress | None = None,
) -> Known:
    """What is proved of the moves or slides left. run: as `advice_on` takes it."""
    if distances.puzzle.metric == "mtm":
        return slides_left(board, distances, run, seconds=seconds, progress=progress)[1]
    return distances.measure(board, seconds, progress)


def question_on(board: Board, advice: Advice, distances: Distances) -> str:
    """What a learner is asked; advice: for that board."""
    if distances.puzzle.metric == "mtm":
        return slide_question(board, advice, distances)
    return question_text(board, advice, distances.puzzle.topology)


def verdict_on(
    board: Board,
    moves: str,
    advice: Advice,
    distances: Distances,
    *,
    seconds: float,
    progress: Progress | None = None,
) -> LearnVerdict:
    """The verdict on one slide from `board`, for which `advice` was given."""
    judge = judge_slide if distances.puzzle.metric == "mtm" else judge_answer
    return judge(board, moves, advice, distances, seconds=seconds, progress=progress)
