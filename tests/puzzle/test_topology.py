"""Board types: neighbour tables, lines, distances, walls."""

from typing import Any

import pytest

from taquin.ground.errors import NotationError, OptionError, UnknownName
from taquin.puzzle.topology import TOPOLOGIES, Topology, topology

BOARDS = [
    ("grid", 2, 2),
    ("grid", 4, 3),
    ("torus", 2, 2),
    ("torus", 3, 2),
    ("torus", 4, 3),
    ("torus", 2, 5),
    ("walls:0-1,4-7", 3, 3),
]


@pytest.mark.parametrize(("name", "width", "height"), BOARDS)
def test_tables_are_symmetric_and_without_loops(name: str, width: int, height: int) -> None:
    table = topology(name, width, height)
    assert len(table.neighbors) == table.cells == width * height
    for cell, row in enumerate(table.neighbors):
        for column, other in enumerate(row):
            if other >= 0:
                assert table.neighbors[other][column ^ 1] == cell != other


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 5), (4, 3)])
def test_a_torus_has_no_double_edges(width: int, height: int) -> None:
    for row in topology("torus", width, height).neighbors:
        ends = [cell for cell in row if cell >= 0]
        assert len(ends) == len(set(ends))


def test_grid_columns_name_the_way_the_tile_goes() -> None:
    assert topology("grid", 3, 2).neighbors[1] == (4, -1, 2, 0)


def test_distances() -> None:
    assert topology("grid", 3, 2).distances(0) == (0, 1, 2, 1, 2, 3)
    assert topology("torus", 4, 3).distances(0)[3] == 1
    assert topology("walls:0-1,0-2", 2, 2).distances(0) == (0, -1, -1, -1)


def test_lines() -> None:
    assert topology("grid", 4, 2).line(0, 2) == [1, 2, 3]
    assert topology("torus", 4, 2).line(0, 3) == [3, 2, 1]
    assert topology("walls:1-2", 4, 2).line(0, 2) == [1]


def test_is_grid() -> None:
    assert topology("grid", 3, 3).is_grid
    assert not topology("torus", 3, 3).is_grid


def test_registry_lists_the_three() -> None:
    assert {"grid", "torus", "walls"} <= {*TOPOLOGIES.names()}


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("walls", "expected a colon and more after walls. .* for example walls:0-1,4-7"),
        ("grid:3", "expected grid"),
        ("walls:", "two cell numbers"),
        ("walls:0", "two cell numbers"),
        ("walls:a-b", "two cell numbers"),
        ("walls:0-1-2", "two cell numbers"),
        ("walls:0-8", "not neighbours"),
        ("walls:0-99", "not neighbours"),
        ("walls:0-1,1-0", "given twice"),
        ("walls:0-" + "9" * 5000, "two cell numbers"),
    ],
)
def test_bad_names(name: str, named: str) -> None:
    with pytest.raises(OptionError, match=named):
        topology(name, 3, 3)


@pytest.mark.parametrize(("width", "height"), [("3", 3), (0, 3), (3, 101), (None, 3)])
def test_sides_that_no_board_has(width: Any, height: Any) -> None:
    with pytest.raises(NotationError, match="from 2 to 100"):
        topology("grid", width, height)


def test_a_name_that_is_no_text() -> None:
    with pytest.raises(OptionError, match="topology=5: expected a name"):
        topology(5, 3, 3)  # type: ignore[arg-type]


def test_unknown_board_type_suggests() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'torus'"):
        topology("tours", 3, 3)


def test_topologies_are_values() -> None:
    assert topology("torus", 3, 3) == topology("torus", 3, 3)
    assert hash(topology("grid", 3, 3)) == hash(
        Topology("grid", 3, 3, topology("grid", 3, 3).neighbors)
    )
