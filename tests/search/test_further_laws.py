"""What is proved about the searches beyond the textbook's: node by node, on small boards."""

import random
from functools import cache
from itertools import combinations
from typing import Any
from zlib import crc32

import pytest

from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import run
from taquin.search.breadth_first import distances
from taquin.search.monitor import Observer
from taquin.search.problem import Node, operator_selection
from taquin.search.result import SearchResult, Status
from taquin.search.vertex_cover import _cover
from taquin.whole.oracle import true_distances

SMALL = Puzzle.of("1 2 3/4 5 0")


@cache
def oracle() -> dict[bytes, int]:
    return true_distances(SMALL)


def spread(count: int) -> list[tuple[bytes, int]]:
    """So many boards with their distances, from all distances, the hardest among them."""
    return list(oracle().items())[:: -(len(oracle()) // count)]


def search(name: str, start: bytes, h: Any = None, **arguments: Any) -> SearchResult:
    board = SMALL.decode(start)
    h_back = build_heuristic("manhattan", SMALL.towards(board))
    h = h or build_heuristic("manhattan", SMALL)
    return run(name, SMALL.space(board), h, h_back, **arguments)


class Events(Observer):
    """The nodes expanded, the g of children kept, and the expansions before each proved bound."""

    def __init__(self) -> None:
        self.expanded: list[Node[Any]] = []
        self.kept: list[tuple[bytes, int]] = []
        self.before: dict[int, int] = {}

    def on_expand(self, node: Node[Any]) -> None:
        self.expanded.append(node)

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        self.kept.append((state, parent.g + 1))

    def on_bound(self, lower_bound: int) -> None:
        self.before[lower_bound] = len(self.expanded)


# --- partial expansion ---------------------------------------------------------------------------


def test_epea_star_creates_no_node_above_the_optimum_and_stores_less_than_a_star() -> None:
    h = build_heuristic("manhattan", SMALL)
    stored = {"astar": 0, "epeastar": 0}
    for start, true in spread(60):
        events = Events()
        search("epeastar", start, observer=events)
        assert all(g + h(state) <= true for state, g in events.kept)
        for name in stored:
            stored[name] += search(name, start).stats.peak_reached
    assert stored["epeastar"] < stored["astar"]


WITH_COSTS = {"metric": "expense"}, {"metric": "expense", "costs": (5, 1, 1, 2, 9)}
PUZZLES = [
    Puzzle.of("1 2 3/4 5 0", topology=board_type, **more)  # type: ignore[arg-type]
    for board_type in ("grid", "torus")
    for more in ({}, *WITH_COSTS)
]


@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan"])
def test_an_operator_selection_finds_the_children_that_evaluating_all_finds(heuristic: str) -> None:
    for puzzle in PUZZLES:
        h = build_heuristic(heuristic, puzzle)
        for state in random.Random(3).sample(list(true_distances(SMALL)), 20):
            space = puzzle.space(puzzle.decode(state))
            select = operator_selection(h, space)
            assert select is not None
            everything = [
                (move, after, cost, h(after) - h(state))
                for move, after, cost in space.successors(state)
            ]
            changes = [cost + more for _, _, cost, more in everything]
            for above, most in combinations(sorted({-9, 99, *changes}), 2):
                chosen, following = select(state, above, most)
                due = [above < change <= most for change in changes]
                assert list(chosen) == [
                    one for one, is_due in zip(everything, due, strict=True) if is_due
                ]
                assert following == min((c for c in changes if c > most), default=None)


def test_epea_star_evaluates_the_start_alone_and_stores_what_pea_star_does() -> None:
    for start, true in spread(40):
        deltas = search("epeastar", start).stats
        every = search("epeastar", start, options={"selection": "all"}).stats
        assert deltas.evaluated == 1 and every.evaluated == every.generated + 1
        assert deltas.generated <= every.generated
        for name in ("expanded", "reopened", "popped", "peak_frontier", "peak_reached"):
            assert getattr(deltas, name) == getattr(every, name), true


def test_a_heuristic_without_deltas_is_said_to_have_none() -> None:
    conflicts = build_heuristic("linear_conflict", SMALL)
    start, true = spread(5)[0]
    assert search("epeastar", start, conflicts).cost == true
    with pytest.raises(OptionError, match="selection=deltas needs a heuristic that knows"):
        search("epeastar", start, conflicts, options={"selection": "deltas"})


# --- breadth-first heuristic search --------------------------------------------------------------


def test_breadth_first_heuristic_search_has_the_bounds_of_ida_star() -> None:
    for start, _ in spread(60):
        bounds, expected = (
            [bound for bound, _ in search(name, start).stats.contours]
            for name in ("bfhs", "idastar")
        )
        assert bounds == expected


class Passes(Observer):
    """The states expanded in each pass."""

    def __init__(self) -> None:
        self.states: list[list[bytes]] = []

    def on_contour(self, bound: int) -> None:
        self.states.append([])

    def on_expand(self, node: Node[Any]) -> None:
        self.states[-1].append(node.state)


def test_three_layers_are_enough_to_expand_no_state_twice_in_a_pass() -> None:
    passes = Passes()
    for start, _ in spread(30):
        passes.states.clear()
        search("bfhs", start, observer=passes)
        for states in passes.states[:-1]:  # the last one rebuilds the path
            assert len(states) == len(set(states))


def test_breadth_first_heuristic_search_stores_three_layers_of_a_hard_board() -> None:
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    puzzle = Puzzle.of(board)
    result = run("bfhs", puzzle.space(board), build_heuristic("manhattan", puzzle))
    assert result.optimal and result.cost == 31 == len(result.moves or ())
    assert result.stats.peak_reached < 181_440 / 4  # breadth-first search stores them all


# --- bidirectional search ------------------------------------------------------------------------


def must_expand(start: bytes, true: int) -> int:
    """The fewest nodes of which a proof must expand one of each pair that could be cheaper.

    Chen et al. 2017: with consistent heuristics, a minimum vertex cover of the must-expand graph.
    """
    board = SMALL.decode(start)
    towards = SMALL.towards(board)
    ahead = (SMALL.space(board).successors, start, build_heuristic("manhattan", SMALL))
    back = (SMALL.space(board).successors, bytes(SMALL.goal), build_heuristic("manhattan", towards))
    counts: list[dict[int, int]] = []
    for successors, root, h in (ahead, back):
        counts.append({})
        for state, g in distances(root, successors).items():
            if g + h(state) < true:
                counts[-1][g] = counts[-1].get(g, 0) + 1
    return _cover(counts[0], counts[1], true - 2)[0]


def test_bidirectional_searches_expand_what_a_proof_needs_and_nbs_at_most_twice_that() -> None:
    total = dict.fromkeys(("mm", "nbs", "dvcbs", "needed"), 0)
    for start, true in spread(40):
        if true == 0:
            continue
        needed = must_expand(start, true)
        total["needed"] += needed
        for name in ("mm", "nbs", "dvcbs"):
            events = Events()
            result = search(name, start, observer=events)
            proved = events.before[true]
            assert result.optimal and result.cost == true and proved >= needed, (name, start)
            assert name != "nbs" or proved <= 2 * needed, start
            total[name] += proved
    assert total["dvcbs"] < total["nbs"] < 2 * total["needed"]


def test_the_cover_is_a_smallest_one() -> None:
    rng = random.Random(1)
    for _ in range(60):
        sides = [{g: rng.randint(1, 9) for g in rng.sample(range(6), 3)} for _ in range(2)]
        most = rng.randrange(12)
        clusters = [(g, side) for side in (0, 1) for g in sides[side]]
        pairs = [(a, b) for a in sides[0] for b in sides[1] if a + b <= most]

        def covers(chosen: Any, pairs: Any = pairs) -> bool:
            return all((a, 0) in chosen or (b, 1) in chosen for a, b in pairs)

        best = min(
            sum(sides[side][g] for g, side in chosen)
            for size in range(len(clusters) + 1)
            for chosen in combinations(clusters, size)
            if covers(chosen)
        )
        cost, chosen = _cover(sides[0], sides[1], most)
        assert cost == best == sum(sides[side][g] for g, side in chosen) and covers(chosen)


# --- real-time search ----------------------------------------------------------------------------


def test_lss_lrta_star_that_sees_everything_walks_an_optimal_path() -> None:
    for start, true in spread(40):
        assert search("lsslrtastar", start, options={"lookahead": 10**6}).cost == true


class Moves:
    """A space given as (move, state, cost) by state, from 0 to 3."""

    start = 0

    def __init__(self, moves: dict[int, list[tuple[str, int, int]]]) -> None:
        self.moves = moves

    def is_goal(self, state: int) -> bool:
        return state == 3

    def successors(self, state: int) -> list[tuple[str, int, int]]:
        return self.moves.get(state, [])


def test_a_walk_into_a_dead_end_proves_nothing() -> None:
    # The way to 1 looks good and is a dead end.
    trap = Moves({0: [("a", 1, 1), ("b", 2, 1)], 2: [("c", 3, 1)]})
    h = {0: 1, 1: 0, 2: 1, 3: 0}
    result = run("lsslrtastar", trap, h.__getitem__, options={"lookahead": 1})
    assert (result.status, result.cost) == (Status.INCOMPLETE, None)
    assert run("lsslrtastar", trap, h.__getitem__, options={"lookahead": 9}).cost == 2


# --- bidirectional pathmax -----------------------------------------------------------------------


def test_bpmx_is_ida_star_where_the_heuristic_is_consistent() -> None:
    for start, _ in spread(60):
        one, other = (search(name, start) for name in ("bpmx", "idastar"))
        assert (one.stats, one.moves, one.lower_bound) == (
            other.stats,
            other.moves,
            other.lower_bound,
        )


def test_bpmx_saves_expansions_where_it_is_not() -> None:
    strong = build_heuristic("linear_conflict", SMALL)
    total = {"bpmx": 0, "idastar": 0}
    for start, true in spread(40):
        for name in total:
            result = search(name, start, lambda s: strong(s) if crc32(s) % 3 == 0 else 0)
            assert result.optimal and result.cost == true
            total[name] += result.stats.expanded
    assert 1.2 * total["bpmx"] < total["idastar"]


def test_bpmx_raises_no_value_over_a_move_that_cannot_be_undone() -> None:
    # From 1 the goal is far, and nothing leads back to 0, from where it is near.
    one_way = Moves({0: [("a", 1, 1), ("b", 2, 1)], 1: [("c", 3, 9)], 2: [("d", 3, 1)]})
    h = {0: 0, 1: 9, 2: 1, 3: 0}
    result = run("bpmx", one_way, h.__getitem__)
    assert (result.cost, result.optimal) == (2, True)


# --- weight 1 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["arastar", "ees", "dps"])
def test_with_weight_one_and_a_consistent_heuristic_nothing_is_reopened(name: str) -> None:
    for start, true in spread(30):
        result = search(name, start, options={"weight": 1.0})
        assert (result.cost, result.optimal, result.stats.reopened) == (true, True, 0)
