"""A puzzle: a board type, a goal and a metric. Converts boards to search states and back.

A search state is ``bytes``, one byte per cell (a tuple of numbers beyond 256 cells): membership
tests in a set of bytes are several times faster than in a set of tuples or dataclasses.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from operator import eq, itemgetter
from typing import Literal

from taquin.ground.errors import NotationError, OptionError, check_kind, check_text, quoted
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts, check_costs
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import DIRECTIONS, check_order, opposite, parse_moves
from taquin.puzzle.rows import is_rows
from taquin.puzzle.solvability import Verdict, judge
from taquin.puzzle.successors import (
    State,
    Successor,
    encode,
    large_successors,
    priced_successors,
    states_after,
    unit_exits,
)
from taquin.puzzle.topology import Topology
from taquin.puzzle.topology import topology as find_topology

__all__ = ["METRICS", "Metric", "Puzzle", "PuzzleSpace", "State"]

Metric = Literal["stm", "mtm", "expense"]
METRICS = {
    "stm": "single-tile moves: sliding one tile by one cell costs 1",
    "mtm": "multi-tile moves: pushing a line of tiles at once costs 1",
    "expense": "single-tile moves: each costs the number on the tile",
}


@dataclass(frozen=True)
class Puzzle:
    """Topology, goal and metric: everything that defines the task except the start.

    costs: in the metric expense, what a move of each tile costs, that of tile 1 first; None for
    the tiles' numbers.

    >>> puzzle = Puzzle.of("7 0 2/8 5 3/6 1 4", goal="first")
    >>> puzzle.judge(Board.parse("702853614")).solvable
    True
    >>> puzzle.goal
    Board.parse("0 1 2/3 4 5/6 7 8")
    """

    topology: Topology
    goal: Board
    metric: Metric = "stm"
    costs: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        check_kind("topology", self.topology, Topology, "a Topology, as in topology('grid', 3, 3)")
        check_kind("goal", self.goal, Board, "a Board, as in Board.parse('123456780')")
        if (self.topology.width, self.topology.height) != (self.goal.width, self.goal.height):
            raise NotationError(
                f"the goal is {self.goal.size}, the board {self.topology.width}x"
                f"{self.topology.height}; expected the same size."
            )
        if not isinstance(self.metric, str) or self.metric not in METRICS:
            raise OptionError(
                f"metric {quoted(self.metric)}: expected one of {', '.join(METRICS)}."
            )
        if self.metric == "mtm" and self.topology.costs is not None:
            raise OptionError(
                f"metric mtm does not fit {self.topology.name}, whose moves have costs of their "
                "own or are diagonal: no cost of a push follows from them. Use stm or expense."
            )
        if self.costs is not None:
            if self.metric != "expense":
                raise OptionError(
                    f"costs are given, but the metric is {self.metric}; expected metric expense."
                )
            checked = check_costs(self.costs, self.topology.cells - 1)
            object.__setattr__(self, "costs", checked)

    @classmethod
    def of(
        cls,
        board: Board | str,
        *,
        goal: Board | str = "last",
        topology: str = "grid",
        metric: Metric = "stm",
        costs: GivenCosts | None = None,
    ) -> "Puzzle":
        """The puzzle for a board's size.

        goal: a name (last, first, snake, spiral) or a board; topology: the name of a board type.
        costs: with metric expense, what a move of each tile costs: a list, the cost of tile 1
        first, or a dictionary by tile.
        """
        start = board if isinstance(board, Board) else Board.parse(board)
        if is_rows(goal):
            goal = Board.of_rows(goal)  # type: ignore[arg-type]
        if not isinstance(goal, Board):
            goal = named_goal(goal, start.width, start.height)
        table = find_topology(topology, start.width, start.height)
        return cls(table, goal, metric, costs)  # type: ignore[arg-type]  # made a tuple there

    @staticmethod
    def required(given: object) -> "Puzzle":
        """`given` if it is a Puzzle; else OptionError says what is expected."""
        if isinstance(given, Puzzle):
            return given
        raise OptionError(
            f"{quoted(given)} is not a Puzzle; expected one, as in Puzzle.of('1 2 3/4 5 6/7 8 0')."
        )

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.topology.cells

    @cached_property
    def tile_costs(self) -> tuple[int, ...]:
        """What a move of each tile costs, 0 for the blank; 1 each in stm and mtm.

        Where the board type's moves have costs, this is multiplied by that of the move.
        """
        if self.metric != "expense":
            return (0, *[1] * (self.cells - 1))
        return tuple(range(self.cells)) if self.costs is None else (0, *self.costs)

    @property
    def counts_moves(self) -> bool:
        """Whether the cost of a solution is the number of its moves."""
        return self.metric != "expense" and self.topology.costs is None

    @cached_property
    def min_cost(self) -> int:
        """The cost of the cheapest move."""
        return min(self.tile_costs[1:]) * min(self.topology.move_costs)

    @cached_property
    def equal_costs(self) -> bool:
        """Whether all moves cost the same: then the fewest moves cost least."""
        return len({*self.tile_costs[1:]}) == len(self.topology.move_costs) == 1

    @property
    def summed(self) -> str | None:
        """What the cost of a solution adds up; None where it is the number of moves."""
        if self.topology.costs is not None:
            factor = "" if self.metric == "stm" else ", each times that of its tile"
            return f"the costs of the moves{factor}"
        if self.metric == "expense":
            return "the tiles moved" if self.costs is None else "the costs of the tiles moved"
        return None

    @property
    def pricing(self) -> str:
        """What a move costs, as in `METRICS`."""
        if self.topology.costs is not None:
            factor = "the number on the tile" if self.costs is None else "its tile's cost"
            times = "" if self.metric == "stm" else f" times {factor}"
            return f"single-tile moves: each costs what {self.topology.name} says{times}"
        if self.costs is not None:
            return "single-tile moves: each costs its tile's cost"
        return METRICS[self.metric]

    def judge(self, board: Board) -> Verdict:
        """Whether the goal can be reached from `board`, why, and the nearest fix. O(cells)."""
        self.check(board)
        return judge(self.topology, board, self.goal)

    def check(self, board: Board) -> None:
        """Raise NotationError unless `board` is a Board of the puzzle's size."""
        if not isinstance(board, Board):
            raise NotationError(
                f"{quoted(board)} is not a Board; expected one, as in Board.parse('702853614')."
            )
        if (board.width, board.height) != (self.goal.width, self.goal.height):
            raise NotationError(
                f"the board is {board.size}, the goal {self.goal.size}; expected the same size."
            )

    def encode(self, board: Board) -> State:
        """The search state of a board."""
        try:
            return encode(board.cells)
        except (AttributeError, TypeError):
            raise NotationError(
                f"{quoted(board)} is not a Board; expected one, as in Board.parse('702853614')."
            ) from None

    def decode(self, state: State) -> Board:
        """The board of a search state."""
        try:
            cells = tuple(state)
        except TypeError:
            raise NotationError(
                f"{quoted(state)} is not a state; expected what this puzzle's `encode` returned."
            ) from None
        return Board(self.goal.width, self.goal.height, cells)

    def space(self, start: Board, *, order: str = DIRECTIONS) -> "PuzzleSpace":
        """The state space searched from `start`; `order` is the order of successors."""
        self.check(start)
        order = check_order(order, self.topology.letters)
        return PuzzleSpace(self, self.encode(start), self.encode(self.goal), order)

    def towards(self, goal: Board) -> "Puzzle":
        """The same board type and metric with another goal."""
        return replace(self, goal=goal)

    def backwards(self, goal: Board) -> "Puzzle":
        """The puzzle whose moves undo this one's, with another goal.

        Its distances to `goal` are those from `goal` on this board type.
        """
        return replace(self, goal=goal, topology=self.topology.reversed)

    def pushes(self, moves: str) -> int:
        """The number of multi-tile moves in these single-tile moves: one per run of a letter.

        On a wrap-around board a run can exceed the longest push; it then counts as several.
        """
        check_text("moves", moves, "letters such as UUL")
        return sum(-(-length // longest) for longest, length, _ in self._runs(moves))

    def parted(self, moves: str) -> list[str]:
        """Single-tile moves by what counts: each push in the multi-tile metric, else each letter.

        >>> Puzzle.of("1 2 3/4 5 6/7 8 0", metric="mtm").parted("DDRU")
        ['DD', 'R', 'U']
        """
        if self.metric != "mtm":
            return list(moves)
        return [
            letter * min(longest, length - at)
            for longest, length, letter in self._runs(moves)
            for at in range(0, length, longest)
        ]

    def _runs(self, moves: str) -> Iterator[tuple[int, int, str]]:
        """Of each run of a letter: how many of them one push has at most, how many there are."""
        sides = self.goal.height, self.goal.width
        for letter, run in groupby(moves):
            yield sides[letter in "LR"] - 1, len(list(run)), letter

    def cost(self, board: Board, moves: str) -> int:
        """The cost of single-tile `moves` from `board` in this metric; MoveError if illegal.

        In the multi-tile metric, consecutive moves with the same letter are one push.
        """
        return self.follow(board, moves)[1]

    def follow(self, board: Board, moves: str) -> tuple[Board, int]:
        """The board after single-tile `moves`, and their cost; MoveError if illegal."""
        self.check(board)
        letters = parse_moves(moves, directions=self.topology.letters)
        last = board.apply(letters, topology=self.topology)
        if not self.counts_moves:
            return last, self._price(board, letters)
        return last, len(letters) if self.metric == "stm" else self.pushes(letters)

    def _price(self, board: Board, letters: str) -> int:
        """What legal single-tile moves cost where they are not simply counted."""
        table, of_tile, total = self.topology, self.tile_costs, 0
        blank = board.blank
        for letter, tile in zip(letters, board.slides(letters, topology=table), strict=True):
            column = table.letters.index(letter)
            price = 1 if table.costs is None else table.costs[blank][column]
            total += of_tile[tile] * price
            blank = table.neighbors[blank][column]
        return total


class PuzzleSpace:
    """The graph of positions reachable from a start, as the searches of `taquin.search` see it.

    A move's label is its letter, repeated once per tile pushed.
    """

    costs_hold = True

    def __init__(self, puzzle: Puzzle, start: State, goal: State, order: str) -> None:
        self.puzzle = puzzle
        self.min_cost = puzzle.min_cost
        self.start = start
        self.goal = goal
        self.order = order
        self.successors: Callable[[State], Sequence[Successor]] = self._successor_function(order)
        self.is_goal: Callable[[State], bool] = partial(eq, goal)

    @cached_property
    def neighbors(self) -> Callable[[State], Sequence[State]]:
        """The states of `successors`, without moves and costs."""
        if self.puzzle.metric == "mtm" or len(self.start) > 256:
            successors = self.successors
            return lambda state: [other for _, other, _ in successors(state)]
        exits = [states_after([cell for _, cell in ways], self._swap) for ways in self._ways]
        return lambda state: exits[state.index(0)](state)

    def ways(self, blank: int) -> Sequence[tuple[str, int, int]]:
        """(letter, cell of the tile that moves, cost of the move before that of the tile).

        The single-tile moves with the blank in one cell, in the order of `successors`.
        """
        if self.puzzle.topology.costs is not None:
            return self._priced_ways[blank]
        return [(letter, cell, 1) for letter, cell in self._ways[blank]]

    def slide(self, state: State, blank: int, cell: int) -> State:
        """The state after the tile in a cell has moved to the blank's."""
        if len(state) <= 256:
            return state.translate(self._swap[state[cell]])
        cells = list(state)
        cells[blank], cells[cell] = cells[cell], 0
        return encode(cells)

    @cached_property
    def predecessors(self) -> Callable[[State], Sequence[Successor]]:
        """Like `successors`, backwards: (move that leads here, state before it, its cost)."""
        undoing = self.successors
        if not self.puzzle.topology.reversible:
            back = self.puzzle.backwards(self.puzzle.goal)
            order = opposite(self.order)
            undoing = PuzzleSpace(back, self.start, self.goal, order).successors

        def predecessors(state: State) -> Sequence[Successor]:
            return [(opposite(move), other, cost) for move, other, cost in undoing(state)]

        return predecessors

    def _successor_function(self, order: str) -> Callable[[State], Sequence[Successor]]:
        if self.puzzle.metric == "mtm":
            return self._pushes([DIRECTIONS.index(letter) for letter in order])
        table, of_tile = self._ways, self.puzzle.tile_costs
        if self.puzzle.topology.costs is not None:
            return priced_successors(self._priced_ways, of_tile)
        if len(self.start) > 256:
            return large_successors(table, of_tile)
        swap = self._swap
        if self.puzzle.costs is not None:
            return lambda state: [
                (letter, state.translate(swap[tile]), of_tile[tile])
                for letter, cell in table[state.index(0)]
                for tile in (state[cell],)
            ]
        if self.puzzle.metric == "expense":
            return lambda state: [
                (letter, state.translate(swap[tile]), tile)
                for letter, cell in table[state.index(0)]
                for tile in (state[cell],)
            ]
        exits = [unit_exits(ways, swap) for ways in table]
        return lambda state: exits[state.index(0)](state)

    @cached_property
    def _swap(self) -> list[bytes]:
        """For each tile, the translation table that exchanges it with the blank.

        `bytes.translate` exchanges two *values* in one C call, and each value occurs once.
        """
        cells = range(len(self.start))
        return [bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in cells]

    @cached_property
    def _ways(self) -> list[list[tuple[str, int]]]:
        """(letter, cell of the tile that moves) for each cell of the blank."""
        letters = self.puzzle.topology.letters
        columns = [letters.index(letter) for letter in self.order]
        return [
            [(letters[column], cell) for column in columns if (cell := row[column]) >= 0]
            for row in self.puzzle.topology.neighbors
        ]

    @cached_property
    def _priced_ways(self) -> list[list[tuple[str, int, int]]]:
        """The same with the cost of the move, on board types with costs."""
        letters, costs = self.puzzle.topology.letters, self.puzzle.topology.costs
        assert costs is not None
        return [
            [(letter, cell, row[letters.index(letter)]) for letter, cell in ways]
            for ways, row in zip(self._ways, costs, strict=True)
        ]

    def _pushes(self, columns: list[int]) -> Callable[[State], Sequence[Successor]]:
        large = len(self.start) > 256  # caching lists of cells would use too much memory
        cache: dict[int, list[tuple[str, Callable[[State], Sequence[int]]]]] = {}

        def successors(state: State) -> list[Successor]:
            blank = state.index(0)
            if large:
                pushes = self._pushed(state, blank, columns)
                return [(letters, encode(after), 1) for letters, after in pushes]
            if blank not in cache:
                pushes = self._pushed(range(len(state)), blank, columns)
                cache[blank] = [(letters, itemgetter(*after)) for letters, after in pushes]
            return [(letters, encode(pick(state)), 1) for letters, pick in cache[blank]]

        return successors

    def _pushed(
        self, cells: Sequence[int], blank: int, columns: list[int]
    ) -> Iterator[tuple[str, list[int]]]:
        """Every push: its letters and the cells after it, in a list that the next push changes."""
        for column in columns:
            after, hole = list(cells), blank
            for count, cell in enumerate(self.puzzle.topology.line(blank, column), start=1):
                after[hole], after[cell] = after[cell], after[hole]
                hole = cell
                yield DIRECTIONS[column] * count, after
