"""Makes the value of neighbouring tiles, for boards of more than 64 cells, from trained models.

    python benchmarks/near_model.py                 writes the file that comes with taquin
    python benchmarks/near_model.py --out FILE

Each weight is the mean of the trained models' weights for the same zone, displacements and places,
over all cells and tiles of 6x6, 7x7 and 8x8, and over their reflections except near the blank's
corner. Conflicts and squares are then added as below; they were chosen on random boards of 10x10.
"""

import argparse
import lzma
from pathlib import Path

import numpy as np
import numpy.typing as npt

from taquin.beams.value.model import UNIT
from taquin.beams.value.near import NEAR, NearModel, near_file, zone_of
from taquin.beams.value.store import model_for
from taquin.beams.value.symmetry import centred
from taquin.ground.sealed import write_sealed

F32 = npt.NDArray[np.float32]
SIDES = (6, 7, 8)
REACH, CLIP, MARGIN = 1, 2, 1
SQUARE = 0.2  # moves for each square of rows or columns to go
# Moves that two neighbours cost that are in each other's way: both one step from home, or more.
SWAPPED, CROSSED = 6.0, 2.0
CORNER = 2  # rows and columns beside the blank's corner that are not reflected


def trained(side: int) -> tuple[F32, F32]:
    """What a model adds to Manhattan distance: by cell and content, and by two of each."""
    model = model_for(side, side)
    assert model is not None
    n = side * side
    single, pairs = centred(model.single / np.float32(UNIT), model.pairs / np.float32(UNIT))
    rows, columns = np.divmod(np.arange(n), side)
    distance = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    distance[:, 0] = 0
    return reflected(single.reshape(n, n) - distance, pairs.reshape(n, n, n, n), side)


def reflected(alone: F32, pairs: F32, side: int) -> tuple[F32, F32]:
    """The mean over the reflections that keep away from the blank's corner."""
    rows, columns = np.divmod(np.arange(side * side), side)
    corner = (rows < CORNER) & (columns < CORNER)
    sums, counts = (alone.copy(), pairs.copy()), (np.ones_like(alone), np.ones_like(pairs))
    for upside_down, left_right in ((1, 0), (0, 1), (1, 1)):
        to = (side - 1 - rows if upside_down else rows) * side
        to += side - 1 - columns if left_right else columns
        tile = np.where(np.arange(len(to)) == 0, 0, to)  # the blank stays the blank
        fit_cell = ~corner & ~corner[to]
        fit_tile = fit_cell | (np.arange(len(to)) == 0)
        one = fit_cell[:, None] & fit_tile
        two = one[:, :, None, None] & one
        for k, (fit, part) in enumerate(
            ((one, alone[np.ix_(to, tile)]), (two, pairs[np.ix_(to, tile, to, tile)]))
        ):
            sums[k][...] += np.where(fit, part, 0)
            counts[k][...] += fit
    return sums[0] / counts[0], sums[1] / counts[1]


def displacements(side: int) -> npt.NDArray[np.int64]:
    """int64[n, n]: the displacement by cell and tile, as an index."""
    rows, columns = np.divmod(np.arange(side * side), side)
    down, right = (np.clip(part - part[:, None], -CLIP, CLIP) + CLIP for part in (rows, columns))
    return down * (2 * CLIP + 1) + right


def mean(sums: dict[str, F32], counts: dict[str, F32], name: str, at: object, what: F32) -> None:
    """Add some weights to the means of a table."""
    size = sums[name].size
    sums[name] += np.bincount(at, what, size).reshape(sums[name].shape)
    counts[name] += np.bincount(at, minlength=size).reshape(sums[name].shape)


def made() -> NearModel:
    """The model."""
    kinds, marks, places = (2 * MARGIN + 1) ** 2, (2 * CLIP + 1) ** 2, (2 * REACH + 1) ** 2
    shapes = {
        "single": (kinds, marks),
        "pairs": (kinds, marks, places, marks),
        "blank": (kinds, places, marks),
    }
    sums = {name: np.zeros(shape) for name, shape in shapes.items()}
    counts = {name: np.zeros(shape) for name, shape in shapes.items()}
    for side in SIDES:
        add(side, *trained(side), sums, counts)
    means = {name: sums[name] / np.maximum(1, counts[name]) for name in shapes}
    means["pairs"] /= 2  # each pair counts from both sides
    add_conflicts(means["pairs"])
    weights = [np.rint(means[name] * UNIT).astype(np.int16) for name in shapes]
    return NearModel(REACH, CLIP, MARGIN, round(SQUARE * UNIT), *weights)


def add(side: int, alone: F32, pairs: F32, sums: dict[str, F32], counts: dict[str, F32]) -> None:
    """Add a trained model's weights to the sums."""
    rows, columns = np.divmod(np.arange(side * side), side)
    bands = np.array([zone_of(k, side, MARGIN) for k in range(side)])
    zone = bands[rows] * (2 * MARGIN + 1) + bands[columns]
    mark, marks = displacements(side), (2 * CLIP + 1) ** 2
    at = zone[:, None] * marks + mark
    mean(sums, counts, "single", at[:, 1:].ravel(), alone[:, 1:].ravel())
    tiles = np.arange(side * side)
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            there = (rows + down, columns + right)
            inside = (there[0] >= 0) & (there[0] < side) & (there[1] >= 0) & (there[1] < side)
            if not inside.any() or not (down or right):
                continue
            c = np.flatnonzero(inside)
            x = (there[0] * side + there[1])[c]
            where = (down + REACH) * (2 * REACH + 1) + right + REACH
            both = pairs[c[:, None, None], tiles[:, None], x[:, None, None], tiles]
            place = (at[c] * (2 * REACH + 1) ** 2 + where)[:, :, None] * marks + mark[x][:, None]
            fit = np.broadcast_to(
                (tiles[:, None] != tiles) & (tiles[:, None] > 0) & (tiles > 0), both.shape
            )
            mean(sums, counts, "pairs", place[fit], both[fit])
            place = (zone[c] * (2 * REACH + 1) ** 2 + where)[:, None] * marks + mark[x]
            mean(sums, counts, "blank", place[:, 1:].ravel(), both[:, 0, 1:].ravel())


def add_conflicts(pairs: F32) -> None:
    """Add what neighbours in each other's way cost, half of it from each side."""
    side = 2 * CLIP + 1

    def index(steps: int, axis: int, reach: int) -> int:
        place = [reach, reach]
        place[axis] += steps
        return place[0] * (2 * reach + 1) + place[1]

    for axis in (0, 1):
        for towards in (1, -1):
            where = index(towards, axis, REACH)
            for one in range(1, side - CLIP):
                for other in range(1, side - CLIP):
                    here = index(one * towards, axis, CLIP)
                    there = index(-other * towards, axis, CLIP)
                    cost = SWAPPED if one == other == 1 else CROSSED
                    pairs[:, here, where, there] += cost / 2


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=near_file(), metavar="FILE")
    path = parser.parse_args().out
    model = made()
    header = {name: getattr(model, name) for name in ("reach", "clip", "margin", "far")}
    parts = (model.single, model.pairs, model.blank)
    weights = b"".join(part.astype("<i2").tobytes() for part in parts)
    write_sealed(path, NEAR, header, lzma.compress(weights, preset=9))
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
