"""What a hint says about a position: which tile, which way, why, and how sure that is.

The rules and the words are the page's (`static/play/advice.js`): a best move with all equally good
ones where that is proved; the next move of a known solution where it is not, because two searches
in a row may find solutions that undo each other; else a step of the row-by-row method.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from taquin.ground.grammar import counted
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.search.monitor import Monitor
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.human import human_steps

__all__ = ["Advice", "method_advice", "optimal_advice"]

_WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
# A search whose answer is not a proof is tried again when this share of its moves is left.
_NEARER = 0.9


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint, of which three levels are shown in sequence.

    focus:     cells to look at first: the tile to move, or those to bring home
    task:      what to do, without the direction (level 1)
    way:       the same with the direction (level 2)
    cell:      of the tile to move, in the direction `letter`
    moves:     what is played (level 3): one move, or a whole step of the method
    sentence:  why
    badge:     how sure it is: proved, not proved, line by line
    others:    letters of equally good moves
    counted:   whether no other move can be equally good
    distance:  moves left, if proved
    """

    focus: tuple[int, ...]
    task: str
    way: str
    cell: int
    letter: str
    moves: str
    sentence: str
    badge: str
    others: str = ""
    counted: bool = False
    distance: int | None = None

    @property
    def proved(self) -> bool:
        """Whether the move is proved to begin a shortest solution."""
        return self.distance is not None


def optimal_advice(
    board: Board,
    distances: Distances,
    *,
    seconds: float,
    progress: Callable[[Monitor[Any]], None] | None = None,
) -> Advice:
    """A best move and how many are equally good, or what comes nearest within `seconds`.

    board: solvable, and not the goal. An exception raised by `progress` ends the search.
    """
    here = distances.known(board)
    if here.moves is None or (here.value is None and _is_due(board, distances)):
        here = distances.measure(board, seconds, progress)
    if not here.moves:
        return method_advice(board, distances.puzzle.goal, lower=here.lower)
    letter = here.moves[0]
    if here.value is None:
        sentence = (
            f"It is the first move of a solution of {counted(len(here.moves), 'move')}; at least "
            f"{counted(here.lower, 'move')} {'is' if here.lower == 1 else 'are'} needed."
        )
        return _single(board, letter, sentence, "not proved")
    others, proved = "", True
    for other, after in _neighbours(board):
        if other == letter:
            continue
        value = distances.measure(after, seconds, progress).value
        proved = proved and value is not None
        others += other if value == here.value - 1 else ""
    equal = " or ".join(str(board[_mover(board, other)]) for other in others)
    if equal:
        sentence = f"Moving {equal} is just as good."
    elif proved:
        sentence = "It is the only best move."
    else:
        sentence = "It is not proved whether other moves are equally good."
    single = _single(board, letter, sentence, "proved")
    return replace(single, others=others, counted=proved, distance=here.value)


def method_advice(board: Board, goal: Board, *, lower: int | None = None) -> Advice:
    """The next step of the row-by-row method; lower: a proved bound, if a proof was wanted."""
    step = next(human_steps(board, goal))
    part = f"Part of {step.stage.lower()}" if step.stage[:3] in ("Row", "Col") else step.stage
    instead = ""
    if lower is not None:
        instead = (
            f" No shortest solution was proved in time (at least {counted(lower, 'move')}); this "
            "step follows the row-by-row method."
        )
    letter = step.moves[0]
    cell = _mover(board, letter)
    begin = f"Start by moving {board[cell]} {_WAYS[letter]}." if len(step.moves) > 1 else ""
    return Advice(
        focus=tuple(board.index(tile) for tile in step.tiles),
        task=step.sentence,
        way=begin or f"Move {board[cell]} {_WAYS[letter]}.",
        cell=cell,
        letter=letter,
        moves=step.moves,
        sentence=f"{part}; this step takes {counted(len(step.moves), 'move')}.{instead}",
        badge="line by line" if lower is None else "not proved",
    )


def _is_due(board: Board, distances: Distances) -> bool:
    """Whether another attempt at a proof is due on a known solution: not at every hint."""
    here = distances.known(board)
    assert here.moves is not None
    if distances.tried is None:
        return True
    return len(here.moves) <= _NEARER * distances.tried


def _single(board: Board, letter: str, sentence: str, badge: str) -> Advice:
    cell = _mover(board, letter)
    tile = board[cell]
    return Advice(
        focus=(cell,),
        task=f"Move {tile}.",
        way=f"Move {tile} {_WAYS[letter]}.",
        cell=cell,
        letter=letter,
        moves=letter,
        sentence=sentence,
        badge=badge,
    )


def _neighbours(board: Board) -> Iterator[tuple[str, Board]]:
    for letter in board.legal_moves():
        yield letter, board.apply(letter)


def _mover(board: Board, letter: str) -> int:
    """The cell of the tile that a legal move moves."""
    step = dict(zip(DIRECTIONS, (board.width, -board.width, 1, -1), strict=True))
    return board.blank + step[letter]
