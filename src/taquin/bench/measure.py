"""Times one contestant on one board: in this process, by the bare kernel or in a new process."""

import random
import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

from taquin.bench.suite import Contestant, SuiteTask
from taquin.ground.cores import usable_cores
from taquin.ground.errors import MissingExtra, TaquinError
from taquin.ground.interpreters import spawning
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import random_walk
from taquin.solving.answers.result import Result
from taquin.solving.question.plugins import blame
from taquin.solving.solver import solve

__all__ = ["VERSION", "Row", "disagreements", "run_pair"]

VERSION = 1
Row = dict[str, Any]
# How long a new process may take for its imports, and to end after its time limit.
_START_SECONDS, _GRACE_SECONDS = 120.0, 10.0
_warmed: set[tuple[str, str | None, str]] = set()


def run_pair(task: SuiteTask, contestant: Contestant, suite: str, time_limit: float) -> Row:
    """Run one contestant on one board, timed by the wall clock; returns the row for the log."""
    row: Row = {
        "kind": "run",
        "version": VERSION,
        "suite": suite,
        "contestant": contestant.name,
        "against": contestant.against,
        "twin": contestant.twin,
        "instance": task.name,
        "group": task.group,
        "board": task.board,
        "goal": task.goal,
        "topology": task.topology,
        "metric": task.metric,
        **({} if task.costs is None else {"costs": list(task.costs)}),
        "solver": contestant.solver,
        "algorithm": contestant.algorithm,
        "heuristic": contestant.heuristic,
        "options": dict(contestant.options),
        "engine": contestant.engine,
        "time_limit": time_limit,
    }
    try:
        row |= (_in_new_process if contestant.alone else _answer)(task, contestant, time_limit)
    except MissingExtra as error:
        row |= _without_answer("missing", str(error))
    except TaquinError as error:
        row |= _without_answer("error", str(error))
    except (Exception, SystemExit) as error:
        place = blame(error)
        if place is None:
            raise
        row |= _without_answer("error", place)
    row["expected"] = dict(task.expected) | dict(task.by.get(contestant.name, {}))
    row["disagrees"] = disagreements(row)
    return row


def _without_answer(status: str, message: str = "", seconds: float = 0.0) -> Row:
    """The fields of a row without a result; status `limit` is a time-out."""
    return {
        "status": status,
        "limit": "time" if status == "limit" else None,
        "cost": None,
        "optimal": False,
        "lower_bound": None,
        "stats": {},
        "seconds": {"search": round(seconds, 6)},
        "cpu_seconds": None,
        "peak_memory_bytes": None,
        "message": message,
    }


def disagreements(row: Mapping[str, Any]) -> list[str]:
    """How a solved row differs from the known values, in words.

    An expected cost is the optimum, which a search that does not promise it may miss. Where a
    counter is expected too, the values are those of this very search, which may miss none.
    """
    if row["status"] != "solved":
        return []
    measured, expected = {**row["stats"], "cost": row["cost"]}, row["expected"]
    own, wrong = expected.keys() > {"cost"}, []
    for name, value in expected.items():
        exact = name != "cost" or own or row["optimal"] or measured["cost"] < value
        if exact and measured.get(name, value) != value:
            wrong.append(f"{name} {measured[name]}, expected {value}")
    return wrong


def _answer(task: SuiteTask, contestant: Contestant, time_limit: float) -> Row:
    if contestant.solver == "taquin":
        return _by_taquin(task, contestant, time_limit)
    return _by_peer(task, contestant)


def _by_taquin(task: SuiteTask, contestant: Contestant, time_limit: float) -> Row:
    warm: Mapping[str, float] = {}
    if contestant.proving or (contestant.heuristic or "").startswith("pdb:"):
        warm = _warm_up(task, contestant)
    began = time.process_time()
    result = _solve(task, contestant, time_limit)
    cpu = time.process_time() - began
    _pass_on_interrupt(result)
    factor = result.effective_branching_factor
    return {
        "engine": result.engine,
        "status": str(result.status),
        "limit": result.limit,
        "cost": result.cost,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "stats": result.stats.as_dict() | {"effective_branching_factor": factor},
        "seconds": _rounded(
            {name: value + warm.get(name, 0.0) for name, value in result.seconds.items()}
        ),
        "cpu_seconds": round(cpu, 6),
        "peak_memory_bytes": result.peak_memory_bytes,
    }


def _solve(task: SuiteTask, contestant: Contestant, time_limit: float | None) -> Result:
    return solve(
        Board.parse(task.board, size=_side(task.board)),
        goal=task.goal,
        topology=task.topology,
        metric=task.metric,
        costs=task.costs,
        algorithm=None if contestant.proving else contestant.algorithm,
        heuristic=contestant.heuristic,
        options=contestant.options,
        workers=usable_cores() if contestant.proving else 1,
        optimal=contestant.proving,
        engine=contestant.engine,  # type: ignore[arg-type]
        time_limit=time_limit,
    )


def _side(text: str) -> tuple[int, int]:
    rows = text.split("/")
    return len(rows[0].split()), len(rows)


def _rounded(seconds: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in seconds.items()}


def _pass_on_interrupt(result: Result) -> None:
    if result.limit == "interrupt":
        raise KeyboardInterrupt


def _warm_up(task: SuiteTask, contestant: Contestant) -> dict[str, float]:
    """Open tables and load compiled code, once per process, before anything is timed.

    Returns the seconds of each; searching a board near the goal counts as loading. Raises
    KeyboardInterrupt if Ctrl-C ended it.
    """
    key = (contestant.name, contestant.heuristic, task.goal)
    if key in _warmed:
        return {}
    began = time.perf_counter()
    goal = Board.parse(task.goal, size=_side(task.goal))
    near = random_walk(Puzzle.of(goal, goal=goal), 40, random.Random(1))
    result = _solve(SuiteTask("warm-up", near.text, task.goal), contestant, None)
    _pass_on_interrupt(result)
    _warmed.add(key)
    tables = result.seconds["tables"]
    return {"compile": time.perf_counter() - began - tables, "tables": tables}


def _by_peer(
    task: SuiteTask, contestant: Contestant, *, ready: Callable[[], None] = lambda: None
) -> Row:
    from taquin.bench.peers import find_peer

    start, goal = (Board.parse(text, size=_side(text)) for text in (task.board, task.goal))
    call = find_peer(contestant.solver, start, goal, contestant.algorithm)
    ready()
    cpu, began = time.process_time(), time.perf_counter()
    cost = call()
    return {
        "engine": "python",
        "status": "solved",
        "limit": None,
        "cost": cost,
        # As the algorithm promises; if the optimum is known, the row is compared with it.
        "optimal": True,
        "lower_bound": None,
        "stats": {},
        "seconds": _rounded({"search": time.perf_counter() - began}),
        "cpu_seconds": round(time.process_time() - cpu, 6),
        "peak_memory_bytes": None,
    }


def _in_new_process(task: SuiteTask, contestant: Contestant, time_limit: float) -> Row:
    """Run in a fresh process that can be killed: not every library supports a time limit.

    The clock starts when the process has finished its imports.
    """
    context = spawning()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_child, args=(sender, task, contestant, time_limit), daemon=True
    )
    process.start()
    sender.close()
    grace = _GRACE_SECONDS if contestant.solver == "taquin" else 0.0
    try:
        if not receiver.poll(_START_SECONDS):
            return _without_answer("error", f"not ready after {_START_SECONDS:.0f} s")
        if (first := receiver.recv()) != "ready":
            return dict(first)
        if not receiver.poll(time_limit + grace):
            return _without_answer("limit", seconds=time_limit)
        return dict(receiver.recv())
    except EOFError:
        return _without_answer("error", "its process ended without an answer")
    finally:
        process.kill()
        process.join()
        receiver.close()


def _child(answer: Connection, task: SuiteTask, contestant: Contestant, time_limit: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        if contestant.solver == "taquin":
            _warm_up(task, contestant)
            answer.send("ready")
            answer.send(_by_taquin(task, contestant, time_limit))
        else:
            answer.send(_by_peer(task, contestant, ready=lambda: answer.send("ready")))
    except MissingExtra as error:
        answer.send(_without_answer("missing", str(error)))
    except Exception as error:  # any error of another library is a result
        answer.send(_without_answer("error", f"{type(error).__name__}: {error}"))
