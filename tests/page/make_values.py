"""Writes values5.bin, the 5x5 model as the page reads it, and values.json: what beams find with it.

    python tests/page/make_values.py

values5.bin is the uncompressed content of the model's file, which no browser can decompress: int16
weights of features, then int8 weights of pairs. tests/page/test_page_data.py says when either file
is out of date.
"""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import taquin
from taquin.beams.passes import beam
from taquin.beams.value import file, store
from taquin.beams.value.tables import BeamFrame, beam_tables, judge_of

WEIGHTS = Path(taquin.__file__).parent / "faces" / "static" / "solver" / "values5.bin"
RECORDED = Path(__file__).parents[1] / "vectors" / "values.json"
SIDE = 5
CELLS = SIDE * SIDE
BOARDS = 6
WIDTHS = (1, 30, 400)
LONGEST = 400


def weights() -> bytes:
    """What values5.bin holds."""
    return file.read_weights(store.shipped_folder() / f"{SIDE}x{SIDE}.model")[1]


def recorded() -> str:
    """Values of boards, and the moves and counters of beams of several widths."""
    rng = random.Random(18)
    shipped = file.read_model(store.shipped_folder() / f"{SIDE}x{SIDE}.model")
    boards = [_shuffled(rng) for _ in range(BOARDS)]
    with ThreadPoolExecutor(1) as pool:
        solver = beam.LearnedBeam(judge_of(shipped, beam_tables(shipped)), pool)
        found = [_searched(solver, board, width) for board in boards for width in WIDTHS]
    values = [{"board": board, "value": shipped.value(board)} for board in boards]
    text = json.dumps({"values": values, "beams": found}, separators=(",", ":"))
    return text + "\n"


def _shuffled(rng: random.Random) -> list[int]:
    """A solvable canonical board."""
    board = list(range(CELLS))
    rng.shuffle(board)
    # The blank's cell and the number of inversions must agree.
    odd = sum(a > b > 0 for i, a in enumerate(board) for b in board[i:]) % 2
    if odd:
        first, second = (i for i, content in enumerate(board) if content in (1, 2))
        board[first], board[second] = board[second], board[first]
    return board


def _searched(solver: beam.LearnedBeam, board: list[int], width: int) -> dict[str, Any]:
    counts = beam.Counts()

    def keep(now: beam.Counts) -> None:
        counts.expanded, counts.generated = now.expanded, now.generated

    frame = BeamFrame(CELLS, width, remembered=1 << 20)
    answer = solver.solve(board, frame, beam.fixed(width), longest=LONGEST, after_layer=keep)
    moves = answer.moves if answer.solved else None
    return {"board": board, "width": width, "moves": moves, "before": vars(counts)}


if __name__ == "__main__":
    WEIGHTS.write_bytes(weights())
    RECORDED.write_text(recorded(), encoding="utf-8")
