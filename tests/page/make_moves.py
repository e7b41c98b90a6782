"""Writes moves.bin, the automaton by which the page's search leaves out redundant moves.

    python tests/page/make_moves.py

It is that of Taylor & Korf (1993), made for no board in particular: a string of moves is
forbidden if an earlier one, shorter or of the same length and before it in the order U D L R, has
the same effect and stays within the rectangle of cells that the forbidden one crosses, so that it
can be made wherever that can. The least of all shortest solutions contains no forbidden string.
moves.bin holds uint16 numbers, little-endian, four for each state: the state after U, D, L and R
of a tile, and FORBIDDEN. A search begins in state 0.
"""

from collections import defaultdict
from pathlib import Path

import taquin

FILE = Path(taquin.__file__).parent / "faces" / "static" / "solver" / "moves.bin"
LONGEST = 10
FORBIDDEN = 0xFFFF
# Where the blank goes as a tile moves U, D, L, R, by rows and columns.
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))

Word = tuple[int, ...]
_Cell = tuple[int, int]


def effect(word: Word) -> frozenset[tuple[_Cell, _Cell]]:
    """What a string does: each cell whose content changes, and where that came from."""
    came: dict[_Cell, _Cell] = {}
    row = column = 0
    for move in word:
        down, right = STEPS[move]
        there = (row + down, column + right)
        came[row, column], came[there] = (
            came.get(there, there),
            came.get((row, column), (row, column)),
        )
        row, column = there
    return frozenset((to, origin) for to, origin in came.items() if to != origin)


def rectangle(word: Word) -> tuple[int, int, int, int]:
    """The least and greatest row and column of the blank."""
    row = column = 0
    rows, columns = [0], [0]
    for move in word:
        row, column = row + STEPS[move][0], column + STEPS[move][1]
        rows.append(row)
        columns.append(column)
    return min(rows), max(rows), min(columns), max(columns)


def forbidden_words(longest: int) -> set[Word]:
    """The forbidden strings of at most `longest` moves that contain no other."""
    forbidden: set[Word] = set()
    allowed: list[Word] = [()]
    # Only words without a forbidden part need to be remembered: each other one has an earlier twin.
    classes: dict[frozenset[tuple[_Cell, _Cell]], list[Word]] = defaultdict(list)
    classes[effect(())].append(())
    for _ in range(longest):
        longer: list[Word] = []
        for word in ((*before, move) for before in allowed for move in range(4)):
            if any(word[start:] in forbidden for start in range(len(word))):
                continue
            box = rectangle(word)
            twins = classes[effect(word)]
            if any(_within(rectangle(twin), box) for twin in twins):
                forbidden.add(word)
            else:
                twins.append(word)
                longer.append(word)
        allowed = longer
    return forbidden


def _within(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    top, bottom, left, right = inner
    return top >= outer[0] and bottom <= outer[1] and left >= outer[2] and right <= outer[3]


def automaton(longest: int) -> list[list[int]]:
    """The rows of the machine (Aho & Corasick 1975): states are beginnings of forbidden strings."""
    forbidden = forbidden_words(longest)
    states = sorted({w[:n] for w in forbidden for n in range(len(w))}, key=lambda w: (len(w), w))
    number = {word: i for i, word in enumerate(states)}

    def after(word: Word) -> int:
        """The state after a string: its longest end that is one, unless a forbidden one is."""
        ends = [word[start:] for start in range(len(word) + 1)]
        if any(end in forbidden for end in ends):
            return FORBIDDEN
        return next(number[end] for end in ends if end in number)

    return [[after((*word, move)) for move in range(4)] for word in states]


def moves() -> bytes:
    """What moves.bin holds."""
    return b"".join(n.to_bytes(2, "little") for row in automaton(LONGEST) for n in row)


if __name__ == "__main__":
    FILE.write_bytes(moves())
