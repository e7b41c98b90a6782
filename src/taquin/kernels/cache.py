"""The folder of what is kept between runs, compiled code and tables; without Numba."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import platformdirs

__all__ = [
    "cache_folder",
    "code_is_lost",
    "compiling_follows",
    "has_code",
    "is_cached",
    "sources_key",
    "telling_of_compiling",
    "usable_code_folder",
]

_MONTH = 30 * 24 * 3600.0  # seconds
_tell: ContextVar[Callable[[str], None] | None] = ContextVar("tell", default=None)
_words: ContextVar[str | None] = ContextVar("words", default=None)


@contextmanager
def telling_of_compiling(tell: Callable[[str], None], words: str) -> Iterator[None]:
    """Within the block, `tell` says `words` once, when a kernel must be compiled: seconds follow.

    It also says, once, that compiled code cannot be kept.
    """
    tokens = _tell.set(tell), _words.set(words)
    try:
        yield
    finally:
        _tell.reset(tokens[0])
        _words.reset(tokens[1])


def compiling_follows() -> None:
    """A kernel is about to be compiled, here or by another process that is waited for."""
    tell, words = _tell.get(), _words.get()
    if tell is not None and words is not None:
        _words.set(None)
        tell(words)


def code_is_lost(reason: str | None) -> None:
    """What was compiled could not be written: it serves this process only."""
    tell = _tell.get()
    if tell is not None:
        _tell.set(None)
        why = f" ({reason})" if reason else ""
        tell(
            f"the compiled code is not kept, as {cache_folder()} cannot be written{why}; "
            "TAQUIN_CACHE names another folder"
        )


def cache_folder() -> Path:
    """Where compiled kernels and tables live: `TAQUIN_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("TAQUIN_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("taquin"))


@lru_cache(maxsize=1)
def usable_code_folder() -> Path | None:
    """The folder of compiled kernels, made if need be; None where there can be none.

    One that can only be read serves what it holds. Its name is a checksum of all kernels' sources:
    Numba compares only the file of the kernel itself, and would run code that has inlined an
    older version of a kernel of another file.
    """
    folder = cache_folder() / "kernels" / sources_key(Path(__file__).parent)
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.R_OK | os.X_OK) else None


def sources_key(folder: Path) -> str:
    """A checksum of all Python sources in a folder, as hexadecimal text. About a millisecond."""
    checksum = blake2b(digest_size=8)
    for path in sorted(folder.glob("*.py")):
        checksum.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return checksum.hexdigest()


def _remove_old(folder: Path) -> None:
    """Delete the code of other sources to which nothing was added for a month."""
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > _MONTH:
            shutil.rmtree(other, ignore_errors=True)


def is_cached(module: str) -> bool:
    """Whether compiled code of a module (its full name) lies in the cache folder."""
    return has_code(module.rpartition(".")[2] + ".")


def has_code(begin: str) -> bool:
    """Whether the cache folder holds an index of compiled code whose name begins so."""
    folder = usable_code_folder()
    return folder is not None and any(folder.glob(f"*/{begin}*.nbi"))
