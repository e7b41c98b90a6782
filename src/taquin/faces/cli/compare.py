"""taquin compare BOARD."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path

import click

from taquin.errors import ExitCode
from taquin.faces.cli.common import (
    Task,
    board_argument,
    chosen_engine,
    chosen_metric,
    engine_options,
    key_values,
    read_board_text,
    read_plugins,
    search_limits,
    task_options,
)
from taquin.faces.cli.live import live_progress
from taquin.faces.cli.text import COLUMNS, cells, csv_table, markdown_table
from taquin.registry import parse_options, unknown_name
from taquin.result import Result
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS, Status
from taquin.solver import ORDER, Row, compare

__all__ = ["command"]

SUITES = ("classroom", "notebook")


@click.command("compare")
@board_argument
@task_options
@click.option(
    "-a",
    "--algorithm",
    "algorithms",
    multiple=True,
    metavar="NAME[:HEURISTIC]",
    help="A row of the table, as in astar or astar:linear_conflict; may be repeated.",
)
@click.option("--heuristic", metavar="H", help="For the informed rows of -a that name none.")
@click.option(
    "--suite",
    metavar="S",
    default=None,
    help="A named set of rows: classroom (default) or notebook.",
)
@engine_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv", "markdown"]),
    default="text",
    show_default=True,
    help="How to print the table.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the comparison into FILE.svg or FILE.png.",
)
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="FILE.py",
    help="Load your own algorithm, heuristic or topology first.",
)
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: tuple[int, int] | None,
    metric: str | None,
    topology: str,
    algorithms: tuple[str, ...],
    heuristic: str | None,
    suite: str | None,
    options: tuple[str, ...],
    engine: str,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: str | None,
    workers: int,
    form: str,
    plot: Path | None,
    plugins: tuple[str, ...],
    quiet: bool,
) -> int:
    """The same board by many algorithms, with honest counters.

    \b
    taquin compare 702853614 --goal first
    taquin compare korf100:79 -a astar -a idastar:linear_conflict --format markdown
    """
    read_plugins(plugins)
    rows = _rows(algorithms, heuristic, suite, key_values(options))
    if plot is not None:
        from taquin.plot import check_target

        check_target(plot)
    task = Task(goal, size, chosen_metric(metric), topology)
    start, puzzle = task.read(read_board_text(board))
    verdict = puzzle.judge(start)
    with ExitStack() as stack:
        show = stack.enter_context(live_progress(enabled=not quiet))
        results = compare(
            start,
            rows,
            goal=puzzle.goal,
            metric=puzzle.metric,
            topology=topology,
            engine=chosen_engine(engine),
            progress=show,
            **search_limits(time_limit, node_limit, memory_limit),
        )
    match form:
        case "json":
            click.echo(json.dumps([r.as_dict() for r in results], ensure_ascii=False))
        case "csv":
            click.echo(csv_table(results))
        case "markdown":
            click.echo(markdown_table(results))
        case _:
            _print_table(results)
    if plot is not None:
        from taquin.plot import plot_comparison

        plot_comparison(results, plot)
        click.echo(f"drawn: {plot}", err=True)
    if not verdict.solvable:
        click.echo(f"taquin: {verdict.reason}", err=True)
    return _status(results)


def _rows(
    algorithms: tuple[str, ...],
    heuristic: str | None,
    suite: str | None,
    options: dict[str, object],
) -> list[Row]:
    from taquin.classroom import CLASSROOM, NOTEBOOK_ROWS

    if not algorithms:
        if suite not in (None, *SUITES):
            raise unknown_name("suite", str(suite), SUITES)
        chosen = NOTEBOOK_ROWS if suite == "notebook" else CLASSROOM
        if options or heuristic:
            raise click.UsageError(
                "a suite brings its own options and heuristics; name the rows with -a to use "
                "-o or --heuristic."
            )
        return list(chosen)
    if suite is not None:
        raise click.UsageError("--suite and -a both name the rows; give one of them.")
    rows = []
    used: set[str] = set()
    for text in algorithms:
        name, _, own = text.partition(":")
        spec = ALGORITHMS.get(name)
        known = {**spec.options, "order": ORDER}
        mine = {key: value for key, value in options.items() if key in known}
        used |= mine.keys()
        parse_options(name, known, mine)
        chosen_heuristic = (own or heuristic) if spec.informed else (own or None)
        rows.append(Row(name, chosen_heuristic, mine))
    for key in options:
        if key not in used:
            every = {
                k for text in algorithms for k in ALGORITHMS.get(text.partition(":")[0]).options
            }
            raise unknown_name("option of these algorithms", key, every | {"order"})
    return rows


def _print_table(results: list[Result]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    first = results[0]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(COLUMNS):
        table.add_column(column, justify="left" if number < 2 else "right", no_wrap=True)
    for result in results:
        table.add_row(*cells(result), style=None if result.solved else "dim")
    terminal = sys.stdout.isatty()
    console = Console(file=sys.stdout, width=None if terminal else 200, highlight=False)
    console.print(f"board {first.board}, goal {first.goal}, metric {first.metric}", markup=False)
    console.print(table)
    console.print(f"expanded: {COUNTERS['expanded']}.", markup=False)


def _status(results: list[Result]) -> int:
    statuses = {result.status for result in results}
    if any(result.limit == "interrupt" for result in results):
        return ExitCode.INTERRUPTED
    if statuses == {Status.UNSOLVABLE}:
        return ExitCode.UNSOLVABLE
    if statuses == {Status.LIMIT}:
        return ExitCode.LIMIT
    return ExitCode.DONE
