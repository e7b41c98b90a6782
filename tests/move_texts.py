"""Texts of moves with what they mean: without a board, refused, and on a board."""

# Text, and the moves that it gives.
MOVES_READ = [
    ("L,L (2 moves)", "LL"),
    ("L2 U (2 moves)", "LLU"),
    ("DD in 2 moves.", "DD"),
    ("solution (2 moves): DD", "DD"),
    ("Moves (2): D, D", "DD"),
    ("2 moves: DD", "DD"),
    ("NESW", "URDL"),
    ("north, south2 east", "UDDR"),
    ("n e s", "URD"),
    ("3R2U", "RRRUU"),
]

# Text, and a part of the message.
MOVES_REFUSED = [
    ("L,L (3 moves)", "the text says 3 moves, but gives 2: LL"),
    ("N U", "'N' at position 1"),
    ("7 left, 8 left", "numbers name tiles"),
    ("tile 7 left", "numbers name tiles"),
    ("(7, 'L')", "numbers name tiles"),
    ("78", "numbers name tiles"),
    ("6 8", "numbers name tiles"),
    ("7-4-1", "numbers name tiles"),
    ("7->4->1", "numbers name tiles"),
    ("7D 4", "'4' at position 4"),
]

_A = "4 1 3/7 2 6/0 5 8"
_B = "1 2 3/4 0 5/7 8 6"
# A board, and moves on it: tiles where the board says so, counts where only these are legal.
MOVES_ON = [
    (_A, "7D 4D 1L 2U 5U 8L"),
    (_A, "7D4D"),
    (_A, "['7D', '4D']"),
    (_A, "[(7, 'D'), (4, 'D')]"),
    (_A, "4D 7D"),
    (_A, "7U"),
    (_A, "7 down, 4 down"),
    (_A, "tile 7 down, tile 4 down"),
    (_A, "move tile 7 down"),
    (_A, "7 slides down"),
    (_A, "7: down, 4: down"),
    (_A, "1. 7D 2. 4D"),
    (_A, "7↓4↓"),
    (_A, "7 S 4 S"),
    (_A, "2D"),
    (_A, "2D1L"),
    (_A, "9D"),
    (_A, "7 4 1 2 5 8"),
    (_A, "741258"),
    (_A, "74 12 58"),
    (_A, "78"),
    (_A, "99"),
    (_A, "7-4-1-2-5-8"),
    (_A, "7->4->1"),
    (_A, "moves: 7 4"),
    (_A, "7 4 (2 moves)"),
    (_A, "6 8"),
    (_A, "tile 9 down"),
    (_A, "3R2U"),
    (_A, "DD"),
    (_B, "1L"),
    ("4 3 2/0 1 5", "1L 4U"),
    ("1 2 3/0 4 5", "2L"),
    ("0 1 2/3 4 5", "1L"),
    ("0 2 1/3 4 5", "2L"),
    ("0 2 3/1 4 5", "2 L 3 L"),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "78"),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "15 14"),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "15R 14R"),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "2R"),
]
