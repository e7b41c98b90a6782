"""Threads that search boards as they come: outcomes, counts, ends, errors."""

import random
from collections.abc import Iterator
from concurrent.futures import wait
from threading import active_count
from typing import Any

import pytest

from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.kernels.searches.side_by_side import BOARDS, MOST_EXPANSIONS, pair_tables
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines.flight import Flight
from taquin.solving.engines.pattern_bench import ready
from taquin.solving.engines.side_by_side import answers
from taquin.solving.question.reading import read_request

NUMBERS = (79, 12, 55, 42, 48, 21, 1, 9, 45, 33)


@pytest.fixture(scope="module")
def opened() -> PatternHeuristic:
    one = instance("korf100:1")
    return ready(Puzzle.of(one.board, goal=one.goal), "6-6-3")[0]


@pytest.fixture
def flight(opened: PatternHeuristic, request: Any) -> Iterator[Flight]:
    flight = Flight(pair_tables(opened.collection.search_tables()), request.param)
    flight.begin()
    yield flight
    flight.end()


def boards(opened: PatternHeuristic) -> list[bytes]:
    return [opened.canonical.board(instance(f"korf100:{number}").board.cells) for number in NUMBERS]


def walk(opened: PatternHeuristic, seed: int) -> bytes:
    """A board a few moves from the goal, in canonical labelling."""
    rng, place = random.Random(seed), opened.collection.place
    cells = list(place.goal)
    for _ in range(12 + seed % 2):
        blank = cells.index(0)
        source = rng.choice([cell for cell in place.neighbors[blank] if cell >= 0])
        cells[blank], cells[source] = cells[source], 0
    return bytes(cells)


@pytest.mark.parametrize("flight", [1, 2, 3], indirect=True)
def test_outcomes_depend_on_no_thread(flight: Flight, opened: PatternHeuristic) -> None:
    coming = [flight.enter(cells) for cells in boards(opened)]
    found = [outcome.result(60) for outcome in coming]
    assert [one.bound for one in found] == [instance(f"korf100:{n}").optimal for n in NUMBERS]
    alone = [flight.enter(cells).result(60) for cells in boards(opened)]
    assert alone == found
    assert max(one.expanded for one in found) < MOST_EXPANSIONS
    expanded = sum(one.expanded for one in found)
    assert flight.share(2 * expanded) == pytest.approx(flight.seconds, rel=1e-3)


@pytest.mark.parametrize("flight", [1], indirect=True)
def test_a_hard_board_keeps_its_place(flight: Flight, opened: PatternHeuristic) -> None:
    hard = opened.canonical.board(instance("korf100:88").board.cells)
    near = [walk(opened, seed) for seed in range(4 * BOARDS)]
    alone = [flight.enter(cells).result(60) for cells in (hard, *near)]
    assert alone[0].expanded > 100 * max(one.expanded for one in alone[1:])
    together = [flight.enter(cells) for cells in (hard, *near)]
    assert [outcome.result(60) for outcome in together] == alone


@pytest.mark.parametrize("flight", [2], indirect=True)
def test_an_end_does_not_wait_for_boards(flight: Flight, opened: PatternHeuristic) -> None:
    before = active_count()
    coming = [flight.enter(cells) for cells in boards(opened) * 20]
    flight.end()
    assert not all(outcome.done() for outcome in coming)
    assert active_count() == before - 2


@pytest.mark.parametrize("flight", [1], indirect=True)
def test_an_error_reaches_whoever_waits(
    flight: Flight, opened: PatternHeuristic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("taquin.kernels.searches.side_by_side.run", fails)
    outcome = flight.enter(boards(opened)[0])
    with pytest.raises(MemoryError, match="no room"):
        while not wait((outcome,), 0.01).done:
            flight.check()


def test_closed_answers_leave_no_thread() -> None:
    before = active_count()
    request = read_request("korf100:79", algorithm="idastar", heuristic="pdb:6-6-3")
    results = answers(iter([request] * 100), threads=2)
    first = next(results)
    assert first is not None and first.cost == 42
    assert active_count() == before + 2
    results.close()
    assert active_count() == before
