"""The only place that imports Numba, with `stored_code`: compile options, one process compiles.

Kernels return a status instead of raising, and are resumable by a node budget, so that time
limits, Ctrl-C and progress stay in Python.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar

import numba
from numba.core import cgutils, compiler_lock, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.extending import intrinsic

from taquin.ground.errors import OptionError
from taquin.ground.passing import held_if_possible
from taquin.kernels.base.cache import compiling_follows, has_code, usable_code_folder
from taquin.kernels.base.interrupts import interrupts_wait
from taquin.kernels.base.prepared import is_prepared
from taquin.kernels.base.stored_code import StoredCode, code_name

__all__ = ["cgutils", "inlined", "internal", "intrinsic", "kernel", "quick", "types"]

F = TypeVar("F", bound=Callable[..., Any])


def _renew_compiler_lock() -> None:
    """Release Numba's own lock in a forked process: another thread may have been compiling."""
    compiler_lock.global_compiler_lock._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_compiler_lock)

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
    raise OptionError(
        "NUMBA_DISABLE_JIT is set, so Numba compiles no search; unset it, or choose a readable "
        "search with --engine python."
    )

_LONGEST_COMPILING = 120.0  # seconds
_BETWEEN_LOOKS = 0.01  # seconds; a look takes a tenth of a millisecond
_FOLDER = usable_code_folder()


@contextmanager
def _one_compiles(name: str) -> Iterator[None]:
    """Let one process compile a kernel that is not in the cache; the others wait and load it.

    They wait no longer than compiling may take, and not at all where files cannot be locked:
    there each process compiles for itself.
    """
    if _FOLDER is None or has_code(f"{name}-") or is_prepared(name):
        yield
        return
    from filelock import FileLock

    compiling_follows()
    lock = FileLock(_FOLDER / f"{name}.lock", mode=0o644)  # by default others may write to it
    waiting = partial(lock.acquire, timeout=_LONGEST_COMPILING, poll_interval=_BETWEEN_LOOKS)
    with held_if_possible(waiting):
        yield


class _KernelCompiler(Compiler):
    """Numba's compiler without its passes for what no kernel contains: a tenth of its time."""

    _needless = frozenset(
        {
            "AnnotateTypes",
            "DumpParforDiagnostics",
            "FindLiterallyCalls",
            "InlineClosureLikes",
            "InlineInlinables",  # inline="always"
            "InlineOverloads",
            "LiteralPropagationSubPipelinePass",
            "LiteralUnroll",
            "MakeFunctionToJitFunction",  # closures
            "NoPythonSupportedFeatureValidation",
            "NopythonRewrites",  # expressions of whole arrays
            "RewriteDynamicRaises",
            "WithLifting",
        }
    )

    def define_pipelines(self) -> list[PassManager]:
        (whole,) = super().define_pipelines()  # type: ignore[no-untyped-call]
        lean = PassManager("kernel")  # type: ignore[no-untyped-call]
        for each, name in whole.passes:
            if each.__name__ not in self._needless:
                lean.add_pass(each, name)  # type: ignore[no-untyped-call]
        lean.finalize()  # type: ignore[no-untyped-call]
        return [lean]


def kernel(function: F) -> F:
    """Compile to machine code at the first call; store the result in the cache folder.

    A kernel announces that it compiles, and holds Ctrl-C back until it is done.
    """
    compiled: Any = numba.njit(
        nogil=True, boundscheck=False, error_model="numpy", pipeline_class=_KernelCompiler
    )(function)
    compiled._cache = StoredCode(function, _FOLDER)
    compile_for, name = compiled._compile_for_args, code_name(function)

    def wait(*args: Any, **keywords: Any) -> Any:
        # In this order, so that Ctrl-C does not wait for another process to compile.
        # Compiling runs Python inside LLVM's callbacks, where an exception is lost or fatal.
        with _one_compiles(name), interrupts_wait():
            return compile_for(*args, **keywords)

    compiled._compile_for_args = wait
    return compiled  # type: ignore[no-any-return]


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


class _LinkedCompiler(_KernelCompiler):
    """The compiler of kernels, without the machine code of the function by itself."""

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
