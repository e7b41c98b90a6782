"""A game as it is judged: its boards and slides, numbered by what counts.

Its twin on the page is `static/review/steps.js`.
"""

from typing import NamedTuple

from taquin.game.record import GameRecord
from taquin.puzzle.board import Board

__all__ = ["GameSteps", "steps_of"]


class GameSteps(NamedTuple):
    """The steps of a game: single-tile moves, or slides if it is judged by these.

    boards:  those after which something is counted, the first board before them
    slides:  (start, end, letter), from one of these boards to another
    places:  how many single-tile moves lead to each of them
    """

    boards: list[Board]
    slides: list[tuple[int, int, str]]
    places: list[int]


def steps_of(record: GameRecord) -> GameSteps:
    """The steps of a game."""
    every = list(record.start.path(record.moves, topology=record.table))
    slides = [(slide.start, slide.end, slide.letter) for slide in record.slides()]
    if not record.is_judged_in_slides:
        return GameSteps(every, slides, list(range(len(every))))
    places = [0, *(end for _, end, _ in slides)]
    numbered = [(at, at + 1, letter) for at, (_, _, letter) in enumerate(slides)]
    return GameSteps([every[at] for at in places], numbered, places)
