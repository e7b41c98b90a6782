"""The compiled part of IDA* over relabelled tables: see `ida_star_pushes`.

A node has two words for each view, its sequences of groups by rows and by columns
(`patterns.sequences`); those of the second view, the transposed board, are in the upper halves. A
push along a row leaves the first word alone and turns a part of the second one. All its children
are in one word of each view's table. A table is far larger than the caches, so up to sixteen nodes
are taken from the stack together: their look-ups wait for memory at the same time.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, fetch_add
from taquin.kernels.base.jit import inlined, internal, kernel, quick
from taquin.kernels.patterns.sequences import rank
from taquin.kernels.searches.tables import Signal

__all__ = [
    "BATCH",
    "Frames",
    "PushNode",
    "PushTables",
    "Register",
    "ReplayRow",
    "blank_frames",
    "distance",
    "search_some",
]

BATCH = 16
# The deepest nodes come first, so a stack holds one batch's children for each depth.
_ROOM, _CAUTION = 1 << 14, 1 << 11
_SPLIT_ROOM = 1 << 13
_MOST_PUSHES = 128  # a path has a bit for each push at least
_MODULUS = 16
_FARTHEST = 120  # no table has a greater distance; then it is damaged

U64 = np.uint64
_LOW = U64(0xFFFFFFFF)
_BOTH = U64(0x100000001)
_EACH = U64(0x0101010101010101)


class PushTables(NamedTuple):
    """What the search reads; S sequences.

    codes: uint64[2, S], base, local, near: see `patterns.relabelled` and `patterns.sequences`
    width, height: of the board.   views: 1, or 2 with the transposed board.
    goal: uint64[2]   the words of the goal, by rows and by columns
    blank: the blank's goal cell
    reach: uint64[2, cells]   a byte for each place in the line of a blank, the row or the column:
        128 if a push leads there, else 0; walls stop pushes
    """

    codes: npt.NDArray[np.uint64]
    base: npt.NDArray[np.uint32]
    local: npt.NDArray[np.uint16]
    near: int
    width: int
    height: int
    views: int
    goal: npt.NDArray[np.uint64]
    blank: int
    reach: npt.NDArray[np.uint64]


class PushNode(IntEnum):
    """Columns of a node."""

    ROWS = 0
    COLUMNS = auto()
    PATH = auto()  # where each push led, as its place in the line, the last one lowest
    EARLIER = auto()  # what the path no longer has room for
    REST = auto()  # x | y << 4 | next push along the column << 8 | depth << 9 | slack << 17, 25


NODE = len(PushNode)


class Register(IntEnum):
    """Elements of `Frames.registers`."""

    TOP = 0  # nodes on the stack
    TAKEN = auto()  # nodes in the batch
    AT = auto()  # the next of them
    BOUND = auto()
    SPLIT = auto()  # depth at which nodes become subtrees; 0 for none
    CUT = auto()  # subtrees so far
    EXPANDED = auto()
    GENERATED = auto()
    DEEPEST = auto()
    WAITING = auto()  # most nodes on the stack


class ReplayRow(IntEnum):
    """Rows of `Frames.boards`."""

    START = 0
    GOAL = auto()
    HERE = auto()  # along a path that is replayed
    PLACES = auto()  # where each of its pushes led


class Frames(NamedTuple):
    """The state of one worker's search, which can stop after any node.

    stack: uint64[room, 5]   batch: uint64[16, 5]   see `PushNode`
    words: uint64[16, 2]     what the batch's nodes have looked up
    subtrees: uint64[room, 5]  nodes to search, shared by all workers
    queue: int64[2]          the next subtree, and how many there are; shared
    registers: int64[10]     see `Register`
    boards: int64[4, 128]    see `ReplayRow`
    """

    stack: npt.NDArray[np.uint64]
    batch: npt.NDArray[np.uint64]
    words: npt.NDArray[np.uint64]
    subtrees: npt.NDArray[np.uint64]
    queue: npt.NDArray[np.int64]
    registers: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int64]


def blank_frames(shared: Frames | None = None) -> Frames:
    """Arrays for a worker; its subtrees and queue are those of `shared` if given."""
    if shared is None:
        subtrees, queue = np.zeros((_SPLIT_ROOM, NODE), np.uint64), np.zeros(2, np.int64)
        boards = np.zeros((len(ReplayRow), _MOST_PUSHES), np.int64)
    else:
        subtrees, queue, boards = shared.subtrees, shared.queue, shared.boards.copy()
    return Frames(
        np.zeros((_ROOM, NODE), np.uint64),
        np.zeros((BATCH, NODE), np.uint64),
        np.zeros((BATCH, 2), np.uint64),
        subtrees,
        queue,
        np.zeros(len(Register), np.int64),
        boards,
    )


@quick
def search_some(tables: PushTables, frames: Frames, budget: Any) -> Signal:
    """Expand up to `budget` nodes.

    Returns BUDGET; EXHAUSTED; or FOUND, with the goal's node above the top of the stack. Called
    again, the search goes on.
    """
    registers = frames.registers
    for _ in range(budget):
        if registers[Register.AT] == registers[Register.TAKEN]:
            if registers[Register.TOP] == 0:
                item = fetch_add(frames.queue, np.int64(0))
                if item >= frames.queue[1]:
                    return Signal.EXHAUSTED
                for column in range(NODE):
                    frames.stack[0, column] = frames.subtrees[item, column]
                registers[Register.TOP] = 1
            _take(tables, frames)
        if _expand(tables, frames):
            return Signal.FOUND
    return Signal.BUDGET


@inlined
def _take(tables: Any, frames: Any) -> Any:
    """Take the newest nodes from the stack, and look up their children."""
    registers = frames.registers
    top = registers[Register.TOP]
    registers[Register.WAITING] = max(registers[Register.WAITING], top)
    count = min(top, BATCH)
    if top > _ROOM - _CAUTION or registers[Register.SPLIT] > 0:
        count = 1
    for k in range(count):
        top -= 1
        for column in range(NODE):
            frames.batch[k, column] = frames.stack[top, column]
        along = np.int64(frames.batch[k, PushNode.REST] >> U64(8) & U64(1))
        word = frames.batch[k, along]
        at = rank(tables.near, tables.base, tables.local, np.uint32(word & _LOW))
        frames.words[k, 0] = tables.codes[along, at]
        if tables.views == 2:
            at = rank(tables.near, tables.base, tables.local, np.uint32(word >> U64(32)))
            frames.words[k, 1] = tables.codes[1 - along, at]
    registers[Register.TOP], registers[Register.TAKEN], registers[Register.AT] = top, count, 0


@inlined
def _expand(tables: Any, frames: Any) -> Any:
    """Expand the next node of the batch; returns whether a child may be the goal."""
    registers = frames.registers
    k = registers[Register.AT]
    registers[Register.AT] += 1
    registers[Register.EXPANDED] += 1
    rest = np.int64(frames.batch[k, PushNode.REST])
    x, y, along, depth = rest & 15, rest >> 4 & 15, rest >> 8 & 1, rest >> 9 & 255
    slack, slack_turned = rest >> 17 & 255, rest >> 25 & 255
    bound = registers[Register.BOUND]
    left = bound - depth - 1
    if along:
        length, own, begin, turning = tables.height, y, x * tables.height, tables.width
    else:
        length, own, begin, turning = tables.width, x, y * tables.width, tables.height
    reach = tables.reach[along, y * tables.width + x]
    registers[Register.GENERATED] += count_bits(reach)
    registers[Register.DEEPEST] = max(registers[Register.DEEPEST], depth + 1)
    able = _slacks(frames.words[k, 0] >> U64(4 * begin), left, slack)
    turned = _EACH * U64(128)
    if tables.views == 2:
        turned = _slacks(frames.words[k, 1] >> U64(4 * begin), left, slack_turned)
    children = able & turned & reach
    bits = _bits(length)
    while children != 0:
        lane = children & (~children + U64(1))
        children ^= lane
        at = np.int64(count_bits(lane - U64(1))) >> 3
        word = frames.batch[k, 1 - along]
        for place in range(own - 1, at - 1, -1):
            word = _turned(word, _place(place, along, x, y, tables), turning, True)
        for place in range(own, at):
            word = _turned(word, _place(place, along, x, y, tables), turning, False)
        top, into = registers[Register.TOP], frames.stack
        if depth + 1 == registers[Register.SPLIT]:
            top, into = registers[Register.CUT], frames.subtrees
        into[top, along] = frames.batch[k, along]
        into[top, 1 - along] = word
        path = frames.batch[k, PushNode.PATH]
        into[top, PushNode.PATH] = path << bits | U64(at)
        into[top, PushNode.EARLIER] = (
            frames.batch[k, PushNode.EARLIER] << bits | path >> U64(64) - bits
        )
        goes = x | at << 4 if along else at | y << 4
        lane_at = U64(8 * at)
        into[top, PushNode.REST] = (
            U64(goes | (1 - along) << 8 | (depth + 1) << 9)
            | (able >> lane_at & U64(127)) << U64(17)
            | (turned >> lane_at & U64(127)) << U64(25)
        )
        if depth + 1 == bound:
            if _is_goal(tables, frames, top):
                return True
        elif depth + 1 == registers[Register.SPLIT]:
            registers[Register.CUT] += 1
        else:
            registers[Register.TOP] += 1
    return False


@internal
def _slacks(codes: Any, left: Any, slack: Any) -> Any:
    """A byte for each cell of a line: 128 + what a child there has left, less than 128 if nothing.

    codes: of the line, four bits each.   left: pushes after the next.   slack: of the node, the
    pushes that are left beyond its distance; at most 127.
    """
    word = codes & _LOW
    word = (word | word << U64(16)) & U64(0x0000FFFF0000FFFF)
    word = (word | word << U64(8)) & U64(0x00FF00FF00FF00FF)
    word = (word | word << U64(4)) & U64(0x0F0F0F0F0F0F0F0F)
    beyond = word + _EACH * U64((slack - left) & 15) & U64(0x0F0F0F0F0F0F0F0F)
    return _EACH * U64(128 + min(slack, 127)) - beyond


@internal
def _is_goal(tables: Any, frames: Any, top: Any) -> Any:
    """Whether the path of a node at the abstract goal leads to the goal itself."""
    bound, boards = frames.registers[Register.BOUND], frames.boards
    path, earlier = frames.stack[top, PushNode.PATH], frames.stack[top, PushNode.EARLIER]
    along = 1 - np.int64(frames.stack[top, PushNode.REST] >> U64(8) & U64(1))
    for push in range(bound - 1, -1, -1):
        bits = _bits(tables.height if along else tables.width)
        boards[ReplayRow.PLACES, push] = np.int64(path & ((U64(1) << bits) - U64(1)))
        path = path >> bits | earlier << U64(64) - bits
        earlier = earlier >> bits
        along = 1 - along
    along = 1 - along
    cells = tables.width * tables.height
    blank = 0
    for cell in range(cells):
        boards[ReplayRow.HERE, cell] = boards[ReplayRow.START, cell]
        if boards[ReplayRow.HERE, cell] == 0:
            blank = cell
    for push in range(bound):
        place = boards[ReplayRow.PLACES, push]
        if along:
            target, step = place * tables.width + blank % tables.width, tables.width
        else:
            target, step = blank - blank % tables.width + place, 1
        if target < blank:
            step = -step
        while blank != target:
            boards[ReplayRow.HERE, blank] = boards[ReplayRow.HERE, blank + step]
            blank += step
        boards[ReplayRow.HERE, blank] = 0
        along = 1 - along
    wrong = np.int64(0)
    for cell in range(cells):
        wrong |= boards[ReplayRow.HERE, cell] ^ boards[ReplayRow.GOAL, cell]
    return wrong == 0


@internal
def _bits(length: Any) -> Any:
    """Bits for a place in a line."""
    return U64(1) if length == 2 else U64(2) if length <= 4 else U64(3)


@internal
def _place(at: Any, along: Any, x: Any, y: Any, tables: Any) -> Any:
    """Where the tiles that a step from place `at` to the next one passes begin in the sequence."""
    if along:
        return at * tables.width + x
    return at * tables.height + y


@internal
def _turned(word: Any, place: Any, tiles: Any, back: Any) -> Any:
    """The sequences of both views after one tile has passed others: `tiles` places turn by one.

    back: the first place's goes to the last one, otherwise the last one's to the first.
    """
    whole = ((U64(1) << U64(2 * tiles)) - U64(1)) * _BOTH
    part = word >> U64(2 * place) & whole
    far = U64(2 * tiles - 2)
    one = U64(3) * _BOTH
    if back:
        after = (part & ~one) >> U64(2) | (part & one) << far
    else:
        after = part << U64(2) & whole | part >> far & one
    return word ^ (part ^ after) << U64(2 * place)


@kernel
def distance(tables: PushTables, rows: Any, columns: Any, cell: Any, along: Any, view: Any) -> Any:
    """The distance of a state in one view, if its next push is along its row (0) or column (1).

    It is known modulo 16, and so is how far each child is from the nearest one: the distance is the
    first of those numbers at which the nearest children lead to the goal. -1 in a damaged table.
    """
    word = columns if along == 0 else rows
    at = rank(tables.near, tables.base, tables.local, np.uint32(word >> U64(32 * view) & _LOW))
    y, x = cell // tables.width, cell % tables.width
    place = x * tables.height + y if along == 0 else cell
    code = np.int64(tables.codes[(1 - along) ^ view, at] >> U64(4 * place)) & 15
    states = np.empty((2, _FARTHEST + 1), np.uint64)
    cells = np.empty((2, _FARTHEST + 1), np.int64)  # of the blank, and the next place to try
    while code < _FARTHEST:
        states[0, 0], states[1, 0], cells[0, 0], cells[1, 0] = rows, columns, cell, 0
        depth = np.int64(0)
        while depth >= 0:
            if depth == code:
                if cells[0, depth] == tables.blank and _same(tables, states, depth, view):
                    return code
                depth -= 1
                continue
            if _descend(tables, states, cells, depth, (along + depth) & 1, code, view):
                depth += 1
            else:
                depth -= 1
        code += _MODULUS
    return np.int64(-1)


@internal
def _same(tables: Any, states: Any, depth: Any, view: Any) -> Any:
    """Whether a state's groups are those of the goal."""
    part = _LOW << U64(32 * view)
    apart = (states[0, depth] ^ tables.goal[0]) | (states[1, depth] ^ tables.goal[1])
    return apart & part == 0


@internal
def _descend(
    tables: Any, states: Any, cells: Any, depth: Any, along: Any, code: Any, view: Any
) -> Any:
    """Write the next child that may be nearest to the next depth; returns whether there is one."""
    cell = cells[0, depth]
    y, x = cell // tables.width, cell % tables.width
    if along:
        length, own, begin, turning = tables.height, y, x * tables.height, tables.width
    else:
        length, own, begin, turning = tables.width, x, y * tables.width, tables.height
    word = states[along, depth]
    at = rank(tables.near, tables.base, tables.local, np.uint32(word >> U64(32 * view) & _LOW))
    codes = tables.codes[along ^ view, at] >> U64(4 * begin)
    while cells[1, depth] < length:
        target = cells[1, depth]
        cells[1, depth] += 1
        if target == own or (np.int64(codes >> U64(4 * target)) - (code - depth - 1)) & 15:
            continue
        turned = states[1 - along, depth]
        at = own
        while at > target:
            at -= 1
            turned = _turned(turned, _place(at, along, x, y, tables), turning, True)
        while at < target:
            turned = _turned(turned, _place(at, along, x, y, tables), turning, False)
            at += 1
        states[along, depth + 1], states[1 - along, depth + 1] = word, turned
        cells[0, depth + 1] = target * tables.width + x if along else y * tables.width + target
        cells[1, depth + 1] = 0
        return True
    return False
