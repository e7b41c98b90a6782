"""The goal beside a board, where there is room for it."""

from textual.widgets import Static

from taquin.faces.terminal.boardview import BoardView
from taquin.puzzle.board import Board

__all__ = ["goal_beside", "goal_rows"]

# The largest goal that is drawn beside the board, in characters and lines.
_WIDEST, _HIGHEST = 30, 8
_HEAD = "Goal"
_PADDING = 2


def goal_rows(goal: Board) -> list[str]:
    """The goal in lines of text; none for one that is too large to stand beside a board."""
    rows = str(goal).splitlines()
    return rows if len(rows[0]) <= _WIDEST and len(rows) <= _HIGHEST else []


def goal_beside(side: Static, view: BoardView, goal: Board, *, wanted: bool) -> None:
    """Show the goal in a column as narrow as it is, or nothing.

    wanted: even if the tiles become smaller for it.
    """
    lines = [_HEAD, *goal_rows(goal)]
    width = max(map(len, lines)) + _PADDING
    shown = len(lines) > 1 and view.leaves_room(width, wanted=wanted)
    side.display = shown
    side.styles.width = width
    side.update("\n".join(lines) if shown else "")
