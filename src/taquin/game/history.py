"""Finished games, kept on this machine alone, in the format that the page exports and imports."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from taquin.game.folder import data_folder, read_json, update_json, write_json
from taquin.game.game import Moment
from taquin.game.record import GameRecord, in_order, read_record
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

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = data_folder() if folder is None else folder

    @property
    def path(self) -> Path:
        """The file of the games."""
        return self._folder / "games.json"

    @property
    def _left(self) -> Path:
        return self._folder / "unfinished.json"

    def all(self) -> list[GameRecord]:
        """Every game, the oldest first."""
        return in_order([self._read(one) for one in self._games(read_json(self.path))])

    def add(self, record: GameRecord) -> None:
        """Keep a game; one with the same id is replaced."""
        self._change(lambda games: [g for g in games if g.get("id") != record.id] + [
            record.as_dict()
        ])  # fmt: skip

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
        raise TableError(
            f"{self.path} does not contain taquin games of version {_VERSION}, but "
            f"{quoted(held, 40)}; rename or delete it."
        )

    def _read(self, data: object) -> GameRecord:
        try:
            return read_record(data)
        except NotationError as error:
            raise TableError(f"{self.path} is damaged: {error} Rename or delete it.") from None

    def leave(self, moment: Moment | None) -> None:
        """Keep the game in progress for the next time; None if there is nothing to continue."""
        write_json(self._left, None if moment is None else moment.as_dict())

    def left(self) -> Moment | None:
        """The game that was left unfinished."""
        held = read_json(self._left)
        if held is None:
            return None
        try:
            return Moment.read(held)
        except NotationError as error:
            raise TableError(f"{self._left} is damaged: {error} Delete it.") from None
