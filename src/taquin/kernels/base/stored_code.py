"""Compiled code in sealed files, one for each kernel and list of argument types.

A dispatcher of Numba asks for code, and stores code, by the four names of `StoredCode`. Numba's own
cache has no digest: it hands damaged code to LLVM, which ends the process, or to the processor.
"""

import pickle
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite.binding import parse_bitcode
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.fields import RecordOf, TextOf
from taquin.ground.sealed import Kind, read_sealed, write_sealed
from taquin.kernels.base.cache import (
    cache_folder,
    code_is_damaged,
    code_is_lost,
    compiling_follows,
)
from taquin.kernels.base.prepared import read_prepared

__all__ = ["CODE", "StoredCode", "code_name", "pickled"]

CODE = Kind(
    "compiled code",
    b"TAQUINCC",
    1,
    RecordOf({"file": TextOf(255)}),
    "It is compiled again.",
    largest=1 << 28,
)
_SUFFIX = ".nbc"
_VERSIONS = f"{sys.version} {numba.__version__} {llvmlite.__version__}"


def code_name(function: Any) -> str:
    """What the files of a kernel's code begin with: its module's last name, and its own."""
    name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return name.replace("<", "").replace(">", "")  # which some systems do not allow


def pickled(value: object) -> bytes:
    """A value with types of Numba as bytes."""
    pickled: bytes = dumps(value)  # type: ignore[no-untyped-call]
    return pickled


@cache
def _source(path: str) -> bytes:
    """A digest of a source file; nothing for code that has none, as in a notebook's cell."""
    try:
        return blake2b(Path(path).read_bytes()).digest()
    except OSError:
        return b""


_code_of = attrgetter("library")  # the machine code of what Numba has compiled


class StoredCode:
    """The stored code of one kernel, as a dispatcher of Numba asks for it."""

    def __init__(self, function: Any, folder: Path | None) -> None:
        """folder: None if nothing can be stored."""
        self._folder, self._begin = folder, code_name(function)
        self._module = function.__module__
        code = function.__code__
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        self._kernel = (
            f"{_VERSIONS} {self._module} {code.co_firstlineno}".encode(),
            _source(code.co_filename),
            code.co_code,
            pickled(cells) if cells else b"",
        )

    @property
    def cache_path(self) -> str | None:
        """The folder, as text."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code for a signature; None, announced, if it must be compiled."""
        reduced = None
        if self._folder is not None:
            cache_folder("kernels", self._folder.name)  # still the same: a process may run for long
            reduced = self._stored(self._file(self._folder, signature, context.codegen()))
        if reduced is None:
            reduced = self._translated(signature, context.codegen())
            if reduced is None:
                compiling_follows()
                return None
            self._store(signature, context.codegen(), reduced)
        # What runs allocates arrays by Numba's runtime; the rest of `context.refresh` is for what
        # compiles, and takes a fifth of a second.
        rtsys.initialize(context)
        return CompileResult._rebuild(context, *reduced)  # type: ignore[no-untyped-call]

    def _stored(self, file: Path) -> Any:
        """What `CompileResult._reduce` gave when the file was written; None if there is none."""
        try:
            header, body = read_sealed(file, CODE)
            if header["file"] != file.name:
                raise CODE.damaged(file, "is that of another kernel")
        except DamagedFile as error:
            code_is_damaged(error)
            return None
        except TableError:  # not compiled yet, or not for this user to read
            return None
        return pickle.loads(body)

    def _translated(self, signature: Any, codegen: Any) -> Any:
        """Prepared code as `CompileResult._reduce` would give it here; None if there is none."""
        prepared = read_prepared(self._begin)
        if prepared is None or prepared.kernel != self.kernel(signature):
            return None
        code = codegen.create_library(prepared.name)
        code._final_module = parse_bitcode(prepared.bitcode)
        code._optimize_final_module()
        module = code._final_module
        translated = codegen._tm.emit_object(module), module.as_bitcode()
        return (prepared.name, "object", translated), *prepared.others

    def kernel(self, signature: Any) -> str:
        """The kernel's module and the types of its arguments."""
        return f"{self._module} {signature}"

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store the code for a signature; announces it if that fails."""
        code = _code_of(compiled)
        if not code.has_dynamic_globals:  # addresses of this process
            self._store(signature, code.codegen, compiled._reduce())

    def _store(self, signature: Any, codegen: Any, reduced: Any) -> None:
        if self._folder is None:
            code_is_lost(None)
            return
        file = self._file(self._folder, signature, codegen)
        try:
            write_sealed(file, CODE, {"file": file.name}, pickled(reduced))
        except TableError as error:  # a full disk, a folder that can only be read
            code_is_lost(getattr(error.__cause__, "strerror", None))
        else:
            if numba.config.DEBUG_CACHE:  # type: ignore[attr-defined]
                print(f"[cache] data saved to {str(file)!r}")

    def flush(self) -> None:
        """Forget the code; for a dispatcher that compiles everything again."""
        for file in () if self._folder is None else self._folder.glob(f"{self._begin}-*{_SUFFIX}"):
            with suppress(OSError):
                file.unlink()

    def _file(self, folder: Path, signature: Any, codegen: Any) -> Path:
        """The processor is part of the name: a folder may be shared by several machines."""
        key = blake2b(digest_size=12)
        of_code = signature, codegen.magic_tuple(), str(numba.config.OPT)  # type: ignore[attr-defined]
        for part in (*self._kernel, repr(of_code).encode()):
            key.update(len(part).to_bytes(8, "little") + part)
        return folder / f"{self._begin}-{key.hexdigest()}{_SUFFIX}"
