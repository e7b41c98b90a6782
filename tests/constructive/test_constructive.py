"""The row-and-column method: every board of every size gets a solution that replays."""

import random
from dataclasses import replace
from itertools import product

import pytest

from taquin import Board, Limits, Observer, Puzzle, run, scramble, solve
from taquin.checks import check_algorithm
from taquin.constructive import row_method
from taquin.constructive.carrier import compile_carrier
from taquin.constructive.floor import floor
from taquin.constructive.scene import Scene
from taquin.constructive.shorten import as_moves, shorten
from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.goal import GOALS
from taquin.puzzle.move import DIRECTIONS
from taquin.search.monitor import Monitor, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.making import cheaper
from taquin.solving.question.reading import read_request
from taquin.whole.oracle import true_distances

SIZES = [(4, 4), (5, 4), (4, 6), (5, 5), (7, 7)]
LARGE = [(10, 10), (13, 12)]
GOALS_BY_TURNS = ["last", "first", "snake", "spiral"]
METRICS = ["stm", "mtm", "expense"]
OBLONGS = [(50, 2), (2, 50), (17, 3), (3, 17), (2, 9), (4, 20)]


def solved(start: Board, puzzle: Puzzle) -> SearchResult:
    """The result of `rows`, replayed on the neighbour table."""
    result = run("rows", puzzle.space(start))
    assert result.status is Status.SOLVED and result.moves is not None
    last, cost = puzzle.follow(start, "".join(result.moves))
    assert last == puzzle.goal
    assert result.cost == (len(result.moves) if puzzle.metric == "mtm" else cost)
    assert result.lower_bound is not None and result.lower_bound <= result.cost
    assert result.stats.peak_frontier >= 1 or not result.moves
    return result


def drawn(width: int, height: int, seed: int, goal: str = "last", **kind: str) -> Board:
    return scramble(width, height, goal=goal, rng=random.Random(seed), **kind)


@pytest.mark.parametrize(
    ("size", "goal", "metric"),
    [
        *product(SIZES, GOALS, METRICS),
        # On the larger boards each goal and each metric once and more; every pair in the slow run.
        *(
            pytest.param(size, goal, metric, marks=[] if (n + m) % 3 == 0 else [pytest.mark.slow])
            for n, (size, goal) in enumerate(product(LARGE, GOALS))
            for m, metric in enumerate(METRICS)
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "x".join(map(str, part)),
)
def test_random_boards(size: tuple[int, int], goal: str, metric: str) -> None:
    start = drawn(*size, seed=len(goal), goal=goal)
    solved(start, Puzzle.of(start, goal=goal, metric=metric))  # type: ignore[arg-type]


@pytest.mark.parametrize("size", OBLONGS, ids=lambda size: "x".join(map(str, size)))
def test_oblong_boards(size: tuple[int, int]) -> None:
    for seed, goal in enumerate(("last", "first", "spiral")):
        start = drawn(*size, seed=seed, goal=goal)
        solved(start, Puzzle.of(start, goal=goal))


def test_any_goal_board() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        width, height = rng.randint(2, 8), rng.randint(4, 8)
        cells = rng.sample(range(width * height), width * height)
        goal = Board.of(width, height, cells)
        start = scramble(width, height, goal=goal, rng=rng)
        solved(start, Puzzle.of(start, goal=goal))


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (5, 4), (4, 5), (2, 7), (7, 2), (6, 6), (9, 3)])
def test_torus_boards(size: tuple[int, int]) -> None:
    """Where a side is odd, half of the boards are beyond the rectangle's own moves."""
    for seed in range(6):
        start = drawn(*size, seed=seed, topology="torus")
        solved(start, Puzzle.of(start, topology="torus", metric=("stm", "mtm")[seed % 2]))


def test_twenty_by_twenty() -> None:
    start = drawn(20, 20, 1)
    result = solved(start, Puzzle.of(start))
    assert result.cost is not None and result.cost < 18_000


@pytest.mark.slow
def test_a_hundred_by_a_hundred() -> None:
    start = drawn(100, 100, 1)
    result = solve(start, algorithm="rows")
    assert result.solved and result.cost is not None and result.cost < 2_200_000


@pytest.mark.parametrize("limit", [None, 500])
def test_tiles_carried_by_a_kernel_make_the_same_moves(
    limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_carrier()
    for seed in range(20):
        rng = random.Random(seed)
        width, height = rng.randint(2, 11), rng.randint(4, 11)
        start = drawn(width, height, seed, GOALS_BY_TURNS[seed % 4])
        puzzle = Puzzle.of(start, goal=GOALS_BY_TURNS[seed % 4])
        answers = []
        for cells in (0, 10_000):  # from how many on the kernel carries
            monkeypatch.setattr(row_method, "_CARRIED_CELLS", cells)
            monitor: Monitor[bytes] = Monitor(Limits(expansions=limit))
            try:
                found = row_method.completed(puzzle, puzzle.encode(start), monitor, "")
            except Stop as stop:
                found = stop.limit
            stats = monitor.stats
            counts = (stats.expanded, stats.generated, stats.popped, stats.max_depth)
            answers.append((found, counts))
        assert answers[0] == answers[1]


def test_the_first_solution_does_not_wait_for_the_clock() -> None:
    start = drawn(20, 16, 1)
    result = solve(start, time_limit=0)
    assert result.solved and result.algorithm == "anytime_beam"


def test_one_board_of_3x3_in_389() -> None:
    _all_of_3x3(389)


@pytest.mark.slow
def test_every_board_of_3x3() -> None:
    _all_of_3x3(1)


def _all_of_3x3(step: int) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0")
    for state, true in list(true_distances(puzzle).items())[::-step]:
        assert solved(puzzle.decode(state), puzzle).cost == true  # the block is the whole board


def test_boards_one_move_away_and_the_goal() -> None:
    goal = Board.of(9, 9, [*range(1, 81), 0])
    puzzle = Puzzle.of(goal)
    assert solved(goal, puzzle).moves == ()
    for letter in goal.legal_moves():
        assert solved(goal.apply(letter), puzzle).cost == 1


def test_a_space_without_a_puzzle_is_refused() -> None:
    class Count:
        start, min_cost = 0, 1

        def is_goal(self, state: int) -> bool:
            return state == 6

        def successors(self, state: int) -> list[tuple[str, int, int]]:
            return [("+1", state + 1, 1)]

    with pytest.raises(OptionError, match="rows needs a space with `puzzle`, which Count lacks"):
        run("rows", Count())


def test_unsolvable_boards_are_proved_so() -> None:
    start = drawn(6, 6, 1).swapped(1, 2)
    assert run("rows", Puzzle.of(start).space(start)).status is Status.UNSOLVABLE


@pytest.mark.parametrize("expansions", [0, 1, 50, 900])
def test_a_limit_before_the_first_solution_stops_it(expansions: int) -> None:
    start = drawn(9, 9, 2)
    result = run("rows", Puzzle.of(start).space(start), limits=Limits(expansions=expansions))
    assert (result.status, result.limit) == (Status.LIMIT, "expansions")
    assert result.stats.expanded == expansions and result.moves is None
    assert result.lower_bound == floor(Puzzle.of(start), bytes(start.cells))


def test_a_limit_while_shortening_leaves_the_solution() -> None:
    start = drawn(8, 8, 2)
    puzzle = Puzzle.of(start)
    full = solved(start, puzzle)
    cut = run("rows", puzzle.space(start), limits=Limits(expansions=full.stats.expanded - 10_000))
    assert cut.status is Status.SOLVED and cut.cost is not None and full.cost is not None
    assert cut.cost >= full.cost


class Interrupter(Observer):
    """Presses Ctrl-C at the first solution."""

    def on_incumbent(self, cost: int) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_while_shortening_gives_what_is_known() -> None:
    start = drawn(5, 5, 2)
    result = run("rows", Puzzle.of(start).space(start), observer=Interrupter())
    assert (result.status, result.limit) == (Status.LIMIT, "interrupt")
    assert result.moves and Board.apply(start, "".join(result.moves)) == Puzzle.of(start).goal


def test_watching_changes_nothing() -> None:
    start = drawn(5, 4, 3)
    space = Puzzle.of(start).space(start)
    plain, watched = run("rows", space), run("rows", space, observer=Observer())
    assert (plain.moves, plain.stats) == (watched.moves, watched.stats)


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_the_bound_is_that_of_the_heuristics(metric: str) -> None:
    walls = ("walls:0-1,1-2", "max:manhattan,linear_conflict")
    for kind, name in (("grid", "linear_conflict"), ("torus", "manhattan"), walls):
        for width, height in ((4, 4), (5, 3), (3, 6)):
            start = drawn(width, height, width, topology=kind)
            puzzle = Puzzle.of(start, topology=kind, metric=metric)  # type: ignore[arg-type]
            state = puzzle.encode(start)
            assert floor(puzzle, state) == build_heuristic(name, puzzle)(state)


def test_states_are_made_as_they_are_asked_for() -> None:
    start = drawn(4, 4, 5)
    puzzle = Puzzle.of(start, metric="mtm")
    result = solved(start, puzzle)
    assert result.states is not None and result.moves is not None
    assert len(result.states) == len(result.moves) + 1 == len(list(result.states))
    assert result.states[0] == puzzle.encode(start)
    assert result.states[-1] == puzzle.encode(puzzle.goal)
    assert result.states[1:3] == tuple(result.states)[1:3]


def test_shortening_removes_a_detour() -> None:
    goal = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    detour = "RDLURDLURDLU" * 4  # a ring of four cells comes round after twelve steps
    puzzle = Puzzle.of(goal)
    scene = Scene(puzzle, puzzle.encode(goal), Monitor(), DIRECTIONS)
    ways = bytes(DIRECTIONS.index(letter) for letter in detour)
    *_, shortest = shorten(scene, ways)
    assert as_moves(shortest) == ""


class Interrupting(Observer):
    """Presses Ctrl-C after so many expansions, and hears the costs of the solutions."""

    def __init__(self, after: int) -> None:
        self.left, self.costs = after, list[int]()

    def on_expand(self, node: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt

    def on_incumbent(self, cost: int) -> None:
        self.costs.append(cost)


@pytest.mark.parametrize("metric", ["mtm", "expense"])
def test_what_shortening_has_gained_outlives_a_limit_and_ctrl_c(metric: str) -> None:
    start = drawn(4, 4, 3)
    puzzle = Puzzle.of(start, metric=metric)  # type: ignore[arg-type]
    ear = Interrupting(0)
    whole = run("rows", puzzle.space(start), observer=ear)
    assert whole.cost == ear.costs[-1] < ear.costs[0]
    # Shortening takes most of the expansions: half way, it has gained something, but not ended.
    half = whole.stats.expanded // 2
    limited = run("rows", puzzle.space(start), limits=Limits(expansions=half))
    assert limited.limit in ("expansions", None)  # rows may end at the limit, and have an answer
    ended = run("rows", puzzle.space(start), observer=Interrupting(half))
    assert (ended.status, ended.limit) == (Status.LIMIT, "interrupt")
    for result in (limited, ended):
        assert result.cost is not None and whole.cost <= result.cost < ear.costs[0]


@pytest.mark.parametrize("metric", ["mtm", "expense"])
def test_without_a_name_large_boards_are_answered(metric: str) -> None:
    start = drawn(14, 5, 1)
    built = solve(start, metric=metric, algorithm="rows")  # type: ignore[arg-type]
    result = solve(start, metric=metric)  # type: ignore[arg-type]
    assert result.solved and result.algorithm == "anytime_beam" and result.lower_bound
    assert built.cost is not None and result.cost is not None and result.cost <= built.cost
    assert "The row-and-column method found the first solution" in result.notes[0]


def test_pushes_are_found_by_beams_after_the_row_and_column_method() -> None:
    start = drawn(5, 4, 3)
    result, built = solve(start, metric="mtm"), solve(start, metric="mtm", algorithm="rows")
    assert (result.algorithm, built.cost) == ("anytime_beam", 105)
    assert result.cost is not None and result.cost <= 42
    assert any("beams looked for cheaper ones" in note for note in result.notes)


def test_of_two_answers_the_cheaper_one_is_given() -> None:
    built = solve(drawn(5, 4, 2), metric="mtm", algorithm="rows")
    dearer = replace(built, algorithm="wastar", cost=96)
    both, other = cheaper(built, dearer), cheaper(dearer, built)
    assert (both.algorithm, both.cost) == (other.algorithm, other.cost) == ("rows", 94)


def test_the_default_of_large_boards_gives_way_to_what_was_asked() -> None:
    start = drawn(6, 6, 2)
    assert read_request(start).algorithm == "anytime_beam"
    assert solve(start, options={"weight": 5.0}, node_limit=10).algorithm == "wastar"
    assert solve(start, heuristic="manhattan", node_limit=10).algorithm == "wastar"
    assert read_request(start, options={"order": "DULR"}).algorithm == "anytime_beam"


def test_an_engine_that_cannot_serve_is_named() -> None:
    with pytest.raises(OptionError, match="rows has no compiled form"):
        solve(drawn(4, 4, 1), algorithm="rows", engine="compiled")


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_all_boards_of_2x3(metric: str) -> None:
    check_algorithm("rows", sizes=[(2, 3)], metrics=[metric]).raise_if_failed()  # type: ignore[list-item]


def test_what_was_built_is_shortened_in_single_moves_too() -> None:
    """In expense, that is often cheaper than what is shortened by costs alone."""
    board = scramble(10, 4, seed=1, topology="torus")
    asked = {"topology": "torus", "algorithm": "rows"}
    short, cheap = solve(board, **asked), solve(board, metric="expense", **asked)
    assert short.moves is not None and cheap.cost is not None
    task = Puzzle.of(board, topology="torus", metric="expense")
    assert cheap.cost <= task.cost(board, short.moves)
