"""Puzzles of best moves in words, for both faces of the game."""

from collections.abc import Iterator

from taquin.game.training import Training
from taquin.game.words import pushed_text
from taquin.ground.grammar import counted
from taquin.teach.advice.puzzles import LENGTH, MovePuzzle, PuzzleTry

__all__ = ["answered_lines", "puzzle_task", "standing_text"]


def puzzle_task(puzzle: MovePuzzle) -> str:
    """What is asked."""
    return (
        f"Find {LENGTH} best moves in a row; the goal is {counted(puzzle.distance, 'move')} away "
        f"(difficulty {puzzle.difficulty:,})."
    )


def answered_lines(tried: PuzzleTry, moves: str, training: Training) -> Iterator[str]:
    """The verdict on a slide; the end of a puzzle is kept. TableError if that fails."""
    tried.answer(moves)
    if tried.state == "open":
        left = LENGTH - tried.found
        yield f"Right. {counted(left, 'more best move')} to find."
        return
    if tried.state == "solved":
        yield "Right: solved."
    else:
        best = " or ".join(pushed_text(tried.board, letter) for letter in tried.best)
        yield f"Not the best. Best: {best}."
    yield standing_text(training, tried)


def standing_text(training: Training, tried: PuzzleTry) -> str:
    """The rating after a puzzle, which is kept."""
    before = training.log().rating
    log = training.add(tried.puzzle.difficulty, tried.state == "solved")
    change = f"{log.rating - before:+}".replace("-", "−")
    row = f", {log.in_row} in a row" if log.in_row > 1 else ""
    return f"Rating {log.rating:,} ({change}){row}."
