"""The values of a user's heuristic: any kind of number of 0 or more, read in one place."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, inf, nan
from typing import Any

import numpy as np
import pytest

from taquin.checks import check_space
from taquin.ground.errors import ContractError, OptionError
from taquin.ground.estimates import estimate_of
from taquin.heuristics.base import PerTile
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.comparing import compare_space
from taquin.search.monitor import Limits, Observer
from taquin.search.problem import StateSpace

Edges = dict[int, list[tuple[int, Any]]]
ALL = [spec for spec in ALGORITHMS if not spec.needs]
INFORMED = [spec.name for spec in ALL if spec.informed]


class Graph:
    """From 0 to the last state."""

    start = 0

    def __init__(self, edges: Edges) -> None:
        self.edges, self.goal = edges, max(edges)

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> Sequence[tuple[str, int, Any]]:
        return [(f"{state}-{other}", other, cost) for other, cost in self.edges[state]]

    def predecessors(self, state: int) -> Sequence[tuple[str, int, Any]]:
        return [
            (f"{one}-{state}", one, cost)
            for one, moves in self.edges.items()
            for other, cost in moves
            if other == state
        ]


class Fractional(Graph):
    fractional = True


TRIANGLE = Graph({0: [(1, 1), (2, 1)], 1: [(2, 7), (0, 1)], 2: [(0, 1)]})
LINE = Graph({0: [(1, 200)], 1: [(0, 200), (2, 60)], 2: [(1, 60)]})
TO_GOAL, FROM_START = {0: 260, 1: 60, 2: 0}, {0: 0, 1: 200, 2: 260}


def searched(name: str, space: StateSpace[int], kind: Callable[[int], Any], **more: Any) -> Any:
    """A search whose estimates are at most 200, as numbers of a kind."""
    return run(
        name,
        space,
        lambda state: kind(min(200, TO_GOAL[state])),
        lambda state: kind(min(200, FROM_START[state])),
        limits=Limits(expansions=500),
        **more,
    )


def test_unsigned_numbers_do_not_wrap_around() -> None:
    assert run("bpmx", TRIANGLE, lambda state: np.uint8(0)).cost == 1


@pytest.mark.parametrize(
    "kind", [np.uint8, np.int64, np.float32, float, Fraction, np.array], ids=lambda k: k.__name__
)
@pytest.mark.parametrize("name", INFORMED)
def test_a_search_sees_the_same_numbers_of_every_kind(name: str, kind: Any) -> None:
    plain, given = searched(name, LINE, int), searched(name, LINE, kind)
    assert given == plain
    assert json.dumps(given.as_dict()["stats"]) == json.dumps(plain.as_dict()["stats"])
    assert json.dumps(given.as_dict())


@pytest.mark.parametrize("name", INFORMED)
def test_fractions_become_floats(name: str) -> None:
    third = Fractional({a: [(b, Fraction(c, 3)) for b, c in m] for a, m in LINE.edges.items()})
    result = searched(name, third, lambda value: Fraction(value, 3))
    assert result.cost == pytest.approx(260 / 3)
    assert json.dumps(result.as_dict()) and type(result.lower_bound) in (int, float)


@pytest.mark.parametrize("observer", [None, Observer()], ids=["alone", "observed"])
@pytest.mark.parametrize("wrong", [None, nan, np.float64(nan), "3", -5, -inf, [2], 2j])
@pytest.mark.parametrize("name", INFORMED)
def test_what_is_no_estimate_is_refused_with_state_and_value(
    name: str, wrong: Any, observer: Any
) -> None:
    with pytest.raises(ContractError) as caught:
        run(name, LINE, lambda s: 0 if s == 0 else wrong, lambda s: wrong, observer=observer)
    said = str(caught.value)
    assert "test_values.py, line" in said and ": heuristic h" in said and "0 or more" in said
    assert "for state 1;" in said or ("h_back" in said and "for state 2;" in said)
    assert ("return max(h, 0)" in said) == (wrong in (-5, -inf)), said


def test_infinity_of_every_kind_is_no_way_from_here() -> None:
    for infinity in (inf, np.float32(inf), np.array(inf)):
        assert estimate_of(infinity) == inf
        assert run("idastar", LINE, lambda state, given=infinity: given).status == "unsolvable"


@pytest.mark.parametrize("spec", [spec for spec in ALL if spec.informed], ids=lambda s: s.name)
def test_fractions_are_estimates_of_whole_costs(spec: Any) -> None:
    """As the distance as the crow flies is; they may fall by less than a move costs."""
    size = 5
    edges: Edges = {
        size * y + x: [
            (size * v + u, 1)
            for u, v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
            if 0 <= u < size and 0 <= v < size and (u, v) != (3, 4)
        ]
        for y in range(size)
        for x in range(size)
    }

    def away(place: int) -> Callable[[int], float]:
        x, y = place % size, place // size
        return lambda state: float(np.hypot(state % size - x, state // size - y))

    result = run(spec.name, Graph(edges), away(24), away(0), limits=Limits(expansions=30_000))
    assert result.cost is not None and result.lower_bound is not None
    assert result.lower_bound <= 8 <= result.cost and type(result.lower_bound) is int
    assert not spec.optimal or result.cost == 8


def test_taquins_own_heuristics_are_not_wrapped() -> None:
    seen: list[object] = []
    spec = ALGORITHMS.get("astar")
    puzzle = Puzzle.of("1 2 3/4 5 0")
    h = PerTile([[0] * 6] * 6)

    def search(space: Any, given: Any, monitor: Any, **options: Any) -> Any:
        seen.append(given)
        return spec.search(space, given, monitor, **options)

    search.__module__ = spec.search.__module__
    own = replace(spec, search=search)
    for one in (h, PerTile([[0] + [np.uint8(3)] * 5] * 6)):
        run(own, puzzle.space(puzzle.goal), one)
        assert seen.pop() is one
    assert type(PerTile([[0] + [np.uint8(3)] * 5] * 6)(bytes([1, 2, 3, 4, 5, 0]))) is int
    below = PerTile([[0] + [-3] * 5] * 6)
    with pytest.raises(ContractError, match="returned -15 for state"):
        run("idastar", puzzle.space(puzzle.goal), below)


def test_what_a_users_operator_selection_says_is_checked_too() -> None:
    class Selecting:
        """h of LINE, with the moves of a state by the change of f."""

        def __init__(self, kind: Callable[[int], Any]) -> None:
            self.kind = kind

        def __call__(self, state: int) -> Any:
            return self.kind(TO_GOAL[state]) if self.kind is not str else TO_GOAL[state]

        def operator_selection(self, space: Any) -> Any:
            def select(state: int, above: int, most: int) -> Any:
                moves = [
                    (move, other, cost, TO_GOAL[other] - TO_GOAL[state])
                    for move, other, cost in LINE.successors(state)
                ]
                due = [m for m in moves if above < m[2] + m[3] <= most]
                after = [m[2] + m[3] for m in moves if m[2] + m[3] > most]
                return [
                    (move, other, self.kind(cost), self.kind(more))
                    for move, other, cost, more in due
                ], min(after, default=None)

            return select

    result = run("epeastar", LINE, Selecting(np.int16))
    assert (result.cost, type(result.cost)) == (260, int)
    with pytest.raises(ContractError, match="gave move '0-1' of state 0 cost '200'"):
        run("epeastar", LINE, Selecting(str))


def test_a_check_reads_values_as_searches_do() -> None:
    for kind in (np.uint8, np.float32, Fraction, float, np.array):
        report = check_space(
            LINE, lambda state, kind=kind: kind(min(200, TO_GOAL[state])), consistent=False
        )
        assert report.ok, report.failures
    for wrong in (None, nan, -5, "3"):
        assert not check_space(LINE, lambda state, wrong=wrong: wrong).ok


def test_a_heuristic_has_to_be_a_function() -> None:
    with pytest.raises(OptionError, match="h=5: expected a function of the state"):
        run("astar", LINE, 5)  # type: ignore[arg-type]

    class Empty(dict[int, int]):
        def __call__(self, state: int) -> int:
            return ceil(TO_GOAL[state])

    assert run("astar", LINE, Empty()).rests_on == ("the heuristic is admissible",)


# --- costs, comparisons and free circles --------------------------------------------------------


@pytest.mark.parametrize("cost", [0.5, np.float32(0.5), Fraction(1, 2)])
def test_a_fraction_as_cost_is_told_how_to_be_one(cost: Any) -> None:
    space = Graph({0: [(1, cost)], 1: []})
    with pytest.raises(ContractError, match="declare fractional = True"):
        run("astar", space)
    assert "declare fractional = True" in check_space(space).failures[0]
    assert run("astar", Fractional(space.edges)).cost == 0.5
    space.min_cost = cost  # type: ignore[attr-defined]
    with pytest.raises(OptionError, match="declare fractional = True"):
        run("astar", space)


def test_no_other_cost_gets_that_hint() -> None:
    for cost in (-1, "1", nan, -0.5):
        with pytest.raises(ContractError) as caught:
            run("astar", Graph({0: [(1, cost)], 1: []}))
        assert "fractional" not in str(caught.value)


def test_a_search_that_fails_is_a_row_and_the_others_run() -> None:
    free = Graph({0: [(1, 0)], 1: [(0, 0), (2, 5)], 2: []})
    found = compare_space(free, ["astar", "lsslrtastar", ("bfs", {}), "idastar"], lambda state: 0)
    assert [result.status for _, result in found] == ["solved", "error", "solved", "solved"]
    row = found.rows()[1]
    assert "costs 0, but lsslrtastar finds its way only where" in row["error"]
    assert f"lsslrtastar: {row['error']}" in str(found) and row["error"] in found.csv()
    assert json.dumps(dict(found)["lsslrtastar"].as_dict())

    def late(state: int) -> int:
        return 0 if state == 0 else 1 // 0

    found = compare_space(free, ["astar", "ucs"], late)
    assert [result.status for _, result in found] == ["error", "solved"]
    assert (found.rows()[0]["error"] or "").startswith("ZeroDivisionError")
    assert found.rows()[0]["expanded"] == 1 and found.rows()[1]["error"] is None


def test_a_search_can_have_its_own_heuristic_in_a_comparison() -> None:
    def exact(state: int) -> int:
        return TO_GOAL[state]

    found = compare_space(LINE, ["astar", ("astar", {"h": exact}), ("mm", {"h": exact})])
    assert [name for name, _ in found] == ["astar", "astar h=exact", "mm h=exact"]
    assert [result.rests_on != () for _, result in found] == [False, True, True]
    with pytest.raises(OptionError, match="h=5: expected a function"):
        compare_space(LINE, [("astar", {"h": 5})])
    with pytest.raises(KeyError, match="wieght"):
        compare_space(LINE, ["ucs", ("wastar", {"wieght": 2})])


def test_circles_of_free_moves_are_named_where_they_are_followed_for_ever() -> None:
    free = Graph({0: [(1, 0), (2, 0)], 1: [(0, 0), (2, 0)], 2: [(0, 0), (1, 0), (3, 5)], 3: []})
    for spec in ALL:
        if spec.positive_costs:
            continue
        for option in spec.options.values():
            for choice in option.choices:
                if choice == "deltas":  # no heuristic is given
                    continue
                result = run(
                    spec, free, options={option.name: choice}, limits=Limits(expansions=300)
                )
                endless = f"{option.name}={choice}" in spec.endless_at_0
                if spec.complete:
                    assert (result.status == "limit") == endless, (spec.name, option.name, choice)
    said = " ".join(check_space(free).notes)
    assert "With duplicates=parent or duplicates=none, astar, ucs, wastar can follow" in said


def test_a_refuted_bound_is_plain_data() -> None:
    result = run("astar", LINE, lambda state: 300 if state == 0 else 0)
    assert (result.as_dict()["refuted_bound"], result.as_dict()["lower_bound"]) == (300, 0)
