"""Boards beyond 16 cells: how long the solutions of the default are, against what is known.

    python benchmarks/large_boards.py                     every row of the table; an hour and more
    python benchmarks/large_boards.py 6x6 --first 10      some rows, the first boards of each
    python benchmarks/large_boards.py 6x6 --width 1000    one beam of a fixed width, without a clock
    python benchmarks/large_boards.py 6x6-torus           the same board whose edges are joined
    python benchmarks/large_boards.py 6x6 --rate          children evaluated a second, one thread

Every solution is replayed by `solve`. Seconds are limits of search on this machine, with two
threads, after compiling and loading; other programs that run meanwhile make solutions longer.
Published lengths: the optimum for 5x5 (Korf and Felner 2002), what DeepCubeA found for 6x6 and 7x7
(Agostinelli et al. 2019, on a GPU). Random boards are uniform among the solvable ones, from the
seed that is printed, and are compared with their Manhattan distance; those of 4x4 with the optimum.
The length of each board goes to standard error as it is found, so that a run cut short has told
what it found.
"""

import argparse
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from taquin import Board, solve
from taquin.puzzle.goal import named_goal
from taquin.puzzle.instances import instances
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform

SEED = 20
_BEAMS, _NODES = 7, 800_000  # of `rate`: how many, and expansions in each


class Row(NamedTuple):
    """Boards of one size under one limit; boards gives (board, goal, known length).

    size: as in 6x6, or in 6x6-torus for another board type.
    """

    size: str
    seconds: float
    against: str
    boards: Callable[[int | None], Iterator[tuple[Board, Board, float]]]

    @property
    def topology(self) -> str:
        """The board type."""
        return self.size.partition("-")[2] or "grid"


def named(names: str) -> Callable[[int | None], Iterator[tuple[Board, Board, float]]]:
    """Published boards with the lengths that their source gives."""

    def boards(first: int | None) -> Iterator[tuple[Board, Board, float]]:
        for item in instances(names)[:first]:
            found = re.search(r"solution has (\d+) moves", item.note)
            length = int(found[1]) if found is not None else item.optimal
            assert length is not None
            yield item.board, item.goal, length

    return boards


def drawn(
    width: int, height: int, count: int, *, optimum: bool = False, topology: str = "grid"
) -> Callable[[int | None], Iterator[tuple[Board, Board, float]]]:
    """Uniformly random boards with their Manhattan distance or their optimum."""

    def boards(first: int | None) -> Iterator[tuple[Board, Board, float]]:
        goal, source = named_goal("last", width, height), random.Random(SEED)
        puzzle = Puzzle.of(goal, goal=goal, topology=topology)
        for _ in range(count if first is None else min(first, count)):
            board = uniform(puzzle, source)
            known = solve(board).cost if optimum else _steps(puzzle, board)
            assert known is not None
            yield board, goal, known

    return boards


def _steps(puzzle: Puzzle, board: Board) -> int:
    """The steps of all tiles to their goal cells: on the grid, the Manhattan distance."""
    homes = enumerate(puzzle.goal)
    from_home = {tile: puzzle.topology.steps(cell) for cell, tile in homes if tile}
    return sum(from_home[tile][cell] for cell, tile in enumerate(board) if tile)


ROWS = (
    Row("4x4", 0.1, "the optimum", drawn(4, 4, 1000, optimum=True)),
    Row("5x5", 1, "the optimum", named("korf24")),
    Row("5x5", 10, "the optimum", named("korf24")),
    Row("6x6", 10, "DeepCubeA", named("deepcubea35")),
    Row("7x7", 60, "DeepCubeA", named("deepcubea48")),
    Row("8x8", 60, "Manhattan", drawn(8, 8, 10)),
    Row("5x5-torus", 5, "Manhattan", drawn(5, 5, 100, topology="torus")),
    Row("6x6-torus", 30, "Manhattan", drawn(6, 6, 100, topology="torus")),
    Row("8x8-torus", 30, "Manhattan", drawn(8, 8, 10, topology="torus")),
    Row("10x10", 60, "Manhattan", drawn(10, 10, 5)),
    Row("16x10", 10, "Manhattan", drawn(16, 10, 2)),
    Row("15x15", 10, "Manhattan", drawn(15, 15, 2)),
    Row("20x5", 10, "Manhattan", drawn(20, 5, 2)),
    Row("20x20", 30, "Manhattan", drawn(20, 20, 2)),
    Row("32x32", 60, "Manhattan", drawn(32, 32, 1)),
)


def measure(row: Row, first: int | None, seconds: float | None, width: int | None) -> str:
    """One line of the table."""
    limit = None if width else row.seconds if seconds is None else seconds
    how = f"width {width}" if width else f"{limit:g} s"
    costs, known, gaps, took, unsolved = [], [], [], [], 0
    for board, goal, length in row.boards(first):
        began = time.perf_counter()
        algorithm = "anytime_beam" if row.size == "4x4" or width else None
        options = {"width": width} if width else None
        result = solve(
            board, goal=goal, topology=row.topology, algorithm=algorithm, options=options,
            time_limit=limit,
        )  # fmt: skip
        took.append(time.perf_counter() - began)
        print(f"{row.size} board {len(took)}: {result.cost}, {length} known", file=sys.stderr)
        if result.cost is None:  # nothing in time, as under a tenth of a second on a busy machine
            unsolved += 1
            continue
        costs.append(result.cost)
        assert result.gap is not None
        gaps.append(result.gap)
        known.append(length)
    count = len(costs)
    if not count:
        return f"| {row.size} | {how} | 0 of {unsolved} |"
    over = [cost - length for cost, length in zip(costs, known, strict=True)]
    shares = "/".join(
        f"{sum(sign(k) for k in over) / count:.0%}"
        for sign in (lambda k: k < 0, lambda k: k == 0, lambda k: k > 0)
    )
    mean, anchor = statistics.mean(costs), statistics.mean(known)
    return (
        f"| {row.size} | {how} | {count} of {count + unsolved} | {mean:.2f} | "
        f"{anchor:.2f} ({row.against}) | {mean - anchor:+.2f} | {mean / anchor:.3f} | "
        f"{max(over):+g} | {shares} | {statistics.mean(gaps):.1f} | "
        f"{statistics.mean(took):.2f} |"
    )


def _puzzle(size: str) -> Puzzle:
    """The puzzle of a row with the goal `last`."""
    sides, _, topology = size.partition("-")
    width, height = map(int, sides.split("x"))
    return Puzzle.of(named_goal("last", width, height), topology=topology or "grid")


def rate(size: str) -> str:
    """Children a second of processor time: the least disturbed of several beams, one thread."""
    puzzle, source = _puzzle(size), random.Random(SEED)
    options = {"width": 10_000, "threads": 1}
    rates = []
    for _ in range(_BEAMS):
        board = uniform(puzzle, source)
        began = time.process_time()
        result = solve(
            board, topology=puzzle.topology.name, algorithm="anytime_beam", options=options,
            node_limit=_NODES,
        )  # fmt: skip
        seconds = time.process_time() - began
        rates.append(result.stats.generated / seconds / 1e6)
    return f"{size}: {max(rates):.1f} M children a second of processor time; all: " + ", ".join(
        f"{each:.1f}" for each in rates
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help="rows to measure; default: all")
    parser.add_argument("--first", type=int, metavar="N", help="only the first boards of each row")
    parser.add_argument("--seconds", type=float, metavar="S", help="another limit for each board")
    parser.add_argument("--width", type=int, metavar="N", help="a fixed width instead of a limit")
    parser.add_argument("--rate", action="store_true", help="only children evaluated a second")
    given = parser.parse_args()
    for size in sorted({row.size for row in ROWS} & set(given.sizes or [row.size for row in ROWS])):
        puzzle = _puzzle(size)
        warm, board_type = uniform(puzzle, random.Random(1)), puzzle.topology.name
        # Compiles and loads.
        solve(warm, topology=board_type, algorithm="anytime_beam", time_limit=0.5)
    if given.rate:
        for size in given.sizes:
            print(rate(size))
        return
    print(f"Seed of random boards: {SEED}. Shares: shorter/equal/longer. Gap: of the proved bound.")
    columns = ("Size", "Limit", "Boards", "Mean", "Known", "Over", "Ratio", "Worst", "Shares")
    columns += ("Gap, %", "Took, s")
    print(f"| {' | '.join(columns)} |")
    print("| --- " * len(columns) + "|")
    rows = [row for row in ROWS if not given.sizes or row.size in given.sizes]
    if given.seconds or given.width:  # the rows of a size differ by their limits alone
        rows = list({row.size: row for row in rows}.values())
    for row in rows:
        print(measure(row, given.first, given.seconds, given.width), flush=True)


if __name__ == "__main__":
    main()
