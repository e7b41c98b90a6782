"""The goal beside a board, or below it, where there is room for all of it."""

from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name

__all__ = ["goal_as_column", "goal_columns", "goal_lines", "goal_rows", "goal_titled"]

# The largest goal that is drawn beside the board, in characters and lines.
_WIDEST, _HIGHEST = 30, 10
_HEAD = "Goal"
_PADDING = 2


def goal_rows(goal: Board) -> list[str]:
    """The goal in lines of text; none for one that is too large to stand beside a board."""
    rows = str(goal).splitlines()
    return rows if len(rows[0]) <= _WIDEST and len(rows) <= _HIGHEST else []


def goal_columns(goal: Board) -> int:
    """Columns that the goal takes beside a board; 0 for one that is too large."""
    rows = goal_rows(goal)
    return max(map(len, [_HEAD, *rows])) + _PADDING if rows else 0


def goal_lines(goal: Board) -> int:
    """Lines that the goal takes below a board; 0 for one that is too large."""
    rows = goal_rows(goal)
    return len([_HEAD, *rows]) if rows else 0


def goal_as_column(goal: Board) -> str:
    """The goal in a column as narrow as it is."""
    return "\n".join([_HEAD, *goal_rows(goal)])


def goal_titled(goal: Board, room: int, name: str | None = None) -> list[str]:
    """The goal below its name, in `room` lines of text beside a board; else the name alone.

    name: if it has more than one.
    """
    rows = goal_rows(goal)
    shown = bool(rows) and len(rows) < room
    name = name or goal_name(goal) or ("custom" if shown else goal.text)
    return [f"Goal: {name}", *rows] if shown else [f"The goal is {name}."]
