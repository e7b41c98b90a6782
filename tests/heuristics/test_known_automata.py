"""The digests of move automata that the package brings are those of the boards' automata."""

from importlib import resources

import pytest

from taquin.heuristics.patterns.known_automata import automaton_digest, board_digest, is_another
from taquin.kernels.patterns.automaton import automaton
from taquin.kernels.patterns.build import packed_neighbors
from taquin.puzzle.topology import topology

ROWS = [
    line.split()
    for line in (resources.files("taquin") / "data" / "automata.txt").read_text().splitlines()
    if not line.startswith("#")
]
QUICK = {"grid:2x2", "grid:2x3", "grid:3x3"}


@pytest.mark.parametrize(
    ("board", "moves", "around", "digest"),
    [
        pytest.param(*row, marks=[] if row[0] in QUICK or row[1] == "2" else [pytest.mark.slow])
        for row in ROWS
    ],
)
def test_digests_are_those_of_what_is_compiled(
    board: str, moves: str, around: str, digest: str
) -> None:
    kind, size = board.split(":")
    neighbors = topology(kind, *map(int, size.split("x"))).neighbors
    assert board_digest(neighbors) == around
    words = automaton(packed_neighbors(neighbors), int(moves)).next.astype("<u4").tobytes()
    assert automaton_digest(words) == digest
    assert not is_another(neighbors, int(moves), words)
    assert is_another(neighbors, int(moves), words[:-4] + b"\1\0\0\0")


def test_the_common_boards_are_known_and_others_are_believed() -> None:
    assert len(ROWS) == 54
    assert not is_another(topology("grid", 2, 8).neighbors, 10, b"")
