"""What the site adds to Sphinx: generated pages, the lessons' widgets, finished files."""

import re
from pathlib import Path
from typing import Any

import site_files
from reference_api import api
from reference_command import commands
from reference_http import http
from reference_lists import (
    algorithms,
    counters,
    defaults,
    exit_codes,
    growth,
    heuristics,
    replay,
    result,
)
from search_texts import write_texts
from sphinx.application import Sphinx

GENERATED = {
    "algorithms": algorithms,
    "api": api,
    "commands": commands,
    "counters": counters,
    "exit codes": exit_codes,
    "growth": growth,
    "heuristics": heuristics,
    "http": http,
    "replay": replay,
    "result": result,
    "defaults": defaults,
}
_MARKER = re.compile(r"<!-- generated: ([a-z ]+) -->")
# Pages of the project that stand beside docs/, with the name of their copy on the site.
_ABOVE = {"../CONTRIBUTING.md": "contributing", "../CHANGELOG.md": "changelog"}


def generated(text: str) -> str:
    """The Markdown text with every marker followed by what it stands for."""
    return _MARKER.sub(lambda found: f"{found[0]}\n\n{GENERATED[found[1]]()}", text)


def _read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Complete a page before it is parsed."""
    text = source[0]
    for path, name in _ABOVE.items():
        if docname == name:
            text = (Path(app.srcdir) / path).read_text(encoding="utf-8")
            text = re.sub(r"\]\((?:docs/)?([a-z]\S*\.md)", r"](\1", text)
        up = "../" * docname.count("/")
        text = text.replace(f"]({up}{path})", f"]({up}{name}.md)")
    if docname in ("decisions/README", "measurements/README"):
        text += "\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n"
    # A doctest ends at a blank line, which readers need not see.
    text = text.replace("\n\n```\n", "\n```\n")
    # The site loads no program that draws diagrams; their text says the same.
    source[0] = generated(text).replace("```mermaid", "```text")


def _dress(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Load the widgets where there are some."""
    if "<lesson-" in context.get("body", ""):
        app.add_js_file("lessons/lessons.js", type="module")


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        static = Path(app.srcdir).parent / "src" / "taquin" / "faces" / "static"
        site_files.copy_modules(Path(app.outdir) / "_static", static)
        site_files.take_colours(Path(app.outdir) / "_static" / "site.css", static / "page.css")
        site_files.mend_search(Path(app.outdir) / "_static")
        site_files.finish_pages(Path(app.outdir))
        write_texts(Path(app.outdir))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.connect("source-read", _read)
    app.connect("html-page-context", _dress)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True}
