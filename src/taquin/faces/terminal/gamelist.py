"""The list of games in the statistics: its lines, and the widths of their columns."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from taquin.faces.terminal.clipping import clipped
from taquin.game.attempt import AttemptResult
from taquin.game.daily import daily_of
from taquin.game.record import GameRecord
from taquin.game.words import (
    assistance,
    game_time_text,
    kind_text,
    length_text,
    local_text,
    moves_text,
    time_text,
)
from taquin.ground.grammar import counted

__all__ = ["Columns", "GameLine", "game_lines", "kinds_of", "list_columns", "list_width"]

_HEAD = ("when", "board", "time", "moves", "help")
_WALLS = "walls"
_MARK = "+"  # for help, where the column has no room for its words
_YEAR = len("2026-")  # which is left out where the list is narrow
_CLOCK = len(" 12:00")  # which is, too, rather than a part of the kind
_LEAST_HELP, _LEAST_KIND = 8, 5  # characters of their columns
_USUAL_HELP = 30
_WIDE = 4  # columns of which the text has the same width on every line


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game; or an attempt of several boards, whose games stand below it once it is unfolded.

    game:   the game; None for an attempt
    key:    of this line, the id of the game or of the attempt's first one
    moves:  a number, or the words of another count than of single tiles
    length: in words
    help:   what help a game had, "" for none; of an attempt, what is to say of its boards
    brief:  the kind without what its moves say, and without the places of walls
    """

    game: GameRecord | None
    key: str
    when: str
    kind: str
    time: str
    moves: str
    length: str
    help: str
    brief: str

    @property
    def cells(self) -> tuple[str, ...]:
        """What its columns say where nothing is left out."""
        return self.when, self.kind, self.time, self.moves, self.help or "none"

    @property
    def words(self) -> str:
        """All that its columns say, and what they may have left out."""
        had = "without help" if self.game is not None else ""
        if self.help:
            had = f"with: {self.help}" if self.game is not None else self.help
        kind = self.kind.strip(" ▸▾")
        return ", ".join(filter(None, (self.when, kind, self.time, self.length, had)))


def game_lines(
    records: Sequence[GameRecord], results: Sequence[AttemptResult], unfolded: Set[str]
) -> list[GameLine]:
    """The newest first; the boards of a marathon, a relay or a mixed session are one line.

    unfolded: keys of attempts whose boards are listed below them.
    """
    series = {id: one for one in results if len(one.ids) > 1 for id in one.ids}
    lines: list[GameLine] = []
    shown = set[str]()
    for record in reversed(records):
        attempt = series.get(record.id)
        if attempt is None:
            lines.append(_game_line(record))
        elif (key := attempt.ids[0]) not in shown:
            shown.add(key)
            lines.append(_attempt_line(attempt, key, is_open=key in unfolded))
            if key in unfolded:
                boards = [one for one in records if one.id in attempt.ids]
                lines += [_game_line(one, "  ") for one in reversed(boards)]
    return lines


def _game_line(record: GameRecord, before: str = "") -> GameLine:
    """before: the kind."""
    kind = f"{before}{kind_text(record)}{', daily' if daily_of(record) else ''}"
    when, time = local_text(record.created), game_time_text(record)
    length = length_text(record)
    moves = str(record.count) if record.metric == "stm" else length
    brief = kind if record.metric == "stm" else kind.replace(", slides", "")
    if record.topology.startswith(_WALLS):
        brief = f"{brief.partition(f', {_WALLS}')[0]}, {_WALLS}"
    return GameLine(record, record.id, when, kind, time, moves, length, assistance(record), brief)


def _attempt_line(attempt: AttemptResult, key: str, *, is_open: bool) -> GameLine:
    time = "DNF"
    if not attempt.dnf:
        time = time_text(attempt.total, 3) if attempt.total else "–"
    solved = f"{counted(len(attempt.times), 'board')} solved" if attempt.dnf else ""
    name = f"{'▾' if is_open else '▸'} {attempt.name}"
    when, length = local_text(attempt.at), moves_text(attempt.moves)
    return GameLine(None, key, when, name, time, str(attempt.moves), length, solved, name)


def kinds_of(records: Sequence[GameRecord]) -> dict[str, tuple[str, int]]:
    """By kind, the smallest boards first: its name, and how many games are of it."""
    counts: dict[str, tuple[str, int]] = {}
    for record in sorted(records, key=lambda one: (len(one.start), one.size)):
        name, count = counts.get(record.kind, (kind_text(record), 0))
        counts[record.kind] = (name, count + 1)
    return counts


class Columns(NamedTuple):
    """Of the list; `padding` characters stand before and after each cell.

    wide:  characters of each column
    year:  whether dates have theirs
    clock: whether they have the time of the day
    mark:  whether help is only marked
    brief: whether kinds are
    """

    wide: tuple[int, ...]
    padding: int
    year: bool
    clock: bool
    mark: bool
    brief: bool

    @property
    def head(self) -> tuple[str, ...]:
        """The names of the columns."""
        return (*_HEAD[:_WIDE], _MARK if self.mark else _HEAD[-1])

    def cells(self, line: GameLine) -> tuple[str, ...]:
        """A line, each part of it in one line of its column."""
        when, kind, time, moves, had = line.cells
        if self.mark:
            had = _MARK if line.help else ""
        name = line.brief if self.brief else kind
        kind = clipped(name, self.wide[1] if self.padding else self.wide[1] - 1)
        when = when if self.year else when[_YEAR:]
        when = when if self.clock else when[:-_CLOCK]
        return when, kind, time, moves, clipped(had, self.wide[-1])

    def leaves_out(self, lines: Sequence[GameLine]) -> bool:
        """Whether a line says more than its columns show, but for the year."""
        return not self.clock or any(line.cells[1:] != self.cells(line)[1:] for line in lines)


def list_columns(lines: Sequence[GameLine], width: int) -> Columns:
    """The columns of a list that is `width` characters wide: what gives way first is the year.

    Without room for words of help, it is marked; then kinds are brief, and dates have no time of
    the day; then the kind of the board is cut.
    """
    when, kind, time, moves, had = _widest(lines)
    brief = max((len(line.brief) for line in lines), default=0)
    for padding, year in ((1, True), (1, False), (0, False)):
        dates = when if year else when - _YEAR
        left = width - dates - time - moves - (2 * len(_HEAD) if padding else len(_HEAD))
        mark = left < kind + min(had, _LEAST_HELP)
        if not mark:
            break
    last = len(_MARK) if mark else left - kind
    is_brief = mark and left - last < kind
    clock = not (is_brief and left - last < brief)
    if not clock:
        dates, left = dates - _CLOCK, left + _CLOCK
    kind = max(_LEAST_KIND, min(brief if is_brief else kind, left - last))
    spare = 0 if padding else 1  # after the text, where a cell has no padding
    wide = (*(one + spare for one in (dates, kind, time, moves)), last)
    return Columns(wide, padding, year, clock, mark, is_brief)


def list_width(lines: Sequence[GameLine]) -> int:
    """Characters of a list that leaves out nothing, but of help that is long."""
    *others, had = _widest(lines)
    return sum(others) + min(had, _USUAL_HELP) + 2 * len(_HEAD)


def _widest(lines: Sequence[GameLine]) -> tuple[int, ...]:
    """Characters of the text of each column."""
    columns = zip(_HEAD, *(line.cells for line in lines), strict=True)
    return tuple(max(map(len, column)) for column in columns)
