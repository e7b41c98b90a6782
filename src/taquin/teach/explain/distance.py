"""How far the goal is, where that is known, and how many boards are how far."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import factorial

from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.blocks import blocks
from taquin.puzzle.board import Board
from taquin.puzzle.instances import published
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import Topology
from taquin.search.algorithm import run
from taquin.whole.census import distance_table, tabled

__all__ = ["Extent", "extent", "is_bipartite", "known_distance", "reachable"]

_SEARCHED = 9  # largest board, in cells, to search: it takes well under half a second


@dataclass(frozen=True, slots=True)
class Extent:
    """The greatest distance from a puzzle's goal, how many boards are there, and the mean."""

    diameter: int
    boards_at_diameter: int
    mean_distance: float
    source: str

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "diameter": self.diameter,
            "boards_at_diameter": self.boards_at_diameter,
            "mean_distance": self.mean_distance,
            "source": self.source,
        }


def known_distance(
    board: Board, puzzle: Puzzle, solvable: bool
) -> tuple[int | None, str | None, tuple[str, ...] | None]:
    """The optimal cost, where it comes from, and the moves that start an optimal solution."""
    if not solvable:
        return None, None, None
    if board == puzzle.goal:
        return 0, "computed", ()
    if puzzle.cells <= _SEARCHED:
        cost_by_move = {
            move: cost + _distance(puzzle, puzzle.decode(after))
            for move, after, cost in puzzle.space(board).successors(puzzle.encode(board))
        }
        distance = min(cost_by_move.values())
        first = tuple(move for move, cost in cost_by_move.items() if cost == distance)
        return distance, "computed", first
    known = published(board, puzzle.goal, puzzle.metric) if puzzle.topology.is_grid else None
    if known is None:
        return None, None, None
    return known.optimal, known.source, None


def _distance(puzzle: Puzzle, board: Board) -> int:
    if tabled(puzzle):
        distance = distance_table(puzzle)[board]
    elif not puzzle.counts_moves:
        distance = run("astar", puzzle.space(board), manhattan(puzzle)).cost
    else:
        distance = run("bibfs", puzzle.space(board)).cost
    assert distance is not None, "a solvable board has a solution"
    return distance


def reachable(board_type: Topology) -> int | None:
    """How many boards are mutually reachable (Wilson 1974); None if walls split the board.

    A ring of cells preserves the cyclic order of its tiles. Any other board without an
    articulation cell reaches every arrangement, or half of them if its cells can be coloured like
    a chessboard. The one exception has seven cells, which no rectangle has.
    """
    parts = blocks(board_type, 0)
    if [len(part) for part in parts] != [board_type.cells]:
        return None
    if all(len(board_type.adjacent(cell)) == 2 for cell in range(board_type.cells)):
        return board_type.cells * (board_type.cells - 1)
    return factorial(board_type.cells) // (2 if is_bipartite(board_type) else 1)


def is_bipartite(board_type: Topology) -> bool:
    """Whether every step changes the parity of the distance from the first cell."""
    steps = board_type.steps(0)
    return all(
        (steps[cell] - steps[other]) % 2
        for cell in range(board_type.cells)
        for other in board_type.adjacent(cell)
    )


@cache
def _extents() -> dict[tuple[int, int, str, str], Extent]:
    """Published extents, by width, height (the smaller side), metric and the blank's goal cell."""
    path = resources.files("taquin") / "data" / "gods_numbers.csv"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {
        (int(r["width"]), int(r["height"]), r["metric"].lower(), r["blank_goal"]): Extent(
            int(r["diameter"]),
            int(r["positions_at_diameter"]),
            float(r["mean_length"]),
            r["source"],
        )
        for r in csv.DictReader(lines)
    }


def extent(puzzle: Puzzle) -> Extent | None:
    """The published extent. Renaming tiles keeps distances: only the blank's goal cell matters."""
    if not puzzle.topology.is_grid:
        return None
    goal = puzzle.goal
    y, x = divmod(goal.blank, goal.width)
    y, x = min(y, goal.height - 1 - y), min(x, goal.width - 1 - x)
    if goal.height > goal.width or (goal.height == goal.width and y > x):
        y, x = x, y
    width, height = max(goal.width, goal.height), min(goal.width, goal.height)
    place = "corner" if (y, x) == (0, 0) else f"r{y}c{x}"
    if (width, height) == (4, 4):
        place = {"r0c1": "edge", "r1c1": "center"}.get(place, place)
    return _extents().get((width, height, puzzle.metric, place))
