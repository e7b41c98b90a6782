"""What an engine hands back."""

from dataclasses import dataclass

from taquin.search.result import SearchResult

__all__ = ["Searched"]


@dataclass(frozen=True)
class Searched:
    """The outcome of a search, its solution replayed, and who ran it.

    engine: python, compiled, or pruned, the IDA* that skips redundant move sequences.
    seconds: of compiling, of building tables, of the search.   peak_memory: bytes of the process.
    root_h: the heuristic's value for the start, where it was asked; None for uninformed searches.
    """

    found: SearchResult
    engine: str
    seconds: dict[str, float]
    peak_memory: int
    root_h: int | None
    notes: tuple[str, ...] = ()
