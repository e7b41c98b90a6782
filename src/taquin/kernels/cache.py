"""The folder of what is kept between runs, compiled code and tables; without Numba."""

import os
from functools import lru_cache
from pathlib import Path

import platformdirs

__all__ = ["cache_folder", "has_code", "is_cached", "usable_code_folder"]


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
