"""The work of a job process: one search, trace or explanation, reported in lines of JSON."""

import array
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import TextIOBase
from pathlib import Path
from typing import Any, TextIO, cast

from taquin.faces.web.process.moves import shortened
from taquin.faces.web.process.refusals import visible
from taquin.faces.web.process.share import within_share
from taquin.ground.announce import announcing
from taquin.ground.declaration import is_ours
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import nothing_stored
from taquin.heuristics.base import HEURISTICS, is_foreign
from taquin.puzzle.instances import instance
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Limits, Stop
from taquin.solving.answers.result import Result
from taquin.solving.question.data import board_of, request_of
from taquin.solving.question.request import SearchRequest
from taquin.solving.runner import answer
from taquin.solving.shown.reporter import Reporter
from taquin.teach.explain.explanation import Explanation, Subject, explain_subject
from taquin.teach.trace.writer import TraceWriter

__all__ = ["run_job"]

_FILES = {"trace", "places", "moves"}
Say = Callable[[Mapping[str, object]], None]
Work = Mapping[str, Any]


def run_job(task: Work, said: int, log: Callable[[str], None], told: int | None = None) -> None:
    """Do `task` and write its output to the pipe `said`; nothing else is written or stored.

    Kinds of lines: notice (text for the waiting user), progress, result, failed. A task names what
    to `do` (solve, trace, explain) and carries the question as it was read, as data, its limits
    and `every`, the seconds between two reports of progress.
    told: a pipe with lines of JSON, each with the `seconds` that the search may take from now on.
    log: receives messages that visitors must not see. An error of which they see less than its
    text is raised again, for the log.
    """

    def say(line: Mapping[str, object]) -> None:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        while text:
            text = text[os.write(said, text) :]

    do = {"solve": _solve, "trace": _trace, "explain": _explain}[task["do"]]
    most = resident_bytes() + int(task["memory"])
    try:
        with (
            announcing(lambda text: say({"kind": "notice", "text": text}), private=log),
            nothing_stored(most),
        ):
            say({"kind": "result", "result": do(task, say, told)})
    except Exception as error:
        for file in _FILES & task.keys():  # nothing is left of a trace that a full disk cut off
            Path(task[file]).unlink(missing_ok=True)
        name, message = visible(error, plug_in=_uses_plug_in(task))
        say({"kind": "failed", "error": name, "message": message})
        if not message and name != "MemoryError":
            raise


def _uses_plug_in(task: Work) -> bool:
    """Whether any code that is not taquin's takes part in a task."""
    explains = task["do"] == "explain"
    question = task["board" if explains else "request"]
    if not is_ours(TOPOLOGIES.get(question["topology"].partition(":")[0]).factory):
        return True
    if explains:  # it shows the value of every heuristic
        return not all(is_ours(spec.factory) for spec in HEURISTICS)
    return any(
        not is_ours(ALGORITHMS.get(stage["algorithm"]).search)
        or (stage["heuristic"] is not None and is_foreign(stage["heuristic"]))
        for stage in question["plan"]["stages"]
    )


def _solve(task: Work, say: Say, told: int | None) -> dict[str, object]:
    reporter = Reporter(say, task["every"])
    result = answer(_request(task), progress=within_share(reporter, told))
    reporter.end(result)
    return _answer(task, result)


def _trace(task: Work, say: Say, told: int | None) -> dict[str, object]:
    """Trace into the task's file, with the offsets of its lines in a file beside it."""
    request = _request(task)
    with open(task["trace"], "w", encoding="utf-8") as file, open(task["places"], "wb") as places:
        lines = _Lines(file, task["trace_bytes"])
        writer = TraceWriter(
            cast(TextIO, lines),
            request.puzzle,
            request.algorithm,
            options=request.settings,
            estimate=request.estimate,
            cap=task["cap"],
        )
        progress = within_share(Reporter(say, task["every"]), told)
        result = answer(request, observer=writer, progress=progress)
        lines.bounded = False
        writer.finish(result)
        lines.places.tofile(places)
    return _answer(task, result) | {"trace_lines": len(lines.places) - 1}


def _answer(task: Work, result: Result) -> dict[str, Any]:
    return shortened(result.as_row(), task["answer_moves"], Path(task["moves"]))


def _explain(task: Work, say: Say, told: int | None) -> dict[str, object]:
    start, puzzle = board_of(task["board"])
    named = None if task["instance"] is None else instance(task["instance"])
    explanation = explain_subject(Subject(start, puzzle, task["notation"], named))
    return _without_places(explanation).as_dict()


def _without_places(explanation: Explanation) -> Explanation:
    """The explanation without the words of plug-ins that refused the board: they name files."""
    values = tuple(
        replace(value, refused=f"{value.name} (a plug-in that does not support this board).")
        if value.refused and not is_ours(HEURISTICS.get(value.name).factory)
        else value
        for value in explanation.heuristics
    )
    return replace(explanation, heuristics=values)


def _request(task: Work) -> SearchRequest:
    """The question as it was read, within the limits of this process."""
    request = request_of(task["request"])
    limits = Limits(
        time=task["time_limit"],
        expansions=request.limits.expansions,
        memory=resident_bytes() + int(task["memory"]),
    )
    return replace(request, limits=limits)


class _Lines(TextIOBase):
    """A text file that records where its lines begin, and ends the search when it is full."""

    def __init__(self, file: TextIO, most: int) -> None:
        self._file, self._most = file, most
        self.places = array.array("Q", [0])
        self.bounded = True

    def write(self, text: str) -> int:
        """Write one line; raises Stop("memory") if it would exceed the file's limit."""
        end = self.places[-1] + len(text.encode())
        if self.bounded and end + 8 * len(self.places) > self._most:
            raise Stop("memory")
        self.places.append(end)
        return self._file.write(text)

    def flush(self) -> None:
        """Flush the file."""
        self._file.flush()
