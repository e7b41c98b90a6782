"""Compares state representations, moves and evaluations: nanoseconds, as JSON lines.

Run: python benchmarks/representations.py
"""

import json
import random
import timeit
from dataclasses import dataclass

from taquin import Board, Puzzle, build_heuristic, scramble


@dataclass(frozen=True)
class AsDataclass:
    cells: tuple[int, ...]


def best(statement: str, names: dict[str, object], number: int = 200_000) -> float:
    """How many nanoseconds a statement takes, best of five."""
    return min(timeit.repeat(statement, globals=names, number=number, repeat=5)) / number * 1e9


def report(what: str, board: Board, **nanoseconds: float) -> None:
    rounded = {name: round(value, 1) for name, value in nanoseconds.items()}
    print(json.dumps({"what": what, "size": board.size, "unit": "ns", **rounded}))


def main() -> None:
    rng = random.Random(1)
    for side in (3, 4):
        board = scramble(side, side, rng=rng)
        cells = board.cells
        known = {"s": {bytes(cells)}, "x": bytes(cells)}
        report(
            "set membership, including the hash",
            board,
            bytes_=best("bytes_of(x) in s", {**known, "x": bytearray(cells), "bytes_of": bytes}),
            bytes_hashed=best("x in s", known),
            tuple_=best("x in s", {"s": {cells}, "x": cells}),
            dataclass_=best("x in s", {"s": {AsDataclass(cells)}, "x": AsDataclass(cells)}),
        )
        state, tile = bytes(cells), board[board.legal_moves() and 1]
        a, b = sorted((state.index(0), state.index(tile)))
        names = {
            "s": state,
            "t": bytes.maketrans(bytes((0, tile)), bytes((tile, 0))),
            "a": a,
            "b": b,
        }
        report(
            "one move",
            board,
            translate=best("s.translate(t)", names),
            slices=best("s[:a] + s[b:b+1] + s[a+1:b] + s[a:a+1] + s[b+1:]", names),
            bytearray_=best("c = bytearray(s); c[a], c[b] = c[b], c[a]; bytes(c)", names),
        )
        h = build_heuristic("manhattan", Puzzle.of(board))
        h(state)
        report(
            "Manhattan distance",
            board,
            memo=best("h(s)", {"h": h, "s": state}),
            cell_by_cell=best("h(s)", {"h": h.reference, "s": state}),  # type: ignore[attr-defined]
        )


if __name__ == "__main__":
    main()
