"""taquin compare BOARD."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click

from taquin.faces.cli.common import (
    PackedCommand,
    RunOptions,
    TaskOptions,
    packed,
    plugin_option,
    read_plugins,
    run_options,
    task_options,
)
from taquin.faces.cli.files import check_output
from taquin.faces.cli.given import read_all
from taquin.faces.cli.live import live_progress
from taquin.faces.cli.many import DrawOptions, Log, compare_given, compare_many, draw_options
from taquin.faces.cli.solve import exit_status
from taquin.faces.cli.values import FileName, Name
from taquin.faces.cli.wrapping import tell, terminal_width
from taquin.ground.errors import ExitCode, OptionError, worst
from taquin.ground.registry import Option
from taquin.ground.table import wrapped
from taquin.search.algorithm import ALGORITHMS, unknown_option
from taquin.search.result import COUNTERS, Status
from taquin.solving.comparison import Comparison, compare
from taquin.solving.question.reading import ORDER
from taquin.solving.question.row import Row, split_search
from taquin.solving.shown.comparison_text import comparison_lines
from taquin.solving.shown.result_text import at_least, unsolvable

__all__ = ["RowOptions", "command", "print_table", "row_options", "status_of"]

SUITES = ("classroom", "notebook")


@dataclass(frozen=True)
class RowOptions:
    """The values of `-a`, `--heuristic` and `--suite`, which name the rows of a table."""

    algorithms: tuple[str, ...]
    heuristic: str | None
    suite: str | None

    def rows(self, options: Mapping[str, object]) -> list[Row]:
        """The rows; raises OptionError, UnknownName or UsageError.

        options: of the algorithms, as texts; each row takes those that it has.
        """
        from taquin.solving.question.classroom import CLASSROOM, NOTEBOOK_ROWS

        if not self.algorithms:
            chosen = NOTEBOOK_ROWS if self.suite == "notebook" else CLASSROOM
            if options or self.heuristic is not None:
                raise click.UsageError(
                    "a suite has its own options and heuristics; name the rows with -a to use -o "
                    "or --heuristic."
                )
            return list(chosen)
        if self.suite is not None:
            raise click.UsageError("--suite and -a both name the rows; give one of them.")
        rows = []
        used: set[str] = set()
        for text in self.algorithms:
            name, named = split_search(text)
            spec = ALGORITHMS.get(name)
            known: dict[str, Option] = {**spec.options, "order": ORDER}
            row_options = {key: value for key, value in options.items() if key in known}
            used |= row_options.keys()
            chosen_heuristic = (named or self.heuristic) if spec.informed else named
            rows.append(Row(name, chosen_heuristic, row_options))
        for key in options:
            if key not in used:
                every = {name for row in rows for name in ALGORITHMS.get(row.algorithm).options}
                raise unknown_option("option of these algorithms", key, every | {"order"})
        if self.heuristic is not None and all(row.heuristic is None for row in rows):
            raise OptionError(
                f"none of these algorithms uses a heuristic, but {self.heuristic!r} was given; "
                "leave it out."
            )
        return rows


row_options = packed(
    "named",
    RowOptions,
    click.option("-a", "--algorithm", "algorithms", multiple=True, metavar="NAME[:HEURISTIC]",
                 help="A row of the table, such as astar or astar:linear_conflict. May be "
                      "repeated."),
    click.option("--heuristic", metavar="H", help="Heuristic for informed rows that name none."),
    click.option("--suite", type=Name("suite", list(SUITES)),
                 help="A named set of rows: classroom (default) or notebook."),
)  # fmt: skip


@click.command("compare", cls=PackedCommand, short_help="Run many searches on the same board.")
@click.argument("board", nargs=-1)
@task_options
@draw_options
@row_options
@run_options
@click.option(
    "--format",
    "form",
    type=Name("format", ["text", "markdown", "latex", "csv", "instances", "json"]),
    default="text",
    show_default=True,
    help="How to print the table; instances is CSV with a row per board and search.",
)
@click.option(
    "--plot",
    type=FileName(),
    metavar="FILE",
    help="Draw the comparison into FILE.svg, FILE.png or FILE.pdf.",
)
@click.option(
    "--out",
    "output",
    type=FileName(),
    metavar="FILE",
    help="With several boards: write each row to FILE as it is made (JSON lines).",
)
@click.option("--resume", is_flag=True, help="Keep the rows in --out and run only what is missing.")
@click.option("--overwrite", is_flag=True, help="Replace an --out file that is not empty.")
@plugin_option
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
def command(
    board: tuple[str, ...],
    task: TaskOptions,
    draw: DrawOptions,
    named: RowOptions,
    search: RunOptions,
    form: str,
    plot: Path | None,
    output: Path | None,
    resume: bool,
    overwrite: bool,
    plugins: tuple[str, ...],
    quiet: bool,
) -> int:
    """Run many searches on the same board and compare their counters.

    With the boards of a file, or -n random ones, compare means over all boards.

    A search that fails becomes a row with status error; the others still run. The exit status is
    that of the worst error; without errors, 0 if any search found a solution.

    \b
    taquin compare 702853614 --goal first
    taquin compare korf100:79 -a astar -a idastar:linear_conflict --format markdown
    taquin compare -a bfs -a astar -a idastar -n 50 --depth 20 --seed 1
    taquin compare @boards.txt -a bfs -a astar
    """
    read_plugins(plugins)
    rows = named.rows(search.options)
    if plot is not None:
        from taquin.pictures.plot import check_target

        check_target(plot)
    check_output("--out", output, resume=resume, overwrite=overwrite)
    log = Log(output, resume)
    draw.check(board)
    more_limits = search.node_limit is not None or search.memory_limit is not None
    if draw.count is not None:
        if more_limits:
            raise OptionError("-n supports only --time-limit; leave the other limits out.")
        return compare_many(draw, task, rows, search, form, plot, log, quiet=quiet)
    lines = read_all(board, task.goal, task.size)
    if len(lines) > 1:
        if more_limits:
            raise OptionError("several boards support only --time-limit; leave the others out.")
        return compare_given(lines, task, rows, search, form, plot, log, quiet=quiet)
    if output is not None:
        raise OptionError(
            "--out keeps the rows of several boards; with one board, redirect the output of "
            "--format json."
        )
    (only,) = lines
    with live_progress(enabled=not quiet) as show:
        results = compare(
            only.text,
            rows,
            **replace(task, goal=only.goal).as_arguments(),
            **search.without_options(),
            progress=show,
        )
    match form:
        case "json":
            click.echo(json.dumps([r.as_row() for r in results], ensure_ascii=False))
        case "csv" | "instances":
            click.echo(results.to_csv())
        case "markdown":
            click.echo(results.to_markdown())
        case "latex":
            click.echo(results.to_latex())
        case _:
            print_table(results)
    if plot is not None and any(result.error is None for result in results):
        results.plot(plot)
        tell(f"plot written to {plot}", err=True)
    first = results[0]
    if first.status is Status.UNSOLVABLE:
        tell(f"taquin: {unsolvable(first.reason, first.swap)}", err=True)
    status = status_of(results)
    if message := _message(results, status):
        tell(f"taquin: {message}", err=True)
    return status


def _message(results: Comparison, status: int) -> str | None:
    """The message for an exit status other than 0, if none was printed yet."""
    if status == ExitCode.INTERRUPTED:
        return "interrupted; the rows before are complete."
    broken = sum(result.error is not None for result in results)
    if broken:
        others = "" if broken == len(results) else "; the others are complete"
        return f"{broken} of {len(results)} searches ended in an error{others}."
    if status in (ExitCode.LIMIT, ExitCode.INCOMPLETE):
        bound = max(result.lower_bound or 0 for result in results)
        published = results[0].published
        known = at_least(bound, results[0].puzzle)
        if published is not None:
            known = f"the optimal cost is {published.optimal:,} ({published.name})"
        return f"no search found a solution; {known}. Raise the limits or choose other rows."
    return None


def print_table(results: Comparison) -> None:
    """Print the table and what its first counter means, as wide as the terminal."""
    width = terminal_width()
    for line, dimmed in comparison_lines(results, width):
        click.secho(line, dim=dimmed or None)
    meaning = f"expanded: {COUNTERS['expanded']}. All counters: taquin list counters."
    click.echo("\n".join(wrapped(meaning, width)))


def status_of(results: Comparison) -> int:
    """The worst exit status of the rows; a row without a solution counts only if none found one.

    A comparison may show a search that gives up on purpose; an error always counts.
    """
    solved = any(result.solved for result in results)
    counted = [
        exit_status(result)
        for result in results
        if not solved or result.status is Status.ERROR or result.limit == "interrupt"
    ]
    return worst(map(ExitCode, counted))
