"""The values of many boards, for every heuristic."""

import pytest

from taquin import Board, Puzzle, heuristic_values, scramble
from taquin.ground.errors import NotationError, OptionError, UnsolvableError
from taquin.heuristics.base import HEURISTICS, build_heuristic

NAMES = [spec.name for spec in HEURISTICS if not spec.takes_argument]


@pytest.mark.parametrize("name", [*NAMES, "max:manhattan,misplaced", "pdb:4-4", "plain_pdb:4-4"])
def test_they_are_those_of_each_board(name: str) -> None:
    boards = [scramble(3, 3, seed=seed) for seed in range(8)]
    goal = "spiral" if name == "sequence_score" else "last"
    metric = "mtm" if name == "relabelled" else "stm"
    puzzle = Puzzle.of(boards[0], goal=goal, metric=metric)
    boards = [board for board in boards if puzzle.judge(board).solvable]
    h = build_heuristic(name, puzzle)
    assert heuristic_values(name, boards, puzzle) == [h(puzzle.encode(b)) for b in boards]


def test_boards_without_a_value_are_named() -> None:
    with pytest.raises(UnsolvableError, match=r"boards\[1\], 2 1 3/4 5 6/7 8 0: Unsolvable"):
        heuristic_values("manhattan", ["1 2 3/4 5 6/7 8 0", "2 1 3/4 5 6/7 8 0"])
    with pytest.raises(NotationError, match=r"boards\[1\]: the board is 2x2"):
        heuristic_values("manhattan", ["1 2 3/4 5 6/7 8 0", "1 2/3 0"])
    with pytest.raises(OptionError, match="expected several boards"):
        heuristic_values("manhattan", Board.parse("1 2/3 0"))
    assert heuristic_values("manhattan", []) == []
