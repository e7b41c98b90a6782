"""taquin compare -n N: the same searches on many boards, drawn by depth, by walk or uniformly."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from taquin.errors import ExitCode, OptionError
from taquin.faces.cli.common import Task
from taquin.faces.cli.live import counting
from taquin.faces.cli.text import in_words
from taquin.faces.cli.values import Whole
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import random_walk, seeded, uniform
from taquin.solver import Engine, Row, choose
from taquin.spaces import at_depth

__all__ = ["Draw", "compare_many", "many_options"]

F = TypeVar("F", bound=Callable[..., Any])
_SECONDS = 60.0  # a board, unless --time-limit says otherwise
_MOST_BOARDS = 100_000  # all are drawn before the first is searched
_MOST_CELLS = 5_000_000  # of all boards together; in Python each takes some 20 bytes


def many_options(function: F) -> F:
    """-n, --depth, --walk, --seed."""
    for decorate in (
        click.option("--seed", type=Whole(0), metavar="S",
                     help="With -n: same seed, same boards (default: a new one, told)."),
        click.option("--walk", type=Whole(0), metavar="K",
                     help="With -n: boards K random moves from the goal."),
        click.option("--depth", type=Whole(0), metavar="D",
                     help="With -n: boards whose optimal solution costs exactly D."),
        click.option("-n", "--boards", "count", type=Whole(1, _MOST_BOARDS), metavar="N",
                     help="Compare on N random boards (3x3 unless --size says otherwise): means, "
                          "percentiles, what reached the time limit."),
    ):  # fmt: skip
        function = decorate(function)
    return function


@dataclass(frozen=True, slots=True)
class Draw:
    """Which boards: how many, how far from the goal, from which seed."""

    count: int
    depth: int | None
    walk: int | None
    seed: int | None

    @classmethod
    def of(
        cls,
        board: tuple[str, ...],
        count: int | None,
        depth: int | None,
        walk: int | None,
        seed: int | None,
    ) -> "Draw | None":
        """What the options say; None for one given board. Raises UsageError if they contradict."""
        if count is None:
            if not board:
                raise click.UsageError("expected a BOARD, or -n N for N random ones.")
            for name, value in (("--depth", depth), ("--walk", walk), ("--seed", seed)):
                if value is not None:
                    raise click.UsageError(f"{name} chooses random boards; give -n N with it.")
            return None
        if board:
            raise click.UsageError("a BOARD and -n both name the boards; give one of them.")
        if depth is not None and walk is not None:
            raise click.UsageError("--depth and --walk are two ways to scramble; give one of them.")
        return cls(count, depth, walk, seed)

    def boards(self, puzzle: Puzzle) -> tuple[int, list[Board]]:
        """The seed that was used, and the boards; OptionError for more than memory should hold."""
        most = max(1, _MOST_CELLS // puzzle.cells)
        if self.count > most:
            raise OptionError(
                f"-n {self.count}: all boards are drawn before the first is searched; expected at "
                f"most {most:,} of {puzzle.goal.size}."
            )
        used, rng = seeded(self.seed)
        if self.depth is not None:
            return used, [at_depth(puzzle, self.depth, rng) for _ in range(self.count)]
        if self.walk is not None:
            return used, [random_walk(puzzle, self.walk, rng) for _ in range(self.count)]
        return used, [uniform(puzzle, rng) for _ in range(self.count)]


def compare_many(
    drawn: Draw,
    task: Task,
    rows: list[Row],
    engine: Engine,
    time_limit: float | None,
    form: str,
    plot: Path | None,
    *,
    quiet: bool,
) -> int:
    """Run every row on every board, board by board, and print the report; the exit status."""
    from taquin.bench.chart import draw
    from taquin.bench.report import Experiment
    from taquin.bench.run import ending, header, run_pairs
    from taquin.bench.suite import Settings, Suite
    from taquin.bench.words import formatted

    width, height = task.size or (3, 3)
    puzzle = Puzzle.of(
        Board.of(width, height, range(width * height)),
        goal=task.goal or "last",
        board_type=task.topology,
        metric=task.metric,
    )
    seed, boards = drawn.boards(puzzle)
    seconds = _SECONDS if time_limit is None else time_limit
    contestants = _contestants(rows, puzzle, engine)
    tasks = [_task(f"random:{seed}:{n}", b, puzzle, task, drawn) for n, b in enumerate(boards, 1)]
    suite = Suite(
        _title(puzzle, drawn), "", len(boards), seconds, lambda *_: tasks, lambda _: contestants
    )
    experiment = Experiment(suite.name, [header(suite, Settings(seed=seed, time_limit=seconds))])
    click.echo(f"seed {seed}", err=True)
    pairs = [(task, contestant) for task in tasks for contestant in contestants]
    interrupted = False
    with counting(enabled=not quiet) as show:
        try:
            for row in _numbered(run_pairs(pairs, suite.name, seconds), len(pairs), show):
                experiment.rows.append(row)
        except KeyboardInterrupt:
            interrupted = True
    experiment.endings.append(ending(interrupted=interrupted))
    click.echo(formatted([experiment], form))
    if plot is not None:
        draw([experiment], plot)
        click.echo(f"drawn: {plot}", err=True)
    if interrupted:
        click.echo("taquin: interrupted; what is told is of the boards before.", err=True)
        return ExitCode.INTERRUPTED
    return _status(experiment.rows)


def _title(puzzle: Puzzle, drawn: Draw) -> str:
    how = "uniformly random"
    if drawn.depth is not None:
        how = f"at distance {drawn.depth}"
    elif drawn.walk is not None:
        how = f"{drawn.walk} random moves from the goal"
    noun = "board" if drawn.count == 1 else "boards"
    return f"{drawn.count} {puzzle.goal.size} {noun} {how}, goal {puzzle.goal}, {puzzle.metric}"


def _contestants(rows: list[Row], puzzle: Puzzle, engine: Engine) -> list[Any]:
    from taquin.bench.suite import Contestant

    found = {}
    for row in rows:
        heuristic = choose(puzzle, row.algorithm, row.heuristic, row.options).heuristic
        name = row.label or in_words(row.algorithm, heuristic, row.options or {})
        if name in found:
            raise OptionError(f"{name} is named twice; give every row once.")
        found[name] = Contestant(name, row.algorithm, heuristic, row.options or {}, engine=engine)
    return list(found.values())


def _task(name: str, board: Board, puzzle: Puzzle, given: Task, drawn: Draw) -> Any:
    from taquin.bench.suite import Task as BenchTask

    known = {} if drawn.depth is None else {"cost": drawn.depth}
    return BenchTask(
        name, str(board), str(puzzle.goal), known, topology=given.topology, metric=puzzle.metric
    )


def _numbered(
    rows: Iterator[dict[str, Any]], total: int, show: Callable[[str], None]
) -> Iterator[dict[str, Any]]:
    for number, row in enumerate(rows, start=1):
        show(f"{number} of {total}: {row['instance']} by {row['contestant']}")
        yield row


def _status(rows: Sequence[Mapping[str, Any]]) -> int:
    """Done if everything was solved; else by what was not, an answer that is wrong before all."""
    statuses = {row["status"] for row in rows}
    if any(row["disagrees"] for row in rows):
        return ExitCode.DEFECT
    if "error" in statuses:
        return ExitCode.USAGE
    if "limit" in statuses:
        return ExitCode.LIMIT
    return ExitCode.INCOMPLETE if "incomplete" in statuses else ExitCode.DONE
