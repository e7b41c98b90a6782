"""The boards reached from a start, from the Python side: their arrays and how these grow."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from taquin.kernels.base import hashing
from taquin.kernels.base.growing import bytes_to_extend, extended, more
from taquin.kernels.searches.estimates import PARTS, divided, fill, largest, total
from taquin.kernels.searches.moves import most_moves
from taquin.kernels.searches.nodes import (
    BACK_AT,
    BLANK_AT,
    CLOSED,
    DEAD,
    END,
    GLOBAL,
    H_AT,
    I64,
    LAYOUTS,
    LOAD,
    LOAD_OF,
    MOST_NODES,
    POLICIES,
    Nodes,
    Register,
    Tables,
    Workspace,
)
from taquin.kernels.searches.paths import labels_along, letters_between
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, PartTables

__all__ = ["Reached", "largest_g"]


class Reached:
    """The nodes of one search, with the tables and the registers that its kernels take.

    registers: how many the search has of its own.
    """

    def __init__(
        self,
        board: BoardTables,
        estimate: EstimateTables | None,
        start: bytes,
        *,
        duplicates: str = "global",
        reopen: bool = True,
        foresees: bool = False,
        registers: int = 0,
    ) -> None:
        cells, informed = len(start), estimate is not None
        if estimate is None:
            zero = np.zeros((cells, cells), np.int64)
            estimate = EstimateTables(PartTables(0, zero, 1, np.zeros(0, np.int64)))
        neighbors = board.neighbors.astype(np.int64)
        steps = neighbors.tolist() if board.moves is None else []
        back_columns = [
            row.index(cell) if there != NONE else NONE
            for cell, there_all in enumerate(steps)
            for there in there_all
            for row in [neighbors[there].tolist() if there != NONE else []]
        ]
        parts = (
            neighbors.ravel(),
            board.cost,
            estimate.parts.value.ravel(),
            np.array(back_columns, np.int64),
        )
        flat = np.concatenate(parts, dtype=np.int64)
        self.tables = Tables(flat, estimate.parts, estimate.patterns, board.moves)
        self.letters_of, self.branches = board, most_moves(board.moves)
        at = np.zeros(END + registers, np.int64)
        rules = _rules(board, estimate, POLICIES[duplicates], informed=informed)
        rules |= {Register.REOPEN: reopen, Register.FORESEES: foresees and rules[Register.PLAIN]}
        at[list(rules)] = list(rules.values())
        self.scratch = Workspace(
            at=at,
            board=np.frombuffer(start, np.uint8).copy(),
            parts=np.zeros((2, PARTS), np.int64),
            where=np.zeros(cells, np.uint8),
            pushed=np.zeros(4 * self.branches, np.int64),
            child=np.zeros(cells, np.uint8),
        )
        capacity, wide = 1 << 12, int(at[Register.WIDE])
        first = (wide, hashing.pack(start)) if duplicates == "global" else (0, None)
        _, _, links, sums = _layout(int(at[Register.MOST_H]))
        self.nodes = Nodes(
            boards=np.zeros(capacity * int(at[Register.STRIDE]), np.int64),
            links=np.zeros(capacity, links),
            parents=np.zeros(capacity if at[Register.PARENTS] else 0, np.uint32),
            places=hashing.new_index(2 * capacity, *first),
            sums=np.zeros(capacity * int(at[Register.VIEWS]), sums),
        )
        self.h = self._enter_start(start, estimate.start)

    def _enter_start(self, start: bytes, sums: I64) -> int:
        """Make the start the first node; returns its h."""
        at, h = self.scratch.at, 0
        if at[Register.INFORMED]:
            fill(self.scratch.board, self.tables.estimate, self.scratch.parts[0])
            value = total if self.tables.moves is None else divided
            h = int(value(self.tables.estimate, self.scratch.parts[0]))
            self.nodes.sums[: len(sums)] = sums
            h = max(h, 0, *sums.tolist())
        self.nodes.boards[: 1 + at[Register.WIDE]] = hashing.pack(start)[: 1 + at[Register.WIDE]]
        self.nodes.links[0] = (start.index(0) << BLANK_AT) | (h << H_AT)
        at[Register.PENDING] = -1
        at[[Register.USED, Register.EVALUATED]] = 1, at[Register.INFORMED]
        at[Register.DISTINCT] = at[Register.POLICY] == GLOBAL
        return h

    def longer(self) -> dict[str, int]:
        """New lengths for the arrays that are too short for one more expansion."""
        at, nodes, lengths = self.scratch.at, self.nodes, {}
        made = self.branches
        full = LOAD_OF * (at[Register.DISTINCT] + made) > LOAD * len(nodes.places)
        # Node numbers must fit in its entries.
        if full or (
            at[Register.POLICY] <= CLOSED and at[Register.USED] + 2 * made > len(nodes.places)
        ):
            lengths["places"] = 2 * len(nodes.places)
        if at[Register.USED] + made > len(nodes.links):
            rows = more(len(nodes.links), 8)
            lengths["boards"], lengths["links"] = rows * int(at[Register.STRIDE]), rows
            lengths["parents"] = rows if at[Register.PARENTS] else 0
            lengths["sums"] = rows * int(at[Register.VIEWS])
        return lengths

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        nodes = self.nodes._asdict()
        return sum(bytes_to_extend(nodes[name], n) for name, n in self.longer().items())

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        for name, length in self.longer().items():
            longer = extended(getattr(self.nodes, name), length)
            self.nodes = self.nodes._replace(**{name: longer})
            if name == "places":
                at, aside = self.scratch.at, np.zeros(length // 2, np.int64)
                shape = int(at[Register.STRIDE]), int(at[Register.WIDE])
                hashing.spread_out(self.nodes.boards, shape, longer, aside)

    def count(self, stats: Any, peak: int) -> None:
        """Write the counters to `stats`; peak: the most nodes that were open."""
        write_counters(stats, self.scratch.at.tolist(), Register)
        stats.peak_frontier = peak

    @property
    def is_numbered_out(self) -> bool:
        """Whether the nodes are all that the longest index holds."""
        return bool(self.scratch.at[Register.USED] + 2 * self.branches > MOST_NODES)

    @property
    def is_beyond(self) -> bool:
        """Whether a g would no longer fit in a link."""
        at = self.scratch.at
        return bool(self.g + at[Register.DEAREST] > at[Register.MOST_G])

    @property
    def g(self) -> int:
        """The g of the pending node."""
        at = self.scratch.at
        return int(self.nodes.links[at[Register.PENDING]]) >> int(at[Register.G_AT])

    def board(self, number: int) -> bytes:
        """The board of a node."""
        at = self.scratch.at
        here = number * int(at[Register.STRIDE])
        first, second = self.nodes.boards[here], self.nodes.boards[here + int(at[Register.WIDE])]
        return hashing.unpack_bytes(int(at[Register.CELLS]), int(first), int(second))

    def letters(self, number: int) -> Sequence[str]:
        """The moves from the start to a node."""
        path = [number]
        while path[-1]:
            path.append(self._parent(path[-1]))
        path.reverse()
        if self.tables.moves is not None:
            return labels_along(self.letters_of, [self.board(node) for node in path])
        blanks = [int(self.nodes.links[node]) >> BLANK_AT & 31 for node in path]
        return letters_between(self.letters_of, blanks)

    def _parent(self, number: int) -> int:
        """The parent of a node.

        If parents are not stored, it is found by its board, one move back, and by its g: each
        node of the same board has a smaller g than those before it.
        """
        at, nodes, cells = self.scratch.at, self.nodes, bytearray(self.board(number))
        if at[Register.PARENTS]:
            return int(nodes.parents[number])
        link = int(nodes.links[number])
        blank = link >> BLANK_AT & 31
        before = int(self.tables.board[4 * blank + (link >> BACK_AT & 3)])
        g = (link >> int(at[Register.G_AT])) - int(self.letters_of.cost[cells[before]])
        cells[blank], cells[before] = cells[before], 0
        words = hashing.pack(bytes(cells))
        found = hashing.look_up(
            nodes.boards, tuple(at[[Register.STRIDE, Register.WIDE]]), nodes.places, words
        )
        if int(nodes.links[found]) >> int(at[Register.G_AT]) == g:
            return found
        stride, end = int(at[Register.STRIDE]), int(at[Register.USED] * at[Register.STRIDE])
        equal = nodes.boards[:end:stride] == words[0]
        if at[Register.WIDE]:
            equal &= nodes.boards[1:end:stride] == words[1]
        equal &= nodes.links[: at[Register.USED]] != DEAD
        same = np.flatnonzero(equal)
        return int(same[nodes.links[same] >> int(at[Register.G_AT]) == g][0])


def _layout(most_h: int) -> tuple[int, int, Any, Any]:
    """One of `LAYOUTS`."""
    return next(layout for layout in LAYOUTS if most_h < 1 << layout[0])


def largest_g(estimate: EstimateTables | tuple[EstimateTables, EstimateTables] | None) -> int:
    """The largest cost that a search with this estimate can count."""
    ends = (estimate,) if isinstance(estimate, EstimateTables) else estimate or ()
    return (1 << _layout(max(map(largest, ends), default=0))[1]) - 1


def _rules(
    board: BoardTables, estimate: EstimateTables, policy: int, *, informed: bool
) -> dict[int, int]:
    """The registers that hold the rules."""
    cells, parts = len(board.goal), estimate.parts
    wide, most = hashing.is_wide(cells), largest(estimate) if informed else 0
    h_bits, g_bits, _, _ = _layout(most)
    depths, views = (board.cheapest, board.dearest) != (1, 1), estimate.patterns.views
    plain = not wide and parts.kind == 0 and parts.divisor == 1 and not views
    goal = hashing.pack(board.goal.tobytes())
    return {
        Register.CELLS: cells,
        Register.DEAREST: max(cells, board.dearest),
        Register.WIDE: wide,
        Register.STRIDE: 1 + wide + depths,
        Register.INFORMED: informed,
        Register.POLICY: policy,
        Register.MOST_H: most,
        Register.DEPTHS: depths,
        Register.PLAIN: plain and board.moves is None,
        Register.VIEWS: views,
        Register.PARENTS: policy != GLOBAL or board.moves is not None,
        Register.G_AT: H_AT + h_bits,
        Register.H_MASK: (1 << h_bits) - 1,
        Register.MOST_G: (1 << g_bits) - 1,
        Register.GOAL: goal[0],
        Register.GOAL_SECOND: goal[1],
        Register.BRANCHES: most_moves(board.moves),
    }
