"""A table from its file, or built under a lock and stored."""

import contextlib
import os.path
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.sealed import remove_leftovers
from taquin.ground.storage import may_rebuild

__all__ = ["load_or_make"]

T = TypeVar("T")


def load_or_make(
    path: Path, load: Callable[[], T], make: Callable[[], tuple[T, Callable[[], None]]]
) -> tuple[T, str]:
    """A table, stored afterwards; and why it could not be stored, or nothing.

    load: reads the file, or raises TableError.   make: returns the table, and what writes the file.
    While another process builds the table, this one waits. A damaged file is rebuilt, or raises
    DamagedFile where that is not allowed.
    """
    from filelock import FileLock, Timeout

    if os.path.exists(path):  # unlike Path.exists, False in a folder that cannot be read
        try:
            return load(), ""
        except DamagedFile as error:
            if not may_rebuild():
                raise
            announce(f"the table {path.name} {error.what}; it is rebuilt", private=True)
    lock, told = FileLock(f"{path}.lock", mode=0o644), False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=0.1)
            except Timeout:
                if not told:
                    announce(f"waiting for another process that is building {path.name}")
                told = True
    except OSError as error:
        problem = f"{path.parent} cannot be written ({error.strerror or error})"
        return make()[0], problem
    try:
        remove_leftovers(path)
        if told:  # built by another process, if it is sound
            with contextlib.suppress(TableError):
                return load(), ""
        table, write = make()
        try:
            write()
        except TableError as error:
            return table, str(error).removesuffix(".")
        return table, ""
    finally:
        lock.release()
