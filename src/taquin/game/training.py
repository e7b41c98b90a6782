"""What the puzzles of best moves keep: the rating and the best runs, in the page's format.

The file is one that the page's training can import. Its twin on the page is
`static/train/trainlog.js`.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from taquin.game.folder import data_folder, read_json, refuse_newer, update_json
from taquin.game.keptstreak import StreakFile
from taquin.game.seats import Seat
from taquin.ground.errors import TableError

__all__ = ["RunLog", "Training", "TrainingLog"]

_FORMAT = "taquin training"
_LEAST, _MOST = 100, 4000
_KEPT = 200  # ratings
_EARLY = 20  # puzzles, which move the rating twice as far
_RUNS = 10  # scores
_RECENT = 100  # puzzles


@dataclass(frozen=True, slots=True)
class TrainingLog:
    """The rating after `played` puzzles, `in_row` of them solved since the last failure.

    recent: names of the latest puzzles, none of which is asked soon again
    """

    rating: int = 1200
    played: int = 0
    solved: int = 0
    in_row: int = 0
    ratings: tuple[int, ...] = ()
    recent: tuple[str, ...] = ()

    def after(self, difficulty: int, solved: bool, name: str = "") -> "TrainingLog":
        """The log after a puzzle (Elo 1978); name: the puzzle's, "" for none.

        >>> TrainingLog().after(1200, True).rating, TrainingLog(played=20).after(1200, False).rating
        (1220, 1190)
        """
        expected = 1 / (1 + 10 ** ((difficulty - self.rating) / 400))
        step = 40 if self.played < _EARLY else 20
        rating = min(_MOST, max(_LEAST, round(self.rating + step * (solved - expected))))
        return replace(
            self,
            rating=rating,
            played=self.played + 1,
            solved=self.solved + solved,
            in_row=self.in_row + 1 if solved else 0,
            ratings=(*self.ratings, rating)[-_KEPT:],
            recent=(*(one for one in self.recent if one != name), *filter(None, [name]))[-_RECENT:],
        )


@dataclass(frozen=True, slots=True)
class RunLog:
    """Runs of one kind, size and theme: the most puzzles solved in one, and the latest scores.

    missed, skipped: puzzles of all storms; earlier versions did not keep them
    """

    best: int = 0
    played: int = 0
    last: tuple[int, ...] = ()
    missed: int = 0
    skipped: int = 0

    def after(self, score: int, missed: int = 0, skipped: int = 0) -> "RunLog":
        """The log after another run.

        >>> RunLog().after(3).after(1, skipped=2)
        RunLog(best=3, played=2, last=(3, 1), missed=0, skipped=2)
        """
        return RunLog(
            max(self.best, score),
            self.played + 1,
            (*self.last, score)[-_RUNS:],
            self.missed + missed,
            self.skipped + skipped,
        )


class Training:
    """The log in a folder, by default the user's; a damaged file is never overwritten.

    streak: the one that goes on the next time, in a file of its own
    """

    def __init__(self, folder: Path | None = None, seat: Seat | None = None) -> None:
        folder = data_folder() if folder is None else folder
        self.path, self.streak = folder / "training.json", StreakFile(folder, seat)

    def log(self) -> TrainingLog:
        """What was achieved; TableError if the file cannot be read."""
        return self._read(read_json(self.path))

    def add(self, difficulty: int, solved: bool, name: str = "") -> TrainingLog:
        """Keep the outcome of a puzzle; returns the log after it."""

        def added(held: object) -> dict[str, object]:
            log = self._read(held).after(difficulty, solved, name)
            own = self._plain(log)
            # What else the page keeps in such a file stays.
            return {**held, **own} if isinstance(held, dict) else own

        return self._read(update_json(self.path, added))

    def run(self, name: str) -> RunLog:
        """The runs of a name such as ``streak-3-any``; TableError if the file cannot be read."""
        held = read_json(self.path)
        self._read(held)
        return _run_of(held, name)

    def runs(self) -> dict[str, RunLog]:
        """All runs by name; TableError if the file cannot be read."""
        held = read_json(self.path)
        self._read(held)
        runs = held.get("runs") if isinstance(held, dict) else None
        names = runs if isinstance(runs, dict) else {}
        return {str(name): _run_of(held, name) for name in names}

    def add_run(self, name: str, score: int, missed: int = 0, skipped: int = 0) -> RunLog:
        """Keep the score of a run, and of a storm what was missed and skipped.

        Returns the log after it.
        """

        def added(held: object) -> dict[str, object]:
            log = self._read(held)
            run = _run_of(held, name).after(score, missed, skipped)
            kept = held if isinstance(held, dict) else self._plain(log)
            runs = kept.get("runs")
            own = {"best": run.best, "played": run.played, "last": list(run.last)}
            if run.missed + run.skipped:
                own |= {"missed": run.missed, "skipped": run.skipped}
            return {**kept, "runs": {**(runs if isinstance(runs, dict) else {}), name: own}}

        return _run_of(update_json(self.path, added), name)

    def _plain(self, log: TrainingLog) -> dict[str, object]:
        """The log as the file has it."""
        return {
            "format": _FORMAT,
            "version": 1,
            "rating": log.rating,
            "played": log.played,
            "solved": log.solved,
            "inRow": log.in_row,
            "ratings": list(log.ratings),
            "recent": list(log.recent),
        }

    def _read(self, held: object) -> TrainingLog:
        if held is None:
            return TrainingLog()
        if isinstance(held, dict) and (held.get("format"), held.get("version")) == (_FORMAT, 1):
            numbers: list[Any] = [held.get(n) for n in ("rating", "played", "solved", "inRow")]
            ratings = held.get("ratings")
            if isinstance(ratings, list) and all(type(n) is int for n in (*numbers, *ratings)):
                rating, played, solved, in_row = numbers
                if _LEAST <= rating <= _MOST and min(played, solved, in_row) >= 0:
                    recent = _names(held.get("recent"))
                    return TrainingLog(rating, played, solved, in_row, tuple(ratings), recent)
        if isinstance(held, dict) and held.get("format") == _FORMAT:
            refuse_newer(self.path, held, 1)
        raise TableError(f"{self.path} does not contain taquin training; rename or delete it.")


def _names(held: object) -> tuple[str, ...]:
    """The names in a list of a file; earlier versions kept none."""
    return tuple(one for one in held if isinstance(one, str)) if isinstance(held, list) else ()


def _run_of(held: object, name: str) -> RunLog:
    """What a file has of a run; what is damaged in it is as if there had been none."""
    runs = held.get("runs") if isinstance(held, dict) else None
    run = runs.get(name) if isinstance(runs, dict) else None
    if not isinstance(run, dict):
        return RunLog()
    best: Any = run.get("best")
    played: Any = run.get("played")
    last = run.get("last")
    if not isinstance(last, list) or any(type(one) is not int for one in (best, played, *last)):
        return RunLog()
    left = [run.get(field, 0) for field in ("missed", "skipped")]
    missed, skipped = (one if type(one) is int and one > 0 else 0 for one in left)
    return RunLog(best, played, tuple(last), missed, skipped)
