"""The lab on a terminal: many searches on one board, their counters growing as they run."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key, Resize
from textual.widgets import DataTable, Static

from taquin.faces.terminal.background import Progress, SearchSnapshot, Task
from taquin.faces.terminal.clipping import fitted, wrapped
from taquin.faces.terminal.dialogs import HelpBox, HelpPart
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.geometry import BAR, key_lines
from taquin.faces.terminal.keys import key_name
from taquin.faces.terminal.keysbar import KeysBar, parted
from taquin.faces.terminal.linetable import LineTable
from taquin.faces.terminal.settings import is_dark, load
from taquin.faces.terminal.style import DARK, LAYOUT, LIGHT, QUIT
from taquin.faces.terminal.words import Words
from taquin.puzzle.goal import goal_name
from taquin.search.monitor import Monitor
from taquin.search.result import Status
from taquin.solving.answers.result import Result
from taquin.solving.comparison import answer_row
from taquin.solving.question.naming import search_label
from taquin.solving.question.request import SearchRequest
from taquin.solving.shown.comparison_text import sentences
from taquin.solving.shown.result_text import headline, limit_name

__all__ = ["Lab", "LabEnd", "LabScreen", "watch"]

_POLL = 0.1
_BARS = "▁▂▃▄▅▆▇█"
_POINTS = 400  # of the picture of the frontier, the newest
_COLUMNS = ("search", "status", "cost", "expanded", "generated", "frontier", "reached", "seconds")
# Columns by the least width for which they are shown, the widest first.
_BY_WIDTH = (
    (104, _COLUMNS),
    (76, ("search", "status", "cost", "expanded", "frontier", "seconds")),
    # The result is the cost or, until there is one, the status.
    (58, ("search", "result", "expanded", "seconds")),
    (0, ("search", "result", "expanded")),
)
_LONGEST_STATUS = len(max(Status, key=len).value)
# Characters of each column from the beginning, and where names leave room for more: columns that
# grew with their numbers moved all the others.
_USUAL = {
    "status": _LONGEST_STATUS,
    "result": _LONGEST_STATUS,
    "cost": 6,
    "expanded": 9,
    "generated": 9,
    "frontier": 8,
    "reached": 9,
    "seconds": 8,
}
_AMPLE = {"expanded": 13, "generated": 13, "frontier": 11, "reached": 11}
# Of a search that runs, for which there is room from the beginning.
_LONG_STATE = "bound 26 · depth 26 · at least 26 · 9,999,999 expanded · 999.9 s"
_LEAST_NAME = 14  # letters of a line of a search's name
_PADDING, _SCROLL_BAR = 2, 1  # columns around every cell, and beside the table
_LEFT = ("search", "status")
_BARS_NAME = "frontier"  # of the line of bars below the table
_TABLE_WORDS = (
    ("status", "waiting, running, stopped by you, or how the search ended"),
    ("cost", "of the solution, in moves if nothing else was asked; * proved to be the least; "
             "≤ the best one so far"),
    ("result", "where the terminal is narrow: the cost or, without one, the status"),
    ("expanded", "nodes whose successors were generated"),
    ("generated", "successors created, before any check for duplicates"),
    ("frontier", "nodes that wait to be expanded; at the end, the most at one time"),
    ("reached", "states stored to recognise duplicates; at the end, the most at one time"),
    ("seconds", "the time of the search itself"),
)  # fmt: skip
_RUNNING_WORDS = (
    ("bound", "the threshold of this pass, in a search of several passes"),
    ("depth", "of the deepest node so far"),
    ("at least", "the cost that every solution is proved to have"),
    ("best", "the cost of the best solution so far"),
    (_BARS_NAME, "how the frontier has grown and shrunk, the latest on the right"),
)


@dataclass(slots=True)
class _Line:
    """A search: waiting, running (seen), stopped by the player, or answered."""

    request: SearchRequest
    seen: SearchSnapshot | None = None
    running: bool = False
    stopped: bool = False
    result: Result | None = None

    @property
    def name(self) -> str:
        request = self.request
        return request.label or search_label(
            request.algorithm, request.heuristic, dict(request.settings)
        )


def _bars(values: Sequence[int], width: int) -> str:
    """The values as bars, the newest last; thinned to `width` bars.

    >>> _bars([0, 4, 8], 3)
    '▁▄█'
    """
    count, most = min(width, len(values)), max(values, default=0) or 1
    shown = (values[at * len(values) // count] for at in range(count))
    return "".join(_BARS[value * (len(_BARS) - 1) // most] for value in shown)


class LabScreen(FrontScreen[None]):
    """The table, and below it the search that runs or the one chosen."""

    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "skip": "skip the search that runs",
        "skip this search": "skip the search that runs",
        "stop": "stop the search that runs, and begin no other",
        "quit": "leave; the table is then printed",
        "choose": "choose a search, which is described below the table once all have ended",
        "proved": "after a cost: proved to be the least",
        "text": "scroll the text below the table with ↑ ↓; once more goes back to the table",
    }

    def __init__(self, requests: Sequence[SearchRequest]) -> None:
        super().__init__()
        self.lines = [_Line(request) for request in requests]
        # Replaced as a whole, because another thread reads it.
        self._frontier: tuple[int, ...] = ()
        self._skip = False
        self._columns: tuple[str, ...] = ()
        self._widths: dict[str, int] = {}  # of the columns
        self._tall = 0  # lines of the longest text below the table for this size
        self._followed = 0  # the number of the search that ran last
        self._search: Task[None] = Task(self._run_all)

    # In the thread of the searches

    def _run_all(self, progress: Progress) -> None:
        for line in self.lines:
            self._frontier = ()
            self._skip, line.running = False, True
            watch = _Watch(self, line, progress)
            try:
                line.result = answer_row(line.request, watch)
            except _Skipped:
                line.stopped = True
            finally:
                line.running = False

    def watched(self, line: _Line, monitor: Monitor[object]) -> None:
        """Take a snapshot; raises to end this search alone."""
        if self._skip:
            raise _Skipped
        self._frontier = (*self._frontier[1 - _POINTS :], monitor.waiting)
        line.seen = SearchSnapshot.of(monitor)

    # On the screen

    def compose(self) -> ComposeResult:
        """Title, table, details, keys."""
        yield Words(classes="bar", id="bar", fixed=True)
        yield LineTable[Text](cursor_type="row", zebra_stripes=True)
        with VerticalScroll(classes="below", can_focus=False):
            yield Static(classes="text", id="says", markup=False)
        yield KeysBar()

    def on_mount(self) -> None:
        """Follow the searches."""
        table, below = self.query_one(DataTable), self.query_one(VerticalScroll)
        table.focus()
        self._follower = self.set_interval(_POLL, self._follow)
        self.watch(table, "virtual_size", self._share_lines)
        self.watch(below, "show_vertical_scrollbar", self._let_scroll, init=False)

    def on_resize(self, event: Resize) -> None:
        """As many columns as fit."""
        width = event.size.width
        self._columns = next(columns for least, columns in _BY_WIDTH if width >= least)
        request = self.lines[0].request
        start, goal = request.start.text, request.puzzle.goal
        titles = [f"{start} → {goal.text}", f"{start} → {goal_name(goal) or goal.text}"]
        self.query_one("#bar", Words).say(fitted(titles, width - 2))
        longest = max((line.name for line in self.lines), key=len)
        self._tall = len(wrapped(f"{longest}: {_LONG_STATE}", width - 2)) + 1
        self._fill()
        self._follow()
        self._share_lines()

    def _share_lines(self) -> None:
        """Give the text below the table the lines that the table does not need, or half of all."""
        lines = self.size.height - BAR - key_lines(*self.size)
        needed = self.query_one(DataTable).virtual_size.height
        below, most = self.query_one(VerticalScroll), max(2, lines // 2, lines - needed)
        below.styles.max_height, below.styles.min_height = most, min(most, self._tall)

    def _let_scroll(self, scrolls: bool) -> None:
        """Let Tab lead to the text where a part of it is not seen."""
        self.query_one(VerticalScroll).can_focus = scrolls
        if not scrolls:
            self.query_one(DataTable).focus()
        self._show_keys()

    def _fill(self) -> None:
        """Write the whole table; the row that is chosen stays so."""
        table = self.query_one(DataTable)
        chosen = table.cursor_row
        table.clear(columns=True)
        self._widths = self._wanted_widths()
        for column, wide in self._widths.items():
            # A name is wrapped: the ends of two names may be all in which they differ.
            table.add_column(_aligned(column, column), key=column, width=wide)
        for number, line in enumerate(self.lines):
            table.add_row(*self._cells(line), key=str(number), height=None)
        table.move_cursor(row=chosen)

    def _wanted_widths(self) -> dict[str, int]:
        """Characters of each column: a name has what the others leave it, in lines."""
        rows = [self._columns, *(self._cells(line) for line in self.lines)]
        longest, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
        least = dict(zip(self._columns[1:], others, strict=True))
        for reserves in (_USUAL | _AMPLE, _USUAL):
            widths = {name: max(wide, reserves[name]) for name, wide in least.items()}
            taken = sum(_PADDING + wide for wide in widths.values()) + _PADDING + _SCROLL_BAR
            room = self.size.width - taken
            if room >= longest:
                break
        return {"search": min(longest, max(_LEAST_NAME, room)), **widths}

    def _cells(self, line: _Line) -> list[Text]:
        cells = dict.fromkeys((*_COLUMNS, "result"), "")
        cells |= {"search": line.name, "status": "waiting"}
        seen, result = line.seen, line.result
        if seen is not None:
            cells |= {
                "status": "stopped" if line.stopped else "running",
                "expanded": f"{seen.expanded:,}",
                "generated": f"{seen.generated:,}",
                "frontier": f"{seen.waiting:,}",
                "reached": f"{seen.reached:,}",
                "seconds": f"{seen.seconds:.1f}",
                "cost": "" if seen.best is None else f"≤{seen.best:,}",
            }
        elif line.running or line.stopped:
            cells["status"] = "stopped" if line.stopped else "running"
        if result is not None:
            stats = result.stats
            cells |= {
                "status": _status(result),
                "cost": "" if result.cost is None else f"{result.cost:,}{'*' * result.optimal}",
                "expanded": f"{stats.expanded:,}",
                "generated": f"{stats.generated:,}",
                "frontier": f"{stats.peak_frontier:,}",
                "reached": f"{stats.peak_reached:,}",
                "seconds": f"{result.seconds['search']:.3f}",
            }
        cells["result"] = cells["cost"] or cells["status"]
        return [_aligned(column, cells[column]) for column in self._columns]

    def _follow(self) -> None:
        table = self.query_one(DataTable)
        if not self._columns:
            return
        for number, line in enumerate(self.lines):
            before = table.get_row_at(number)
            for column, old, new in zip(self._columns, before, self._cells(line), strict=True):
                if old != new:
                    table.update_cell(str(number), column, new)
            # The cursor goes along unless the player has chosen another search.
            if line.running and number != self._followed:
                if table.cursor_row == self._followed:
                    table.move_cursor(row=number)
                self._followed = number
        if self._wanted_widths() != self._widths:  # a number has outgrown its column
            self._fill()
        if self._search.finished:
            self._follower.pause()
        self._tell()
        self._show_keys()

    def _tell(self) -> None:
        """Say it below the table, which stays where it is when there is less to say."""
        text = self._says()
        self.query_one("#says", Static).update(text)
        self._tall = max(self._tall, len(wrapped(text, self.size.width - 2)))
        self._share_lines()

    def _show_keys(self) -> None:
        scrolls = ["Tab text"] if self.query_one(VerticalScroll).can_focus else []
        keys = ["↑↓ choose", *scrolls, "Q quit", *self._starred(), "? help"]
        if not self._search.finished:
            skip = "S skip" if "result" in self._columns else "S skip this search"
            keys = [skip, "Esc stop", "Q quit", *self._starred(), "↑↓ choose", *scrolls, "? help"]
        self.query_one(KeysBar).show(keys)

    def on_data_table_row_highlighted(self) -> None:
        """Show the details of the chosen search."""
        self._tell()
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _says(self) -> str:
        width = max(10, self.size.width - 2)
        running = next((line for line in self.lines if line.running), None)
        if running is not None and not self._search.finished:
            seen = running.seen
            state = self._search.told or "starting" if seen is None else seen.words
            if self._skip:
                state = "is skipped as soon as it can be…"
            picture = _bars(self._frontier, width - len(_BARS_NAME) - 1)
            return f"{running.name}: {state}\n{_BARS_NAME} {picture}"
        row = self.query_one(DataTable).cursor_row
        line = self.lines[row if 0 <= row < len(self.lines) else 0]
        about = "stopped by you" if line.result is None else headline(line.result)
        lines = [f"{line.name}: {about}"]
        if len(self.results()) > 1:
            lines += sentences(self.results())[:1]
        return "\n".join(lines)

    def _starred(self) -> list[str]:
        """What the star at a cost means, if there is one."""
        return ["* proved"] if any(one.optimal for one in self.results()) else []

    def results(self) -> list[Result]:
        """What is answered so far."""
        return [line.result for line in self.lines if line.result is not None]

    def stop(self) -> None:
        """End the search that runs, and begin no other."""
        self._search.cancel()

    def on_key(self, event: Key) -> None:
        """Skip a search, stop them all, or leave."""
        match key_name(event):
            case "s":
                self._skip = True
            case "escape" if not self._search.finished:
                self._search.cancel()
                for line in self.lines:
                    line.stopped = line.result is None
                    line.running = False
                self._follow()
            case "q" | "escape":
                self.app.exit()
            case _:
                return
        event.stop()


def _aligned(column: str, text: str) -> Text:
    """A cell: numbers stand to the right."""
    return Text(text, justify="left" if column in _LEFT else "right")


def _status(result: Result) -> str:
    if result.status is Status.LIMIT:
        return limit_name(result)
    return str(result.status)


class _Skipped(Exception):
    """The player wants the next search."""


class _Watch:
    """What a search reports to: the screen, and the task that may be cancelled."""

    def __init__(self, bench: LabScreen, line: _Line, progress: Progress) -> None:
        self._bench, self._line, self._progress = bench, line, progress

    def __call__(self, monitor: Monitor[object]) -> None:
        self._progress(monitor)
        self._bench.watched(self._line, monitor)


class Lab(App[bool]):
    """The application around the table."""

    CSS = LAYOUT
    ENABLE_COMMAND_PALETTE = False
    # On other screens, Ctrl-C merely leaves.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True),
        *QUIT,
    ]

    def __init__(self, requests: Sequence[SearchRequest]) -> None:
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.bench = LabScreen(requests)
        self.register_theme(DARK)
        self.register_theme(LIGHT)

    def get_default_screen(self) -> LabScreen:
        """The table."""
        return self.bench

    def on_mount(self) -> None:
        """Wear the theme of the game's settings."""
        self.theme = DARK.name if is_dark(load()[0]) else LIGHT.name

    def action_help(self) -> None:
        """The keys, and what the words of the table and below it mean."""
        keys = [parted(key) for key in self.bench.keys_here()]
        parts = (
            HelpPart("On this screen", keys),
            HelpPart("In the table", _TABLE_WORDS),
            HelpPart("Of the search that runs", _RUNNING_WORDS),
        )
        self.push_screen(HelpBox(parts))

    def action_interrupt(self) -> None:
        """Leave by Ctrl-C."""
        self.exit(True)


class LabEnd(NamedTuple):
    """The searches that were answered, and whether Ctrl-C ended the rest."""

    results: list[Result]
    interrupted: bool


def watch(requests: Sequence[SearchRequest]) -> LabEnd:
    """Run the searches in turn on the screen."""
    lab = Lab(requests)
    interrupted = lab.run()
    lab.bench.stop()
    return LabEnd(lab.bench.results(), bool(interrupted))
