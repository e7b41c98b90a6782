"""Options, and functions that read their values, shared by several subcommands."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from taquin.cluster.address import Cluster, check_cluster
from taquin.faces.cli.files import read_file
from taquin.faces.cli.goals import OF_NO_BOARD, goal_option
from taquin.faces.cli.values import FileName, Name, Number, Whole
from taquin.ground.announce import announce
from taquin.ground.cores import within_cores
from taquin.ground.errors import NotationError, OptionError, TaquinError, quoted
from taquin.ground.grammar import counted
from taquin.ground.registry import is_plain
from taquin.heuristics.base import find_heuristic
from taquin.puzzle.board import parse_size
from taquin.puzzle.costs import GivenCosts, parse_costs
from taquin.puzzle.move import DIAGONALS, DIRECTIONS, check_order
from taquin.puzzle.puzzle import METRICS, Metric
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, read_options
from taquin.solving.question.reading import ORDER, check_heuristic_is_used
from taquin.solving.question.request import ENGINES, Engine
from taquin.solving.question.row import named_search

__all__ = [
    "PackedCommand",
    "RunOptions",
    "SearchOptions",
    "TaskOptions",
    "board_argument",
    "byte_size",
    "check_one_way",
    "check_search",
    "cluster_option",
    "drawing_options",
    "notation_option",
    "packed",
    "plugin_option",
    "read_plugins",
    "run_options",
    "search_options",
    "task_options",
    "workers_option",
]

F = TypeVar("F", bound=Callable[..., Any])
_LEAST_BARE = 1_000_000  # of a number of bytes without a unit
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12} | {
    "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40
}  # fmt: skip
_DEFAULT_ALGORITHMS = ("astar", "idastar", "wastar")


@dataclass(frozen=True)
class TaskOptions:
    """The values of `--goal`, `--size`, `--metric`, `--topology` and `--costs`."""

    goal: str | None
    size: tuple[int, int] | None
    metric: Metric | None
    topology: str
    costs: GivenCosts | None

    @property
    def chosen_metric(self) -> Metric:
        """The metric; where none was given, stm, or expense if there are costs."""
        return self.metric or ("stm" if self.costs is None else "expense")

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `taquin.solve` that they are."""
        return vars(self) | {"metric": self.chosen_metric}


@dataclass(frozen=True)
class RunOptions:
    """The values of `-o`, `--engine` and the limits. memory_limit: bytes."""

    options: dict[str, object]
    engine: Engine
    time_limit: float | None
    node_limit: int | None
    memory_limit: int | None

    def as_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `taquin.solve` that they are."""
        return vars(self).copy()

    def without_options(self) -> dict[str, Any]:
        """Those of `taquin.compare`, whose rows have the options."""
        return {name: value for name, value in vars(self).items() if name != "options"}


@dataclass(frozen=True)
class SearchOptions(RunOptions):
    """Those of a run, and the values of `-a` and `--heuristic`."""

    algorithm: str | None
    heuristic: str | None


class PackedCommand(click.Command):
    """A command whose function gets some options as one argument, as `packed` says."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options and pack them."""
        rest = super().parse_args(ctx, args)
        for name, kind in getattr(self.callback, "packs", ()):
            ctx.params[name] = kind(**{one.name: ctx.params.pop(one.name) for one in fields(kind)})
        return rest


def packed(name: str, kind: type[Any], *options: Callable[[F], F]) -> Callable[[F], F]:
    """A decorator that gives a PackedCommand some options, whose values it gets as one argument.

    name: of that argument. kind: a dataclass with a field for each option.
    """

    def decorate(function: F) -> F:
        packs = (*getattr(function, "packs", ()), (name, kind))
        function.packs = packs  # type: ignore[attr-defined]
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
    return None if value is None else parse_size(value)


def _costs(ctx: click.Context, param: click.Parameter, value: Path | None) -> GivenCosts | None:
    if value is None:
        return None
    if str(value) != "-" and (not value.exists() or value.is_dir()):
        raise NotationError(
            f"--costs {value!s:.60}: no such file; expected one with a number for each tile."
        )
    text = read_file(str(value))
    try:
        return parse_costs(text)
    except NotationError as error:
        raise NotationError(f"--costs {value!s:.60}: {error}") from None


def _task_options(goal: Callable[[F], F], size_help: str) -> Callable[[F], F]:
    size = click.option("--size", callback=_size, metavar="WxH", help=size_help)
    return packed("task", TaskOptions, goal, size, *_TASK)


_TASK: tuple[Callable[[Any], Any], ...] = (
    click.option("--metric", type=Name("metric", list(METRICS)), default=None,
                 help="What a move costs: stm, 1 per tile moved (default); mtm, 1 per line of "
                      "tiles pushed at once; expense, the tile's number."),
    click.option("--costs", type=FileName(), callback=_costs, metavar="FILE",
                 help="What a move of each tile costs, with metric expense: a file of one "
                      "number per tile, or of lines such as 3: 5."),
    click.option("--topology", default="grid", show_default=True, metavar="T",
                 help="Board type: grid, torus, walls:0-1,4-5 (see `taquin list topologies`)."),
)  # fmt: skip
task_options = _task_options(
    goal_option(), "Width x height, if the board's text does not determine it."
)
# Of a command that is given no board.
drawing_options = _task_options(
    goal_option(help=OF_NO_BOARD), "Width x height (default: that of the goal, else 4x4)."
)


def workers_option(help_text: str, *, default: int | None = 1) -> Callable[[F], F]:
    """--workers, at most one per usable core; stderr reports when fewer are used than requested.

    default: the command is given None if that is None and the option is not used.
    """

    def clamped(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
        if value is None:
            return None
        workers, fewer = within_cores(value, "--workers ")
        if fewer is not None and ctx.get_parameter_source("workers") is not ParameterSource.DEFAULT:
            announce(fewer)
        return workers

    return click.option(
        "--workers",
        type=Whole(1),
        default=default,
        show_default=True,
        metavar="N",
        callback=clamped,
        help=f"{help_text} At most one per core.",
    )


def cluster_option(what: str) -> Callable[[F], F]:
    """--cluster; what: what is spread over its workers."""

    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
        return None if value is None else check_cluster(value)

    return click.option(
        "--cluster",
        metavar="WHERE",
        callback=checked,
        help=f"Spread {what} over Dask workers: local or local:N for N processes on this machine, "
        "tcp://HOST:PORT for the scheduler of a cluster.",
    )


def check_one_way(workers: int | None, cluster: Cluster | None) -> None:
    """Raise OptionError if both processes of this machine and a cluster are asked for."""
    if cluster is not None and workers not in (None, 1):
        raise OptionError("--workers and --cluster both spread the work; give one of them.")


def _options(
    ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]
) -> dict[str, object]:
    return _key_values(pairs)


def _bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    return None if value is None else byte_size(value, "memory limit")


_RUN: tuple[Callable[[Any], Any], ...] = (
    click.option("-o", "--option", "options", multiple=True, callback=_options,
                 metavar="KEY=VALUE",
                 help="Set an option of the algorithm, such as order=DULR, weight=2, depth=30; "
                      "`taquin list algorithms` lists them. May be repeated."),
    click.option("--engine", type=Name("engine", list(ENGINES)), default="auto",
                 show_default=True,
                 help="python: readable Python; compiled: its compiled twin, equal node for "
                      "node; auto: taquin picks the faster engine."),
    click.option("--time-limit", type=Number(0, infinite=True), metavar="S",
                 help="Stop after S seconds of search; compiling and building pattern "
                      "databases, once each, are not counted."),
    click.option("--node-limit", type=Whole(0), metavar="N",
                 help="Stop after N expansions."),
    click.option("--memory-limit", callback=_bytes, metavar="SIZE",
                 help="Stop when the process uses this much memory, such as 500MB or 2GiB "
                      "(default: 85% of the free memory)."),
)  # fmt: skip
# -o, --engine and the limits.
run_options = packed("search", RunOptions, *_RUN)
# One -a and --heuristic, and those of `run_options`.
search_options = packed(
    "search",
    SearchOptions,
    click.option("-a", "--algorithm", metavar="NAME[:HEURISTIC]",
                 help="The search to use, such as astar or astar:misplaced; see `taquin list "
                      "algorithms`."),
    click.option("--heuristic", metavar="H",
                 help="The heuristic to use; see `taquin list heuristics`."),
    *_RUN,
)  # fmt: skip


def notation_option(function: F) -> F:
    """--notation."""
    return click.option(
        "--notation",
        type=Name("notation", ["tile", "blank"]),
        default="tile",
        show_default=True,
        help="Whether move letters name the direction of the tile or of the blank.",
    )(function)


def plugin_option(function: F) -> F:
    """--plugin, which may be repeated."""
    return click.option(
        "--plugin",
        "plugins",
        multiple=True,
        type=FileName(),
        callback=lambda ctx, param, paths: tuple(map(str, paths)),
        metavar="FILE.py",
        help="Load your own algorithm, heuristic or topology from FILE.py. May be repeated.",
    )(function)


def board_argument(function: F) -> F:
    """BOARD, which may consist of several words."""
    return click.argument("board", nargs=-1, required=True)(function)


def byte_size(text: str, what: str) -> int:
    """``200MB``, ``2GiB``, ``1.5G`` or a large number of bytes; `what` names it in messages.

    A small number without a unit is refused: it was hardly meant as bytes.
    """
    upper = text.strip().upper()
    digits = upper.rstrip("KMGTIB")
    unit = upper[len(digits) :].removesuffix("B")
    try:
        size = float(digits) * _UNITS[unit] if is_plain(digits) else -1
    except (KeyError, ValueError):
        size = -1
    if not size >= 0:  # NaN included
        raise OptionError(f"{what} {quoted(text)}: expected a size such as 500MB or 2GiB.")
    if digits == upper and size < _LEAST_BARE:
        bytes_read = counted(int(size), "byte")
        raise OptionError(
            f"{what} {quoted(text)} is read as {bytes_read}; give a unit, as in 500MB."
        )
    return int(min(size, sys.maxsize))


def _key_values(pairs: tuple[str, ...]) -> dict[str, object]:
    """KEY=VALUE texts as a dictionary; a key given twice is an error."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise OptionError(f"option {quoted(pair)}: expected KEY=VALUE, as in order=DULR.")
        if key in options:
            raise OptionError(
                f"option {key:.60} is given twice: {options[key]!s:.60} and {value:.60}."
            )
        options[key] = value
    return options


def check_search(algorithm: str | None, heuristic: str | None, options: dict[str, object]) -> None:
    """Raise TaquinError for an invalid name, option or value, before any search.

    Without an algorithm, at least one of those that `solve` chooses from must accept the settings.
    """
    algorithm, heuristic = named_search(algorithm, heuristic)
    if heuristic is not None:
        find_heuristic(heuristic)
    failure: TaquinError | None = None
    for name in [algorithm] if algorithm is not None else _DEFAULT_ALGORITHMS:
        spec = ALGORITHMS.get(name)
        try:
            _check_settings(spec, heuristic, options)
            return
        except TaquinError as error:
            failure = failure or error
    if failure is not None:
        raise failure


def _check_settings(spec: AlgorithmSpec, heuristic: str | None, options: dict[str, object]) -> None:
    check_heuristic_is_used(spec, heuristic)
    settings = read_options(spec, options, ORDER)
    order = str(settings.get("order", DIRECTIONS))
    if sorted(order.upper()) != sorted(DIRECTIONS + DIAGONALS):  # a board type may have all eight
        check_order(order)


def read_plugins(paths: tuple[str, ...]) -> list[str]:
    """Load users' algorithms and heuristics; returns the names they registered."""
    if not paths:
        return []
    from taquin.checks import load_plugin

    return [name for path in paths for name in load_plugin(path)]
