"""What it costs to move each tile, as a list, a dictionary or a text."""

import json
import re
from collections.abc import Mapping, Sequence
from operator import index
from typing import TypeAlias

from taquin.ground.errors import NotationError, OptionError, check_text, quoted, shown

__all__ = ["MOST_COST", "GivenCosts", "check_costs", "parse_costs"]

# One per tile, the cost of tile 1 first; or tile: cost.
GivenCosts: TypeAlias = Sequence[int] | Mapping[int, int]

# Distances of small boards are listed one by one up to the farthest.
MOST_COST = 1_000
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


def check_costs(given: object, tiles: int) -> tuple[int, ...]:
    """The costs of tiles 1, 2, …, checked: one whole number from 1 to 1,000 for each tile.

    given: a sequence, or a dictionary that has every tile. Raises OptionError.
    """
    if isinstance(given, Mapping):
        given = _in_order(given, tiles)
    expected = f"expected {tiles} whole numbers from 1 to {MOST_COST:,}, one for each tile"
    try:
        if isinstance(given, (str, bytes)):
            raise TypeError
        costs = tuple(_whole(cost) for cost in given)  # type: ignore[attr-defined]
    except TypeError:
        raise OptionError(f"costs={quoted(given)}: {expected}.") from None
    if len(costs) != tiles:
        raise OptionError(f"{len(costs)} costs for {tiles} tiles: {expected}.")
    for tile, cost in enumerate(costs, start=1):
        if not 1 <= cost <= MOST_COST:
            raise OptionError(f"the cost of tile {tile} is {shown(cost)}: {expected}.")
    return costs


def _whole(cost: object) -> int:
    if isinstance(cost, bool):
        raise TypeError
    return int(index(cost))  # type: ignore[arg-type]


def _in_order(given: Mapping[object, object], tiles: int) -> list[object]:
    missing = [tile for tile in range(1, tiles + 1) if tile not in given]
    foreign = [tile for tile in given if tile not in range(1, tiles + 1)]
    if missing or foreign:
        wrong = (
            f"no cost for tile {missing[0]}"
            if missing
            else f"a cost for {quoted(foreign[0], 40)}, which is not a tile"
        )
        raise OptionError(f"costs: {wrong}; expected one for each tile from 1 to {tiles}.")
    return [given[tile] for tile in range(1, tiles + 1)]


def parse_costs(text: str) -> GivenCosts:
    """The costs that a text lists: numbers in the order of the tiles, or ``tile: cost`` pairs.

    Spaces, commas or lines separate them; # begins a comment. A JSON list, or a JSON object by
    tile, is read too. Raises NotationError, which names the first word that is not a cost.

    >>> parse_costs("1, 1, 5  # tile 3 is heavy"), parse_costs("1: 4\\n2: 1")
    ([1, 1, 5], {1: 4, 2: 1})
    """
    check_text("costs", text, "a text such as 1 1 5")
    plain = re.sub(r"#[^\n]*", "", text)
    if plain.lstrip()[:1] in ("[", "{"):
        return _parse_json(plain)
    words = plain.replace(",", " ").replace(":", " : ").split()
    if not words:
        raise NotationError("no costs; expected a whole number for each tile, as in 1 1 5.")
    return _read_pairs(words) if words[1:2] == [":"] else _read_numbers(words)


def _read_numbers(words: list[str]) -> list[int]:
    for place, word in enumerate(words, start=1):
        if not _NUMBER.fullmatch(word):
            raise NotationError(
                f"cost {place} is {shown(word)}; expected a whole number from 1 to {MOST_COST:,}."
            )
    return list(map(int, words))


def _read_pairs(words: list[str]) -> dict[int, int]:
    costs: dict[int, int] = {}
    for start in range(0, len(words), 3):
        pair = words[start : start + 3]
        numbers = len(pair) == 3 and pair[1] == ":" and all(map(_NUMBER.fullmatch, pair[::2]))
        if not numbers:
            raise NotationError(f"{shown(' '.join(pair))}: expected TILE: COST, as in 3: 5.")
        tile, cost = int(pair[0]), int(pair[2])
        if tile in costs:
            raise NotationError(f"tile {tile} has two costs, {costs[tile]} and {cost}.")
        costs[tile] = cost
    return costs


def _parse_json(text: str) -> GivenCosts:
    try:
        read = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(
            f"these costs are not valid JSON ({error}); expected a list such as [1, 1, 5]."
        ) from None
    given: GivenCosts = read
    return given


def _object(pairs: list[tuple[str, object]]) -> dict[int, object]:
    read: dict[int, object] = {}
    for name, cost in pairs:
        if not _NUMBER.fullmatch(name):
            raise NotationError(f"{shown(name)} is not a tile; expected a number.")
        if int(name) in read:
            raise NotationError(f"tile {int(name)} has two costs, {read[int(name)]} and {cost}.")
        read[int(name)] = cost
    return read
