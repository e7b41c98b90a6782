"""The compiled beams, and the rows of values that they read."""
