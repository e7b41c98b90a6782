"""The web face: a framework-free service whose jobs are processes, and a thin app over it."""
