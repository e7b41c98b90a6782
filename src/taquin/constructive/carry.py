"""Moves one tile to a cell along a shortest path, with the blank going around it."""

from collections.abc import Iterator, Sequence

from taquin.constructive.local import Subgoal, achieve, bounding_box
from taquin.constructive.scene import Scene

__all__ = ["carry"]

_WIDE = 1 << 30


def carry(scene: Scene, tile: int, to: int, *, within: int = 0) -> bool:
    """Move `tile` to cell `to`, or to `within` steps of it, through free cells only.

    Each step brings the tile closer. Of the possible steps and the blank's paths for them, it
    chooses the one with the fewest moves plus steps that other tiles move away from home. Returns
    False, possibly after some moves, if no step is possible.
    """
    if scene.carrier is not None and scene.carrier(tile, to, within):
        return True
    while scene.distance(scene.place[tile], to) > within:
        at = scene.place[tile]
        possible = [
            (len(path) + scene.displacement(path), -left, tuple(path))
            for direction, left in _nearer(scene, at, to)
            for path in _pushes(scene, at, direction)
        ]
        if possible:
            scene.go(min(possible)[2])
        elif not _squeeze(scene, at, to):
            return False
    return True


def _nearer(scene: Scene, at: int, to: int) -> list[tuple[int, int]]:
    """(direction, steps left in it) for each direction whose next cell is closer and free."""
    down = scene.row_of[to] - scene.row_of[at]
    right = scene.column_of[to] - scene.column_of[at]
    legs = [(0 if down > 0 else 1, abs(down)), (2 if right > 0 else 3, abs(right))]
    return [
        (direction, left)
        for direction, left in legs
        if left and scene.free[scene.steps[at][direction]]
    ]


def _pushes(scene: Scene, at: int, direction: int) -> Iterator[Sequence[int]]:
    """Paths of the blank that move the tile at `at` one step in `direction`, in the last step."""
    beside = scene.steps[at]
    if scene.blank in beside:
        paths = _DETOURS[beside.index(scene.blank)][direction]
    else:
        paths = _bends(scene, beside[direction])
    for path in paths:
        if _is_clear(scene, path, at):
            yield [*path, direction ^ 1]


def _detour(here: int, direction: int) -> tuple[tuple[int, ...], ...]:
    """Paths from the `here` side of a tile to its `direction` side, around one corner or two."""
    if here == direction:
        return ((),)
    if here == direction ^ 1:
        a, b = (2, 3) if direction < 2 else (0, 1)
        return (a, direction, direction, b), (b, direction, direction, a)
    return ((direction, here ^ 1),)


_DETOURS = [[_detour(here, direction) for direction in range(4)] for here in range(4)]


def _bends(scene: Scene, to: int) -> tuple[tuple[int, ...], ...]:
    """The blank's paths to a cell with at most one turn."""
    down = scene.row_of[to] - scene.row_of[scene.blank]
    right = scene.column_of[to] - scene.column_of[scene.blank]
    rows = (0 if down > 0 else 1,) * abs(down)
    columns = (2 if right > 0 else 3,) * abs(right)
    return (rows + columns, columns + rows) if rows and columns else (rows + columns,)


def _is_clear(scene: Scene, path: Sequence[int], tile: int) -> bool:
    """Whether the blank's path uses only free cells and avoids the cell `tile`."""
    cell, steps, free = scene.blank, scene.steps, scene.free
    for direction in path:
        cell = steps[cell][direction]
        if cell < 0 or cell == tile or not free[cell]:
            return False
    return True


def _squeeze(scene: Scene, at: int, to: int) -> bool:
    """Search for what `_pushes` does not cover: a longer detour of the blank."""
    tile = scene.cells[at]
    for direction, _ in _nearer(scene, at, to):
        side = scene.steps[at][direction]
        for margin in (1, 2, _WIDE):
            region = bounding_box(scene, (scene.blank, at, side), margin)
            if achieve(scene, Subgoal({tile: at}, region, scene.distance, blank_to=side)):
                scene.go((direction ^ 1,))
                return True
    return False
