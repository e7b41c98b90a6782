"""Boards that a text gives as positions of tiles: ``.tile`` files of UNH, problems in PDDL.

A ``.tile`` file has the width and the height, a line ``starting positions for each tile:``, and
the cell of the blank, of tile 1, of tile 2, …, one per line; then the same for the goal. A PDDL
problem has facts such as ``(at t1 p_1_2)``, ``(at tile1 x2 y1)``, ``(empty p_3_3)``.
"""

import re
from itertools import pairwise

from taquin.ground.errors import NotationError
from taquin.ground.grammar import an
from taquin.puzzle.single import Reading
from taquin.puzzle.size import Size

__all__ = ["read_positions"]

_STARTS = re.compile(r"starting positions[^\n:]*:?", re.IGNORECASE)
_GOALS = re.compile(r"goal positions[^\n:]*:?", re.IGNORECASE)
_FACT = re.compile(r"\(\s*([a-z_-]+)((?:\s+[a-z0-9_-]+){1,3})\s*\)")
_BLANK_FACTS = {"empty", "blank", "hole", "clear", "free"}
_TILE_FACTS = {"at", "at-tile", "at_tile", "tile-at", "tile_at", "on", "in", "located", "loc"}
_TILE = re.compile(r"(?:tile|t|number|num|n|block|b)?[_-]?(\d{1,4})", re.ASCII)
_BLANKS = {"blank", "empty", "hole", "b", "e"}
_PDDL = re.compile(
    r"\(\s*(?:define\s*\(\s*(?:problem|domain)|:init|at|at[_-]tile|tile[_-]at|empty|blank)[\s)]"
)

_Place = tuple[int, ...]


def read_positions(text: str, size: Size) -> Reading | None:
    """The board and the goal of such a text; None for any other. Raises NotationError."""
    starts = _STARTS.search(text)
    if starts:
        return _of_unh(text, starts, size)
    facts = text.lower()
    if _PDDL.search(facts):
        return _of_pddl(re.sub(r";[^\n]*", "", facts), size)
    return None


def _of_unh(text: str, starts: re.Match[str], size: Size) -> Reading:
    sides = re.fullmatch(r"\s*(\d{1,3})\s+(\d{1,3})\s*", text[: starts.start()], re.ASCII)
    if not sides:
        raise NotationError(
            "starting positions for each tile, but no size above them; expected a line such as 4 4."
        )
    width, height = int(sides[1]), int(sides[2])
    goals = _GOALS.search(text, starts.end())
    start = _unh_cells(text[starts.end() : goals.start() if goals else None], width, height)
    goal = _unh_cells(text[goals.end() :], width, height) if goals else None
    return _sized(Reading("positions", width, start, goal), size)


def _unh_cells(text: str, width: int, height: int) -> tuple[int, ...]:
    words, count = text.split(), width * height
    if not all(re.fullmatch(r"\d{1,5}", word, re.ASCII) for word in words):
        raise NotationError("starting and goal positions: expected one whole number per line.")
    positions = [int(word) for word in words]
    if sorted(positions) != list(range(count)):
        raise NotationError(
            f"{len(positions)} positions on {an(f'{width}x{height}')} board; expected the cells 0 "
            f"to {count - 1}, each once: the blank's, then those of tile 1, tile 2, …."
        )
    return _placed(dict(enumerate(positions)), count)


def _placed(cell_of: dict[int, int], count: int) -> tuple[int, ...]:
    cells = [0] * count
    for tile, cell in cell_of.items():
        cells[cell] = tile
    return tuple(cells)


def _sized(reading: Reading, size: Size) -> Reading:
    found = (reading.width, reading.height)
    if size is not None and size != found:
        raise NotationError(
            f"the text gives {an(f'{found[0]}x{found[1]}')} board, but the size given is "
            f"{size[0]}x{size[1]} (width x height); leave one of them out."
        )
    return reading


def _of_pddl(text: str, size: Size) -> Reading:
    init, _, goal = text.partition("(:goal")
    starts, goals = _places(init), _places(goal)
    if not starts:
        raise NotationError(
            "no tile has a place; expected facts such as (at t1 p_1_1) and (empty p_3_3)."
        )
    cells = _numbered([*starts.values(), *goals.values()], size)
    width = max(column for _, column in cells.values()) + 1
    count = width * (max(row for row, _ in cells.values()) + 1)
    wanted = _filled(goals, cells, width, count, "goal") if goals else None
    start = _filled(starts, cells, width, count, "start")
    return _sized(Reading("positions", width, start, wanted), size)


def _places(facts: str) -> dict[int, _Place]:
    """The place of each tile, 0 for the blank: row and column, or one number."""
    found: dict[int, _Place] = {}
    for fact in _FACT.finditer(facts):
        kind, (first, *rest) = fact[1], fact[2].split()
        if kind in _BLANK_FACTS:
            tile, where = 0, [first, *rest]
        elif kind in _TILE_FACTS and rest:
            number = _TILE.fullmatch(first)
            if not number and first not in _BLANKS:
                raise NotationError(f"{fact[0]}: {first} is not a tile; expected one such as t1.")
            tile, where = int(number[1]) if number else 0, rest
        else:
            continue
        if tile in found:
            raise NotationError(f"{fact[0]}: {_called(tile)} has two places.")
        found[tile] = _place(where)
    return found


def _called(tile: int) -> str:
    return f"tile {tile}" if tile else "the blank"


def _place(where: list[str]) -> _Place:
    """Row and column of names such as p_1_2 (row first) or x2 y1 (the column first)."""
    words = re.findall(r"[a-z]+|\d{1,4}", " ".join(where))
    numbers = [int(word) for word in words if word.isdigit()]
    if not 1 <= len(numbers) <= 2:
        raise NotationError(
            f"{' '.join(where)} is not a cell; expected one such as p_1_1, x1 y1 or p1."
        )
    letters = [word for word, after in pairwise(words) if after.isdigit() and not word.isdigit()]
    # The row is first in the cell c_1_2 too.
    across = letters[:1] in (["x"], ["c"], ["col"], ["column"]) and letters != ["c"]
    if len(numbers) == 2 and across:
        numbers.reverse()
    return tuple(numbers)


def _numbered(places: list[_Place], size: Size) -> dict[_Place, tuple[int, int]]:
    """The row and column, from 0, of each place."""
    pairs: dict[_Place, tuple[int, int]] = {
        place: (place[0], place[1]) for place in places if len(place) == 2
    }
    if not pairs:
        pairs = {place: divmod(place[0], 10) for place in places}
        least, most = min(places)[0], max(places)[0]
        if least < 10:  # cells in reading order; p11 to p33 are rows and columns
            count = most - least + 1
            width = size[0] if size else round(count**0.5)
            if width < 2 or count % width or (not size and width * width != count):
                raise NotationError(
                    f"{count} cells in reading order are not a square; give the size."
                )
            pairs = {place: divmod(place[0] - least, width) for place in places}
    if len(pairs) < len({*places}):
        raise NotationError("some cells have one number and some two; expected one way.")
    top, left = (min(pair[axis] for pair in pairs.values()) for axis in (0, 1))
    return {place: (pair[0] - top, pair[1] - left) for place, pair in pairs.items()}


def _filled(
    places: dict[int, _Place],
    cells: dict[_Place, tuple[int, int]],
    width: int,
    count: int,
    name: str,
) -> tuple[int, ...]:
    """The tiles in reading order; the only cell without one is the blank's."""
    tile_of = {cells[place]: tile for tile, place in places.items()}
    order = [divmod(cell, width) for cell in range(min(count, 10_000))]
    found = tuple(tile_of.get(cell, 0) for cell in order)
    if sorted(found) != list(range(count)):
        given = len(tile_of)
        raise NotationError(
            f"the {name} gives {given} of {count} cells their tiles 1 to {count - 1}; expected a "
            "place for each tile, and one for the blank."
        )
    return found
