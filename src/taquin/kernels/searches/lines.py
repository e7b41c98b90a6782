"""Linear conflicts and walking distance along one path: tables of the changes made by each move.

`taquin.kernels.searches.estimates` is for searches that jump from board to board. A search that
makes and undoes moves on one board can keep the contents of all lines up to date and look up only
changes.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined
from taquin.kernels.searches import estimates as layout
from taquin.kernels.searches.tables import BoardTables, PartTables

__all__ = ["Lines", "distance", "first_contents", "prepare_lines", "shift"]

U64 = np.uint64
I64 = np.int64


class Lines(NamedTuple):
    """Changes by edge (4 * blank's cell + column) and tile; cells2 = cells * cells.

    crosses: uint8[4 * cells], the axis whose lines an edge crosses
    line:    uint8[2 * cells], [axis * cells + cell]; lines of the second axis follow the first's
    digits:  int64[2 * cells2], [(axis * cells + cell) * cells + tile], share of a line's contents
    steps:   int64[4 * cells2], [edge * cells + tile], the change of Manhattan distance
    turn:    int64[4 * cells2], [edge * cells + tile], change of the walking number, modulo PRIME
    extra:   int64[…], of the estimate
    hashes:  int64[4], for each axis, mask and slots of `distance`
    """

    crosses: npt.NDArray[np.uint8]
    line: npt.NDArray[np.uint8]
    digits: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    turn: npt.NDArray[np.int64]
    extra: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.int64]


def prepare_lines(board: BoardTables, estimate: PartTables) -> Lines:
    """The changes of an estimate on a board. O(cells ** 2)."""
    cells, kind, extra = len(board.goal), estimate.kind, estimate.extra
    none = np.zeros(0, np.int64)
    hashes = np.zeros(4, np.int64)
    lines = Lines(none.astype(np.uint8), none.astype(np.uint8), none, none, none, extra, hashes)
    if kind == 0:
        return lines
    line = _table(extra, layout._LINES, 2, cells)
    blank, target = np.repeat(np.arange(cells), 4), board.neighbors.reshape(-1).astype(np.int64)
    target = np.where(target < cells, target, blank)
    crosses = (line[0, blank] == line[0, target]).astype(np.int64)
    numbered = np.stack((line[0], line[1] + extra[layout._HEIGHT])).astype(np.uint8)
    lines = lines._replace(crosses=crosses.astype(np.uint8), line=numbered.reshape(-1))
    if kind in (1, 3):
        steps = _table(extra, layout._STEPS, cells, cells)
        digits = _table(extra, layout._DIGITS, 2 * cells, cells)
        lines = lines._replace(
            digits=digits.reshape(-1).copy(), steps=(steps[blank] - steps[target]).reshape(-1)
        )
    if kind >= 2:
        turn = np.zeros((4 * cells, cells), np.int64)
        for edge in range(4 * cells):
            walk = int(extra[layout._WALKS + crosses[edge]])
            count = int(extra[walk + layout._COUNT])
            here, there = line[crosses[edge], blank[edge]], line[crosses[edge], target[edge]]
            at = extra[walk + layout._CHANGE] + (there * count + here) * count
            belong = extra[extra[walk + layout._BELONG] :][:cells]
            turn[edge] = extra[at + belong]
        for axis in range(2):
            walk = int(extra[layout._WALKS + axis])
            hashes[2 * axis] = extra[walk + layout._MASK]
            hashes[2 * axis + 1] = extra[walk + layout._SLOTS]
        lines = lines._replace(turn=turn.reshape(-1))
    return lines


def _table(extra: npt.NDArray[np.int64], name: int, rows: int, columns: int) -> Any:
    at = int(extra[name])
    return extra[at : at + rows * columns].reshape(rows, columns)


def first_contents(lines: Lines, board: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """int64[lines]: the place in `extra` of the extra steps of each line of a board."""
    cells, extra = len(board), lines.extra
    if not len(lines.digits):  # no conflicts
        return np.zeros(0, np.int64)
    height, width = int(extra[layout._HEIGHT]), int(extra[layout._WIDTH])
    bases = _table(extra, layout._BASES, 2, cells)
    contents = np.concatenate((bases[0, :height], bases[1, :width]))
    line, digits = lines.line.reshape(2, cells), lines.digits.reshape(2, cells, cells)
    for axis in range(2):
        for cell in range(cells):
            contents[line[axis, cell]] += digits[axis, cell, board[cell]]
    return contents


@inlined
def shift(lines: Lines, contents: Any, source: Any, target: Any, tile: Any) -> None:
    """Keep the contents of all lines up to date when a tile goes from `source` to `target`."""
    cells = U64(len(lines.line)) >> U64(1)
    for axis in range(U64(2)):
        first = axis * cells
        leaves, enters = first + source, first + target
        contents[lines.line[leaves]] -= lines.digits[leaves * cells + tile]
        contents[lines.line[enters]] += lines.digits[enters * cells + tile]


@inlined
def distance(extra: Any, mask: Any, slots: Any, number: Any) -> Any:
    """The hash table's distance for a walking number, 0 if it has none."""
    slot = ((number * layout._MIX) >> 32) & mask
    while True:
        at = U64(slots + 2 * slot)
        found = extra[at]
        if found == number:
            return extra[at + U64(1)]
        if found < 0:
            return I64(0)
        slot = (slot + 1) & mask
