"""The only place that imports Numba: compile options, cache folder, first-use announcement.

Kernels return a status instead of raising, and are resumable by a node budget, so that time
limits, Ctrl-C and progress stay in Python.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import types
from numba.extending import intrinsic

__all__ = ["cache_folder", "intrinsic", "is_cached", "kernel", "parallel_kernel", "types"]

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


def kernel(function: F) -> F:
    """Compile to machine code on first call; keep the result in the cache folder."""
    compiled: Any = numba.njit(cache=_CACHE, nogil=True, boundscheck=False, error_model="numpy")(
        function
    )
    return compiled  # type: ignore[no-any-return]


def parallel_kernel(function: F) -> F:
    """Like `kernel`, with `numba.prange` loops spread over the cores."""
    compiled: Any = numba.njit(
        cache=_CACHE, nogil=True, parallel=True, boundscheck=False, error_model="numpy"
    )(function)
    return compiled  # type: ignore[no-any-return]
