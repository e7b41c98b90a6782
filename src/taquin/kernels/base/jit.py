"""The only place that imports Numba: compile options, cached code.

Kernels return a status instead of raising, and are resumable by a node budget, so that time
limits, Ctrl-C and progress stay in Python.
"""

import os
import pickle
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeVar

import numba
from numba.core import cgutils, compiler_lock, types
from numba.core.caching import UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

from taquin.kernels.base.cache import (
    cache_folder,
    code_is_lost,
    compiling_follows,
    has_code,
    usable_code_folder,
)
from taquin.kernels.base.interrupts import interrupts_wait

__all__ = ["cgutils", "inlined", "internal", "intrinsic", "kernel", "quick", "types"]

F = TypeVar("F", bound=Callable[..., Any])


def _renew_compiler_lock() -> None:
    """Release Numba's own lock in a forked process: another thread may have been compiling."""
    compiler_lock.global_compiler_lock._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_compiler_lock)

_LONGEST_COMPILING = 120.0  # seconds
_FOLDER = usable_code_folder()
_ensure_cache_path: Callable[[Any], None] = UserProvidedCacheLocator.ensure_cache_path


def _ensure_private_path(self: Any) -> None:
    """Create Numba's folder in the cache so that no other user may write to it."""
    if _FOLDER is not None and not os.access(_FOLDER, os.W_OK):
        return  # Numba would use another folder, although the code in this one can be read.
    os.makedirs(self.get_cache_path(), mode=0o700, exist_ok=True)
    _ensure_cache_path(self)


UserProvidedCacheLocator.ensure_cache_path = _ensure_private_path  # type: ignore[method-assign]


@contextmanager
def _one_compiles(name: str) -> Iterator[None]:
    """Let one process compile a kernel that is not in the cache; the others wait and load it.

    They wait no longer than compiling may take, and not at all where files cannot be locked:
    there each process compiles for itself.
    """
    if _FOLDER is None or has_code(f"{name}-"):
        yield
        return
    from filelock import FileLock, Timeout

    compiling_follows()
    lock = FileLock(_FOLDER / f"{name}.lock", mode=0o644)  # by default others may write to it
    try:
        lock.acquire(timeout=_LONGEST_COMPILING)
    except (Timeout, OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _patient(compiled: Any) -> Any:
    """Make a kernel announce that it compiles, and hold Ctrl-C back until it is done."""
    compile_for, cache = compiled._compile_for_args, compiled._cache
    load, save = cache.load_overload, cache.save_overload
    name = f"{compiled.__module__.rpartition('.')[2]}.{compiled.__qualname__}"

    def wait(*args: Any, **keywords: Any) -> Any:
        # In this order, so that Ctrl-C does not wait for another process to compile.
        # Compiling runs Python inside LLVM's callbacks, where an exception is lost or fatal.
        with _one_compiles(name), interrupts_wait():
            try:
                return compile_for(*args, **keywords)
            except (EOFError, pickle.UnpicklingError):
                # Truncated files in the cache: delete all indexes and compile again.
                for index in _FOLDER.glob("*/*.nbi") if _FOLDER is not None else ():
                    with suppress(OSError):
                        index.unlink()
                return compile_for(*args, **keywords)

    def load_or_tell(*args: Any) -> Any:
        if _FOLDER is not None:
            cache_folder("kernels", _FOLDER.name)  # still the same, in a process that runs for long
        kept = load(*args)
        if kept is None:
            compiling_follows()
        return kept

    def save_or_tell(*args: Any) -> None:
        try:
            save(*args)
        except OSError as error:  # a full disk, a folder that can only be read
            code_is_lost(error.strerror)
        if _FOLDER is None:
            code_is_lost(None)

    compiled._compile_for_args = wait
    cache.load_overload, cache.save_overload = load_or_tell, save_or_tell
    return compiled


def kernel(function: F) -> F:
    """Compile to machine code at the first call; store the result in the cache folder."""
    if _FOLDER is not None:
        # Each time: Numba reads its settings again when they change, and one of its files of
        # settings is in the current folder.
        numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]
        numba.config.CACHE_LOCATOR_CLASSES = ""  # type: ignore[attr-defined]
    return _patient(  # type: ignore[no-any-return]
        numba.njit(cache=_FOLDER is not None, nogil=True, boundscheck=False, error_model="numpy")(
            function
        )
    )


def quick(function: F) -> F:
    """Compile a kernel that allocates nothing without reference counts, which would dominate it."""
    compiled = kernel(function)
    compiled.targetoptions.update(_nrt=False, no_cfunc_wrapper=True)  # type: ignore[attr-defined]
    return compiled


class _LinkedLibrary(JITCodeLibrary):
    """Code that is optimized and translated only as part of each kernel it is linked into."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


class _LinkedCompiler(Compiler):
    """Numba's compiler, without the machine code of the function by itself."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        target = self.state.targetctx
        code = _LinkedLibrary(target.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        self.state["library"] = code
        self.state.flags.no_compile = True
        compiled = super().compile_extra(func)  # type: ignore[no-untyped-call]
        key = object()  # by which its callers find the code
        target.insert_user_function(key, compiled.fndesc, [code])
        return compiled._replace(entry_point=key)


def internal(function: F) -> F:
    """Compile a function that only kernels call, as a part of each of them and not by itself.

    Numba would optimize, translate and store it for callers from Python too: a third to a half of
    the time that a kernel takes to compile.
    """
    compiled: Any = numba.njit(
        nogil=True, boundscheck=False, error_model="numpy", pipeline_class=_LinkedCompiler
    )(function)
    compiled.targetoptions.update(_nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True)
    compiled.add_overload = lambda added: compiled.overloads.update({added.signature.args: added})
    compiled._compile_for_args = lambda *_args, **_keywords: _by_itself(function)
    return compiled  # type: ignore[no-any-return]


@cache
def _by_itself(function: F) -> F:
    """The same function for callers from Python, such as tests."""
    return quick(function)


def inlined(function: F) -> F:
    """Compile a phase of a kernel that LLVM inlines, because passing many arrays is slow.

    Numba's ``inline="always"`` copies and types the part again at each call, which takes longer to
    compile and is no faster.
    """
    compiled = internal(function)
    compiled.targetoptions.update(forceinline=True)  # type: ignore[attr-defined]
    return compiled
