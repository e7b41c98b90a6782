"""``python -m taquin`` is the command ``taquin``; its console entry point."""

import atexit
import gc
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command; Ctrl-C while it is still being imported ends it with status 130 as well."""
    # NumPy and Numba make half a million objects that stay. Looking through them for garbage, while
    # they come and once more at the exit, took a fifth of the time: benchmarks/start_up.py.
    gc.set_threshold(100_000, 50, 100)
    atexit.register(gc.freeze)
    try:
        from taquin.faces.cli.main import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
