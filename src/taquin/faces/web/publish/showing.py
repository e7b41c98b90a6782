"""Serves a written folder on this machine, as a plain host of files does, to look at it."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from taquin.faces.web.http.files import TYPES

__all__ = ["folder_server"]


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, *given: Any, **named: Any) -> None:
        # Not those of the system's registry, in which a script may be plain text.
        self.extensions_map = {**self.extensions_map, **TYPES}
        super().__init__(*given, **named)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Print nothing: nobody asks for the requests."""


def folder_server(target: Path) -> ThreadingHTTPServer:
    """A server of the folder on a free port of 127.0.0.1, which only this machine reaches."""
    return ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(target)))
