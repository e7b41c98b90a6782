"""What the puzzle is: moves, cells, boards, goals, notations, instances."""
