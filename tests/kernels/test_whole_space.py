"""Whole spaces: the readable twin, the published census, the farthest boards."""

import random
from importlib import resources
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from taquin.kernels.searches import whole_space as space

NONE = 0xFF
UNREACHED = 255


def board_type(width, height, *, torus=False, walls=()):
    """uint8[cells, 4]: where the blank goes when the tile moves U, D, L, R."""
    table = np.full((width * height, 4), NONE, np.uint8)
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for move, (down, right) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
            r, c = row + down, column + right
            if torus:
                r, c = r % height, c % width
            if 0 <= r < height and 0 <= c < width:
                near = r * width + c
                if near != cell and {cell, near} not in walls:
                    table[cell, move] = near
    return table


def distances(neighbors, goal, metric="stm", up_to=10**6):
    """The twin: distance by board, breadth-first."""
    goal = tuple(goal)
    depth = {goal: 0}
    for board in (queue := [goal]):
        if depth[board] == up_to:
            break
        for child in children(neighbors, board, metric):
            if child not in depth:
                depth[child] = depth[board] + 1
                queue.append(child)
    return depth


def children(neighbors, board, metric):
    start = board.index(0)
    for move in range(4):
        child, blank = list(board), start
        while (cell := int(neighbors[blank, move])) not in (NONE, start):
            child[blank], child[cell] = child[cell], 0
            blank = cell
            yield tuple(child)
            if metric == "stm":
                break


def known(width, height, metric, blank):
    """Counts by depth from the published census."""
    path = Path(__file__).parents[1] / "data" / "depth_distributions.csv"
    rows = path.read_text("utf-8").splitlines()
    wanted = [str(width), str(height), metric.upper(), blank]
    return [int(r[5]) for r in (row.split(",") for row in rows) if r[:4] == wanted]


def data(name):
    text = resources.files("taquin").joinpath("data", name).read_text("utf-8")
    return [line for line in text.splitlines() if line and line[0] != "#"]


def rank(tables, goal, board):
    """Number of a board among the states of a layout; -1 where the parity alone proves it none."""
    place = {tile: i for i, tile in enumerate(tile for tile in goal if tile)}
    order = [place[tile] for tile in board if tile]
    digits = [sum(later < tile for later in order[j:]) for j, tile in enumerate(order)]
    blank = list(board).index(0)
    within = 0
    for j, digit in enumerate(digits):
        within = within * (len(digits) - j) + digit
    if tables.cell_parity[blank] < 2:
        if sum(digits) & 1 != tables.cell_parity[blank]:
            return -1
        within //= 2
    return blank * int(tables.sizes[space.BLOCKS] * tables.sizes[space.BITS]) + within


def unrank(tables, goal, number):
    """The board of a number; the inverse of `rank`."""
    blank, within = divmod(number, int(tables.sizes[space.BLOCKS] * tables.sizes[space.BITS]))
    left = [tile for tile in goal if tile]
    half = tables.cell_parity[blank] < 2
    if half:
        within *= 2
    digits = []
    for radix in range(1, len(left) + 1):
        within, digit = divmod(within, radix)
        digits.append(digit)
    digits.reverse()
    if half:
        digits[-2] = (sum(digits) + int(tables.cell_parity[blank])) & 1
    board = [left.pop(digit) for digit in digits]
    board.insert(blank, 0)
    return board


def found(neighbors, blank, metric="stm"):
    """uint8[states]: the depth at which `levels` gives each state, 255 for those it never does."""
    tables = space.layout(neighbors, blank)
    maps = space.start(tables, blank)
    cells, blocks, bits = (int(size) for size in tables.sizes[:3])
    depths = np.full(cells * blocks * bits, UNREACHED, np.uint8)
    for depth, count in enumerate(space.levels(tables, maps, metric=metric)):
        numbers = space.current(tables, maps)
        assert len(numbers) == count and (depths[numbers] == UNREACHED).all()
        depths[numbers] = depth
    return tables, depths


SMALL = {
    "2x2": board_type(2, 2),
    "3x2": board_type(3, 2),
    "2x3": board_type(2, 3),
    "3x1 ring": board_type(3, 1, torus=True),
    "3x2 torus": board_type(3, 2, torus=True),
    "4x2 torus": board_type(4, 2, torus=True),
    "3x3 walls": board_type(3, 3, walls=[{0, 1}, {4, 7}]),
    "3x2 cut": board_type(3, 2, walls=[{1, 2}, {4, 5}]),
}


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        # The twin takes seconds where several tiles of 20,160 boards move at once.
        pytest.param(*pair, marks=[pytest.mark.slow] if pair == ("4x2 torus", "mtm") else [])
        for pair in product(SMALL, ("stm", "mtm"))
    ],
)
def test_every_distance_like_the_twin(name, metric):
    neighbors = SMALL[name]
    cells = len(neighbors)
    goal = [*range(cells)]
    random.Random(cells).shuffle(goal)
    tables, depths = found(neighbors, goal.index(0), metric)
    twin = distances(neighbors, goal, metric)
    for board, depth in twin.items():
        assert depths[rank(tables, goal, board)] == depth
    assert np.count_nonzero(depths != UNREACHED) == len(twin)


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("torus", "states"), [(False, 181_440), (True, 362_880)])
def test_3x3_like_the_twin(metric, torus, states):
    """Without a torus the blank's cell fixes the parity of the tiles; with one nothing does."""
    neighbors = board_type(3, 3, torus=torus)
    goal = [1, 2, 3, 8, 0, 4, 7, 6, 5]
    tables, depths = found(neighbors, 4, metric)
    twin = distances(neighbors, goal, metric, up_to=10 if torus else 14)
    counts = np.bincount(depths[depths != UNREACHED])
    assert counts.sum() == states
    assert counts[: max(twin.values())].tolist() == [
        list(twin.values()).count(depth) for depth in range(max(twin.values()))
    ]
    for board in random.Random(1).sample([*twin], 3000):
        assert depths[rank(tables, goal, board)] == twin[board]


BIG = {
    "4x3": board_type(4, 3),
    "3x4": board_type(3, 4),
    "6x2": board_type(6, 2),
    "2x6": board_type(2, 6),
    "5x2": board_type(5, 2),
    "11x1 and a loop": board_type(11, 1, torus=True),
    "4x3 torus": board_type(4, 3, torus=True),
    "5x2 torus": board_type(5, 2, torus=True),
}


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("name", BIG)
def test_first_depths_of_larger_boards_are_the_twins_boards(name, metric):
    neighbors = BIG[name]
    cells = len(neighbors)
    goal = [*range(1, cells), 0]
    random.Random(cells).shuffle(goal)
    blank = goal.index(0)
    last = 9 if metric == "stm" else 5
    layers = {}
    for board, depth in distances(neighbors, goal, metric, up_to=last).items():
        layers.setdefault(depth, set()).add(board)
    tables = space.layout(neighbors, blank)
    maps = space.start(tables, blank)
    for depth, count in enumerate(space.levels(tables, maps, metric=metric, threads=2)):
        if depth == last:
            break
        numbers = space.current(tables, maps).tolist()
        boards = {tuple(unrank(tables, goal, number)) for number in numbers}
        assert boards == layers.get(depth, set())
        assert count == len(boards)
        assert {rank(tables, goal, board) for board in boards} == set(numbers)


def test_rank_and_unrank_are_inverse():
    for name in ("3x2", "3x2 torus"):
        neighbors = SMALL[name]
        goal = [3, 1, 0, 2, 5, 4]
        tables = space.layout(neighbors, 2)
        states = 360 if name == "3x2" else 720
        boards = [tuple(unrank(tables, goal, number)) for number in range(states)]
        assert len(set(boards)) == states
        assert [rank(tables, goal, board) for board in boards] == [*range(states)]
    odd = [1, 3, 0, 2, 5, 4]
    assert rank(space.layout(SMALL["3x2"], 2), goal, odd) == -1


CENSUS = [
    (width, height, blank, cell)
    for width, height, places in [
        (2, 2, ["corner"]),
        (3, 2, ["corner", "r0c1"]),
        (4, 2, ["corner", "r0c1"]),
        (3, 3, ["corner", "r0c1", "r1c1"]),
        (5, 2, ["corner", "r0c1", "r0c2"]),
    ]
    for blank in places
    for cell in [width * height - 1 if blank == "corner" else int(blank[1]) * width + int(blank[3])]
]


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("width", "height", "blank", "cell"), CENSUS)
def test_census(width, height, blank, cell, metric):
    expected = known(width, height, metric, blank)
    assert [*space.layer_sizes(board_type(width, height), cell, metric=metric)] == expected


@pytest.mark.parametrize(
    ("width", "height", "metric"),
    [
        (4, 3, "stm"),
        pytest.param(6, 2, "stm", marks=pytest.mark.slow),
        pytest.param(3, 4, "stm", marks=pytest.mark.slow),
        pytest.param(4, 3, "mtm", marks=pytest.mark.slow),
        pytest.param(2, 6, "mtm", marks=pytest.mark.slow),
    ],
)
def test_census_of_twelve_cells_and_the_farthest_boards(width, height, metric):
    neighbors, goal = board_type(width, height), [*range(1, 12), 0]
    tables = space.layout(neighbors, 11)
    maps = space.start(tables, 11)
    counts, farthest = [], []
    for count in space.levels(tables, maps, metric=metric, threads=2):
        counts.append(count)
        if count < 100:
            farthest = [
                unrank(tables, goal, number) for number in space.current(tables, maps).tolist()
            ]
    wide = (max(width, height), min(width, height))
    assert counts == known(*wide, metric, "corner")
    rows = [[part.strip() for part in line.split("|")] for line in data("small_antipodes.txt")]
    named = [
        [int(tile) for tile in row[4].split()]
        for row in rows
        if row[:4] == [f"{width}x{height}", "11", metric.upper(), str(len(counts) - 1)]
    ]
    assert not named or sorted(named) == sorted(farthest)


def test_farthest_boards_of_3x3():
    goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    tables, depths = found(board_type(3, 3), 8)
    farthest = [unrank(tables, goal, n) for n in np.flatnonzero(depths == 31).tolist()]
    assert sorted(farthest) == [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]


@pytest.mark.parametrize("metric", [1, 9])
def test_slices_change_nothing(metric):
    """The cells of a depth one by one, in any order, or all at once."""
    tables = space.layout(board_type(3, 3), 4)
    whole, sliced = (space.start(tables, 4) for _ in range(2))
    for _ in range(1, 40):
        space.spread(tables, whole, (0, 9), (0, 1), metric)
        for cell in (3, 1, 4, 8, 0, 2, 6, 5, 7):
            space.spread(tables, sliced, (cell, cell + 1), (0, 1), metric)
        count = space.settle(tables, whole, 0, 9)
        assert count == sum(space.settle(tables, sliced, i, i + 1) for i in range(9))
        assert (whole.current == sliced.current).all()


def test_slices_of_blocks_change_nothing():
    tables = space.layout(board_type(5, 2), 4)
    whole, sliced = (space.start(tables, 4) for _ in range(2))
    for _ in range(1, 12):
        space.spread(tables, whole, (0, 10), (0, 9), 1)
        for block in (8, 2, 5, 0, 1, 3, 4, 6, 7):
            space.spread(tables, sliced, (0, 10), (block, block + 1), 1)
        assert space.settle(tables, whole, 0, 90) == space.settle(tables, sliced, 0, 90)
    assert (whole.seen == sliced.seen).all()


def test_refusals():
    with pytest.raises(ValueError, match="3 to 12 cells"):
        space.layout(board_type(4, 4), 0)
    one_way = board_type(3, 2)
    one_way[0, 2] = NONE
    with pytest.raises(ValueError, match="cannot be undone"):
        space.layout(one_way, 0)
    with pytest.raises(KeyError):
        next(iter(space.layer_sizes(board_type(2, 2), 0, metric="expense")))
