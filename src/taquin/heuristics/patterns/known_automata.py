"""The digests of the move automata of common boards, which are the same on every machine.

An automaton that leaves out a move too many is well-formed, and a search over it would miss the
shortest solution. So an automaton that is read is compared with what its board must have.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from importlib import resources

__all__ = ["automaton_digest", "board_digest", "is_another"]


def board_digest(neighbors: Sequence[Sequence[int]]) -> str:
    """A digest of a board's neighbours, -1 = none."""
    text = ";".join(",".join(map(str, row)) for row in neighbors)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def automaton_digest(words: bytes | memoryview) -> str:
    """A digest of an automaton's words, little-endian."""
    return blake2b(words, digest_size=16).hexdigest()


@cache
def _known() -> dict[tuple[str, int], str]:
    """Board and length in moves → digest."""
    text = (resources.files("taquin") / "data" / "automata.txt").read_text(encoding="utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {(board, int(moves)): digest for _, moves, board, digest in rows}


def is_another(neighbors: Sequence[Sequence[int]], moves: int, words: bytes | memoryview) -> bool:
    """Whether these are not the words of the board's automaton; False if that is not known."""
    right = _known().get((board_digest(neighbors), moves))
    return right is not None and right != automaton_digest(words)
