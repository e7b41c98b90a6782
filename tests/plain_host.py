"""A host of files alone, as a school has one: what `taquin site` writes must be whole there."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from taquin.faces.web.publish.address import read_base_url
from taquin.faces.web.publish.contents import SiteFolder, folder_contents
from taquin.faces.web.publish.writing import write_folder

__all__ = ["PlainHost", "hosted", "made", "written"]

_DOCUMENT = (
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Documentation</title>'
    '<link rel="icon" href="data:,">'
    "</head>\n<body><main><h1>Documentation</h1></main></body>\n</html>\n"
)


class PlainHost:
    """A running host. url: of the folder. heard: each request's path and status."""

    def __init__(self, root: Path, path: str) -> None:
        self.heard: list[tuple[str, int]] = []
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def log_request(self, code: Any = "-", size: Any = "-") -> None:
                host.heard.append((self.path, int(code)))

            def log_message(self, format: str, *arguments: Any) -> None:
                """Print nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}{path}"
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()
        self._up = True

    def stop(self) -> None:
        """End it; further requests find nobody."""
        if self._up:
            self._up = False
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()


def written(folder: Path, *, base: str | None = None, documents: bool = True) -> Path:
    """The folder, after `taquin site` has written it; the documentation is two pages."""
    contents = made(base, documents)
    write_folder(folder, contents.files, contents.facts)
    return folder


@cache
def made(base: str | None, documents: bool) -> SiteFolder:
    """What `taquin site` writes where the documentation is two pages, or missing."""
    with TemporaryDirectory() as folder:
        if documents:
            (Path(folder) / "do").mkdir()
            for name in ("index.html", "do/site.html"):
                (Path(folder) / name).write_text(_DOCUMENT, encoding="utf-8")
        return folder_contents(read_base_url(base) if base else None, Path(folder))


@contextmanager
def hosted(root: Path, path: str = "/") -> Iterator[PlainHost]:
    """A host of everything below `root`; the folder of the page is at that path."""
    host = PlainHost(root, path)
    try:
        yield host
    finally:
        host.stop()
