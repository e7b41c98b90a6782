"""Redundant moves, recognised by a finite-state machine over move strings (Taylor & Korf 1993).

Two move strings from the same blank cell with the same effect are duplicates: of each such class,
only the first in shortlex order (shorter first, then U D L R order) need be searched. Every other
string, and every string that contains it, is forbidden. A breadth-first search from each blank
cell finds the forbidden strings up to a given length, and an automaton (Aho & Corasick 1975)
recognises them; its state also encodes the blank's cell. Length 2 forbids only the step back;
length 7 is the first to forbid one way around a 2x2 block (12 moves are the identity).

The shortlex-least shortest solution contains no forbidden string, so a search that follows the
automaton still finds an optimal solution; lower bounds and admissibility are not touched.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Automaton", "automaton"]

_Key = tuple[int, bytes]  # start cell, directions
_LETTERS = [bytes((direction,)) for direction in range(4)]
_OUTSIDE = 255  # in place of a neighbouring cell


class Automaton(NamedTuple):
    """next: uint32[states * 4], state after a tile direction; 0 if that is forbidden.

    State blank + 1 is the start with the blank on that cell.
    """

    next: npt.NDArray[np.uint32]


def forbidden_strings(neighbors: npt.NDArray[np.uint8], longest: int) -> set[_Key]:
    """The minimal forbidden strings of at most `longest` moves. O(cells * 2.2**longest)."""
    goes = neighbors.reshape(-1, 4).tolist()
    first: set[_Key] = set()
    repeated: list[_Key] = []
    for start in range(len(goes)):
        _search(start, goes, longest, first, repeated)
    # A string is the first of its class if and only if it contains no forbidden string. One that
    # repeats a board was such a string but for its last move; it is minimal if it is but for its
    # first one, too.
    return {(cell, word) for cell, word in repeated if (goes[cell][word[0]], word[1:]) in first}


def _search(
    start: int, goes: list[list[int]], longest: int, first: set[_Key], repeated: list[_Key]
) -> None:
    """Add the strings from a blank cell that reach a board first, and those that do so again."""
    cells = len(goes)
    # The blank bears the number of its first cell; it and a tile change places.
    swaps = [bytes.maketrans(bytes((start, n)), bytes((n, start))) for n in range(cells)]
    board = bytes(range(cells))
    known, layer = {board}, [(b"", board, start)]
    first.add((start, b""))
    for _ in range(longest):
        following = []
        for word, board, blank in layer:
            for direction, cell in enumerate(goes[blank]):
                if cell == _OUTSIDE:
                    continue
                after = board.translate(swaps[board[cell]])
                longer = word + _LETTERS[direction]
                if after in known:
                    repeated.append((start, longer))
                else:
                    known.add(after)
                    first.add((start, longer))
                    following.append((longer, after, cell))
        layer = following


def automaton(neighbors: npt.NDArray[np.uint8], longest: int) -> Automaton:
    """Compile the forbidden strings of at most `longest` >= 2 moves into a machine."""
    return Automaton(np.array(_compiled(neighbors.tobytes(), longest), np.uint32).ravel())


@lru_cache(maxsize=4)
def _compiled(around: bytes, longest: int) -> list[list[int]]:
    """The rows of a machine, by the neighbours of all cells; few boards are searched at a time."""
    neighbors = np.frombuffer(around, np.uint8)
    cells = neighbors.size // 4
    goes = neighbors.reshape(cells, 4).tolist()
    forbidden = forbidden_strings(neighbors, longest)
    prefixes = {(b, word[:n]) for b, word in forbidden for n in range(1, len(word))}
    keys = [(b, b"") for b in range(cells)]
    keys += sorted(prefixes, key=lambda key: (len(key[1]), key))
    number = {key: i + 1 for i, key in enumerate(keys)}
    step = [[0] * 4 for _ in range(len(keys) + 1)]
    blanks = [0] * (len(keys) + 1)
    suffix = [0] * (len(keys) + 1)
    for i, (b, word) in enumerate(keys, start=1):
        if word:
            parent = number[b, word[:-1]]
            blanks[i] = goes[blanks[parent]][word[-1]]
            suffix[i] = step[suffix[parent]][word[-1]] if len(word) > 1 else blanks[i] + 1
        else:
            blanks[i] = b
        for direction in range(4):
            cell = goes[blanks[i]][direction]
            if cell == _OUTSIDE:
                continue
            longer = (b, word + _LETTERS[direction])
            fallback = step[suffix[i]][direction] if word else cell + 1
            if longer in forbidden or fallback == 0:
                continue
            step[i][direction] = number.get(longer, fallback)
    return step
