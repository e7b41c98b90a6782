"""The X-puzzle: the board type of docs/do/costs.md, and its rules once more, for an oracle."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import permutations
from pathlib import Path

from taquin.checks import load_plugin
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies

PAGE = Path(__file__).parent.parent / "docs" / "do" / "costs.md"
Cells = tuple[int, ...]


def board_type_file(folder: Path) -> Path:
    """The file of the page, written into a folder."""
    found = re.search(r"```python\n# file: (xpuzzle.py)\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert found is not None
    path = folder / found[1]
    path.write_text(found[2], encoding="utf-8")
    return path


@contextmanager
def xpuzzle_loaded(folder: Path) -> Iterator[None]:
    """The board type xpuzzle, registered within the block."""
    load_plugin(board_type_file(folder))
    try:
        yield
    finally:
        TOPOLOGIES.remove("xpuzzle")
        forget_topologies()


def moves(cells: Cells, width: int, height: int) -> list[tuple[Cells, int]]:
    """The boards after one move and its cost, as the exercise words its rules."""
    blank = cells.index(0)
    row, column = divmod(blank, width)
    across, down = width - 1 - column, height - 1 - row  # the opposite end of the row, the column
    there = [(row + y, column + x, 1) for y, x in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    there = [(y, x, c) for y, x, c in there if 0 <= y < height and 0 <= x < width]
    if row in (0, height - 1) and column in (0, width - 1):
        there += [(row, across, 2)] if width > 2 else []
        there += [(down, column, 2)] if height > 2 else []
        there.append((row + (1 if row == 0 else -1), column + (1 if column == 0 else -1), 3))
        there.append((down, across, 3))
    found = []
    for y, x, cost in there:
        after = list(cells)
        after[blank], after[y * width + x] = after[y * width + x], 0
        found.append((tuple(after), cost))
    return found


def true_costs(goal: Cells, width: int, height: int) -> dict[Cells, int]:
    """The least cost from every board that can reach the goal: Dijkstra, backwards."""
    before: dict[Cells, list[tuple[Cells, int]]] = {}
    for cells in permutations(range(width * height)):
        for after, cost in moves(cells, width, height):
            before.setdefault(after, []).append((cells, cost))
    least: dict[Cells, int] = {}
    frontier = [(0, goal)]
    while frontier:
        cost, cells = heappop(frontier)
        if cells not in least:
            least[cells] = cost
            for other, price in before.get(cells, ()):
                heappush(frontier, (cost + price, other))
    return least
