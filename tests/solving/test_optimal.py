"""--optimal: the search whose solution is proved, chosen by board and memory."""

from dataclasses import replace

import pytest

from cli import taquin
from taquin import Limits, OptionError, scramble, solve
from taquin.ground.memory import resident_bytes
from taquin.puzzle.instances import data_rows
from taquin.search.result import Status
from taquin.solving.answers import proof_effort as proof_effort_module
from taquin.solving.answers.advice import advice
from taquin.solving.answers.proof_effort import proof_effort
from taquin.solving.plan import planning
from taquin.solving.plan.choice import best_means
from taquin.solving.plan.stage import Changes
from taquin.solving.question.reading import read_puzzle, read_request, request_for

BOARD = "korf24:40"


@pytest.mark.parametrize(
    ("memory", "heuristic"), [(1 << 40, "pdb:small"), (100_000_000, "pdb:6-6-6-6")]
)
def test_a_24_puzzle_uses_the_collection_that_memory_allows(memory, heuristic):
    start, puzzle = read_puzzle(BOARD)
    limits = Limits(memory=resident_bytes() + memory)
    request = request_for(start, puzzle, optimal=True, limits=limits)
    assert (request.algorithm, request.heuristic) == ("idastar", heuristic)
    assert not request.plan.advised
    assert all(stage.changes is not Changes.IMPROVE for stage in request.plan)
    read = read_request(BOARD, memory_limit=limits.memory, optimal=True)
    assert read.heuristic == heuristic


@pytest.mark.parametrize(
    ("size", "heuristic"),
    [("5x4", "pdb:5-5-5-4"), ("3x6", "pdb:6-6-5"), ("4x6", "pdb:6-6-6-5")],
)
def test_other_boards_of_up_to_25_cells(size, heuristic):
    width, height = map(int, size.split("x"))
    text = " ".join(map(str, range(width * height)))
    request = read_request(text, goal="first", size=(width, height), optimal=True)
    assert (request.algorithm, request.heuristic) == ("idastar", heuristic)


@pytest.mark.parametrize(("board_type", "name"), [("torus", "6-6-6-6"), ("walls:0-1", "small")])
def test_on_a_torus_one_partition_has_eight_views(board_type, name):
    start = scramble(5, 5, topology=board_type, seed=1)
    request = read_request(start, topology=board_type, optimal=True)
    assert request.heuristic == f"pdb:{name}"


@pytest.mark.parametrize("board", ["123405786", "korf100:1"])
def test_where_the_default_is_optimal_it_stays(board):
    start, puzzle = read_puzzle(board)
    request, best = request_for(start, puzzle, optimal=True), best_means(puzzle)
    assert (request.algorithm, request.heuristic) == (best.main.algorithm, best.main.heuristic)
    assert request.plan == request_for(start, puzzle).plan


@pytest.mark.parametrize(
    ("size", "metric", "says"),
    [((5, 5), "stm", True), ((5, 4), "stm", True), ((5, 5), "mtm", False), ((6, 6), "stm", False)],
)
def test_the_default_names_it_where_it_can(size, metric, says):
    text = " ".join(map(str, range(size[0] * size[1])))
    request = read_request(text, goal="first", size=size, metric=metric)
    found = replace(solve(text, goal="first", size=size), cost=99, lower_bound=9)
    result = replace(found, algorithm="rows", puzzle=request.puzzle)
    assert any("--optimal" in note for note in advice(request, result)) is says


def test_a_long_proof_uses_all_cores_unless_told_otherwise(monkeypatch):
    monkeypatch.setattr(planning, "usable_cores", lambda: 7)
    assert read_request(BOARD, optimal=True).plan.main.workers == 7
    assert read_request(BOARD, optimal=True, workers=1).plan.main.workers == 1
    assert read_request(BOARD, optimal=True, heuristic="manhattan").plan.main.workers == 1
    assert read_request(BOARD, optimal=True, cluster="local:2").plan.main.workers == 1
    assert read_request(BOARD, algorithm="idastar", heuristic="pdb:small").plan.main.workers == 1
    assert read_request("korf100:1", optimal=True).plan.main.workers == 1


@pytest.mark.parametrize("metric", ["mtm", "expense"])
def test_where_no_search_proves_anything_it_says_so(metric):
    result = solve(BOARD, metric=metric, optimal=True)
    assert (result.status, result.limit) == (Status.LIMIT, "effort") and result.moves
    assert any(f"board in {metric}, --optimal has no search" in note for note in result.notes)


def test_a_search_that_is_named_leaves_nothing_to_choose():
    with pytest.raises(
        OptionError, match="cannot be used together: optimal chooses the search, but 'astar'"
    ):
        solve("123405786", algorithm="astar", optimal=True)


def test_the_command_proves_a_board():
    shown = taquin("solve", "8 6 7/2 5 4/3 0 1", "--optimal")
    assert shown.status == 0 and "31 single-tile moves, proved optimal" in shown.out


def test_the_effort_of_a_proof_is_fitted_to_the_published_expansions():
    import numpy as np

    rows = [(int(row[2]), int(row[3]), int(row[5])) for row in data_rows("korf_felner_24.txt")]
    known = np.array([[1, length - distance, length] for distance, length, _ in rows])
    logs = np.log10([expansions for _, _, expansions in rows])
    fitted = np.linalg.lstsq(known, logs, rcond=None)[0]
    module = proof_effort_module
    assert fitted == pytest.approx([module._BASE, module._EXCESS, module._LENGTH], abs=1e-3)
    errors = np.abs(logs - known @ fitted)
    assert (errors <= np.log10(module._ERROR)).mean() == pytest.approx(2 / 3, abs=0.04)


def test_the_default_says_what_a_proof_would_take():
    board = read_request(BOARD).start
    seven = read_request("7 0 2/8 5 3/6 1 4", goal="first")
    assert proof_effort(seven.puzzle, seven.start, 27) is None
    # Far from the lengths that it is fitted to, it says nothing.
    assert proof_effort(read_request(BOARD).puzzle, board, 172) is None
    words = [proof_effort(read_request(BOARD).puzzle, board, length) for length in (82, 114)]
    assert all("(317 MB)" in word and "0.6 GB of memory" in word for word in words)
    assert "second" in words[0] and "day" in words[1]
    told = solve(BOARD, node_limit=200_000)
    assert told.solved and not told.optimal
    assert told.notes[-1] == proof_effort(told.puzzle, board, told.cost)
