"""Published counts of additive pattern databases, repeated with the published definitions.

    python benchmarks/published_pdb.py 6-6-3 7-8    # measure these: many minutes
    python benchmarks/published_pdb.py --write      # the table in docs/research.md, at once

IDA* over `plain_pdb` and over `pdb` tables on a thousand uniformly random 15-puzzles and on Korf's
hundred; a row for each board is kept in published_pdb.csv, and the table is made from the rows.
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
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import numba
import numpy as np
from pages import with_table

from taquin import Puzzle, heuristic_values, solve
from taquin.heuristics.patterns.plain import PlainPatterns
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.plain import value
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instances
from taquin.puzzle.scramble import uniform

HERE = Path(__file__).parent
KEPT = HERE / "published_pdb.csv"
PAGE = HERE.parent / "docs/research.md"
PARTITIONS = ("7-8", "6-6-3")
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
    """IDA* over plain tables, in the order of moves UDLR, on boards of one puzzle."""

    def __init__(self, puzzle: Puzzle, partition: str) -> None:
        self.puzzle, self.h = puzzle, PlainPatterns(puzzle, partition)
        self.neighbors = np.array(puzzle.topology.neighbors, np.int64)
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


def measure(puzzle: Puzzle, partition: str, boards: dict[tuple[str, int], Board]) -> Rows:
    """What each board has with this partition."""
    plain = Plain(puzzle, partition)
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
    """A thousand uniformly random boards, always the same."""
    rng = random.Random(1)
    return [uniform(puzzle, rng) for _ in range(1000)]


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
                name: int(text) for name, text in row.items()
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
Figure = tuple[str, float | None, Callable[[Row], float]]
FIGURES: list[Figure] = [
    ("Manhattan, h", 36.942, lambda row: row["manhattan"]),
    ("7-8, h of one look-up", 44.75, lambda row: row["7-8 once h"]),
    ("7-8, h", 45.632, lambda row: row["7-8 h"]),
    ("6-6-3, h", 42.924, lambda row: row["6-6-3 h"]),
    ("h of 7-8 less Manhattan", 45.632 - 36.942, lambda row: row["7-8 h"] - row["manhattan"]),
    ("h of 7-8 less 6-6-3", 45.632 - 42.924, lambda row: row["7-8 h"] - row["6-6-3 h"]),
    ("7-8, nodes with one look-up", 136_288, lambda row: row["7-8 once nodes"]),
    ("7-8, nodes", 36_710, lambda row: row["7-8 nodes"]),
    ("6-6-3, nodes", 617_555, lambda row: row["6-6-3 nodes"]),
    ("7-8, nodes of `pdb`", None, lambda row: row["7-8 pdb nodes"]),
    ("6-6-3, nodes of `pdb`", None, lambda row: row["6-6-3 pdb nodes"]),
]


def text_of(number: float) -> str:
    """With three decimals, or none for counts of nodes."""
    return f"{number:,.0f}" if number > 1000 else f"{number:.3f}".replace("44.750", "44.75")


def table(rows: Rows) -> str:
    """The table of the page: means with their standard errors."""
    thousand = [row for (boards, _), row in rows.items() if boards == "random"]
    hundred = [row for (boards, _), row in rows.items() if boards == "korf100"]
    lines = [
        "| Mean | Published, 1,000 random boards | Ours, 1,000 other random boards | Apart | "
        "Ours, Korf's 100 |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for heading, published, of in FIGURES:
        mean, error = mean_and_error(map(of, thousand))
        said, apart = "none", ""
        if published is not None:
            said = text_of(published)
            apart = f"{(mean - published) / (sqrt(2) * error):+.1f}"
        digits = 0 if mean > 1000 else 3
        lines.append(
            f"| {heading} | {said} | {text_of(mean)} ± {error:,.{digits}f} | {apart} | "
            f"{text_of(fmean(map(of, hundred)))} |"
        )
    return "\n".join(lines)


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    found = [float(one) for one in values]
    return fmean(found), stdev(found) / sqrt(len(found))


def written(page: str, rows: Rows) -> str:
    """The page with its table made from the rows."""
    return with_table(page, "published_pdb", table(rows))


def main() -> None:
    """Measure what is asked; write the table where it is wanted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("partitions", nargs="*", choices=[*PARTITIONS, []])
    parser.add_argument("--write", nargs="?", type=Path, const=PAGE)
    asked = parser.parse_args()
    for partition in asked.partitions:
        began = time.perf_counter()
        puzzle, boards = all_boards()
        distances = heuristic_values("manhattan", boards.values(), puzzle)
        found, rows = measure(puzzle, partition, boards), read_rows()
        for key, distance in zip(boards, distances, strict=True):
            rows[key] = rows.get(key, {}) | {"manhattan": distance} | found[key]
        keep_rows(rows)
        print(f"{partition}: {time.perf_counter() - began:.0f} s", flush=True)
    if asked.write is not None:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(written(page, read_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
