"""Several workers on one board: same contours, exact limits, prompt stops, honest notes."""

import _thread
import signal
import threading
import time

import pytest

from pattern_boards import grid, play, scramble, torus
from taquin import Observer, OptionError, Status, solve
from taquin.ground import cores
from taquin.ground.announce import announcing
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.partition import canonicalise, named_partition
from taquin.heuristics.patterns.place import Place
from taquin.kernels.base import cache
from taquin.kernels.searches import ida_star_pdb as module
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.kernels.searches.tables import Signal as Ended

# Korf's boards 1 and 88, 57 and 65 moves.
FIRST = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
HARD = (15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4)
# 80 moves, as many as any board needs; carried to the goal with the blank first.
FARTHEST = canonicalise((*range(1, 16), 0), 4, 4, grid(4, 4)).board(
    (0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1)
)
NOTE = (
    "Only batch and IDA* over pattern databases (with --engine auto) use --workers; this search "
    "used one worker."
)


def collection(neighbors, text):
    place = Place(4, 4, neighbors, 0)
    patterns = named_partition(text, 4, 4)
    return PatternCollection(place, [PatternDatabase.build(place, p) for p in patterns])


@pytest.fixture(scope="module")
def fifteen():
    return collection(grid(4, 4), "6-6-3")


@pytest.fixture(scope="module")
def weak():
    """Small tables, hence large contours."""
    return collection(grid(4, 4), "5-5-5")


class Computed:
    """A collection whose kernel is compiled without a 15-puzzle's numbers as constants."""

    def __init__(self, tables):
        self.place, self.tables = tables.place, tables.search_tables()._replace(fixed=())

    def search_tables(self):
        return self.tables


@pytest.fixture
def eager(monkeypatch):
    """Threads from the first contour that is cut into subtrees."""
    monkeypatch.setattr(module, "_WORTH_THREADS", 0)


@pytest.mark.parametrize("workers", [2, 3, 8])
@pytest.mark.parametrize("slice_expansions", [100, 250_000])
def test_workers_change_no_completed_contour(fifteen, eager, workers, slice_expansions):
    frames = blank_frames(fifteen.search_tables())
    for board in (FIRST, HARD):
        one = ida_star_pdb(fifteen, board)
        several = ida_star_pdb(
            fifteen, board, workers=workers, slice_expansions=slice_expansions, frames=frames
        )
        assert several.contours[:-1] == one.contours[:-1]
        assert (several.status, several.cost, several.lower_bound) == (
            one.status,
            one.cost,
            one.lower_bound,
        )
        assert several.expanded == sum(count for _, count in several.contours)
        assert play(board, several.moves, grid(4, 4)) == tuple(range(16))


def test_constants_change_no_search(fifteen):
    computed = Computed(fifteen)
    assert fifteen.search_tables().fixed == (0,)
    for board in (FIRST, HARD):
        for limits in ({}, {"max_expanded": 12_345}, {"lanes": 1}):
            one = ida_star_pdb(fifteen, board, **limits)
            assert ida_star_pdb(computed, board, **limits) == one


def test_workers_on_random_boards_and_a_torus(eager):
    neighbors = torus(4, 4)
    tables = collection(neighbors, "5-5-5")
    for seed in range(6):
        board = scramble(tuple(range(16)), neighbors, 80, seed)
        one, several = (ida_star_pdb(tables, board, workers=workers) for workers in (1, 3))
        assert several.contours[:-1] == one.contours[:-1]
        assert several.cost == one.cost
        assert play(board, several.moves, neighbors) == tuple(range(16))


def test_generated_is_summed_over_workers(fifteen, eager):
    completed = sum(count for _, count in ida_star_pdb(fifteen, HARD).contours[:-1])
    one, several = (
        ida_star_pdb(fifteen, HARD, workers=workers, max_expanded=completed) for workers in (1, 4)
    )
    assert several == one
    assert one.status is Ended.STOPPED


@pytest.mark.parametrize("limit", [1, 999, 20_000, 123_456, 200_000])
@pytest.mark.parametrize("slice_expansions", [77, 250_000])
def test_expansion_limit_is_exact(fifteen, eager, limit, slice_expansions):
    found = ida_star_pdb(
        fifteen, HARD, workers=3, max_expanded=limit, slice_expansions=slice_expansions
    )
    assert (found.status, found.expanded) == (Ended.STOPPED, limit)
    one = ida_star_pdb(fifteen, HARD, max_expanded=limit)
    assert found.contours == one.contours
    assert found.lower_bound == one.lower_bound


def test_progress_comes_from_the_callers_thread_and_only_grows(fifteen, eager):
    told = []

    def on_slice(*now):
        told.append((threading.get_ident(), *now))
        return False

    ida_star_pdb(fifteen, HARD, workers=3, slice_expansions=500, on_slice=on_slice)
    assert {ident for ident, *_ in told} == {threading.get_ident()}
    sums = [tuple(now) for _, *now in told]
    assert sums == sorted(sums)
    assert 50 < sums[-1][2] <= 65  # the last contour may end within its first slice


def test_a_request_to_stop_stops_all(weak, eager):
    began = time.process_time()
    stopped = ida_star_pdb(weak, FARTHEST, workers=3, on_slice=lambda *_: True)
    assert stopped.status is Ended.STOPPED and stopped.moves is None
    assert time.process_time() - began < 2 * PROMPT
    assert 0 < stopped.lower_bound <= 80


# Seconds of processor time, which other programs do not lengthen; it takes 0.03 to 0.1.
PROMPT = 1.0


class Weary(Exception):
    pass


def threads() -> set[threading.Thread]:
    return set(threading.enumerate())


def test_an_exception_stops_all_threads_and_goes_on(weak, eager):
    before, raised = threads(), []

    def on_slice(expanded, generated, bound):
        if len(threads()) > len(before):
            raised.append(time.process_time())
            raise Weary
        return False

    with pytest.raises(Weary):
        ida_star_pdb(weak, FARTHEST, workers=3, on_slice=on_slice)
    assert time.process_time() - raised[0] < PROMPT
    assert threads() == before


def test_an_interrupt_stops_all_threads_and_goes_on(weak, eager):
    frames = blank_frames(weak.search_tables())
    ida_star_pdb(weak, FIRST, workers=3, max_expanded=5000, frames=frames)
    before, sent = threads(), []

    def interrupt():
        sent.append(time.process_time())
        _thread.interrupt_main()

    timer = threading.Timer(0.05, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ida_star_pdb(weak, FARTHEST, workers=3, frames=frames)
    assert time.process_time() - sent[0] < PROMPT
    timer.join()
    assert threads() == before
    # The same arrays serve the next search.
    again = ida_star_pdb(weak, FIRST, workers=3, frames=frames)
    assert again.contours[:-1] == ida_star_pdb(weak, FIRST).contours[:-1]


def test_an_interrupt_while_a_thread_starts_leaves_none_behind(weak, eager, monkeypatch):
    before, start = threads(), threading.Thread.start

    def start_and_interrupt(thread):
        start(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(threading.Thread, "start", start_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        ida_star_pdb(weak, FARTHEST, workers=3)
    assert threads() == before


def test_solve_takes_workers_with_the_same_answer(monkeypatch):
    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    monkeypatch.setattr(cores, "usable_cores", lambda: 3)
    one, several = (
        solve("korf100:88", heuristic="pdb:5-5-5", algorithm="idastar", workers=workers)
        for workers in (1, 3)
    )
    assert (several.cost, several.lower_bound, several.optimal) == (65, 65, True)
    assert several.stats.contours[:-1] == one.stats.contours[:-1]
    assert several.notes == one.notes
    limited = solve(
        "korf100:88", heuristic="pdb:5-5-5", algorithm="idastar", node_limit=30_000, workers=3
    )
    assert (limited.status, limited.limit) == (Status.LIMIT, "expansions")
    assert limited.stats.expanded == 30_000
    timed = solve("korf100:88", algorithm="idastar", time_limit=0.0, workers=3)
    assert (timed.status, timed.limit) == (Status.LIMIT, "time")


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("123405786", {}),
        ("korf100:79", {"algorithm": "idastar", "heuristic": "linear_conflict"}),
        ("korf100:79", {"algorithm": "rbfs", "node_limit": 2000}),
        ("korf100:79", {"observer": Observer(), "node_limit": 2000}),
    ],
)
def test_a_search_that_cannot_share_says_so(board, options):
    assert NOTE in solve(board, workers=2, **options).notes
    assert NOTE not in solve(board, **options).notes


def test_a_partition_that_does_not_fit_fails_before_any_announcement(monkeypatch):
    monkeypatch.setattr(cache, "is_cached", lambda module: False)
    heard: list[str] = []
    with announcing(heard.append), pytest.raises(OptionError, match="3x3"):
        solve("123405786", algorithm="idastar", heuristic="pdb:6-6-3")
    assert heard == []
