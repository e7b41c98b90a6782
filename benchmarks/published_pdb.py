"""Published counts of additive pattern databases, repeated with the published definitions.

    python benchmarks/published_pdb.py 6-6-3 7-8    # measure these: many minutes
    python benchmarks/published_pdb.py 6-6-3 --order DRLU    # only prints: Korf's hundred
    python benchmarks/published_pdb.py --means      # h alone, of many more boards: minutes
    python benchmarks/published_pdb.py --write      # the table in docs/research.md, at once

IDA* over `plain_pdb` and over `pdb` tables on uniformly random 15-puzzles and on Korf's
hundred; a row for each board is kept in published_pdb.csv, and the table is made from the rows.
Means of h are of a hundred thousand random boards, and are kept in published_pdb_means.csv.
Every length on Korf's hundred is compared with the known one. The published figures are means of
a thousand random boards that were not published (Korf & Felner 2002; those with one look-up are
from Felner, Korf, Meshulam & Holte 2007), so the table says by how many standard errors the means
differ.
"""

import argparse
import csv
import random
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import permutations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numba
import numpy as np
from pages import with_table

from taquin import Puzzle, heuristic_values, solve
from taquin.heuristics.patterns.plain import PlainPatterns
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.plain import value, values
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instances
from taquin.puzzle.scramble import uniform

HERE = Path(__file__).parent
KEPT = HERE / "published_pdb.csv"
KEPT_MEANS = HERE / "published_pdb_means.csv"
PAGE = HERE.parent / "docs/research.md"
PARTITIONS = ("7-8", "6-6-3")
THEIRS, RANDOM, MANY = 1000, 2000, 100_000
ORDER = "UDLR"  # of the columns of a topology
AT_A_TIME = 250  # boards, before their rows are kept
# Also measured with one look-up instead of the larger of two.
ONE_LOOK_UP = ("7-8",)

Row = dict[str, int]
Rows = dict[tuple[str, int], Row]


@numba.njit
def contour(tables, neighbors, start, bound, counts):
    """One pass of IDA* without the move straight back: 0 if the goal is found, or the next bound.

    counts: int64[1], children generated. neighbors: int64[cells, 4] in the order of the moves.
    """
    cells = len(start)
    where = np.empty(cells, np.uint8)
    for cell in range(cells):
        where[start[cell]] = cell
    board = start.copy()
    ways, blanks = np.zeros(256, np.int64), np.zeros(256, np.int64)
    depth, beyond = 0, 1 << 40
    blanks[0] = where[0]
    while depth >= 0:
        blank = blanks[depth]
        if ways[depth] == 4:
            depth -= 1
            if depth >= 0:  # undo the move that led here
                before = blanks[depth]
                tile = board[before]
                board[blank], where[tile], board[before], where[0] = tile, blank, 0, before
            continue
        cell = neighbors[blank, ways[depth]]
        ways[depth] += 1
        if cell < 0 or (depth > 0 and cell == blanks[depth - 1]):
            continue
        counts[0] += 1
        tile = board[cell]
        board[blank], where[tile], board[cell], where[0] = tile, blank, 0, cell
        h = np.int64(value(tables, np.int64(cells), where))
        if depth + 1 + h <= bound:
            depth += 1
            blanks[depth], ways[depth] = cell, 0
            if h == 0:
                return 0
            continue
        beyond = min(beyond, depth + 1 + h)
        board[cell], where[tile], board[blank], where[0] = tile, cell, 0, blank
    return beyond


@numba.njit
def first_value(tables, start):
    """The value of one board, uint8[cells]."""
    where = np.empty(len(start), np.uint8)
    for cell in range(len(start)):
        where[start[cell]] = cell
    return np.int64(value(tables, np.int64(len(start)), where))


class Plain:
    """IDA* over plain tables on boards of one puzzle, with moves in a given order."""

    def __init__(self, puzzle: Puzzle, partition: str, order: str = ORDER) -> None:
        self.puzzle, self.h = puzzle, PlainPatterns(puzzle, partition)
        columns = list(map(ORDER.index, order))
        self.neighbors = np.array(puzzle.topology.neighbors, np.int64)[:, columns]
        symmetry = self.h.canonical.symmetry.cells
        assert list(symmetry) == sorted(symmetry), "goals with the blank first are canonical"

    def solve(self, board: Board, tables: PatternTables) -> tuple[int, int, int]:
        """h of the board, nodes generated (the start included) and its cost."""
        start = np.array([*self.h.canonical.board(self.puzzle.encode(board))], np.uint8)
        h = bound = int(first_value(tables, start))
        counts = np.zeros(1, np.int64)
        while bound and (after := contour(tables, self.neighbors, start, bound, counts)):
            bound = after
        return h, int(counts[0]) + 1, int(bound)


def measure(plain: Plain, partition: str, boards: dict[tuple[str, int], Board]) -> Rows:
    """What each board has with this partition."""
    puzzle = plain.puzzle
    every = plain.h.tables
    known = {one.board.cells: one.optimal for one in instances("korf100")}
    rows: Rows = {}
    for key, board in boards.items():
        h, nodes, cost = plain.solve(board, every)
        assert known.get(board.cells, cost) == cost
        row = {"cost": cost, f"{partition} h": h, f"{partition} nodes": nodes}
        if partition in ONE_LOOK_UP:
            h, nodes, again = plain.solve(board, every._replace(begin=every.begin[:2]))
            assert again == cost
            row |= {f"{partition} once h": h, f"{partition} once nodes": nodes}
        rows[key] = row
    for key, board in boards.items():  # apart, because the tables evict each other from caches
        result = solve(board, goal=puzzle.goal, algorithm="idastar", heuristic=f"pdb:{partition}")
        assert result.optimal and result.cost == rows[key]["cost"]
        rows[key][f"{partition} pdb nodes"] = result.stats.generated + 1
    return rows


def random_boards(puzzle: Puzzle) -> list[Board]:
    """Uniformly random boards, always the same."""
    rng = random.Random(1)
    return [uniform(puzzle, rng) for _ in range(RANDOM)]


def all_boards() -> tuple[Puzzle, dict[tuple[str, int], Board]]:
    """The puzzle, and the boards by set and number."""
    korf = instances("korf100")
    puzzle = Puzzle.of(korf[0].board, goal=korf[0].goal)
    boards = {("korf100", number): one.board for number, one in enumerate(korf, 1)}
    return puzzle, boards | {
        ("random", number): board for number, board in enumerate(random_boards(puzzle), 1)
    }


def read_rows() -> Rows:
    """The rows that are kept."""
    if not KEPT.exists():
        return {}
    with KEPT.open(encoding="utf-8", newline="") as file:
        return {
            (row.pop("boards"), int(row.pop("number"))): {
                name: int(text) for name, text in row.items() if text
            }
            for row in csv.DictReader(file)
        }


def keep_rows(rows: Rows) -> None:
    """Write one line for each board."""
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        names = ["boards", "number", *next(iter(rows.values()))]
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        for (boards, number), row in rows.items():
            writer.writerow({"boards": boards, "number": number} | row)


# What the table compares: heading, published mean, and what it is of a row.
Figure = tuple[str, float | None, Callable[[Any], Any]]
VALUES: list[Figure] = [
    ("Manhattan, h", 36.942, lambda row: row["manhattan"]),
    ("7-8, h of one look-up", 44.75, lambda row: row["7-8 once h"]),
    ("7-8, h", 45.632, lambda row: row["7-8 h"]),
    ("6-6-3, h", 42.924, lambda row: row["6-6-3 h"]),
    ("h of 7-8 less Manhattan", 45.632 - 36.942, lambda row: row["7-8 h"] - row["manhattan"]),
    ("h of 7-8 less 6-6-3", 45.632 - 42.924, lambda row: row["7-8 h"] - row["6-6-3 h"]),
]
COUNTS: list[Figure] = [
    ("7-8, nodes with one look-up", 136_288, lambda row: row["7-8 once nodes"]),
    ("7-8, nodes", 36_710, lambda row: row["7-8 nodes"]),
    ("6-6-3, nodes", 617_555, lambda row: row["6-6-3 nodes"]),
    ("7-8, nodes of `pdb`", None, lambda row: row["7-8 pdb nodes"]),
    ("6-6-3, nodes of `pdb`", None, lambda row: row["6-6-3 pdb nodes"]),
]


class Mean(NamedTuple):
    """Of this many boards: the mean of a figure and its standard deviation."""

    boards: int
    mean: float
    deviation: float


def measure_means(puzzle: Puzzle) -> dict[str, Mean]:
    """The figures of h over many random boards, none of which is searched."""
    rng = random.Random(2)
    boards = [uniform(puzzle, rng) for _ in range(MANY)]
    columns = {"manhattan": np.array(heuristic_values("manhattan", boards, puzzle))}
    for partition in PARTITIONS:
        h = PlainPatterns(puzzle, partition)
        columns[f"{partition} h"] = h.values([board.cells for board in boards])
        given = np.array([[*h.canonical.board(bytes(board.cells))] for board in boards], np.uint8)
        where, found = np.empty(puzzle.cells, np.uint8), np.empty(MANY, np.int64)
        values(h.tables._replace(begin=h.tables.begin[:2]), given, where, found)
        columns[f"{partition} once h"] = found
    return {
        heading: Mean(MANY, float(of(columns).mean()), float(of(columns).std(ddof=1)))
        for heading, _, of in VALUES
    }


def read_means() -> dict[str, Mean]:
    """The means of h that are kept."""
    with KEPT_MEANS.open(encoding="utf-8", newline="") as file:
        return {
            row["figure"]: Mean(int(row["boards"]), float(row["mean"]), float(row["deviation"]))
            for row in csv.DictReader(file)
        }


def keep_means(means: dict[str, Mean]) -> None:
    """Write one line for each figure."""
    with KEPT_MEANS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["figure", *Mean._fields])
        for heading, mean in means.items():
            writer.writerow([heading, mean.boards, f"{mean.mean:.6f}", f"{mean.deviation:.6f}"])


def mean_of(rows: Iterable[Row], of: Callable[[Any], Any]) -> Mean:
    """Of the rows that have what the figure needs."""
    found = []
    for row in rows:
        with suppress(KeyError):
            found.append(float(of(row)))
    return Mean(len(found), fmean(found), stdev(found))


def text_of(number: float) -> str:
    """With three decimals, or none for counts of nodes."""
    return f"{number:,.0f}" if number > 1000 else f"{number:.3f}".replace("44.750", "44.75")


def table(rows: Rows) -> str:
    """The means with their standard errors."""
    ours = [row for (name, _), row in rows.items() if name == "random"]
    hundred = [row for (name, _), row in rows.items() if name == "korf100"]
    means = read_means() | {heading: mean_of(ours, of) for heading, _, of in COUNTS}
    lines = [
        f"| Mean of | Published, {THEIRS:,} boards | Ours | Boards | Apart | Ours, Korf's 100 |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for heading, published, of in [*VALUES, *COUNTS]:
        boards, mean, deviation = means[heading]
        said, apart = "none", ""
        if published is not None:
            error = deviation * sqrt(1 / THEIRS + 1 / boards)
            said, apart = text_of(published), f"{(mean - published) / error:+.1f}"
        digits = 0 if mean > 1000 else 3
        lines.append(
            f"| {heading} | {said} | {text_of(mean)} ± {deviation / sqrt(boards):,.{digits}f} "
            f"| {boards:,} | {apart} | {text_of(mean_of(hundred, of).mean)} |"
        )
    return "\n".join(lines)


def written(page: str, rows: Rows) -> str:
    """The page with its table made from the rows."""
    return with_table(page, "published_pdb", table(rows))


def main() -> None:
    """Measure what is asked; write the table where it is wanted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("partitions", nargs="*", choices=[*PARTITIONS, []])
    parser.add_argument("--order", choices=["".join(one) for one in permutations(ORDER)])
    parser.add_argument("--means", action="store_true")
    parser.add_argument("--write", nargs="?", type=Path, const=PAGE)
    asked = parser.parse_args()
    puzzle, boards = all_boards()
    if asked.order is not None:
        for partition in asked.partitions:
            plain = Plain(puzzle, partition, asked.order)
            counts = [
                plain.solve(board, plain.h.tables)[1]
                for (name, _), board in boards.items()
                if name == "korf100"
            ]
            print(f"{partition}, {asked.order}: {fmean(counts):,.0f} nodes on Korf's hundred")
        return
    for partition in asked.partitions:
        plain, rows = Plain(puzzle, partition), read_rows()
        left = [key for key in boards if f"{partition} nodes" not in rows.get(key, {})]
        for first in range(0, len(left), AT_A_TIME):
            began = time.perf_counter()
            some = {key: boards[key] for key in left[first : first + AT_A_TIME]}
            distances = heuristic_values("manhattan", some.values(), puzzle)
            found, rows = measure(plain, partition, some), read_rows()
            for (key, row), distance in zip(found.items(), distances, strict=True):
                rows[key] = rows.get(key, {}) | {"manhattan": distance} | row
            keep_rows({key: rows[key] for key in boards if key in rows})
            seconds = time.perf_counter() - began
            print(f"{partition}: {first + len(some)} of {len(left)}, {seconds:.0f} s", flush=True)
    if asked.means:
        keep_means(measure_means(puzzle))
    if asked.write is not None:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(written(page, read_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
