"""What taquin explains: a board, and each step of a search."""
