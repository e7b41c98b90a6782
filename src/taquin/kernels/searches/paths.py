"""The moves of a path, as kernels tell it: by the cells of the blank, or by the boards on it."""

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from taquin.kernels.searches.tables import BoardTables

__all__ = ["Step", "joined", "labels_along", "letters_between", "steps_from"]


class Step(NamedTuple):
    """A move from a state: its label, the state after it, its cost."""

    label: str
    state: bytes
    cost: int


def steps_from(board: BoardTables, state: bytes) -> list[Step]:
    """All moves of a state, in the order of successors."""
    moves, blank, steps = board.moves, state.index(0), []
    assert moves is not None
    for move in range(moves.first[blank], moves.first[blank + 1]):
        path = moves.passed[moves.begins[move] : moves.begins[move + 1]].tolist()
        cells, here = bytearray(state), blank
        for cell in path:
            cells[here], cells[cell] = cells[cell], 0
            here = cell
        cost = int(moves.fixed[move] + moves.factor[move] * board.cost[state[path[0]]])
        steps.append(Step(board.labels[move], bytes(cells), cost))
    return steps


def joined(there: Sequence[str], back: Sequence[str]) -> tuple[str, ...]:
    """The moves from the start to where two paths meet, and from there to the goal.

    back: those of the path from the goal, which `BoardTables.backwards` names as they lead there.
    """
    return (*there, *reversed(back))


def labels_along(board: BoardTables, states: Sequence[bytes]) -> tuple[str, ...]:
    """The moves between neighbouring states; of several, the first of the cheapest.

    Raises ValueError if no move leads from one state to the next.
    """
    labels = []
    for here, there in pairwise(states):
        leading = [step for step in steps_from(board, here) if step.state == there]
        labels.append(min(leading, key=attrgetter("cost")).label)
    return tuple(labels)


def letters_between(board: BoardTables, blanks: Sequence[int]) -> str:
    """The moves that take the blank through these cells, each a step."""
    letters = []
    for here, there in pairwise(blanks):
        column = board.neighbors[here].tolist().index(there)
        letters.append("UDLR"[board.letters[column]])
    return "".join(letters)
