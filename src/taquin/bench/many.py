"""compare_many(): the same searches on many boards, given or drawn, and their results."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from taquin.bench.chart import chart_of, draw
from taquin.bench.report import Experiment, Figures, summary
from taquin.bench.run import ending, header, key_of, origin, run_pairs
from taquin.bench.suite import Contestant, Suite, SuiteSettings, SuiteTask
from taquin.bench.words import as_text, formatted
from taquin.ground.errors import ExitCode, OptionError, check_listener, items_of, quoted, worst
from taquin.ground.grammar import counted
from taquin.pictures.curves import curves_svg
from taquin.pictures.svg import Picture
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.scramble import random_walk, seeded, uniform
from taquin.solving.comparison import data_frame
from taquin.solving.question.heading import question_heading
from taquin.solving.question.naming import search_label
from taquin.solving.question.reading import (
    Given,
    check_engine,
    read_limits,
    read_puzzle,
    request_for,
)
from taquin.solving.question.request import Engine
from taquin.solving.question.row import GivenRow, read_rows
from taquin.solving.shown.result_html import html_div
from taquin.whole.census import at_depth

__all__ = ["MAX_BOARDS", "SECONDS", "Draw", "ManyComparison", "ManyPlan", "compare_many", "plan"]

SECONDS = 60.0  # default time limit per board and search
MAX_BOARDS = 100_000  # all boards are drawn before the first search
_MAX_CELLS = 5_000_000  # of all boards together; in Python a cell takes about 20 bytes
OnRow: TypeAlias = Callable[[int, int, Mapping[str, Any]], None]
_STATUS = {
    "error": ExitCode.USAGE,
    "limit": ExitCode.LIMIT,
    "incomplete": ExitCode.INCOMPLETE,
    "unsolvable": ExitCode.UNSOLVABLE,
}


class ManyComparison:
    """The results of several searches on many boards.

    `str` returns the report that `taquin compare -n` prints.

    title: describes the boards. rows: one dictionary per board and search, as in the log of
    `taquin bench run`. lines: a summary of each search over all boards. seed: of drawn boards.
    interrupted: whether Ctrl-C ended the comparison; the rows are then those finished before.
    """

    def __init__(self, experiment: Experiment, seed: int | None, *, interrupted: bool) -> None:
        self._experiment, self.seed, self.interrupted = experiment, seed, interrupted

    @property
    def title(self) -> str:
        """A description of the boards."""
        return self._experiment.suite

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """One dictionary per board and search, in the order in which they ran."""
        return list(self._experiment.rows)

    @property
    def lines(self) -> list[Figures]:
        """One line per search: boards tried and solved, means over boards solved by all, times."""
        return summary(self._experiment)

    @property
    def exit_code(self) -> ExitCode:
        """The worst outcome of all rows; an answer that contradicts a known cost is a defect."""
        codes = [_STATUS.get(row["status"], ExitCode.DONE) for row in self.rows]
        codes += [ExitCode.DEFECT for row in self.rows if row["disagrees"]]
        return worst([*codes, ExitCode.INTERRUPTED] if self.interrupted else codes)

    def report(self, form: str = "text") -> str:
        """The report as text, markdown, latex, csv or json."""
        return formatted([self._experiment], form)

    def text(self, *, width: int | None = None) -> str:
        """The report as text, in lines of at most `width` characters."""
        return as_text([self._experiment], width=width, command="taquin compare")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<ManyComparison: {self.title}; {len(self.rows):,} searches>"

    def to_rows(self) -> list[dict[str, object]]:
        """One flat dictionary per board and search, with a key per column."""
        return [_flat(row) for row in self.rows]

    def to_pandas(self) -> Any:
        """`to_rows` as a pandas DataFrame; raises MissingExtra if pandas is not installed."""
        return data_frame(self.to_rows())

    def to_markdown(self) -> str:
        """The report as Markdown, one row per search."""
        return self.report("markdown")

    def to_latex(self) -> str:
        """The report as a LaTeX tabular, one row per search."""
        return self.report("latex")

    def to_csv(self, *, instances: bool = False) -> str:
        """The report as comma-separated values, one row per search.

        instances: instead of means, one row per board and search, as `to_rows` has them.
        """
        if not instances:
            return self.report("csv")
        rows, stream = self.to_rows(), io.StringIO()
        names = dict.fromkeys(name for row in rows for name in row)
        writer = csv.DictWriter(stream, list(names), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return stream.getvalue().rstrip("\n")

    def plot(self, path: str | Path | None = None) -> Picture | None:
        """Draw the boards solved over time into the file `path` (.svg, .png or .pdf).

        Without a path, return the picture as SVG text, which notebooks display. Raises OptionError
        if no board was solved or the file cannot be written, and MissingExtra for a .png or .pdf
        without Matplotlib.
        """
        if path is None:
            return Picture(curves_svg(chart_of(self._experiment)))
        draw([self._experiment], Path(path))
        return None

    def _repr_html_(self) -> str:
        solved = any(row["status"] == "solved" for row in self.rows)
        return html_div(f"<pre>{escape(str(self))}</pre>", self.plot() if solved else None)


def _flat(row: Mapping[str, Any]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in row.items():
        if name in ("kind", "version", "suite", "against", "twin", "solver", "by"):
            continue
        if name in ("stats", "seconds"):
            prefix = "seconds_" if name == "seconds" else ""
            flat |= {f"{prefix}{key}": v for key, v in value.items() if key != "contours"}
        elif name == "options":
            flat[name] = " ".join(f"{key}={v}" for key, v in value.items())
        elif name == "expected":
            flat["optimal_cost"] = value.get("cost")
        elif name != "disagrees":
            flat[name] = value
    return flat


@dataclass(frozen=True, slots=True)
class Draw:
    """Random boards of a puzzle: their number, depth or walk length, and seed."""

    count: int
    depth: int | None = None
    walk: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        is_integer = isinstance(self.count, int) and not isinstance(self.count, bool)
        if not is_integer or not 1 <= self.count <= MAX_BOARDS:
            raise OptionError(f"{quoted(self.count, 30)} boards: expected 1 to {MAX_BOARDS:,}.")
        if self.depth is not None and self.walk is not None:
            raise OptionError("depth and walk are two ways to scramble; give one of them.")

    def boards(self, puzzle: Puzzle) -> tuple[int, list[Board]]:
        """The seed used, and the boards; raises OptionError if they would need too much memory."""
        limit = max(1, _MAX_CELLS // puzzle.cells)
        if self.count > limit:
            raise OptionError(
                f"-n {self.count}: all boards are drawn before the first search; expected at most "
                f"{limit:,} boards of {puzzle.goal.size}."
            )
        used, rng = seeded(self.seed)
        if self.depth is not None:
            return used, [at_depth(puzzle, self.depth, rng) for _ in range(self.count)]
        if self.walk is not None:
            return used, [random_walk(puzzle, self.walk, rng) for _ in range(self.count)]
        return used, [uniform(puzzle, rng) for _ in range(self.count)]

    def title(self, puzzle: Puzzle) -> str:
        """A description of the boards."""
        how = "uniformly random"
        if self.depth is not None:
            how = f"at distance {self.depth}"
        elif self.walk is not None:
            how = f"{counted(self.walk, 'random move')} from the goal"
        boards = f"{counted(self.count, f'{puzzle.goal.size} board')} {how}"
        return question_heading(boards, [puzzle])


def _given_title(puzzles: Sequence[Puzzle]) -> str:
    """The heading of boards that were given."""
    sizes = {puzzle.goal.size for puzzle in puzzles}
    size = f"{sizes.pop()} " if len(sizes) == 1 else ""
    return question_heading(counted(len(puzzles), f"given {size}board"), puzzles)


@dataclass(frozen=True)
class ManyPlan:
    """The searches and boards of a `compare_many`; `run` runs them."""

    suite: Suite
    seed: int | None
    pairs: list[tuple[SuiteTask, Contestant]]

    @cached_property
    def head(self) -> dict[str, Any]:
        """The header of the run's log; see `taquin.bench.run.header`."""
        head = header(self.suite, SuiteSettings(time_limit=self.suite.time_limit))
        head["settings"]["seed"] = "none" if self.seed is None else self.seed
        return head

    def run(
        self,
        on_row: OnRow | None = None,
        *,
        earlier: Sequence[dict[str, Any]] = (),
        keep: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> ManyComparison:
        """Run every search on every board, board by board.

        on_row: called after each search with its number, the number of searches and the row.
        earlier: rows of an interrupted run, whose searches are not repeated. keep: called with each
        line of the log as soon as it exists: the header, the new rows and the end.
        """
        check_listener("on_row", on_row, "a number, the number of searches, and a row", 3)
        head, suite = self.head, self.suite
        experiment = Experiment(suite.name, [head])
        experiment.rows.extend(earlier)
        interrupted = False
        keep = keep or (lambda line: None)
        keep(head)
        try:
            for row in self._rows(on_row, {key_of(row) for row in earlier}):
                experiment.rows.append(row)
                keep(origin(head) | row)
        except KeyboardInterrupt:
            interrupted = True
        end = ending(interrupted=interrupted)
        keep(end)
        experiment.endings.append(end)
        return ManyComparison(experiment, self.seed, interrupted=interrupted)

    def _rows(self, on_row: OnRow | None, before: Set[Any]) -> Iterator[dict[str, Any]]:
        done = run_pairs(self.pairs, self.suite.name, self.suite.time_limit, done=before)
        for number, row in enumerate(done, start=1 + len(before)):
            if on_row is not None:
                on_row(number, len(self.pairs), row)
            yield row


def plan(
    boards: Draw | Sequence[tuple[str, Board, Puzzle]],
    puzzle: Puzzle,
    rows: Iterable[GivenRow],
    *,
    engine: Engine = "auto",
    seconds: float = SECONDS,
) -> ManyPlan:
    """Check the searches and draw the boards; raises TaquinError for an invalid search.

    boards: how to draw boards of `puzzle`, or a list of (name, board, puzzle).
    """
    check_engine(engine)
    contestants = _contestants(rows, puzzle, engine)
    seed, known = None, {}
    if isinstance(boards, Draw):
        title = boards.title(puzzle)
        known = {} if boards.depth is None else {"cost": boards.depth}
        seed, drawn = boards.boards(puzzle)
        boards = [(f"random:{seed}:{n}", board, puzzle) for n, board in enumerate(drawn, 1)]
    else:
        title = _given_title([board_puzzle for _, _, board_puzzle in boards])
    tasks = [
        SuiteTask(
            name,
            board.text,
            board_puzzle.goal.text,
            known,
            topology=board_puzzle.topology.name,
            metric=board_puzzle.metric,
            costs=board_puzzle.costs,
        )
        for name, board, board_puzzle in boards
    ]
    suite = Suite(title, "", len(tasks), seconds, lambda *_: tasks, lambda _: contestants)
    return ManyPlan(suite, seed, [(task, c) for task in tasks for c in contestants])


def _contestants(rows: Iterable[GivenRow], puzzle: Puzzle, engine: Engine) -> list[Contestant]:
    contestants: dict[str, Contestant] = {}
    for row in read_rows(rows):
        request = request_for(
            puzzle.goal,
            puzzle,
            algorithm=row.algorithm,
            heuristic=row.heuristic,
            options=row.options,
        )
        algorithm, heuristic, options = request.algorithm, request.heuristic, request.settings
        name = row.label or search_label(algorithm, heuristic, options)
        if name in contestants:
            raise OptionError(f"{name} is given twice; give each row once.")
        contestants[name] = Contestant(name, algorithm, heuristic, options, engine=engine)
    return list(contestants.values())


def compare_many(
    boards: int | Iterable[Given],
    rows: Iterable[GivenRow] | None = None,
    *,
    size: tuple[int, int] | None = None,
    depth: int | None = None,
    walk: int | None = None,
    seed: int | None = None,
    goal: Board | str | None = None,
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
    topology: str = "grid",
    engine: Engine = "auto",
    time_limit: float = SECONDS,
    on_row: OnRow | None = None,
) -> ManyComparison:
    """Run the same searches on many boards: coverage, means over boards solved by all, percentiles.

    boards: the number of boards to draw at random, or the boards, each in any form that `solve`
    accepts. size: of drawn boards (default: 3x3); depth: their distance from the goal; walk: random
    moves from the goal; seed: the same seed draws the same boards. rows: as for `compare`.
    time_limit: seconds for each board and search. A search that raises an error becomes a row of
    status error; Ctrl-C returns the rows finished so far.

    >>> done = compare_many(3, ["bfs", "astar"], depth=8, seed=1)
    >>> [(line.contestant, line.solved, line.cost) for line in done.lines]
    [('Breadth-first', 3, 8.0), ('A* with Manhattan distance', 3, 8.0)]
    """
    from taquin.solving.question.classroom import CLASSROOM

    chosen = CLASSROOM if rows is None else rows
    seconds = read_limits(time_limit, None, None).time or 0.0
    task = {"goal": goal, "size": size, "metric": metric, "topology": topology, "costs": costs}
    if isinstance(boards, int):
        width, height = size or (3, 3)
        puzzle = Puzzle.of(
            Board.of(width, height, range(width * height)),
            goal="last" if goal is None else goal,
            topology=topology,
            metric=metric,
            costs=costs,
        )
        drawn = Draw(boards, depth, walk, seed)
        return plan(drawn, puzzle, chosen, engine=engine, seconds=seconds).run(on_row)
    for name, value in (("depth", depth), ("walk", walk), ("seed", seed)):
        if value is not None:
            raise OptionError(
                f"{name}={quoted(value)} is only for random boards; give their number as boards."
            )
    given = _listed(boards, task)
    work = plan(given, given[0][2], chosen, engine=engine, seconds=seconds)
    return work.run(on_row)


def _listed(boards: Iterable[Given], task: Mapping[str, Any]) -> list[tuple[str, Board, Puzzle]]:
    """The boards, each named by its instance name or its number."""
    expected = "several boards, or the number of boards to draw"
    if isinstance(boards, Board):
        raise OptionError(f"boards={quoted(boards)}: expected {expected}.")
    tasks: dict[str, tuple[str, Board, Puzzle]] = {}
    for number, board in enumerate(items_of("boards", boards, expected, MAX_BOARDS), start=1):
        name = board if isinstance(board, str) and ":" in board else f"board {number}"
        name = name if name not in tasks else f"{name} ({number})"
        tasks[name] = (name, *read_puzzle(board, **task))
    if not tasks:
        raise OptionError("boards is empty; expected at least one board.")
    return list(tasks.values())
