"""Where games and settings are kept: plain JSON in a folder of the user's own, written whole."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

import platformdirs
from filelock import FileLock

from taquin.ground.errors import TableError

__all__ = ["data_folder", "read_json", "update_json", "write_json"]

T = TypeVar("T")
VARIABLE = "TAQUIN_DATA"
_PATIENCE = 5.0  # seconds to wait for another taquin that writes the same file


def data_folder() -> Path:
    """Where games and settings are: `TAQUIN_DATA`, or else the user's data folder."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("taquin", appauthor=False)


def read_json(path: Path) -> object:
    """What the file holds, None if there is none; TableError if it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}; {_way_out()}") from None
    except ValueError:
        raise TableError(
            f"{path} is damaged: it is not JSON. Rename or delete it, or restore a copy; taquin "
            "does not overwrite it."
        ) from None


def write_json(path: Path, value: object) -> None:
    """Replace the file as a whole, or leave it as it was; TableError if that fails."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with temporary.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            with suppress(OSError):
                temporary.unlink()
    except OSError as error:
        raise TableError(f"{path} cannot be written: {error.strerror}; {_way_out()}") from None


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
