"""Search states, and the functions that make the successors of one, by how moves are priced."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

__all__ = [
    "State",
    "Successor",
    "encode",
    "large_successors",
    "priced_successors",
    "states_after",
    "unit_exits",
]

State: TypeAlias = bytes
Successor: TypeAlias = tuple[str, State, int]


def encode(cells: Sequence[int]) -> State:
    """bytes up to 256 cells; beyond that a tuple, which behaves the same but is slower."""
    return bytes(cells) if len(cells) <= 256 else cast(State, tuple(cells))


def states_after(cells: list[int], swap: list[bytes]) -> Callable[[State], Sequence[State]]:
    """The states after the tile in each of these cells has moved; unrolled like `unit_exits`."""
    if len(cells) == 2:
        a, b = cells
        return lambda s: (s.translate(swap[s[a]]), s.translate(swap[s[b]]))
    if len(cells) == 3:
        a, b, c = cells
        return lambda s: (
            s.translate(swap[s[a]]),
            s.translate(swap[s[b]]),
            s.translate(swap[s[c]]),
        )
    if len(cells) == 4:
        a, b, c, d = cells
        return lambda s: (
            s.translate(swap[s[a]]),
            s.translate(swap[s[b]]),
            s.translate(swap[s[c]]),
            s.translate(swap[s[d]]),
        )
    return lambda s: tuple(s.translate(swap[s[cell]]) for cell in cells)


def unit_exits(
    ways: list[tuple[str, int]], swap: list[bytes]
) -> Callable[[State], Sequence[Successor]]:
    """The unit-cost successors with the blank in one cell; `ways` are (letter, tile's cell).

    Unrolled for two, three and four moves: takes two thirds of a comprehension's time.
    """
    if len(ways) == 2:
        (m, a), (n, b) = ways
        return lambda s: ((m, s.translate(swap[s[a]]), 1), (n, s.translate(swap[s[b]]), 1))
    if len(ways) == 3:
        (m, a), (n, b), (o, c) = ways
        return lambda s: (
            (m, s.translate(swap[s[a]]), 1),
            (n, s.translate(swap[s[b]]), 1),
            (o, s.translate(swap[s[c]]), 1),
        )
    if len(ways) == 4:
        (m, a), (n, b), (o, c), (p, d) = ways
        return lambda s: (
            (m, s.translate(swap[s[a]]), 1),
            (n, s.translate(swap[s[b]]), 1),
            (o, s.translate(swap[s[c]]), 1),
            (p, s.translate(swap[s[d]]), 1),
        )
    return lambda s: tuple((move, s.translate(swap[s[cell]]), 1) for move, cell in ways)


def priced_successors(
    table: list[list[tuple[str, int, int]]], of_tile: Sequence[int]
) -> Callable[[State], Sequence[Successor]]:
    """The successors on a board type whose moves have costs, for boards of any size."""

    def successors(state: State) -> list[Successor]:
        blank = state.index(0)
        listed: list[Successor] = []
        for letter, cell, cost in table[blank]:
            cells = list(state)
            cells[blank], cells[cell] = cells[cell], 0
            listed.append((letter, encode(cells), cost * of_tile[state[cell]]))
        return listed

    return successors


def large_successors(
    table: list[list[tuple[str, int]]], of_tile: Sequence[int]
) -> Callable[[State], Sequence[Successor]]:
    """The successors on a board too large for `bytes`, on which moves themselves cost 1."""

    def successors(state: State) -> list[Successor]:
        blank = state.index(0)
        listed: list[Successor] = []
        for letter, cell in table[blank]:
            cells = list(state)
            cells[blank], cells[cell] = cells[cell], 0
            listed.append((letter, encode(cells), of_tile[state[cell]]))
        return listed

    return successors
