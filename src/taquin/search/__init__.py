"""How to search anything: the textbook algorithms over any state space."""
