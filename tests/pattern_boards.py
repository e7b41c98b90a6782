"""Boards, neighbour tables and slow twins that the pattern tests share."""

import random
from functools import lru_cache


def grid(width, height, walls=()):
    """Neighbour rows U D L R; walls: pairs of cells that are not neighbours."""
    rows = []
    for cell in range(width * height):
        y, x = divmod(cell, width)
        row = (
            cell + width if y < height - 1 else -1,
            cell - width if y else -1,
            cell + 1 if x < width - 1 else -1,
            cell - 1 if x else -1,
        )
        rows.append(tuple(n if {cell, n} not in [set(w) for w in walls] else -1 for n in row))
    return tuple(rows)


def torus(width, height):
    return tuple(
        (
            (y + 1) % height * width + x,
            (y - 1) % height * width + x,
            y * width + (x + 1) % width,
            y * width + (x - 1) % width,
        )
        for y in range(height)
        for x in range(width)
    )


def play(cells, letters, neighbors):
    """Replay tile moves; every one must be legal."""
    board = list(cells)
    for letter in letters:
        blank = board.index(0)
        source = neighbors[blank]["UDLR".index(letter)]
        assert source >= 0
        board[blank], board[source] = board[source], 0
    return tuple(board)


def scramble(goal, neighbors, steps, seed):
    rng = random.Random(seed)
    board = list(goal)
    for _ in range(steps):
        blank = board.index(0)
        source = rng.choice([n for n in neighbors[blank] if n >= 0])
        board[blank], board[source] = board[source], 0
    return tuple(board)


def breadth_first(goal, neighbors):
    """Distance of every board, as bytes, that can reach `goal`; not to be changed."""
    return _distances(bytes(goal), neighbors)


@lru_cache(maxsize=2)
def _distances(goal, neighbors):
    # A tile and the blank change places: every 0 is read as the tile, and the tile as 0.
    moved = [bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in range(len(goal))]
    sources = [[source for source in row if source >= 0] for row in neighbors]
    distance = {goal: 0}
    layer = [goal]
    while layer:
        following = []
        for board in layer:
            for source in sources[board.index(0)]:
                after = board.translate(moved[board[source]])
                if after not in distance:
                    distance[after] = distance[board] + 1
                    following.append(after)
        layer = following
    return distance
