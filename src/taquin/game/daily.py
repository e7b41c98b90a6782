"""The daily boards, the same everywhere, and what was achieved in them.

A day is a date in UTC, so that everyone has the same boards at the same time. Results come from the
games in the history alone. Its twins on the page are `static/game/random.js`,
`static/daily/days.js` and `static/daily/dailylog.js`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from taquin.game.record import GameRecord, in_order
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.solvability import judge
from taquin.puzzle.topology import topology

__all__ = [
    "DAILY_SIDES",
    "DailyResult",
    "Streak",
    "daily_board",
    "daily_of",
    "daily_results",
    "daily_seed",
    "day_of",
    "seeded_board",
    "streak_to",
]

DAILY_SIDES = (3, 4, 5)
_FIRST_DAY = date(2026, 1, 1)
_WORD = 2**32


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The result of one daily board.

    counts:  it was begun on its day, every move was the player's own, and no game before it had
             told how to solve the board
    tries:   solved games of this board
    """

    record: GameRecord
    counts: bool
    tries: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which a board counted: now, and at most."""

    current: int
    longest: int


def day_of(moment: datetime) -> date:
    """The date in UTC; moment: with its time zone."""
    return moment.astimezone(UTC).date()


def daily_seed(day: date, side: int) -> str:
    """The seed that a game of this board is stored with.

    >>> daily_seed(date(2026, 11, 23), 4)
    'taquin daily 1 2026-11-23 4x4'
    """
    return f"taquin daily 1 {day.isoformat()} {side}x{side}"


def daily_board(day: date, side: int) -> Board:
    """The board of a day and size; its goal is `last`."""
    seed, goal = daily_seed(day, side), named_goal("last", side, side)
    while (board := seeded_board(goal, seed)) == goal:
        seed += "+"
    return board


def daily_of(record: GameRecord) -> tuple[date, int] | None:
    """The day and the side of the daily board that a game was played on; None for any other game.

    The seed alone does not prove it: anyone can edit a file of games.
    """
    if record.seed is None or record.goal != named_goal("last", record.goal.width,
                                                        record.goal.height):  # fmt: skip
        return None
    words = record.seed.split(" ")
    try:
        day = date.fromisoformat(words[3]) if len(words) == 5 else None
    except ValueError:
        return None
    side = record.start.width
    if day is None or day < _FIRST_DAY or side not in DAILY_SIDES:
        return None
    own = record.seed == daily_seed(day, side) and record.start == daily_board(day, side)
    return (day, side) if own else None


def daily_results(records: Sequence[GameRecord]) -> Mapping[date, Mapping[int, DailyResult]]:
    """The results by day and side; of several games of a board, the first that counts.

    A board on which a move was made for the player, or a solution shown, counts in no later game;
    one that was played again after a game of the player's own keeps that game's result.
    """
    days: dict[date, dict[int, DailyResult]] = {}
    told: set[str | None] = set()
    for record in in_order(list(records)):
        name = daily_of(record)
        if name is None:
            continue
        if not record.own and not record.again:
            told.add(record.seed)
        if not record.solved:
            continue
        day, side = name
        begun = day_of(datetime.fromisoformat(record.created))
        counts = record.own and begun == day and record.seed not in told
        sides = days.setdefault(day, {})
        before = sides.get(side)
        tries = 1 if before is None else before.tries + 1
        if before is None or (counts and not before.counts):
            sides[side] = DailyResult(record, counts, tries)
        else:
            sides[side] = replace(before, tries=tries)
    return days


def streak_to(results: Mapping[date, Mapping[int, DailyResult]], today: date) -> Streak:
    """The streak, which stands until a whole day has passed without a board that counts."""
    days = {day for day, sides in results.items() if any(one.counts for one in sides.values())}

    def length(last: date) -> int:
        count = 0
        while last - timedelta(count) in days:
            count += 1
        return count

    current = length(today if today in days else today - timedelta(1))
    return Streak(current, max(map(length, days), default=0))


def seeded_board(goal: Board, seed: str) -> Board:
    """The page's `randomBoard`: the same seed gives the same board everywhere, forever.

    Uniform over the boards from which the goal can be reached, the goal among them: a Fisher-Yates
    shuffle of all cells, and an exchange of tiles 1 and 2 where it is unsolvable.
    """
    words = _words(seed)
    cells = list(range(len(goal)))
    for last in range(len(cells) - 1, 0, -1):
        bound = last + 1
        value = next(word for word in words if word < _WORD - _WORD % bound)
        cells[last], cells[value % bound] = cells[value % bound], cells[last]
    board = Board(goal.width, goal.height, tuple(cells))
    solvable = judge(topology("grid", goal.width, goal.height), board, goal).solvable
    return board if solvable else board.swapped(1, 2)


def _words(seed: str) -> Iterator[int]:
    """Numbers below 2**32: sfc32 (Doty-Humphrey, PractRand), seeded by four FNV-1a hashes."""
    state = []
    for lane in range(1, 5):
        value = 0x811C9DC5 ^ lane
        for byte in seed.encode():
            value = ((value ^ byte) * 0x01000193) % _WORD
        state.append(value)
    a, b, c, count = state
    drawn = 0
    while True:
        out = (a + b + count) % _WORD
        count = (count + 1) % _WORD
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % _WORD
        c = (((c << 21) | (c >> 11)) + out) % _WORD
        drawn += 1
        if drawn > 15:
            yield out
