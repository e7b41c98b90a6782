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

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, FolderError, quoted
from taquin.ground.ownership import check_contents, owned_folder

__all__ = [
    "cache_folder",
    "code_is_damaged",
    "code_is_lost",
    "compiling_follows",
    "has_code",
    "is_cached",
    "kernel_folders",
    "sources_key",
    "telling_of_compiling",
    "usable_code_folder",
]

_MONTH = 30 * 24 * 3600.0  # seconds
_tell: ContextVar[Callable[[str], None] | None] = ContextVar("tell", default=None)
_lost: ContextVar[Callable[[str], None] | None] = ContextVar("lost", default=None)
_words: ContextVar[str | None] = ContextVar("words", default=None)


@contextmanager
def telling_of_compiling(
    tell: Callable[[str], None], message: str, *, lost: Callable[[str], None] | None = None
) -> Iterator[None]:
    """Within the block, call `tell` with `words` once, as soon as a kernel must be compiled.

    lost: called once, with the folder's name, when compiled code cannot be stored; `tell` by
    default.
    """
    tokens = _tell.set(tell), _words.set(message), _lost.set(tell if lost is None else lost)
    try:
        yield
    finally:
        _tell.reset(tokens[0])
        _words.reset(tokens[1])
        _lost.reset(tokens[2])


def compiling_follows() -> None:
    """Announce that a kernel is about to be compiled, here or by another process."""
    tell, message = _tell.get(), _words.get()
    if tell is not None and message is not None:
        _words.set(None)
        tell(message)


def code_is_lost(reason: str | None) -> None:
    """Announce that compiled code could not be stored and is lost when the process ends."""
    tell = _lost.get()
    if tell is not None:
        _lost.set(None)
        why = f" ({reason})" if reason else ""
        tell(
            f"the compiled code cannot be stored in {cache_folder()}{why}, so the next run "
            "compiles it again; set TAQUIN_CACHE to a folder you can write to"
        )


def code_is_damaged(error: DamagedFile) -> None:
    """Announce, once a process, that stored code is not as it was written, and compiled again."""
    if not _damaged:
        _damaged.append(error)
        announce(f"{str(error).rstrip('.')}; if this returns, check the disk", private=True)


_damaged: list[DamagedFile] = []


def cache_folder(*below: str, make: bool = False) -> Path:
    """Where compiled kernels and tables are: `TAQUIN_CACHE`, or else the user's cache folder.

    below: names of folders in it, of which the path of the last is returned. make: create all that
    are missing, for this user alone. Each folder is checked the first time, with the contents of
    the last one; later only whether it is still the same. Raises FolderError if another user can
    change what is in it; OSError only with `make`.
    """
    chosen = os.environ.get("TAQUIN_CACHE") or platformdirs.user_cache_dir("taquin")
    if not os.path.isabs(chosen):
        raise FolderError(
            f"the cache folder {quoted(chosen, 250)} is relative, so taquin would run "
            f"the code stored in "
            "a different one in each folder you work in; set TAQUIN_CACHE to an absolute path."
        )
    folder = _checked(chosen, make=make, contents=False)
    for name in below:
        folder = _checked(os.path.join(folder, name), make=make, contents=name == below[-1])
    return folder


# Path as given → the folder, and what it was when it was checked. Every board of a batch asks:
# texts are joined and compared in a tenth of the time, and so are paths that are the same object.
_safe: dict[tuple[str, bool], tuple[Path, tuple[int, ...]]] = {}


def _checked(path: str, *, make: bool, contents: bool) -> Path:
    """`owned_folder`, only once for the same folder; contents: check also what is in it."""
    if (path, contents) in _safe:
        folder, before = _safe[path, contents]
        if _identity(folder) == before:
            return folder
    folder = owned_folder(Path(path), "TAQUIN_CACHE", make=make)
    identity = _identity(folder)
    if identity is not None:
        if contents:
            check_contents(folder, "TAQUIN_CACHE")
        _safe[path, contents] = folder, identity
    return folder


def _identity(folder: Path) -> tuple[int, ...] | None:
    """Which folder this is, and who may change it; None if there is none."""
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mode, status.st_uid


@lru_cache(maxsize=1)
def usable_code_folder() -> Path | None:
    """The folder of compiled kernels, created if missing; None if it cannot be created.

    Code in a read-only folder is still used. The folder's name is a checksum of all kernels'
    sources: kernels of one file are inlined into those of another. Raises FolderError as
    `cache_folder`.
    """
    key = sources_key(*kernel_folders())
    try:
        is_new = not cache_folder("kernels", key).exists()
        folder = cache_folder("kernels", key, make=True)
        if is_new:
            _remove_old(folder)
        return folder if os.access(folder, os.R_OK | os.X_OK) else None
    except OSError:
        return None


def kernel_folders() -> list[Path]:
    """The folders with the package's kernels: this one, and each room's own."""
    package = Path(__file__).parents[2]
    return [package / "kernels", *sorted(package.glob("*/kernels"))]


def sources_key(*folders: Path) -> str:
    """A checksum of all Python sources below folders, as hexadecimal text. About a millisecond."""
    checksum = blake2b(digest_size=8)
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            checksum.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
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
    """Whether the cache folder holds compiled code whose name starts with `begin`."""
    folder = usable_code_folder()
    return folder is not None and any(folder.glob(f"{begin}*.nbc"))
