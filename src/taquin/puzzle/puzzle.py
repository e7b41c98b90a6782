"""A puzzle: a board type, a goal and a metric. Converts boards to search states and back.

A search state is ``bytes``, one byte per cell (a tuple of numbers beyond 256 cells): membership
tests in a set of bytes are several times faster than in a set of tuples or dataclasses.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from operator import eq, itemgetter
from typing import Literal, TypeAlias, cast

from taquin.ground.errors import NotationError, OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import DIRECTIONS, check_order, opposite, parse_moves
from taquin.puzzle.rows import is_rows
from taquin.puzzle.solvability import Verdict, judge
from taquin.puzzle.topology import Topology
from taquin.puzzle.topology import topology as find_topology

__all__ = ["METRICS", "Metric", "Puzzle", "PuzzleSpace", "State"]

Metric = Literal["stm", "mtm", "expense"]
METRICS = {
    "stm": "single-tile moves: sliding one tile by one cell costs 1",
    "mtm": "multi-tile moves: pushing a line of tiles at once costs 1",
    "expense": "single-tile moves: each costs the number on the tile",
}
State: TypeAlias = bytes
Successor: TypeAlias = tuple[str, State, int]


@dataclass(frozen=True)
class Puzzle:
    """Topology, goal and metric: everything that defines the task except the start.

    >>> puzzle = Puzzle.of("7 0 2/8 5 3/6 1 4", goal="first")
    >>> puzzle.judge(Board.parse("702853614")).solvable
    True
    >>> puzzle.goal
    Board.parse("0 1 2/3 4 5/6 7 8")
    """

    topology: Topology
    goal: Board
    metric: Metric = "stm"

    def __post_init__(self) -> None:
        if (self.topology.width, self.topology.height) != (self.goal.width, self.goal.height):
            raise NotationError(
                f"the goal is {self.goal.size}, the board {self.topology.width}x"
                f"{self.topology.height}; expected the same size."
            )
        if self.metric not in METRICS:
            raise OptionError(f"metric {self.metric!r}: expected one of {', '.join(METRICS)}.")

    @classmethod
    def of(
        cls,
        board: Board | str,
        *,
        goal: Board | str = "last",
        topology: str = "grid",
        metric: Metric = "stm",
    ) -> "Puzzle":
        """The puzzle for a board's size.

        goal: a name (last, first, snake, spiral) or a board; topology: the name of a board type.
        """
        start = board if isinstance(board, Board) else Board.parse(board)
        if is_rows(goal):
            goal = Board.of_rows(goal)  # type: ignore[arg-type]
        if not isinstance(goal, Board):
            goal = named_goal(goal, start.width, start.height)
        return cls(find_topology(topology, start.width, start.height), goal, metric)

    @staticmethod
    def required(given: object) -> "Puzzle":
        """`given` if it is a Puzzle; else OptionError says what is expected."""
        if isinstance(given, Puzzle):
            return given
        raise OptionError(
            f"{given!r:.60} is not a Puzzle; expected one, as in Puzzle.of('1 2 3/4 5 6/7 8 0')."
        )

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.topology.cells

    def judge(self, board: Board) -> Verdict:
        """Whether the goal can be reached from `board`, why, and the nearest fix. O(cells)."""
        self.check(board)
        return judge(self.topology, board, self.goal)

    def check(self, board: Board) -> None:
        """Raise NotationError unless `board` is a Board of the puzzle's size."""
        if not isinstance(board, Board):
            raise NotationError(
                f"{board!r:.60} is not a Board; expected one, as in Board.parse('702853614')."
            )
        if (board.width, board.height) != (self.goal.width, self.goal.height):
            raise NotationError(
                f"the board is {board.size}, the goal {self.goal.size}; expected the same size."
            )

    def encode(self, board: Board) -> State:
        """The search state of a board."""
        return encode(board.cells)

    def decode(self, state: State) -> Board:
        """The board of a search state."""
        return Board(self.goal.width, self.goal.height, tuple(state))

    def space(self, start: Board, *, order: str = DIRECTIONS) -> "PuzzleSpace":
        """The state space searched from `start`; `order` is the order of successors."""
        self.check(start)
        return PuzzleSpace(self, self.encode(start), self.encode(self.goal), check_order(order))

    def towards(self, goal: Board) -> "Puzzle":
        """The same board type and metric with another goal."""
        return Puzzle(self.topology, goal, self.metric)

    def pushes(self, moves: str) -> int:
        """The number of multi-tile moves in these single-tile moves: one per run of a letter.

        On a wrap-around board a run can exceed the longest push; it then counts as several.
        """
        sides = self.goal.height, self.goal.width
        runs = ((sides[letter in "LR"] - 1, len(list(run))) for letter, run in groupby(moves))
        return sum(-(-length // longest) for longest, length in runs)

    def cost(self, board: Board, moves: str) -> int:
        """The cost of single-tile `moves` from `board` in this metric; MoveError if illegal.

        In the multi-tile metric, consecutive moves with the same letter are one push.
        """
        return self.follow(board, moves)[1]

    def follow(self, board: Board, moves: str) -> tuple[Board, int]:
        """The board after single-tile `moves`, and their cost; MoveError if illegal."""
        letters = parse_moves(moves)
        last = board.apply(letters, topology=self.topology)
        match self.metric:
            case "stm":
                return last, len(letters)
            case "mtm":
                return last, self.pushes(letters)
            case "expense":
                return last, sum(board.slides(letters, topology=self.topology))


def encode(cells: Sequence[int]) -> State:
    """bytes up to 256 cells; beyond that a tuple, which behaves the same but is slower."""
    return bytes(cells) if len(cells) <= 256 else cast(State, tuple(cells))


class PuzzleSpace:
    """The graph of positions reachable from a start, as the searches of `taquin.search` see it.

    A move's label is its letter, repeated once per tile pushed.
    """

    # The cheapest move costs 1 in every metric (tile 1, or any single move).
    min_cost = 1
    costs_hold = True

    def __init__(self, puzzle: Puzzle, start: State, goal: State, order: str) -> None:
        self.puzzle = puzzle
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
        exits = [_states([cell for _, cell in ways], self._swap) for ways in self._ways]
        return lambda state: exits[state.index(0)](state)

    @cached_property
    def predecessors(self) -> Callable[[State], Sequence[Successor]]:
        """Like `successors`, backwards: (move that leads here, state before it, its cost)."""

        def predecessors(state: State) -> Sequence[Successor]:
            return [(opposite(move), other, cost) for move, other, cost in self.successors(state)]

        return predecessors

    def _successor_function(self, order: str) -> Callable[[State], Sequence[Successor]]:
        if self.puzzle.metric == "mtm":
            return self._pushes([DIRECTIONS.index(letter) for letter in order])
        table = self._ways
        expense = self.puzzle.metric == "expense"
        if len(self.start) > 256:
            return _large_successors(table, expense=expense)
        swap = self._swap
        if expense:
            return lambda state: [
                (letter, state.translate(swap[tile]), tile)
                for letter, cell in table[state.index(0)]
                for tile in (state[cell],)
            ]
        exits = [_exits(ways, swap) for ways in table]
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
        columns = [DIRECTIONS.index(letter) for letter in self.order]
        return [
            [(DIRECTIONS[column], cell) for column in columns if (cell := row[column]) >= 0]
            for row in self.puzzle.topology.neighbors
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


def _states(cells: list[int], swap: list[bytes]) -> Callable[[State], Sequence[State]]:
    """The states after the tile in each of these cells has moved; unrolled like `_exits`."""
    if len(cells) == 2:
        a, b = cells
        return lambda s: (s.translate(swap[s[a]]), s.translate(swap[s[b]]))
    if len(cells) == 3:
        a, b, c = cells
        return lambda s: (
            s.translate(swap[s[a]]),
            s.translate(swap[s[b]]),
            s.translate(swap[s[c]]),
        )
    if len(cells) == 4:
        a, b, c, d = cells
        return lambda s: (
            s.translate(swap[s[a]]),
            s.translate(swap[s[b]]),
            s.translate(swap[s[c]]),
            s.translate(swap[s[d]]),
        )
    return lambda s: tuple(s.translate(swap[s[cell]]) for cell in cells)


def _exits(
    ways: list[tuple[str, int]], swap: list[bytes]
) -> Callable[[State], Sequence[Successor]]:
    """The unit-cost successors with the blank in one cell; `ways` are (letter, tile's cell).

    Unrolled for two, three and four moves: takes two thirds of a comprehension's time.
    """
    if len(ways) == 2:
        (m, a), (n, b) = ways
        return lambda s: ((m, s.translate(swap[s[a]]), 1), (n, s.translate(swap[s[b]]), 1))
    if len(ways) == 3:
        (m, a), (n, b), (o, c) = ways
        return lambda s: (
            (m, s.translate(swap[s[a]]), 1),
            (n, s.translate(swap[s[b]]), 1),
            (o, s.translate(swap[s[c]]), 1),
        )
    if len(ways) == 4:
        (m, a), (n, b), (o, c), (p, d) = ways
        return lambda s: (
            (m, s.translate(swap[s[a]]), 1),
            (n, s.translate(swap[s[b]]), 1),
            (o, s.translate(swap[s[c]]), 1),
            (p, s.translate(swap[s[d]]), 1),
        )
    return lambda s: tuple((move, s.translate(swap[s[cell]]), 1) for move, cell in ways)


def _large_successors(
    table: list[list[tuple[str, int]]], *, expense: bool
) -> Callable[[State], Sequence[Successor]]:
    def successors(state: State) -> list[Successor]:
        blank = state.index(0)
        found: list[Successor] = []
        for letter, cell in table[blank]:
            cells = list(state)
            cells[blank], cells[cell] = cells[cell], 0
            found.append((letter, encode(cells), state[cell] if expense else 1))
        return found

    return successors
