"""A temporary folder that is removed however this process ends.

A separate process waits for that, because a killed process cannot clean up.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from taquin.ground.interpreters import python_command

__all__ = ["main", "removed_at_the_end"]

_PATIENCE = 10.0  # seconds in which the processes that use the folder must have ended
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def removed_at_the_end(prefix: str) -> Iterator[str]:
    """Within the block, the path of a new temporary folder.

    It is removed after the block or, if this process is killed in it, soon after.
    """
    with (
        tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder,
        _keeper(folder),
    ):
        yield folder


@contextmanager
def _keeper(folder: str) -> Iterator[None]:
    keeper = subprocess.Popen(
        python_command("taquin.ground.scratch", folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=os.path.dirname(folder),
        start_new_session=True,  # what ends the terminal's processes does not end this one
    )
    try:
        yield
    finally:
        keeper.kill()
        keeper.wait()
        if keeper.stdin is not None:
            keeper.stdin.close()


def main() -> None:
    """Wait until the process that started this one has ended, and remove the folder."""
    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError):
        while os.read(0, 1):
            pass
    end = time.monotonic() + _PATIENCE
    while os.path.isdir(sys.argv[1]) and time.monotonic() < end:
        shutil.rmtree(sys.argv[1], ignore_errors=True)
        time.sleep(0.2)
