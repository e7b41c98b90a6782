"""Compiled depth-first searches against the Python engine: moves, proofs and all counters equal."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from taquin.heuristics.base import build_heuristic
from taquin.kernels.searches import depth_first, ida_star
from taquin.kernels.searches.tables import Signal
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import run
from taquin.search.monitor import Limits, Monitor, Stop
from taquin.solving.engines.lowering import board_tables, estimate_tables, lower, run_compiled
from taquin.solving.question.reading import read_puzzle, request_for

DEFAULTS = {
    "dfs": {"duplicates": "global", "tie_break": "lifo", "goal_test": "expansion"},
    "dls": {"duplicates": "global", "tie_break": "lifo", "goal_test": "expansion", "depth": 100},
    "ids": {"duplicates": "global", "tie_break": "lifo", "goal_test": "expansion", "depth": None},
    "idastar": {"duplicates": "parent"},
}
Case = tuple[str, Puzzle, Board, dict[str, Any], str | None]


# One for all boards of a puzzle, as anyone's searches have it; building takes as long as a search.
built = cache(build_heuristic)


def python(case: Case, limits: Limits | None = None) -> dict[str, Any]:
    name, puzzle, board, given, heuristic = case
    options = dict(given)
    space = puzzle.space(board, order=options.pop("order", "UDLR"))
    h = built(heuristic, puzzle) if heuristic else None
    monitor: Monitor[bytes] = Monitor(limits)
    result = run(name, space, h, options=options, monitor=monitor)
    return {
        "stats": result.stats.as_dict(),
        "moves": None if result.moves is None else "".join(result.moves),
        "limit": result.limit,
        "incomplete": monitor.incomplete,
        "lower_bound": monitor.lower_bound,
        "closest": result.closest,
    }


def compiled(case: Case, limits: Limits | None = None, slices: Iterator[int] | None = None) -> Any:
    name, puzzle, board, given, heuristic = case
    options = {**DEFAULTS[name], **given, "algorithm": name}
    module = ida_star if name == "idastar" else depth_first
    monitor: Monitor[bytes] = Monitor(limits)
    if slices is not None:
        monitor.budget = lambda: next(slices)  # type: ignore[method-assign]
    limit, letters = None, None
    try:
        status, letters = module.search(
            board_tables(puzzle, str(options.pop("order", "UDLR"))),
            estimate_tables(heuristic, puzzle) if heuristic else None,
            puzzle.encode(board),
            options,
            monitor,
        )
        assert (letters is None) == (status != Signal.FOUND)
        limit = "memory" if status == Signal.FULL else None
    except Stop as stop:
        limit = stop.limit
    closest = monitor.closest
    return {
        "stats": monitor.finish().as_dict(),
        "moves": letters,
        "limit": limit,
        "incomplete": monitor.incomplete,
        "lower_bound": monitor.lower_bound,
        "closest": None if closest is None else (closest.state, closest.h),
    }


def same(case: Case, limits: Limits | None = None) -> None:
    expected = python(case, limits)
    assert compiled(case, limits) == expected, case


def walk(puzzle: Puzzle, steps: int, seed: int) -> Board:
    """A board `steps` moves from the goal on a walk that never turns straight back."""
    chance = random.Random(seed)
    cells, last = list(puzzle.goal.cells), -1
    for _ in range(steps):
        blank = cells.index(0)
        near = [n for n in puzzle.topology.adjacent(blank) if n != last]
        cell = chance.choice(near or [last])
        cells[blank], cells[cell], last = cells[cell], 0, blank
    return Board(puzzle.goal.width, puzzle.goal.height, tuple(cells))


def solvable(puzzle: Puzzle) -> list[Board]:
    goal = puzzle.goal
    boards = (Board(goal.width, goal.height, p) for p in permutations(range(puzzle.cells)))
    return [board for board in boards if puzzle.judge(board).solvable]


SMALL = Puzzle.of("1 2 3/4 5 0")
SMALL_BOARDS = solvable(SMALL)
WAYS = [*product(("lifo", "fifo"), ("expansion", "generation"))]
DIVES = [
    (name, duplicates)
    for name in ("dfs", "dls", "ids")
    for duplicates in ("global", "blind", "path", "parent", "none")
    if duplicates in ("global", "path") or name != "dfs"
]


@pytest.mark.parametrize(("name", "duplicates"), DIVES)
def test_dives_on_3x2(name: str, duplicates: str) -> None:
    """On every board one of the four ways to break ties and to test for the goal."""
    assert len(SMALL_BOARDS) == 360
    for i in range(360):
        dive(name, duplicates, i, WAYS[(i + i // 4) % 4])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "duplicates"), DIVES)
def test_every_dive_on_3x2(name: str, duplicates: str) -> None:
    for i, way in product(range(360), WAYS):
        dive(name, duplicates, i, way)


def dive(name: str, duplicates: str, i: int, way: tuple[str, str]) -> None:
    """Tree searches explode: they are cut short by a limit, at the same place."""
    tree = duplicates in ("path", "parent", "none")
    limits = Limits(expansions=400) if tree or name == "ids" else None
    tie, test = way
    options = {"duplicates": duplicates, "tie_break": tie, "goal_test": test}
    depth = {"dls": {"depth": (0, 3, 9, 14, 21)[i % 5]}}.get(name, {})
    order = ("UDLR", "DULR", "RLDU")[i % 3]
    same((name, SMALL, SMALL_BOARDS[i], {**options, **depth, "order": order}, None), limits)


TREES = ("parent", "none", "path")
HEURISTICS = (
    *("zero", "misplaced", "manhattan", "linear_conflict", "walking_distance"),
    "max:linear_conflict,walking_distance",
)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_ida_star_on_3x2(heuristic: str) -> None:
    """On every board one of the rules for duplicates."""
    for i in range(360):
        deepen(heuristic, TREES[(i + i // 3) % 3], i)


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_ida_star_by_every_rule_on_3x2(heuristic: str) -> None:
    for i, duplicates in product(range(360), TREES):
        deepen(heuristic, duplicates, i)


def deepen(heuristic: str, duplicates: str, i: int) -> None:
    options = {"duplicates": duplicates, "order": ("UDLR", "DULR", "RLDU")[i % 3]}
    limits = Limits(expansions=(20, 150)[i % 2] if heuristic == "zero" else (60, 700)[i % 2])
    same(("idastar", SMALL, SMALL_BOARDS[i], options, heuristic), limits)


def test_3x3() -> None:
    chance = random.Random(1)
    first = Puzzle.of("0 1 2/3 4 5/6 7 8", goal="first")
    for i in range(100):
        board = walk(first, chance.randrange(60), seed=i)
        tie = ("lifo", "fifo")[i % 2]
        ids = ("ids", first, board, {"order": "DULR", "tie_break": tie}, None)
        same(ids, Limits(expansions=2000))
        same(("idastar", first, board, {"order": "URDL"}, "manhattan"))
        if i < 8:
            limits = Limits(expansions=15_000)
            same(("dfs", first, board, {"order": "DULR", "tie_break": tie}, None), limits)
            same(("dls", first, board, {"duplicates": "blind", "tie_break": tie}, None), limits)
            same(("dls", first, board, {"depth": 25}, None), limits)


@pytest.mark.parametrize(
    ("heuristic", "duplicates", "steps"),
    [
        ("manhattan", "parent", 30),
        ("manhattan", "path", 22),
        ("linear_conflict", "parent", 35),
        ("walking_distance", "parent", 35),
        ("max:linear_conflict,walking_distance", "path", 35),
        ("max:misplaced,linear_conflict", "none", 20),
    ],
)
def test_ida_star_on_4x4(heuristic: str, duplicates: str, steps: int) -> None:
    puzzle = Puzzle.of("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    for seed in range(5):
        board = walk(puzzle, steps, seed)
        same(("idastar", puzzle, board, {"duplicates": duplicates}, heuristic))


BOARDS = [
    Puzzle.of("1 2 3/4 0 5/6 7 8", goal="1 2 3/4 0 5/6 7 8"),
    Puzzle.of("1 2 3/4 5 6/7 8 0", topology="torus"),
    Puzzle.of("1 2 3/4 5 6/7 8 0", topology="walls:0-1,4-7"),
    Puzzle.of("1 2 3/4 5 6/7 8 0", metric="expense"),
    Puzzle.of("1 2 3 4/5 6 7 8/9 10 11 0", goal="spiral", metric="expense", topology="torus"),
    Puzzle.of("1 2/3 4/5 6/7 0", goal="snake"),
    Puzzle.of(Board(5, 5, (*range(1, 25), 0)), goal="spiral"),
    Puzzle.of(Board(6, 6, (*range(1, 36), 0)), goal="first"),
    Puzzle.of(Board(9, 8, (*range(1, 72), 0))),
    Puzzle.of(Board(17, 15, (*range(1, 255), 0)), topology="torus"),
]


@pytest.mark.parametrize("puzzle", BOARDS, ids=lambda p: f"{p.goal.size}-{p.topology.name}")
def test_board_types(puzzle: Puzzle) -> None:
    for seed in range(3):
        board = walk(puzzle, 9 * seed, seed)
        limits = Limits(expansions=1000 if puzzle.cells < 40 else 100)
        for duplicates in ("parent", "none", "path"):
            options = {"duplicates": duplicates, "order": "LRDU"}
            same(("idastar", puzzle, board, options, "manhattan"), limits)
        for duplicates in ("global", "blind", "path", "parent", "none"):
            same(("ids", puzzle, board, {"duplicates": duplicates}, None), limits)
            same(("dls", puzzle, board, {"duplicates": duplicates, "depth": 30}, None), limits)
            if duplicates != "blind":
                same(("dfs", puzzle, board, {"duplicates": duplicates}, None), limits)


LINES = [
    (puzzle, heuristic)
    for puzzle in BOARDS[:7]
    for heuristic in ("linear_conflict", "walking_distance", "max:manhattan,walking_distance")
    if puzzle.topology.name != "torus" or heuristic != "linear_conflict"
    if puzzle.cells < 25 or heuristic == "linear_conflict"
]


@pytest.mark.parametrize(("puzzle", "heuristic"), LINES)
def test_lines_on_other_boards(puzzle: Puzzle, heuristic: str) -> None:
    for seed in range(4):
        for duplicates in ("parent", "path"):
            options = {"duplicates": duplicates, "order": "RULD"}
            board = walk(puzzle, 15 * seed, seed)
            same(("idastar", puzzle, board, options, heuristic), Limits(expansions=1500))


def test_unsolvable_is_exhausted() -> None:
    board = Board.parse("2 1 3/4 5 0")
    for name in ("dfs", "ids"):
        same((name, SMALL, board, {}, None))
    same(("dls", SMALL, board, {"depth": 30}, None))


def test_limits_on_expansions_end_both_alike() -> None:
    board = Board.parse("0 5 4/3 2 1")
    case = ("idastar", SMALL, board, {}, "manhattan")
    for most in (*range(12), 100, 333):
        same(case, Limits(expansions=most))
        for options in ({}, {"goal_test": "generation"}, {"duplicates": "path"}):
            same(("ids", SMALL, board, options, None), Limits(expansions=most))
            same(("dfs", SMALL, board, options, None), Limits(expansions=most))


def test_limits_on_time_and_memory() -> None:
    board, puzzle = read_puzzle("korf100:17")
    for case in (
        ("idastar", puzzle, board, {}, "misplaced"),
        ("dfs", puzzle, board, {"duplicates": "parent"}, None),
    ):
        assert compiled(case, Limits(time=0))["stats"]["expanded"] == 0
        assert compiled(case, Limits(time=0.05))["limit"] == "time"
        assert compiled(case, Limits(memory=1))["limit"] == "memory"


@pytest.mark.parametrize("slices", [[1], [7], [1000], [3, 1, 50], [1 << 62]], ids=str)
def test_budgets_change_nothing(slices: list[int]) -> None:
    def endless() -> Iterator[int]:
        while True:
            yield from slices

    board = Board.parse("0 5 4/3 2 1")
    cases: list[Case] = [
        ("idastar", SMALL, board, {"duplicates": d}, h)
        for d in ("parent", "path")
        for h in ("manhattan", "max:linear_conflict,walking_distance")
    ]
    for tie, test in product(("lifo", "fifo"), ("expansion", "generation")):
        options = {"tie_break": tie, "goal_test": test}
        cases += [(name, SMALL, board, options, None) for name in ("dfs", "dls", "ids")]
        cases.append(("dfs", SMALL, board, {**options, "duplicates": "path"}, None))
    for case in cases:
        assert compiled(case, slices=endless()) == compiled(case)


@pytest.mark.parametrize("name", ["dfs", "dls", "ids", "idastar"])
def test_through_lowering(name: str) -> None:
    board = Board.parse("0 5 4/3 2 1")
    heuristic = "linear_conflict" if name == "idastar" else None
    order = {"order": "DULR"}
    lowered = lower(request_for(board, SMALL, algorithm=name, heuristic=heuristic, options=order))
    h = build_heuristic(heuristic, SMALL) if heuristic else None
    monitor: Monitor[bytes] = Monitor()
    assert run_compiled(lowered, monitor) == run(name, SMALL.space(board, order="DULR"), h)


def test_growth_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse("8 7 6/5 4 3/2 1 0")
    puzzle = Puzzle.of(board)
    cases: list[Case] = [
        ("dfs", puzzle, board, {}, None),
        ("ids", puzzle, board, {"depth": 17}, None),
        ("dls", puzzle, board, {"duplicates": "path", "depth": 18}, None),
        ("idastar", puzzle, board, {"duplicates": "path"}, "manhattan"),
    ]
    ample = [compiled(case) for case in cases]
    monkeypatch.setattr(depth_first, "_FIRST_ROOM", 8)
    monkeypatch.setattr(ida_star, "_DEPTHS", 2)
    assert [compiled(case) for case in cases] == ample
