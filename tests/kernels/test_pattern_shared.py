"""Several partitions whose views share slots, against the search that looks all up at once."""

import ctypes
import random
from typing import NamedTuple

import numpy as np
import pytest
from test_pattern_search import ida_star_reference

from pattern_boards import breadth_first, grid, play, scramble, torus
from taquin.ground.errors import OptionError
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.partition import format_partition, named_partition
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.several import (
    MOST_PARTITIONS,
    collection_names,
    named_partitions,
)
from taquin.heuristics.patterns.turned_tables import TurnedTables
from taquin.kernels.patterns.build import packed_neighbors
from taquin.kernels.patterns.ranking import cell_sets
from taquin.kernels.patterns.shared import LINE, PLACES, CacheLine
from taquin.kernels.searches import ida_star_pdb as module
from taquin.kernels.searches import pdb_kernels, pdb_workers
from taquin.kernels.searches.ida_star_pdb import blank_frames, deepest, ida_star_pdb, nearest
from taquin.kernels.searches.lanes import SPLIT_DEPTH, Register, SearchTables
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_nodes import SharedTables
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.solver import solve

# Korf's first board, 57 moves.
KORF = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)


def collection(size, neighbors, text, **options):
    place = Place(*size, neighbors, 0)
    parts = named_partitions(text, *size)
    patterns = [pattern for part in parts for pattern in part]
    groups = [[patterns.index(pattern) for pattern in part] for part in parts]
    databases = [PatternDatabase.build(place, pattern) for pattern in patterns]
    return PatternCollection(place, databases, partitions=groups, **options)


class AtOnce:
    """The same tables, looked up view by view for all children at once."""

    def __init__(self, tables):
        given = tables.search_tables()
        parts = given.neighbors, given.steps, given.choices, given.patterns
        self.place, self.tables = tables.place, SearchTables(*parts, fixed=(), partial=())

    def search_tables(self):
        return self.tables


class Tables(NamedTuple):
    """Tables to search with."""

    given: SharedTables

    def search_tables(self):
        return self.given


class Kept(list):
    """A snapshot of each slice."""

    def due(self):
        return True

    save = list.append


@pytest.fixture(scope="module")
def eight():
    return collection((3, 3), grid(3, 3), "4-4/1,2,4,5|3,6,7,8/1,3,6|2,4,5,7,8")


@pytest.fixture(scope="module")
def fifteen():
    return collection((4, 4), grid(4, 4), "5-5-5/2,3,6,7,10|1,4,5,8,9|11,12,13,14,15")


def shared(tables):
    """The tables of a search whose views share slots."""
    given = tables.search_tables()
    assert isinstance(given, SharedTables)
    return given.shared


@pytest.mark.slow  # builds 23 MB for each of four patterns
def test_six_tiles_as_constants_change_nothing():
    korf = instance("korf24:40")
    heuristic = PatternHeuristic(Puzzle.of(korf.board, goal=korf.goal), "6-6-6-6")
    board = heuristic.canonical.board(korf.board.cells)
    given = heuristic.collection.search_tables()
    assert isinstance(given, SharedTables) and given.shared.sixes == (0,)
    general = given._replace(shared=given.shared._replace(sixes=()))
    with_constants, without = (
        ida_star_pdb(Tables(tables), board, max_expanded=100_000) for tables in (given, general)
    )
    assert with_constants == without and with_constants.expanded == 100_000


def test_equal_slots_are_one(eight):
    # Six views of two, three or four slots; 4-4 and its mirror image have one slot in common.
    views = eight.lookup.tables
    looked_up = {
        (tuple(views.cell[9 * view : 9 * view + 9].tolist()), int(views.row[slot]))
        for view in range(views.views)
        for slot in range(int(views.begin[view]), int(views.begin[view + 1]))
    }
    slots = shared(eight)
    assert len(looked_up) == slots.slots <= views.slots
    # Each view adds each tile's distance once.
    for tile in range(1, 9):
        lines = slots.lines.reshape(-1, LINE)[int(slots.begin[tile]) : int(slots.begin[tile + 1])]
        ones = lines[:, CacheLine.WEIGHTS]
        assert sum(int(word) for word in ones) == int("01" * views.views, 16)


def test_steps_are_the_moves_of_blocks(eight):
    sets, steps = cell_sets(packed_neighbors(grid(3, 3)), 4), shared(eight).steps
    number = {mask: n for n, mask in enumerate(sets.masks.tolist())}
    for mask, n in number.items():
        members = [cell for cell in range(9) if mask >> cell & 1]
        for hole in set(range(9)) - {*members}:
            for direction, source in enumerate(grid(3, 3)[hole]):
                if source not in members:
                    continue
                after = sorted({*members, hole} - {source})
                moved = sum(1 << cell for cell in after)
                block, there = (
                    int(sets.block_of[9 * at + cell])
                    for at, cell in ((n, hole), (number[moved], source))
                )
                places = members.index(source) * 4 + after.index(hole)
                assert steps[(block * 4 + members.index(source)) * 4 + direction] == (
                    there | places << PLACES
                )


def test_patterns_of_eight_tiles_are_shared_too():
    tables = collection((3, 3), grid(3, 3), "1,2,3,4,5,6,7,8/4-4")
    assert shared(tables).slots > 2
    truth = breadth_first(tuple(range(9)), grid(3, 3))
    for board in random.Random(5).sample(sorted(truth), 5):
        found = ida_star_pdb(tables, board, lanes=1)
        assert found == ida_star_pdb(AtOnce(tables), board, lanes=1)
        assert found.cost == truth[board]


def test_shared_slots_change_no_counter(eight):
    truth = breadth_first(tuple(range(9)), grid(3, 3))
    for board in random.Random(3).sample(sorted(truth), 12):
        found = ida_star_pdb(eight, board, lanes=1)
        assert found == ida_star_pdb(AtOnce(eight), board, lanes=1)
        assert (found.generated, found.contours) == ida_star_reference(eight, board)[1:]
        assert found.cost == truth[board]


def test_shared_slots_change_no_completed_contour(fifteen):
    one = ida_star_pdb(AtOnce(fifteen), KORF, lanes=1)
    assert ida_star_pdb(fifteen, KORF, lanes=1) == one
    found = ida_star_pdb(fifteen, KORF)
    assert (found.contours[:-1], found.cost) == (one.contours[:-1], 57)
    assert play(KORF, found.moves, grid(4, 4)) == tuple(range(16))
    assert found == ida_star_pdb(fifteen, KORF, slice_expansions=13)
    limited = ida_star_pdb(fifteen, KORF, max_expanded=20_000)
    assert limited.expanded == 20_000


def test_subtrees_of_small_f_come_first(fifteen):
    rows = blank_frames(fifteen.search_tables())

    def among_subtrees(_expanded, _generated, bound):
        return bound > 51 and rows.registers[Register.BASE] > 0

    ida_star_pdb(fifteen, KORF, frames=rows, slice_expansions=500, on_slice=among_subtrees)
    end = int(rows.registers[Register.END])
    values = []
    for item in range(1, end):
        cells = tuple(rows.item_cells[16 * item : 16 * item + 16].tolist())
        moves = rows.item_moves[SPLIT_DEPTH * item : SPLIT_DEPTH * item + SPLIT_DEPTH].tolist()
        board = play(KORF, "".join("UDLR"[move] for move in moves), grid(4, 4))
        blank = int(rows.item_blank[item])
        assert board.index(0) == blank
        assert [c for n, c in enumerate(cells) if n != blank] == [c for c in board if c]
        values.append(fifteen.value(board))
    assert end > 100 and values == sorted(values)


def test_the_nearest_board_is_that_of_all_views(fifteen):
    seen = []
    for tables in (fifteen, AtOnce(fifteen)):
        frames = blank_frames(tables.search_tables())
        ida_star_pdb(tables, KORF, lanes=1, max_expanded=5_000, frames=frames)
        seen.append((nearest(frames), deepest(frames)))
    assert seen[0] == seen[1]
    assert fifteen.value(seen[0][0][0]) == seen[0][0][1]


def test_a_search_over_shared_slots_goes_on_from_a_snapshot(fifteen):
    whole, kept = ida_star_pdb(fifteen, KORF), Kept()
    half = whole.expanded // 2
    ida_star_pdb(fifteen, KORF, saver=kept, max_expanded=half, slice_expansions=3_000)
    assert 0 < kept[-1].expanded <= half
    assert ida_star_pdb(fifteen, KORF, resume=kept[-1]) == whole


def bits(rows):
    return np.unpackbits(rows, axis=1, bitorder="little")


def unpacked(content, width):
    return bits(np.frombuffer(content, np.uint8).reshape(-1, width))


def test_a_search_that_lasts_goes_on_over_a_copy_of_its_tables(fifteen, monkeypatch):
    whole, before = ida_star_pdb(fifteen, KORF), shared(fifteen).lines.copy()
    copies, contours = [], []

    def nearer():
        copies.append(TurnedTables.of(fifteen))
        return copies[-1]

    def searched(tables, frames, expansions, searched=pdb_workers.search_some):
        copied = bool(copies) and tables is copies[0].search_tables()
        contours.append((int(frames.registers[Register.BOUND]), copied))
        return searched(tables, frames, expansions)

    monkeypatch.setattr(module, "_WORTH_COPYING", 1_000)
    monkeypatch.setattr(pdb_workers, "search_some", searched)
    assert ida_star_pdb(fifteen, KORF, nearer=nearer) == whole
    (copy,) = copies
    long = {bound + 2 for bound, expanded in whole.contours if expanded > 1_000}
    first = min(long)
    assert dict(contours) == {bound: bound >= first for bound, _ in whole.contours}
    # Its tables lie elsewhere and hold the same bits; the collection's are untouched.
    old, new = (
        tables.lines.reshape(-1, LINE)[:, [CacheLine.ADDRESS, CacheLine.STRIDE]].tolist()
        for tables in (shared(fifteen), shared(copy))
    )
    planes = {d.planes.ctypes.data: d.planes.reshape(-1) for d in fifteen.databases}
    assert {address for address, _ in old} == set(planes)
    for (there, stride), (here, width) in zip(old, new, strict=True):
        rows = ctypes.string_at(here, 8 * stride * width)
        blocks = planes[there].reshape(-1, stride)
        assert here != there and (unpacked(rows, width)[:, : len(blocks)] == bits(blocks).T).all()
    assert (shared(fifteen).lines == before).all()


def test_tables_that_lanes_look_up_are_not_copied():
    assert TurnedTables.of(collection((4, 4), grid(4, 4), "5-5-5")) is None


def test_where_nothing_is_nearer_the_tables_stay(fifteen, monkeypatch):
    monkeypatch.setattr(module, "_WORTH_COPYING", 1_000)
    asked = []
    found = ida_star_pdb(fifteen, KORF, nearer=lambda: asked.append(None))
    assert (found, len(asked)) == (ida_star_pdb(fifteen, KORF), 1)


def test_workers_share_the_subtrees(fifteen, monkeypatch):
    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    one, several = (ida_star_pdb(fifteen, KORF, workers=workers) for workers in (1, 3))
    assert (several.contours[:-1], several.cost) == (one.contours[:-1], 57)


def test_a_bound_beyond_the_room_of_a_byte_ends_the_search(fifteen, monkeypatch):
    lowest = min(fifteen.sums(KORF))
    monkeypatch.setattr(pdb_kernels, "MOST_GROWTH", 4)
    found = ida_star_pdb(fifteen, KORF)
    assert (found.status, found.moves, found.lower_bound) == (Signal.BEYOND, None, lowest + 6)


def test_a_torus_of_odd_side_is_looked_up_at_once():
    neighbors = torus(3, 3)
    tables = collection((3, 3), neighbors, "4-4/1,2,4,5|3,6,7,8", automaton_length=4)
    assert isinstance(tables.search_tables(), SearchTables)
    board = scramble(tuple(range(9)), neighbors, 10, 1)
    assert ida_star_pdb(tables, board, lanes=1).contours == ida_star_reference(tables, board)[2]


def test_the_published_collections_are_partitions_of_the_24_puzzle():
    sizes = {name: len(named_partitions(name, 5, 5)) for name in collection_names(5, 5)}
    assert sizes == {"pair": 2, "triple": 3, "small": 7, "improved": 14}
    for name in sizes:
        partitions = named_partitions(name, 5, 5)
        text = "/".join(map(format_partition, partitions))
        assert named_partitions(text, 5, 5) == partitions
    assert named_partitions("pair", 5, 5)[0] == named_partition("6-6-6-6", 5, 5)


def test_several_partitions_by_text():
    assert named_partitions("4-4/4-4", 3, 3) == (named_partition("4-4", 3, 3),)
    with pytest.raises(OptionError, match=r"'smal' is not a partition.*Collections: pair, triple"):
        named_partitions("smal", 5, 5)
    with pytest.raises(OptionError, match="'small' is not a partition"):
        named_partitions("small", 4, 4)
    with pytest.raises(OptionError, match=f"more than {MOST_PARTITIONS} partitions"):
        named_partitions("/".join(["4-4"] * (MOST_PARTITIONS + 1)), 3, 3)


def test_a_search_names_several_partitions(tmp_path, monkeypatch):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    board = "8 6 7/2 5 4/3 0 1"
    one, several = (
        solve(board, algorithm="idastar", heuristic=f"pdb:{text}", goal="last")
        for text in ("4-4", "4-4/1,2,4,5|3,6,7,8")
    )
    assert one.cost == several.cost == 31
    assert several.stats.expanded <= one.stats.expanded
    assert len(list((tmp_path / "tables").glob("*.pdb"))) == 4
