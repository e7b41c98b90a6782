"""The public contracts find and locate every planted fault; plug-in files load or say why not."""

from pathlib import Path

import pytest

from taquin.checks import (
    Report,
    census,
    check_algorithm,
    check_heuristic,
    check_topology,
    load_plugin,
    true_distances,
)
from taquin.ground.errors import ContractError, NotationError, OptionError
from taquin.heuristics.base import HEURISTICS, heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, algorithm
from taquin.whole.oracle import SIZES, puzzles

PLANTED = Path(__file__).parents[1] / "planted"


def planted(name):
    (registered,) = load_plugin(PLANTED / f"{name}.py")
    return registered


# --- planted faults ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["manhattan_with_blank", "double_manhattan"])
def test_an_inadmissible_heuristic_is_found_with_a_board(name):
    report = check_heuristic(planted(name), sizes=SIZES)
    assert not report.ok and report.counts["overestimates"] > 0
    assert report.failures[0] == "h = 2 exceeds the true distance 1 on 1 0/3 2 (goal last, stm)"
    assert 0 < len(report.failures) <= 10 < report.failed
    with pytest.raises(ContractError, match="h = 2 exceeds the true distance 1"):
        report.raise_if_failed()


def test_a_manhattan_that_counts_the_blank_is_found_on_each_goal_and_metric():
    name = planted("manhattan_with_blank")
    for goal in ("last", "first", "middle"):
        for metric in ("stm", "mtm"):
            report = check_heuristic(name, sizes=[(3, 2)], goals=[goal], metrics=[metric])
            assert report.counts["overestimates"] > 0, (goal, metric)


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("ida_star_visited", "stm"),
        ("greedy_as_astar", "stm"),
        # With unit costs it is right on every one of these boards; with tile numbers it is not.
        ("bidirectional_first_meeting", "expense"),
    ],
)
def test_an_algorithm_that_is_not_optimal_is_found_with_a_board(name, metric):
    report = check_algorithm(planted(name), sizes=SIZES, metrics=[metric])
    assert report.failed == report.counts["longer than optimal"] > 0
    assert "true distance" in report.failures[0] and f"(goal last, {metric})" in report.failures[0]


def test_ida_star_with_a_visited_set_fails_on_some_boards_only():
    report = check_algorithm(planted("ida_star_visited"), sizes=[(3, 2)], metrics=["stm"])
    assert 0 < report.failed < report.counts["boards"] / 4


def test_a_one_way_door_is_found():
    report = check_topology(planted("one_way"), 3, 2)
    assert report.failures == (
        "the L neighbour of cell 0 is 1, but the R neighbour of cell 1 is -1",
    )


def test_a_table_alone_is_no_proof() -> None:
    report = check_topology("torus", 3, 3, goals=["last"])
    assert report.ok and report.verdict == "undecided"
    assert "the solvability verdicts were not checked" in str(report)


# --- other broken promises ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("h", "words"),
    [
        (lambda state: 1, "expected 0 at the goal"),
        (lambda state: -1, "expected 0 or more"),
        (lambda state: 0.5, "expected 0 at the goal"),
        (lambda state: state[99], "h raised IndexError"),
    ],
)
def test_values_that_are_no_estimates_are_reported(h, words):
    report = check_heuristic(lambda puzzle: h, sizes=[(2, 2)], admissible=False, consistent=False)
    assert not report.ok and words in report.failures[0]


def test_an_inconsistent_heuristic_is_reported_with_the_move():
    def jumpy(puzzle):
        true = true_distances(puzzle)
        return lambda state: true[state] if state[0] == 1 else 0

    report = check_heuristic(jumpy, sizes=[(3, 2)], goals=["last"], metrics=["stm"])
    assert report.counts["overestimates"] == 0 < report.counts["inconsistent edges"]
    assert report.failures[0].startswith("h falls from ")
    check_heuristic(jumpy, sizes=[(3, 2)], consistent=False).raise_if_failed()


def test_the_true_distance_keeps_every_promise():
    def perfect(puzzle):
        return true_distances(puzzle).__getitem__

    check_heuristic(perfect, sizes=SIZES).raise_if_failed()


def register(search, **promises):
    return algorithm("wrong", optimal=False, complete=True, paper="none", **promises)(search)


def wrong(space, monitor):
    """Replaced by each test."""


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (lambda space, monitor: None, "reported unsolvable, but the true distance"),
        (lambda space, monitor: 1 / 0, "raised ZeroDivisionError: division by zero"),
        (lambda space, monitor: node(space.goal, "", 0, space), "ends at"),
        (lambda space, monitor: node(space.goal, "X", 1, space), "move 1 of its solution, X, is"),
        (lambda space, monitor: 7, "returned 7 instead of a Node"),
        (lambda space, monitor: [space.successors(space.start) for _ in iter(int, 1)], "limits"),
    ],
)
def test_wrong_outcomes_of_an_algorithm_are_reported(search, words):
    def wrong(space, monitor):
        """A fault."""
        return search(space, monitor)

    register(wrong)
    report = check_algorithm("wrong", sizes=[(3, 2)], metrics=["stm"], most=20, expansions=50)
    if (
        words == "limits"
    ):  # it never ends: the space stops it, and after twenty boards the check stops
        assert report.ok and report.undecided == report.counts["boards"] == 20
        assert "Undecided: a limit stopped the search on 20 boards." in str(report)
    else:
        assert any(words in failure for failure in report.failures), report


def test_ctrl_c_ends_a_check():
    def interrupted(space, monitor):
        """Behaves as if the user pressed Ctrl-C."""
        raise KeyboardInterrupt

    register(interrupted)
    with pytest.raises(KeyboardInterrupt):
        check_algorithm("wrong", sizes=[(2, 2)])


def node(state, move, g, space):
    from taquin.search.problem import Node

    start = Node(space.start, None, "", 0, 0)
    return Node(state, start, move, g, 1) if move else start


def test_a_wrong_cost_is_reported():
    def overcharging(space, monitor):
        """Breadth-first search that adds one to the cost."""
        found = ALGORITHMS.get("bfs").search(space, monitor)
        if found is not None:
            found.g += 1
        return found

    register(overcharging)
    report = check_algorithm("wrong", sizes=[(2, 2)], metrics=["stm"])
    assert any("reports cost" in failure for failure in report.failures)


def test_a_wrong_verdict_on_an_unsolvable_board_is_reported():
    def optimist(space, monitor):
        """Returns the goal without a path to it."""
        from taquin.search.problem import Node

        return Node(space.goal, None, "", 0, 0)

    register(optimist)
    report = check_algorithm("wrong", sizes=[(3, 2)], metrics=["stm"], most=1)
    assert any("returned a solution although none exists" in f for f in report.failures)


# --- the report --------------------------------------------------------------------------------


def test_a_report_reads_as_a_sentence_and_lists_what_was_refused():
    report = check_heuristic("linear_conflict", topologies=["torus"], sizes=[(3, 2)])
    assert not report.ok and report.failed == 0
    assert str(report).startswith("heuristic linear_conflict: nothing was checked")
    assert "not supported: 9 puzzles: linear_conflict works only on grids" in str(report)
    passed = check_heuristic("zero", sizes=[(2, 2)], goals=["last"], metrics=["stm"])
    assert str(passed) == (
        "heuristic zero: 1 puzzle, 12 states, 24 edges, 0 overestimates, 0 inconsistent edges. "
        "Passed."
    )
    assert eval(repr(passed), {"Report": Report}) == passed


def test_a_heuristic_of_3x3_only_is_checked_there():
    report = check_heuristic("sequence_score", goals=["spiral"], metrics=["stm"])
    assert report.ok and report.counts["states"] == 181_440
    assert report.counts["overestimates"] > 0  # as declared: not admissible


def test_puzzles_middle_puts_the_blank_there():
    goals = {p.goal.size: p.goal.text for _, p in puzzles([(3, 2), (3, 3)], ["middle"], ["stm"])}
    assert goals == {"3x2": "1 2 3/4 0 5", "3x3": "1 2 3/4 0 5/6 7 8"}


def test_census_counts_every_state_once():
    for metric in ("stm", "mtm", "expense"):
        counts = census(Puzzle.of("1 2 3/4 5 0", metric=metric))
        assert sum(counts) == 360 and counts[0] == 1 and counts[-1] > 0
    assert census(Puzzle.of("1 2/3 0", metric="expense"))[:4] == [1, 0, 1, 2]


# --- plug-in files -----------------------------------------------------------------------------


def write(tmp_path, text, name="mine.py"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


GOOD = """
from dataclasses import dataclass
from taquin.heuristics.base import heuristic

@dataclass
class Constant:
    value: "int"
    def __call__(self, state):
        return self.value

@heuristic("{name}", admissible=True, consistent=True, paper="mine")
def mine(puzzle):
    return Constant(0)
"""


def test_a_plugin_is_loaded_checked_and_replaced_when_loaded_again(tmp_path):
    path = write(tmp_path, GOOD.format(name="first_try"))
    assert load_plugin(str(path)) == ["first_try"]
    assert check_heuristic("first_try", sizes=[(2, 2)]).ok
    assert load_plugin(path) == ["first_try"]
    write(tmp_path, GOOD.format(name="second_try"))
    assert load_plugin(path) == ["second_try"]
    assert "first_try" not in HEURISTICS


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("x = 1\n", OptionError, "registers nothing"),
        ("def f(:\n", NotationError, "line 1"),
        ("x = 1\nimport no_such_module_anywhere\n", OptionError, "line 2: ModuleNotFoundError"),
        ("def f():\n    return 1 / 0\nf()\n", OptionError, "line 2: ZeroDivisionError"),
        ("raise SystemExit(3)\n", OptionError, "SystemExit: 3"),
        (GOOD.format(name="manhattan"), OptionError, "two heuristics are named 'manhattan'"),
        (GOOD.format(name="half") + "1 / 0\n", OptionError, "ZeroDivisionError"),
        ("x = '\0'\n", NotationError, "mine.py"),
    ],
)
def test_a_file_that_does_not_load_says_why_and_registers_nothing(tmp_path, text, error, words):
    before = HEURISTICS.names()
    with pytest.raises(error, match=words):
        load_plugin(write(tmp_path, text))
    assert HEURISTICS.names() == before


def test_a_path_that_is_not_a_python_file_is_refused(tmp_path):
    with pytest.raises(NotationError, match="does not exist"):
        load_plugin(tmp_path / "missing.py")
    with pytest.raises(NotationError, match="is a directory"):
        load_plugin(tmp_path)
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="not Python source text"):
        load_plugin(tmp_path / "binary.py")


def test_a_heuristic_need_not_be_registered_from_a_file():
    @heuristic("one_if_not_home", admissible=True, consistent=True, paper="folklore")
    def one_if_not_home(puzzle):
        goal = puzzle.encode(puzzle.goal)
        return lambda state: int(state != goal)

    check_heuristic("one_if_not_home", sizes=SIZES).raise_if_failed()
    report = check_heuristic(one_if_not_home, sizes=[(2, 2)])
    assert report.subject == "heuristic one_if_not_home" and report.ok
    assert Board.parse("1 0/3 2") != Puzzle.of("1 0/3 2").goal
