"""What a text asks: a board, a board with its goal, or many boards."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from taquin.faces.cli.columns import below_name, board_column
from taquin.faces.cli.files import Line, place_of, read_board_text
from taquin.faces.cli.json_lists import JsonList, json_list
from taquin.faces.cli.listed import latin_titles, plainly, without_titles
from taquin.ground.announce import announce
from taquin.ground.errors import NotationError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instance
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.size import Size
from taquin.puzzle.tasks import BoardInText, read_boards, read_task

__all__ = [
    "SeveralBoards",
    "Start",
    "boards_of",
    "is_task",
    "read_all",
    "read_start",
    "start_of",
]

_LOOKED_AT = 20  # lines that decide how a file has its boards
_LONGEST = 200_000  # characters that are read as boards in one go
_ARROW = re.compile(r"->|=>|→|⟶")
_MINUS_ONE = re.compile(r"(?<![\w-])-1(?!\w)", re.ASCII)
_TALLEST = 102  # lines of a board: 100 rows, a size and the goal's blank


class Start(NamedTuple):
    """A board's text, and the goal's: that of --goal, or of the text; None for neither."""

    text: str
    goal: str | None
    known: int | None = None  # the length that a file gives


class SeveralBoards(NotationError):
    """A text of several boards where one is expected."""


def read_start(words: tuple[str, ...], goal: str | None, size: Size) -> Start:
    """The board that the words of a command are or name, with its goal. Raises NotationError.

    Two boards of a file are a start and its goal only if the file says so: for batch, they are two.
    """
    typed = not _is_file(words) and words != ("-",)
    with _naming_file(words):
        start = _start(_understood(read_board_text(words), words, size), goal, size, pairs=typed)
        if _is_file(words) and not _is_name(start.text):
            Board.parse(start.text, size=size)
    return start


def start_of(text: str, goal: str | None, size: Size, *, pairs: bool = True) -> Start:
    """The board in a text and its goal; --goal wins over the text's own, and stderr says so.

    A text that is not a board is returned unchanged: reading it says what is wrong with it.
    pairs: whether two boards in rows are a start and its goal even if the text says neither so,
    nor has an arrow between them.
    Raises SeveralBoards, or NotationError for several boards of which one is wrong.
    """
    if _is_name(text):
        return Start(text, goal)
    try:
        boards = read_boards(text, size=size)
    except NotationError:
        _refuse_several(text, size)
        return Start(text, goal)
    if len(boards) == 1 and boards[0].goal is None:
        if _MINUS_ONE.search(text):
            announce("-1 is read as the blank.")
        return Start(boards[0].board.text if boards[0].label else text, goal)
    labelled = len(boards) == 1 or any(one.role for one in boards)
    content = sum(_has_content(line) for line in _lines(text))
    told = labelled or _is_pointed(boards, text)
    if len(boards) > 2 or (not told and (content == len(boards) or not pairs)):
        raise _several(len(boards))
    start, own = read_task(text, size)
    assert own is not None, "a start and a goal"
    if goal is not None:
        announce(f"--goal {goal:.60} is used, not the goal in the text, {own}.")
    elif not labelled:
        announce(f"the second board is taken as the goal: {own}.")
    return Start(start.text, own.text if goal is None else goal)


def _start(given: Line, goal: str | None, size: Size, *, pairs: bool = True) -> Start:
    """`start_of` a text whose goal and length may be known already."""
    if given.goal is None:
        start = start_of(given.text, goal, size, pairs=pairs)
    else:
        if goal is not None:
            announce(f"--goal {goal:.60} is used, not the goal in the file.")
        start = Start(given.text, given.goal if goal is None else goal)
    return start._replace(known=given.known)


def _understood(text: str, words: tuple[str, ...], size: Size) -> Line:
    """The text of a command; of a file with one board in a form that nobody types, that board.

    Raises SeveralBoards for a JSON list of them.
    """
    if not _is_file(words) or _is_name(text):
        return Line(1, text)
    lines, told = _lines(text), list[str]()
    listed = _json_lines(lines, size)
    if listed is None and _is_read(text, size):
        return Line(1, text)
    if listed is not None and len(listed.boards) > 1:
        raise _several(len(listed.boards))
    boards = _board_lines(lines, size, told.append)
    if len(boards) != 1 or not _is_board(boards[0], size):
        return Line(1, text)
    for sentence in told:
        announce(sentence)
    return boards[0]


def _is_read(text: str, size: Size) -> bool:
    """Whether a text as a whole is read as boards."""
    try:
        read_boards(text, size=size)
    except NotationError:
        return False
    return True


def _is_file(words: tuple[str, ...]) -> bool:
    return len(words) == 1 and words[0].startswith("@")


@contextmanager
def _naming_file(words: tuple[str, ...]) -> Iterator[None]:
    """Errors of what a file contains name it."""
    try:
        yield
    except SeveralBoards:
        raise
    except NotationError as error:
        place = place_of(words[0].removeprefix("@")) if _is_file(words) else None
        if place is None or place in str(error):
            raise
        raise NotationError(f"{place}: {error}") from None


def is_task(text: str, *, size: Size) -> bool:
    """Whether a text is a board, names one, or is a start and its goal."""
    try:
        return _is_board(Line(1, text), size) or len(read_boards(text, size=size)) == 2
    except NotationError:
        return False


def _refuse_several(text: str, size: Size) -> None:
    """Raise if a text, which as a whole is not read, has several boards."""
    told: list[str] = []  # which is said where the boards are used
    lines = _board_lines(_lines(text), size, told.append)
    if len(lines) < 2:
        return
    problems = {line.number: _problem(line, size) for line in lines}
    wrong = next((number for number, problem in problems.items() if problem is not None), None)
    if wrong is None:
        raise _several(len(lines))
    if any(line.problem is not None for line in lines) or _stand_alone(lines, size):
        raise NotationError(f"line {wrong}: {problems[wrong]}")


def _is_pointed(boards: Sequence[BoardInText], text: str) -> bool:
    """Whether an arrow leads from the first of two boards to the second."""
    if len(boards) != 2 or boards[0].line != boards[1].line:
        return False
    return _ARROW.search(text.splitlines()[boards[0].line - 1]) is not None


def _several(count: int) -> SeveralBoards:
    goal = " If the second one is the goal, write goal: before it." if count == 2 else ""
    return SeveralBoards(
        f"{count} boards; expected one. `taquin batch FILE` solves all of them, and `taquin "
        f"compare @FILE` compares searches on them.{goal}"
    )


def read_all(words: tuple[str, ...], goal: str | None, size: Size) -> list[Line]:
    """The board of `read_start` as a line, or all boards of a text that has several."""
    text = read_board_text(words)
    try:
        with _naming_file(words):
            start = _start(_understood(text, words, size), goal, size, pairs=False)
            if _is_file(words) and not _is_name(start.text):
                Board.parse(start.text, size=size)
    except SeveralBoards:
        return boards_of(_lines(text), goal, size)
    return [Line(1, start.text, goal=start.goal)]


def boards_of(lines: Sequence[Line], goal: str | None, size: Size) -> list[Line]:
    """`_board_lines`; --goal wins over the goals in the file, and stderr says so."""
    boards = _board_lines(lines, size)
    if goal is None or all(line.goal is None for line in boards):
        return boards
    announce(f"--goal {goal:.60} is used, not the goals in the file.")
    return [line._replace(goal=None) for line in boards]


def _is_name(text: str) -> bool:
    return is_instance_name(text) and len(text.split()) == 1


def _lines(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]


def _has_content(line: Line) -> bool:
    return bool(line.text.strip()) and not line.text.lstrip().startswith("#")


def _problem(line: Line, size: Size) -> str | None:
    """Why a line neither is nor names a board; None if it does."""
    text = line.text.strip()
    try:
        if _is_name(text):
            instance(text)
        else:
            Board.parse(text, size=size)
    except TaquinError as error:
        return line.problem or str(error)
    return line.problem


def _is_board(line: Line, size: Size) -> bool:
    """Whether a line is a board, or names one."""
    return _problem(line, size) is None


def _stand_alone(content: Sequence[Line], size: Size) -> bool:
    """Whether each line is a board, as most of the first ones tell."""
    first = content[:_LOOKED_AT]
    return 2 * sum(_is_board(line, size) for line in first) >= len(first)


def _board_lines(
    lines: Sequence[Line], size: Size, tell: Callable[[str], object] = announce
) -> list[Line]:
    """The boards of a file: its lines, or if boards have rows, a line for each board.

    Such a line has the number of the board's first row, the board on one line, and its goal if the
    text has one. A part that is not a board is a line with the reason as its problem.
    tell: takes what was understood.
    """
    is_board = partial(_is_board, size=size)
    found = _json_lines(lines, size)
    if found is not None:
        tell(found.said)
        return found.boards
    content = [line for line in lines if _has_content(line)]
    # First: below a header, a board and its length are two columns.
    columns = board_column([*latin_titles(content[:1]), *content[1:]], is_board, tell)
    if columns is not None:
        return columns
    lines = plainly(lines, is_board, partial(_in_rows, size=size), tell)
    lines = below_name(lines, is_board, tell)
    content = [line for line in lines if _has_content(line)]
    goals = any(_is_goal(line, size) for line in content[:_LOOKED_AT])
    if goals or not _stand_alone(content, size):
        boards = _below_titles(latin_titles(lines), size)
        # Where nothing has rows, every line is a board, or is wrong.
        if any(line.problem is None for line in boards):
            return boards
    return [_unlabelled(line, size) for line in content]


def _json_lines(lines: Sequence[Line], size: Size) -> JsonList | None:
    """The boards in a JSON list, unless the list is one board, or each is read without it."""
    listed = json_list(lines, size) if _opens_json(lines) else None
    if listed is None or not any(_is_board(line, size) for line in listed.boards):
        return None
    found = _found(lines, size) if listed.plain else []
    texts = any(not line.text.startswith("[") for line in listed.boards)  # rows may be one board
    if isinstance(found, list) and found and not (texts and len(found) < len(listed.boards)):
        return None
    return listed


def _opens_json(lines: Sequence[Line]) -> bool:
    """Whether a file begins as a JSON list or object does."""
    first = next((line.text.lstrip() for line in lines if line.text.strip()), "")
    return first[:1] in ("[", "{")


def _is_goal(line: Line, size: Size) -> bool:
    """Whether a line says that its board is a goal."""
    if ":" not in line.text and "=" not in line.text:
        return False
    try:
        return any(one.role == "goal" for one in read_boards(line.text, size=size))
    except NotationError:
        return False


def _unlabelled(line: Line, size: Size) -> Line:
    """A line without the title before its board, which could be read as an instance's name."""
    if not is_instance_name(line.text) or _is_name(line.text):
        return line
    boards = _found([line], size)
    return boards[0] if isinstance(boards, list) and len(boards) == 1 else line


def _below_titles(lines: Sequence[Line], size: Size) -> list[Line]:
    """`_boards`, below lines of any words if there are more boards then, and most are right."""
    boards = list(_boards(lines, size))
    wrong = sum(line.problem is not None for line in boards)
    bare = without_titles(lines, partial(_is_board, size=size)) if wrong else lines
    if bare == lines:
        return boards
    found = list(_boards(bare, size))
    right = sum(line.problem is None for line in found)
    mostly = 2 * right >= len(found)  # other texts have words too, and few boards
    return found if mostly and right > len(boards) - wrong else boards


def _boards(lines: Sequence[Line], size: Size) -> Iterator[Line]:
    """The boards of a file whose boards have rows; each part that is none has a problem."""
    whole = _found(lines, size)
    if isinstance(whole, list):
        yield from whole
        return
    for part in _parts(lines):
        read = _found(part, size)
        yield from read if isinstance(read, list) else _one_by_one(part, size, read)


def _found(lines: Sequence[Line], size: Size) -> list[Line] | str:
    """The boards in some lines, or why they are none."""
    problem = next((line.problem for line in lines if line.problem is not None), None)
    text = _text(lines)
    if problem is not None or len(text) > _LONGEST:
        return problem or f"{len(text):,} characters without an empty line between boards."
    try:
        read = read_boards(text, size=size)
    except NotationError as error:
        return str(error)
    return list(_with_goals(read, lines))


def _with_goals(read: Sequence[BoardInText], lines: Sequence[Line]) -> Iterator[Line]:
    """Each board to solve; a goal belongs to the start before it, or else to the one after it.

    A goal is called one, or stands after an arrow.
    """
    starts: list[tuple[BoardInText, Board | None]] = []
    waiting: Board | None = None
    for one in read:
        beside = starts and starts[-1][0].line == one.line
        pointed = beside and _ARROW.search(lines[one.line - 1].text) is not None
        if one.role != "goal" and not pointed:
            starts.append((one, one.goal or waiting))
            waiting = None
        elif starts and starts[-1][1] is None:
            starts[-1] = (starts[-1][0], one.board)
        else:
            waiting = one.board
    for start, goal in starts:
        yield Line(
            lines[start.line - 1].number, start.board.text, goal=None if goal is None else goal.text
        )


def _parts(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines between empty lines; a count or a title goes with what follows it."""
    part: list[Line] = []
    for line in lines:
        if line.text.strip():
            part.append(line)
        elif sum(map(_has_content, part)) > 1:
            yield part
            part = []
    if any(map(_has_content, part)):
        yield part


def _one_by_one(lines: list[Line], size: Size, problem: str) -> Iterator[Line]:
    """The boards of a part in which one is wrong, if they have equally many lines.

    After a row too many or too few, other boards could be read than are meant: the rest is wrong.
    """
    height = _height(lines, size)
    if not height:
        yield Line(lines[0].number, _text(lines), _unnumbered(problem))
        return
    for at in range(0, len(lines), height):
        read = _single(lines[at : at + height], size)
        if read.problem is not None and len(lines) % height:
            why = f"{read.problem} Leave an empty line between boards."
            yield Line(lines[at].number, _text(lines[at:]), why)
            return
        yield read


def _height(lines: list[Line], size: Size) -> int:
    """How many lines a board has, as most of the first boards tell; 0 if none is one."""
    height, most = 0, 0.0
    for count in range(2, min(len(lines), _TALLEST) + 1):
        starts = range(0, min(len(lines) - count + 1, _LOOKED_AT * count), count)
        read = [_single(lines[at : at + count], size) for at in starts]
        right = sum(one.problem is None for one in read) / len(read)
        if right > most:
            height, most = count, right
    return height


def _unnumbered(problem: str) -> str:
    """A message without the line that it names, which is counted in a part of the file."""
    return re.sub(r"^line \d+: ", "", problem)


def _single(lines: list[Line], size: Size) -> Line:
    """The board in these lines, or one with the reason why there is none."""
    read = _found(lines, size)
    if isinstance(read, list) and len(read) == 1:
        return read[0]
    problem = _unnumbered(read) if isinstance(read, str) else f"{len(read)} boards; expected one."
    return Line(lines[0].number, _text(lines), problem)


def _in_rows(lines: list[Line], size: Size) -> bool:
    """Whether lines without a gap are boards in rows, of which some may be wrong."""
    return isinstance(_found(lines, size), list) or _height(lines, size) > 0


def _text(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines)
