"""The console entry point; ``python -m taquin`` runs the command ``taquin``."""

import atexit
import gc
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command; Ctrl-C during its import also exits with status 130."""
    # NumPy and Numba create half a million permanent objects. Collecting garbage among them during
    # the import and again at exit took a fifth of the time: benchmarks/start_up.py.
    gc.set_threshold(100_000, 50, 100)
    atexit.register(gc.freeze)
    try:
        from taquin.ground.host import keep_bytecode_whole

        keep_bytecode_whole()
        from taquin.faces.cli.main import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
