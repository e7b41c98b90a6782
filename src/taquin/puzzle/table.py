"""The table that a board type's factory returns, read: neighbours, and what the moves cost."""

from collections.abc import Iterator
from operator import index
from typing import Any, TypeAlias

from taquin.ground.errors import OptionError, quoted
from taquin.puzzle.costs import MOST_COST
from taquin.puzzle.move import DIAGONALS, DIRECTIONS, opposite

__all__ = ["Costs", "Neighbors", "read_table"]

Neighbors: TypeAlias = tuple[tuple[int, ...], ...]
# costs[cell][column]: what the move costs; 0 where there is none.
Costs: TypeAlias = tuple[tuple[int, ...], ...]
_LETTERS = DIRECTIONS + DIAGONALS


def read_table(name: str, cells: int, table: object) -> tuple[Neighbors, Costs | None]:
    """The neighbours of every cell, and the costs; None if every move costs 1 and none is diagonal.

    name: whose table it is, in messages. Raises OptionError for a table that is not sound: see
    `taquin.puzzle.topology`. In a table without costs and diagonals, moves that cannot be undone
    are left to `taquin.checks.check_topology`.
    """
    try:
        given = [list(row) for row in table]  # type: ignore[attr-defined]
    except TypeError:
        raise _unsound(name, cells, table) from None
    if any(len(row) == len(_LETTERS) or any(map(_is_pair, row)) for row in given):
        return _read_costs(name, cells, given)
    try:
        rows = tuple(tuple(map(index, row)) for row in given)
    except TypeError:
        raise _unsound(name, cells, table) from None
    sound = len(rows) == cells and all(len(row) == len(DIRECTIONS) for row in rows)
    if not sound or not all(-1 <= n < cells for row in rows for n in row):
        raise _unsound(name, cells, table)
    return rows, None


def _is_pair(entry: object) -> bool:
    return isinstance(entry, (tuple, list))


def _unsound(name: str, cells: int, table: object) -> OptionError:
    return _private(
        f"{name} returned {quoted(table)}; expected one row for each of the {cells} cells: its "
        f"neighbours U D L R, cell numbers from 0 to {cells - 1} or -1 for none."
    )


def _private(reason: str) -> OptionError:
    wrong = OptionError(reason)
    wrong.private = True  # the name of a user's factory begins with its file
    return wrong


def _read_costs(name: str, cells: int, given: list[list[object]]) -> tuple[Neighbors, Costs | None]:
    columns = {len(row) for row in given}
    if len(given) != cells or columns not in ({4}, {8}):
        widths = " or ".join(map(str, sorted(columns)))
        raise _private(
            f"{name} returned {len(given)} rows of {widths} entries; expected one row for each of "
            f"the {cells} cells, all with 4 entries (U D L R) or all with 8 (then Q E Z C)."
        )
    read = [
        [_entry(name, cells, cell, letter, n) for letter, n in zip(_LETTERS, row, strict=False)]
        for cell, row in enumerate(given)
    ]
    neighbors = tuple(tuple(n for n, _ in row) for row in read)
    costs = tuple(tuple(cost for _, cost in row) for row in read)
    if all(n < 0 for row in neighbors for n in row[len(DIRECTIONS) :]):
        neighbors = tuple(row[: len(DIRECTIONS)] for row in neighbors)
        costs = tuple(row[: len(DIRECTIONS)] for row in costs)
    two_way = _check_back(name, neighbors, costs)
    plain = two_way and len(neighbors[0]) == len(DIRECTIONS)
    if plain and all(cost <= 1 for row in costs for cost in row):
        return neighbors, None
    return neighbors, costs


def _entry(name: str, cells: int, cell: int, letter: str, given: object) -> tuple[int, int]:
    """The neighbour and the cost of one entry: a cell, or a pair of a cell and a cost."""
    neighbour = cost = -2
    try:
        pair: Any = given if _is_pair(given) else (given, 1)
        place, price = pair
        neighbour, cost = index(place), index(price)
    except (TypeError, ValueError):
        pass
    if not -1 <= neighbour < cells or neighbour == cell or not 1 <= cost <= MOST_COST:
        raise _private(
            f"{name}: the {letter} entry of cell {cell} is {quoted(given, 40)}; "
            f"expected another cell, "
            f"from 0 to {cells - 1}, or -1 for none, or a pair (cell, cost) whose cost is a whole "
            f"number from 1 to {MOST_COST:,}."
        )
    return neighbour, cost if neighbour >= 0 else 0


def _moves(neighbors: Neighbors) -> Iterator[tuple[int, int, int]]:
    """(cell, column, neighbour) of every move."""
    for cell, row in enumerate(neighbors):
        for column, n in enumerate(row):
            if n >= 0:
                yield cell, column, n


def _check_back(name: str, neighbors: Neighbors, costs: Costs) -> bool:
    """Whether every move can be undone at once; raises OptionError for costs that differ.

    Where a move cannot be undone at once, the blank must have another way back: then the boards
    that can be reached are the same as if it could (see `taquin.puzzle.solvability`).
    """
    two_way, moved = True, set[tuple[int, int]]()
    for cell, column, n in _moves(neighbors):
        letter = _LETTERS[column]
        back = _LETTERS.index(opposite(letter))
        what = f"{name}: with the blank in cell {cell}, {letter} moves the tile of cell {n}"
        if (n, column) in moved:
            raise _private(f"{what}, as with the blank in another cell; expected one place for it.")
        moved.add((n, column))
        if neighbors[n][back] < 0:
            two_way = False
            if not _returns(neighbors, n, cell):
                raise _private(
                    f"{what}, but from there the blank can never return to cell {cell}; expected a "
                    "way back for every move."
                )
        elif neighbors[n][back] != cell:
            raise _private(
                f"{what}; with the blank in cell {n}, {opposite(letter)} moves that of cell "
                f"{neighbors[n][back]}. Expected the opposite letter to undo a move, or no such "
                "move."
            )
        elif costs[n][back] != costs[cell][column]:
            raise _private(
                f"{what} at cost {costs[cell][column]}, and {opposite(letter)} moves it back at "
                f"cost {costs[n][back]}; expected the same cost both ways."
            )
    return two_way


def _returns(neighbors: Neighbors, source: int, target: int) -> bool:
    reached, frontier = {source}, [source]
    for cell in frontier:
        new = [n for n in neighbors[cell] if n >= 0 and n not in reached]
        reached.update(new)
        frontier += dict.fromkeys(new)
    return target in reached
