"""What to advise a player, and how a finished game compares with perfect play."""
