"""The row-and-column method: a solution of any board, of any size, in seconds."""

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from taquin.constructive.floor import floor
from taquin.constructive.lines import build, solve_whole
from taquin.constructive.scene import Scene, Steps, grid_steps, has_all_grid_moves
from taquin.constructive.shorten import as_moves, shorten
from taquin.errors import OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS, simplify
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.solvability import judge
from taquin.puzzle.topology import topology
from taquin.search.algorithm import algorithm
from taquin.search.monitor import Monitor, Stop
from taquin.search.problem import Node, Route, StateSpace

__all__ = ["BoardSpace", "rows"]

# Up to here the block that is solved at the end is the whole board, on its own neighbour table.
_BLOCK_CELLS = 9
# Longer solutions are not shortened: that would take minutes, or hardly be seen.
_LONGEST = 3_000


class BoardSpace(StateSpace[State], Protocol):
    """A state space that tells its puzzle, as `taquin.puzzle.puzzle.PuzzleSpace` does."""

    @property
    def puzzle(self) -> Puzzle:
        """The board type, the goal and the metric."""


@algorithm(
    "rows",
    optimal=False,
    complete=True,
    needs=("puzzle",),
    paper="Parberry 1995 (A real-time algorithm for the (n²-1)-puzzle)",
)
def rows(space: BoardSpace, monitor: Monitor[State]) -> Node[State] | None:
    """Row-and-column method, line by line, the last 3x3 by A*; boards up to 100x100, no walls."""
    puzzle, start = space.puzzle, space.start
    monitor.prove(floor(puzzle, start))
    if puzzle.cells > _BLOCK_CELLS and not has_all_grid_moves(puzzle.topology):
        raise OptionError(
            f"rows moves tiles freely over the rectangle, and {puzzle.topology.name} lacks some of "
            f"its moves; beyond {_BLOCK_CELLS} cells use wastar, astar or idastar."
        )
    if not puzzle.judge(puzzle.decode(start)).solvable:
        return None
    scene = Scene(puzzle, start, monitor, getattr(space, "order", DIRECTIONS))
    if puzzle.cells <= _BLOCK_CELLS:
        solved = solve_whole(scene)
    else:
        _make_even(scene)
        scene.steps = grid_steps(puzzle.topology)
        solved = build(scene)
    assert solved, f"rows left {scene.cells} on the way to {puzzle.goal}"
    return _polished(space, scene, monitor)


def _polished(space: BoardSpace, scene: Scene, monitor: Monitor[State]) -> Node[State]:
    """The solution, its needless moves cancelled; shortened as far as the limits allow."""
    route = _route(space, simplify(as_moves(bytes(scene.ways))))
    monitor.found(route)
    if len(scene.ways) > _LONGEST or space.puzzle.cells <= _BLOCK_CELLS:
        return route
    again = Scene(space.puzzle, space.start, monitor, DIRECTIONS)
    ways = bytes(DIRECTIONS.index(letter) for letter in "".join(route.moves()))
    try:
        shorter = _route(space, simplify(as_moves(shorten(again, ways))))
    except Stop:
        return route
    if shorter.g < route.g:
        monitor.found(shorter)
    return min(shorter, route, key=lambda node: node.g)


def _route(space: BoardSpace, letters: str) -> Route[State]:
    """The goal's node at the end of single-tile moves; in the multi-tile metric they are joined."""
    puzzle = space.puzzle
    moves: Sequence[str] = letters
    match puzzle.metric:
        case "stm":
            cost = len(letters)
        case "mtm":
            moves = _joined(puzzle, letters)
            cost = len(moves)
        case "expense":
            cost = puzzle.cost(puzzle.decode(space.start), letters)
    return Route(space, puzzle.encode(puzzle.goal), tuple(moves), cost)


def _joined(puzzle: Puzzle, letters: str) -> list[str]:
    """One label a push: runs of a letter, none longer than the side less one."""
    pushes = []
    for letter, run in groupby(letters):
        length = len(list(run))
        longest = (puzzle.goal.width if letter in "LR" else puzzle.goal.height) - 1
        while length > 0:
            pushes.append(letter * min(length, longest))
            length -= longest
    return pushes


def _make_even(scene: Scene) -> None:
    """Where moves beyond the rectangle's changed what can be reached, use some of them.

    A walk of the blank round an odd number of cells, as round a torus of odd width, leads from
    the boards that the rectangle's moves cannot solve to those that they can.
    """
    puzzle = scene.puzzle
    plain = topology("grid", puzzle.goal.width, puzzle.goal.height)
    board = Board(puzzle.goal.width, puzzle.goal.height, tuple(scene.cells))
    if not judge(plain, board, puzzle.goal).solvable:
        scene.go(_odd_walk(scene.steps, scene.blank))


def _odd_walk(steps: Steps, start: int) -> list[int]:
    """A shortest walk of odd length that leads back to where it began; breadth-first."""
    came: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
    layer = [(start, 0)]
    while layer and (start, 1) not in came:
        after = []
        for cell, parity in layer:
            for way, n in enumerate(steps[cell]):
                there = (n, 1 - parity)
                if n >= 0 and there not in came:
                    came[there] = ((cell, parity), way)
                    after.append(there)
        layer = after
    at, ways = (start, 1), []
    while at != (start, 0):
        at, way = came[at]
        ways.append(way)
    return ways[::-1]
