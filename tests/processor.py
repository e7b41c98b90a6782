"""The processor time of tests: of a process and of all that it has started."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def spent() -> float:
    """Seconds of this process and of its descendants, of those that still run only under Linux."""
    return sum(os.times()[:4]) + sum(map(_spent_by, _descendants(os.getpid())))


def spent_since(begun: float) -> float:
    """Seconds since `spent` gave that, none of them negative.

    What a tab has used is lost when its process ends unawaited; it was counted while it ran.
    """
    return max(0.0, spent() - begun)


def _descendants(pid: int) -> Iterator[int]:
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has ended
            for child in map(int, file.read_text("ascii").split()):
                yield child
                yield from _descendants(child)


def _spent_by(pid: int) -> float:
    """Seconds of a process and of its children that have ended; 0 if it has ended itself."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS
