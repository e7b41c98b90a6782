"""Pattern databases ready to search: tables open, the kernel compiled, scratch arrays at hand."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile
from taquin.ground.heard import NoticeSentence
from taquin.ground.once import SharedLock
from taquin.ground.sentences import said
from taquin.ground.storage import damage_raised, may_store
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.store import Wanted, open_tables, wanted
from taquin.kernels import load_numba
from taquin.kernels.base.cache import telling_of_compiling
from taquin.kernels.base.interrupts import interrupts_wait, submit_all
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines.ahead import compiling_lanes

if TYPE_CHECKING:
    from taquin.kernels.searches.ida_star_pdb import AnyFrames

__all__ = ["Bench", "bench_of", "ready"]

_COMPILE_SECONDS = 5
_SPARE = 8  # scratch arrays kept for later searches, 2 to 4 MB each


class Bench:
    """What searches over one collection of tables share.

    loaded: whether the kernel has run over these tables, and so is compiled.
    spare: sets of scratch arrays that no search is using; a search removes one and returns it at
        its end, so that no two searches write to the same arrays.
    """

    def __init__(self) -> None:
        self.loading = SharedLock()
        self.loaded = False
        self.spare: list[AnyFrames] = []

    @contextmanager
    def frames(self, collection: PatternCollection) -> "Iterator[AnyFrames]":
        """Scratch arrays that belong to the caller alone until the block ends."""
        from taquin.kernels.searches.ida_star_pdb import blank_frames

        try:
            frames = self.spare.pop()
        except IndexError:
            frames = blank_frames(collection.search_tables())
        yield frames
        # Dropped after an exception: Ctrl-C may have left a thread that still writes to them.
        if len(self.spare) < _SPARE:
            self.spare.append(frames)


# A bench goes when its tables go.
_benches: "WeakKeyDictionary[PatternCollection, Bench]" = WeakKeyDictionary()
_lock = SharedLock()


def bench_of(collection: PatternCollection) -> Bench:
    """The bench of a collection: the same for every search over it."""
    with _lock.lock:
        return _benches.setdefault(collection, Bench())


@contextmanager
def _opening(
    puzzle: Puzzle, partition: str, tables: Wanted
) -> Iterator[Callable[[], PatternHeuristic]]:
    """Yield a function that returns the open tables, read while the block imports Numba.

    Reading and checking 7-8 takes a tenth of a second, nearly all of it outside the interpreter.
    Tables that do not exist yet, or prove damaged, are built by the call itself, so that Ctrl-C
    reaches the builder.
    """
    if open_tables.known(tables) or not tables.stored:
        yield lambda: PatternHeuristic(puzzle, partition)
        return
    with interrupts_wait():
        import numpy  # noqa: F401 - before the thread that reads the tables imports it too

    with ThreadPoolExecutor(1) as reader:
        # In this context, so that a table removed in between is built by the caller's rules.
        with damage_raised():
            opening = partial(copy_context().run, PatternHeuristic, puzzle, partition)
        (opened,) = submit_all(reader, [opening])

        def result() -> PatternHeuristic:
            try:
                return opened.result()
            except DamagedFile:
                return PatternHeuristic(puzzle, partition)

        yield result


def _is_first_fifteen(puzzle: Puzzle, tables: Wanted) -> bool:
    """Whether tables are to be built for the search that `compiling_lanes` compiles."""
    place = tables.place
    corner = (place.width, place.height, place.blank) == (4, 4, 0) and puzzle.topology.is_grid
    return corner and len(tables.partitions) == 1 and may_store() and not tables.stored


def ready(puzzle: Puzzle, partition: str) -> tuple[PatternHeuristic, dict[str, float]]:
    """The heuristic, its tables open and the kernel loaded, and the seconds that this took.

    Where both were ready before the call, the seconds are 0. Builds and stores tables that do not
    exist and reports it through `taquin.ground.announce`. Raises OptionError, before any work, if
    the partition does not fit the board.
    """
    began = time.perf_counter()
    tables = wanted(puzzle, partition)[0]
    were_open = open_tables.known(tables)
    message = said(NoticeSentence.OVER_PATTERNS, seconds=_COMPILE_SECONDS)
    with ExitStack() as stack:
        stack.enter_context(
            telling_of_compiling(announce, message, lost=partial(announce, private=True))
        )
        if _is_first_fifteen(puzzle, tables):
            stack.enter_context(compiling_lanes())
        with _opening(puzzle, partition, tables) as opened_tables:
            load_numba()
            from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
            from taquin.kernels.searches.pdb_kernels import spares_compiling

            loaded = time.perf_counter()
            heuristic = opened_tables()
        opened = time.perf_counter()
        bench = bench_of(heuristic.collection)
        with bench.loading.lock:
            compiles = not bench.loaded
            if compiles:
                # One expansion, so that the kernel is compiled or loaded before a search is timed.
                goal = puzzle.encode(puzzle.goal)
                near = [state for _, state, _ in puzzle.space(puzzle.goal).successors(goal)]
                # Walls may leave no move.
                board = heuristic.canonical.board(near[0] if near else goal)
                with bench.frames(heuristic.collection) as frames:
                    ida_star_pdb(heuristic.collection, board, max_expanded=1, frames=frames)
                bench.loaded = True
            elif spares_compiling():
                # This process searches on: now compiling is worth while.
                heuristic.collection.value(heuristic.canonical.board(puzzle.encode(puzzle.goal)))
                compiles = True
    ended = time.perf_counter()
    if compiles:
        compiling = loaded - began + ended - opened
        return heuristic, {"compile": compiling, "tables": opened - loaded}
    # Another thread that loaded the kernel in the meantime had opened the tables too.
    return heuristic, {"compile": 0.0, "tables": 0.0 if were_open else ended - began}
