"""The solution that Solve found, played and stepped through."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from textwrap import wrap
from typing import ClassVar

from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.steps import Steps
from taquin.game.words import moves_text
from taquin.ground.grammar import counted
from taquin.solving.answers.result import Result
from taquin.solving.shown.result_text import method

__all__ = ["Solution", "length_line"]

_PER_LINE = 5
_FEWEST = 3  # lines of moves, which give way to nothing: two of them and the arrow
_HEAD = "Moves of the tiles"
_LEAST = 0.01  # seconds that are shown
# What may come before a search: parts of its seconds, as `Result` has them, in words.
_BEFORE = (("compile", "loading or compiling code"), ("tables", "loading or building tables"))


def length_line(result: Result) -> str:
    """How long a solution is in what the game counts, and whether it is proved shortest."""
    return _length_lines(result)[0]


def _length_lines(result: Result) -> Sequence[str]:
    """The same with fewer and fewer words."""
    moves, cost = result.moves, result.cost
    assert moves is not None and cost is not None, "only solutions are shown"
    length, best, fewer = moves_text(len(moves)), "shortest", list[str]()
    if result.puzzle.metric == "mtm":
        slides, best = counted(cost, "slide"), "fewest"
        length, fewer = f"{slides} ({length})", [slides]
    whole, brief = f"; at least {result.lower_bound} are needed", f"; at least {result.lower_bound}"
    if result.optimal:
        whole, brief = f", proved to be the {best}", f", proved {best}"
    return [f"{length}{whole}", *(f"{one}{brief}" for one in [length, *fewer])]


class Solution(Steps):
    """Answers "play" if the player wants the moves made in the game."""

    MEANS: ClassVar[Mapping[str, str]] = {
        **Steps.MEANS,
        "make moves": "make these moves in your game, which then is no best",
        "speed": "play faster or slower",
    }

    def __init__(self, result: Result, look: Look, palette: str) -> None:
        assert result.moves is not None, "only solutions are shown"
        puzzle, self.moves = result.puzzle, result.moves
        self._places = [0, *accumulate(map(len, puzzle.parted(self.moves)))]
        every = list(result.boards())
        boards = [every[at] for at in self._places]
        unit = "slide" if puzzle.metric == "mtm" else "move"
        super().__init__(boards, result.goal, look, palette, table=puzzle.topology, unit=unit)
        self._result = result

    def on_mount(self) -> None:
        """Begin to play at once."""
        super().on_mount()
        self.play()

    def keys(self) -> Sequence[str]:
        """The keys; all of them work at every move."""
        return (self.space, "Enter make moves", "Esc back", "←→ step", "+- speed", "? help")

    def titles(self) -> Sequence[str]:
        """How long it is, and whether it is proved shortest."""
        return _length_lines(self._result)

    def side_text(self, width: int, room: int) -> str:
        """The moves, and the search."""
        search = wrap(self._search, width)
        return "\n".join([_HEAD, *self._moves(width, room - 2 - len(search)), "", *search])

    def below_lines(self, width: int, room: int) -> list[str]:
        """The same where it does not stand beside the board, the moves first."""
        if self.arrangement.beside or room < 1:
            return []
        every = -(-len(self.moves) // self._group(width)) + 1  # with the arrow
        fewest = min(_FEWEST, every)
        for text in (self._search, self._cost, self._spent):
            search = wrap(text, width)
            left = room - len(search)
            if left >= fewest:
                # What stands around the moves is the same at each of them.
                spare = left - every
                head, apart = [_HEAD] if spare > 0 else [], [""] if spare > 1 else []
                moves = self._moves(width, left - len(head) - len(apart))
                moves += [""] * (min(every, left) - len(moves))
                return [*head, *moves, *apart, *search]
        return self._moves(width, room)

    @property
    def _search(self) -> str:
        """How the solution was found."""
        result = self._result
        before = [
            f"{name} {_seconds(result.seconds[part])}"
            for part, name in _BEFORE
            if result.seconds[part] >= _LEAST
        ]
        return f"{self._cost} Before it: {', '.join(before)}." if before else self._cost

    @property
    def _cost(self) -> str:
        """What the search itself took."""
        return f"{method(self._result)}: {self._spent}"

    @property
    def _spent(self) -> str:
        """The same in one line."""
        result = self._result
        expanded = counted(result.stats.expanded, "node")
        return f"{expanded} expanded in {_seconds(result.seconds['search'])}."

    def _group(self, width: int) -> int:
        """Moves in a line, where two characters are left for what is cut off before them."""
        return max(1, (width - 3) // (_PER_LINE + 1)) * _PER_LINE

    def _moves(self, width: int, most: int) -> list[str]:
        """At most so many lines, with an arrow at the next move; "…" where some are left out.

        In a single line, the mark stands before the move, as in a review.
        """
        at = self._places[self.at]
        group = self._group(width)
        moves = [self.moves[at : at + group] for at in range(0, len(self.moves), group)]
        arrow = at < len(self.moves) and most > 1
        room = max(1, most - arrow)
        here = min(at, len(self.moves) - 1) // group
        first = max(0, min(here - (room > 1), len(moves) - room))
        end = min(len(moves), first + room)
        lines = []
        for number in range(first, end):
            line = moves[number]
            cut = ("… " if number == first else "  ") if first else ""
            spaced = " ".join(line[i : i + _PER_LINE] for i in range(0, len(line), _PER_LINE))
            after = at - number * group
            place = after + after // _PER_LINE
            if most == 1 and after < len(line):
                spaced = f"{spaced[:place]}›{spaced[place:]}"
            lines.append(f"{cut}{spaced}{'…' if number == end - 1 < len(moves) - 1 else ''}")
            if arrow and number == here:
                lines.append(" " * (len(cut) + place) + "↑")
        return lines

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
