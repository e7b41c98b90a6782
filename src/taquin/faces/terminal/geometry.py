"""How large a board is drawn, and which part of it where it does not fit."""

from dataclasses import dataclass

from taquin.game.words import size_text
from taquin.puzzle.board import Board

__all__ = ["SIDE", "BoardGeometry", "Window", "fit", "is_narrow", "leaves_room", "window"]

# Columns of the text beside a board, and those below which there is no room for it.
SIDE = 34
_NARROW = 64
# Rows per tile, the largest first, of filled tiles and of tiles between lines; else one row.
_FILLED = (6, 5, 4, 3, 2)
_LINED = (4, 2)
_CLEAR = 3  # rows per tile, which are as easy to read as more


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """Characters per cell with the gap after it; lined: lines between the cells, else filled."""

    wide: int
    high: int
    lined: bool

    @property
    def frame(self) -> int:
        """Characters before the first cell, and above it; the smallest boards have no frame."""
        return 0 if self.high == 1 else 1

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """Characters across and down that columns and rows of cells take."""
        return columns * self.wide + self.frame, rows * self.high + self.frame


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that is drawn: its first column and row, and how many of them."""

    column: int
    row: int
    columns: int
    rows: int

    def words(self, board: Board) -> str | None:
        """What is not shown, in words; None if the whole board is."""
        if (self.columns, self.rows) == (board.width, board.height):
            return None
        columns = f"columns {self.column + 1} to {self.column + self.columns}"
        rows = f"rows {self.row + 1} to {self.row + self.rows}"
        return f"Cut to {columns}, {rows} of {size_text(board)}; enlarge the terminal."


def fit(board: Board, width: int, height: int, *, lined: bool) -> BoardGeometry:
    """The largest drawing of a board in `width` x `height` characters, else the smallest of all."""
    digits = len(str(len(board) - 1))
    sizes = [(max(digits + 3, 2 * high), high) for high in (_LINED if lined else _FILLED)]
    for wide, high in [*sizes, (digits + 2, 1), (digits + 1, 1)]:
        geometry = BoardGeometry(wide, high, lined)
        across, down = geometry.size(board.width, board.height)
        if across <= width and down <= height:
            break
    return geometry


def is_narrow(board: Board, width: int) -> bool:
    """Whether the text goes below the board: the terminal, or what is left of it, is too narrow."""
    smallest = board.width * (len(str(len(board) - 1)) + 1)
    return width < _NARROW or smallest > width - SIDE


def leaves_room(
    board: Board, width: int, height: int, side: int, *, lined: bool, wanted: bool
) -> bool:
    """Whether `side` columns of text fit beside a board without making its tiles smaller.

    wanted: smaller tiles will do, as long as they are easy to read.
    """
    alone = fit(board, width, height, lined=lined)
    beside = fit(board, width - side, height, lined=lined)
    across, down = beside.size(board.width, board.height)
    whole = across <= width - side and down <= height
    return whole and (beside == alone or (wanted and beside.high >= _CLEAR))


def window(board: Board, geometry: BoardGeometry, width: int, height: int) -> Window:
    """The part around the blank that fits; the whole board if it does."""
    columns = max(1, min(board.width, (width - geometry.frame) // geometry.wide))
    rows = max(1, min(board.height, (height - geometry.frame) // geometry.high))
    row, column = divmod(board.blank, board.width)
    return Window(
        min(max(0, column - columns // 2), board.width - columns),
        min(max(0, row - rows // 2), board.height - rows),
        columns,
        rows,
    )
