"""A value of boards of every type, goal and metric, for beams that rank by it.

It is a sum over the tiles and over pairs of tiles, like that of a model. On a grid it is the value
of the model for the board's size, if there is one and the goal's blank is in a corner; on a torus
that of the model for the torus. Elsewhere it
is the distance of each tile from its goal cell, and on boards with edges a surcharge for two tiles
in the wrong order in their line. Both are in moves, times the tile's cost. It proves nothing.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_rows import build_rows
from taquin.beams.kernels.metric_beam import MetricTables
from taquin.beams.value.model import CONFLICT, UNIT
from taquin.beams.value.plan import cost_unit, has_own_model, has_torus_beam
from taquin.beams.value.store import model_for
from taquin.beams.value.symmetry import torus_view_of
from taquin.beams.value.tables import hash_table
from taquin.puzzle.puzzle import Puzzle

__all__ = ["MetricValue", "has_ends", "metric_tables", "metric_value"]

# What a cost to go counts beside a cost paid. In a layer of stm or mtm the costs paid are equal; in
# expense, beams would else shuffle cheap tiles, layer after layer.
_STEEP = 20
# The share of the mean cost in a tile's weight: else cheap tiles are left in disorder to the end.
_EVEN = 0.8


class MetricValue(NamedTuple):
    """The weights by cell · n + tile; `unit` of them are a cost of 1.

    single: int32[n²]. pairs: int16[n², n²], symmetric.
    """

    unit: int
    single: npt.NDArray[np.int32]
    pairs: npt.NDArray[np.int16]

    def value(self, cells: "npt.NDArray[np.int64]") -> int:
        """The value of a board, by its definition. O(n²)."""
        n = len(cells)
        places = np.arange(n) * n + cells
        pairs = self.pairs[np.ix_(places, places)].astype(np.int64)
        return int(self.single[places].astype(np.int64).sum() + np.triu(pairs, 1).sum())


def metric_value(puzzle: Puzzle) -> MetricValue:
    """The value for a puzzle that `has_own_value`."""
    unit, n = cost_unit(puzzle), puzzle.cells
    steep = _STEEP if puzzle.metric == "expense" else 1
    weight = _weights(puzzle.tile_costs)
    learned = _learned(puzzle)
    if learned is None:
        single, both = _distances(puzzle), _surcharges(puzzle, weight, steep, unit)
    else:
        single, both = learned[0], _weighed(learned[1], weight, steep, unit)
    single = steep * single
    alone = single.reshape(n, n) * weight * unit
    alone[:, 0] = single.reshape(n, n)[:, 0] * weight[1:].mean() * unit
    return MetricValue(unit, np.rint(alone).astype(np.int32).reshape(-1), both)


def _weights(costs: tuple[int, ...]) -> npt.NDArray[np.float32]:
    weight = np.array(costs, np.float32)
    weight[1:] = (1 - _EVEN) * weight[1:] + _EVEN * weight[1:].mean()
    return weight


def _lighter(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What two tiles weigh together: as much as the lighter one."""
    lighter: npt.NDArray[np.float32] = np.minimum(weight[:, None], weight)
    lighter[0] = lighter[:, 0] = weight[1:].mean()
    return lighter


def _weighed(
    pairs: npt.NDArray[np.float32], weight: npt.NDArray[np.float32], steep: int, unit: int
) -> npt.NDArray[np.int16]:
    n = len(weight)
    both = (steep * pairs).reshape(n, n, n, n) * _lighter(weight)[None, :, None, :] * unit
    rounded: npt.NDArray[np.int16] = np.rint(both).astype(np.int16).reshape(n * n, n * n)
    return rounded


def _surcharges(
    puzzle: Puzzle, weight: npt.NDArray[np.float32], steep: int, unit: int
) -> npt.NDArray[np.int16]:
    """For two tiles in the wrong order in their line, where lines end; none for that of cell 0."""
    goal, n = puzzle.goal, puzzle.cells
    pairs = np.zeros((n, n, n, n), np.int16)
    if puzzle.topology.name == "torus":
        return pairs.reshape(n * n, n * n)
    price = np.rint(np.float32(steep * CONFLICT) * _lighter(weight) * unit).astype(np.int16)
    rows = [range(first, first + goal.width) for first in range(0, n, goal.width)]
    columns = [range(first, n, goal.width) for first in range(goal.width)]
    for line in (*rows, *columns):
        tiles = [tile for cell in line if cell and (tile := goal.cells[cell])]
        for t, u in combinations(tiles, 2):
            for c, x in combinations(line, 2):  # u, whose goal cell is the later one, comes first
                pairs[x, t, c, u] = pairs[c, u, x, t] = price[t, u]
    return pairs.reshape(n * n, n * n)


def _distances(puzzle: Puzzle) -> npt.NDArray[np.float32]:
    """float32[n²]: the steps of each tile to its goal cell, by cell · n + tile."""
    home = [0] * puzzle.cells
    for cell, tile in enumerate(puzzle.goal.cells):
        home[tile] = cell
    steps = np.array([puzzle.topology.distances(cell) for cell in home], np.float32).T
    steps[:, 0] = 0
    return steps.reshape(-1)


def _learned(
    puzzle: Puzzle,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None:
    """float32[n²] and float32[n², n²], symmetric, by cell · n + tile; None without a model."""
    width, height, n = puzzle.goal.width, puzzle.goal.height, puzzle.cells
    row, column = divmod(puzzle.goal.blank, width)
    home = np.zeros(n, np.int64)
    home[list(puzzle.goal.cells)] = np.arange(n)
    cells = np.arange(n)
    if puzzle.topology.is_grid and has_own_model(puzzle):
        model = model_for(width, height)
        assert model is not None
        down, right = cells // width, cells % width
        turned = (height - 1 - down if row else down) * width
        turned += width - 1 - right if column else right
        at = (turned[:, None] * n + turned[home]).reshape(-1)
        scale = np.float32(UNIT)
        return model.single[at] / scale, model.pairs[np.ix_(at, at)] / scale
    if has_torus_beam(puzzle):
        model = model_for(width, height, topology="torus")
        assert model is not None
        view = torus_view_of(puzzle.goal)
        canonical = np.zeros(n, np.int64)
        canonical[list(view.places)] = np.arange(n)
        at = (canonical[:, None] * n + np.array(view.names, np.int64)).reshape(-1)
        scale = np.float32(UNIT)
        pairs = model.pairs[np.ix_(at, at)].astype(np.float32)
        return model.single[at].astype(np.float32) / scale, pairs / scale
    return None


def metric_tables(puzzle: Puzzle, value: MetricValue) -> MetricTables:
    """The arrays of the compiled beam."""
    n = puzzle.cells
    neighbors = np.array(puzzle.topology.neighbors, np.int64)
    rows = np.zeros((4 * n * n, n * n), np.int16)
    among = np.where(neighbors < 0, 255, neighbors).astype(np.uint8)
    build_rows(among, value.single, value.pairs, rows, 0, n)
    pushes = puzzle.metric == "mtm"
    sides = (puzzle.goal.height, puzzle.goal.width)
    longest = [sides[direction // 2] - 1 if pushes else 1 for direction in range(4)]
    cost = np.array(puzzle.tile_costs, np.int32) * value.unit
    return MetricTables(
        neighbors.astype(np.int16),
        rows,
        hash_table(n),
        cost,
        np.array(longest, np.int64),
        not has_ends(puzzle),
    )


def has_ends(puzzle: Puzzle) -> bool:
    """Whether every line of the board ends somewhere, as on a grid."""
    table = puzzle.topology
    starts = ((cell, way) for cell in range(puzzle.cells) for way in (0, 2))
    lines = ((cell, way, table.line(cell, way)) for cell, way in starts)
    return all(not line or table.neighbors[line[-1]][way] != cell for cell, way, line in lines)
