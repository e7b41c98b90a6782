"""taquin lab BOARD."""

from dataclasses import replace

import click

from taquin.faces.cli.common import (
    PackedCommand,
    RunOptions,
    TaskOptions,
    board_argument,
    plugin_option,
    read_plugins,
    run_options,
    task_options,
)
from taquin.faces.cli.compare import RowOptions, print_table, row_options, status_of
from taquin.faces.cli.given import read_start
from taquin.faces.cli.screens import screen
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode, UnsolvableError
from taquin.solving.comparison import Comparison, row_requests
from taquin.solving.question.reading import read_limits
from taquin.solving.shown.result_text import unsolvable

__all__ = ["command"]


@click.command("lab", cls=PackedCommand, short_help="Watch many searches on the same board, live.")
@board_argument
@task_options
@row_options
@run_options
@plugin_option
def command(
    board: tuple[str, ...],
    task: TaskOptions,
    named: RowOptions,
    search: RunOptions,
    plugins: tuple[str, ...],
) -> int:
    """Run many searches on the same board and watch their counters in the full terminal.

    S skips the search that runs, Esc stops, Q leaves; the table of the searches that have ended is
    then printed as `taquin compare` prints it, which also gives the exit status. After Ctrl-C, that
    is 130.

    \b
    taquin lab 702853614 --goal first
    taquin lab korf100:79 -a astar -a idastar:linear_conflict --time-limit 20
    """
    read_plugins(plugins)
    rows = named.rows(search.options)
    text, goal, _ = read_start(board, task.goal, task.size)
    requests = row_requests(
        text,
        rows,
        **replace(task, goal=goal).as_arguments(),
        engine=search.engine,
        limits=read_limits(search.time_limit, search.node_limit, search.memory_limit),
    )
    verdict = requests[0].verdict
    if not verdict.solvable:
        raise UnsolvableError(unsolvable(verdict.reason, verdict.swap))
    instead = "taquin compare prints the same table."
    watched = screen("lab", "lab", instead=instead).watch(requests)
    results = Comparison(watched.results)
    if results:
        print_table(results)
    if watched.interrupted:
        tell("taquin: interrupted; the searches that had ended are complete.", err=True)
    return status_of(results) if results and not watched.interrupted else ExitCode.INTERRUPTED
