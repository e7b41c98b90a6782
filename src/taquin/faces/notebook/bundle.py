"""One ES module out of several.

A notebook loads a widget's front end from a blob URL, where relative imports fail.

The page's modules and the widgets' own keep to a few forms of import and export, one statement a
line or a braced list. Each module becomes a function that runs once and returns what it exports,
in an order in which every module comes after those that it imports. Any other form is refused.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from taquin.faces.notebook.styles import scoped
from taquin.ground.errors import ContractError

__all__ = ["Bundle", "condensed", "joined"]

_FACES = Path(__file__).parent.parent
_FRONT = Path(__file__).parent / "front"
_SHEETS = ("page.css", "shared/parts.css")

_IMPORT = re.compile(
    r"""^import\s+(?:(?P<default>\w+)\s*,?\s*)?(?:\{(?P<names>[^}]*)\}\s*)?(?:from\s+)?"""
    r""""(?P<path>[^"]+)";[ \t]*$""",
    re.MULTILINE,
)
_EXPORT = re.compile(
    r"^export (?P<words>(?:async )?function\*?|class|const)(?P<gap>\s+)(?P<name>[\w$]+)",
    re.MULTILINE,
)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_LIST = re.compile(r"^export \{(?P<names>[^}]*)\};[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OTHER = re.compile(
    r"^(?:import|export)\b.*|\bimport\.meta\b.*|\bimport\(\s*[\"'`].*", re.MULTILINE
)


class Bundle:
    """The front end of a widget as text, joined when it is first needed.

    entry: a module of the folder `front` whose default export takes the style sheet and returns
    what anywidget expects. sheets: further style sheets, by their paths on the page.
    """

    def __init__(self, entry: str, *sheets: str) -> None:
        self._entry = _FRONT / entry
        page = (_FACES / "static" / sheet for sheet in (*_SHEETS, *sheets))
        self._sheets = (*page, _FRONT / "widget.css")

    def __str__(self) -> str:
        return _bundle(self._entry, self._sheets)


@cache
def _bundle(entry: Path, sheets: tuple[Path, ...]) -> str:
    css = "".join(scoped(sheet.read_text(encoding="utf-8")) for sheet in sheets)
    code, name = joined(entry)
    return f"{code}export default {name}.default({json.dumps(css, ensure_ascii=False)});\n"


def joined(entry: Path) -> tuple[str, str]:
    """The code of a module and of all that it imports, and the name of its exports in it.

    Raises ContractError for an import or export of an unknown form, and for modules that import
    each other in a circle.
    """
    names: dict[Path, str] = {}
    code = "".join(_modules(entry.resolve(), names, ()))
    return code, names[entry.resolve()]


def _modules(path: Path, names: dict[Path, str], above: tuple[Path, ...]) -> Iterator[str]:
    if path in above:
        circle = " → ".join(one.name for one in (*above, path))
        raise ContractError(f"the modules import each other in a circle: {circle}.")
    if path in names:
        return
    text = condensed(path.read_text(encoding="utf-8"))
    for found in _IMPORT.finditer(text):
        yield from _modules(_target(path, found), names, (*above, path))
    names[path] = f"$module{len(names)}"
    yield _wrapped(path, text, names)


def _target(path: Path, link: re.Match[str]) -> Path:
    return (path.parent / link["path"]).resolve()


def _wrapped(path: Path, text: str, names: dict[Path, str]) -> str:
    """A module as a constant: the object of its exports."""
    exported: dict[str, str] = {}

    def imported(found: re.Match[str]) -> str:
        parts = [] if found["default"] is None else [f"default: {found['default']}"]
        parts += [": ".join(re.split(r"\s+as\s+", name)) for name in _listed(found["names"])]
        return f"const {{ {', '.join(parts)} }} = {names[_target(path, found)]};" if parts else ""

    def declared(found: re.Match[str]) -> str:
        exported[found["name"]] = found["name"]
        return f"{found['words']}{found['gap']}{found['name']}"

    def default(_: re.Match[str]) -> str:
        exported["default"] = "$default"
        return "const $default = "

    def listed(found: re.Match[str]) -> str:
        for name in _listed(found["names"]):
            inner, _, outer = name.partition(" as ")
            exported[outer.strip() or inner.strip()] = inner.strip()
        return ""

    forms: list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = [
        (_IMPORT, imported),
        (_EXPORT, declared),
        (_DEFAULT, default),
        (_LIST, listed),
    ]
    for form, replacement in forms:
        text = form.sub(replacement, text)
    other = _OTHER.search(_COMMENT.sub("", text))  # a type in a comment may be import("…").Name
    if other is not None:
        raise ContractError(f"{path.name}: this form cannot be bundled: {other[0][:80]}")
    given = ", ".join(f"{outer}: {inner}" for outer, inner in exported.items())
    return f"const {names[path]} = (() => {{\n{text.strip()}\nreturn {{ {given} }};\n}})();\n"


def _listed(names: str | None) -> list[str]:
    return [name.strip() for name in (names or "").split(",") if name.strip()]


def condensed(text: str) -> str:
    """The text without the comments that fill whole lines, empty lines and indentation.

    A line in a template literal is kept: it is where the backquotes before it are odd in number.
    """
    kept: list[str] = []
    quotes, inside = 0, False
    for line in text.splitlines():
        if not inside and quotes % 2 == 0:
            bare = line.strip()
            begins, end = bare.startswith("/*"), bare.find("*/")
            inside = begins and end < 0
            if not bare or bare.startswith("//") or (begins and end in (-1, len(bare) - 2)):
                continue
        elif inside:
            _, closed, line = line.partition("*/")
            inside = not closed
            if inside or not line.strip():
                continue
        kept.append(line if quotes % 2 else line.lstrip())
        quotes += line.count("`")
    return "\n".join(kept) + "\n"
