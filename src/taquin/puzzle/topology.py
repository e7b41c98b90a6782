"""Which cells are neighbours. A board type is just a neighbour table.

``neighbors[cell]`` has four entries in the order U D L R, the direction in which the *tile*
moves: ``neighbors[blank][U]`` is the cell whose tile moves up into the blank, the one below it.
-1 stands for none. Cells are numbered in reading order.

A board type can have diagonal moves, in four more columns Q E Z C (up and left, up and right, down
and left, down and right), and moves with costs of their own: in its table, a pair (cell, cost)
takes the place of the cell. Such a type has `Topology.costs`; on all others every move costs 1.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from operator import index
from typing import TypeVar

from taquin.ground.declaration import bound_by_name, check_parameters, located
from taquin.ground.errors import OptionError, check_text, quoted
from taquin.ground.grammar import an
from taquin.ground.registry import Registry
from taquin.puzzle.move import DIAGONALS, DIRECTIONS, opposite
from taquin.puzzle.size import check_size
from taquin.puzzle.table import Costs, Neighbors, read_table

__all__ = [
    "TOPOLOGIES",
    "Topology",
    "TopologySpec",
    "forget_topologies",
    "grid",
    "register_topology",
    "topology",
]


@dataclass(frozen=True)
class Topology:
    """A board's cells and their neighbours.

    neighbors: one 4-tuple per cell, columns U D L R, -1 for none; symmetric: if b is the U
    neighbour of a, then a is the D neighbour of b. `taquin.checks.check_topology` verifies this.
    costs: what each move costs, in the same shape, 0 for none. None if every move costs 1 and none
    is diagonal. Only with costs, `neighbors` can have eight columns, and moves that cannot be
    undone at once.
    """

    name: str
    width: int
    height: int
    neighbors: Neighbors = field(repr=False)
    costs: Costs | None = field(default=None, repr=False)

    @property
    def cells(self) -> int:
        """Number of cells, including the blank's."""
        return self.width * self.height

    @cached_property
    def letters(self) -> str:
        """The letters of the columns: UDLR, or UDLRQEZC with diagonals."""
        return (DIRECTIONS + DIAGONALS)[: len(self.neighbors[0])]

    @cached_property
    def reversible(self) -> bool:
        """Whether every move can be undone at once; only types with costs can differ."""
        return self.costs is None or self.reversed.neighbors == self.neighbors

    @cached_property
    def reversed(self) -> "Topology":
        """The board type whose moves undo this one's; with the same moves if it is reversible."""
        if self.costs is None:
            return self
        neighbors = [[-1] * len(self.letters) for _ in self.neighbors]
        costs = [[0] * len(self.letters) for _ in self.neighbors]
        for cell, row in enumerate(self.neighbors):
            for column, n in enumerate(row):
                if n >= 0:
                    back = self.letters.index(opposite(self.letters[column]))
                    neighbors[n][back], costs[n][back] = cell, self.costs[cell][column]
        turned = (tuple(map(tuple, table)) for table in (neighbors, costs))
        return replace(self, neighbors=next(turned), costs=next(turned))

    @cached_property
    def move_costs(self) -> frozenset[int]:
        """The different costs of moves: 1 alone on types without costs."""
        if self.costs is None:
            return frozenset((1,))
        return frozenset(cost for row in self.costs for cost in row if cost) or frozenset((1,))

    def adjacent(self, cell: int) -> tuple[int, ...]:
        """The distinct neighbours of `cell`; of two cells with a one-way move, each is the other's.

        They tell which boards can be reached: a blank that moved can always return.
        """
        return self._adjacent[cell]

    @cached_property
    def _adjacent(self) -> tuple[tuple[int, ...], ...]:
        if self.costs is not None:
            back = self.reversed.neighbors
            both = (ahead + behind for ahead, behind in zip(self.neighbors, back, strict=True))
            return tuple(tuple(dict.fromkeys(n for n in row if n >= 0)) for row in both)
        return tuple(tuple(dict.fromkeys(n for n in row if n >= 0)) for row in self.neighbors)

    def distances(self, source: int) -> tuple[int, ...]:
        """The least cost of moving a tile from each cell to `source` if no other were in its way.

        -1 if there is no path. Without costs of moves, the number of steps. O(cells).
        """
        return self.steps(source) if self.costs is None else self._least_costs(source)

    def _least_costs(self, source: int) -> tuple[int, ...]:
        """Dijkstra 1959: a tile moves where the blank is, so the blank's moves lead away."""
        least = [-1] * self.cells
        frontier = [(0, source)]
        while frontier:
            cost, cell = heappop(frontier)
            if least[cell] >= 0:
                continue
            least[cell] = cost
            assert self.costs is not None
            for n, price in zip(self.neighbors[cell], self.costs[cell], strict=True):
                if n >= 0 and least[n] < 0:
                    heappush(frontier, (cost + price, n))
        return tuple(least)

    def steps(self, source: int) -> tuple[int, ...]:
        """Steps from `source` to every cell, -1 if there is no path, whatever they cost."""
        if self.is_grid:
            y, x = divmod(source, self.width)
            across = [abs(x - column) for column in range(self.width)]
            away: list[int] = []
            for row in range(self.height):
                dy = abs(y - row)
                away += [dy + dx for dx in across]
            return tuple(away)
        steps = [-1] * self.cells
        steps[source] = 0
        reached = [source]
        for cell in reached:
            for n in self._adjacent[cell]:
                if steps[n] < 0:
                    steps[n] = steps[cell] + 1
                    reached.append(n)
        return tuple(steps)

    def distance_formula(self) -> Callable[[int, int], int] | None:
        """Steps between two cells in O(1), None for board types on which only a search tells."""
        width, height = self.width, self.height
        if self.is_grid:
            return lambda a, b: abs(a // width - b // width) + abs(a % width - b % width)
        if self.name != "torus":
            return None

        def around(a: int, b: int) -> int:
            down, across = abs(a // width - b // width), abs(a % width - b % width)
            return min(down, height - down) + min(across, width - across)

        return around

    def line(self, blank: int, direction: int) -> list[int]:
        """The cells in line with the blank whose tiles can move in `direction`, nearest first.

        Any first k of these tiles can be pushed together: one move in the multi-tile metric.
        """
        cells: list[int] = []
        cell = self.neighbors[blank][direction]
        while cell >= 0 and cell != blank:
            cells.append(cell)
            cell = self.neighbors[cell][direction]
        return cells

    @property
    def is_grid(self) -> bool:
        """Whether this is the ordinary rectangle without walls or wrap-around."""
        return self.name == "grid"

    @property
    def is_part_of_grid(self) -> bool:
        """Whether each move is one of the ordinary rectangle's: that with walls, or without."""
        if self.costs is not None:
            return False
        pairs = zip(self.neighbors, grid(self.width, self.height), strict=True)
        return all(m in (-1, n) for here, usual in pairs for m, n in zip(here, usual, strict=True))


# It returns rows of cells, or of pairs (cell, cost): see `taquin.puzzle.table`.
TopologyFactory = Callable[..., Sequence[Sequence[int | tuple[int, int]]]]


@dataclass(frozen=True)
class TopologySpec:
    """A registered board type."""

    name: str
    factory: TopologyFactory
    summary: str
    takes_argument: bool
    aliases: tuple[str, ...] = ()


TOPOLOGIES: Registry[TopologySpec] = Registry("topology", "taquin.puzzle", "taquin.topologies")
F = TypeVar("F", bound=TopologyFactory)


def register_topology(name: str, *, takes_argument: bool = False) -> Callable[[F], F]:
    """Decorator that registers ``factory(width, height)`` under `name`.

    With takes_argument it is ``factory(width, height, argument)``, where the argument is the text
    after the colon in ``name:argument``.
    """

    def register(factory: F) -> F:
        summary = (factory.__doc__ or "").strip().split("\n")[0]
        wanted = ("width", "height", "argument") if takes_argument else ("width", "height")
        what = f"topology {name!r}"
        check_parameters(what, factory, wanted)
        bound = bound_by_name(what, factory, wanted)
        TOPOLOGIES.add(TopologySpec(name, bound, summary, takes_argument))
        return factory

    return register


def topology(text: str, width: int, height: int) -> Topology:
    """The board type of that size that ``grid``, ``torus``, ``walls:0-1,4-5`` … names."""
    try:
        return _topology(text, width, height)
    except TypeError:  # what has no hash is neither a name nor a size
        check_text("topology", text, "a name such as grid", OptionError)
        check_size(width, height)
        return _topology(text, index(width), index(height))  # an array of one number


def forget_topologies() -> None:
    """Build every board type again when it is next asked for."""
    _topology.cache_clear()


@lru_cache(maxsize=64)
def _topology(text: str, width: int, height: int) -> Topology:
    check_text("topology", text, "a name such as grid", OptionError)
    check_size(width, height)
    name, colon, argument = text.partition(":")
    spec = TOPOLOGIES.get(name)
    if spec.takes_argument != bool(colon):
        form = f"a colon and more after {name}" if spec.takes_argument else name
        raise OptionError(f"topology {quoted(text)}: expected {form}. {spec.summary}")
    args = (argument,) if spec.takes_argument else ()
    table = spec.factory(width, height, *args)
    name = located(f"topology {text}", spec.factory)
    return Topology(text, width, height, *read_table(name, width * height, table))


@register_topology("grid")
def grid(width: int, height: int) -> Neighbors:
    """The ordinary rectangle: tiles slide up, down, left or right within the frame."""

    def cell(row: int, column: int) -> int:
        return row * width + column if 0 <= row < height and 0 <= column < width else -1

    return tuple(
        (cell(r + 1, c), cell(r - 1, c), cell(r, c + 1), cell(r, c - 1))
        for r in range(height)
        for c in range(width)
    )


@register_topology("torus")
def torus(width: int, height: int) -> Neighbors:
    """A rectangle that wraps around at its edges, except along sides of length 2."""

    def cell(row: int, column: int) -> int:
        if height > 2:
            row %= height
        if width > 2:
            column %= width
        return row * width + column if 0 <= row < height and 0 <= column < width else -1

    return tuple(
        (cell(r + 1, c), cell(r - 1, c), cell(r, c + 1), cell(r, c - 1))
        for r in range(height)
        for c in range(width)
    )


@register_topology("walls", takes_argument=True)
def walls(width: int, height: int, pairs: str) -> Neighbors:
    """A rectangle with walls between the given pairs of cells, for example walls:0-1,4-7."""
    between = grid(width, height)
    table = [list(row) for row in between]
    for pair in pairs.split(","):
        ends = pair.strip().split("-")
        if len(ends) != 2 or not all(re.fullmatch(r"\s*\d{1,5}\s*", e, re.ASCII) for e in ends):
            raise OptionError(
                f"wall {pair[:40]!r}: expected two cell numbers in reading order from 0, as in 0-1."
            )
        a, b = (int(end) for end in ends)
        if max(a, b) >= width * height or b not in between[a]:
            raise OptionError(
                f"wall {pair!r}: cells {a} and {b} are not neighbours on {an(f'{width}x{height}')} "
                f"board; cells are numbered in reading order, 0 to {width * height - 1}."
            )
        if b not in table[a]:
            raise OptionError(f"wall {pair!r} is given twice.")
        table[a][table[a].index(b)] = -1
        table[b][table[b].index(a)] = -1
    return tuple((u, d, left, right) for u, d, left, right in table)
