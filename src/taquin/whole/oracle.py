"""The reference for checks: exact distances in whole spaces, found by exhaustive search."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.puzzle.topology import topology
from taquin.search.breadth_first import layers

__all__ = [
    "ALL_METRICS",
    "SIZES",
    "USUAL_GOALS",
    "census",
    "goal_board",
    "puzzles",
    "true_distances",
]

SIZES = ((2, 2), (3, 2))
USUAL_GOALS = ("last", "first", "middle")
ALL_METRICS: tuple[Metric, ...] = ("stm", "mtm", "expense")
_FEW_CELLS = 6
_PAUSE = 5000  # expansions between two pauses
_Step: TypeAlias = Callable[[State], Any]


def puzzles(
    sizes: Iterable[tuple[int, int]] = SIZES,
    goals: Iterable[str] = USUAL_GOALS,
    metrics: Iterable[Metric] = ALL_METRICS,
    topologies: Iterable[str] = ("grid",),
) -> Iterator[tuple[str, Puzzle]]:
    """Every combination as (description, puzzle); sizes are (width, height).

    goals: names (last, first, snake, spiral), boards as text, or ``middle``: the tiles in reading
    order with the blank in or next to the middle of the board. Of all metrics, mtm is left out on
    board types that it does not fit; alone, it raises OptionError there.
    """
    metrics = tuple(metrics)
    for board_type in topologies:
        for width, height in sizes:
            own_costs = topology(board_type, width, height).costs is not None
            fitting = [m for m in metrics if m != "mtm" or not own_costs] or metrics
            for goal in goals:
                board = goal_board(goal, width, height)
                for metric in fitting:
                    where = "" if board_type == "grid" else f", {board_type}"
                    yield (
                        f"goal {goal}, {metric}{where}",
                        Puzzle(topology(board_type, width, height), board, metric),
                    )


def goal_board(text: str, width: int, height: int) -> Board:
    """The goal that a name, ``middle`` or a board's text stands for at a size."""
    if text != "middle":
        return named_goal(text, width, height)
    middle = height // 2 * width + width // 2
    return Board.of(width, height, [*range(1, middle + 1), 0, *range(middle + 1, width * height)])


def true_distances(puzzle: Puzzle, pause: Callable[[], None] | None = None) -> dict[State, int]:
    """The least cost to the goal from every state that can reach it. O(space).

    pause: called now and then in a large space; what it raises ends the search.
    """
    # Checks ask for the same few small spaces hundreds of times.
    return dict(_kept(puzzle)) if puzzle.cells <= _FEW_CELLS else _searched(puzzle, pause)


@lru_cache(maxsize=32)
def _kept(puzzle: Puzzle) -> dict[State, int]:
    return _searched(puzzle)


def _searched(puzzle: Puzzle, pause: Callable[[], None] | None = None) -> dict[State, int]:
    """A search from the goal: breadth-first where every move costs 1, or else uniform-cost."""
    space = puzzle.space(puzzle.goal)
    asked = count(1)

    def paused(step: _Step) -> _Step:
        def after(state: State) -> Any:
            if not next(asked) % _PAUSE and pause is not None:
                pause()
            return step(state)

        return step if pause is None else after

    if puzzle.counts_moves:
        outward = enumerate(layers([space.start], paused(space.successors)))
        # Sorted, so that reports always name the same counter-examples.
        return {state: depth for depth, layer in outward for state in sorted(layer)}
    distance: dict[State, int] = {}
    frontier = [(0, space.start)]
    backwards = paused(space.successors if puzzle.topology.reversible else space.predecessors)
    while frontier:
        cost, state = heappop(frontier)
        if state not in distance:
            distance[state] = cost
            for _, other, price in backwards(state):
                heappush(frontier, (cost + price, other))
    return distance


def census(puzzle: Puzzle) -> list[int]:
    """How many states are at distance 0, 1, 2, … from the goal, in the puzzle's metric.

    >>> census(Puzzle.of("123/450"))[:8]
    [1, 2, 3, 5, 6, 7, 10, 12]
    """
    if puzzle.counts_moves:
        space = puzzle.space(puzzle.goal)
        return [len(layer) for layer in layers([space.start], space.successors)]
    counts = Counter(true_distances(puzzle).values())
    return [counts[distance] for distance in range(max(counts) + 1)]
