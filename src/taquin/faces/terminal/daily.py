"""Today's daily boards in both faces of the game: what was achieved, and how one is begun."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from taquin.faces.terminal.session import Session
from taquin.game.daily import (
    DAILY_SIDES,
    DailyResult,
    daily_board,
    daily_of,
    daily_results,
    daily_seed,
    day_of,
    streak_to,
)
from taquin.game.record import GameRecord, in_order
from taquin.game.words import assistance, days_text, moves_text, size_text, time_text
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal

__all__ = ["begin_daily", "daily_lines", "streak_text", "today", "until_text"]


def today() -> date:
    """The day whose boards are on, in UTC."""
    return day_of(datetime.now(UTC))


def daily_lines(session: Session, day: date) -> list[tuple[int, str]]:
    """The side of each board of a day, and how it stands. TableError for a damaged history."""
    results = daily_results(session.history.all()).get(day, {})
    lines = []
    for side in DAILY_SIDES:
        # A board that is solved stays so while it is played again.
        state = _outcome(results[side]) if side in results else _progress(session, day, side)
        lines.append((side, state))
    return lines


def _progress(session: Session, day: date, side: int) -> str:
    game, seed = session.game, daily_seed(day, side)
    here = game.record.seed == seed and not game.solved
    left = game.left_last(seed)
    begun = game.begun if here else left is not None
    record = game.record if here else left
    parts = ["in progress" if begun else "not solved yet"]
    parts += ["does not count", assistance(record)] if record and not record.own else []
    return ", ".join(parts)


def _outcome(result: DailyResult) -> str:
    record = result.record
    parts = [time_text(record.milliseconds, 3), moves_text(len(record.moves))]
    parts += [] if result.counts else ["does not count"]
    parts += [help_used] if (help_used := assistance(record)) else []
    return ", ".join(parts)


def streak_text(session: Session, day: date) -> str:
    """The streak in a sentence."""
    streak = streak_to(daily_results(session.history.all()), day)
    if not streak.longest:
        return "A board counts if you begin it on its day and make every move yourself."
    return f"Streak: {days_text(streak.current)}; the longest: {days_text(streak.longest)}."


def begin_daily(
    session: Session, day: date, side: int, write_size: Callable[[Board], str] = size_text
) -> str:
    """Begin a board of that day, or continue it; returns what to say.

    write_size: how this face writes a size.
    """
    session.look()
    game, seed, goal = session.game, daily_seed(day, side), named_goal("last", side, side)
    name = f"the daily {write_size(goal)} of {day.isoformat()}"
    games = [one for one in session.history.all() if daily_of(one) == (day, side)]
    for one in games:
        game.know(one)
    if game.record.seed == seed and not game.solved:
        return f"This is {name}."
    solved = in_order([one for one in games if one.solved])
    left = game.left_last(seed)
    goes_on = left is not None and not _is_over(left, solved) and session.claims(left)
    if goes_on and game.go_on(seed):
        return f"Continuing {name}."
    again = bool(solved)
    game.start(daily_board(day, side), goal, seed=seed, again=again)
    counts = "You have solved it: another try does not count." if again else ""
    return " ".join(filter(None, (f"This is {name}.", counts, session.brings_back(write_size))))


def _is_over(left: GameRecord, solved: list[GameRecord]) -> bool:
    """Whether an unfinished game gave way to a restart that was solved; solved: in order."""
    return bool(solved) and (not left.again or in_order([solved[-1], left])[0] is left)


def until_text(day: date) -> str:
    """When the next boards come: midnight in UTC, and where the player is."""
    end = datetime.combine(day, time(), UTC) + timedelta(1)
    local = end.astimezone()
    return "midnight UTC" + ("" if not local.utcoffset() else f", {local:%H:%M} for you")
