"""Comparisons over many boards."""

from typing import Any

import numpy as np
import pytest
from library import NEAR, out_of_place, tags
from test_comparisons import divides

from taquin import Board, OptionError, compare, compare_many, solve


def test_many_boards_as_in_the_command() -> None:
    from cli import taquin as command

    many = compare_many(4, ["bfs", "astar"], depth=8, seed=3)
    told = command("compare", "-n", "4", "-a", "bfs", "-a", "astar", "--depth", "8", "--seed", "3",
                   "--format", "json").json[0]  # fmt: skip
    assert [line.expanded for line in many.lines] == [line["expanded"] for line in told["lines"]]
    assert many.title == told["suite"] and many.exit_code == 0 and many.seed == 3
    assert {row["cost"] for row in many.to_rows()} == {8}
    assert "table" not in tags(many._repr_html_())
    assert (many.plot() or "no curves") in many._repr_html_()
    assert str(many).startswith("4 3x3 boards at distance 8") and "searches" in repr(many)


def test_many_given_boards_and_functions_that_fail() -> None:
    numbers: list[tuple[int, int]] = []
    many = compare_many(
        [NEAR, Board.parse("1 2/3 0"), np.array([[1, 2], [0, 3]])],
        ["bfs", ("astar", out_of_place), ("greedy", divides)],
        on_row=lambda number, total, row: numbers.append((number, total)),
    )
    assert numbers == [(n, 9) for n in range(1, 10)]
    assert [row["status"] for row in many.rows] == ["solved", "solved", "error"] * 3
    assert many.exit_code == 2 and "with divides (heuristic divides raised" in str(many)
    assert many.seed is None and "seed none" in str(many)
    assert [line.contestant for line in many.lines] == ["Breadth-first", "A* with out_of_place"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: compare([Board.parse(NEAR)] * 2, ["bfs"]), "a list of 2 boards"),
        (lambda: compare([NEAR, "1 2/3 0"], ["bfs"]), "a list of 2 boards"),
        (lambda: solve(["korf100:1"]), "a list of 1 board;"),
        (lambda: compare_many(NEAR, ["bfs"]), "expected several boards"),
        (lambda: compare_many([], ["bfs"]), "at least one"),
        (lambda: compare_many(0, ["bfs"]), "expected 1 to 100,000"),
        (lambda: compare_many([NEAR], ["bfs"], depth=3), "give their number"),
        (lambda: compare_many(2, ["bfs", "BFS"]), "given twice"),
        (lambda: compare_many(2, ["bfs"], depth=3, walk=3), "two ways to scramble"),
    ],
)
def test_invalid_arguments_for_many_boards_are_refused(call: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        call()
