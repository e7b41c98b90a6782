"""Can the goal be reached? Decided before any search, for every board type and goal.

On a rectangle every move exchanges the blank with a tile (permutation parity flips) and takes
the blank one step (the parity of its distance from home flips), so the two parities must agree;
Johnson & Story 1879 showed that on rectangles this is also enough. On any other board type the
graph is cut at its articulation cells: tiles never leave their block, and what a block can do
is given by R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", JCTB 16 (1974).
"""

from bisect import bisect, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = [
    "Verdict",
    "arranged",
    "blank_distance",
    "block_kind",
    "block_orbit",
    "blocks",
    "inversions",
    "judge",
    "permutation_is_odd",
    "ring_order",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Solvable or not, and why.

    reason: one sentence with the numbers in it. swap: two tiles whose exchange would turn an
    unsolvable board into a solvable one, those that leave it nearest to the goal (beyond 400
    cells: of two neighbours); None where no such exchange was found, or the board is solvable.
    """

    solvable: bool
    reason: str
    swap: tuple[int, int] | None = None


def permutation_is_odd(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether an odd number of exchanges turns arrangement `a` into `b`. O(len)."""
    place = {tile: cell for cell, tile in enumerate(b)}
    seen = [False] * len(a)
    odd = False
    for first in range(len(a)):
        cell, length = first, 0
        while not seen[cell]:
            seen[cell] = True
            cell = place[a[cell]]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    return odd


def inversions(board: Board, goal: Board) -> int:
    """Pairs of tiles (blank left out) whose order on `board` is not their order on `goal`."""
    order = {tile: place for place, tile in enumerate(goal.cells)}
    ranks = [order[tile] for tile in board.cells if tile]
    before: list[int] = []
    count = 0
    for met, rank in enumerate(ranks):
        count += met - bisect(before, rank)
        insort(before, rank)
    return count


def blank_distance(board_type: Topology, board: Board, goal: Board) -> int:
    """Steps of the blank to its goal cell, -1 where there is no way."""
    return board_type.distances(goal.blank)[board.blank]


def judge(board_type: Topology, board: Board, goal: Board) -> Verdict:
    """Whether `goal` can be reached from `board`, by parity on grids and by blocks elsewhere."""
    solvable, reason = _by_parity(board_type, board, goal) if board_type.is_grid else (None, "")
    if solvable is None:
        solvable, reason = _by_blocks(board_type, board, goal)
    if solvable:
        return Verdict(True, reason)
    return Verdict(False, reason, _nearest_swap(board_type, board, goal))


def _by_parity(board_type: Topology, board: Board, goal: Board) -> tuple[bool | None, str]:
    if board.cells == goal.cells:
        return True, "The board is already the goal."
    if board_type.cells == 4:
        return None, ""  # a ring of four cells: more than parity is at stake
    exchanges = _exchanges(board.cells, goal.cells)
    steps = blank_distance(board_type, board, goal)
    agree = exchanges % 2 == steps % 2
    return agree, (
        f"{'Solvable' if agree else 'Unsolvable'}: the board is {_count(exchanges, 'exchange')} "
        f"from the goal ({_parity(exchanges)}) and its blank {_count(steps, 'step')} from home "
        f"({_parity(steps)}); every move changes both parities, so they must agree, and they "
        f"{'do' if agree else 'do not'}."
    )


def _exchanges(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The least number of exchanges, blank included, that turn `a` into `b`."""
    place = {tile: cell for cell, tile in enumerate(b)}
    seen = [False] * len(a)
    cycles = 0
    for first in range(len(a)):
        cycles += not seen[first]
        cell = first
        while not seen[cell]:
            seen[cell] = True
            cell = place[a[cell]]
    return len(a) - cycles


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


def _by_blocks(board_type: Topology, board: Board, goal: Board) -> tuple[bool, str]:
    if blank_distance(board_type, board, goal) < 0:
        return False, (
            f"Unsolvable: walls separate the blank (cell {board.blank}) from its goal cell "
            f"({goal.blank})."
        )
    steps = board_type.distances(board.blank)
    for cell, tile in enumerate(board.cells):
        if steps[cell] < 0 and goal.cells[cell] != tile:
            return False, (
                f"Unsolvable: walls keep the blank away from cell {cell}, which holds {tile} and "
                f"should hold {goal.cells[cell]}."
            )
    for block in blocks(board_type, board.blank):
        here, there = (arranged(board_type, b.cells, block[0]) for b in (board, goal))
        now, wanted = ([cells[c] for c in block[1:]] for cells in (here, there))
        reason = _block_obstacle(board_type, block, now, wanted)
        if reason:
            return False, f"Unsolvable: {reason}."
    return True, (
        f"Solvable: with the blank brought to the same place, every part of the {board_type.name} "
        "board can be arranged as in the goal (Wilson 1974)."
    )


def arranged(board_type: Topology, cells: Sequence[int], to: int) -> list[int]:
    """The cells after the blank has walked a shortest way to cell `to`. O(cells)."""
    moved, blank, steps = list(cells), cells.index(0), board_type.distances(to)
    while blank != to:
        step = next(n for n in board_type.adjacent(blank) if steps[n] == steps[blank] - 1)
        moved[blank], moved[step] = moved[step], 0
        blank = step
    return moved


def _block_obstacle(
    board_type: Topology, block: list[int], now: list[int], wanted: list[int]
) -> str | None:
    """Why a block's tiles, its blank at block[0], cannot be turned from `now` to `wanted`."""
    where = f"the part of cells {', '.join(map(str, sorted(block)))}"
    if sorted(now) != sorted(wanted):
        stray = min(set(wanted) - set(now))
        return f"tile {stray} belongs in {where} and cannot get there"
    if now == wanted:
        return None
    match block_kind(board_type, block):
        case "ring":
            order = ring_order(board_type, block)[1:]
            a, b = ([tiles[block.index(c) - 1] for c in order] for tiles in (now, wanted))
            shift = a.index(b[0])
            if a[shift:] + a[:shift] != b:
                return f"{where} is a ring, in which the tiles keep their cyclic order"
        case "theta0":
            if tuple(wanted) not in block_orbit(board_type, block, tuple(now)):
                return (
                    f"{where} is the exceptional graph of seven cells, which has six classes of "
                    "boards"
                )
        case "alternating":
            if permutation_is_odd(now, wanted):
                return (
                    f"with the blank brought to cell {block[0]}, {where} is an odd permutation "
                    "away from the goal, and only even ones can be made there"
                )
    return None


def block_kind(
    board_type: Topology, block: list[int]
) -> Literal["ring", "theta0", "alternating", "symmetric"]:
    """The group in which a block permutes its tiles while its blank returns home (Wilson 1974).

    ring: cyclic; theta0: Wilson's one exception, two cells joined by ways of 1, 2 and 2 cells,
    a group of 120; otherwise alternating if the block is bipartite, else symmetric.
    """
    inside = set(block)
    edges = sum(len(inside & set(board_type.adjacent(cell))) for cell in block) // 2
    if edges == len(block):
        return "ring"
    if _is_bipartite(board_type, block):
        return "alternating"
    return "theta0" if len(block) == 7 and edges == 8 else "symmetric"


def ring_order(board_type: Topology, block: list[int]) -> list[int]:
    """The cells of a ring in the order of a walk round it, the block's first cell first."""
    ring, inside = [block[0]], set(block)
    while len(ring) < len(block):
        ring.append(next(n for n in board_type.adjacent(ring[-1]) if n in inside and n not in ring))
    return ring


def _is_bipartite(board_type: Topology, block: list[int]) -> bool:
    inside, colour = set(block), {block[0]: 0}
    waiting = [block[0]]
    while waiting:
        cell = waiting.pop()
        for n in board_type.adjacent(cell):
            if n not in inside:
                continue
            if n not in colour:
                colour[n] = 1 - colour[cell]
                waiting.append(n)
            elif colour[n] == colour[cell]:
                return False
    return True


def block_orbit(
    board_type: Topology, block: list[int], now: tuple[int, ...]
) -> set[tuple[int, ...]]:
    """Every arrangement reachable with the blank at home: at most 7! states are walked."""
    index = {cell: i for i, cell in enumerate(block)}
    start = (0, *now)
    reached, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        blank = state.index(0)
        for n in board_type.adjacent(block[blank]):
            if n in index:
                cells = list(state)
                cells[blank], cells[index[n]] = cells[index[n]], 0
                if tuple(cells) not in reached:
                    reached.add(tuple(cells))
                    waiting.append(tuple(cells))
    return {state[1:] for state in reached if state[0] == 0}


def blocks(board_type: Topology, start: int) -> list[list[int]]:
    """The biconnected parts of the cells reachable from `start`; two share at most one cell.

    Tarjan's algorithm (Hopcroft & Tarjan 1973) with an explicit stack. O(cells).
    """
    number = {start: 0}
    low = {start: 0}
    edges: list[tuple[int, int]] = []
    found: list[list[int]] = []
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
                    found.append(_pop_block(edges, (parent, cell)))
    return found


def _pop_block(edges: list[tuple[int, int]], until: tuple[int, int]) -> list[int]:
    cells: set[int] = set()
    while True:
        edge = edges.pop()
        cells.update(edge)
        if edge == until:
            return sorted(cells)


# Up to so many cells, all that the page plays, every pair of tiles is weighed; beyond, only those
# on neighbouring cells.
_WEIGHED_CELLS = 400


def _nearest_swap(board_type: Topology, board: Board, goal: Board) -> tuple[int, int] | None:
    """The exchange of two tiles that makes the board solvable and brings it nearest.

    Of the pairs of neighbours alone where the board has more than 400 cells. O(cells) there.
    """
    whole = board_type.cells <= _WEIGHED_CELLS
    # Beyond a grid every pair costs a pass over the cells, so only the nearest are tried.
    most = 40_000 // max(board_type.cells, 100)
    pairs = sorted((_weighed if whole else _neighbouring)(board_type, board, goal))
    sure = board_type.is_grid and board_type.cells > 4
    for _, b, a in pairs[:1] if sure else pairs[:most]:
        if sure or _by_blocks(board_type, board.swapped(-a, -b), goal)[0]:
            return -a, -b
    return None


def _weighed(board_type: Topology, board: Board, goal: Board) -> Iterator[tuple[int, int, int]]:
    """(steps gained by the exchange, negative if nearer, -b, -a) for all tiles a < b."""
    home = {tile: cell for cell, tile in enumerate(goal.cells)}
    distance = {cell: board_type.distances(cell) for cell in range(board_type.cells)}
    place = {tile: cell for cell, tile in enumerate(board.cells)}
    way: Callable[[int, int], int] = lambda tile, at: distance[home[tile]][at]  # noqa: E731
    for a in range(1, len(board.cells)):
        for b in range(a + 1, len(board.cells)):
            apart = way(a, place[b]) + way(b, place[a])
            yield apart - way(a, place[a]) - way(b, place[b]), -b, -a


def _neighbouring(
    board_type: Topology, board: Board, goal: Board
) -> Iterator[tuple[int, int, int]]:
    """The same for the tiles on neighbouring cells, ways as on a rectangle without walls."""
    home = {tile: divmod(cell, goal.width) for cell, tile in enumerate(goal.cells)}

    def way(tile: int, at: int) -> int:
        (y, x), (row, column) = home[tile], divmod(at, board.width)
        return abs(y - row) + abs(x - column)

    for here, tile in enumerate(board.cells):
        for there in board_type.adjacent(here):
            a, b = sorted((tile, board.cells[there]))
            if here < there and a:
                apart = way(tile, there) + way(board.cells[there], here)
                yield apart - way(tile, here) - way(board.cells[there], there), -b, -a
