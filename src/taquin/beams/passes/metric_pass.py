"""One pass of the compiled beam for every metric and board type."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import (
    BINS,
    NO_THRESHOLD,
    choose_cut,
    count_survivors,
    next_threshold,
)
from taquin.beams.kernels.metric_beam import (
    MetricChildren,
    MetricLayer,
    MetricTables,
    cheapest_goal,
    drop_dearer,
    expand_metric_layer,
    place_metric_survivors,
)
from taquin.beams.passes.beam import Counts, Width
from taquin.beams.value.metric_value import MetricValue
from taquin.beams.value.tables import SLACK
from taquin.puzzle.move import DIRECTIONS

__all__ = ["MetricBeam", "bytes_per_board"]

_WAY = 8
_FIRST = 255  # the direction before any move
_PATIENCE = 150  # layers without a smaller value to go, after which a pass is stuck
_ANY = 1 << 24  # no path costs as much, in units: entries of boards expanded before have no room


def bytes_per_board(cells: int, moves: int, layers: int) -> int:
    """The memory of a beam for each board of its width, with a path of so many layers."""
    return 2 * (cells + 18) + moves * (22 + 16) + 4 * layers


def _power_of_two(least: int) -> int:
    return 1 << max(0, least - 1).bit_length()


class MetricBeam:
    """A value and a goal, ready for passes."""

    def __init__(
        self,
        tables: MetricTables,
        value: MetricValue,
        goal: Sequence[int],
        *,
        lacking: bool = False,
    ) -> None:
        self.tables, self.value, self.cells = tables, value, len(goal)
        self.lacking = lacking
        self.goal = self._hash(goal)
        steps = int(tables.longest.sum())
        self.moves = max(3, steps - int(tables.longest.min()))

    def _hash(self, board: Sequence[int]) -> np.uint64:
        parts = self.tables.hashes[np.array(board), np.arange(len(board))]
        return np.uint64(np.bitwise_xor.reduce(parts))

    def solve(
        self,
        board: Sequence[int],
        widest: int,
        width: Width,
        *,
        remembered: int,
        longest: int,
        below: int | None,
        after_layer: Callable[[Counts], None] = lambda counts: None,
    ) -> list[str] | None:
        """Labels of moves to the goal, cheaper than `below` where given; None if none was found.

        remembered: boards expanded before. longest: layers. after_layer may raise to end the pass.
        Where the board lacks moves of the rectangle, a pass ends early if it is stuck.
        """
        run = _Pass(self, board, widest, remembered, below)
        while run.size and run.counts.layers < longest and not (self.lacking and run.stuck):
            run.step(max(1, min(width(run.counts), widest)))
            after_layer(run.counts)
        return run.found


class _Pass:
    """The state of one pass."""

    def __init__(
        self,
        beam: MetricBeam,
        board: Sequence[int],
        widest: int,
        remembered: int,
        below: int | None,
    ) -> None:
        self._beam, n = beam, beam.cells
        self._layers = _layer(n, widest), _layer(n, widest)
        records = beam.moves * widest + 4 * beam.moves
        self._children = MetricChildren(
            np.empty(records, np.int32),
            np.empty(records, np.int32),
            np.empty(records, np.uint64),
            np.empty(records, np.uint32),
            np.empty(records, np.uint8),
            np.empty(records, np.uint8),
        )
        self._seen = np.empty(_power_of_two(2 * records), np.int32)
        self._earlier = np.zeros((_power_of_two(max(1, remembered // _WAY)), _WAY), np.uint64)
        self._bins = np.empty(BINS, np.int64)
        first = self._layers[0]
        first.boards[0] = np.array(board, np.uint8)
        first.blanks[0], first.came[0] = list(board).index(0), _FIRST
        first.values[0], first.costs[0] = beam.value.value(np.array(board, np.int64)), 0
        first.hashes[0] = beam._hash(board)
        self.size, self.counts = 1, Counts()
        self.found: list[str] | None = None
        self._below = _ANY if below is None else min(_ANY, below * beam.value.unit)
        self._cuts, self._full = np.zeros(3, np.int64), 0
        self._threshold = NO_THRESHOLD
        self._origins: list[npt.NDArray[np.uint32]] = []
        self._least, self._patience = int(first.values[0]), _PATIENCE

    @property
    def stuck(self) -> bool:
        """Whether the goal was not reached, and no layer has come nearer to it for long."""
        return self.found is None and self._patience < 0

    def step(self, width: int) -> None:
        """Replace the layer by the next one; a cheaper way to the goal is kept."""
        beam, children, layer = self._beam, self._children, self._layers[0]
        tables, bins = beam.tables, self._bins
        most = self.size, self._threshold, self._below - 1
        records, generated, least = expand_metric_layer(tables, layer, children, most)
        self.counts.expanded += self.size
        self.counts.generated += generated
        best = cheapest_goal(children, records, beam.goal)
        if best >= 0 and children.costs[best] < self._below:
            self._below = int(children.costs[best])
            self.found = self._path(int(children.origins[best]))
        seen = self._seen[: _power_of_two(2 * records + 1)]
        numbers = self.size, self.counts.layers, least
        drop_dearer(children, records, layer, (seen, self._earlier, bins), numbers)
        cut, ties = choose_cut(bins, width, least)
        places = np.zeros((1, beam.cells), np.int64)
        ranges = np.array([[0, records]], np.int64)
        self.size = count_survivors(children, ranges, cut, ties, width, places)
        origins = np.empty(self.size, np.uint32)
        place_metric_survivors(
            tables, self._layers, children, origins, places[0], (records, int(cut))
        )
        self._origins.append(origins)
        self._layers = self._layers[::-1]
        self._full = self._full + 1 if cut < NO_THRESHOLD else 0
        self._cuts[:] = cut, *self._cuts[:2]
        self._threshold = next_threshold(self._cuts, SLACK) if self._full >= 3 else NO_THRESHOLD
        self.counts.layers += 1
        self.counts.size = self.size
        to_go = self._layers[0].values[: self.size] - self._layers[0].costs[: self.size]
        least = int(to_go.min(initial=self._least))
        self._patience = _PATIENCE if least < self._least else self._patience - 1
        self._least = least

    def _path(self, origin: int) -> list[str]:
        """The labels of the moves that a record ends."""
        length, labels = int(self._beam.tables.longest.max()), []
        for origins in (*reversed(self._origins), None):
            tiles, move = origin % length + 1, origin // length
            labels.append(DIRECTIONS[move & 3] * tiles)
            if origins is not None:
                origin = int(origins[move >> 2])
        return labels[::-1]


def _layer(cells: int, width: int) -> MetricLayer:
    return MetricLayer(
        np.empty((width, cells), np.uint8),
        np.empty(width, np.uint8),
        np.empty(width, np.uint8),
        np.empty(width, np.int32),
        np.empty(width, np.int32),
        np.empty(width, np.uint64),
    )
