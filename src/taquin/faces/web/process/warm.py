"""Loads compiled searches before the first request, in processes that answer many requests."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from taquin.ground.announce import announce, announcing
from taquin.ground.storage import nothing_stored
from taquin.heuristics.patterns.heuristic import default_partition
from taquin.heuristics.patterns.store import is_stored
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS, named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.engines.lowering import COMPILED, is_compiled
from taquin.solving.solver import solve
from taquin.teach.explain.explanation import explain

__all__ = ["build_strong_tables", "build_usual_tables", "compile_all", "warming"]

# One for each way in which a heuristic is lowered; IDA* is compiled for each, and again for paths.
_HEURISTICS = (
    "manhattan",
    "linear_conflict",
    "walking_distance",
    "max:linear_conflict,walking_distance",
    "max:manhattan,walking_distance",
    "pdb:6-6-3",
    "max:manhattan,pdb:6-6-3",
)
_STRONG = "7-8"
_EXPLAINED = "explain"
_BOARD = "2 5 3 4/1 6 7 8/9 10 11 12/13 14 15 0"

_LARGE_BOARD = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16/17 18 0 19"
_HUGE_BOARD = named_goal("last", 9, 8).apply("RD")
_VAST_BOARD = named_goal("last", 16, 16).apply("RD")  # cells of two bytes


def warming(loaded: set[str]) -> Iterator[str]:
    """Load one compiled search, or the tables of explanations, per step; yield and add its name.

    Names in `loaded` are skipped, and so are searches never compiled on this machine: the first
    search that needs them compiles them. A step takes about 0.1 s. Searches of 4x4 with pattern
    databases come first. What few visitors ask for is left to the jobs that need it, as is what it
    takes in memory: learned beams (14 MB), explanations for other goals (2 MB each).
    """
    puzzle = Puzzle.of(Board.parse(_BOARD))
    partition = default_partition(puzzle)
    patterns = f"pdb:{partition}"
    built = partition is not None and is_stored(puzzle, partition)
    if built and patterns not in loaded and is_compiled("lanes"):
        yield from _loaded(patterns, loaded, algorithm="idastar", heuristic=patterns)
    for name, module in COMPILED.items():
        # Of a module with a kernel for each search, one being compiled says nothing of the others.
        if name not in loaded and module != "both_ends" and is_compiled(module):
            yield from _loaded(name, loaded, algorithm=name, engine="compiled", node_limit=1)
    if _EXPLAINED not in loaded:
        explain(_BOARD)  # caches the walking-distance tables
        loaded.add(_EXPLAINED)
        yield _EXPLAINED


class _NotCompiled(Exception):
    """A search needs code that was never compiled here."""


def _loaded(name: str, loaded: set[str], **question: Any) -> Iterator[str]:
    """Answer a question, which loads its code, unless it would be compiled.

    Compiling is left to a job: what it takes in memory would be kept to the end (26 MB).
    """

    def refuse(text: str) -> None:
        raise _NotCompiled(text)

    try:
        with announcing(refuse):
            solve(_BOARD, **question)
    except _NotCompiled:
        return
    loaded.add(name)
    yield name


def build_usual_tables() -> None:
    """Build and store the default tables of 4x4 for every named goal, if they are missing.

    Takes a second, or half a minute where the code is compiled first; solves one easy board with
    each, so that the search is compiled too. Announced, if anything is missing.
    """
    goals = [named_goal(name, 4, 4) for name in GOALS]
    missing = [goal for goal in goals if not _has_tables(Puzzle.of(goal, goal=goal))]
    if missing:
        announce("building the usual pattern databases of 4x4 (once, 1 to 60 s)")
    for goal in missing:
        puzzle = Puzzle.of(goal, goal=goal)
        board = goal.apply(goal.legal_moves()[0])
        solve(board, goal=goal, algorithm="idastar", heuristic=f"pdb:{default_partition(puzzle)}")
    if missing:
        announce("the usual pattern databases of 4x4 are ready")


def build_strong_tables() -> None:
    """Build and store 7-8 of 4x4 for goals with the blank in a corner, if it is missing.

    Takes three seconds and 196 MB of disk. The hardest boards then take half a second instead of
    two, as `default_partition` prefers it to 7-7-1. Announced, if it is missing.
    """
    if is_stored(Puzzle.of(Board.parse(_BOARD)), _STRONG):
        return
    announce(
        f"building the pattern database {_STRONG} of 4x4 for the hardest boards (once, 3 to 60 s, "
        "196 MB; serve --no-prepare leaves it out)"
    )
    solve(_BOARD, algorithm="idastar", heuristic=f"pdb:{_STRONG}")
    announce(f"the pattern database {_STRONG} of 4x4 is ready")


def compile_all() -> None:
    """Compile every search that any question may need, unless it is in the cache already.

    Takes a few seconds if everything is there, and minutes if nothing is. Announced.
    """
    for name in COMPILED:
        heuristics = _HEURISTICS if ALGORITHMS.get(name).informed else (None,)
        choices = ("parent", "path") if name == "idastar" else (None,)
        for heuristic, duplicates in product(heuristics, choices):
            solve(
                _BOARD,
                algorithm=name,
                heuristic=heuristic,
                engine="compiled",
                node_limit=1,
                options={} if duplicates is None else {"duplicates": duplicates},
            )
    for board in (_LARGE_BOARD, _HUGE_BOARD, _VAST_BOARD):
        solve(board, algorithm="anytime_beam", options={"width": 4})
    with nothing_stored():
        for topology in ("torus", "walls:0-1"):
            solve(_BOARD, topology=topology, node_limit=1)


def _has_tables(puzzle: Puzzle) -> bool:
    partition = default_partition(puzzle)
    return partition is None or is_stored(puzzle, partition)
