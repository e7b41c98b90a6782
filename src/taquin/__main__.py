"""The console entry point; ``python -m taquin`` runs the command ``taquin``."""

import atexit
import gc
import sys

from taquin.ground.beginning import interrupts_end

__all__ = ["main"]


def main() -> None:
    """Run the command; Ctrl-C while it begins ends it with status 130."""
    interrupts_end()
    # NumPy and Numba create half a million permanent objects. Collecting garbage among them during
    # the import and again at exit took a fifth of the time: benchmarks/start_up.py.
    gc.set_threshold(100_000, 50, 100)
    atexit.register(gc.freeze)
    try:
        from taquin.ground.host import keep_bytecode_whole

        keep_bytecode_whole()
        from taquin.faces.cli.main import main as command

        command()
    except KeyboardInterrupt:  # raised by a handler that was there before
        sys.exit(130)


if __name__ == "__main__":
    main()
