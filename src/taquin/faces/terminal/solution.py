"""The solution that Solve found, played and stepped through."""

from collections.abc import Sequence
from textwrap import wrap

from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.steps import Steps
from taquin.game.words import moves_text
from taquin.ground.grammar import counted
from taquin.solving.answers.result import Result
from taquin.solving.shown.result_text import method

__all__ = ["Solution"]

_PER_LINE = 5
_SHOWN = 4  # groups
_ROOMY = 7  # lines below the board that are enough for moves
_HEAD = "Moves of the tiles"
_LEAST = 0.01  # seconds that are shown


class Solution(Steps):
    """Answers "play" if the player wants the moves made in the game."""

    def __init__(self, result: Result, look: Look, palette: str) -> None:
        assert result.moves is not None, "only solutions are shown"
        super().__init__(result.board, result.moves, result.goal, look, palette)
        self._result = result

    def on_mount(self) -> None:
        """Begin to play at once."""
        super().on_mount()
        self.play()

    def keys(self) -> Sequence[str]:
        """The keys; all of them work at every move."""
        return (self.space, "←→ step", "Esc back", "Enter make moves", "+- speed", "? help")

    def title_text(self) -> str:
        """How long it is, and whether it is proved shortest."""
        result = self._result
        length = moves_text(len(self.moves))
        if result.optimal:
            return f"{length}, proved to be the shortest"
        return f"{length}; at least {result.lower_bound} are needed"

    def side_text(self, width: int, room: int) -> str:
        """The moves, and the search."""
        return "\n".join([_HEAD, *self._moves(width, 4 * _SHOWN), "", *wrap(self._search, width)])

    def below_lines(self, width: int, room: int) -> list[str]:
        """The same where it does not stand beside the board, as far as there is room."""
        if self.arrangement.beside or room < _ROOMY:
            return []
        search = wrap(self._search, width)
        return [_HEAD, *self._moves(width, room - 2 - len(search)), *search]

    @property
    def _search(self) -> str:
        """How the solution was found."""
        result = self._result
        expanded = counted(result.stats.expanded, "node")
        spent = {part: _seconds(seconds) for part, seconds in result.seconds.items()}
        before = [
            f"{name} {spent[part]}"
            for part, name in (("compile", "loading or compiling"), ("tables", "tables"))
            if result.seconds[part] >= _LEAST
        ]
        search = f"{method(result)}: {expanded} expanded in {spent['search']}."
        return f"{search} Before it: {', '.join(before)}." if before else search

    def _moves(self, width: int, most: int) -> list[str]:
        """At most so many lines of moves in groups of five, with an arrow at the next one."""
        group = max(1, (width - 2) // (_PER_LINE + 1)) * _PER_LINE
        first = max(0, self.at // group - 1) * group
        lines = []
        for begin in range(first, min(len(self.moves), first + _SHOWN * group), group):
            line = self.moves[begin : begin + group]
            lines.append(" ".join(line[i : i + _PER_LINE] for i in range(0, len(line), _PER_LINE)))
            here = self.at - begin
            if 0 <= here < len(line):
                lines.append(" " * (here + here // _PER_LINE) + "↑")
        return lines[:most]

    def press(self, name: str) -> bool:
        """Enter makes the moves in the game."""
        if name != "enter":
            return False
        self.stop()
        self.leave("play")
        return True


def _seconds(seconds: float) -> str:
    """Seconds, of which hundredths are shown.

    >>> _seconds(15.3374), _seconds(0.002)
    ('15.34 s', 'under 0.01 s')
    """
    return f"under {_LEAST} s" if seconds < _LEAST else f"{seconds:.2f} s"
