"""Compiled twins of the searches: NumPy arrays and Numba, no classes, nothing else of taquin."""
