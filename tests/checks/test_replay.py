"""Moves are judged as the oracle judges them: legal, leading to the goal, so far from optimal."""

import random
import re

import pytest

from taquin import (
    Board,
    ExitCode,
    MoveError,
    NotationError,
    OptionError,
    Puzzle,
    UnknownName,
    instance,
    parse_moves,
    replay,
    scramble,
    simplify,
    solve,
)
from taquin.checks import puzzles, true_distances
from taquin.checks.loops import find_loops
from taquin.puzzle.board import Moves
from taquin.puzzle.topology import topology

BOARD = "1 2 3/4 0 5/7 8 6"
EVERY = list(puzzles(sizes=[(3, 2), (2, 2)], goals=("last", "snake"), topologies=("grid", "torus")))


def walk(board: Board, board_type: str, length: int, rng: random.Random) -> str:
    """Random legal moves."""
    moves = ""
    for _ in range(length):
        moves += rng.choice(board.legal_moves(board_type))
        board = board.apply(moves[-1], topology=board_type)
    return moves


@pytest.mark.parametrize(("words", "puzzle"), EVERY, ids=[words for words, _ in EVERY])
def test_every_board_of_a_small_size(words: str, puzzle: Puzzle) -> None:
    """From every board, moves to the goal cost what they cost, and as much more than the oracle."""
    rng, goal, board_type = random.Random(words), puzzle.goal, puzzle.topology.name
    given = {"goal": goal, "metric": puzzle.metric, "topology": board_type}
    distances = true_distances(puzzle)
    for state, distance in distances.items():
        board = puzzle.decode(state)
        detour = walk(board, board_type, rng.randrange(4), rng)
        rest = solve(board.apply(detour, topology=board_type), **given).moves or ""
        found = replay(board, detour + rest, **given)
        assert found and found.status == "solved" and found.exit_code == ExitCode.DONE
        assert found.cost == puzzle.cost(board, detour + rest)
        assert found.optimum and found.optimum.cost == distance
        assert found.over == found.cost - distance >= 0
        assert found.lengths == {"stm": len(detour + rest), "mtm": puzzle.pushes(detour + rest)}


@pytest.mark.parametrize("board_type", ["grid", "torus", "walls:0-1"])
def test_every_first_illegal_move_is_named(board_type: str) -> None:
    """On every board of 3x2, and after random moves: what `Board.apply` says, and no more moves."""
    rng, puzzle = random.Random(board_type), Puzzle.of("1 2 3/4 5 0", topology=board_type)
    for state in true_distances(puzzle):
        board = puzzle.decode(state)
        moves = walk(board, board_type, rng.randrange(5), rng)
        reached = board.apply(moves, topology=board_type)
        for letter in set("UDLR") - set(reached.legal_moves(board_type)):
            found = replay(board, moves + letter + "UD", topology=board_type)
            with pytest.raises(MoveError) as caught:
                board.apply(moves + letter, topology=board_type)
            assert not found and found.problem == str(caught.value)
            assert (found.reached, found.legal) == (reached, len(moves))
            assert found.as_dict()["illegal"] == {
                "number": len(moves) + 1, "move": letter, "reason": found.problem,
            }  # fmt: skip
            assert (found.status, found.exit_code) == ("illegal", ExitCode.REFUTED)


def test_boards_that_no_moves_solve_are_unsolvable() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0")
    for state in true_distances(puzzle):
        board = puzzle.decode(state).swapped(1, 2)
        found = replay(board, board.legal_moves()[0])
        assert (found.status, found.exit_code) == ("unsolvable", ExitCode.UNSOLVABLE)
        assert found.optimum is None and found.verdict.swap is not None
        assert "the board is unsolvable" in str(found) and "Nearest fix: swap" in str(found)


def test_moves_that_end_elsewhere_are_refuted_and_say_how_far() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0")
    found = replay(BOARD, "L")
    assert (found.status, found.exit_code) == ("unfinished", ExitCode.REFUTED)
    assert found.reached == Board.parse("1 2 3/4 5 0/7 8 6") and found.over is None
    assert found.as_dict()["left"] == 1 == puzzle.space(found.reached).min_cost
    assert "refuted: the moves end at 1 2 3/4 5 0/7 8 6" in str(found)
    assert "1 single-tile move away" in str(found)


def test_loops_are_what_passes_a_board_twice() -> None:
    """Without them the moves lead to the same board, and pass none twice."""
    rng, board_type = random.Random(1), topology("grid", 3, 2)
    board = Board.parse("1 2 3/4 5 0")
    for length in range(1, 200):
        moves = walk(board, "grid", length, rng)
        loops = find_loops(board, board_type, moves)
        assert loops is not None
        inside = {n for loop in loops for n in range(loop.first, loop.last + 1)}
        kept = "".join(m for n, m in enumerate(moves, start=1) if n not in inside)
        assert board.apply(kept) == board.apply(moves)
        passed = list(board.path(kept))
        assert len(set(passed)) == len(passed) and simplify(kept) == kept
        assert all(board.apply(moves[: x.first - 1]) == board.apply(moves[: x.last]) for x in loops)
        assert list(loops) == sorted(loops) and len(inside) == sum(x.saved for x in loops)


def test_a_loop_is_told() -> None:
    found = replay(BOARD, "LRLRLU")
    assert found.over == 4 and found.without_loops == 2
    assert "moves 1 to 4 lead back to the board before them; without them, 2 moves are left" in str(
        found
    )
    twice = replay(BOARD, "LRLULRDU")
    assert "moves 1 and 2 lead back to the board before them" in str(twice)
    assert "solved in 6 single-tile moves, 4 more than the optimum" in str(found)


def test_too_many_moves_have_no_loops() -> None:
    found = replay(BOARD, "LR" * 60_000 + "LU")
    assert found and found.loops is None and found.without_loops is None
    assert found.over == 120_000


@pytest.mark.parametrize(
    "given",
    [
        *("LU", "l u", "['Left', 'Up']", "LEFT, UP", "←↑", "L->U", "1. L 2. U"),
        *("5 6", "5,6", ["L", "U"], ["left", "up"], [5, 6], ("5", "6")),
    ],
)
def test_moves_in_any_form(given: Moves) -> None:
    assert replay(BOARD, given).moves == "LU"


@pytest.mark.parametrize("board_type", ["grid", "torus"])
def test_numbers_of_tiles_are_judged_like_letters(board_type: str) -> None:
    """From every board of 3x2, random moves as tiles, and each tile that cannot slide then."""
    rng, puzzle = random.Random(board_type), Puzzle.of("1 2 3/4 5 0", topology=board_type)
    for state in true_distances(puzzle):
        board = puzzle.decode(state)
        moves = walk(board, board_type, 4, rng)
        tiles = list(board.slides(moves, topology=board_type))
        found = replay(board, tiles, topology=board_type)
        assert found.as_dict() == replay(board, moves, topology=board_type).as_dict()
        reached = board.apply(moves, topology=board_type)
        free = {reached.apply(m, topology=board_type)[reached.blank]
                   for m in reached.legal_moves(board_type)}  # fmt: skip
        for tile in set(range(1, 8)) - free:
            found = replay(board, [*tiles, tile], topology=board_type)
            assert (found.status, found.moves, found.legal) == ("illegal", moves, 4)
            assert found.illegal == str(tile) and str(found.problem).startswith(
                f"move 5 (tile {tile}): "
            )


def test_letters_of_the_blank() -> None:
    found = replay(BOARD, "RD", notation="blank")
    assert found and found.moves == "LU" and found.as_dict()["moves"] == "RD"
    wrong = replay(BOARD, "RD")
    assert not wrong and wrong.other_notation
    assert "with --notation blank, these moves solve the board" in str(wrong)
    assert "with --notation tile" in str(replay(BOARD, "LU", notation="blank"))
    illegal = replay(BOARD, "RR", notation="blank").problem
    assert illegal == "move 2 (R): no tile can move left on 1 2 3/4 5 0/7 8 6; legal: D, U, L."


def test_a_published_optimum_is_named() -> None:
    known = instance("korf100:79")
    found = replay(known, str(known.moves), time_limit=0)
    assert found.over == 0 and found.cost == known.optimal == 42
    assert "42 (korf100:79; source: Korf 1985)" in str(found)


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_a_large_board_has_a_bound(metric: str) -> None:
    board = Board.parse("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24")
    found = replay(board, "RLLL", metric=metric, time_limit=0)  # type: ignore[arg-type]
    assert found and found.optimum is not None
    straight = replay(board, "LL", metric=metric, time_limit=0)  # type: ignore[arg-type]
    assert straight.over == 0, straight.optimum
    assert found.optimum.lower <= straight.cost and found.over is None
    assert "more than the optimum" in str(found) and "at least" in str(found)


def test_a_short_search_proves_the_optimum() -> None:
    board, moves = Board.parse("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15"), "DLURULDRUL"
    start = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0").apply(
        "".join({"U": "D", "D": "U", "L": "R", "R": "L"}[m] for m in reversed(moves))
    )
    assert board != start
    found = replay(start, moves)
    assert found.over is not None and found.over == 10 - (solve(start).cost or 0)
    unknown = replay(start, moves, time_limit=0)
    assert unknown.over is None and unknown.optimum is not None and unknown.optimum.lower < 10


def test_no_moves() -> None:
    found = replay("1 2 3/4 5 6/7 8 0", "")
    assert found and found.over == 0 and "already solved: the board is the goal" in str(found)
    assert replay(BOARD, "").status == "unfinished"


def test_repr_is_one_line() -> None:
    assert repr(replay(BOARD, "LU")) == "<Replay LU: solved, cost 2, 0 more than the optimum>"


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ((BOARD, "XX"), NotationError, "'X' at position 1 is not a move"),
        ((BOARD, {"L": 1}), NotationError, "''.join(moves)"),
        ((BOARD, "5 6", {"notation": "gap"}), UnknownName, "no notation named 'gap'"),
        (("1 2 3", "L"), NotationError, "not a board"),
        ((BOARD, "L", {"notation": "gap"}), UnknownName, "no notation named 'gap'"),
        ((BOARD, "L", {"metric": "htm"}), OptionError, "metric 'htm'"),
        ((BOARD, "L", {"time_limit": -1}), OptionError, "time"),
        ((BOARD, "L", {"progress": 1}), OptionError, "progress"),
    ],
)
def test_bad_input(given: tuple[object, ...], error: type[Exception], words: str) -> None:
    board, moves, *options = given
    with pytest.raises(error, match=re.escape(words)):
        replay(board, moves, **(options[0] if options else {}))  # type: ignore[arg-type]


def test_every_solution_of_ours_is_accepted() -> None:
    for name in ("nilsson", "aima"):
        result = solve(name)
        found = replay(instance(name), parse_moves(result.moves or ""))
        assert found and found.over == 0


def test_ctrl_c_ends_the_search_for_the_optimum_alone() -> None:
    """What the moves do is told; the exit status says that the answer is not complete."""

    def interrupt(monitor: object) -> None:
        raise KeyboardInterrupt

    board = scramble(5, 5, seed=1)
    moves = solve(board, algorithm="rows", time_limit=1).moves or ""
    found = replay(board, moves, progress=interrupt)
    assert found and found.over is None and found.exit_code == ExitCode.INTERRUPTED
    assert found.optimum is not None and found.optimum.lower > 0


def test_a_tile_with_its_direction_is_no_count() -> None:
    assert replay(BOARD, "5L 6U").moves == "LU" and replay(BOARD, "5L,6U")
    wrong = replay(BOARD, "6L 5U")
    assert (wrong.status, wrong.moves, wrong.illegal) == ("illegal", "", "6L")
    assert str(wrong.problem).startswith("move 1 (tile 6, L): it cannot move left, as it is not")
    assert replay(BOARD, "56").moves == "LU"
    with pytest.raises(NotationError, match="56 is not a tile of a 4x4 board"):
        replay("korf100:1", "56")
    assert replay(BOARD, [56]).illegal == "56"
