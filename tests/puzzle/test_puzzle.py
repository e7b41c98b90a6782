"""Puzzles: boards to states and back, successors in three metrics."""

import doctest
import pkgutil
import random
from importlib import import_module

import pytest

import taquin.puzzle
from taquin.ground.errors import NotationError, OptionError, UnknownName
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import opposite
from taquin.puzzle.puzzle import METRICS, Metric, Puzzle
from taquin.puzzle.scramble import random_walk, scramble
from taquin.puzzle.topology import topology

BOARD = Board.parse("7 0 2/8 5 3/6 1 4")


def puzzles(metric: Metric) -> list[Puzzle]:
    sizes = [("grid", 3, 3), ("grid", 2, 4), ("torus", 4, 3), ("walls:0-1", 3, 2), ("grid", 17, 16)]
    return [Puzzle(topology(n, w, h), named_goal("last", w, h), metric) for n, w, h in sizes]


@pytest.mark.parametrize("metric", METRICS)
def test_successors_are_the_moves_and_cost_what_they_cost(metric: Metric) -> None:
    rng = random.Random(1)
    for puzzle in puzzles(metric):
        table = puzzle.topology
        for _ in range(20):
            board = scramble(
                table.width, table.height, goal=puzzle.goal, topology=table.name, rng=rng
            )
            space = puzzle.space(board, order="RLDU")
            found = list(space.successors(space.start))
            assert list(space.neighbors(space.start)) == [state for _, state, _ in found]
            for moves, state, cost in found:
                assert puzzle.decode(state) == board.apply(moves, topology=table)
                assert puzzle.cost(board, moves) == cost
                assert (opposite(moves), space.start, cost) in list(space.successors(state))
                assert (moves, space.start, cost) in list(space.predecessors(state))
            letters = [moves[0] for moves, _, _ in found]
            assert sorted(letters, key="RLDU".index) == letters
            assert set(letters) == set(board.legal_moves(table))


def test_mtm_pushes_whole_lines() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0", metric="mtm")
    moves = [m for m, _, _ in puzzle.space(puzzle.goal).successors(puzzle.encode(puzzle.goal))]
    assert moves == ["D", "DD", "R", "RR"]


@pytest.mark.parametrize(("width", "height"), [(4, 4), (17, 16)])
@pytest.mark.parametrize("kind", ["grid", "torus", "walls:0-1"])
def test_every_push_is_its_moves_one_after_the_other(kind: str, width: int, height: int) -> None:
    table = topology(kind, width, height)
    puzzle = Puzzle(table, named_goal("last", width, height), "mtm")
    rng = random.Random(5)
    for _ in range(10):
        board = random_walk(puzzle, 50, rng)
        pushes = puzzle.space(board, order="RLDU").successors(puzzle.encode(board))
        lines = [(letter, len(table.line(board.blank, "UDLR".index(letter)))) for letter in "RLDU"]
        expected = [letter * count for letter, longest in lines for count in range(1, longest + 1)]
        assert [letters for letters, _, _ in pushes] == expected
        for letters, after, cost in pushes:
            assert puzzle.decode(after) == board.apply(letters, topology=table)
            assert cost == 1


def test_pushes_are_runs_split_where_a_ring_is_longer_than_a_push() -> None:
    grid, torus = (Puzzle.of(BOARD, topology=name) for name in ("grid", "torus"))
    assert (grid.pushes(""), grid.pushes("RRDDR")) == (0, 3)
    assert (torus.pushes("RR"), torus.pushes("RRR"), torus.pushes("RRRRR")) == (1, 2, 3)


def test_costs() -> None:
    for metric, cost in [("stm", 3), ("mtm", 2), ("expense", 8 + 7 + 4)]:
        puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0", metric=metric)
        assert puzzle.cost(puzzle.goal, "R2D") == cost
        assert puzzle.cost(puzzle.goal, "") == 0


def test_states_are_bytes_up_to_256_cells() -> None:
    puzzle = Puzzle.of(BOARD)
    assert puzzle.encode(BOARD) == bytes(BOARD.cells)
    assert puzzle.decode(puzzle.encode(BOARD)) == BOARD
    assert isinstance(
        Puzzle.of(named_goal("last", 16, 16)).encode(named_goal("last", 16, 16)), bytes
    )
    large = named_goal("last", 17, 16)
    assert Puzzle.of(large).decode(Puzzle.of(large).encode(large)) == large
    assert isinstance(Puzzle.of(large).encode(large), tuple)


def test_of() -> None:
    assert Puzzle.of(BOARD, goal="first").goal == named_goal("first", 3, 3)
    assert Puzzle.of(BOARD, goal="8 7 6/5 4 3/2 1 0").goal.cells == (8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert Puzzle.of(BOARD, goal=BOARD).towards(BOARD) == Puzzle.of(str(BOARD), goal=BOARD)
    assert len({Puzzle.of(BOARD), Puzzle.of(BOARD), Puzzle.of(BOARD, goal="first")}) == 2


def test_errors() -> None:
    for wrong in ({"board": 5}, {"board": BOARD, "goal": 5}):
        with pytest.raises(NotationError, match="=5: expected "):
            Puzzle.of(**wrong)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="goal is 2x2, the board 3x3"):
        Puzzle.of(BOARD, goal=Board.parse("1 2/3 0"))
    with pytest.raises(NotationError, match="board is 2x2, the goal 3x3"):
        Puzzle.of(BOARD).judge(Board.parse("1 2/3 0"))
    with pytest.raises(OptionError, match="metric 'htm': expected one of stm, mtm, expense"):
        Puzzle.of(BOARD, metric="htm")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="order=UDL"):
        Puzzle.of(BOARD).space(BOARD, order="UDL")
    with pytest.raises(UnknownName, match="Did you mean 'torus'"):
        Puzzle.of(BOARD, topology="torrus")


def test_is_goal() -> None:
    space = Puzzle.of(BOARD, goal=BOARD).space(BOARD)
    assert space.is_goal(space.start)
    assert not space.is_goal(space.successors(space.start)[0][1])


@pytest.mark.parametrize("name", [m.name for m in pkgutil.iter_modules(taquin.puzzle.__path__)])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(f"taquin.puzzle.{name}")).failed == 0
