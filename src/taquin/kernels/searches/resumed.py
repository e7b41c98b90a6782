"""The open nodes of a contour as moves, and the arrays of lanes and waves made of them again.

Every move is tried against the board and the automaton, and every node against the bound.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.patterns.layout import NO_SLOT
from taquin.kernels.patterns.shared import VIEWS_A_WORD, shared_words
from taquin.kernels.searches.lanes import DEPTHS, SPLIT_DEPTH, Frames, Register, SearchTables, aim
from taquin.kernels.searches.pdb_kernels import AnyFrames, AnyTables, evaluate_board
from taquin.kernels.searches.wave_nodes import (
    DEPTH,
    MOST_MOVES,
    PATH,
    STATE,
    WIDTH,
    SharedTables,
    StackPlace,
    Waves,
)
from taquin.kernels.searches.wave_stack import path_of
from taquin.kernels.searches.waves import RESERVE

__all__ = [
    "Contour",
    "Misfit",
    "Standing",
    "moved",
    "open_lanes",
    "open_nodes",
    "resume_lanes",
    "resume_nodes",
]

Arrays = Mapping[str, npt.NDArray[Any]]
_NOTHING = np.zeros(0)
_NO_CELL = 255


class Misfit(ValueError):
    """A snapshot to which no search of its board can have come."""


class Standing(NamedTuple):
    """A board on the way from the start.

    cells: tile on each cell.   blank: the blank's cell.   state: of the automaton.
    """

    cells: bytes
    blank: int
    state: int


def moved(tables: AnyTables, node: Standing, direction: int) -> tuple[Standing, int]:
    """The node after a move, and the tile that moved. Raises Misfit for a move that is not tried"""
    if not 0 <= direction < MOST_MOVES or not int(tables.choices[node.state]) >> direction & 1:
        raise Misfit("a path has a move that the search does not try")
    source = int(tables.neighbors[node.blank * 4 + direction])
    if source == _NO_CELL:
        raise Misfit("a path leaves the board")
    cells = bytearray(node.cells)
    tile = cells[source]
    cells[node.blank], cells[source] = tile, 0
    return Standing(bytes(cells), source, int(tables.steps[node.state * 4 + direction])), tile


class Contour:
    """A contour whose subtrees were made again, and what its workers have claimed of it so far."""

    def __init__(
        self,
        tables: AnyTables,
        frames: AnyFrames,
        start: bytes,
        bound: int,
        subtrees: int,
        item: int,
    ) -> None:
        """subtrees: their end, in the arrays of `frames`.   item: the next one to begin."""
        self.tables, self.bound = tables, bound
        self.start = Standing(start, start.index(0), start.index(0) + 1)
        self._frames, self.item = frames, item
        paths = frames.item_moves[: subtrees * SPLIT_DEPTH].reshape(-1, SPLIT_DEPTH)
        self._begun = {paths[number].tobytes() for number in range(1, item)}
        self._claimed: set[bytes] = set()

    def root(self, number: int) -> Standing:
        """The root of a subtree that was begun and that no other lane searches."""
        if not 0 < number < self.item:
            raise Misfit(f"subtree {number} was not begun")
        self._claim(number.to_bytes(4, "little"))
        frames, cells = self._frames, len(self.start.cells)
        board = bytearray(frames.item_cells[number * cells : (number + 1) * cells])
        blank = int(frames.item_blank[number])
        board[blank] = 0  # the tile that lanes moved away is still there
        return Standing(bytes(board), blank, int(frames.item_state[number]))

    def node(self, path: npt.NDArray[np.uint8]) -> Standing:
        """The node at the end of a path from the start, which no other worker has open."""
        if path[:SPLIT_DEPTH].tobytes() not in self._begun:
            raise Misfit("an open node is in no subtree that was begun")
        self._claim(path.tobytes())
        node = self.start
        for direction in path.tolist():
            node, _ = moved(self.tables, node, direction)
        return node

    def known(self, node: Standing, depth: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The words and the sums of a node that is not a goal and within the bound."""
        words, sums = self.evaluated(node)
        if not 0 < int(sums.max()) <= self.bound - depth:
            raise Misfit("an open node is beyond the bound, or the goal")
        return words, sums

    def evaluated(self, node: Standing) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The words and the sums of a node."""
        # From a bytearray: the kernel would be compiled again for an array that is only read.
        board = np.frombuffer(bytearray(node.cells), dtype=np.uint8)
        found = evaluate_board(self.tables, board)
        if found is None:
            raise Misfit("there is no way from an open node to the goal")
        return found

    def _claim(self, what: bytes) -> None:
        if what in self._claimed:
            raise Misfit("a node is open twice")
        self._claimed.add(what)


def open_lanes(frames: Frames) -> dict[str, npt.NDArray[Any]]:
    """What active lanes have to keep.

    turn: int64[1]; order: uint8[A], the lanes; items: uint32[A], their subtrees, 0 where none was
    begun; lengths: uint16[A], moves below its root; moves: uint8[sum of these]. The moves still to
    try follow: those behind the one that was made.
    """
    registers = frames.registers
    order = frames.order[: registers[Register.ACTIVE]].copy()
    base = int(registers[Register.BASE])
    moves = frames.moves.reshape(-1, DEPTHS)
    states, lanes = frames.state.reshape(-1, DEPTHS), order.tolist()
    depths = {lane: int(frames.depths[lane]) for lane in lanes}
    begun = [int(frames.item[n]) if states[n, depths[n]] else 0 for n in lanes]
    return {
        "turn": registers[[Register.TURN]],
        "order": order,
        "items": np.array(begun, dtype=np.uint32),
        "lengths": np.array([depths[lane] - base for lane in lanes], dtype=np.uint16),
        "moves": _joined([moves[lane, base : depths[lane]] for lane in lanes]),
    }


def resume_lanes(contour: Contour, frames: Frames, arrays: Arrays) -> int:
    """Put lanes where they were; returns the depth of the deepest."""
    lanes, registers = len(frames.order), frames.registers
    order = _array(arrays, "order", np.uint8, lanes)
    items, lengths = (_array(arrays, name, kind, lanes) for name, kind in _OF_LANES)
    moves = _array(arrays, "moves", np.uint8, lanes * DEPTHS)
    turn = _array(arrays, "turn", np.int64, 1)
    if {len(items), len(lengths)} != {len(order)} or len(moves) != lengths.sum(dtype=np.int64):
        raise Misfit("the lanes have arrays of different lengths")
    if not set(order.tolist()) <= {*range(lanes)} or len(set(order.tolist())) < len(order):
        raise Misfit("the lanes are in no order")
    if len(turn) != 1 or not 0 <= int(turn[0]) <= len(order):
        raise Misfit("it is the turn of no lane")
    rest = [lane for lane in range(lanes) if lane not in order]
    frames.order[:] = [*order.tolist(), *rest]
    registers[Register.TURN], registers[Register.ACTIVE] = turn[0], len(order)
    at, reached = 0, 0
    for lane, item, length in zip(order.tolist(), items.tolist(), lengths.tolist(), strict=True):
        if item:
            path = moves[at : at + length].tolist()
            reached = max(reached, _resume_lane(contour, frames, (lane, item), path))
        elif length:
            raise Misfit("a lane that has not begun has moved")
        at += length
    assert isinstance(contour.tables, SearchTables)
    aim(contour.tables, frames)
    return reached


_OF_LANES = (("items", np.uint32), ("lengths", np.uint16))


def _resume_lane(
    contour: Contour, frames: Frames, place: tuple[int, int], path: Sequence[int]
) -> int:
    """Put a lane where it was; returns its depth. place: the lane and its subtree."""
    tables, (lane, item) = contour.tables, place
    views, slots = tables.patterns.views, tables.patterns.slots
    cells, node, depth = len(contour.start.cells), contour.root(item), SPLIT_DEPTH
    words, sums = contour.known(node, depth)
    sums_of = frames.sums.reshape(-1, views)
    child_words = frames.child_words.reshape(-1, MOST_MOVES, views)
    child_sums = frames.child_sums.reshape(-1, MOST_MOVES, views)
    slot_of = tables.patterns.slot.reshape(views, cells)
    frame = lane * DEPTHS + depth
    for direction in path:
        sums_of[frame], frames.state[frame], frames.blanks[frame] = sums, node.state, node.blank
        following, tile = moved(tables, node, direction)
        _put(child_words[frame, direction], slot_of[:, tile], words)
        frames.moves[frame], frames.todo[frame] = direction, 0
        for other in range(direction + 1, MOST_MOVES):
            if int(tables.choices[node.state]) >> other & 1:
                child, tile = moved(tables, node, other)
                after, totals = contour.evaluated(child)
                if int(totals.max()) <= contour.bound - depth - 1:
                    frames.todo[frame] |= 1 << other
                    _put(child_words[frame, other], slot_of[:, tile], after)
                    child_sums[frame, other] = totals
        node, depth, frame = following, depth + 1, frame + 1
        words, sums = contour.known(node, depth)
    sums_of[frame], frames.state[frame] = sums, node.state
    frames.item[lane], frames.depths[lane], frames.blank[lane] = item, depth, node.blank
    frames.cells[lane * cells : (lane + 1) * cells] = np.frombuffer(node.cells, dtype=np.uint8)
    frames.words[lane * slots : (lane + 1) * slots] = words
    return depth


def _put(
    room: npt.NDArray[np.uint64], slots: npt.NDArray[np.uint16], words: npt.NDArray[np.uint64]
) -> None:
    """Put the word of a view's slot in each place; a tile may be in no slot of a view."""
    used = slots != NO_SLOT
    room[used] = words[slots[used]]


def open_nodes(waves: Waves) -> dict[str, npt.NDArray[Any]]:
    """What a search in waves has to keep.

    sizes: int64[2], WIDTH and REST; lengths: uint16[OPEN]; moves: uint8[sum of these], the paths
    from the start to the open nodes, the next to expand last.
    """
    numbers = waves.stack[: waves.sizes[StackPlace.OPEN]].tolist()
    paths = [np.array(path_of(waves, number), dtype=np.uint8) for number in numbers]
    return {
        "sizes": waves.sizes[[StackPlace.WIDTH, StackPlace.REST]],
        "lengths": np.array([len(path) for path in paths], dtype=np.uint16),
        "moves": _joined(paths),
    }


def resume_nodes(contour: Contour, waves: Waves, arrays: Arrays) -> int:
    """Put the open nodes of a search in waves where they were; returns the greatest depth."""
    most = len(waves.stack)
    lengths = _array(arrays, "lengths", np.uint16, most)
    moves = _array(arrays, "moves", np.uint8, most * DEPTHS)
    sizes = _array(arrays, "sizes", np.int64, 2)
    count, depths = len(lengths), lengths.astype(np.int64)
    if len(sizes) != 2 or not 1 <= int(sizes[0]) <= WIDTH or not 0 <= int(sizes[1]) <= WIDTH:
        raise Misfit("a wave has another width")
    if int(sizes[1]) > count or (sizes[1] and count > most - RESERVE):
        raise Misfit("a wave has more nodes than are open")
    if len(moves) != depths.sum() or not (depths >= SPLIT_DEPTH).all():
        raise Misfit("the open nodes have paths of other lengths")
    if (depths > contour.bound).any():
        raise Misfit("an open node is beyond the bound")
    # What the way down from a node may add must find room behind it.
    if (np.arange(count) + 1 + (MOST_MOVES - 1) * (contour.bound - depths) >= most).any():
        raise Misfit("there is no room for what is open")
    waves.stack[:] = np.arange(most)
    waves.sizes[StackPlace.OPEN] = count
    waves.sizes[StackPlace.WIDTH], waves.sizes[StackPlace.REST] = sizes
    at = 0
    for number, length in enumerate(lengths.tolist()):
        _put_node(contour, waves, number, moves[at : at + length])
        at += length
    waves.registers[Register.ACTIVE] = len(waves.order)
    return int(depths.max(initial=0))


def _put_node(contour: Contour, waves: Waves, number: int, path: npt.NDArray[np.uint8]) -> None:
    tables, depth = contour.tables, len(path)
    assert isinstance(tables, SharedTables)
    shared, node = tables.shared, contour.node(path)
    words, sums = contour.known(node, depth)
    row = waves.nodes.reshape(len(waves.stack), -1)[number]
    row[:] = 0
    slots, views = len(shared.owner), len(shared.words)
    shared_words(tables.patterns, shared, words, np.uint64(node.blank), row[:slots])
    growth = np.full(views * VIEWS_A_WORD, contour.bound - int(waves.registers[Register.FLOOR]))
    growth[: len(sums)] = contour.bound - depth - sums
    row[slots : slots + views] = (growth >> 1).astype(np.uint8).view("<u8")
    cells = row[slots + views : len(row) - 1].view(np.uint8)
    cells[: len(node.cells)] = np.frombuffer(node.cells, dtype=np.uint8)
    row[-1] = node.blank | depth << DEPTH | node.state << STATE
    steps = np.zeros(PATH * 32, np.uint64)
    steps[:depth] = path
    bits = steps.reshape(PATH, 32) << (2 * np.arange(32, dtype=np.uint64))
    waves.paths[number * PATH : (number + 1) * PATH] = np.bitwise_or.reduce(bits, axis=1)
    waves.state[depth] = node.state


def _joined(parts: list[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    return np.concatenate([np.zeros(0, dtype=np.uint8), *parts])


def _array(arrays: Arrays, name: str, dtype: Any, most: int) -> npt.NDArray[Any]:
    array = arrays.get(name, _NOTHING)
    if array.dtype != dtype or array.ndim != 1 or len(array) > most:
        raise Misfit(f"{name} is missing or has another size")
    return array
