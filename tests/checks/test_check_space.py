"""Every state of a user's problem is checked; each planted fault is found and named."""

from math import inf

import pytest

from taquin.checks import check_space
from taquin.ground.errors import OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import run


class Ladder:
    """Rungs 0 to 6, up by 1 or 3; from 0 to 6."""

    start, goal, min_cost = 0, 6, 1

    def is_goal(self, state):
        return state == 6

    def successors(self, state):
        return [(f"+{n}", state + n, n) for n in (1, 3) if state + n <= 6]

    def predecessors(self, state):
        return [(f"+{n}", state - n, n) for n in (1, 3) if state - n >= 0]


def test_a_sound_problem_passes() -> None:
    report = check_space(Ladder(), lambda state: 6 - state)
    assert report.verdict == "proved", report
    assert report.counts == {
        "states": 7, "edges": 10, "goals": 1, "overestimates": 0, "inconsistent edges": 0,
    }  # fmt: skip
    assert run("bibfs", Ladder()).cost == 6


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_built_in_spaces_pass(metric) -> None:
    puzzle = Puzzle.of(Board.parse("1 2 3/4 5 0"), metric=metric)
    report = check_space(puzzle.space(puzzle.goal))
    assert report.verdict == "proved" and report.counts["states"] == 360


class Forgetful:
    def __init__(self):
        self.calls = 0

    def __call__(self, state):
        self.calls += 1
        return [("+1", state + 1, 1)] if self.calls % 2 and state < 6 else []


def shrinking(state):
    moves = [("+1", "next", 1)]
    del state.cells[:]
    return moves


class Cells:
    """A state that its own successor function changes."""

    def __init__(self):
        self.cells = [1, 2]

    def __repr__(self):
        return f"Cells({self.cells})"


# A replacement for a part of the ladder, and words that the report must contain.
FAULTS = [
    ({"successors": lambda s: [("+1", s + 1, 0)] if s < 6 else []}, "costs 0, expected a whole nu"),
    ({"successors": lambda s: [("+1", s + 1, 1.5)] if s < 6 else []}, "costs 1.5, expected a who"),
    ({"successors": lambda s: [(1, s + 1, 1)] if s < 6 else []}, "move 1 of 0 is not a string"),
    ({"successors": lambda s: [(s + 1, 1)]}, "raised ValueError: not enough values"),
    ({"successors": lambda s: 1 / 0}, "successors of 0 raised ZeroDivisionError"),
    ({"successors": lambda s: [("+1", [s], 1)]}, "is a list, which is not hashable"),
    ({"start": [0]}, "the start, [0], is a list, which is not hashable"),
    ({"start": Cells(), "successors": shrinking}, "became Cells([]) while its successors were "),
    ({"successors": Forgetful()}, "were [('+1', 1, 1)], then []"),
    ({"min_cost": 0.5}, "min_cost = 0.5, expected a whole number"),
    ({"min_cost": 2}, "costs 1, expected a whole number, at least 2, its min_cost"),
    ({"goal": 5}, "is_goal of the goal, 5, is False"),
    ({"is_goal": lambda s: s > 4}, "is_goal of 5 is True, but the goal is 6"),
    ({"is_goal": Forgetful()}, "is_goal of 0 was True, then False"),
    (
        {"predecessors": lambda s: []},
        "predecessors of 1 lack 0, whose move +1 leads to 1 at cost 1",
    ),
    ({"predecessors": lambda s: [("+6", 0, 6)]}, "predecessors of 0 include 0 by +6 at cost 6"),
    ({"costs_hold": True, "neighbors": lambda s: []}, "neighbors of 0 are [], but its successors"),
]


@pytest.mark.parametrize(("parts", "words"), FAULTS)
def test_a_fault_is_reported_with_the_state(parts, words) -> None:
    space = Ladder()
    for name, part in parts.items():
        setattr(space, name, part)
    report = check_space(space)
    assert report.verdict == "refuted"
    assert any(words in failure for failure in report.failures), report


@pytest.mark.parametrize(
    ("h", "words"),
    [
        (lambda s: 9 * (s != 6), "h = 9 exceeds the true distance 6 on 0"),
        (lambda s: 1, "h = 1, expected 0 at the goal, on 6"),
        (lambda s: (6 - s) * (s % 2 == 0), "h falls from 6 to 0 by move +1, which costs 1, on 0"),
        (lambda s: None, "h = None, expected a number"),
        (lambda s: -1, "h = -1, expected 0 or more"),
    ],
)
def test_the_claims_of_a_heuristic_are_checked(h, words) -> None:
    report = check_space(Ladder(), h)
    assert report.verdict == "refuted" and any(words in f for f in report.failures), report


def test_claims_that_are_not_made_are_not_checked() -> None:
    assert check_space(Ladder(), lambda s: 9 * (s != 6), admissible=False, consistent=False).ok


def test_an_infinite_problem_is_undecided() -> None:
    space = Ladder()
    space.successors = lambda s: [("+1", s + 1, 1)]
    space.predecessors = lambda s: [("+1", s - 1, 1)]
    report = check_space(space, states=100)
    assert report.verdict == "undecided" and report.counts["states"] == 100
    assert "Undecided: more states are reachable than the 100 examined." in str(report)


def test_a_problem_without_a_goal_is_noted() -> None:
    space = Ladder()
    space.start = 7
    report = check_space(space)
    assert report.notes == ("No goal was reached.",)


def test_other_objects_are_refused() -> None:
    with pytest.raises(OptionError, match="expected a StateSpace"):
        check_space("not a space")


def test_infinity_is_admissible_where_no_way_leads_to_a_goal_and_nowhere_else() -> None:
    class OneWay:
        start = 0

        def is_goal(self, state):
            return state == 6

        def successors(self, state):
            return [("up", state + 1, 1), ("off", -1, 1)] if 0 <= state < 6 else []

    space = OneWay()
    assert check_space(space, lambda s: inf if s < 0 else 6 - s).ok
    report = check_space(space, lambda s: inf if s in (-1, 3) else 6 - s)
    assert "h = inf exceeds the true distance 3 on 3" in report.failures[0]


def test_moves_that_cost_nothing_are_noted_with_the_searches_that_refuse_them() -> None:
    space = Ladder()
    space.successors = lambda s: [("up", s + 1, s % 2)] if s < 6 else []
    space.predecessors = lambda s: [("up", s - 1, (s - 1) % 2)] if s else []
    space.min_cost = 0
    assert check_space(space).notes[0] == (
        "3 moves cost 0; lsslrtastar needs moves that cost more. With duplicates=parent or "
        "duplicates=none, astar, ucs, wastar can follow a circle of such moves for ever."
    )
