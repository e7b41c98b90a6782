"""Pattern tables against a slow twin, published histograms, and their own invariants."""

import csv
import os
import random
import signal
import subprocess
import sys
from itertools import combinations, count, permutations
from math import inf
from pathlib import Path

import numpy as np
import pytest

from pattern_boards import grid, torus
from taquin.ground.errors import OptionError
from taquin.heuristics.patterns import collection as pattern_database
from taquin.heuristics.patterns.collection import PatternDatabase
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns import geometry
from taquin.kernels.patterns.build import (
    InMemory,
    _Clock,
    build,
    distances_reference,
    packed_neighbors,
)
from taquin.kernels.patterns.ranking import (
    arrangement_reference,
    arrangements,
    cell_sets,
    rank_arrangement,
    rank_set,
    rank_set_reference,
    set_ranks,
)


@pytest.mark.parametrize("tiles", [1, 2, 3, 4, 5, 6])
def test_arrangement_ranks_and_moves(tiles):
    table = arrangements(tiles)
    ranks = {}
    for order in permutations(range(tiles)):
        rank = rank_arrangement(order, table)
        assert rank % table.bits < table.used
        assert ranks.setdefault(rank, order) == order
        for i in range(tiles):
            for j in range(tiles):
                moved = int(table.maps[i, j, rank // table.bits]) ^ rank % table.bits
                assert moved == rank_arrangement(arrangement_reference(order, i, j), table)


@pytest.mark.parametrize("tiles", [7, 8, 9])
def test_arrangement_moves_sampled(tiles):
    table = arrangements(tiles)
    rng = random.Random(tiles)
    for _ in range(300):
        order = tuple(rng.sample(range(tiles), tiles))
        i, j = rng.randrange(tiles), rng.randrange(tiles)
        rank = rank_arrangement(order, table)
        moved = int(table.maps[i, j, rank // table.bits]) ^ rank % table.bits
        assert moved == rank_arrangement(arrangement_reference(order, i, j), table)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 3), (4, 3), (4, 4), (5, 5)])
def test_cell_sets_are_ranked_in_order(width, height):
    cells = width * height
    sets = cell_sets(packed_neighbors(grid(width, height)), 3)
    ranks = set_ranks(cells)
    for rank in range(0, len(sets.masks), 1 + len(sets.masks) // 200):
        mask = int(sets.masks[rank])
        assert rank_set_reference(mask) == rank
        assert rank_set(ranks, cells, np.uint32(mask)) == rank


@pytest.mark.parametrize(
    ("width", "height", "neighbors", "tiles"),
    [
        (3, 2, grid(3, 2), 5),
        (3, 3, grid(3, 3, walls=[(0, 1), (4, 5)]), 4),
        (4, 3, torus(4, 3), 6),
        (5, 5, grid(5, 5), 4),  # more sets than are numbered at once
    ],
)
def test_blocks_are_the_regions_of_the_blank_from_the_first_cell_on(
    width, height, neighbors, tiles
):
    cells = range(width * height)
    sets = cell_sets(packed_neighbors(neighbors), tiles)
    members = sorted(combinations(cells, tiles), key=lambda of: sum(1 << cell for cell in of))
    expected, blocks = [], 0
    for occupied in members:
        numbers = {}
        for hole in set(cells) - set(occupied):
            if hole not in numbers:
                numbers |= dict.fromkeys(region(hole, occupied, neighbors), blocks)
                blocks += 1
        expected += [numbers.get(cell, 0xFFFFFFFF) for cell in cells]
    assert sets.masks.tolist() == [sum(1 << cell for cell in of) for of in members]
    assert sets.block_of.tolist() == expected
    assert sets.first[-1] == blocks
    assert sets.first[:-1].tolist() == sets.block_of.reshape(len(members), -1).min(axis=1).tolist()


def test_blocks_of_the_fifteen_puzzle():
    # Counted by an independent program: 27,748 for sets of 7 cells, 35,347 for sets of 8.
    neighbors = packed_neighbors(grid(4, 4))
    assert cell_sets(neighbors, 7).first[-1] == 27748
    assert cell_sets(neighbors, 8).first[-1] == 35347


BOARDS = [
    ("2x2", 2, 2, grid(2, 2), [(1,), (1, 2), (2, 3)]),
    ("3x2", 3, 2, grid(3, 2), [(1, 2, 3), (1, 4, 5), (1, 2, 3, 4)]),
    ("3x3", 3, 3, grid(3, 3), [(1, 2, 3, 4), (5, 6, 7, 8), (2, 4, 6, 7, 8)]),
    ("4x3", 4, 3, grid(4, 3), [(1, 2, 5), (3, 7, 11, 10)]),
    ("5x2", 5, 2, grid(5, 2), [(1, 2, 3, 6)]),
    ("walls", 3, 3, grid(3, 3, walls=[(0, 1), (4, 5)]), [(1, 2, 3), (4, 5, 7, 8)]),
    ("torus 3x3", 3, 3, torus(3, 3), [(1, 2, 3, 4), (3, 6, 7, 8)]),
    ("torus 4x3", 4, 3, torus(4, 3), [(1, 2, 3, 8)]),
    ("torus 2x4", 2, 4, torus(2, 4), [(1, 2, 7)]),
]


@pytest.mark.parametrize("blank", [0, 1, -1])
@pytest.mark.parametrize(("name", "width", "height", "neighbors", "patterns"), BOARDS)
def test_every_entry_equals_the_slow_twin(name, width, height, neighbors, patterns, blank):
    place = Place(width, height, neighbors, blank % (width * height))
    for pattern in patterns:
        if place.blank in pattern and place.home(place.blank) == place.blank:
            continue
        homes = tuple(place.home(tile) for tile in pattern)
        packed = packed_neighbors(neighbors)
        truth = distances_reference(packed, homes, place.blank)
        built = build(packed, homes, place.blank)
        found = unpack(built, packed, len(pattern))
        assert set(found) >= set(truth)
        bits = len(built.planes)
        for key, distance in truth.items():
            expected = distance & 3 if bits == 2 else distance >> 1 & 1
            assert found[key] == expected
        blocks, parts = {}, {}
        for (tiles, hole), distance in truth.items():
            part = parts.setdefault(frozenset(tiles), {})
            if hole not in part:
                part |= dict.fromkeys(region(hole, tiles, neighbors), hole)
            blocks.setdefault((tiles, part[hole]), distance)
        assert built.histogram == counted(blocks.values())
        least = {}
        for (tiles, _), distance in truth.items():
            least[tiles] = min(distance, least.get(tiles, distance))
        assert np.trim_zeros(built.merged, "b").__len__() == len(counted(least.values()))
        assert tuple(np.trim_zeros(built.merged, "b")) == counted(least.values())


def test_the_moves_of_many_cell_sets_are_found_some_at_a_time(monkeypatch):
    packed = packed_neighbors(grid(4, 3))
    whole = build(packed, (0, 1, 4, 5), 11)
    monkeypatch.setattr(geometry, "_SETS_AT_ONCE", 37)
    pieces = build(packed, (0, 1, 4, 5), 11)
    assert np.array_equal(pieces.planes, whole.planes)
    assert (pieces.histogram, pieces.merged) == (whole.histogram, whole.merged)


def region(hole, tiles, neighbors):
    seen, work = {hole}, [hole]
    while work:
        for other in neighbors[work.pop()]:
            if other >= 0 and other not in seen and other not in tiles:
                seen.add(other)
                work.append(other)
    return seen


def counted(values):
    return tuple(np.bincount(list(values)).tolist())


def unpack(built, packed, tiles):
    """(cells of the tiles, blank cell) -> stored bits, from the planes."""
    cells = packed.size // 4
    sets, table = cell_sets(packed, tiles), arrangements(tiles)
    stride = len(table.codes) * table.bits
    planes = [np.unpackbits(plane, bitorder="little") for plane in built.planes]
    found = {}
    for s, mask in enumerate(sets.masks.tolist()):
        members = [c for c in range(cells) if mask >> c & 1]
        for order in permutations(range(tiles)):
            at = rank_arrangement(order, table)
            where = tuple(members[order.index(t)] for t in range(tiles))
            for hole in set(range(cells)) - set(members):
                index = int(sets.block_of[s * cells + hole]) * stride + at
                bits = [int(plane[index]) for plane in planes]
                found[where, hole] = bits[0] if len(bits) == 1 else bits[0] * 2 + bits[1]
    return found


# Additive databases, goal blank first, counted by an independent program:
# tiles, entries, maximum, mean over placements.
TRUTH = [
    ((15, 11, 10, 7, 6, 3), 5765760, 28, 16.869058),
    ((9, 8, 5, 4, 2, 1), 5765760, 27, 17.077451),
    ((14, 13, 12), 3360, 15, 8.291071),
    ((15, 14, 13, 12, 11, 10), 5765760, 27, 17.263472),
    ((9, 8, 4), 3360, 13, 7.182738),
    ((13, 12, 9, 8, 4), 524160, 22, 13.638553),
    ((15, 14, 11, 7, 3), 524160, 24, 14.476320),
    ((10, 6, 5, 2, 1), 524160, 21, 11.938992),
]


@pytest.mark.parametrize(("tiles", "entries", "maximum", "mean"), TRUTH)
def test_published_sizes_maxima_and_means(tiles, entries, maximum, mean):
    built = build(packed_neighbors(grid(4, 4)), tuple(sorted(tiles)), 0)
    merged = np.trim_zeros(np.array(built.merged), "b")
    assert merged.sum() == entries
    assert len(merged) - 1 == maximum
    assert (merged * np.arange(len(merged))).sum() / entries == pytest.approx(mean, abs=6e-7)


@pytest.mark.slow
def test_published_histograms_of_7_and_8_tiles():
    path = Path(__file__).parents[1] / "data" / "pdb78_histogram.csv"
    if not path.exists():
        pytest.skip("the published histogram is not at hand")
    with path.open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    packed = packed_neighbors(grid(4, 4))
    for column, tiles in [
        ("entries7", (1, 4, 5, 8, 9, 12, 13)),
        ("entries8", (2, 3, 6, 7, 10, 11, 14, 15)),
    ]:
        expected = [int(row[column] or 0) for row in rows]
        found = list(build(packed, tiles, 0).merged)
        size = max(len(expected), len(found))
        assert found + [0] * (size - len(found)) == expected + [0] * (size - len(expected))


@pytest.mark.parametrize(("neighbors", "arrays"), [(grid(4, 3), 2), (torus(3, 3), 5)])
def test_the_rows_take_the_memory_that_was_asked_for(neighbors, arrays):
    """With two colours: one array for each distance bit 1, and the cell sets' placements."""
    asked, taken = [], []

    class Counted(InMemory):
        def zeros(self, shape, dtype):
            rows = super().zeros(shape, dtype)
            taken.append(rows.nbytes)
            return rows

    def kept(needs):
        asked.append(needs)
        return Counted()

    packed = packed_neighbors(neighbors)
    built = build(packed, (1, 2, 4, 5), 0, rows=kept)
    sets, words = cell_sets(packed, 4), len(arrangements(4).codes)
    assert asked[0].table == built.planes.nbytes
    assert sum(taken) == asked[0].rows
    assert sum(taken) == arrays * int(sets.first[-1]) * words + len(sets.masks) * words


def test_one_worker_builds_the_same_bits_as_three():
    packed = packed_neighbors(grid(4, 4))
    tables = [build(packed, (3, 7, 10, 11, 15), 0, workers=n) for n in (1, 2, 3)]
    for other in tables[1:]:
        assert np.array_equal(tables[0].planes, other.planes)
        assert tables[0].histogram == other.histogram


def test_progress_rises_to_the_end(monkeypatch):
    told, seconds = [], count()
    monkeypatch.setattr("taquin.kernels.patterns.build.perf_counter", lambda: next(seconds))
    build(
        packed_neighbors(grid(4, 4)),
        (1, 2, 3, 4, 5, 6, 7),
        0,
        workers=2,
        progress=lambda *now: told.append(now),
    )
    fractions = [fraction for fraction, _ in told]
    assert len(fractions) > 20 and fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 and left >= 0 for fraction, left in told)


def test_no_time_is_told_before_there_is_an_estimate(monkeypatch):
    told, seconds = [], count()
    monkeypatch.setattr("taquin.kernels.patterns.build.perf_counter", lambda: next(seconds))
    clock = _Clock(lambda *now: told.append(now), 10**9)
    clock.tick(0)
    clock.tick(1)
    clock.tick(10**6)
    assert [left for _, left in told[:2]] == [inf, inf]
    assert told[2][0] > 0.05 and told[2][1] < 60


def test_a_table_too_large_for_the_memory_is_refused_before_it_is_begun(monkeypatch):
    place = Place(4, 4, grid(4, 4), 0)
    monkeypatch.setattr(pattern_database, "affordable_bytes", lambda: 100_000)
    with pytest.raises(
        OptionError, match=r"tiles 1,2,3,4,5 takes \d\.\d MB of memory; it may use 0\.1 MB"
    ):
        PatternDatabase.build(place, (1, 2, 3, 4, 5))
    assert PatternDatabase.build(place, (1, 2, 3)).entries == 3792


def test_interrupt_ends_a_build_at_once():
    code = (
        "from taquin.kernels.patterns.build import _Clock, build, packed_neighbors\n"
        "from pattern_boards import grid\n"
        "n = packed_neighbors(grid(4, 4))\n"
        "build(n, (1, 2, 3, 4, 5, 6, 7, 8), 0, progress=lambda f, s: print(f, flush=True))\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    begun = float(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    after, errors = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in errors
    # Seconds would judge the machine; the part built since does not.
    assert max([begun, *map(float, after.split())]) < begun + 0.25


def test_value_is_exact_for_a_whole_pattern():
    place = Place(3, 3, grid(3, 3), 0)
    database = PatternDatabase.build(place, (1, 2, 3, 4))
    truth = distances_reference(packed_neighbors(place.neighbors), (1, 2, 3, 4), 0)
    rng = random.Random(3)
    for _ in range(300):
        board = rng.sample(range(9), 9)
        tiles = tuple(board.index(t) for t in (1, 2, 3, 4))
        assert database.value(board) == truth[tiles, board.index(0)]
