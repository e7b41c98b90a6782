"""What stands around the board: the bar above it, the goal and the session, the keys."""

from datetime import UTC, datetime
from math import inf
from textwrap import wrap

from taquin.faces.terminal.clipping import clipped, unbroken
from taquin.faces.terminal.daily import today
from taquin.faces.terminal.geometry import SIDE
from taquin.faces.terminal.goalside import goal_titled
from taquin.faces.terminal.session import type_name, type_text
from taquin.faces.terminal.settings import Settings
from taquin.game.daily import daily_of
from taquin.game.game import Game
from taquin.game.record import GameRecord
from taquin.game.statistics import AVERAGES, figure, session, times
from taquin.game.words import assistance, game_time_text, length_text, size_text, time_text
from taquin.puzzle.goal import goal_name

__all__ = ["bar_text", "keys_now", "side_text"]

_GAMES = 5  # that are listed
_HELP = SIDE - 4  # characters of a line on the help that a game had


def keys_now(
    game: Game, settings: Settings, *, ends: bool = False, lacks_goal: bool = False
) -> list[str]:
    """The keys that matter now, the most useful first.

    ends: Escape ends a search, a hint, or moves that are played. lacks_goal: a goal that is not
    the usual one has no room beside the board.
    """
    hint = "I" if settings.keys != "Arrows and WASD" else "H"
    escape = "Esc cancel" if ends else "Esc menu"
    if game.held:
        return ["P resume", "N new", escape, "? help"]
    if game.solved:
        return ["N new", "X review", "T again", escape, "? help", "Q quit"]
    keys = [f"{hint} hint", "U undo", "N new", escape, "? help"]
    keys += ["B goal", "O solve"] if lacks_goal else ["O solve"]
    return [*keys, "P pause", "R redo", "Q quit"]


def bar_text(game: Game, settings: Settings, width: int, name: str | None = None) -> str:
    """The size and the goal on the left, the clock and the moves on the right.

    name: of the goal, if it has more than one.
    """
    size, state = size_text(game.board), ""
    if not game.record.table.is_grid:
        size += f" {type_name(game.record.topology)}"
    if (daily := daily_of(game.record)) is not None:
        day, _ = daily
        state += " · daily" if day == today() else f" · daily {day.isoformat()}"
    if game.held:
        state += " · paused"
    elif game.solved:
        state += " · solved"
    clock = f"{time_text(game.elapsed)}  " if settings.timer == "shown" else ""
    right = f"{clock}{length_text(game.record)}"
    left = f"{size} {name or goal_name(game.goal) or 'custom goal'}{state}"
    if len(left) >= width - len(right):  # then the state counts for more than the goal
        left = f"{size}{state}"
    return f"{clipped(left, width - len(right) - 1):<{max(0, width - len(right))}}{right}"


def side_text(game: Game, games: list[GameRecord], room: int, name: str | None = None) -> str:
    """The goal, and the games since the last long break with their averages, in `room` lines.

    They may be of an earlier start of the program: the page's sessions end with a break, too.
    name: of the goal, if it has more than one.
    """
    lines = [clipped(line, SIDE - 2) for line in goal_titled(game.goal, room, name)]
    if about := type_text(game.record.table):
        lines += ["", about]
    shown = _session_lines(game.record, games, room - len(lines) - 2)
    if shown:
        lines += ["", "Recent games", *shown]
    return "\n".join(lines)


def _session_lines(like: GameRecord, every: list[GameRecord], room: int) -> list[str]:
    games = session(every, like, datetime.now(UTC))
    figures = []
    for average in AVERAGES:
        if average.name in ("single", "ao5", "ao12"):
            now, best = figure(times(games), average)
            value = best if average.name == "single" else now
            name = "best" if average.name == "single" else average.name
            if value is not None:
                figures.append(f"{name} {'DNF' if value == inf else time_text(value, 3)}")
    lines = unbroken(figures, SIDE - 2)
    if len(lines) > room:
        return []
    for one in reversed(games[-_GAMES:]):
        more = [f"{game_time_text(one):>10}  {length_text(one)}"]
        if had := assistance(one):  # such a game is never the best
            more += wrap(had, _HELP, initial_indent=" " * 4, subsequent_indent=" " * 4)
        if len(lines) + len(more) > room:
            break
        lines += more
    return lines
