"""Takes a block of cells apart: a small base, and ears around it (Whitney 1932).

An ear is a path between two different cells of what is there already. A block without one of its
last ears is still a block, in which every tile can be moved to every cell.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from taquin.puzzle.blocks import block_kind
from taquin.puzzle.topology import Topology

__all__ = ["Ear", "Theta", "taken_apart", "within"]

# No smaller base arises on a grid: two squares side by side.
_LEAST = 6
# Cells looked at for a smaller base: fractions of a second.
_EFFORT = 4_000_000

Adjacent = Mapping[int, Sequence[int]]


class Ear(NamedTuple):
    """Cells in a row, from a neighbour of the first end to one of the other."""

    ends: tuple[int, int]
    cells: tuple[int, ...]


class Theta(NamedTuple):
    """Two cells that are joined by three paths, each from the first to the other."""

    ends: tuple[int, int]
    arms: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> set[int]:
        """All of them."""
        return {*self.ends, *(cell for arm in self.arms for cell in arm)}


def within(board_type: Topology, block: Collection[int]) -> dict[int, list[int]]:
    """The neighbours of each cell of a block in the block."""
    return {cell: [n for n in board_type.adjacent(cell) if n in block] for cell in block}


def taken_apart(
    board_type: Topology, block: Sequence[int], near: int
) -> tuple[set[int], Theta, list[Ear]]:
    """The base of a block that is no ring, a theta in it, and ears in the order to add them.

    The base allows the arrangements of its tiles that the block allows. It is the smallest that is
    found, as close to the cell `near` as possible; nearly always it is the theta.
    """
    adjacent, kind = within(board_type, set(block)), block_kind(board_type, [*block])
    away = board_type.steps(near)
    edges = [(a, b) for a in adjacent for b in adjacent[a] if a < b]
    edges.sort(key=lambda edge: away[edge[0]] + away[edge[1]])
    best: tuple[bool, int, Theta] | None = None
    for a, b in edges[: max(1, _EFFORT // len(block) // 10)]:
        theta = _theta(adjacent, a, b)
        if theta is None:
            continue
        cells = theta.cells
        unlike = block_kind(board_type, sorted(cells)) != kind
        if best is None or (unlike, len(cells)) < best[:2]:
            best = unlike, len(cells), theta
        if not unlike and len(cells) <= _LEAST:
            break
    assert best is not None, f"{block} is a ring or no block"
    base, ears = best[2].cells, list(_ears(adjacent, best[2].cells))
    while ears and block_kind(board_type, sorted(base)) != kind:
        base.update(ears.pop(0).cells)
    return base, best[2], ears


def _theta(adjacent: Adjacent, a: int, b: int) -> Theta | None:
    """A shortest cycle through an edge, with a shortest ear; None if there is none."""
    way = _path(adjacent, a, b)
    if way is None:
        return None
    ear = _shortest_ear(adjacent, set(way), 1)
    if ear is None:
        return None
    first, last = sorted(map(way.index, ear.ends))
    ring = way[first:] + way[:first]
    cut = last - first
    cells = ear.cells if ear.ends[0] == ring[0] else ear.cells[::-1]
    arms = cells, tuple(ring[1:cut]), tuple(ring[:cut:-1])
    return Theta((ring[0], ring[cut]), arms)


def _path(adjacent: Adjacent, a: int, b: int) -> list[int] | None:
    """The cells of a shortest path from `a` to its neighbour `b` without that step."""
    came_from = {a: a}
    queue = deque([a])
    while queue and b not in came_from:
        cell = queue.popleft()
        for n in adjacent[cell]:
            if n not in came_from and (cell, n) != (a, b):
                came_from[n] = cell
                queue.append(n)
    return _traced(came_from, b) if b in came_from else None


def _traced(came_from: Mapping[int, int], cell: int) -> list[int]:
    path = [cell]
    while came_from[cell] != cell:
        cell = came_from[cell]
        path.append(cell)
    return path[::-1]


def _ears(adjacent: Adjacent, base: Collection[int]) -> Iterator[Ear]:
    """Ears that add every other cell, those of one cell first, from the base outwards."""
    inside = set(base)
    queue = deque(n for cell in sorted(inside) for n in adjacent[cell])
    while len(inside) < len(adjacent):
        if queue:
            cell = queue.popleft()
            ends = [n for n in adjacent[cell] if n in inside]
            if cell in inside or len(ends) < 2:
                continue
            ear = Ear((ends[0], ends[1]), (cell,))
        else:
            found = _shortest_ear(adjacent, inside, 2)
            assert found is not None, "a block consists of its ears"
            ear = found
        inside.update(ear.cells)
        queue.extend(n for cell in ear.cells for n in adjacent[cell])
        yield ear


def _shortest_ear(adjacent: Adjacent, inside: Collection[int], least: int) -> Ear | None:
    """A path through other cells between two different cells that are inside; None without one.

    least: no ear has fewer cells.
    """
    best: Ear | None = None
    for u in sorted(inside):
        for first in adjacent[u]:
            if first not in inside:
                most = len(adjacent) if best is None else len(best.cells) - 1
                best = _ear_from(adjacent, inside, (u, first), most) or best
            if best is not None and len(best.cells) <= least:
                return best
    return best


def _ear_from(
    adjacent: Adjacent, inside: Collection[int], start: tuple[int, int], most: int
) -> Ear | None:
    """A shortest ear of at most `most` cells that begins with an end and this neighbour of it."""
    end, first = start
    came_from, layer, length = {first: first}, [first], 1
    while layer and length <= most:
        ahead = []
        for cell in layer:
            for n in adjacent[cell]:
                if n not in inside and n not in came_from:
                    came_from[n] = cell
                    ahead.append(n)
                elif n in inside and n != end:
                    return Ear((end, n), tuple(_traced(came_from, cell)))
        layer, length = ahead, length + 1
    return None
