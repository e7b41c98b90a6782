"""One search by contours over pattern databases: what it has, what it has found, how it ends."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin.ground.errors import NoWay
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.search.monitor import Monitor, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.replay import states_along
from taquin.solving.engines.checkpoint import Keeper, misfit
from taquin.solving.engines.scout import Scout
from taquin.solving.question.request import SearchRequest

if TYPE_CHECKING:
    from taquin.kernels.searches.ida_star_pdb import AnyFrames
    from taquin.kernels.searches.snapshot import Snapshot

__all__ = ["ContourSearch", "no_way"]

_SCOUTED = (
    "A beam search with a learned heuristic found this solution; IDA* proved that there is no "
    "shorter one, without searching for it."
)
_FOUND = "A beam search with a learned heuristic found this solution; it is not proved optimal yet."


def no_way() -> NoWay:
    """The error where the tables prove that there is no solution."""
    return NoWay("every contour is searched, and none has the goal")


@dataclass
class ContourSearch(ABC):
    """IDA* over pattern databases, one contour after another.

    heuristic: its tables, open. frames: scratch arrays that belong to it alone.
    scout: what looks for solutions meanwhile.
    keeper: what writes its checkpoints. snapshot: the one that it continues from.
    letters: the moves of the solution that it found itself.
    limit: the name of the limit that stopped it. With neither, the scout's solution is optimal.
    """

    request: SearchRequest
    heuristic: PatternHeuristic
    frames: "AnyFrames"
    monitor: Monitor[bytes]
    scout: Scout
    keeper: Keeper | None
    snapshot: "Snapshot | None"
    letters: str | None = None
    limit: str | None = None

    @abstractmethod
    def deepen(self) -> str | None:
        """Contour by contour, to the moves of a solution, in the table's labelling.

        None once every contour below what the scout found is completed. Raises Stop at a limit,
        Misfit if no search can have come to the checkpoint, and NoWay where the tables prove that
        there is no solution.
        """

    def run(self) -> None:
        """Search to the end, a limit or Ctrl-C."""
        from taquin.kernels.searches.snapshot import Misfit

        try:
            found = self.deepen()
            if found is not None:
                self.letters = self.heuristic.canonical.moves(found)
            if self.keeper is not None:
                self.keeper.done()
        except Misfit as why:
            kept = self.request.checkpoints
            assert kept is not None and kept.resume is not None
            raise misfit(kept.resume, why) from None
        except Stop as stop:
            self.limit = stop.limit
        except KeyboardInterrupt:
            self.limit = "interrupt"

    def count(self, expanded: int, generated: int) -> None:
        """Tell the monitor how many nodes there are."""
        stats = self.monitor.stats
        stats.expanded, stats.generated, stats.evaluated = expanded, generated, generated + 1

    def found(self) -> SearchResult:
        """What the search, or its scout, has found and proved."""
        request, monitor, letters = self.request, self.monitor, self._best()
        stats = monitor.stats
        if stats.expanded:
            # The length of a path is the depth of its last node; the goal is not expanded.
            stats.peak_frontier = stats.max_depth + (letters is None)
        states, cost = None, None
        if letters is not None:
            start = request.puzzle.encode(request.start)
            states, cost = states_along(request.puzzle, start, letters)
        closest = monitor.closest
        return SearchResult(
            status=Status.SOLVED if self.limit is None else Status.LIMIT,
            limit=self.limit,
            moves=None if letters is None else tuple(letters),
            states=states,
            cost=cost,
            lower_bound=monitor.lower_bound,
            stats=monitor.finish(),
            closest=(closest.state, closest.h) if closest else None,
        )

    def notes(self) -> tuple[str, ...]:
        """Who found the solution, where the search came from, and how it can continue."""
        notes = []
        if self.letters is None and self.scout.letters is not None:
            notes.append(_SCOUTED if self.limit is None else _FOUND)
        if self.snapshot is not None:
            notes.append(
                f"Resumed after {self.snapshot.expanded:,} expansions, which are counted; the time "
                "is of this run."
            )
        if self.keeper is not None and self.keeper.written and self.limit is not None:
            notes.append(f"To continue, repeat the command with --resume {self.keeper.file}.")
        return tuple(notes)

    def _best(self) -> str | None:
        return self.scout.letters if self.letters is None else self.letters
