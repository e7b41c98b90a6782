"""IDA* on packed 4x4 boards: the readable twin, and Korf's published node counts."""

import random
from functools import cache
from importlib import resources

import numpy as np
import pytest

from taquin.bench import ida_star_4x4 as ida
from taquin.kernels.searches.tables import Signal

ALWAYS, NEVER = 0, 1 << 63  # contours searched in batches


def grid(width, height):
    """uint8[cells, 4]: where the blank goes when the tile moves U, D, L, R."""
    table = np.full((width * height, 4), 0xFF, np.uint8)
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for move, (down, right) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
            if 0 <= row + down < height and 0 <= column + right < width:
                table[cell, move] = cell + down * width + right
    return table


def slide(board, neighbors, move):
    blank = board.index(0)
    cell = int(neighbors[blank, move])
    if cell == 0xFF:
        return None
    child = list(board)
    child[blank], child[cell] = child[cell], 0
    return tuple(child)


def steps_between(neighbors, start):
    steps = {start: 0}
    for cell in (queue := [start]):
        for near in map(int, neighbors[cell]):
            if near != 0xFF and near not in steps:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


def search(neighbors, goal, board, order=ida.KORF_ORDER):
    """The twin: moves, [(bound, expanded, generated)]."""
    goal, board = tuple(goal), tuple(board)
    steps = {t: steps_between(neighbors, cell) for cell, t in enumerate(goal) if t}
    bound = sum(steps[tile][cell] for cell, tile in enumerate(board) if tile)
    rows = []
    while True:
        counts = [bound, 0, 0]
        rows.append(counts)
        path = contour(neighbors, goal, board, order, steps, counts, 0, [])
        if path is not None:
            return path, [tuple(row) for row in rows if row[1]]
        bound += 2


def contour(neighbors, goal, board, order, steps, counts, g, path):
    if board == goal:
        return path
    counts[1] += 1
    for move in order:
        child = slide(board, neighbors, move)
        if child is None or (path and move == path[-1] ^ 1):
            continue
        counts[2] += 1
        h = sum(steps[tile][cell] for cell, tile in enumerate(child) if tile)
        if g + 1 + h <= counts[0]:
            found = contour(neighbors, goal, child, order, steps, counts, g + 1, [*path, move])
            if found is not None:
                return found
    return None


def run(neighbors, goal, board, order=ida.KORF_ORDER, *, budget=1 << 40, **options):
    tables = ida.build_tables(neighbors, goal, order)
    frames = ida.start(tables, board, **options)
    while (status := ida.search(tables, frames, budget)) == Signal.BUDGET:
        pass
    return status, ida.moves(frames), ida.contours(frames)


def walk(neighbors, board, length, seed):
    rng = random.Random(seed)
    board, last = tuple(board), None
    for _ in range(length):
        moves = [m for m in range(4) if slide(board, neighbors, m) and m != last]
        move = rng.choice(moves)
        board, last = slide(board, neighbors, move), move ^ 1
    return board


def korf(count):
    """The easiest of Korf's hundred: board, optimal length, nodes."""
    text = resources.files("taquin").joinpath("data/korf100.txt").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line and line[0] != "#"]
    parsed = [([int(t) for t in r[1].split()], int(r[3]), int(r[5])) for r in rows]
    return sorted(parsed, key=lambda row: row[2])[:count]


@cache
def walked(seed, order):
    """A goal, a board some way from it, and the twin's answer."""
    neighbors = grid(4, 4)
    goal = [range(16), [*range(1, 16), 0], walk(neighbors, range(16), 90, 5)][seed]
    board = walk(neighbors, goal, 52, seed)
    return goal, board, search(neighbors, goal, board, order)


MODES = [
    {"batch_from": NEVER},
    {"batch_from": ALWAYS, "wide": False},
    {"batch_from": ALWAYS, "wide": True},
]


@pytest.mark.parametrize("options", MODES)
@pytest.mark.parametrize("goal", [(1, 2, 3, 4, 5, 0), (5, 1, 0, 3, 2, 4)])
def test_every_board_of_3x2_like_the_twin(goal, options):
    neighbors = grid(3, 2)
    depth = {goal: 0}
    for board in (queue := [goal]):
        for move in range(4):
            child = slide(board, neighbors, move)
            if child and child not in depth:
                depth[child] = depth[board] + 1
                queue.append(child)
    assert len(depth) == 360
    for board in list(depth)[:: 7 if goal[0] == 1 else 19]:
        status, moves, rows = run(neighbors, goal, board, **options)
        assert (status, len(moves)) == (Signal.FOUND, depth[board])
        twin_moves, twin_rows = search(neighbors, goal, board)
        assert moves == twin_moves
        assert rows == twin_rows


@pytest.mark.parametrize("options", MODES)
@pytest.mark.parametrize("order", [ida.KORF_ORDER, (0, 1, 2, 3), (2, 0, 3, 1)])
def test_4x4_walks_like_the_twin(options, order):
    for seed in range(3):
        goal, board, expected = walked(seed, order)
        status, moves, rows = run(grid(4, 4), goal, board, order, **options)
        assert status == Signal.FOUND
        assert (moves, rows) == expected


@pytest.mark.parametrize(
    "options", [MODES[0], *({**mode, "wide": w} for w in (True, False) for mode in MODES[1:2])]
)
def test_budgets_change_nothing(options):
    neighbors, goal = grid(4, 4), [*range(16)]
    board = walk(neighbors, goal, 44, 11)
    whole = run(neighbors, goal, board, **options)
    for budget in (1, 7, 1000):
        assert run(neighbors, goal, board, budget=budget, **options) == whole


def test_budget_is_kept_to_one_batch():
    neighbors = grid(4, 4)
    tables = ida.build_tables(neighbors, [*range(16)])
    frames = ida.start(tables, korf(30)[-1][0])
    before = 0
    for _ in range(200):
        assert ida.search(tables, frames, 10_000) == Signal.BUDGET
        made = sum(row[2] for row in ida.contours(frames))
        assert made - before <= 10_000 + 3 * ida.BATCH + 16 * ida.SEED_LIMIT
        before = made


def test_korf_counts_of_the_40_easiest():
    neighbors, goal = grid(4, 4), [*range(16)]
    for board, length, nodes in korf(40):
        status, moves, rows = run(neighbors, goal, board)
        assert (status, len(moves), 1 + sum(row[2] for row in rows)) == (
            Signal.FOUND,
            length,
            nodes,
        )
        replayed = tuple(board)
        for move in moves:
            replayed = slide(replayed, neighbors, move)
        assert replayed == tuple(goal)


@pytest.mark.parametrize("options", [MODES[0], {"wide": False}, {"wide": True}])
def test_completed_contours_do_not_depend_on_engine_or_order(options):
    neighbors, goal = grid(4, 4), [*range(16)]
    board = korf(12)[-1][0]
    reference = run(neighbors, goal, board)[2][:-1]
    assert reference[-1][2] > ida.SMALL_CONTOUR
    assert run(neighbors, goal, board, (3, 2, 1, 0), **options)[2][:-1] == reference


@pytest.mark.slow
def test_korf_counts_of_all_but_the_hardest():
    neighbors, goal = grid(4, 4), [*range(16)]
    for board, length, nodes in korf(90):
        status, moves, rows = run(neighbors, goal, board)
        assert (status, len(moves), 1 + sum(row[2] for row in rows)) == (
            Signal.FOUND,
            length,
            nodes,
        )


def test_goal_limit_and_refusals():
    neighbors, goal = grid(4, 4), [*range(16)]
    assert run(neighbors, goal, goal) == (Signal.FOUND, [], [])
    odd = [0, 2, 1, *range(3, 16)]
    status, moves, rows = run(neighbors, goal, odd, max_bound=12)
    assert (status, moves) == (Signal.BEYOND, [])
    assert [row[0] for row in rows] == [2, 4, 6, 8, 10, 12]
    with pytest.raises(ValueError, match="at most 16"):
        ida.build_tables(grid(5, 4), [*range(20)])
    torus = np.array([[(c + 1) % 3, (c - 1) % 3, 255, 255] for c in range(3)], np.uint8)
    with pytest.raises(ValueError, match="odd cycle"):
        ida.build_tables(torus, [0, 1, 2])


def test_walls_and_torus():
    """Any neighbour table without odd cycles: distances follow the walls."""
    walled = grid(4, 4)
    walled[1, 2] = walled[2, 3] = 0xFF
    torus = np.empty((16, 4), np.uint8)
    for cell in range(16):
        row, column = divmod(cell, 4)
        torus[cell] = [
            (row + 1) % 4 * 4 + column,
            (row - 1) % 4 * 4 + column,
            row * 4 + (column + 1) % 4,
            row * 4 + (column - 1) % 4,
        ]
    for neighbors in (walled, torus):
        for seed in range(3):
            board = walk(neighbors, range(16), 22, seed)
            for options in MODES:
                status, moves, rows = run(neighbors, [*range(16)], board, **options)
                assert status == Signal.FOUND
                assert (moves, rows) == search(neighbors, [*range(16)], board)
