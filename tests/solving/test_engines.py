"""Engines through `solve`: same counters, honest choice, clear refusals, limits, announcements."""

import json
import math
import random
import re
import subprocess
import sys
from typing import Any

import pytest

from taquin import (
    Board,
    Observer,
    OptionError,
    Puzzle,
    Status,
    compare,
    instance,
    random_walk,
    run,
    scramble,
    solve,
)
from taquin.ground.announce import announcing
from taquin.ground.errors import TaquinError, UnknownName
from taquin.heuristics.base import build_heuristic

FIFTEEN = Puzzle.of(Board.of(4, 4, range(16)))


def walks(count: int, steps: int) -> list[Board]:
    rng = random.Random(7)
    return [random_walk(FIFTEEN, steps, rng) for _ in range(count)]


@pytest.mark.parametrize(
    ("algorithm", "heuristic"),
    [
        ("astar", "manhattan"),
        ("astar", "linear_conflict"),
        ("wastar", "walking_distance"),
        ("greedy", "misplaced"),
        ("idastar", "manhattan"),
        ("idastar", "max:linear_conflict,walking_distance"),
        ("bfs", None),
        ("ucs", None),
        ("bibfs", None),
        ("ids", None),
        ("dls", None),
    ],
)
def test_engines_agree_on_fifteen_puzzles(algorithm: str, heuristic: str | None) -> None:
    steps = 40 if heuristic and algorithm != "greedy" else 12
    options = {"depth": 14} if algorithm == "dls" else None
    for board in walks(4, steps):
        python, compiled = (
            solve(board, algorithm=algorithm, heuristic=heuristic, options=options, engine=engine)
            for engine in ("python", "compiled")
        )
        assert compiled.engine == "compiled"
        assert python.stats == compiled.stats
        assert (python.status, python.cost, python.lower_bound, python.moves) == (
            compiled.status,
            compiled.cost,
            compiled.lower_bound,
            compiled.moves,
        )


@pytest.mark.parametrize("engine", ["python", "compiled"])
def test_progress_knows_the_memory_from_the_first_time_on(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.search.monitor._REPORT_EVERY", 0)
    told: list[int] = []
    solve("korf100:1", algorithm="astar", heuristic="manhattan", engine=engine, node_limit=20_000,
          progress=lambda monitor: told.append(monitor.peak_memory))  # fmt: skip
    assert told and min(told) > 0


def test_small_boards_and_observers_stay_in_python() -> None:
    assert solve("123405786").engine == "python"
    easy = random_walk(FIFTEEN, 8, random.Random(1))
    assert solve(easy, algorithm="astar").engine == "python"
    hard = "korf100:79"
    assert solve(hard, algorithm="idastar", observer=Observer(), node_limit=2000).engine == "python"


def test_hard_boards_are_compiled() -> None:
    result = solve("korf100:79", algorithm="idastar", heuristic="linear_conflict")
    assert (result.engine, result.cost, result.optimal) == ("compiled", 42, True)
    assert result.stats == solve("korf100:79", algorithm="idastar", heuristic="linear_conflict",
                                 engine="python").stats  # fmt: skip


def test_compiled_refuses_with_a_reason() -> None:
    with pytest.raises(OptionError, match="rbfs has no compiled form"):
        solve("korf100:79", algorithm="rbfs", engine="compiled")
    with pytest.raises(OptionError, match="cannot be observed"):
        solve("korf100:79", algorithm="astar", engine="compiled", observer=Observer())


def test_a_sum_of_pattern_databases_is_no_bound_in_pushes() -> None:
    """So no kernel looks one up in mtm; the reason is a true one, and what to use instead works."""
    board = "1 2 3/0 5 6/4 7 8"
    asked = {"metric": "mtm", "heuristic": "pdb:4-4"}
    pushes = solve(board, metric="mtm").cost
    assert build_heuristic("pdb:4-4", Puzzle.of(board))(bytes([1, 2, 3, 0, 5, 6, 4, 7, 8])) == 3
    assert pushes == 2
    with pytest.raises(OptionError, match=r"each of which counts.*Use idastar with relabelled"):
        solve(board, algorithm="astar", engine="compiled", **asked)  # type: ignore[arg-type]
    instead = solve(board, algorithm="idastar", heuristic="relabelled", metric="mtm")
    assert (instead.cost, instead.optimal) == (pushes, True)
    with pytest.raises(OptionError, match=r"a lower bound\. Use manhattan\. "):
        solve(board, algorithm="astar", engine="compiled", topology="torus", **asked)  # type: ignore[arg-type]
    other = solve(board, algorithm="astar", engine="compiled", topology="torus", metric="mtm")
    assert (other.engine, other.optimal) == ("compiled", True)


@pytest.mark.parametrize("given", [{"observer": 5}, {"progress": 5}])
def test_an_invalid_observer_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"{next(iter(given))}=5: expected a"):
        solve("123405786", **given)


def test_default_fifteen_puzzle_is_optimal_by_patterns() -> None:
    for number in (1, 42, 55, 79):
        task = instance(f"korf100:{number}")
        result = solve(task)
        assert (result.cost, result.optimal, result.engine) == (task.optimal, True, "pruned")
        assert result.heuristic is not None and result.heuristic.startswith("pdb:")


@pytest.mark.parametrize(
    "goal", ["last", "first", "snake", "spiral", "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15"]
)
def test_patterns_support_every_goal(goal: str) -> None:
    puzzle = Puzzle.of(Board.of(4, 4, range(16)), goal=goal)
    start = random_walk(puzzle, 40, random.Random(3))
    by_patterns = solve(start, goal=puzzle.goal, algorithm="idastar", heuristic="pdb:5-5-5")
    plain = solve(start, goal=puzzle.goal, algorithm="astar", heuristic="linear_conflict")
    assert by_patterns.optimal and plain.optimal
    assert by_patterns.cost == plain.cost


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_node_limit_of_patterns_is_exact_and_proves_a_bound(limit: int) -> None:
    result = solve("korf100:88", algorithm="idastar", heuristic="pdb:6-6-3", node_limit=limit)
    assert (result.status, result.limit) == (Status.LIMIT, "expansions")
    assert result.stats.expanded <= limit
    assert 0 < (result.lower_bound or 0) <= 65


@pytest.mark.parametrize(
    ("board", "limits"),
    [
        ("korf100:88", {"node_limit": 7}),
        ("korf100:88", {"time_limit": 0.0}),
        ("9 1 2 3/4 5 0 7/8 6 11 10", {"node_limit": 7, "goal": "first"}),
    ],
)
def test_a_limit_of_the_default_leaves_a_solution_and_the_bound(
    board: str, limits: dict[str, Any]
) -> None:
    result = solve(board, **limits)
    assert (result.solved, result.optimal, result.algorithm) == (True, False, "rows")
    assert 0 < (result.lower_bound or 0) <= (result.cost or 0)
    assert any("ended before it had a solution" in note for note in result.notes)
    assert not solve(board, algorithm="idastar", **limits).solved


def test_memory_limit_on_breadth_first_is_an_answer() -> None:
    code = (
        "from taquin import solve; import json;"
        "r = solve('korf100:1', algorithm='bfs', memory_limit=300_000_000);"
        "print(json.dumps([str(r.status), r.limit, r.lower_bound, r.peak_memory_bytes]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    status, limit, bound, peak = json.loads(done.stdout)
    assert (status, limit) == ("limit", "memory")
    assert 10 < bound < 57
    assert peak < 450_000_000


def test_costs_beyond_a_kernels_numbers_are_left_to_python() -> None:
    """Greedy search without a heuristic goes 65,536 moves deep at once."""
    deep: dict[str, Any] = {"algorithm": "greedy", "heuristic": "zero", "node_limit": 67_000}
    result = solve("korf100:88", **deep)
    assert (result.engine, result.limit, result.stats.expanded) == ("python", "expansions", 67_000)
    assert "compiled greedy can count, 65,535" in result.notes[0]
    with pytest.raises(OptionError, match="can count, 65,535"):
        solve("korf100:88", engine="compiled", **deep)


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize("limit", [{"node_limit": 0}, {"time_limit": 0}, {"memory_limit": 1}])
def test_patterns_stopped_at_once_prove_what_the_start_proves(
    limit: dict[str, int], goal: str
) -> None:
    board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 3 10" if goal == "last" else "korf100:1"
    by: dict[str, Any] = {"algorithm": "idastar", "heuristic": "pdb:5-5-5", "goal": goal, **limit}
    compiled, python = solve(board, **by), solve(board, engine="python", **by)
    assert compiled.lower_bound == python.lower_bound
    assert compiled.lower_bound is not None and compiled.lower_bound > 30
    assert (compiled.stats, compiled.closest) == (python.stats, python.closest)


def test_patterns_stopped_later_prove_a_bound() -> None:
    by: dict[str, Any] = {"algorithm": "idastar", "heuristic": "pdb:5-5-5", "goal": "first"}
    compiled = solve("korf100:82", node_limit=30_000, **by)
    python = solve("korf100:82", node_limit=30_000, engine="python", **by)
    assert compiled.stats.evaluated == compiled.stats.generated + 1
    assert sum(count for _, count in compiled.stats.contours) == 30_000
    # The parts of a contour are searched in a different order, under the same bounds.
    bounds = [bound for bound, _ in python.stats.contours]
    assert [bound for bound, _ in compiled.stats.contours] == bounds
    assert compiled.stats.peak_frontier == compiled.stats.max_depth + 1 > 30
    assert compiled.closest is not None and compiled.lower_bound is not None
    board, h = compiled.closest
    assert solve(board, node_limit=0, **by).lower_bound == h < compiled.lower_bound


def test_announcements_are_silent_without_a_listener() -> None:
    heard: list[str] = []
    with announcing(heard.append):
        solve("123405786")
    assert heard == []


def test_a_push_around_a_ring_is_counted_as_the_search_counts_it() -> None:
    result = solve("3 1 0/4 5 2", goal="1 2 3/0 5 4", topology="torus", metric="mtm")
    assert result.optimal and result.lengths is not None
    assert (
        result.cost == result.lengths["mtm"] == result.puzzle.cost(result.board, result.moves or "")
    )


def test_rbfs_proves_its_optimum() -> None:
    result = solve("2 0 3/1 4 5", goal="first", metric="mtm", algorithm="rbfs")
    assert result.optimal


@pytest.mark.parametrize(
    "wrong",
    [
        {"algorithm": 5},
        {"algorithm": ["bfs"]},
        {"heuristic": 5},
        {"engine": None},
        {"engine": 5},
        {"size": (3,)},
        {"size": 3},
        {"size": ("3", "3")},
        {"goal": 5},
        {"topology": None},
        {"metric": 5},
        {"time_limit": "a"},
        {"node_limit": []},
        {"node_limit": 1.5},
        {"node_limit": True},
        {"workers": "a"},
        {"options": 5},
        {"heuristic": ""},
        {"algorithm": "astar", "heuristic": ""},
        {"time_limit": math.nan},
        {"node_limit": math.nan},
        {"node_limit": math.inf},
        {"memory_limit": math.nan},
    ],
)
def test_arguments_without_a_meaning_are_named(wrong: dict[str, Any]) -> None:
    *_, value = wrong.values()
    with pytest.raises(TaquinError, match=re.escape(repr(value))):
        solve("123456708", **wrong)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "rows=[]: expected at least one row"),
        ("bfs", "rows='bfs': expected at least one row"),
        (5, "rows=5: expected at least one row"),
        (["bfs", 5], "row 5: expected the name of an algorithm"),
    ],
)
def test_invalid_rows_are_refused(rows: Any, words: str) -> None:
    with pytest.raises(OptionError, match=re.escape(words)):
        compare("123456708", rows)


def test_an_invalid_space_or_algorithm_is_refused() -> None:
    nothing: Any = 5
    with pytest.raises(OptionError, match="space=5: expected a StateSpace"):
        run("bfs", nothing)
    with pytest.raises(UnknownName, match="no algorithm named 5"):
        run(nothing, FIFTEEN.space(FIFTEEN.goal))


@pytest.mark.parametrize("limit", ["time_limit", "node_limit", "memory_limit"])
@pytest.mark.parametrize(
    ("board", "algorithm", "workers"),
    [("702853614", None, 1), ("korf100:79", "idastar", 1), ("korf100:79", None, 2),
     ("korf24:1", None, 1)],
)  # fmt: skip
def test_a_limit_may_be_larger_than_any_number_of_the_machine(
    limit: str, board: str, algorithm: str | None, workers: int
) -> None:
    limits: dict[str, Any] = {limit: 10**400}
    assert solve(board, algorithm=algorithm, workers=workers, **limits).solved
    with pytest.raises(OptionError, match="0 or more"):
        solve(board, **{limit: -(10**400)})  # type: ignore[arg-type]


def test_a_walk_in_pushes_costs_what_its_moves_cost() -> None:
    for seed in range(6):
        board = scramble(3, 3, seed=seed)
        result = solve(board, algorithm="lsslrtastar", metric="mtm")
        assert result.cost == result.puzzle.cost(board, result.moves or "")
        assert len(result.solution) == result.cost
