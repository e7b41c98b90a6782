"""taquin: play, solve and study sliding-tile puzzles."""

__version__ = "0.1.0"
