"""The open nodes of `waves` between two calls: emptied, dealt among threads, given up, their paths.

A node knows all about itself, so that any search of the same contour can go on from it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from taquin.kernels.searches.lanes import LANES, Register
from taquin.kernels.searches.wave_nodes import DEPTH, PATH, WIDTH, StackPlace, Waves

__all__ = ["deal", "give_up", "goal_moves", "path_of", "restart"]

U64 = np.uint64


def restart(waves: Waves, lanes: int) -> None:
    """Empty the stack. lanes: 1 searches strictly depth-first, 8 with the whole width."""
    waves.sizes[StackPlace.OPEN] = waves.sizes[StackPlace.REST] = 0
    waves.sizes[StackPlace.WIDTH] = 1 if lanes == 1 else lanes * (WIDTH // LANES)


def _open(waves: Waves) -> npt.NDArray[np.uint32]:
    """The numbers of the open nodes, those of small depth first."""
    numbers = waves.stack[: waves.sizes[StackPlace.OPEN]]
    return numbers[np.argsort(_depths(waves)[numbers], kind="stable")]


def _depths(waves: Waves) -> npt.NDArray[np.uint64]:
    last = waves.nodes.reshape(len(waves.stack), -1)[:, -1]
    return (last >> U64(DEPTH)) & U64(0xFFFF)


def deal(team: Sequence[Waves], least: int) -> bool:
    """Deal all open nodes among the searches of one contour; False if there are fewer than `least`.

    Each gets as many of every depth as the others, so that they end at about the same time.
    """
    mine = [_open(waves) for waves in team]
    if sum(map(len, mine)) < least:
        return False
    nodes, paths = (
        np.concatenate([array[own] for array, own in zip(arrays, mine, strict=True)])
        for arrays in (
            [waves.nodes.reshape(len(waves.stack), -1) for waves in team],
            [waves.paths.reshape(len(waves.stack), -1) for waves in team],
        )
    )
    depths = np.concatenate([_depths(waves)[own] for waves, own in zip(team, mine, strict=True)])
    order = np.argsort(depths, kind="stable")
    for number, waves in enumerate(team):
        dealt = order[number :: len(team)]
        numbers = waves.stack[: len(dealt)]
        waves.nodes.reshape(len(waves.stack), -1)[numbers] = nodes[dealt]
        waves.paths.reshape(len(waves.stack), -1)[numbers] = paths[dealt]
        waves.sizes[StackPlace.OPEN], waves.sizes[StackPlace.REST] = len(dealt), 0
        waves.registers[Register.ACTIVE] = len(waves.order)
    return True


def give_up(waves: Waves, most: int) -> list[list[int]]:
    """Take the shallower half of the open nodes off the stack, at most so many.

    Returns the moves that lead to each, as directions from subtree 0.
    """
    numbers = _open(waves)
    taken, kept = np.split(numbers, [min(most, (len(numbers) + 1) // 2)])
    free = waves.stack[len(numbers) :].copy()
    waves.stack[:] = np.concatenate([kept, taken, free])
    waves.sizes[StackPlace.OPEN], waves.sizes[StackPlace.REST] = len(kept), 0
    return [path_of(waves, number) for number in taken.tolist()]


def goal_moves(waves: Waves) -> list[int]:
    """The directions from subtree 0 to the goal that the search has just found."""
    return path_of(waves, int(waves.stack[waves.sizes[StackPlace.OPEN] - 1]))


def path_of(waves: Waves, number: int) -> list[int]:
    """The directions from subtree 0 to a node."""
    depth = int(_depths(waves)[number])
    words = waves.paths[number * PATH : (number + 1) * PATH].tolist()
    return [words[past >> 5] >> (past & 31) * 2 & 3 for past in range(depth)]
