"""A table from its file, or built under a lock and stored."""

import contextlib
import os.path
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.heard import NoticeSentence
from taquin.ground.sealed import remove_leftovers
from taquin.ground.sentences import said
from taquin.ground.storage import may_rebuild

if TYPE_CHECKING:
    from filelock import FileLock

__all__ = ["building_lock", "load_or_make"]

T = TypeVar("T")


def load_or_make(
    path: Path, load: Callable[[], T], make: Callable[[], tuple[T, Callable[[], None]]]
) -> tuple[T, str]:
    """A table, stored afterwards; and why it could not be stored, or nothing.

    load: reads the file, or raises TableError.   make: returns the table, and what writes the file.
    While another process builds the table, this one waits. A damaged file is rebuilt, or raises
    DamagedFile where that is not allowed.
    """
    if os.path.exists(path):  # unlike Path.exists, False in a folder that cannot be read
        try:
            return load(), ""
        except DamagedFile as error:
            if not may_rebuild():
                raise
            announce(f"the table {path.name} {error.what}; it is rebuilt", private=True)
    told = False

    def tell() -> None:
        nonlocal told
        if not told:
            announce(said(NoticeSentence.OTHERS_FILE, file=path.name))
        told = True

    lock, problem = building_lock(path, tell)
    if lock is None:
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


def building_lock(path: Path, waiting: Callable[[], None]) -> "tuple[FileLock | None, str]":
    """The lock of a table's file, taken; without one, why nothing can be stored there.

    waiting: called ten times a second while another process builds the table.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path}.lock", mode=0o644)  # by default others may write to it
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=0.1)
            except Timeout:
                waiting()
    except OSError as error:
        return None, f"{path.parent} cannot be written ({error.strerror or error})"
    return lock, ""
