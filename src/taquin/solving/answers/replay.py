"""A solution is replayed on the board, once, before anyone sees it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from taquin.ground.declaration import is_ours, located
from taquin.ground.errors import ContractError, OptionError, TaquinError, quoted
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.table import Neighbors
from taquin.search.result import SearchResult
from taquin.solving.question.request import SearchRequest

__all__ = ["broken", "check_solution", "pushed_at_once", "states_along"]


def check_solution(request: SearchRequest, outcome: SearchResult) -> None:
    """Raise unless the moves that a search in Python found lead to the goal, at its cost."""
    if outcome.moves is None or outcome.cost is None:
        return
    start, goal, moves = request.start, request.puzzle.goal, "".join(outcome.moves)
    try:
        last, cost = request.puzzle.follow(start, moves)
    except TaquinError as error:
        raise broken(request, f"returned {quoted(moves)} for {start}: {error}") from error
    if request.puzzle.metric == "mtm":
        cost = len(outcome.moves)
    if last != goal:
        raise broken(
            request,
            f"returned the moves {moves or '(none)'} for {start}, which lead to {last}; "
            f"expected the goal {goal}.",
        )
    if cost != outcome.cost:
        raise broken(
            request,
            f"returned moves for {start} and cost {outcome.cost}, but these moves cost {cost}; "
            "expected the goal's Node with g equal to the cost of its path.",
        )


def pushed_at_once(request: SearchRequest, outcome: SearchResult) -> SearchResult:
    """The solution with pushes that follow each other in one direction joined into one.

    A search that walks as it plans can push one tile, and then the next one the same way: as one
    move that costs less.
    """
    puzzle, moves = request.puzzle, outcome.moves
    if puzzle.metric != "mtm" or moves is None or puzzle.pushes("".join(moves)) == len(moves):
        return outcome
    letters = "".join(moves)
    state, named, states = puzzle.encode(request.start), [], [puzzle.encode(request.start)]
    while letters:
        space = puzzle.space(puzzle.decode(state))
        run = len(letters) - len(letters.lstrip(letters[0]))
        joined = [step for step in space.successors(state) if letters[:run].startswith(step[0])]
        move, state, _ = max(joined, key=lambda step: len(step[0]))
        named.append(move)
        states.append(state)
        letters = letters[len(move) :]
    return replace(outcome, moves=tuple(named), states=tuple(states), cost=len(named))


def states_along(
    puzzle: Puzzle, start: bytes, moves: Sequence[str]
) -> tuple[tuple[bytes, ...], int]:
    """The states along the moves of a compiled search, and their cost.

    Raises ContractError unless they are legal and lead to the goal: a kernel is wrong. In mtm, the
    letters of single steps are followed too, and each costs 1.
    """
    steps = all(len(move) == 1 for move in moves)
    if puzzle.topology.costs is not None or not steps:
        return _states_between(puzzle, start, moves)
    letters = "".join(moves)
    onward, swap = _onward(puzzle.topology.neighbors), _swaps(len(start))
    state, blank = start, start.index(0)
    states = [state]
    for letter in letters:
        if letter not in onward[blank]:
            raise _wrong(f"moved {letter} on {puzzle.decode(state)}, which is illegal.")
        blank = onward[blank][letter]
        state = state.translate(swap[state[blank]])
        states.append(state)
    if state != puzzle.encode(puzzle.goal):
        raise _wrong(f"ended at {puzzle.decode(state)} instead of the goal {puzzle.goal}.")
    if puzzle.metric != "expense":
        return tuple(states), len(letters)
    of_tile = puzzle.tile_costs
    return tuple(states), sum(of_tile[before[after.index(0)]] for before, after in pairwise(states))


def _states_between(
    puzzle: Puzzle, start: bytes, moves: Sequence[str]
) -> tuple[tuple[bytes, ...], int]:
    """`states_along` for moves of several tiles, or with costs of their own."""
    space, states, total = puzzle.space(puzzle.decode(start)), [start], 0
    for move in moves:
        after = {name: (state, cost) for name, state, cost in space.successors(states[-1])}
        if move not in after:
            raise _wrong(f"moved {move} on {puzzle.decode(states[-1])}, which is illegal.")
        state, cost = after[move]
        states.append(state)
        total += cost
    if not space.is_goal(states[-1]):
        raise _wrong(f"ended at {puzzle.decode(states[-1])} instead of the goal {puzzle.goal}.")
    return tuple(states), total


# Batches replay many solutions on boards of one type.
@lru_cache(maxsize=8)
def _onward(neighbors: Neighbors) -> tuple[dict[str, int], ...]:
    """For each cell of the blank, where each letter takes it."""
    return tuple(
        {letter: cell for letter, cell in zip(DIRECTIONS, row, strict=True) if cell >= 0}
        for row in neighbors
    )


@lru_cache(maxsize=8)
def _swaps(cells: int) -> tuple[bytes, ...]:
    """For each tile, the table with which `bytes.translate` exchanges it and the blank."""
    return tuple(bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in range(cells))


def _wrong(problem: str) -> ContractError:
    return ContractError(f"a compiled search {problem}")


def broken(request: SearchRequest, problem: str) -> TaquinError:
    """The error for a broken promise: a bug in taquin, or a mistake in a user's algorithm."""
    search = request.spec.search
    problem = f"{located(f'algorithm {request.algorithm}', search)} {problem}"
    return ContractError(problem) if is_ours(search) else OptionError(problem)
