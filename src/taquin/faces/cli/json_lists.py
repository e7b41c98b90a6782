"""Lists of boards in JSON: the entries with their lines, sizes and goals."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from taquin.faces.cli.files import Line
from taquin.ground.errors import NotationError, quoted
from taquin.ground.grammar import counted, listed
from taquin.puzzle.board import Board
from taquin.puzzle.declared import role_of
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.objects import object_size
from taquin.puzzle.several import sized
from taquin.puzzle.size import Size

__all__ = ["JsonList", "json_list"]

_LISTS = ("boards", "puzzles", "instances", "states", "positions")
_OWN = {"board", "puzzle", "start", "state", "initial", "tiles", "cells", "position"}
_GOALS = {"goals", "targets"}  # one for each board
_SIZES = {
    *("width", "cols", "columns", "num_cols", "height", "rows", "num_rows"),
    *("size", "shape", "dimension", "dimensions"),
}
_PASSED = {"n"}  # a side, or how many boards there are; both are seen
_NAMED = 4  # names that a sentence lists
_SPACE = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


class JsonList(NamedTuple):
    """The boards in a JSON list.

    plain: whether all are texts or lists without a goal or a size, which may also be read as rows.
    said: what was understood.
    """

    boards: list[Line]
    plain: bool
    said: str


class _Value(NamedTuple):
    """A value in a text: its key in an object, "" in a list, and its place."""

    key: str
    start: int
    value: Any


class _Entry(NamedTuple):
    """A board of a list as text, and what its object says of it.

    unused: the keys that are not understood.
    """

    start: int
    text: str
    goal: str | None = None
    size: Size = None
    problem: str | None = None
    unused: frozenset[str] = frozenset()


def json_list(lines: Sequence[Line], size: Size) -> JsonList | None:
    """The entries of a JSON list of boards, or of an object that has one; None for other texts.

    Each has the number of the line where its board begins, and its own goal or else that of all;
    one that is not a board is left as it is. O(length). Raises NotationError for goals of which
    there is not one for each board.
    """
    text = "\n".join(line.text for line in lines)
    around, values = _list_in(text)
    goals, side = _goals(around, len(values)), _size(around)
    plain = side is None and not any(goals) and not any(_is_object(one) for one in values)
    unused = _unused(around)
    boards, row, at = list[Line](), 0, 0
    for value, goal in zip(values, goals, strict=True):
        entry = _entry(text, value)
        if entry is None:
            return None
        unused |= entry.unused
        row, at = row + text.count("\n", at, entry.start), entry.start
        given = entry._replace(goal=entry.goal or goal, size=entry.size or side)
        boards.append(_line(given, lines[row].number, size, normal=_is_object(value)))
    return JsonList(boards, plain, _said(len(boards), sorted(unused))) if boards else None


def _list_in(text: str) -> tuple[list[_Value], list[_Value]]:
    """What stands beside the list that a JSON text is, or that its object has, and its entries.

    The object has one list under a known name; of other texts, there are no entries.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return [], []
    opened = len(text) - len(text.lstrip())
    if isinstance(whole, list):
        return [], list(_values(text, opened))
    members = list(_values(text, opened)) if isinstance(whole, dict) else []
    lists = [one for one in members if one.key in _LISTS and isinstance(one.value, list)]
    if len(lists) != 1:
        return [], []
    return [one for one in members if one is not lists[0]], list(_values(text, lists[0].start))


def _values(text: str, opened: int) -> Iterator[_Value]:
    """The values of the list or object that begins there, in valid JSON."""
    keyed, at = text[opened] == "{", opened + 1
    while (at := _after_space(text, at)) < len(text) and text[at] not in "]}":
        key = ""
        if keyed:
            key, at = _DECODER.raw_decode(text, at)
            at = _after_space(text, at)
        value, end = _DECODER.raw_decode(text, at)
        yield _Value(key, at, value)
        at = end


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _is_object(value: _Value) -> bool:
    return isinstance(value.value, dict)


def _entry(text: str, given: _Value) -> _Entry | None:
    """An entry of a list; None if it is an object with a goal but no board."""
    if not _is_object(given):
        return _Entry(given.start, _text(given.value))
    members = list(_values(text, given.start))
    keys = [one.key for one in members]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        problem = f"an object with {quoted(twice, 40)} more than once; expected it once."
        return _Entry(given.start, json.dumps(given.value), problem=problem)
    goal = next((_text(one.value) for one in members if _is_goal(one)), None)
    size = _size(members)
    own = [one for one in members if one.key.lower() in _OWN and one.value is not None]
    own = own or [one for one in members if role_of(one.key) == "start"]
    if len(own) == 1:
        unused = _unused(members) - {own[0].key}
        return _Entry(own[0].start, _text(own[0].value), goal, size, unused=unused)
    rest = json.dumps({one.key: one.value for one in members if not _is_goal(one)})
    if goal is not None and not own and not _is_board(rest):
        return None
    return _Entry(given.start, rest, goal, size)


def _text(value: Any) -> str:
    """A value of JSON as text on one line."""
    return value if isinstance(value, str) else json.dumps(value)


def _is_board(text: str) -> bool:
    try:
        Board.parse(text)
    except NotationError:
        return False
    return True


def _is_goal(one: _Value) -> bool:
    """Whether a value is a goal by its name, and may be one."""
    return role_of(one.key) == "goal" and isinstance(one.value, str | list | int) and (
        not isinstance(one.value, bool)
    )  # fmt: skip


def _goals(around: Sequence[_Value], count: int) -> list[str | None]:
    """The goals that stand beside a list of `count` boards: one for all, or one for each."""
    for_all = [_text(one.value) for one in around if _is_goal(one)]
    for_each = [one for one in around if one.key.lower() in _GOALS]
    if not for_each:
        return [for_all[0] if for_all else None] * count
    given = for_each[0].value
    if for_all or len(for_each) > 1 or not isinstance(given, list) or len(given) != count:
        raise NotationError(
            f"{for_each[0].key} beside {counted(count, 'board')} in a JSON list: expected a list "
            "with a goal for each, or one goal under the name 'goal'."
        )
    return [None if goal is None else _text(goal) for goal in given]


def _size(members: Sequence[_Value]) -> Size:
    """The size that an object gives with its board."""
    given = {one.key: one.value for one in members if one.key.lower() in _SIZES}
    return object_size(json.dumps(given)) if given else None


def _unused(members: Sequence[_Value]) -> frozenset[str]:
    """The keys of values that are neither a goal nor a size."""
    known = _SIZES | _GOALS | _PASSED
    return frozenset(
        one.key for one in members if one.key.lower() not in known if not _is_goal(one)
    )


def _line(entry: _Entry, number: int, size: Size, *, normal: bool) -> Line:
    """An entry as a line; a board whose size is given with it is written in rows.

    normal: write it in rows in any case.
    """
    line = Line(number, entry.text, entry.problem, entry.goal)
    if line.problem or is_instance_name(line.text) or not (normal or entry.size):
        return line
    try:
        return line._replace(text=Board.parse(line.text, size=sized(entry.size, size)).text)
    except NotationError as error:
        return line if entry.size is None else line._replace(problem=str(error))


def _said(count: int, unused: Sequence[str]) -> str:
    """The sentence on a list that was understood."""
    if not unused:
        return f"{counted(count, 'board')} in a JSON list."
    names = [quoted(name, 40) for name in unused[:_NAMED]]
    if len(unused) > _NAMED:
        names.append(f"{len(unused) - _NAMED} more")
    verb = "is" if len(unused) == 1 else "are"
    return f"{counted(count, 'board')} in a JSON list; {listed(names)} {verb} not used."
