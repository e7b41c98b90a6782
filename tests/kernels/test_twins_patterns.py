"""Pattern databases compiled in every informed search: what the Python engine does, exactly."""

import random
from itertools import product

import numpy as np
import pytest
from test_twins_best_first import POLICIES, TESTS, TIES, Twins, solvable, walked

from taquin import solve
from taquin.ground.errors import OptionError
from taquin.heuristics.parts import Uncompilable
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.kernels.patterns.layout import largest_sum
from taquin.kernels.patterns.sums import sum_change
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Limits, Monitor
from taquin.solving.engines.lowering import estimate_tables, lower, run_compiled
from taquin.solving.question.reading import request_for

INFORMED = ("astar", "wastar", "greedy", "beam", "idastar")
TREES = ("parent", "none", "path")
SMALL = Puzzle.of("1 2 3/4 5 0")


def chosen(algorithm: str, rng: random.Random) -> dict[str, object]:
    """Options of an algorithm, drawn from all that both engines support."""
    settings: dict[str, object] = {"order": "".join(rng.sample("UDLR", 4))}
    if algorithm == "idastar":
        return {**settings, "duplicates": rng.choice(TREES)}
    if algorithm == "beam":
        return {**settings, "width": rng.choice((3, 50))}
    if algorithm == "wastar":
        settings["weight"] = rng.choice((1.0, 1.25, 2.0, 3.5))
    settings["tie_break"] = rng.choice(TIES)
    settings["duplicates"] = rng.choice(("global", "global", *POLICIES))
    return {**settings, "goal_test": rng.choice(TESTS)}


def limit_of(settings: dict[str, object]) -> int | None:
    """Searches that follow every path are cut short, at the same place."""
    return None if settings.get("duplicates", "global") in ("global", "closed") else 300


PARTITIONS = ("3-2", "2-3", "1,5|2,4|3", "5")


@pytest.mark.parametrize("algorithm", INFORMED)
def test_every_3x2_board(algorithm: str) -> None:
    """On every board one of the partitions, with every policy and order in turn."""
    for i, board in enumerate(solvable(SMALL)):
        on_3x2(algorithm, PARTITIONS[i // 9 % 4], i, board)


@pytest.mark.slow
@pytest.mark.parametrize("partition", PARTITIONS)
@pytest.mark.parametrize("algorithm", INFORMED)
def test_every_3x2_board_by_every_partition(algorithm: str, partition: str) -> None:
    for i, board in enumerate(solvable(SMALL)):
        on_3x2(algorithm, partition, i, board)


def on_3x2(algorithm: str, partition: str, i: int, board: Board) -> None:
    policies = TREES if algorithm == "idastar" else ("global", "closed", "path")
    settings: dict[str, object] = {"order": ("UDLR", "DULR", "RLDU")[i // 3 % 3]}
    if algorithm == "beam":
        settings["width"] = (2, 9, 400)[i % 3]
    else:
        settings["duplicates"] = policies[i % 3]
    twins = Twins(SMALL, algorithm, f"pdb:{partition}", **settings)
    twins.compare(board, limit_of(settings))


@pytest.mark.parametrize("algorithm", ["astar", "wastar", "greedy"])
def test_every_option_of_best_first(algorithm: str) -> None:
    puzzle, rng = Puzzle.of("1 2 3/4 5 0", goal="first"), random.Random(algorithm)
    boards, reopened = solvable(puzzle), 0
    for tie, policy, early in product(TIES, POLICIES, TESTS):
        settings: dict[str, object] = {
            "tie_break": tie, "duplicates": policy, "goal_test": early,
        }  # fmt: skip
        if algorithm == "wastar":
            settings["weight"] = rng.choice((1.5, 3.0))
        twins = Twins(puzzle, algorithm, "pdb:1,2|3,4,5", **settings)
        for board in rng.sample(boards, 6):
            reopened += twins.compare(board, limit_of(settings)).stats.reopened
    assert (reopened > 0) == (algorithm == "wastar")


PUZZLES = [
    # goal, board type, metric, heuristics
    ("1 2/3 0", "grid", "stm", ("pdb:1,2|3", "pdb:3", "max:pdb:1-2,pdb:2-1")),
    ("0 1/2 3", "grid", "expense", ("pdb:2-1", "max:misplaced,pdb:2-1")),
    ("1 2/3 4/5 0", "torus", "stm", ("pdb:3-2", "max:manhattan,pdb:3-2")),
    ("1 2 3/4 5 6/7 8 0", "grid", "stm", ("pdb:4-4", "pdb:5-3", "pdb:8", "pdb:1,8|2,7|3,4,5,6")),
    ("1 2 3/8 0 4/7 6 5", "grid", "stm", ("pdb:4-4", "max:pdb:4-4,linear_conflict")),
    ("1 2 3/4 0 5/6 7 8", "grid", "expense", ("pdb:4-4", "max:pdb:3-3-2,manhattan")),
    ("3 1 4/0 5 8/2 6 7", "grid", "stm", ("pdb:4-4", "max:pdb:4-4,pdb:5-3,walking_distance")),
    ("0 1 2/3 4 5/6 7 8", "torus", "stm", ("pdb:4-4", "max:pdb:4-4,manhattan")),
    ("1 2 3/4 5 6/7 8 0", "torus", "expense", ("pdb:5-3",)),
    ("1 2 3/4 5 6/7 8 0", "walls:0-1,4-7", "stm", ("pdb:5-3", "max:pdb:5-3,pdb:2-2-2-2")),
    ("1 2 3/4 0 5/6 7 8", "walls:0-1,2-5", "expense", ("pdb:4-4",)),
]


@pytest.mark.parametrize("case", PUZZLES, ids=lambda case: " ".join(case[:3]))
def test_goals_board_types_metrics_and_combinations(
    case: tuple[str, str, str, tuple[str, ...]],
) -> None:
    goal, board_type, metric, names = case
    board = Board.parse(goal)
    puzzle = Puzzle.of(board, goal=board, topology=board_type, metric=metric)  # type: ignore[arg-type]
    rng = random.Random(str(case))
    for number, (name, algorithm) in enumerate(product(names, INFORMED)):
        for i in range(4):
            settings = chosen(algorithm, rng)
            twins = Twins(puzzle, algorithm, name, **settings)
            limit = 1500 if algorithm == "idastar" else limit_of(settings) or 3000
            twins.compare(walked(puzzle, 10 + 9 * i, 100 * number + i), limit)


def test_random_3x3() -> None:
    puzzle, rng = Puzzle.of("123456780"), random.Random(5)
    names = ("pdb:4-4", "pdb:5-3", "max:pdb:4-4,linear_conflict")
    for i in range(60):
        board = walked(puzzle, 80, i)
        for algorithm in ("astar", "wastar", "greedy"):
            settings: dict[str, object] = {"tie_break": TIES[i % 4], "order": "LURD"}
            Twins(puzzle, algorithm, names[i % 3], **settings).compare(board)
        if i < 15:
            duplicates = rng.choice(("parent", "path"))
            Twins(puzzle, "idastar", names[i % 3], duplicates=duplicates).compare(board, 5000)


LARGER = [
    # size, goal, board type, metric, heuristic
    ("4x4", "first", "grid", "stm", "pdb:6-6-3"),
    ("4x4", "last", "grid", "stm", "pdb:5-5-5"),
    ("4x4", "snake", "grid", "expense", "max:pdb:5-5-5,manhattan"),
    ("4x4", "last", "torus", "stm", "pdb:5-5-5"),
    ("4x4", "last", "walls:5-6,8-12", "stm", "pdb:5-5-5"),
    ("5x2", "last", "grid", "stm", "pdb:8-1"),
    ("5x2", "last", "grid", "stm", "pdb:2-7"),
    ("4x3", "spiral", "grid", "stm", "max:pdb:5-6,linear_conflict"),
    ("5x3", "last", "torus", "stm", "pdb:5-5-4"),
    ("6x3", "last", "grid", "stm", "pdb:4-4-4-5"),
    ("5x5", "last", "grid", "stm", "max:pdb:4-4-4-4-4-4,linear_conflict"),
]


def larger(case: tuple[str, str, str, str, str]) -> Puzzle:
    width, height = (int(side) for side in case[0].split("x"))
    board = Board(width, height, tuple(range(width * height)))
    return Puzzle.of(board, goal=case[1], topology=case[2], metric=case[3])  # type: ignore[arg-type]


# One pattern of all tiles: 3.6 million entries. `5` of 3x2 and `8` of 3x3 are tried above.
WHOLE = pytest.param(("5x2", "last", "grid", "stm", "pdb:9"), marks=pytest.mark.slow)


@pytest.mark.parametrize("case", [*LARGER, WHOLE], ids=lambda case: " ".join(case))
def test_larger_boards(case: tuple[str, str, str, str, str]) -> None:
    puzzle, rng = larger(case), random.Random(str(case))
    for i, algorithm in enumerate((*INFORMED, *INFORMED)):
        settings = chosen(algorithm, rng)
        twins = Twins(puzzle, algorithm, case[4], **settings)
        twins.compare(walked(puzzle, 30 + 10 * (i // 4), i), 1500)


@pytest.mark.parametrize("case", LARGER[::2], ids=lambda case: " ".join(case))
def test_sums_follow_a_walk(case: tuple[str, str, str, str, str]) -> None:
    """Every view's sum, by differences and from scratch."""
    puzzle, rng = larger(case), random.Random(1)
    named = case[4].removeprefix("max:").rpartition(",")[0] or case[4]
    heuristic = PatternHeuristic(puzzle, named.removeprefix("pdb:"))
    state = bytearray(puzzle.encode(walked(puzzle, 40, 4)))
    tables = heuristic.lookup.tables
    sums, where = (
        heuristic.lookup.sums([[*state]])[0],
        np.argsort(np.frombuffer(state, np.uint8)).astype(np.uint8),
    )
    word = np.uint64
    for _ in range(300):
        blank = state.index(0)
        cell = rng.choice([c for c in puzzle.topology.neighbors[blank] if c >= 0])
        tile = state[cell]
        for view in range(len(sums)):
            sums[view] += sum_change(tables, where, word(view), word(tile), word(cell), word(blank))
        state[blank], state[cell], where[tile] = tile, 0, blank
        assert sums.tolist() == heuristic.collection.sums(heuristic.canonical.board(state))
        assert max(sums) == heuristic(bytes(state)) <= largest_sum(tables)


def test_any_budget_gives_the_same_result() -> None:
    puzzle = Puzzle.of("123456780")
    board = walked(puzzle, 50, 2)
    for algorithm in INFORMED:
        twins = Twins(puzzle, algorithm, "max:pdb:4-4,linear_conflict")
        results = [twins.compiled(board, 3000, budget) for budget in (1, 7, 1000, 1 << 40)]
        assert all(result == results[0] for result in results)


def test_limits_on_expansions_are_exact() -> None:
    puzzle = Puzzle.of("123456780")
    board = walked(puzzle, 60, 1)
    for algorithm in ("astar", "idastar"):
        twins = Twins(puzzle, algorithm, "pdb:5-3")
        needed = twins.compare(board).stats.expanded
        for limit in (0, 1, 2, needed - 1, needed, needed + 1):
            assert twins.compare(board, limit).stats.expanded == min(limit, needed)


def test_the_memory_of_many_nodes_is_granted_or_refused() -> None:
    board = Board.parse("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")
    puzzle = Puzzle.of(board, goal="first")
    lowered = lower(request_for(board, puzzle, algorithm="astar", heuristic="pdb:5-5-5"))
    assert run_compiled(lowered, Monitor()).cost == 57
    full = run_compiled(lowered, Monitor(Limits(memory=1)))
    assert (full.limit, full.moves) == ("memory", None)


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("astar", {}),
        ("greedy", {"tie_break": "state"}),
        ("idastar", {}),
        ("idastar", {"duplicates": "path"}),
    ],
)
def test_solve_runs_them_by_either_engine(algorithm: str, options: dict[str, object]) -> None:
    board = walked(Puzzle.of(Board.of(4, 4, range(16))), 46, 3)
    python, fast = (
        solve(board, algorithm=algorithm, heuristic="pdb:5-5-5", options=options, engine=engine)
        for engine in ("python", "compiled")
    )
    assert (fast.engine, fast.notes) == ("compiled", ())
    assert (fast.stats, fast.moves) == (python.stats, python.moves)


def test_only_auto_leaves_nodes_out_and_says_so() -> None:
    auto, twin = (
        solve("korf100:79", algorithm="idastar", heuristic="pdb:5-5-5", engine=engine)
        for engine in ("auto", "compiled")
    )
    assert (auto.engine, twin.engine) == ("pruned", "compiled")
    assert auto.cost == twin.cost == 42
    # Of the last contour both see a part, each in its own order.
    fewer = zip(auto.stats.contours[:-1], twin.stats.contours[:-1], strict=True)
    assert all(few[1] <= all_[1] and few[0] == all_[0] for few, all_ in fewer)
    assert auto.stats.contours[-2] < twin.stats.contours[-2]
    assert twin.notes == () and "use --engine compiled for comparable counts" in auto.notes[0]


def test_refusals_and_errors_give_their_reason() -> None:
    puzzle, name = Puzzle.of("123456780"), "pdb:4-4"
    pushes = Puzzle.of("123456780", metric="mtm")
    with pytest.raises(Uncompilable, match="pdb:4-4 has no compiled form"):
        lower(request_for(pushes.goal, pushes, algorithm="astar", heuristic=name))
    with pytest.raises(Uncompilable, match="gaschnig"):
        lower(request_for(puzzle.goal, puzzle, algorithm="astar", heuristic=f"max:gaschnig,{name}"))
    with pytest.raises(OptionError, match="together with a start"):
        estimate_tables(name, puzzle)
    with pytest.raises(OptionError, match="must contain each of the tiles"):
        lower(request_for(puzzle.goal, puzzle, algorithm="astar", heuristic="pdb:4-5"))


def test_boards_that_cannot_be_solved() -> None:
    """Noticed, where a pattern has no way home, or proved by looking at everything."""
    puzzle = Puzzle.of("1 2 3/4 5 0")
    board = puzzle.goal.swapped(1, 2)
    for algorithm in ("astar", "greedy"):
        found = Twins(puzzle, algorithm, "pdb:3-2").compare(board)
        assert (str(found.status), found.stats.expanded) == ("unsolvable", 360)
    twins = Twins(puzzle, "astar", "pdb:5")
    for engine in (twins.python, twins.compiled):
        with pytest.raises(OptionError, match="unsolvable"):
            engine(board)
