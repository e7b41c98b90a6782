"""Writes values.json: what beams of 5x5 to 8x8 find with the models that come with taquin.

    python tests/page/make_values.py

The page reads what a model's file holds, int16 weights of features, then int8 weights of pairs,
compressed by zlib instead of LZMA, which no browser can decompress: the server and `taquin site`
make it. tests/page/test_page_data.py says when the file is out of date.
"""

import json
import math
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from taquin.beams.passes import beam
from taquin.beams.value import file, store
from taquin.beams.value.tables import BeamFrame, beam_tables, judge_of

RECORDED = Path(__file__).parents[1] / "vectors" / "values.json"
SIDES = (5, 6, 7, 8)
BOARDS = {5: 6, 6: 2, 7: 2, 8: 2}
WIDTHS = {5: (1, 30, 400), 6: (30, 200), 7: (30, 100), 8: (30, 60)}
VALUES = 20  # boards of each side of which the value alone is recorded
LONGEST = 16  # moves of a solution, for each cell


def weights(side: int) -> bytes:
    """What the page's copy of a model holds, uncompressed."""
    return file.read_weights(store.shipped_folder() / f"{side}x{side}.model")[1]


def recorded() -> str:
    """Values of boards, and the moves and counters of beams of several widths, by side."""
    sides = {str(side): _recorded(side) for side in SIDES}
    return json.dumps(sides, separators=(",", ":")) + "\n"


def _recorded(side: int) -> dict[str, Any]:
    rng = random.Random(18)
    shipped = file.read_model(store.shipped_folder() / f"{side}x{side}.model")
    boards = [_shuffled(rng, side * side) for _ in range(VALUES)]
    with ThreadPoolExecutor(1) as pool:
        solver = beam.LearnedBeam(judge_of(shipped, beam_tables(shipped)), pool)
        found = [
            _searched(solver, board, width)
            for board in boards[: BOARDS[side]]
            for width in WIDTHS[side]
        ]
    values = [{"board": board, "value": shipped.value(board)} for board in boards]
    return {"values": values, "beams": found}


def _shuffled(rng: random.Random, cells: int) -> list[int]:
    """A solvable canonical board."""
    board = list(range(cells))
    rng.shuffle(board)
    # On an odd side the number of inversions is even; on an even one it is with the blank's row.
    side = math.isqrt(cells)
    inversions = sum(a > b > 0 for i, a in enumerate(board) for b in board[i:])
    if (inversions + (side + 1) * (board.index(0) // side)) % 2:
        first, second = (i for i, content in enumerate(board) if content in (1, 2))
        board[first], board[second] = board[second], board[first]
    return board


def _searched(solver: beam.LearnedBeam, board: list[int], width: int) -> dict[str, Any]:
    counts = beam.Counts()

    def keep(now: beam.Counts) -> None:
        counts.expanded, counts.generated = now.expanded, now.generated

    cells = len(board)
    frame = BeamFrame(cells, width, remembered=1 << 20)
    longest = LONGEST * cells
    answer = solver.solve(board, frame, beam.fixed(width), longest=longest, after_layer=keep)
    moves = answer.moves if answer.solved else None
    return {"board": board, "width": width, "moves": moves, "before": vars(counts)}


if __name__ == "__main__":
    RECORDED.write_text(recorded(), encoding="utf-8")
