"""Signals that stop a process: a submission must stop neither the check nor its own warden."""

import ctypes
import signal
import sys
from contextlib import suppress
from pathlib import Path

from taquin.checks.family import below, fields_of

__all__ = ["STOPPED_US", "resume_self", "stopped_by"]

# By which the warden ends if its submission has stopped the check.
STOPPED_US = int(getattr(signal, "SIGRTMAX", 64)) - 1
_CLOCK_MONOTONIC = 1
_EVERY = 500_000_000  # nanoseconds


class _Event(ctypes.Structure):
    """`struct sigevent`."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_byte * 48),
    )


class _Interval(ctypes.Structure):
    """`struct itimerspec`."""

    _fields_ = tuple(
        (name, ctypes.c_long) for name in ("again", "again_nanoseconds", "first", "nanoseconds")
    )


def resume_self() -> None:
    """Have the system send SIGCONT to this process twice a second, which ends any stop of it."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        timer = ctypes.c_void_p()
        event = _Event(signal=int(signal.SIGCONT))
        if library.timer_create(_CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) == 0:
            every = _Interval(0, _EVERY, 0, _EVERY)
            library.timer_settime(timer, 0, ctypes.byref(every), None)


def stopped_by(pid: int, warden: int) -> bool:
    """Whether a process is stopped, and not by its user's terminal or by a debugger.

    After Ctrl-Z, the user's shell takes the terminal back; then it is for the user to go on.
    A process that traces it is below `warden`, or is the user's.
    """
    fields = fields_of(pid)
    if not fields:
        return False
    state, group, foreground = fields[0], int(fields[2]), int(fields[5])
    if state == "t":
        return _tracer(pid) in below(warden)
    return state == "T" and foreground in (-1, group)


def _tracer(pid: int) -> int:
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines():
            if line.startswith("TracerPid:"):
                return int(line.split()[1])
    return 0
