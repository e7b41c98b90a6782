"""What puzzles of best moves can be about. Its twin on the page is `static/train/themes.js`."""

from collections.abc import Mapping

from taquin.puzzle.board import Board

__all__ = ["THEMES", "first_free", "fits_theme", "is_corner"]

THEMES: Mapping[str, str] = {
    "any": "boards of every kind",
    "corners": "a tile turns into its home corner, or has to leave it once more",
    "rows": "only the last two rows are out of order",
    "detours": "at least two of the three moves take a tile away from home",
}


def first_free(theme: str, goal: Board) -> int:
    """The first cell whose tile may be out of place."""
    return goal.width * (goal.height - 2) if theme == "rows" else 0


def fits_theme(theme: str, board: Board, goal: Board, *, away: int, corner: bool) -> bool:
    """Whether a puzzle is about a theme.

    away: moves that take their tile away from home. corner: whether one of them is a corner's.
    """
    if theme == "corners":
        return corner
    if theme == "detours":
        return away >= 2
    upper = first_free(theme, goal)
    return tuple(board)[:upper] == tuple(goal)[:upper]


def is_corner(before: Board, after: Board, goal: Board) -> bool:
    """Whether the move between two boards takes a tile into its home corner, or out of it."""
    tile = before[after.blank]
    home = goal.index(tile)
    last = len(goal) - 1
    corners = (0, goal.width - 1, last - goal.width + 1, last)
    return home in corners and tile in (before[home], after[home])
