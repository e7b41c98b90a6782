"""Draws a solution as a film strip: one small board per move."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil

from taquin.ground.errors import OptionError
from taquin.ground.grammar import counted
from taquin.pictures.board import (
    Tiles,
    board_elements,
    check_cell,
    home_cells,
    margin,
    spoken,
)
from taquin.pictures.svg import QUIET, card, document, text

__all__ = ["solution_svg"]

_ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→", "Q": "↖", "E": "↗", "Z": "↙", "C": "↘"}
# By the rows down, then the columns to the right: -1, 0 or 1.
_LETTERS = (("Q", "U", "E"), ("L", "", "R"), ("Z", "D", "C"))
_CAPTION = 20  # pixels below each board


def solution_svg(
    boards: Iterable[Tiles], *, columns: int = 8, cell: int = 26, title: str | None = None
) -> str:
    """A film strip of a solution: numbered boards, each with the tile just moved marked.

    boards: from start to goal, all of the same size. columns: boards per row. cell: side of a
    cell in pixels, 8 or more.
    """
    frames = list(boards)
    _check(frames, columns, cell)
    columns = min(columns, len(frames))
    gap = max(10, cell // 2)
    width, cells = frames[0]
    wide = width * cell + 2 * margin(cell)
    high = len(cells) // width * cell + 2 * margin(cell) + _CAPTION
    moves = [None, *(_slide(before, after) for before, after in pairwise(frames))]
    parts = []
    for step, (frame, move) in enumerate(zip(frames, moves, strict=True)):
        row, column = divmod(step, columns)
        x, y = gap + column * (wide + gap), gap + row * (high + gap)
        moved = None if move is None else (move[0], move[1])
        home = home_cells(frame, frames[-1])
        parts.append(board_elements(frame, x, y, cell, home=home, moved=moved))
        caption = "start" if step == 0 else str(step)
        if move is not None:
            caption += f": {move[2]} {_ARROWS[move[1]]}"
        parts.append(text(x + wide / 2, y + high - 5, caption, 12, anchor="middle", fill=QUIET))
    rows = ceil(len(frames) / columns)
    size = columns * (wide + gap) + gap, rows * (high + gap) + gap
    count = len(frames) - 1
    steps = "; ".join(f"{i}: {m[2]} {_ARROWS[m[1]]}" for i, m in enumerate(moves) if m is not None)
    return document(
        *size,
        title or f"A solution in {counted(count, 'move')}",
        f"Start, rows from the top: {spoken(frames[0])}. {'Moves: ' if steps else ''}{steps}.",
        card(*size),
        *parts,
    )


def _check(frames: Sequence[Tiles], columns: int, cell: int) -> None:
    """Raise OptionError for frames that cannot be drawn as one strip."""
    if not frames:
        raise OptionError(
            "no boards to draw: expected all boards of a solution, from start to goal."
        )
    if len({(width, len(cells)) for width, cells in frames}) > 1:
        raise OptionError("the boards of a solution must all have the same size.")
    if columns < 1:
        raise OptionError(f"columns={columns}: expected 1 or more.")
    check_cell(cell)


def _slide(before: Tiles, after: Tiles) -> tuple[int, str, int] | None:
    """(cell it came to, direction, tile) of the one tile that moved, None if not exactly one."""
    width, cells = before
    source, target = after[1].index(0), cells.index(0)
    tile = cells[source]
    exchanged = {0: tile, tile: 0}
    if source == target or [exchanged.get(c, c) for c in cells] != list(after[1]):
        return None
    (y0, x0), (y1, x1) = divmod(source, width), divmod(target, width)
    dy, dx = y1 - y0, x1 - x0
    # A step of more than one cell wrapped around, so its direction is the opposite.
    if abs(dx) > 1 or abs(dy) > 1:
        dy, dx = -dy, -dx
    row, column = ((d > 0) - (d < 0) for d in (dy, dx))
    return target, _LETTERS[row + 1][column + 1], tile
