"""Runs one stage: in Python, in a kernel, or over pattern databases, alone or spread."""
