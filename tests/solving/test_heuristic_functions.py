"""Functions as heuristics: what they may return, and what they do not prove."""

import json
import pickle
import re
from typing import Any

import numpy as np
import pytest
from library import EIGHT, NEAR, out_of_place

from taquin import Board, OptionError, random_walk, solve


def test_a_function_is_a_heuristic_that_proves_nothing() -> None:
    ours = solve(EIGHT, algorithm="astar", heuristic="misplaced", engine="python")
    theirs = solve(EIGHT, algorithm="astar", heuristic=out_of_place)
    assert theirs.cost == ours.cost and theirs.stats.expanded == ours.stats.expanded
    assert ours.optimal and not theirs.optimal and theirs.lower_bound == 0
    assert type(theirs.heuristic) is str and theirs.heuristic == "out_of_place"
    assert any("admissible" in note for note in theirs.notes)
    assert pickle.loads(pickle.dumps(theirs)).heuristic == "out_of_place"
    json.dumps(theirs.as_dict())


def test_a_function_is_not_confused_with_a_heuristic_of_its_name() -> None:
    def manhattan(board: Board) -> int:
        return 0

    result = solve(NEAR, algorithm="astar", heuristic=manhattan)
    assert result.heuristic == f"{__name__}.manhattan" and not result.optimal


def test_a_registered_factory_keeps_its_claims() -> None:
    from taquin.heuristics.manhattan import manhattan

    assert repr(solve(NEAR, algorithm="astar", heuristic=manhattan)) == repr(
        solve(NEAR, algorithm="astar", heuristic="manhattan")
    )


def test_functions_choose_python_and_have_no_compiled_form() -> None:
    board = random_walk(4, 4, 10, seed=3)
    assert solve(board, algorithm="idastar", heuristic=out_of_place).engine == "python"
    assert solve(board, heuristic=out_of_place).engine == "python"
    with pytest.raises(OptionError, match=r"out_of_place has no compiled form.*engine=python"):
        solve(board, algorithm="idastar", heuristic=out_of_place, engine="compiled")


@pytest.mark.parametrize("value", [1.5, -1, None, "3", float("nan")])
def test_an_invalid_estimate_is_reported_with_the_board(value: Any) -> None:
    def h(board: Board) -> Any:
        return value

    said = re.escape(f"Heuristic h returned {value!r} for the board {NEAR}; expected a whole")
    with pytest.raises(OptionError, match=said):
        solve(NEAR, algorithm="greedy", heuristic=h)


def test_numpy_numbers_are_whole_numbers() -> None:
    result = solve(NEAR, algorithm="astar", heuristic=lambda board: np.int64(out_of_place(board)))
    assert result.solved and result.heuristic == "<lambda>"


def test_an_invalid_heuristic_is_refused() -> None:
    with pytest.raises(OptionError, match="a name such as manhattan, or a function"):
        solve(NEAR, algorithm="astar", heuristic=5)  # type: ignore[arg-type]
