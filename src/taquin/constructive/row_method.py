"""The row-and-column method: solves boards of any size within seconds."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Protocol

from taquin.constructive.by_blocks import build_by_blocks
from taquin.constructive.carrier import Carrier
from taquin.constructive.floor import floor
from taquin.constructive.lines import build, narrow, solve_whole
from taquin.constructive.scene import LETTERS, Scene, Steps, grid_steps, has_all_grid_moves
from taquin.constructive.shorten import as_moves, shorten
from taquin.ground.errors import OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS, simplify
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.puzzle.solvability import judge
from taquin.puzzle.topology import topology
from taquin.search.algorithm import algorithm
from taquin.search.monitor import Monitor, Stop
from taquin.search.problem import Node, Route, StateSpace
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = [
    "ROWS_WHY",
    "BoardSpace",
    "built",
    "completed",
    "continued",
    "is_carried",
    "narrowed",
    "polished",
    "route_of",
    "rows",
]

# Boards up to this size are solved as one block, on their own neighbour table.
_BLOCK_CELLS = 9
# Boards from this size on take more than a tenth of a second in Python.
_CARRIED_CELLS = 256
# Longer solutions are not shortened: it would take minutes or have hardly any effect.
_LONGEST = 3_000


class BoardSpace(StateSpace[State], Protocol):
    """A state space with a `puzzle` attribute, such as `taquin.puzzle.puzzle.PuzzleSpace`."""

    @property
    def puzzle(self) -> Puzzle:
        """The board type, the goal and the metric."""


ROWS_WHY = {
    "followed": "The next move of the row-and-column method.",
    "any": "A* within part of the board, for the next tiles or a shorter way: the smallest f, then "
    "the smallest h, then the newest node.",
}


@algorithm(
    "rows",
    optimal=False,
    complete=True,
    needs=("puzzle",),
    paper="Parberry 1995 (A real-time algorithm for the (n²-1)-puzzle)",
    teaching=Teaching(
        label="Rows and columns",
        colour="yellow",
        pseudocode=(
            CodeLine("for each row or column, while more than 3 × 3 is left:"),
            CodeLine("    move its tiles to their goal cells one by one, the last two together"),
            CodeLine("solve the rest by A*:"),
            CodeLine("    node ← take the node with the smallest f = g + h", "choose"),
            child_loop(),
            CodeLine("        if child is in reached and not cheaper: skip it", "duplicate"),
            CodeLine("        add child to reached and to the frontier", "new", "better", "pruned"),
            CodeLine("shorten the moves found, and return them", "found"),
            CodeLine("return: no solution was found", "fail"),
        ),
        why=ROWS_WHY,
    ),
)
def rows(space: BoardSpace, monitor: Monitor[State]) -> Node[State] | None:
    """Row-and-column method: line by line, then A* for the last 3x3; with walls, path by path."""
    puzzle, start = space.puzzle, space.start
    if puzzle.topology.costs is not None and not has_all_grid_moves(puzzle.topology):
        raise OptionError(
            f"rows does not fit {puzzle.topology.name}, whose moves have costs of their own and "
            "are not all those of the grid; use astar, wastar or ucs."
        )
    monitor.prove(floor(puzzle, start))
    if not puzzle.judge(puzzle.decode(start)).solvable:
        return None
    first = built(space, monitor)
    monitor.found(first)
    if puzzle.cells <= _BLOCK_CELLS:
        return first
    return polished(space, first, monitor)


def built(space: BoardSpace, monitor: Monitor[State]) -> Route[State]:
    """A solution as built, without redundant moves."""
    puzzle = space.puzzle
    scene = Scene(puzzle, space.start, monitor, getattr(space, "order", DIRECTIONS))
    whole = puzzle.cells <= _BLOCK_CELLS and puzzle.topology.costs is None
    solved = solve_whole(scene) if whole else _build_any(scene)
    assert solved, f"rows left {scene.cells} on the way to {puzzle.goal}"
    return route_of(space, _simplified(puzzle, bytes(scene.path)))


def _simplified(puzzle: Puzzle, path: bytes) -> str:
    """The letters of a path without moves that the next one undoes, where every move has one."""
    letters = as_moves(path)
    return letters if puzzle.topology.costs is not None else simplify(letters)


def _build_any(scene: Scene) -> bool:
    """Solve a board line by line, or by blocks where it lacks moves of the rectangle."""
    if not has_all_grid_moves(scene.puzzle.topology):
        return build_by_blocks(scene)
    _fix_parity(scene)
    scene.steps = grid_steps(scene.puzzle.topology)
    return build(scene)


def completed(puzzle: Puzzle, start: State, monitor: Monitor[State], letters: str) -> str:
    """Single-tile moves from `start` that begin with `letters`, and go on line by line."""
    scene = _quick_scene(puzzle, start, monitor)
    scene.follow(DIRECTIONS.index(letter) for letter in letters)
    solved = build(scene)
    assert solved, f"rows left {scene.cells} on the way to {puzzle.goal}"
    return as_moves(bytes(scene.path))


def continued(space: BoardSpace, letters: str, monitor: Monitor[State]) -> str:
    """The same on any board type whose moves have no costs of their own."""
    scene = Scene(space.puzzle, space.start, monitor, DIRECTIONS)
    scene.follow(DIRECTIONS.index(letter) for letter in letters)
    solved = _build_any(scene)
    assert solved, f"rows left {scene.cells} on the way to {space.puzzle.goal}"
    return simplify(as_moves(bytes(scene.path)))


def narrowed(goal: Board, board: Board, size: tuple[int, int], monitor: Monitor[State]) -> str:
    """Single-tile moves that complete lines until so many columns and rows are left."""
    puzzle = Puzzle.of(board, goal=goal)
    scene = _quick_scene(puzzle, puzzle.encode(board), monitor)
    done = narrow(scene, size)
    assert done, f"lines left {scene.cells} on the way to {goal}"
    return as_moves(bytes(scene.path))


def _quick_scene(puzzle: Puzzle, start: State, monitor: Monitor[State]) -> Scene:
    """A scene whose tiles a kernel carries where Python would take long."""
    scene = Scene(puzzle, start, monitor, DIRECTIONS)
    if is_carried(puzzle, monitor):
        scene.carrier = Carrier(scene)
    return scene


def is_carried(puzzle: Puzzle, monitor: Monitor[State]) -> bool:
    """Whether `completed` and `narrowed` use a kernel: in Python they would take long."""
    return puzzle.cells >= _CARRIED_CELLS and monitor.observer is None


def polished(space: BoardSpace, route: Node[State], monitor: Monitor[State]) -> Node[State]:
    """The solution, shortened as far as the limits allow; after Ctrl-C the monitor knows it."""
    if sum(map(len, route.moves())) > _LONGEST:
        return route
    path = bytes(LETTERS.index(letter) for letter in "".join(route.moves()))
    best = route
    try:
        # What is short in single-tile moves is often cheap in the metric, too.
        for metric in dict.fromkeys((space.puzzle.metric, "stm")):
            again = Scene(_counting(space.puzzle, metric), space.start, monitor, DIRECTIONS)
            for shorter in shorten(again, path):
                one = route_of(space, _simplified(space.puzzle, shorter))
                best = one if one.g < best.g else best
    except Stop:
        return best
    finally:
        monitor.found(best)
    return best


def _counting(puzzle: Puzzle, metric: Metric) -> Puzzle:
    """The puzzle in a metric."""
    if metric == puzzle.metric:
        return puzzle
    return replace(puzzle, metric=metric, costs=None)


def route_of(space: BoardSpace, letters: str) -> Route[State]:
    """The goal's node after single-tile moves, which the multi-tile metric joins into pushes."""
    puzzle = space.puzzle
    moves: Sequence[str] = letters
    match puzzle.metric:
        case "stm" if puzzle.counts_moves:
            cost = len(letters)
        case "mtm":
            moves = _joined(puzzle, letters)
            cost = len(moves)
        case _:
            cost = puzzle.cost(puzzle.decode(space.start), letters)
    return Route(space, puzzle.encode(puzzle.goal), tuple(moves), cost)


def _joined(puzzle: Puzzle, letters: str) -> list[str]:
    """One label per push: runs of a letter, none longer than the side minus one."""
    pushes = []
    for letter, run in groupby(letters):
        length = len(list(run))
        longest = (puzzle.goal.width if letter in "LR" else puzzle.goal.height) - 1
        while length > 0:
            pushes.append(letter * min(length, longest))
            length -= longest
    return pushes


def _fix_parity(scene: Scene) -> None:
    """Make a board that is solvable only with wrap-around moves solvable without them.

    A closed walk of the blank with an odd number of steps, as around a torus of odd width, leads
    from the boards that the rectangle's moves cannot solve to those that they can.
    """
    puzzle = scene.puzzle
    plain = topology("grid", puzzle.goal.width, puzzle.goal.height)
    board = Board(puzzle.goal.width, puzzle.goal.height, tuple(scene.cells))
    if not judge(plain, board, puzzle.goal).solvable:
        scene.go(_odd_walk(scene.steps, scene.blank))


def _odd_walk(steps: Steps, start: int) -> list[int]:
    """A shortest closed walk of odd length, found breadth-first."""
    came_from: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
    layer = [(start, 0)]
    while layer and (start, 1) not in came_from:
        after = []
        for cell, parity in layer:
            for direction, n in enumerate(steps[cell]):
                there = (n, 1 - parity)
                if n >= 0 and there not in came_from:
                    came_from[there] = ((cell, parity), direction)
                    after.append(there)
        layer = after
    at, path = (start, 1), []
    while at != (start, 0):
        at, direction = came_from[at]
        path.append(direction)
    return path[::-1]
