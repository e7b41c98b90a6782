"""A game that a person plays: its moves and times, the history of games, and figures on them."""
