"""A client's question, read and checked against the limits before any process is started."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from taquin.faces.web.process.limits import ServerLimits
from taquin.ground.errors import NotationError, OptionError, shown
from taquin.ground.heard import RefusalSentence
from taquin.ground.sentences import said
from taquin.ground.storage import nothing_stored
from taquin.heuristics.base import find_heuristic
from taquin.heuristics.patterns.heuristic import default_partition
from taquin.heuristics.patterns.relabelled import is_ready
from taquin.heuristics.patterns.store import is_stored
from taquin.heuristics.patterns.weighted import has_weighted, is_at_hand
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.search.monitor import Limits
from taquin.solving.question.data import board_data, request_data
from taquin.solving.question.reading import check_engine, read_puzzle, request_for
from taquin.solving.question.request import Engine
from taquin.teach.explain.explanation import read_subject

__all__ = ["JobRequest", "Kind", "Question", "Search", "read_question"]

Kind = Literal["solve", "compare", "trace", "explain"]


@dataclass(frozen=True)
class Search:
    """An algorithm, its heuristic and options, as a client names them."""

    algorithm: str | None = None
    heuristic: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    label: str | None = None


@dataclass(frozen=True)
class JobRequest:
    """A question as received: text and numbers, nothing parsed yet."""

    kind: Kind
    board: str
    goal: str | None = None
    size: str | None = None
    topology: str = "grid"
    metric: Metric = "stm"
    engine: Engine = "auto"
    searches: Sequence[Search] = (Search(),)
    time_limit: float | None = None
    node_limit: int | None = None
    cap: int = 20
    fresh: bool = False


@dataclass(frozen=True)
class Question:
    """A valid question: one task for every process that it needs, as plain data.

    keys: one for each task, equal for tasks with the same answer, however the board was written.
    fresh: whether cached answers are computed again.
    """

    kind: Kind
    tasks: list[dict[str, Any]]
    keys: list[str]
    fresh: bool = False


@nothing_stored()
def read_question(requested: JobRequest, limits: ServerLimits) -> Question:
    """Read and check everything. Raises NotationError, UnknownName, OptionError. O(cells).

    Nothing is built or stored; the choices are those of a job, which may not store tables either.
    """
    size = None if requested.size is None else parse_size(requested.size)
    # A board has far fewer; each is read in several ways, and nobody else is served meanwhile.
    _check_lines("board", requested.board, limits)
    if requested.goal is not None:
        _check_lines("goal", requested.goal, limits)
    if requested.kind == "explain":
        return _explanation(requested, size, limits)
    check_engine(requested.engine)
    board, puzzle = read_puzzle(
        requested.board,
        goal=requested.goal,
        size=size,
        topology=requested.topology,
        metric=requested.metric,
    )
    _check_size(board, limits)
    if not 1 <= len(requested.searches) <= limits.rows:
        raise OptionError(f"{len(requested.searches)} rows: expected 1 to {limits.rows}.")
    most = limits.traced_nodes if requested.kind == "trace" else limits.most_nodes
    time_limit = limits.time_limit if requested.time_limit is None else requested.time_limit
    node_limit = most if requested.node_limit is None else requested.node_limit
    _within("time_limit", time_limit, limits.longest_time)
    _within("node_limit", node_limit, most)
    _within("cap", requested.cap, limits.traced_cap)
    common: dict[str, Any] = {
        "do": "solve",
        "memory": limits.memory,
        "answer_moves": limits.answer_moves,
    }
    engine = requested.engine
    if requested.kind == "trace":
        engine = "python"
        common |= {"do": "trace", "cap": requested.cap, "trace_bytes": limits.trace_bytes}
    checked: set[str] = set()
    tasks = []
    for search in requested.searches:
        request = request_for(
            board,
            puzzle,
            algorithm=search.algorithm,
            heuristic=search.heuristic,
            options=search.options,
            engine=engine,
            limits=Limits(time=time_limit, expansions=node_limit),
            label=search.label,
            # Nobody asked for the time that the server allows.
            unhurried=requested.time_limit is None,
        )
        if request.heuristic is not None:
            _check_heuristic(request.heuristic, puzzle, checked)
        tasks.append(common | {"request": request_data(request)})
    return Question(requested.kind, tasks, list(map(_key, tasks)), requested.fresh)


def _explanation(
    requested: JobRequest, size: tuple[int, int] | None, limits: ServerLimits
) -> Question:
    subject = read_subject(
        requested.board,
        goal=requested.goal,
        size=size,
        topology=requested.topology,
        metric=requested.metric,
    )
    _check_size(subject.start, limits)
    task = {
        "do": "explain",
        "board": board_data(subject.start, subject.puzzle),
        "notation": subject.notation,
        "instance": None if subject.instance is None else subject.instance.name,
        "memory": limits.memory,
    }
    return Question(requested.kind, [task], [_key(task)])


def _key(task: Mapping[str, object]) -> str:
    text = json.dumps(task, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _check_lines(name: str, text: str, limits: ServerLimits) -> None:
    lines = len(text.splitlines()) + sum(map(text.count, "/\\|;"))
    if lines > limits.lines:
        raise NotationError(
            f"the text of the {name} has {lines:,} lines and row separators; "
            f"expected at most {limits.lines:,} on this server."
        )


def _check_size(board: Board, limits: ServerLimits) -> None:
    sides = board.width, board.height
    if not all(limits.smallest_side <= side <= limits.largest_side for side in sides):
        raise NotationError(
            said(
                RefusalSentence.SIDES,
                size=board.size,
                least=limits.smallest_side,
                most=limits.largest_side,
            )
        )


def _within(name: str, value: float, most: float) -> None:
    if not 0 <= value <= most:
        raise OptionError(f"{name}={shown(value)}: expected 0 to {most:g} on this server.")


def _check_heuristic(name: str, puzzle: Puzzle, checked: set[str]) -> None:
    """Only stored or small pattern databases: building others takes gigabytes."""
    if name in checked:
        return
    spec, arguments = find_heuristic(name)
    if spec.parts is not None:
        for part in spec.parts(arguments[0]):
            _check_heuristic(part, puzzle, checked)
    elif spec.name == "pdb":
        partition = arguments[0]
        # In this order: anything that is not a partition is refused before any symmetry is tried.
        if has_weighted(puzzle):
            if not is_at_hand(puzzle, partition):
                raise OptionError(
                    f"{shown(name)} has no tables of {puzzle.goal.size} with these costs on this "
                    "server; omit the heuristic, or ask the operator of the server to solve one "
                    f"such board with -a astar --heuristic {shown(name)}."
                )
        elif not is_stored(puzzle, partition) and partition != default_partition(puzzle):
            raise OptionError(
                said(
                    RefusalSentence.NOT_BUILT,
                    heuristic=shown(name),
                    size=puzzle.goal.size,
                    partition=shown(partition),
                )
            )
    elif spec.name == "relabelled" and not is_ready(puzzle):
        raise OptionError(said(RefusalSentence.NO_RELABELLED, size=puzzle.goal.size))
    checked.add(name)
