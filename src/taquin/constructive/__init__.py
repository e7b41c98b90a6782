"""Solutions that are built, not searched for: algorithms that know tiles."""
