"""How many passes beams make in any metric, how wide they are, and which end early."""

from types import SimpleNamespace
from typing import Any

import pytest

from taquin import Limits, Puzzle, scramble, solve
from taquin.beams.passes import step_pass
from taquin.beams.passes.beam import Counts, fixed
from taquin.beams.passes.metric_passes import MetricPasses, rankings
from taquin.beams.passes.step_pass import step_beam
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
    passes = MetricPasses(whole(topology), monitor, 0, 1, str)
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
    assert MetricPasses(whole(topology), watch(), 0, 1, str)._layers == layers
    assert MetricPasses(whole(topology), watch(90), 0, 1, str)._layers == 90


def test_wider_beams_are_for_larger_parts_of_a_board_with_walls() -> None:
    passes = MetricPasses(whole("walls:0-1") * 21, watch(), 0, 1, str)
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

    monkeypatch.setattr(step_pass, "_PATIENCE", 5)
    puzzle = Puzzle.of(named_goal("last", 5, 5), topology="torus")
    board = scramble(puzzle, seed=1).cells
    beam = step_beam(puzzle, 1)
    assert beam is not None
    found = beam.solve(
        board, 1, fixed(1), remembered=64, longest=5000, below=None, after_layer=count
    )
    assert found is None and 5 <= layers < 500


@pytest.mark.parametrize(
    ("size", "goal", "topology", "metric", "ways"),
    [((9, 3), "last", "torus", "mtm", ("metric", "steps")),
     ((9, 9), "last", "torus", "mtm", ("steps",)),
     ((6, 6), "last", "torus", "mtm", ("metric",)), ((6, 6), "last", "grid", "mtm", ("metric",)),
     ((6, 6), "spiral", "grid", "mtm", ("metric", "steps")),
     ((5, 4), "last", "grid", "expense", ("metric", "steps")),
     ((6, 6), "last", "walls:0-1", "mtm", ("metric", "steps")),
     ((6, 6), "spiral", "walls:0-1", "mtm", ("metric",)),
     ((9, 9), "first", "walls:0-1", "expense", ("steps",)),
     ((6, 6), "last", "walls:0-1", "expense", ("metric", "steps")),
     ((12, 2), "last", "grid", "mtm", ("metric",)),
     ((6, 6), "last", "walls:0-1", "stm", ("steps", "metric")),
     ((6, 6), "spiral", "walls:0-1", "stm", ("metric",)),
     ((6, 6), "last", "torus", "stm", ("steps",)),
     ((9, 4), "last", "torus", "stm", ("steps", "metric")),
     ((20, 2), "last", "torus", "stm", ("steps",))],
)  # fmt: skip
def test_where_no_model_fits_the_metric_beams_rank_by_single_tile_moves_too(
    size: tuple[int, int], goal: str, topology: str, metric: Any, ways: tuple[str, ...]
) -> None:
    board = named_goal(goal, *size)
    assert rankings(Puzzle.of(board, goal=board, topology=topology, metric=metric)) == ways


def test_costs_too_large_for_a_value_are_charged_for_single_tile_moves() -> None:
    start = scramble(4, 4, seed=1)
    costs = [1000, *[300] * 14]
    puzzle = Puzzle.of(start, metric="expense", costs=costs)
    assert rankings(puzzle) == ("steps",)
    built, found = (
        solve(start, metric="expense", costs=costs, algorithm=name, options=options)
        for name, options in (("rows", {}), ("anytime_beam", {"width": 300}))
    )
    assert built.cost is not None and found.cost is not None
    assert found.cost < built.cost


def test_both_rankings_are_tried_and_the_cheaper_one_goes_on() -> None:
    board = named_goal("last", 10, 3)
    puzzle = Puzzle.of(board, topology="torus", metric="expense")
    monitor = watch()
    passes = MetricPasses([Section(puzzle, bytes(board.cells))], monitor, 0, 1, str)
    passes._pace, passes._stuck, made = 1e-7, True, []
    for number, _ in enumerate(passes._widths(3)):
        made.append(passes._ranking)
        monitor.seconds += 0.1
        if number == 4:  # none has found anything before
            passes._charged |= {"metric": 50, "steps": 60}
        if number == 5:
            passes._charged["steps"] = 49
    assert "".join(way[0] for way in made) == "mmsmsmss"


def test_pushes_are_ranked_by_their_own_value_unless_steps_cost_far_less() -> None:
    board = named_goal("last", 10, 3)
    puzzle = Puzzle.of(board, topology="torus", metric="mtm")
    passes = MetricPasses([Section(puzzle, bytes(board.cells))], watch(), 0, 1, str)
    for steps, ranking in ((60, "metric"), (40, "metric"), (33, "steps")):
        passes._charged |= {"metric": 50, "steps": steps}
        passes._rank_by(None)
        assert passes._ranking == ranking


@pytest.mark.parametrize("metric", ["mtm", "expense"])
def test_a_solution_in_single_tile_moves_is_charged_in_the_metric(metric: Any) -> None:
    board = named_goal("spiral", 6, 6)
    puzzle = Puzzle.of(board, goal=board, metric=metric)
    start = scramble(puzzle, seed=1)
    in_steps = solve(start, goal="spiral", algorithm="anytime_beam", options={"width": 300})
    found = solve(
        start, goal="spiral", metric=metric, algorithm="anytime_beam", options={"width": 300}
    )
    assert in_steps.moves is not None and found.cost is not None
    assert found.cost <= puzzle.cost(start, in_steps.moves)


@pytest.mark.parametrize("goal", ["last", pytest.param("first", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("metric", ["stm", pytest.param("expense", marks=pytest.mark.thorough)])
def test_neighbours_rank_boards_with_walls(goal: Any, metric: Any) -> None:
    walls = "walls:0-1,18-19,36-37,54-55"
    board = named_goal(goal, 9, 9)
    start = scramble(Puzzle.of(board, goal=board, topology=walls), seed=2)
    built, found = (
        solve(start, goal=goal, topology=walls, metric=metric, algorithm=name, options=options)
        for name, options in (("rows", {}), ("anytime_beam", {"width": 1000}))
    )
    assert built.cost is not None and found.cost is not None
    assert 3 * found.cost < 2 * built.cost
