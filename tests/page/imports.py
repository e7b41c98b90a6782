"""Who asks for whom on the page: `python tests/page/imports.py` shows it.

A module asks for another when it loads (`import … from`), later (`import(…)`), or for its types
alone (`import(…)` in a comment).
"""

import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import NamedTuple

__all__ = [
    "STARTED",
    "STATIC",
    "Asked",
    "asked_in",
    "circle",
    "entries",
    "graph",
    "modules",
    "names_in",
    "reached",
    "room_of",
]

STATIC = Path(__file__).parents[2] / "src" / "taquin" / "faces" / "static"
VENDORED = "uplot"

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_STATIC = re.compile(
    r"""^(?:import|export)\s(?:[\w\s{},*$]*\bfrom\s)?\s*["']([^"']+)["']""", re.MULTILINE
)
_EXPORTED = re.compile(r"^export (?:async )?(?:class|const|function\*?|let) (\w+)", re.MULTILINE)
_CALL = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")
STARTED = re.compile(r"""\bscriptUrl\(\s*["']([^"']+)["']\s*\)""")
_LINKED = re.compile(r"""(?:src|href)="([\w./-]+\.js)\"""")


# Braces that hold braces that hold braces that hold braces.
_BRACES = r"\{[^{}]*\}"
for _ in range(3):
    _BRACES = rf"\{{(?:[^{{}}]|{_BRACES})*\}}"


class Asked(NamedTuple):
    """The modules that one module asks for, by their paths on the page.

    at_once: loaded before it runs. later: loaded by a call. types: named in comments alone.
    """

    at_once: frozenset[str]
    later: frozenset[str]
    types: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """All three together."""
        return self.at_once | self.later | self.types


def asked_in(path: str, text: str) -> Asked:
    """What the module of that path and text asks for."""
    code = _COMMENT.sub(" ", text)
    comments = " ".join(_COMMENT.findall(text))

    def of(pattern: re.Pattern[str], source: str) -> frozenset[str]:
        folder = PurePosixPath(path).parent
        return frozenset(normpath(str(folder / name)) for name in pattern.findall(source))

    started = frozenset(STARTED.findall(code))
    return Asked(of(_STATIC, code), of(_CALL, code) | started, of(_CALL, comments))


def modules() -> list[str]:
    """The page's own modules by their paths."""
    paths = (path.relative_to(STATIC) for path in STATIC.rglob("*.js"))
    return sorted(path.as_posix() for path in paths if VENDORED not in path.parts)


@cache
def graph() -> dict[str, Asked]:
    """What each module asks for; of vendored modules nothing is read."""
    return {path: asked_in(path, (STATIC / path).read_text(encoding="utf-8")) for path in modules()}


def entries() -> set[str]:
    """The scripts that index.html names."""
    return set(_LINKED.findall((STATIC / "index.html").read_text(encoding="utf-8")))


def room_of(path: str) -> str:
    """Its folder; a module at the top is a room of its own."""
    folder = PurePosixPath(path).parent.as_posix()
    if VENDORED in PurePosixPath(path).parts:
        folder = PurePosixPath(folder).parent.as_posix()
    return path if folder == "." else folder


def names_in(text: str) -> tuple[list[str], list[str]]:
    """The values that a module exports and the types that it defines; other modules' not."""
    values = re.findall(
        r"^export (?:async )?(?:class|const|function\*?|let) (\w+)", text, re.MULTILINE
    )
    types = []
    for comment in re.findall(r"/\*\*.*?\*/", text, re.DOTALL):
        for shape, name in re.findall(rf"@typedef\s+({_BRACES})\s+(\w+)", comment):
            types += [] if shape.startswith("{import(") else [name]
    return values, types


def reached(found: dict[str, Asked], entries: set[str]) -> set[str]:
    """The modules that can come to the page from these, by any of the three ways."""
    waiting, known = list(entries), set(entries)
    while waiting:
        new = (found[waiting.pop()].all & found.keys()) - known
        known |= new
        waiting += new
    return known


def circle(edges: dict[str, set[str]]) -> list[str]:
    """One circle of a graph, or [] if it has none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _main() -> None:
    found = graph()
    arrows = Counter(
        (room_of(path), room_of(other))
        for path, asked in found.items()
        for other in asked.all
        if room_of(path) != room_of(other)
    )
    sizes = Counter(map(room_of, found))
    for room in sorted(sizes):
        below = ", ".join(f"{b} {n}" for (a, b), n in sorted(arrows.items()) if a == room)
        print(f"{room} ({sizes[room]}): {below}")
    print(f"{len(found)} modules, {sum(len(asked.all) for asked in found.values())} imports")
    rooms: dict[str, set[str]] = {}
    for room, other in arrows:
        rooms.setdefault(room, set()).add(other)
    print("circle of modules:", circle({path: set(a.all) for path, a in found.items()}) or "none")
    print("circle of rooms:", circle(rooms) or "none")


if __name__ == "__main__":
    _main()
