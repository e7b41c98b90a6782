"""Searches under the microscope in a notebook."""

import threading
from collections import defaultdict
from typing import Any, ClassVar

from taquin.faces.notebook.base import Widget
from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import traitlets
from taquin.faces.notebook.recording import Recording, record, stoppable
from taquin.faces.notebook.searches import algorithms_of, choices_of, question_of
from taquin.faces.notebook.treepicture import tree_picture
from taquin.ground.errors import OptionError, UnsolvableError, named
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Limits
from taquin.solving.comparison import row_requests
from taquin.solving.question.reading import Given
from taquin.solving.question.row import GivenRow, read_rows
from taquin.solving.shown.reporter import Reporter

__all__ = ["SearchWidget"]

_MOST_RECORDED = 20_000  # expansions
_OPENING = 60  # expansions that are recorded and shown before the rest
_REPORT_EVERY = 0.25  # seconds


class SearchWidget(Widget):
    """One or two searches of a board, step by step, forwards and backwards, in lockstep.

    Shows the chosen node, why it was chosen, the line of pseudo-code, the frontier and the reached
    states, the tree, and f = g + h. searches: names such as "astar" or "astar:linear_conflict", or
    whatever `compare` accepts as rows; the first two are on view, and the others can be chosen.
    node_limit: expansions to record, at most 20,000. Raises what `solve` raises for an invalid
    question, and UnsolvableError for a board that has no solution.

    Traits: step, the step on view, from 0, to read or set.

    >>> widget = SearchWidget("1 2 3/4 0 5/7 8 6", "bfs", "astar:manhattan")
    >>> widget.steps
    10
    """

    _esm: ClassVar[Bundle] = Bundle("searchwidget.js", "lab/lab.css")

    step = traitlets.Int(0).tag(sync=True)
    question = traitlets.Dict(read_only=True).tag(sync=True)
    searches: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    algorithms: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    node_limit = traitlets.Int(read_only=True).tag(sync=True)
    opening = traitlets.Int(read_only=True).tag(sync=True)

    def __init__(
        self,
        board: Given,
        *searches: GivenRow,
        goal: Board | str | None = None,
        metric: Metric = "stm",
        costs: GivenCosts | None = None,
        topology: str = "grid",
        size: tuple[int, int] | None = None,
        node_limit: int = 1000,
        **traits: Any,
    ) -> None:
        if not 1 <= node_limit <= _MOST_RECORDED:
            raise OptionError(f"node_limit={node_limit}: expected 1 to {_MOST_RECORDED:,}.")
        rows = read_rows(searches or ("astar",))
        self._requests = row_requests(
            board,
            rows,
            goal=goal,
            metric=metric,
            costs=costs,
            topology=topology,
            size=size,
            limits=Limits(),
            engine="python",
        )
        verdict = self._requests[0].verdict
        if not verdict.solvable:
            raise UnsolvableError(f"{verdict.reason} There is no search to watch.")
        self._recordings: dict[tuple[int, int], Recording] = {}
        # So that a view and `steps` do not record the same at the same time.
        self._locks: defaultdict[tuple[int, int], threading.Lock] = defaultdict(threading.Lock)
        self._stops: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []
        self.set_trait("question", question_of(self._requests[0]))
        self.set_trait("searches", choices_of(self._requests))
        self.set_trait("algorithms", algorithms_of(self._requests))
        self.set_trait("node_limit", node_limit)
        self._shown = range(len(rows[:2]))
        self.set_trait("opening", self._begin(min(node_limit, _OPENING)))
        super().__init__(**traits)
        self.on_msg(self._asked)

    def _begin(self, most: int) -> int:
        """Record the beginning of the searches on view; returns how many expansions that takes."""
        begun = [self._recording(number, most) for number in self._shown]
        if any(recording.result.limit for recording in begun):
            return most
        self._recordings |= {(n, self.node_limit): begun[n] for n in self._shown}
        return self.node_limit

    @property
    def steps(self) -> int:
        """How many steps the searches on view have, the start among them."""
        shown = [self._recording(number, self.node_limit) for number in self._shown]
        return max(recording.result.stats.expanded for recording in shown) + 1

    @traitlets.validate("step")
    def _valid_step(self, proposal: Any) -> int:
        step: int = proposal["value"]
        if step < 0:
            raise OptionError(f"step={step}: expected 0 or more.")
        return step

    def _recording(self, number: int, most: int, **given: Any) -> Recording:
        key = number, most
        with self._locks[key]:
            if key not in self._recordings:
                self._recordings[key] = record(self._requests[number], most, **given)
            return self._recordings[key]

    def _asked(self, widget: object, content: Any, buffers: object) -> None:
        """Answer a view: it asks for a recording, for some of its lines, or to stop recording."""
        kind, name = content["kind"], content["id"]
        if kind == "stop":
            self._stops.setdefault(name, threading.Event()).set()
            return
        number, most = content["number"], min(content["node_limit"], _MOST_RECORDED)
        if kind == "lines":
            text = self._recording(number, most).page(content["start"], content["count"])
            self.send({"kind": "lines", "id": name, "text": text})
        elif (number, most) in self._recordings:
            self._record(name, number, most)
        else:
            # The kernel runs other cells meanwhile.
            thread = threading.Thread(target=self._record, args=(name, number, most), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _record(self, name: str, number: int, most: int) -> None:
        stop = self._stops.setdefault(name, threading.Event())
        reporter = Reporter(lambda report: self.send({**report, "id": name}), _REPORT_EVERY)
        try:
            recording = self._recording(number, most, progress=stoppable(reporter, stop))
        except Exception as error:  # the view shows it
            self.send({"kind": "failed", "id": name, "message": named(error)})
        else:
            self.send({"kind": "recorded", "id": name, "total": len(recording.lines)})
        if stop.is_set():  # the same question may not get a recording that was cut off
            self._recordings.pop((number, most), None)
        del self._stops[name]

    def _picture(self) -> str:
        request = self._requests[0]
        name = ", ".join(filter(None, (request.spec.label, request.heuristic)))
        lines = self._recording(0, self.opening).lines
        return tree_picture(lines, request.puzzle.goal, name)
