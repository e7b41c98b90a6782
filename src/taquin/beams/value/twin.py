"""The beam search with the learned heuristic in readable Python: `LearnedBeam`, board by board."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from taquin.beams.value.model import UNIT
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.topology import topology as find_topology

__all__ = ["Found", "Valued", "beam"]

_SLACK = UNIT // 4  # how much worse than expected a child may be and still be considered


class Valued(Protocol):
    """A value of the boards of one size."""

    @property
    def width(self) -> int:
        """The boards' columns."""

    @property
    def height(self) -> int:
        """The boards' rows."""

    def value(self, board: Sequence[int], /) -> int:
        """The value of a canonical board."""


class Found(NamedTuple):
    """The moves, or None; and how many boards were expanded and children made."""

    moves: str | None
    expanded: int
    generated: int


class _Entry(NamedTuple):
    """A board of a layer, with its value and the moves that led to it."""

    board: tuple[int, ...]
    value: int
    moves: str


def beam(
    model: Valued,
    start: Sequence[int],
    width: int,
    *,
    longest: int,
    counted: frozenset[int] | None = None,
    goals: Iterable[Sequence[int]] | None = None,
    topology: str = "grid",
) -> Found:
    """Beam search from a canonical board: of each layer, the `width` boards of smallest value.

    A layer is sorted by the blank's cell, as stable as it was made. Boards expanded before are
    left out. Once three layers were full, children much worse than the last survivor is expected
    to be are left out too.

    counted: the tiles that tell boards apart, None for all. goals: None for the canonical goal.
    topology: the board type.
    """
    neighbors = find_topology(topology, model.width, model.height).neighbors
    start = tuple(start)
    ends = {_key(end, counted) for end in goals or [range(model.width * model.height)]}
    solved = _key(start, counted) in ends
    layer, expanded, generated = [_Entry(start, model.value(start), "")], 0, 0
    reached: set[tuple[int, ...]] = set()
    cuts: list[int] = []
    while layer and len(layer[0].moves) < longest and not solved:
        threshold = None
        if len(cuts) >= 3:
            last, before, earlier = cuts[-1], cuts[-2], cuts[-3]
            threshold = last + max(last - before, before - earlier) + _SLACK
        reached |= {_key(entry.board, counted) for entry in layer}
        expanded += len(layer)
        children: dict[tuple[int, ...], _Entry] = {}
        for entry in layer:
            for child in _children(model, entry, neighbors):
                generated += 1
                if threshold is not None and child.value > threshold:
                    continue
                key = _key(child.board, counted)
                if key not in reached and key not in children:
                    children[key] = child
        found = next((child for key, child in children.items() if key in ends), None)
        if found is not None:
            return Found(found.moves, expanded, generated)
        best = sorted(children.values(), key=lambda entry: entry.value)
        cuts = [*cuts, best[width - 1].value] if len(best) >= width else []
        layer = sorted(_first_of_the_best(children, best[:width]), key=lambda e: e.board.index(0))
    return Found("" if solved else None, expanded, generated)


def _first_of_the_best(children: dict[tuple[int, ...], _Entry], best: list[_Entry]) -> list[_Entry]:
    """The best children in the order in which they were made."""
    kept = {entry.board for entry in best}
    return [entry for entry in children.values() if entry.board in kept]


def _key(board: Sequence[int], counted: frozenset[int] | None) -> tuple[int, ...]:
    """The board with all tiles that do not count alike."""
    if counted is None:
        return tuple(board)
    return tuple(tile if tile == 0 or tile in counted else -1 for tile in board)


def _children(model: Valued, entry: _Entry, neighbors: Sequence[Sequence[int]]) -> list[_Entry]:
    """The children of a board, without the one that the move back leads to."""
    blank = entry.board.index(0)
    children = []
    for direction, cell in enumerate(neighbors[blank]):
        back = entry.moves and DIRECTIONS.index(entry.moves[-1]) == direction ^ 1
        if cell < 0 or back:
            continue
        board = list(entry.board)
        board[blank], board[cell] = board[cell], 0
        child = tuple(board)
        children.append(_Entry(child, model.value(child), entry.moves + DIRECTIONS[direction]))
    return children
