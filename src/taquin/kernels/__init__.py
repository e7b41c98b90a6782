"""Compiled twins of the searches: NumPy arrays and Numba only, no other part of taquin."""
