"""What a search in the middle of a contour has to keep in order to continue elsewhere.

Only moves and counts are kept. Everything else that a search knows follows from them: the subtrees
of a contour from its bound, and each open node's tiles, words and sums from the moves that lead to
it. So a snapshot that was damaged or made up can name a wrong node at worst, and never an address.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.searches.lanes import (
    DEPTHS,
    SPLIT_DEPTH,
    UNREACHED,
    QueuePlace,
    Register,
    SearchTables,
)
from taquin.kernels.searches.pdb_kernels import (
    AnyFrames,
    AnyTables,
    begin,
    blank_frames,
    evaluate_board,
    first_levels,
    greatest_bound,
    nearest_first,
)
from taquin.kernels.searches.resumed import (
    Contour,
    Misfit,
    open_lanes,
    open_nodes,
    resume_lanes,
    resume_nodes,
)
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_nodes import SharedTables, Waves

__all__ = ["Misfit", "Snapshot", "check_counts", "check_next", "deepest", "restored", "taken"]

Arrays = Mapping[str, npt.NDArray[Any]]
_MOST = 1 << 62


class Count(IntEnum):
    """Places in a worker's `counts`."""

    NEXT = 0  # the next bound
    EXPANDED = auto()
    GENERATED = auto()
    NEAREST = auto()  # the smallest h so far
    DEEPEST = auto()  # the depth of the deepest node


class Snapshot(NamedTuple):
    """A search between two expansions.

    bound: of the contour.
    contours: (bound, nodes expanded under it) of those that are completed.
    expanded, generated: by all workers so far.
    shared: item: int64[1], the next subtree of the contour. On a cluster: what waits there.
    workers: of each that searches the contour: counts, see `Count`; nearest, the board with the
        smallest h; and its open nodes, see `open_lanes` and `open_nodes`.
    """

    bound: int
    contours: tuple[tuple[int, int], ...]
    expanded: int
    generated: int
    shared: Arrays
    workers: tuple[Arrays, ...]


def deepest(frames: AnyFrames) -> int:
    """The greatest depth that the last search over these arrays reached."""
    return int(np.flatnonzero(frames.state.reshape(-1, DEPTHS).any(axis=0)).max(initial=0))


def taken(frames: Sequence[AnyFrames], contours: Sequence[tuple[int, int]]) -> Snapshot:
    """What the workers have to keep, while none of them runs."""
    first = frames[0]
    item = min(int(first.queue[QueuePlace.ITEM]), int(first.registers[Register.END]))
    return Snapshot(
        int(first.registers[Register.BOUND]),
        tuple(contours),
        sum(int(each.registers[Register.EXPANDED]) for each in frames),
        sum(int(each.registers[Register.GENERATED]) for each in frames),
        {"item": np.array([item])},
        tuple(_taken(each) for each in frames),
    )


def _taken(frames: AnyFrames) -> Arrays:
    registers = frames.registers
    counts = np.zeros(len(Count), np.int64)
    for count in Count:
        known = count is not Count.DEEPEST
        counts[count] = registers[Register[count.name]] if known else deepest(frames)
    opened = open_nodes(frames) if isinstance(frames, Waves) else open_lanes(frames)
    return {"counts": counts, "nearest": frames.nearest.copy(), **opened}


def restored(tables: AnyTables, snapshot: Snapshot, h: int, first: AnyFrames) -> list[AnyFrames]:
    """The workers' frames as they were; the first worker's arrays are those given.

    h: of the start, which is subtree 0 of the arrays.
    Raises Misfit if no search of the start over these tables can have come to the snapshot.
    """
    check_counts(snapshot, h, greatest_bound(tables, first), tables)
    bound, start = snapshot.bound, bytes(first.item_cells[: len(first.nearest)])
    if first_levels(tables, first, bound, SPLIT_DEPTH) is not Signal.EXHAUSTED:
        raise Misfit("a solution is in the first levels of the contour")
    subtrees = int(first.registers[Register.CUT])
    nearest_first(first, subtrees)
    item = _number(snapshot.shared, "item", 1, subtrees)
    contour = Contour(tables, first, start, bound, subtrees, item)
    shared = {name: getattr(first, name) for name in first._fields if name.startswith("item_")}
    frames = [first]
    while len(frames) < len(snapshot.workers):
        more = blank_frames(tables)
        more.registers[Register.FLOOR] = first.registers[Register.FLOOR]
        frames.append(more._replace(queue=first.queue, **shared))
    for each, arrays in zip(frames, snapshot.workers, strict=True):
        each.registers[Register.BOUND] = bound
        begin(each, 0, SPLIT_DEPTH, 0, (1, subtrees))
        _resume(contour, each, arrays)
    for register, said in (
        (Register.EXPANDED, snapshot.expanded),
        (Register.GENERATED, snapshot.generated),
    ):
        if sum(int(each.registers[register]) for each in frames) != said:
            raise Misfit(f"the workers' {register.name.lower()} nodes do not add up")
    first.queue[QueuePlace.ITEM] = item
    return frames


def _resume(contour: Contour, frames: AnyFrames, arrays: Arrays) -> None:
    """Put one worker where it was."""
    counts = _array(arrays, "counts", np.int64, len(Count)).tolist()
    if min(counts) < 0 or max(counts) > _MOST:
        raise Misfit("a count is out of range")
    check_next(contour.bound, counts[Count.NEXT], contour.tables)
    nearest = _array(arrays, "nearest", np.uint8, len(frames.nearest))
    known = evaluate_board(contour.tables, nearest.copy()) if _is_board(nearest) else None
    if known is None or int(known[1].max()) != counts[Count.NEAREST]:
        raise Misfit("the nearest board has another h")
    frames.nearest[:] = nearest
    for count in Count:
        if count is not Count.DEEPEST:
            frames.registers[Register[count.name]] = counts[count]
    frames.state[:] = 0
    if isinstance(frames, Waves):
        assert isinstance(contour.tables, SharedTables)
        reached = resume_nodes(contour, frames, arrays)
    else:
        reached = resume_lanes(contour, frames, arrays)
    if not reached <= counts[Count.DEEPEST] <= contour.bound:
        raise Misfit("the deepest node is deeper, or beyond the bound")
    # Where `deepest` finds it; a lane at its base has a state or has not begun.
    if counts[Count.DEEPEST] != SPLIT_DEPTH and frames.state[counts[Count.DEEPEST]] == 0:
        frames.state[counts[Count.DEEPEST]] = 1


def check_counts(snapshot: Snapshot, h: int, greatest: int, tables: AnyTables) -> None:
    """Raise Misfit unless a search from a start of that h can have come to these bounds and counts.

    Contour follows contour, and each expands what the one before did.
    """
    bounds = [bound for bound, _ in snapshot.contours] + [snapshot.bound]
    if bounds[0] != h or bounds[-1] > greatest:
        raise Misfit(f"its bounds go from {bounds[0]} to {bounds[-1]}, and h of the start is {h}")
    for bound, following in pairwise(bounds):
        check_next(bound, following, tables)
    nodes = [count for _, count in snapshot.contours]
    if any(count < 1 for count in nodes) or any(a > b for a, b in pairwise(nodes)):
        raise Misfit("a contour has fewer nodes than the one before")
    if not sum(nodes) <= snapshot.expanded <= _MOST or not 0 <= snapshot.generated <= _MOST:
        raise Misfit("the contours have more nodes than the search has expanded")


def check_next(bound: int, following: int, tables: AnyTables) -> None:
    """Raise Misfit unless a bound can follow another.

    A move changes h by at most one, so f grows by at most two. Where cells have two colours and
    views contain all tiles, h changes by one, and f by none or two.
    """
    partial = isinstance(tables, SearchTables) and len(tables.partial) > 0
    steps = (2,) if not partial and _is_bipartite(tables) else (1, 2)
    if following != UNREACHED and following - bound not in steps:
        raise Misfit(f"the bound {following} follows {bound}")


def _is_bipartite(tables: AnyTables) -> bool:
    """Whether the cells have two colours, so that neighbours never have the same."""
    near = tables.neighbors.reshape(-1, 4).tolist()
    colours: dict[int, int] = {}
    for root in range(len(near)):
        waiting = [root] if colours.setdefault(root, 0) == 0 else []
        while waiting:
            cell = waiting.pop()
            for other in near[cell]:
                if other == 255:
                    continue
                if other not in colours:
                    colours[other] = 1 - colours[cell]
                    waiting.append(other)
                elif colours[other] == colours[cell]:
                    return False
    return True


def _is_board(cells: npt.NDArray[np.uint8]) -> bool:
    return sorted(cells.tolist()) == list(range(len(cells)))


def _number(arrays: Arrays, name: str, least: int, most: int) -> int:
    number = int(_array(arrays, name, np.int64, 1)[0])
    if not least <= number <= most:
        raise Misfit(f"{name} is {number}, expected {least} to {most}")
    return number


def _array(arrays: Arrays, name: str, dtype: Any, length: int) -> npt.NDArray[Any]:
    array = arrays.get(name)
    if array is None or array.dtype != dtype or array.shape != (length,):
        raise Misfit(f"{name} is missing or has another size")
    return array
