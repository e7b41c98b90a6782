"""What the folder contains: every file by its path, made from the page and the documentation."""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from taquin.faces.web.http.files import DENSE, PAGE_FOLDER
from taquin.faces.web.http.weights import packed, page_models
from taquin.faces.web.publish.address import BaseUrl
from taquin.faces.web.publish.element import element_files, example_files
from taquin.faces.web.publish.hosts import ELEMENT, host_files, with_head, with_policy
from taquin.faces.web.publish.words import HostSentence, in_languages

__all__ = ["DOCUMENTATION", "SiteFolder", "folder_contents", "package_contents"]

DOCUMENTATION = PAGE_FOLDER.parent / "site"
_PARTS = Path(__file__).parent / "parts"
# At the top, under the names that browsers and other pages know.
_STABLE = re.compile(r"icon\.svg|icons/.*|manifest\.webmanifest")
# Of the server, of other tools, or made here.
_LEFT_OUT = re.compile(r"docs/.*|index\.html|sw\.js|reference\.css|.*\.d\.ts|.*\.md")
# Read by people, not by the page.
_UNUSED = re.compile(r".*/LICENSE")
# Large models: the service worker keeps each from its first use on.
_LATE = re.compile(r".*/solver/values[678]\.bin")
_REFERENCE = re.compile(r'(?<=\s)(href|src)="([^"#]+)"')
# Beside the page, for people: the service worker keeps them once the page itself is kept.
_BESIDE = re.compile(rf"(docs|examples)/.*|{re.escape(ELEMENT)}")
_INDEX = re.compile(r"(?<=/)index\.html$")
_NO_COPY = re.compile(r"\..*|_headers|robots\.txt")
_DIGITS = 10


class SiteFolder(NamedTuple):
    """The whole folder.

    files: path → content, sorted by path
    holds: what that is, for people
    facts: what the folder's record says besides. kind: "page" or "board element"; modules: the
           folder of the page's modules, whose name changes with their content
    """

    files: dict[str, bytes]
    holds: list[str]
    facts: dict[str, Any]


def folder_contents(base: BaseUrl | None, documentation: Path = DOCUMENTATION) -> SiteFolder:
    """Everything to write. The same input gives the same bytes."""
    page = _page_files()
    modules = {name: content for name, content in page.items() if not _STABLE.fullmatch(name)}
    folder = f"v-{_digest(modules)}"
    documented = (documentation / "index.html").is_file()
    files = {name: content for name, content in page.items() if name not in modules}
    files |= {f"{folder}/{name}": content for name, content in modules.items()}
    files |= host_files(base, folder)
    files[ELEMENT] = page["board.js"]
    files |= example_files()
    files["social.png"] = (_PARTS / "social.png").read_bytes()
    files["index.html"] = _front(base, folder, documented).encode()
    if documented:
        files |= _documents(documentation)
    files["sw.js"] = _worker(files, folder).encode()
    files |= {f"{name}.gz": copy for name, copy in _copies(files).items()}
    holds = ["the page", "the board element", *["the documentation"] * documented]
    root = base.text if base else None
    facts = {"kind": "page", "base_url": root, "modules": folder, "documentation": documented}
    return SiteFolder(dict(sorted(files.items())), holds, facts)


def package_contents() -> SiteFolder:
    """The board element alone, as a package."""
    holds = ["the board element", "its types", "a page of examples"]
    return SiteFolder(element_files(), holds, {"kind": "board element"})


def _page_files() -> dict[str, bytes]:
    paths = {path.relative_to(PAGE_FOLDER).as_posix(): path for path in PAGE_FOLDER.rglob("*")}
    own = {
        name: path.read_bytes()
        for name, path in paths.items()
        if path.is_file() and not _LEFT_OUT.fullmatch(name)
    }
    models = {name: packed(path) for name, path in page_models().items()}
    return dict(sorted((models | own).items()))


def _digest(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()[:_DIGITS]


def _front(base: BaseUrl | None, folder: str, documented: bool) -> str:
    """index.html, which finds its modules in their folder, and knows where it stands."""
    text = (PAGE_FOLDER / "index.html").read_text(encoding="utf-8")

    def moved(found: re.Match[str]) -> str:
        name, path = found.groups()
        if _STABLE.fullmatch(path):
            return found[0]
        return f'{name}="{folder}/{path}"'

    text = _REFERENCE.sub(moved, text)
    (described,) = re.findall(r'<meta name="description" content="([^"]*)">', text)
    stands = ['<meta name="taquin-server" content="none">']
    if documented:
        stands.append('<link rel="help" href="docs/">')
    return with_policy(with_head(text, *stands, *_card(base, described)))


def _card(base: BaseUrl | None, described: str) -> list[str]:
    """How a link to the page is shown elsewhere."""
    root = base.text if base else ""
    properties = {
        "og:type": "website",
        "og:title": "taquin",
        "og:description": described,
        "og:image": f"{root}social.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "A 15-puzzle with coloured tiles",
        **({"og:url": root} if base else {}),
    }
    canonical = [f'<link rel="canonical" href="{escape(root)}">'] if base else []
    return [
        *canonical,
        *(
            f'<meta property="{key}" content="{escape(value)}">'
            for key, value in properties.items()
        ),
        '<meta name="twitter:card" content="summary_large_image">',
    ]


def _documents(folder: Path) -> dict[str, bytes]:
    """The documentation, each page with its policy."""
    documents = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            if path.suffix == ".html":
                content = with_policy(content.decode()).encode()
            documents[f"docs/{path.relative_to(folder).as_posix()}"] = content
    return documents


def _worker(files: Mapping[str, bytes], folder: str) -> str:
    """The service worker, which changes whenever any file does."""
    kept = [
        name
        for name in sorted(files)
        if (name.startswith(f"{folder}/") or _STABLE.fullmatch(name))
        and not _UNUSED.fullmatch(name)
        and not _LATE.fullmatch(name)
    ]
    later = [_INDEX.sub("", name) for name in sorted(files) if _BESIDE.fullmatch(name)]
    facts = {
        "VERSION": _digest(files),
        "MODULES": f"{folder}/",
        "FILES": ["./", *kept],
        "LATER": later,
        "WORDS": in_languages(HostSentence.OFFLINE),
    }
    text = (_PARTS / "worker.js").read_text(encoding="utf-8")
    for name, value in facts.items():
        pattern = re.compile(rf"^const {name} = .*;$", re.MULTILINE)
        line = f"const {name} = {json.dumps(value, indent=2, ensure_ascii=False)};"
        text, times = pattern.subn(line.replace("\\", r"\\"), text)
        if times != 1:
            raise ValueError(f"worker.js has changed; expected one line: const {name} = …;")
    return text


def _copies(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compressed copies, where they are smaller, for hosts that send them."""
    copies = {
        name: gzip.compress(content, 9, mtime=0)
        for name, content in files.items()
        if not _NO_COPY.fullmatch(name) and Path(name).suffix not in DENSE
    }
    return {name: copy for name, copy in copies.items() if len(copy) < len(files[name])}
