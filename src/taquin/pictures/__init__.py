"""Drawings, made from plain numbers: boards, solutions, comparisons and curves."""
