"""Whether the goal can be reached, decided before any search for every board type and goal.

On a rectangle every move exchanges the blank with a tile (permutation parity flips) and moves the
blank one step (the parity of its distance from home flips), so a solvable board has equal parities;
Johnson & Story 1879 showed that on rectangles this is also sufficient. On other board types the
graph is cut at its articulation cells: tiles never leave their block, and R. M. Wilson, "Graph
puzzles, homotopy, and the alternating group", JCTB 16 (1974), determines what a block allows.
"""

from bisect import bisect, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from taquin.ground.grammar import counted
from taquin.puzzle.blocks import (
    arrangements,
    block_kind,
    blocks,
    odd_return,
    ring_order,
)
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = ["Verdict", "blank_distance", "inversions", "judge", "permutation_is_odd"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Solvable or not, and why.

    reason: one sentence, with the numbers.
    swap: two tiles whose exchange makes an unsolvable board solvable and brings it closest to the
    goal (beyond 400 cells, only neighbouring tiles are considered); None if there is no such
    exchange or the board is solvable.
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
    """The number of pairs of tiles whose order on `board` differs from that on `goal`."""
    order = {tile: place for place, tile in enumerate(goal.cells)}
    ranks = [order[tile] for tile in board.cells if tile]
    before: list[int] = []
    count = 0
    for met, rank in enumerate(ranks):
        count += met - bisect(before, rank)
        insort(before, rank)
    return count


def blank_distance(board_type: Topology, board: Board, goal: Board) -> int:
    """Steps from the blank to its goal cell, -1 if there is no path."""
    return board_type.steps(goal.blank)[board.blank]


def judge(board_type: Topology, board: Board, goal: Board) -> Verdict:
    """Whether `board` can reach `goal`: by parity on grids, by blocks on other board types."""
    solvable, reason = _decide(board_type, board, goal)
    if solvable:
        return Verdict(True, reason)
    return Verdict(False, reason, _nearest_swap(board_type, board, goal))


def _decide(board_type: Topology, board: Board, goal: Board) -> tuple[bool, str]:
    if board.cells == goal.cells:
        return True, "The board is already the goal."
    if board_type.is_grid and board_type.cells > 4:
        exchanges = _exchanges(board.cells, goal.cells)
        solvable, why = _by_parity(
            "the board", exchanges, blank_distance(board_type, board, goal), "every move"
        )
    else:
        solvable, why = _by_blocks(board_type, board, goal)
    return solvable, f"{'Solvable' if solvable else 'Unsolvable'}: {why}."


def _by_parity(what: str, exchanges: int, steps: int, move: str) -> tuple[bool, str]:
    agree = exchanges % 2 == steps % 2
    return agree, (
        f"{_distance(what, exchanges, steps)}; {move} changes both parities, so a solvable "
        f"board has equal parities{', as this one does' if agree else '; this one does not'}"
    )


def _distance(what: str, exchanges: int, steps: int) -> str:
    return (
        f"{what} is {counted(exchanges, 'exchange')} from the goal ({_parity(exchanges)}) and its "
        f"blank {counted(steps, 'step')} from home ({_parity(steps)})"
    )


def _exchanges(a: Sequence[int], b: Sequence[int]) -> int:
    """The least number of exchanges, including those with the blank, that turn `a` into `b`."""
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


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


class _Part(NamedTuple):
    """A block with the blank moved to its nearest cell there, which moves no tile in the block.

    now, wanted: the contents of the cells on the board and in the goal.
    steps: from the blank's cell in `now` to its cell in `wanted`.
    brought: where the blank was moved, in words.
    """

    cells: list[int]
    now: list[int]
    wanted: list[int]
    steps: int
    brought: str


def _by_blocks(board_type: Topology, board: Board, goal: Board) -> tuple[bool, str]:
    if blank_distance(board_type, board, goal) < 0:
        return False, (
            f"walls separate the blank (cell {board.blank}) from its goal (cell {goal.blank})"
        )
    steps = board_type.steps(board.blank)
    for cell, tile in enumerate(board.cells):
        if steps[cell] < 0 and goal.cells[cell] != tile:
            return False, (
                f"walls keep the blank away from cell {cell}, which holds tile {tile} but should "
                f"hold tile {goal.cells[cell]}"
            )
    parts = _parts(board_type, board, goal)
    split = f"the board consists of {len(parts)} parts that no tile can leave"
    displaced = _displaced(parts)
    if displaced:
        return False, f"{split}, and {displaced}"
    verdicts = [_in_part(board_type, part, alone=len(parts) == 1) for part in parts]
    if len(parts) == 1:
        return verdicts[0]
    obstacle = next((why for fits, why in verdicts if not fits), None)
    if obstacle:
        return False, f"{split}, and one of them cannot be arranged as in the goal: {obstacle}"
    sizes = [len(part.cells) for part in parts]
    if max(sizes) == 2:
        return True, f"{split}, and each has two cells and the one tile that belongs there"
    which = "the largest" if sizes.count(max(sizes)) == 1 else "one of the largest"
    why = verdicts[sizes.index(max(sizes))][1]
    return True, f"{split}, and each can be arranged as in the goal, {which} because {why}"


def _parts(board_type: Topology, board: Board, goal: Board) -> list[_Part]:
    """The blocks with their tiles; each tile that can move is in exactly one block. O(cells)."""
    here, there = (board_type.steps(b.blank) for b in (board, goal))
    parts = []
    for block in blocks(board_type, board.blank):
        start, end = (min(block, key=away.__getitem__) for away in (here, there))
        now = [0 if cell == start else board.cells[cell] for cell in block]
        wanted = [0 if cell == end else goal.cells[cell] for cell in block]
        ways = [
            f"cell {cell} {where}"
            for cell, blank, where in (
                (start, board.blank, "on the board"),
                (end, goal.blank, "in the goal"),
            )
            if cell != blank
        ]
        if len(ways) == 2 and start == end:
            ways = [f"cell {start}"]
        brought = f", with the blank moved to {' and '.join(ways)}," if ways else ""
        parts.append(_Part(block, now, wanted, there[start] - there[end], brought))
    return parts


def _displaced(parts: list[_Part]) -> str:
    """Names the first tile that is in one part but belongs in another; "" if there is none."""
    here = {tile: part for part in parts for tile in part.now if tile}
    there = {tile: part for part in parts for tile in part.wanted if tile}
    for tile in sorted(here):
        if here[tile] is not there[tile]:
            now, wanted = (_listed(part[tile].cells, ", ") for part in (here, there))
            return (
                f"tile {tile} is in the part with cells {now} but belongs in that with cells "
                f"{wanted} (cells are numbered from 0, and parts may share one)"
            )
    return ""


def _in_part(board_type: Topology, part: _Part, *, alone: bool) -> tuple[bool, str]:
    """Whether a part with the right tiles can be arranged as in the goal, and why."""
    block, tiles = part.cells, len(part.cells) - 1
    cells = f"cells {_listed(block, ', ')}{part.brought}"
    what, there = ("the board", "") if alone else (f"the part with {cells}", " there")
    exchanges = _exchanges(part.now, part.wanted)
    match block_kind(board_type, block):
        case "alternating":
            return _by_parity(what, exchanges, part.steps, f"every move{there}")
        case "ring":
            return _round_ring(board_type, part)
        case "theta0":
            same = tuple(part.wanted) in arrangements(board_type, block, tuple(part.now))
            return same, (
                f"{cells} form the exceptional graph of 7 cells, where the 720 arrangements of 6 "
                "tiles form 6 classes of 120 (Wilson 1974), and the board and the goal are in "
                f"{'the same class' if same else 'different classes'}"
            )
        case _:
            moves = odd_return(board_type, block, block[part.wanted.index(0)])
            return True, (
                f"{_distance(what, exchanges, part.steps)}; the two parities need not "
                f"agree{there}, because the blank can return to its cell in {moves} moves "
                f"(odd), so every arrangement of the {tiles} tiles{there} can be reached "
                "(Wilson 1974)"
            )


def _round_ring(board_type: Topology, part: _Part) -> tuple[bool, str]:
    ring = ring_order(board_type, part.cells)
    if ring[-1] < ring[1]:
        ring[1:] = ring[:0:-1]
    held = (dict(zip(part.cells, tiles, strict=True)) for tiles in (part.now, part.wanted))
    now, wanted = (_from_least([tiles[cell] for cell in ring]) for tiles in held)
    if now == wanted:
        order = f"which is {_listed(now, ' ')} on the board and in the goal"
    elif len(now) <= _LISTED:
        order = f"which is {_listed(now, ' ')} on the board and {_listed(wanted, ' ')} in the goal"
    else:
        before, here, there = next(
            (now[i - 1], now[i], wanted[i]) for i in range(len(now)) if now[i] != wanted[i]
        )
        order = f"in which {before} is followed by {here} on the board and by {there} in the goal"
    return now == wanted, (
        f"around the ring of cells {_listed(ring, ', ')}{part.brought} the tiles keep their "
        f"cyclic order, {order}"
    )


def _from_least(tiles: list[int]) -> list[int]:
    """A cyclic order without the blank (0), rotated to start with its smallest tile."""
    order = [tile for tile in tiles if tile]
    first = order.index(min(order))
    return order[first:] + order[:first]


# A sentence lists at most this many numbers.
_LISTED = 12


def _listed(numbers: list[int], gap: str) -> str:
    shown = gap.join(map(str, numbers[:_LISTED]))
    return shown if len(numbers) <= _LISTED else f"{shown} and {len(numbers) - _LISTED} more"


# Up to this size, which covers all boards of the page, consider every pair of tiles; beyond it,
# only tiles on neighbouring cells.
_WEIGHED_CELLS = 400


def _nearest_swap(board_type: Topology, board: Board, goal: Board) -> tuple[int, int] | None:
    """The exchange of two tiles that makes the board solvable and closest to the goal.

    On boards of more than 400 cells only neighbouring tiles are considered, in O(cells).
    """
    whole = board_type.cells <= _WEIGHED_CELLS
    # On other board types each pair costs a pass over the cells, so try only the closest.
    most = 40_000 // max(board_type.cells, 100)
    pairs = sorted((_weighed if whole else _neighbouring)(board_type, board, goal))
    sure = board_type.is_grid and board_type.cells > 4
    for _, b, a in pairs[:1] if sure else pairs[:most]:
        if sure or _decide(board_type, board.swapped(-a, -b), goal)[0]:
            return -a, -b
    return None


def _weighed(board_type: Topology, board: Board, goal: Board) -> Iterator[tuple[int, int, int]]:
    """(change in total distance by the exchange, -b, -a) for all tiles a < b."""
    home = {tile: cell for cell, tile in enumerate(goal.cells)}
    distance = {cell: board_type.steps(cell) for cell in range(board_type.cells)}
    place = {tile: cell for cell, tile in enumerate(board.cells)}
    way: Callable[[int, int], int] = lambda tile, at: distance[home[tile]][at]  # noqa: E731
    for a in range(1, len(board.cells)):
        for b in range(a + 1, len(board.cells)):
            apart = way(a, place[b]) + way(b, place[a])
            yield apart - way(a, place[a]) - way(b, place[b]), -b, -a


def _neighbouring(
    board_type: Topology, board: Board, goal: Board
) -> Iterator[tuple[int, int, int]]:
    """The same for tiles on neighbouring cells, with distances that ignore walls."""
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
