"""What a comparison is about, in its heading: one form for one board and for many."""

from collections.abc import Sequence

from taquin.puzzle.puzzle import Puzzle

__all__ = ["question_heading"]


def question_heading(boards: str, puzzles: Sequence[Puzzle]) -> str:
    """The boards, their goal, their board type unless it is grid, and the metric with its costs.

    boards: how the boards are described. puzzles: at least one, all of one type and metric.

    >>> question_heading("2 given 2x2 boards", [Puzzle.of("1 2/0 3", topology="torus")])
    '2 given 2x2 boards, goal 1 2/3 0, topology torus, metric stm'
    """
    puzzle = puzzles[0]
    goals = {one.goal for one in puzzles}
    goal = f"goal {puzzle.goal}" if len(goals) == 1 else "each with its own goal"
    name = puzzle.topology.name
    board_type = "" if name == "grid" else f", topology {name}"
    costs = "" if puzzle.costs is None else f" with costs {' '.join(map(str, puzzle.costs))}"
    return f"{boards}, {goal}{board_type}, metric {puzzle.metric}{costs}"
