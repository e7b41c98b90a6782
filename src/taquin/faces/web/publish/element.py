"""The board element as a package: one module, its types, a description and a page of examples."""

import json
import re
from pathlib import Path
from typing import Any

from taquin.faces.web.http.files import PAGE_FOLDER
from taquin.faces.web.publish.hosts import ELEMENT, with_policy
from taquin.ground.version import __version__

__all__ = ["element_files", "example_files"]

_PARTS = Path(__file__).parent / "parts" / "element"
_NAME = "taquin-board"
# A version of Python's is not one of npm's: 1.2.0rc1 is 1.2.0-rc1 there.
_RELEASE = re.compile(r"(\d+\.\d+\.\d+)\.?(.*)")


def element_files() -> dict[str, bytes]:
    """Every file of the package by its path, sorted. The same version gives the same bytes."""
    files = {
        "package.json": (json.dumps(_described(), indent=2) + "\n").encode(),
        ELEMENT: (PAGE_FOLDER / "board.js").read_bytes(),
        **{path.name: path.read_bytes() for path in _PARTS.iterdir() if path.is_file()},
        **example_files(),
    }
    return dict(sorted(files.items()))


def example_files() -> dict[str, bytes]:
    """The page of examples, which finds the element in the folder above its own."""
    files = {}
    for path in sorted((_PARTS / "examples").iterdir()):
        content = path.read_bytes()
        if path.suffix == ".html":
            content = with_policy(content.decode()).encode()
        files[f"examples/{path.name}"] = content
    return files


def _described() -> dict[str, Any]:
    types = ELEMENT.replace(".js", ".d.ts")
    return {
        "name": _NAME,
        "version": _npm_version(__version__),
        "description": "A sliding-tile puzzle as a custom element: keyboard, mouse, touch and "
        "screen readers, any size, no dependency",
        "keywords": ["15-puzzle", "8-puzzle", "sliding puzzle", "custom element", "web component"],
        "license": "Apache-2.0",
        "type": "module",
        "main": f"./{ELEMENT}",
        "types": f"./{types}",
        "exports": {".": {"types": f"./{types}", "default": f"./{ELEMENT}"}},
        # To import it defines the element.
        "sideEffects": [f"./{ELEMENT}"],
        "files": [ELEMENT, types, "examples"],
    }


def _npm_version(version: str) -> str:
    found = _RELEASE.fullmatch(version)
    if found is None:
        raise ValueError(f"version {version!r}: expected three numbers and a suffix.")
    release, suffix = found.groups()
    return f"{release}-{suffix}" if suffix else release
