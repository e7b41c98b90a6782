"""The words of each page as plain text, from which the search shows excerpts."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

__all__ = ["text_of", "write_texts"]

# What no excerpt shows.
_SILENT = frozenset({"script", "style", "h1", "h2", "h3", "h4", "h5", "h6"})
_BLANK = re.compile(r"\s+")


class _Reader(HTMLParser):
    """Collects the text of the element with role="main", and where each section of it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.sections: dict[str, tuple[int, int]] = {}
        self._main: str | None = None
        self._silent: str | None = None
        self._open: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("role") == "main":
            self._main = tag
        elif tag == "section":
            self._open.append((given.get("id") or "", len(self.text)))
        elif self._silent is None and tag in _SILENT:
            self._silent = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._main:
            self._main = None
        elif tag == "section":
            name, start = self._open.pop()
            self.sections[name] = start, len(self.text)
        elif tag == self._silent:
            self._silent = None

    def handle_data(self, data: str) -> None:
        if self._main is None or self._silent is not None:
            return
        words = _BLANK.sub(" ", data)
        self.text += words.lstrip() if self.text[-1:] in ("", " ") else words


def text_of(page: str) -> dict[str, object]:
    """The text of a page without its headings, and the start and end in it of each section."""
    reader = _Reader()
    reader.feed(page)
    return {"text": reader.text, "sections": reader.sections}


def write_texts(site: Path) -> None:
    """Write each page's text to `_static/texts`, as JSON under the page's name."""
    for page in site.rglob("*.html"):
        target = site / "_static" / "texts" / page.relative_to(site).with_suffix(".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = text_of(page.read_text(encoding="utf-8"))
        target.write_text(json.dumps(text, ensure_ascii=False), encoding="utf-8")
