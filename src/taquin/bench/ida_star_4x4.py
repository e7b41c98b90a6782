"""IDA* with Manhattan distance on boards of up to 16 cells, one board in one 64-bit word.

A node is just its word: four bits per cell, with half of what f may still grow (the slack, in
pairs of moves) in the blank's four bits. Open nodes are in one heap of words per (blank cell, last
move), for which shifts, legality and the mask of the tiles that move away from home are constants;
the fullest heap is expanded, a whole batch in one branch-free loop.

This gives up the depth-first order, which matters only in the contour that contains the goal. So a
contour is divided, in depth-first order, into chunks of subtrees; a chunk that contains a goal is
discarded and searched again by the plain depth-first loop, which also yields the path. All
counters are exactly those of the plain search.
"""

import os
from collections.abc import Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import internal, intrinsic, kernel, types
from taquin.kernels.searches.tables import Signal

__all__ = [
    "KORF_ORDER",
    "Frames",
    "Tables",
    "build_tables",
    "contours",
    "moves",
    "search",
    "start",
]

U64 = np.uint64
Words = npt.NDArray[np.uint64]

# Columns of a neighbour table are U D L R, the direction in which the tile moves. Korf 1985 moves
# the blank up, left, right, down.
KORF_ORDER = (1, 3, 2, 0)

LANES = 8

ROOT_TYPE = 64
MAX_SLACK = 15  # four bits
NO_FRONTIER = 1 << 32
BATCH = 1024
HEAP = 16 * BATCH
SEED_LIMIT = 1 << 14
SMALL_CONTOUR = 1 << 15  # below this the depth-first loop is as fast
SHRINK = 8
LEAST_CHUNK = 1 << 18
SMALL_CHUNK = 1 << 16


class Register(IntEnum):
    """Places in `Frames.registers`."""

    PHASE = 0
    BOUND = auto()
    SLACK = auto()
    DEPTH = auto()
    FRONTIER = auto()  # the depth of the seeds; this and all up to CHUNK_GENERATED: of this contour
    SEEDS = auto()
    FIRST_SEED = auto()
    NEXT_SEED = auto()
    CHUNK = auto()  # seeds per chunk
    SKIP = auto()
    PASSED = auto()
    EXPANDED = auto()  # certain
    GENERATED = auto()
    INNER_EXPANDED = auto()  # above the seeds
    INNER_GENERATED = auto()
    CHUNK_EXPANDED = auto()
    CHUNK_GENERATED = auto()
    CONTOUR = auto()  # contours completed
    PREVIOUS = auto()  # nodes generated in the last one
    MAX_BOUND = auto()
    BATCH_FROM = auto()
    WIDE = auto()


class Phase(IntEnum):
    """What `search` does next."""

    PLAN = 0
    BATCHES = 1
    DEPTH_FIRST = 2
    DONE = 3


class Tables(NamedTuple):
    """What a move does, by node type: 4 * blank + last direction, or 64 + blank at the root."""

    legal: Words  # uint64[80], how many moves, never straight back
    target: Words  # uint64[80, 4], type of the child, in the order of generation
    source: Words  # uint64[80, 4], shift (4 * cell) of the tile that moves
    farther: Words  # uint64[80, 4], bit t: tile t goes away from its goal cell
    goal: Words  # uint64[2], word with an empty nibble at the blank; shift of the blank


class Frames(NamedTuple):
    """The state of a search between two calls."""

    registers: Words  # uint64[22], see `Register`
    contours: Words  # uint64[max_bound / 2 + 2, 3], bound, expanded, generated
    path: Words  # uint64[4, max_bound + 2], word (blank nibble 0), slack, type, next move
    seeds: Words  # uint64[2, 4 * SEED_LIMIT], the frontier in depth-first order, by depth parity
    seed_types: npt.NDArray[np.uint8]  # uint8[2, 4 * SEED_LIMIT]
    heaps: Words  # uint64[64, HEAP + LANES], words by type; the last LANES only for wide loads
    fill: Words  # uint64[64]
    children: Words  # uint64[BATCH], scratch
    kept: npt.NDArray[np.uint8]  # uint8[BATCH], scratch


def _cell_distances(neighbors: npt.NDArray[np.uint8]) -> list[list[int]]:
    """Moves between any two cells; on a full grid this is Manhattan distance."""
    table = []
    for start_cell in range(len(neighbors)):
        steps = {start_cell: 0}
        for cell in (queue := [start_cell]):
            for near in neighbors[cell]:
                if near != 0xFF and int(near) not in steps:
                    steps[int(near)] = steps[cell] + 1
                    queue.append(int(near))
        table.append([steps.get(cell, 0) for cell in range(len(neighbors))])
    return table


def build_tables(
    neighbors: npt.NDArray[np.uint8],
    goal: Sequence[int],
    order: Sequence[int] = KORF_ORDER,
) -> Tables:
    """The moves of a board of at most 16 cells towards a goal.

    neighbors: uint8[cells, 4], columns U D L R as the tile moves, 0xFF = none.
    goal: tile in each cell, 0 = blank. order: the columns in the order of generation.
    Raises ValueError if a move can leave the distance of a tile unchanged (boards with odd
    cycles) or cannot be undone in the opposite direction, and beyond 16 cells.
    """
    cells = len(neighbors)
    if cells > 16:
        raise ValueError(f"{cells} cells do not fit in one 64-bit word; at most 16 do")
    distance = _cell_distances(neighbors)
    home = {tile: cell for cell, tile in enumerate(goal)}
    count = np.zeros(80, np.uint64)
    target, source, farther = (np.zeros((80, 4), np.uint64) for _ in range(3))
    for blank in range(cells):
        for last in range(5):
            node_type = 4 * blank + last if last < 4 else ROOT_TYPE + blank
            for move in order:
                cell = int(neighbors[blank, move])
                if cell == 0xFF or (last < 4 and move == last ^ 1):
                    continue
                if neighbors[cell, move ^ 1] != blank:
                    raise ValueError(f"cell {blank}: move {move} cannot be undone")
                mask = 0
                for tile in range(1, cells):
                    change = distance[home[tile]][blank] - distance[home[tile]][cell]
                    if change == 0:
                        raise ValueError("the board has an odd cycle: f can grow by one")
                    mask |= (change > 0) << tile
                k = count[node_type]
                target[node_type, k] = 4 * cell + move
                source[node_type, k] = 4 * cell
                farther[node_type, k] = mask
                count[node_type] += U64(1)
    return Tables(count, target, source, farther, np.array([_word(goal), 4 * home[0]], np.uint64))


def _word(board: Sequence[int]) -> int:
    return sum(tile << (4 * cell) for cell, tile in enumerate(board))


def start(
    tables: Tables,
    board: Sequence[int],
    max_bound: int = 160,
    *,
    batch_from: int = SMALL_CONTOUR,
    wide: bool | None = None,
) -> Frames:
    """Frames of a new search, which `search` runs.

    max_bound: give up (BEYOND) before a contour beyond it.
    batch_from: contours expected to be smaller are searched depth-first.
    wide: process eight boards per instruction; by default if the processor can (AVX-512).
    """
    frames = Frames(
        registers=np.zeros(len(Register), np.uint64),
        contours=np.zeros((max_bound // 2 + 2, 3), np.uint64),
        path=np.zeros((4, max_bound + 2), np.uint64),
        seeds=np.empty((2, 4 * SEED_LIMIT), np.uint64),
        seed_types=np.empty((2, 4 * SEED_LIMIT), np.uint8),
        heaps=np.empty((64, HEAP + LANES), np.uint64),
        fill=np.zeros(64, np.uint64),
        children=np.empty(BATCH, np.uint64),
        kept=np.empty(BATCH, np.uint8),
    )
    estimate = _estimate(tables, board)
    frames.registers[Register.BOUND] = estimate
    frames.registers[Register.MAX_BOUND] = max_bound
    frames.registers[Register.BATCH_FROM] = batch_from
    frames.registers[Register.WIDE] = _has_compress() if wide is None else wide
    frames.path[0, 0] = _word(board)
    frames.path[2, 0] = ROOT_TYPE + list(board).index(0)
    if estimate == 0:
        frames.registers[Register.PHASE] = Phase.DONE
    return frames


def _estimate(tables: Tables, board: Sequence[int]) -> int:
    """The sum of the tiles' distances, computed by walking the moves of the tables."""
    goal_word, goal_shift = (int(value) for value in tables.goal)
    goal = [(goal_word >> 4 * cell) & 15 for cell in range(len(board))]
    goal[goal_shift // 4] = 0
    neighbors = np.full((len(board), 4), 0xFF, np.uint8)
    for blank in range(len(board)):
        root = ROOT_TYPE + blank
        for k in range(int(tables.legal[root])):
            target = int(tables.target[root, k])
            neighbors[blank, target % 4] = target // 4
    distance = _cell_distances(neighbors)
    return sum(distance[goal.index(tile)][cell] for cell, tile in enumerate(board) if tile)


def moves(frames: Frames) -> list[int]:
    """The columns (0 U, 1 D, 2 L, 3 R, as the tile moves) of the path found."""
    return [
        int(node_type) % 4
        for node_type in frames.path[2, 1 : int(frames.registers[Register.DEPTH]) + 1]
    ]


def contours(frames: Frames) -> list[tuple[int, int, int]]:
    """(bound, expanded, generated) of each contour, the unfinished one included.

    A node is expanded when its first child is about to be generated; children are generated one
    at a time, and none after the goal. Korf's count is 1 + the sum of `generated`. While a search
    continues, the last row can shrink, because a chunk that contains a goal is counted again.
    """
    at = [int(value) for value in frames.registers]
    rows = [(int(b), int(e), int(g)) for b, e, g in frames.contours[: at[Register.CONTOUR]]]
    expanded, generated = at[Register.EXPANDED], at[Register.GENERATED]
    if at[Register.PHASE] == Phase.BATCHES:
        expanded += at[Register.INNER_EXPANDED] + at[Register.CHUNK_EXPANDED]
        generated += at[Register.INNER_GENERATED] + at[Register.CHUNK_GENERATED]
    if at[Register.PHASE] in (Phase.BATCHES, Phase.DEPTH_FIRST):
        rows.append((at[Register.BOUND], expanded, generated))
    return rows


@kernel
def search(tables: Tables, frames: Frames, budget: int) -> Signal:
    """Continue until about `budget` more nodes are generated (at most one batch more).

    Returns BUDGET, FOUND (the path is in the frames) or BEYOND (no path within max_bound).
    """
    at = frames.registers
    left = U64(budget)
    while True:
        if at[Register.PHASE] == U64(Phase.DONE):
            return Signal.FOUND
        if at[Register.PHASE] == U64(Phase.PLAN):
            if at[Register.BOUND] > at[Register.MAX_BOUND]:
                return Signal.BEYOND
            _plan(tables, frames)
        elif at[Register.PHASE] == U64(Phase.BATCHES):
            left -= min(left, _batches(tables, frames, left))
        else:
            left -= min(left, _depth_first(tables, frames, left))
        if left == U64(0) and at[Register.PHASE] != U64(Phase.DONE):
            return Signal.BUDGET


@internal
def _plan(tables: Tables, frames: Frames) -> None:
    """Begin a contour: lay out its seeds, or choose the depth-first loop if it is small."""
    at = frames.registers
    for name in range(Register.FRONTIER, Register.CONTOUR):
        at[name] = U64(0)
    frames.path[1, 0] = at[Register.SLACK]
    expected = max(U64(1), U64(8) * at[Register.PREVIOUS])
    if expected < at[Register.BATCH_FROM] or at[Register.SLACK] > U64(MAX_SLACK):
        _restart(frames, U64(0), U64(NO_FRONTIER))
        return
    if _lay_seeds(tables, frames, max(U64(2), min(U64(SEED_LIMIT), expected >> U64(6)))):
        at[Register.INNER_EXPANDED] = U64(0)
        at[Register.INNER_GENERATED] = U64(0)
        _restart(frames, U64(0), U64(NO_FRONTIER))
        return
    chunk = max(float(LEAST_CHUNK), np.sqrt(float(expected) * LEAST_CHUNK))
    at[Register.CHUNK] = max(U64(1), U64(float(at[Register.SEEDS]) * chunk / float(expected)))
    at[Register.PHASE] = U64(Phase.BATCHES)


@internal
def _restart(frames: Frames, skip: Any, frontier: Any) -> None:
    """Depth-first from the root, skipping the first `skip` nodes at depth `frontier`."""
    at = frames.registers
    at[Register.PHASE] = U64(Phase.DEPTH_FIRST)
    at[Register.DEPTH] = U64(0)
    at[Register.SKIP] = skip
    at[Register.FRONTIER] = frontier
    at[Register.PASSED] = U64(0)
    at[Register.EXPANDED] += U64(1)
    frames.path[3, 0] = U64(0)


@internal
def _lay_seeds(tables: Tables, frames: Frames, enough: Any) -> bool:
    """Breadth-first in depth-first order until a depth has `enough` nodes. True: goal found."""
    at = frames.registers
    root_type = frames.path[2, 0]
    shift = (root_type - U64(ROOT_TYPE)) << U64(2)
    frames.seeds[0, 0] = frames.path[0, 0] | (at[Register.SLACK] << shift)
    frames.seed_types[0, 0] = root_type
    count = U64(1)
    depth = U64(0)
    while U64(0) < count < enough:
        words, types = frames.seeds[depth & U64(1)], frames.seed_types[depth & U64(1)]
        depth += U64(1)
        next_words, next_types = frames.seeds[depth & U64(1)], frames.seed_types[depth & U64(1)]
        filled = U64(0)
        for i in range(count):
            word, node_type = words[i], U64(types[i])
            blank = (node_type & U64(63)) & U64(60)
            if node_type >= U64(ROOT_TYPE):
                blank = shift
            for k in range(tables.legal[node_type]):
                source = tables.source[node_type, k]
                child, keep = _slide(word, blank, source, tables.farther[node_type, k])
                if keep:
                    if child & ~(U64(15) << source) == tables.goal[0]:
                        return True
                    next_words[filled] = child
                    next_types[filled] = tables.target[node_type, k]
                    filled += U64(1)
            at[Register.INNER_GENERATED] += tables.legal[node_type]
        at[Register.INNER_EXPANDED] += count
        count = filled
    at[Register.SEEDS] = count
    at[Register.FRONTIER] = depth
    return False


@internal
def _slide(word: Any, blank: Any, source: Any, farther: Any) -> Any:
    """Swap the tile at shift `source` with the slack at `blank`; reduce the slack if h grows."""
    tile = (word >> source) & U64(15)
    slack = (word >> blank) & U64(15)
    cost = (farther >> tile) & U64(1)
    swap = tile ^ slack
    return (word ^ (swap << blank) ^ (swap << source)) - (cost << source), slack >= cost


@internal
def _batches(tables: Tables, frames: Frames, budget: Any) -> Any:
    """Expand batches, chunk by chunk. Returns the number of nodes generated."""
    at, fill = frames.registers, frames.fill
    spent = U64(0)
    while spent < budget:
        fullest = U64(0)
        for node_type in range(U64(64)):
            fullest = max(fullest, (fill[node_type] << U64(6)) | node_type)
        best, most = fullest & U64(63), fullest >> U64(6)
        if most == U64(0):
            if _next_chunk(frames):
                break
            continue
        take = min(most, U64(BATCH))
        made = take * tables.legal[best]
        spent += made
        at[Register.CHUNK_EXPANDED] += take
        at[Register.CHUNK_GENERATED] += made
        if _expand(tables, frames, best, take):
            fill[:] = U64(0)
            _retry(frames)
            break
    return spent


@internal
def _retry(frames: Frames) -> None:
    """Search a chunk with a goal again in smaller chunks; search a small one depth-first."""
    at = frames.registers
    if at[Register.CHUNK] > U64(1) and at[Register.CHUNK_GENERATED] > U64(SMALL_CHUNK):
        at[Register.CHUNK] = max(U64(1), at[Register.CHUNK] // U64(SHRINK))
        at[Register.NEXT_SEED] = at[Register.FIRST_SEED]
        at[Register.CHUNK_EXPANDED] = U64(0)
        at[Register.CHUNK_GENERATED] = U64(0)
    else:
        _restart(frames, at[Register.FIRST_SEED], at[Register.FRONTIER])


@internal
def _next_chunk(frames: Frames) -> bool:
    """Count the finished chunk and load the next one into the heaps. True: no seeds are left."""
    at = frames.registers
    at[Register.EXPANDED] += at[Register.CHUNK_EXPANDED]
    at[Register.GENERATED] += at[Register.CHUNK_GENERATED]
    at[Register.CHUNK_EXPANDED] = U64(0)
    at[Register.CHUNK_GENERATED] = U64(0)
    if at[Register.NEXT_SEED] == at[Register.SEEDS]:
        at[Register.EXPANDED] += at[Register.INNER_EXPANDED]
        at[Register.GENERATED] += at[Register.INNER_GENERATED]
        _close_contour(frames)
        return True
    side = at[Register.FRONTIER] & U64(1)
    at[Register.FIRST_SEED] = at[Register.NEXT_SEED]
    at[Register.NEXT_SEED] = min(
        at[Register.SEEDS], at[Register.NEXT_SEED] + min(at[Register.CHUNK], U64(HEAP // 2))
    )
    for i in range(at[Register.FIRST_SEED], at[Register.NEXT_SEED]):
        node_type = frames.seed_types[side, i]
        frames.heaps[node_type, frames.fill[node_type]] = frames.seeds[side, i]
        frames.fill[node_type] += U64(1)
    return False


@internal
def _close_contour(frames: Frames) -> None:
    at = frames.registers
    row = frames.contours[at[Register.CONTOUR]]
    row[0], row[1], row[2] = at[Register.BOUND], at[Register.EXPANDED], at[Register.GENERATED]
    at[Register.PREVIOUS] = at[Register.GENERATED]
    at[Register.CONTOUR] += U64(1)
    if at[Register.PHASE] != U64(Phase.DONE):
        at[Register.BOUND] += U64(2)
        at[Register.SLACK] += U64(1)
        at[Register.PHASE] = U64(Phase.PLAN)


def _has_compress() -> bool:
    """Whether the processor can pack the selected lanes of a vector in one instruction."""
    from llvmlite import binding

    # Set if code is compiled for a different processor.
    if "NUMBA_CPU_NAME" in os.environ or "NUMBA_CPU_FEATURES" in os.environ:
        return False
    return bool(binding.get_host_cpu_features().get("avx512f", False))


def _append_packed(builder: Any, child: Any, address: Any, keep: Any) -> None:
    """Write the selected lanes contiguously."""
    from llvmlite import ir

    lanes, flags = child.type, keep.type
    if _has_compress():
        # Pack in a register and write all of it: packing into memory is also one instruction,
        # but takes hundreds of cycles on some processors.
        pack = builder.module.declare_intrinsic(
            "llvm.x86.avx512.mask.compress.v8i64", (), ir.FunctionType(lanes, [lanes, lanes, flags])
        )
        packed = builder.call(pack, [child, ir.Constant(lanes, [0] * LANES), keep])
        builder.store(packed, builder.bitcast(address, lanes.as_pointer()), align=8)
    else:
        pack = builder.module.declare_intrinsic(
            "llvm.masked.compressstore.v8i64",
            (),
            ir.FunctionType(ir.VoidType(), [lanes, address.type, flags]),
        )
        builder.call(pack, [child, address, keep])


@intrinsic
def _children_wide(context: Any, words: Any, span: Any, heap: Any, end: Any, move: Any) -> Any:
    """`_slide` of words[span[0]:span[1]], the kept children appended to heap at `end`.

    move: shift of the blank, shift of the tile, mask of the tiles that it moves away from home.
    Returns the new end. Works on eight words at a time: reads, and may write, up to 7 beyond."""

    def generate(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word = ir.IntType(64)
        lanes = ir.VectorType(word, LANES)
        picks = ir.VectorType(ir.IntType(32), LANES)

        def spread(value: Any) -> Any:
            none = ir.Constant(lanes, ir.Undefined)
            one = builder.insert_element(none, value, ir.IntType(32)(0))
            return builder.shuffle_vector(one, none, ir.Constant(picks, [0] * LANES))

        def fixed(value: int) -> Any:
            return ir.Constant(lanes, [value] * LANES)

        entry = builder.block
        begin, last = (builder.extract_value(args[1], i) for i in range(2))
        source, sink = (
            target.make_array(signature.args[i])(target, builder, value=args[i]).data
            for i in (0, 2)
        )
        shift, tile_shift, mask = (spread(builder.extract_value(args[4], i)) for i in range(3))
        slack_bits = builder.shl(fixed(15), shift)
        cost = builder.shl(fixed(1), tile_shift)
        bound = spread(last)
        body, done = builder.append_basic_block("body"), builder.append_basic_block("done")
        builder.cbranch(builder.icmp_unsigned("<", begin, last), body, done)
        builder.position_at_end(body)
        i, free = builder.phi(word), builder.phi(word)
        i.add_incoming(begin, entry)
        free.add_incoming(args[3], entry)
        board = builder.load(builder.bitcast(builder.gep(source, [i]), lanes.as_pointer()), align=8)
        low = builder.lshr(board, tile_shift)
        tile = builder.and_(low, fixed(15))
        swap = builder.and_(builder.xor(low, builder.lshr(board, shift)), fixed(15))
        nearer = builder.icmp_unsigned(
            "==", builder.and_(builder.lshr(mask, tile), fixed(1)), fixed(0)
        )
        moved = builder.xor(
            builder.xor(board, builder.shl(swap, shift)), builder.shl(swap, tile_shift)
        )
        child = builder.sub(moved, builder.select(nearer, fixed(0), cost))
        has_slack = builder.icmp_unsigned("!=", builder.and_(board, slack_bits), fixed(0))
        index = builder.add(spread(i), ir.Constant(lanes, list(range(LANES))))
        keep = builder.and_(
            builder.or_(nearer, has_slack), builder.icmp_unsigned("<", index, bound)
        )
        _append_packed(builder, child, builder.gep(sink, [free]), keep)
        kept = builder.zext(builder.ctpop(builder.bitcast(keep, ir.IntType(LANES))), word)
        more, further = builder.add(i, word(LANES)), builder.add(free, kept)
        i.add_incoming(more, body)
        free.add_incoming(further, body)
        builder.cbranch(builder.icmp_unsigned("<", more, last), body, done)
        builder.position_at_end(done)
        result = builder.phi(word)
        result.add_incoming(args[3], entry)
        result.add_incoming(further, body)
        return result

    return types.uint64(words, span, heap, end, move), generate


@internal
def _expand(tables: Tables, frames: Frames, node_type: Any, take: Any) -> bool:
    """Replace the last `take` nodes of a heap by their children. True: a child is the goal,
    or a heap could overflow, so the chunk must be searched depth-first."""
    fill, children, kept = frames.fill, frames.children, frames.kept
    words = frames.heaps[node_type]
    first = fill[node_type] - take
    fill[node_type] = first
    blank = node_type & U64(60)
    for k in range(tables.legal[node_type]):
        source, farther = tables.source[node_type, k], tables.farther[node_type, k]
        target = tables.target[node_type, k]
        heap, end = frames.heaps[target], fill[target]
        if end + take > U64(HEAP):
            return True
        if frames.registers[Register.WIDE]:
            span, move = (first, first + take), (blank, source, farther)
            end = _children_wide(words, span, heap, end, move)  # type: ignore[call-arg]
        else:
            # Two loops: the first is vectorised, the second only copies. `kept` replaces a
            # branch that the processor could not predict.
            for i in range(take):
                child, keep = _slide(words[first + i], blank, source, farther)
                children[i] = child
                kept[i] = keep
            for i in range(take):
                heap[end] = children[i]
                end += U64(kept[i])
        if source == tables.goal[1]:
            for i in range(fill[target], end):
                if heap[i] & ~(U64(15) << source) == tables.goal[0]:
                    return True
        fill[target] = end
    return False


@internal
def _depth_first(tables: Tables, frames: Frames, budget: Any) -> Any:
    """The plain search with an explicit stack. Returns the number of nodes generated."""
    at, path = frames.registers, frames.path
    depth, frontier, skip, passed = (
        at[Register.DEPTH],
        at[Register.FRONTIER],
        at[Register.SKIP],
        at[Register.PASSED],
    )
    expanded, spent = U64(0), U64(0)
    word, slack, node_type, k = path[0, depth], path[1, depth], path[2, depth], path[3, depth]
    while spent < budget:
        if k == tables.legal[node_type]:
            if depth == U64(0):
                at[Register.PHASE] = U64(Phase.PLAN)
                break
            depth -= U64(1)
            word, slack, node_type = path[0, depth], path[1, depth], path[2, depth]
            k = path[3, depth]
            continue
        source = tables.source[node_type, k]
        tile = (word >> source) & U64(15)
        cost = (tables.farther[node_type, k] >> tile) & U64(1)
        child_type = tables.target[node_type, k]
        k += U64(1)
        spent += U64(1)
        if slack < cost:
            continue
        blank = node_type & U64(60)
        if depth == U64(0):
            blank = (node_type - U64(ROOT_TYPE)) << U64(2)
        child = word ^ (tile << source) ^ (tile << blank)
        if depth + U64(1) == frontier:
            passed += U64(1)
            if passed <= skip:
                continue
        path[3, depth] = k
        depth += U64(1)
        word, slack, node_type, k = child, slack - cost, child_type, U64(0)
        path[0, depth], path[1, depth], path[2, depth] = word, slack, node_type
        if word == tables.goal[0]:
            at[Register.PHASE] = U64(Phase.DONE)
            break
        expanded += U64(1)
    path[3, depth] = k
    at[Register.DEPTH], at[Register.PASSED] = depth, passed
    at[Register.EXPANDED] += expanded
    at[Register.GENERATED] += spent
    if at[Register.PHASE] != U64(Phase.DEPTH_FIRST):
        _close_contour(frames)
    return spent
