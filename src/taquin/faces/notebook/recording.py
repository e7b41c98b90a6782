"""A search recorded step by step, in memory."""

import io
import threading
from dataclasses import dataclass, replace
from typing import Any

from taquin.search.monitor import Limits, Monitor
from taquin.solving.answers.result import Result
from taquin.solving.question.request import Progress, SearchRequest
from taquin.solving.runner import answer
from taquin.solving.shown.reporter import Reporter
from taquin.teach.trace.writer import TraceWriter

__all__ = ["Recording", "record", "stoppable"]

_LISTED = 12  # nodes of the frontier and of the reached states in each line


@dataclass(frozen=True)
class Recording:
    """The lines of a trace, each a JSON object, and the result of its search."""

    lines: tuple[str, ...]
    result: Result

    def page(self, start: int, count: int) -> str:
        """Lines as one JSON list."""
        return f"[{','.join(self.lines[start : start + count])}]"


def record(request: SearchRequest, most: int, *, progress: Progress | None = None) -> Recording:
    """Run a search in Python, for at most that many expansions, and record it. O(expansions)."""
    limits = Limits(time=request.limits.time, expansions=most, memory=request.limits.memory)
    stream = io.StringIO()
    writer = TraceWriter(
        stream,
        request.puzzle,
        request.algorithm,
        options=request.settings,
        estimate=request.estimate,
        cap=_LISTED,
    )
    result = answer(replace(request, limits=limits), observer=writer, progress=progress)
    writer.finish(result)
    return Recording(tuple(stream.getvalue().splitlines()), result)


def stoppable(progress: Reporter, stop: threading.Event) -> Progress:
    """Progress that ends its search, as Ctrl-C does, once `stop` is set."""

    def report(monitor: Monitor[Any]) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        progress(monitor)

    return report
