"""Tables of bits with a row for each arrangement, instead of one for each block.

Most moves of a tile pass no other tile of its pattern: the block changes, the arrangement does not.
Blocks of neighbouring cell sets have similar numbers, so that in one arrangement's row a search
finds many of its bits close together, and in the processor's caches.
"""

from typing import Any

import numpy as np

from taquin.kernels.base.jit import quick

__all__ = ["row_bytes", "turn_bits"]

U64 = np.uint64
_LINE = 64  # bytes of a cache line


def row_bytes(blocks: int) -> int:
    """Bytes of a row with a bit for each block, in whole cache lines."""
    return -(-blocks // (8 * _LINE)) * _LINE


@quick
def turn_bits(table: Any, stride: Any, turned: Any, width: Any) -> None:
    """Copy bit r of block b to bit b of row r. O(bits).

    table: uint8[blocks * stride].   turned: uint8[8 * stride * width], zeros.   width: bytes of a
    row, `row_bytes(blocks)`.
    """
    blocks, stride, width = U64(len(table)) // U64(stride), U64(stride), U64(width)
    for line in range(width // U64(_LINE)):
        # Eight rows are written a line at a time.
        for byte in range(stride):
            for column in range(line * U64(_LINE), (line + U64(1)) * U64(_LINE)):
                square = U64(0)
                for place in range(U64(8)):
                    block = column * U64(8) + place
                    if block < blocks:
                        square |= U64(table[block * stride + byte]) << (place * U64(8))
                square = _transposed(square)
                for place in range(U64(8)):
                    row = (byte * U64(8) + place) * width
                    turned[row + column] = (square >> (place * U64(8))) & U64(0xFF)


@quick
def _transposed(square: Any) -> Any:
    """Bit i of byte j becomes bit j of byte i (Warren, Hacker's Delight, section 7-3)."""
    swap = (square ^ (square >> U64(7))) & U64(0x00AA00AA00AA00AA)
    square ^= swap ^ (swap << U64(7))
    swap = (square ^ (square >> U64(14))) & U64(0x0000CCCC0000CCCC)
    square ^= swap ^ (swap << U64(14))
    swap = (square ^ (square >> U64(28))) & U64(0x00000000F0F0F0F0)
    return square ^ swap ^ (swap << U64(28))
