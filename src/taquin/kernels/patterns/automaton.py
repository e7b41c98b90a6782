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

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Automaton", "automaton"]

_Key = tuple[int, bytes]  # start cell, directions


class Automaton(NamedTuple):
    """next: uint32[states * 4], state after a tile direction; 0 if that is forbidden.

    State blank + 1 is the start with the blank on that cell.
    """

    next: npt.NDArray[np.uint32]


def forbidden_strings(neighbors: npt.NDArray[np.uint8], longest: int) -> set[_Key]:
    """The minimal forbidden strings of at most `longest` moves. O(cells * 2.2**longest)."""
    cells = neighbors.size // 4
    goes = neighbors.reshape(cells, 4).tolist()
    forbidden: set[_Key] = set()
    start = bytes(range(cells))
    layers = [[(b"", start, b)] for b in range(cells)]
    reached = [{start} for _ in range(cells)]
    for _ in range(longest):
        found: list[_Key] = []
        for b in range(cells):
            layer = []
            known = reached[b]
            for word, board, blank in layers[b]:
                for direction in range(4):
                    cell = goes[blank][direction]
                    if cell == 255:
                        continue
                    swapped = bytearray(board)
                    swapped[blank], swapped[cell] = board[cell], board[blank]
                    after = bytes(swapped)
                    longer = word + bytes((direction,))
                    if after in known:
                        found.append((b, longer))
                    else:
                        known.add(after)
                        layer.append((longer, after, cell))
            layers[b] = layer
        forbidden.update(key for key in found if not _ends_forbidden(key, goes, forbidden))
    return forbidden


def _ends_forbidden(key: _Key, goes: list[list[int]], forbidden: set[_Key]) -> bool:
    cell, word = key
    while len(word) > 1:
        cell, word = goes[cell][word[0]], word[1:]
        if (cell, word) in forbidden:
            return True
    return False


def automaton(neighbors: npt.NDArray[np.uint8], longest: int) -> Automaton:
    """Compile the forbidden strings of at most `longest` >= 2 moves into a machine."""
    cells = neighbors.size // 4
    goes = neighbors.reshape(cells, 4).tolist()
    forbidden = forbidden_strings(neighbors, longest)
    prefixes = {(b, word[:n]) for b, word in forbidden for n in range(1, len(word))}
    keys = [(b, b"") for b in range(cells)]
    keys += sorted(prefixes, key=lambda key: (len(key[1]), key))
    number = {key: i + 1 for i, key in enumerate(keys)}
    step = np.zeros((len(keys) + 1, 4), dtype=np.uint32)
    blanks = [0] * (len(keys) + 1)
    suffix = [0] * (len(keys) + 1)
    for i, (b, word) in enumerate(keys, start=1):
        if word:
            parent = number[b, word[:-1]]
            blanks[i] = goes[blanks[parent]][word[-1]]
            suffix[i] = int(step[suffix[parent], word[-1]]) if len(word) > 1 else blanks[i] + 1
        else:
            blanks[i] = b
        for direction in range(4):
            cell = goes[blanks[i]][direction]
            if cell == 255:
                continue
            longer = (b, word + bytes((direction,)))
            fallback = int(step[suffix[i], direction]) if word else cell + 1
            if longer in forbidden or fallback == 0:
                continue
            step[i, direction] = number.get(longer, fallback)
    return Automaton(step.ravel())
