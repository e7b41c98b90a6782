"""Seeds, names, estimates and time limits at their edges, from Python."""

import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from taquin import Board, Puzzle, Status, solve
from taquin.bench.suite import SuiteSettings
from taquin.ground.deadline import TimeUp, check_deadline, deadline
from taquin.ground.errors import OptionError
from taquin.heuristics import manhattan, misplaced, zero
from taquin.heuristics.base import HEURISTICS, build_heuristic, heuristic
from taquin.heuristics.computed import ComputedTable
from taquin.heuristics.linear_conflict import _line_table, linear_conflict
from taquin.heuristics.walking_distance import Axis, walking_table
from taquin.puzzle.scramble import seeded, uniform
from taquin.puzzle.topology import TOPOLOGIES, Topology, grid, register_topology, topology
from taquin.search.algorithm import ALGORITHMS, algorithm
from taquin.search.monitor import Limits, Monitor, Stop


@cache
def large() -> Puzzle:
    return Puzzle.of(uniform(Puzzle.of(Board.of(60, 60, range(3600))), random.Random(5)))


@pytest.mark.parametrize("seed", [-1, -(10**40), 1.0, True, "1", b"1", float("nan")])
def test_a_seed_is_a_whole_number_from_0(seed: Any) -> None:
    # random.Random treats -1 as 1, but 1.0 as a different seed.
    for take in (seeded, SuiteSettings):
        with pytest.raises(OptionError, match=r"seed=.*expected a whole number, 0 or more"):
            take(seed)


BAD_NAMES = [
    "a:b,c",
    "a:b",
    "a,b",
    "",
    " ",
    "two words",
    "9lives",
    "-x",
    "_x",
    "a/b",
    "a|b",
    "a.py",
]


@pytest.mark.parametrize("name", [*BAD_NAMES, None, 3])
def test_a_name_that_could_not_be_typed_is_not_registered(name: Any) -> None:
    declare: list[Callable[[], Any]] = [
        lambda: heuristic(name, admissible=True, consistent=True, paper="none")(zero.zero),
        lambda: algorithm(name, optimal=True, complete=True, paper="none")(
            lambda space, monitor: None
        ),
        lambda: register_topology(name)(grid),
    ]
    for register in declare:
        with pytest.raises(
            OptionError,
            match="that starts with a letter and contains only letters, digits, _",
        ):
            register()


@pytest.mark.parametrize("name", ["a*", "ida*", "größe", "my-own_2+"])
def test_a_name_that_can_be_typed_is_found_again(name: str) -> None:
    heuristic(name, admissible=True, consistent=True, paper="none")(zero.zero)
    assert solve("123456708", algorithm="astar", heuristic=name).cost == 1
    assert solve("123456708", algorithm="astar", heuristic=f"max:{name},zero").cost == 1
    assert solve("123456708", algorithm="astar", heuristic=f"max:zero,{name}").cost == 1


def test_every_built_in_name_can_be_typed() -> None:
    for registry in (HEURISTICS, ALGORITHMS, TOPOLOGIES):
        names = registry.names()  # type: ignore[attr-defined]
        for spec in registry:  # type: ignore[attr-defined]
            registry.add(spec)  # type: ignore[attr-defined]
        assert len(names) > 1 and registry.names() == names  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("max:max:manhattan,gaschnig", "max:manhattan,gaschnig"),
        ("max:zero,max:misplaced,manhattan", "max:zero,misplaced,manhattan"),
        ("max:max:max:zero,misplaced", "max:zero,misplaced"),
    ],
)
def test_max_in_max_is_refused(text: str, flat: str) -> None:
    with pytest.raises(OptionError, match=f"max cannot contain max; give one list, as in {flat}"):
        solve("123456708", algorithm="astar", heuristic=text)


@pytest.fixture
def estimating() -> Iterator[Callable[[object], str]]:
    """Registers a heuristic that always returns the same value; returns its name."""

    def register(value: Any) -> str:
        @heuristic("constant", admissible=True, consistent=True, paper="none")
        def constant(puzzle: Puzzle) -> Any:
            return lambda state: value

        return "constant"

    yield register


@pytest.mark.parametrize(
    ("value", "rounds"),
    [(2.5, True), (-5, False), (float("nan"), False), (float("inf"), False), (None, False)],
)
def test_advice_on_an_estimate_fits_it(
    value: object, rounds: bool, estimating: Callable[[object], str]
) -> None:
    with pytest.raises(OptionError) as caught:
        solve("123456708", algorithm="astar", heuristic=estimating(value))
    text = str(caught.value)
    assert f"returned {value!r} for the board 1 2 3/4 5 6/7 0 8; expected a whole number" in text
    assert ("math.ceil" in text) == rounds


def test_a_deadline_is_kept_and_left() -> None:
    with deadline(None):
        check_deadline()
        with deadline(0), pytest.raises(TimeUp):
            check_deadline()
        check_deadline()


AXIS = Axis(4, (4, 4, 4, 3), 3, ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)), (1, 1, 1, 1))


@pytest.mark.parametrize(
    "make",
    [
        lambda: walking_table(AXIS._replace(prices=(7, 1, 1, 1))),  # one that is not cached yet
        lambda: _line_table((91, 92, 93)),
        lambda: manhattan.manhattan(Puzzle.of(Board.of(20, 15, range(300)), topology="walls:0-1")),
        lambda: build_heuristic("manhattan", Puzzle.of(Board.parse("1 2/3 0"))),
    ],
)
def test_tables_check_the_deadline(make: Callable[[], object]) -> None:
    with deadline(0), pytest.raises(TimeUp):
        make()
    assert make() is not None


@pytest.mark.parametrize("topology_name", ["grid", "torus", "walls:60-61"])
@pytest.mark.parametrize("name", ["astar", "idastar", "mm"])
def test_the_time_limit_holds_on_thousands_of_cells(name: str, topology_name: str) -> None:
    start = uniform(Puzzle.of(large().goal, topology=topology_name), random.Random(1))
    began = time.thread_time()  # other programs do not lengthen it
    result = solve(start, algorithm=name, topology=topology_name, time_limit=0.2)
    assert time.thread_time() - began < 1.5  # 4 s before, for the tables alone
    assert (result.status, result.limit) == (Status.LIMIT, "time")
    if topology_name != "walls:60-61":  # there the steps themselves take longer than the limit
        puzzle = Puzzle.of(start, topology=topology_name)
        assert result.lower_bound is not None
        assert result.lower_bound >= build_heuristic("manhattan", puzzle)(puzzle.encode(start))


def test_the_clock_is_read_often_if_expansions_are_slow() -> None:
    monitor: Monitor[bytes] = Monitor(Limits(time=0.05))
    with pytest.raises(Stop):
        while monitor.stats.expanded < 128:  # as often as the clock is read if expansions are fast
            monitor.count(1)
            time.sleep(0.004)


def test_the_clock_is_read_rarely_if_expansions_are_fast() -> None:
    monitor: Monitor[bytes] = Monitor(Limits(time=60))
    readings = 0
    while monitor.stats.expanded < 20_000:
        readings += 1
        for _ in range(monitor.allowance()):
            monitor.count(1)
    assert readings < 400


@pytest.mark.parametrize("width", [2, 3, 4, 7])
@pytest.mark.parametrize("height", [2, 3, 5])
@pytest.mark.parametrize("name", ["grid", "torus"])
def test_the_formula_for_steps_agrees_with_a_search(name: str, width: int, height: int) -> None:
    board_type = topology(name, width, height)
    steps = board_type.distance_formula()
    assert steps is not None
    searched = Topology("by search", width, height, board_type.neighbors)
    assert searched.distance_formula() is None
    for a in range(board_type.cells):
        assert tuple(steps(a, b) for b in range(board_type.cells)) == searched.distances(a)


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("name", ["grid", "torus", "walls:0-1,8-9"])
def test_computed_tables_equal_full_tables(
    name: str, metric: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.of(Board.of(5, 4, range(20)), goal="spiral", topology=name, metric=metric)
    factories = [manhattan.manhattan, misplaced.misplaced, zero.zero]
    if name != "torus":
        factories.append(linear_conflict)  # type: ignore[arg-type]
    plain = [factory(puzzle) for factory in factories]
    for module in (manhattan, misplaced, zero):
        monkeypatch.setattr(module, "MANY_CELLS", 4)
    computed = [factory(puzzle) for factory in factories]
    for one, other in zip(plain[:3], computed[:3], strict=True):
        assert isinstance(other.table, ComputedTable)
        assert tuple(tuple(row) for row in other.table) == one.table
        assert other.table[-1][-1] == one.table[-1][-1] and len(other.table[2:9:3]) == 3
    rng = random.Random(3)
    for _ in range(20):
        state = puzzle.encode(uniform(puzzle, rng))
        assert [h(state) for h in computed] == [h(state) for h in plain]
        assert [h.shares(state) for h in computed[:3]] == [h.shares(state) for h in plain[:3]]
