"""The review of a game in lines of text."""

from collections.abc import Iterator

from taquin.game.record import GameRecord
from taquin.game.words import pushed_text
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.review import reviewing

__all__ = ["review_lines"]

_SECONDS = 6.0  # per board


def review_lines(record: GameRecord, distances: Distances) -> Iterator[str]:
    """A review in lines: the summary, every slip, and the costliest stretches."""
    slides = [(slide.start, slide.end, slide.letter) for slide in record.slides()]
    boards = list(record.start.path(record.moves))
    *_, review = reviewing(boards, slides, distances, solved=record.solved, seconds=_SECONDS)
    if review.accuracy is None:
        least = review.distances[0].lower
        yield f"Played {review.played}; at least {least} are needed, not proved."
    else:
        yield (
            f"Optimal {review.optimal}, played {review.played}: accuracy "
            f"{100 * review.accuracy:.0f} per cent."
        )
    for verdict in review.verdicts:
        if verdict.loss:
            pushed = pushed_text(boards[verdict.start], record.moves[verdict.start : verdict.end])
            yield f"Move {verdict.end}, {pushed}: {verdict.words}."
    for stretch in review.stretches():
        yield f"Costly: {stretch.words} lost {stretch.loss}."
