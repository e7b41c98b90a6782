"""Laws that counts must obey, whatever the board; limits; published counts of expanded nodes."""

import random
from collections import Counter
from functools import cache

import pytest

from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.breadth_first import distances
from taquin.search.monitor import Limits, Observer
from taquin.search.result import Status, effective_branching_factor
from taquin.whole.oracle import true_distances

SMALL = Puzzle.of(named_goal("last", 3, 2))
EIGHT = Puzzle.of("702853614", goal="first")
CONSISTENT = (
    *("zero", "misplaced", "euclidean", "manhattan", "gaschnig", "linear_conflict"),
    "walking_distance",
)
ALGORITHM_NAMES = ALGORITHMS.names()


class Diary(Observer):
    """Writes every event down."""

    def __init__(self):
        self.events = []

    def on_expand(self, node):
        self.events.append(("expand", node.state, node.g))

    def on_generate(self, parent, move, state, verdict):
        self.events.append(("generate", parent.state, move, state, verdict))

    def on_contour(self, bound):
        self.events.append(("contour", bound))

    def on_bound(self, lower_bound):
        self.events.append(("bound", lower_bound))

    def on_incumbent(self, cost):
        self.events.append(("incumbent", cost))

    def expanded(self):
        return [event for event in self.events if event[0] == "expand"]


@cache
def oracle(puzzle):
    return true_distances(puzzle)


def some_boards(puzzle, count, seed):
    states = sorted(oracle(puzzle), key=lambda state: (oracle(puzzle)[state], state))
    return [*random.Random(seed).sample(states, count), states[-1]]


def search(name, puzzle, start, heuristic="manhattan", order="UDLR", **arguments):
    """Run by name from a state, with a heuristic in both directions where one is wanted."""
    board, spec = puzzle.decode(start), ALGORITHMS.get(name)
    estimates = [build_heuristic(heuristic, puzzle)] if spec.informed else []
    if spec.informed and spec.bidirectional:
        estimates.append(build_heuristic(heuristic, puzzle.towards(board)))
    return run(name, puzzle.space(board, order=order), *estimates, **arguments)


# --- A* ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie_break", ["lifo", "fifo", "state", "low_h"])
@pytest.mark.parametrize("heuristic", CONSISTENT)
def test_a_star_expands_each_state_below_the_cost_exactly_once(heuristic, tie_break):
    """… and of the states with f = C* a subset, none twice, and none beyond."""
    for metric in ("stm", "expense"):
        puzzle = Puzzle(SMALL.topology, SMALL.goal, metric)
        h = build_heuristic(heuristic, puzzle)
        for start in some_boards(puzzle, 12, 1):
            diary, cost = Diary(), oracle(puzzle)[start]
            options = {"tie_break": tie_break}
            result = search("astar", puzzle, start, heuristic, observer=diary, options=options)
            # The way back costs the same, so the distances from a start are those to a goal.
            g = true_distances(puzzle.towards(puzzle.decode(start)))
            times = Counter(state for _, state, _ in diary.expanded())
            assert set(times.values()) <= {1} and result.stats.reopened == 0
            assert {s for s in g if g[s] + h(s) < cost} <= set(times)
            assert all(g[s] + h(s) <= cost for s in times)
            assert result.cost == cost and result.optimal


def test_a_better_informed_heuristic_expands_no_more_below_the_cost():
    weak, strong = (build_heuristic(name, SMALL) for name in ("manhattan", "linear_conflict"))
    successors = SMALL.space(SMALL.goal).successors
    for start in some_boards(SMALL, 40, 2):
        g, cost = distances(start, successors), oracle(SMALL)[start]
        assert {s for s in g if g[s] + strong(s) < cost} <= {s for s in g if g[s] + weak(s) < cost}


def test_weighted_a_star_stays_within_its_weight():
    for weight in (1.0, 1.2, 2.0, 5.0):
        for start in some_boards(SMALL, 40, 3):
            result = search("wastar", SMALL, start, options={"weight": weight})
            assert oracle(SMALL)[start] <= result.cost <= weight * oracle(SMALL)[start]
            assert weight > 1 or result.optimal


# --- iterative deepening -----------------------------------------------------------------------


@pytest.mark.parametrize("heuristic", ["manhattan", "linear_conflict"])
def test_completed_contours_of_ida_star_do_not_depend_on_the_order(heuristic):
    for start in some_boards(EIGHT, 4, 4):
        contours = set()
        for order in ("UDLR", "DULR", "RLDU", "LDRU"):
            result = search("idastar", EIGHT, start, heuristic, order)
            *complete, (last_bound, _) = result.stats.contours
            contours.add((tuple(map(tuple, complete)), last_bound))
            assert last_bound == result.cost == oracle(EIGHT)[start]
            assert sum(n for _, n in result.stats.contours) == result.stats.expanded
        assert len(contours) == 1


def test_bounds_of_ida_star_rise_by_two_on_a_grid():
    (start, *_) = some_boards(EIGHT, 1, 5)
    bounds = [bound for bound, _ in search("idastar", EIGHT, start).stats.contours]
    assert bounds == list(range(bounds[0], bounds[-1] + 1, 2))


def test_breadth_first_bounds_and_iterative_deepening_agree_on_the_depth():
    for start in some_boards(SMALL, 20, 6):
        depth = oracle(SMALL)[start]
        assert search("bfs", SMALL, start).cost == depth
        assert [b for b, _ in search("ids", SMALL, start).stats.contours] == list(range(depth + 1))


# --- effective branching factor ----------------------------------------------------------------


def test_effective_branching_factor_solves_its_equation():
    assert effective_branching_factor(52, 5) == pytest.approx(1.92, abs=0.005)  # AIMA 3.6.1
    assert effective_branching_factor(7, 7) == pytest.approx(1.0, abs=1e-6)
    assert effective_branching_factor(0, 0) is None
    # Floats of this size are further apart than the accuracy.
    assert effective_branching_factor(10**9, 1) == 10**9
    for generated, depth in ((30, 3), (1000, 12), (10**6, 20), (181_439, 31)):
        b = effective_branching_factor(generated, depth)
        assert sum(b**i for i in range(1, depth + 1)) == pytest.approx(generated, rel=1e-6)


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 1, 7, 1000])
@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_an_expansion_limit_cuts_the_same_search_short(name, limit):
    """Exactly so many expansions; the events are a prefix of the whole search's events."""
    hardest = some_boards(SMALL, 1, 7)[-1]
    whole, part = Diary(), Diary()
    full = search(name, SMALL, hardest, observer=whole)
    cut = search(name, SMALL, hardest, observer=part, limits=Limits(expansions=limit))
    assert full.status is Status.SOLVED
    assert part.events == whole.events[: len(part.events)]
    if full.stats.expanded > limit:
        assert (cut.status, cut.limit, cut.stats.expanded) == (Status.LIMIT, "expansions", limit)
        assert len(part.expanded()) == limit
    else:
        assert part.events == whole.events and cut.cost == full.cost


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_bounds_proved_under_a_limit_hold(name, metric):
    puzzle = Puzzle(SMALL.topology, SMALL.goal, metric)
    for start in some_boards(puzzle, 6, 8):
        for limit in (0, 1, 3, 20, 150):
            result = search(name, puzzle, start, limits=Limits(expansions=limit))
            assert 0 <= result.lower_bound <= oracle(puzzle)[start], (start, limit)
            if result.cost is not None:
                assert result.cost >= oracle(puzzle)[start]
                assert not result.optimal or result.cost == oracle(puzzle)[start]


def test_bounds_grow_as_the_limit_does():
    hardest = some_boards(EIGHT, 1, 9)[-1]
    for name in ("bfs", "ucs", "astar", "idastar", "mm", "bibfs"):
        bounds = [
            search(name, EIGHT, hardest, limits=Limits(expansions=k)).lower_bound
            for k in (1, 10, 100, 1000, 5000)
        ]
        assert bounds == sorted(bounds) and bounds[-1] > 0, name


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_an_interrupt_inside_an_observer_ends_with_what_is_proved(name):
    class Impatient(Observer):
        def __init__(self):
            self.left = 5

        def on_expand(self, node):
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt

    hardest = some_boards(SMALL, 1, 10)[-1]
    result = search(name, SMALL, hardest, observer=Impatient())
    assert (result.status, result.limit) == (Status.LIMIT, "interrupt")
    assert result.stats.expanded == 5 and 0 <= result.lower_bound <= 21


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_a_time_limit_of_nothing_ends_at_once(name):
    hardest = some_boards(SMALL, 1, 11)[-1]
    result = search(name, SMALL, hardest, limits=Limits(time=0.0))
    assert (result.status, result.limit, result.stats.expanded) == (Status.LIMIT, "time", 0)


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_a_start_that_is_the_goal_is_solved_without_a_move(name):
    result = search(name, SMALL, bytes(SMALL.goal))
    assert (result.status, result.moves, result.cost) == (Status.SOLVED, (), 0)
    assert result.stats.expanded == result.stats.generated == 0


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_observers_see_what_the_counters_count(name):
    for start in some_boards(SMALL, 5, 12):
        diary = Diary()
        result = search(name, SMALL, start, observer=diary)
        assert len(diary.expanded()) == result.stats.expanded
        assert search(name, SMALL, start).stats == result.stats  # looking changes nothing


# --- published counts of expanded nodes --------------------------------------------------------

# The teaching notebook's table on 702853614, goal first; its figures count the goal, ours do not.
# algorithm, options, expanded, cost
NOTEBOOK = [
    ("dfs", {}, 63396, 54497),
    ("bfs", {}, 174385, 27),
    ("astar", {"tie_break": "state"}, 3494, 27),
    ("ucs", {"tie_break": "state"}, 170994, 27),
    ("dls", {"depth": "100", "duplicates": "blind"}, 75287, 99),
    ("greedy", {"tie_break": "state"}, 302, 71),
]


@pytest.mark.parametrize(("name", "options", "expanded", "cost"), NOTEBOOK)
def test_the_notebooks_table(name, options, expanded, cost):
    start = EIGHT.encode(Board.parse("702853614"))
    result = search(name, EIGHT, start, order="DULR", options=options)
    assert (result.stats.expanded, result.cost) == (expanded, cost)


# ColumbiaX CSMM.101x, goal first, the blank tried up, down, left, right (tiles D U R L).
COLUMBIA = [
    ("bfs", {}, {"cost": 3, "expanded": 10, "max_depth": 4}),
    ("dfs", {"tie_break": "fifo"}, {"cost": 3, "expanded": 181437, "max_depth": 66125}),
]


@pytest.mark.parametrize(("name", "options", "published"), COLUMBIA)
def test_the_columbia_figures(name, options, published):
    start = EIGHT.encode(Board.parse("1 2 5/3 4 0/6 7 8"))
    result = search(name, EIGHT, start, order="DURL", options=options)
    assert published == {
        "cost": result.cost,
        "expanded": result.stats.expanded,
        "max_depth": result.stats.max_depth,
    }
