"""The game in progress: moves, undo to the start, the clock, and games that were left.

Its twin on the page is `static/game/game.js`.
"""

import re
import time
from collections.abc import Callable, Sequence, Set
from copy import deepcopy
from dataclasses import dataclass, field, replace
from math import floor
from secrets import token_hex
from typing import Any

from taquin.game.record import (
    GameRecord,
    is_daily_seed,
    is_time,
    most_help,
    new_record,
    read_record,
)
from taquin.ground.errors import MoveError, NotationError, quoted
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = ["MOST_LEFT", "Game", "Moment", "push"]

_Key = tuple[str | None, Board, Board, str]
# How many games that were left can be brought back. On the page, whose storage is small, 20.
MOST_LEFT = 50
_MOVES, _INPUTS = re.compile("[UDLR]+"), re.compile("[a-z]+")


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What the player knows of a board from games of it.

    hints:   the most help that one of them had, by kind
    solved:  whether one was solved
    """

    hints: dict[str, int]
    solved: bool


@dataclass(frozen=True, slots=True)
class _Undone:
    """A slide that was undone."""

    moves: str
    input: str


@dataclass(slots=True)
class Moment:
    """Everything needed to come back to a game.

    undone: slides to redo, the next one last. elapsed: milliseconds on the clock.
    held: the player had paused.
    kept: the record as a solved game, before its last slide was undone.
    """

    record: GameRecord
    undone: list[_Undone] = field(default_factory=list)
    elapsed: float = 0.0
    held: bool = False
    kept: GameRecord | None = None

    @property
    def begun(self) -> bool:
        """Whether a move was made, even if it is undone, and the game is not over."""
        return bool(self.record.moves or self.undone) and self.record.status == "playing"

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        undone = [{"moves": one.moves, "inputs": one.input} for one in self.undone]
        record = self.record.as_dict()
        return {"record": record, "undone": undone, "elapsed": self.elapsed, "held": self.held}

    @classmethod
    def read(cls, data: Any) -> "Moment":
        """The moment in plain data, checked by replaying it; raises NotationError."""
        try:
            record = read_record(data["record"])
            undone = _slides(data["undone"])
            elapsed = data["elapsed"]
            if not is_time(elapsed):
                raise NotationError(f"a stored game: {quoted(elapsed)} is not a time.")
            ahead = "".join(slide.moves for slide in reversed(undone))
            record.start.apply(record.moves + ahead, topology=record.table)
        except (KeyError, TypeError, ValueError, MoveError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(f"a stored game: {error!r}; expected what taquin wrote.") from None
        held = data.get("held") is True and not record.solved
        return cls(record, undone, float(elapsed), held)


def _slides(undone: object) -> list[_Undone]:
    """Slides from plain data; NotationError for one that no record could hold."""
    if not (isinstance(undone, list) and all(map(_is_slide, undone))):
        raise NotationError("a stored game: its undone moves are not a list of slides.")
    return [_Undone(one["moves"], one["inputs"][0]) for one in undone]


def _is_slide(one: object) -> bool:
    if not isinstance(one, dict):
        return False
    return all(
        isinstance(text, str) and shape.fullmatch(text)
        for text, shape in ((one.get("moves"), _MOVES), (one.get("inputs"), _INPUTS))
    )


def push(board: Board, cell: int, table: Topology | None = None) -> str:
    """The moves that bring the blank to a cell of its row or column; "" if there are none.

    table: the board type, a plain rectangle if None. On others the shorter of two ways, and of two
    that are equally long the one that crosses no edge.

    >>> push(Board.parse("1 2 3/4 5 6/7 8 0"), 6)
    'RR'
    """
    straight = _straight(board, cell)
    if table is None or table.is_grid:
        return straight
    lines = ((letter, table.line(board.blank, at)) for at, letter in enumerate("UDLR"))
    ways = [letter * (line.index(cell) + 1) for letter, line in lines if cell in line]
    return min(ways, key=lambda way: (len(way), way != straight), default="")


def _straight(board: Board, cell: int) -> str:
    (row, column), (y, x) = divmod(board.blank, board.width), divmod(cell, board.width)
    if y == row:
        return ("L" if x > column else "R") * abs(x - column)
    if x == column:
        return ("U" if y > row else "D") * abs(y - row)
    return ""


def _key(record: GameRecord) -> _Key:
    """What games of one board have in common; a board that is drawn once more is another one."""
    return record.seed, record.start, record.goal, record.topology


def _is_worth_keeping(record: GameRecord, undone: list[_Undone]) -> bool:
    """Whether a game was begun, had help, or was not drawn."""
    return bool(record.moves or undone or not record.drawn or any(record.hints.values()))


class Game:
    """One game and those left before it. Nothing here draws, searches or stores.

    named: what the player calls a goal of two rows, as in a `GameRecord`. metric: what games that
    begin count. clock: monotonic seconds.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        *,
        seed: str | None = None,
        typed: bool = False,
        named: str | None = None,
        metric: str = "stm",
        topology: str = "grid",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._left: list[Moment] = []
        self._returned: list[Moment] = []
        # Unfinished games that gave way to newer ones, since they were last asked for.
        self.dropped: list[GameRecord] = []
        # By board: whichever game of it is played, its help stays.
        self._known: dict[_Key, _Knowledge] = {}
        self._metric = metric
        record = new_record(start, goal, seed=seed, typed=typed, named=named, topology=topology)
        record.metric = self._metric_of(record)
        self._adopt(Moment(record))

    def _adopt(self, moment: Moment) -> None:
        self._learn(moment.record)
        self._remember(moment.record)
        self.record = moment.record
        self.goal = moment.record.goal
        self.board = moment.record.start.apply(moment.record.moves, topology=moment.record.table)
        self._undone = moment.undone
        self._elapsed = moment.elapsed
        self._kept = moment.kept
        self._since: float | None = None
        self.held = moment.held
        # What happened in between is unknown.
        if self.record.moves and self.record.status == "playing":
            self.record.paused = True

    @property
    def at(self) -> int:
        """Single-tile moves made."""
        return len(self.record.moves)

    @property
    def solved(self) -> bool:
        """Whether the board is the goal."""
        return self.record.solved

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def begun(self) -> bool:
        """Whether a move was made, even if it is undone."""
        return bool(self.at or self._undone)

    @property
    def elapsed(self) -> float:
        """Milliseconds of play so far."""
        running = 0.0 if self._since is None else 1000 * (self._clock() - self._since)
        return self._elapsed + running

    @property
    def _is_kept(self) -> bool:
        """Whether another game leaves this one to come back to."""
        return _is_worth_keeping(self.record, self._undone)

    @property
    def _unfinished(self) -> list[Moment]:
        """The unfinished games that were left, also by undo, the last at the end."""
        returned = [one for one in self._returned if _is_worth_keeping(one.record, one.undone)]
        return [one for one in (*self._left, *returned) if one.record.status == "playing"]

    @property
    def begun_games(self) -> list[Moment]:
        """Copies of the unfinished games with a move; the last is the one to continue next time.

        That is this game, or the one left last if this one has no move, or is over.
        """
        return [deepcopy(one) for one in (*self._unfinished, self.moment()) if one.begun]

    @property
    def waiting(self) -> list[GameRecord]:
        """The other unfinished games with a move, the one left last first, for `return_to`."""
        return [one.record for one in reversed(self._unfinished) if one.begun]

    @property
    def before(self) -> GameRecord | None:
        """The game that `undo` brings back at the start of this one."""
        return self._left[-1].record if self._left else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a slide, or a game left before this one, to go back to."""
        return bool(self.at or self._left)

    @property
    def can_redo(self) -> bool:
        """Whether something undone can be done again."""
        return bool(self._undone or self._returned)

    def start(
        self,
        board: Board,
        goal: Board,
        *,
        seed: str | None = None,
        typed: bool = False,
        again: bool = False,
        named: str | None = None,
        metric: str | None = None,
        topology: str = "grid",
    ) -> None:
        """Begin another game; `undo` at its start brings this one back.

        metric: None for that of games that begin.
        """
        self._part()
        if self._is_kept:
            self._left = self._newest([*self._left, self._leave()])
        record = new_record(
            board, goal, seed=seed, typed=typed, again=again, named=named, topology=topology
        )
        record.metric = metric or self._metric_of(record)
        record.again = again or _key(record) in self._known
        self._adopt(Moment(record))

    def _metric_of(self, record: GameRecord) -> str:
        """What a game that begins counts: daily boards are compared in single tiles."""
        return "stm" if is_daily_seed(record.seed) else self._metric

    def count_by(self, metric: str) -> None:
        """Count so from now on, in this game too; a solved one stays as it was played."""
        self._metric = metric
        if not self.solved:
            self.record.metric = self._metric_of(self.record)

    def know(self, record: GameRecord) -> None:
        """Learn of another game; its help stays with its board, in the game in play too."""
        self._learn(record)
        self._remember(self.record)

    def _learn(self, record: GameRecord) -> None:
        board, given = _key(record), record.help
        before = self._known.get(board)
        if before is not None:
            given = most_help(before.hints, given)
        solved = record.solved or (before is not None and before.solved)
        if solved or any(given.values()):
            self._known[board] = _Knowledge(given, solved)

    def _remember(self, record: GameRecord) -> None:
        """A game that is not over has had the help given in other games of its board, too."""
        known = self._known.get(_key(record))
        if known is None or record.status != "playing":
            return
        given = record.help
        record.earlier = {
            kind: count + max(0, known.hints[kind] - given[kind])
            for kind, count in record.earlier.items()
        }
        record.hints = most_help(record.hints, known.hints)
        record.again = record.again or known.solved

    def _part(self) -> None:
        """No game can be redone from here on; those with a move stay, as games that were left."""
        begun = [one for one in reversed(self._returned) if one.begun]
        self._left, self._returned = self._newest([*self._left, *begun]), []

    def _newest(self, games: list[Moment]) -> list[Moment]:
        """As many games as can be brought back; older ones are dropped."""
        old = [one for one in games[:-MOST_LEFT] if one.begun]
        self.dropped += [one.record for one in old]
        return games[-MOST_LEFT:]

    def _leave(self) -> Moment:
        """This game, to come back to."""
        self._learn(self.record)
        return self.moment()

    def left_last(self, seed: str) -> GameRecord | None:
        """The unfinished game of that seed that was left last, for `go_on`."""
        found = [one.record for one in self._unfinished if one.record.seed == seed]
        return found[-1] if found else None

    def go_on(self, seed: str) -> bool:
        """Continue the game of that seed; False if none was left unfinished."""
        record = self.left_last(seed)
        return record is not None and self.return_to(record.id)

    def return_to(self, id: str) -> bool:
        """Continue the unfinished game with that id; this one is left in its place.

        False if none was left unfinished.
        """
        moment = next((one for one in self._unfinished if one.record.id == id), None)
        if moment is None:
            return False
        mine = [self._leave()] if self._is_kept else []
        self._returned = [one for one in self._returned if one is not moment]
        self._part()
        self._left = [*(one for one in self._left if one is not moment), *mine]
        self._adopt(moment)
        return True

    def follow(self, gone: Set[str], found: Sequence[Moment]) -> None:
        """Other programs have played: what was left here, but not played, is as it is now.

        gone: ids of games that may be as they were left no more. found: those in their place,
        which stand before all that were played here.
        """
        here = [one for one in self._left if one.record.id not in gone]
        self._returned = [one for one in self._returned if one.record.id not in gone]
        for one in found:
            self._learn(one.record)
        self._left = [*deepcopy(list(found)), *here][-MOST_LEFT:]

    def help_on(self, record: GameRecord) -> dict[str, int]:
        """The most help that a game of this record's board had, by kind; {} if none had any."""
        known = self._known.get(_key(record))
        return {} if known is None or not any(known.hints.values()) else dict(known.hints)

    def retry(self) -> None:
        """Begin again from this game's first board, with the help that was given on it."""
        record = self.record
        self.start(
            record.start,
            record.goal,
            seed=record.seed,
            typed=record.typed,
            again=record.again or self.begun,
            named=record.named,
            metric=None if self.solved else record.metric,
            topology=record.topology,
        )

    def move(self, moves: str, input: str) -> bool:
        """Make one slide; a solved or paused game takes none. MoveError for illegal moves.

        The first move starts the clock, and the one that reaches the goal stops it.
        """
        if self.solved or self.held or not moves:
            return False
        board = self.board.apply(moves, topology=self.record.table)
        self._undone = []
        self._part()
        self._make(board, moves, input)
        return True

    def begin(self, since: float) -> None:
        """Start the clock before the first move; since: when, in seconds of the same clock."""
        if self._since is None:
            self._since = since

    def _make(self, board: Board, moves: str, input: str) -> None:
        now, record = self._clock(), self.record
        if self._since is None:
            self._since = now
        passed = floor(self._elapsed + 1000 * (now - self._since) + 0.5)
        # Two slides never share a time.
        least = record.times[-1] + 1 if record.times else 0
        at = float(max(passed, least))
        self.board = board
        record.moves += moves
        record.inputs += input * len(moves)
        record.times += [at] * len(moves)
        if board == self.goal:
            self._since, self._elapsed = None, at
            record.status = "solved"
            self._learn(record)

    def undo(self) -> bool:
        """Undo the last slide or, at the start of a game, what began it."""
        if self.held or not self.can_undo:
            return False
        if self.at == 0:
            self._returned.append(self._leave())
            self._adopt(self._left.pop())
            return True
        if self.solved:
            # It goes on as another game, on a board that the player knows.
            self._kept = self.record
            self.record = replace(
                deepcopy(self.record), id=token_hex(12), status="playing", again=True
            )
            self._remember(self.record)
        record = self.record
        first = record.times.index(record.times[-1])
        self._undone.append(_Undone(record.moves[first:], record.inputs[first]))
        record.moves, record.inputs = record.moves[:first], record.inputs[:first]
        del record.times[first:]
        record.undos += 1
        self.board = record.start.apply(record.moves, topology=record.table)
        return True

    def redo(self) -> bool:
        """Do again what was undone last."""
        if self.held or not self.can_redo:
            return False
        if not self._undone:
            self._left.append(self._leave())
            self._adopt(self._returned.pop())
            return True
        slide, kept = self._undone.pop(), self._kept
        if kept is not None and kept.moves == self.record.moves + slide.moves:
            self._adopt(Moment(kept, self._undone, kept.milliseconds))
        else:
            board = self.board.apply(slide.moves, topology=self.record.table)
            self._make(board, slide.moves, slide.input)
        return True

    def pause(self) -> bool:
        """Stop the clock and take no moves until `resume`; False if it does not run."""
        if not self.rest():
            return False
        self.held = True
        return True

    def rest(self) -> bool:
        """Stop the clock until the next move, and mark the game as paused."""
        if self._since is None:
            return False
        self._elapsed, self._since = self.elapsed, None
        self.record.paused = True
        return True

    def resume(self) -> None:
        """Go on after `pause`."""
        if self.held:
            self.held, self._since = False, self._clock()

    def give_up(self, ended: float) -> None:
        """End the game unsolved; ended: milliseconds on the clock."""
        self._since = None
        self.record.status = "abandoned"
        self.record.ended = max(ended, self.record.milliseconds)

    def hinted(self, kind: str) -> None:
        """Count help that was given: a kind of `HINT_KINDS`."""
        if not self.solved:
            self.record.hints[kind] += 1
            self._learn(self.record)

    def moment(self) -> Moment:
        """A copy of this moment, for `restore`."""
        return deepcopy(Moment(self.record, self._undone, self.elapsed, self.held, self._kept))

    def restore(self, moment: Moment, left: Sequence[Moment] = ()) -> None:
        """Return to a moment; the clock stands still until the next move, or `resume`.

        left: games that were left before it, for `undo` and `go_on`, the last at the end.
        """
        self._left, self._returned, self._known = deepcopy(list(left)), [], {}
        for one in left:
            self._learn(one.record)
        self._adopt(deepcopy(moment))
