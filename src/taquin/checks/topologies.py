"""Is a board type's neighbour table sound, and are exactly its reachable boards called solvable?"""

from collections.abc import Callable, Iterable
from itertools import permutations

from taquin.checks.findings import Report, Tally
from taquin.ground.errors import OptionError, check_listener, check_names, items_of, quoted, shown
from taquin.puzzle.board import Board
from taquin.puzzle.move import opposite
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import Topology, topology
from taquin.whole.oracle import USUAL_GOALS, goal_board, true_distances

__all__ = ["check_topology", "judge_topology"]

_TABLE_ALONE = (
    "the table is sound, but the solvability verdicts were not checked: the board has more than {} "
    "cells"
)


def check_topology(
    text: str,
    width: int,
    height: int,
    *,
    goals: Iterable[str] = USUAL_GOALS,
    most_cells: int = 7,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Check that the neighbour table is symmetric and that `solvable` means reachable.

    Where moves have costs, the table is checked when it is made: a move costs the same both ways,
    or the blank has another way back.

    Solvability is checked on every arrangement of boards of at most `most_cells` cells (9 take half
    a minute per goal) and left undecided on larger ones. progress: as for
    `taquin.checks.findings.Tally`.
    """
    goals = tuple(items_of("goals", goals, "several goals, as in ['last']", 10_000))
    check_names("goals", goals, "last")
    if type(most_cells) is not int:
        raise OptionError(f"most_cells={quoted(most_cells)}: expected a whole number.")
    check_listener("progress", progress, "the tally")
    table = topology(text, width, height)
    return judge_topology(table, goals=goals, most_cells=most_cells, progress=progress)


def judge_topology(
    table: Topology,
    *,
    goals: Iterable[str] = USUAL_GOALS,
    most_cells: int = 7,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """`check_topology` for a table from any process."""
    width, height = table.width, table.height
    tally = Tally(
        f"topology {table.name} {width}x{height}", "puzzles", "cells", "boards", progress=progress
    )
    _check_table(tally, table)
    if tally.failed or table.cells > most_cells:
        tally.counts["puzzles"] += 1
        return tally.report("" if tally.failed else _TABLE_ALONE.format(shown(most_cells)))
    for goal in goals:
        puzzle = Puzzle(table, goal_board(goal, width, height))
        where = f"goal {goal}, stm{'' if table.is_grid else f', {table.name}'}"
        tally.enter(puzzle, where)
        tally.counts["puzzles"] += 1
        reachable = true_distances(puzzle, tally.pause)
        for cells in permutations(range(table.cells)):
            board = Board(width, height, cells)
            tally.examine(puzzle.encode(board))
            tally.counts["boards"] += 1
            verdict = puzzle.judge(board)
            if verdict.solvable != (puzzle.encode(board) in reachable):
                claim = "solvable" if verdict.solvable else "unsolvable"
                tally.fail(f"reported {claim}, which is wrong, for {board} ({where})")
    return tally.report()


def _check_table(tally: Tally, table: Topology) -> None:
    if len(table.neighbors) != table.cells:
        tally.fail(f"the table has {len(table.neighbors)} rows, expected {table.cells}")
        return
    for cell, row in enumerate(table.neighbors):
        tally.counts["cells"] += 1
        if len(row) != len(table.letters):
            expected = f"{len(table.letters)} ({' '.join(table.letters)})"
            tally.fail(f"cell {cell} has {len(row)} neighbours, expected {expected}")
            return
        for letter, other in zip(table.letters, row, strict=True):
            if not -1 <= other < table.cells or other == cell:
                tally.fail(
                    f"the {letter} neighbour of cell {cell} is {other}, expected another cell or -1"
                )
                continue
            back = opposite(letter)
            column = table.letters.index(back)
            way_back = table.neighbors[other][column] if other >= 0 else -1
            if way_back < 0 <= other and table.costs is not None:
                continue  # the blank has another way back, as `topology` has made sure
            if other >= 0 and way_back != cell:
                tally.fail(
                    f"the {letter} neighbour of cell {cell} is {other}, but the {back} neighbour "
                    f"of cell {other} is {way_back}"
                )
