"""Code of kernels that comes with the package, in LLVM's intermediate form; imports no Numba.

Of the time in which Numba compiles a kernel, seven eighths go to typing and lowering it, with the
same result on every processor. For the kernels that a first optimal solution of a 15-puzzle needs,
that result is a file of the package; a machine only optimizes it for its own processor, translates
it and stores it as if it had been compiled (`stored_code`). What a file holds is exactly what Numba
hands to LLVM's optimizer: `tests/kernels/make_prepared.py` writes it, and a test writes it again.

A file serves the versions of Numba and llvmlite, the platform and the sources for which it was
made; for anything else, the kernel is compiled.
"""

import lzma
import pickle
import platform
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.fields import RecordOf, TextOf
from taquin.ground.sealed import Kind, read_sealed, read_sealed_header
from taquin.kernels.base.cache import code_is_damaged, kernel_folders, sources_key

__all__ = [
    "PREPARED",
    "PREPARED_FOLDER",
    "PreparedCode",
    "is_prepared",
    "made_for",
    "read_prepared",
]

PREPARED = Kind(
    "prepared code",
    b"TAQUINLL",
    1,
    RecordOf({"made_for": TextOf(255), "python": TextOf(15)}),
    "Install taquin again.",
    largest=1 << 24,
)
_TRIED = (3, 11), (3, 13)  # the first and the last version of Python with which it was tried
PREPARED_FOLDER = Path(__file__).parents[1] / "prepared"


@cache
def made_for() -> str | None:
    """What this Python needs prepared code to be made for; None where there is none.

    Elsewhere than on Linux for x86-64, functions are called in other ways; without Python's global
    lock, its objects begin otherwise.
    """
    here = sys.platform, platform.machine(), sys.implementation.name
    if here != ("linux", "x86_64", "cpython") or "t" in sys.abiflags:
        return None
    if not _TRIED[0] <= sys.version_info[:2] <= _TRIED[1]:
        return None
    try:
        versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite")]
    except metadata.PackageNotFoundError:  # in a bundle that leaves out what packages say
        return None
    return " ".join([*versions, sources_key(*kernel_folders())])


def is_prepared(name: str) -> bool:
    """Whether there is prepared code of a kernel for this Python."""
    if made_for() is None:
        return False
    try:
        return bool(read_sealed_header(_file(name), PREPARED)["made_for"] == made_for())
    except TableError:  # not there, or damaged: it will be compiled
        return False


class PreparedCode(NamedTuple):
    """What a file holds, as a pickle.

    kernel: its module and the types of its arguments.   name: that of its code.
    bitcode: what LLVM is to optimize.   others: what else `CompileResult._reduce` gives.
    """

    kernel: str
    name: str
    bitcode: bytes
    others: tuple[Any, ...]


def read_prepared(name: str) -> PreparedCode | None:
    """The prepared code of a kernel; None if there is none for this Python."""
    if made_for() is None:
        return None
    try:
        header, body = read_sealed(_file(name), PREPARED)
    except DamagedFile as error:
        code_is_damaged(error)
        return None
    except TableError:  # there is none
        return None
    if header["made_for"] != made_for():
        return None
    return PreparedCode(*pickle.loads(lzma.decompress(body)))


def _file(name: str) -> Path:
    return PREPARED_FOLDER / f"{name}.llvm"
