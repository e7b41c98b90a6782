"""The folder of what is kept between runs, compiled code and tables; without Numba."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

import platformdirs

__all__ = [
    "cache_folder",
    "compiling_follows",
    "has_code",
    "is_cached",
    "telling_of_compiling",
    "usable_code_folder",
]

_tell: ContextVar[Callable[[], None] | None] = ContextVar("tell", default=None)


@contextmanager
def telling_of_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Within the block, `tell` is called once, when a kernel must be compiled: seconds follow."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


def compiling_follows() -> None:
    """A kernel is about to be compiled, here or by another process that is waited for."""
    tell = _tell.get()
    if tell is not None:
        _tell.set(None)
        tell()


def cache_folder() -> Path:
    """Where compiled kernels and tables live: `TAQUIN_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("TAQUIN_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("taquin"))


@lru_cache(maxsize=1)
def usable_code_folder() -> Path | None:
    """The folder of compiled kernels, made if need be; None where it cannot be written."""
    folder = cache_folder() / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def is_cached(module: str) -> bool:
    """Whether compiled code of a module (its full name) lies in the cache folder."""
    return has_code(module.rpartition(".")[2] + ".")


def has_code(begin: str) -> bool:
    """Whether the cache folder holds an index of compiled code whose name begins so."""
    folder = usable_code_folder()
    return folder is not None and any(folder.glob(f"*/{begin}*.nbi"))
