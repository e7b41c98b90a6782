"""The page's own files, kept in memory and compressed once; visitors' paths are never opened."""

import gzip
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import taquin
from taquin.faces.web.http.weights import packed

__all__ = ["DENSE", "PAGE_FOLDER", "TYPES", "PageFile", "PageFiles"]

PAGE_FOLDER = Path(taquin.__file__).parent / "faces" / "static"

TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".model": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_LOOK_EVERY = 2.0
_PLAIN = "text/plain; charset=utf-8"
DENSE = {".model", ".png", ".woff2"}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file: its bytes, a compressed copy if that is smaller, its type and its ETag."""

    changed: int
    content: bytes
    zipped: bytes | None
    type: str
    tag: str


class PageFiles:
    """The files below a folder by their path on the page; `/` is index.html."""

    def __init__(self, folder: Path, models: Mapping[str, Path] | None = None) -> None:
        """models: further files by their path on the page, see `taquin.faces.web.http.weights`."""
        self._models = {f"/{name}": path for name, path in (models or {}).items()}
        self._folder = folder
        self._kept: dict[str, PageFile] = {}
        self._paths, self._looked = self._listed(), time.monotonic()

    def get(self, path: str) -> PageFile | None:
        """The file of that path, reread if it has changed; None if there is none."""
        name = "/index.html" if path == "/" else path
        if name not in self._paths:
            self._refresh()
        if name not in self._paths:
            return None
        try:
            changed = self._paths[name].stat().st_mtime_ns
            kept = self._kept.get(name)
            if kept is None or kept.changed != changed:
                kept = self._kept[name] = _read(self._paths[name], changed)
        except FileNotFoundError:
            return None
        return kept

    def _refresh(self) -> None:
        """Find files that were added; seldom, because visitors ask for anything."""
        now = time.monotonic()
        if now - self._looked > _LOOK_EVERY:
            self._paths, self._looked = self._listed(), now

    def _listed(self) -> dict[str, Path]:
        found = (path for path in self._folder.rglob("*") if path.is_file())
        own = {f"/{path.relative_to(self._folder).as_posix()}": path for path in found}
        return self._models | own


def _read(path: Path, changed: int) -> PageFile:
    content = packed(path) if path.suffix == ".model" else path.read_bytes()
    zipped = None if path.suffix in DENSE else gzip.compress(content, 9, mtime=0)
    if zipped is not None and len(zipped) >= len(content):
        zipped = None
    tag = hashlib.sha256(content).hexdigest()[:20]
    return PageFile(changed, content, zipped, TYPES.get(path.suffix, _PLAIN), tag)
