"""Suites, runs and reports."""
