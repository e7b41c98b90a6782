"""What the proof of a 24-puzzle would take, told with a solution that is not proved optimal."""

from taquin.ground.cores import usable_cores
from taquin.ground.grammar import counted
from taquin.ground.memory import resident_bytes
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.heuristic import proving_partition
from taquin.heuristics.patterns.store import is_stored
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

__all__ = ["proof_effort"]

# Fitted by least squares to the expansions with 6-6-6-6 in data/korf_felner_24.txt, as a test does
# again: log10(expansions) = _BASE + _EXCESS * (length - Manhattan) + _LENGTH * length. In two
# boards of three, the error is at most a factor of 10 ** 0.49.
_BASE, _EXCESS, _LENGTH = -3.454, 0.1010, 0.1081
_ERROR = 10**0.49
# The longest of those solutions has 114 moves. One that is much longer says little about the
# optimum, and the fit would give ages.
_LONGEST = 130
# What taquin expands of those, and how many it expands a second and core; decisions 32, 33.
_OURS = 0.058
_RATE = 4e6
_TABLES = "small"
_INSTANT = "less than a second"
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def proof_effort(
    puzzle: Puzzle, start: Board, length: int, memory: int | None = None
) -> str | None:
    """A sentence about the tables, the memory and the time of --optimal; None but for 24-puzzles.

    None too if the solution is far from optimal, as those of the row-and-column method are.

    length: of the best solution known. memory: a limit on the whole process, in bytes; None too
    where it is too small for the tables, as others are used then.
    """
    plain = puzzle.topology.is_grid and puzzle.metric == "stm"
    if (start.width, start.height) != (5, 5) or not plain or length > _LONGEST:
        return None
    partition = proving_partition(puzzle, None if memory is None else memory - resident_bytes())
    if partition != _TABLES:
        return None
    distance = build_heuristic("manhattan", puzzle)(puzzle.encode(start))
    expansions = 10 ** (_BASE + _EXCESS * (length - distance) + _LENGTH * length)
    seconds = expansions * _OURS / (_RATE * usable_cores())
    tables = "its stored tables" if is_stored(puzzle, _TABLES) else "tables, built once in a minute"
    return f"A proof (--optimal) needs {tables} (317 MB), 0.6 GB of memory, and {_range(seconds)}."


def _range(seconds: float) -> str:
    """An estimate, with the durations between which two boards in three lie."""
    middle, least, most = (_spoken(seconds * by) for by in (1, 1 / _ERROR, _ERROR))
    if most == _INSTANT:
        return most
    about = middle if middle == _INSTANT else f"about {middle}"
    between = f"at most {most}" if least == _INSTANT else f"between {least} and {most}"
    return f"{about}; two boards in three take {between}"


def _spoken(seconds: float) -> str:
    """A duration in its largest unit, with at most two digits."""
    if seconds < 1:
        return _INSTANT
    unit, length = next((one for one in _UNITS if seconds >= 1.5 * one[1]), _UNITS[-1])
    count = seconds / length
    return counted(round(count) if count < 20 else 10 * round(count / 10), unit)
