"""The processes below a process, and their end.

What the system tells about other processes is read from Linux's /proc; elsewhere there are none to
be found here, and a process group is all that can be killed.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = [
    "adopt_orphans",
    "below",
    "die_with_parent",
    "fields_of",
    "hide_memory",
    "kill_below",
    "kill_escaped",
    "processor_seconds",
    "sheltered",
]

_KILLING = 5.0  # seconds in which killed processes must be gone
_PR_SET_PDEATHSIG, _PR_GET_DUMPABLE, _PR_SET_DUMPABLE = 1, 3, 4
_PR_SET_CHILD_SUBREAPER = 36
_before: set[int] | None = None  # children when `sheltered` began; None outside it


def _prctl(option: int, value: int) -> int:
    """Linux's prctl; -1 elsewhere and on failure."""
    if sys.platform != "linux":
        return -1
    try:
        return int(ctypes.CDLL(None).prctl(option, value, 0, 0, 0))
    except (OSError, AttributeError):
        return -1


def adopt_orphans(adopt: bool = True) -> None:
    """Become the parent of every process below that loses its own, however it was started."""
    _prctl(_PR_SET_CHILD_SUBREAPER, int(adopt))


def die_with_parent() -> None:
    """Have this process killed as soon as its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def hide_memory(hide: bool = True) -> None:
    """Keep processes of the same user from this one's memory and descriptors; root's see them."""
    _prctl(_PR_SET_DUMPABLE, int(not hide))


@contextmanager
def sheltered() -> Iterator[None]:
    """Within the block, this process adopts orphans and is hidden; see `kill_escaped`.

    For a command, which starts no other processes meanwhile.
    """
    global _before
    shown = _prctl(_PR_GET_DUMPABLE, 0) == 1
    adopt_orphans()
    hide_memory()
    _before = set(_own_children())
    try:
        yield
    finally:
        _before = None
        adopt_orphans(False)
        if shown:
            hide_memory(False)


def fields_of(pid: int) -> list[str]:
    """The fields of a process after its name: state, parent, group, session, …; [] if it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError, ValueError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                listed = Path(f"/proc/{pid}/task/{task}/children").read_text()
                children += map(int, listed.split())
    return children


def _children_listed() -> bool:
    """Whether this system lists the children of a process."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def _own_children() -> list[int]:
    own = os.getpid()
    return _children(own) if _children_listed() else _all_children().get(own, [])


def _all_children() -> dict[int, list[int]]:
    """The children of every process, where the system lists none."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal() and (fields := fields_of(int(name))):
                children.setdefault(int(fields[1]), []).append(int(name))
    return children


def below(pid: int) -> list[int]:
    """The living processes that a process has started, with all that those have started."""
    if sys.platform != "linux":
        return []
    if _children_listed():
        children: Callable[[int], list[int]] = _children
    else:
        every = _all_children()
        children = lambda parent: every.get(parent, [])  # noqa: E731
    found: dict[int, None] = {}
    waiting = children(pid)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += children(one)
    return [one for one in found if (fields_of(one) or "Z")[0] not in "ZX"]


def kill_below(pid: int) -> None:
    """Kill every process below, and reap those that are children of this one."""
    _kill(lambda: below(pid))


def kill_escaped() -> None:
    """Kill the processes of a submission that this one has adopted; none unless `sheltered`.

    What a submission starts is never in the session of this process; what this process starts is.
    """
    if _before is None:
        return
    before = _before
    own = str(os.getsid(0))

    def escaped() -> list[int]:
        new = [one for one in _own_children() if one not in before]
        adopted = [one for one in new if (fields_of(one) or ["Z", "", "", own])[3] != own]
        return [one for root in adopted for one in (root, *below(root))]

    _kill(escaped)


def _kill(found: Callable[[], list[int]]) -> None:
    end = time.monotonic() + _KILLING
    while (pids := found()) and time.monotonic() < end:
        for number in (signal.SIGSTOP, signal.SIGKILL):  # stopped, none starts another meanwhile
            for pid in pids:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        for pid in pids:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.002)


def processor_seconds(pid: int) -> float | None:
    """The processor time that a process and all below it have used, where the system tells."""
    try:
        ticks = 0
        for one in (pid, *below(pid)):
            fields = fields_of(one)
            ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK") if sys.platform == "linux" else None
    except (ValueError, IndexError, AttributeError):
        return None
