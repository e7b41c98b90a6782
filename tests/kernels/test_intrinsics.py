"""Machine operations of kernels, where no kernel's own tests show what they do."""

from typing import Any, NamedTuple

import numpy as np

from taquin.kernels.base.intrinsics import pointers
from taquin.kernels.base.jit import inlined, kernel


class Inner(NamedTuple):
    words: Any
    count: Any


class Outer(NamedTuple):
    octets: Any
    inner: Inner


@inlined
def moved(outer: Outer, place: Any) -> Any:
    """Adds a word to an octet, and the count to the word."""
    outer.octets[place] += np.uint8(outer.inner.words[place])
    outer.inner.words[place] += np.uint64(outer.inner.count)


@kernel
def moved_by_pointers(outer: Outer, place: Any) -> Any:
    moved(pointers(outer), place)


def test_pointers_lead_to_the_elements_of_the_arrays() -> None:
    long = Outer(np.arange(10, dtype=np.uint8), Inner(np.arange(7, 17, dtype=np.uint64), 3))
    for outer in (long, Outer(long.octets[2:6], Inner(long.inner.words[4:], 5))):
        before = outer.octets.tolist(), outer.inner.words.tolist()
        moved_by_pointers(outer, 3)
        before[0][3] += before[1][3]
        before[1][3] += outer.inner.count
        assert (outer.octets.tolist(), outer.inner.words.tolist()) == before
