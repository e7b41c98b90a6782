"""taquin bench list|run|report."""

import json
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taquin.bench.words import FORMATS, as_text, formatted
from taquin.cluster.address import Cluster
from taquin.faces.cli.common import check_one_way, cluster_option, workers_option
from taquin.faces.cli.files import OutputFile, check_output
from taquin.faces.cli.helping import WholeGroup
from taquin.faces.cli.live import counting
from taquin.faces.cli.progressline import beside_rows
from taquin.faces.cli.runlog import rows_so_far
from taquin.faces.cli.undigested import tell_undigested
from taquin.faces.cli.values import FileName, Name, Number, Whole
from taquin.faces.cli.wrapping import tell, terminal_width
from taquin.ground.errors import ClusterLost, ExitCode, OptionError
from taquin.ground.row_digest import sealed_line
from taquin.solving.question.request import ENGINES

if TYPE_CHECKING:
    from taquin.bench.suite import Suite, SuiteSettings

__all__ = ["command"]


@click.group("bench", cls=WholeGroup, short_help="Run benchmark suites and report on them.")
def command() -> None:
    """Run benchmark suites (boards and contestants), log every run, and report the results.

    Reports give coverage before speed.

    \b
    taquin bench list
    taquin bench run korf100 --out korf.jsonl
    taquin bench report korf.jsonl --format markdown --plot korf.svg
    """


@command.command("list")
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def list_suites(form: str) -> int:
    """List the benchmark suites.

    Shows the number of boards, the time limit per board, and what each suite measures.
    """
    from taquin.bench.suite import SUITES

    if form == "json":
        rows = [
            {"name": s.name, "boards": s.boards, "time_limit": s.time_limit, "summary": s.summary}
            for s in SUITES.values()
        ]
        click.echo(json.dumps(rows))
        return ExitCode.DONE
    for suite in SUITES.values():
        tell(f"{suite.name:<11} {suite.boards:>5,}  {suite.time_limit:>4g} s  {suite.summary}")
    return ExitCode.DONE


@command.command("run")
@click.argument("suite")
@click.option(
    "--out",
    "output",
    type=FileName(),
    metavar="FILE.jsonl",
    help="Write the rows to FILE and print the report; without it, print the rows.",
)
@click.option("--resume", is_flag=True, help="Keep the rows in --out and run only what is missing.")
@click.option("--overwrite", is_flag=True, help="Replace an --out file that is not empty.")
@click.option(
    "--limit", type=Whole(1), metavar="N", help="Run at most N boards (aima-table: N per depth)."
)
@click.option(
    "--time-limit", type=Number(0), metavar="S", help="Seconds per board, instead of the suite's."
)
@workers_option("Processes that run boards in parallel, which makes times less reliable.")
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    metavar="SEED",
    help="Seed of the boards that are drawn.",
)
@click.option(
    "--partition",
    "partitions",
    multiple=True,
    metavar="P",
    help="Run korf100, korf24, random15 or antipodes with these tables only, such as 7-8. May "
    "be repeated. Missing tables are built first.",
)
@click.option(
    "--engine",
    type=Name("engine", list(ENGINES)),
    help="For classroom and aima-table: use this engine.",
)
@cluster_option("the boards")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")  # fmt: skip
def run(
    suite: str,
    output: Path | None,
    resume: bool,
    overwrite: bool,
    limit: int | None,
    time_limit: float | None,
    workers: int,
    seed: int,
    partitions: tuple[str, ...],
    engine: str | None,
    cluster: Cluster | None,
    quiet: bool,
) -> int:
    """Run a SUITE.

    Writes a header that describes the machine, then one JSON line per board and contestant. Ctrl-C
    keeps the finished rows; --resume continues. The exit status is 1 if an answer contradicts a
    known optimal cost.
    """
    from taquin.bench.report import read_logs
    from taquin.bench.run import ending, header, key_of, origin, pairs, run_pairs
    from taquin.bench.suite import SuiteSettings, find_suite

    check_output("--out", output, resume=resume, overwrite=overwrite)
    check_one_way(workers, cluster)
    chosen = find_suite(suite)
    settings = SuiteSettings(seed, limit, time_limit, partitions, engine)
    _check_partitions(partitions)
    _check_used(chosen, settings)
    head = header(chosen, settings, workers=workers, cluster=cluster)
    work = pairs(chosen, settings)
    earlier_rows = rows_so_far(output, head, work) if output is not None and resume else []
    done = {key_of(row) for row in earlier_rows}
    wrong = sum(bool(row["disagrees"]) for row in earlier_rows)
    interrupted = False
    with ExitStack() as stack:
        stream: Any = sys.stdout
        if output is not None:
            stream = stack.enter_context(OutputFile("output", output, append=resume))
        show = stack.enter_context(counting(enabled=not quiet and beside_rows(output)))

        def write(row: dict[str, Any]) -> None:
            line = json.dumps(row, ensure_ascii=False) + "\n"
            stream.write(line if output is None else sealed_line(row))
            stream.flush()

        write(head)
        show(f"{suite}: {len(done)} of {len(work)}")
        try:
            rows = run_pairs(
                work, suite, head["time_limit"], workers=workers, done=done, cluster=cluster
            )
            for number, row in enumerate(rows, start=len(done) + 1):
                write(origin(head) | row)
                wrong += bool(row["disagrees"])
                show(f"{suite}: {number} of {len(work)}, {row['instance']} by {row['contestant']}")
        except KeyboardInterrupt:
            interrupted = True
        except ClusterLost as error:
            raise ClusterLost(
                f"{error} The rows written are complete; continue with --out and --resume."
            ) from None
        write(ending(interrupted=interrupted))
    if output is not None:
        click.echo(as_text(read_logs([output]), width=terminal_width()))
    if interrupted:
        tell("taquin: interrupted; the rows before are complete.", err=True)
        return ExitCode.INTERRUPTED
    if wrong:
        contradictions = "1 row contradicts" if wrong == 1 else f"{wrong} rows contradict"
        tell(f"taquin: {contradictions} the known optimal costs.", err=True)
    return ExitCode.DEFECT if wrong else ExitCode.DONE


def _check_used(suite: "Suite", settings: "SuiteSettings") -> None:
    """Raise OptionError for a partition or an engine that the suite does not use."""
    uses: list[tuple[str, object, dict[str, Any], dict[str, Any]]] = [
        ("--partition", settings.partitions, {"partitions": ("5-5-5",)}, {"partitions": ("7-8",)}),
        ("--engine", settings.engine, {"engine": "python"}, {"engine": "compiled"}),
    ]
    for option, given, first, second in uses:
        with_first, with_second = (
            suite.contestants(replace(settings, **setting)) for setting in (first, second)
        )
        if given and with_first == with_second:
            raise OptionError(
                f"the suite {suite.name} does not use {option}; leave it out. "
                "`taquin bench run --help` names the suites that do."
            )


def _check_partitions(partitions: tuple[str, ...]) -> None:
    from taquin.heuristics.patterns.partition import named_partition

    for text in partitions:
        named_partition(text, 4, 4)


@command.command("report")
@click.argument("files", nargs=-1, required=True, type=FileName())
@click.option(
    "--format",
    "form",
    type=Name("format", list(FORMATS)),
    default="text",
    show_default=True,
)
@click.option("--plot", type=FileName(), metavar="FILE",
              help="Draw into FILE.svg, .png or .pdf: boards solved over time, or nodes over "
                   "depth for aima-table.")  # fmt: skip
def report(files: tuple[Path, ...], form: str, plot: Path | None) -> int:
    """Report on benchmark logs.

    Gives coverage first, then times on the boards that all contestants solved; a time-out counts as
    ">= limit".
    """
    from taquin.bench.report import read_logs

    _check_logs(files)
    if plot is not None:
        from taquin.pictures.plot import check_target

        check_target(plot)
    experiments = read_logs(files)
    unchecked = sum((one.unchecked for one in experiments), Counter[Path]())
    for file in files:
        tell_undigested(file, unchecked[file])
    if form == "text":
        click.echo(as_text(experiments, width=terminal_width()))
    else:
        click.echo(formatted(experiments, form))
    if plot is not None:
        from taquin.bench.chart import draw

        draw(experiments, plot)
        tell(f"plot written to {plot}", err=True)
    return ExitCode.DONE


def _check_logs(files: tuple[Path, ...]) -> None:
    """Raise OptionError for the name of a suite where a log is expected."""
    from taquin.bench.suite import SUITES

    for file in files:
        if str(file) in SUITES and not file.exists():
            raise OptionError(
                f"there is no file {str(file)!r}; expected a log. `taquin bench run {file} --out "
                "FILE` writes one; `taquin bench report FILE` reads it."
            )
