"""taquin pdb build|list|verify|remove."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

import click

from taquin.faces.cli.common import byte_size, workers_option
from taquin.faces.cli.goals import goal_option
from taquin.faces.cli.helping import WholeGroup
from taquin.faces.cli.values import Name
from taquin.faces.cli.wrapping import tell
from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, ExitCode, OptionError, TableError, quoted
from taquin.ground.grammar import counted
from taquin.ground.heard import NoticeSentence
from taquin.ground.sealed import forget_check
from taquin.ground.sentences import said
from taquin.ground.storage import using_memory
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.puzzle import Puzzle

__all__ = ["command"]

_METRICS = (".pushes", ".costs")  # files of tables for mtm and expense
_TOLD = ("pattern", "blank", "metric", "entries", "bits")  # of a table, where its file says it


@click.group("pdb", cls=WholeGroup)
def command() -> None:
    """Build, list, verify and remove pattern databases.

    The tables are stored in the folder `tables` of the cache and are built automatically on first
    use; only 7-8, the strongest for 4x4, must be built with `taquin pdb build 7-8`. TAQUIN_CACHE
    chooses another cache, as an absolute path to a folder that only you or root can change.
    """


def _puzzle(size: str, goal: str, topology: str) -> Puzzle:
    width, height = parse_size(size)
    solved = Board(width, height, tuple(range(width * height)))
    return Puzzle.of(solved, goal=goal, topology=topology)


@command.command("build")
@click.argument("partition")
@click.option("--size", default="4x4", show_default=True, metavar="WxH")
@goal_option(
    default="last",
    help="Goal, or @FILE; only the cell of its blank matters, up to the board's symmetries.",
)
@click.option("--topology", default="grid", show_default=True, metavar="T")
@workers_option("Threads to use.", default=2)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    help="Memory that the process may use, such as 500MB or 2GiB (default: what is free). Tables "
    "that need more are built in files beside the stored tables, which takes longer.",
)
@click.option("--rebuild", is_flag=True, help="Rebuild tables that exist.")
def build(
    partition: str,
    size: str,
    goal: str,
    topology: str,
    workers: int,
    memory_limit: str | None,
    rebuild: bool,
) -> int:
    """Build the tables of a PARTITION.

    A partition is a name (6-6-3, 7-8), sizes (5-5-5), or tiles such as 1,2,5|3,4,…. Several are a
    name (small, with --size 5x5), or separated by slashes.

    Tiles are numbered as on the goal `first`, whose blank comes first.
    """
    from taquin.faces.cli.live import counting, duration
    from taquin.heuristics.patterns.collection import PatternCollection, refuse_large
    from taquin.heuristics.patterns.partition import canonicalise
    from taquin.heuristics.patterns.several import named_partitions
    from taquin.heuristics.patterns.store import is_stored, table_folder

    puzzle = _puzzle(size, goal, topology)
    memory = None if memory_limit is None else byte_size(memory_limit, "memory limit")
    board, neighbors = puzzle.goal, puzzle.topology.neighbors
    canonical = canonicalise(board.cells, board.width, board.height, neighbors)
    partitions = named_partitions(partition, board.width, board.height, canonical.blank)
    refuse_large(tuple(pattern for part in partitions for pattern in part))
    if rebuild or not is_stored(puzzle, partition):
        announce(said(NoticeSentence.PATTERNS, partition=partition))
    with using_memory(memory), counting(enabled=True) as show:

        def show_progress(pattern: str, fraction: float, left: float) -> None:
            known = "" if left == inf else f", {duration(left)} left"
            rest = ", another process is building it" if left < 0 else known
            show(f"tiles {pattern}: {fraction:.0%}{rest}")

        collection = PatternCollection.load_or_build(
            board.width,
            board.height,
            neighbors,
            canonical.blank,
            *partitions,
            folder=table_folder(make=True),
            progress=show_progress,
            workers=workers,
            rebuild=rebuild,
        )
        collection.wait()
    if collection.unsaved:
        raise TableError(f"the tables were built but cannot be stored: {collection.unsaved}.")
    for table in collection.databases:
        tell(f"{table.name(table.place, table.pattern)}  {table.entries:,} entries")
    return ExitCode.DONE


def _files(partition: str | None) -> Iterator[Path]:
    """The stored tables: all, or those of one partition (for any board)."""
    from taquin.heuristics.patterns.partition import format_partition
    from taquin.heuristics.patterns.several import named_partitions
    from taquin.heuristics.patterns.store import table_folder

    for path in sorted(table_folder().glob("*.pdb")):
        # By name, because a damaged file has one too.
        named = re.match(r"(\d+)x(\d+)-\w+-blank(\d+)-([\d-]+)\.pdb$", path.name)
        if partition is not None:
            if named is None:
                continue
            try:
                width, height, blank = map(int, named.groups()[:3])
                wanted = named_partitions(partition, width, height, blank)
            except OptionError:
                continue
            tiles = tuple(map(int, named[4].split("-")))
            if format_partition((tiles,)) not in {
                format_partition((p,)) for w in wanted for p in w
            }:
                continue
        yield path


def _fault(error: TableError) -> str:
    """The word for a file that cannot be used."""
    return "OUTDATED" if isinstance(error, DamagedFile) and error.outdated else "DAMAGED"


def _automata() -> list[Path]:
    """The stored move automata."""
    from taquin.heuristics.patterns.store import table_folder

    return sorted(table_folder().glob("*.dfa"))


def _in_metrics() -> list[Path]:
    """The stored tables of other metrics: relabelled tables, and those that weigh moves."""
    from taquin.heuristics.patterns.store import table_folder

    return [path for kind in _METRICS for path in sorted(table_folder().glob(f"*{kind}"))]


def _every() -> list[Path]:
    """All stored tables and move automata."""
    return [*_files(None), *_in_metrics(), *_automata()]


def _chosen(selection: str | None) -> list[Path]:
    """The files that a PARTITION or FILE names; raises TableError if there are none."""
    if selection is not None and selection.endswith((".pdb", ".dfa", *_METRICS)):
        paths = [path for path in _every() if path.name == Path(selection).name]
    else:
        paths = list(_files(selection))
    if selection is not None and not paths:
        raise TableError(
            f"no stored tables of partition {quoted(selection)}; `taquin pdb list` "
            f"lists the stored "
            "tables, `taquin list partitions` the names of partitions."
        )
    return paths


@command.command("list")
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def list_tables(form: str) -> int:
    """List the stored tables, those of other metrics too.

    Also prints the folders of the tables and of the compiled kernels.
    """
    from taquin.heuristics.patterns.store import table_folder
    from taquin.heuristics.patterns.verified import described

    rows: list[dict[str, Any]] = []
    for path in (*_files(None), *_in_metrics()):
        try:
            header = described(path)
        except TableError as error:
            rows.append({"file": path.name, "error": f"{_fault(error)}: {error}"})
            continue
        size = f"{header['width']}x{header['height']}"
        told = {key: header[key] for key in _TOLD if key in header}
        rows.append({"file": path.name, "size": size, **told, "bytes": path.stat().st_size})
    if form == "json":
        click.echo(json.dumps(rows))
        return ExitCode.DONE
    for row in rows:
        if "error" in row:
            tell(f"{row['file']}  {row['error']}")
            continue
        entries = f"{row['entries']:,} {row['bits']}-bit entries" if "entries" in row else None
        megabytes = row["bytes"] / 1e6
        tell(f"{row['file']}  {entries or row['metric']}, {megabytes:,.1f} MB")
    tell(f"tables:  {table_folder()} ({len(rows)})")
    tell(f"kernels: {table_folder().parent / 'kernels'} (delete the folder to recompile)")
    return ExitCode.DONE


@command.command("verify")
@click.argument("selection", required=False, metavar="[PARTITION|FILE]")
def verify(selection: str | None) -> int:
    """Verify the full content of the stored tables, and the move automata.

    The exit status is 2 if any is damaged.
    """
    from taquin.heuristics.patterns.verified import verify as verify_file

    damaged = 0
    paths = _chosen(selection)
    if selection is None:
        paths += [*_in_metrics(), *_automata()]
    for path in paths:
        try:
            verify_file(path)
        except TableError as error:
            damaged += 1
            tell(f"{path.name}  {_fault(error)}: {error}")
        else:
            tell(f"{path.name}  ok")
    if damaged:
        raise TableError(
            f"{damaged} of {len(paths)} files are damaged or outdated; the next search that needs "
            "one rebuilds it, and `taquin pdb remove FILE` removes it."
        )
    tell(f"{counted(len(paths), 'file')} verified")
    return ExitCode.DONE


@command.command("remove")
@click.argument("selection", required=False, metavar="[PARTITION|FILE]")
@click.option("--all", "all_tables", is_flag=True, help="Remove every stored table.")
def remove(selection: str | None, all_tables: bool) -> int:
    """Delete stored tables.

    Give a PARTITION, one FILE, or --all. Deleted tables can be rebuilt.
    """
    from taquin.heuristics.patterns.store import table_folder

    if (selection is None) != all_tables:
        raise OptionError("expected a PARTITION or FILE to remove, or --all.")
    removed = 0
    for path in _chosen(selection):
        _remove(path)
        removed += 1
    if all_tables:
        for path in (*_in_metrics(), *_automata()):
            _remove(path)
        for kind in (".pdb", *_METRICS):
            for lock in table_folder().glob(f"*{kind}.lock"):
                _remove_free_lock(lock)
    tell(f"{counted(removed, 'table')} removed")
    return ExitCode.DONE


def _remove(path: Path) -> None:
    forget_check(path)
    try:
        path.unlink()
    except OSError as error:
        raise TableError(f"{path} cannot be removed: {error.strerror}.") from None


def _remove_free_lock(lock: Path) -> None:
    """Delete a lock file, unless another process is building its table."""
    from filelock import FileLock, Timeout

    with suppress(OSError, Timeout), FileLock(lock, timeout=0, mode=0o644):
        lock.unlink()
