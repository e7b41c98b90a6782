"""solve() and compare(): the only place where boards, searches and engines meet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import TypeVar

from taquin.choice import Choice, best_means, default_heuristic, rough_search
from taquin.cores import within_cores
from taquin.engines import ENGINES, Engine, Progress, Request, Searched, search
from taquin.errors import ContractError, NotationError, OptionError, TaquinError, check_text
from taquin.heuristics.base import find_heuristic
from taquin.memory import available_bytes, resident_bytes
from taquin.puzzle.board import Board
from taquin.puzzle.instances import Instance, instance
from taquin.puzzle.move import DIRECTIONS, check_order
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.size import check_fit
from taquin.registry import Option, parse_options, unknown_name
from taquin.result import Result
from taquin.rivals import cheaper, share
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec
from taquin.search.monitor import Limits, Observer
from taquin.search.result import Stats, Status

__all__ = [
    "ENGINES",
    "ORDER",
    "Engine",
    "Given",
    "Progress",
    "Row",
    "choose",
    "compare",
    "read_task",
    "solve",
]

ORDER = Option("order", DIRECTIONS, str)
# A board, an instance or its name, a board's text, or its rows.
Given = Board | Instance | str | Sequence[Sequence[int]]
# Without a limit of the caller's, a search stops before the machine begins to swap.
_MEMORY_SHARE = 0.85
# More than any search can use; what is larger fits neither a float nor a kernel's 64 bits.
_ENOUGH = 1 << 62
_DEEPEST = 10**9
N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a comparison: an algorithm with its heuristic and options."""

    algorithm: str
    heuristic: str | None = None
    options: Mapping[str, object] | None = None
    label: str | None = None


def read_task(
    board: Given,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
) -> tuple[Board, Puzzle]:
    """The start and the puzzle: from a board, its text, or the name of an instance.

    An instance brings its own goal; otherwise the goal is `last` unless one is given.
    """
    for name, text in (("topology", topology), ("metric", metric)):
        check_text(name, text, "a name", OptionError)
    if goal is not None and not isinstance(goal, Board):
        check_text("goal", goal, "a Board, its text, or a name such as last", OptionError)
    if isinstance(board, str) and is_instance_name(board):
        board = instance(board)
    if isinstance(board, Instance):
        goal = board.goal if goal is None else goal
        board = board.board
    if isinstance(board, (list, tuple)):
        board = str(list(board))
    if isinstance(board, str):
        board = Board.parse(board, size=size)
    if not isinstance(board, Board):
        raise NotationError(
            f"{board!r} is not a board; expected a Board, rows such as [[7, 0, 2], [8, 5, 3], "
            '[6, 1, 4]], a text such as "7 0 2/8 5 3/6 1 4", or the name of an instance.'
        )
    check_fit(size, board.width, board.height)
    return board, Puzzle.of(
        board, goal="last" if goal is None else goal, board_type=topology, metric=metric
    )


def solve(
    board: Given,
    *,
    goal: Board | str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    metric: Metric = "stm",
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    workers: int = 1,
    observer: Observer | None = None,
    progress: Progress | None = None,
) -> Result:
    """Solve one board; without `algorithm`, optimally by the best means for its size.

    board: a Board, its rows, its text in any notation, or the name of an instance (``korf100:1``).
    options: of the algorithm, plus ``order``, the successor order in tile letters.
    time_limit in seconds of search (compiling and pattern databases, once, come before), node_limit
    in expansions, memory_limit in bytes of the whole process; reaching one is an outcome (status
    limit), not an error. Ctrl-C likewise. workers: threads, at most one for each usable core; a
    note says where fewer are used than were asked for.
    Raises NotationError, UnknownName, OptionError for what cannot be searched; an unsolvable
    board is an outcome, found before any search.

    >>> result = solve("702853614", goal="first", algorithm="astar", heuristic="manhattan")
    >>> result.cost, result.optimal, result.moves[:5]
    (27, True, 'ULDRU')
    """
    start, puzzle = read_task(board, goal=goal, size=size, topology=topology, metric=metric)
    return solve_puzzle(
        start,
        puzzle,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        engine=engine,
        limits=_limits(time_limit, node_limit, memory_limit),
        workers=workers,
        observer=observer,
        progress=progress,
    )


def _limits(seconds: float | None, nodes: int | None, memory: int | None) -> Limits:
    for name, value in (("time", seconds), ("node", nodes), ("memory", memory)):
        if value is not None and not (isinstance(value, Real) and value >= 0):
            raise OptionError(f"{name} limit {value!r:.60}: expected a number, 0 or more.")
    if nodes is not None and (isinstance(nodes, bool) or nodes % 1):
        raise OptionError(f"node limit {nodes!r:.60}: expected a whole number, 0 or more.")
    if memory is None:
        available = available_bytes()
        memory = None if available is None else resident_bytes() + int(available * _MEMORY_SHARE)
    return Limits(time=_capped(seconds), expansions=_capped(nodes), memory=_capped(memory))


def _capped(limit: N | None) -> N | None:
    return None if limit is None else min(limit, _ENOUGH)


def solve_puzzle(
    start: Board,
    puzzle: Puzzle,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    limits: Limits | None = None,
    workers: int = 1,
    observer: Observer | None = None,
    progress: Progress | None = None,
) -> Result:
    """`solve` for a board and puzzle already read."""
    if engine not in ENGINES:
        raise unknown_name("engine", engine, ENGINES)
    workers, fewer = within_cores(workers)
    if heuristic is not None:
        check_text("heuristic", heuristic, "a name such as manhattan", OptionError)
    if not isinstance(options or {}, Mapping):
        raise OptionError(f"options={options!r:.60}: expected a dictionary of names and values.")
    if observer is not None and not isinstance(observer, Observer):
        raise OptionError(f"observer={observer!r:.60}: expected a taquin.Observer.")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress={progress!r:.60}: expected a function of the running search.")
    choice = choose(puzzle, algorithm, heuristic, options)
    if algorithm is None and engine == "compiled" and choice.rival is not None:
        choice = choice.rival
    ask = _Ask(start, puzzle, engine, workers, fewer, observer, progress)
    limits = limits or _limits(None, None, None)
    result = _answer(ask, choice, limits)
    # What is watched is one search.
    if choice.rival is None or observer is not None or not result.solved or result.optimal:
        return result
    return cheaper(result, _answer(ask, choice.rival, share(limits, result, choice.rival)))


@dataclass(frozen=True, slots=True)
class _Ask:
    """What is asked of every search for an answer."""

    start: Board
    puzzle: Puzzle
    engine: Engine
    workers: int
    fewer: str | None
    observer: Observer | None
    progress: Progress | None


def _answer(ask: _Ask, choice: Choice, limits: Limits) -> Result:
    """The answer of one algorithm."""
    start, puzzle = ask.start, ask.puzzle
    spec = ALGORITHMS.get(choice.algorithm)
    settings = _settings(spec, choice.options)
    verdict = puzzle.judge(start)
    draft = Result(
        board=start,
        puzzle=puzzle,
        algorithm=spec.name,
        heuristic=choice.heuristic,
        options=settings,
        engine="python",
        status=Status.UNSOLVABLE,
        limit=None,
        moves=None,
        cost=None,
        lower_bound=None,
        stats=Stats(),
        seconds={"compile": 0.0, "tables": 0.0, "search": 0.0},
        peak_memory_bytes=resident_bytes(),
        reason=verdict.reason,
        swap=verdict.swap,
    )
    if choice.heuristic is not None:
        find_heuristic(choice.heuristic)  # an unknown name is told even if nothing is searched
    if not verdict.solvable:
        return draft
    searched = search(
        Request(
            spec=spec,
            heuristic=choice.heuristic,
            start=start,
            puzzle=puzzle,
            settings=settings,
            limits=limits,
            observer=ask.observer,
            progress=ask.progress,
            workers=ask.workers,
        ),
        ask.engine,
    )
    told = choice.note is not None and searched.found.moves and not searched.found.optimal
    notes = tuple(note for note in (ask.fewer, choice.note if told else None) if note)
    return _finished(draft, searched, notes)


def choose(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    options: Mapping[str, object] | None,
) -> Choice:
    """The search that `solve` would run: what is named, and the best means in the gaps."""
    if algorithm is None:
        choice, given = best_means(puzzle), dict(options or {})
        if choice.algorithm == "rows" and (heuristic is not None or given.keys() - {"order"}):
            choice = rough_search(puzzle)  # which knows heuristics and options
        rival = choice.rival and replace(choice.rival, options={**choice.rival.options, **given})
        return replace(
            choice,
            heuristic=choice.heuristic if heuristic is None else heuristic,
            options={**choice.options, **given},
            rival=rival,
        )
    spec = ALGORITHMS.get(algorithm)
    if heuristic is not None and not spec.informed:
        raise OptionError(
            f"{algorithm} uses no heuristic, but {heuristic!r} was given; leave it out, or choose "
            f"one of {', '.join(s.name for s in ALGORITHMS if s.informed)}."
        )
    if spec.informed and heuristic is None:
        heuristic = default_heuristic(puzzle)
    return Choice(algorithm, heuristic, dict(options or {}))


def _settings(spec: AlgorithmSpec, given: Mapping[str, object]) -> dict[str, object]:
    settings = parse_options(spec.name, {**spec.options, "order": ORDER}, given)
    if "order" in settings:
        settings["order"] = check_order(str(settings["order"]))
    depth = settings.get("depth")
    if isinstance(depth, int) and not 0 <= depth <= _DEEPEST:
        raise OptionError(f"depth={depth!r:.30}: expected 0 or more, up to {_DEEPEST:,}.")
    return settings


def _finished(draft: Result, searched: Searched, notes: tuple[str, ...]) -> Result:
    found = searched.found
    moves = None if found.moves is None else "".join(found.moves)
    if moves is not None and found.cost is not None:
        _replay(draft, moves, found.cost, len(found.moves or ()))
    if found.status is Status.UNSOLVABLE:
        raise _broken(
            draft, f"{draft.algorithm} found no solution of {draft.board}, which is solvable."
        )
    lower_bound, notes = found.lower_bound, (*notes, *searched.notes)
    if draft.heuristic is not None and lower_bound is not None:
        if find_heuristic(draft.heuristic)[0].admissible:
            lower_bound = max(lower_bound, searched.root_h or 0)
        else:
            lower_bound = 0
            words = "is not admissible: it proves no bound and no optimality."
            notes = (*notes, f"{draft.heuristic} {words}")
    if found.cost is not None and lower_bound is not None and lower_bound > found.cost:
        # A promise was broken: nothing that follows from it may be shown.
        words = f"the bound {lower_bound} it gives exceeds a solution of {found.cost}"
        notes = (
            *notes,
            f"{draft.heuristic or draft.algorithm} is not what it declares: {words}; see "
            "`taquin check`.",
        )
        lower_bound = 0
    closest = None
    if found.closest is not None and moves is None:
        closest = (draft.puzzle.decode(found.closest[0]), found.closest[1])  # type: ignore[arg-type]
    return replace(
        draft,
        engine=searched.engine,
        status=found.status,
        limit=found.limit,
        moves=moves,
        solution=found.moves or (),
        cost=found.cost,
        lower_bound=lower_bound,
        stats=found.stats,
        seconds=searched.seconds,
        peak_memory_bytes=searched.peak_memory,
        notes=notes,
        closest=closest,
    )


def _replay(draft: Result, moves: str, cost: int, pushes: int) -> None:
    """Every solution is played on the board before it is returned."""
    last, replayed = draft.puzzle.follow(draft.board, moves)
    if draft.metric == "mtm":
        replayed = pushes
    if last != draft.puzzle.goal or replayed != cost:
        raise _broken(
            draft,
            f"{draft.algorithm} returned {moves} at cost {cost} for {draft.board}, which leads to "
            f"{last} at cost {replayed}; expected to arrive at {draft.puzzle.goal}.",
        )


def _broken(draft: Result, words: str) -> TaquinError:
    """A broken promise: a defect of taquin, or a mistake in somebody's own algorithm."""
    ours = ALGORITHMS.get(draft.algorithm).search.__module__.startswith("taquin.")
    return ContractError(words) if ours else OptionError(words)


def compare(
    board: Given,
    rows: Iterable[Row | str] | None = None,
    *,
    goal: Board | str | None = None,
    metric: Metric = "stm",
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    engine: Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    on_row: Callable[[int, Row, Result | None], None] | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """The same board by several algorithms, one Result a row; limits hold for each row alone.

    rows: Row objects or names of algorithms, at least one; None is the classroom suite. on_row is
    told before (with None) and after each row.

    >>> for result in compare("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"]):
    ...     print(result.algorithm, result.cost, result.stats.expanded)
    bfs 2 9
    idastar 2 2
    """
    from taquin.classroom import CLASSROOM

    start, puzzle = read_task(board, goal=goal, size=size, topology=topology, metric=metric)
    chosen = _rows(CLASSROOM if rows is None else rows)
    results: list[Result] = []
    for number, row in enumerate(chosen):
        if on_row is not None:
            on_row(number, row, None)
        result = solve_puzzle(
            start,
            puzzle,
            algorithm=row.algorithm,
            heuristic=row.heuristic,
            options=row.options,
            engine=engine,
            limits=_limits(time_limit, node_limit, memory_limit),
            progress=progress,
        )
        results.append(replace(result, label=row.label))
        if on_row is not None:
            on_row(number, row, results[-1])
        if result.limit == "interrupt":
            break
    return results


def _rows(given: Iterable[Row | str]) -> list[Row]:
    """The rows of a comparison, their algorithms known; OptionError for what is none."""
    listed = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if not listed or not all(isinstance(row, (Row, str)) for row in listed):
        raise OptionError(
            f"rows={listed or given!r:.60}: expected Row objects or names of algorithms, at least "
            "one, as in ['bfs', 'astar']."
        )
    rows = [Row(row) if isinstance(row, str) else row for row in listed]
    for row in rows:
        ALGORITHMS.get(row.algorithm)
    return rows
