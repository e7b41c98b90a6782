"""Any goal as a canonical one, and a larger board's features as a smaller one's.

A board with any goal whose blank is in a corner is a canonical board after a reflection that takes
the corner to cell 0 and after naming the tiles by their goal cells.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from taquin.puzzle.board import Board

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "CanonicalView",
    "Neighbors",
    "centred",
    "lifted",
    "symmetrised",
    "torus_view_of",
    "transposed_cells",
    "transposed_features",
    "view_of",
]

# Tile letters U D L R: what becomes of them when rows, or columns, are reversed.
_UPSIDE_DOWN = str.maketrans("UD", "DU")
_LEFT_RIGHT = str.maketrans("LR", "RL")
_SECOND_OF_TWO = 2, 1
# By cell, the cells whose tiles can move there up, down, left and right; -1 for none.
Neighbors = Sequence[Sequence[int]]


class CanonicalView(NamedTuple):
    """How boards of one goal become canonical.

    places: the cell of the given board that each canonical cell stands for
    names: the canonical content of each tile
    flipped: whether rows, and whether columns, are reversed
    """

    places: tuple[int, ...]
    names: tuple[int, ...]
    flipped: tuple[bool, bool]

    def board(self, cells: Sequence[int]) -> tuple[int, ...]:
        """The canonical board."""
        return tuple(self.names[cells[place]] for place in self.places)

    def moves(self, letters: str) -> str:
        """The given board's moves for those of the canonical one, or the reverse."""
        upside_down, left_right = self.flipped
        letters = letters.translate(_UPSIDE_DOWN) if upside_down else letters
        return letters.translate(_LEFT_RIGHT) if left_right else letters

    def neighbors(self, given: Neighbors) -> Neighbors:
        """The canonical board's table of neighbours for the given board's, of four directions."""
        cells = {place: cell for cell, place in enumerate(self.places)}
        turned = [way ^ self.flipped[way // 2] for way in range(4)]
        return tuple(
            tuple(cells.get(given[place][way], -1) for way in turned) for place in self.places
        )


def view_of(goal: Board) -> CanonicalView | None:
    """The view of boards with this goal; None unless its blank is in a corner.

    >>> view_of(Board.parse("1 2/3 0")).board((0, 2, 1, 3))
    (1, 3, 2, 0)
    """
    width, height = goal.width, goal.height
    row, column = divmod(goal.blank, width)
    if row not in (0, height - 1) or column not in (0, width - 1):
        return None
    rows = range(height) if row == 0 else range(height - 1, -1, -1)
    columns = range(width) if column == 0 else range(width - 1, -1, -1)
    places = tuple(r * width + c for r in rows for c in columns)
    names = [0] * len(places)
    for cell, place in enumerate(places):
        names[goal[place]] = cell
    return CanonicalView(places, tuple(names), (row != 0, column != 0))


def torus_view_of(goal: Board) -> CanonicalView:
    """The view of boards on a torus with this goal, whose blank may be anywhere.

    Sides of two cells are not joined at their ends: stepping along them is reflecting.

    >>> torus_view_of(Board.parse("1 2 3/4 0 5/6 7 8")).board((1, 2, 3, 4, 0, 5, 6, 7, 8))
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    width, height = goal.width, goal.height
    row, column = divmod(goal.blank, width)
    places = tuple(
        (row + r) % height * width + (column + c) % width
        for r in range(height)
        for c in range(width)
    )
    names = [0] * len(places)
    for cell, place in enumerate(places):
        names[goal[place]] = cell
    flipped = (height, row) == _SECOND_OF_TWO, (width, column) == _SECOND_OF_TWO
    return CanonicalView(places, tuple(names), flipped)


def transposed_cells(width: int) -> "npt.NDArray[np.uint8]":
    """Where transposing a square takes each cell; uint8[width²]."""
    import numpy as np

    return np.arange(width * width, dtype=np.uint8).reshape(width, width).T.reshape(-1).copy()


def transposed_features(width: int) -> "npt.NDArray[np.int64]":
    """Where transposing a square takes each feature; int64[n²]."""
    import numpy as np

    mirror = transposed_cells(width).astype(np.int64)
    n = len(mirror)
    features = np.arange(n * n)
    return mirror[features // n] * n + mirror[features % n]


def symmetrised(
    single: "npt.NDArray[np.float32]", pairs: "npt.NDArray[np.float32]"
) -> "tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]":
    """Weights of a square that are equal for a pair and its transpose, and in both orders.

    pairs: used where the first feature's cell is the smaller one.
    """
    import numpy as np

    n = round(len(single) ** 0.5)
    features = np.arange(n * n)
    upper = np.where(features[:, None] // n < features // n, pairs, np.float32(0))
    whole = upper + upper.T
    after = transposed_features(round(n**0.5))
    half = np.float32(0.5)
    return half * (single + single[after]), half * (whole + whole[np.ix_(after, after)])


def lifted(
    single: "npt.NDArray[np.float32]",
    pairs: "npt.NDArray[Any]",
    small: tuple[int, int],
    large: tuple[int, int],
) -> "tuple[npt.NDArray[np.float32], npt.NDArray[Any]]":
    """Weights for a board from those of another one, often smaller by a row and a column.

    A pair on the large board is read as the pair on the small one with the same differences:
    the rows of its two cells and two goal cells move towards row 0 together, as far as the
    small board needs and without any becoming negative, and what then is still outside stands on
    the last row; so do the columns. Manhattan distances are counted on the large board.
    """
    import numpy as np

    single, pairs = centred(single, pairs)
    n, m = small[0] * small[1], large[0] * large[1]
    cells = np.arange(m)
    both = np.zeros((m, m, m, m), pairs.dtype)
    # One first cell at a time: the places of all pairs at once would fill the memory.
    tile, other, content = np.meshgrid(cells, cells, cells, indexing="ij", sparse=True)
    for cell in range(m):
        c, t, x, u = _on_small([np.full((1, 1, 1), cell), tile, other, content], small, large)
        # The blank stays the blank; features that fall together say nothing.
        kept = (c != x) & (t != u) & ((t == 0) == (tile == 0)) & ((u == 0) == (content == 0))
        both[cell] = np.where(kept, pairs.reshape(n, n, n, n)[c, t, x, u], 0)
    where, what = np.meshgrid(cells, cells, indexing="ij", sparse=True)
    c, t = _on_small([where, what], small, large)
    alone = (single.reshape(n, n) - _steps(*small))[c, t]
    alone[(t == 0) != (what == 0)] = 0
    return (alone + _steps(*large)).astype(np.float32).reshape(-1), both.reshape(m * m, m * m)


def centred(
    single: "npt.NDArray[np.float32]", pairs: "npt.NDArray[Any]"
) -> "tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]":
    """The same value, with what a pair says of one of its tiles alone moved to `single`.

    Otherwise a larger board, whose tiles have more partners, would count it more often.
    """
    import numpy as np

    n = round(len(single) ** 0.5)
    four = pairs.reshape(n, n, n, n).astype(np.float32)
    others = np.float32(n - 1)
    # By cell c, content t and content u, the mean over the other cells x.
    mean = four.sum(axis=2) / others
    whole = mean.sum(axis=0) / np.float32(n)
    alone = mean - whole / 2
    four -= alone[:, :, None, :] + alone.transpose(2, 0, 1)[None, :, :, :]
    same = np.arange(n)
    four[same, :, same, :] = 0
    four[:, same, :, same] = 0
    total = alone.sum(axis=2) - alone[:, same, same]
    return single + total.reshape(-1), four.reshape(n * n, n * n)


def _on_small(
    cells: "list[npt.NDArray[np.int64]]", small: tuple[int, int], large: tuple[int, int]
) -> "list[npt.NDArray[np.int64]]":
    """The small board's cells for some of the large one's, which move together."""
    rows = _shifted([cell // large[0] for cell in cells], large[1], small[1])
    columns = _shifted([cell % large[0] for cell in cells], large[0], small[0])
    return [row * small[0] + column for row, column in zip(rows, columns, strict=True)]


def _shifted(
    coordinates: "list[npt.NDArray[np.int64]]", large: int, small: int
) -> "list[npt.NDArray[np.int64]]":
    """Coordinates below `large` moved together towards 0, and none beyond `small` - 1."""
    import numpy as np

    least = coordinates[0]
    for other in coordinates[1:]:
        least = np.minimum(least, other)
    shift = np.minimum(least, max(0, large - small))
    return [np.minimum(other - shift, small - 1) for other in coordinates]


def _steps(width: int, height: int) -> "npt.NDArray[np.float32]":
    """Manhattan distance by cell and content; 0 for the blank."""
    import numpy as np

    cells = np.arange(width * height)
    rows, columns = cells // width, cells % width
    steps = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    steps[:, 0] = 0
    return steps.astype(np.float32)
