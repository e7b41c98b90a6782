"""The cache folder, with compiled code and tables; works without importing Numba."""

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
    """Within the block, call `tell` with `words` once, as soon as a kernel must be compiled.

    Also tells, once, when compiled code cannot be stored.
    """
    tokens = _tell.set(tell), _words.set(words)
    try:
        yield
    finally:
        _tell.reset(tokens[0])
        _words.reset(tokens[1])


def compiling_follows() -> None:
    """Announce that a kernel is about to be compiled, here or by another process."""
    tell, words = _tell.get(), _words.get()
    if tell is not None and words is not None:
        _words.set(None)
        tell(words)


def code_is_lost(reason: str | None) -> None:
    """Announce that compiled code could not be stored and is lost when the process ends."""
    tell = _tell.get()
    if tell is not None:
        _tell.set(None)
        why = f" ({reason})" if reason else ""
        tell(
            f"the compiled code cannot be stored in {cache_folder()}{why}, so the next run "
            "compiles it again; set TAQUIN_CACHE to a folder you can write to"
        )


def cache_folder() -> Path:
    """Where compiled kernels and tables are: `TAQUIN_CACHE`, or else the user's cache folder."""
    chosen = os.environ.get("TAQUIN_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("taquin"))


@lru_cache(maxsize=1)
def usable_code_folder() -> Path | None:
    """The folder of compiled kernels, created if missing; None if it cannot be created.

    Code in a read-only folder is still used. The folder's name is a checksum of all kernels'
    sources: Numba compares only the kernel's own file, and would run code into which an older
    version of a kernel from another file was inlined.
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
    """Delete code compiled from other sources, unless it was written in the last month."""
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > _MONTH:
            shutil.rmtree(other, ignore_errors=True)


def is_cached(module: str) -> bool:
    """Whether the cache folder holds compiled code of a module, given by its full name."""
    return has_code(module.rpartition(".")[2] + ".")


def has_code(begin: str) -> bool:
    """Whether the cache folder holds an index of compiled code whose name starts with `begin`."""
    folder = usable_code_folder()
    return folder is not None and any(folder.glob(f"*/{begin}*.nbi"))
