"""Shortens a solution by replacing stretches of it with cheaper paths between the same boards."""

from collections.abc import Iterator

from taquin.constructive.local import Subgoal, bounding_box, path_to
from taquin.constructive.scene import LETTERS, Scene

__all__ = ["as_moves", "shorten"]

# Steps per stretch, steps from one to the next; expansions per stretch and in total.
_LENGTH, _STRIDE, _EACH, _ALL = 24, 6, 1000, 60_000


def as_moves(path: bytes) -> str:
    """The tile letters of a path of the blank."""
    return path.translate(_LETTERS).decode("ascii")


_LETTERS = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode("ascii"))


def shorten(scene: Scene, path: bytes) -> Iterator[bytes]:
    """Ever cheaper paths from the scene's board to the same end; the scene follows them.

    Each stretch of 24 steps is compared with a cheapest path between the same two boards, found by
    A* within the rectangle that it covers plus a margin of one cell, for up to 60,000 expansions.
    A limit raises Stop: what came before it counts.
    """
    last = scene.monitor.stats.expanded + _ALL
    done, rest = b"", path
    while rest and scene.monitor.stats.expanded < last:
        better = _replacement(scene, rest[:_LENGTH])
        if better is not None and _is_cheaper(scene, done[-_LENGTH:], rest, better):
            rest = better + rest[_LENGTH:]
            yield done + rest
            continue
        step = rest[:_STRIDE]
        scene.follow(step)
        done, rest = done + step, rest[len(step) :]


def _is_cheaper(scene: Scene, before: bytes, rest: bytes, better: bytes) -> bool:
    """Whether fewer steps also make fewer pushes, which depends on the moves next to them."""
    if scene.puzzle.metric != "mtm":
        return True
    after = rest[_LENGTH : 2 * _LENGTH]
    new, old = (before + path + after for path in (better, rest[:_LENGTH]))
    return scene.puzzle.pushes(as_moves(new)) < scene.puzzle.pushes(as_moves(old))


def _replacement(scene: Scene, stretch: bytes) -> bytes | None:
    """A cheaper path between the ends of a stretch, if one is found quickly, in single steps."""
    cells, blank = list(scene.cells), scene.blank
    visited, moved = [blank], []
    for direction in stretch:
        cell = scene.steps[blank][direction]
        moved.append(cells[cell])
        cells[blank], cells[cell] = cells[cell], 0
        blank = cell
        visited.append(blank)
    prices = scene.puzzle.tile_costs if scene.puzzle.metric == "expense" else None
    region = bounding_box(scene, visited, 1)
    subgoal = Subgoal(
        targets={cells[cell]: cell for cell in region if cells[cell]},
        region=region,
        distance=scene.distance,
        prices=prices,
        below=len(stretch) if prices is None else sum(prices[tile] for tile in moved),
        most=_EACH,
    )
    path = path_to(scene, subgoal)
    return None if path is None else bytes(path)
