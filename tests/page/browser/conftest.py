"""The fixture of the tests that begin in the play view."""

from playing import tab

__all__ = ["tab"]
