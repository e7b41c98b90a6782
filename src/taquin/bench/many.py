"""compare_many(): the same searches on many boards, given or drawn, and what came out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from taquin.bench.chart import draw, picture, svg
from taquin.bench.report import Experiment, Line, summary
from taquin.bench.run import ending, header, run_pairs
from taquin.bench.suite import Contestant, Settings, Suite, Task
from taquin.bench.words import formatted
from taquin.comparison import GivenRow, data_frame, read_rows
from taquin.engines import Engine
from taquin.errors import ExitCode, OptionError, worst
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.scramble import random_walk, seeded, uniform
from taquin.render import Picture
from taquin.result_html import page_part
from taquin.result_text import in_words
from taquin.solver import Given, check_choice, check_means, choose, read_limits, read_task
from taquin.spaces import at_depth

__all__ = ["MOST_BOARDS", "SECONDS", "Draw", "ManyComparison", "Plan", "compare_many", "plan"]

SECONDS = 60.0  # a board and search, unless a time limit says otherwise
MOST_BOARDS = 100_000  # all are drawn before the first is searched
_MOST_CELLS = 5_000_000  # of all boards together; in Python each takes some 20 bytes
OnRow: TypeAlias = Callable[[int, int, Mapping[str, Any]], None]
_STATUS = {
    "error": ExitCode.USAGE,
    "limit": ExitCode.LIMIT,
    "incomplete": ExitCode.INCOMPLETE,
    "unsolvable": ExitCode.UNSOLVABLE,
}


class ManyComparison:
    """The outcome of the same searches on many boards. `str` is what `taquin compare -n` prints.

    title: which boards. rows: one dictionary a board and search, as `taquin bench run` logs them.
    lines: what is said of each search over all boards. seed: of drawn boards. interrupted: Ctrl-C
    ended it; the rows are those before.
    """

    def __init__(self, experiment: Experiment, seed: int | None, *, interrupted: bool) -> None:
        self._experiment, self.seed, self.interrupted = experiment, seed, interrupted

    @property
    def title(self) -> str:
        """Which boards, in words."""
        return self._experiment.suite

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """One dictionary a board and search, in the order in which they ran."""
        return list(self._experiment.rows)

    @property
    def lines(self) -> list[Line]:
        """One line a search: boards tried and solved, means over the boards all solved, times."""
        return summary(self._experiment)

    @property
    def exit_code(self) -> ExitCode:
        """The worst outcome of all rows; an answer that contradicts what is known is a defect."""
        codes = [_STATUS.get(row["status"], ExitCode.DONE) for row in self.rows]
        codes += [ExitCode.DEFECT for row in self.rows if row["disagrees"]]
        return worst([*codes, ExitCode.INTERRUPTED] if self.interrupted else codes)

    def report(self, form: str = "text") -> str:
        """The report as text, markdown, latex, csv or json."""
        return formatted([self._experiment], form)

    def __str__(self) -> str:
        return self.report()

    def __repr__(self) -> str:
        return f"<ManyComparison: {self.title}; {len(self.rows):,} searches>"

    def to_rows(self) -> list[dict[str, object]]:
        """One flat dictionary a board and search, keys as columns."""
        return [_flat(row) for row in self.rows]

    def to_pandas(self) -> Any:
        """`to_rows` as a pandas DataFrame; raises MissingExtra without pandas."""
        return data_frame(self.to_rows())

    def to_markdown(self) -> str:
        """The report as Markdown: one line a search."""
        return self.report("markdown")

    def to_latex(self) -> str:
        """The report as a LaTeX tabular: one line a search."""
        return self.report("latex")

    def to_csv(self) -> str:
        """The report as comma-separated values: one line a search."""
        return self.report("csv")

    def plot(self, path: str | Path | None = None) -> Picture | None:
        """Boards solved over time: into `path`, .svg or .png, or as a picture for notebooks.

        Raises OptionError where no board was solved or the file cannot be written, MissingExtra for
        .png without Matplotlib.
        """
        if path is None:
            return Picture(svg(picture(self._experiment)))
        draw([self._experiment], Path(path))
        return None

    def _repr_html_(self) -> str:
        solved = any(row["status"] == "solved" for row in self.rows)
        return page_part(f"<pre>{escape(str(self))}</pre>", self.plot() if solved else None)


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
    """Random boards of a puzzle: how many, how far from the goal, from which seed."""

    count: int
    depth: int | None = None
    walk: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        whole = isinstance(self.count, int) and not isinstance(self.count, bool)
        if not whole or not 1 <= self.count <= MOST_BOARDS:
            raise OptionError(f"{self.count!r:.30} boards: expected 1 to {MOST_BOARDS:,}.")
        if self.depth is not None and self.walk is not None:
            raise OptionError("depth and walk are two ways to scramble; give one of them.")

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

    def title(self, puzzle: Puzzle) -> str:
        """Which boards, in words."""
        how = "uniformly random"
        if self.depth is not None:
            how = f"at distance {self.depth}"
        elif self.walk is not None:
            how = f"{self.walk} random moves from the goal"
        noun = "board" if self.count == 1 else "boards"
        return f"{self.count} {puzzle.goal.size} {noun} {how}, goal {puzzle.goal}, {puzzle.metric}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What `compare_many` is about to run; `run` does."""

    suite: Suite
    seed: int | None
    pairs: list[tuple[Task, Contestant]]

    def run(self, on_row: OnRow | None = None) -> ManyComparison:
        """Every search on every board, board by board.

        on_row: told after each search of its number, of how many there are, and of the row.
        """
        suite, seconds = self.suite, self.suite.time_limit
        head = header(suite, Settings(time_limit=seconds))
        head["settings"]["seed"] = "none" if self.seed is None else self.seed
        experiment = Experiment(suite.name, [head])
        interrupted = False
        try:
            for row in self._rows(on_row):
                experiment.rows.append(row)
        except KeyboardInterrupt:
            interrupted = True
        experiment.endings.append(ending(interrupted=interrupted))
        return ManyComparison(experiment, self.seed, interrupted=interrupted)

    def _rows(self, on_row: OnRow | None) -> Iterator[dict[str, Any]]:
        done = run_pairs(self.pairs, self.suite.name, self.suite.time_limit)
        for number, row in enumerate(done, start=1):
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
) -> Plan:
    """What to run; raises for what no board could make good.

    boards: how to draw boards of `puzzle`, or (name, board, its own puzzle) each.
    """
    check_means(engine, None)
    contestants = _contestants(rows, puzzle, engine)
    seed, known = None, {}
    if isinstance(boards, Draw):
        title = boards.title(puzzle)
        known = {} if boards.depth is None else {"cost": boards.depth}
        seed, drawn = boards.boards(puzzle)
        boards = [(f"random:{seed}:{n}", board, puzzle) for n, board in enumerate(drawn, 1)]
    else:
        noun = "board" if len(boards) == 1 else "boards"
        title = f"{len(boards)} given {noun}, {puzzle.metric}"
    tasks = [
        Task(
            name,
            board.text,
            own.goal.text,
            known,
            topology=own.topology.name,
            metric=own.metric,
        )
        for name, board, own in boards
    ]
    suite = Suite(title, "", len(tasks), seconds, lambda *_: tasks, lambda _: contestants)
    return Plan(suite, seed, [(task, one) for task in tasks for one in contestants])


def _contestants(rows: Iterable[GivenRow], puzzle: Puzzle, engine: Engine) -> list[Contestant]:
    found: dict[str, Contestant] = {}
    for row in read_rows(rows):
        choice = choose(puzzle, row.algorithm, row.heuristic, row.options)
        options = check_choice(choice)
        name = row.label or in_words(choice.algorithm, choice.heuristic, options)
        if name in found:
            raise OptionError(f"{name} is named twice; give every row once.")
        found[name] = Contestant(name, choice.algorithm, choice.heuristic, options, engine=engine)
    return list(found.values())


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
    topology: str = "grid",
    engine: Engine = "auto",
    time_limit: float = SECONDS,
    on_row: OnRow | None = None,
) -> ManyComparison:
    """The same searches on many boards: coverage, means over what all solved, percentiles.

    boards: how many to draw at random, or the boards, each as for `solve`. size: of drawn boards,
    3x3 unless given; depth: at exactly this distance from the goal; walk: so many random moves from
    it; seed: the same gives the same boards. rows: as for `compare`. time_limit in seconds for each
    board and search. A search that raises is a row of status error; Ctrl-C ends with the rows so
    far.

    >>> done = compare_many(3, ["bfs", "astar"], depth=8, seed=1)
    >>> [(line.contestant, line.solved, line.cost) for line in done.lines]
    [('bfs', 3, 8.0), ('astar with manhattan', 3, 8.0)]
    """
    from taquin.classroom import CLASSROOM

    chosen = CLASSROOM if rows is None else rows
    seconds = read_limits(time_limit, None, None).time or 0.0
    task = {"goal": goal, "size": size, "metric": metric, "topology": topology}
    if isinstance(boards, int):
        width, height = size or (3, 3)
        puzzle = Puzzle.of(
            Board.of(width, height, range(width * height)),
            goal="last" if goal is None else goal,
            topology=topology,
            metric=metric,
        )
        drawn = Draw(boards, depth, walk, seed)
        return plan(drawn, puzzle, chosen, engine=engine, seconds=seconds).run(on_row)
    for name, value in (("depth", depth), ("walk", walk), ("seed", seed)):
        if value is not None:
            raise OptionError(f"{name}={value}: draws random boards; give their number as boards.")
    given = _listed(boards, task)
    work = plan(given, given[0][2], chosen, engine=engine, seconds=seconds)
    return work.run(on_row)


def _listed(boards: Iterable[Given], task: Mapping[str, Any]) -> list[tuple[str, Board, Puzzle]]:
    """The boards read, each under the name it was given by or its number."""
    if isinstance(boards, (str, Board)) or not isinstance(boards, Iterable):
        raise OptionError(f"boards={boards!r:.60}: expected several boards, or how many to draw.")
    found: dict[str, tuple[str, Board, Puzzle]] = {}
    for number, board in enumerate(boards, start=1):
        name = board if isinstance(board, str) and ":" in board else f"board {number}"
        name = name if name not in found else f"{name} ({number})"
        found[name] = (name, *read_task(board, **task))
    if not found:
        raise OptionError("boards: expected at least one.")
    return list(found.values())
