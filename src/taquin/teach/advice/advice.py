"""What a hint says about a position: which tile, which way, why, and how sure that is.

Its twin on the page is `static/play/advice.js`. A best move with all equally good ones where that
is proved; the next move of a known solution where it is not, because two searches in a row may find
solutions that undo each other; else a step of the row-and-column method.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from taquin.ground.errors import LimitReached
from taquin.ground.sentences import HintSentence, MethodSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology
from taquin.search.monitor import Monitor
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.human import human_steps

__all__ = ["WAYS", "Advice", "method_advice", "mover", "optimal_advice", "together"]

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
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
    badge:     how sure it is, proved or not proved; else the way of the method, row by row
    others:    letters of equally good moves
    counted:   whether no other move can be equally good
    distance:  moves left, or slides if `slide`, if proved
    slide:     whether the moves are one slide of a player who counts slides; then `others` has the
               moves of equally good ones, with spaces between
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
    slide: bool = False

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

    board: solvable, and not the goal. An exception raised by `progress` ends the search. On another
    board type than the plain rectangle, LimitReached where no solution was found.
    """
    here = distances.known(board)
    if here.moves is None or (here.value is None and _is_due(board, distances)):
        here = distances.measure(board, seconds, progress)
    table = distances.puzzle.topology
    if not here.moves:
        if not table.is_grid:
            raise LimitReached("no solution was found in time.")
        return method_advice(board, distances.puzzle.goal, lower=here.lower)
    letter = here.moves[0]
    if here.value is None:
        sentence = said(HintSentence.UNPROVED, length=len(here.moves), lower=max(1, here.lower))
        return _single(board, letter, sentence, said(HintSentence.NOT_PROVED), table)
    others, proved = "", True
    for other in distances.steps(board):
        if other == letter:
            continue
        value = distances.measure(distances.after(board, other), seconds, progress).value
        proved = proved and value is not None
        others += other if value == here.value - 1 else ""
    equal = " or ".join(str(board[mover(board, other, table)]) for other in others)
    if equal:
        sentence = said(HintSentence.EQUAL, tiles=equal)
    else:
        sentence = said(HintSentence.ONLY if proved else HintSentence.OPEN)
    single = _single(board, letter, sentence, said(HintSentence.PROVED), table)
    return replace(single, others=others, counted=proved, distance=here.value)


def method_advice(board: Board, goal: Board, *, lower: int | None = None) -> Advice:
    """The next step of the row-and-column method; lower: a proved bound, if a proof was wanted."""
    last = _last_slide(board, goal)
    if last is not None:
        return last
    step = next(human_steps(board, goal))
    part = step.stage
    if part != MethodSentence.LAST:
        part = said(HintSentence.PART, line=part.lower())
    sentence = said(HintSentence.STEP, part=part, length=len(step.moves))
    if lower is not None:
        sentence += f" {said(HintSentence.INSTEAD, lower=lower)}"
    letter = step.moves[0]
    cell = mover(board, letter)
    return Advice(
        focus=tuple(board.index(tile) for tile in step.tiles),
        task=step.sentence,
        way=_way(board, step.moves),
        cell=cell,
        letter=letter,
        moves=step.moves,
        sentence=sentence,
        badge=step.way if lower is None else said(HintSentence.NOT_PROVED),
    )


def _last_slide(board: Board, goal: Board) -> Advice | None:
    """The slide that solves the board; the method, which knows single tiles, goes another way."""
    for letter in board.legal_moves():
        here, moves = board, ""
        while letter in here.legal_moves():
            here, moves = here.apply(letter), moves + letter
            if here == goal:
                return _solving(board, moves)
    return None


def _solving(board: Board, moves: str) -> Advice:
    """The tile to push is the last one that the slide moves: it stands in the goal's blank cell."""
    tiles = list(board.slides(moves))
    cell = board.index(tiles[-1])
    return Advice(
        focus=(cell,),
        task=said(HintSentence.PUSH, tile=tiles[-1], slide=together(board, tiles)),
        way=_way(board, moves),
        cell=mover(board, moves[0]),
        letter=moves[0],
        moves=moves,
        sentence=said(HintSentence.SOLVES),
        badge=said(HintSentence.PROVED),
        distance=len(moves),
    )


def together(board: Board, tiles: Sequence[int]) -> str:
    """What a slide of these tiles does, in a sentence."""
    if len(tiles) == 1:
        return said(HintSentence.HOME)
    *others, last = sorted(tiles, key=board.index)
    return said(HintSentence.TOGETHER, others=", ".join(map(str, others)), last=last)


def _way(board: Board, moves: str, table: Topology | None = None) -> str:
    """The direction of the only move, or of the first of several."""
    tile = board[mover(board, moves[0], table)]
    start = HintSentence.MOVE_WAY if len(moves) == 1 else HintSentence.START
    return said(start, tile=tile, way=WAYS[moves[0]])


def _is_due(board: Board, distances: Distances) -> bool:
    """Whether another attempt at a proof is due on a known solution: not at every hint."""
    here = distances.known(board)
    assert here.moves is not None
    if distances.tried is None:
        return True
    return len(here.moves) <= _NEARER * distances.tried


def _single(board: Board, letter: str, sentence: str, badge: str, table: Topology) -> Advice:
    cell = mover(board, letter, table)
    tile = board[cell]
    return Advice(
        focus=(cell,),
        task=said(HintSentence.MOVE, tile=tile),
        way=_way(board, letter, table),
        cell=cell,
        letter=letter,
        moves=letter,
        sentence=sentence,
        badge=badge,
    )


def mover(board: Board, letter: str, table: Topology | None = None) -> int:
    """The cell of the tile that a legal move moves."""
    return board.apply(letter, topology=table).blank
