"""Calls a plain function of a submission: a board in its form goes in, plain data comes out.

A student's function takes a board as a tuple, a list, rows, digits, an array or a `Board`, and
returns moves, boards, or a node with its parents. Here, in the submission's process, only the
outer form changes; what it means is decided outside (`taquin.checks.shapes`).
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import islice
from numbers import Real
from operator import index
from typing import Any

from taquin.checks.inside import raised
from taquin.ground.errors import quoted
from taquin.puzzle.board import Board

__all__ = ["FORMS", "called", "parameters_of"]

_MOST = 1_000_000  # items of an answer
# Attributes of a node of a search tree that hold its board.
_STATES = ("state", "board", "puzzle", "tiles", "grid", "config", "value", "data")

_PARENTS = ("parent", "prev", "previous", "predecessor", "came_from", "father")


def _array(board: Board) -> Any:
    import numpy

    return numpy.array(board.rows())


FORMS: Mapping[str, Callable[[Board], Any]] = {
    "a flat tuple": lambda board: board.cells,
    "a flat list": lambda board: list(board.cells),
    "a list of rows": lambda board: [list(row) for row in board.rows()],
    "a tuple of rows": lambda board: tuple(board.rows()),
    "digits": lambda board: "".join(map(str, board.cells)),
    "a Board": lambda board: board,
    "a list of rows, the blank None": lambda board: [[c or None for c in r] for r in board.rows()],
    "digits, the blank _": lambda board: "".join(str(cell or "_") for cell in board.cells),
    "an array": _array,
}


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """The names of the parameters that a call must give."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ["board"]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [one.name for one in parameters if one.kind in positional and one.default is one.empty]


def called(function: Callable[..., Any], form: str, boards: Sequence[Board]) -> dict[str, Any]:
    """The answer to a call with these boards, as plain data, or what it raised."""
    try:
        return {"value": _plain(function(*map(FORMS[form], boards)))}
    except (Exception, SystemExit) as error:
        if isinstance(error, MemoryError):
            raise
        return {"fault": raised(error)}


def _plain(value: Any) -> Any:
    """Numbers, texts, None, and lists of them; {"other": …} for anything else."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else {"other": repr(value)}
    if isinstance(value, Board):
        return list(value.cells)
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        return _plain(value.tolist())
    if hasattr(value, "__index__"):
        number = index(value)
        return number if number.bit_length() < 64 else {"other": "a number of many digits"}
    if isinstance(value, Real):  # a Fraction
        return _plain(float(value))
    if isinstance(value, Mapping) and value and all(isinstance(key, str) for key in value):
        value = list(value.values())  # a record, such as {"path": …, "cost": …}
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        items = list(islice(value, _MOST + 1))
        if len(items) > _MOST:
            return {"other": f"more than {_MOST:,} items"}
        return [_plain(item) for item in items]
    parent = next((name for name in _PARENTS if hasattr(value, name)), None)
    return {"other": quoted(value)} if parent is None else _path(value, parent)


def _path(node: Any, parent: str) -> Any:
    """The boards from the root of a search tree to a node."""
    boards: list[Any] = []
    held = _board_of(node)
    if held is None:
        return {"other": f"{quoted(node)}, no attribute of which is a board"}
    while node is not None and len(boards) < _MOST:
        if not hasattr(node, held):
            return {"other": f"{quoted(node)}, without {held}"}
        boards.append(_plain(getattr(node, held)))
        node = getattr(node, parent, None)
    return boards[::-1]


def _board_of(node: Any) -> str | None:
    """The attribute of a node that holds its board: by its name, or the only one with cells."""
    for name in _STATES:
        if hasattr(node, name):
            return name
    names = [*getattr(node, "__dict__", {}), *getattr(type(node), "__slots__", ())]
    return next((name for name in names if _has_cells(getattr(node, name, None))), None)


def _has_cells(thing: Any) -> bool:
    plain = (
        _plain(thing) if isinstance(thing, (list, tuple, Board)) or hasattr(thing, "tolist") else []
    )
    if not isinstance(plain, list):
        return False
    cells = [cell for row in plain for cell in (row if isinstance(row, list) else [row])]
    return (
        len(cells) > 3
        and all(type(cell) is int for cell in cells)
        and sorted(cells) == list(range(len(cells)))
    )
