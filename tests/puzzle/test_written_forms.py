"""Every form of writing, for random boards: reading gives the board back; noise is an error."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.rows import DIGITS
from taquin.puzzle.tasks import read_boards, read_task

SIZES = [(width, height) for width in range(2, 6) for height in range(2, 6)]
BLANKS = ["0", "_", "__", ".", "x", "X", "*", "·", "b", "B", "e", "E", "-1", "None", "□"]
Writer = Callable[[Board, str], str]


def rows(board: Board, blank: str, between: str = " ") -> list[str]:
    return [between.join(str(cell) if cell else blank for cell in row) for row in board.rows()]


def nested(board: Board, brackets: str = "[]") -> str:
    left, right = brackets
    return left + ", ".join(left + row + right for row in rows(board, "0", ", ")) + right


def letters(board: Board) -> list[str]:
    return ["".join(DIGITS[cell] for cell in row) for row in board.rows()]


def box(board: Board, edge: str, bar: str) -> str:
    lines = [edge * board.width + edge[0]]
    for row in rows(board, "", bar):
        lines += [bar + row + bar, lines[0]]
    return "\n".join(lines)


def framed(board: Board) -> str:
    lines = [" ".join(f"{cell or '':>2}" for cell in row) for row in board.rows()]
    edge = "+" + "-" * (len(lines[0]) + 2) + "+"
    return "\n".join([edge, *(f"| {line} |" for line in lines), edge])


def positions(board: Board) -> str:
    cells = "\n".join(str(board.index(tile)) for tile in range(len(board)))
    return f"{board.width} {board.height}\nstarting positions for each tile:\n{cells}\n"


def facts(board: Board, cell: str, name: str) -> str:
    found = []
    for at, tile in enumerate(board):
        place = cell.format(row=at // board.width + 1, column=at % board.width + 1)
        found.append(f"({name} t{tile} {place})" if tile else f"(empty {place})")
    return f"(:init {' '.join(found)})"


WRITERS: dict[str, Writer] = {
    "lines": lambda board, blank: "\n".join(rows(board, blank)),
    "slashes": lambda board, blank: " / ".join(rows(board, blank)),
    "commas": lambda board, blank: "\n".join(rows(board, blank, ", ")),
    "CSV": lambda board, _: "\r\n".join(rows(board, "", ",")),
    "hyphens": lambda board, _: "\n".join(rows(board, "_", "-")),
    "hyphens apart": lambda board, _: "\n".join(rows(board, "0", " - ")),
    "tight box": lambda board, _: box(board, "+-", "|"),
    "box": lambda board, _: box(board, "+---", "|"),
    "unicode box": lambda board, _: box(board, "┼──", "│"),
    "frame with a gap": lambda board, _: framed(board),
    "label": lambda board, blank: "start:\n" + "\n".join(rows(board, blank)),
    "label in line": lambda board, blank: "initial state = " + "/".join(rows(board, blank)),
    "title": lambda board, blank: "Puzzle 3\n" + "\n".join(rows(board, blank)),
    "Java": lambda board, _: f"int[][] tiles = {nested(board, '{}')};",
    "C": lambda board, _: f"int t[{board.height}][{board.width}] = {nested(board, '{}')};",
    "C++": lambda board, _: f"vector<vector<int>> v = {nested(board, '{}')};",
    "JavaScript": lambda board, _: f"const board = {nested(board)};",
    "JSON": lambda board, _: f'{{"size": [{board.width}], "puzzle": {nested(board)}}}',
    "YAML": lambda board, _: f"board: {nested(board)}",
    "YAML list": lambda board, _: "board:\n" + "".join(f"  - {list(r)}\n" for r in board.rows()),
    "comments": lambda board, blank: "// top row\n" + "  % row\n".join(rows(board, blank)),
    "block comment": lambda board, blank: "/* a\n board */\n" + "\n".join(rows(board, blank)),
    "tiles": lambda board, blank: "\n".join([str(len(board) - 1), *rows(board, blank)]),
    "tiles, index": lambda board, blank: "\n".join([f"{len(board) - 1}\n-1", *rows(board, blank)]),
    "positions": lambda board, _: positions(board),
    "PDDL": lambda board, _: facts(board, "p_{row}_{column}", "at"),
    "PDDL, x and y": lambda board, _: facts(board, "x{column} y{row}", "tile-at"),
}


def boards(number: int) -> list[Board]:
    rng = random.Random(number)
    found = []
    for width, height in SIZES:
        cells = list(range(width * height))
        rng.shuffle(cells)
        found.append(Board.of(width, height, cells))
    return found


@pytest.mark.parametrize("form", WRITERS)
def test_every_form_is_read_back(form: str) -> None:
    for number, blank in enumerate(BLANKS):
        for board in boards(number):
            assert Board.parse(WRITERS[form](board, blank)) == board, (form, blank)


def test_characters_are_read_back_in_lines_groups_and_with_spaces() -> None:
    for number in range(10):
        for board in boards(number):
            words = letters(board)
            assert Board.parse("\n".join(words)) == board
            assert Board.parse(" ".join(words)) == board
            assert Board.parse(",".join(words).lower()) == board
            if len(board) >= 10:
                spaced = "\n".join(" ".join(word) for word in words)
                assert Board.parse(spaced) == Board.parse(spaced.lower()) == board


@pytest.mark.parametrize("form", [f for f in WRITERS if f not in {"positions", "PDDL"}])
def test_a_start_and_a_goal_in_any_form(form: str) -> None:
    for board, goal in zip(boards(1), boards(2), strict=True):
        if form.startswith("PDDL") or board == goal:
            continue
        write = WRITERS[form]
        start_text, goal_text = write(board, "0"), write(goal, "0")
        if form in {"lines", "slashes", "commas", "tight box", "box"}:
            text = f"start:\n{start_text}\ngoal:\n{goal_text}"
            assert read_task(text) == (board, goal)
            swapped = f"goal:\n{goal_text}\nstart:\n{start_text}"
            assert read_task(swapped) == (board, goal)
            with pytest.raises(NotationError, match="2 boards"):
                Board.parse(text)
        if form not in {"JSON"}:
            assert [found.board for found in read_boards(f"{start_text}\n\n{goal_text}")] == [
                board,
                goal,
            ], form


def test_noise_raises_only_the_notation_error() -> None:
    rng = random.Random(7)
    writers = list(WRITERS.values())
    for _ in range(1000):
        board = rng.choice(boards(rng.randrange(50)))
        text = list(rng.choice(writers)(board, rng.choice(BLANKS)))
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(text) + 1)
            text[at : at + rng.randrange(3)] = rng.choice(" \n/|-_0123{}[]():;=#%\"'abex*")
        for read in (Board.parse, read_boards, read_task):
            with suppress(NotationError):
                assert read("".join(text)) is not None  # type: ignore[operator]


E, F = "1 2 3\n4 5 6\n7 8 0", "1 2 3\n4 5 6\n7 0 8"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{E}\n\n{F}", [(1, ""), (5, "")]),
        (f"{E}\n{F}", [(1, ""), (4, "")]),
        (f"start\n{E}\nGoal state\n{F}", [(2, "start"), (6, "goal")]),
        (f"# start\n{E}\n# goal\n{F}", [(2, "start"), (6, "goal")]),
        (f"3\n{E}\n\n{F}", [(1, ""), (6, "")]),
        (f"2\n\n{E}\n\n{F}", [(3, ""), (7, "")]),
        (f"3\n{E}\n3\n{F}", [(1, ""), (5, "")]),
        (f"Puzzle 1:\n{E}\nPuzzle 2:\n{F}", [(2, ""), (6, "")]),
        ("123456780\n123456708", [(1, ""), (2, "")]),
        ("2\n123456780\n123456708", [(2, ""), (3, "")]),
        ("1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 0 8", [(1, ""), (1, "")]),
        ("123456780 -> 123456708", [(1, ""), (1, "")]),
        ("1 2 3/4 5 6/7 8 0; 1 2 3/4 5 6/7 0 8", [(1, ""), (1, "")]),
        ("1 2 3  1 2 3\n4 5 6  4 5 6\n7 8 0  7 0 8", [(1, ""), (1, "")]),
        (
            '{"start": [[1,2,3],[4,5,6],[7,8,0]], "goal": [[1,2,3],[4,5,6],[7,0,8]]}',
            [(1, "start"), (1, "goal")],
        ),
        (
            "goalState = [[1,2,3],[4,5,6],[7,8,0]]\ninit = [[1,2,3],[4,5,6],[7,0,8]]",
            [(1, "goal"), (2, "start")],
        ),
    ],
)
def test_where_each_board_begins(text: str, found: list[tuple[int, str]]) -> None:
    boards = read_boards(text)
    assert [(each.line, each.role) for each in boards] == found
    assert [each.board.text for each in boards] == [E.replace("\n", "/"), F.replace("\n", "/")]


@pytest.mark.parametrize("text", ["1 2 0\n3 4 5\n6 7 8", "1 2 3\n\n4 5 6\n\n7 8 0", E])
def test_rows_that_make_one_board_are_one(text: str) -> None:
    (found,) = read_boards(text)
    assert found.board == Board.parse(text) and found.goal is None


def test_goals_that_a_format_gives() -> None:
    unh = "2 2\nstarting positions for each tile:\n3\n0\n1\n2\ngoal positions:\n0\n1\n2\n3"
    pddl = "(:init (at t1 p_1_1) (at t2 p_1_2) (at t3 p_2_1)) (:goal (and (at t1 p_1_1) (at t2 "
    for text, goal in [
        (unh, "0 1/2 3"),
        (pddl + "p_1_2) (at t3 p_2_2)))", "1 2/0 3"),
        ("3\n0\n1 2\n3 0", "0 1/2 3"),
        ("3\n-1\n1 2\n3 0", "1 2/3 0"),
    ]:
        start, found = read_task(text)
        assert (start.text, found and found.text) == ("1 2/3 0", goal)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"{E}\n\n{F}\n\n{E}", "3 boards; expected one, or a start and a goal"),
        (f"start:\n{E}\nstart:\n{F}", "2 boards; expected one, or a start and a goal"),
        (f"{E}\n\n1 2\n3 0", "the start is 3x3, the goal 2x2"),
        (f"{E}\n\n{F[:-1]}7", "line 5"),
        (f"start:\n{E}\nsolution:\nUDLR", "line 6"),
        ("hello", "'h' at position 1"),
    ],
)
def test_no_task(text: str, named: str) -> None:
    with pytest.raises(NotationError, match=named):
        read_task(text)
