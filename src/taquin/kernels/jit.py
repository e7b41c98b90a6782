"""The only place that imports Numba: compile options, cache folder, first-use announcement.

Kernels return a status instead of raising, and are resumable by a node budget, so that time
limits, Ctrl-C and progress stay in Python.
"""

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import types
from numba.extending import intrinsic

__all__ = ["cache_folder", "intrinsic", "is_cached", "kernel", "types"]

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where compiled kernels and tables live: `TAQUIN_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("TAQUIN_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("taquin"))


def _cache_is_usable() -> bool:
    folder = cache_folder() / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


_CACHE = _cache_is_usable()
if _CACHE:
    numba.config.CACHE_DIR = str(cache_folder() / "kernels")  # type: ignore[attr-defined]


def is_cached(module: str) -> bool:
    """Whether compiled code of a module (its full name) lies in the cache folder."""
    if not _CACHE:
        return False
    name = module.rpartition(".")[2]
    return any((cache_folder() / "kernels").glob(f"*/{name}.*.nbi"))


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Ctrl-C is answered when the block ends, as KeyboardInterrupt.

    Compiling runs Python inside callbacks of LLVM, where an exception is lost or fatal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is None:  # installed by something that is not Python; not ours to replace
        yield
        return
    pending: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pending.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pending:
        signal.raise_signal(signal.SIGINT)


def _patient(compiled: Any) -> Any:
    """Let a kernel compile, at the first call with new types, without being interrupted."""
    compile_for = compiled._compile_for_args

    def wait(*args: Any, **keywords: Any) -> Any:
        with _interrupts_wait():
            try:
                return compile_for(*args, **keywords)
            except (EOFError, pickle.UnpicklingError):
                # Cut-off files in the cache: forget all indexes and compile anew.
                for index in (cache_folder() / "kernels").glob("*/*.nbi"):
                    index.unlink(missing_ok=True)
                return compile_for(*args, **keywords)

    compiled._compile_for_args = wait
    return compiled


def kernel(function: F) -> F:
    """Compile to machine code on first call; keep the result in the cache folder."""
    return _patient(  # type: ignore[no-any-return]
        numba.njit(cache=_CACHE, nogil=True, boundscheck=False, error_model="numpy")(function)
    )
