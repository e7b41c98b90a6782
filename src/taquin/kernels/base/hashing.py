"""Boards packed into machine words, and a hash index of them.

A board of up to 16 cells is one 64-bit word with four bits per cell. A board of up to 25 cells is
two words with five bits per cell and twelve cells each; the others determine the 25th cell. The
first cell has the highest bits, so that packed boards, read as unsigned numbers, compare like their
bytes. Words are int64, because Numba converts mixed signed and unsigned numbers to floats.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import cgutils, inlined, intrinsic, quick, types
from taquin.kernels.base.pieces import pieces

__all__ = [
    "ID_BITS",
    "ID_MASK",
    "MOST_CELLS",
    "NOWHERE",
    "entry_of",
    "find",
    "home",
    "is_goal",
    "is_wide",
    "lined_up",
    "load_growth",
    "look_up",
    "lowest_bit",
    "mixed",
    "moved",
    "new_index",
    "pack",
    "prefetch",
    "put_aside",
    "spread_out",
    "spread_part",
    "unpack",
    "unpack_bytes",
    "unsigned_less",
]

I64 = npt.NDArray[np.int64]

MOST_CELLS = 25
NOWHERE = -1

# An index has a power of two of entries, in buckets of one cache line that are filled from the
# first place on; entries that do not fit go to the next bucket. An entry is 0 if free, otherwise,
# from the low bits up: number + 1, in as many bits as the length needs; a tag; and in bit 31
# whether the entry is displaced because its bucket was full. The tag is the bits of the hash after
# those that select the bucket. Tags save most comparisons with the boards of other entries, and
# when the index is doubled, they decide to which half an entry goes.
BUCKET, LINE = 16, 64
HASH_BITS, TAG_END = 27, 31
DISPLACED = 1 << TAG_END
# The longest index has 2 ** ID_BITS entries: one bit is left for the tag.
ID_BITS = 30
ID_MASK = (1 << ID_BITS) - 1

_FIRST, _SECOND, _THIRD = -0x61C8864680B583EB, -0x3D4D51C2D82B14B1, -0x00AE502812AA7333
_HALF = 0xFFFFFFFF
# `spread_part` prefetches the boards of displaced entries this many buckets ahead.
AHEAD = 4
_SIGN = -(1 << 63)


def is_wide(cells: int) -> int:
    """1 if a board takes two words, else 0."""
    assert cells <= MOST_CELLS
    return int(cells > 16)


def _layout(cells: int) -> list[tuple[int, int]]:
    """(word, shift) of each cell that is stored."""
    if not is_wide(cells):
        return [(0, 4 * (cells - 1 - cell)) for cell in range(cells)]
    return [(cell // 12, 5 * (11 - cell % 12)) for cell in range(min(cells, 24))]


def pack(board: bytes) -> tuple[int, int]:
    """The two words of a board as signed numbers; the second is 0 if one is enough."""
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
    """Prefetch array[index], which will soon be read."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        data = target.make_array(signature.args[0])(target, builder, value=args[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = builder.bitcast(builder.gep(data, [args[1]]), byte)
        intrinsic_call = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, *3 * [number]])
        )
        builder.call(intrinsic_call, [address, number(0), number(3), number(1)])
        return target.get_dummy_value()

    return types.void(array, types.int64), generate


@inlined
def mixed(wide: Any, first: Any, second: Any) -> Any:
    """64 well-mixed bits of a packed board; the high bits select its place."""
    bits = (first ^ ((first >> 32) & _HALF)) * _FIRST
    if wide:
        bits = (bits ^ ((bits >> 29) & _HALF) ^ second ^ ((second >> 31) & _HALF)) * _SECOND
    return (bits ^ ((bits >> 32) & _HALF)) * _THIRD


@inlined
def _hashed(bits: Any, size: Any) -> Any:
    """The bucket in an index of `size` entries, and below it, from bit 30 down, the tag."""
    return ((bits >> (64 - HASH_BITS)) & ((1 << HASH_BITS) - 1)) * size


@inlined
def home(bits: Any, size: Any) -> Any:
    """The first place of a board's bucket in an index of `size` entries."""
    return (_hashed(bits, size) >> TAG_END) * BUCKET


@inlined
def entry_of(number: Any, bits: Any, size: Any, place: Any) -> Any:
    """The entry at a place in an index of `size` entries, for a board's number and mixed bits."""
    hashed = _hashed(bits, size)
    away = np.int64((hashed >> TAG_END) != place // BUCKET)
    return (away << TAG_END) | (hashed & (DISPLACED - 1)) | (number + 1)


@intrinsic
def _compared(context: Any, index: Any, place: Any, tag: Any, size: Any) -> Any:
    """Compare a bucket's entries: bit i if i is free, bit 16 + i if i has the tag or is free.

    tag: as in entries, with the number bits 0.
    """

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word, wide = ir.IntType(32), ir.IntType(64)
        row = ir.VectorType(word, BUCKET)
        data = target.make_array(signature.args[0])(target, builder, value=args[0]).data
        begin = builder.bitcast(builder.gep(data, [args[1]]), row.as_pointer())
        entries = builder.load(begin, align=4)

        def in_each(number: Any) -> Any:
            undefined = ir.Constant(row, ir.Undefined)
            first = builder.insert_element(undefined, builder.trunc(number, word), word(0))
            zeros = ir.Constant(row, [0] * BUCKET)
            return builder.shuffle_vector(first, undefined, zeros)

        def bits(flags: Any) -> Any:
            return builder.zext(builder.bitcast(flags, ir.IntType(BUCKET)), wide)

        free = builder.icmp_unsigned("==", entries, ir.Constant(row, [0] * BUCKET))
        same = builder.icmp_unsigned("<", builder.xor(entries, in_each(args[2])), in_each(args[3]))
        return builder.or_(bits(free), builder.shl(bits(same), wide(BUCKET)))

    return types.int64(index, types.int64, types.int64, types.int64), generate


def _bucket(target: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Part of intrinsics of (index, place, …): a pointer to a bucket's entries as one vector."""
    from llvmlite import ir

    data = target.make_array(signature.args[0])(target, builder, value=args[0]).data
    row = ir.VectorType(ir.IntType(32), BUCKET)
    return builder.bitcast(builder.gep(data, [args[1]]), row.as_pointer())


@intrinsic
def _halves(context: Any, index: Any, place: Any) -> Any:
    """Where a bucket's entries go when the index is doubled.

    Bit i: i goes to the first of its two buckets; bit 16 + i: to the second; bit 32 + i: i is
    displaced.
    """

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        entries = builder.load(_bucket(target, builder, signature, args), align=4)
        none = ir.Constant(entries.type, [0] * BUCKET)
        second = ir.Constant(entries.type, [1 << (TAG_END - 1)] * BUCKET)
        at_home = builder.icmp_signed(">", entries, none)
        goes = builder.icmp_unsigned("!=", builder.and_(entries, second), none)
        displaced = builder.icmp_signed("<", entries, none)
        halves = builder.and_(at_home, builder.not_(goes)), builder.and_(at_home, goes), displaced
        word = ir.Constant(ir.IntType(64), 0)
        for i, flags in enumerate(halves):
            bits = builder.zext(builder.bitcast(flags, ir.IntType(BUCKET)), word.type)
            word = builder.or_(word, builder.shl(bits, word.type(i * BUCKET)))
        return word

    return types.int64(index, types.int64), generate


@intrinsic
def _carry(context: Any, index: Any, place: Any, which: Any, to: Any, old: Any) -> Any:
    """Copy the entries of a bucket that `which` has a bit for to the places from `to` on.

    old: the number of entries before the index was doubled; the copies are those of after it.
    """

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        begin = _bucket(target, builder, signature, args)
        word, row = ir.IntType(32), begin.type.pointee
        entries = builder.load(begin, align=4)
        undefined = ir.Constant(row, ir.Undefined)
        mask = builder.sub(builder.trunc(args[4], word), word(1))
        first = builder.insert_element(undefined, mask, word(0))
        masks = builder.shuffle_vector(first, undefined, ir.Constant(row, [0] * BUCKET))
        numbers = builder.and_(entries, masks)
        tags = builder.shl(builder.xor(entries, numbers), ir.Constant(row, [1] * BUCKET))
        tags = builder.and_(tags, ir.Constant(row, [DISPLACED - 1] * BUCKET))
        flags = ir.VectorType(ir.IntType(1), BUCKET)
        chosen = builder.bitcast(builder.trunc(args[2], ir.IntType(BUCKET)), flags)
        data = target.make_array(signature.args[0])(target, builder, value=args[0]).data
        there = builder.gep(data, [args[3]])
        shape = ir.FunctionType(ir.VoidType(), [row, there.type, flags])
        name = f"llvm.masked.compressstore.v{BUCKET}i32"
        store = cgutils.get_or_insert_function(builder.module, shape, name)  # type: ignore[no-untyped-call]
        builder.call(store, [builder.or_(tags, numbers), there, chosen])
        return target.get_dummy_value()

    return types.void(index, *4 * [types.int64]), generate


@intrinsic
def _ones(context: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest_bit(context: Any, word: Any) -> Any:
    """The number of the lowest bit set in a word that is not 0."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.int64(types.int64), generate


@inlined
def find(boards: I64, stride: Any, wide: Any, index: Any, words: Any) -> Any:
    """(number or NOWHERE, place): where a board is, or where it can be inserted.

    boards: int64[capacity * stride], a board's words first. index: uint32[power of two], not full.
    words: the two of the board, and their mixed bits.
    """
    first, second, bits = words
    size = len(index)
    hashed = _hashed(bits, size)
    tag, place = hashed & (DISPLACED - 1), (hashed >> TAG_END) * BUCKET
    number, slot = np.int64(NOWHERE), np.int64(0)
    while True:
        seen = np.int64(_compared(index, place, tag, size))  # type: ignore[call-arg]
        free = seen & 0xFFFF
        like = (seen >> BUCKET) & ~free
        while like:
            slot = lowest_bit(like)
            other = (np.int64(index[place + slot]) & (size - 1)) - 1
            at = other * stride
            if boards[at] == first and (not wide or boards[at + 1] == second):
                number = other
                break
            like &= like - 1
        if like:
            break
        if free:
            slot = lowest_bit(free)
            break
        place = (place + BUCKET) & (size - 1)
        tag |= DISPLACED
    return number, place + slot


def look_up(boards: I64, shape: Any, index: Any, pair: tuple[int, int]) -> int:
    """`find` in Python, entry by entry: the number of a board or NOWHERE.

    shape: (stride, wide). pair: the board's words.
    """
    stride, wide = (int(number) for number in shape)
    place = (_hashed_in_python(wide, pair, len(index)) >> TAG_END) * BUCKET
    while entry := int(index[place]):
        number = entry % len(index) - 1
        if tuple(boards[number * stride : number * stride + 1 + wide]) == pair[: 1 + wide]:
            return number
        place = (place + 1) % len(index)
    return NOWHERE


def _hashed_in_python(wide: int, pair: tuple[int, int], size: int) -> int:
    return int(_hashed.py_func(_mixed_in_python(wide, pair), size))  # type: ignore[attr-defined]


@lru_cache(maxsize=1 << 16)
def _mixed_in_python(wide: int, pair: tuple[int, int]) -> int:
    with np.errstate(over="ignore"):
        return int(mixed.py_func(wide, *map(np.int64, pair)))  # type: ignore[attr-defined]


@inlined
def is_goal(boards: I64, at: Any, wide: Any, first: Any, second: Any) -> Any:
    """Whether the board that begins at boards[at] has these words."""
    return boards[at] == first and (not wide or boards[at + 1] == second)


@inlined
def unsigned_less(one: Any, other: Any) -> Any:
    """Whether a word is smaller than another, read as unsigned numbers."""
    return (one ^ _SIGN) < (other ^ _SIGN)


def new_index(size: int, wide: int, pair: tuple[int, int] | None) -> npt.NDArray[np.uint32]:
    """An index of `size` entries, a power of two; it holds board 0 if its words are given.

    Each bucket is one line of the processor's cache.
    """
    index = lined_up(size, size, np.dtype(np.uint32))
    if pair is not None:
        hashed = _hashed_in_python(wide, pair, size)
        index[(hashed >> TAG_END) * BUCKET] = hashed & (DISPLACED - 1) | 1
    return index


def lined_up(length: int, room: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Zeros aligned to a cache line; `.base` has room for `room` of them."""
    whole = np.zeros(room + LINE // dtype.itemsize, dtype)
    begin = -whole.ctypes.data % LINE // dtype.itemsize
    return whole[begin : begin + length]


def load_growth() -> None:
    """Load or compile the code that doubles an index, so that timed searches need not wait."""
    index = new_index(2 * BUCKET, 0, None)
    spread_out(np.zeros(2, np.int64), (1, 0), index, np.zeros(BUCKET, np.int64))


def spread_out(boards: I64, shape: tuple[int, int], index: npt.NDArray[Any], aside: I64) -> None:
    """Extend the index in the first half of an array to the whole array. O(length), in pieces.

    Buckets keep their order, so both halves are read and written once, from end to start; only the
    boards of displaced entries are read.

    shape: (stride, wide).
    index: uint32[new length], zeros in its second half.
    aside: int64[at least half of that], for the few entries whose new place is not free yet.
    """
    few = 0
    for begin, end in reversed([*pieces(len(index) // 2)]):
        few = spread_part(boards, shape, index, aside, (few, begin, end))
    put_aside(boards, shape, index, aside, few)


@quick
def spread_part(boards: I64, shape: Any, index: Any, aside: Any, part: Any) -> Any:
    """`spread_out` for the entries of one part; returns how many have been set aside so far.

    part: (how many were set aside before, start and end of the part, multiples of BUCKET).
    """
    stride, wide = shape
    few, lowest, end = part
    size = len(index)
    old = size >> 1
    for begin in range(end - BUCKET, lowest - 1, -BUCKET):
        ahead = begin - AHEAD * BUCKET
        if ahead > 0:
            like = _halves(index, ahead) >> (2 * BUCKET)  # type: ignore[call-arg]
            while like:
                entry = np.int64(index[ahead + lowest_bit(like)])
                prefetch(boards, ((entry & (old - 1)) - 1) * stride)
                like &= like - 1
        halves = np.int64(_halves(index, begin))  # type: ignore[call-arg]
        low, high = halves & 0xFFFF, (halves >> BUCKET) & 0xFFFF
        rest = halves >> (2 * BUCKET)
        at_low, at_high = 2 * begin, 2 * begin + BUCKET
        at_low += _ones(_halves(index, at_low))
        at_high += _ones(_halves(index, at_high))
        fit = at_low + _ones(low) <= 2 * begin + BUCKET
        fit &= at_high + _ones(high) <= 2 * begin + 2 * BUCKET
        if fit and begin:  # the first bucket is one of the two that it splits into
            _carry(index, begin, low, at_low, old)
            _carry(index, begin, high, at_high, old)
        else:
            rest |= low | high
        while rest:
            entry = np.int64(index[begin + lowest_bit(rest)])
            rest &= rest - 1
            number = (entry & (old - 1)) - 1
            hashed = 2 * (((begin // BUCKET) << TAG_END) | (entry - number - 1))
            if entry & DISPLACED:
                at = number * stride
                hashed = _hashed(mixed(wide, boards[at], boards[at + 1] if wide else 0), size)
            bucket = hashed >> TAG_END
            # Everything beyond is complete, except the half of the first bucket that stays in it.
            to = bucket * BUCKET if bucket * BUCKET > begin else size
            while to < size and index[to] != 0:
                to += 1
            if to < size:
                away = np.int64(bucket != to // BUCKET)
                index[to] = (away << TAG_END) | (hashed & (DISPLACED - 1)) | (number + 1)
            else:
                aside[few] = number
                few += 1
        for place in range(begin, begin + BUCKET):
            index[place] = 0
    return few


@quick
def put_aside(boards: I64, shape: Any, index: Any, aside: Any, few: Any) -> None:
    """Insert the first `few` numbers that were set aside."""
    stride, wide = shape
    size = len(index)
    for i in range(few):
        at = aside[i] * stride
        second = boards[at + 1] if wide else 0
        bits = mixed(wide, boards[at], second)
        _, to = find(boards, stride, wide, index, (boards[at], second, bits))
        index[to] = entry_of(aside[i], bits, size, to)
