"""What the game line by line says: its help, and how a long search stands."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from taquin.ground.grammar import counted
from taquin.ground.sentences import FaceSentence, said
from taquin.search.monitor import Monitor

__all__ = ["HELP", "PAUSED", "Teller"]

_TELL_EVERY = 5.0  # seconds between two lines of a long search
PAUSED = f"{said(FaceSentence.PAUSED)} Type pause to resume."
HELP = """\
Moves:     7          slide tile 7 and all tiles between it and the blank
           l, UR2D    letters give the {mover}'s direction: u up, d down, l left, r right
           left ↑     words and arrows work too
           7 left     tile 7, if it can move left
Look:      board, goal, progress, where 7, row 2, column 3, why
Play:      undo, redo, retry (or restart), pause, new, new 5x5, new BOARD, new SIZE goal GOAL
           new 4x4 torus joins opposite edges; new 4x4 walls:0-1,6-7 has walls between cells
           unfinished your other unfinished games; unfinished 1 continues one
Help:      hint       which tile; again: which way; again: play it
           method     a hint from the row-and-column method
           learn      quiz: find the best move
           moves left how many moves are left; also: remaining
           solve      a solution, and whether it is proved to be the shortest
           Ctrl-C ends a long search, which answers with what it has
Daily:     daily      today's boards and your streak; daily 4x4 plays one
Puzzles:   puzzle     find three best moves; puzzle 4x4; back returns to your game
           streak     puzzles that get harder, until the first miss; quit keeps it
           storm      as many as you can in three minutes; skip leaves one out
           puzzle corners, streak 4x4 rows, storm detours: puzzles of a theme
Then:      review     your last finished game against perfect play
           review now the game that is on, so far; this counts as a hint
           stats      your best games; also: statistics
Also:      quiet, verbose (no board after each move, or one), help, quit
           Timed attempts and settings are on the whole screen: taquin play
An empty line shows the board."""


class Teller:
    """A line from time to time while a search lasts."""

    def __init__(self, tell: Callable[[str], None], unit: str = "move", *, least: int = 0) -> None:
        """unit: what the cost of a solution counts, a move or a slide.

        least: how many are proved to be needed before the search begins.
        """
        self._tell, self._told, self._unit = tell, monotonic(), unit
        self._proved = least  # then by any search of the answer

    def __call__(self, monitor: Monitor[Any]) -> None:
        """Say how the search stands, if the last line is some time ago."""
        self._proved = max(self._proved, monitor.lower_bound)
        if monotonic() - self._told >= _TELL_EVERY:
            self._told = monotonic()
            expanded = f"{counted(monitor.stats.expanded, 'node')} expanded"
            least = f"at least {counted(self._proved, self._unit)}, " if self._proved else ""
            self._tell(f"Solving: {least}{expanded}.")
