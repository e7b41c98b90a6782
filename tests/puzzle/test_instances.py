"""Named instances: every stored board, length and solution, checked."""

import csv
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from taquin.ground.errors import NotationError, UnknownName
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.instances import (
    Instance,
    _member,
    data_rows,
    instance,
    instance_sets,
    instances,
    published,
)
from taquin.puzzle.notation import Reading, is_instance_name, recognise
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import _layers, hardest
from taquin.puzzle.topology import topology

COUNTS = {
    "korf100": 100,
    "korf24": 50,
    "antipodes": 17,
    "mtm_antipodes": 16,
    "small_antipodes": 260,
    "famous": 14,
    "deepcubea35": 100,
    "deepcubea48": 100,
}
MANHATTAN = ["korf100.txt", "korf_felner_24.txt", "fifteen_antipodes.txt"]


def puzzle_of(named: Instance) -> Puzzle:
    table = topology("grid", named.board.width, named.board.height)
    return Puzzle(table, named.goal, named.metric)


def manhattan(board: Board, goal: Board) -> int:
    at = [divmod(goal.cells.index(tile), goal.width) for tile in range(len(goal.cells))]
    here = [divmod(cell, board.width) for cell in range(len(board.cells))]
    return sum(
        abs(here[c][0] - at[t][0]) + abs(here[c][1] - at[t][1])
        for c, t in enumerate(board.cells)
        if t
    )


def test_the_sets() -> None:
    sets = instance_sets()
    assert {name: entry.count for name, entry in sets.items()} == COUNTS
    for name, (count, summary, source) in sets.items():
        assert len(instances(name)) == count
        assert summary and len(source) > 40


@pytest.mark.parametrize("set_name", COUNTS)
def test_every_board(set_name: str) -> None:
    for named in instances(set_name):
        assert instance(named.name) is named
        assert is_instance_name(named.name)
        puzzle = puzzle_of(named)
        assert puzzle.judge(named.board).solvable == (named.name != "famous:loyd")
        if named.moves is not None:
            assert named.board.apply(named.moves) == named.goal
            assert puzzle.cost(named.board, named.moves) == named.optimal
        if named.optimal is not None and named.metric == "stm":
            short = named.optimal - manhattan(named.board, named.goal)
            assert short >= 0 and short % 2 == 0


@pytest.mark.parametrize("set_name", COUNTS)
def test_every_published_cost_is_found(set_name: str) -> None:
    for named in instances(set_name):
        if named.optimal is not None:
            found = published(named.board, named.goal, named.metric)
            assert found is not None and found.optimal == named.optimal, named.name
            assert (found.board, found.goal) == (named.board, named.goal)


def test_every_cost_in_pushes_is_found() -> None:
    costs = {number: int(cost) for number, cost in data_rows("korf100_mtm.txt")}
    for named in instances("korf100"):
        found = published(named.board, named.goal, "mtm")
        assert found is not None and found.optimal == costs[named.name.partition(":")[2]]
        assert (found.metric, found.moves) == ("mtm", None)
        assert published(named.board, named_goal("last", 4, 4), "mtm") is None


def test_a_published_cost_is_looked_up_without_reading_other_boards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every answer is looked up."""
    start, other = instance("notebook").board, Board.parse("1 2 3/4 0 5/7 8 6")
    goal, read = named_goal("first", 3, 3), []

    def noted(text: str, **given: tuple[int, int] | None) -> Reading:
        read.append(text)
        return recognise(text, **given)

    monkeypatch.setattr("taquin.puzzle.board.recognise", noted)
    _member.cache_clear()
    assert published(other, goal, "stm") is None and read == []
    found = published(start, goal, "stm")
    assert found is not None and found.name == "famous:notebook"
    assert read == [start.text]


def test_lengths_of_famous_small_boards_are_true() -> None:
    small = [named for named in instances("famous") if len(named.board.cells) <= 9]
    assert len(small) == 12
    for goal in {named.goal for named in small}:
        members = [named for named in small if named.goal == goal]
        puzzle = puzzle_of(members[0])
        farthest, _ = hardest(puzzle)
        for named in members:
            # The same layers serve every board of this goal.
            assert named.optimal is not None
            layer = _layers(puzzle).grow(named.optimal)[0][named.optimal]
            assert puzzle.encode(named.board) in layer
            assert ("hardest" in named.name) == (named.optimal == farthest)


@pytest.mark.parametrize("set_name", ["korf100", "korf24", "antipodes"])
def test_sets_with_solutions_have_all_of_them(set_name: str) -> None:
    assert all(named.moves and named.optimal for named in instances(set_name))


@pytest.mark.parametrize("file", [*MANHATTAN, "puzzle35.txt", "puzzle48.txt"])
def test_the_manhattan_column(file: str) -> None:
    goal_name = "first" if file.startswith("korf") else "last"
    for row in data_rows(file):
        board = Board.parse(row[1])
        goal = named_goal(goal_name, board.width, board.height)
        assert manhattan(board, goal) == int(row[2])


def test_known_instances() -> None:
    korf1 = instance("korf100:1")
    assert korf1.board.text == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    assert korf1.goal == named_goal("first", 4, 4)
    assert korf1.optimal == 57
    assert sum(named.optimal or 0 for named in instances("korf100")) == 5305
    assert instance("antipodes:17").optimal == 80
    assert (instance("mtm_antipodes:1").optimal, instance("mtm_antipodes:1").metric) == (43, "mtm")
    assert instance("deepcubea48:0").board.size == "7x7"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" KORF100:01 ", "korf100:1"),
        ("aima", "famous:aima"),
        ("Hardest-3x3", "famous:hardest_3x3"),
        ("famous:nilsson", "famous:nilsson"),
        ("deepcubea35:0", "deepcubea35:0"),
    ],
)
def test_lenient_names(text: str, name: str) -> None:
    assert instance(text).name == name


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("korf100:0", "korf100:1 to korf100:100"),
        ("korf100:101", "korf100:1 to korf100:100"),
        ("korf100:-1", "korf100:1 to korf100:100"),
        ("korf100:", "korf100:1 to korf100:100"),
        ("korf100:one", "korf100:1 to korf100:100"),
        ("korf100:²", "korf100:1 to korf100:100"),
        ("korf100:" + "9" * 5000, "korf100:1 to korf100:100"),
        ("deepcubea35:100", "deepcubea35:0 to deepcubea35:99"),
        ("korf100", "korf100 is a set of boards; .*korf100:1 to korf100:100"),
        ("korf10:1", "Did you mean 'korf100'"),
        ("amia", "Did you mean 'aima'"),
        ("famous:lyod", "Did you mean 'loyd'"),
        ("", "no instance named ''"),
    ],
)
def test_unknown(text: str, named: str) -> None:
    with pytest.raises(UnknownName, match=named) as caught:
        instance(text)
    assert len(str(caught.value)) < 900


def test_a_name_that_is_no_text() -> None:
    with pytest.raises(NotationError, match="instance=5: expected a name"):
        instance(5)  # type: ignore[arg-type]


def test_unknown_set() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'antipodes'"):
        instances("antipode")


@pytest.mark.parametrize(
    "text", ["korf100:1", "korf:1", "aima", "hardest-3x3", "famous:no such", "hello"]
)
def test_looks_like_a_name(text: str) -> None:
    assert is_instance_name(text)


@pytest.mark.parametrize(
    "text", ["", "-", "702853614", "x12345678", "12/3x", "xx", "7 0 2/8 5 3/6 1 4", "[[1,2],[3,0]]",
     "fe169b4c0a73d852", "ABCDEF1234567890", "b12345678", "b-1-2-3", "start: 1 2 3 0",
     "board: [[1,2],[3,0]]"],
)  # fmt: skip
def test_looks_like_a_board(text: str) -> None:
    assert not is_instance_name(text)


def test_census_files_add_up() -> None:
    text = (Path(__file__).parents[1] / "data" / "depth_distributions.csv").read_text("utf-8")
    totals: dict[tuple[str, ...], int] = {}
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        key = (row["width"], row["height"], row["metric"], row["blank_goal"])
        totals[key] = totals.get(key, 0) + int(row["count"])
    text = (resources.files("taquin") / "data" / "gods_numbers.csv").read_text("utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    assert len(rows) > 30
    for row in rows:
        key = (row["width"], row["height"], row["metric"], row["blank_goal"])
        assert totals[key] == int(row["positions"])


def test_nothing_is_read_before_it_is_asked_for() -> None:
    code = (
        "import sys; from taquin.puzzle import instances; "
        "print(instances._rows.cache_info().currsize, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "0 False\n"
