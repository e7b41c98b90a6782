"""Which tiles of the 15-puzzle's relabelled table should be alike: a search over groupings.

    python benchmarks/relabellings.py [--random 0] [--steps 40] [--seed 1] [--boards 12] [--start …]

Climbs from the grouping that taquin uses, or another: exchanges the groups of two or three cells,
builds the table (in memory; 5 to 15 s each), solves the first of Korf's boards in pushes with it,
and keeps what generates fewer nodes. Each length is checked. The mean over the table's states is
printed, too, but chooses nothing: what counts is the greater of the board's and its transpose's
distance, and groups that are no transposes of themselves see two different things. Only groupings
are tried whose groups hang together on the board.
"""

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from pushes import known_lengths

from taquin.heuristics.patterns import grouping, relabelled
from taquin.heuristics.patterns.relabelled_table import RelabelledTable
from taquin.kernels.patterns.relabelled import build
from taquin.puzzle.instances import instance
from taquin.solving.question.reading import read_request
from taquin.solving.runner import answer

SIDE = 4
Groups = tuple[int, ...]


class Searched(NamedTuple):
    """The mean of a table, and the nodes generated and the seconds of the processor with it."""

    mean: float
    nodes: int
    seconds: float


def text(groups: Groups) -> str:
    """A grouping in rows, the blank as an underscore."""
    signs = ["_" if cell == 0 else str(group + 1) for cell, group in enumerate(groups)]
    return "/".join("".join(signs[row : row + SIDE]) for row in range(0, SIDE * SIDE, SIDE))


def neighbours(cell: int) -> Iterator[int]:
    """The cells beside a cell."""
    row, column = divmod(cell, SIDE)
    if row:
        yield cell - SIDE
    if row < SIDE - 1:
        yield cell + SIDE
    if column:
        yield cell - 1
    if column < SIDE - 1:
        yield cell + 1


def hangs_together(cells: set[int]) -> bool:
    """Whether one can walk from each of the cells to each other, within them."""
    reached, waiting = set[int](), [min(cells)]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting.extend(near for near in neighbours(cell) if near in cells)
    return reached == cells


def is_whole(groups: Groups) -> bool:
    """Whether each group hangs together."""
    cells = range(1, SIDE * SIDE)
    sets = [{cell for cell in cells if groups[cell] == group} for group in set(groups[1:])]
    return all(map(hangs_together, sets))


def exchanged(groups: Groups, rng: random.Random) -> Groups:
    """A grouping whose groups are whole, with the groups of two or three cells exchanged."""
    while True:
        cells = rng.sample(range(1, SIDE * SIDE), rng.choice((2, 3)))
        made = list(groups)
        for cell, other in zip(cells, [*cells[1:], cells[0]], strict=True):
            made[cell] = groups[other]
        if tuple(made) != groups and is_whole(tuple(made)):
            return tuple(made)


def shuffled(groups: Groups, rng: random.Random) -> Groups:
    """Any grouping with groups of the same sizes that are whole."""
    made = list(groups[1:])
    while True:
        rng.shuffle(made)
        if is_whole((0, *made)):
            return (0, *made)


def searched(groups: Groups, boards: int) -> Searched:
    """The mean of the table, and what the first of Korf's boards need with it.

    To be run in a new process: what is open there is taken for taquin's table.
    """
    signs = "".join(map(str, groups))
    rows = [signs[row : row + SIDE] for row in range(0, SIDE * SIDE, SIDE)]
    grouping._NAMED[SIDE, SIDE, 0] = "/".join(rows)
    codes, histograms = build(SIDE, SIDE, groups, 0, workers=2, progress=lambda _: None)
    relabelled.open_table = lambda _: codes  # type: ignore[assignment]
    states = sum(map(sum, histograms))
    mean = sum(far * count for sizes in histograms for far, count in enumerate(sizes)) / states
    nodes, began, known = 0, 0.0, known_lengths()
    for number in [1, *range(1, boards + 1)]:  # the first one loads the kernels
        board = instance(f"korf100:{number}")
        result = answer(read_request(board, metric="mtm", workers=1))
        if result.cost != known[number] or not result.optimal:
            raise SystemExit(f"{text(groups)}, board {number}: {result.cost}")
        if began:
            nodes += result.stats.generated
        else:
            began = time.process_time()
    return Searched(mean, nodes, time.process_time() - began)


def measured(groups: Groups, boards: int) -> Searched:
    """The same, in a process that ends with it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(searched, groups, boards).result()


def climbed(start: Groups, given: argparse.Namespace) -> dict[Groups, Searched]:
    """What was found of all groupings that were tried."""
    rng = random.Random(given.seed)
    best, tried = start, {start: measured(start, given.boards)}
    for step in range(given.random + given.steps):
        groups = exchanged(best, rng) if step >= given.random else shuffled(start, rng)
        if groups in tried:
            continue
        found = tried[groups] = measured(groups, given.boards)
        if found.nodes < tried[best].nodes:
            best = groups
        print(
            f"{step + 1}/{given.random + given.steps}  {text(groups)}  {found.mean:.3f}  "
            f"{found.nodes:,}  (fewest {tried[best].nodes:,}: {text(best)})",
            flush=True,
        )
    return tried


def main() -> None:
    """Climb, and print the best."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", help="a grouping as it is printed; default: taquin's")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--random", type=int, default=0, help="random groupings to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=12)
    given = parser.parse_args()
    start = RelabelledTable(SIDE, SIDE, 0).groups
    if given.start:
        start = tuple(int(s) - 1 if s != "_" else 0 for s in given.start if s != "/")
    tried = climbed(start, given)
    print("\n| Groups | Mean | Generated | Processor, s |\n| --- | ---: | ---: | ---: |")
    best = sorted(tried, key=lambda groups: tried[groups].nodes)[:8]
    for groups in [*best, *([] if start in best else [start])]:
        mean, nodes, seconds = tried[groups]
        print(f"| {text(groups)} | {mean:.3f} | {nodes:,} | {seconds:.1f} |")


if __name__ == "__main__":
    main()
