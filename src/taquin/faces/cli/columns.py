"""Files of boards in columns, as a spreadsheet writes them: which column has the boards."""

import csv
import re
from collections.abc import Callable, Sequence

from taquin.faces.cli.files import Line
from taquin.ground.errors import NotationError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instances_with

__all__ = ["below_name", "board_column"]

_NAMES = {"board", "boards", "start", "initial", "puzzle", "state", "tiles", "position", "cells"}
_GOALS = {"goal", "target"}
_LENGTHS = {"length", "optimal length", "optimal", "optimum", "moves", "cost"}
_HEADER = re.compile(r"(?:[^\W\d]|#)[\w #().-]*")
_LENGTH = re.compile(r"\d{1,6}", re.ASCII)
_TRIED = 20  # entries that decide which column has the boards


def board_column(
    lines: Sequence[Line], is_board: Callable[[Line], bool], tell: Callable[[str], object]
) -> list[Line] | None:
    """A line for each entry below a header, with the board of the column that has the boards.

    Columns between | need no header. None if the lines have no columns. tell: takes which column
    is read. Raises NotationError if no column, or more than one, can be meant.
    """
    content = [line for line in lines if line.text.strip()]
    if (boards := _without_header(content, is_board, tell)) is not None:
        return boards
    mark = next((mark for mark in ",;\t" if content and mark in content[0].text), None)
    if mark is None or len(content) < 2 or any(line.problem for line in content):
        return None
    header = [name.strip() for name in _fields(content[0], mark)]
    named = [bool(_HEADER.fullmatch(name)) for name in header]
    if len(header) < 2 or not all(named) or is_board(content[0]):
        return None
    rows = [(line, _fields(line, mark)) for line in content[1:]]
    if any(len(row) != len(header) for _, row in rows[:_TRIED]):
        return None
    columns = _candidates(header, rows, is_board)
    if len(columns) != 1:
        found = ", ".join(header[at] for at in columns) or "none"
        raise NotationError(
            f"columns {', '.join(header)}: expected one with boards; found {found:.60}. "
            "Name the column of the boards 'board'."
        )
    (column,) = columns
    goal = next((at for at, name in enumerate(header) if name.lower() in _GOALS), None)
    lengths = [at for at, name in enumerate(header) if name.lower() in _LENGTHS]
    known = lengths[0] if len(lengths) == 1 else None
    tell(_read_from(header[column]))
    return [_entry(line, row, column, goal, len(header), known) for line, row in rows]


def below_name(
    lines: Sequence[Line], is_board: Callable[[Line], bool], tell: Callable[[str], object]
) -> Sequence[Line]:
    """The entries of the only column, whose name stands above them; other lines as they are.

    tell: takes which column is read.
    """
    content = [line for line in lines if line.text.strip()]
    name = content[0].text.strip().strip('"') if content else ""
    if name.lower() not in _NAMES or is_board(content[0]):
        return lines
    entries = [line._replace(text=_only_field(line)) for line in content[1:]]
    tried = entries[:_TRIED]
    if not tried or 2 * sum(map(is_board, tried)) < len(tried):
        return lines  # a title above a board in rows
    tell(_read_from(name))
    return entries


def _only_field(line: Line) -> str:
    fields = _fields(line, ",")
    return fields[0] if len(fields) == 1 else line.text


def _read_from(name: str) -> str:
    return f"the boards are read from the column {name}."


def _without_header(
    content: Sequence[Line], is_board: Callable[[Line], bool], tell: Callable[[str], object]
) -> list[Line] | None:
    """The lines of the one column that has boards, between |, as in files of instances.

    Boards that are all instances have their goals: such files name theirs in a comment.
    """
    rows = [(line, [field.strip() for field in line.text.split("|")]) for line in content]
    tried = rows[:_TRIED]
    count = len(tried[0][1]) if tried else 0
    if count < 2 or any(len(row) != count or is_board(line) for line, row in tried):
        return None
    columns = [
        at
        for at in range(count)
        if all(is_board(line._replace(text=row[at])) for line, row in tried)
    ]
    if len(columns) != 1:
        return None
    entries = [_entry(line, row, columns[0], None, count) for line, row in rows]
    goals = [_goal_of(entry) for entry in entries]
    known = all(goal or entry.problem for goal, entry in zip(goals, entries, strict=True))
    own = "; each is an instance and has its own goal" if known else ""
    tell(f"the boards are read from column {columns[0] + 1} of {count}{own}.")
    if not known:
        return entries
    return [entry._replace(goal=goal) for entry, goal in zip(entries, goals, strict=True)]


def _goal_of(line: Line) -> str | None:
    """The goal of all instances with this board; None if it is none."""
    try:
        goals = {one.goal for one in instances_with(Board.parse(line.text))}
    except TaquinError:
        return None
    return goals.pop().text if len(goals) == 1 else None


def _fields(line: Line, mark: str) -> list[str]:
    return next(csv.reader([line.text], delimiter=mark, skipinitialspace=True), [])


def _candidates(
    header: list[str], rows: list[tuple[Line, list[str]]], is_board: Callable[[Line], bool]
) -> list[int]:
    """The columns whose name says that they have boards, or else whose entries are boards."""
    names = [at for at, name in enumerate(header) if name.lower() in _NAMES]
    if len(names) == 1:
        return names
    return [
        at
        for at in names or range(len(header))
        if header[at].lower() not in _GOALS
        and all(is_board(line._replace(text=row[at])) for line, row in rows[:_TRIED])
    ]


def _entry(
    line: Line,
    row: list[str],
    column: int,
    goal: int | None,
    count: int,
    known: int | None = None,
) -> Line:
    if len(row) != count:
        return line._replace(problem=f"{len(row)} columns; expected {count}.")
    length = "" if known is None else row[known].strip()
    return line._replace(
        text=row[column],
        goal=None if goal is None else row[goal],
        known=int(length) if _LENGTH.fullmatch(length) else None,
    )
