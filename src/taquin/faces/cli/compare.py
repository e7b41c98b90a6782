"""taquin compare BOARD."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import click

from taquin.errors import ExitCode, OptionError
from taquin.faces.cli.common import (
    Task,
    check_search,
    chosen_engine,
    chosen_metric,
    key_values,
    plugin_option,
    read_plugins,
    search_limits,
    search_options,
    task_options,
)
from taquin.faces.cli.files import read_board_text
from taquin.faces.cli.live import live_progress
from taquin.faces.cli.many import Draw, compare_many, many_options
from taquin.faces.cli.remarks import remarks
from taquin.faces.cli.text import (
    COLUMNS,
    as_row,
    cells,
    csv_table,
    markdown,
    published_cost,
    tabular,
    terminal_width,
    unsolvable,
)
from taquin.faces.cli.values import Name, Target
from taquin.registry import unknown_name
from taquin.result import Result
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS, Status
from taquin.solver import ORDER, Row, compare

__all__ = ["command"]

SUITES = ("classroom", "notebook")


@click.command("compare", short_help="The same board by many algorithms.")
@click.argument("board", nargs=-1)
@task_options
@many_options
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
    type=Name("suite", list(SUITES)),
    help="A named set of rows: classroom (default) or notebook.",
)
@search_options
@click.option(
    "--format",
    "form",
    type=Name("format", ["text", "markdown", "latex", "csv", "json"]),
    default="text",
    show_default=True,
    help="How to print the table.",
)
@click.option(
    "--plot",
    type=Target(),
    metavar="FILE",
    help="Draw the comparison into FILE.svg or FILE.png.",
)
@plugin_option
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: tuple[int, int] | None,
    metric: str | None,
    topology: str,
    count: int | None,
    depth: int | None,
    walk: int | None,
    seed: int | None,
    algorithms: tuple[str, ...],
    heuristic: str | None,
    suite: str | None,
    options: tuple[str, ...],
    engine: str,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: str | None,
    form: str,
    plot: Path | None,
    plugins: tuple[str, ...],
    quiet: bool,
) -> int:
    """The same board by many algorithms, with honest counters.

    \b
    taquin compare 702853614 --goal first
    taquin compare korf100:79 -a astar -a idastar:linear_conflict --format markdown
    taquin compare -a bfs -a astar -a idastar -n 50 --depth 20 --seed 1
    """
    read_plugins(plugins)
    rows = _rows(algorithms, heuristic, suite, key_values(options))
    if plot is not None:
        from taquin.plot import check_target

        check_target(plot)
    task = Task(goal, size, chosen_metric(metric), topology)
    drawn = Draw.of(board, count, depth, walk, seed)
    if drawn is not None:
        if node_limit is not None or memory_limit is not None:
            raise OptionError("-n takes --time-limit alone; leave the other limits out.")
        return compare_many(
            drawn, task, rows, chosen_engine(engine), time_limit, form, plot, quiet=quiet
        )
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
            click.echo(json.dumps([as_row(r) for r in results], ensure_ascii=False))
        case "csv":
            click.echo(csv_table(results))
        case "markdown":
            click.echo(markdown(results))
        case "latex":
            click.echo(tabular(results))
        case _:
            _print_table(results)
    if plot is not None:
        from taquin.plot import plot_comparison

        plot_comparison(results, plot)
        click.echo(f"drawn: {plot}", err=True)
    if not verdict.solvable:
        click.echo(f"taquin: {unsolvable(verdict.reason, verdict.swap)}", err=True)
    status = _status(results)
    if status == ExitCode.INTERRUPTED:
        click.echo("taquin: interrupted; the rows before are complete.", err=True)
    elif status in (ExitCode.LIMIT, ExitCode.INCOMPLETE):
        bound = max(result.lower_bound or 0 for result in results)
        click.echo(
            f"taquin: no row found a solution; proved: at least {bound} ({puzzle.metric}). Raise "
            "the limits or choose other rows.",
            err=True,
        )
    return status


def _rows(
    algorithms: tuple[str, ...],
    heuristic: str | None,
    suite: str | None,
    options: dict[str, object],
) -> list[Row]:
    from taquin.classroom import CLASSROOM, NOTEBOOK_ROWS

    if not algorithms:
        chosen = NOTEBOOK_ROWS if suite == "notebook" else CLASSROOM
        if options or heuristic is not None:
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
        name, colon, own = text.partition(":")
        spec = ALGORITHMS.get(name)
        if colon and not own:
            raise OptionError(f"-a {text!r}: expected a heuristic after the colon, or no colon.")
        known = {**spec.options, "order": ORDER}
        mine = {key: value for key, value in options.items() if key in known}
        used |= mine.keys()
        chosen_heuristic = (own or heuristic) if spec.informed else (own or None)
        check_search(name, chosen_heuristic, mine)
        rows.append(Row(name, chosen_heuristic, mine))
    for key in options:
        if key not in used:
            every = {
                k for text in algorithms for k in ALGORITHMS.get(text.partition(":")[0]).options
            }
            raise unknown_name("option of these algorithms", key, every | {"order"})
    if heuristic is not None and all(row.heuristic is None for row in rows):
        raise OptionError(
            f"none of these algorithms uses a heuristic, but {heuristic!r} was given; leave it out."
        )
    return rows


def _print_table(results: list[Result]) -> None:
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    first, rows = results[0], [cells(result) for result in results]
    columns, hidden = _fitting(rows, terminal_width())
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number in columns:
        justify: Literal["left", "right"] = "left" if number < 2 else "right"
        table.add_column(COLUMNS[number], justify=justify, no_wrap=True)
    for result, row in zip(results, rows, strict=True):
        texts = (escape(row[number]) for number in columns)
        table.add_row(*texts, style=None if result.solved else "dim")
    console = Console(file=sys.stdout, width=terminal_width() or 250, highlight=False)
    console.print(
        f"board {first.board}, goal {first.goal}, metric {first.metric}",
        markup=False,
        soft_wrap=True,
    )
    known = published_cost(first)
    if known is not None and not any(result.optimal for result in results):
        console.print(f"known: {known}", markup=False, soft_wrap=True)
    console.print(table)
    if hidden:
        said = f"Not shown for want of width: {', '.join(hidden)}; --format markdown shows all."
        console.print(said, markup=False)
    for line in remarks(results):
        console.print(line, markup=False, soft_wrap=terminal_width() is None)
    line = f"expanded: {COUNTERS['expanded']}. More: taquin list counters."
    console.print(line, markup=False, soft_wrap=terminal_width() is None)


def _fitting(rows: list[list[str]], width: int | None) -> tuple[list[int], list[str]]:
    """The numbers of the columns that fit into `width`, and the names of those that do not."""
    widths = [max(map(len, column)) + 2 for column in zip(COLUMNS, *rows, strict=True)]
    shown, hidden = list(range(len(COLUMNS))), []
    for name in ("peak reached", "peak frontier", "b*", "depth", "generated", "optimal", "seconds"):
        if width is None or sum(widths[number] + 1 for number in shown) <= width:
            break
        shown.remove(COLUMNS.index(name))
        hidden.append(name)
    return shown, hidden


def _status(results: list[Result]) -> int:
    """Done if any row found a solution; otherwise the outcome that says most."""
    statuses = {result.status for result in results}
    if any(result.limit == "interrupt" for result in results):
        return ExitCode.INTERRUPTED
    if Status.SOLVED in statuses:
        return ExitCode.DONE
    if Status.UNSOLVABLE in statuses:
        return ExitCode.UNSOLVABLE
    return ExitCode.LIMIT if Status.LIMIT in statuses else ExitCode.INCOMPLETE
