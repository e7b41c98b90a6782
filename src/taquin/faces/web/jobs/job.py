"""A job and its rows: what a client asked for, its progress, and its results."""

import json
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, Literal

from taquin.faces.web.jobs.progress_log import ProgressLog
from taquin.faces.web.jobs.traces import TraceFile
from taquin.faces.web.process.moves import MovesFile
from taquin.faces.web.process.processes import JobProcess
from taquin.faces.web.process.question import Question

__all__ = ["Job", "Run", "State"]

State = Literal["waiting", "running", "done", "failed", "cancelled"]

# Measured bytes of a job with its question, of a run's task, and of a progress report.
_EMPTY, _TASK, _SAMPLE = 8000, 4000, 800
_OBJECTS = 10  # bytes of lists of numbers for each byte of their JSON


@dataclass
class Run:
    """One row of a job, or the whole of it (row None): one process.

    cached: answered from the cache, without a process. progress: of the search that
    computed the answer. size: bytes of the result as JSON. share: seconds for
    which it may search.
    """

    row: int | None
    task: dict[str, Any]
    state: State = "waiting"
    process: JobProcess | None = None
    result: dict[str, Any] | None = None
    error: dict[str, str] | None = None
    cached: bool = False
    size: int = 0
    share: float = inf
    progress: ProgressLog = field(default_factory=ProgressLog)

    @property
    def label(self) -> str | None:
        """The name that the client gave the row."""
        label: str | None = self.task["request"]["label"]
        return label

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "failed", "cancelled")

    @property
    def samples(self) -> list[dict[str, Any]]:
        """Of a cached answer, the progress of the search that computed it."""
        return self.progress.reports if self.cached else []

    @property
    def outcome(self) -> dict[str, Any] | None:
        """The result, or the error if the run failed; None before the end."""
        if self.error is not None:
            return {"status": "error", "label": self.label, "error": self.error}
        return self.result


@dataclass
class Job:
    """Everything the server keeps about one question. Times are of the monotonic clock.

    address: where it came from, "" if unknown. files: how the names of its files begin.
    """

    id: str
    client: str
    address: str
    question: Question
    runs: list[Run]
    files: Path
    finished: float | None = None
    cancelled_by: str | None = None

    @property
    def trace(self) -> TraceFile | None:
        """The steps of a trace; None if the job is not a trace."""
        return TraceFile(self._file(".jsonl")) if self.question.kind == "trace" else None

    def moves(self, row: int) -> MovesFile:
        """All moves of a row's solution, if its answer leaves some out."""
        return MovesFile(self._file(f"-{row}.moves"))

    def _file(self, end: str) -> Path:
        return self.files.with_name(self.files.name + end)

    def written(self, row: int | None = None) -> list[Path]:
        """The job's files that are on disk, or those of one row."""
        rows = range(len(self.runs)) if row is None else [row]
        paths = [self.moves(row).path for row in rows]
        if self.trace is not None:
            paths += [self.trace.path, self.trace.places]
        return [path for path in paths if path.exists()]

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return _EMPTY + sum(map(self.size_of, self.runs))

    def size_of(self, run: Run) -> int:
        """About how many bytes of memory one row takes."""
        moves = len((run.result or {}).get("moves") or "")
        task_size = len(json.dumps(run.task))
        result = 2 * moves + _OBJECTS * max(0, run.size - moves)
        return _TASK + task_size + result + _SAMPLE * len(run.progress)

    @property
    def waiting(self) -> list[Run]:
        """The rows that have not begun."""
        return [run for run in self.runs if run.state == "waiting"]

    @property
    def running(self) -> int:
        """How many rows run."""
        return sum(run.state == "running" for run in self.runs)

    @property
    def state(self) -> State:
        """The state of the job, all rows together."""
        if self.cancelled_by is not None:
            return "cancelled"
        if len(self.waiting) == len(self.runs):
            return "waiting"
        if not all(run.over for run in self.runs):
            return "running"
        if self.question.kind != "compare" and self.runs[0].state == "failed":
            return "failed"
        return "done"

    @property
    def result(self) -> object:
        """The object of one search, or of every row; a row that failed has status error."""
        if self.question.kind == "compare":
            return [run.outcome for run in self.runs]
        return self.runs[0].result

    def as_dict(self) -> dict[str, object]:
        """What GET /api/jobs/{id} shows."""
        return {
            "id": self.id,
            "kind": self.question.kind,
            "state": self.state,
            "cancelled_by": self.cancelled_by,
            "rows": [run.state for run in self.runs],
            "cached": [run.cached for run in self.runs],
            "samples": [run.samples for run in self.runs],
            "result": self.result if self.state in ("done", "failed") else None,
            "error": next((run.error for run in self.runs if run.error), None),
        }
