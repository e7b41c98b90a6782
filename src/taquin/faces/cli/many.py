"""taquin compare on many boards: -n random ones, or those of a file."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taquin.faces.cli.common import RunOptions, TaskOptions, packed
from taquin.faces.cli.files import Line, OutputFile
from taquin.faces.cli.live import counting
from taquin.faces.cli.runlog import head_of, rows_so_far
from taquin.faces.cli.values import Whole
from taquin.faces.cli.wrapping import tell, terminal_width
from taquin.ground.errors import ExitCode, NotationError, TaquinError
from taquin.ground.row_digest import sealed_line
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.question.reading import read_puzzle
from taquin.solving.question.row import Row

__all__ = ["DrawOptions", "Log", "compare_given", "compare_many", "draw_options"]

if TYPE_CHECKING:
    from taquin.bench.many import ManyPlan

_ORIGIN = {"revision", "files", "versions", "cpu", "digest"}  # as taquin.bench.run.origin
_MAX_BOARDS = 100_000  # = taquin.bench.many.MAX_BOARDS, whose module would slow down --help


@dataclass(frozen=True)
class DrawOptions:
    """The values of `-n`, `--depth`, `--walk` and `--seed`."""

    count: int | None
    depth: int | None
    walk: int | None
    seed: int | None

    def check(self, board: tuple[str, ...]) -> None:
        """Raise UsageError if the options contradict each other or the board, or choose none."""
        if self.count is None:
            if not board:
                raise click.UsageError("expected a BOARD, or -n N for N random boards.")
            for name in ("depth", "walk", "seed"):
                if getattr(self, name) is not None:
                    raise click.UsageError(
                        f"--{name} is only for random boards; give -n N with it."
                    )
        elif board:
            raise click.UsageError("a BOARD and -n both choose the boards; give one of them.")
        elif self.depth is not None and self.walk is not None:
            raise click.UsageError("--depth and --walk are two ways to scramble; give one of them.")


draw_options = packed(
    "draw",
    DrawOptions,
    click.option("-n", "--boards", "count", type=Whole(1, _MAX_BOARDS), metavar="N",
                 help="Compare on N random boards (3x3 by default): means, percentiles, and "
                      "searches that reached the time limit."),
    click.option("--depth", type=Whole(0), metavar="D",
                 help="With -n: boards whose optimal solution costs exactly D."),
    click.option("--walk", type=Whole(0), metavar="K",
                 help="With -n: boards K random moves from the goal."),
    click.option("--seed", type=Whole(0), metavar="S",
                 help="With -n: seed of the boards (default: a new seed, which is printed)."),
)  # fmt: skip


def compare_many(
    draw: DrawOptions,
    task: TaskOptions,
    rows: list[Row],
    search: RunOptions,
    form: str,
    plot: Path | None,
    log: "Log",
    *,
    quiet: bool,
) -> int:
    """Run every row on every board and print the report; returns the exit status."""
    from taquin.bench.many import SECONDS, Draw, plan

    assert draw.count is not None
    seed = log.seed if draw.seed is None else draw.seed
    width, height = task.size or (3, 3)
    puzzle = Puzzle.of(
        Board.of(width, height, range(width * height)),
        goal=task.goal or "last",
        topology=task.topology,
        metric=task.chosen_metric,
        costs=task.costs,
    )
    seconds = SECONDS if search.time_limit is None else search.time_limit
    drawn = Draw(draw.count, draw.depth, draw.walk, seed)
    work = plan(drawn, puzzle, rows, engine=search.engine, seconds=seconds)
    click.echo(f"seed {work.seed}", err=True)
    return _report(work, form, plot, log, quiet=quiet)


def compare_given(
    lines: Sequence[Line],
    task: TaskOptions,
    rows: list[Row],
    search: RunOptions,
    form: str,
    plot: Path | None,
    log: "Log",
    *,
    quiet: bool,
) -> int:
    """Run every row on every board of a file and print the report; returns the exit status.

    Raises TaquinError, which names its line, for a board that cannot be read.
    """
    from taquin.bench.many import SECONDS, plan

    boards = [(f"line {line.number}", *_read(line, task)) for line in lines]
    seconds = SECONDS if search.time_limit is None else search.time_limit
    work = plan(boards, boards[0][2], rows, engine=search.engine, seconds=seconds)
    return _report(work, form, plot, log, quiet=quiet)


def _read(line: Line, task: TaskOptions) -> tuple[Board, Puzzle]:
    arguments = replace(task, goal=task.goal or line.goal).as_arguments()
    try:
        if line.problem is not None:
            raise NotationError(line.problem)
        return read_puzzle(line.text.strip(), **arguments)
    except TaquinError as error:
        raise NotationError(f"line {line.number}: {error}") from None


@dataclass(frozen=True, slots=True)
class Log:
    """Where rows are written as they are made; None for nowhere. resume: continue that file."""

    output: Path | None = None
    resume: bool = False

    @property
    def seed(self) -> int | None:
        """The seed of the run to continue; None if there is none."""
        head = head_of(self.output) if self.resume and self.output is not None else None
        seed = None if head is None else head["settings"]["seed"]
        return seed if isinstance(seed, int) else None


def _earlier(work: "ManyPlan", log: Log) -> list[dict[str, Any]]:
    """The rows of the run that this one continues; raises OptionError if it is another's."""
    if log.output is None or not log.resume:
        return []
    wanted = {(task.name, contestant.name) for task, contestant in work.pairs}
    rows = rows_so_far(log.output, work.head, work.pairs)
    ours = [row for row in rows if (row["instance"], row["contestant"]) in wanted]
    # What each row of a log repeats from its header is not part of the report.
    return [{name: row[name] for name in row if name not in _ORIGIN} for row in ours]


def _report(work: "ManyPlan", form: str, plot: Path | None, log: Log, *, quiet: bool) -> int:
    earlier = _earlier(work, log)
    with ExitStack() as stack:
        show = stack.enter_context(counting(enabled=not quiet))
        stream = None
        if log.output is not None:
            file = OutputFile("output", log.output, append=log.resume)
            stream = stack.enter_context(file)

        def keep(line: Mapping[str, Any]) -> None:
            if stream is not None:
                stream.write(sealed_line(dict(line)))
                stream.flush()

        def show_row(number: int, total: int, row: Mapping[str, Any]) -> None:
            show(f"{number} of {total}: {row['instance']} by {row['contestant']}")

        done = work.run(show_row, earlier=earlier, keep=keep)
    match form:
        case "instances":
            click.echo(done.to_csv(instances=True))
        case "text":
            click.echo(done.text(width=terminal_width()))
        case _:
            click.echo(done.report(form))
    if plot is not None:
        done.plot(plot)
        tell(f"plot written to {plot}", err=True)
    if done.exit_code is ExitCode.INTERRUPTED:
        tell("taquin: interrupted; the report covers the searches that finished.", err=True)
    return done.exit_code
