"""Users' own heuristics, algorithms and board types, from a Python file."""

import sys
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any

from taquin.ground.errors import NotationError, OptionError, TaquinError, check_kind, named, shown
from taquin.ground.registry import LOADING, Registry
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec

__all__ = ["blame", "load_module", "load_plugin", "place", "registered", "source_of"]

_MODULE = "taquin plug-in "
_MOST_BYTES = 10_000_000  # of a file of Python
_REGISTRIES: tuple[Registry[Any], ...] = (HEURISTICS, ALGORITHMS, TOPOLOGIES)
# What to write instead of a decorator without its arguments.
_FORMS = {
    "heuristic": '@heuristic("name", admissible=True, consistent=True, paper="source")',
    "algorithm": '@algorithm("name", optimal=True, complete=True, paper="source")',
}


def load_plugin(path: str | Path) -> list[str]:
    """Run a Python file that registers heuristics, algorithms or board types; returns their names.

    Loading a file again replaces what it registered before. Raises NotationError if `path` is not
    a Python file, OptionError if the file fails or registers nothing.
    """
    check_kind("path", path, (str, Path), "the name of a Python file", NotationError)
    path = Path(path)
    module = load_module(source_of(path), str(path), key=str(path.resolve()))
    names = sorted({spec.name for _, spec in _registered_by(module.__name__)})
    if not names:
        raise OptionError(
            f"{path} registers nothing; expected a function decorated with @heuristic, @algorithm "
            "or @register_topology."
        )
    return names


def load_module(source: str, file: str, *, key: str | None = None) -> ModuleType:
    """Run Python source text as a plug-in; what it registers replaces what it registered before.

    file: its name in messages. key: identifies the plug-in, by default its file. Raises
    NotationError for a syntax error, OptionError if the source fails.
    """
    with LOADING.lock:  # of two threads that load a file, one would forget what the other registers
        module = ModuleType(f"{_MODULE}{file if key is None else key}")
        module.__file__ = file
        _forget(module.__name__)
        sys.modules[module.__name__] = module  # where dataclasses look up their module
        try:
            exec(compile(source, file, "exec"), module.__dict__)
        except SyntaxError as error:
            raise NotationError(f"{file}, line {error.lineno}: {error.msg}.") from error
        except (Exception, SystemExit) as error:
            _forget(module.__name__)
            line = _last_line(error, file)
            raise OptionError(f"{file}, line {line}: {_message(error)}") from error
        return module


def registered(module: ModuleType, registry: Registry[Any]) -> list[str]:
    """The names that a plug-in has registered in a registry, sorted."""
    return sorted(spec.name for own, spec in _registered_by(module.__name__) if own is registry)


def _message(error: BaseException) -> str:
    """Why a file could not be loaded; taquin's own errors need no further words."""
    if isinstance(error, TaquinError):
        return str(error)
    message = named(error)
    for decorator, form in _FORMS.items():
        if message.startswith(f"TypeError: {decorator}() missing"):
            message += f". Write {form} above the function"
    return f"{message}."


def blame(error: BaseException) -> str | None:
    """The line of a plug-in that raised an error, and the error; None if no plug-in was running."""
    where = place(error)
    return None if where is None else f"{where}: {named(error)}."


def place(error: BaseException) -> str | None:
    """The file and line of the plug-in that was running when an error was raised, if one was."""
    place, trace = None, error.__traceback__
    installed = _installed()
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.startswith(_MODULE) or module.partition(".")[0] in installed:
            place = f"{trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _installed() -> set[str]:
    """The installed packages, other than taquin, that have registered something."""
    registered = (spec for registry in _REGISTRIES for spec in registry)
    modules = {str(_function(spec).__module__).partition(".")[0] for spec in registered}
    return modules - {"taquin"}


def _function(spec: Any) -> Any:
    """The function that a specification was registered for."""
    return spec.search if isinstance(spec, AlgorithmSpec) else spec.factory


def source_of(path: Path) -> str:
    """The text of a Python file; raises NotationError if there is none."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device never ends
            kind = "a directory" if path.is_dir() else "no regular file"
            raise NotationError(f"{path} is {kind}; expected a Python file.")
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise NotationError(
                f"{path} has more than {_MOST_BYTES // 10**6} MB; expected a Python file."
            )
        return decode_source(raw)
    except NotationError:
        raise
    except FileNotFoundError:
        raise NotationError(
            f"{shown(str(path), 250)} does not exist; expected a Python file."
        ) from None
    except OSError as error:
        raise NotationError(f"{shown(str(path), 250)} cannot be read: {error.strerror}.") from None
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        raise NotationError(f"{path} is not Python source text: {error}.") from None


def _registered_by(module: str) -> list[tuple[Any, Any]]:
    """(registry, specification) for every function that `module` has registered."""
    return [
        (registry, spec)
        for registry in _REGISTRIES
        for spec in registry
        if _function(spec).__module__ == module
    ]


def _forget(module: str) -> None:
    for registry, spec in _registered_by(module):
        registry.remove(spec.name)
    forget_topologies()


def _last_line(error: BaseException, path: str) -> int:
    """The line of `path` that was running when `error` was raised."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
