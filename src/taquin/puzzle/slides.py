"""Moves on a board: letters, or the tiles that slide, with or without their directions.

A number before a letter may be a tile or a count, as in ``3R``; the board decides.
The page's twin is notation/slides.js.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from taquin.ground.errors import NotationError, shown
from taquin.ground.grammar import an
from taquin.puzzle.move import Notation, format_moves, opposite, parse_moves
from taquin.puzzle.movetext import Pairs, pairs_in, tiles_in
from taquin.puzzle.notation import write_board
from taquin.puzzle.topology import Topology

__all__ = ["WORDS", "Given", "read_given"]

WORDS = {
    "U": "up",
    "D": "down",
    "L": "left",
    "R": "right",
    "Q": "up and left",
    "E": "up and right",
    "Z": "down and left",
    "C": "down and right",
}
_MOST_DIGITS = 10  # cells; on more, 12 could be one tile or two
_LONGEST = 1_000_000


class Given(NamedTuple):
    """Moves that a text gives for a board, one tile letter each.

    letters: all of them, which may be illegal; or, of tiles, those before the first that cannot
    slide. wrong: that tile, with its direction if the text gives it; None for none. problem: why.
    """

    letters: str
    wrong: str | None = None
    problem: str | None = None


def read_given(
    moves: str, cells: Sequence[int], table: Topology, notation: Notation, *, digits: bool = True
) -> Given:
    """The moves of a text on a board. Raises NotationError, also if it has two readings.

    digits: whether 78 may be the tiles 7 and 8, where no tile has two digits.
    """
    tiles = tiles_in(moves)
    if tiles:
        parse_moves("", notation=notation)  # an unknown notation is an error here too
        return _slid(_split(moves, tiles, table, digits), None, cells, table, notation)
    pairs = pairs_in(moves, table.letters)
    if pairs:
        return _of_pairs(moves, pairs, cells, table, notation)
    return Given(parse_moves(moves, notation=notation, directions=table.letters))


def _split(moves: str, tiles: list[int], table: Topology, digits: bool) -> list[int]:
    """The tiles; one for each digit if they can be meant so only."""
    words = re.findall(r"\d+", moves)
    count = table.width * table.height
    if digits and count <= _MOST_DIGITS and min(map(len, words)) > 1:
        return [int(digit) for word in words for digit in word]
    if digits and len(tiles) == 1 and tiles[0] >= count:
        raise NotationError(
            f"{tiles[0]} is not a tile of {an(f'{table.width}x{table.height}')} board; expected "
            f"tiles from 1 to {count - 1} with spaces between, or letters, as in UR2D."
        )
    return tiles


def _of_pairs(
    moves: str, pairs: Pairs, cells: Sequence[int], table: Topology, notation: Notation
) -> Given:
    """Tiles with directions, or counts with directions: what the board allows."""
    parse_moves("", notation=notation)
    ways = opposite(pairs.ways) if notation == "blank" else pairs.ways
    slid = _slid(pairs.numbers, ways, cells, table, notation)
    if pairs.only_tiles:
        return slid
    if sum(pairs.numbers) > _LONGEST:
        if slid.wrong is None:
            return slid
        raise NotationError(f"more than {_LONGEST:,} moves; expected a shorter list.")
    counted = "".join(way * count for way, count in zip(ways, pairs.numbers, strict=True))
    made = _made(counted, cells, table)
    fits = made == len(counted) > 0
    if slid.wrong is None and fits and slid.letters != counted:
        repeated = format_moves(counted, notation=notation, compact=True)
        raise NotationError(
            f"{shown(moves.strip())} has two readings on {_text(cells, table)}: tiles that slide, "
            f"which is {format_moves(slid.letters, notation=notation):.40}, or counts of moves, "
            f"which is {repeated:.40}; write the one that is meant."
        )
    if slid.wrong is None:
        return slid
    if fits or not all(0 < number < table.width * table.height for number in pairs.numbers):
        return Given(counted)
    either = f"{slid.problem} Read as counts of moves, move {made + 1} is not legal either."
    return slid._replace(problem=either)


def _made(letters: str, cells: Sequence[int], table: Topology) -> int:
    """How many of these moves can be made."""
    blank = cells.index(0)
    for number, letter in enumerate(letters):
        blank = table.neighbors[blank][table.letters.index(letter)]
        if blank < 0:
            return number
    return len(letters)


def _slid(
    tiles: list[int], ways: str | None, given: Sequence[int], table: Topology, notation: Notation
) -> Given:
    """The letters of tiles that slide one after another, in these directions if there are any."""
    cells, letters = list(given), list[str]()
    blank = cells.index(0)
    for number, tile in enumerate(tiles):
        free = {cells[cell]: at for at, cell in enumerate(table.neighbors[blank]) if cell >= 0}
        way = ways[number] if ways else None
        # On a small torus, a tile may slide into the blank from two sides.
        sides = [at for at, cell in enumerate(table.neighbors[blank]) if cell >= 0
                 and cells[cell] == tile and way in (None, table.letters[at])]  # fmt: skip
        if not sides:
            letter = format_moves(way, notation=notation) if way else ""
            told = f"move {number + 1} (tile {tile}{f', {letter}' if letter else ''})"
            why = _why(tile, way, free, len(cells))
            can = ", ".join(map(str, sorted(free))) or "none"
            return Given(
                "".join(letters),
                f"{tile}{letter}",
                f"{told}: {why} on {_text(cells, table)}; tiles that can slide: {can}.",
            )
        at = sides[0] if way else free[tile]
        letters.append(table.letters[at])
        cell = table.neighbors[blank][at]
        cells[blank], cells[cell] = tile, 0
        blank = cell
    return Given("".join(letters))


def _why(tile: int, way: str | None, free: dict[int, int], count: int) -> str:
    if not 0 < tile < count:
        return f"there is no tile {tile}"
    reason = "it is not next to the blank"
    if way is None:
        return reason
    return f"it cannot move {WORDS[way]}{'' if tile in free else f', as {reason}'}"


def _text(cells: Sequence[int], table: Topology) -> str:
    return write_board(table.width, tuple(cells))
