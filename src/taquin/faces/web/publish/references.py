"""What a file refers to: what a page, a style sheet, a script or a manifest loads and links."""

import json
import re
from html.parser import HTMLParser
from typing import NamedTuple

__all__ = ["Page", "Reference", "read_page", "referred"]

_COMMENT = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*", re.DOTALL)
_SHEET = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
_SCRIPT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)["'](\.{1,2}/[^"'`$]+\.\w+)["']"""
)
_LISTED = re.compile(r"^const (?:FILES|LATER) = (\[.*?\]);$", re.DOTALL | re.MULTILINE)
_HANDLER = re.compile(r"on[a-z]+|style")
_RELATIONS = {
    "stylesheet",
    "icon",
    "shortcut icon",
    "apple-touch-icon",
    "manifest",
    "modulepreload",
}


class Reference(NamedTuple):
    """One address in a file; loaded: the file needs it, it is not only a link."""

    address: str
    loaded: bool


class Page(NamedTuple):
    """What a page of HTML refers to and declares.

    inline:  code in the page itself, each with the text
    policy:  its content policy, None if it comes after something that loads
    """

    references: list[Reference]
    inline: list[str]
    ids: set[str]
    policy: str | None


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.references: list[Reference] = []
        self.inline: list[str] = []
        self.ids: set[str] = set()
        self.policy: str | None = None
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        self.inline += [f"{name}={value}" for name, value in given.items()
                        if _HANDLER.fullmatch(name)]  # fmt: skip
        self._within = tag if tag in ("script", "style") and "src" not in given else ""
        if tag == "meta" and given.get("http-equiv", "").lower() == "content-security-policy":
            if not any(one.loaded for one in self.references):
                self.policy = given.get("content")
        elif tag == "meta" and given.get("property") == "og:image":
            self._refer(given.get("content", ""), True)
        for name in ("href", "src", "data-src"):
            if name in given:
                loaded = name != "href" or (tag == "link" and given.get("rel") in _RELATIONS)
                self._refer(given[name], loaded)

    def _refer(self, address: str, loaded: bool) -> None:
        self.references.append(Reference(address, loaded))

    def handle_data(self, data: str) -> None:
        if self._within and data.strip():
            self.inline.append(data)
        self._within = ""


def read_page(text: str) -> Page:
    """What a page of HTML refers to and declares."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return Page(reader.references, reader.inline, reader.ids, reader.policy)


def referred(name: str, text: str) -> list[Reference]:
    """What a style sheet, a script or a manifest loads; [] for any other file."""
    found: list[str] = []
    if name.endswith(".css"):
        found = [a or b for a, b in _SHEET.findall(_COMMENT.sub("", text))]
    elif name == "sw.js":
        found = [file for files in _LISTED.findall(text) for file in json.loads(files)]
    elif name.endswith(".js"):
        found = _SCRIPT.findall(_COMMENT.sub("", text))
    elif name.endswith(".webmanifest"):
        manifest = json.loads(text)
        found = [icon["src"] for icon in manifest["icons"]] + [manifest["start_url"]]
    return [Reference(address, True) for address in found]
