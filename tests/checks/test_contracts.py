"""Every registered heuristic, algorithm and board type keeps what it declares, by enumeration.

The names come from the registries: one that cannot be checked fails the build. Default run: all
states of 2x2 and 3x2; marked slow: 4x2 and 3x3.
"""

import csv
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import pytest

from taquin.checks import census, check_algorithm, check_heuristic, check_topology
from taquin.ground.errors import OptionError
from taquin.heuristics.base import HEURISTICS, build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS
from taquin.whole.oracle import ALL_METRICS, SIZES, puzzles, true_distances

USUAL_GOALS = ("last", "first", "middle")

# One or more full names per name that takes an argument; a missing name fails below.
HEURISTIC_ARGUMENTS = {
    "max": ["max:manhattan,misplaced", "max:linear_conflict,walking_distance,gaschnig"],
    "pdb": ["pdb:2-1", "pdb:3-2"],
    "plain_pdb": ["plain_pdb:2-1", "plain_pdb:3-2"],
}
TOPOLOGY_ARGUMENTS = {"walls": ["walls:0-1"]}


def full_names(registry, arguments):
    for spec in registry:
        yield from arguments.get(spec.name, [spec.name]) if spec.takes_argument else [spec.name]


HEURISTIC_NAMES = list(full_names(HEURISTICS, HEURISTIC_ARGUMENTS))
ALGORITHM_NAMES = ALGORITHMS.names()


def test_everything_that_takes_an_argument_has_one_here():
    for registry, arguments in (
        (HEURISTICS, HEURISTIC_ARGUMENTS),
        (TOPOLOGIES, TOPOLOGY_ARGUMENTS),
    ):
        for spec in registry:
            assert not spec.takes_argument or spec.name in arguments, f"no argument for {spec.name}"


# --- heuristics --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HEURISTIC_NAMES)
def test_heuristic_on_all_states_and_moves_of_small_boards(name):
    if name == "sequence_score":  # 3x3 only, where all goals and metrics are for the slow run
        check_heuristic(name, goals=["spiral"], metrics=["stm"]).raise_if_failed()
    else:
        check_heuristic(name, sizes=SIZES).raise_if_failed()


@pytest.mark.parametrize("name", [n for n in HEURISTIC_NAMES if not n.startswith("pdb")])
@pytest.mark.parametrize("board_type", ["torus", "walls:0-1"])
def test_heuristic_on_other_board_types(name, board_type):
    report = check_heuristic(name, topologies=[board_type], sizes=[(2, 2), (3, 2), (2, 3)])
    assert report.failed == 0, str(report)
    assert report.ok or name in ("sequence_score", "relabelled")


@pytest.mark.parametrize("name", HEURISTIC_NAMES)
def test_heuristic_of_an_unsolvable_board_is_a_number_or_says_so(name):
    for _, puzzle in puzzles([(2, 2), (3, 2), (3, 3)], USUAL_GOALS, ["stm"]):
        try:
            h = build_heuristic(name, puzzle)
        except OptionError:
            continue
        try:
            assert isinstance(h(puzzle.encode(puzzle.goal.swapped(1, 2))), int)
        except OptionError as error:
            assert "unsolvable" in str(error)


# Partitions fit one number of tiles; `pdb` has tests of its own.
LARGER = [n for n in HEURISTIC_NAMES if "pdb:" not in n] + ["plain_pdb:4-4", "plain_pdb:4-3"]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGER)
def test_heuristic_on_all_states_and_moves_of_3x3_and_4x2(name):
    check_heuristic(name, sizes=[(3, 3), (4, 2), (2, 4)]).raise_if_failed()


# --- algorithms --------------------------------------------------------------------------------

# Searches beyond the textbook's: a millisecond or more a board of 3x2.
FURTHER = (
    "anastar", "arastar", "bfhs", "bpmx", "dps", "dvcbs", "ees", "epeastar", "lsslrtastar", "nbs",
    "pts",
)  # fmt: skip

# Tree searches reach a state by many paths if moves commute, as pushes do; searches that
# go deep first, over and over, get every fourth board beyond single-tile moves. Those of FURTHER
# get fewer of these, and one goal.
TREE_SEARCHES = {"idastar", "rbfs", "bpmx"}
SLOW_SEARCHES = {"idastar", "rbfs", "ids", "dls", "dfs", *FURTHER}


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
@pytest.mark.parametrize("metric", ALL_METRICS)
def test_algorithm_on_all_boards_of_2x2_and_3x2(name, metric):
    """The goal `first` is `last` turned by half a turn; other orders and heuristics have it."""
    on_all_boards(name, metric, ["last"])


@pytest.mark.parametrize("name", [n for n in ALGORITHM_NAMES if n not in FURTHER])
def test_algorithm_on_all_boards_with_the_blank_in_the_middle(name):
    """With single-tile moves; others, such boards have with every option."""
    on_all_boards(name, "stm", ["middle"])


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in ALGORITHM_NAMES if n not in FURTHER])
@pytest.mark.parametrize("metric", ALL_METRICS)
def test_algorithm_on_all_boards_of_2x2_and_3x2_for_further_goals(name, metric):
    on_all_boards(name, metric, ["first"] if metric == "stm" else ["first", "middle"])


def on_all_boards(name, metric, goals):
    explosive = name in TREE_SEARCHES and metric == "mtm"
    some = 30 if name in FURTHER else 90
    most = some if name in SLOW_SEARCHES and metric != "stm" else None
    report = check_algorithm(
        name,
        sizes=SIZES,
        goals=goals,
        metrics=[metric],
        most=most,
        expansions=1_000 if explosive else 100_000,
    )
    report.raise_if_failed()
    assert report.counts["boards"] == len(goals) * (12 + (most or 360))
    assert explosive or report.counts["limits reached"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SLOW_SEARCHES))
def test_slow_algorithm_on_all_boards_of_3x2_with_pushes_and_expense(name):
    for metric in ("mtm", "expense"):
        check_algorithm(
            name, sizes=[(3, 2)], metrics=[metric], expansions=200_000
        ).raise_if_failed()


def option_values(option):
    """The values of an option to test."""
    if option.choices:
        return option.choices
    return {
        "depth": [0, 7, 40],
        "cost": [0, 7, 40],
        "weight": [1.0, 1.5, 5.0],
        "step": [0.2, 5.0],
        "width": [1, 10],
        "lookahead": [1, 7, 500],
        "threads": [1, 3],
    }[option.name]


SETTINGS = [
    (spec.name, option.name, value)
    for spec in ALGORITHMS
    for option in spec.options.values()
    for value in option_values(option)
    if value != option.default and value != "deltas"  # refused in a space that only passes calls on
]


@pytest.mark.parametrize(("name", "option", "value"), SETTINGS)
def test_algorithm_with_every_option(name, option, value):
    """Solutions replay under every option; they stay optimal if the option guarantees it."""
    spec = ALGORITHMS.get(name)
    # The first path that generates a goal need not be a cheapest one, unless all levels are
    # complete; a depth limit or a blind duplicate check cuts solutions off.
    keeps = name in ("bfs", "ids") or option != "goal_test"
    complete = spec.complete and option not in ("depth", "width", "cost") and value != "blind"
    report = check_algorithm(
        name,
        sizes=[(3, 2)],
        goals=["middle"],
        metrics=["stm"],
        options={option: value},
        optimal=spec.optimal and complete and keeps,
        complete=complete,
        bounded=keeps,
        expansions=3_000,
        most=24,
        unsolvable=2,
    )
    report.raise_if_failed()


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
@pytest.mark.parametrize(("order", "heuristic"), [("DULR", "zero"), ("RLDU", "walking_distance")])
def test_algorithm_with_other_orders_and_heuristics(name, order, heuristic):
    check_algorithm(
        name,
        sizes=SIZES,
        goals=["first"],
        metrics=["stm", "expense"],
        heuristic=heuristic,
        order=order,
        most=10 if name in FURTHER else 30,
        expansions=20_000,
        unsolvable=1,
    ).raise_if_failed()


@pytest.mark.parametrize("name", [n for n in ALGORITHM_NAMES if ALGORITHMS.get(n).informed])
def test_an_inadmissible_heuristic_affects_optimality_but_not_legality(name):
    report = check_algorithm(
        name,
        sizes=[(3, 3)],
        goals=["spiral"],
        metrics=["stm"],
        heuristic="sequence_score",
        optimal=False,
        most=6,
        expansions=5_000,
        unsolvable=0,
    )
    report.raise_if_failed()


@pytest.mark.parametrize("name", ALGORITHM_NAMES)
@pytest.mark.parametrize("board_type", ["torus", "walls:0-1"])
def test_algorithm_on_other_board_types(name, board_type):
    check_algorithm(
        name,
        sizes=SIZES,
        topologies=[board_type],
        metrics=["stm"],
        goals=["last"],
        most=40,
        expansions=20_000,
    ).raise_if_failed()


# Boards of each algorithm, None is all 20,160 of 4x2: those that look at most of the space each
# time get fewer. All slow tests together take about twenty minutes on one core.
BOARDS_OF_4X2 = {
    "bfs": 4000,
    "ucs": 1000,
    "dfs": 1000,
    "dls": 1000,
    "ids": 60,
    "rbfs": 2000,
    "mm": 2000,
    "beam": 1000,
    **dict.fromkeys(FURTHER, 300),
}
BOARDS_OF_3X3 = {
    "bfs": 40,
    "ucs": 40,
    "dfs": 20,
    "dls": 20,
    "ids": 4,
    "rbfs": 1000,
    "mm": 1000,
    "beam": 300,
    "bibfs": 1000,
    **dict.fromkeys(FURTHER, 200),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_algorithm_on_4x2(name):
    report = check_algorithm(
        name,
        sizes=[(4, 2)],
        goals=["last"],
        metrics=["stm"],
        heuristic="max:linear_conflict,walking_distance",
        most=BOARDS_OF_4X2.get(name),
        expansions=2_000_000,
    )
    report.raise_if_failed()


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHM_NAMES)
def test_algorithm_on_an_even_sample_of_3x3(name):
    report = check_algorithm(
        name,
        sizes=[(3, 3)],
        goals=["first"],
        metrics=["stm"],
        heuristic="linear_conflict",
        most=BOARDS_OF_3X3.get(name, 2000),
        expansions=2_000_000,
    )
    report.raise_if_failed()


# --- board types -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("name", list(full_names(TOPOLOGIES, TOPOLOGY_ARGUMENTS)))
def test_topology(name, size):
    check_topology(name, *size).raise_if_failed()


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("walls:0-1,2-3", (2, 2)),  # two pairs of cells, apart
        ("walls:0-2", (2, 3)),
        ("walls:1-2", (3, 2)),  # a ring of four and a tail
        ("walls:1-2,4-5", (3, 2)),  # the blank is shut in with three tiles
        ("walls:0-1,1-2", (3, 2)),
        ("walls:1-4", (3, 2)),  # one ring of six
    ],
)
def test_walls_that_split_the_board(name, size):
    check_topology(name, *size, goals=["last"]).raise_if_failed()


@pytest.mark.parametrize("name", ["grid", "torus"])
def test_topology_tables_of_larger_boards(name):
    for size in ((3, 3), (4, 3), (5, 4), (2, 7), (16, 17)):
        check_topology(name, *size).raise_if_failed()


# --- census (like perft in chess programs) ------------------------------------------------------


def published():
    """{(width, height, metric, blank): [count by depth]} from the table of tests/data."""
    rows = defaultdict(dict)
    text = (Path(__file__).parents[1] / "data" / "depth_distributions.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for row in csv.DictReader(lines):
        key = (int(row["width"]), int(row["height"]), row["metric"].lower(), row["blank_goal"])
        rows[key][int(row["depth"])] = int(row["count"])
    return {key: [counts[d] for d in sorted(counts)] for key, counts in rows.items()}


PUBLISHED = published()
SMALL = sorted(key for key in PUBLISHED if key[0] * key[1] <= 9)


def goal_with_blank(width, height, where):
    """Tiles in reading order, the blank in the corner or at row X, column Y of ``rXcY``."""
    row, column = (0, 0) if where == "corner" else (int(n) for n in where[1:].split("c"))
    tiles = list(range(1, width * height))
    tiles.insert(row * width + column, 0)
    return Board.of(width, height, tiles)


@pytest.mark.parametrize("key", SMALL, ids=lambda key: "-".join(map(str, key)))
def test_census_equals_the_published_counts(key):
    width, height, metric, where = key
    goal = goal_with_blank(width, height, where)
    assert census(Puzzle.of(goal, goal=goal, metric=metric)) == PUBLISHED[key]


def test_the_census_table_has_every_small_size():
    assert {key[:3] for key in SMALL} == {
        (w, h, metric) for w, h in ((2, 2), (3, 2), (4, 2), (3, 3)) for metric in ("stm", "mtm")
    }


def test_half_of_all_boards_can_be_solved():
    assert sum(PUBLISHED[3, 3, "stm", "corner"]) == 181_440
    assert sum(census(Puzzle.of("1 2/3 0"))) == 12


@pytest.mark.slow
@pytest.mark.parametrize("goal", USUAL_GOALS)
def test_judge_is_right_on_all_boards_of_3x3(goal):
    for _, puzzle in puzzles([(3, 3)], [goal], ["stm"]):
        reachable, solvable = true_distances(puzzle), 0
        for cells in permutations(range(9)):
            verdict = puzzle.judge(Board(3, 3, cells)).solvable
            assert verdict == (bytes(cells) in reachable), cells
            solvable += verdict
        assert solvable == 181_440
