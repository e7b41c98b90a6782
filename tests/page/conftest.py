"""The fixtures of the page's tests: one server and one browser for all tests of a process."""

from board_stage import stage
from page_support import browser, page, server, tabs

__all__ = ["browser", "page", "server", "stage", "tabs"]
