"""taquin solve BOARD."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taquin.cluster.address import Cluster
from taquin.faces.cli import courses
from taquin.faces.cli.common import (
    PackedCommand,
    SearchOptions,
    TaskOptions,
    board_argument,
    byte_size,
    check_one_way,
    cluster_option,
    notation_option,
    plugin_option,
    read_plugins,
    search_options,
    task_options,
    workers_option,
)
from taquin.faces.cli.files import check_not_read, whole_output
from taquin.faces.cli.given import read_start
from taquin.faces.cli.goals import goal_files
from taquin.faces.cli.known import untrue_length, with_known
from taquin.faces.cli.lines import BetterSolutions
from taquin.faces.cli.live import animate as play_solution
from taquin.faces.cli.live import live_progress
from taquin.faces.cli.progressline import beside_rows
from taquin.faces.cli.values import FileName, Name, Number
from taquin.faces.cli.wrapping import tell, terminal_width
from taquin.ground.announce import announce
from taquin.ground.errors import ExitCode, OptionError
from taquin.ground.grammar import counted
from taquin.puzzle.move import Notation
from taquin.puzzle.notation import is_instance_name
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Monitor, Observer, Several
from taquin.search.result import Status
from taquin.solving.answers.result import FORMAT_VERSION, Result
from taquin.solving.question.checkpoints import EVERY, Checkpoints
from taquin.solving.question.reading import read_request
from taquin.solving.question.request import Progress, SearchRequest
from taquin.solving.runner import answer
from taquin.solving.shown.result_text import at_least, result_text, unsolvable

if TYPE_CHECKING:
    from taquin.teach.trace.writer import TraceWriter

__all__ = ["command", "exit_status"]

# Maximum number of nodes of the frontier, and of the reached set, in a line of a trace.
TRACED_NODES = 100
# A* with Manhattan distance on the courses' 8-puzzle writes 36 MB.
_TRACE_LIMIT = "100MB"
_WHERE = "the board"  # of a file, in what is said of its length
_SPEED = 4.0  # moves per second
# More than there are solvable 8-puzzles, so that no course assignment is truncated.
_MAX_EXPANSIONS_PRINTED = 200_000
FORMATS = ("text", "json", "jsonl", *courses.COURSES)


@click.command(
    "solve", cls=PackedCommand, short_help="Solve one board; report the search and what is proved."
)
@board_argument
@task_options
@search_options
@workers_option(
    "Threads to use (default: 1; with --optimal beyond 16 cells, all cores).", default=None
)
@notation_option
@click.option(
    "--trace",
    type=FileName(),
    metavar="FILE",
    help="Write one JSON line per iteration to FILE: the chosen node and why, frontier, reached.",
)
@click.option(
    "--trace-limit",
    metavar="SIZE",
    help="Stop writing iterations when the trace reaches this size; none for no limit (default: "
    f"{_TRACE_LIMIT}). The search continues; the last line says how many iterations are omitted.",
)
@click.option(
    "--format",
    "form",
    type=Name("format", list(FORMATS)),
    default="text",
    show_default=True,
    help="jsonl prints a line for each better solution while the search runs, and the result last; "
    "ucr, columbia and uta print the output that those courses require, and their conventions are "
    "then the defaults.",
)
@click.option(
    "--optimal",
    is_flag=True,
    help="Search until the solution is proved optimal, which takes seconds to hours on 5x5. Where "
    "taquin has no search for that, such as on 6x6, it answers with what is proved.",
)
@click.option(
    "--explain-plan",
    is_flag=True,
    help="Show which searches would run, within which limits, and what their results would change; "
    "run none.",
)
@click.option(
    "--checkpoint",
    type=FileName(),
    metavar="FILE",
    help="Save the progress of a search with pattern databases to FILE, for --resume.",
)
@click.option(
    "--checkpoint-every",
    type=Number(0, infinite=False),
    metavar="S",
    help=f"Seconds between two checkpoints (default: {EVERY:g}).",
)
@click.option(
    "--resume",
    type=FileName(),
    metavar="FILE",
    help="Continue the search of a checkpoint, and keep saving to it.",
)
@cluster_option("the subtrees of each large contour of a search with pattern databases")
@plugin_option
@click.option("--animate", is_flag=True, help="Play the solution on the terminal.")
@click.option(
    "--speed",
    type=Number(0.1, 1000),
    metavar="N",
    help=f"Moves per second with --animate (default: {_SPEED:g}).",
)
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
def command(
    board: tuple[str, ...],
    task: TaskOptions,
    search: SearchOptions,
    workers: int | None,
    notation: Notation,
    trace: Path | None,
    trace_limit: str | None,
    form: str,
    optimal: bool,
    explain_plan: bool,
    checkpoint: Path | None,
    checkpoint_every: float | None,
    resume: Path | None,
    cluster: Cluster | None,
    plugins: tuple[str, ...],
    animate: bool,
    speed: float | None,
    quiet: bool,
) -> int:
    """Solve one board, optimally by default, and report the search and what is proved.

    \b
    taquin solve 702853614 --goal first
    taquin solve "7 0 2/8 5 3/6 1 4" --goal first -a astar --heuristic manhattan
    taquin solve korf100:1 --format json

    Exit status: 0 solved, 2 bad usage or input, 3 proved unsolvable, 4 a limit was reached, 5 ended
    without a solution and without proof, 130 interrupted.
    """
    read_plugins(plugins)
    course = courses.COURSES.get(form)
    if speed is not None and not animate:
        raise OptionError("--speed needs --animate.")
    if animate and form != "text":
        raise OptionError("--animate needs --format text.")
    if trace is None and trace_limit is not None:
        raise OptionError("--trace-limit needs --trace FILE.")
    trace_bytes = _trace_bytes(_TRACE_LIMIT if trace_limit is None else trace_limit)
    if trace is not None:
        check_not_read(
            "--trace", trace, (*(word.removeprefix("@") for word in board), *goal_files(), *plugins)
        )
    check_one_way(workers, cluster)
    text, goal, known = read_start(board, task.goal, task.size)
    task = replace(task, goal=goal)
    if course is not None:
        task, search = course.fill(task, search, has_goal=is_instance_name(text))
    request = read_request(
        text,
        **task.as_arguments(),
        **search.as_arguments(),
        workers=workers,
        optimal=optimal,
        checkpoints=_checkpoints(checkpoint, resume, checkpoint_every),
        cluster=cluster,
    )
    if explain_plan:
        return _explain_plan(request, form)
    with ExitStack() as stack:
        observers: list[Observer] = []
        printer = None
        if course is not None and course.prints_expansions:
            from taquin.teach.trace.printer import ExpansionPrinter

            printer = ExpansionPrinter(sys.stdout, request.puzzle, most=_MAX_EXPANSIONS_PRINTED)
            observers.append(printer)
        fringe = courses.Fringe() if course is not None and course.counts_fringe else None
        if fringe is not None:
            observers.append(fringe)
        tracer = None
        if trace is not None:
            tracer = stack.enter_context(_tracing(trace, trace_bytes, request))
            observers.append(tracer)
        observer = None if not observers else Several(observers)
        prints = form == "jsonl" or printer is not None  # while it searches
        live = not quiet and (not prints or beside_rows(None))
        progress = stack.enter_context(live_progress(enabled=live, one_answer=True))
        if form == "jsonl":
            progress = _both(BetterSolutions(request, notation), progress)
        result = answer(request, observer=observer, progress=progress)
        if tracer is not None:
            tracer.finish(result)
    untrue = ""
    if known is not None or form in ("json", "jsonl"):
        row = with_known(result.as_row(notation=notation), known, _WHERE)
        untrue = untrue_length(row, _WHERE)
    if form == "json":
        click.echo(json.dumps(row, ensure_ascii=False))
    elif form == "jsonl":
        click.echo(json.dumps(row | {"kind": "result"}, ensure_ascii=False))
    elif course is not None:
        click.echo(course.report(result, fringe.peak if fringe else None))
    else:
        click.echo(result_text(result, notation=notation, width=terminal_width()))
        if animate:
            play_solution(result, speed=_SPEED if speed is None else speed)
    if untrue:
        announce(untrue)
    if tracer is not None and tracer.cut is not None:
        tell(f"taquin: {tracer.cut} Raise --trace-limit, or set it to none.", err=True)
    if printer is not None and printer.left_out:
        tell(
            f"taquin: only the first {_MAX_EXPANSIONS_PRINTED:,} expansions are printed, not "
            f"{counted(printer.left_out, 'expansion', more=True)}.",
            err=True,
        )
    if not result.solved:
        tell(f"taquin: {_why_not(result)}", err=True)
    return exit_status(result)


def _explain_plan(request: SearchRequest, form: str) -> int:
    """Print the plan, as JSON if that is asked for."""
    from taquin.solving.shown.plan_text import plan_data, plan_text

    if form in ("json", "jsonl"):
        plan = {"version": FORMAT_VERSION, "kind": "plan", **plan_data(request)}
        click.echo(json.dumps(plan, ensure_ascii=False))
    else:
        click.echo(plan_text(request, terminal_width()))
    return ExitCode.DONE if request.verdict.solvable else ExitCode.UNSOLVABLE


def _checkpoints(file: Path | None, resume: Path | None, every: float | None) -> Checkpoints | None:
    """What the three options say; None without."""
    if file is None and resume is None:
        if every is not None:
            raise OptionError("--checkpoint-every needs --checkpoint FILE or --resume FILE.")
        return None
    return Checkpoints(file, resume, EVERY if every is None else every)


def _both(first: Progress, second: Progress | None) -> Progress:
    """One function for both."""
    if second is None:
        return first

    def tell(monitor: Monitor[Any]) -> None:
        first(monitor)
        second(monitor)

    return tell


def _trace_bytes(text: str) -> int | None:
    """The value of --trace-limit in bytes; None for ``none``."""
    return None if text.strip().lower() == "none" else byte_size(text, "trace limit")


def exit_status(result: Result) -> int:
    """The command's exit status for an outcome."""
    match result.status:
        case Status.SOLVED:
            return ExitCode.DONE
        case Status.UNSOLVABLE:
            return ExitCode.UNSOLVABLE
        case Status.INCOMPLETE:
            return ExitCode.INCOMPLETE
        case Status.LIMIT:
            return ExitCode.INTERRUPTED if result.limit == "interrupt" else ExitCode.LIMIT
        case Status.ERROR:
            return ExitCode.USAGE if result.error is None else result.error.exit_code


# What may lead to a solution after a limit.
_NEXT = {
    "interrupt": "Run it again and wait longer",
    "time": "Raise --time-limit",
    "expansions": "Raise --node-limit",
    "memory": "Raise --memory-limit",
}


def _why_not(result: Result) -> str:
    """One sentence on why there is no solution, or no complete one."""
    match result.status:
        case Status.UNSOLVABLE:
            return unsolvable(result.reason or "", result.swap)
        case Status.INCOMPLETE:
            known = ALGORITHMS.get(result.algorithm).options
            raised = next((name for name in ("depth", "width", "cost") if name in known), None)
            more = f"Raise -o {raised}=, or choose" if raised else "Choose"
            return (
                f"{result.algorithm} ended without a solution, but the board is solvable. {more} "
                "another search with -a."
            )
        case _:
            cause = {
                "interrupt": "interrupted",
                "time": "the time limit was reached",
                "expansions": "the node limit was reached",
                "memory": "the memory limit was reached",
                "cluster": "the cluster was lost",
                "depth": "the search can go no deeper",
                "effort": "the quick searches did not prove it optimal",
            }.get(result.limit or "", f"a limit was reached ({result.limit})")
            found = "" if result.cost is None else f"; best solution so far: {result.cost:,}"
            bound = at_least(result.lower_bound, result.puzzle)
            step = _NEXT.get(result.limit or "")
            following = "" if step is None else f" {step}, or choose another search with -a."
            return f"{cause}; {bound}{found}.{following}"


@contextmanager
def _tracing(path: Path, most_bytes: int | None, request: SearchRequest) -> "Iterator[TraceWriter]":
    from taquin.teach.trace.writer import TraceWriter

    with whole_output("trace file", path) as stream:
        yield TraceWriter(
            stream,
            request.puzzle,
            request.algorithm,
            options=request.settings,
            estimate=request.estimate,
            cap=TRACED_NODES,
            most_bytes=most_bytes,
        )
