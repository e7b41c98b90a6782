"""The compiled hash-table searches do exactly what the Python engine does, counters included."""

import random
from collections import Counter
from functools import cache
from itertools import permutations, product

import pytest

from taquin.heuristics.base import PerTile, build_heuristic, heuristic
from taquin.heuristics.parts import Uncompilable
from taquin.kernels.searches import best_first
from taquin.kernels.searches.nodes import Register
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits, Monitor
from taquin.search.result import SearchResult, Status
from taquin.solving.engines.lowering import lower, run_compiled
from taquin.solving.question.reading import request_for

TIES = ("lifo", "fifo", "state", "low_h")
POLICIES = ("global", "closed", "path", "parent", "none")
TESTS = ("expansion", "generation")


def solvable(puzzle: Puzzle) -> list[Board]:
    width, height = puzzle.goal.width, puzzle.goal.height
    boards = (Board(width, height, cells) for cells in permutations(range(puzzle.cells)))
    return [board for board in boards if puzzle.judge(board).solvable]


def walked(puzzle: Puzzle, steps: int, seed: int) -> Board:
    """A board some random steps from the goal, never straight back."""
    rng, state, before = random.Random(seed), puzzle.encode(puzzle.goal), None
    successors = puzzle.space(puzzle.goal).successors
    for _ in range(steps):
        states = [s for _, s, _ in successors(state)]
        after = rng.choice([s for s in states if s != before] or states)
        before, state = state, after
    return puzzle.decode(state)


# One for all boards of a puzzle: building takes as long as a search.
built = cache(build_heuristic)


class Twins:
    """Both engines on boards of one puzzle."""

    def __init__(self, puzzle: Puzzle, algorithm: str, name: str | None, **settings: object):
        self.puzzle, self.algorithm, self.name, self.settings = puzzle, algorithm, name, settings
        self.order = str(settings.get("order", "UDLR"))
        self.h = None if name is None else built(name, puzzle)

    def python(self, board: Board, expansions: int | None = None) -> SearchResult:
        options = {key: value for key, value in self.settings.items() if key != "order"}
        back = None
        if self.name is not None and ALGORITHMS.get(self.algorithm).bidirectional:
            back = build_heuristic(self.name, self.puzzle.backwards(board))
        return run(
            self.algorithm,
            self.puzzle.space(board, order=self.order),
            self.h,
            back,
            options=options,
            limits=Limits(expansions=expansions),
        )

    def compiled(
        self, board: Board, expansions: int | None = None, budget: int | None = None
    ) -> SearchResult:
        asked = {"algorithm": self.algorithm, "heuristic": self.name, "options": self.settings}
        lowered = lower(request_for(board, self.puzzle, **asked))  # type: ignore[arg-type]
        monitor: Monitor[bytes] = Monitor(Limits(expansions=expansions))
        if budget is not None:
            left = monitor.budget
            monitor.budget = lambda: min(budget, left())  # type: ignore[method-assign]
        return run_compiled(lowered, monitor)

    def compare(self, board: Board, expansions: int | None = None) -> SearchResult:
        slow, fast = self.python(board, expansions), self.compiled(board, expansions)
        assert fast == slow, f"{self.algorithm} {self.name} {self.settings} on {board}"
        return fast


def options_of(algorithm: str) -> list[dict[str, object]]:
    known = ALGORITHMS.get(algorithm).options
    choices = [known[key].choices for key in ("tie_break", "duplicates", "goal_test")]
    found = [
        dict(zip(("tie_break", "duplicates", "goal_test"), chosen, strict=True))
        for chosen in product(*choices)
    ]
    if algorithm == "wastar":
        return [{**options, "weight": weight} for options in found for weight in (1.0, 1.5, 3.0)]
    return found


@pytest.mark.parametrize("algorithm", ["ucs", "greedy", "astar", "wastar"])
def test_every_option_on_3x2(algorithm: str) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0")
    boards, rng = solvable(puzzle), random.Random(algorithm)
    assert len(boards) == 360
    for options in options_of(algorithm):
        tree = options["duplicates"] in ("path", "parent", "none")
        name = None if algorithm == "ucs" else rng.choice(["manhattan", "misplaced", "zero"])
        order = "".join(rng.sample("UDLR", 4))
        twins = Twins(puzzle, algorithm, name, order=order, **options)
        for board in rng.sample(boards, 6 if tree else 12):
            twins.compare(board, 300 if tree else None)


BREADTH_FIRST = [
    ("bfs", {"duplicates": policy, "goal_test": early})
    for policy, early in product(("global", "path", "parent", "none"), TESTS)
]


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [*BREADTH_FIRST, ("bibfs", {})],
    ids=lambda one: "-".join(one.values()) if isinstance(one, dict) else one,
)
def test_breadth_first_on_3x2(algorithm: str, options: dict[str, str]) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0", goal="snake")
    twins = Twins(puzzle, algorithm, None, order="RDLU", **options)
    for board in solvable(puzzle):
        twins.compare(board, 60 if options.get("duplicates", "global") != "global" else None)


@pytest.mark.parametrize("metric", ["stm", "expense"])
@pytest.mark.parametrize(
    ("width", "name"), [(2, "manhattan"), (1, "misplaced"), (7, "misplaced"), (1000, "manhattan")]
)
def test_beams_on_every_3x2_board(metric: Metric, width: int, name: str) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0", metric=metric)
    twins = Twins(puzzle, "beam", name, width=width, order="LDRU")
    ends = Counter(twins.compare(board).status for board in solvable(puzzle))
    # Narrow beams lose the goal on some boards, each by its width and metric alone.
    lost = {1: 203, 2: 19 if metric == "stm" else 1}.get(width, 0)
    assert ends == Counter({Status.SOLVED: 360 - lost, Status.INCOMPLETE: lost})


BOARDS = [
    # board, goal, board type, metric
    ("1 2 3/4 5 0", "1 2 3/4 5 0", "grid", "stm"),
    ("1 2 3/4 5 0", "1 0 3/4 5 2", "grid", "expense"),
    ("123456780", "1 2 3/4 0 5/6 7 8", "grid", "stm"),
    ("123456780", "spiral", "grid", "expense"),
    ("123456780", "first", "torus", "stm"),
    ("123456780", "last", "torus", "expense"),
    ("123456780", "snake", "walls:0-1,4-7", "stm"),
    ("123456780", "last", "walls:0-1,4-7", "expense"),
]
NAMES = (
    "zero",
    "misplaced",
    "manhattan",
    "linear_conflict",
    "walking_distance",
    "max:linear_conflict,walking_distance",
    "max:misplaced,walking_distance",
)


def served(puzzle: Puzzle) -> list[str]:
    """The heuristics above that serve a board type and can be lowered."""
    found = []
    for name in NAMES:
        try:
            lower(request_for(puzzle.goal, puzzle, algorithm="astar", heuristic=name))
        except (ValueError, Uncompilable):
            continue
        found.append(name)
    return found


@pytest.mark.parametrize("case", BOARDS, ids=lambda case: "-".join(case[1:]))
def test_every_heuristic_board_type_and_metric(case: tuple[str, str, str, str]) -> None:
    board, goal, board_type, metric = case
    named = goal if goal.isalpha() else Board.parse(goal)
    puzzle = Puzzle.of(board, goal=named, topology=board_type, metric=metric)  # type: ignore[arg-type]
    names, rng = served(puzzle), random.Random(str(case))
    assert {"zero", "manhattan", "walking_distance"} <= set(names)
    for number, (name, algorithm) in enumerate(product(names, ("astar", "wastar", "greedy"))):
        twins = Twins(
            puzzle,
            algorithm,
            name,
            tie_break=rng.choice(TIES),
            duplicates=rng.choice(("global", "global", "closed")),
            goal_test=rng.choice(TESTS),
            order="".join(rng.sample("UDLR", 4)),
        )
        for i in range(6):
            twins.compare(walked(puzzle, 8 + 3 * i, 100 * number + i), 4_000)
        if algorithm == "greedy":
            beam = Twins(puzzle, "beam", name, width=rng.choice((5, 40)), order=twins.order)
            beam.compare(walked(puzzle, 25, number), 2_000)
    for algorithm in ("bfs", "bibfs", "ucs"):
        for i in range(6):
            Twins(puzzle, algorithm, None).compare(walked(puzzle, 6 + 2 * i, i), 3_000)


@pytest.mark.parametrize(
    ("name", "tie"), list(zip(("manhattan", "linear_conflict") * 2, TIES, strict=True))
)
def test_astar_on_every_3x2_board(name: str, tie: str) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0")
    twins = Twins(puzzle, "astar", name, tie_break=tie)
    for board in solvable(puzzle):
        twins.compare(board)


def test_random_3x3() -> None:
    puzzle, rng = Puzzle.of("123456780"), random.Random(3)
    cells = list(range(9))
    boards = []
    while len(boards) < 200:
        rng.shuffle(cells)
        board = Board(3, 3, tuple(cells))
        if puzzle.judge(board).solvable:
            boards.append(board)
    for number, board in enumerate(boards):
        tie = TIES[number % 4]
        Twins(puzzle, "astar", "manhattan", tie_break=tie).compare(board)
        Twins(puzzle, "greedy", "linear_conflict", tie_break=tie).compare(board)
    for board in boards[:5]:
        Twins(puzzle, "bfs", None, goal_test="generation").compare(board, 20_000)
        Twins(puzzle, "ucs", None).compare(board, 20_000)
        Twins(puzzle, "bibfs", None).compare(board)


@pytest.mark.parametrize("size", ["4x4", "5x5", "5x4", "6x4", "8x3"])
def test_larger_boards(size: str) -> None:
    width, height = (int(side) for side in size.split("x"))
    board = Board(width, height, tuple(range(width * height)))
    puzzle = Puzzle.of(board, goal=board if size == "6x4" else "last")
    names = ["manhattan", "max:manhattan,misplaced", "linear_conflict", "walking_distance"]
    for i, name in enumerate(n for n in names if n in [*served(puzzle), "manhattan"]):
        twins = Twins(puzzle, "astar", name, tie_break=TIES[i % 4])
        for steps in (20, 25, 30):
            twins.compare(walked(puzzle, steps, steps), 20_000)
        Twins(puzzle, "wastar", name, weight=2.5).compare(walked(puzzle, 60, i), 5_000)
        Twins(puzzle, "beam", name, width=300).compare(walked(puzzle, 60, i), 9_000)
    for algorithm in ("bfs", "bibfs", "ucs", "greedy"):
        name = "manhattan" if algorithm == "greedy" else None
        Twins(puzzle, algorithm, name).compare(walked(puzzle, 12, 5), 5_000)


def test_reopening_with_an_inconsistent_heuristic() -> None:
    """A user's own table, larger than the distance: paths keep the nodes they were made of."""
    rng = random.Random(7)
    table = [[rng.randrange(12) if tile else 0 for tile in range(6)] for _ in range(6)]

    @heuristic("erratic_for_twins", admissible=False, consistent=False, paper="none")
    def erratic(puzzle: Puzzle) -> PerTile:
        return PerTile(table, divisor=2)

    puzzle, reopened = Puzzle.of("1 2 3/4 5 0", metric="expense"), 0
    for tie, policy in product(TIES, ("global", "closed")):
        twins = Twins(puzzle, "astar", "erratic_for_twins", tie_break=tie, duplicates=policy)
        for board in solvable(puzzle)[::7]:
            reopened += twins.compare(board).stats.reopened
    assert reopened > 100


LIMITED = [
    ("astar", "manhattan"), ("beam", "manhattan"), ("bfs", None), ("bibfs", None), ("ucs", None),
]  # fmt: skip


def test_limits_on_expansions_are_exact() -> None:
    puzzle = Puzzle.of("123456780")
    board = walked(puzzle, 22, 1)
    for algorithm, name in LIMITED:
        twins = Twins(puzzle, algorithm, name)
        needed = twins.compare(board).stats.expanded
        for limit in (0, 1, 2, 100, needed - 1, needed, needed + 1):
            assert twins.compare(board, limit).stats.expanded == min(limit, needed)


@pytest.mark.parametrize("algorithm", ["astar", "beam", "greedy", "wastar", "ucs", "bfs", "bibfs"])
def test_any_budget_gives_the_same_result(algorithm: str) -> None:
    puzzle = Puzzle.of("123456780")
    board = walked(puzzle, 50, 2)
    name = None if algorithm in ("ucs", "bfs", "bibfs") else "linear_conflict"
    twins = Twins(puzzle, algorithm, name)
    results = [twins.compiled(board, 9_000, budget) for budget in (1, 7, 1000, 1 << 40)]
    assert all(result == results[0] for result in results)


def test_limits_end_a_search_in_order() -> None:
    board = Board.parse("15 2 1 12/8 5 6 11/4 9 10 7/3 14 13 0")
    puzzle = Puzzle.of(board)
    lowered = lower(request_for(board, puzzle, algorithm="astar", heuristic="misplaced"))
    lowered.warm()
    assert run_compiled(lowered, Monitor(Limits(time=0.05))).limit == "time"
    full = run_compiled(lowered, Monitor(Limits(memory=1)))
    assert (full.limit, full.moves) == ("memory", None)
    assert full.lower_bound is not None and full.lower_bound > 0

    def interrupt(monitor: Monitor[bytes]) -> None:
        raise KeyboardInterrupt

    assert run_compiled(lowered, Monitor(progress=interrupt)).limit == "interrupt"


@pytest.mark.parametrize("seeds", [8, pytest.param(30, marks=pytest.mark.slow)])
def test_large_estimates_and_paths_through_superseded_nodes(seeds: int) -> None:
    """Estimates of more than 8 bits; parents told by the index, or by their g where reopened."""
    order = (15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0)
    dear = Puzzle.of(Board(4, 4, order), metric="expense")
    for steps, tie in ((20, "low_h"), (26, "fifo"), (30, "state")):
        Twins(dear, "astar", "manhattan", tie_break=tie).compare(walked(dear, steps, steps), 8_000)
    reopened = 0
    for puzzle in (dear, Puzzle.of("123456780"), Puzzle.of("1 2 3/4 5 0", metric="expense")):
        for seed in range(seeds):
            twins = Twins(puzzle, "wastar", "manhattan", weight=3.0, tie_break=TIES[seed % 4])
            reopened += twins.compare(walked(puzzle, 60, seed), 20_000).stats.reopened
    assert reopened > 1000


def test_bytes_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, index and frontier never take more than 24 bytes a state once there are many."""
    board = Board.parse("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")
    lowered = lower(request_for(board, Puzzle.of(board, goal="first"), algorithm="astar"))
    grow, sizes = best_first._Run.grow, []

    def measured(run: best_first._Run) -> None:
        grow(run)
        states = int(run.scratch.at[Register.DISTINCT])
        if states > 400_000:
            sizes.append(sum(a.nbytes for a in (*run.nodes, *run.frontier)) / states)

    monkeypatch.setattr(best_first._Run, "grow", measured)
    run_compiled(lowered, Monitor(Limits(expansions=1_000_000)))
    assert len(sizes) > 50
    assert max(sizes) <= 24


def test_arrays_that_grow_do_not_put_off_a_look_at_the_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They grow before a budget is used up, on end, while there are some hundred thousand nodes."""
    board = Board.parse("15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4")
    lowered = lower(request_for(board, Puzzle.of(board, goal="first"), algorithm="astar"))
    happened: list[int] = []  # 0 for growth, the number of expansions for a look
    grow, check = best_first._Run.grow, Monitor.slice

    def growing(run: best_first._Run) -> None:
        happened.append(0)
        grow(run)

    def checking(monitor: Monitor[bytes], waiting: int = 0, reached: int = 0) -> None:
        happened.append(monitor.stats.expanded)
        check(monitor, waiting, reached)

    monkeypatch.setattr(best_first._Run, "grow", growing)
    monkeypatch.setattr(Monitor, "slice", checking)
    monkeypatch.setattr(Monitor, "budget", lambda monitor: 10_000)
    run_compiled(lowered, Monitor(Limits(expansions=300_000)))
    assert happened.count(0) > 50
    assert [number for number in happened if number] == list(range(10_000, 300_001, 10_000))


def test_refusals_are_sentences() -> None:
    small, large = Puzzle.of("123456780"), Puzzle.of(Board(6, 5, tuple(range(30))))
    pushes = Puzzle.of("123456780", metric="mtm")
    long = Puzzle.of(Board(12, 2, tuple(range(24))))
    for puzzle, algorithm, name, settings in (
        (small, "rbfs", "manhattan", {}),
        (small, "astar", "gaschnig", {}),
        (small, "wastar", "manhattan", {"weight": 1.1}),
        (large, "astar", "manhattan", {}),
        (pushes, "astar", "pdb:4-4", {}),
        (pushes, "idastar", "relabelled", {}),
        (long, "astar", "linear_conflict", {}),
    ):
        request = request_for(
            puzzle.goal, puzzle, algorithm=algorithm, heuristic=name, options=settings
        )
        with pytest.raises(Uncompilable, match=r"\.$"):
            lower(request)
