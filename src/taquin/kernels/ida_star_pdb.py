"""IDA* (Korf 1985) over additive pattern databases.

A *slot* is one pattern seen in one *view*, a view being a symmetry of the board that leaves the
blank's goal cell in place: the mirrored board, looked up in the same tables, gives a second bound.
A slot is one word: its tiles' cell set, their arrangement's rank and their distance. A move
changes one slot a view, by three small look-ups and one bit of the pattern database, which says
whether the distance grew or shrank. Which moves are tried comes from an automaton
(`pdb_automaton`); all that the search knows lies in the caller's arrays, so it stops and goes on
at any node budget.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.jit import kernel
from taquin.kernels.pdb_intrinsics import count_bits, load_byte
from taquin.kernels.ranking import rank_set

__all__ = [
    "Frames",
    "Outcome",
    "SearchTables",
    "Status",
    "blank_frames",
    "evaluate",
    "ida_star_pdb",
    "search",
]

_DEEPEST = 510


class Status(IntEnum):
    """What a slice of search, or the whole search, ended with."""

    RUNNING = 0
    SOLVED = 1
    CONTOUR = 2
    EXHAUSTED = 3
    STOPPED = 4


class SearchTables(NamedTuple):
    """What the search reads; P patterns, V views, slots = V * P numbered view * P + pattern.

    neighbors: uint8[cells * 4], columns U D L R (the tile's direction), 255 = none.
    steps: uint32[states * 4], see `Automaton`.   choices: uint8[states], directions with a step.
    view_cell: uint8[V, cells], where a view puts each cell.
    view_slot: uint8[V, cells], slot of each tile (tile 0, the blank, has none).
    view_index: uint8[V, cells], the tile's index in its slot's pattern.
    ranks: uint32[...], see `set_ranks`.
    patterns: uint64[P, 12], columns of `Column`.
    blocks, maps, codes: uint32[...], `CellSets.block_of` in bytes (times the bytes of a block),
        `Arrangements.maps` and `.codes`, of all pattern sizes one after the other; `patterns`
        says where each begins.
    """

    neighbors: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint32]
    choices: npt.NDArray[np.uint8]
    view_cell: npt.NDArray[np.uint8]
    view_slot: npt.NDArray[np.uint8]
    view_index: npt.NDArray[np.uint8]
    ranks: npt.NDArray[np.uint32]
    patterns: npt.NDArray[np.uint64]
    blocks: npt.NDArray[np.uint32]
    maps: npt.NDArray[np.uint32]
    codes: npt.NDArray[np.uint32]


class Column(IntEnum):
    """Columns of `SearchTables.patterns`."""

    TILES = 0
    BLOCKS = 1
    MAPS = 2
    CODES = 3
    WORDS = 4
    ADDRESS = 5
    PLANE0 = 6  # distance from the first plane to the second in bytes, 0 if there is none
    GOAL = 7  # the goal's slot word, its distance 0
    GOAL_BLOCK = 8  # its block in bytes
    ODD = 9  # cells of odd colour, and the goal's parity << 32
    SHIFT = 10  # log2 of the order bits of a word
    ORDER = 11  # mask of the order bits in a rank


_TILES, _BLOCKS, _MAPS, _CODES, _WORDS, _ADDRESS, _PLANE0 = (np.uint64(c) for c in list(Column)[:7])
_GOAL, _GOAL_BLOCK, _ODD, _SHIFT, _ORDER = (np.uint64(c) for c in list(Column)[7:])

# Registers of a search, int64.
_DEPTH, _BLANK, _BOUND, _NEXT, _EXPANDED, _GENERATED = range(6)
_UNREACHED = 1 << 30


class Frames(NamedTuple):
    """Everything one search remembers; plain arrays, so it can be saved and resumed.

    cells: uint8[cells], tile on each cell.   words: uint64[slots], see `_moved`.
    registers: int64[6]: depth, blank's cell, bound, next bound, expanded, generated.
    By depth: sums: int32[depth, V], h by view; child_words: uint64[depth, 4, V], the slot words
    after a move in each direction (for the direction taken: those before it), and child_sums:
    int32[depth, 4, V], h after it; blanks, moves, todo: uint8[depth], the blank's cell, the
    direction taken, those yet to be tried; state: uint32[depth], the automaton's.
    """

    cells: npt.NDArray[np.uint8]
    registers: npt.NDArray[np.int64]
    words: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.int32]
    child_words: npt.NDArray[np.uint64]
    child_sums: npt.NDArray[np.int32]
    blanks: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.uint8]
    todo: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint32]


@kernel
def _moved(
    patterns: Any,
    ranks: Any,
    blocks: Any,
    maps: Any,
    cells: Any,
    at: Any,
    word: Any,
    source: Any,
    target: Any,
) -> Any:
    """Slot word after a tile of a pattern has gone from cell `source` to `target`.

    patterns: flat; at: where the pattern's row begins. word, result: uint64,
    mask << 32 | rank << 8 | distance. cells, source, target: uint32.
    Takes arrays one by one: taking them out of a tuple here would count references per node.
    """
    one = np.uint32(1)
    mask = np.uint32(word >> np.uint64(32))
    rank = np.uint32(word >> np.uint64(8)) & np.uint32(0xFFFFFF)
    after = mask ^ (one << source) ^ (one << target)
    i = np.uint64(count_bits(mask & ((one << source) - one)))
    j = np.uint64(count_bits(after & ((one << target) - one)))
    place = patterns[at + _MAPS] + (i * patterns[at + _TILES] + j) * patterns[at + _WORDS]
    place += np.uint64(rank) >> patterns[at + _SHIFT]
    rank = maps[place] ^ (rank & np.uint32(patterns[at + _ORDER]))
    s = patterns[at + _BLOCKS] + np.uint64(rank_set(ranks, cells, after)) * np.uint64(cells)
    block = np.uint64(blocks[s + np.uint64(source)])
    address = patterns[at + _ADDRESS] + block
    address += np.uint64(rank >> np.uint32(3))
    bit = rank & np.uint32(7)
    h = np.uint32(word) & np.uint32(0xFF)
    # Without a second plane this reads the same byte again, in vain but without a branch.
    low = (np.uint32(load_byte(address + patterns[at + _PLANE0])) >> bit) & one
    low = low if patterns[at + _PLANE0] != 0 else (h + one) & one
    high = (np.uint32(load_byte(address)) >> bit) & one
    # The distance changes by -1, 0 or 1, so its remainder by four says which.
    h += ((high * np.uint32(2) + low - h + one) & np.uint32(3)) - one
    return np.uint64(after) << np.uint64(32) | np.uint64(rank) << np.uint64(8) | np.uint64(h)


@kernel
def _place(tables: Any, frames: Any, slot: Any, blank: Any) -> Any:
    """Slot word of the board in `frames.cells`, its distance modulo four only."""
    patterns = tables.patterns.shape[0]
    view = slot // patterns
    row = tables.patterns[slot % patterns]
    cells = tables.view_cell.shape[1]
    owner = np.full(cells, 255, dtype=np.uint8)
    for cell in range(cells):
        tile = frames.cells[cell]
        if tile != 0 and tables.view_slot[view, tile] == slot:
            owner[tables.view_cell[view, cell]] = tables.view_index[view, tile]
    mask = np.uint32(0)
    code = np.uint32(0)
    order = np.uint32(0)
    members = np.uint32(0)
    for cell in range(cells):
        index = np.uint32(owner[cell])
        if index == 255:
            continue
        mask |= np.uint32(1) << np.uint32(cell)
        code = code * np.uint32(5) + (index >> np.uint32(1))
        if index & np.uint32(1) and not (members >> (index - np.uint32(1))) & np.uint32(1):
            order |= np.uint32(1) << (index >> np.uint32(1))
        members |= np.uint32(1) << index
    lowest = np.int64(row[_CODES])
    above = lowest + np.int64(row[_WORDS])
    first = lowest
    while above - lowest > 1:
        middle = (lowest + above) >> 1
        if tables.codes[middle] <= code:
            lowest = middle
        else:
            above = middle
    rank = (np.uint32(lowest - first) << np.uint32(row[_SHIFT])) + order
    hole = np.uint32(tables.view_cell[view, blank])
    h = _stored(tables, slot % patterns, mask, rank, hole)
    return np.uint64(mask) << np.uint64(32) | np.uint64(rank) << np.uint64(8) | np.uint64(h)


@kernel
def _stored(tables: Any, pattern: Any, mask: Any, rank: Any, hole: Any) -> Any:
    """Distance modulo four, from the table's bits and the cells' colours."""
    row = tables.patterns[pattern]
    cells = np.uint32(tables.view_cell.shape[1])
    s = np.uint64(rank_set(tables.ranks, cells, mask))
    block = np.uint64(tables.blocks[row[_BLOCKS] + s * np.uint64(cells) + np.uint64(hole)])
    address = row[_ADDRESS] + block + np.uint64(rank >> np.uint32(3))
    bit = rank & np.uint32(7)
    high = (np.uint32(load_byte(address)) >> bit) & np.uint32(1)
    if row[_PLANE0] != 0:
        low = np.uint32(load_byte(address + row[_PLANE0])) >> bit
    else:
        odd = np.uint32(count_bits(mask & np.uint32(row[_ODD])))
        low = odd ^ np.uint32(row[_ODD] >> np.uint64(32))
    low &= np.uint32(1)
    return high * np.uint32(2) + low


@kernel
def _descend(tables: Any, slot: Any, word: Any, hole: Any) -> Any:
    """Exact distance of a placement, by walking down to the goal; -1 if it has no way there.

    word: slot word with the distance modulo four; hole: blank cell in the slot's view.
    """
    patterns = tables.patterns.shape[0]
    pattern = slot % patterns
    cells = np.uint32(tables.view_cell.shape[1])
    row = tables.patterns[pattern]
    goal = row[_GOAL]
    one = np.uint32(1)
    low = np.uint64(0xFF)
    distance = np.int64(0)
    while True:
        mask = np.uint32(word >> np.uint64(32))
        s = np.uint64(rank_set(tables.ranks, cells, mask)) * np.uint64(cells) + row[_BLOCKS]
        block = tables.blocks[s + np.uint64(hole)]
        if (word & ~low) == goal and block == row[_GOAL_BLOCK]:
            return distance
        lower = False
        for c in range(cells):
            if tables.blocks[s + np.uint64(c)] != block:
                continue
            for k in range(4):
                d = np.uint32(tables.neighbors[np.uint64(c) * np.uint64(4) + np.uint64(k)])
                if d == 255 or not (mask >> d) & one:
                    continue
                h = (word & np.uint64(3)) + np.uint64(4)
                after = _moved(
                    tables.patterns.ravel(),
                    tables.ranks,
                    tables.blocks,
                    tables.maps,
                    cells,
                    np.uint64(pattern * tables.patterns.shape[1]),
                    (word & ~low) | h,
                    d,
                    np.uint32(c),
                )
                if (after & low) + np.uint64(1) == h:
                    word = (after & ~low) | ((after & low) & np.uint64(3))
                    hole = d
                    lower = True
                    break
            if lower:
                break
        distance += 1
        if not lower or distance > 255:
            return np.int64(-1)


@kernel
def evaluate(tables: Any, frames: Any) -> Any:
    """Set the slot words of the board in `frames.cells` and h by view in `frames.sums[0]`.

    Returns the greatest h of the views, or -1 if some pattern has no way to its goal.
    """
    views = tables.view_cell.shape[0]
    patterns = tables.patterns.shape[0]
    cells = tables.view_cell.shape[1]
    blank = 0
    for cell in range(cells):
        if frames.cells[cell] == 0:
            blank = cell
    greatest = np.int64(0)
    for view in range(views):
        total = np.int64(0)
        for slot in range(view * patterns, (view + 1) * patterns):
            word = _place(tables, frames, slot, blank)
            h = _descend(tables, slot, word, np.uint32(tables.view_cell[view, blank]))
            if h < 0:
                return np.int64(-1)
            frames.words[slot] = (word & ~np.uint64(0xFF)) | np.uint64(h)
            total += h
        frames.sums[0, view] = total
        greatest = max(greatest, total)
    frames.registers[_BLANK] = blank
    return greatest


@kernel
def search(tables: Any, frames: Any, budget: Any) -> Any:
    """Go on with the contour in `frames` for `budget` expansions; returns a Status.

    RUNNING: call again. CONTOUR: nothing within the bound; registers hold the next bound.
    SOLVED: `frames.moves[:depth]` are the directions from the start.

    A node's children are all computed when it is expanded: their look-ups depend neither on
    each other nor on a branch, so the processor overlaps their cache misses.
    """
    neighbors, steps, choices = tables.neighbors, tables.steps, tables.choices
    view_cell, view_slot = tables.view_cell.ravel(), tables.view_slot.ravel()
    patterns = tables.patterns.ravel()
    ranks, blocks, maps = tables.ranks, tables.blocks, tables.maps
    board, words, sums = frames.cells, frames.words, frames.sums.ravel()
    child_words, child_sums = frames.child_words.ravel(), frames.child_sums.ravel()
    blanks, moves, stack, states = frames.blanks, frames.moves, frames.todo, frames.state
    registers = frames.registers
    cells = np.uint64(view_cell.size // tables.view_cell.shape[0])
    views = np.uint64(tables.view_cell.shape[0])
    kinds = np.uint64(tables.patterns.shape[0])
    columns = np.uint64(tables.patterns.shape[1])
    one, four = np.uint64(1), np.uint64(4)

    depth = np.uint64(registers[_DEPTH])
    blank = np.uint64(registers[_BLANK])
    bound = np.int64(registers[_BOUND])
    following = np.int64(registers[_NEXT])
    expanded, generated = registers[_EXPANDED], registers[_GENERATED]
    limit = expanded + budget
    status = 0
    while expanded < limit:
        # Expand the node at `depth`.
        left = np.uint64(choices[states[depth]])
        expanded += 1
        generated += np.int64(count_bits(left))
        todo = np.uint64(0)
        below = np.int64(depth) + 1
        while left != 0:
            lowest = left & (~left + one)
            left ^= lowest
            direction = np.uint64(count_bits(lowest - one))
            source = np.uint64(neighbors[blank * four + direction])
            tile = np.uint64(board[source])
            child = (depth * four + direction) * views
            greatest = np.int64(0)
            for view in range(views):
                seen = view * cells
                slot = np.uint64(view_slot[seen + tile])
                word = words[slot]
                after = _moved(
                    patterns,
                    ranks,
                    blocks,
                    maps,
                    np.uint32(cells),
                    (slot - view * kinds) * columns,
                    word,
                    np.uint32(view_cell[seen + source]),
                    np.uint32(view_cell[seen + blank]),
                )
                total = np.int64(sums[depth * views + view])
                total += np.int64(after & np.uint64(0xFF)) - np.int64(word & np.uint64(0xFF))
                child_words[child + view] = after
                child_sums[child + view] = total
                greatest = max(greatest, total)
            over = greatest + below > bound
            todo |= np.uint64(0) if over else lowest
            following = min(following, greatest + below if over else np.int64(_UNREACHED))
        # Step back to a node with a child within the bound.
        while todo == 0 and depth != 0:
            depth -= one
            hole = np.uint64(blanks[depth])
            tile = np.uint64(board[hole])
            board[blank] = tile
            blank = hole
            todo = np.uint64(stack[depth])
            child = (depth * four + np.uint64(moves[depth])) * views
            for view in range(views):
                words[np.uint64(view_slot[view * cells + tile])] = child_words[child + view]
        if todo == 0:
            status = 2
            break
        # Go down to it.
        lowest = todo & (~todo + one)
        stack[depth] = todo ^ lowest
        direction = np.uint64(count_bits(lowest - one))
        source = np.uint64(neighbors[blank * four + direction])
        tile = np.uint64(board[source])
        child = (depth * four + direction) * views
        greatest = np.int64(0)
        for view in range(views):
            slot = np.uint64(view_slot[view * cells + tile])
            word = words[slot]
            words[slot] = child_words[child + view]
            child_words[child + view] = word
            total = np.int64(child_sums[child + view])
            sums[(depth + one) * views + view] = total
            greatest = max(greatest, total)
        blanks[depth] = blank
        moves[depth] = direction
        states[depth + one] = steps[np.uint64(states[depth]) * four + direction]
        board[blank] = tile
        blank = source
        depth += one
        if greatest == 0:
            status = 1
            break
    registers[_DEPTH] = depth
    registers[_BLANK] = blank
    registers[_NEXT] = following
    registers[_EXPANDED] = expanded
    registers[_GENERATED] = generated
    return status


class Outcome(NamedTuple):
    """What a search brought.

    moves: tile directions as letters U D L R, None unless solved.   cost: their number.
    contours: (bound, expanded under it), the last one perhaps unfinished.
    lower_bound: no solution is shorter. generated: children created, forbidden strings excluded.
    """

    status: Status
    moves: str | None
    cost: int | None
    expanded: int
    generated: int
    contours: tuple[tuple[int, int], ...]
    lower_bound: int


Slice = Callable[[int, int, int], bool]


def blank_frames(tables: SearchTables) -> Frames:
    """Arrays for one search over `tables`; about 20 kB, reusable."""
    views, cells = tables.view_cell.shape
    return Frames(
        cells=np.zeros(cells, dtype=np.uint8),
        registers=np.zeros(6, dtype=np.int64),
        words=np.zeros(views * len(tables.patterns), dtype=np.uint64),
        sums=np.zeros((_DEEPEST + 2, views), dtype=np.int32),
        child_words=np.zeros((_DEEPEST + 2, 4, views), dtype=np.uint64),
        child_sums=np.zeros((_DEEPEST + 2, 4, views), dtype=np.int32),
        blanks=np.zeros(_DEEPEST + 2, dtype=np.uint8),
        moves=np.zeros(_DEEPEST + 2, dtype=np.uint8),
        todo=np.zeros(_DEEPEST + 2, dtype=np.uint8),
        state=np.zeros(_DEEPEST + 2, dtype=np.uint32),
    )


def ida_star_pdb(
    tables: SearchTables,
    cells: Sequence[int],
    *,
    max_expanded: int | None = None,
    slice_expansions: int = 250_000,
    on_slice: Slice | None = None,
    frames: Frames | None = None,
) -> Outcome:
    """A shortest solution of a solvable board, by IDA* over pattern databases.

    tables: `PatternCollection.search_tables()` of a partition that covers all tiles.
    cells: tile on each cell, canonical labelling. A board that cannot be solved is not noticed
    in general: ask for its solvability first.
    max_expanded: stop (STOPPED) after so many expansions, overshooting by less than a slice.
    on_slice: called after each slice of about 10 ms with (expanded, generated, bound); true
    stops the search. Depth is limited to 510 moves.
    """
    frames = frames or blank_frames(tables)
    frames.cells[:] = np.frombuffer(bytes(cells), dtype=np.uint8)
    bound = int(evaluate(tables, frames))
    if bound < 0:
        return Outcome(Status.EXHAUSTED, None, None, 0, 0, (), 0)
    if bound == 0:
        return Outcome(Status.SOLVED, "", 0, 0, 0, (), 0)
    registers = frames.registers
    blank = int(registers[_BLANK])
    registers[_EXPANDED] = registers[_GENERATED] = 0
    contours: list[tuple[int, int]] = []
    status = Status.RUNNING
    while status is Status.RUNNING and bound <= _DEEPEST:
        before = int(registers[_EXPANDED])
        registers[_DEPTH], registers[_BLANK] = 0, blank
        registers[_BOUND], registers[_NEXT] = bound, _UNREACHED
        frames.state[0] = blank + 1
        while status is Status.RUNNING:
            budget = slice_expansions
            if max_expanded is not None:
                budget = min(budget, max(1, max_expanded - int(registers[_EXPANDED])))
            status = Status(search(tables, frames, budget))
            if status is not Status.RUNNING:
                break
            spent = int(registers[_EXPANDED])
            if (max_expanded is not None and spent >= max_expanded) or (
                on_slice is not None and on_slice(spent, int(registers[_GENERATED]), bound)
            ):
                status = Status.STOPPED
        contours.append((bound, int(registers[_EXPANDED]) - before))
        if status is Status.CONTOUR:
            bound = int(registers[_NEXT])
            status = Status.RUNNING if bound < _UNREACHED else Status.EXHAUSTED
    solved = status is Status.SOLVED
    depth = int(registers[_DEPTH])
    return Outcome(
        status if status is not Status.RUNNING else Status.STOPPED,
        "".join("UDLR"[d] for d in frames.moves[:depth].tolist()) if solved else None,
        depth if solved else None,
        int(registers[_EXPANDED]),
        int(registers[_GENERATED]),
        tuple(contours),
        bound,
    )
