"""The learned value: what it is, its files, and the puzzles that it fits."""
