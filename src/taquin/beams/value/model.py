"""A learned value of a board: what it is, and how a board is described to it.

Boards are *canonical*: the goal has the blank in cell 0 and tile t in cell t, so that contents are
named by their goal cells. Feature cell · n + content says that a cell holds a content; a board has
n of them. Its value is the sum of `single` over its features and of `pairs` over all pairs of
them: learned weights, in units of 1/64 move. It ranks boards of the same depth. It proves nothing:
it may be above the true distance or below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from taquin.puzzle.size import check_size

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["CONFLICT", "UNIT", "Model", "first_guess", "model_name"]

UNIT = 64  # weights are whole numbers; this many are one move
CONFLICT = 1.5  # moves that two tiles in the wrong order in their line cost at first


def model_name(width: int, height: int, topology: str = "grid") -> str:
    """What the model of a size and board type is called.

    >>> model_name(6, 6), model_name(6, 5, "torus")
    ('6x6', '6x5-torus')
    """
    return f"{width}x{height}" + ("" if topology == "grid" else f"-{topology}")


@dataclass(frozen=True, slots=True)
class Model:
    """The weights for one size of board; n cells.

    single: int16[n²]         by feature
    pairs: int16[n², n²]      by two features, symmetric; 0 where they exclude each other
    about: how it was trained, for people
    topology: the board type, grid or torus
    """

    width: int
    height: int
    single: "npt.NDArray[np.int16]"
    pairs: "npt.NDArray[np.int16]"
    about: Mapping[str, object] = field(default_factory=dict)
    topology: str = "grid"

    @property
    def cells(self) -> int:
        """The number of cells, n."""
        return self.width * self.height

    @property
    def name(self) -> str:
        """The size, and the board type unless it is the grid, as in 6x6 and 6x6-torus."""
        return model_name(self.width, self.height, self.topology)

    def value(self, board: Sequence[int]) -> int:
        """The value of a canonical board, by its definition. O(n²)."""
        features = [cell * self.cells + content for cell, content in enumerate(board)]
        alone = sum(int(self.single[i]) for i in features)
        return alone + sum(
            int(self.pairs[i, j]) for k, i in enumerate(features) for j in features[:k]
        )


def first_guess(
    width: int, height: int
) -> "tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]":
    """The weights in moves before any training: Manhattan distance and conflicts in lines.

    Returns float32[n²] and float32[n², n²], of which training uses the part where the first
    feature's cell is the smaller one.
    """
    import numpy as np

    check_size(width, height)
    n = width * height
    cells = np.arange(n)
    rows, columns = cells // width, cells % width
    single = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    single[:, 0] = 0
    pairs = np.zeros((n, n, n, n), np.float32)
    for line in (rows, columns):
        # By cell c, content t, cell x, content u: all in one line, and in the wrong order.
        alike = line[:, None] == line
        first = alike[:, :, None, None] & alike[:, None, :, None] & alike[:, None, None, :]
        wrong = (cells[:, None] - cells)[:, None, :, None] * (
            (cells[:, None] - cells)[None, :, None, :]
        )
        pairs[first & (wrong < 0)] = CONFLICT
    pairs[:, 0] = 0
    pairs[:, :, :, 0] = 0
    return single.astype(np.float32).reshape(-1), pairs.reshape(n * n, n * n)
