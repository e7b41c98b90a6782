"""Where games and settings are kept: plain JSON in a folder of the user's own, written whole."""

import json
import os
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

import platformdirs
from filelock import FileLock

from taquin.ground.errors import TableError, quoted
from taquin.ground.writing import written_whole

__all__ = [
    "data_folder",
    "read_json",
    "refuse_newer",
    "update_json",
    "write_json",
    "writing_problem",
]

T = TypeVar("T")
VARIABLE = "TAQUIN_DATA"
_MOST_BYTES = 500_000_000
_PATIENCE = 5.0  # seconds to wait for another taquin that writes the same file


def data_folder() -> Path:
    """Where games and settings are: `TAQUIN_DATA`, or else the user's data folder."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("taquin", appauthor=False)


def read_json(path: Path) -> object:
    """What the file holds, None if there is none; TableError if it cannot be read."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise TableError(f"{path} is not a regular file; {_way_out()}")
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > _MOST_BYTES:
                raise TableError(
                    f"{path} has more than {_MOST_BYTES // 10**6} MB, more than taquin writes. "
                    "Rename or delete it, or restore a copy; taquin does not overwrite it."
                )
            raw = file.read()
        return json.loads(raw.decode(), parse_float=_finite, parse_constant=_finite)
    except TableError:
        raise
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}; {_way_out()}") from None
    except (ValueError, RecursionError):
        raise TableError(
            f"{path} is damaged: it is not JSON that taquin writes. Rename or delete it, or "
            "restore a copy; taquin does not overwrite it."
        ) from None


def refuse_newer(path: Path, held: object, newest: int, *, what: str = "is") -> None:
    """Raise TableError if a newer taquin wrote `held`, which is not damaged.

    newest: the last version that is read. what: "is" for the file, or what it has, as "has a game".
    """
    version = held.get("version") if isinstance(held, dict) else None
    if type(version) is int and version > newest:
        reads = "version 1" if newest == 1 else f"versions up to {newest}"
        raise TableError(
            f"{path} {what} of version {quoted(version, 20)}, written by a newer taquin; this one "
            f"reads {reads}. Nothing is lost: update taquin, or set {VARIABLE} to another folder."
        )


def _finite(text: str) -> float:
    """A number that JSON can hold; ValueError for 1e400 and NaN."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text:.20} is not a number")
    return number


def write_json(path: Path, value: object) -> None:
    """Replace the file as a whole, or leave it as it was; TableError if that fails."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with written_whole(path) as file:
            file.write(text)
    except OSError as error:
        raise TableError(f"{path} cannot be written: {error.strerror}; {_way_out()}") from None


def writing_problem(folder: Path) -> str | None:
    """Why nothing can be kept in a folder; None if files can be written there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return (
            f"Nothing you do will be kept: {folder} cannot be written: {error.strerror}; "
            f"{_way_out()}"
        )


def update_json(path: Path, change: Callable[[object], T]) -> T:
    """Replace what the file holds by `change` of it, while no other taquin writes the file."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(path.with_name(f"{path.name}.lock"), timeout=_PATIENCE):
            value = change(read_json(path))
            write_json(path, value)
            return value
    except TimeoutError:
        raise TableError(f"{path} is in use by another taquin; close it and try again.") from None
    except OSError as error:
        if isinstance(error, TableError):
            raise
        raise TableError(f"{path} cannot be written: {error.strerror}; {_way_out()}") from None


def _way_out() -> str:
    return f"fix that, or set {VARIABLE} to another folder."
