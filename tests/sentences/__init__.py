"""What the sentences of a trace say, and whether it is true."""
