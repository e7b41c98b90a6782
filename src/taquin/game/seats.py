"""Programs that play at the same time on one folder: what is open at one seat, others leave alone.

A seat is a lock on a file, which the system releases however a program ends.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from filelock import FileLock, Timeout

from taquin.ground.passing import held_if_possible

__all__ = ["Seat", "seated"]

_FOLDER = "open"
_MOST = 50
_NUMBERS = frozenset(map(str, range(1, _MOST + 1)))
_PATIENCE = 1.0  # seconds to wait for another program that looks for its seat


class Seat:
    """A number that no other program has on the same folder while this one runs."""

    def __init__(self, folder: Path, number: int, run: str) -> None:
        """run: of the program, as the next one at the same seat is another."""
        self._folder, self.number = folder, number
        self.name = f"{number} {run}"

    @property
    def is_alone(self) -> bool:
        """Whether no other program plays on the folder now."""
        return not any(
            self.is_elsewhere(number) and os.access(_file(self._folder, number), os.W_OK)
            for number in range(1, _MOST + 1)
        )

    @property
    def problem(self) -> str | None:
        """Which file keeps games closed, and what to do about it; None if there is none."""
        for number in range(1, _MOST + 1):
            file = _file(self._folder, number)
            if file.is_file() and not os.access(file, os.W_OK):
                return (
                    f"{file} belongs to another user, whose games do not go on here. "
                    "If no other taquin runs, delete it."
                )
        return None

    def is_elsewhere(self, seat: object) -> bool:
        """Whether a seat is that of another program, which still runs.

        seat: its name; in files of earlier versions its number.
        """
        run = ""
        number = seat
        if isinstance(seat, str):
            first, _, run = seat.partition(" ")
            number = int(first) if first in _NUMBERS and run else None
        if type(number) is not int or number == self.number or not 1 <= number <= _MOST:
            return False
        file = _file(self._folder, number)
        # A folder of that name is no seat: no program can have locked it.
        if not file.is_file():
            return False
        with _looking(self._folder):
            lock = FileLock(file, timeout=0)
            try:
                lock.acquire()
            except (OSError, NotImplementedError):  # Timeout, or another user's: it may be open
                return not run or _run_at(self._folder, number) in ("", run)
            lock.release()
            return False


@contextmanager
def seated(folder: Path) -> Iterator[Seat | None]:
    """Within the block, a seat is this program's; None in a folder where none can be locked."""
    taken = _taken(folder)
    if taken is None:
        yield None
        return
    lock, seat = taken
    try:
        yield seat
    finally:
        lock.release()


def _taken(folder: Path) -> tuple[FileLock, Seat] | None:
    """The first free seat, which is then locked."""
    try:
        (folder / _FOLDER).mkdir(mode=0o700, parents=True, exist_ok=True)
        with _looking(folder):
            for number in range(1, _MOST + 1):
                lock = FileLock(_file(folder, number), timeout=0)
                try:
                    lock.acquire()
                except (Timeout, IsADirectoryError, PermissionError):  # taken, or no lock at all
                    continue
                return lock, Seat(folder, number, _new_run(folder, number))
    except (OSError, NotImplementedError):  # a folder that cannot be written, which is said; NFS
        return None
    return None


def _looking(folder: Path) -> AbstractContextManager[None]:
    """Held while seats are tried: a seat that is tried looks taken."""
    lock = FileLock(folder / _FOLDER / "looking.lock", timeout=_PATIENCE)
    return held_if_possible(lock.acquire)


def _file(folder: Path, number: int) -> Path:
    return folder / _FOLDER / f"{number}.lock"


def _run_file(folder: Path, number: int) -> Path:
    """Beside the lock, which each program that tries it empties."""
    return folder / _FOLDER / f"{number}.run"


def _new_run(folder: Path, number: int) -> str:
    """A name for the program that has just taken a seat."""
    run, file = token_hex(6), _run_file(folder, number)
    with suppress(OSError):  # a full disk: without a name, whatever is claimed at the seat is its
        file.unlink(missing_ok=True)
        file.write_text(run, "ascii")
    return run


def _run_at(folder: Path, number: int) -> str:
    """Which program has taken a seat last; "" where that cannot be read."""
    try:
        return _run_file(folder, number).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return ""
