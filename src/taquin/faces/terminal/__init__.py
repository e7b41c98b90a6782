"""The game and the lab in a terminal; line by line where a screen cannot be drawn."""
