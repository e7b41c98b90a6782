"""What stands around the board: the bar above it, the goal and the session, the keys."""

from datetime import UTC, datetime
from textwrap import shorten

from taquin.faces.terminal.geometry import SIDE
from taquin.faces.terminal.session import goal_words
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.steps import fitting
from taquin.game.game import Game
from taquin.game.record import GameRecord
from taquin.game.statistics import AVERAGES, figure, session
from taquin.game.words import assistance, game_time_text, moves_text, time_text

__all__ = ["bar_text", "keys_text", "side_text"]

_GAMES = 5  # of this session
_HELP = SIDE - 4  # characters of a line on the help that a game had
# The largest goal that is drawn beside the board, in characters and lines.
_WIDEST, _HIGHEST = 30, 8


def keys_text(game: Game, settings: Settings, width: int) -> str:
    """The keys that matter now, the most useful first, as many as fit."""
    hint = "I" if settings.keys != "Arrows and WASD" else "H"
    if game.held:
        keys = ["P resume", "N new", "Esc menu", "? help"]
    elif game.solved:
        keys = ["N new", "X review", "T again", "Esc menu", "? help", "Q quit"]
    else:
        keys = [f"{hint} hint", "U undo", "N new", "Esc menu", "? help", "O solve"]
        keys += ["P pause", "R redo", "Q quit"]
    return fitting(keys, width)


def bar_text(game: Game, settings: Settings, width: int) -> str:
    """The size and the goal on the left, the clock and the moves on the right."""
    left = f"{game.board.width}×{game.board.height} {goal_words(game.goal):.12}"
    if game.held:
        left += " · paused"
    elif game.solved:
        left += " · solved"
    clock = f"{time_text(game.elapsed)}  " if settings.timer == "shown" else ""
    right = f"{clock}{moves_text(game.at)}"
    return f"{left}{' ' * max(1, width - len(left) - len(right))}{right}"


def side_text(game: Game, games: list[GameRecord]) -> str:
    """The goal, and the games of this session with their averages."""
    lines = [f"Goal: {goal_words(game.goal):.26}"]
    rows = str(game.goal).splitlines()
    if len(rows[0]) <= _WIDEST and len(rows) <= _HIGHEST:
        lines += rows
    shown = _session_lines(game.record, games)
    if shown:
        lines += ["", "This session", *shown]
    return "\n".join(lines)


def _session_lines(like: GameRecord, every: list[GameRecord]) -> list[str]:
    games = session(every, like, datetime.now(UTC))
    times = [one.milliseconds for one in games if one.clean and one.milliseconds]
    figures = []
    for average in AVERAGES:
        if average.name in ("single", "ao5", "ao12"):
            now, best = figure(times, average)
            value = best if average.name == "single" else now
            name = "best" if average.name == "single" else average.name
            if value is not None:
                figures.append(f"{name} {time_text(value, 3)}")
    lines = ["  ".join(figures)] if figures else []
    for one in reversed(games[-_GAMES:]):
        lines.append(f"{game_time_text(one):>10}  {moves_text(len(one.moves))}")
        if had := assistance(one):  # such a game is never the best
            lines.append(shorten(had, _HELP, initial_indent=" " * 4, placeholder=" …"))
    return lines
