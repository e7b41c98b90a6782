"""Parts of kernels: compiled into each kernel that calls them, and stored only with it."""

from typing import Any

from numba.core.compiler import DefaultPassBuilder, Flags, StateDict

from taquin.kernels.base import jit
from taquin.kernels.base.cache import usable_code_folder
from taquin.kernels.base.jit import inlined, internal, kernel


@inlined
def doubled(value: Any) -> Any:
    return value + value


@internal
def halved(value: Any) -> Any:
    return value // 2


@inlined
def tripled(value: Any) -> Any:
    return 3 * value


@kernel
def even(value: Any) -> Any:
    return doubled(halved(value))


def stored() -> set[str]:
    """Which functions of this file have code of their own in the cache."""
    folder = usable_code_folder()
    assert folder is not None
    files = folder.glob(f"{__name__.rpartition('.')[2]}.*.nbc")
    return {file.name.split(".")[1].partition("-")[0] for file in files}


def test_a_part_is_stored_with_its_kernel_alone() -> None:
    assert even(7) == 6
    assert stored() - {"tripled"} == {"even"}


def test_python_calls_a_part_as_if_it_were_a_kernel() -> None:
    assert [tripled(8), tripled(0.5)] == [24, 1.5]
    assert "tripled" in stored()


def test_the_passes_that_kernels_leave_out_are_numbas() -> None:
    whole = DefaultPassBuilder.define_nopython_pipeline(StateDict(flags=Flags(), func_ir=None))
    names = {each.__name__ for each, _ in whole.passes}
    assert names > jit._KernelCompiler._needless
