"""Reads a question, from whatever a face was given, into a `SearchRequest`."""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import TypeVar

from taquin.cluster.address import GivenCluster, check_cluster
from taquin.ground.cores import within_cores
from taquin.ground.errors import NotationError, OptionError, check_flag, check_text, quoted
from taquin.ground.grammar import counted
from taquin.ground.memory import available_bytes, resident_bytes
from taquin.ground.registry import Option, check_choice
from taquin.heuristics.base import FunctionName, canonical_name, find_heuristic
from taquin.heuristics.own import name_function
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.instances import Instance, instance
from taquin.puzzle.move import DIRECTIONS, check_order
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.rows import Rows, is_rows
from taquin.puzzle.size import check_fit
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, read_options
from taquin.search.monitor import Limits, Observer
from taquin.solving.plan.choice import DEFAULT_HEURISTIC
from taquin.solving.plan.planning import Terms, chosen_plan, planned
from taquin.solving.plan.stage import Plan, Stage
from taquin.solving.question.checkpoints import Checkpoints
from taquin.solving.question.request import ENGINES, Engine, GivenHeuristic, Progress, SearchRequest
from taquin.solving.question.row import named_search

__all__ = [
    "ORDER",
    "Given",
    "check_engine",
    "check_heuristic_is_used",
    "check_watchers",
    "read_limits",
    "read_puzzle",
    "read_request",
    "request_for",
]

# The option of every search; it belongs to the space, not to the algorithm.
ORDER = Option("order", DIRECTIONS, str)
# A board, an instance or its name, a board's text, its rows, or a NumPy array.
Given = Board | Instance | str | Rows
# Unless the caller sets a limit, a search stops before the machine begins to swap.
_MEMORY_SHARE = 0.85
# More than any search can use, and the most that fits a float and a kernel's 64 bits.
_ENOUGH = 1 << 62
N = TypeVar("N", int, float)


def read_request(
    board: Given,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
    algorithm: str | None = None,
    heuristic: GivenHeuristic | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    workers: int | None = None,
    optimal: bool = False,
    checkpoints: Checkpoints | None = None,
    cluster: GivenCluster | None = None,
) -> SearchRequest:
    """Read a question; for its parts see `taquin.solve`, which raises the same errors.

    >>> request = read_request("702853614", goal="first", options={"order": "DULR"})
    >>> request.algorithm, request.heuristic, request.order, request.options
    ('astar', 'manhattan', 'DULR', {})
    """
    start, puzzle = read_puzzle(
        board, goal=goal, size=size, topology=topology, metric=metric, costs=costs
    )
    return request_for(
        start,
        puzzle,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        engine=engine,
        limits=read_limits(time_limit, node_limit, memory_limit),
        workers=workers,
        optimal=optimal,
        checkpoints=checkpoints,
        cluster=cluster,
    )


def request_for(
    start: Board,
    puzzle: Puzzle,
    *,
    algorithm: str | None = None,
    heuristic: GivenHeuristic | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    limits: Limits | None = None,
    workers: int | None = None,
    label: str | None = None,
    optimal: bool = False,
    unhurried: bool = False,
    checkpoints: Checkpoints | None = None,
    cluster: GivenCluster | None = None,
) -> SearchRequest:
    """The request for a board that has been read: names in full, options as values.

    Where no algorithm is named, the best plan for the puzzle; see `best_means`, and `optimal_means`
    if the solution has to be optimal, however long that takes.
    workers: None for one, or all cores for a proof that may take hours.
    unhurried: the time limit only guards against accidents, so that no search takes it to the full.
    """
    if cluster is not None and workers not in (None, 1):
        raise OptionError(
            f"workers={quoted(workers)} sets threads here; a cluster has its own workers; "
            "give one of the two."
        )
    threads, fewer = within_cores(1 if workers is None else workers)
    chosen = None if cluster is None else check_cluster(cluster)
    check_engine(engine)
    check_flag("optimal", optimal)
    if optimal and algorithm is not None:
        raise OptionError(
            f"optimal and algorithm cannot be used together: optimal chooses the search, but "
            f"{quoted(algorithm)} was named."
        )
    limits = limits or read_limits(None, None, None)
    named = _named(puzzle, algorithm, heuristic, options, engine, limits, optimal)
    plan, order = _with_values(named)
    if order is not None:
        order = check_order(order, puzzle.topology.letters)
    terms = Terms(
        engine=engine,
        limits=limits,
        order=order,
        workers=None if workers is None else threads,
        lasting=checkpoints is not None or cluster is not None,
        spread=cluster is not None,
        optimal=optimal,
        unhurried=unhurried,
    )
    return SearchRequest(
        start=start,
        puzzle=puzzle,
        plan=planned(plan, puzzle, terms),
        order=order,
        engine=engine,
        limits=limits,
        workers=terms.workers,
        notes=() if fewer is None else (fewer,),
        label=label,
        checkpoints=checkpoints,
        cluster=chosen,
    )


def _named(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: GivenHeuristic | None,
    options: Mapping[str, object] | None,
    engine: Engine,
    limits: Limits,
    optimal: bool,
) -> Plan:
    """The search that was named, aliases replaced, or the best plan for the puzzle."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options={quoted(options)}: expected a dictionary of names and values.")
    algorithm, heuristic = named_search(algorithm, heuristic)
    if callable(heuristic):
        heuristic = name_function(heuristic)
    elif heuristic is not None:
        expected = "a name such as manhattan, or a function of the board"
        check_text("heuristic", heuristic, expected, OptionError)
        heuristic = canonical_name(heuristic)
    if algorithm is None:
        return chosen_plan(
            puzzle, heuristic, options or {}, engine=engine, limits=limits, optimal=optimal
        )
    spec = ALGORITHMS.get(algorithm)
    check_heuristic_is_used(spec, heuristic)
    if isinstance(heuristic, FunctionName) and spec.bidirectional:
        raise OptionError(
            f"{spec.name} also needs estimates of the distance to the start, but {heuristic} is a "
            "function of the board alone; declare it for any goal with @taquin.heuristic."
        )
    if spec.informed and heuristic is None:
        heuristic = DEFAULT_HEURISTIC
    return Plan((Stage(spec.name, heuristic, options or {}),))


def _with_values(plan: Plan) -> tuple[Plan, str | None]:
    """The plan with options as values, and the order of successors, which all stages share."""
    order, stages = None, []
    for stage in plan:
        if stage.heuristic is not None:
            find_heuristic(stage.heuristic)  # an unknown name is an error even without a search
        values = read_options(stage.spec, stage.options, ORDER)
        given = values.pop("order", None)
        order = given if stage is plan.main else order
        stages.append(replace(stage, options=values))
    return replace(plan, stages=tuple(stages)), order


def check_heuristic_is_used(spec: AlgorithmSpec, heuristic: str | None) -> None:
    """Raise OptionError if a heuristic is given to an algorithm that uses none."""
    if heuristic is not None and not spec.informed:
        raise OptionError(
            f"{spec.name} uses no heuristic, but {quoted(heuristic)} was given; leave "
            f"it out, or choose "
            f"one of {', '.join(s.name for s in ALGORITHMS if s.informed)}."
        )


def check_engine(engine: str) -> None:
    """Raise UnknownName unless it is the name of an engine."""
    check_choice("engine", engine, ENGINES)


def check_watchers(observer: Observer | None, progress: Progress | None) -> None:
    """Raise OptionError unless each is None or what a search can report to."""
    if observer is not None and not isinstance(observer, Observer):
        raise OptionError(f"observer={quoted(observer)}: expected a taquin.Observer.")
    if progress is not None and not callable(progress):
        raise OptionError(
            f"progress={quoted(progress)}: expected a function of the running search."
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
        memory = _most_memory(int(time.monotonic() * 10))
    return Limits(time=_capped(seconds), expansions=_capped(nodes), memory=_capped(memory))


@lru_cache(maxsize=1)
def _most_memory(tenth: int) -> int | None:
    """The memory limit if none is given, read ten times a second: a batch asks for every board."""
    available = available_bytes()
    return None if available is None else resident_bytes() + int(available * _MEMORY_SHARE)


def _capped(limit: N | None) -> N | None:
    return None if limit is None else min(limit, _ENOUGH)


def read_puzzle(
    board: Given,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
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
        boards = counted(len(board), "board")
        raise OptionError(
            f"a list of {boards}; expected one board. For several boards, use taquin.compare_many."
        )
    if not isinstance(board, Board) and (isinstance(board, str) or is_rows(board)):
        board = Board.parse(board, size=size)
    if not isinstance(board, Board):
        raise NotationError(
            f"{quoted(board)} is not a board; expected a Board, rows such as [[7, 0, "
            f"2], [8, 5, 3], "
            '[6, 1, 4]], a text such as "7 0 2/8 5 3/6 1 4", or the name of an instance.'
        )
    check_fit(size, board.width, board.height)
    return board, Puzzle.of(
        board, goal="last" if goal is None else goal, topology=topology, metric=metric, costs=costs
    )


def _is_board(part: object) -> bool:
    """Whether an element of a list is a complete board, not a row of one."""
    if isinstance(part, str):
        return "/" in part or is_instance_name(part)
    return isinstance(part, (Board, Instance))
