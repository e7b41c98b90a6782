"""One search to run, and its outcome."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from taquin.heuristics.own import BoardHeuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import AlgorithmSpec
from taquin.search.monitor import Limits, Monitor, Observer
from taquin.search.result import SearchResult

__all__ = ["ENGINES", "Engine", "Heuristic", "Progress", "Request", "Searched"]

Engine = Literal["auto", "python", "compiled"]
ENGINES = ("auto", "python", "compiled")
Progress = Callable[[Monitor[Any]], None]
# A heuristic's name, or a function of the board.
Heuristic = str | BoardHeuristic


@dataclass(frozen=True)
class Request:
    """One search: everything except the engine that will run it."""

    spec: AlgorithmSpec
    heuristic: str | None
    start: Board
    puzzle: Puzzle
    settings: Mapping[str, object]
    limits: Limits
    observer: Observer | None = None
    progress: Progress | None = None
    workers: int = 1


@dataclass(frozen=True)
class Searched:
    """The outcome of a search, the engine that ran it, and the seconds it took.

    engine: python, compiled, or pruned, the IDA* that skips redundant move sequences.

    root_h: the heuristic's value for the start; None for uninformed searches.
    """

    found: SearchResult
    engine: str
    seconds: dict[str, float]
    peak_memory: int
    root_h: int | None
    notes: tuple[str, ...] = field(default=())
