"""Estimates of the distance to the goal."""
