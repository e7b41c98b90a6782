"""The suites: their boards, their contestants and the known values of the answers."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from taquin.bench.aima import AIMA_DEPTHS, IDS_DEEPEST
from taquin.ground.registry import unknown_name
from taquin.heuristics.patterns.heuristic import default_partition
from taquin.puzzle.board import Board
from taquin.puzzle.instances import Instance, data_rows, instance, instances
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.scramble import random_walk, seeded, uniform
from taquin.whole.census import at_depth

__all__ = [
    "SUITES",
    "Contestant",
    "Suite",
    "SuiteSettings",
    "SuiteTask",
    "find_suite",
    "korf_nodes",
]


@dataclass(frozen=True, slots=True)
class SuiteSettings:
    """The settings that a user can choose for a run.

    limit: number of boards (in aima-table, per depth); None for the suite's default.
    partitions, engine: replace the suite's pattern databases and engine.
    """

    seed: int = 1
    limit: int | None = None
    time_limit: float | None = None
    partitions: tuple[str, ...] = ()
    engine: str | None = None

    def __post_init__(self) -> None:
        seeded(self.seed)  # raises OptionError for an invalid seed


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """One board with its goal.

    expected: known values by name (cost or a counter).
    by: further known values, for one contestant.
    group: boards with the same group are reported together; in aima-table it is their depth.
    """

    name: str
    board: str
    goal: str
    expected: Mapping[str, int] = field(default_factory=dict)
    by: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    group: int | None = None
    topology: str = "grid"
    metric: Metric = "stm"
    costs: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Contestant:
    """A way to solve boards: `taquin` or a peer by name.

    against: the contestant whose time this one is compared with; None for the suite's first.
    twin: its counters must equal those of `against`.
    deepest: the largest group that it gets.
    alone: each board runs in a new process, which is killed at the time limit.
    proving: no algorithm is named: whatever `optimal` chooses, with all cores.
    """

    name: str
    algorithm: str
    heuristic: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    engine: str = "auto"
    solver: str = "taquin"
    against: str | None = None
    twin: bool = False
    deepest: int | None = None
    alone: bool = False
    proving: bool = False


@dataclass(frozen=True, slots=True)
class Suite:
    """A named experiment.

    boards: how many without --limit. time_limit: seconds per board.
    turn: how many boards a contestant solves before the next contestant's turn: one if searches
    are long, so that other load affects all contestants alike; many if they are short and read
    large tables, which evict each other from the processor's caches.
    """

    name: str
    summary: str
    boards: int
    time_limit: float
    tasks: Callable[[int, SuiteSettings], list[SuiteTask]]
    contestants: Callable[[SuiteSettings], list[Contestant]]
    turn: int = 1


def _task(known: Instance, **expected: int) -> SuiteTask:
    cost = {} if known.optimal is None else {"cost": known.optimal}
    return SuiteTask(known.name, known.board.text, known.goal.text, {**cost, **expected})


def korf_nodes() -> dict[str, int]:
    """The nodes, including the root, that IDA* with Manhattan generates on korf100: column 6."""
    return {f"korf100:{row[0]}": int(row[5]) for row in data_rows("korf100.txt")}


def _korf(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    return [_task(known) for known in instances("korf100")[:count]]


def _korf_by_ease(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    nodes = korf_nodes()
    known = sorted(instances("korf100"), key=lambda one: nodes[one.name])
    # No counter of taquin counts the root.
    return [_task(one, generated=nodes[one.name] - 1) for one in known[:count]]


def _korf_lengths_by_ease(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    nodes = korf_nodes()
    return [_task(one) for one in sorted(instances("korf100"), key=lambda one: nodes[one.name])][
        :count
    ]


def _with_frontiers(settings: SuiteSettings) -> list[Contestant]:
    names = {"A*": "astar", "NBS": "nbs", "DVCBS": "dvcbs", "MM": "mm"}
    engine = settings.engine or "compiled"
    optimal = [Contestant(name, key, "manhattan", {}, engine) for name, key in names.items()]
    return [*optimal, Contestant("EES, weight 1.5", "ees", "manhattan", {"weight": 1.5}, engine)]


def _korf24_by_ease(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    """Easiest first, by the published expansions with one partition, 6-6-6-6."""
    nodes = {row[0]: int(row[5]) for row in data_rows("korf_felner_24.txt")}
    known = sorted(instances("korf24"), key=lambda one: nodes[one.name.partition(":")[2]])
    return [_task(one) for one in known[:count]]


def _provers(settings: SuiteSettings) -> list[Contestant]:
    if settings.partitions:
        names = settings.partitions
        return [Contestant(f"IDA*, pdb:{name}", "idastar", f"pdb:{name}") for name in names]
    return [Contestant("--optimal", "idastar", proving=True)]


def _antipodes(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    return [_task(known) for known in instances("antipodes")[:count]]


def _random15(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    rng = random.Random(settings.seed)
    puzzle = Puzzle.of(Board.of(4, 4, [*range(1, 16), 0]))
    boards = (uniform(puzzle, rng).text for _ in range(count))
    return [
        SuiteTask(f"random15:{settings.seed}:{number}", board, puzzle.goal.text)
        for number, board in enumerate(boards, start=1)
    ]


def _patterns(settings: SuiteSettings, always: str | None) -> list[Contestant]:
    """IDA* with the chosen pattern databases; by default `always` and what `solve` takes."""
    puzzle = Puzzle.of(Board.of(4, 4, range(16)), goal="first")
    best = default_partition(puzzle) or "6-6-3"
    names = dict.fromkeys(settings.partitions or ([always, best] if always else [best]))
    return [Contestant(f"IDA*, pdb:{name}", "idastar", f"pdb:{name}") for name in names]


_NOTEBOOK = {
    # label: cost and expanded states without the goal, which the notebook's table counts.
    "Depth-first": (54497, 63396),
    "Breadth-first": (27, 174385),
    "A* with Manhattan distance": (27, 3494),
    "Uniform-cost": (27, 170994),
    "Depth-limited (depth 100, duplicates blind)": (99, 75287),
    "Greedy with Manhattan distance": (71, 302),
}


def _classic(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    board = Board.parse("702853614")
    by = {name: {"cost": cost, "expanded": done} for name, (cost, done) in _NOTEBOOK.items()}
    return [
        SuiteTask(
            "702853614", board.text, Puzzle.of(board, goal="first").goal.text, {"cost": 27}, by
        )
    ]


def _classroom(settings: SuiteSettings) -> list[Contestant]:
    from taquin.solving.question.classroom import CLASSROOM

    return [
        Contestant(
            row.label or row.algorithm,
            row.algorithm,
            None if row.heuristic is None else str(row.heuristic),
            row.options or {},
            settings.engine or "auto",
        )
        for row in CLASSROOM
    ]


def _at_depths(depths: range, count: int, settings: SuiteSettings, suite: str) -> list[SuiteTask]:
    """`count` boards of each depth, drawn uniformly from that depth; goal blank first."""
    puzzle = Puzzle.of(Board.parse("702853614"), goal="first")
    tasks = []
    for depth in depths:
        rng = random.Random(f"{settings.seed}:{depth}")
        for number in range(1, count + 1):
            board = at_depth(puzzle, depth, rng).text
            name = f"{suite}:{settings.seed}:d{depth}:{number}"
            tasks.append(SuiteTask(name, board, puzzle.goal.text, {"cost": depth}, group=depth))
    return tasks


def _aima(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    return _at_depths(AIMA_DEPTHS, count, settings, "aima")


def _aima_contestants(settings: SuiteSettings) -> list[Contestant]:
    engine = settings.engine or "compiled"
    plain = {"duplicates": "none"}
    return [
        Contestant("IDS", "ids", None, plain, engine, against="A*(h2)", deepest=IDS_DEEPEST),
        Contestant("BFS", "bfs", None, {"goal_test": "generation"}, engine, against="A*(h2)"),
        Contestant("A*(h1)", "astar", "misplaced", {}, engine, against="A*(h2)"),
        Contestant("A*(h2)", "astar", "manhattan", {}, engine, against="A*(h2)"),
    ]


_TWINS = (
    ("bfs", None),
    ("ucs", None),
    ("astar", "misplaced"),
    ("astar", "manhattan"),
    ("astar", "linear_conflict"),
    ("idastar", "manhattan"),
    ("idastar", "linear_conflict"),
)


def _engine_boards(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    """The classroom board, then random 3x3 boards at least 20 moves from their goal."""
    tasks = [_task(instance("aima"))] if count else []
    more = _at_depths(range(20, 28), -(-count // 8), settings, "engines")
    rng = random.Random(settings.seed)
    rng.shuffle(more)
    return [*tasks, *more][:count]


def _engines(settings: SuiteSettings) -> list[Contestant]:
    rows = []
    for algorithm, heuristic in _TWINS:
        name = algorithm if heuristic is None else f"{algorithm}, {heuristic}"
        python = f"{name}, Python"
        rows.append(Contestant(python, algorithm, heuristic, {}, "python", against=python))
        rows.append(
            Contestant(
                f"{name}, compiled", algorithm, heuristic, {}, "compiled", against=python, twin=True
            )
        )
    return rows


def _peer_boards(count: int, settings: SuiteSettings) -> list[SuiteTask]:
    """3x3 boards that every contestant can solve, then two 15-puzzles close to the goal."""
    tasks = _at_depths(range(8, 21, 4), -(-count // 5), settings, "peers")
    puzzle = Puzzle.of(Board.of(4, 4, range(16)), goal="last")
    for number, steps in enumerate((20, 30), start=1):
        board = random_walk(puzzle, steps, random.Random(settings.seed * 100 + number))
        name = f"peers:{settings.seed}:15-puzzle, walk of {steps}"
        tasks.append(SuiteTask(name, board.text, puzzle.goal.text))
    return tasks[: max(count - 2, 0)] + tasks[-2:] if count > 2 else tasks[:count]


def _peers(settings: SuiteSettings) -> list[Contestant]:
    from taquin.bench.peers import PEERS

    rows = []
    for algorithm, heuristic in (("astar", "manhattan"), ("bfs", None)):
        ours = f"{algorithm}, taquin, Python"
        common = {"algorithm": algorithm, "heuristic": heuristic, "against": ours, "alone": True}
        compiled = f"{algorithm}, taquin, compiled"
        rows.append(Contestant(ours, engine="python", **common))  # type: ignore[arg-type]
        rows.append(Contestant(compiled, engine="compiled", **common))  # type: ignore[arg-type]
        for peer in PEERS:
            rows.append(Contestant(f"{algorithm}, {peer}", solver=peer, **common))  # type: ignore[arg-type]
    return rows


def _in_korfs_order(settings: SuiteSettings) -> list[Contestant]:
    engine = settings.engine or "compiled"
    return [
        Contestant(
            "IDA* with Manhattan distance", "idastar", "manhattan", {"order": "DRLU"}, engine
        )
    ]


SUITES = {
    suite.name: suite
    for suite in (
        Suite("korf100", "Korf's hundred 15-puzzles by IDA* over pattern databases: 6-6-3 and the "
              "default, 7-7-1, or 7-8 if it is stored; every length is compared with the "
              "published one",
              100, 600.0, _korf, lambda settings: _patterns(settings, "6-6-3"), 100),
        Suite("manhattan", "IDA* with Manhattan on Korf's hundred, easiest first; every count is "
              "compared with column 6 of korf100.txt", 100, 600.0, _korf_by_ease,
              _in_korfs_order),
        Suite("both-ends", "A*, NBS, DVCBS, MM and EES with Manhattan on Korf's hundred, easiest "
              "first; optimal lengths are compared with the published ones",
              100, 3600.0, _korf_lengths_by_ease, _with_frontiers),
        Suite("random15", "uniformly random 15-puzzles: mean, median, percentiles and maximum",
              1000, 600.0, _random15, lambda settings: _patterns(settings, None), 1000),
        Suite("korf24", "Korf and Felner's fifty 24-puzzles by --optimal with all cores, easiest "
              "first; every length is compared with the published one",
              50, 600.0, _korf24_by_ease, _provers),
        Suite("antipodes", "the seventeen 15-puzzles that need 80 moves",
              17, 600.0, _antipodes, lambda settings: _patterns(settings, None)),
        Suite("classroom", "the notebook's table: one board, solved by every search",
              1, 120.0, _classic, _classroom),
        Suite("aima-table", "the textbook's table: nodes and effective branching factor by depth, "
              "next to the published figures; 100 boards per depth", 100, 60.0, _aima,
              _aima_contestants),
        Suite("engines", "Python against compiled engine: equal counters, relative times",
              8, 120.0, _engine_boards, _engines),
        Suite("peers", "other Python libraries and the plain textbook form on the same boards",
              10, 20.0, _peer_boards, _peers),
    )
}  # fmt: skip


def find_suite(name: str) -> Suite:
    """The suite of that name; raises UnknownName."""
    if name not in SUITES:
        raise unknown_name("suite", name, SUITES)
    return SUITES[name]
