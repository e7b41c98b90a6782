"""Values shared by many threads: computed once, by the first thread that needs them.

`functools.lru_cache` may compute a value twice if two threads need it at the same time. That is
harmless if it takes microseconds, but not if it reads gigabytes or builds tables.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import update_wrapper
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakSet

__all__ = ["Once", "SharedLock", "once"]

P = ParamSpec("P")
T = TypeVar("T")


class SharedLock:
    """A reentrant lock that is released in a forked process; use ``with shared.lock:``.

    Only the forking thread survives a fork; a plain lock held by another thread at that moment
    would stay locked in the child forever. This is not a context manager itself: Ctrl-C between a
    Python-level ``__enter__`` and the block would leave the lock taken for good.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        _LOCKS.add(self)

    def renew(self) -> None:
        """Release the lock, whichever thread holds it; for a process that was just forked."""
        self.lock = RLock()


_LOCKS: "WeakSet[SharedLock]" = WeakSet()


def _renew_locks() -> None:
    for lock in list(_LOCKS):
        lock.renew()


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_renew_locks)


class Once(Generic[P, T]):
    """A function that caches its last values by argument; safe from any thread.

    Values are dropped, those used longest ago first, when they are more than `maxsize`, or, with
    `size`, when the sum of their sizes is; the newest value always stays.

    If several threads need one value, the first computes it and the others wait. Values for
    different arguments are computed in parallel. If the function raises, nothing is cached and the
    next caller tries again. Arguments must be hashable.
    """

    def __init__(
        self, function: Callable[P, T], maxsize: int, size: Callable[[Any], int] = lambda value: 1
    ) -> None:
        update_wrapper(self, function)
        self._function, self._maxsize, self._size = function, maxsize, size
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._running: dict[Hashable, SharedLock] = {}
        self._lock = SharedLock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value for these arguments, computed or cached."""
        key = _key(args, kwargs)
        try:
            hash(key)
        except TypeError:  # no arguments that the function takes: it says so itself
            return self._function(*args, **kwargs)
        with self._lock.lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            running = self._running.setdefault(key, SharedLock())
        with running.lock:
            with self._lock.lock:
                if key in self._values:
                    return self._values[key]
            # If this raises, the lock stays: those who wait at it, and later callers, try in turn.
            value = self._function(*args, **kwargs)
            with self._lock.lock:
                self._values[key] = value
                self._running.pop(key, None)
                while len(self._values) > 1 and self._used() > self._maxsize:
                    self._values.popitem(last=False)
        return value

    def known(self, *args: P.args, **kwargs: P.kwargs) -> bool:
        """Whether the value for these arguments is cached."""
        with self._lock.lock:
            return _key(args, kwargs) in self._values

    def forget(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Compute the value for these arguments again when it is next needed."""
        with self._lock.lock:
            self._values.pop(_key(args, kwargs), None)

    def _used(self) -> int:
        return sum(map(self._size, self._values.values()))

    def cache_clear(self) -> None:
        """Clear the cache."""
        with self._lock.lock:
            self._values.clear()


def _key(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Hashable:
    return args, tuple(sorted(kwargs.items()))


def once(
    maxsize: int, size: Callable[[Any], int] = lambda value: 1
) -> Callable[[Callable[P, T]], Once[P, T]]:
    """Decorator: cache the last `maxsize` values, each computed by one thread; see `Once`.

    >>> @once(maxsize=2)
    ... def square(number: int) -> int:
    ...     print("computing")
    ...     return number * number
    >>> square(3), square(3)
    computing
    (9, 9)
    """

    def decorate(function: Callable[P, T]) -> Once[P, T]:
        return Once(function, maxsize, size)

    return decorate
