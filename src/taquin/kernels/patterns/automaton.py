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
_Layers = list[npt.NDArray[np.int64]]  # strings by length
_LETTERS = [bytes((direction,)) for direction in range(4)]
_OUTSIDE = 255  # in place of a neighbouring cell


class Automaton(NamedTuple):
    """next: uint32[states * 4], state after a tile direction; 0 if that is forbidden.

    State blank + 1 is the start with the blank on that cell.
    """

    next: npt.NDArray[np.uint32]


def forbidden_strings(neighbors: npt.NDArray[np.uint8], longest: int) -> set[_Key]:
    """The minimal forbidden strings of at most `longest` moves. O(cells * 2.2**longest)."""
    goes = neighbors.reshape(-1, 4)
    searches = [_search(start, goes, longest) for start in range(len(goes))]
    forbidden: set[_Key] = set()
    for start, (_, repeated) in enumerate(searches):
        for length, codes in enumerate(repeated, start=1):
            # A string is the first of its class if and only if it contains no forbidden string. One
            # that repeats a board was such a string but for its last move; it is minimal if it is
            # but for its first one, too.
            for direction, cell in enumerate(goes[start].tolist()):
                if cell != _OUTSIDE:
                    these = codes[codes >> 2 * (length - 1) == direction]
                    rest = these & ((1 << 2 * (length - 1)) - 1)
                    minimal = these[np.isin(rest, searches[cell][0][length - 1])]
                    forbidden.update((start, _word(code, length)) for code in minimal.tolist())
    return forbidden


def _word(code: int, length: int) -> bytes:
    return bytes(code >> 2 * i & 3 for i in reversed(range(length)))


def _search(start: int, goes: npt.NDArray[np.uint8], longest: int) -> tuple[_Layers, _Layers]:
    """The strings from a blank cell that reach a board first, and those that do so again.

    Both by length, the first list from length 0 and the other from 1, each in ascending order; a
    string is a number in base 4. Boards are packed, the blank under the number of its first cell.
    """
    cells = len(goes)
    bits = max(1, (cells - 1).bit_length())
    word, shift = np.divmod(np.arange(cells), 64 // bits)
    shift = shift.astype(np.uint64) * np.uint64(bits)
    board = np.zeros((1, word[-1] + 1), np.uint64)
    np.bitwise_or.at(board[0], word, np.arange(cells, dtype=np.uint64) << shift)
    codes, blank, before = np.zeros(1, np.int64), np.array([start]), board[:0]
    first, repeated = [codes], []
    for _ in range(longest):
        parent, direction = np.nonzero(goes[blank] != _OUTSIDE)
        longer, hole = codes[parent] * 4 + direction, blank[parent]
        cell, after, row = goes[hole, direction], board[parent], np.arange(len(parent))
        tile = after[row, word[cell]] >> shift[cell] & np.uint64((1 << bits) - 1)
        after[row, word[cell]] ^= (tile ^ np.uint64(start)) << shift[cell]
        after[row, word[hole]] ^= (tile ^ np.uint64(start)) << shift[hole]
        # One move away from a layer are only itself, the one before it, and the next.
        new = _are_first(np.concatenate((before, board, after)))[len(before) + len(board) :]
        repeated.append(longer[~new])
        codes, blank, before, board = longer[new], cell[new], board, after[new]
        first.append(codes)
    return first, repeated


def _are_first(rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Whether each row is unlike all before it."""
    order = np.lexsort(rows.T)
    ordered = rows[order]
    first = np.ones(len(rows), np.bool_)
    first[order[1:]] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return first


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
