"""Every end of a search is a case of its own, in every face; a contradiction names the tables."""

import json

import pytest

from cli import taquin
from taquin import Status, compare, solve
from taquin.ground.errors import NoWay, TableError
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.kernels.searches import ida_star_pdb as module
from taquin.kernels.searches.ida_star_pdb import Outcome
from taquin.kernels.searches.tables import Signal
from taquin.search.result import SearchResult, Stats
from taquin.solving.engines import engine

BOARD = "8 6 7/2 5 4/3 0 1"
SEARCH = ("-a", "idastar", "--heuristic", "pdb:4-4")
NAMED = (
    r"found no solution for .*, which has one: a pattern database is wrong\. It used 3x3-.*\.pdb"
)


@pytest.fixture
def ending(monkeypatch):
    """Make the kernel end with a signal, after one contour."""
    solve(BOARD, algorithm="idastar", heuristic="pdb:4-4")  # what loads the kernel is done

    def end(signal):
        outcome = Outcome(signal, None, None, 10, 20, ((21, 10),), 21)
        monkeypatch.setattr(module, "ida_star_pdb", lambda *args, **more: outcome)

    return end


def test_no_contour_with_a_solution_is_an_error_that_names_the_tables(ending, tmp_path):
    ending(Signal.EXHAUSTED)
    with pytest.raises(TableError, match=NAMED) as caught:
        solve(BOARD, algorithm="idastar", heuristic="pdb:4-4")
    assert "`taquin pdb remove FILE`" in str(caught.value)
    done = taquin("solve", BOARD, *SEARCH)
    assert done.status == 2 and not done.out and "3x3-" in done.err and "bug" not in done.err
    (row,) = compare(BOARD, rows=["idastar:pdb:4-4"])
    assert row.status is Status.ERROR and not row.solved and row.error.kind == "TableError"
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{BOARD}\n")
    done = taquin("batch", str(boards), *SEARCH, "--time-limit", "0.9")  # searched alone
    (line,) = map(json.loads, done.out.splitlines())
    assert (done.status, line["status"], line["error"]["kind"]) == (2, "error", "TableError")


def test_a_bound_beyond_the_room_for_it_is_a_limit_on_depth(ending):
    ending(Signal.BEYOND)
    found = solve(BOARD, algorithm="idastar", heuristic="pdb:4-4")
    assert (found.status, found.limit, found.cost, found.lower_bound) == (
        "limit",
        "depth",
        None,
        21,
    )
    assert "stopped by the depth limit; a solution needs at least 21" in str(found)
    assert "depth limit" in repr(found) and "depth limit" in found._repr_html_()
    assert found.as_dict()["limit"] == "depth"
    done = taquin("solve", BOARD, *SEARCH)
    assert done.status == 4 and "the search can go no deeper; a solution needs at" in done.err


@pytest.mark.parametrize("engine_name", ["python", "compiled"])
def test_other_engines_over_tables_name_them_too(engine_name, monkeypatch):
    nothing = SearchResult(Status.UNSOLVABLE, None, None, None, None, None, Stats())
    monkeypatch.setattr(engine, "execute", lambda *args: nothing)
    monkeypatch.setattr("taquin.solving.engines.lowering.run_compiled", lambda *args: nothing)
    with pytest.raises(TableError, match="astar " + NAMED):
        solve(BOARD, algorithm="astar", heuristic="pdb:4-4", engine=engine_name)


def test_a_table_without_a_way_from_a_solvable_board_is_named(monkeypatch):
    def lost(*args):
        raise NoWay("a pattern cannot reach its goal: the board is unsolvable")

    monkeypatch.setattr(PatternCollection, "value", lost)
    with pytest.raises(TableError, match="astar " + NAMED):
        solve(BOARD, algorithm="astar", heuristic="pdb:4-4", engine="python")


@pytest.mark.parametrize(
    ("status", "limit", "cost"),
    [
        (Status.SOLVED, None, None),
        (Status.SOLVED, "time", 4),
        (Status.LIMIT, None, None),
        (Status.UNSOLVABLE, None, 4),
        (Status.INCOMPLETE, "time", None),
    ],
)
def test_an_end_that_is_no_case_is_none(status, limit, cost):
    with pytest.raises(AssertionError):
        SearchResult(status, limit, None, None, cost, 0, Stats())
