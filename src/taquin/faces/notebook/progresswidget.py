"""A bar for calls that take long."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from taquin.faces.notebook.base import Widget
from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import traitlets
from taquin.ground.announce import announcing
from taquin.ground.grammar import counted
from taquin.pictures.svg import document, rectangle, text
from taquin.search.monitor import Monitor

__all__ = ["ProgressWidget"]

_WIDE, _HIGH = 360, 44


class ProgressWidget(Widget):
    """Progress of a long call as a bar, with a line of words below it.

    Pass it as `progress` to `solve` or `compare`, and its `on_row` as `on_row` to `compare_many`.
    In ``with widget.listening():`` it also shows what taquin is waiting for, such as tables that
    are being built. time_limit, node_limit: of the search; the bar then shows the share used up.
    Without a limit nobody knows how long a search will take: the bar only shows that it runs.

    Traits: value of total, 0 if that is unknown, and message.
    """

    _esm: ClassVar[Bundle] = Bundle("progresswidget.js")

    value = traitlets.Float(0.0, read_only=True).tag(sync=True)
    total = traitlets.Float(0.0, read_only=True).tag(sync=True)
    message = traitlets.Unicode("", read_only=True).tag(sync=True)

    def __init__(
        self, *, time_limit: float | None = None, node_limit: int | None = None, **traits: Any
    ) -> None:
        self._time_limit, self._node_limit = time_limit, node_limit
        super().__init__(**traits)

    def __call__(self, monitor: Monitor[Any]) -> None:
        """Show the progress of a search."""
        expanded, seconds = monitor.stats.expanded, monitor.seconds
        shares = [
            used / limit
            for used, limit in ((seconds, self._time_limit), (expanded, self._node_limit))
            if limit
        ]
        message = f"{counted(expanded, 'state')} expanded in {seconds:.1f} s; the cost is at least "
        share = min(1.0, max(shares, default=0))
        self._show(share, bool(shares), f"{message}{monitor.lower_bound}")

    def on_row(self, number: int, total: int, row: Mapping[str, Any]) -> None:
        """Show how many rows of a `compare_many` have ended."""
        self._show(number, total, f"{number:,} of {total:,} searches")
        if number == total:
            self._redraw()

    @contextmanager
    def listening(self) -> Iterator["ProgressWidget"]:
        """Show, in this block, the messages for people who wait, and that the work has ended."""
        with announcing(lambda words: self._show(self.value, self.total, words)):
            yield self
        self._show(1, 1, "Done." if not self.message else f"Done: {self.message}")
        self._redraw()

    def _show(self, value: float, total: float, message: str) -> None:
        with self.hold_sync():
            self.set_trait("total", float(total))
            self.set_trait("value", float(value))
            self.set_trait("message", message)

    def _picture(self) -> str:
        share = self.value / self.total if self.total else 0.0
        message = self.message or "Not begun."
        bar = [
            rectangle(8, 26, _WIDE - 16, 10, 5, fill="#dcd7cc"),
            rectangle(8, 26, share * (_WIDE - 16), 10, 5, fill="#1c6480"),
            text(8, 18, message, 12),
        ]
        return document(_WIDE, _HIGH, "Progress", message, *bar)
