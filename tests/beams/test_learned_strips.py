"""Strips: large boards solved down to their core, a few rows or columns at a time."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from taquin import solve
from taquin.beams import anytime_beam
from taquin.beams.passes import beam as compiled
from taquin.beams.passes import passes
from taquin.beams.passes.beam import Counts, LearnedBeam, PassAnswer, in_a_row
from taquin.beams.passes.near_tables import lowered_strip
from taquin.beams.passes.strips import Strip, Stripped, corner, strip_off, strips_of
from taquin.beams.training.boards import draw
from taquin.beams.value.near import NearValue, near_model
from taquin.beams.value.plan import core_of
from taquin.beams.value.tables import BeamFrame
from taquin.beams.value.twin import beam
from taquin.constructive.row_method import narrowed
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform
from taquin.search.monitor import Monitor
from taquin.search.result import Status

SMALL = [Strip(4, 3, 1, True), Strip(4, 3, 2, False), Strip(3, 5, 2, True)]


def drawn(width: int, height: int, goal: str = "last", seed: int = 4) -> Board:
    solved = named_goal(goal, width, height)
    return uniform(Puzzle.of(solved, goal=solved), random.Random(seed))


@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize(("width", "height"), [(16, 10), (11, 15), (20, 5), (3, 30), (32, 32)])
def test_strips_and_core_make_up_the_board(width: int, height: int, lines: int) -> None:
    core, size, counted = core_of(width, height), (width, height), 0
    while size != core:
        tried = list(strips_of(size, core, lines))
        assert [strip.lines for strip in tried] == list(range(len(tried), 0, -1))
        strip = tried[0]
        assert 1 <= strip.lines <= lines and (strip.width, strip.height) == size
        assert len(strip.tiles) == strip.lines * (size[0] if strip.in_rows else size[1])
        counted += len(strip.tiles)
        size = strip.rest
    assert counted == width * height - core[0] * core[1]


@pytest.mark.parametrize("strip", SMALL)
def test_the_last_move_of_a_strip_leads_to_one_of_its_ends(strip: Strip) -> None:
    ends = [tuple(end) for end in strip.ends()]
    goal = Board(strip.width, strip.height, tuple(range(strip.width * strip.height)))
    assert all(strip.is_solved(end) for end in ends) and strip.is_solved(goal.cells)
    # Every board one move away from a solved strip, and every move that solves it.
    found = set()
    for walk in product("UDLR", repeat=5):
        board = goal
        for letter in walk:
            if letter not in board.legal_moves():
                break
            before, board = board, board.apply(letter)
            if strip.is_solved(board.cells) and not strip.is_solved(before.cells):
                found.add(tuple(x if x in strip.tiles or x == 0 else 1 for x in board.cells))
    assert found and found <= set(ends)


@pytest.mark.parametrize("strip", [*SMALL, Strip(17, 16, 2, False)])
def test_a_board_that_is_stepped_has_the_value_of_its_definition(strip: Strip) -> None:
    judge = lowered_strip(strip)
    value = NearValue(near_model(), strip.width, strip.height, strip.tiles)
    board = next(draw(strip.width, strip.height, random.Random(5)))
    frame = BeamFrame(len(board), 6)
    with ThreadPoolExecutor(1) as pool:
        run = compiled.Pass(LearnedBeam(judge, pool, 1, strip.ends()), frame, board)
        for _ in range(8):
            assert run.step(6) is None
            layer = run._layer
            for cells, found in zip(layer.boards[: run.size], layer.values, strict=False):
                assert value.value(cells.tolist()) == found


@pytest.mark.parametrize("strip", SMALL)
@pytest.mark.parametrize("width", [1, 9])
def test_the_beam_and_its_twin_expand_the_same_boards(width: int, strip: Strip) -> None:
    value = NearValue(near_model(), strip.width, strip.height, strip.tiles)
    source = draw(strip.width, strip.height, random.Random(6))
    solved = 0
    with ThreadPoolExecutor(1) as pool:
        solver = LearnedBeam(lowered_strip(strip), pool, 1, strip.ends())
        frame = BeamFrame(value.cells, width, remembered=1 << 14)
        for _ in range(4):
            board = next(source)
            run, moves = compiled.Pass(solver, frame, board), None
            while moves is None and run.size and run.counts.layers < 40:
                moves = run.step(width)
            twin = beam(value, board, width, longest=40, counted=strip.tiles, goals=strip.ends())
            assert (moves, run.counts.expanded, run.counts.generated) == twin
            if moves is not None:
                end = Board(strip.width, strip.height, board).apply(moves)
                assert strip.is_solved(end.cells)
                solved += 1
    assert solved > 0 or width == 1


def test_fewer_lines_are_tried_where_a_beam_is_stuck() -> None:
    board, asked = drawn(12, 10, "first"), []

    def stuck(strip: Strip, board: Board) -> PassAnswer:
        asked.append(strip.lines)
        return PassAnswer("U", False)

    assert strip_off(stuck, board, (10, 10), 3) == Stripped("", None)
    assert asked == [2, 1]


def test_beams_in_a_row_share_one_clock() -> None:
    seen: list[tuple[int, int]] = []

    def width(counts: Counts) -> int:
        seen.append((counts.expanded, counts.layers))
        return 7

    summed = in_a_row(width)
    for layers in (0, 1, 2, 0, 1, 0):
        assert summed(Counts(10 * layers, layers=layers)) == 7
    assert seen == [(0, 0), (10, 1), (20, 2), (20, 2), (30, 3), (30, 3)]


def test_no_strip_is_begun_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    board, left = drawn(12, 12, "first"), iter([True, False])
    monkeypatch.setattr(Strip, "without", lambda strip, cells: Board(*strip.rest, range(120)))

    def solved(strip: Strip, board: Board) -> PassAnswer:
        return PassAnswer("", True)

    assert strip_off(solved, board, (10, 10), 2, lambda: next(left)) == Stripped("", None)


@pytest.mark.parametrize(("width", "height"), [(12, 13), (14, 5)])
def test_lines_come_before_strips_on_the_largest_boards(
    width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, goal = drawn(width, height, "first"), named_goal("first", width, height)
    inner = (11, 11) if height > 11 else (9, 5)
    moves = narrowed(goal, board, inner, Monitor())
    rest = corner(board.apply(moves), *inner)  # Board checks that its tiles are all there
    assert rest != corner(goal, *inner)
    asked = []

    def told(*given: Any) -> str:
        asked.append(given[2])
        return narrowed(*given[:3], Monitor())

    monkeypatch.setattr(passes, "inner_of", lambda width, height: inner)
    monkeypatch.setattr(anytime_beam, "narrowed", lambda *given, monitor: told(*given))
    result = solve(board, goal=goal, algorithm="anytime_beam", options={"width": 100})
    assert result.status is Status.SOLVED and asked == [inner]
    rows = solve(board, goal=goal, algorithm="rows")
    assert result.cost is not None and rows.cost is not None and result.cost < rows.cost


@pytest.mark.parametrize(("width", "height", "goal"), [(12, 11, "spiral"), (17, 4, "last")])
def test_boards_with_strips_are_solved_better_than_by_rows(
    width: int, height: int, goal: str
) -> None:
    board = drawn(width, height, goal)
    rows = solve(board, goal=goal, algorithm="rows")
    found = solve(board, goal=goal, algorithm="anytime_beam", options={"width": 100})
    assert found.status is Status.SOLVED and found.cost is not None and rows.cost is not None
    assert found.cost < 0.8 * rows.cost


def test_time_that_is_left_goes_to_wider_beams(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = []
    way = passes.Passes._way

    def told(self, pool, outer, width, widest, lines=2):  # type: ignore[no-untyped-def]
        widths.append((widest, lines))
        return way(self, pool, outer, width, widest, lines)

    monkeypatch.setattr(passes.Passes, "_way", told)
    board = drawn(11, 9)
    assert solve(board, algorithm="anytime_beam", time_limit=4).solved
    assert widths[0] == (300, 2) and (len(widths) == 1 or widths[1][0] > 600)


def test_a_board_whose_strips_cannot_be_solved_goes_on_by_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(*given: object) -> Stripped:
        return Stripped("", None)

    monkeypatch.setattr(passes, "strip_off", lost)
    result = solve(drawn(11, 9), algorithm="anytime_beam")
    assert result.status is Status.SOLVED
