"""The error for a search that proves of a solvable board that it has no solution.

Whether a board is solvable is known before any search. A search that examined everything, or a
table that knows no way to the goal, contradicts that: what they read from a file is wrong.
"""

from taquin.ground.errors import TableError
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.solving.question.request import SearchRequest

__all__ = ["contradiction"]


def contradiction(request: SearchRequest) -> TableError | None:
    """The error that names the tables of the search; None if it read none.

    Raises DamagedFile instead if one of them is known, or now found, to be damaged.
    """
    if request.heuristic is None or "pdb:" not in request.heuristic:
        return None
    named, estimate = request.heuristic, request.estimate
    if isinstance(estimate, PatternHeuristic):
        estimate.collection.wait()
        named = _files(estimate.collection)
    kept, resumed = request.checkpoints, ""
    if kept is not None and kept.resume is not None:
        resumed = (
            f" If they are sound, the checkpoint {str(kept.resume)!r} is wrong: start again with "
            "--checkpoint FILE."
        )
    return TableError(
        f"{request.algorithm} found no solution for {request.start}, which has one: a pattern "
        f"database is wrong. It used {named}. `taquin pdb verify` checks the stored tables; "
        "`taquin pdb remove FILE` removes one, or a move automaton (.dfa), which the next search "
        "builds again." + resumed
    )


def _files(collection: PatternCollection) -> str:
    return ", ".join(one.name(one.place, one.pattern) for one in collection.databases)
