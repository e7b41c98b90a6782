"""What the proof of a 24-puzzle would take, told with a solution that is not proved optimal."""

from taquin.ground.cores import usable_cores
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

__all__ = ["proof_effort"]

# Fitted by least squares to the expansions with 6-6-6-6 in data/korf_felner_24.txt, as a test does
# again: log10(expansions) = _BASE + _EXCESS * (length - Manhattan) + _LENGTH * length. In two
# boards of three, the error is at most a factor of 10 ** 0.49.
_BASE, _EXCESS, _LENGTH = -3.454, 0.1010, 0.1081
_ERROR = 10**0.49
# What taquin expands of those, and how many it expands a second and core; decisions 32, 33.
_OURS = 0.058
_RATE = 4e6
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def proof_effort(puzzle: Puzzle, start: Board, length: int) -> str | None:
    """A sentence about the tables, the memory and the time of --optimal; None but for 24-puzzles.

    length: of the best solution known.
    """
    plain = puzzle.topology.is_grid and puzzle.metric == "stm"
    if (start.width, start.height) != (5, 5) or not plain:
        return None
    distance = build_heuristic("manhattan", puzzle)(puzzle.encode(start))
    expansions = 10 ** (_BASE + _EXCESS * (length - distance) + _LENGTH * length)
    cores = usable_cores()
    seconds = expansions * _OURS / (_RATE * cores)
    return (
        "A proof (--optimal) needs tables of 317 MB, built once in about a minute, "
        f"0.6 GB of memory, and about {_spoken(seconds)}; two boards in three take between "
        f"{_spoken(seconds / _ERROR)} and {_spoken(seconds * _ERROR)}."
    )


def _spoken(seconds: float) -> str:
    """A duration in its largest unit, with at most two digits."""
    unit, length = next((one for one in _UNITS if seconds >= 1.5 * one[1]), _UNITS[-1])
    count = seconds / length
    shown = max(1, round(count)) if count < 20 else round(count, -1)
    return f"{shown:.0f} {unit}{'s' if shown != 1 else ''}"
