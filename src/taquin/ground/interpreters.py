"""Starting other Python processes, none of which imports from the current folder.

``python -c`` and ``python -m`` look for modules in the current folder first, and `multiprocessing`
starts its processes in that way: a ``pickle.py`` in a downloaded folder would run.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from taquin.ground.errors import OptionError
from taquin.ground.once import SharedLock

__all__ = ["forking_or_spawning", "python_command", "safe_path", "spawning"]

_VARIABLE = "PYTHONSAFEPATH"
_LOCK = SharedLock()
# If this taquin is not installed, it is still found, last in the path.
_START = (
    "import sys; sys.path.append(sys.argv.pop(1)); from importlib import import_module; "
    "import_module(sys.argv.pop(1)).main()"
)


def python_command(module: str, *arguments: str) -> list[str]:
    """The command that calls `main` of a module in a new interpreter; arguments: its sys.argv.

    Raises OSError if Python does not know its interpreter, as in a program that embeds it.
    """
    if not sys.executable:
        raise OSError("this Python does not know the path of its interpreter")
    flags = ["-I"] if sys.flags.isolated else ["-P"]
    if sys.flags.ignore_environment and not sys.flags.isolated:
        flags.append("-E")
    home = str(Path(__file__).parents[2])
    return [sys.executable, *flags, "-c", _START, home, module, *arguments]


@contextmanager
def safe_path() -> Iterator[None]:
    """Within the block, a Python process that is started does not import from the current folder.

    The environment holds PYTHONSAFEPATH meanwhile; other threads wait until it is restored. Raises
    OptionError if Python ignores the environment, because this would have no effect.
    """
    if sys.flags.safe_path:  # multiprocessing passes this on by itself
        yield
        return
    if sys.flags.ignore_environment:
        raise OptionError(
            "Python was started with -E, so its worker processes would import modules from the "
            "current folder; add -P, or use -I instead of -E."
        )
    with _LOCK.lock:
        before = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_VARIABLE]
            else:
                os.environ[_VARIABLE] = before


class _SafeProcess(SpawnProcess):
    """A process whose interpreter is started within `safe_path`.

    It then gets the path of its parent: the modules beside a user's script are still found.
    """

    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Any:
        with safe_path():
            return SpawnProcess._Popen(process_obj)


class _SafeContext(SpawnContext):
    Process = _SafeProcess


def spawning() -> SpawnContext:
    """The start method spawn of `multiprocessing`, whose interpreters start within `safe_path`.

    So does the process that cleans up after them, unless one is running already.
    """
    if os.name == "posix":
        from multiprocessing import resource_tracker

        with safe_path():
            resource_tracker.ensure_running()
    return _SafeContext()


def forking_or_spawning() -> BaseContext:
    """Fork, which starts no interpreter, where `multiprocessing` does so by default; else spawn."""
    default = multiprocessing.get_context()
    return default if default.get_start_method() == "fork" else spawning()
