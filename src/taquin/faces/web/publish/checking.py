"""Whether a written folder is whole: files as recorded, references within it, the policy kept."""

import base64
import gzip
import hashlib
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from taquin.faces.web.publish.hosts import META_POLICY
from taquin.faces.web.publish.references import Page, Reference, read_page, referred
from taquin.faces.web.publish.writing import read_record
from taquin.ground.errors import OptionError

__all__ = ["faults_of"]

_READ = {".css", ".html", ".js", ".webmanifest"}


def faults_of(target: Path) -> list[str]:
    """What is wrong with the folder, a sentence each; [] is wanted.

    Raises OptionError if taquin did not write it.
    """
    record = read_record(target)
    if record is None:
        raise OptionError(f"folder {str(target)!r} was not written by taquin site.")
    faults, texts, pages = [], {}, {}
    for name, digest in record["files"].items():
        path = target / name
        if not path.is_file():
            faults.append(f"{name} is missing.")
            continue
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != digest:
            faults.append(f"{name} has changed since it was written.")
        elif name.endswith(".gz"):
            original = target / name.removesuffix(".gz")
            if original.is_file() and gzip.decompress(content) != original.read_bytes():
                faults.append(f"{name} is not a copy of {original.name}.")
        elif path.suffix in _READ:
            texts[name] = content.decode()
    for name, text in texts.items():
        if name.endswith(".html"):
            pages[name] = read_page(text)
            faults += _policy_faults(name, pages[name])
    root = record.get("base_url") or ""
    for name, text in texts.items():
        references = pages[name].references if name in pages else referred(name, text)
        for reference in references:
            faults += _reference_faults(target, name, reference, root, pages)
    return faults


def _policy_faults(name: str, page: Page) -> list[str]:
    """Whether the page declares its policy before it loads anything, and keeps it."""
    if page.policy is None:
        return [f"{name} declares no content policy before what it loads."]
    faults = []
    if name != "404.html" and page.policy != META_POLICY:
        faults.append(f"{name} declares another content policy.")
    for code in page.inline:
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        if f"'sha256-{digest}'" not in page.policy:
            faults.append(f"{name} has code in the page, which its policy forbids: {code[:60]}")
    return faults


def _reference_faults(
    target: Path, name: str, reference: Reference, root: str, pages: dict[str, Page]
) -> list[str]:
    """Whether a reference leads to a file of the folder, wherever the folder is served.

    root: the folder's own address, which may be named; "" if it is not known.
    """
    address = reference.address
    if root and (address.startswith(root) or address == urlsplit(root).path):
        address = address.removeprefix(root).removeprefix(urlsplit(root).path) or "index.html"
        name = "index.html"  # as if from the top
    parts = urlsplit(address)
    if parts.scheme == "data":
        return []
    if parts.scheme or parts.netloc:
        return [f"{name} loads {address} from elsewhere."] if reference.loaded else []
    if parts.path.startswith("/"):
        return [f"{name} refers to {address}, which depends on where the folder is served."]
    if not parts.path and not parts.fragment:
        return []
    path = PurePosixPath(name).parent / unquote(parts.path) if parts.path else PurePosixPath(name)
    found = _within(path)
    if found is None:
        return [f"{name} refers to {address}, which is outside the folder."]
    if (target / found).is_dir():
        found = f"{found}/index.html".removeprefix("./")
    if not (target / found).is_file():
        return [f"{name} refers to {address}, which does not exist."]
    fragment = unquote(parts.fragment)
    # The page's views have fragments that begin with a slash.
    named = bool(fragment) and not fragment.startswith("/") and found in pages
    if named and fragment not in pages[found].ids:
        return [f"{name} refers to {address}: {found} has no such part."]
    return []


def _within(path: PurePosixPath) -> str | None:
    """The path without dots; None if it leads out of the folder."""
    parts: list[str] = []
    for part in path.parts:
        if part != "..":
            parts.append(part)
        elif not parts:
            return None
        else:
            parts.pop()
    return "/".join(parts) or "."
