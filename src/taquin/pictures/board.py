"""Draws one board, as text and as SVG."""

from collections.abc import Sequence
from typing import TypeAlias

from taquin.ground.errors import OptionError
from taquin.pictures.svg import BLUE, ORANGE, document, number, rectangle, text

__all__ = [
    "Tiles",
    "board_elements",
    "board_svg",
    "board_text",
    "check_cell",
    "home_cells",
    "margin",
    "spoken",
]

# The width of a board, and the tile in each cell, row by row; 0 is the blank.
Tiles: TypeAlias = tuple[int, Sequence[int]]

_FRAME, _HOLLOW, _TILE, _EDGE = "#46566a", "#34414f", "#f7f3ea", "#c9c2b2"
_BLUE_TINT, _ORANGE_TINT = "#cfe5f3", "#fbd9a6"
_HOME_ANSI, _RESET = "\x1b[1;36m", "\x1b[0m"
_TURN = {"U": 0, "E": 45, "R": 90, "C": 135, "D": 180, "Z": 225, "L": 270, "Q": 315}


def board_text(board: Tiles, *, goal: Tiles | None = None, color: bool = False) -> str:
    """The board in a box of lines with aligned numbers; with `color`, tiles at home are bold.

    >>> print(board_text((3, (1, 2, 3, 4, 5, 0))))
    ┌───┬───┬───┐
    │ 1 │ 2 │ 3 │
    ├───┼───┼───┤
    │ 4 │ 5 │   │
    └───┴───┴───┘
    """
    width, cells = board
    digits = len(str(len(cells) - 1))
    home = home_cells(board, goal) if color else set()
    bar = "─" * (digits + 2)

    def row(first: int) -> str:
        places = range(first, first + width)
        shown = [f" {cells[c] or '':>{digits}} " for c in places]
        return "│".join(
            f"{_HOME_ANSI}{mark}{_RESET}" if c in home else mark
            for c, mark in zip(places, shown, strict=True)
        )

    rule = f"├{'┼'.join([bar] * width)}┤"
    rows = [f"│{row(first)}│" for first in range(0, len(cells), width)]
    inner = f"\n{rule}\n".join(rows)
    return f"┌{'┬'.join([bar] * width)}┐\n{inner}\n└{'┴'.join([bar] * width)}┘"


def board_svg(
    board: Tiles, *, goal: Tiles | None = None, cell: int = 48, title: str | None = None
) -> str:
    """The board as an SVG image; with a goal, the tiles at home are blue and ticked.

    cell: side of a cell in pixels, 8 or more. title: names the image for screen readers.
    """
    check_cell(cell)
    columns, cells = board
    width, height = (side * cell + 2 * margin(cell) for side in (columns, len(cells) // columns))
    home = home_cells(board, goal)
    progress = f" {len(home)} of {len(cells) - 1} tiles are at home." if goal else ""
    return document(
        width,
        height,
        title or f"Sliding puzzle, {_size(board)}",
        f"Rows from the top: {spoken(board)}.{progress}",
        board_elements(board, 0, 0, cell, home=home),
    )


def check_cell(cell: int) -> None:
    """Raise OptionError for cells too small to draw."""
    if cell < 8:
        raise OptionError(f"cell={cell}: expected 8 pixels or more.")


def margin(cell: int) -> int:
    """Pixels between the tiles and the outer edge of the frame."""
    return max(2, cell // 8)


def home_cells(board: Tiles, goal: Tiles | None) -> set[int]:
    """The cells that hold the same tile as in the goal, not counting the blank."""
    if goal is None:
        return set()
    if _size(goal) != _size(board):
        raise OptionError(
            f"the board is {_size(board)}, the goal {_size(goal)}; expected the same size."
        )
    return {c for c, (a, b) in enumerate(zip(board[1], goal[1], strict=True)) if a == b != 0}


def spoken(board: Tiles) -> str:
    """The rows as words, for the description of an image."""
    width, cells = board
    rows = (cells[first : first + width] for first in range(0, len(cells), width))
    return "; ".join(", ".join(str(tile or "blank") for tile in row) for row in rows)


def _size(board: Tiles) -> str:
    width, cells = board
    return f"{width}x{len(cells) // width}"


def board_elements(
    board: Tiles,
    x: float,
    y: float,
    cell: int,
    *,
    home: set[int],
    moved: tuple[int, str] | None = None,
) -> str:
    """The frame, the well and the tiles, with the upper left corner of the frame at (x, y).

    home: the cells drawn as at home. moved: a cell and the direction (U, D, L or R) in which its
    tile moved.
    """
    columns, cells = board
    pad = margin(cell)
    wide, high = columns * cell, len(cells) // columns * cell
    size = cell * {1: 0.5, 2: 0.44, 3: 0.34}.get(len(str(len(cells) - 1)), 0.27)
    parts = [
        rectangle(x, y, wide + 2 * pad, high + 2 * pad, pad + cell / 10, fill=_FRAME),
        rectangle(x + pad / 2, y + pad / 2, wide + pad, high + pad, cell / 9, fill=_HOLLOW),
    ]
    for place, tile in enumerate(cells):
        if not tile:
            continue
        row, column = divmod(place, columns)
        parts.append(
            _tile(
                tile,
                x + pad + column * cell,
                y + pad + row * cell,
                cell,
                size,
                home=place in home,
                direction=moved[1] if moved is not None and moved[0] == place else None,
            )
        )
    return "".join(parts)


def _tile(
    tile: int, x: float, y: float, cell: int, size: float, *, home: bool, direction: str | None
) -> str:
    inset, side = cell / 24, cell - cell / 12
    fill, edge = (_BLUE_TINT, BLUE) if home else (_TILE, _EDGE)
    if direction:
        fill, edge = _ORANGE_TINT, ORANGE
    line = cell / (16 if direction else 32)
    middle, baseline = x + cell / 2, y + cell / 2 + 0.35 * size
    parts = [
        rectangle(
            x + inset, y + inset, side, side, cell / 9, fill=fill, stroke=edge, stroke_width=line
        ),
        text(middle, baseline, str(tile), size, anchor="middle", weight=600),
    ]
    if home:
        parts.append(_tick(x, y, cell / 48))
    if direction:
        parts.append(_arrow(middle, y + cell / 2, cell / 48, direction))
    return "".join(parts)


def _tick(x: float, y: float, unit: float) -> str:
    """A tick in the upper left corner of the cell at (x, y), which is 48 units wide."""
    return (
        f'<path d="M{number(x + 7 * unit)} {number(y + 10.5 * unit)}'
        f"l{number(2.6 * unit)} {number(2.8 * unit)}"
        f'l{number(4.6 * unit)} {number(-5.8 * unit)}" fill="none" stroke="{BLUE}" '
        f'stroke-width="{number(2 * unit)}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _arrow(x: float, y: float, unit: float, direction: str) -> str:
    """An arrowhead near the edge to which the tile with its middle at (x, y) moved."""
    return (
        f'<path d="M{number(-4 * unit)} {number(-15 * unit)}L0 {number(-20 * unit)}'
        f'L{number(4 * unit)} {number(-15 * unit)}Z" fill="{ORANGE}" '
        f'transform="translate({number(x)} {number(y)}) rotate({_TURN[direction]})"/>'
    )
