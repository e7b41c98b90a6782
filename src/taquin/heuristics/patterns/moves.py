"""The move automaton of a board, from its file if that is intact, or compiled and stored.

A search follows its numbers without asking whether they are in range, so that is asked here, of
every file that is read.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.sealed import read_sealed, write_sealed
from taquin.ground.storage import may_store
from taquin.heuristics.patterns.file import AUTOMATON, refuse_another
from taquin.heuristics.patterns.known_automata import is_another

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.heuristics.patterns.place import Place

__all__ = ["automaton_file", "move_automaton", "read_automaton"]


def automaton_file(folder: Path, place: "Place", length: int) -> Path:
    """Where the automaton of a board is stored."""
    return folder / f"{place.width}x{place.height}-{place.key}-moves{length}.dfa"


def move_automaton(place: "Place", length: int, folder: Path | None) -> "npt.NDArray[np.uint32]":
    """The automaton that recognises strings of up to `length` moves: uint32[states * 4].

    folder: where it is stored, if anywhere. A damaged file is reported and replaced.
    """
    from taquin.kernels.patterns.automaton import automaton
    from taquin.kernels.patterns.build import packed_neighbors

    header = {"neighbors": [list(row) for row in place.neighbors], "moves": length}
    path = None if folder is None else automaton_file(folder, place, length)
    if path is not None:
        try:
            return read_automaton(path, header)[1]
        except DamagedFile as error:
            told = f"the move automaton {path.name} {error.what}; it is rebuilt"
            announce(told, private=True)
        except TableError:
            pass  # there is none yet
    steps: npt.NDArray[np.uint32] = automaton(packed_neighbors(place.neighbors), length).next
    if path is not None and may_store():
        # A failure does not matter: making it again takes less time than reading a message.
        with suppress(TableError):
            write_sealed(path, AUTOMATON, header, steps.astype("<u4").data)
    return steps


def read_automaton(
    path: Path, expected: Mapping[str, object]
) -> tuple[dict[str, Any], "npt.NDArray[np.uint32]"]:
    """The header and the automaton in a file, all of it checked; expected: of the header.

    Raises DamagedFile, or TableError if there is no file or it cannot be read.
    """
    import numpy as np

    header, body = read_sealed(path, AUTOMATON)
    refuse_another(path, AUTOMATON, header, expected)
    goes = np.array(header["neighbors"])
    if len(body) % 16 or not _leads_nowhere_else(np.frombuffer(body, "<u4"), goes, header["moves"]):
        raise AUTOMATON.damaged(path, "is wrong: its numbers do not follow the board's moves")
    if is_another(header["neighbors"], header["moves"], body):
        raise AUTOMATON.damaged(path, "is wrong: it is not the one of its board")
    # A copy, because kernels are recompiled for read-only arrays.
    return header, np.frombuffer(body, "<u4").astype(np.uint32)


def _leads_nowhere_else(
    steps: "npt.NDArray[np.uint32]", neighbors: "npt.NDArray[np.int64]", moves: int
) -> bool:
    """Whether no state that a search reaches leads out of the automaton or off the board.

    neighbors: int[cells, 4], -1 = none. States 1 to `cells` are the starts, by the blank's cell;
    each other one belongs to one cell of the blank, and to a string of fewer than `moves` moves.
    """
    import numpy as np

    cells, states = len(neighbors), len(steps) // 4
    if states <= cells or neighbors.max() >= cells or steps.max() >= states or steps[:4].any():
        return False
    after = steps.reshape(-1, 4)
    if ((after[1 : cells + 1] != 0) != (neighbors >= 0)).any():  # no first move is left out
        return False
    blank = np.full(states, -1)
    reached = np.arange(1, cells + 1)
    blank[reached] = np.arange(cells)
    for _ in range(moves):
        allowed = after[reached] != 0
        to, cell = after[reached][allowed], neighbors[blank[reached]][allowed]
        fresh = blank[to] < 0
        blank[to[fresh]] = cell[fresh]
        if (cell < 0).any() or (blank[to] != cell).any():
            return False
        reached = np.unique(to[fresh])
    return not len(reached)
