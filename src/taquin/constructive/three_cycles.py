"""Arranges the tiles of two cycles with a common path by exchanges of three.

The blank waits at the first end. Each of the three cycles through it turns its other tiles by one
place. R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", JCTB 16 (1974): together
these turns make every even permutation, on all such graphs but one, of seven cells.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from taquin.constructive.ears import Theta
from taquin.constructive.scene import Scene
from taquin.puzzle.solvability import permutation_is_odd

__all__ = ["arranged_by_cycles"]

# A permutation takes the tile of cell i to cell p[i]; cells of a theta are numbered from its end.
Permutation = tuple[int, ...]
# Numbers of turns: one and its inverse differ by exclusive or with 1.
Word = tuple[int, ...]


def arranged_by_cycles(scene: Scene, theta: Theta, wanted: Sequence[int]) -> None:
    """Move the tiles of a theta of nine or more cells where `wanted` has them.

    The blank is at the first end, and returns there.
    """
    turns = _Turns(scene, theta)
    now, then = ([cells[cell] for cell in turns.cells] for cells in (scene.cells, wanted))
    if permutation_is_odd(now, then):
        turns.go((next(t for t, p in enumerate(turns.all) if _is_odd(p)),))
    core, cycle = _three_cycle(turns.all)
    words = _Triples(turns.all, cycle)
    while True:
        place = {scene.cells[cell]: i for i, cell in enumerate(turns.cells)}
        goes = {place[wanted[cell]]: i for i, cell in enumerate(turns.cells)}
        left = {i for i, to in goes.items() if to != i}
        if not left:
            return
        word = next(
            triple.word for triple in words if triple.places[1] == goes[triple.places[0]]
            and left.issuperset(triple.places)
        )  # fmt: skip
        turns.go((*word, *core, *_inverse_word(word)))


class _Turns:
    """The six turns: three cycles, each in both directions."""

    def __init__(self, scene: Scene, theta: Theta) -> None:
        self._scene, (first, last) = scene, theta.ends
        self.cells = [first, last, *(cell for arm in theta.arms for cell in arm)]
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.all: list[Permutation] = []
        self._ways: list[list[int]] = []
        for out, back in ((0, 1), (1, 2), (0, 2)):
            way = [first, *theta.arms[out], last, *theta.arms[back][::-1], first]
            for cells in (way, way[::-1]):
                moved = list(range(len(self.cells)))
                # The blank takes each tile to the cell that it leaves.
                for tile_at, blank_at in zip(cells[2:-1], cells[1:-2], strict=True):
                    moved[number[tile_at]] = number[blank_at]
                moved[number[cells[1]]] = number[cells[-2]]
                self.all.append(tuple(moved))
                self._ways.append([scene.steps[a].index(b) for a, b in pairwise(cells)])

    def go(self, word: Word) -> None:
        """Make these turns."""
        for turn in word:
            self._scene.go(self._ways[turn])


def _inverse_word(word: Word) -> Word:
    return tuple(turn ^ 1 for turn in reversed(word))


def _product(turns: Sequence[Permutation], word: Word) -> Permutation:
    places = tuple(range(len(turns[0])))
    for turn in word:
        places = tuple(turns[turn][place] for place in places)
    return places


def _moved(permutation: Permutation) -> list[int]:
    return [i for i, to in enumerate(permutation) if to != i]


def _is_odd(permutation: Permutation) -> bool:
    return permutation_is_odd(range(len(permutation)), permutation)


def _three_cycle(turns: Sequence[Permutation]) -> tuple[Word, tuple[int, int, int]]:
    """Turns that exchange three tiles and move no other; each goes to the next one's place.

    The commutator of two turns moves few tiles. Where it moves more than three, so does its
    conjugate by some turns more; and the commutator of two permutations which move exactly one
    place in common is a cycle of three.
    """
    pairs: list[Word] = [(a, b, a ^ 1, b ^ 1) for a, b in product(range(len(turns)), repeat=2)]
    moving = ((len(_moved(_product(turns, word))), word) for word in pairs)
    least, core = min(one for one in moving if one[0])
    if least > 3:
        places = _moved(_product(turns, core))
        for way, images in _images(turns, tuple(places)):
            if len(set(places).intersection(images)) == 1:
                other = (*_inverse_word(way), *core, *way)
                core = (*core, *other, *_inverse_word(core), *_inverse_word(other))
                break
    cycle = _product(turns, core)
    first = _moved(cycle)[0]
    return core, (first, cycle[first], cycle[cycle[first]])


def _images(
    turns: Sequence[Permutation], places: tuple[int, ...]
) -> Iterator[tuple[Word, tuple[int, ...]]]:
    """Where turns take some places: breadth-first, with the words."""
    words: dict[tuple[int, ...], Word] = {places: ()}
    layer = [places]
    while layer:
        ahead = []
        for images in layer:
            yield words[images], images
            for number, turn in enumerate(turns):
                after = tuple(turn[place] for place in images)
                if after not in words:
                    words[after] = (*words[images], number)
                    ahead.append(after)
        layer = ahead


class _Triple(NamedTuple):
    """Three places whose tiles move on, each to the next one's, between a word and its inverse."""

    places: tuple[int, int, int]
    word: Word


class _Triples:
    """The triples that turns lead to a cycle of three, nearest first; found as they are needed."""

    def __init__(self, turns: Sequence[Permutation], cycle: tuple[int, int, int]) -> None:
        self._source = _images(turns, cycle)
        self._found: list[_Triple] = []

    def __iter__(self) -> Iterator[_Triple]:
        yield from self._found
        for word, (a, b, c) in self._source:
            back = _inverse_word(word)
            triples = [_Triple(places, back) for places in ((a, b, c), (b, c, a), (c, a, b))]
            self._found += triples
            yield from triples
