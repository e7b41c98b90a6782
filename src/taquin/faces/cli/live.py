"""Live progress on stderr, and solutions played on stdout."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from taquin.faces.cli.progressline import erase, overwrite
from taquin.faces.cli.wrapping import tell
from taquin.search.monitor import Monitor
from taquin.search.outlook import outlook
from taquin.solving.answers.result import Result

__all__ = ["animate", "counting", "duration", "live_progress", "progress_line"]


_LINES = "─│┌┬┐├┼┤└┴┘"
_ASCII = str.maketrans(_LINES, "-|+++++++++")
# Characters printed when stdout is not a terminal: about 30,000 boards of 4x4 or 35 of 100x100.
_MAX_PRINTED = 5_000_000


def progress_line(monitor: Monitor[Any], width: int | None = None, proved: int = 0) -> str:
    """The state of a running search in one line: depth, proved bound, best cost, counters.

    proved: a lower bound that an earlier search of the same answer has proved.
    What does not fit into `width` characters is left out, the least important first.
    """
    stats = monitor.stats
    depth = f"deepest node {stats.max_depth:,}"
    if stats.contours:
        depth = f"{'bound' if stats.evaluated else 'depth limit'} {stats.contours[-1][0]:,}"
    seconds = monitor.seconds
    rate = (stats.expanded - monitor.inherited) / seconds if seconds > 0 else 0
    bound = max(proved, monitor.lower_bound)  # 0 says nothing
    best = "" if monitor.incumbent is None else f" · best so far {monitor.incumbent.g:,}"
    # Each part with its rank: 0 is kept longest.
    parts = [
        (0, depth),
        (5, _contour_text(monitor)),
        (1, f" · a solution costs at least {bound:,}" if bound else ""),
        (2, best),
        (3, f" · {stats.expanded:,} expanded"),
        (6, f" ({rate:,.0f}/s)"),
        (7, f" · {monitor.waiting:,} in the frontier"),
        (4, f" · {seconds:.1f} s"),
    ]
    for rank in range(len(parts) - 1, 0, -1):
        if width is None or sum(len(text) for _, text in parts) <= width:
            break
        parts = [part for part in parts if part[0] != rank]
    return "".join(text for _, text in parts)


def _contour_text(monitor: Monitor[Any]) -> str:
    """How much of the contour is searched, and how long the rest may take; "" if unknown."""
    now = outlook(monitor)
    if now is None or now.share is None:
        return ""
    left = "" if now.left is None else f", about {duration(now.left)} left in it"
    return f" ({now.share:.0%} of its subtrees{left})"


def duration(seconds: float) -> str:
    """A time in the unit that suits it: 40 s, 12 min, 3.5 h."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _shows_lines(stream: TextIO) -> bool:
    """Whether the stream's encoding has the characters in which boards are drawn."""
    try:
        _LINES.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _in_place(stream: TextIO | None) -> bool:
    """Whether text can be overwritten: the stream is a terminal that can move its cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def live_progress(
    *, enabled: bool, one_answer: bool = False
) -> Iterator[Callable[[Monitor[Any]], None] | None]:
    """A function that shows a monitor's state on stderr, in place; None without a terminal.

    one_answer: all searches answer one question, so that what one has proved holds for the next.
    """
    with _line(enabled=enabled) as show:
        if show is None:
            yield None
            return
        proved = 0

        def shown(monitor: Monitor[Any]) -> None:
            nonlocal proved
            show(progress_line(monitor, _room(), proved))
            if one_answer:
                proved = max(proved, monitor.lower_bound)

        yield shown


@contextmanager
def counting(*, enabled: bool) -> Iterator[Callable[[str], None]]:
    """A function that shows a line on stderr, in place; it does nothing without a terminal."""
    with _line(enabled=enabled) as show:
        yield (lambda line: None) if show is None else show


def _room() -> int:
    """Characters of a line that a terminal can overwrite."""
    return max(20, shutil.get_terminal_size().columns - 1)


@contextmanager
def _line(*, enabled: bool) -> Iterator[Callable[[str], None] | None]:
    """One line on stderr that each call replaces; it is erased at the end."""
    if not enabled or not _in_place(sys.stderr):
        yield None
        return

    def show(line: str) -> None:
        overwrite(line if len(line) <= _room() else f"{line[: _room() - 1]}…")

    try:
        yield show
    finally:
        erase()


def animate(result: Result, *, speed: float) -> None:
    """Play the solution at `speed` moves per second: in place on a terminal, else board by board.

    Without a terminal, at most 5 MB of boards are printed; stderr reports how many are omitted.
    Ctrl-C ends the command with the cursor below the board; the answer was printed before.
    """
    from taquin.pictures.board import board_text

    in_place = _in_place(sys.stdout)
    color = in_place and not os.environ.get("NO_COLOR")
    total = len(result.moves or "")
    goal = result.goal.width, result.goal.cells
    height = printed = 0
    try:
        for number, board in enumerate(result.boards()):
            if printed > _MAX_PRINTED and not in_place:
                left = total - number + 1
                tell(f"taquin: {left:,} of {total + 1:,} boards are omitted.", err=True)
                return
            text = board_text((board.width, board.cells), goal=goal, color=color)
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
