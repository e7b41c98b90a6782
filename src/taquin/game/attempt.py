"""A timed attempt: a series of boards, when the clock runs, and how results compare.

Its twins on the page are `static/timed/attempt.js` and `static/timed/timedchoice.js`. Times are
milliseconds of one clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import floor
from pathlib import Path
from random import Random
from typing import Any

from taquin.game.folder import data_folder, read_json, update_json
from taquin.game.record import GameRecord
from taquin.ground.errors import TableError
from taquin.ground.sentences import AttemptSentence, said

__all__ = [
    "OFFERED",
    "Attempt",
    "AttemptChoice",
    "AttemptResult",
    "BoardTime",
    "Results",
    "best_total",
]

_SMALLEST = 2  # the side of a relay's first board
_KEPT = 1000  # results of each name
_FIELDS = ("name", "total", "times", "moves", "at")
_ADDED = {"dnf", "ids"}  # where they apply, by versions later than the first
OFFERED: Mapping[str, tuple[Any, ...]] = {
    "mode": ("single", "marathon", "relay", "mixed"),
    "side": (2, 3, 4, 5, 6, 7, 8, 9, 10),
    "count": (3, 5, 10, 12, 25, 42, 100),
    "last": (3, 4, 5, 6, 7, 8, 9, 10),
    "sides": ((3, 4, 5), (4, 5, 6), (3, 4), (4, 5), (2, 3, 4, 5, 6)),
    "inspection": (0, 5, 10, 15, 30),
    "numbers": ("shown", "hidden", "blind"),
}


@dataclass(frozen=True, slots=True)
class AttemptChoice:
    """What a player chooses; every field has one of the values of `OFFERED`.

    mode:        single, marathon, relay or mixed
    side:        of the boards of a single attempt or a marathon
    count:       boards of a marathon or a mixed session
    last:        the side of a relay's last board
    sides:       from which a mixed session draws
    inspection:  seconds to look before the clock starts by itself; 0: until the first move
    numbers:     shown, hidden, or blind: tiles lose number and color with the first move
    """

    mode: str = "single"
    side: int = 4
    count: int = 5
    last: int = 10
    sides: tuple[int, ...] = (3, 4, 5)
    inspection: int = 0
    numbers: str = "shown"

    @classmethod
    def read(cls, stored: object) -> "AttemptChoice":
        """What is valid of plain data, and the usual values for the rest."""
        given = dict(stored) if isinstance(stored, dict) else {}
        if isinstance(given.get("sides"), list):
            given["sides"] = tuple(given["sides"])
        return cls(**{name: given[name] for name in OFFERED if given.get(name) in OFFERED[name]})

    def next(self, field: str, by: int = 1) -> "AttemptChoice":
        """With the next value of one field, or with -1 the one before."""
        values = OFFERED[field]
        return replace(
            self, **{field: values[(values.index(getattr(self, field)) + by) % len(values)]}
        )

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that this mode uses."""
        own = {"single": ("side",), "marathon": ("side", "count"), "relay": ("last",)}
        look = () if self.numbers == "blind" else ("inspection",)
        return ("mode", *own.get(self.mode, ("sides", "count")), *look, "numbers")

    @property
    def continuous(self) -> bool:
        """Whether one clock runs through all boards."""
        return self.mode in ("marathon", "relay")

    @property
    def name(self) -> str:
        """What results have in common that can be compared with each other.

        >>> AttemptChoice().name, AttemptChoice(mode="relay", numbers="blind").name
        ('4×4', 'relay 2×2 to 10×10, blind')
        """
        size, first, last = (f"{n}×{n}" for n in (self.side, _SMALLEST, self.last))
        sizes = ", ".join(f"{n}×{n}" for n in self.sides)
        what = {
            "single": size,
            "marathon": said(AttemptSentence.MARATHON, count=self.count, size=size),
            "relay": said(AttemptSentence.RELAY, first=first, last=last),
            "mixed": said(AttemptSentence.MIXED, count=self.count, sizes=sizes),
        }[self.mode]
        if self.numbers == "shown":
            return what
        blind = self.numbers == "blind"
        return said(AttemptSentence.BLIND if blind else AttemptSentence.HIDDEN, what=what)

    def sides_of(self, rng: Random) -> tuple[int, ...]:
        """The side of each board; rng: shuffles a mixed session."""
        if self.mode == "marathon":
            return (self.side,) * self.count
        if self.mode == "relay":
            return tuple(range(_SMALLEST, self.last + 1))
        if self.mode == "single":
            return (self.side,)
        # Every size as often as the others, but for what remains.
        drawn = [self.sides[at % len(self.sides)] for at in range(self.count)]
        rng.shuffle(drawn)
        return tuple(drawn)


@dataclass(frozen=True, slots=True)
class BoardTime:
    """One solved board; memo: milliseconds until its first move, where they count."""

    side: int
    time: float
    moves: int
    memo: float


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """An attempt, with the page's names; at: ISO 8601.

    moves: of all boards; earlier versions left out those of a board that was given up
    dnf:   given up; `total` is then the time until that
    ids:   of the games; earlier versions did not keep them
    """

    name: str
    total: float
    times: Sequence[float]
    moves: int
    at: str
    dnf: bool = False
    ids: Sequence[str] = ()

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        data = asdict(self)
        return {name: data[name] for name in data if name in _FIELDS or data[name]}


class Attempt:
    """The boards of an attempt in turn, each covered until the player begins.

    phase: covered, looking (until the first move), solving, or over.
    """

    def __init__(self, choice: AttemptChoice, rng: Random) -> None:
        self.choice = choice
        self.sides = choice.sides_of(rng)
        self.phase = "covered"
        self.splits: list[BoardTime] = []
        self._since: float | None = None  # when the clock started
        self._shown = self._from = 0.0
        self._moved = False

    @property
    def at(self) -> int:
        """Which board is on, from 0."""
        return min(len(self.splits), len(self.sides) - 1)

    @property
    def side(self) -> int:
        """The side of the board that is on."""
        return self.sides[self.at]

    @property
    def complete(self) -> bool:
        """Whether all boards are solved."""
        return len(self.splits) == len(self.sides)

    @property
    def begun(self) -> bool:
        """Whether there is something to lose."""
        return self.phase != "over" and (self.phase != "covered" or bool(self.splits))

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def bare(self) -> bool:
        """Whether the numbers of the board that is on are hidden now."""
        numbers = self.choice.numbers
        hidden = numbers == "hidden" or (numbers == "blind" and self._moved)
        return hidden and self.phase != "over"

    def uncover(self, now: float) -> None:
        """Show the covered board; to learn it by heart counts, so there the clock starts."""
        if self.phase != "covered":
            return
        self.phase, self._shown, self._moved = "looking", now, False
        if self.choice.numbers == "blind":
            self._start(now)

    def left(self, now: float) -> float:
        """Milliseconds of inspection left, 0 without one."""
        if self.phase != "looking" or "inspection" not in self.choice.fields:
            return 0.0
        return max(0.0, self._shown + 1000 * self.choice.inspection - now)

    def tick(self, now: float) -> None:
        """The clock starts by itself at the end of the inspection."""
        timed = self.choice.inspection and "inspection" in self.choice.fields
        if self.phase == "looking" and timed and not self.left(now):
            self._start(self._shown + 1000 * self.choice.inspection)
            self.phase = "solving"

    def moved(self, now: float) -> None:
        """A tile was moved."""
        if self.phase not in ("looking", "solving"):
            return
        self.tick(now)
        self._start(now)
        self.phase = "solving"
        self._moved = True

    def _start(self, now: float) -> None:
        if self._since is None:
            self._since = self._from = now

    def solved(self, now: float, record: GameRecord) -> None:
        """The board that is on was solved: its time is that of its record."""
        if self.phase != "solving":
            return
        time, moves, memo = record.milliseconds, len(record.moves), record.times[0]
        self.splits.append(BoardTime(self.side, time, moves, memo))
        self._from, self._moved = now, False
        if self.complete:
            self._stop("over")
        elif not self.choice.continuous:
            self._stop("covered")
        elif self.choice.numbers == "blind":
            self.phase = "looking"

    def give_up(self) -> None:
        """End without a result."""
        self._stop("over")

    def _stop(self, phase: str) -> None:
        self.phase, self._since = phase, None

    @property
    def since(self) -> float | None:
        """When the clock of the board that is on started; None while it stands."""
        return None if self._since is None else self._from

    @property
    def spent(self) -> float:
        """Milliseconds of all boards solved so far."""
        return sum(one.time for one in self.splits)

    def on_board(self, now: float) -> float:
        """Milliseconds of the board that is on; 0 before the clock starts."""
        return 0.0 if self._since is None else now - self._from

    def total(self, now: float) -> float:
        """Milliseconds of all boards, that of the one that is on with them."""
        return self.spent + self.on_board(now)

    def elapsed(self, now: float) -> float:
        """What the clock shows: a series with one clock, or else the board that is on.

        At the end of any attempt it shows all its time.
        """
        if self.choice.continuous or self.phase == "over":
            return self.total(now)
        if self._since is not None:
            return self.on_board(now)
        return self.splits[-1].time if self.splits else 0.0

    def moves(self, on_board: int) -> int:
        """Moves of all boards; on_board: of the one that is on."""
        return sum(one.moves for one in self.splits) + (0 if self.complete else on_board)

    def result(
        self, at: str, now: float = 0.0, on_board: int = 0, ids: Sequence[str] = ()
    ) -> AttemptResult:
        """What is kept of an attempt; now, on_board: when one is given up that is not complete.

        ids: of its games.
        """
        times = [one.time for one in self.splits]
        total = self.spent if self.complete else self.total(now)
        moves = self.moves(on_board)
        dnf = not self.complete
        return AttemptResult(self.choice.name, total, times, moves, at, dnf, tuple(ids))


def best_total(results: Sequence[AttemptResult]) -> float | None:
    """The best time, None without one: a single slide starts and stops the clock at once."""
    times = [one.total for one in results if one.total and not one.dnf]
    return min(times, default=None)


class Results:
    """The last choice and the results in a folder, by default the user's.

    Like the history, a damaged file is never overwritten: reading and adding raise TableError.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (data_folder() if folder is None else folder) / "timed.json"

    def choice(self) -> AttemptChoice:
        """The last choice."""
        return AttemptChoice.read(self._read(read_json(self.path)).get("choice"))

    def choose(self, choice: AttemptChoice) -> None:
        """Keep a choice."""
        update_json(self.path, lambda held: self._read(held) | {"choice": asdict(choice)})

    def all(self) -> list[AttemptResult]:
        """Every result, the oldest first."""
        return self._results(read_json(self.path))

    def of(self, name: str) -> list[AttemptResult]:
        """The results of comparable attempts, the oldest first."""
        return [one for one in self.all() if one.name == name]

    def add(self, result: AttemptResult) -> None:
        """Keep a result; of more than 1,000 of one name, the oldest goes."""

        def added(held: object) -> dict[str, object]:
            results = [*self._results(held), result]
            old = [one for one in results if one.name == result.name][:-_KEPT]
            kept = [one.as_dict() for one in results if one not in old]
            return self._read(held) | {"results": kept}

        update_json(self.path, added)

    def _read(self, held: object) -> dict[str, object]:
        if held is None:
            return {}
        if isinstance(held, dict):
            return held
        raise TableError(f"{self.path} does not contain timed attempts; rename or delete it.")

    def _results(self, held: object) -> list[AttemptResult]:
        stored = self._read(held).get("results", [])
        if not (isinstance(stored, list) and all(map(_is_result, stored))):
            raise TableError(f"{self.path} is damaged: its results are unreadable; delete it.")
        return [_floored(AttemptResult(**one)) for one in stored]


def _floored(result: AttemptResult) -> AttemptResult:
    """Whole milliseconds, as they are shown; earlier versions kept their parts."""
    times = [float(floor(time)) for time in result.times]
    total = float(floor(result.total))
    return replace(result, total=total, times=times, ids=tuple(result.ids))


def _is_result(one: object) -> bool:
    if not (isinstance(one, dict) and set(one) - _ADDED == set(_FIELDS)):
        return False
    words, numbers = (one["name"], one["at"]), (one["total"], one["moves"])
    return (
        all(isinstance(word, str) for word in words)
        and isinstance(one["times"], list)
        and isinstance(one.get("dnf", False), bool)
        and isinstance(one.get("ids", []), list)
        and all(isinstance(id, str) for id in one.get("ids", []))
        and all(isinstance(number, int | float) for number in (*numbers, *one["times"]))
    )
