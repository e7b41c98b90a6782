"""The beam for every metric and board type in readable Python: `MetricBeam`, board by board."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from taquin.beams.value.metric_value import has_ends
from taquin.beams.value.model import UNIT
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle

__all__ = ["MetricFound", "metric_beam"]

_SLACK = UNIT // 4  # how much worse than expected a child may be and still be considered


class MetricFound(NamedTuple):
    """The labels of the moves, or None; and how many boards were expanded and children made."""

    moves: list[str] | None
    expanded: int
    generated: int


class _Entry(NamedTuple):
    """A board of a layer: what it cost in units, that plus its value, and the moves to it."""

    board: tuple[int, ...]
    cost: int
    value: int
    moves: tuple[str, ...]


def metric_beam(
    puzzle: Puzzle,
    value: Callable[[Sequence[int]], int],
    unit: int,
    start: Sequence[int],
    width: int,
    *,
    longest: int,
) -> MetricFound:
    """Beam search: of each layer, the `width` boards for which cost plus value is smallest.

    value: of a board, in units, `unit` of which are a cost of 1. A layer is sorted by the blank's
    cell, as stable as it was made. A board that was expanded before is left out unless it costs
    less now. Once three layers were full, children much worse than the last survivor is expected
    to be are left out too. The beam goes on until no child is cheaper than the solution.
    """
    goal = tuple(puzzle.goal.cells)
    layer = [_Entry(tuple(start), 0, value(start), ())]
    expanded = generated = 0
    reached: dict[tuple[int, ...], int] = {}
    cuts: list[int] = []
    solution: _Entry | None = None
    while layer and len(layer[0].moves) < longest:
        threshold = None
        if len(cuts) >= 3:
            last, before, earlier = cuts[-1], cuts[-2], cuts[-3]
            threshold = last + max(last - before, before - earlier) + _SLACK
        reached |= {entry.board: entry.cost for entry in layer}
        expanded += len(layer)
        made = []
        for entry in layer:
            for child in _children(puzzle, value, unit, entry):
                generated += 1
                if solution is not None and child.cost >= solution.cost:
                    continue
                if threshold is None or child.value <= threshold:
                    made.append(child)
        ends = [child for child in made if child.board == goal]
        solution = min(ends, key=lambda child: child.cost, default=solution)
        kept: dict[tuple[int, ...], _Entry] = {}
        for child in made:
            cheapest = min(
                (one.cost for one in (kept.get(child.board),) if one), default=child.cost + 1
            )
            if child.cost < min(cheapest, reached.get(child.board, child.cost + 1)):
                kept.pop(child.board, None)  # its place is that of the cheaper record
                kept[child.board] = child
        best = sorted(kept.values(), key=lambda entry: entry.value)[:width]
        cuts = [*cuts, best[-1].value] if len(best) == width else []
        chosen = {entry.board for entry in best}
        layer = [entry for entry in kept.values() if entry.board in chosen]
        layer.sort(key=lambda entry: entry.board.index(0))
    return MetricFound(None if solution is None else list(solution.moves), expanded, generated)


def _children(
    puzzle: Puzzle, value: Callable[[Sequence[int]], int], unit: int, entry: _Entry
) -> list[_Entry]:
    """The children of a board, without the move back and without a second push along a line."""
    pushes, ends = puzzle.metric == "mtm", has_ends(puzzle)
    children = []
    for direction, letter in enumerate(DIRECTIONS):
        came = DIRECTIONS.index(entry.moves[-1][0]) if entry.moves else None
        if came is not None and (direction ^ 1 == came or (pushes and ends and direction == came)):
            continue
        blank = entry.board.index(0)
        line = puzzle.topology.line(blank, direction)
        longest = (puzzle.goal.width if letter in "LR" else puzzle.goal.height) - 1
        board = list(entry.board)
        for tiles, cell in enumerate(line[: longest if pushes else 1], start=1):
            price = 1 if pushes else puzzle.tile_costs[board[cell]]
            board[blank], board[cell] = board[cell], 0
            blank, cost = cell, entry.cost + price * unit
            after = tuple(board)
            children.append(
                _Entry(after, cost, cost + value(after), (*entry.moves, letter * tiles))
            )
    return children
