"""Goals by name: last, first, snake, spiral, or any board."""

import re
from contextlib import suppress

from taquin.ground.errors import NotationError, UnknownName, check_text
from taquin.ground.registry import unknown_name
from taquin.puzzle.board import Board
from taquin.puzzle.notation import LONGEST_HINT, is_instance_name
from taquin.puzzle.size import check_size

__all__ = ["GOALS", "goal_name", "known_name", "named_goal"]

GOALS = {
    "last": "1 2 … N in reading order, then the blank; the default",
    "first": "the blank first, then 1 2 … N; the convention in research",
    "snake": "1 2 … N along the rows, alternately left to right and right to left, then the blank",
    "spiral": "1 2 … N along a spiral from the first cell inwards, then the blank",
}
# Other words for the same goals, read as these.
_ALIASES = {"snail": "spiral", "boustrophedon": "snake"}
# Words that may mean a goal: only suggested.
_MEANINGS = {
    **dict.fromkeys(("standard", "classic", "default", "normal", "usual", "end", "solved"), "last"),
    **dict.fromkeys(("blanklast", "zerolast", "lastblank", "sorted", "ordered"), "last"),
    **dict.fromkeys(("zero", "zerofirst", "blankfirst", "firstblank", "korf", "start"), "first"),
    **dict.fromkeys(("zigzag", "serpentine", "meander"), "snake"),
    **dict.fromkeys(("clockwise", "inward", "inwards", "helix", "nilsson"), "spiral"),
}


def named_goal(text: str, width: int, height: int) -> Board:
    """The goal of that size that `text` names, or the board that `text` describes.

    Raises UnknownName if it is neither, NotationError for a board of another size.
    """
    check_size(width, height)
    check_text("goal", text, "a board's text, or a name such as last")
    if (name := known_name(text)) is not None:
        return _goal(name, width, height)
    word = _word(text)
    if word in _MEANINGS:
        raise UnknownName(
            f"no goal named {text!r}. Did you mean {_MEANINGS[word]!r} "
            f"({GOALS[_MEANINGS[word]]})? Known: {', '.join(sorted(GOALS))}."
        )
    if text.isalpha() and word not in {"x", "b", "e"}:
        raise unknown_name("goal", text, GOALS)
    try:
        return Board.parse(text, size=(width, height))
    except NotationError as error:
        problem = str(error)
    if is_instance_name(text):
        raise NotationError(
            f"goal: {text.strip()[:60]!r} is written as the name of an instance, a board to start "
            f"from; expected one of {', '.join(GOALS)}, or the cells of a board."
        )
    # The text may be the goal of another board; a size that nobody gave is then not to be named.
    with suppress(NotationError):
        if len(text) > LONGEST_HINT:
            raise NotationError(problem)
        problem = (
            f"it is {Board.parse(text).size}, but the board is {width}x{height}; expected the same "
            "size."
        )
    raise NotationError(f"goal: {problem}")


def known_name(text: str) -> str | None:
    """The name in `GOALS` that a text stands for, if it is one, or another word for one."""
    return text if text in GOALS else _ALIASES.get(_word(text))


def _word(text: str) -> str:
    return re.sub(r"[ _-]", "", text.lower())


def goal_name(goal: Board) -> str | None:
    """The name under which `named_goal` gives this board, if it has one."""
    return next((name for name in GOALS if _goal(name, goal.width, goal.height) == goal), None)


def _goal(name: str, width: int, height: int) -> Board:
    count = width * height
    if name == "first":
        return Board(width, height, tuple(range(count)))
    cells = [0] * count
    path = {
        "last": list(range(count)),
        "snake": _snake(width, height),
        "spiral": _spiral(width, height),
    }
    for tile, cell in enumerate(path[name][:-1], start=1):
        cells[cell] = tile
    return Board(width, height, tuple(cells))


def _snake(width: int, height: int) -> list[int]:
    rows = [list(range(r * width, (r + 1) * width)) for r in range(height)]
    return [cell for r, row in enumerate(rows) for cell in (row if r % 2 == 0 else row[::-1])]


def _spiral(width: int, height: int) -> list[int]:
    rows = [list(range(r * width, (r + 1) * width)) for r in range(height)]
    path: list[int] = []
    while rows:
        path += rows.pop(0)
        rows = [list(column) for column in zip(*rows, strict=True)][::-1]
    return path
