"""Several partitions, looked up one after another: the search that looks all up at once."""

import random

import pytest
from test_pattern_search import ida_star_reference

from pattern_boards import breadth_first, grid, play, scramble, torus
from taquin.ground.errors import OptionError
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase, Place
from taquin.heuristics.patterns.partition import format_partition, named_partition
from taquin.heuristics.patterns.several import (
    MOST_PARTITIONS,
    collection_names,
    named_partitions,
)
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
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
    """The same tables, all views looked up for every child."""

    def __init__(self, tables):
        self.place, self.tables = tables.place, tables.search_tables()._replace(staged=())

    def search_tables(self):
        return self.tables


@pytest.fixture(scope="module")
def eight():
    return collection((3, 3), grid(3, 3), "4-4/1,2,4,5|3,6,7,8/1,3,6|2,4,5,7,8")


@pytest.fixture(scope="module")
def fifteen():
    return collection((4, 4), grid(4, 4), "5-5-5/2,3,6,7,10|1,4,5,8,9|11,12,13,14,15")


def test_stages_change_no_counter_with_one_lane(eight):
    assert eight.search_tables().staged == (0,)
    assert eight.search_tables().stages.tolist() == [0, 2, 4, 6]
    truth = breadth_first(tuple(range(9)), grid(3, 3))
    for board in random.Random(3).sample(sorted(truth), 25):
        found = ida_star_pdb(eight, board, lanes=1)
        assert found == ida_star_pdb(AtOnce(eight), board, lanes=1)
        assert (found.generated, found.contours) == ida_star_reference(eight, board)[1:]
        assert found.cost == truth[board]


def test_stages_change_no_completed_contour(fifteen):
    one = ida_star_pdb(AtOnce(fifteen), KORF, lanes=1)
    assert ida_star_pdb(fifteen, KORF, lanes=1) == one
    for lanes in (2, 8):
        found = ida_star_pdb(fifteen, KORF, lanes=lanes)
        assert (found.contours[:-1], found.cost) == (one.contours[:-1], 57)
        assert play(KORF, found.moves, grid(4, 4)) == tuple(range(16))
        assert found == ida_star_pdb(fifteen, KORF, lanes=lanes, slice_expansions=13)
        limited = ida_star_pdb(fifteen, KORF, lanes=lanes, max_expanded=20_000)
        assert limited.expanded == 20_000


def test_a_torus_of_odd_side_is_looked_up_at_once():
    neighbors = torus(3, 3)
    tables = collection((3, 3), neighbors, "4-4/1,2,4,5|3,6,7,8", automaton_length=4)
    assert tables.search_tables().staged == ()
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
