"""A streak of puzzles that was left: it goes on the next time, as the page's does after a reload.

The file is this program's own; what the page imports stands in `training.json`.
"""

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from taquin.game.folder import read_json, refuse_newer, update_json
from taquin.game.seats import Seat
from taquin.ground.errors import TableError, TaquinError
from taquin.puzzle.board import Board

__all__ = ["KeptStreak", "StreakFile"]

_FORMAT = "taquin streak"
_THEME, _MOVES = re.compile("[a-z]{1,12}"), re.compile("[UDLR]{0,12}")
_SIDES = (3, 4)
_ELSEWHERE = "A streak goes on in another terminal; this one is not kept when you leave."


@dataclass(frozen=True, slots=True)
class KeptStreak:
    """A streak that has begun, with the puzzle that is open.

    solved: puzzles so far, at least one
    least:  the difficulty of the last one
    board:  the open puzzle as text; "" if the next one was still being looked for
    moves:  the best moves that were found on it
    asked:  boards of the streak as text, none of which is asked again
    """

    side: int
    theme: str
    solved: int
    least: int
    board: str = ""
    moves: str = ""
    asked: tuple[str, ...] = ()


class StreakFile:
    """The streak in a folder; a damaged file is never overwritten."""

    def __init__(self, folder: Path, seat: Seat | None = None) -> None:
        """seat: at which a streak goes on, unless another program has it."""
        self.path, self._seat = folder / "streak.json", seat
        self._is_apart = False  # whether the streak that is on here is not the one of the file

    def read(self) -> KeptStreak | None:
        """The streak that was left; TableError if the file cannot be read.

        None while it goes on in another program.
        """
        held = read_json(self.path)
        streak = self._read(held)
        return None if self._is_elsewhere(held) else streak

    def begin(self) -> str:
        """A streak begins or goes on here: why it is not kept, in a sentence; "" if it is.

        TableError if the file cannot be read.
        """
        self._is_apart = self._is_elsewhere(read_json(self.path))
        return _ELSEWHERE if self._is_apart else ""

    def write(self, streak: KeptStreak | None) -> None:
        """Keep a streak, or that none goes on; TableError if that fails.

        From `begin` on, a streak that was refused once is refused.
        """
        if streak is None and (self._is_apart or not self.path.exists()):
            return

        def replaced(held: object) -> object:
            self._read(held)
            # What the other program has left meanwhile waits, and is not ours either.
            self._is_apart = self._is_apart or self._is_elsewhere(held)
            if self._is_apart:
                return held
            if streak is None:
                return None
            return self._held(streak)

        update_json(self.path, replaced)
        if self._is_apart and streak is not None:
            raise TableError(_ELSEWHERE)

    def take(self) -> KeptStreak | None:
        """As `read`; from now on the streak goes on here, and in no other program."""
        streak = self.read()
        if streak is None or self._seat is None:
            return streak
        taken: list[KeptStreak] = []

        def claimed(held: object) -> object:
            now = self._read(held)
            if now is None or self._is_elsewhere(held):
                return held
            taken.append(now)
            return self._held(now)

        try:
            update_json(self.path, claimed)
        except TableError:  # what can be read goes on; `write` says that it cannot be kept
            return streak
        return taken[0] if taken else None

    def _held(self, streak: KeptStreak) -> dict[str, object]:
        """A streak as the file holds it."""
        seat = {} if self._seat is None else {"seat": self._seat.name}
        return {"format": _FORMAT, "version": 1, **asdict(streak), **seat}

    def _is_elsewhere(self, held: object) -> bool:
        """Whether the streak of a file goes on in another program."""
        seat = held.get("seat") if isinstance(held, dict) else None
        return self._seat is not None and self._seat.is_elsewhere(seat)

    def _read(self, held: object) -> KeptStreak | None:
        if held is None:
            return None
        if isinstance(held, dict) and (held.get("format"), held.get("version")) == (_FORMAT, 1):
            streak = _streak(held)
            if streak is not None:
                return streak
        if isinstance(held, dict) and held.get("format") == _FORMAT:
            refuse_newer(self.path, held, 1)
        raise TableError(f"{self.path} does not contain a taquin streak; rename or delete it.")


def _streak(held: dict[str, Any]) -> KeptStreak | None:
    """The streak of a file, None if it is none."""
    side: Any = held.get("side")
    counts: list[Any] = [held.get(name) for name in ("solved", "least")]
    texts: list[Any] = [held.get(name) for name in ("theme", "board", "moves")]
    asked: Any = held.get("asked", [])  # earlier versions did not keep them
    if side not in _SIDES or not all(type(one) is int and one >= 0 for one in counts):
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    if not isinstance(asked, list) or not all(isinstance(text, str) for text in asked):
        return None
    (solved, least), (theme, board, moves) = counts, texts
    if not (solved and _THEME.fullmatch(theme) and _MOVES.fullmatch(moves)):
        return None
    try:
        whole = Board.parse(board) if board else None
        if whole is not None and (whole.width, whole.height) != (side, side):
            return None
        if whole is not None:
            whole.apply(moves)
    except TaquinError:  # text of another program
        return None
    return KeptStreak(side, theme, solved, least, board, moves, tuple(asked))
