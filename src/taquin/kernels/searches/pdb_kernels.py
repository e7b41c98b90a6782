"""The two kernels of `ida_star_pdb` behind one set of calls; the tables say which of them searches.

`lanes` looks up all children of a node at once and hides what memory takes: best for one partition
in large tables. `waves` looks up one view after the other and only children that are left: best for
collections.
"""

from itertools import count

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.cache import has_code
from taquin.kernels.patterns.shared import VIEWS_A_WORD, shared_words
from taquin.kernels.patterns.sums import evaluate
from taquin.kernels.patterns.walk import evaluate_reference
from taquin.kernels.searches.lanes import (
    DEEPEST,
    DEPTHS,
    UNREACHED,
    Frames,
    QueuePlace,
    Register,
    SearchTables,
    search,
)
from taquin.kernels.searches.lanes import blank_frames as blank_lanes
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_nodes import SharedTables, Waves, blank_waves
from taquin.kernels.searches.wave_stack import goal_moves as goal_of_waves
from taquin.kernels.searches.wave_stack import restart
from taquin.kernels.searches.waves import MOST_GROWTH, search_waves

__all__ = [
    "AnyFrames",
    "AnyTables",
    "begin",
    "blank_frames",
    "evaluate_board",
    "evaluate_start",
    "first_levels",
    "goal_moves",
    "greatest_bound",
    "nearest_first",
    "search_some",
    "spares_compiling",
]

AnyTables = SearchTables | SharedTables
AnyFrames = Frames | Waves


def blank_frames(tables: AnyTables) -> AnyFrames:
    """Arrays for one search over `tables`: 2 to 4 MB, reusable by one search at a time."""
    return blank_waves(tables) if isinstance(tables, SharedTables) else blank_lanes(tables)


def search_some(tables: AnyTables, frames: AnyFrames, expansions: int) -> Signal:
    """Search the contour in `frames`, made by `blank_frames`, for another `expansions` nodes."""
    if isinstance(tables, SharedTables):
        assert isinstance(frames, Waves)
        return Signal(search_waves(tables, frames, expansions))
    assert isinstance(frames, Frames)
    return Signal(search(tables, frames, expansions))


def begin(frames: AnyFrames, lanes: int, base: int, split: int, items: tuple[int, int]) -> None:
    """Prepare `lanes` lanes to search the subtrees items[0] .. items[1]-1, rooted at `base`."""
    registers = frames.registers
    frames.queue[QueuePlace.ITEM], frames.queue[QueuePlace.HALT] = items[0], 0
    frames.order[:] = range(len(frames.order))
    registers[Register.TURN], registers[Register.ACTIVE] = 0, lanes
    registers[Register.BASE], registers[Register.SPLIT] = base, split
    registers[Register.END] = items[1]
    registers[Register.CUT] = 1
    if isinstance(frames, Waves):
        restart(frames, lanes)
        return
    frames.depths[:] = base
    # No child to read: each lane fetches a subtree first.
    frames.state[base::DEPTHS], frames.todo[base::DEPTHS] = 0, 0


def goal_moves(frames: AnyFrames) -> list[int]:
    """The directions from subtree 0 to the goal that the search has just found."""
    if isinstance(frames, Waves):
        return goal_of_waves(frames)
    registers = frames.registers
    lane = int(frames.order[registers[Register.TURN]])
    base, depth = int(registers[Register.BASE]), int(registers[Register.DEPTH])
    first = int(frames.item[lane]) * base
    path: list[int] = frames.item_moves[first : first + base].tolist()
    path += frames.moves.reshape(-1, DEPTHS)[lane, base:depth].tolist()
    return path


def greatest_bound(tables: AnyTables, frames: AnyFrames) -> int:
    """The greatest bound that the frames have room for."""
    if isinstance(tables, SearchTables):
        return DEEPEST
    return min(DEEPEST, int(frames.registers[Register.FLOOR]) + MOST_GROWTH)


def nearest_first(frames: AnyFrames, subtrees: int) -> None:
    """Queue the subtrees 1 .. subtrees-1 by the f of their roots, which are equally deep.

    Those of small f are the largest, and hold the solution more often than others: the workers
    finish a contour together, and the last contour sooner.
    """
    rows = {
        name: array.reshape(len(frames.item_blank), -1)[1:subtrees]
        for name, array in frames._asdict().items()
        if name.startswith("item_")
    }
    lanes = isinstance(frames, Frames)
    values = rows["item_sums"] if lanes else rows["item_grown"].view(np.uint8)
    order = np.lexsort((values.sum(axis=1), values.max(axis=1)))
    for row in rows.values():
        row[:] = row[order]


def evaluate_start(tables: AnyTables, frames: AnyFrames) -> int:
    """The greatest h of the board in subtree 0, whose words and sums it fills in; -1 = no way."""
    found = evaluate_board(tables, frames.item_cells[: len(frames.nearest)])
    if found is None:
        return -1
    words, sums = found
    if isinstance(frames, Frames):
        frames.item_words[: len(words)] = words
        frames.item_sums[: len(sums)] = sums
    else:
        _begin_waves(tables, frames, words, sums)
    return int(sums.max())


def evaluate_board(
    tables: AnyTables, board: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]] | None:
    """The words of a board's slots and the sums of its views; None if there is no way to the goal.

    board: tile on each cell, canonical labelling.
    """
    patterns, where = tables.patterns, np.empty(len(board), np.uint8)
    words = np.empty(patterns.slots, np.uint64)
    sums = np.zeros((1, patterns.views), np.int64)
    if spares_compiling() and next(_spared) < _FEW:
        reached = evaluate_reference(tables.neighbors, patterns, board, words, sums[0])
    else:
        reached = evaluate(tables.neighbors, patterns, board[None], where, words, sums) < 0
    return (words, sums[0]) if reached else None


def first_levels(tables: AnyTables, frames: AnyFrames, bound: int, depth: int) -> Signal:
    """Search subtree 0 down to `depth`; what is below is split off. EXHAUSTED or FOUND."""
    frames.registers[Register.BOUND], frames.registers[Register.NEXT] = bound, UNREACHED
    begin(frames, 1, 0, depth, (0, 1))
    status = Signal.BUDGET
    while status is Signal.BUDGET:
        status = search_some(tables, frames, _SLICE)
    return status


_SLICE = 100_000  # expansions


_spared = count()
_FEW = 8  # searches; for a caller that searches many boards without compiling it first


def spares_compiling() -> bool:
    """Whether the slow twin of `evaluate` saves compiling it, which takes a second."""
    compiled = evaluate.overloads  # type: ignore[attr-defined]
    return not compiled and not has_code("sums.evaluate-")


def _begin_waves(
    tables: AnyTables, waves: Waves, words: npt.NDArray[np.uint64], sums: npt.NDArray[np.int64]
) -> None:
    assert isinstance(tables, SharedTables)
    shared, floor = tables.shared, sums.min()
    blank = np.uint64(waves.item_blank[0])
    shared_words(tables.patterns, shared, words, blank, waves.item_words[: shared.slots])
    grown = np.zeros(len(shared.words) * VIEWS_A_WORD, np.uint8)
    grown[: len(sums)] = (sums - floor) // 2
    waves.item_grown[: len(shared.words)] = grown.view("<u8")
    waves.registers[Register.FLOOR] = floor
