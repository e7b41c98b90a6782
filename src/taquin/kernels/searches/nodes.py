"""How a search with a frontier stores the boards that it has reached: nodes, and their index.

A node is one row of `Nodes`, numbered in the order of the Python engine. It takes 12 bytes on
boards of up to 16 cells, plus 5 to 9 bytes in the index; pattern databases add one or two per
view. If duplicates are checked on generation, parents are not stored: the index finds them again
when the path is reconstructed. Rows never change but for their link, so a path keeps the nodes
that it was made of.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import ID_BITS
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.searches.moves import MoveTables
from taquin.kernels.searches.tables import PartTables

__all__ = ["Nodes", "Register", "Tables", "Workspace"]


I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]

GLOBAL, CLOSED, PATH, PARENT, ANYTHING = 0, 1, 2, 3, 4
POLICIES = {"global": GLOBAL, "closed": CLOSED, "path": PATH, "parent": PARENT, "none": ANYTHING}

# A node's link, from the low bits up: whether it was expanded, the column of the move straight
# back, the blank's cell, h, and g from bit G_AT on. A superseded node in the frontier has DEAD in
# the bits before h, which cannot occur otherwise: no blank is in cell 31. Its others are 0 or KEPT.
BACK_AT, BLANK_AT, H_AT = 1, 3, 8
WAS_EXPANDED = 1
DEAD = 0xFF
# Bits of h and of g, types of links and sums: the first of these in which no h is too large.
LAYOUTS = (
    (8, 16, np.uint32, np.uint8),
    (12, 16, np.int64, np.uint16),
    (20, 24, np.int64, np.uint32),
)

# The index grows when more than LOAD / LOAD_OF of its entries are used, up to 2 ** ID_BITS entries.
LOAD, LOAD_OF = 13, 15
MOST_NODES = (LOAD << ID_BITS) // LOAD_OF - 8


class Register(IntEnum):
    """Places in `Workspace.at`: the counters, and the rules. A search has its own from END on."""

    EXPANDED = 0
    GENERATED = auto()
    EVALUATED = auto()
    REOPENED = auto()
    POPPED = auto()
    DEEPEST = auto()
    USED = auto()  # nodes
    DISTINCT = auto()  # boards reached
    PENDING = auto()  # the node taken but not expanded yet; -1 = none
    # The rules.
    CELLS = auto()
    DEAREST = auto()  # no move costs more
    WIDE = auto()
    STRIDE = auto()
    INFORMED = auto()
    POLICY = auto()
    REOPEN = auto()
    MOST_H = auto()  # no estimate exceeds it
    DEPTHS = auto()
    PLAIN = auto()
    FORESEES = auto()  # whether successors are often expanded next
    VIEWS = auto()  # pattern-database sums per node
    PARENTS = auto()  # whether parents are stored
    G_AT = auto()  # the layout of links
    H_MASK = auto()
    GOAL = auto()  # its two words
    GOAL_SECOND = auto()
    BRANCHES = auto()  # no board has more successors
    MOST_G = auto()  # no link has room for more
    KEPT = auto()  # the bits of a link that a superseded node keeps beside those of DEAD
    # The words and the mixed bits of each successor, three for each column.
    CHILDREN = auto()


END = Register.CHILDREN + 12


class Tables(NamedTuple):
    """The constants of a search.

    board: int64[…]; neighbours [cells, 4], cost [cells] and value [cells, cells], concatenated.
    moves: None where `board` has all moves.
    """

    board: I64
    estimate: PartTables
    patterns: PatternTables
    moves: MoveTables | None


class Nodes(NamedTuple):
    """All nodes, and the index of their boards.

    boards:  int64[capacity, stride] flat: one or two words, and the depth if moves can cost more
             than 1
    links:   uint32[capacity], or int64 for large h
    parents: uint32[capacity] of node numbers; empty with the policy "global", unless moves are a
             table
    places:  uint32[any size], the index of reached boards
    sums:    uint8[capacity, views] flat, or uint16 for large h; see `patterns.sums`
    """

    boards: I64
    links: Any
    parents: U32
    places: U32
    sums: Any


class Workspace(NamedTuple):
    """The registers, and working space for one expansion."""

    at: I64  # int64[…], see `Register`
    board: npt.NDArray[np.uint8]  # uint8[cells]
    parts: I64  # int64[2, PARTS]
    where: npt.NDArray[np.uint8]  # uint8[cells], the cell of each tile of `board`
    # The successors where moves are a table: int64[branches, 4] flat, their words, mixed bits, and
    # whether a successor is left out; and uint8[cells], one of them.
    pushed: I64
    child: npt.NDArray[np.uint8]
