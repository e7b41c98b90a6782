"""How many passes beams make in any metric, how wide they are, and which end early."""

from types import SimpleNamespace
from typing import Any

import pytest

from taquin import Limits, Puzzle, scramble
from taquin.beams.passes import torus_pass
from taquin.beams.passes.beam import Counts, fixed
from taquin.beams.passes.metric_passes import MetricPasses
from taquin.beams.passes.torus_pass import TorusBeam
from taquin.beams.value.store import model_for
from taquin.constructive.sections import Section
from taquin.puzzle.goal import named_goal

LIMIT = 10.0


def watch(length: int = 1000) -> Any:
    """A monitor whose clock the test moves, with a solution of so many moves."""
    best = SimpleNamespace(g=length, moves=lambda: ("U",) * length)
    return SimpleNamespace(
        limits=Limits(time=LIMIT), seconds=0.0, incumbent=best, affords=lambda more: True
    )


def whole(topology: str) -> list[Section]:
    """The sections of a board of 6x6: itself alone."""
    start = named_goal("last", 6, 6)
    return [Section(Puzzle.of(start, topology=topology, metric="stm"), bytes(start.cells))]


def passes_made(pace: float, *, stuck: bool, takes: float, topology: str = "torus") -> list[int]:
    """The widest layer of each pass; pace: seconds a board, takes: seconds a pass."""
    monitor = watch()
    passes = MetricPasses(whole(topology), monitor, 0, 1)
    made = []
    for widest, _ in passes._widths(3):
        made.append(widest)
        passes._pace, passes._stuck = pace, stuck
        monitor.seconds += takes
    return made


def test_a_pass_hardly_wider_than_the_first_is_left_out() -> None:
    assert len(passes_made(1e-7, stuck=False, takes=0.5)) == 4
    slow = passes_made(1e-4, stuck=False, takes=0.5)
    assert len(slow) == 2 and slow[0] == 300 < slow[1]


def test_what_a_stuck_pass_leaves_goes_to_others() -> None:
    assert len(passes_made(1e-7, stuck=True, takes=0.1)) == 7
    assert len(passes_made(1e-7, stuck=True, takes=4.0)) == 3  # no time is left


@pytest.mark.parametrize(("topology", "layers"), [("torus", 324), ("walls:0-1", 1000)])
def test_a_pass_on_a_torus_is_shorter_than_rows(topology: str, layers: int) -> None:
    assert MetricPasses(whole(topology), watch(), 0, 1)._layers == layers
    assert MetricPasses(whole(topology), watch(90), 0, 1)._layers == 90


def test_wider_beams_are_for_larger_parts_of_a_board_with_walls() -> None:
    passes = MetricPasses(whole("walls:0-1") * 21, watch(), 0, 1)
    assert list(passes._tried(0)) == [0, 1, 2, 3, *range(5, 21, 2)]
    passes._costs[8] = 100  # where a beam came through
    assert list(passes._tried(0)) == [0, 1, 2, 3]
    assert list(passes._tried(1)) == [4]
    passes._barred = 4
    assert list(passes._tried(2)) == [6]
    assert list(passes._tried(3)) == [8]
    passes._costs[2] = 90
    assert [section for number in (1, 2, 3) for section in passes._tried(number)] == [2, 0, 2]
    passes._costs[0] = 500
    assert list(passes._tried(0)) == [0, 1, 2, 3]
    passes._costs[0] = 499  # where 1000 were built
    assert list(passes._tried(0)) == [0]


def test_a_narrow_beam_on_a_torus_that_is_stuck_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    layers = 0

    def count(counts: Counts) -> None:
        nonlocal layers
        layers = counts.layers

    monkeypatch.setattr(torus_pass, "_PATIENCE", 5)
    puzzle = Puzzle.of(named_goal("last", 5, 5), topology="torus")
    model = model_for(5, 5, topology="torus")
    assert model is not None
    board = scramble(puzzle, seed=1).cells
    beam = TorusBeam(model, puzzle.goal, 1)
    found = beam.solve(
        board, 1, fixed(1), remembered=64, longest=5000, below=None, after_layer=count
    )
    assert found is None and 5 <= layers < 500
