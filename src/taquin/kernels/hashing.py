"""Boards packed into machine words, and a hash index of them.

Up to 16 cells a board is one word of 64 bits, four bits a cell; up to 25 cells two words, five
bits a cell, twelve cells a word; the 25th cell is what the others leave. The first cell has the
highest bits, so that packed boards compare as their bytes do.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.jit import intrinsic, kernel, types

__all__ = [
    "ID_BITS",
    "ID_MASK",
    "MOST_CELLS",
    "NOWHERE",
    "Packing",
    "entry_of",
    "find",
    "home",
    "mixed",
    "pack",
    "packing",
    "prefetch",
    "reindex",
    "unpack",
    "unpack_bytes",
]

U64 = np.uint64
Words = npt.NDArray[np.uint64]

MOST_CELLS = 25
NOWHERE = -1

# An entry of the index is 0 or (tag << 28 | number + 1): four more bits of the hash save most
# looks at the boards of other entries.
ID_BITS = 28
ID_MASK = (1 << ID_BITS) - 1

_FIRST, _SECOND, _THIRD = U64(0x9E3779B97F4A7C15), U64(0xC2B2AE3D27D4EB4F), U64(0xFF51AFD7ED558CCD)


class Packing(NamedTuple):
    """Where cells stand in the words.

    wide: 0 for one word a board, 1 for two. mask: uint64, a cell's bits.
    word: uint8[cells], 0 or 1; 2 for the 25th cell. shift: uint64[cells].
    unit: uint64[2, cells]; unit[w, cell] is 1 << shift in the cell's word, 0 in the other.
    """

    wide: int
    mask: Any
    word: npt.NDArray[np.uint8]
    shift: Words
    unit: Words


def packing(cells: int) -> Packing:
    """The layout for boards of so many cells, at most 25."""
    assert cells <= MOST_CELLS
    wide = cells > 16
    bits, a_word = (5, 12) if wide else (4, cells)
    word, shift = np.zeros(cells, np.uint8), np.zeros(cells, np.uint64)
    unit = np.zeros((2, cells), np.uint64)
    for cell in range(cells):
        word[cell], place = divmod(cell, a_word)
        if word[cell] < 2:
            shift[cell] = bits * (min(a_word, cells - a_word * int(word[cell])) - 1 - place)
            unit[word[cell], cell] = 1 << int(shift[cell])
    return Packing(int(wide), U64((1 << bits) - 1), word, shift, unit)


def pack(layout: Packing, board: bytes) -> tuple[int, int]:
    """The two words of a board, the second 0 where one is enough."""
    words = [0, 0, 0]
    for cell, tile in enumerate(board):
        words[layout.word[cell]] |= tile << int(layout.shift[cell])
    return words[0], words[1]


def unpack_bytes(layout: Packing, first: int, second: int) -> bytes:
    """The board of two words."""
    board = np.empty(len(layout.word), np.uint8)
    unpack(layout, U64(first), U64(second), board)
    return board.tobytes()


@kernel
def unpack(layout: Packing, first: Any, second: Any, board: npt.NDArray[np.uint8]) -> None:
    """Write the cells of a packed board into uint8[cells]."""
    if not layout.wide:
        for cell in range(len(board)):
            board[cell] = (first >> layout.shift[cell]) & U64(15)
        return
    rest = 0
    for cell in range(min(len(board), 24)):
        word = first if cell < 12 else second
        tile = (word >> layout.shift[cell]) & U64(31)
        board[cell] = tile
        rest ^= np.int64(tile)
    if len(board) == 25:
        board[24] = rest ^ 24  # 0 ^ 1 ^ … ^ 24 = 24


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


@kernel
def mixed(wide: Any, first: Any, second: Any) -> Any:
    """64 well-mixed bits of a packed board; the high ones choose its place."""
    bits = (first ^ (first >> U64(32))) * _FIRST
    if wide:
        bits = (bits ^ (bits >> U64(29)) ^ second ^ (second >> U64(31))) * _SECOND
    return (bits ^ (bits >> U64(32))) * _THIRD


@kernel
def home(bits: Any, size: Any) -> Any:
    """The first place to look at in an index of `size` entries, a power of two below 2^32."""
    return np.int64(((bits >> U64(32)) * U64(size)) >> U64(32))


@kernel
def find(layout: Packing, boards: Words, index: Any, words: Any, bits: Any) -> Any:
    """(number or NOWHERE, place): where a board is, or where it can be entered.

    boards: uint64[capacity << wide]; index: uint32[size]; words: the two of the board.
    """
    first, second = words
    wide, mask = layout.wide, len(index) - 1
    tag = np.int64(bits & U64(15))
    place = home(bits, len(index))
    while True:
        entry = np.int64(index[place])
        if entry == 0:
            return np.int64(NOWHERE), place
        if entry >> ID_BITS == tag:
            number = (entry & ID_MASK) - 1
            at = number << wide
            if boards[at] == first and (not wide or boards[at + 1] == second):
                return number, place
        place = (place + 1) & mask


@kernel
def entry_of(number: Any, bits: Any) -> Any:
    """What the index holds for a board number and its mixed bits."""
    return np.uint32(((np.int64(bits & U64(15))) << ID_BITS) | (number + 1))


@kernel
def reindex(layout: Packing, boards: Words, links: Any, index: Any, need: Any, count: Any) -> None:
    """Enter boards 0 … count - 1 into an empty index, of equal boards the last.

    links: int64[capacity]; only boards whose link has all bits of `need` are entered.
    """
    wide = layout.wide
    for begin in range(0, count, 16):
        end = min(begin + 16, count)
        for number in range(begin, end):
            second = boards[(number << wide) + 1] if wide else U64(0)
            prefetch(index, home(mixed(wide, boards[number << wide], second), len(index)))  # type: ignore[call-arg]
        for number in range(begin, end):
            if links[number] & need != need:
                continue
            first = boards[number << wide]
            second = boards[(number << wide) + 1] if wide else U64(0)
            bits = mixed(wide, first, second)
            _, place = find(layout, boards, index, (first, second), bits)
            index[place] = entry_of(number, bits)
