"""How large a board is drawn, where the text around it stands, and what of it does not fit.

One rule for every screen: it knows the board and the terminal, not what the screen is about.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from taquin.game.words import size_text
from taquin.puzzle.board import Board

__all__ = [
    "BAR",
    "SIDE",
    "TOP",
    "Arrangement",
    "BoardGeometry",
    "Window",
    "arrangement",
    "fit",
    "key_lines",
    "window",
]

# Lines of the bar above a board; columns of the text beside it, and lines above that text.
BAR, SIDE, TOP = 1, 34, 1
# Rows per tile, the largest first, of filled tiles and of tiles between lines; else one row.
_FILLED = (10, 9, 8, 7, 6, 5, 4, 3, 2)
_LINED = (10, 8, 6, 4, 3, 2)
_CLEAR = 3  # rows per tile, which are as easy to read as more
_TALL = 5  # rows per tile, for more of which no goal below the board gives way
_LEAST = 2  # of a tile that has an edge
_ROOMY = 8  # rows per tile, for more of which no text beside the board gives way
_MARGIN = 6  # columns to the left and right of a board beside text that makes it no larger
# Lines of text below a board: what it never has less of, what it should have, and what there is
# to say at most: on a terminal of few columns, with more of them, and with text beside the board.
_FEWEST, _SOME, _ALL, _ALL_WIDE, _ALL_BESIDE = 2, 4, 8, 5, 4
_FEW = 58
_LOW = 12  # lines of board and text, below which a board that is cut needs them
# A narrow terminal has a second line for keys, unless it is so low that the board needs it.
_NARROW_KEYS, _HIGH_KEYS = 70, 16


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """Characters per cell with the gap after it; lined: lines between the cells, else filled."""

    wide: int
    high: int
    lined: bool

    def is_tight(self, tile: int) -> bool:
        """Whether a tile has room for one character beside its number, not for two."""
        return self.wide - 1 < len(str(tile)) + 2

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
        parts = [
            f"{name} {first + 1} to {first + count}"
            for name, first, count, every in (
                ("columns", self.column, self.columns, board.width),
                ("rows", self.row, self.rows, board.height),
            )
            if count < every
        ]
        return f"Cut to {', '.join(parts)} of {size_text(board)}; enlarge the terminal."


def fit(board: Board, width: int, height: int, *, lined: bool) -> BoardGeometry:
    """The largest drawing of a board in `width` x `height` characters, else the smallest of all."""
    digits = len(str(len(board) - 1))
    sizes = [(max(digits + 3, 2 * high), high) for high in (_LINED if lined else _FILLED)]
    narrow = digits + 2  # of which a number has all, but for the gap and one character
    for wide, high in [*sizes, (narrow, 2), (narrow, 1), (digits + 1, 1)]:
        geometry = BoardGeometry(wide, high, lined)
        across, down = geometry.size(board.width, board.height)
        if across <= width and down <= height:
            break
    return geometry


def key_lines(width: int, height: int) -> int:
    """Lines of keys at the bottom of a terminal of that size."""
    return 2 if width < _NARROW_KEYS and height >= _HIGH_KEYS else 1


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the text of a screen stands; the board has the rest.

    beside: text has `SIDE` columns beside the board, not only lines below it
    words:  lines below the board
    side:   columns beside the board: `SIDE`, else those of the goal where there is room for it
    under:  lines of the goal between board and text, where there is room for it only there
    """

    beside: bool
    words: int
    side: int
    under: int = 0


def arrangement(
    board: Board,
    width: int,
    height: int,
    *,
    lined: bool,
    goal: int = 0,
    rows: int = 0,
    wanted: bool = False,
) -> Arrangement:
    """Where the text goes on a terminal of `width` x `height` characters.

    goal: columns that it takes to show the goal beside the board, which makes no tile smaller;
    rows: lines that it takes there and below, where tall tiles give way to it;
    wanted: smaller tiles will do for it, as long as they are easy to read.
    Where neither leaves room for the whole goal, none of it is shown.
    """
    lines = height - BAR - key_lines(width, height)
    usual = _SOME if width - SIDE < _FEW else _FEWEST
    beside = _words(board, width - SIDE, lines, _ALL_BESIDE, usual, lined=lined)
    most = _ALL if width < _FEW else _ALL_WIDE
    below = _words(board, width, lines, most, _FEWEST, lined=lined)
    tile = _tile(board, width, lines - below, lined=lined)
    smaller = _tile(board, width - SIDE, lines - beside, lined=lined)
    across, _ = fit(board, width - SIDE, lines - beside, lined=lined).size(
        board.width, board.height
    )
    # Below it, the text is whole and the board stands in the middle.
    crowded = smaller == tile and below >= _ALL_WIDE and width - SIDE - across < _MARGIN
    if smaller and smaller >= min(tile, _ROOMY) and not crowded:
        # The text below gives way to a goal that lacks a line.
        least = min(beside, _FEWEST + 1)
        return Arrangement(True, max(least, min(beside, lines - rows - TOP)), SIDE)
    # A goal that is not the usual one may make tiles smaller, but not where it need not.
    wishes = [(tile, _TALL)] + ([(_CLEAR, _CLEAR)] if wanted else [])
    for beside_it, below_it in wishes:
        for words in range(below, min(below, _SOME) - 1, -1):
            left = _tile(board, width - goal, lines - words, lined=lined)
            if goal and rows <= lines - words and left and left >= min(tile, beside_it):
                return Arrangement(False, words, goal)
        for words in range(below, min(below, _SOME) - 1, -1):
            left = _tile(board, width, lines - words - rows, lined=lined)
            if rows and goal <= width and left and left >= min(tile, below_it):
                return Arrangement(False, words, 0, rows)
    return Arrangement(False, below, 0)


def _words(board: Board, width: int, lines: int, most: int, usual: int, *, lined: bool) -> int:
    """How many of the lines are for text.

    The board is whole first; then tiles have edges, if that leaves the usual lines for text; then
    there is room for some text, then tiles are clear, then every text is whole, and what is left
    makes the tiles larger. A text that is longer is shortened.
    """
    largest = _tile(board, width, lines - _FEWEST, lined=lined)
    if not largest:
        return _FEWEST if lines < _LOW else _SOME
    wanted = max(
        min(_CLEAR, _tile(board, width, lines - _SOME, lined=lined)),
        min(_LEAST, _tile(board, width, lines - usual, lined=lined)),
        1,
    )
    enough = (
        words
        for words in range(most, _FEWEST, -1)
        if _tile(board, width, lines - words, lined=lined) >= wanted
    )
    return next(enough, _FEWEST)


def _tile(board: Board, width: int, height: int, *, lined: bool) -> int:
    """Rows per tile of a whole board in `width` x `height` characters; 0 if it does not fit."""
    geometry = fit(board, width, height, lined=lined)
    across, down = geometry.size(board.width, board.height)
    return geometry.high if across <= width and down <= height else 0


def window(
    board: Board, geometry: BoardGeometry, width: int, height: int, shown: Collection[int] = ()
) -> Window:
    """The part around the blank that fits; the whole board if it does.

    shown: cells that are in it too, instead of the blank where there is no room for both.
    """
    columns = max(1, min(board.width, (width - geometry.frame) // geometry.wide))
    rows = max(1, min(board.height, (height - geometry.frame) // geometry.high))
    row, column = divmod(board.blank, board.width)
    places = [divmod(cell, board.width) for cell in shown]
    return Window(
        _first(column, columns, board.width, [across for _, across in places]),
        _first(row, rows, board.height, [down for down, _ in places]),
        columns,
        rows,
    )


def _first(middle: int, count: int, every: int, shown: Sequence[int]) -> int:
    """The first of `count` columns or rows around one of them, moved as far as others need."""
    first = middle - count // 2
    for one in reversed(shown):  # the first of them counts most
        first = min(max(first, one - count + 1), one)
    return min(max(0, first), every - count)
