"""Moves and strings of moves.

A letter names the direction in which the *tile* moves; a number after a letter repeats it:
``UR2D`` is ``URRD``. Research papers and several programs name the blank's direction instead;
`parse_moves` and `format_moves` translate, and all other code uses the tile's direction.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import Literal, get_args

from taquin.ground.errors import NotationError, OptionError, check_flag, check_text, quoted, shown
from taquin.ground.registry import check_choice
from taquin.puzzle.movetext import moves_in

__all__ = [
    "DIAGONALS",
    "DIRECTIONS",
    "Direction",
    "Notation",
    "check_order",
    "format_moves",
    "inverse",
    "joined",
    "opposite",
    "parse_moves",
    "simplify",
]

Notation = Literal["tile", "blank"]
_NOTATIONS = get_args(Notation)


class Direction(StrEnum):
    """The direction in which a tile moves; U D L R is also the column order of neighbour tables."""

    U = "U"
    D = "D"
    L = "L"
    R = "R"

    @property
    def opposite(self) -> "Direction":
        """The direction that undoes this one."""
        return Direction(opposite(self))


DIRECTIONS = "UDLR"
# Up and left, up and right, down and left, down and right, like the keys around S on a keyboard.
# Only board types with eight columns have them.
DIAGONALS = "QEZC"
_OPPOSITE = str.maketrans("UDLRQEZC", "DURLCZEQ")
_BACK = dict(zip("UDLR", "DURL", strict=True))


def opposite(moves: str) -> str:
    """Every letter reversed, in the same order: the same path in the blank's directions."""
    return moves.translate(_OPPOSITE)


def inverse(moves: str) -> str:
    """The moves that undo `moves`: opposite letters in reverse order, read by `parse_moves`."""
    return opposite(parse_moves(moves))[::-1]


def simplify(moves: str) -> str:
    """Cancel each move that is directly followed by its opposite, repeatedly. O(len).

    `parse_moves` reads the moves.
    """
    kept: list[str] = []
    for letter in parse_moves(moves):
        if kept and kept[-1] == _BACK[letter]:
            kept.pop()
        else:
            kept.append(letter)
    return "".join(kept)


def parse_moves(text: str, *, notation: Notation = "tile", directions: str = DIRECTIONS) -> str:
    """One tile letter per single-tile move, from ``UR2D``, ``3R``, ``u r r d``, ``↑→`` and so on.

    Words (``['Up', 'Right']``), marks between (``U->R``) and numbered lists (``1. U 2. R``) are
    read too; numbers of tiles are for `Board.apply`, because they need the board.
    directions: the letters of the board type, `Topology.letters`; Q E Z C are diagonal moves.
    Raises NotationError, which names the first character that is not a move, and UnknownName for a
    notation other than tile and blank.
    """
    check_text("moves", text, "a text such as UR2D; ''.join(moves) makes one of a list")
    if directions != DIRECTIONS:
        _check_directions(directions)
    text = text.removeprefix("\ufeff")
    if not text.strip(DIRECTIONS):  # plain letters, as every search returns them
        return _translated(text, notation)
    return _translated(moves_in(text, directions), notation)


def _check_directions(directions: object) -> None:
    """Raise OptionError unless these are the letters of a board type."""
    if not isinstance(directions, str) or directions not in (DIRECTIONS, DIRECTIONS + DIAGONALS):
        raise OptionError(
            f"directions={quoted(directions)}: expected the letters of a board type, {DIRECTIONS} "
            f"or {DIRECTIONS + DIAGONALS}."
        )


def _translated(moves: str, notation: Notation) -> str:
    """Tile letters to a notation, or back: reversed if it names the blank's direction."""
    check_choice("notation", notation, _NOTATIONS)
    return opposite(moves) if notation == "blank" else moves


def joined(moves: Iterable[object]) -> str:
    """The moves of a list as one text, with spaces between them."""
    return " ".join(
        one if isinstance(one, str) else shown(one) if isinstance(one, int) else quoted(one)
        for one in moves
    )


def format_moves(
    moves: str | Iterable[str], *, notation: Notation = "tile", compact: bool = False
) -> str:
    """The inverse of `parse_moves`; with `compact`, runs get a repeat count, as in ``UR2D``."""
    try:
        text = _translated("".join(moves), notation)
    except TypeError:
        raise NotationError(
            f"moves={quoted(moves)}: expected a text or a list of letters."
        ) from None
    check_flag("compact", compact)
    if not compact:
        return text
    runs = ((letter, len(list(run))) for letter, run in groupby(text))
    return "".join(letter if count == 1 else f"{letter}{count}" for letter, count in runs)


def check_order(order: str, directions: str = DIRECTIONS) -> str:
    """Check a successor order, the four tile letters once each; returns it in upper case.

    directions: the letters of the board type. With diagonals, all eight; without them in the order,
    they come last.
    """
    check_text("order", order, "the four letters U D L R in any order", OptionError)
    given = order.upper()
    if directions != DIRECTIONS and sorted(given) == sorted(directions):
        return given
    if sorted(given) != sorted(DIRECTIONS):
        all_eight = "" if directions == DIRECTIONS else f" (or all of {', '.join(directions)})"
        raise OptionError(
            f"order={shown(order)}: expected the letters U, D, L, R, each once{all_eight}, as in "
            "DULR."
        )
    return given if directions == DIRECTIONS else given + DIAGONALS
