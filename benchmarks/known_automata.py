"""Writes the digests of the move automata of common boards: data/automata.txt. A minute or two.

python benchmarks/known_automata.py > src/taquin/data/automata.txt
"""

from taquin.heuristics.patterns.known_automata import automaton_digest, board_digest
from taquin.kernels.patterns.automaton import automaton
from taquin.kernels.patterns.build import packed_neighbors
from taquin.puzzle.topology import topology

print("# Digests of move automata: board, length in moves, digest of its neighbours, digest of")
print("# its words. Written by benchmarks/known_automata.py.")
boards = [("grid", w, h) for w in range(2, 7) for h in range(2, 7)]
for kind, width, height in [*boards, ("torus", 3, 3), ("torus", 4, 4)]:
    neighbors = topology(kind, width, height).neighbors
    for moves in (2, 10):
        words = automaton(packed_neighbors(neighbors), moves).next.astype("<u4").data.cast("B")
        name = f"{kind}:{width}x{height}"
        print(name, moves, board_digest(neighbors), automaton_digest(words), flush=True)
