"""What moves on a terminal: live progress on stderr, a solution played on stdout."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from taquin.result import Result
from taquin.search.monitor import Monitor

__all__ = ["animate", "counting", "live_progress", "progress_line"]


_LINES = "─│┌┬┐├┼┤└┴┘"
_ASCII = str.maketrans(_LINES, "-|+++++++++")
# Characters printed off a terminal: some thirty thousand boards of 4x4, thirty-five of 100x100.
_MOST_PRINTED = 5_000_000


def progress_line(monitor: Monitor[Any]) -> str:
    """One line on a running search: the depth or bound it is at, and its counters."""
    stats = monitor.stats
    contour = f"tree depth / bound {stats.contours[-1][0]} · " if stats.contours else ""
    seconds = monitor.seconds
    rate = stats.expanded / seconds if seconds > 0 else 0
    return (
        f"{contour}deepest {stats.max_depth} · proved ≥ {monitor.lower_bound} · "
        f"{stats.expanded:,} expanded ({rate:,.0f}/s) · {monitor.waiting:,} waiting · "
        f"{seconds:.1f} s"
    )


def _shows_lines(stream: TextIO) -> bool:
    """Whether the stream's encoding has the characters that boards are drawn with."""
    try:
        _LINES.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _in_place(stream: TextIO | None) -> bool:
    """Whether what was written can be overwritten: on a terminal that can move its cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def live_progress(*, enabled: bool) -> Iterator[Callable[[Monitor[Any]], None] | None]:
    """A function that shows a monitor's state on stderr, in place; None off a terminal."""
    with _line(enabled=enabled) as show:
        yield None if show is None else lambda monitor: show(progress_line(monitor))


@contextmanager
def counting(*, enabled: bool) -> Iterator[Callable[[str], None]]:
    """A function that shows a line on stderr, in place; it does nothing off a terminal."""
    with _line(enabled=enabled) as show:
        yield (lambda line: None) if show is None else show


@contextmanager
def _line(*, enabled: bool) -> Iterator[Callable[[str], None] | None]:
    """One line on stderr, written over and over; erased at the end, so that only answers stay."""
    if not enabled or not _in_place(sys.stderr):
        yield None
        return

    def show(line: str) -> None:
        sys.stderr.write("\r\x1b[K" + line[: max(20, shutil.get_terminal_size().columns - 1)])
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def animate(result: Result, *, speed: float) -> None:
    """Play the solution at `speed` moves a second: in place on a terminal, else one after another.

    Off a terminal at most 5 MB of boards are printed; stderr says how many are left out. Ctrl-C
    ends the playing below the board and the command with it; the answer was printed before.
    """
    from taquin.render import board_text

    in_place = _in_place(sys.stdout)
    color = in_place and not os.environ.get("NO_COLOR")
    total = len(result.moves or "")
    height = printed = 0
    try:
        for number, board in enumerate(result.boards()):
            if printed > _MOST_PRINTED and not in_place:
                left = total - number + 1
                click.echo(f"taquin: {left:,} of {total + 1:,} boards are not shown.", err=True)
                return
            text = board_text(board, goal=result.goal, color=color)
            if not _shows_lines(sys.stdout):
                text = text.translate(_ASCII)
            frame = f"{text}\nmove {number} of {total}"
            if in_place and number:
                sys.stdout.write(f"\x1b[{height}A\x1b[J")
            height = frame.count("\n") + 1
            sys.stdout.write(frame + "\n")
            sys.stdout.flush()
            printed += len(frame)
            if number < total and in_place:
                time.sleep(1 / speed)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
