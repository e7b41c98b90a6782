"""Patterns: the tiles that a pattern database keeps, and a canonical labelling for any goal.

Tables are stored for *canonical* goals: cell c holds tile c, with the blank in cell 0; if the
blank's goal cell is another cell b, tile b is in cell 0. A board with any goal is converted by a
symmetry of the board, which maps the blank's goal cell to the first equivalent cell (0 for a
corner), and by renaming the tiles after their goal cells.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from taquin.ground.errors import OptionError, quoted
from taquin.ground.heard import HeuristicSentence
from taquin.ground.sentences import said

__all__ = [
    "MOST_CELLS",
    "Canonical",
    "Partition",
    "Symmetry",
    "canonical_goal",
    "canonicalise",
    "format_partition",
    "named_partition",
    "partition_names",
    "refuse_large_board",
    "symmetries",
]

Partition = tuple[tuple[int, ...], ...]

# The kernels keep a set of cells in the bits of a uint32.
MOST_CELLS = 32

# The longest text that can name a partition of such a board, with room for spaces.
_LONGEST = 400
_TEXT = re.compile(r"[\d,|\s-]*", re.ASCII)

# 15-puzzle: partitions found by exchanging two tiles as long as that helps (fewest expansions;
# 5-5-5: greatest mean), see docs/decisions/0011-pattern-databases.md; 24-puzzle: Korf & Felner
# 2002.
_NAMED: dict[tuple[int, int], dict[str, Partition]] = {
    (4, 4): {
        "5-5-5": ((10, 11, 13, 14, 15), (4, 5, 8, 9, 12), (1, 2, 3, 6, 7)),
        "6-6-3": ((2, 3, 6, 7, 10, 11), (1, 4, 5, 8, 9, 12), (13, 14, 15)),
        "7-7-1": ((2, 6, 7, 10, 11, 14, 15), (1, 4, 5, 8, 9, 12, 13), (3,)),
        "7-8": ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15)),
    },
    (5, 5): {
        "6-6-6-6": (
            (1, 2, 5, 6, 7, 12),
            (3, 4, 8, 9, 13, 14),
            (10, 11, 15, 16, 20, 21),
            (17, 18, 19, 22, 23, 24),
        ),
    },
}

# With the blank's goal on an edge, no reflection gives a second view: other partitions are best.
_ELSEWHERE: dict[tuple[int, int, int], dict[str, Partition]] = {
    (4, 4, 1): {
        "6-6-3": ((3, 6, 7, 10, 11, 15), (1, 2, 4, 5, 8, 9), (12, 13, 14)),
        "7-7-1": ((3, 6, 7, 10, 11, 14, 15), (2, 4, 5, 8, 9, 12, 13), (1,)),
    },
}


def partition_names(width: int, height: int) -> tuple[str, ...]:
    """Names of the partitions chosen for this size; other sizes, such as "4-4", work as well."""
    return tuple(_NAMED.get((width, height), {}))


def named_partition(text: str, width: int, height: int, blank: int = 0) -> Partition:
    """The partition that a text names, as tuples of tiles of the canonical goal with that blank.

    text: a known name ("6-6-3"), sizes ("4-4": the goal's cells split in reading order, or column
    by column if the board is wider than high), or the tiles ("1,2,5|3,4,6,7,8").
    Raises OptionError unless every tile 1 .. width*height-1 occurs once; what cannot be a
    partition, by its characters or its length, is refused before it is read.
    """
    named = _NAMED.get((width, height), {}) | _ELSEWHERE.get((width, height, blank), {})
    tiles = range(1, width * height)
    try:
        if len(text) > _LONGEST or not _TEXT.fullmatch(text):
            raise ValueError
        if "|" in text or "," in text:
            parts = tuple(
                tuple(sorted(int(t) for t in part.replace(",", " ").split()))
                for part in text.split("|")
            )
        else:
            sizes = [int(size) for size in text.split("-")]
            name = "-".join(map(str, sizes))
            parts = named[name] if name in named else _cut(sizes, width, height)
    except ValueError:
        raise OptionError(
            f"{quoted(text)} is not a partition: expected a name "
            f"({', '.join(named) or 'none is known for this size'}), sizes such as 4-4, or tiles "
            "such as 1,2,5|3,4,6,7,8."
        ) from None
    if sorted(t for part in parts for t in part) != list(tiles) or not all(parts):
        size, given = f"{width}x{height}", quoted(text)
        fault = said(HeuristicSentence.PARTITION, partition=given, size=size, last=len(tiles))
        raise OptionError(fault)
    return parts


def _cut(sizes: list[int], width: int, height: int) -> Partition:
    cells = list(range(1, width * height))
    if width > height:
        cells.sort(key=lambda cell: (cell % width, cell))
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    if any(size < 1 for size in sizes) or ends[-1] != len(cells):
        return ()
    return tuple(
        tuple(sorted(cells[end - size : end])) for size, end in zip(sizes, ends, strict=True)
    )


def format_partition(partition: Partition) -> str:
    """Twin of `named_partition`: the text that lists the tiles, "1,2,5|3,4,6,7,8"."""
    return "|".join(",".join(map(str, part)) for part in partition)


class Symmetry(NamedTuple):
    """A map of the board onto itself: cell c goes to cells[c], move d becomes directions[d]."""

    cells: tuple[int, ...]
    directions: tuple[int, int, int, int]

    def inverse(self) -> "Symmetry":
        """The inverse map."""
        back = {d: i for i, d in enumerate(self.directions)}
        cells = tuple(sorted(range(len(self.cells)), key=self.cells.__getitem__))
        return Symmetry(cells, (back[0], back[1], back[2], back[3]))


def symmetries(width: int, height: int, neighbors: Sequence[Sequence[int]]) -> tuple[Symmetry, ...]:
    """The symmetries of a board, with the identity first.

    Candidates are reflections, the transposition on square boards, and all shifts on boards that
    wrap around; the neighbour table decides which hold, so walls are respected. O(cells**2), once
    for each of the last boards.
    """
    return _symmetries(width, height, tuple(tuple(row) for row in neighbors))


@lru_cache(maxsize=64)
def _symmetries(
    width: int, height: int, neighbors: tuple[tuple[int, ...], ...]
) -> tuple[Symmetry, ...]:
    wraps = all(cell >= 0 for row in neighbors for cell in row)
    shifts = [(x, y) for y in range(height) for x in range(width)] if wraps else [(0, 0)]
    found: dict[tuple[int, ...], Symmetry] = {}
    for transposed in (False, True) if width == height else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                for shift_x, shift_y in shifts:
                    cells = []
                    for cell in range(width * height):
                        y, x = divmod(cell, width)
                        if transposed:
                            x, y = y, x
                        x = (width - 1 - x if flip_x else x) + shift_x
                        y = (height - 1 - y if flip_y else y) + shift_y
                        cells.append(y % height * width + x % width)
                    axes = [0 ^ flip_y, 1 ^ flip_y], [2 ^ flip_x, 3 ^ flip_x]
                    up_down, left_right = axes[::-1] if transposed else axes
                    symmetry = Symmetry(tuple(cells), (*up_down, *left_right))  # type: ignore[arg-type]
                    if _holds(symmetry, neighbors):
                        found.setdefault(symmetry.cells, symmetry)
    return tuple(found.values())


def _holds(symmetry: Symmetry, neighbors: Sequence[Sequence[int]]) -> bool:
    cells, directions = symmetry
    return all(
        neighbors[cells[cell]][directions[k]] == (cells[other] if other >= 0 else -1)
        for cell, row in enumerate(neighbors)
        for k, other in enumerate(row)
    )


def canonical_goal(cells: int, blank: int) -> tuple[int, ...]:
    """The goal that tables are stored for: tile c in cell c, but tile `blank` in cell 0."""
    goal = list(range(cells))
    goal[0], goal[blank] = blank, 0
    return tuple(goal)


def refuse_large_board(cells: int) -> None:
    """Raise OptionError for a board of more cells than the kernels can number."""
    if cells > MOST_CELLS:
        raise OptionError(said(HeuristicSentence.CELLS, most=MOST_CELLS, cells=cells))


class Canonical(NamedTuple):
    """Converts boards with one goal to the canonical labelling, and moves back.

    blank: the blank's canonical goal cell.
    symmetry: maps cells to canonical cells.
    names: canonical tile of each original tile (blank 0 stays 0).
    """

    blank: int
    symmetry: Symmetry
    names: tuple[int, ...]

    def board(self, cells: Sequence[int]) -> bytes:
        """The board in canonical labelling; cells: the tile in each cell, in reading order."""
        carried = bytearray(len(cells))
        for cell, tile in enumerate(cells):
            carried[self.symmetry.cells[cell]] = self.names[tile]
        return bytes(carried)

    def original(self, carried: Sequence[int]) -> bytes:
        """The inverse of `board`: the board that it converts to this one."""
        return bytes(self.names.index(carried[cell]) for cell in self.symmetry.cells)

    def moves(self, letters: str) -> str:
        """Moves in canonical labelling, converted to moves of the original board."""
        back = self.symmetry.inverse().directions
        return "".join("UDLR"[back["UDLR".index(letter)]] for letter in letters)


def canonicalise(
    goal: Sequence[int], width: int, height: int, neighbors: Sequence[Sequence[int]]
) -> Canonical:
    """The conversion to canonical labelling for a goal; goal: the tile in each cell.

    The blank's goal cell maps to the smallest cell that a symmetry can map it to. Raises
    OptionError for a board too large for pattern databases, before any symmetry is tried.
    """
    refuse_large_board(len(goal))
    return _canonical(tuple(goal), width, height, tuple(tuple(row) for row in neighbors))


@lru_cache(maxsize=64)
def _canonical(
    goal: tuple[int, ...], width: int, height: int, neighbors: tuple[tuple[int, ...], ...]
) -> Canonical:
    place = goal.index(0)
    symmetry = min(symmetries(width, height, neighbors), key=lambda s: s.cells[place])
    blank = symmetry.cells[place]
    target = canonical_goal(width * height, blank)
    names = [0] * len(goal)
    for cell, tile in enumerate(goal):
        names[tile] = target[symmetry.cells[cell]]
    return Canonical(blank, symmetry, tuple(names))
