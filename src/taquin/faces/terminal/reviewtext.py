"""The review of a game in lines of text."""

from collections.abc import Iterator, Sequence

from taquin.game.record import GameRecord
from taquin.game.words import moves_text, pushed_text
from taquin.ground.grammar import listed
from taquin.puzzle.board import Board
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.review import MoveVerdict, Review, better_moves, reviewing

__all__ = ["better_text", "lost_text", "needed_text", "review_lines"]

_SECONDS = 6.0  # per board


def better_text(
    verdict: MoveVerdict, boards: Sequence[Board], review: Review, distances: Distances
) -> str:
    """A sentence, after a space, on the best moves that a slide missed; "" if it missed none."""
    if not verdict.loss:
        return ""
    here, back = boards[verdict.start], boards[verdict.start - 1] if verdict.start else None
    moves = [
        pushed_text(here, letter)
        + (f", undoing move {verdict.start}" if here.apply(letter) == back else "")
        for letter in better_moves(verdict, boards, review, distances)
    ]
    return f" Better: {listed(moves, 'or')}." if moves else ""


def lost_text(review: Review) -> str:
    """How many moves were lost, after what was played; "" if none were."""
    return f"; {moves_text(review.lost)} lost" if review.lost else ""


def needed_text(review: Review) -> str:
    """How many moves were made, and what is known of how many the start needs.

    For a game without an accuracy: one that was not solved, or was not compared to its end.
    """
    start = review.distances[0]
    needed = f"at least {start.lower}" if start.value is None else f"{start.value}"
    if not review.solved:
        return (
            f"Not solved: {moves_text(review.played)}{lost_text(review)}. The start needs {needed}."
        )
    verb = "is" if start.lower == 1 else "are"
    return f"Played {review.played}; {needed} {verb} needed."


def review_lines(record: GameRecord, distances: Distances) -> Iterator[str]:
    """A review in lines: the summary, moves that were not best, and where most moves were lost."""
    slides = [(slide.start, slide.end, slide.letter) for slide in record.slides()]
    boards = list(record.start.path(record.moves))
    *_, review = reviewing(boards, slides, distances, solved=record.solved, seconds=_SECONDS)
    if review.accuracy is None:
        yield needed_text(review)
    else:
        yield (
            f"Optimal {review.optimal}, played {review.played}: accuracy "
            f"{100 * review.accuracy:.0f} per cent."
        )
    for verdict in review.verdicts:
        if verdict.loss:
            pushed = pushed_text(boards[verdict.start], record.moves[verdict.start : verdict.end])
            better = better_text(verdict, boards, review, distances)
            yield f"Move {verdict.end}, {pushed}: {verdict.words}.{better}"
    for stretch in review.stretches():
        yield f"Most moves lost: {stretch.words}, {stretch.loss} lost."
