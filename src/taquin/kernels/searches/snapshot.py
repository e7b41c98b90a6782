"""What a search in the middle of a contour has to keep in order to continue elsewhere.

All that a lane knows stands in its arrays, except the addresses of the bits that it has asked for:
those belong to one process, and are computed again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.searches.lanes import QueuePlace, Register
from taquin.kernels.searches.pdb_kernels import AnyFrames, AnyTables, aim_again, blank_frames

__all__ = ["Misfit", "Snapshot", "restored", "taken"]

Arrays = Mapping[str, npt.NDArray[Any]]
_ADDRESSES = ("child_bytes", "scratch")
_NOTHING = np.zeros(0)


class Misfit(ValueError):
    """A snapshot has arrays of other sizes than its search needs."""


class Snapshot(NamedTuple):
    """A search between two expansions.

    bound: of the contour.
    contours: (bound, nodes expanded under it) of those that are completed.
    expanded, generated: by all workers so far.
    shared: the subtrees of the contour and their queue.
    workers: the other arrays of `Frames` of each worker that searches the contour.
    """

    bound: int
    contours: tuple[tuple[int, int], ...]
    expanded: int
    generated: int
    shared: Arrays
    workers: tuple[Arrays, ...]


def _is_shared(name: str) -> bool:
    return name == "queue" or name.startswith("item_")


def _own_names(frames: AnyFrames) -> list[str]:
    return [name for name in frames._fields if not _is_shared(name) and name not in _ADDRESSES]


def taken(frames: Sequence[AnyFrames], contours: Sequence[tuple[int, int]]) -> Snapshot:
    """A copy of the workers' arrays, while none of them runs."""
    first = frames[0]
    subtrees = int(first.registers[Register.END])
    shared = {name: getattr(first, name) for name in first._fields if _is_shared(name)}
    most = len(first.item_blank)
    kept = {
        # Of the room for subtrees, only the part in use.
        name: array.copy() if name == "queue" else array[: len(array) // most * subtrees].copy()
        for name, array in shared.items()
    }
    workers = tuple(
        {name: getattr(each, name).copy() for name in _own_names(each)} for each in frames
    )
    return Snapshot(
        int(first.registers[Register.BOUND]),
        tuple(contours),
        sum(int(each.registers[Register.EXPANDED]) for each in frames),
        sum(int(each.registers[Register.GENERATED]) for each in frames),
        kept,
        workers,
    )


def restored(tables: AnyTables, snapshot: Snapshot, first: AnyFrames) -> list[AnyFrames]:
    """The workers' frames as they were; the first worker's arrays are those given.

    Raises Misfit if an array has another size than these tables need.
    """
    frames = [first]
    shared = {name: getattr(first, name) for name in first._fields if _is_shared(name)}
    while len(frames) < len(snapshot.workers):
        frames.append(blank_frames(tables)._replace(**shared))
    for name, room in shared.items():
        array = snapshot.shared.get(name, _NOTHING)
        _fill(name, room if name == "queue" else room[: len(array)], array)
    for each, arrays in zip(frames, snapshot.workers, strict=True):
        for name in _own_names(each):
            _fill(name, getattr(each, name), arrays.get(name, _NOTHING))
        each.queue[QueuePlace.HALT] = 0
        aim_again(tables, each)
    return frames


def _fill(name: str, room: npt.NDArray[Any], array: npt.NDArray[Any]) -> None:
    if room.shape != array.shape or room.dtype != array.dtype:
        raise Misfit(f"{name}: {array.dtype}{array.shape}, expected {room.dtype}{room.shape}")
    np.copyto(room, array)
