"""Shortening a solution: stretches of it are replaced by cheaper ways between their two ends."""

from taquin.constructive.local import Aim, box, ways_to
from taquin.constructive.scene import Scene
from taquin.puzzle.move import DIRECTIONS

__all__ = ["as_moves", "shorten"]

# Steps of a stretch, steps from one to the next; expansions spent on each and on all.
_LENGTH, _STRIDE, _EACH, _ALL = 24, 6, 1000, 60_000


def as_moves(ways: bytes) -> str:
    """The tile letters of the blank's ways."""
    return ways.translate(_LETTERS).decode("ascii")


_LETTERS = bytes.maketrans(bytes(range(4)), DIRECTIONS.encode("ascii"))


def shorten(scene: Scene, ways: bytes) -> bytes:
    """Ways from the scene's board to the same end, as a rule cheaper; the scene goes along.

    Each stretch of 24 steps is compared with a cheapest way between the same two boards, found by
    A* within the rectangle that it keeps to and one cell more, until 60,000 expansions are spent.
    """
    last = scene.monitor.stats.expanded + _ALL
    done, rest = b"", ways
    while rest and scene.monitor.stats.expanded < last:
        better = _replacement(scene, rest[:_LENGTH])
        if better is not None and _pays(scene, done[-_LENGTH:], rest, better):
            rest = better + rest[_LENGTH:]
            continue
        step = rest[:_STRIDE]
        scene.follow(step)
        done, rest = done + step, rest[len(step) :]
    return done + rest


def _pays(scene: Scene, before: bytes, rest: bytes, better: bytes) -> bool:
    """Whether fewer steps are also fewer pushes, which depends on what stands next to them."""
    if scene.puzzle.metric != "mtm":
        return True
    after = rest[_LENGTH : 2 * _LENGTH]
    new, old = (before + ways + after for ways in (better, rest[:_LENGTH]))
    return scene.puzzle.pushes(as_moves(new)) < scene.puzzle.pushes(as_moves(old))


def _replacement(scene: Scene, stretch: bytes) -> bytes | None:
    """A cheaper way between the ends of a stretch, if one is soon found; pushes count singly."""
    cells, blank = list(scene.cells), scene.blank
    visited, moved = [blank], []
    for way in stretch:
        cell = scene.steps[blank][way]
        moved.append(cells[cell])
        cells[blank], cells[cell] = cells[cell], 0
        blank = cell
        visited.append(blank)
    priced = scene.puzzle.metric == "expense"
    region = box(scene, visited, 1)
    aim = Aim(
        targets={cells[cell]: cell for cell in region if cells[cell]},
        region=region,
        distance=scene.distance,
        priced=priced,
        below=sum(moved) if priced else len(stretch),
        most=_EACH,
    )
    ways = ways_to(scene, aim)
    return None if ways is None else bytes(ways)
