"""Nodes expanded in waves: their stack, how it is dealt among threads, and turned tables."""

import random

import numpy as np
import pytest
from test_pattern_shared import KORF, AtOnce, collection

from pattern_boards import grid, play
from taquin.kernels import load_numba

load_numba()

from taquin.kernels.patterns.lookup import read  # noqa: E402
from taquin.kernels.patterns.turned import row_bytes, turn_bits  # noqa: E402
from taquin.kernels.searches import ida_star_pdb as module  # noqa: E402
from taquin.kernels.searches import pdb_workers, waves  # noqa: E402
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb  # noqa: E402
from taquin.kernels.searches.lanes import Register  # noqa: E402
from taquin.kernels.searches.wave_nodes import DEPTH, StackPlace, blank_waves  # noqa: E402
from taquin.kernels.searches.wave_stack import deal, give_up  # noqa: E402


@pytest.fixture(scope="module")
def fifteen():
    return collection((4, 4), grid(4, 4), "5-5-5/2,3,6,7,10|1,4,5,8,9|11,12,13,14,15")


@pytest.fixture(scope="module")
def one(fifteen):
    """What a search finds that takes one child after the other."""
    return ida_star_pdb(AtOnce(fifteen), KORF, lanes=1)


def halfway(tables):
    """A search that has stopped within a contour."""
    frames = blank_frames(tables.search_tables())
    ida_star_pdb(tables, KORF, max_expanded=30_000, frames=frames)
    assert frames.sizes[StackPlace.OPEN] > 20
    return frames


def open_nodes(frames):
    """The nodes on a stack with their paths, as bytes, sorted."""
    numbers = frames.stack[: frames.sizes[StackPlace.OPEN]]
    nodes, paths = (a.reshape(len(frames.stack), -1)[numbers] for a in (frames.nodes, frames.paths))
    return sorted(node.tobytes() + path.tobytes() for node, path in zip(nodes, paths, strict=True))


def depths(frames):
    numbers = frames.stack[: frames.sizes[StackPlace.OPEN]]
    last = frames.nodes.reshape(len(frames.stack), -1)[numbers, -1]
    return np.bincount(((last >> np.uint64(DEPTH)) & np.uint64(0xFFFF)).astype(int), minlength=100)


def test_nodes_are_dealt_evenly_and_each_once(fifteen):
    frames = halfway(fifteen)
    others = [blank_frames(fifteen.search_tables()) for _ in range(2)]
    before, team = open_nodes(frames), [others[0], frames, others[1]]
    assert not deal(team, len(before) + 1) and open_nodes(frames) == before
    assert deal(team, len(before))
    assert sorted(node for each in team for node in open_nodes(each)) == before
    counts = [depths(each) for each in team]
    assert (np.max(counts, axis=0) - np.min(counts, axis=0)).max() <= 1
    for each in team:
        assert sorted(each.stack.tolist()) == list(range(len(each.stack)))


def test_the_shallower_half_is_given_up(fifteen):
    frames = halfway(fifteen)
    before = open_nodes(frames)
    few = give_up(halfway(fifteen), 5)
    paths = give_up(frames, 1_000)
    assert sorted(map(len, few)) == sorted(map(len, paths))[:5]
    kept = open_nodes(frames)
    assert len(paths) == (len(before) + 1) // 2 and len(kept) + len(paths) == len(before)
    assert set(kept) < set(before)
    assert max(map(len, paths)) <= depths(frames).nonzero()[0].min()
    assert sorted(frames.stack.tolist()) == list(range(len(frames.stack)))
    boards = {play(KORF, "".join("UDLR"[move] for move in path), grid(4, 4)) for path in paths}
    assert len(boards) > 1
    bound = int(frames.registers[Register.BOUND])
    assert all(
        len(path) + fifteen.value(play(KORF, "".join("UDLR"[m] for m in path), grid(4, 4))) <= bound
        for path in paths
    )


# Whether a worker runs dry before the others depends on when threads get a processor.
@pytest.mark.flaky(reruns=1)
def test_workers_deal_what_is_left_among_them(fifteen, one, monkeypatch):
    dealt = []

    def spied(team, least):
        dealt.append(deal(team, least))
        return dealt[-1]

    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    monkeypatch.setattr(pdb_workers, "_WORTH_DEALING", 2)
    monkeypatch.setattr(pdb_workers, "deal", spied)
    for workers in (2, 3):
        found = ida_star_pdb(fifteen, KORF, workers=workers, slice_expansions=2_000)
        assert (found.contours[:-1], found.cost) == (one.contours[:-1], 57)
        assert play(KORF, found.moves, grid(4, 4)) == tuple(range(16))
    assert any(dealt)


def test_a_stack_that_is_nearly_full_expands_node_by_node(fifteen, one):
    frames = blank_waves(fifteen.search_tables(), nodes=waves.RESERVE + 60)
    deepest = []

    def on_slice(*_now):
        deepest.append(int(frames.sizes[StackPlace.OPEN]))
        return False

    found = ida_star_pdb(fifteen, KORF, frames=frames, slice_expansions=7, on_slice=on_slice)
    assert (found.contours[:-1], found.cost) == (one.contours[:-1], 57)
    # Without the reserve, waves would have left more nodes open than there is room for.
    assert 0 < max(deepest) < len(frames.stack)


@pytest.mark.parametrize("kind", [AtOnce, lambda tables: tables], ids=["lanes", "waves"])
def test_subtrees_of_small_f_come_first(fifteen, one, kind, monkeypatch):
    def roots(frames, subtrees):
        rows = {
            name: getattr(frames, name).reshape(len(frames.item_blank), -1)[1:subtrees].copy()
            for name in frames._fields
            if name.startswith("item_") and name != "item_moves"
        }
        moves = frames.item_moves[8 : 8 * subtrees].reshape(-1, 8)  # of eight moves, without gaps
        values = rows["item_sums" if "item_sums" in rows else "item_grown"]
        values = values if "item_sums" in rows else values.view(np.uint8)
        kept = zip(moves, *rows.values(), strict=True)
        return [tuple(part.tobytes() for part in root) for root in kept], values.max(axis=1)

    def spied(frames, subtrees):
        before, _ = roots(frames, subtrees)
        nearest_first(frames, subtrees)
        after, values = roots(frames, subtrees)
        assert before != after and sorted(before) == sorted(after)
        assert (np.diff(values.astype(int)) >= 0).all()
        ordered.append(subtrees)

    ordered, nearest_first = [], module.nearest_first
    monkeypatch.setattr(module, "nearest_first", spied)
    found = ida_star_pdb(kind(fifteen), KORF)
    assert (found.contours[:-1], found.cost) == (one.contours[:-1], 57)
    assert ordered and play(KORF, found.moves, grid(4, 4)) == tuple(range(16))


@pytest.mark.parametrize("blocks", [1, 8, 511, 513, 1_100])
@pytest.mark.parametrize("stride", [1, 3, 15])
def test_a_turned_table_has_a_row_for_each_bit(blocks, stride):
    table = np.frombuffer(random.Random(blocks).randbytes(blocks * stride), np.uint8)
    width = row_bytes(blocks)
    turned = np.zeros(8 * stride * width, np.uint8)
    turn_bits(table, stride, turned, width)
    bits = np.unpackbits(table.reshape(blocks, stride), axis=1, bitorder="little")
    rows = np.unpackbits(turned.reshape(-1, width), axis=1, bitorder="little")
    assert (rows[:, :blocks] == bits.T).all() and not rows[:, blocks:].any()


@pytest.mark.parametrize("partition", ["5-5-5/2,3,6,7,10|1,4,5,8,9|11,12,13,14,15", "5-5-5"])
def test_a_search_reads_nothing_outside_a_table_whatever_its_bits(partition):
    """A damaged table may be noticed only while it is searched, by waves or by lanes."""
    tables, rng = collection((4, 4), grid(4, 4), partition), random.Random(3)
    good = [table.planes.copy() for table in tables.databases]  # a start that can be evaluated

    def spoil(*_):
        for table in tables.databases:
            noise = np.frombuffer(rng.randbytes(table.planes.size), np.uint8)
            table.planes[:] = rng.choice([0, 255, noise.reshape(table.planes.shape)])

    for workers in (1, 2) * 10:
        for table, planes in zip(tables.databases, good, strict=True):
            table.planes[:] = planes
        found = ida_star_pdb(tables, KORF, workers=workers, max_expanded=50_000, on_contour=spoil)
        assert found.expanded > 0


def test_a_distance_stays_a_byte_whatever_the_bits():
    """Or the rank beside it in a word would change, and with it the address of the next bit."""
    for bits, plane0 in ((0, 0), (255, 0), (0, 1), (255, 1)):
        table = np.array([bits, 255 - bits], np.uint8)
        for distance in range(256):
            where = np.uint64(table.ctypes.data)
            found = int(read(np.uint64(distance), where, np.uint64(plane0)))
            assert (found - distance) % 256 in (255, 0, 1, 2)
            assert 0 <= found < 256
