"""Beams that look for a solution while IDA* proves a bound."""

from itertools import permutations
from types import SimpleNamespace

import pytest

from taquin import Board, Limits, Puzzle, solve
from taquin.heuristics.patterns.turned_tables import TurnedTables
from taquin.kernels import load_numba
from taquin.search.monitor import Monitor
from taquin.solving.engines import engine
from taquin.solving.engines import scout as scout_module
from taquin.solving.engines.engine import _scouting
from taquin.solving.engines.scout import Scout
from taquin.solving.question.data import request_data, request_of
from taquin.solving.question.reading import read_request

# 44 single-tile moves from the goal `first`.
BOARD = "8 1 5 2/4 9 3 0/11 16 10 6/17 14 12 7/18 19 13 15"


def scout(beams, monitor, told=lambda letters: None):
    return Scout(beams, monitor, told)


def found(moves, limit=None):
    return SimpleNamespace(
        moves=moves,
        cost=None if moves is None else len(moves),
        limit=limit,
        seconds={"compile": 3.0, "tables": 1.0, "search": 0.3},
    )


@pytest.fixture
def eager(monkeypatch):
    """Scouts look before every contour but the first."""
    monkeypatch.setattr(scout_module, "_WORTH", 0.0)
    monkeypatch.setattr(scout_module, "_SHARE", 1e9)
    monkeypatch.setattr(scout_module, "_SHARE_NEAR", 1e9)
    monkeypatch.setattr(scout_module, "_MOST", 0.3)


def test_the_shortest_solution_counts(eager):
    answers = iter([found(None), found("RRRRRR"), found("RRRR"), found("RRRRRRRR"), found("RR")])
    asked = []

    def beams(seconds, bound):
        asked.append((seconds, bound))
        return next(answers)

    monitor = Monitor(Limits(time=100))
    told = []
    search = scout(beams, monitor, told.append)
    assert [search.before(bound) for bound in (0, 2, 2, 2, 2, 4)] == [None, None, 6, 4, 4, 4]
    # Not before the first contour, nor once the contour's own bound is the cost.
    assert asked == [(0.3, 2)] * 4
    assert monitor.preparing == 16 and monitor.seconds < 1
    assert search.letters == "RRRR" and told == ["RRRRRR", "RRRR"]


def test_without_beams_nothing_is_known():
    search = scout(None, Monitor())
    assert [search.before(bound) for bound in (2, 4)] == [None, None]


def test_short_contours_are_searched_without():
    search = scout(lambda seconds, bound: pytest.fail("looked"), Monitor())
    assert [search.before(bound) for bound in (2, 4)] == [None, None]


def test_a_resumed_search_looks_first_and_a_limit_leaves_it_less():
    asked = []
    monitor = Monitor(Limits(time=20))
    monitor.inherited = 9
    search = scout(lambda seconds, bound: asked.append(seconds) or found("RR"), monitor)
    assert search.before(2) == 2
    assert 3.5 < asked[0] < 4


def test_within_a_contour_it_looks_again_and_for_longer(monkeypatch):
    answers, asked = iter([found("RRRRRR"), found("RR")]), []
    monkeypatch.setattr(scout_module, "_AGAIN", 0.0)
    search = scout(lambda seconds, bound: asked.append(seconds) or next(answers), Monitor())
    assert not search.within(2)  # before any contour
    search.before(2)
    search._again = 0.001
    while not asked:
        assert not search.within(2)
    while len(asked) < 2:
        done = search.within(2)
    assert done and search.letters == "RR"
    assert asked[1] == 2 * asked[0]


@pytest.mark.parametrize(("known", "least", "most"), [(None, 8, 25), (8, 8, 25), (4, 1, 3)])
def test_a_contour_below_a_probable_optimum_is_seldom_left_for_a_look(
    known, least, most, monkeypatch
):
    """Seconds of looks within a contour of 100 seconds, by what is known before it."""
    now, asked = [0.0], []

    def beams(seconds, bound):
        asked.append(seconds)
        now[0] += seconds
        return found(None)

    monkeypatch.setattr(scout_module.time, "perf_counter", lambda: now[0])
    search = scout(beams, Monitor())
    search.before(0)
    search.letters = None if known is None else "R" * known
    search.before(2)
    asked.clear()
    while now[0] < 100:
        assert not search.within(2)
        now[0] += 0.02
    assert least < sum(asked) < most and min(asked) >= 0.3


def test_an_interrupted_beam_interrupts_the_search_and_its_solution_is_kept(eager):
    search = scout(lambda seconds, bound: found("RR", "interrupt"), Monitor())
    search.before(0)
    with pytest.raises(KeyboardInterrupt):
        search.before(2)
    assert search.letters == "RR"


def test_beams_end_with_a_solution_of_the_bound():
    request = read_request(BOARD, goal="first", optimal=True)
    beams = _scouting(request.at(request.plan.main, request.limits))
    assert beams is not None
    # The first beam finds the optimum; without the bound, wider ones would look for less.
    ended, went_on = beams(60, 44), beams(3, 42)
    assert (ended.cost, ended.lower_bound, went_on.cost, went_on.lower_bound) == (44, 44, 44, 42)
    assert ended.stats.expanded < went_on.stats.expanded


@pytest.mark.parametrize("free", [True, False])
def test_tables_are_copied_only_where_twice_as_much_memory_is_free(free, monkeypatch):
    copied, asked = [], []

    def of(collection, workers):
        copied.append(collection.nbytes * workers)

    load_numba()
    from taquin.kernels.searches import ida_star_pdb

    monkeypatch.setattr(ida_star_pdb, "_WORTH_COPYING", 0)
    monkeypatch.setattr(TurnedTables, "of", of)
    monkeypatch.setattr(Monitor, "affords", lambda self, more: asked.append(more) or free)
    result = solve(BOARD, goal="first", algorithm="idastar", heuristic="pdb:5-5-5-4")
    assert result.cost == 44 and len(asked) == 1
    assert [2 * nbytes for nbytes in copied] == (asked if free else [])


def test_contours_from_a_known_cost_on_are_not_searched():
    """On all solvable boards of 3x2, with the true cost and with two more as what is known."""
    load_numba()
    from taquin.heuristics.patterns.heuristic import PatternHeuristic
    from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
    from taquin.kernels.searches.tables import Signal

    boards = [Board(3, 2, cells) for cells in permutations(range(6))]
    puzzle = Puzzle.of(boards[0], goal="first")
    heuristic = PatternHeuristic(puzzle, "3-2")
    solvable = [board for board in boards[1:] if puzzle.judge(board).solvable]
    assert len(solvable) == 359
    for board in solvable:
        cells, true = heuristic.canonical.board(board.cells), solve(board, goal="first").cost
        plain, known, more = (
            ida_star_pdb(heuristic.collection, cells, on_contour=lambda *_, cost=cost: cost)
            for cost in (None, true, true + 2)
        )
        assert (known.status, known.moves) == (Signal.PROVED, None), board
        assert known.lower_bound == plain.cost == true
        assert known.contours == plain.contours[:-1]
        assert more == plain


def test_what_beams_compile_is_not_counted_as_tables(eager, monkeypatch):
    looks = []

    def beams(seconds, bound):
        looks.append(bound)
        return found(None)

    monkeypatch.setattr(engine, "_scouting", lambda request: beams)
    given = {"goal": "first", "algorithm": "idastar", "heuristic": "pdb:5-5-5-4", "workers": 1}
    solve(BOARD, **given)  # opens the tables
    looks.clear()
    seconds = solve(BOARD, **given).seconds
    assert looks and seconds["compile"] == pytest.approx(3 * len(looks), abs=0.5)
    assert seconds["tables"] == pytest.approx(len(looks), abs=0.5)


def test_a_proof_ends_below_the_last_contour(eager):
    plain = solve(BOARD, goal="first", algorithm="idastar", heuristic="pdb:5-5-5-4", workers=1)
    best = []
    proved = solve(
        BOARD,
        goal="first",
        optimal=True,
        workers=1,
        progress=lambda monitor: best.append(monitor.incumbent and monitor.incumbent.g),
    )
    assert best[-1] == 44
    assert proved.optimal and proved.cost == plain.cost == 44
    assert proved.stats.contours == plain.stats.contours[:-1]
    assert (
        "A beam search with a learned heuristic found this solution; IDA* proved"
        in proved.notes[-1]
    )
    stopped = solve(BOARD, goal="first", optimal=True, node_limit=1000)
    assert (stopped.status, stopped.limit, stopped.cost) == ("limit", "expansions", 44)
    assert not stopped.optimal and stopped.lower_bound < 44
    assert "it is not proved optimal yet" in stopped.notes[-1]


def test_the_scout_travels_with_its_request():
    request = read_request(BOARD, goal="first", optimal=True)
    assert request.plan.scout is not None and request.plan.scout.algorithm == "anytime_beam"
    data = request_data(request)
    again = request_of(data)
    assert again.plan == request.plan
    assert request_data(again) == data
    assert read_request("korf100:1", optimal=True).plan.scout is None
    assert read_request(BOARD, goal="first", algorithm="idastar").plan.scout is None
