"""The solution that Solve found, played and stepped through."""

from collections.abc import Sequence

from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.steps import Steps
from taquin.game.words import moves_text
from taquin.solving.answers.result import Result
from taquin.solving.shown.result_text import method

__all__ = ["Solution"]

_PER_LINE = 5
_ROOMY = 34  # lines of a narrow screen with room for the moves below the board


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

    def side_text(self, width: int) -> str:
        """The moves in groups of five, the next one in brackets; then the search."""
        result = self._result
        seconds = sum(result.seconds.values())
        search = f"{method(result)}: {result.stats.expanded:,} expanded in {seconds:.2f} s"
        group = max(1, (width - 2) // (_PER_LINE + 1)) * _PER_LINE
        first = max(0, self.at // group - 1) * group
        lines = []
        for begin in range(first, min(len(self.moves), first + 4 * group), group):
            line = self.moves[begin : begin + group]
            words = " ".join(line[i : i + _PER_LINE] for i in range(0, len(line), _PER_LINE))
            here = self.at - begin
            if 0 <= here < len(line):
                place = here + here // _PER_LINE
                lines += [words, " " * place + "↑"]
            else:
                lines.append(words)
        if self.has_class("narrow") and self.size.height < _ROOMY:
            return ""
        return "\n".join(["Moves of the tiles", *lines, "", search])

    def press(self, name: str) -> bool:
        """Enter makes the moves in the game."""
        if name != "enter":
            return False
        self.stop()
        self.leave("play")
        return True
