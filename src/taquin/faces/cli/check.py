"""taquin check heuristic|algorithm|topology NAME|FILE.py …"""

import json
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, cast

import click

from taquin.faces.cli.common import byte_size
from taquin.faces.cli.live import counting
from taquin.faces.cli.values import Name, Number
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode, OptionError
from taquin.heuristics.base import find_heuristic
from taquin.puzzle.board import parse_size
from taquin.puzzle.puzzle import METRICS, Metric
from taquin.puzzle.topology import TOPOLOGIES, topology
from taquin.search.algorithm import ALGORITHMS
from taquin.whole.oracle import goal_board

if TYPE_CHECKING:
    from taquin.checks.isolation import Bounds, Checked, Submission

__all__ = ["command"]

_DEFAULT_SIZES = ((2, 2), (3, 2), (3, 3))

Sizes = tuple[tuple[int, int], ...]


def _sizes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Sizes:
    return tuple(map(parse_size, value))


@click.command("check", short_help="Prove or refute what a search or heuristic claims.")
@click.argument("kind", metavar="KIND", type=Name("kind", ["heuristic", "algorithm", "topology"]))
@click.argument("targets", metavar="NAME|FILE.py…", nargs=-1, required=True)
@click.option(
    "--size",
    "sizes",
    metavar="WxH",
    multiple=True,
    callback=_sizes,
    help="Check boards of this size. May be repeated, as may the next three options.",
)
@click.option(
    "--goal",
    "goals",
    metavar="G",
    multiple=True,
    help="last, first, middle (the blank in the middle), snake, spiral, or a board.",
)
@click.option(
    "--metric",
    "metrics",
    type=Name("metric", list(METRICS)),
    multiple=True,
    help="What a move costs: stm, mtm or expense.",
)
@click.option(
    "--topology",
    "topologies",
    metavar="T",
    multiple=True,
    help="Board type, grid by default (see `taquin list topologies`).",
)
@click.option(
    "--returns",
    type=Name("returns", ["moves", "boards", "successors"]),
    help="What a plain function returns, in FILE.py:FUNCTION, if taquin cannot detect it.",
)
@click.option(
    "--optimal",
    is_flag=True,
    help="A plain function claims shortest solutions, as one named bfs or astar does.",
)
@click.option(
    "--answer-limit",
    type=Number(0, infinite=True),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds to wait for one answer of a file on a board near the goal.",
)
@click.option(
    "--time-limit",
    type=Number(0, infinite=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds for each target, wall-clock and processor time.",
)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    default="2GiB",
    show_default=True,
    help="Memory for each target, such as 500MB.",
)
@click.option(
    "--format", "form", type=Name("format", ["text", "json"]), default="text", show_default=True
)
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
def command(
    kind: str,
    targets: tuple[str, ...],
    sizes: Sizes,
    goals: tuple[str, ...],
    metrics: tuple[str, ...],
    topologies: tuple[str, ...],
    returns: str | None,
    optimal: bool,
    answer_limit: float,
    time_limit: float,
    memory_limit: str,
    form: str,
    quiet: bool,
) -> int:
    """Prove or refute the claims of a heuristic, algorithm or topology, by enumeration.

    Compares every board of 2x2 and 3x2 with a breadth-first search; for a heuristic also every
    board of 3x3, for an algorithm one board of 3x3 per distance. Each failure names the board.

    A target is a registered NAME, a FILE.py that registers one with taquin's decorators, or
    FILE.py:FUNCTION, a plain function: of a board and its value as a heuristic, or, as an
    algorithm, of a board and its solution (moves or boards) or its successors.

    A heuristic is checked for the goals and metrics that it declares. If it declares none, and for
    an algorithm, that is metric stm and the goal at which it returns 0 (for an algorithm: last);
    --goal and --metric choose others. taquin's own are checked for three goals and all metrics.

    Each target answers questions in a separate process, and its answers are judged outside it;
    several files may use the same name. A file sees an empty folder and a bare environment, but
    runs with your rights: run code you do not trust in a container.

    Exit status: 0 all proved, 6 a claim refuted, 2 a target that cannot be checked (it does not
    load, or ended its process), 4 undecided at a limit, 130 interrupted.

    \b
    taquin check heuristic manhattan
    taquin check algorithm my_search.py --time-limit 300
    taquin check algorithm homework.py:bfs --returns moves
    taquin check heuristic submissions/*.py --format json
    """
    from taquin.checks.heuristics import check_sizes
    from taquin.checks.isolation import EXPOSED, Bounds

    if kind == "topology":
        if metrics or topologies:
            raise OptionError("--metric and --topology do not apply to a board type.")
    else:
        check_sizes(sizes)
    for width, height in sizes or _DEFAULT_SIZES:
        for name in topologies:
            topology(name, width, height)
        for goal in goals:
            goal_board(goal, width, height)
    for target in targets:
        _check_name(kind, target)
    jobs = _jobs(kind, targets, sizes, goals, metrics, topologies)
    jobs = [replace(job, returns=returns, optimal=optimal) for job in jobs]
    for job in jobs:
        if job.function is None and (returns is not None or optimal):
            raise OptionError(
                f"--returns and --optimal describe a plain function, but {job.target} names none; "
                "expected FILE.py:FUNCTION."
            )
    bounds = Bounds(time_limit, byte_size(memory_limit, "memory limit"), answer_limit)
    outcomes = _outcomes(jobs, bounds, form, quiet=quiet)
    if form == "json":
        rows = [json.dumps(outcome.as_dict(), ensure_ascii=False) for outcome in outcomes]
        click.echo("[" + ",\n ".join(rows) + "]")
    elif any(job.file and outcome.reports for job, outcome in zip(jobs, outcomes, strict=False)):
        tell(EXPOSED)
    return _status(outcomes)


def _check_name(kind: str, target: str) -> None:
    """Raise UnknownName or OptionError for a name that is not registered."""
    if target.endswith(".py") or target.rpartition(":")[0].endswith(".py"):
        return
    match kind:
        case "heuristic":
            find_heuristic(target)
        case "algorithm":
            ALGORITHMS.get(target)
        case _:
            TOPOLOGIES.get(target.partition(":")[0])


def _jobs(
    kind: str,
    targets: Sequence[str],
    sizes: Sizes,
    goals: Sequence[str],
    metrics: Sequence[str],
    topologies: Sequence[str],
) -> "list[Submission]":
    """One submission a target; with --size, a NAME is checked as other commands would use it."""
    from taquin.checks.isolation import Kind, Submission

    jobs = []
    for target in targets:
        job = Submission(
            cast(Kind, kind),
            target,
            sizes=sizes or None,
            goals=goals or None,
            metrics=cast(Sequence[Metric], metrics) or None,
            topologies=topologies or None,
        )
        if sizes and job.file is None:
            job = replace(job, goals=job.goals or ("last",), metrics=job.metrics or ("stm",))
        jobs.append(job)
    return jobs


def _outcomes(
    submissions: "Sequence[Submission]", bounds: "Bounds", form: str, *, quiet: bool
) -> "list[Checked]":
    """Check each target in turn until Ctrl-C; in text format, print each when it is done."""
    from taquin.checks.family import sheltered
    from taquin.checks.isolation import check_isolated

    outcomes = []
    for submission in submissions:
        with counting(enabled=not quiet) as show, sheltered(), _ended_like_ctrl_c():
            head = f"{Path(submission.target).name}: " if len(submissions) > 1 else ""
            outcome = check_isolated(submission, bounds, lambda line, head=head: show(head + line))  # type: ignore[misc]
        outcomes.append(outcome)
        if form == "text":
            _print(outcome, several=len(submissions) > 1)
        if outcome.interrupted:
            tell("taquin: interrupted; these are the findings so far.", err=True)
            break
    return outcomes


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Within the block, a signal to end also ends the submission's process and its folder."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _print(outcome: "Checked", *, several: bool) -> None:
    """Print all reports of one target; for several, one line per target: verdict, finding."""
    texts = [str(report) for report in outcome.reports]
    if several:
        failures = [text for report in outcome.reports for text in report.failures]
        first = failures[0] if failures else " ".join(texts).partition("\n")[0]
        reason = outcome.message or first
        tell(f"{outcome.verdict:<9}  {outcome.target}  {' '.join(reason.split())}")
        return
    if texts:
        tell("\n".join(texts))
    if outcome.printed and outcome.verdict != "proved" and texts:
        lines = "\n".join(f"    {line}" for line in outcome.printed.splitlines())
        click.echo(f"  last lines it printed:\n{lines}")
    if outcome.message is not None and not outcome.interrupted:
        prefix = "" if outcome.target in outcome.message else f"{outcome.target}: "
        tell(f"taquin: {prefix}{outcome.message}", err=True)


def _status(outcomes: "Sequence[Checked]") -> int:
    """The exit status of the worst verdict."""
    verdicts = {outcome.verdict for outcome in outcomes}
    if any(outcome.interrupted for outcome in outcomes):
        return ExitCode.INTERRUPTED
    if "refuted" in verdicts:
        return ExitCode.REFUTED
    if "error" in verdicts:
        return ExitCode.USAGE
    return ExitCode.LIMIT if "undecided" in verdicts else ExitCode.DONE
