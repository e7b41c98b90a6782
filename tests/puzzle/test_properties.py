"""What holds for every board, every move list and every text (Hypothesis)."""

import random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from taquin.ground.errors import MoveError, NotationError, OptionError, UnknownName
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.goal import GOALS, named_goal
from taquin.puzzle.instances import instance
from taquin.puzzle.move import (
    format_moves,
    inverse,
    opposite,
    parse_moves,
    simplify,
)
from taquin.puzzle.notation import FORMATS, is_instance_name, recognise, write_board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import random_walk, scramble
from taquin.puzzle.solvability import permutation_is_odd
from taquin.puzzle.topology import topology

# A busy machine is not a defect.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SIDES = st.integers(2, 6)
MOVES = st.text("UDLR", max_size=40)
# The last two have more than 256 cells, where a state no longer fits into bytes.
SIZES = st.one_of(st.tuples(SIDES, SIDES), st.sampled_from([(2, 9), (13, 3), (17, 16), (100, 3)]))
BOARD_ALPHABET = st.sampled_from("0123456789 012345 \n/,|;[](){}_.x-#\"'+abEND\0é²┃\\")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(SIZES)
    if width * height > 40:
        cells = list(range(width * height))
        random.Random(draw(st.integers(0, 10**6))).shuffle(cells)
    else:
        cells = draw(st.permutations(range(width * height)))
    return Board.of(width, height, cells)


def walked(board: Board, letters: str, kind: str = "grid") -> tuple[Board, str]:
    """The board after those of the letters that are legal, and these letters."""
    table, made = topology(kind, board.width, board.height), ""
    for letter in letters:
        if letter in board.legal_moves(table):
            board, made = board.apply(letter, topology=table), made + letter
    return board, made


@given(boards())
def test_parse_undoes_str_and_repr(board: Board) -> None:
    assert Board.parse(str(board)) == Board.parse(board.text) == Board.parse(f"{board}") == board
    assert eval(repr(board)) == board == Board.parse(repr(board)) == Board.of_rows(board.rows())


@given(boards(), st.sampled_from(sorted(FORMATS)))
def test_recognise_undoes_write(board: Board, form: str) -> None:
    assume(form != "counted" or board.width == board.height)
    assume(form != "compact" or len(board.cells) <= 9)
    assume(form != "letters" or 10 <= len(board.cells) <= 36)
    text = write_board(board.width, board.cells, form=form)
    size = (board.width, board.height)
    assert Board.parse(text, size=size) == board
    if form not in {"flat", "compact", "letters"} or board.width == board.height:
        assert Board.parse(text) == board
        assert recognise(text).format == form
    else:
        with pytest.raises(NotationError, match=f" {board.width}x{board.height}( or|, or| \\()"):
            Board.parse(text)  # an oblong on one line: several readings


@given(
    boards(),
    st.sampled_from(["/", "\n", ";", "|", " / ", "\r\n", ";\n", "\\", "\n\n"]),
    st.sampled_from([" ", ",", ", ", "\t", "  ", " , "]),
    st.sampled_from(["0", "_", ".", "x", "X", "-", "*", "·"]),
    st.sampled_from(["{}", " {} ", '"{}"', "'{}'", "# a board\n{}\n", "b = {}", "{}\nEND OF FILE"]),
)
def test_every_dress_of_the_rows(
    board: Board, between: str, inside: str, blank: str, dress: str
) -> None:
    rows = [inside.join(str(c) if c else blank for c in row) for row in board.rows()]
    assert Board.parse(dress.format(between.join(rows))) == board


@given(boards(), st.sampled_from(["[]", "()", "{}"]), st.sampled_from([",", " ", ", ", ",\n "]))
def test_every_dress_of_nested_lists(board: Board, brackets: str, comma: str) -> None:
    left, right = brackets
    rows = [left + comma.join(map(str, row)) + right for row in board.rows()]
    assert Board.parse(left + comma.join(rows) + right) == board
    assert Board.parse(comma.join(rows)) == board


@given(boards(), st.sampled_from(["|", "│", " | ", "║"]), st.booleans())
def test_every_dress_of_tables(board: Board, bar: str, framed: bool) -> None:
    rows = [bar.join(str(c) if c else " " for c in row) for row in board.rows()]
    if framed:
        edge = "+" + "---+" * board.width
        rows = [line for row in rows for line in (edge, bar + row + bar)] + [edge]
    assert Board.parse("\n".join(rows)) == board


@given(boards(), st.data())
def test_a_damaged_text_is_never_another_board(board: Board, data: st.DataObject) -> None:
    """One character less: the same board (a separator went) or an error, never a third thing.

    What is left of the first row may be a count that files have above a board: of its rows, tiles
    or cells.
    """
    assume(len(board.cells) <= 40)
    form = data.draw(st.sampled_from(["rows", "lines", "json"]))
    text = write_board(board.width, board.cells, form=form)
    at = data.draw(st.integers(0, len(text) - 1))
    text = text[:at] + text[at + 1 :]
    try:
        damaged = Board.parse(text)
    except NotationError:
        return
    if damaged != board:
        count, _, below = text.partition("\n")
        assert damaged == Board.parse(below)
        assert int(count) in {damaged.height, len(damaged.cells) - 1, len(damaged.cells)}


@given(st.text(max_size=200))
@example("\0" * 5000)
@example("7" * 5000)
@example("[" * 5000)
@example("-" * 5000)
@example("1 2 3 0\x85\u2028")
@example("٣")
def test_any_text_is_a_board_or_a_notation_error(text: str) -> None:
    try:
        board = Board.parse(text)
    except NotationError as error:
        assert 0 < len(str(error)) < 2000
    else:
        assert Board.parse(str(board)) == Board.parse(board.text) == board


@given(st.text(BOARD_ALPHABET, max_size=40), st.none() | st.tuples(SIDES, SIDES))
def test_board_like_text_too(text: str, size: tuple[int, int] | None) -> None:
    try:
        board = Board.parse(text, size=size)
    except NotationError as error:
        assert 0 < len(str(error)) < 2000
    else:
        assert size in {None, (board.width, board.height)}
        assert sorted(board.cells) == list(range(len(board.cells)))


@given(st.text(max_size=60))
def test_other_parsers_raise_only_their_errors(text: str) -> None:
    for parse, errors in [
        (parse_size, NotationError),
        (parse_moves, NotationError),
        (lambda t: named_goal(t, 3, 3), (NotationError, UnknownName)),
        (lambda t: topology(t, 3, 3), (OptionError, UnknownName)),
        (lambda t: topology(f"walls:{t}", 3, 3), OptionError),
        (instance, UnknownName),
        (is_instance_name, ()),
    ]:
        try:
            parse(text)
        except errors as error:
            assert str(error)


@given(MOVES, st.sampled_from(["tile", "blank"]), st.booleans())
def test_parse_undoes_format_of_moves(moves: str, notation: str, compact: bool) -> None:
    text = format_moves(moves, notation=notation, compact=compact)  # type: ignore[arg-type]
    assert parse_moves(text, notation=notation) == moves  # type: ignore[arg-type]
    assert parse_moves(text.lower(), notation=notation) == moves  # type: ignore[arg-type]


PUZZLE = Puzzle.of("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")


@given(MOVES)
def test_moves_and_their_inverses(moves: str) -> None:
    assert inverse(inverse(moves)) == moves == opposite(opposite(moves))
    assert simplify(moves + inverse(moves)) == ""
    assert simplify(simplify(moves)) == simplify(moves)
    assert PUZZLE.pushes(simplify(moves)) <= len(moves)


@given(boards(), MOVES, st.sampled_from(["grid", "torus"]))
def test_a_move_and_its_inverse_cancel(board: Board, letters: str, kind: str) -> None:
    table = topology(kind, board.width, board.height)
    after, made = walked(board, letters, kind)
    assert after.apply(inverse(made), topology=table) == board
    assert board.apply(simplify(made), topology=table) == after


@given(boards(), MOVES)
def test_parity_flips_with_every_single_tile_move(board: Board, letters: str) -> None:
    after, made = walked(board, letters)
    assert permutation_is_odd(after.cells, board.cells) == (len(made) % 2 == 1)


@given(boards(), MOVES)
def test_an_illegal_move_is_a_move_error(board: Board, letters: str) -> None:
    after, made = walked(board, letters)
    for letter in set("UDLR") - set(after.legal_moves()):
        with pytest.raises(MoveError, match=rf"move {len(made) + 1} \({letter}\)"):
            board.apply(made + letter)


@given(st.integers(2, 5), st.sampled_from(["last", "first", "spiral"]), MOVES)
def test_the_mirrored_board_takes_the_mirrored_moves(side: int, name: str, letters: str) -> None:
    goal = named_goal(name, side, side)
    assume(goal.transpose().blank == goal.blank)
    after, made = walked(goal, letters)
    mirrored = made.translate(str.maketrans("UDLR", "LRUD"))
    assert goal.apply(mirrored) == after.mirror(goal)
    assert after.mirror(goal).mirror(goal) == after


@given(st.tuples(SIDES, SIDES), st.sampled_from(sorted(GOALS)), MOVES)
def test_whatever_was_walked_is_solvable_and_one_swap_away_is_not(
    size: tuple[int, int], name: str, letters: str
) -> None:
    puzzle = Puzzle(topology("grid", *size), named_goal(name, *size))
    after, _ = walked(puzzle.goal, letters)
    assert puzzle.judge(after).solvable
    if size != (2, 2):
        other = puzzle.judge(after.swapped(1, 2))
        assert not other.solvable
        assert other.swap
        assert puzzle.judge(after.swapped(1, 2).swapped(*other.swap)).solvable


@given(
    st.tuples(SIDES, SIDES), st.sampled_from(["grid", "torus"]), st.integers(0, 2**32), st.data()
)
def test_scrambles_and_walks_are_solvable(
    size: tuple[int, int], kind: str, seed: int, data: st.DataObject
) -> None:
    puzzle = Puzzle(topology(kind, *size), named_goal(data.draw(st.sampled_from([*GOALS])), *size))
    rng = random.Random(seed)
    board = scramble(*size, goal=puzzle.goal, topology=kind, rng=rng)
    assert puzzle.judge(board).solvable
    assert puzzle.judge(random_walk(puzzle, data.draw(st.integers(0, 50)), rng)).solvable


@given(boards(), st.sampled_from(["stm", "mtm", "expense"]))
def test_states_decode_to_their_boards(board: Board, metric: str) -> None:
    puzzle = Puzzle.of(board, metric=metric)  # type: ignore[arg-type]
    assert puzzle.decode(puzzle.encode(board)) == board
    for moves, state, cost in puzzle.space(board).successors(puzzle.encode(board)):
        assert puzzle.decode(state) == board.apply(moves)
        assert puzzle.cost(board, moves) == cost
