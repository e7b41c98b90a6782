"""What the machine allows this process: limits that are lowered and never raised, and shortages.

>>> import resource
>>> lower_limit(resource.RLIMIT_CORE, 0)
0
>>> lower_limit(resource.RLIMIT_CORE, 1 << 20)
0
"""

import errno
import os
import sys

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

__all__ = ["keep_bytecode_whole", "lower_limit", "most_allowed", "shortage"]

_MIB = 1 << 20
_LARGEST_MODULE = 64 * _MIB


def most_allowed(kind: int) -> int | None:
    """The limit of that kind that holds for this process; None if there is none.

    kind: one of resource.RLIMIT_…
    """
    limits = [limit for limit in resource.getrlimit(kind) if limit != resource.RLIM_INFINITY]
    return min(limits, default=None)


def keep_bytecode_whole() -> None:
    """Write no compiled modules where files are limited: Python would store them cut.

    A module whose stored code is cut cannot be imported again, by any program.
    """
    most = None if resource is None else most_allowed(resource.RLIMIT_FSIZE)
    if most is not None and most < _LARGEST_MODULE:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # of the processes that it starts


def lower_limit(kind: int, most: int) -> int:
    """Limit this process to `most`, or to less if it is limited to less; returns the limit.

    kind: one of resource.RLIMIT_…, whose unit is that of `most`.
    """
    allowed = most_allowed(kind)
    limit = most if allowed is None else min(most, allowed)
    resource.setrlimit(kind, (limit, limit))
    if kind == resource.RLIMIT_FSIZE:
        keep_bytecode_whole()
    return limit


def shortage(error: BaseException) -> str | None:
    """What the machine refused to this process, and what to do; None if it is another error."""
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, FileNotFoundError) and "temporary directory" in str(error):
        return (
            "no folder for temporary files can be written to; set TMPDIR to one that can be"
            f"{_limited('RLIMIT_FSIZE', 'and let this process write files of more than')}."
        )
    if code in (errno.EMFILE, errno.ENFILE):
        return "too many files are open; raise the limit (ulimit -n)."
    thread = isinstance(error, RuntimeError) and "start new thread" in str(error)
    if thread or code == errno.EAGAIN:
        return (
            "the system starts no more threads or processes for this user; raise the limit "
            f"(ulimit -u){_limited('RLIMIT_AS', 'or that of the address space, which is')}."
        )
    space = _limited("RLIMIT_AS", "only")
    # A library that finds no room is reported as one that cannot be loaded, and compiled code that
    # finds none may forget to say what is wrong.
    unloaded = isinstance(error, (ImportError, SystemError))
    unloaded = unloaded or (isinstance(error, OSError) and code is None)
    if code == errno.ENOMEM or (space and unloaded):
        only = f": this process may use{space.removeprefix(',')}; allow more" if space else ""
        return f"the system has too little memory for this command{only}."
    return None


def _limited(name: str, reason: str) -> str:
    """A clause with the limit of that name; empty if there is none."""
    allowed = None if resource is None else most_allowed(getattr(resource, name))
    if allowed is None:
        return ""
    option = {"RLIMIT_AS": "-v", "RLIMIT_FSIZE": "-f"}[name]
    return f", {reason} {allowed // _MIB:,} MiB (ulimit {option})"
