"""Binary heaps of node numbers by two keys, where priorities are no small whole numbers."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.growing import bytes_to_extend, extended
from taquin.kernels.base.jit import inlined, internal

__all__ = ["NodeHeap", "bytes_for", "lengthened", "new_heap", "pop", "push"]


class NodeHeap(NamedTuple):
    """A heap. Its first entry has the least keys; of equal ones, the greatest number.

    size:    int64[1], entries
    keys:    float64[2 * capacity], two of each entry
    numbers: uint32[capacity]
    """

    size: npt.NDArray[np.int64]
    keys: npt.NDArray[np.float64]
    numbers: npt.NDArray[np.uint32]


def new_heap(capacity: int) -> NodeHeap:
    """An empty heap with room for so many entries."""
    return NodeHeap(
        np.zeros(1, np.int64), np.zeros(2 * capacity), np.zeros(capacity, dtype=np.uint32)
    )


def lengthened(heap: NodeHeap, capacity: int) -> NodeHeap:
    """The heap, with room for more entries."""
    keys, numbers = extended(heap.keys, 2 * capacity), extended(heap.numbers, capacity)
    return heap._replace(keys=keys, numbers=numbers)


def bytes_for(heap: NodeHeap, capacity: int) -> int:
    """How many bytes `lengthened` allocates."""
    return bytes_to_extend(heap.keys, 2 * capacity) + bytes_to_extend(heap.numbers, capacity)


@inlined
def _is_before(heap: NodeHeap, place: Any, one: Any, two: Any, number: Any) -> Any:
    """Whether the entry in a place comes before one with these keys and this number."""
    first, second = heap.keys[2 * place], heap.keys[2 * place + 1]
    if first != one:
        return first < one
    if second != two:
        return second < two
    return heap.numbers[place] > number


@inlined
def _set(heap: NodeHeap, place: Any, one: Any, two: Any, number: Any) -> None:
    heap.keys[2 * place], heap.keys[2 * place + 1], heap.numbers[place] = one, two, number


@inlined
def _move(heap: NodeHeap, origin: Any, place: Any) -> None:
    _set(heap, place, heap.keys[2 * origin], heap.keys[2 * origin + 1], heap.numbers[origin])


@internal
def push(heap: NodeHeap, one: Any, two: Any, number: Any) -> None:
    """Add an entry. O(log n)."""
    place = heap.size[0]
    heap.size[0] += 1
    while place > 0:
        above = (place - 1) >> 1
        if _is_before(heap, above, one, two, number):
            break
        _move(heap, above, place)
        place = above
    _set(heap, place, one, two, number)


@internal
def pop(heap: NodeHeap) -> None:
    """Remove the first entry. O(log n)."""
    heap.size[0] -= 1
    last, place = heap.size[0], np.int64(0)
    one, two, number = heap.keys[2 * last], heap.keys[2 * last + 1], heap.numbers[last]
    while True:
        below = 2 * place + 1
        if below >= last:
            break
        other = below + 1
        if other < last:
            keys = heap.keys[2 * other], heap.keys[2 * other + 1]
            if not _is_before(heap, below, keys[0], keys[1], heap.numbers[other]):
                below = other
        if not _is_before(heap, below, one, two, number):
            break
        _move(heap, below, place)
        place = below
    _set(heap, place, one, two, number)
