"""solve(): connects boards, searches and engines."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Real
from typing import TypeVar

from taquin.ground.cores import within_cores
from taquin.ground.declaration import is_ours, located
from taquin.ground.errors import (
    ContractError,
    NotationError,
    OptionError,
    TaquinError,
    check_text,
    quoted,
)
from taquin.ground.memory import available_bytes, resident_bytes
from taquin.ground.registry import Option, unknown_name
from taquin.heuristics.base import FunctionName, canonical_name, find_heuristic, is_foreign
from taquin.heuristics.own import name_function
from taquin.puzzle.board import Board
from taquin.puzzle.instances import Instance, instance
from taquin.puzzle.move import DIRECTIONS, check_order
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.rows import Rows, is_rows
from taquin.puzzle.size import check_fit
from taquin.puzzle.solvability import Verdict
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, read_options
from taquin.search.monitor import Limits, Observer
from taquin.search.result import Stats, Status
from taquin.solving.choice import Choice, best_means, default_heuristic, rough_search
from taquin.solving.engine import search
from taquin.solving.record import Failure
from taquin.solving.request import ENGINES, Engine, Heuristic, Progress, Request, Searched
from taquin.solving.result import Result
from taquin.solving.rivals import cheaper, share

__all__ = [
    "ENGINES",
    "ORDER",
    "Engine",
    "Given",
    "Heuristic",
    "Progress",
    "check_choice",
    "check_means",
    "choose",
    "failed",
    "read_limits",
    "read_task",
    "solve",
    "solve_puzzle",
]

ORDER = Option("order", DIRECTIONS, str)
# A board, an instance or its name, a board's text, its rows, or a NumPy array.
Given = Board | Instance | str | Rows
# Unless the caller sets a limit, a search stops before the machine begins to swap.
_MEMORY_SHARE = 0.85
# More than any search can use, and the most that fits a float and a kernel's 64 bits.
_ENOUGH = 1 << 62
N = TypeVar("N", int, float)


def read_task(
    board: Given,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
) -> tuple[Board, Puzzle]:
    """The start and the puzzle: from a board, its text, or the name of an instance.

    An instance has its own goal; otherwise the goal is `last` unless one is given.
    """
    for name, text in (("topology", topology), ("metric", metric)):
        check_text(name, text, "a name", OptionError)
    if is_rows(goal):
        goal = Board.of_rows(goal)  # type: ignore[arg-type]
    if goal is not None and not isinstance(goal, Board):
        check_text("goal", goal, "a Board, its text, or a name such as last", OptionError)
    if isinstance(board, str) and is_instance_name(board):
        board = instance(board)
    if isinstance(board, Instance):
        goal = board.goal if goal is None else goal
        board = board.board
    if isinstance(board, (list, tuple)) and any(map(_is_board, board)):
        boards = "1 board" if len(board) == 1 else f"{len(board)} boards"
        raise OptionError(
            f"a list of {boards}; expected one board. For several boards, use taquin.compare_many."
        )
    if not isinstance(board, Board) and (isinstance(board, str) or is_rows(board)):
        board = Board.parse(board, size=size)
    if not isinstance(board, Board):
        raise NotationError(
            f"{board!r} is not a board; expected a Board, rows such as [[7, 0, 2], [8, 5, 3], "
            '[6, 1, 4]], a text such as "7 0 2/8 5 3/6 1 4", or the name of an instance.'
        )
    check_fit(size, board.width, board.height)
    return board, Puzzle.of(
        board, goal="last" if goal is None else goal, topology=topology, metric=metric
    )


def _is_board(part: object) -> bool:
    """Whether an element of a list is a complete board, not a row of one."""
    if isinstance(part, str):
        return "/" in part or is_instance_name(part)
    return isinstance(part, (Board, Instance))


def solve(
    board: Given,
    *,
    goal: Board | str | None = None,
    algorithm: str | None = None,
    heuristic: Heuristic | None = None,
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
    """Solve one board; without `algorithm`, optimally by the best method for its size.

    board: a Board, its rows, a NumPy array, its text in any notation, or the name of an instance
    (``korf100:1``). heuristic: a name, or a function of the board, ``f(board) -> int``, which
    claims nothing and so proves nothing.
    options: of the algorithm, plus ``order``, the successor order in tile letters.
    time_limit in seconds of search (after any compiling and loading of pattern databases),
    node_limit in expansions, memory_limit in bytes of the whole process; reaching one is an outcome
    (status limit), not an error, and so is Ctrl-C. workers: threads, at most one per usable core; a
    note reports if fewer are used than requested.
    Raises NotationError, UnknownName or OptionError if the arguments describe no search; an
    unsolvable board is an outcome, found before any search.

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
        limits=read_limits(time_limit, node_limit, memory_limit),
        workers=workers,
        observer=observer,
        progress=progress,
    )


def read_limits(seconds: float | None, nodes: int | None, memory: int | None) -> Limits:
    """The limits of a search, checked; memory in bytes, by default most of what is available."""
    for name, value in (("time", seconds), ("node", nodes), ("memory", memory)):
        number = isinstance(value, Real) and not isinstance(value, bool)
        if value is not None and not (number and value >= 0):
            raise OptionError(f"{name} limit {quoted(value)}: expected a number, 0 or more.")
    if nodes is not None and nodes % 1:
        raise OptionError(f"node limit {quoted(nodes)}: expected a whole number, 0 or more.")
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
    heuristic: Heuristic | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    limits: Limits | None = None,
    workers: int = 1,
    observer: Observer | None = None,
    progress: Progress | None = None,
) -> Result:
    """`solve` for a board and a puzzle that have been read already."""
    workers, fewer = within_cores(workers)
    if observer is not None and not isinstance(observer, Observer):
        raise OptionError(f"observer={observer!r:.60}: expected a taquin.Observer.")
    check_means(engine, progress)
    choice = choose(puzzle, algorithm, heuristic, options)
    if algorithm is None and engine == "compiled" and choice.rival is not None:
        choice = choice.rival
    job = _SearchJob(start, puzzle, engine, workers, fewer, observer, progress)
    limits = limits or read_limits(None, None, None)
    result = _answer(job, choice, limits)
    # An observer sees a single search.
    if choice.rival is None or observer is not None or not result.solved or result.optimal:
        return result
    return cheaper(result, _answer(job, choice.rival, share(limits, result, choice.rival)))


def check_means(engine: str, progress: Progress | None) -> None:
    """Raise UnknownName for an unknown engine, OptionError if `progress` is not a function."""
    if engine not in ENGINES:
        raise unknown_name("engine", engine, ENGINES)
    if progress is not None and not callable(progress):
        raise OptionError(f"progress={progress!r:.60}: expected a function of the running search.")


@dataclass(frozen=True, slots=True)
class _SearchJob:
    """The settings shared by all searches for one answer."""

    start: Board
    puzzle: Puzzle
    engine: Engine
    workers: int
    fewer: str | None
    observer: Observer | None
    progress: Progress | None


def _answer(job: _SearchJob, choice: Choice, limits: Limits) -> Result:
    """The result of one algorithm."""
    start, puzzle = job.start, job.puzzle
    spec = ALGORITHMS.get(choice.algorithm)
    settings = check_choice(choice)
    verdict = puzzle.judge(start)
    draft = _draft(start, puzzle, choice, settings, verdict)
    if not verdict.solvable:
        return _without_functions(draft)
    searched = search(
        Request(
            spec=spec,
            heuristic=choice.heuristic,
            start=start,
            puzzle=puzzle,
            settings=settings,
            limits=limits,
            observer=job.observer,
            progress=job.progress,
            workers=job.workers,
        ),
        job.engine,
    )
    applies = choice.note is not None and searched.found.moves and not searched.found.optimal
    notes = tuple(note for note in (job.fewer, choice.note if applies else None) if note)
    return _without_functions(_finished(draft, searched, notes))


def _draft(
    start: Board,
    puzzle: Puzzle,
    choice: Choice,
    settings: Mapping[str, object],
    verdict: Verdict,
) -> Result:
    """The result before any search."""
    return Result(
        board=start,
        puzzle=puzzle,
        algorithm=choice.algorithm,
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


def _without_functions(result: Result) -> Result:
    """The result with its heuristic as a plain string, without the user's function."""
    return result if result.heuristic is None else replace(result, heuristic=str(result.heuristic))


def failed(
    start: Board, puzzle: Puzzle, choice: Choice, engine: str, seconds: float, why: Failure | str
) -> Result:
    """The result of a search that returned none: its error, or the limit that stopped it."""
    draft = _draft(start, puzzle, choice, check_choice(choice), puzzle.judge(start))
    limited = isinstance(why, str)
    return replace(
        _without_functions(draft),
        engine=engine,
        status=Status.LIMIT if limited else Status.ERROR,
        limit=why if isinstance(why, str) else None,
        lower_bound=0 if limited else None,
        seconds={**draft.seconds, "search": seconds},
        error=None if isinstance(why, str) else why,
    )


def check_choice(choice: Choice) -> dict[str, object]:
    """The options, parsed; raises for names, options and values that are wrong for every board."""
    if choice.heuristic is not None:
        find_heuristic(choice.heuristic)  # an unknown name is an error even without a search
    return _settings(ALGORITHMS.get(choice.algorithm), choice.options)


def choose(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: Heuristic | None,
    options: Mapping[str, object] | None,
) -> Choice:
    """The search that `solve` would run: the given names, and the best choice for the others.

    Aliases are replaced by the names that results carry.
    """
    if not isinstance(options or {}, Mapping):
        raise OptionError(f"options={options!r:.60}: expected a dictionary of names and values.")
    if callable(heuristic):
        heuristic = name_function(heuristic)
    elif heuristic is not None:
        expected = "a name such as manhattan, or a function of the board"
        check_text("heuristic", heuristic, expected, OptionError)
        heuristic = canonical_name(heuristic)
    if algorithm is None:
        choice, given = best_means(puzzle), dict(options or {})
        if choice.algorithm == "rows" and (heuristic is not None or given.keys() - {"order"}):
            choice = rough_search(puzzle)  # rows accepts neither heuristic nor options
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
            f"{spec.name} uses no heuristic, but {heuristic!r} was given; omit it, or choose "
            f"one of {', '.join(s.name for s in ALGORITHMS if s.informed)}."
        )
    if isinstance(heuristic, FunctionName) and spec.bidirectional:
        raise OptionError(
            f"{spec.name} also needs estimates of the distance to the start, but {heuristic} is a "
            "function of the board alone; declare it for any goal with @taquin.heuristic."
        )
    if spec.informed and heuristic is None:
        heuristic = default_heuristic(puzzle)
    return Choice(spec.name, heuristic, dict(options or {}))


def _settings(spec: AlgorithmSpec, given: Mapping[str, object]) -> dict[str, object]:
    settings = read_options(spec, given, ORDER)
    if "order" in settings:
        settings["order"] = check_order(str(settings["order"]))
    return settings


def _finished(draft: Result, searched: Searched, notes: tuple[str, ...]) -> Result:
    found = searched.found
    moves = None if found.moves is None else "".join(found.moves)
    if moves is not None and found.cost is not None:
        _replay(draft, moves, found.cost, len(found.moves or ()))
    if found.status is Status.UNSOLVABLE:
        raise _broken(
            draft,
            f"found no solution for {draft.board}, which is solvable. It is declared "
            "complete=True, so returning None claims that no solution exists; declare "
            "complete=False, or set monitor.incomplete = True where it prunes.",
        )
    lower_bound, notes = found.lower_bound, (*notes, *searched.notes)
    if draft.heuristic is not None and lower_bound is not None:
        if find_heuristic(draft.heuristic)[0].admissible:
            lower_bound = max(lower_bound, searched.root_h or 0)
        else:
            lower_bound = 0
            words = "is not declared admissible: it proves no bound and no optimality."
            notes = (*notes, f"{draft.heuristic} {words}")
    claimed = max(lower_bound or 0, found.refuted_bound or 0)
    declared = draft.heuristic is None or find_heuristic(draft.heuristic)[0].admissible
    if declared and found.cost is not None and claimed > found.cost:
        # A promise was broken: the result must not contain anything derived from it.
        words = f"its lower bound {claimed} exceeds the cost {found.cost} of a solution"
        notes = (
            *notes,
            f"{draft.heuristic or draft.algorithm} breaks its declared promise: {words}; see "
            "`taquin check`.",
        )
        lower_bound = 0
    proved = found.cost is not None and lower_bound == found.cost
    if proved and draft.heuristic is not None and is_foreign(draft.heuristic):
        words = "is admissible, as it declares; `taquin check` tests that."
        notes = (*notes, f"The proof of optimality holds if {draft.heuristic} {words}")
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
    """Replay a solution on the board before it is returned."""
    try:
        last, replayed = draft.puzzle.follow(draft.board, moves)
    except TaquinError as error:
        raise _broken(draft, f"returned {moves!r:.60} for {draft.board}: {error}") from error
    if draft.metric == "mtm":
        replayed = pushes
    if last != draft.puzzle.goal:
        raise _broken(
            draft,
            f"returned the moves {moves or '(none)'} for {draft.board}, which lead to {last}; "
            f"expected the goal {draft.puzzle.goal}.",
        )
    if replayed != cost:
        raise _broken(
            draft,
            f"returned moves for {draft.board} and cost {cost}, but these moves cost {replayed}; "
            "expected the goal's Node with g equal to the cost of its path.",
        )


def _broken(draft: Result, words: str) -> TaquinError:
    """The error for a broken promise: a bug in taquin, or a mistake in a user's algorithm."""
    search = ALGORITHMS.get(draft.algorithm).search
    words = f"{located(f'algorithm {draft.algorithm}', search)} {words}"
    return ContractError(words) if is_ours(search) else OptionError(words)
