"""Carries tiles of a scene by a kernel, with the moves and counters of `carry`."""

from functools import partial

from taquin.constructive.scene import Scene
from taquin.ground.announce import announce
from taquin.ground.heard import NoticeSentence
from taquin.kernels import load_numba
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor

__all__ = ["Carrier", "compile_carrier"]

_STEPS = 1 << 16  # of one call at most


class Carrier:
    """A scene's carrier: its arrays are the scene's own, seen by the kernel.

    Only for a scene without an observer, since single steps are not reported.
    """

    def __init__(self, scene: Scene) -> None:
        # Here, as all algorithms are imported by name before any search.
        load_numba()
        import numpy as np

        from taquin.kernels.searches import carrying

        self._scene, self._kernel = scene, carrying
        sides = np.array([scene.width, scene.height], np.int32)
        self._room = carrying.Carriage(
            np.array(scene.steps, np.int32),
            np.frombuffer(scene.cells, np.int32),
            np.frombuffer(scene.place, np.int32),
            np.array(scene.home, np.int32),
            np.frombuffer(scene.free, np.uint8),
            sides,
            np.empty(_STEPS, np.uint8),
            np.empty((3, int(sides.sum()) + 8), np.uint8),
        )

    def __call__(self, tile: int, to: int, within: int) -> bool:
        """Whether the tile is there; if not, `carry` goes on from where it is now.

        Raises Stop at a limit.
        """
        scene, room, kernel = self._scene, self._room, self._kernel
        stats = scene.monitor.stats
        while True:
            scene.place[0] = scene.blank
            ended, steps = kernel.carry_tile(room, tile, to, within, scene.monitor.budget())
            scene.blank = scene.place[0]
            scene.path += room.path[:steps].tobytes()
            stats.expanded += steps
            stats.generated += steps
            stats.popped += steps
            stats.max_depth = max(stats.max_depth, len(scene.path))
            scene.monitor.slice()
            if ended == kernel.DONE:
                return True
            if ended == kernel.STUCK or steps == 0:
                return False


def compile_carrier() -> None:
    """Compile the kernel if it is not compiled yet."""
    load_numba()
    from taquin.kernels.base.cache import telling_of_compiling

    board = Board(2, 2, (1, 2, 3, 0))
    puzzle = Puzzle.of(board)
    scene = Scene(puzzle, puzzle.encode(board), Monitor(), DIRECTIONS)
    with telling_of_compiling(
        announce, NoticeSentence.METHOD, lost=partial(announce, private=True)
    ):
        Carrier(scene)(1, 0, 0)
