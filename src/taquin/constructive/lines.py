"""Solves line by line: completes rows and columns until a small block is left to search."""

from taquin.constructive.carry import carry
from taquin.constructive.local import Subgoal, achieve, bounding_box
from taquin.constructive.scene import Scene

__all__ = ["build", "narrow", "solve_whole"]

# Side of the last block, which A* solves.
_BLOCK = 3
# The last two tiles of a line are placed together once they are this close to its end.
_ZONE = 4
_WIDE = 1 << 30

Rectangle = tuple[int, int, int, int]


def build(scene: Scene) -> bool:
    """Move every tile to its goal cell; False if the available moves are not sufficient.

    Parberry, "A real-time algorithm for the (n²-1)-puzzle", Information Processing Letters 56
    (1995), but with lines from all four sides, so that the blank's goal can be anywhere.
    """
    return narrow(scene, (0, 0)) and _finish(scene)


def narrow(scene: Scene, size: tuple[int, int]) -> bool:
    """Complete lines until what is left has at most so many columns and rows.

    False if the available moves are not sufficient.
    """
    rectangle = (0, 0, scene.width - 1, scene.height - 1)
    while rectangle[2] - rectangle[0] >= size[0] or rectangle[3] - rectangle[1] >= size[1]:
        lines = _lines(scene, rectangle)
        if not lines:
            break
        _, _, line, rectangle = min(lines)
        if not _place(scene, line):
            return False
    return True


def _lines(scene: Scene, rectangle: Rectangle) -> list[tuple[int, float, list[int], Rectangle]]:
    """The lines that can be completed next: (-length of their axis, mean distance, cells, rest).

    Lines across the longer side come first, then those whose tiles are closest to home.
    """
    left, top, right, bottom = rectangle
    width, (goal_row, goal_column) = scene.width, divmod(scene.home[0], scene.width)
    columns, rows = right - left + 1, bottom - top + 1
    lines = []
    if rows > _BLOCK:
        for row in {top, bottom} - {goal_row}:
            line = [row * width + column for column in range(left, right + 1)]
            lines.append((rows, line, (left, top + (row == top), right, bottom - (row == bottom))))
    if columns > _BLOCK:
        for column in {left, right} - {goal_column}:
            line = [row * width + column for row in range(top, bottom + 1)]
            rest = (left + (column == left), top, right - (column == right), bottom)
            lines.append((columns, line, rest))
    return [(-side, _mean(scene, line), _oriented(scene, line), rest) for side, line, rest in lines]


def _away(scene: Scene, cell: int) -> int:
    """The distance from `cell` to the tile that belongs there."""
    return scene.distance(scene.place[scene.puzzle.goal[cell]], cell)


def _mean(scene: Scene, line: list[int]) -> float:
    return sum(_away(scene, cell) for cell in line) / len(line)


def _oriented(scene: Scene, line: list[int]) -> list[int]:
    """The line, oriented so that the pair of tiles that is farther away comes last."""
    first, last = (sum(_away(scene, cell) for cell in end) for end in (line[:2], line[-2:]))
    return line[::-1] if first < last else line


def _place(scene: Scene, line: list[int]) -> bool:
    for cell in line[:-2]:
        if not carry(scene, scene.puzzle.goal[cell], cell):
            return False
        scene.free[cell] = 0
    near, corner = line[-2:]
    if _away(scene, near) or _away(scene, corner):
        return _place_pair(scene, near, corner)
    scene.free[near] = scene.free[corner] = 0
    return True


def _place_pair(scene: Scene, near: int, corner: int) -> bool:
    """Place the last two tiles of a line together, because each alone would block the other."""
    place, goal = scene.place, scene.puzzle.goal
    a, b = goal[near], goal[corner]
    if max(scene.distance(place[tile], corner) for tile in (a, b)) > _ZONE:
        beside = (n for n in scene.steps[corner] if n >= 0 and n != near and scene.free[n])
        if not carry(scene, a, corner):
            return False
        scene.free[corner] = 0
        carried = carry(scene, b, next(beside), within=_ZONE - 1)
        scene.free[corner] = 1
        if not carried:
            return False
    for margin in (1, 2, _WIDE):
        region = bounding_box(scene, (place[a], place[b], near, corner, scene.blank), margin)
        if achieve(scene, Subgoal({a: near, b: corner}, region, scene.distance)):
            scene.free[near] = scene.free[corner] = 0
            return True
    return False


def _finish(scene: Scene) -> bool:
    region = [cell for cell, free in enumerate(scene.free) if free]
    targets = {tile: cell for cell in region if (tile := scene.puzzle.goal[cell])}
    return achieve(scene, Subgoal(targets, region, scene.distance))


def solve_whole(scene: Scene) -> bool:
    """Solve a small board of any type by A*, in single-tile moves with their costs."""
    goal, board_type = scene.puzzle.goal, scene.puzzle.topology
    steps = [board_type.distances(cell) for cell in range(board_type.cells)]
    targets = {tile: cell for cell, tile in enumerate(goal) if tile}
    prices = scene.puzzle.tile_costs if scene.puzzle.metric == "expense" else None
    region = range(board_type.cells)
    # Unreachable cells have distance -1; on a solvable board no tile has to go there.
    return achieve(scene, Subgoal(targets, region, lambda a, b: max(0, steps[a][b]), prices=prices))
