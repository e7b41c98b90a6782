"""A cost per tile, and board types whose moves have costs: what is read, refused and kept."""

import json
import random
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Puzzle, compare, compare_many, register_topology, solve, topology
from taquin.ground.errors import MoveError, NotationError, OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.costs import check_costs, parse_costs
from taquin.puzzle.move import DIRECTIONS, check_order, format_moves, opposite, parse_moves
from taquin.puzzle.scramble import at_depth, hardest, random_walk, uniform
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies, grid
from taquin.solving.question.data import board_data, board_of, request_data, request_of
from taquin.solving.question.reading import read_request
from taquin.teach.explain.explanation import explain
from taquin.whole.census import census
from taquin.whole.distance_table import DistanceTable
from taquin.whole.oracle import puzzles, true_distances
from xpuzzle import PAGE, true_costs, xpuzzle_loaded

START, GOAL = Board.parse("1 3 6/5 2 0/4 7 8"), Board.parse("1 2 3/4 5 6/7 8 0")
HEAVY = (1, 1, 1, 1, 9, 1, 1, 1)


@pytest.fixture
def xpuzzle(tmp_path: Path) -> Iterator[None]:
    with xpuzzle_loaded(tmp_path):
        yield


# --- reading costs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["1 1 5", "1,1,5", "1\n1\n5\n", "1, 1 # two\n 5", "1: 1\n2: 1\n3: 5", "3:5 1:1, 2 : 1",
     "[1, 1, 5]", '{"1": 1, "3": 5, "2": 1}', "# three tiles\n[1, 1,\n 5]"],
)  # fmt: skip
def test_every_form_of_costs_is_read(text: str) -> None:
    assert check_costs(parse_costs(text), 3) == (1, 1, 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no costs"),
        ("1 one 5", "cost 2 is one"),
        ("1 1.5 2", "cost 2 is 1.5"),
        ("1 -1 2", "cost 2 is -1"),
        ("1: 1 2: x", "2 : x: expected TILE: COST"),
        ("1: 1 2", "2: expected TILE: COST"),
        ("1: 1 1: 2", "tile 1 has two costs, 1 and 2"),
        ('{"1": 1, "1": 2}', "tile 1 has two costs"),
        ('{"one": 1}', "one is not a tile"),
        ("[1, 2", "not valid JSON"),
        ("1 " + "9" * 30, "cost 2 is"),
    ],
)
def test_a_text_that_lists_no_costs_is_refused_with_the_word(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_costs(text)


def test_a_long_text_of_separators_is_read_at_once() -> None:
    with pytest.raises(NotationError, match="cost 1 is x"):
        parse_costs(" " * 2_000_000 + "x")
    with pytest.raises(NotationError, match="expected TILE: COST"):
        parse_costs(":" * 2_000_000)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1, 1], "2 costs for 3 tiles"),
        ([1, 1, 0], "the cost of tile 3 is 0"),
        ([1, 1001, 1], "the cost of tile 2 is 1001: expected 3 whole numbers from 1 to 1,000"),
        ([1, 1, 2.5], "costs="),
        ([1, 1, True], "costs="),
        ("1 1 5", "costs="),
        (5, "costs=5"),
        ({1: 1, 2: 1}, "no cost for tile 3"),
        ({1: 1, 2: 1, 3: 1, 4: 1}, "a cost for 4, which is not a tile"),
    ],
)
def test_costs_that_do_not_fit_are_refused(given: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Puzzle.of("1 2/3 0", metric="expense", costs=given)


def test_costs_need_the_metric_expense() -> None:
    with pytest.raises(OptionError, match="the metric is stm; expected metric expense"):
        solve(START, costs=HEAVY)


# --- a puzzle with costs -----------------------------------------------------------------------


def test_costs_are_part_of_a_puzzle() -> None:
    puzzle = Puzzle.of(GOAL, metric="expense", costs=list(HEAVY))
    assert puzzle == Puzzle.of(GOAL, metric="expense", costs=dict(enumerate(HEAVY, 1)))
    assert hash(puzzle) == hash(Puzzle.of(GOAL, metric="expense", costs=HEAVY))
    assert puzzle != Puzzle.of(GOAL, metric="expense")
    assert puzzle.tile_costs == (0, *HEAVY) and puzzle.min_cost == 1 and not puzzle.equal_costs
    assert puzzle.towards(START).costs == puzzle.backwards(START).costs == HEAVY
    alike = Puzzle.of(GOAL, metric="expense", costs=[4] * 8)
    assert alike.equal_costs and alike.min_cost == 4 and not alike.counts_moves


def test_the_same_search_with_other_costs_is_another() -> None:
    """Caches are keyed by puzzles: the answers must not depend on what was asked before."""
    board = "1 2 3/8 0 6/4 5 7"
    found = [
        solve(board, metric="expense", costs=costs).cost
        for costs in (HEAVY, None, HEAVY, [2] * 8, None)
    ]
    assert found == [24, found[1], 24, 20, found[1]] and found[1] not in (24, 20)


def test_equal_costs_make_breadth_first_search_optimal() -> None:
    board = "1 2 3/8 0 6/4 5 7"
    for algorithm in ("bfs", "bibfs", "ids", "bfhs"):
        result = solve(board, metric="expense", costs=[3] * 8, algorithm=algorithm)
        assert (result.cost, result.optimal) == (30, True), algorithm
        assert not solve(board, metric="expense", costs=HEAVY, algorithm=algorithm).optimal


def test_rows_and_default_searches_count_the_costs() -> None:
    costs = [1 + tile % 4 for tile in range(24)]
    start = random_walk(Puzzle.of(Board.of(5, 5, [*range(1, 25), 0])), 60, seed=1)
    puzzle = Puzzle.of(start, metric="expense", costs=costs)
    for algorithm in (None, "rows"):
        result = solve(start, metric="expense", costs=costs, algorithm=algorithm)
        assert result.moves is not None
        assert result.cost == puzzle.cost(start, result.moves) >= (result.lower_bound or 0)


def test_results_name_the_costs() -> None:
    result = solve(START, metric="expense", costs=HEAVY)
    assert "costs    1 1 1 1 9 1 1 1 (metric expense; tiles 1 to 8)" in str(result)
    assert result.as_dict()["costs"] == list(HEAVY)
    assert "costs" not in solve(START, metric="expense").as_dict()
    compared = compare(START, ["ucs", "astar"], metric="expense", costs=HEAVY)
    assert "metric expense with costs 1 1 1 1 9 1 1 1" in str(compared)
    many = compare_many([START], ["ucs"], metric="expense", costs=HEAVY)
    assert many.lines[0].cost == result.cost
    found = explain(START, metric="expense", costs=HEAVY)
    assert found.distance == result.cost and found.as_dict()["costs"] == list(HEAVY)


def test_a_question_with_costs_travels_to_another_process() -> None:
    request = read_request(START, metric="expense", costs=HEAVY)
    sent = json.loads(json.dumps(request_data(request)))
    assert request_of(sent).puzzle == request.puzzle
    board, puzzle = board_of(json.loads(json.dumps(board_data(START, request.puzzle))))
    assert (board, puzzle) == (START, request.puzzle)


# --- tables of board types ---------------------------------------------------------------------


def table(change: dict[tuple[int, int], Any], columns: int = 8) -> Any:
    """The table of 2x2 with some entries, by cell and column, changed."""
    rows: list[list[Any]] = [[*row, *[-1] * (columns - 4)] for row in grid(2, 2)]
    for (cell, column), entry in change.items():
        rows[cell][column] = entry
    return rows


def made(rows: Any, width: int = 2, height: int = 2) -> Any:
    if "made" in TOPOLOGIES:
        TOPOLOGIES.remove("made")
    register_topology("made")(lambda width, height: rows)
    forget_topologies()
    return topology("made", width, height)


def test_a_table_without_costs_and_diagonals_is_an_ordinary_one() -> None:
    plain = topology("grid", 2, 2).neighbors
    for rows in (table({}, 4), table({}), [[(n, 1) for n in row] for row in table({}, 4)]):
        kind = made(rows)
        assert (kind.neighbors, kind.costs) == (plain, None)
        assert kind.reversible and kind.move_costs == {1} and kind.letters == DIRECTIONS


def test_a_table_with_costs_keeps_four_columns_without_diagonals() -> None:
    kind = made(table({(0, 0): (2, 5), (2, 1): (0, 5)}, 4))
    assert kind.neighbors == topology("grid", 2, 2).neighbors and kind.letters == DIRECTIONS
    assert kind.costs == ((5, 0, 1, 0), (1, 0, 0, 1), (0, 5, 1, 0), (0, 1, 0, 1))
    assert kind.distances(0) == (0, 1, 3, 2)  # around, which is cheaper
    assert kind.steps(0) == (0, 1, 1, 2) and kind.reversible
    puzzle = Puzzle(kind, Board.parse("1 2/3 0"))
    assert puzzle.min_cost == 1 and not puzzle.equal_costs and not puzzle.counts_moves


def test_diagonals_that_all_cost_1_leave_breadth_first_search_optimal() -> None:
    kind = made(table({(0, 4): 3, (3, 7): 0, (1, 5): 2, (2, 6): 1}))
    assert kind.letters == "UDLRQEZC" and kind.move_costs == {1}
    puzzle = Puzzle(kind, Board.parse("1 2/3 0"))
    assert puzzle.equal_costs and not puzzle.counts_moves
    for state, distance in true_distances(puzzle).items():
        board = puzzle.decode(state)
        result = solve(board, topology="made", algorithm="bfs")
        assert (result.cost, result.optimal) == (distance, True)
        assert result.cost == result.depth


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({(0, 4): (3, 0)}, r"the Q entry of cell 0 is \(3, 0\); expected another cell"),
        ({(0, 4): (3, 1001)}, "the Q entry of cell 0"),
        ({(0, 4): (3, 1.5)}, "the Q entry of cell 0"),
        ({(0, 4): (3, 1, 1)}, "the Q entry of cell 0"),
        ({(0, 4): (9, 1)}, "the Q entry of cell 0"),
        ({(0, 4): (0, 1)}, "the Q entry of cell 0"),
        ({(0, 4): "3"}, "the Q entry of cell 0"),
        ({(0, 0): (2, 2)}, "U moves the tile of cell 2 at cost 2, and D moves it back at cost 1"),
        ({(0, 4): 3, (3, 7): 1}, "C moves that of cell 1. Expected the opposite letter to undo"),
        ({(0, 4): 3, (1, 4): 3}, "as with the blank in another cell"),
        ({(0, 4): 3, (3, 1): -1, (3, 3): -1}, "the blank can never return to cell 0"),
    ],
)
def test_a_table_with_a_mistake_is_refused_with_the_cell(change: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        made(table(change))


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(OptionError, match=r"4 rows of 4 or 8 entries; expected one row for each"):
        made([*table({})[:3], [-1] * 4])


def random_table(cells: int, rng: random.Random) -> list[list[Any]]:
    """Moves in both directions and one-way moves between any cells, some of them dear."""
    letters = "UDLRQEZC"
    rows: list[list[Any]] = [[-1] * 8 for _ in range(cells)]
    for _ in range(rng.randint(cells, 3 * cells)):
        (a, b), column = rng.sample(range(cells), 2), rng.randrange(8)
        back, cost = letters.index(opposite(letters[column])), rng.choice((1, 1, 2, 9))
        if rows[a][column] == rows[b][back] == -1:
            rows[a][column] = (b, cost)
            rows[b][back] = (a, cost) if rng.random() < 0.6 else -1
    return rows


def test_on_any_sound_table_the_verdicts_and_distances_are_true() -> None:
    """Wilson's theorem is about moves in both directions; one-way moves reach the same boards."""
    rng, sound, one_way = random.Random(11), 0, 0
    while sound < 25:
        width, height = rng.choice(((2, 2), (3, 2)))
        rows = random_table(width * height, rng)
        try:
            kind = made(rows, width, height)
        except OptionError:
            continue
        if kind.costs is None:
            continue
        sound, one_way = sound + 1, one_way + (not kind.reversible)
        goal = Board.of(width, height, rng.sample(range(width * height), width * height))
        puzzle = Puzzle(kind, goal)
        before: dict[Any, list[Any]] = {}
        for cells in permutations(range(width * height)):
            blank = cells.index(0)
            for there, cost in (entry for entry in rows[blank] if entry != -1):
                after = list(cells)
                after[blank], after[there] = after[there], 0
                before.setdefault(tuple(after), []).append((cells, cost))
        least: dict[Any, int] = {}
        frontier = [(0, goal.cells)]
        while frontier:
            cost, cells = heappop(frontier)
            if least.setdefault(cells, cost) == cost:
                for other, price in before.pop(cells, ()):
                    heappush(frontier, (cost + price, other))
        assert {tuple(state): d for state, d in true_distances(puzzle).items()} == least
        h = build_heuristic("manhattan", puzzle)
        for cells in permutations(range(width * height)):
            verdict = puzzle.judge(Board(width, height, cells))
            assert verdict.solvable == (cells in least), (rows, goal, cells)
            assert h(bytes(cells)) <= least.get(cells, 1000)
    assert 10 < one_way < 25


# --- the X-puzzle ------------------------------------------------------------------------------


def test_diagonal_letters_are_moves_only_where_there_are_diagonals(xpuzzle: None) -> None:
    board = Board.parse("1 2 3 4/5 6 7 0")
    assert board.legal_moves("xpuzzle") == "DLRQC" and board.legal_moves() == "DR"
    assert board.apply("Q", topology="xpuzzle").text == "0 2 3 4/5 6 7 1"
    assert board.apply("q2", topology="xpuzzle") != board
    assert [*board.slides("QC", topology="xpuzzle")] == [1, 1]
    assert board.apply("C", topology="xpuzzle", notation="blank") == board.apply(
        "Q", topology="xpuzzle"
    )
    with pytest.raises(MoveError, match=r"no tile can move up and right on .*legal: D, L, R, Q, C"):
        board.apply("E", topology="xpuzzle")
    for text in ("Q", "URQ", "z"):
        with pytest.raises(NotationError, match="is not a move; expected U, D, L or R"):
            board.apply(text)
        with pytest.raises(NotationError, match="expected U, D, L or R"):
            parse_moves(text)
    with pytest.raises(NotationError, match="'x' at position 2 is not a move; expected U, D, L, R"):
        board.apply("Ux", topology="xpuzzle")
    with pytest.raises(NotationError, match="more than"):
        board.apply("Q9999999", topology="xpuzzle")
    assert format_moves("QQU", notation="blank", compact=True) == "C2D"
    assert parse_moves("['Up', 'Left'] qle2", directions="UDLRQEZC") == "ULQLEE"


def test_an_order_has_four_letters_or_all_eight(xpuzzle: None) -> None:
    assert check_order("dulr", "UDLRQEZC") == "DULRQEZC"
    assert check_order("CZEQRLDU", "UDLRQEZC") == "CZEQRLDU"
    board = "1 2 3 4/5 6 7 0"
    first = solve("0 2 3 4/5 6 7 1", topology="xpuzzle", options={"order": "CZEQRLDU"})
    assert (first.moves, first.options["order"]) == ("C", "CZEQRLDU")
    with pytest.raises(OptionError, match="expected the letters U, D, L, R, each once, as in"):
        solve(board, options={"order": "CZEQRLDU"})
    with pytest.raises(OptionError, match=r"each once \(or all of U, D, L, R, Q, E, Z, C\)"):
        solve(board, topology="xpuzzle", options={"order": "UDLQ"})


def test_costs_of_moves_and_of_tiles_are_multiplied(xpuzzle: None) -> None:
    asked: dict[str, Any] = {"topology": "xpuzzle", "metric": "expense"}
    board = Board.parse("0 2 3 4/5 6 7 1")
    puzzle = Puzzle.of(board, **asked, costs=[7, 1, 1, 1, 1, 1, 1])
    assert puzzle.cost(board, "C") == 21
    assert puzzle.cost(board, "UL") == Puzzle.of(board, topology="xpuzzle").cost(board, "UL") == 2
    told = "each costs what xpuzzle says times "
    assert told + "its tile's cost" in str(explain(board, **asked, costs=puzzle.costs))
    assert told + "the number on the tile" in str(explain(board, **asked))
    small = Puzzle.of("1 2 3/4 5 0", **asked, costs=[4, 1, 9, 2, 2])
    for state, distance in true_distances(small).items():
        result = solve(small.decode(state), **asked, costs=small.costs)
        assert (result.cost, result.optimal) == (distance, True)


def test_tables_that_count_moves_refuse(xpuzzle: None) -> None:
    large = Puzzle.of(Board.of(4, 3, [*range(1, 12), 0]), topology="xpuzzle")
    with pytest.raises(OptionError, match="12 cells where moves have costs: expected at most 9"):
        next(census(large))
    small = Puzzle.of("1 2 3/4 5 0", topology="xpuzzle")
    with pytest.raises(OptionError, match="6 cells in stm with costs of moves"):
        DistanceTable(small)
    counts = list(census(small))
    assert (sum(counts), len(counts)) == (720, 14)
    described = {where for where, _ in puzzles([(2, 2)], ["last"], topologies=["xpuzzle"])}
    assert described == {"goal last, stm, xpuzzle", "goal last, expense, xpuzzle"}
    with pytest.raises(OptionError, match="metric mtm does not fit xpuzzle"):
        list(puzzles([(2, 2)], ["last"], ["mtm"], ["xpuzzle"]))


def test_boards_at_a_distance_are_at_that_distance(xpuzzle: None) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0", topology="xpuzzle")
    least = true_costs(puzzle.goal.cells, 3, 2)
    for depth in range(14):
        board = at_depth(puzzle, depth, random.Random(depth))
        assert least[board.cells] == depth
    farthest, boards = hardest(puzzle)
    assert farthest == max(least.values())
    assert {b.cells for b in boards} == {c for c, d in least.items() if d == farthest}
    drawn = {uniform(puzzle, random.Random(seed)).cells for seed in range(2000)}
    assert drawn <= set(least) and len(drawn) > 600
    walked = random_walk(puzzle, 30, seed=3)
    assert puzzle.judge(walked).solvable


def test_the_table_of_the_page_is_the_oracles(xpuzzle: None) -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| `")]
    goals = ("1 2 3 4/5 6 7 0", "1 3 5 7/2 4 6 0")
    least = [true_costs(Board.parse(goal).cells, 4, 2) for goal in goals]
    assert len(rows) == 7
    for text, *costs in rows:
        cells = Board.parse(text.strip(" `")).cells
        assert [int(cost) for cost in costs] == [of[cells] for of in least]
    assert f"All {len(least[0]):,} boards" in page
    assert f"the most expensive ones cost {max(least[0].values())}." in page
