"""Mistakes made in Python get an error of taquin's that names what was given and expected."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from taquin import (
    Board,
    Limits,
    Node,
    OptionError,
    Puzzle,
    TaquinError,
    TraceWriter,
    algorithm,
    at_depth,
    build_heuristic,
    census,
    check_heuristic,
    distance_table,
    explain,
    heuristic,
    run,
    scramble,
    solve,
)

BOARD = Board.parse("1 2 3/4 0 5/7 8 6")
PUZZLE = Puzzle.of(BOARD)


class Walk:
    """From (0, 0) to (2, 1), one step right or up at a time."""

    start: Any = (0, 0)
    min_cost: Any = 1

    def is_goal(self, state: Any) -> bool:
        return bool(state == (2, 1))

    def successors(self, state: Any) -> Any:
        x, y = state
        return [("right", (x + 1, y), 1), ("up", (x, y + 1), 1)]


class Pairs(Walk):
    def successors(self, state: Any) -> Any:
        return [(state, 1)]


class Nothing(Walk):
    def successors(self, state: Any) -> Any:
        return None


class Lists(Walk):
    start: Any = [0, 0]  # noqa: RUF012 - the mistake itself


class Later(Walk):
    def successors(self, state: Any) -> Any:
        return [("right", [1, 0], 1)]


class Free(Walk):
    min_cost: Any = None


MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: run("bfs", Pairs()), "expected a list of (move, state, cost)"),
    (lambda: run("bfs", Nothing()), "gave None; expected a list"),
    (lambda: run("bfs", Lists()), "start is [0, 0]; a list can change"),
    (lambda: run("bfs", Later()), "the state after move 'right' is [1, 0]"),
    (lambda: run("bfs", Free()), "min_cost=None: expected a whole number"),
    (lambda: run("bfs", Walk), "Walk is a class; expected an instance, as in Walk()"),
    (lambda: run("bfs", Walk(), limits=3), "limits=3: expected a Limits object"),
    (lambda: Limits(expansions="x"), "limit expansions='x': expected a number"),  # type: ignore
    (lambda: Limits(time=-1), "limit time=-1: expected a number, 0 or more"),
    (lambda: [*census("3x3")], "'3x3' is not a Puzzle; expected one"),  # type: ignore[arg-type]
    (lambda: distance_table(BOARD), "is not a Puzzle; expected one"),  # type: ignore[arg-type]
    (lambda: distance_table(PUZZLE)["123405786"], "is not a Board"),  # type: ignore[index]
    (lambda: PUZZLE.judge("123405786"), "is not a Board; expected one"),  # type: ignore[arg-type]
    (lambda: build_heuristic("manhattan", BOARD), "is not a Puzzle"),  # type: ignore[arg-type]
    (lambda: TraceWriter("t", PUZZLE, "bfs"), "expected an open text file"),  # type: ignore
    (lambda: TraceWriter(io.StringIO(), BOARD, "bfs"), "is not a Puzzle"),  # type: ignore
    (lambda: check_heuristic("manhattan", sizes="2x2"), "expected pairs of width"),  # type: ignore
]


@pytest.mark.parametrize(("mistake", "words"), MISTAKES, ids=[words for _, words in MISTAKES])
def test_a_mistake_is_named(mistake: Callable[[], object], words: str) -> None:
    with pytest.raises(TaquinError) as caught:
        mistake()
    assert words in str(caught.value)


def test_a_problem_without_mistakes_is_solved() -> None:
    assert run("bfs", Walk()).cost == 3


def test_numbers_and_boards_of_numpy_serve_everywhere() -> None:
    grid = np.array([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    goal = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    assert solve(BOARD, goal=goal).cost == solve(grid, goal=goal.tolist()).cost == 2
    assert explain(grid).board == BOARD
    assert scramble(np.int64(3), 3, seed=np.int64(1)) == scramble(3, 3, seed=1)
    assert at_depth(3, 3, np.int8(5), seed=1) == at_depth(3, 3, 5, seed=1)


def test_a_board_has_a_length_and_an_index() -> None:
    assert len(BOARD) == 9 and BOARD.index(0) == 4 and BOARD


def test_an_explanation_prints_as_the_command_does() -> None:
    assert str(explain(BOARD)) == explain(BOARD).text()


@pytest.fixture
def function_of_the_board() -> Iterator[str]:
    @heuristic("sums_the_board", admissible=True, consistent=True, paper="a mistake")
    def sums_the_board(board: Any) -> int:
        """A function of the board where a factory belongs."""
        return sum(board)

    yield "sums_the_board"


def test_a_function_where_a_factory_belongs(function_of_the_board: str) -> None:
    with pytest.raises(OptionError, match="it takes the puzzle and returns a function") as caught:
        solve(BOARD, algorithm="astar", heuristic=function_of_the_board)
    assert __file__ in str(caught.value)
    assert explain(BOARD).solvable  # one broken heuristic leaves the others
    with pytest.raises(OptionError, match="declared as a factory"):
        check_heuristic(function_of_the_board, sizes=[(2, 2)], goals=["last"])


def test_a_search_that_swallows_its_limit_ends_at_it() -> None:
    @algorithm("swallows", optimal=False, complete=True, paper="a mistake")
    def swallows(space: Any, monitor: Any) -> None:
        """Give up at any exception whatever."""
        try:
            while True:
                monitor.expand(Node(space.start, None, "", 0, 0), 1)
        except BaseException:
            return

    result = solve(BOARD, algorithm="swallows", node_limit=100)
    assert (str(result.status), result.limit, result.stats.expanded) == ("limit", "expansions", 100)


def test_a_wrong_cost_is_not_told_as_a_wrong_arrival() -> None:
    @algorithm("underprices", optimal=False, complete=False, paper="a mistake")
    def underprices(space: Any, monitor: Any) -> Any:
        """The way to the goal, its g left 0."""
        node = run("bfs", space)
        parent = Node(space.start, None, "", 0, 0)
        for move, state in zip(node.moves or (), (node.states or ())[1:], strict=True):
            parent = Node(state, parent, move, 0, parent.depth + 1)
        return parent

    with pytest.raises(OptionError, match="and cost 0, but these moves cost 2"):
        solve(BOARD, algorithm="underprices")


def test_a_heuristic_that_claims_nothing_is_not_accused() -> None:
    result = solve("702853614", algorithm="astar", heuristic="sequence_score")
    assert len(result.notes) == 1 and "not declared admissible" in result.notes[0]


def test_an_optimum_by_another_persons_heuristic_names_its_condition() -> None:
    @heuristic("rows_out", admissible=True, consistent=True, paper="a mistake")
    def rows_out(puzzle: Puzzle) -> Callable[[bytes], int]:
        """Tiles out of their row, which a push of two tiles can mend at once."""
        home = {tile: cell // 3 for cell, tile in enumerate(puzzle.encode(puzzle.goal))}
        return lambda state: sum(t > 0 and home[t] != c // 3 for c, t in enumerate(state))

    result = solve(BOARD, algorithm="astar", heuristic="rows_out")
    assert result.optimal and "holds if rows_out is admissible" in result.notes[0]
    refuted = check_heuristic("rows_out", metrics=["stm", "mtm"], goals=["last"])
    assert any("(goal last, mtm)" in failure for failure in refuted.failures)
