"""The error for a search that proves of a solvable board that it has no solution."""

from taquin.ground.errors import TableError
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.solving.request import SearchRequest

__all__ = ["contradiction"]


def contradiction(request: SearchRequest, heuristic: PatternHeuristic) -> TableError:
    """Every contour is searched, and none has a solution: a table is wrong, or a checkpoint."""
    checkpoints, collection = request.checkpoints, heuristic.collection
    named = ", ".join(one.name(one.place, one.pattern) for one in collection.databases)
    resumed = ""
    if checkpoints is not None and checkpoints.resume is not None:
        resumed = (
            f" Or the checkpoint {str(checkpoints.resume)!r} is: start again with --checkpoint "
            "FILE."
        )
    return TableError(
        f"the search found no solution for {request.start}, which has one: a pattern database is "
        f"wrong. It used {named}. `taquin pdb verify` checks the stored tables, and `taquin pdb "
        f"remove FILE` removes one, which the next search builds again.{resumed}"
    )
