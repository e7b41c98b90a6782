"""Carrying one tile to a cell: it walks a shortest path, the blank walks round it."""

from collections.abc import Iterator, Sequence

from taquin.constructive.local import Aim, box, bring
from taquin.constructive.scene import Scene

__all__ = ["carry"]

_WIDE = 1 << 30


def carry(scene: Scene, tile: int, to: int, *, within: int = 0) -> bool:
    """Bring `tile` to cell `to`, or `within` so many steps of it, past free cells only.

    Of the steps that bring it nearer, and the blank's ways to make them possible, the one is
    taken that costs least in moves and in steps that other tiles are led away from home. False,
    with some moves made, where none is possible.
    """
    while scene.distance(scene.place[tile], to) > within:
        at = scene.place[tile]
        possible = [
            (len(ways) + scene.strays(ways), -left, tuple(ways))
            for way, left in _nearer(scene, at, to)
            for ways in _pushes(scene, at, way)
        ]
        if possible:
            scene.go(min(possible)[2])
        elif not _squeeze(scene, at, to):
            return False
    return True


def _nearer(scene: Scene, at: int, to: int) -> list[tuple[int, int]]:
    """(side of the tile, steps to go that way) where the tile's next cell is nearer and free."""
    down = scene.row_of[to] - scene.row_of[at]
    right = scene.column_of[to] - scene.column_of[at]
    ways = [(0 if down > 0 else 1, abs(down)), (2 if right > 0 else 3, abs(right))]
    return [(way, left) for way, left in ways if left and scene.free[scene.steps[at][way]]]


def _pushes(scene: Scene, at: int, way: int) -> Iterator[Sequence[int]]:
    """Ways of the blank that move the tile at `at` once, at the very end, to its `way` side."""
    beside = scene.steps[at]
    if scene.blank in beside:
        paths = _DETOURS[beside.index(scene.blank)][way]
    else:
        paths = _bends(scene, beside[way])
    for path in paths:
        if _is_clear(scene, path, at):
            yield [*path, way ^ 1]


def _detour(here: int, way: int) -> tuple[tuple[int, ...], ...]:
    """Ways from the `here` side of a tile to its `way` side: round a corner, or half round."""
    if here == way:
        return ((),)
    if here == way ^ 1:
        a, b = (2, 3) if way < 2 else (0, 1)
        return (a, way, way, b), (b, way, way, a)
    return ((way, here ^ 1),)


_DETOURS = [[_detour(here, way) for way in range(4)] for here in range(4)]


def _bends(scene: Scene, to: int) -> tuple[tuple[int, ...], ...]:
    """The two ways of the blank to a cell with at most one bend."""
    down = scene.row_of[to] - scene.row_of[scene.blank]
    right = scene.column_of[to] - scene.column_of[scene.blank]
    rows = (0 if down > 0 else 1,) * abs(down)
    columns = (2 if right > 0 else 3,) * abs(right)
    return (rows + columns, columns + rows) if rows and columns else (rows + columns,)


def _is_clear(scene: Scene, ways: Sequence[int], tile: int) -> bool:
    """Whether these ways of the blank are free and do not touch the cell `tile`."""
    cell, steps, free = scene.blank, scene.steps, scene.free
    for way in ways:
        cell = steps[cell][way]
        if cell < 0 or cell == tile or not free[cell]:
            return False
    return True


def _squeeze(scene: Scene, at: int, to: int) -> bool:
    """Find by search what `_pushes` does not see: where the blank must go a longer way round."""
    tile = scene.cells[at]
    for way, _ in _nearer(scene, at, to):
        side = scene.steps[at][way]
        for margin in (1, 2, _WIDE):
            region = box(scene, (scene.blank, at, side), margin)
            if bring(scene, Aim({tile: at}, region, scene.distance, blank_to=side)):
                scene.go((way ^ 1,))
                return True
    return False
