"""Users' searches and heuristics that give up, never end, or claim too much."""

import csv
import re
import threading
import time
from pathlib import Path

import pytest

from cli import taquin
from taquin import solve
from taquin.checks import check_algorithm
from taquin.faces.cli.common import check_search
from taquin.heuristics.base import heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import algorithm, run
from taquin.search.monitor import Limits, Observer
from taquin.search.problem import Node
from taquin.search.result import SearchResult, Stats, Status
from taquin.search.watchdog import Overdue, Watchdog

HILL = """
from taquin import Node, algorithm

@algorithm("hill", optimal=False, complete=False, informed=True, paper="folklore")
def hill(space, h, monitor):
    node = Node(space.start, None, "", 0, 0, h(space.start))
    while not space.is_goal(node.state):
        successors = space.successors(node.state)
        monitor.expand(node, len(successors))
        children = [Node(s, node, m, node.g + c, node.depth + 1, h(s)) for m, s, c in successors]
        best = min(children, key=lambda child: child.h)
        if best.h >= node.h:
            return None
        node = best
    return node
"""
STUCK = "702853614"


@pytest.fixture
def hill(tmp_path: Path) -> str:
    path = tmp_path / "hill.py"
    path.write_text(HILL)
    return str(path)


# --- giving up is not a proof ---------------------------------------------------------------------


def test_a_search_that_gives_up_is_incomplete(hill: str) -> None:
    ran = taquin("solve", STUCK, "--goal", "first", "-a", "hill", "--plugin", hill)
    assert ran.status == 5 and "but the board is solvable" in ran.err
    ran = taquin("solve", "123456708", "-a", "hill", "--plugin", hill)
    assert ran.status == 0


def test_coverage_counts_the_boards_on_which_it_gave_up(hill: str) -> None:
    ran = taquin("compare", "-n", "5", "--depth", "12", "--seed", "1", "-a", "astar", "-a", "hill",
                 "--plugin", hill, "--format", "csv")  # fmt: skip
    assert ran.status == 5
    rows = list(csv.DictReader(ran.out.splitlines()))
    boards = {row["contestant"].split()[0]: (row["solved"], row["boards"]) for row in rows}
    assert boards["A*"] == ("5", "5") and boards["hill"][1] == "5" > boards["hill"][0]


def test_coverage_counts_the_boards_on_which_it_failed(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(HILL.replace('"hill"', '"own"').replace("return None", "raise ValueError(3)"))
    ran = taquin("compare", "-n", "5", "--depth", "12", "--seed", "1", "-a", "astar", "-a", "own",
                 "--plugin", str(path))  # fmt: skip
    assert ran.status == 2 and "ValueError: 3" in ran.out and f"{path}, line " in ran.out
    assert re.search(r"^ own with Manhattan distance +1/5 ", ran.out, re.MULTILINE)


def test_run_and_check_call_it_incomplete(hill: str) -> None:
    taquin("solve", "123456708", "-a", "hill", "--plugin", hill)  # registers it
    board = Board.parse(STUCK)
    space = Puzzle.of(board, goal="first").space(board)
    assert run("hill", space).status is Status.INCOMPLETE
    report = check_algorithm("hill", sizes=[(3, 2)], goals=["last"], metrics=["stm"])
    assert report.verdict == "proved" and report.counts["left unanswered"] > 100


@pytest.mark.parametrize(
    ("name", "options", "status"),
    [
        ("bfs", {}, Status.UNSOLVABLE),
        ("dls", {"depth": 100}, Status.UNSOLVABLE),  # nothing was discarded
        ("dls", {"depth": 3}, Status.INCOMPLETE),
        ("beam", {"width": 1000}, Status.UNSOLVABLE),
        ("beam", {"width": 3}, Status.INCOMPLETE),
    ],
)
def test_what_a_built_in_incomplete_search_proves(name, options, status):
    board = Board.parse("2 1 3/4 5 0")
    assert run(name, Puzzle.of(board).space(board), options=options).status is status


# --- bounds that are refuted -------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["run", "solve"])
def test_no_bound_exceeds_the_cost(engine: str) -> None:
    @heuristic("own", admissible=True, consistent=True, paper="none")
    def own(puzzle):
        goal = puzzle.encode(puzzle.goal)
        return lambda state: 600 if state != goal else 0

    board = Board.parse("1 2 3/4 0 5/7 8 6")
    space = Puzzle.of(board).space(board)
    if engine == "solve":
        result = solve(board, algorithm="astar", heuristic="own")
        assert "its lower bound 601 exceeds the cost 2 of a solution" in " ".join(result.notes)
    else:
        result = run("astar", space, lambda s: 600 if s != space.goal else 0)
        assert result.refuted_bound == 601
    assert (result.cost, result.lower_bound, result.optimal) == (2, 0, False)


def test_a_result_withdraws_what_its_own_solution_refutes() -> None:
    made = SearchResult(Status.SOLVED, None, ("U",), (), 1, 7, Stats())
    assert (made.lower_bound, made.refuted_bound, made.optimal) == (0, 7, False)
    kept = SearchResult(Status.SOLVED, None, ("U",), (), 1, 1, Stats())
    assert (kept.lower_bound, kept.refuted_bound, kept.optimal) == (1, None, True)


# --- a name is checked without a search --------------------------------------------------------


def test_a_search_is_run_once_and_the_first_ctrl_c_stops_it() -> None:
    starts = []

    @algorithm("own", optimal=False, complete=False, paper="none")
    def own(space, monitor):
        starts.append(space.start)
        raise KeyboardInterrupt

    check_search("own", None, {})
    assert starts == []
    ran = taquin("solve", "123456708", "-a", "own")
    assert ran.status == 130 and len(starts) == 1


# --- what never ends ---------------------------------------------------------------------------


def loops_at(place: str):
    @heuristic("own", admissible=True, consistent=True, paper="none")
    def own(puzzle):
        def h(state):
            while place == "start" or (place == "later" and state[8] != 0):
                pass
            return 0

        while place == "factory":
            pass
        return h


@pytest.mark.parametrize("name", ["own", "max:manhattan,own"])
@pytest.mark.parametrize("place", ["factory", "start", "later"])
def test_a_time_limit_ends_a_heuristic_that_never_returns(place: str, name: str) -> None:
    loops_at(place)
    threads = threading.active_count()
    ran = taquin("solve", "413726580", "-a", "astar", "--heuristic", name, "--time-limit", "0.05",
                 "--format", "json")  # fmt: skip
    assert ran.status == 4 and (ran.json["status"], ran.json["limit"]) == ("limit", "time")
    end = time.monotonic() + 5
    while threading.active_count() > threads and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() <= threads


def test_a_time_limit_ends_a_search_that_never_calls_the_monitor() -> None:
    @algorithm("own", optimal=False, complete=False, paper="none")
    def own(space, monitor):
        monitor.found(Node(space.start, None, "", 0, 0))
        while True:
            try:
                time.sleep(0.001)
            except Exception:  # a plug-in that catches every exception it can
                continue

    board = Board.parse("123456708")
    answers = []

    def elsewhere() -> None:
        space = Puzzle.of(board).space(board)
        answers.append(run("own", space, limits=Limits(time=0.05)))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join(timeout=20)
    (result,) = answers
    assert (result.status, result.limit, result.cost) == (Status.LIMIT, "time", 0)


def test_a_watchdog_raises_nothing_after_its_block() -> None:
    for _ in range(300):
        with Watchdog(-0.3):  # due at once: the timer fires as the block ends
            pass
        time.sleep(0)
    with pytest.raises(Overdue), Watchdog(-0.3):
        while True:
            pass


def test_a_watchdog_around_a_search_ends_its_whole_block() -> None:
    @algorithm("own", optimal=False, complete=False, paper="none")
    def own(space, monitor):
        while True:
            pass

    board = Board.parse("123456708")
    with pytest.raises(Overdue), Watchdog(-0.2):
        run("own", Puzzle.of(board).space(board))


CYLINDER = """
from taquin import heuristic, register_topology
from taquin.puzzle.topology import grid

@register_topology("open_grid")
def open_grid(width, height):
    "A grid under another name."
    return grid(width, height)

@heuristic("half", admissible=True, consistent=True, paper="a test")
def half(puzzle):
    "Zero."
    return lambda state: 0
"""


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["info", "123405786"], "half"),
        (["list", "heuristics", "half"], "Zero."),
        (["scramble", "--size", "2x2", "--topology", "open_grid", "--seed", "1"], "/"),
        (["census", "2x2", "--topology", "open_grid"], "12"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_that_run_no_search_load_plug_ins_too(
    tmp_path: Path, arguments: list[str], shown: str
) -> None:
    path = tmp_path / "extra.py"
    path.write_text(CYLINDER)
    ran = taquin(*arguments, "--plugin", str(path))
    assert ran.status == 0 and shown in ran.out, ran.err


def test_a_dearer_solution_never_takes_the_place_of_a_cheaper_one() -> None:
    told: list[int] = []

    @algorithm("own", optimal=False, complete=False, paper="none")
    def own(space, monitor):
        for letters in ("LRL", "L", "LRL"):
            node = Node(space.start, None, "", 0, 0)
            for letter in letters:
                state = next(s for move, s, _ in space.successors(node.state) if move == letter)
                node = Node(state, node, letter, node.g + 1, node.depth + 1)
            monitor.found(node)
        return monitor.incumbent

    class Costs(Observer):
        def on_incumbent(self, cost: int) -> None:
            told.append(cost)

    result = solve("123456708", algorithm="own", observer=Costs())
    assert result.cost == 1 and told == [3, 1]


def test_a_search_that_ends_after_what_it_has_found_has_a_solution() -> None:
    @algorithm("own", optimal=False, complete=True, paper="none")
    def own(space, monitor):
        (state,) = (state for move, state, _ in space.successors(space.start) if move == "L")
        monitor.found(Node(state, Node(space.start, None, "", 0, 0), "L", 1, 1))

    result = solve("123456708", algorithm="own")
    assert (result.status, result.limit, result.moves) == (Status.SOLVED, None, "L")
