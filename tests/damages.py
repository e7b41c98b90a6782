"""What can happen to a file, by accident or by somebody's hand.

A damage takes the bytes and a source of randomness, and returns other bytes of the same kind.
"""

import struct
from hashlib import blake2b

__all__ = ["DAMAGES", "resealed"]


def flip(good, draw):
    """One bit."""
    bad = bytearray(good)
    bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
    return bytes(bad)


def _swapped(good, draw, unit, pairs):
    """Pairs of aligned blocks with different contents, exchanged."""
    count = len(good) // unit
    if count < 2:
        return flip(good, draw)  # the file is too small
    bad = bytearray(good)
    for _ in range(1_000):
        a, b = draw.randrange(count), draw.randrange(count)
        first, second = bad[a * unit : (a + 1) * unit], bad[b * unit : (b + 1) * unit]
        if first == second:
            continue
        bad[a * unit : (a + 1) * unit], bad[b * unit : (b + 1) * unit] = second, first
        pairs -= 1
        if pairs <= 0 and bad != good:
            return bytes(bad)
    return flip(good, draw)  # all blocks are alike


def swap_words(good, draw):
    """Up to sixteen pairs of words of eight bytes."""
    return _swapped(good, draw, 8, draw.choice((1, 4, 16)))


def swap_sectors(good, draw):
    """A pair of sectors of 512 bytes."""
    return _swapped(good, draw, 512, 1)


def swap_pages(good, draw):
    """A pair of pages of 4 KiB."""
    return _swapped(good, draw, 4096, 1)


def cut(good, draw):
    """The end is missing."""
    return good[: draw.randrange(len(good))]


def lengthen(good, draw):
    """Something follows."""
    return good + draw.randbytes(draw.choice((1, 8, 512, 4096)))


DAMAGES = (flip, swap_words, swap_sectors, swap_pages, cut, lengthen)


def resealed(good, header, kind, body=None):
    """A file with another header, and body if given, under right digests: a lie, not an accident.

    header: as bytes. Written anew from the layout that `taquin.ground.sealed` describes.
    """
    size = struct.unpack_from("<Q", good, 16)[0]
    body = good[len(good) - size :] if body is None else body
    prefix = struct.pack("<8sIIQ", kind.magic, kind.version, len(header), len(body))
    rest = header + b"".join(
        blake2b(body[at : at + (1 << 20)], digest_size=32, person=kind.magic).digest()
        for at in range(0, len(body), 1 << 20)
    )
    rest += bytes(-(len(prefix) + 32 + len(rest)) % kind.align)
    seal = blake2b(prefix + rest, digest_size=32, person=b"seal" + kind.magic).digest()
    return prefix + seal + rest + body
