"""Compiled searches and tables (NumPy and Numba), each with a readable twin."""

from taquin.ground.shield import interrupts_wait

__all__ = ["load_numba"]

_loaded = False  # whether the import has ended: Python lists a module before that


def load_numba() -> None:
    """Import NumPy and Numba, with Ctrl-C and time limits held back until that is done.

    Call it before the first import of a module that needs them: if their import is interrupted,
    it cannot be repeated in the same process. About half a second the first time, then nothing.
    """
    global _loaded
    if _loaded:
        return
    with interrupts_wait():
        import taquin.kernels.base.jit  # noqa: F401
    _loaded = True
