"""taquin lab BOARD."""

import click

from taquin.faces.cli.common import (
    board_argument,
    byte_size,
    chosen_engine,
    chosen_metric,
    key_values,
    plugin_option,
    read_plugins,
    search_options,
    task_options,
)
from taquin.faces.cli.compare import print_table, row_options, rows_of, status_of
from taquin.faces.cli.given import read_start
from taquin.faces.cli.screens import screen
from taquin.ground.errors import ExitCode, UnsolvableError
from taquin.puzzle.costs import GivenCosts
from taquin.solving.comparison import Comparison, row_requests
from taquin.solving.question.reading import read_limits
from taquin.solving.shown.result_text import unsolvable

__all__ = ["command"]


@click.command("lab", short_help="Watch many searches on the same board, live.")
@board_argument
@task_options
@row_options
@search_options
@plugin_option
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: tuple[int, int] | None,
    metric: str | None,
    costs: GivenCosts | None,
    topology: str,
    algorithms: tuple[str, ...],
    heuristic: str | None,
    suite: str | None,
    options: tuple[str, ...],
    engine: str,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: str | None,
    plugins: tuple[str, ...],
) -> int:
    """Run many searches on the same board and watch their counters in the full terminal.

    S skips the search that runs, Esc stops, Q leaves; the table of the searches that have ended is
    then printed as `taquin compare` prints it, which also gives the exit status.

    \b
    taquin lab 702853614 --goal first
    taquin lab korf100:79 -a astar -a idastar:linear_conflict --time-limit 20
    """
    read_plugins(plugins)
    rows = rows_of(algorithms, heuristic, suite, key_values(options))
    memory = None if memory_limit is None else byte_size(memory_limit, "memory limit")
    text, goal = read_start(board, goal, size)
    requests = row_requests(
        text,
        rows,
        goal=goal,
        size=size,
        metric=chosen_metric(metric, costs),
        costs=costs,
        topology=topology,
        engine=chosen_engine(engine),
        limits=read_limits(time_limit, node_limit, memory),
    )
    verdict = requests[0].verdict
    if not verdict.solvable:
        raise UnsolvableError(unsolvable(verdict.reason, verdict.swap))
    instead = "taquin compare prints the same table."
    found = screen("taquin lab", "lab", instead=instead).watch(requests)
    if not found:
        return ExitCode.INTERRUPTED
    results = Comparison(found)
    print_table(results)
    return status_of(results)
