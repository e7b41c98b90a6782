"""How much memory the processes of a submission use together, from Linux's /proc.

Memory need not be in a process: it may be in a file without a name, in a System V segment that no
process has attached, or in a file that travels through a Unix socket and is in no table at all. The
last can be seen only as growth of the memory that the whole system shares, and is counted only for
processes that could hide some: those with a socket, a ring, or a mapped file without a name.
"""

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

__all__ = ["FamilyMemory", "Segments", "TooManyFiles"]

_MOST_FILES = 1024  # descriptors of a process
_MOST_TASKS = 64  # threads whose descriptors are counted; they may have tables of their own
_IPC_RMID = 0
_HIDING = ("socket:", "anon_inode:[io_uring]")


class TooManyFiles(Exception):
    """A process has too many files open for its memory to be counted."""


class Segments:
    """System V segments of shared memory that some processes create after this object was made."""

    def __init__(self) -> None:
        self._before = {number for number, _, _ in _segments()}
        self._creators: set[int] = set()

    def by(self, pids: Iterable[int]) -> None:
        """Count those of these processes, too, also when they have ended."""
        self._creators.update(pids)

    def _own(self) -> list[tuple[int, int]]:
        return [
            (number, used)
            for number, creator, used in _segments()
            if creator in self._creators and number not in self._before
        ]

    def size(self) -> int:
        """Their bytes in memory."""
        return sum(used for _, used in self._own())

    def remove(self) -> None:
        """Remove them; their creators must be gone."""
        for number, _ in self._own():
            with suppress(OSError, AttributeError):
                ctypes.CDLL(None).shmctl(number, _IPC_RMID, None)


class FamilyMemory:
    """The memory of some processes since this object was made."""

    def __init__(self) -> None:
        self._shared_before = _field_sum("/proc/meminfo", ("Shmem:",))
        self.segments = Segments()

    def of(self, pids: list[int], enough: int) -> int:
        """Bytes of data of some processes together: what they share is counted once.

        enough: a sum up to which the count need not be exact. Mapped files with a name are not
        counted, such as libraries, but shared memory is, and files that are open and have no name.
        Raises TooManyFiles.
        """
        self.segments.by(pids)
        quick = sum(_field_sum(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:")) for pid in pids)
        nameless, hiding = _files_of(pids)
        files = sum(nameless.values()) + self.segments.size()
        grown = _field_sum("/proc/meminfo", ("Shmem:",)) - self._shared_before
        if grown > enough and (hiding or any(map(_maps_nameless, pids))):
            files = max(files, grown)
        if quick + files <= enough:
            return quick + files
        own = shared = 0
        for pid in pids:
            private = _field_sum(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:",))
            if not private:  # hidden, or an older kernel
                private = _field_sum(f"/proc/{pid}/status", ("RssAnon:",))
                shared += _field_sum(f"/proc/{pid}/status", ("RssShmem:",))
            own += private
            shared += _field_sum(f"/proc/{pid}/smaps_rollup", ("Pss_Shmem:",))
        return own + max(shared, files)


def _field_sum(path: str, names: tuple[str, ...]) -> int:
    """The sum of some fields of a file of /proc that are in kB, in bytes."""
    total = 0
    with suppress(OSError, ValueError), open(path, encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith(names):
                total += int(line.split()[1]) * 1024
    return total


def _files_of(pids: list[int]) -> tuple[dict[tuple[int, int], int], bool]:
    """The bytes of each open file without a name, and whether a descriptor could hide others."""
    found: dict[tuple[int, int], int] = {}
    hiding = False
    for pid in pids:
        for folder in _tables(pid):
            with suppress(OSError):
                numbers = os.listdir(folder)
                if len(numbers) > _MOST_FILES:
                    raise TooManyFiles(f"opened more than {_MOST_FILES:,} files")
                for number in numbers:
                    with suppress(OSError):
                        told = os.stat(f"{folder}/{number}")
                        if not told.st_nlink:
                            found[told.st_dev, told.st_ino] = told.st_blocks * 512
                        hiding = hiding or os.readlink(f"{folder}/{number}").startswith(_HIDING)
    return found, hiding


def _tables(pid: int) -> list[str]:
    """Where the descriptors of a process and its threads are."""
    with suppress(OSError):
        tasks = os.listdir(f"/proc/{pid}/task")[:_MOST_TASKS]
        return [f"/proc/{pid}/task/{task}/fd" for task in tasks]
    return []


def _maps_nameless(pid: int) -> bool:
    """Whether a process has mapped a file without a name, which it need not have open."""
    with suppress(OSError), open(f"/proc/{pid}/maps", errors="replace") as file:
        return any(line.endswith("(deleted)\n") for line in file)
    return False


def _segments() -> list[tuple[int, int, int]]:
    """The id, the creator, and the bytes in memory of every System V segment."""
    with suppress(OSError, ValueError, KeyError, IndexError):
        names, *rows = Path("/proc/sysvipc/shm").read_text().splitlines()
        at = {name: column for column, name in enumerate(names.split())}
        fields = [[int(word) for word in row.split()] for row in rows]
        return [
            (row[at["shmid"]], row[at["cpid"]], row[at["rss"]] + row[at["swap"]]) for row in fields
        ]
    return []
