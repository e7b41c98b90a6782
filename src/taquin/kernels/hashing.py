"""Boards packed into machine words, and a hash index of them.

Up to 16 cells a board is one word of 64 bits, four bits a cell; up to 25 cells two words, five
bits a cell, twelve cells a word; the 25th cell is what the others leave. The first cell has the
highest bits, so that packed boards, read as unsigned numbers, compare as their bytes do. Words
are kept as int64: kernels that mix signed and unsigned numbers fall into floating point.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from taquin.kernels.jit import intrinsic, kernel, types

__all__ = [
    "ID_BITS",
    "ID_MASK",
    "MOST_CELLS",
    "NOWHERE",
    "entry_by",
    "entry_of",
    "find",
    "find_by",
    "home",
    "inlined",
    "is_goal",
    "is_wide",
    "look_up",
    "mixed",
    "moved",
    "pack",
    "prefetch",
    "quick",
    "reindex",
    "reindex_by",
    "spread_out",
    "unpack",
    "unpack_bytes",
    "unsigned_less",
]

I64 = npt.NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])

MOST_CELLS = 25
NOWHERE = -1

# An entry of the index is 0 or (tag << 28 | number + 1): four more bits of the hash save most
# looks at the boards of other entries. An index of fewer boards can do with smaller numbers
# (`find_by`), whose tags save nearly all.
ID_BITS = 28
ID_MASK = (1 << ID_BITS) - 1

_FIRST, _SECOND, _THIRD = -0x61C8864680B583EB, -0x3D4D51C2D82B14B1, -0x00AE502812AA7333
_HALF = 0xFFFFFFFF
# `reindex` asks for the entries of boards this far ahead.
AHEAD = 32
_LOWEST = -(1 << 63)


def quick(function: F) -> F:
    """A kernel that allocates nothing: without reference counts, which cost more than its work."""
    compiled = kernel(function)
    compiled.targetoptions.update(_nrt=False, no_cfunc_wrapper=True)  # type: ignore[attr-defined]
    return compiled


def inlined(function: F) -> F:
    """A part of a kernel, compiled into it by LLVM: many arrays are slow to hand over.

    Numba's own ``inline="always"`` copies and types the part anew at each call, which takes longer
    to compile and runs no faster.
    """
    compiled = quick(function)
    compiled.targetoptions.update(forceinline=True)  # type: ignore[attr-defined]
    return compiled


def is_wide(cells: int) -> int:
    """1 where a board takes two words, else 0."""
    assert cells <= MOST_CELLS
    return int(cells > 16)


def _layout(cells: int) -> list[tuple[int, int]]:
    """(word, shift) of each cell that is stored."""
    if not is_wide(cells):
        return [(0, 4 * (cells - 1 - cell)) for cell in range(cells)]
    return [(cell // 12, 5 * (11 - cell % 12)) for cell in range(min(cells, 24))]


def pack(board: bytes) -> tuple[int, int]:
    """The two words of a board as signed numbers, the second 0 where one is enough."""
    words = [0, 0]
    for tile, (word, shift) in zip(board, _layout(len(board)), strict=False):
        words[word] |= tile << shift
    first, second = np.array(words, np.uint64).view(np.int64).tolist()
    return first, second


def unpack_bytes(cells: int, first: int, second: int) -> bytes:
    """The board of two words."""
    words, mask = (int(first), int(second)), 31 if is_wide(cells) else 15
    board = [words[word] >> shift & mask for word, shift in _layout(cells)]
    return bytes(board + sorted(set(range(cells)) - set(board)))


@inlined
def unpack(wide: Any, first: Any, second: Any, board: npt.NDArray[np.uint8]) -> None:
    """Write the cells of a packed board into uint8[cells]."""
    cells = len(board)
    if not wide:
        for cell in range(cells):
            board[cell] = (first >> (4 * (cells - 1 - cell))) & 15
        return
    rest = 0
    for cell in range(min(cells, 24)):
        tile = (first >> (5 * (11 - cell)) if cell < 12 else second >> (5 * (23 - cell))) & 31
        board[cell] = tile
        rest ^= tile
    if cells == 25:
        board[24] = rest ^ 24  # 0 ^ 1 ^ … ^ 24 = 24


@inlined
def moved(word: Any, which: Any, tile: Any, cell: Any, blank: Any) -> Any:
    """Word 0 or 1 of a wide board after `tile` has moved from `cell` to `blank`."""
    if cell // 12 == which:
        word -= tile << (5 * (11 + 12 * which - cell))
    if blank // 12 == which:
        word += tile << (5 * (11 + 12 * which - blank))
    return word


@intrinsic
def prefetch(context: Any, array: Any, index: Any) -> Any:
    """Ask for array[index], soon to be read, without waiting for it."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        data = target.make_array(signature.args[0])(target, builder, value=args[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = builder.bitcast(builder.gep(data, [args[1]]), byte)
        ask = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, *3 * [number]])
        )
        builder.call(ask, [address, number(0), number(3), number(1)])
        return target.get_dummy_value()

    return types.void(array, types.int64), generate


@inlined
def mixed(wide: Any, first: Any, second: Any) -> Any:
    """64 well-mixed bits of a packed board; the high ones choose its place."""
    bits = (first ^ ((first >> 32) & _HALF)) * _FIRST
    if wide:
        bits = (bits ^ ((bits >> 29) & _HALF) ^ second ^ ((second >> 31) & _HALF)) * _SECOND
    return (bits ^ ((bits >> 32) & _HALF)) * _THIRD


@inlined
def home(bits: Any, size: Any) -> Any:
    """The first place to look at in an index of `size` entries, at most 2^31."""
    return (((bits >> 32) & _HALF) * size) >> 32


@inlined
def find(boards: I64, stride: Any, wide: Any, index: Any, words: Any) -> Any:
    """(number or NOWHERE, place): where a board is, or where it can be entered.

    boards: int64[capacity * stride], a board's words first. index: uint32[any size].
    words: the two of the board, and their mixed bits.
    """
    return find_by(boards, stride, wide, index, words, ID_BITS)


@inlined
def find_by(boards: I64, stride: Any, wide: Any, index: Any, words: Any, id_bits: Any) -> Any:
    """`find` in an index whose entries have numbers of so many bits, and larger tags if fewer."""
    first, second, bits = words
    mask = (np.int64(1) << id_bits) - 1
    tag = bits & (_HALF >> id_bits)
    place = home(bits, len(index))
    number = np.int64(NOWHERE)
    while True:
        entry = np.int64(index[place])
        if entry == 0:
            break
        if entry >> id_bits == tag:
            at = ((entry & mask) - 1) * stride
            if boards[at] == first and (not wide or boards[at + 1] == second):
                number = (entry & mask) - 1
                break
        place += 1
        if place == len(index):
            place = np.int64(0)
    return number, place


def look_up(boards: I64, shape: Any, index: Any, pair: tuple[int, int]) -> int:
    """`find_by`, in Python: the number of a board or NOWHERE. shape: (stride, wide, id bits)."""
    stride, wide, id_bits = (int(number) for number in shape)
    with np.errstate(over="ignore"):
        bits = mixed.py_func(wide, np.int64(pair[0]), np.int64(pair[1]))  # type: ignore[attr-defined]
    place = int(home.py_func(int(bits), len(index)))  # type: ignore[attr-defined]
    while entry := int(index[place]):
        number = (entry & ((1 << id_bits) - 1)) - 1
        if tuple(boards[number * stride : number * stride + 1 + wide]) == pair[: 1 + wide]:
            return number
        place = (place + 1) % len(index)
    return NOWHERE


@inlined
def entry_of(number: Any, bits: Any) -> Any:
    """What the index holds for a board number and its mixed bits."""
    return entry_by(number, bits, ID_BITS)


@inlined
def entry_by(number: Any, bits: Any, id_bits: Any) -> Any:
    """`entry_of` with a number of so many bits."""
    return ((bits & (_HALF >> id_bits)) << id_bits) | (number + 1)


@inlined
def is_goal(boards: I64, at: Any, wide: Any, first: Any, second: Any) -> Any:
    """Whether the board that begins at boards[at] has these words."""
    return boards[at] == first and (not wide or boards[at + 1] == second)


@inlined
def unsigned_less(one: Any, other: Any) -> Any:
    """Whether a word is smaller than another, read as unsigned numbers."""
    return (one ^ _LOWEST) < (other ^ _LOWEST)


@quick
def reindex(boards: I64, shape: Any, links: I64, index: Any, need: Any, count: Any) -> None:
    """Enter boards 0 … count - 1 into an empty index, of equal boards the last.

    shape: (stride, wide). links: int64[capacity]; only boards whose link has all bits of `need`
    are entered; all if it is 0.
    """
    _enter_all(boards, (shape[0], shape[1], ID_BITS), links, index, need, count)


@quick
def reindex_by(boards: I64, shape: Any, links: Any, index: Any, need: Any, count: Any) -> None:
    """`reindex` with numbers of so many bits. shape: (stride, wide, bits of a number)."""
    _enter_all(boards, shape, links, index, need, count)


@inlined
def _enter_all(boards: I64, shape: Any, links: Any, index: Any, need: Any, count: Any) -> None:
    stride, wide, id_bits = shape
    for number in range(-AHEAD, count):
        if number + AHEAD < count:
            at = (number + AHEAD) * stride
            second = boards[at + 1] if wide else 0
            prefetch(index, home(mixed(wide, boards[at], second), len(index)))  # type: ignore[call-arg]
        if number < 0 or (need and links[number] & need != need):
            continue
        at = number * stride
        second = boards[at + 1] if wide else 0
        bits = mixed(wide, boards[at], second)
        _, place = find_by(boards, stride, wide, index, (boards[at], second, bits), id_bits)
        index[place] = entry_by(number, bits, id_bits)


@quick
def spread_out(boards: I64, shape: Any, index: Any, old: Any, aside: Any) -> Any:
    """Make an index of its first `old` entries one of all its length; False if that failed.

    Homes keep their order when an index grows, so that going down the old entries goes down the
    new ones: boards are read in no order, but what is written lies side by side, which takes less
    time than to enter all boards anew. index: uint32[new length], zeros from `old` on. shape:
    (stride, wide, bits of a number in old entries, and in new ones). aside: int64[any size], for
    the few entries whose new place is not free yet; False where they are more, the index then
    being spoilt. O(new length).
    """
    stride, wide, old_bits, new_bits = shape
    mask = (np.int64(1) << old_bits) - 1
    last, few = len(index), 0
    for place in range(old - 1, -1, -1):
        ahead = np.int64(index[max(place - AHEAD, 0)]) & mask
        prefetch(boards, max(ahead - 1, 0) * stride)  # type: ignore[call-arg]
        entry = np.int64(index[place])
        if entry == 0:
            continue
        index[place] = 0
        number = (entry & mask) - 1
        at = number * stride
        bits = mixed(wide, boards[at], boards[at + 1] if wide else 0)
        to = home(bits, last)
        if to >= place:
            while to < last and index[to] != 0:
                to += 1
            if to < last:
                index[to] = entry_by(number, bits, new_bits)
                continue
        if few == len(aside):
            return False
        aside[few] = number
        few += 1
    for i in range(few):
        at = aside[i] * stride
        second = boards[at + 1] if wide else 0
        bits = mixed(wide, boards[at], second)
        _, to = find_by(boards, stride, wide, index, (boards[at], second, bits), new_bits)
        index[to] = entry_by(aside[i], bits, new_bits)
    return True
