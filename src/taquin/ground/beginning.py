"""Ctrl-C while a command begins: it ends the process at once, in one line.

Python would show an interrupt that falls into an import, or into what an import calls back, as a
traceback. So this is the first module of a command, and imports as little as possible.
"""

import os
import signal

__all__ = ["interrupts_end", "interrupts_raise"]


def interrupts_end() -> None:
    """From now on Ctrl-C ends this process, unless it is ignored or answered already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def interrupts_raise() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again: what runs may have something to finish."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: object) -> None:
    try:
        os.write(2, b"taquin: interrupted.\n")
    finally:
        os._exit(130)
