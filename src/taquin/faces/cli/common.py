"""Options and readings shared by several subcommands."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from taquin.errors import NotationError, OptionError
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.puzzle import METRICS, Metric, Puzzle
from taquin.solver import ENGINES, Engine, read_task

__all__ = [
    "Task",
    "board_argument",
    "engine_options",
    "key_values",
    "memory_size",
    "read_board_text",
    "read_file",
    "read_plugins",
    "search_limits",
    "task_options",
]

F = TypeVar("F", bound=Callable[..., Any])
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9, "KI": 2**10, "MI": 2**20, "GI": 2**30}


@dataclass(frozen=True)
class Task:
    """What `--goal`, `--size`, `--metric` and `--topology` say."""

    goal: str | None
    size: tuple[int, int] | None
    metric: Metric
    topology: str

    def read(self, text: str) -> tuple[Board, Puzzle]:
        """The start and the puzzle for one board text."""
        return read_task(
            text, goal=self.goal, size=self.size, topology=self.topology, metric=self.metric
        )


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
    return None if value is None else parse_size(value)


def task_options(function: F) -> F:
    """--goal, --size, --metric, --topology."""
    for decorate in (
        click.option("--topology", default="grid", show_default=True, metavar="T",
                     help="Board type: grid, torus, walls:0-1,4-5 (see `taquin list topologies`)."),
        click.option("--metric", type=click.Choice(list(METRICS)), default=None,
                     help="What a move costs: stm single tiles (default), mtm lines pushed at "
                          "once, expense the tile's number."),
        click.option("--size", callback=_size, metavar="WxH",
                     help="Width x height, where the board's text leaves it open."),
        click.option("--goal", metavar="G",
                     help="last (1 2 … N 0, the default), first (0 1 … N), snake, spiral, or a "
                          "board; an instance brings its own."),
    ):  # fmt: skip
        function = decorate(function)
    return function


def engine_options(function: F) -> F:
    """-o, --engine, the limits and --workers."""
    for decorate in (
        click.option("--workers", type=click.IntRange(min=1), default=1, metavar="N",
                     help="Processes to use."),
        click.option("--memory-limit", metavar="SIZE", default=None,
                     help="Stop when the process uses this much, as in 500MB or 2GiB "
                          "(default: 85 % of what is free)."),
        click.option("--node-limit", type=click.IntRange(min=0), metavar="N",
                     help="Stop after N expansions."),
        click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
                     help="Stop after S seconds."),
        click.option("--engine", type=click.Choice(list(ENGINES)), default="auto",
                     show_default=True, help="Readable Python or compiled kernels."),
        click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE",
                     help="An option of the algorithm, such as order=DULR, weight=2, depth=30; "
                          "`taquin list algorithms` shows them. May be repeated."),
    ):  # fmt: skip
        function = decorate(function)
    return function


def board_argument(function: F) -> F:
    """BOARD, which may be several words."""
    return click.argument("board", nargs=-1, required=True)(function)


def search_limits(
    time_limit: float | None, node_limit: int | None, memory_limit: str | None
) -> dict[str, Any]:
    """The limits as keyword arguments of `taquin.solve`."""
    return {
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": None if memory_limit is None else memory_size(memory_limit),
    }


def memory_size(text: str) -> int:
    """``200MB``, ``2GiB``, ``1.5G`` or a number of bytes."""
    upper = text.strip().upper()
    digits = upper.rstrip("KMGIB")
    unit = upper[len(digits) :].removesuffix("B")
    try:
        return int(float(digits) * _UNITS[unit])
    except (KeyError, ValueError, OverflowError):
        raise OptionError(
            f"memory limit {text!r}: expected a size such as 500MB or 2GiB."
        ) from None


def key_values(pairs: tuple[str, ...]) -> dict[str, object]:
    """KEY=VALUE texts as a dictionary; a key given twice is an error."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise OptionError(f"option {pair!r}: expected KEY=VALUE, as in order=DULR.")
        if key in options:
            raise OptionError(f"option {key} is given twice: {options[key]} and {value}.")
        options[key] = value
    return options


def read_board_text(words: tuple[str, ...]) -> str:
    """The board's text: the words themselves, standard input for ``-``, a file for ``@FILE``."""
    text = " ".join(words)
    if text == "-":
        return read_file("-")
    if text.startswith("@"):
        return read_file(text[1:])
    if len(words) == 1 and Path(text).is_file():
        raise NotationError(f"{text!r} is a file; to read the board in it write @{text}.")
    return text


def read_file(path: str) -> str:
    """The text of a file, or of standard input for ``-``; a clear error for anything unreadable."""
    where = "standard input" if path == "-" else f"file {path!r}"
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except IsADirectoryError:
        raise NotationError(f"{where} is a directory; expected a text file of boards.") from None
    except FileNotFoundError:
        raise NotationError(f"{where} does not exist; expected a text file of boards.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"{where} cannot be read: {reason}.") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{where} is not UTF-8 text (byte {error.start + 1}); expected boards as text."
        ) from None
    if "\0" in text:
        raise NotationError(f"{where} contains NUL bytes; expected boards as text.")
    return text


def read_plugins(paths: tuple[str, ...]) -> list[str]:
    """Load users' algorithms and heuristics; returns the names they registered."""
    if not paths:
        return []
    from taquin.checks import load_plugin

    return [name for path in paths for name in load_plugin(path)]


def chosen_engine(text: str) -> Engine:
    """The engine's name, narrowed to its type."""
    return "python" if text == "python" else "compiled" if text == "compiled" else "auto"


def chosen_metric(text: str | None, default: Metric = "stm") -> Metric:
    """The metric's name, narrowed to its type."""
    return next((metric for metric in ("stm", "mtm", "expense") if metric == text), default)
