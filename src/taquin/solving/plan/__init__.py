"""The noun between a question and its answer: ordered stages, as data."""
