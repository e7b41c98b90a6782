"""A search recorded: its lines, and why it chose each node."""
