"""A comparison of searches in a notebook, live."""

import threading
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from taquin.faces.notebook.base import Widget
from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import traitlets
from taquin.faces.notebook.recording import stoppable
from taquin.faces.notebook.searches import algorithms_of, choices_of, question_of
from taquin.ground.announce import announcing
from taquin.ground.errors import named
from taquin.ground.sentences import FaceSentence, said
from taquin.pictures.board import board_svg
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.result import COUNTERS
from taquin.solving.answers.result import Result
from taquin.solving.comparison import Comparison, compare, row_requests
from taquin.solving.question.classroom import CLASSROOM
from taquin.solving.question.reading import Given, read_limits
from taquin.solving.question.request import Engine
from taquin.solving.question.row import GivenRow, Row, read_rows
from taquin.solving.shown.reporter import Reporter

__all__ = ["ComparisonWidget"]

_REPORT_EVERY = 0.2  # seconds between two reports of a running search
_MOST_SAMPLES = 200  # of a search, kept for views that are opened later


class ComparisonWidget(Widget):
    """`compare` in a thread of its own, with a table and charts that follow it.

    The arguments are those of `compare`. The searches begin at once and the kernel runs
    other cells meanwhile; `wait` waits for their end, and `stop` ends them. Raises what `compare`
    raises for an invalid question.

    Traits: running, and message, a sentence on how far the comparison is.

    >>> widget = ComparisonWidget("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"])
    >>> [result.cost for result in widget.wait()]
    [2, 2]
    """

    _esm: ClassVar[Bundle] = Bundle(
        "comparisonwidget.js", "lab/lab.css", "lab/charts/uplot/uPlot.min.css"
    )

    asked = traitlets.Dict(read_only=True).tag(sync=True)
    counters = traitlets.Dict(COUNTERS, read_only=True).tag(sync=True)
    finished: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    running = traitlets.Bool(False, read_only=True).tag(sync=True)
    message = traitlets.Unicode("", read_only=True).tag(sync=True)

    def __init__(
        self,
        board: Given,
        rows: Iterable[GivenRow] | None = None,
        *,
        goal: Board | str | None = None,
        metric: Metric = "stm",
        costs: GivenCosts | None = None,
        topology: str = "grid",
        size: tuple[int, int] | None = None,
        engine: Engine = "auto",
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
        **traits: Any,
    ) -> None:
        self._rows = read_rows(CLASSROOM if rows is None else rows)
        limits = read_limits(time_limit, node_limit, memory_limit)
        requests = row_requests(
            board,
            self._rows,
            goal=goal,
            metric=metric,
            costs=costs,
            topology=topology,
            size=size,
            limits=limits,
            engine=engine,
        )
        self._start, self._puzzle = requests[0].start, requests[0].puzzle
        self._limits: dict[str, Any] = {
            "engine": engine,
            "time_limit": time_limit,
            "node_limit": node_limit,
            "memory_limit": memory_limit,
        }
        question = question_of(requests[0])
        self.set_trait(
            "asked",
            {
                "question": question,
                "searches": choices_of(requests),
                "algorithms": algorithms_of(requests),
            },
        )
        self._results: list[Result] = []
        self._samples: list[dict[str, Any]] = []
        self._reporter: Reporter | None = None
        self._stop = threading.Event()
        self._error: Exception | None = None
        super().__init__(**traits)
        self.on_msg(self._told)
        self.set_trait("running", True)
        self.set_trait("message", said(FaceSentence.RUNNING))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def results(self) -> Comparison:
        """The results of the searches that have ended so far."""
        return Comparison(self._results)

    def stop(self) -> None:
        """End the running search within a fraction of a second, and run none of the others."""
        self._stop.set()

    def wait(self, timeout: float | None = None) -> Comparison:
        """The results, once all searches have ended or `timeout` seconds have passed.

        Ctrl-C, or interrupting the kernel, stops the searches. Raises the error that ended the
        comparison, if one did.
        """
        try:
            self._thread.join(timeout)
        except KeyboardInterrupt:
            self.stop()
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self.results

    def _run(self) -> None:
        number = len(self._rows)
        try:
            with announcing(self._announced):
                compare(
                    self._start,
                    self._rows,
                    goal=self._puzzle.goal,
                    metric=self._puzzle.metric,
                    costs=self._puzzle.costs,
                    topology=self._puzzle.topology.name,
                    on_row=self._row,
                    progress=self._progress,
                    **self._limits,
                )
            message = (
                "The search has ended." if number == 1 else f"All {number} searches have ended."
            )
        except Exception as error:  # the view shows it, and `wait` raises it
            self._error, message = error, f"The comparison failed: {named(error)}"
        if self._stop.is_set():
            message = said(FaceSentence.STOPPED)
        with self.hold_sync():
            self.set_trait("message", message)
            self.set_trait("running", False)
        self._redraw()

    def _announced(self, text: str) -> None:
        self.set_trait("message", f"{text[:1].upper()}{text[1:]}.")

    def _row(self, number: int, row: Row, result: Result | None) -> None:
        """A search begins or has ended."""
        if result is None:
            self._samples = []
            self._reporter = Reporter(lambda report: self._report(number, report), _REPORT_EVERY)
            return
        assert self._reporter is not None
        self._reporter.end(result)
        self._results.append(result)
        step = -(-len(self._samples) // _MOST_SAMPLES) or 1
        ended = {"row": number, "result": result.as_row(), "samples": self._samples[::step]}
        with self.hold_sync():
            self.set_trait("finished", [*self.finished, ended])
            self.set_trait("message", f"{len(self._results)} of {len(self._rows)} searches ended.")

    def _progress(self, monitor: Any) -> None:
        assert self._reporter is not None
        stoppable(self._reporter, self._stop)(monitor)

    def _report(self, number: int, report: Mapping[str, Any]) -> None:
        self._samples.append(dict(report))
        self.send({**report, "row": number})

    def _told(self, widget: object, content: Any, buffers: object) -> None:
        if content.get("kind") == "stop":
            self.stop()

    def _picture(self) -> str:
        results = self.results
        if any(result.error is None for result in results):
            return str(results.plot())
        return board_svg((self._start.width, self._start.cells))
