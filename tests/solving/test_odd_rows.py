"""Arguments that are rows of things: what is none, is endless or has no dimension is named."""

import numpy as np
import pytest

from taquin import (
    Board,
    OptionError,
    TaquinError,
    check_topology,
    compare,
    compare_many,
    format_moves,
    heuristic_values,
    solve,
)
from taquin.heuristics.base import PerTile
from taquin.solving.comparison import Comparison

BOARD = "1 2 3/4 5 6/7 0 8"
NO_ROW = np.array(3)
ENDLESS = range(10**12)


@pytest.mark.parametrize("given", [NO_ROW, ENDLESS, int, 3, b"ab"], ids=repr)
@pytest.mark.parametrize(
    "ask",
    [
        PerTile,
        lambda rows: compare(BOARD, rows),
        lambda rows: check_topology("grid", 3, 3, goals=rows),
        lambda rows: heuristic_values("manhattan", rows),
        lambda cells: Board(3, 3, cells),
        lambda cells: Board.of(3, 3, cells),
    ],
)
def test_what_is_no_row_is_named_and_nothing_endless_is_read(ask, given):
    with pytest.raises(TaquinError, match=r"expected|whole numbers"):
        ask(given)


@pytest.mark.parametrize("given", [NO_ROW, int], ids=repr)
def test_boards_and_results_too(given):
    with pytest.raises(OptionError, match="expected several boards"):
        compare_many(given)
    with pytest.raises(OptionError, match="expected results"):
        Comparison(given)


def test_arrays_where_one_value_is_expected():
    array = np.zeros((2, 2))
    with pytest.raises(OptionError, match=r"options=.*a dictionary of names"):
        solve(BOARD, options=array)
    with pytest.raises(OptionError, match=r"compact=.*True or False"):
        format_moves("UL", compact=array)


def test_right_rows_of_every_kind_pass():
    assert len(compare(BOARD, (name for name in ("bfs", "astar")))) == 2
    assert heuristic_values("manhattan", iter([BOARD])) == [1]
    assert Board(3, 3, iter(range(9))) == Board(3, 3, np.arange(9)) == Board(3, 3, list(range(9)))
