"""taquin batch FILE: reads boards and writes one JSON line for each, in order."""

import json
import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, TextIO

import click

from taquin.cluster.address import Cluster
from taquin.faces.cli.common import (
    PackedCommand,
    SearchOptions,
    TaskOptions,
    check_one_way,
    check_search,
    cluster_option,
    notation_option,
    plugin_option,
    read_plugins,
    search_options,
    task_options,
    workers_option,
)
from taquin.faces.cli.files import (
    Line,
    OutputFile,
    check_not_read,
    check_output,
    place_of,
    read_file,
    read_lines,
)
from taquin.faces.cli.given import boards_of
from taquin.faces.cli.goals import goal_files
from taquin.faces.cli.known import untrue_length, with_known
from taquin.faces.cli.progressline import beside_rows
from taquin.faces.cli.row_check import check_row
from taquin.faces.cli.undigested import tell_undigested
from taquin.faces.cli.values import FileName
from taquin.faces.cli.wrapping import tell
from taquin.ground.announce import announce
from taquin.ground.cores import usable_cores
from taquin.ground.errors import ClusterLost, ExitCode, NotationError, OptionError, TaquinError
from taquin.ground.grammar import counted
from taquin.ground.interpreters import forking_or_spawning
from taquin.ground.ownership import open_output
from taquin.ground.row_digest import is_whole, sealed_line
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.instances import instance_sets, instances
from taquin.puzzle.move import Notation
from taquin.search.monitor import Monitor
from taquin.solving.answers.result import FORMAT_VERSION, Result
from taquin.solving.question.plugins import blame
from taquin.solving.question.reading import read_request
from taquin.solving.question.request import Progress, SearchRequest
from taquin.solving.runner import answer

__all__ = ["command"]

_TOLD = 5  # wrong lengths that stderr names
_TOGETHER = 32  # most lines that a worker gets at a time
_SET_NAME = re.compile(r"\w+", re.ASCII)
_MAX_BYTES = 64_000_000  # all lines are read before the first board is solved


@dataclass(frozen=True)
class _Job:
    """How to solve every line; plain data, so that it can be sent to another process."""

    task: TaskOptions
    search: SearchOptions
    notation: Notation
    plugins: tuple[str, ...]

    @property
    def question(self) -> dict[str, Any]:
        """The settings that determine the answer; stored in each row, so that --resume can compare.

        Limits and the engine are excluded: a resumed run may have more time.
        """
        task, search = self.task, self.search
        return {
            "goal": task.goal,
            "size": None if task.size is None else f"{task.size[0]}x{task.size[1]}",
            "metric": task.chosen_metric,
            **({} if task.costs is None else {"costs": _costs(task.costs)}),
            "topology": task.topology,
            "notation": self.notation,
            "algorithm": search.algorithm,
            "heuristic": search.heuristic,
            "options": search.options,
        }


def _costs(given: GivenCosts) -> object:
    """Costs as JSON keeps them: its objects have texts as names."""
    if isinstance(given, Mapping):
        return {str(tile): cost for tile, cost in given.items()}
    return list(given)


def _is_set(file: str) -> bool:
    """Whether that is the name of a set of instances, and of no file."""
    return file in instance_sets() and not Path(file).exists()


def _lines_of(file: str) -> list[Line]:
    """The lines of a file; where there is none of that name, the names of a set's instances."""
    if _is_set(file):
        return [Line(number, one.name) for number, one in enumerate(instances(file), start=1)]
    if _SET_NAME.fullmatch(file) and not Path(file).exists():
        names = sorted(instance_sets(), key=lambda name: -SequenceMatcher(None, file, name).ratio())
        raise NotationError(
            f"{place_of(file)} does not exist, and no set of instances has that name; expected a "
            f"text file of boards, or a set: {', '.join(names)}."
        )
    return list(read_lines(file, max_bytes=_MAX_BYTES))


@click.command(
    "batch", cls=PackedCommand, short_help="Solve every board in a file; writes JSON lines."
)
@click.argument("file")
@task_options
@search_options
@workers_option(
    "Processes to use. Without it, one process, which searches 15-puzzles side by side on all "
    "cores.",
    default=None,
)
@notation_option
@click.option(
    "--output",
    type=FileName(),
    metavar="FILE",
    help="Write the JSON lines to FILE instead of standard output.",
)
@click.option("--resume", is_flag=True, help="Continue the --output file of an interrupted run.")
@click.option("--overwrite", is_flag=True, help="Replace an --output file that is not empty.")
@cluster_option("the boards")
@plugin_option
@click.option("-q", "--quiet", is_flag=True,
              help="No progress bar on stderr. There is one only while the lines go to a "
                   "file.")  # fmt: skip
def command(
    file: str,
    task: TaskOptions,
    search: SearchOptions,
    workers: int | None,
    notation: Notation,
    output: Path | None,
    resume: bool,
    overwrite: bool,
    cluster: Cluster | None,
    plugins: tuple[str, ...],
    quiet: bool,
) -> int:
    """Solve every board in FILE, in standard input for -, or in a set of instances.

    FILE may be the name of a set, such as korf100 (see `taquin list instances`), if no file has it.
    A file has one board per line, or each board in rows, with or without empty lines, titles or
    counts between them, or one column with boards between commas, semicolons, tabs or |. Reads up
    to 64 MB, all of it before solving the first board. Lines that start with # are skipped, and a
    file without boards is no error. Each limit applies to every board separately.

    A board that cannot be read or searched becomes {"status": "error", …} in its place, with its
    line; the others are still solved, and the exit status is 2. An unsolvable board is no error;
    its status is "unsolvable". If --output is not empty, give --resume to continue it or
    --overwrite to replace it.
    """
    job = _Job(task, search, notation, plugins)
    _check_job(job)
    if output is not None:
        check_not_read("--output", output, (file, *goal_files(), *plugins))
        if _is_set(file) and output.absolute() == Path(file).absolute():
            raise OptionError(
                f"--output {file!r} has the name of the set: the next batch would read that file "
                "instead. Choose another name."
            )
    check_output("--output", output, resume=resume, overwrite=overwrite)
    lines = boards_of(_lines_of(file), task.goal, task.size)
    if not lines:
        announce(f"{place_of(file)} has no boards, so there is nothing to solve.")
    done = _rows_so_far(output, lines, job) if resume and output is not None else []
    errors = sum(row["status"] == "error" for row in done)
    untrue: list[str] = []
    with ExitStack() as stack:
        stream: OutputFile | TextIO = sys.stdout
        if output is not None:
            stream = stack.enter_context(OutputFile("output", output, append=resume))
        check_one_way(workers, cluster)
        rows = stack.enter_context(_Rows(lines[len(done) :], job, workers, cluster))
        try:
            shown = not quiet and beside_rows(output)
            found = _with_bar(rows, len(lines), len(done), shown=shown)
            for given, row in zip(lines[len(done) :], found, strict=True):
                errors += row["status"] == "error"
                untrue.append(untrue_length(row, f"line {given.number}"))
                line = json.dumps(row, ensure_ascii=False) + "\n"
                stream.write(line if output is None else sealed_line(row))
                stream.flush()
                if row.get("limit") == "interrupt":
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            announce(
                "the lines written are complete; "
                + ("continue with --output and" if output is None else "continue with")
                + " --resume"
            )
            raise
        except BrokenProcessPool:
            raise OptionError(
                "a worker process was killed, most likely because memory ran out. The lines "
                "written are complete; continue with --resume and fewer --workers or a "
                "--memory-limit."
            ) from None
        except ClusterLost as error:
            raise ClusterLost(
                f"{error} The lines written are complete; continue with --output and --resume."
            ) from None
    _tell_untrue([sentence for sentence in untrue if sentence])
    if errors:
        tell(
            f"taquin: {errors} of {counted(len(lines), 'board')} ended in an error; "
            f'{"its row has" if errors == 1 else "their rows have"} "status": "error" and the '
            "reason.",
            err=True,
        )
        return ExitCode.USAGE
    return ExitCode.DONE


def _tell_untrue(sentences: list[str]) -> None:
    """Say which lengths of the file are not those of shortest solutions; of many, the first."""
    for sentence in sentences[:_TOLD]:
        announce(sentence)
    if len(sentences) > _TOLD:
        announce(f"{len(sentences)} lengths in the file are wrong; the notes of the rows say why.")


def _check_job(job: _Job) -> None:
    """Report wrong names and options once, before anything is solved or written."""
    from taquin.puzzle.goal import named_goal
    from taquin.puzzle.topology import TOPOLOGIES

    read_plugins(job.plugins)
    check_search(job.search.algorithm, job.search.heuristic, job.search.options)
    TOPOLOGIES.get(job.task.topology.partition(":")[0])
    if job.task.goal is not None and job.task.goal.isalpha():
        named_goal(job.task.goal, 2, 2)


def _solve_line(line: Line, job: _Job, progress: Progress | None = None) -> dict[str, Any]:
    """The JSON object of one line; an error in the line is data, not an exception."""
    return _row(line, job, _read(line, job), None, progress)


def _read(line: Line, job: _Job) -> SearchRequest | BaseException:
    """What a line asks, or the error in it."""
    try:
        if line.problem is not None:
            raise NotationError(line.problem)
        task = replace(job.task, goal=job.task.goal or line.goal)
        return read_request(line.text.strip(), **task.as_arguments(), **job.search.as_arguments())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error


def _given(line: Line, job: _Job) -> dict[str, Any]:
    """The fields of a row that repeat the question."""
    return {"line": line.number, "input": line.text.strip(), "asked": job.question}


def _row(
    line: Line,
    job: _Job,
    request: SearchRequest | BaseException,
    result: Result | None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The JSON object of a line that was read; searches its board unless there is a result."""
    given = _given(line, job)
    try:
        if isinstance(request, BaseException):
            raise request
        if result is None:
            result = answer(request, progress=progress)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        place = blame(error)
        if place is None and not isinstance(error, TaquinError):
            raise
        problem = {"kind": type(error).__name__, "message": place or str(error)}
        return {"version": FORMAT_VERSION, "status": "error", **given, "error": problem}
    row = with_known(result.as_row(notation=job.notation), line.known, f"line {line.number}")
    return row | given


def _solve_lines(
    lines: Iterable[Line], job: _Job, *, threads: int = 1
) -> Generator[dict[str, Any]]:
    """The JSON objects of some lines, in order; boards are searched side by side where possible."""
    from taquin.solving.engines.side_by_side import answers

    read: deque[tuple[Line, SearchRequest | BaseException]] = deque()

    def requests() -> Iterator[SearchRequest | None]:
        for line in lines:
            request = _read(line, job)
            read.append((line, request))
            yield None if isinstance(request, BaseException) else request

    with closing(answers(requests(), threads=threads)) as results:
        for result in results:
            line, request = read.popleft()
            yield _row(line, job, request, result)


def _solve_some(lines: list[Line], job: _Job) -> list[dict[str, Any]]:
    """`_solve_lines` in another process."""
    return list(_solve_lines(lines, job))


def _solve_there(line: Line, job: _Job) -> dict[str, Any]:
    """`_solve_line` in a worker of a cluster; ends when the command has."""
    return _solve_line(line, job, _while_awaited)


def _checked(
    sent: Generator[dict[str, Any]], lines: list[Line], job: _Job
) -> Generator[dict[str, Any]]:
    """The rows that workers of a cluster sent, as far as they can be checked."""
    with closing(sent):
        for line, row in zip(lines, sent, strict=True):
            check_row(row, _given(line, job), _read(line, job), job.notation)
            yield row


def _while_awaited(monitor: Monitor[Any]) -> None:
    from taquin.cluster.tasks import abandoned

    if abandoned():
        raise KeyboardInterrupt


def _prepare(plugins: tuple[str, ...]) -> str | None:
    """Load the plug-ins in a worker of a cluster; why that fails, or None."""
    try:
        read_plugins(plugins)
    except (TaquinError, OSError) as error:
        return str(error)
    return None


class _Rows:
    """The JSON objects of all lines, in order, by this process, several, or a cluster."""

    def __init__(
        self, lines: list[Line], job: _Job, workers: int | None, cluster: Cluster | None = None
    ) -> None:
        """workers: None for one process that searches boards side by side on all cores."""
        self._lines, self._job = lines, job
        most = max(1, len(lines))
        self._threads = 1 if workers is not None else min(usable_cores(), most)
        self._workers = min(workers or 1, most)
        self._cluster = cluster
        self._rows: Generator[dict[str, Any]] | None = None
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Iterator[dict[str, Any]]:
        if self._cluster is not None:
            from taquin.cluster.tasks import in_order

            calls = [(line, self._job) for line in self._lines]
            sent = in_order(self._cluster, _solve_there, calls, _prepare, self._job.plugins)
            self._rows = _checked(sent, self._lines, self._job)
            return self._rows
        if self._workers == 1:
            self._rows = _solve_lines(self._lines, self._job, threads=self._threads)
            return self._rows
        self._pool = ProcessPoolExecutor(
            self._workers,
            mp_context=forking_or_spawning(),
            initializer=_start_worker,
            initargs=(self._job.plugins,),
        )
        return self._in_order(self._pool)

    def __exit__(self, error: object, *_: object) -> None:
        if self._rows is not None:
            self._rows.close()
        if self._pool is not None:
            if error is not None:
                # A search in progress may take hours: end its process instead of waiting for it.
                for process in list((self._pool._processes or {}).values()):
                    process.terminate()
            # The pool's thread must end before the interpreter does, or both may hang at exit.
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _together(self) -> int:
        """How many lines a worker gets at a time: several, if the boards are searched together."""
        from taquin.solving.engines.side_by_side import may_join

        request = _read(self._lines[0], self._job)
        if isinstance(request, BaseException) or not may_join(request):
            return 1
        return max(1, min(_TOGETHER, len(self._lines) // (4 * self._workers)))

    def _in_order(self, pool: ProcessPoolExecutor) -> Iterator[dict[str, Any]]:
        """Keep a few boards per worker in flight, however long the file is."""
        pending: deque[Future[list[dict[str, Any]]]] = deque()
        lines, step = self._lines, self._together()
        for begin in range(0, len(lines), step):
            pending.append(pool.submit(_solve_some, lines[begin : begin + step], self._job))
            if len(pending) >= 8 * self._workers:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()


def _end_with_parent() -> None:
    # A parent process that was killed cannot end its workers: they end themselves.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start_worker(plugins: tuple[str, ...]) -> None:
    # Ctrl-C reaches the whole process group; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    read_plugins(plugins)


def _rows_so_far(path: Path, lines: list[Line], job: _Job) -> list[dict[str, Any]]:
    """The complete rows of an earlier run; a half-written last line is removed from the file."""
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = []
    raw = read_file(str(path), max_bytes=None).encode()
    complete_bytes = undigested = 0
    for text in raw.splitlines(keepends=True):
        if not text.endswith(b"\n"):
            break
        try:
            row = json.loads(text)
            line = lines[len(rows)]
            matches = row["line"] == line.number and row["input"] == line.text.strip()
            matches = matches and row["asked"] == job.question
            whole = is_whole(row)
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            matches = False
        if matches and whole is False:
            raise NotationError(
                f"{str(path)!r}, line {len(rows) + 1}, was changed after taquin wrote it: its "
                "digest does not match. Restore the line, or choose another --output."
            )
        if not matches:
            raise NotationError(
                f"{str(path)!r}, line {len(rows) + 1}, is not a row of this run; --resume expects "
                "the output of an earlier run on the same file with the same options. Choose "
                "another --output."
            )
        if row.get("limit") == "interrupt":
            break
        undigested += whole is None
        rows.append(row)
        complete_bytes += len(text)
    tell_undigested(path, undigested)
    with open(path, "rb+", opener=open_output) as stream:
        stream.truncate(complete_bytes)
    return rows


def _with_bar(
    rows: Iterable[dict[str, Any]], total: int, done: int, *, shown: bool
) -> Iterator[dict[str, Any]]:
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield from rows
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    where = Console(stderr=True)
    with Progress(*columns, console=where, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("boards", total=total, completed=done)
        for row in rows:
            yield row
            bar.advance(task)
