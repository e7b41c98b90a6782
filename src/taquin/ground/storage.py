"""Whether tables may be stored for later runs, and how much memory building one may take.

By default a table that is built is also stored. A server stores nothing for its visitors: within
`nothing_stored`, stored tables are opened, missing ones are built in memory for one search, and no
file, lock or folder is created.

>>> with nothing_stored():
...     may_store()
False
>>> may_store()
True
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from taquin.ground.memory import available_bytes, resident_bytes

__all__ = [
    "affordable_bytes",
    "damage_raised",
    "may_rebuild",
    "may_store",
    "nothing_stored",
    "using_memory",
]


@dataclass(frozen=True, slots=True)
class _Rule:
    """store: whether tables may be stored. build: whether a damaged one may be rebuilt at once.

    memory: the most bytes of the process, None if free.
    """

    store: bool = True
    build: bool = True
    memory: int | None = None


_FREE = _Rule()
_rule: ContextVar[_Rule] = ContextVar("rule", default=_FREE)


@contextmanager
def nothing_stored(memory: int | None = None) -> Iterator[None]:
    """Within the block, tables are opened or built in memory, never written.

    memory: the most bytes that the whole process may use; a table that would need more is refused.
    A table built in the block counts against the time limit of the search that needs it, and
    stays open afterwards as a stored one would.
    """
    token = _rule.set(replace(_rule.get(), store=False, memory=memory))
    try:
        yield
    finally:
        _rule.reset(token)


@contextmanager
def damage_raised() -> Iterator[None]:
    """Within the block, a damaged table raises its error, where it would otherwise be rebuilt."""
    token = _rule.set(replace(_rule.get(), build=False))
    try:
        yield
    finally:
        _rule.reset(token)


@contextmanager
def using_memory(memory: int | None) -> Iterator[None]:
    """Within the block, a table is built in memory only if the process then uses no more than that.

    memory: bytes; None leaves everything as it is. A larger table is built in files, or refused
    where it may not be stored.
    """
    rule = _rule.get()
    least = min((most for most in (rule.memory, memory) if most is not None), default=None)
    token = _rule.set(replace(rule, memory=least))
    try:
        yield
    finally:
        _rule.reset(token)


def may_store() -> bool:
    """Whether a table may be written, or a lock or folder for it created."""
    return _rule.get().store


def may_rebuild() -> bool:
    """Whether a table that proves damaged when it is opened may be rebuilt at once."""
    return _rule.get().build


def affordable_bytes() -> int | None:
    """Bytes that building a table may take; None if the system does not say."""
    free, most = available_bytes(), _rule.get().memory
    if most is None:
        return free
    left = max(0, most - resident_bytes())
    return left if free is None else min(free, left)
