"""Whole state spaces: oracle, census, tables of distances."""
