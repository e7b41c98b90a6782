"""Beams that rank boards by a learned value, with their kernels, training and files."""
