"""Boards that lack moves of the rectangle: a solution for each that has one, built without luck."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from taquin import Board, Limits, Puzzle, named_goal, run, scramble, solve
from taquin.beams.passes.metric_passes import MetricPasses
from taquin.constructive import by_blocks
from taquin.constructive.by_blocks import build_by_blocks
from taquin.constructive.ears import taken_apart
from taquin.constructive.scene import Scene
from taquin.constructive.sections import sections
from taquin.constructive.shorten import as_moves
from taquin.puzzle.blocks import block_kind
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Metric
from taquin.puzzle.topology import Topology, torus
from taquin.search.monitor import Monitor, Stop
from taquin.solving.plan.stage import Budget, Changes, Spent
from taquin.solving.question.reading import read_request
from taquin.whole.oracle import true_distances

# Two squares; a ring; a ring and a dead end; a square and a corridor; parts that no tile can leave.
SMALL = {
    "3x2": ("walls:0-1", "walls:1-4", "walls:1-2,4-5", "walls:0-3,1-4", "walls:0-1,3-4"),
    "2x4": ("walls:4-6", "walls:2-3,4-5", "walls:2-4", "walls:0-2,4-6"),
    "3x3": ("walls:1-4,3-4,4-5", "walls:0-1,1-2,4-7", "walls:1-4,0-3,4-5"),
}
# Column 0 is joined to the others in every second row; and what a random generator took away.
COMB = "walls:0-1,14-15,28-29"
RANDOM = (
    "walls:0-1,1-2,2-9,3-4,4-11,6-13,7-8,9-10,9-16,10-11,13-20,16-23,19-26,22-23,24-25,26-27,"
    "27-34,30-37,33-34,36-37,37-44,38-39,42-43,43-44,47-48"
)
# A tree of corridors with three more ways.
MAZE = "walls:0-5,2-3,2-7,3-4,5-6,6-11,8-9,10-15,13-14,13-18,16-21,18-23,20-21"


def built(puzzle: Puzzle, board: Board) -> str:
    """The moves, replayed."""
    scene = Scene(puzzle, puzzle.encode(board), Monitor(), DIRECTIONS)
    assert build_by_blocks(scene)
    moves = as_moves(bytes(scene.path))
    assert puzzle.follow(board, moves)[0] == puzzle.goal
    return moves


def goal_of(size: str, blank: int = -1) -> Board:
    width, height = map(int, size.split("x"))
    tiles = list(range(1, width * height))
    tiles.insert(len(tiles) if blank < 0 else blank, 0)
    return Board(width, height, tuple(tiles))


@pytest.mark.parametrize("base", [6, 8])
@pytest.mark.parametrize(("size", "walls"), [(s, w) for s, some in SMALL.items() for w in some])
def test_every_board_that_can_be_solved_is_solved(
    size: str, walls: str, base: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a breadth-first search from the goal; with bases of seven cells or more by cycles."""
    monkeypatch.setattr(by_blocks, "_BASE_CELLS", base)
    source = random.Random(7)
    for blank in (-1, 0, 3):
        goal = goal_of(size, blank)
        puzzle = Puzzle.of(goal, goal=goal, topology=walls)
        known = [puzzle.decode(state) for state in true_distances(puzzle)]
        for board in known if len(known) <= 200 else source.sample(known, 60):
            built(puzzle, board)
        for _ in range(60):
            board = Board.of(goal.width, goal.height, source.sample(goal.cells, len(goal.cells)))
            assert puzzle.judge(board).solvable == (board in known)


@pytest.mark.slow
@pytest.mark.parametrize("walls", SMALL["2x4"])
def test_every_board_of_eight_cells(walls: str) -> None:
    goal = goal_of("2x4")
    puzzle = Puzzle.of(goal, goal=goal, topology=walls)
    for state in true_distances(puzzle):
        built(puzzle, puzzle.decode(state))


@pytest.mark.parametrize(("size", "walls"), [("7x7", COMB), ("7x7", RANDOM), ("5x5", MAZE)])
@pytest.mark.parametrize("goal", ["last", "spiral"])
def test_random_boards(size: str, walls: str, goal: str) -> None:
    puzzle = Puzzle.of(goal_of(size), goal=goal, topology=walls)
    for seed in range(10):
        built(puzzle, scramble(puzzle, seed=seed))


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_the_row_and_column_method_takes_walls(metric: Metric) -> None:
    puzzle = Puzzle.of(goal_of("5x5"), topology=MAZE, metric=metric)
    start = scramble(puzzle, seed=4)
    result = run("rows", puzzle.space(start))
    assert result.moves is not None and result.cost is not None
    assert puzzle.follow(start, "".join(result.moves)) == (puzzle.goal, result.cost)
    assert 0 < (result.lower_bound or 0) <= result.cost


# Two cells that are joined by three paths. Where one of the paths has no cell, two of the cycles
# have a commutator that is a 3-cycle; elsewhere it takes more.
THETAS = {
    "3x3": "walls:3-4,4-5",
    "6x2": "walls:1-7,3-9,4-10",
    "5x3": "walls:5-6,6-7,7-8,8-9,6-11,8-13",
}


@pytest.mark.parametrize(("size", "walls"), THETAS.items())
def test_two_cycles_are_arranged_by_exchanges_of_three(
    size: str, walls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_blocks, "_BASE_CELLS", 6)
    puzzle = Puzzle.of(goal_of(size), goal=goal_of(size), topology=walls)
    for seed in range(8):
        built(puzzle, scramble(puzzle, seed=seed))


def linked(edges: list[tuple[int, str, int]]) -> Topology:
    """A board type of eight cells: from a cell, in a direction, to a cell."""
    table = [[-1] * 4 for _ in range(8)]
    for a, letter, b in edges:
        way = DIRECTIONS.index(letter)
        table[a][way], table[b][way ^ 1] = b, a
    return Topology("linked", 4, 2, tuple(map(tuple, table)))


# Cells 0 and 1, joined by paths of one, two and two cells: Wilson's exception.
EXCEPTION = [(0, "R", 2), (2, "R", 1), (0, "D", 3), (3, "D", 4), (4, "D", 1),
             (0, "L", 5), (5, "L", 6), (6, "L", 1)]  # fmt: skip


def test_the_exceptional_graph_alone_and_with_an_ear() -> None:
    goal = goal_of("4x2", blank=0)
    alone = linked(EXCEPTION)
    assert block_kind(alone, list(range(7))) == "theta0"
    puzzle = Puzzle(alone, goal)
    known = true_distances(puzzle)
    assert len(known) == 7 * 120
    for state in sorted(known)[::20]:
        built(puzzle, puzzle.decode(state))
    more = Puzzle(linked([*EXCEPTION, (2, "D", 7), (7, "R", 3)]), goal)
    source = random.Random(1)
    for _ in range(10):  # both parities, as the ear makes every arrangement possible
        built(more, Board.of(4, 2, source.sample(range(8), 8)))


def test_boards_with_odd_cycles_have_bases_with_odd_cycles() -> None:
    table = [list(row) for row in torus(5, 5)]
    for cell, letter in ((0, "U"), (6, "L"), (12, "U"), (18, "L")):
        way = DIRECTIONS.index(letter)
        there = table[cell][way]
        table[cell][way] = table[there][way ^ 1] = -1
    board_type = Topology("torn", 5, 5, tuple(map(tuple, table)))
    base, _, _ = taken_apart(board_type, range(25), 24)
    assert block_kind(board_type, sorted(base)) == "symmetric"
    puzzle, source = Puzzle(board_type, goal_of("5x5")), random.Random(3)
    for _ in range(10):
        built(puzzle, Board.of(5, 5, source.sample(range(25), 25)))


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_what_is_left_of_a_board_is_a_board(metric: Metric) -> None:
    puzzle = Puzzle.of(goal_of("7x7"), topology=RANDOM, metric=metric)
    start = scramble(puzzle, seed=1)
    whole, *parts = sections(puzzle, puzzle.encode(start), Monitor())
    assert whole.puzzle is puzzle and len(parts) > 5
    for part in parts[::3]:
        assert puzzle.follow(start, part.before) == (part.puzzle.decode(part.start), part.cost)
        rest = built(part.puzzle, part.puzzle.decode(part.start))
        last, _ = puzzle.follow(start, "".join(part.joined(rest)))
        assert last == puzzle.goal
    grid = Puzzle.of(goal_of("7x7"))
    assert len(sections(grid, grid.encode(scramble(grid, seed=1)), Monitor())) == 1


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("seed", [11, 12])
def test_beams_begin_with_what_was_built(metric: Metric, seed: int) -> None:
    puzzle = Puzzle.of(goal_of("7x7"), topology=COMB, metric=metric)
    start = scramble(puzzle, seed=seed)
    kind = {"topology": COMB, "metric": metric}
    found = solve(start, algorithm="anytime_beam", options={"width": 1000}, **kind)  # type: ignore[arg-type]
    first = run("rows", puzzle.space(start))
    assert found.cost is not None and first.cost is not None
    assert found.cost < first.cost


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_a_limit_leaves_a_solution(metric: Metric) -> None:
    walls = "walls:0-1,6-7"
    for size in ("4x4", "6x2", "5x5", "9x9"):
        start = scramble(Puzzle.of(goal_of(size), topology=walls), seed=2)
        plan = read_request(start, topology=walls, metric=metric).plan
        last = plan.stages[-1]
        assert (last.algorithm, last.changes) == ("rows", Changes.RESCUE)
    result = solve(start, topology=walls, metric=metric, node_limit=20)
    assert result.algorithm == "rows" and result.cost is not None


@pytest.mark.parametrize(
    ("size", "walls", "means"),
    [
        ("9x9", "walls:0-1,20-21,30-39", ["astar", "anytime_beam", "idastar"]),
        # Beams rank boards of up to 254 cells.
        ("17x17", "walls:0-1,36-37,30-47", ["astar", "rows", "wastar"]),
    ],
)
def test_large_boards_near_their_goal_are_improved(size: str, walls: str, means: list[str]) -> None:
    puzzle = Puzzle.of(goal_of(size), topology=walls)
    start = puzzle.goal.apply("RDRDDRULURDDLURRD", topology=puzzle.topology)
    result = solve(start, topology=walls, node_limit=200_000)
    assert result.cost is not None and result.cost <= 17
    plan = read_request(start, topology=walls).plan
    assert [stage.algorithm for stage in plan][:3] == means


# 3x9 with walls, in expense: narrow beams may be stuck on it.
WALLED = Puzzle.of(named_goal("last", 3, 9), topology="walls:4-7,7-10,1-2,16-17,15-18,14-17")
WALLED_START = "14 15 3/5 10 2/4 13 8/7 12 11/6 16 1/9 0 18/24 17 19/22 25 21/23 20 26"


def walled_cost(limits: Limits) -> int | None:
    puzzle = replace(WALLED, metric="expense")
    start = Board.parse(WALLED_START)
    return run("rows", puzzle.space(start), limits=limits).cost


def test_after_the_time_limit_a_solution_is_built_but_not_shortened() -> None:
    shortened = walled_cost(Limits())
    late = walled_cost(Limits(time=0, completes=True))
    assert late is not None and shortened is not None and late > shortened
    assert walled_cost(Limits(time=0)) is None
    budget = Budget(free=True)
    for spent, left in ((0.25, 0.75), (2.0, 0.0)):
        limits = budget.within(Limits(time=1, expansions=5), Spent(spent, 5))
        assert (limits.time, limits.expansions, limits.completes) == (left, None, True)
    assert budget.within(Limits(), Spent(2.0)).time is None
    default = solve(WALLED_START, topology=WALLED.topology.name, metric="expense", time_limit=1e-6)
    assert default.cost == late


def test_with_walls_what_was_built_is_shortened_before_the_beams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def out_of_time(passes: MetricPasses, before: float) -> Iterator[list[str] | None]:
        raise Stop("time")

    monkeypatch.setattr(MetricPasses, "run", out_of_time)
    result = solve(
        WALLED_START, topology=WALLED.topology.name, metric="expense", algorithm="anytime_beam"
    )
    assert result.cost == walled_cost(Limits())
