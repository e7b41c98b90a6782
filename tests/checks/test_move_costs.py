"""A board type whose moves have costs, the X-puzzle: every search and heuristic, on every board."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from taquin import Board, Puzzle, Status, register_topology, scramble, solve
from taquin.checks import check_algorithm, check_heuristic, check_topology
from taquin.ground.errors import OptionError
from taquin.heuristics.base import HEURISTICS, build_heuristic, find_heuristic
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies, grid
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.question.reading import read_request
from taquin.whole.oracle import true_distances
from xpuzzle import true_costs, xpuzzle_loaded

SIZES = ((2, 2), (3, 2), (2, 3))
FITTING = ("zero", "misplaced", "gaschnig", "manhattan", "max:manhattan,gaschnig")


@pytest.fixture(autouse=True, scope="module")
def board_type(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with xpuzzle_loaded(tmp_path_factory.mktemp("xpuzzle")):
        yield


def puzzle(width: int, height: int, goal: str = "last", **metric: Any) -> Puzzle:
    blank_last = Board.of(width, height, [*range(1, width * height), 0])
    return Puzzle.of(blank_last, goal=goal, topology="xpuzzle", **metric)


@pytest.mark.parametrize(("width", "height"), [*SIZES, (4, 2)])
def test_distances_and_verdicts_are_those_of_the_rules(width: int, height: int) -> None:
    for goal in ("last", "first"):
        task = puzzle(width, height, goal)
        expected = true_costs(task.goal.cells, width, height)
        assert {tuple(state): d for state, d in true_distances(task).items()} == expected
        for cells in permutations(range(width * height)):
            verdict = task.judge(Board(width, height, cells))
            assert verdict.solvable == (cells in expected), (cells, verdict.reason)


def test_all_boards_of_3x2_can_be_solved_and_half_of_those_of_2x2_cannot_be_told_apart() -> None:
    counts = {size: len(true_costs((*range(1, size[0] * size[1]), 0), *size)) for size in SIZES}
    assert counts == {(2, 2): 24, (3, 2): 720, (2, 3): 720}


@pytest.mark.parametrize("name", FITTING)
@pytest.mark.parametrize("metric", [{}, {"metric": "expense"}])
def test_heuristics_never_overestimate_and_are_consistent(name: str, metric: Any) -> None:
    for width, height in SIZES:
        for goal in ("last", "first"):
            task = puzzle(width, height, goal, **metric)
            h, space = build_heuristic(name, task), task.space(task.goal)
            for state, distance in true_distances(task).items():
                assert h(state) <= distance
                for _, after, cost in space.successors(state):
                    assert h(state) <= cost + h(after)


def test_every_other_heuristic_refuses_or_claims_nothing() -> None:
    for spec in HEURISTICS:
        if spec.name in FITTING or spec.name == "max":
            continue
        name = f"{spec.name}:3-2" if spec.name in ("pdb", "plain_pdb") else spec.name
        if spec.name == "sequence_score":
            assert not find_heuristic(name)[0].admissible
            continue
        with pytest.raises(OptionError, match=r"xpuzzle|3x2|mtm"):
            build_heuristic(name, puzzle(3, 2))


def test_check_heuristic_agrees() -> None:
    for name in FITTING:
        report = check_heuristic(name, sizes=[(3, 2)], metrics=["stm"], topologies=["xpuzzle"])
        report.raise_if_failed()


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_every_algorithm_keeps_its_promises_on_all_boards_of_3x2(name: str) -> None:
    spec = ALGORITHMS.get(name)
    if spec.needs:
        built, task = solve("1 2 3/5 4 0", algorithm=name, topology="xpuzzle"), puzzle(3, 2)
        assert built.moves is not None
        assert task.follow(built.board, built.moves) == (task.goal, built.cost)
        return
    options = {"depth": 14} if name == "dls" else {}
    limit = {"expansions": 200_000}
    if name in ("idastar", "bpmx", "rbfs"):
        limit["most"] = 60
    report = check_algorithm(
        name, sizes=[(3, 2)], goals=["last"], metrics=["stm"], topologies=["xpuzzle"],
        options=options, complete=False if name == "dls" else None, **limit,
    )  # fmt: skip
    assert not report.failed, str(report)


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_solve_calls_a_solution_optimal_only_if_it_is(name: str) -> None:
    if ALGORITHMS.get(name).needs:
        return
    expected = true_costs((1, 2, 3, 4, 5, 0), 3, 2)
    claimed = 0
    for cells in sorted(expected)[::36]:
        options = {"depth": 10} if name in ("dls", "ids") else {}
        result = solve(Board.of(3, 2, cells), algorithm=name, topology="xpuzzle", options=options,
                       node_limit=3000)  # fmt: skip
        assert result.status is not Status.UNSOLVABLE and result.engine == "python"
        assert (result.lower_bound or 0) <= expected[cells]
        if result.optimal:
            claimed += 1
            assert result.cost == expected[cells]
        if result.moves is not None:
            assert result.cost == puzzle(3, 2).cost(result.board, result.moves)
            assert list(result.boards())[-1] == result.goal
    assert claimed or name in ("dfs", "dls", "beam")


def test_the_default_search_is_optimal_on_every_board_of_3x2() -> None:
    for cells, cost in true_costs((1, 2, 3, 4, 5, 0), 3, 2).items():
        result = solve(Board.of(3, 2, cells), topology="xpuzzle")
        assert (result.cost, result.optimal) == (cost, True)


def test_unsolvable_boards_are_none_where_both_halves_connect() -> None:
    result = solve("1 2 3 4/5 7 6 0", topology="xpuzzle")
    assert result.solved and "Solvable" in result.reason


def test_check_topology_proves_it() -> None:
    for width, height in SIZES:
        check_topology("xpuzzle", width, height).raise_if_failed()


def test_what_cannot_take_costs_refuses() -> None:
    board = "1 2 3/4 5 6/8 7 0"
    for asked, words in (
        ({"metric": "mtm"}, "metric mtm does not fit xpuzzle"),
        ({"algorithm": "idastar", "heuristic": "pdb:4-4"}, "pdb does not fit xpuzzle"),
        ({"algorithm": "astar", "heuristic": "walking_distance"}, "walking_distance does not fit"),
    ):
        with pytest.raises(OptionError, match=words):
            solve(board, topology="xpuzzle", **asked)
    # Without the moves of the grid, there are no rows to complete.
    register_topology("ring")(ring)
    try:
        with pytest.raises(OptionError, match="rows does not fit ring"):
            solve("1 2/3 0", topology="ring", algorithm="rows")
    finally:
        TOPOLOGIES.remove("ring")
        forget_topologies()


def ring(width: int, height: int) -> list[list[tuple[int, int]]]:
    """The cells of a 2x2 in a ring, but for one step; each costs 2."""
    rows = [[(n, 2) for n in row] for row in grid(width, height)]
    rows[0][0] = rows[2][1] = (-1, 2)
    return rows


@pytest.mark.parametrize("metric", ["stm", "expense"])
def test_rows_solve_small_boards_and_count_the_costs(metric: Any) -> None:
    for width, height in SIZES:
        task = puzzle(width, height, metric=metric)
        best = true_distances(task)
        for state in sorted(best)[::17]:
            result = solve(task.decode(state), topology="xpuzzle", metric=metric, algorithm="rows")
            assert result.moves is not None and result.cost is not None
            assert task.follow(result.board, result.moves) == (task.goal, result.cost)
            assert result.cost >= best[state] >= (result.lower_bound or 0)


def test_large_boards_get_a_solution_where_no_time_is_left_for_more() -> None:
    for width in (6, 8):
        board = scramble(width, width, seed=1, topology="xpuzzle")
        result = solve(board, topology="xpuzzle", time_limit=0.01)
        task = puzzle(width, width)
        assert result.moves is not None
        assert task.follow(board, result.moves) == (task.goal, result.cost)


def test_the_default_improves_its_first_solution_and_proves_it() -> None:
    board = scramble(4, 4, seed=1, topology="xpuzzle")
    plan = read_request(board, topology="xpuzzle", time_limit=5).plan
    assert plan.main.algorithm == "wastar"
    improving = [(one.algorithm, one.options.get("width")) for one in plan
                 if one.changes == "improve" and one.means == "compiled"]  # fmt: skip
    assert improving == [("beam", 100), ("beam", None), ("beam", 10_000), ("astar", None)]
    wide = read_request(scramble(6, 6, seed=1), topology="xpuzzle", time_limit=5).plan
    assert wide.main.algorithm == "rows" and wide.stages[-1].changes == "rescue"


def test_large_boards_are_solved_too() -> None:
    start = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12"
    result = solve(start, topology="xpuzzle")
    assert result.optimal and result.engine == "python" and result.algorithm == "astar"
    assert solve(start, topology="xpuzzle", optimal=True).optimal


def slide(width: int, height: int) -> list[list[tuple[int, int]]]:
    """A slope: a tile falls from the last cell to the first for 1; steps cost 5."""
    rows = [[(n, 5) for n in row] + [(-1, 1)] * 4 for row in grid(width, height)]
    rows[0][4] = (width * height - 1, 1)
    return rows


@pytest.mark.parametrize("name", [spec.name for spec in ALGORITHMS if spec.bidirectional])
def test_a_search_from_both_ends_estimates_each_way_as_it_is(name: str) -> None:
    """Where a way there is cheap and the way back dear, one estimate would not fit both."""
    register_topology("slope")(slide)
    try:
        for goal in ("last", "first"):
            report = check_algorithm(
                name, sizes=[(2, 2), (3, 2)], goals=[goal], metrics=["stm"], topologies=["slope"],
                most=150, expansions=50_000,
            )  # fmt: skip
            assert not report.failed, str(report)
        board, topo = "0 1 2/3 4 5", "slope"
        result = solve(board, topology=topo, algorithm=name)
        expected = true_distances(Puzzle.of(board, topology=topo))[bytes((0, 1, 2, 3, 4, 5))]
        assert result.cost == expected or not result.optimal
    finally:
        TOPOLOGIES.remove("slope")
        forget_topologies()
