"""Constructive methods: algorithms that build a solution tile by tile instead of searching."""
