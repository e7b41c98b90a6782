"""The review of a game in lines of text."""

from collections.abc import Iterator, Sequence

from taquin.game.record import GameRecord
from taquin.game.steps import steps_of
from taquin.game.words import pushed_text
from taquin.ground.grammar import counted, listed
from taquin.ground.sentences import SlideSentence, said
from taquin.puzzle.board import Board
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.review import MoveVerdict, Review, better_moves, reviewing

__all__ = ["better_text", "lost_text", "needed_text", "review_lines", "uncounted_in"]

_SECONDS = 6.0  # per board


def better_text(
    verdict: MoveVerdict, boards: Sequence[Board], review: Review, distances: Distances
) -> str:
    """A sentence, after a space, on the best moves that a slide missed; "" if it missed none.

    boards: of the steps that are judged, moves or slides.
    """
    if not verdict.loss:
        return ""
    here, back = boards[verdict.start], boards[verdict.start - 1] if verdict.start else None
    undoing = f", undoing {review.unit} {verdict.start}"
    ways = [
        pushed_text(here, moves, distances.puzzle.topology)
        + (undoing if distances.after(here, moves) == back else "")
        for moves in better_moves(verdict, boards, review, distances)
    ]
    return f" Better: {listed(ways, 'or')}." if ways else ""


def uncounted_in(record: GameRecord) -> str:
    """That a review counts something else than its game did, in a sentence; "" if it does not."""
    counts_moves = record.metric == "mtm" and not record.is_judged_in_slides
    return said(SlideSentence.REVIEWED) if counts_moves else ""


def lost_text(review: Review) -> str:
    """How many moves were lost, after what was played; "" if none were."""
    return f"; {counted(review.lost, review.unit)} lost" if review.lost else ""


def needed_text(review: Review) -> str:
    """How many moves were made, and what is known of how many the start needs.

    For a game without an accuracy: one that was not solved, or was not compared to its end.
    """
    start = review.distances[0]
    needed = f"at least {start.lower}" if start.value is None else f"{start.value}"
    if not review.solved:
        played = counted(review.played, review.unit)
        return f"Not solved: {played}{lost_text(review)}. The start needs {needed}."
    verb = "is" if start.lower == 1 else "are"
    return f"Played {review.played}; {needed} {verb} needed."


def review_lines(record: GameRecord, distances: Distances) -> Iterator[str]:
    """A review in lines: the summary, moves that were not best, and where most moves were lost."""
    boards, slides, places = steps_of(record)
    *_, review = reviewing(boards, slides, distances, solved=record.solved, seconds=_SECONDS)
    if uncounted := uncounted_in(record):
        yield uncounted
    unit = review.unit
    if review.accuracy is None:
        yield needed_text(review)
    else:
        yield (
            f"Optimal {review.optimal}, played {review.played}: accuracy "
            f"{100 * review.accuracy:.0f} per cent."
        )
    for verdict in review.verdicts:
        if verdict.loss:
            moves = record.moves[places[verdict.start] : places[verdict.end]]
            pushed = pushed_text(boards[verdict.start], moves, record.table)
            better = better_text(verdict, boards, review, distances)
            yield f"{unit.capitalize()} {verdict.end}, {pushed}: {verdict.words}.{better}"
    for stretch in review.stretches():
        yield f"Most {unit}s lost: {stretch.words}, {stretch.loss} lost."
