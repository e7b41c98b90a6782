"""The blocks of a board, which no tile can leave, and the arrangements that each allows.

A block is a biconnected component of the graph of cells. R. M. Wilson, "Graph puzzles, homotopy,
and the alternating group", JCTB 16 (1974), determines how the tiles in a block can be arranged.
"""

from collections.abc import Sequence
from typing import Literal

from taquin.puzzle.topology import Topology

__all__ = [
    "arranged",
    "arrangements",
    "block_kind",
    "block_orbit",
    "blocks",
    "odd_return",
    "ring_order",
]


def arranged(board_type: Topology, cells: Sequence[int], to: int) -> list[int]:
    """The cells after the blank has taken a shortest path to cell `to`. O(cells)."""
    moved, blank, steps = list(cells), cells.index(0), board_type.steps(to)
    while blank != to:
        step = next(n for n in board_type.adjacent(blank) if steps[n] == steps[blank] - 1)
        moved[blank], moved[step] = moved[step], 0
        blank = step
    return moved


def block_kind(
    board_type: Topology, block: list[int]
) -> Literal["ring", "theta0", "alternating", "symmetric"]:
    """The group of permutations that a block allows when its blank returns home (Wilson 1974).

    ring: cyclic; theta0: Wilson's one exception, two cells joined by paths of 1, 2 and 2 cells,
    a group of 120; otherwise alternating if the block is bipartite, symmetric if not.
    """
    inside = set(block)
    edges = sum(len(inside & set(board_type.adjacent(cell))) for cell in block) // 2
    if edges == len(block):
        return "ring"
    if not odd_return(board_type, block, block[0]):
        return "alternating"
    return "theta0" if len(block) == 7 and edges == 8 else "symmetric"


def ring_order(board_type: Topology, block: list[int]) -> list[int]:
    """The cells of a ring in cyclic order, starting from the block's first cell."""
    ring, inside = [block[0]], set(block)
    while len(ring) < len(block):
        ring.append(next(n for n in board_type.adjacent(ring[-1]) if n in inside and n not in ring))
    return ring


def odd_return(board_type: Topology, block: list[int], home: int) -> int:
    """The least odd number of moves that return the blank home; 0 if the block is bipartite."""
    if not board_type.reversible:
        return _one_way_return(board_type, block, home)
    inside, steps = set(block), {home: 0}
    queue = [home]
    for cell in queue:
        for n in board_type.adjacent(cell):
            if n in inside and n not in steps:
                steps[n] = steps[cell] + 1
                queue.append(n)
    # Two neighbours at the same distance from home close a walk of odd length.
    walks = [
        2 * steps[cell] + 1
        for cell in block
        if any(steps.get(n) == steps[cell] for n in board_type.adjacent(cell))
    ]
    return min(walks, default=0)


def _one_way_return(board_type: Topology, block: list[int], home: int) -> int:
    """The same where some moves cannot be undone at once: breadth-first by cell and parity."""
    inside, moves = set(block), {(home, 0): 0}
    queue = [(home, 0)]
    for cell, parity in queue:
        for n in board_type.neighbors[cell]:
            if n in inside and (n, 1 - parity) not in moves:
                moves[n, 1 - parity] = moves[cell, parity] + 1
                queue.append((n, 1 - parity))
    return moves.get((home, 1), 0)


def block_orbit(
    board_type: Topology, block: list[int], now: tuple[int, ...]
) -> set[tuple[int, ...]]:
    """Every arrangement reachable with the blank at home; visits at most 7! states."""
    return {state[1:] for state in arrangements(board_type, block, (0, *now)) if state[0] == 0}


def arrangements(
    board_type: Topology, block: list[int], start: tuple[int, ...]
) -> set[tuple[int, ...]]:
    """Every arrangement reachable from `start`: the tile in each cell of the block, 0 the blank."""
    index = {cell: i for i, cell in enumerate(block)}
    reached, frontier = {start}, [start]
    while frontier:
        state = frontier.pop()
        blank = state.index(0)
        for n in board_type.adjacent(block[blank]):
            if n in index:
                cells = list(state)
                cells[blank], cells[index[n]] = cells[index[n]], 0
                after = tuple(cells)
                if after not in reached:
                    reached.add(after)
                    frontier.append(after)
    return reached


def blocks(board_type: Topology, start: int) -> list[list[int]]:
    """The biconnected components of the cells reachable from `start`; two share at most one cell.

    Tarjan's algorithm (Hopcroft & Tarjan 1973) with an explicit stack. O(cells).
    """
    number = {start: 0}
    low = {start: 0}
    edges: list[tuple[int, int]] = []
    blocks: list[list[int]] = []
    stack = [(start, -1, iter(board_type.adjacent(start)))]
    while stack:
        cell, parent, rest = stack[-1]
        for n in rest:
            if n == parent:
                continue
            if n in number:
                if number[n] < number[cell]:
                    edges.append((cell, n))
                    low[cell] = min(low[cell], number[n])
                continue
            number[n] = low[n] = len(number)
            edges.append((cell, n))
            stack.append((n, cell, iter(board_type.adjacent(n))))
            break
        else:
            stack.pop()
            if stack:
                low[parent] = min(low[parent], low[cell])
                if low[cell] >= number[parent]:
                    blocks.append(_pop_block(edges, (parent, cell)))
    return blocks


def _pop_block(edges: list[tuple[int, int]], until: tuple[int, int]) -> list[int]:
    cells: set[int] = set()
    while True:
        edge = edges.pop()
        cells.update(edge)
        if edge == until:
            return sorted(cells)
