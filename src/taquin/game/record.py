"""One game as plain data: what the history stores, statistics count and the review reads.

Its twins on the page are `static/game/record.js` and `static/game/records.js`: games exported here
can be imported there, and the reverse.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from math import floor
from secrets import token_hex
from string import ascii_lowercase
from typing import Any, TypeGuard, cast

from taquin.ground.errors import NotationError, TaquinError, quoted
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import Topology
from taquin.puzzle.topology import topology as find_topology

__all__ = [
    "HINT_KINDS",
    "NEWEST_VERSION",
    "GameRecord",
    "Slide",
    "in_order",
    "is_daily_seed",
    "is_time",
    "most_help",
    "new_record",
    "read_record",
]

HINT_KINDS = ("which", "arrow", "play", "peek", "solution")
# Of games on a plain rectangle, which the page has, too; and of those on other board types, which
# no reader may take for games on a plain one.
_VERSION, _VERSION_OF_TYPES = 1, 2
NEWEST_VERSION = _VERSION_OF_TYPES  # that is read
# Up to which size a game that counts slides is judged by them: of larger boards, single-tile moves
# are.
_JUDGED_CELLS = 16
_STATUSES = ("playing", "solved", "abandoned")
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
# As `daily_seed` writes it.
_DAILY = re.compile(r"taquin daily 1 \d{4}-\d\d-\d\d ", re.ASCII)
_LONGEST = 8.64e9  # a hundred days in milliseconds


@dataclass(frozen=True, slots=True)
class Slide:
    """Tiles pushed together: the moves `start` to `end` (excluded), at `time` in milliseconds."""

    start: int
    end: int
    letter: str
    time: float


@dataclass(slots=True)
class GameRecord:
    """A game.

    id:       24 hexadecimal digits
    created:  ISO 8601
    moves:    one tile letter per single-tile move
    times:    whole milliseconds on the clock, one per move; those of one slide are equal. The clock
              starts with the first move, unless a timed attempt of the page starts it before
    inputs:   one letter per move: m mouse, t touch, k keyboard, h hint, s solver
    status:   playing, solved or abandoned
    hints:    how many of each kind were given; which, arrow and play are steps of one hint
    earlier:  those of them that were given in other tries of the board
    seed:     of a random board; None for a chosen board
    typed:    the player chose the seed
    paused:   the clock was stopped
    again:    the player knew the board from an earlier try
    numbers:  of the tiles: shown, hidden, or blind, which hides them from the first move on
    ended:    whole milliseconds on the clock when it was given up, where that is known
    named:    snake or spiral, which are one goal on two rows: what the player chose
    metric:   what counts: single-tile moves (stm), or slides (mtm)
    topology: the board type; the page has grid alone
    """

    start: Board
    goal: Board
    id: str = field(default_factory=lambda: token_hex(12))
    created: str = field(default_factory=lambda: _now())
    moves: str = ""
    times: list[float] = field(default_factory=list)
    inputs: str = ""
    status: str = "playing"
    hints: dict[str, int] = field(default_factory=lambda: dict.fromkeys(HINT_KINDS, 0))
    earlier: dict[str, int] = field(default_factory=lambda: dict.fromkeys(HINT_KINDS, 0))
    undos: int = 0
    seed: str | None = None
    typed: bool = False
    paused: bool = False
    again: bool = False
    numbers: str = "shown"
    ended: float | None = None
    named: str | None = None
    metric: str = "stm"
    topology: str = "grid"

    @property
    def table(self) -> Topology:
        """Which cells are neighbours."""
        return find_topology(self.topology, self.start.width, self.start.height)

    @property
    def puzzle(self) -> Puzzle:
        """What hints, solutions and reviews are about: the goal, and what they count."""
        return Puzzle(self.table, self.goal, "mtm" if self.is_judged_in_slides else "stm")

    @property
    def is_judged_in_slides(self) -> bool:
        """Whether a game that counts slides is also judged by them."""
        return self.metric == "mtm" and len(self.start) <= _JUDGED_CELLS

    @property
    def unit(self) -> str:
        """What is counted: a move, or a slide."""
        return "move" if self.metric == "stm" else "slide"

    @property
    def judged_unit(self) -> str:
        """What hints, solutions and reviews count: a move, or a slide."""
        return "slide" if self.is_judged_in_slides else "move"

    @property
    def size(self) -> str:
        """WIDTHxHEIGHT."""
        return self.start.size

    @property
    def solved(self) -> bool:
        """Whether the moves end on the goal."""
        return self.status == "solved"

    @property
    def milliseconds(self) -> float:
        """The time of the last move."""
        return self.times[-1] if self.times else 0.0

    @property
    def drawn(self) -> bool:
        """Whether the board was drawn at random, neither chosen nor played before.

        So is a daily board on its day; one of the archive is chosen.
        """
        return self.seed is not None and not self.typed and not self.again

    @property
    def clean(self) -> bool:
        """Whether it compares with others of its kind: no help, no pause, nothing undone."""
        unaided = not self.paused and not self.undos and not set("hs") & set(self.inputs)
        return self.drawn and unaided and not any(self.hints.values())

    @property
    def hinted(self) -> int:
        """How many hints were given: one per move, whatever its steps, and one per peek."""
        return _hinted(self.hints)

    @property
    def hinted_earlier(self) -> int:
        """How many of its hints were given in other tries of its board."""
        return self.hinted - _hinted({k: n - self.earlier[k] for k, n in self.hints.items()})

    @property
    def help(self) -> dict[str, int]:
        """The help of the game, which stays with its board.

        A move made for the player is help even where it was not counted, as in games of earlier
        versions.
        """
        least = {"play": int("h" in self.inputs), "solution": int("s" in self.inputs)}
        return {kind: max(self.hints[kind], least.get(kind, 0)) for kind in HINT_KINDS}

    @property
    def own(self) -> bool:
        """Whether every move was the player's own, even those undone, and no solution was shown.

        Hints that only point are allowed.
        """
        return not self.help["play"] and not self.help["solution"]

    @property
    def kind(self) -> str:
        """What games have in common that can be compared: size, numbers, goal, metric, board type.

        Another goal is another puzzle, and so is one without its numbers; and who counts slides
        plays otherwise.
        """
        kind = f"{self.size} {self.numbers} {goal_name(self.goal) or self.goal.text}"
        kind = kind if self.metric == "stm" else f"{kind} {self.metric}"
        return kind if self.topology == "grid" else f"{kind} {self.topology}"

    @property
    def count(self) -> int:
        """How long the game is as it counts: in slides, or in single-tile moves."""
        return len(self.moves) if self.metric == "stm" else len(self.slides())

    def slides(self) -> list[Slide]:
        """The slides: moves of one moment and direction.

        Where slides are what counts, all tiles that move one after another in one direction are
        one, as in a solution; where edges are joined, no more of them than one slide can move.
        """
        slides: list[Slide] = []
        longest = {letter: side - 1 for letter, side in zip("UDLR", self._sides, strict=True)}
        for at, (letter, time) in enumerate(zip(self.moves, self.times, strict=True)):
            last = slides[-1] if slides else None
            joins = last is not None and (self.metric == "mtm" or last.time == time)
            joins = joins and last is not None and at - last.start < longest[letter]
            if last is not None and joins and last.letter == letter:
                slides[-1] = Slide(last.start, at + 1, letter, last.time)
            else:
                slides.append(Slide(at, at + 1, letter, time))
        return slides

    @property
    def run(self) -> str:
        """The moves of the last slide, which may go on, where slides are what counts."""
        if self.metric == "stm" or not self.moves:
            return ""
        last = self.slides()[-1]
        return self.moves[last.start : last.end]

    @property
    def _sides(self) -> tuple[int, int, int, int]:
        """Cells in a line of each direction U D L R."""
        width, height = self.start.width, self.start.height
        return height, height, width, width

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON, with the page's names."""
        return {
            "version": _VERSION if self.topology == "grid" else _VERSION_OF_TYPES,
            "id": self.id,
            "created": self.created,
            "width": self.start.width,
            "height": self.start.height,
            "start": self.start.text,
            "goal": self.goal.text,
            "moves": self.moves,
            "times": list(self.times),
            "inputs": self.inputs,
            "status": self.status,
            "hints": dict(self.hints),
            **({"earlier": dict(self.earlier)} if any(self.earlier.values()) else {}),
            "undos": self.undos,
            "seed": self.seed,
            "typed": self.typed,
            "paused": self.paused,
            "again": self.again,
            **({} if self.ended is None else {"ended": self.ended}),
            **({} if self.numbers == "shown" else {"numbers": self.numbers}),
            **({} if self.named is None else {"named": self.named}),
            **({} if self.metric == "stm" else {"metric": self.metric}),
            **({} if self.topology == "grid" else {"topology": self.topology}),
        }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_record(
    start: Board,
    goal: Board,
    *,
    seed: str | None,
    typed: bool = False,
    again: bool = False,
    named: str | None = None,
    metric: str = "stm",
    topology: str = "grid",
) -> GameRecord:
    """The record of a game that begins."""
    record = GameRecord(start, goal, seed=seed, typed=typed, again=again, named=named)
    record.status = "solved" if start == goal else "playing"
    record.metric, record.topology = metric, topology
    return record


def _hinted(hints: Mapping[str, int]) -> int:
    return max(hints[kind] for kind in ("which", "arrow", "play")) + hints["peek"]


def is_daily_seed(seed: str | None) -> bool:
    """Whether it is that of a board of a day."""
    return _DAILY.match(seed or "") is not None


def is_time(value: object) -> TypeGuard[float]:
    """Whether it is a time on the clock, in milliseconds."""
    return type(value) in (int, float) and 0 <= cast("float", value) <= _LONGEST


def most_help(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """The greater count of each kind."""
    return {kind: max(count, other[kind]) for kind, count in one.items()}


def in_order(records: list[GameRecord]) -> list[GameRecord]:
    """The records, the oldest first."""
    return sorted(records, key=lambda record: datetime.fromisoformat(record.created).timestamp())


def read_record(data: object) -> GameRecord:
    """A record from plain data, checked by replaying it; raises NotationError for a bad one."""
    if not isinstance(data, Mapping):
        raise NotationError(f"a game: expected an object, not {quoted(data)}.")
    try:
        record = _read(data)
        end = record.start.apply(record.moves, topology=record.table)
    except (
        *(KeyError, TypeError, ValueError, AttributeError),
        *(OverflowError, RecursionError, TaquinError),
    ) as error:
        reason = f"{error} is missing" if type(error) is KeyError else str(error).rstrip(".")
        raise NotationError(f"game {quoted(data.get('id'))}: {reason}.") from None
    if (end == record.goal) != record.solved:
        raise NotationError(f"game {quoted(record.id)}: its moves do not agree with its status.")
    return record


def _read(data: Mapping[str, Any]) -> GameRecord:
    size = (data["width"], data["height"])
    moves, times, inputs = data["moves"], data["times"], data["inputs"]
    board_type = _board_type(data)
    if not (isinstance(data["id"], str) and _ID.fullmatch(data["id"])):
        raise NotationError("its id is not a name of letters and digits")
    if data["status"] not in _STATUSES:
        raise NotationError(f"status {quoted(data['status'])}; expected {', '.join(_STATUSES)}")
    if not (isinstance(moves, str) and not moves.strip("UDLR")):
        raise NotationError("its moves are not letters U, D, L, R")
    letters = isinstance(inputs, str) and not inputs.strip(ascii_lowercase)
    if not (letters and len(inputs) == len(times) == len(moves)):
        raise NotationError("expected one time and one input per move")
    rising = all(a <= b for a, b in pairwise(times))
    if not (rising and all(map(is_time, times))):
        raise NotationError("its times are not in ascending order, or above a hundred days")
    datetime.fromisoformat(data["created"])
    seed = data.get("seed")
    hints, earlier = _counts(data.get("hints")), _counts(data.get("earlier"))
    numbers, ended, named = data.get("numbers"), data.get("ended"), data.get("named")
    number = float(ended) if is_time(ended) else -1.0
    given_up = data["status"] == "abandoned" and [0, *times][-1] <= number
    whole = _whole(times)
    return GameRecord(
        Board.parse(data["start"], size=size),
        Board.parse(data["goal"], size=size),
        id=data["id"],
        created=data["created"],
        moves=moves,
        times=whole,
        inputs=inputs,
        status=data["status"],
        hints=hints,
        earlier={kind: min(count, earlier[kind]) for kind, count in hints.items()},
        undos=max(0, int(data.get("undos", 0))),
        seed=seed if isinstance(seed, str) else None,
        typed=data.get("typed") is True,
        paused=data.get("paused") is True,
        again=data.get("again") is True,
        numbers=numbers if numbers in ("hidden", "blind") else "shown",
        ended=max([float(floor(number)), *whole[-1:]]) if given_up else None,
        named=named if size[1] == 2 and named in ("snake", "spiral") else None,
        metric="mtm" if data.get("metric") == "mtm" else "stm",
        topology=board_type,
    )


def _board_type(data: Mapping[str, Any]) -> str:
    """The board type of a game in plain data, which its version tells to have one."""
    version, name = data["version"], data.get("topology")
    if version == _VERSION:
        return "grid"
    if version != _VERSION_OF_TYPES or name is None:
        raise NotationError(
            f"version {quoted(version)}; expected {_VERSION}, or {_VERSION_OF_TYPES} with a "
            "board type"
        )
    table = find_topology(name, data["width"], data["height"])
    if table.costs is not None:
        raise NotationError(f"moves on {quoted(name)} have costs")
    return table.name


def _counts(hints: Any) -> dict[str, int]:
    return {kind: max(0, int((hints or {}).get(kind, 0))) for kind in HINT_KINDS}


def _whole(times: Sequence[float]) -> list[float]:
    """Times in whole milliseconds, as they are shown; earlier versions recorded hundredths.

    Slides of their own stay apart.
    """
    whole: list[float] = []
    raw, last = -1.0, -1
    for time in times:
        if time != raw:
            raw, last = time, max(floor(time), last + 1)
        whole.append(float(last))
    return whole
