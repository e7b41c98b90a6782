"""Every counter of every search, held against what an instrumented space and heuristic see.

The definitions are those of `taquin.search.result.COUNTERS`.
"""

import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from taquin.heuristics.base import build_heuristic
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.monitor import Limits, Observer
from taquin.search.result import COUNTERS, SearchResult, Stats
from taquin.whole.oracle import true_distances

SMALL = Puzzle.of("1 2 3/4 5 0")
# Searches of sliding-tile puzzles alone report work of another kind; see `taquin.constructive`.
ALL = [spec for spec in ALGORITHMS if not spec.needs]
# They generate successors one at a time, and have a path instead of a frontier.
LAZY = {"idastar", "bpmx"}
PATHS = {*LAZY, "rbfs"}
# Their frontier is a queue or a stack: what is left of what was added has not been taken.
QUEUES = {"bfs", "dfs", "dls", "ids", "bfhs"}
MOST_MOVES = 14  # from one state of a graph


class Counted:
    """A function that counts its calls."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function, self.calls = function, 0
        self.operator_selection = getattr(function, "operator_selection", lambda space: None)

    def __call__(self, state: Any) -> Any:
        self.calls += 1
        return self.function(state)


class Graph:
    """A random graph, undirected, with costs from 1 to 5, from 0 to the last state."""

    start = 0

    def __init__(self, seed: int, states: int = 14) -> None:
        rng = random.Random(seed)
        self.goal = states - 1
        self.out: list[list[tuple[str, int, int]]] = [[] for _ in range(states)]
        for _ in range(2 * states):
            one, other = rng.sample(range(states), 2)
            cost = rng.randrange(1, 6)
            if all(state != other for _, state, _ in self.out[one]):
                self.out[one].append((f"{one}-{other}", other, cost))
                self.out[other].append((f"{other}-{one}", one, cost))
        far = {s: min((c for _, _, c in self.out[s]), default=0) for s in range(states)}
        far[self.goal] = 0
        self.h = {s: rng.randint(0, far[s]) for s in range(states)}

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> Sequence[tuple[str, int, int]]:
        return self.out[state]

    predecessors = successors


class Ledger(Observer):
    """What an observer can tell, counted anew."""

    def __init__(self) -> None:
        self.stats = Stats()
        self.events = self.kept = self.left = 0
        self.frontiers: list[Any] = []
        self._frontier: Any = ()
        self._reached: Any = ()
        self._closed: set[tuple[int, Any]] = set()

    def on_start(self, frontier: Any, reached: Any) -> None:
        self._measure()
        if frontier is not self._frontier:
            self.left += len(self._frontier)
            self.frontiers.append(frontier)
        if reached is not self._reached:
            self._closed = set()
        self._frontier, self._reached = frontier, reached

    def on_expand(self, node: Any) -> None:
        stats = self.stats
        stats.expanded += 1
        stats.peak_frontier = max(stats.peak_frontier, len(self._frontier) + 1)
        self._closed.add((self._side(node), node.state))
        self._measure()

    def on_generate(self, parent: Any, move: str, state: Any, verdict: str) -> None:
        self.events += 1
        if verdict not in ("new", "better"):
            return
        self.kept += 1
        self.stats.max_depth = max(self.stats.max_depth, parent.depth + 1)
        place = self._side(parent), state
        if verdict == "better" and place in self._closed:
            self.stats.reopened += 1
            self._closed.remove(place)

    def close(self) -> None:
        self.left += len(self._frontier)
        self._measure()

    def _side(self, node: Any) -> int:
        """The number of the root of the node's path: searches from both ends have two."""
        return id(list(node.upwards())[-1]) if len(getattr(self._frontier, "sides", ())) else 0

    def _measure(self) -> None:
        self.stats.peak_reached = max(self.stats.peak_reached, len(self._reached))


@contextmanager
def counted_pops(frontiers: list[Any]) -> Iterator[list[int]]:
    """Counts what is taken from heaps that are in the list of frontiers."""
    pops = [0]
    names = ("best_first", "partial_expansion", "anytime_repairing", "potential", "real_time")
    modules = [importlib.import_module(f"taquin.search.{name}") for name in names]
    original = modules[0].heappop  # type: ignore[attr-defined]

    def heappop(heap: list[Any]) -> Any:
        pops[0] += any(heap is frontier for frontier in frontiers)
        return original(heap)

    try:
        for module in modules:
            module.heappop = heappop  # type: ignore[attr-defined]
        yield pops
    finally:
        for module in modules:
            module.heappop = original  # type: ignore[attr-defined]


def option_sets(spec: AlgorithmSpec) -> Iterator[dict[str, Any]]:
    """The defaults, and each other value of each option that has a choice of them."""
    yield {}
    for option in spec.options.values():
        for choice in option.choices:
            if choice != option.default:
                yield {option.name: choice}


def examine(
    spec: AlgorithmSpec, space: Any, estimates: list[Any], options: Mapping[str, Any], most: int
) -> None:
    """One search, with its counters compared."""
    counted = [Counted(h) for h in estimates]
    ledger = Ledger()
    arguments: dict[str, Any] = {"options": options, "limits": Limits(expansions=most)}
    with counted_pops(ledger.frontiers) as pops:
        result = run(spec, space, *counted, observer=ledger, **arguments)
    ledger.close()
    stats, where = result.stats, (spec.name, options, result.status)
    assert stats.evaluated == sum(h.calls for h in counted), where
    assert stats.expanded == ledger.stats.expanded, where
    assert stats.peak_frontier == ledger.stats.peak_frontier, where
    assert stats.peak_reached == ledger.stats.peak_reached, where
    if options.get("duplicates") != "closed":  # reopens when nodes are chosen, not generated
        assert stats.reopened == ledger.stats.reopened, where
    assert stats.max_depth == ledger.stats.max_depth, where
    if stats.contours:
        assert sum(count for _, count in stats.contours) == stats.expanded, where
    check_generated(spec, result, ledger, where)
    check_popped(spec, options, result, ledger, pops[0])
    again = run(spec, space, *estimates, **arguments)
    assert again.stats == stats, where  # the same without an observer


def check_generated(
    spec: AlgorithmSpec, result: SearchResult, ledger: Ledger, where: object
) -> None:
    """Each successor is an event; those after a goal that ends the search are only counted."""
    unseen = result.stats.generated - ledger.events
    assert 0 <= unseen <= (0 if spec.name in LAZY or result.cost is None else MOST_MOVES), where


def check_popped(
    spec: AlgorithmSpec,
    options: Mapping[str, Any],
    result: SearchResult,
    ledger: Ledger,
    heaped: int,
) -> None:
    """Nodes taken from the frontier: none if there is only a path."""
    popped, where = result.stats.popped, (spec.name, options, result.status)
    if spec.name in PATHS:
        assert popped == 0, where
    elif heaped:
        assert popped == heaped, where
    elif spec.name in QUEUES:
        unqueued = result.cost is not None and options.get("goal_test") == "generation"
        assert popped == len(ledger.frontiers) + ledger.kept - ledger.left - unqueued, where
    else:
        assert 0 <= popped - result.stats.expanded <= 1, where


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.name)
def test_counters_are_what_an_observer_of_a_puzzle_counts(spec: AlgorithmSpec) -> None:
    states = list(true_distances(SMALL))
    for start in random.Random(7).sample(states, 3):
        board = SMALL.decode(start)
        estimates = [build_heuristic("manhattan", SMALL)] if spec.informed else []
        if spec.informed and spec.bidirectional:
            estimates.append(build_heuristic("manhattan", SMALL.towards(board)))
        for options in option_sets(spec):
            for most in (3, 400):
                examine(spec, SMALL.space(board), estimates, options, most)


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.name)
def test_counters_are_what_an_observer_of_a_graph_counts(spec: AlgorithmSpec) -> None:
    for seed in range(8):
        graph = Graph(seed)
        estimates = [graph.h.__getitem__] if spec.informed else []
        if spec.informed and spec.bidirectional:
            estimates.append(lambda state: 0)
        for options in option_sets(spec):
            if options.get("selection") != "deltas":  # these heuristics know none
                examine(spec, graph, estimates, options, 300)


# They ask for successors again: to rebuild the path, to find the move back, or by the operator
# selection not at all; see `COUNTERS`.
ASKING_AGAIN = {"bfs", "bfhs", "bpmx"}


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.name)
def test_expansions_are_calls_for_successors(spec: AlgorithmSpec) -> None:
    for seed in range(8):
        graph = Graph(seed)
        forwards, backwards = Counted(graph.successors), Counted(graph.predecessors)
        graph.successors, graph.predecessors = forwards, backwards  # type: ignore[method-assign]
        estimates = [graph.h.__getitem__] if spec.informed else []
        for options in option_sets(spec):
            if options.get("selection") == "deltas":  # these heuristics know none
                continue
            forwards.calls = backwards.calls = 0
            result = run(spec, graph, *estimates, options=options, limits=Limits(expansions=300))
            calls, expanded = forwards.calls + backwards.calls, result.stats.expanded
            where = (spec.name, options, calls, expanded)
            if spec.name not in ASKING_AGAIN:
                # A limit is noticed once the successors are there.
                assert calls - expanded in ((0, 1) if result.limit else (0,)), where
            elif spec.name == "bfs":
                rebuilt = len(result.moves or ()) if options.get("duplicates") is None else 0
                assert calls - expanded in (rebuilt, rebuilt + bool(result.limit)), where
            else:
                assert calls >= expanded, where


@pytest.mark.parametrize("name", sorted(LAZY))
def test_the_definition_of_generated_names_the_searches_that_count_lazily(name: str) -> None:
    """The second pass takes the goal, the first of three successors, and not the other two."""

    class Fork:
        start = 0

        def is_goal(self, state: int) -> bool:
            return state == 1

        def successors(self, state: int) -> list[tuple[str, int, int]]:
            return [] if state else [("a", 1, 1), ("b", 2, 1), ("c", 3, 1)]

    assert run(name, Fork()).stats.generated == 3 + 1
    assert name in COUNTERS["generated"] and name in (Observer.on_generate.__doc__ or "")
