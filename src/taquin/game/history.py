"""Finished games, kept on this machine alone, in the format that the page exports and imports."""

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from taquin.game.folder import data_folder, read_json, refuse_newer, update_json
from taquin.game.game import MOST_LEFT, Moment
from taquin.game.record import (
    HINT_KINDS,
    NEWEST_VERSION,
    GameRecord,
    in_order,
    most_help,
    read_record,
)
from taquin.game.seats import Seat
from taquin.ground.errors import NotationError, TableError, quoted

__all__ = ["History", "exported"]

_FORMAT = "taquin games"
_VERSION = 1


def exported(games: list[dict[str, object]]) -> dict[str, object]:
    """The content of a file of games."""
    return {"format": _FORMAT, "version": _VERSION, "games": games}


class History:
    """The games in a folder, by default the user's.

    A file that is damaged is never overwritten: reading and adding raise TableError until the
    player has moved it away.
    """

    def __init__(self, folder: Path | None = None, seat: Seat | None = None) -> None:
        """seat: whose unfinished games are kept and continued, and no other program's."""
        self._folder = data_folder() if folder is None else folder
        self._seat = seat
        self._free: dict[str, dict[str, Any]] = {}  # games that `open` gave, by id
        self.unclaimed: str | None = None  # why `open` could not keep other programs from its games

    @property
    def path(self) -> Path:
        """The file of the games."""
        return self._folder / "games.json"

    @property
    def _told(self) -> Path:
        return self._folder / "told.json"

    @property
    def _left(self) -> Path:
        return self._folder / "unfinished.json"

    def all(self) -> list[GameRecord]:
        """Every game, the oldest first."""
        return in_order([self._read(one) for one in self._games(read_json(self.path))])

    def add(self, record: GameRecord) -> None:
        """Keep a game; one with the same id is replaced.

        Raises NotationError for a game that could not be read back, and with it all others.
        """
        data = record.as_dict()
        read_record(data)
        self._change(lambda games: [g for g in games if g.get("id") != record.id] + [data])

    def clear(self) -> None:
        """Delete every game."""
        self._change(lambda games: [])

    def _change(self, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
        update_json(self.path, lambda held: exported(change(self._games(held))))

    def _games(self, held: object) -> list[dict[str, Any]]:
        if held is None:
            return []
        if isinstance(held, dict) and (held.get("format"), held.get("version")) == (
            _FORMAT,
            _VERSION,
        ):
            games = held.get("games")
            if isinstance(games, list) and all(isinstance(game, dict) for game in games):
                return games
        if isinstance(held, dict) and held.get("format") == _FORMAT:
            refuse_newer(self.path, held, _VERSION)
        raise TableError(f"{self.path} does not contain taquin games; rename or delete it.")

    def _read(self, data: object) -> GameRecord:
        refuse_newer(self.path, data, NEWEST_VERSION, what="has a game")
        try:
            return read_record(data)
        except NotationError as error:
            raise TableError(f"{self.path} is damaged: {error} Rename or delete it.") from None

    def leave(self, games: Sequence[Moment], known: Set[str] = frozenset()) -> list[GameRecord]:
        """Keep unfinished games for the next time, the one to continue last.

        It and as many others as can be brought back; returns older ones, which are not kept.

        known: ids of the games that the player has had here. Another program may have kept others
        meanwhile, which stay. TableError for a file that is damaged, which stays as it is.
        """
        ours = known | {one.record.id for one in games}
        dropped: list[GameRecord] = []

        def replaced(held: object) -> dict[str, object] | None:
            others = [one for one in self._moments(held) if one.record.id not in ours]
            every = [*others, *games]
            dropped[:] = [one.record for one in every[: -MOST_LEFT - 1]]
            return self._held(every[-MOST_LEFT - 1 :], _seats_of(held), ours)

        update_json(self._left, replaced)
        return dropped

    def open(self, *, continues: bool = True) -> tuple[list[Moment], list[Moment]]:
        """The unfinished games that can go on here, and those that are open in another program.

        The one to continue, or left last, comes last. continues: it goes on, and is open here from
        now on; the others are free until `claim`.
        """
        if self._seat is None or not self._left.exists():
            return self.left(), []
        found: list[list[Moment]] = [[], []]

        def claimed(held: object) -> object:
            seats = _seats_of(held)
            for one in self._moments(held):
                found[self._is_elsewhere(seats.get(one.record.id))].append(one)
            ours = {one.record.id for one in found[0][-1:] if continues}
            return self._held(self._moments(held), seats, ours)

        # A full disk, or a folder that cannot be written, costs no game that can be read.
        self.unclaimed = None
        try:
            update_json(self._left, claimed)
        except TableError as error:
            found[:] = [[], []]
            claimed(read_json(self._left))
            self.unclaimed = str(error)
        free = found[0][:-1] if continues else found[0]
        self._free = {one.record.id: one.as_dict() for one in free}
        return found[0], found[1]

    def look(self, known: Set[str]) -> tuple[list[Moment], list[Moment], Set[str]]:
        """What has become of the unfinished games that can go on here, as `open` gives them.

        Returns them and those that are open in another program, the one left last at the end, and
        the ids of those that `open`, or `look`, gave before and that nobody has continued here.

        known: ids of the games that the player has had here. TableError for a file that is damaged.
        """
        before = frozenset(self._free)
        held = read_json(self._left)
        moments, seats = self._moments(held), _seats_of(held)
        others = [one for one in moments if one.record.id in before or one.record.id not in known]
        found: list[list[Moment]] = [[], []]
        for one in others:
            found[self._is_elsewhere(seats.get(one.record.id))].append(one)
        self._free = {one.record.id: one.as_dict() for one in found[0]}
        return found[0], found[1], before

    def is_free(self, id: str) -> bool:
        """Whether a game that `open` gave has not been continued here."""
        return id in self._free

    def claim(self, id: str) -> bool:
        """Continue an unfinished game here: whether it is still as `open` gave it, and free.

        False where another program has continued it since.
        """
        before = self._free.pop(id, None)
        if self._seat is None or before is None:
            return True
        claimed: list[bool] = []

        def changed(held: object) -> object:
            seats, games = _seats_of(held), self._moments(held)
            same = any(one.record.id == id and one.as_dict() == before for one in games)
            claimed.append(same and not self._is_elsewhere(seats.get(id)))
            return self._held(games, seats, {id}) if claimed[0] else held

        try:
            update_json(self._left, changed)
        except TableError as error:  # as in `open`
            self.unclaimed = str(error)
        return claimed[0] if claimed else True

    def _is_elsewhere(self, seat: object) -> bool:
        return self._seat is not None and self._seat.is_elsewhere(seat)

    def _held(
        self, games: Sequence[Moment], seats: Mapping[str, object], ours: Set[str]
    ) -> dict[str, object] | None:
        """Games as the file holds them. seats: those where games are open, by id."""
        if not games:
            return None
        ids = [one.record.id for one in games]
        now = {id: seats[id] for id in ids if id in seats and id not in ours}
        if self._seat is not None:
            now |= {id: self._seat.name for id in ids if id in ours}
        *others, last = [one.as_dict() for one in games]
        return last | ({"left": others} if others else {}) | ({"seats": now} if now else {})

    def tell(self, helps: Mapping[str, dict[str, int]]) -> None:
        """Keep the help on daily boards, by seed, which no later game makes undone.

        What another program has told of a board stays. Only the newest day is kept.
        """
        if helps:
            update_json(self._told, lambda held: _of_newest_day([_helps(held, self._told), helps]))

    def told(self) -> dict[str, dict[str, int]]:
        """The help on daily boards that `tell` kept."""
        return _helps(read_json(self._told), self._told)

    def left(self) -> list[Moment]:
        """The games that were left unfinished, the one to continue last.

        The file holds that one, as in earlier versions, and in it those that it was begun after.
        """
        return self._moments(read_json(self._left))

    def _moments(self, held: object) -> list[Moment]:
        if held is None:
            return []
        before = held.get("left", []) if isinstance(held, dict) else []
        try:
            if not isinstance(before, list):
                raise NotationError(f"{quoted(before)} is not a list of games.")
            every = (*before, held)
            for one in every:
                record = one.get("record") if isinstance(one, dict) else None
                refuse_newer(self._left, record, NEWEST_VERSION, what="has a game")
            return [Moment.read(one) for one in every]
        except NotationError as error:
            raise TableError(
                f"{self._left} is damaged: {error} Rename or delete it; taquin does not "
                "overwrite it."
            ) from None


def _seats_of(held: object) -> Mapping[str, object]:
    """Where the games of a file are open, by id; what is damaged in it is as if none were."""
    seats = held.get("seats") if isinstance(held, dict) else None
    return seats if isinstance(seats, dict) else {}


def _of_newest_day(tellings: list[Mapping[str, dict[str, int]]]) -> dict[str, dict[str, int]]:
    """The most help of each kind, by seed."""
    newest = max(_day_of(seed) for helps in tellings for seed in helps)
    joined: dict[str, dict[str, int]] = {}
    for helps in tellings:
        for seed, hints in helps.items():
            if _day_of(seed) == newest:
                joined[seed] = most_help(joined.get(seed, hints), hints)
    return joined


def _day_of(seed: str) -> str:
    """What the seeds of one day's boards have in common; that of a later day sorts after it."""
    return seed.rpartition(" ")[0]


def _helps(held: object, path: Path) -> dict[str, dict[str, int]]:
    """Help by seed, as a file holds it."""
    if held is None:
        return {}
    sound = isinstance(held, dict) and all(
        isinstance(hints, dict)
        and set(hints) == set(HINT_KINDS)
        and all(type(count) is int and count >= 0 for count in hints.values())
        for hints in held.values()
    )
    if not (sound and isinstance(held, dict)):
        raise TableError(
            f"{path} is damaged: expected the help on daily boards. Rename or "
            "delete it; taquin does not overwrite it."
        )
    return held
