"""Files of the finished site: the page's modules that widgets import, and inline code moved out."""

import hashlib
import re
import shutil
from pathlib import Path

_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+\.js)["']""")
_TOKENS = re.compile(r"^:root \{.*?^\}\n", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INLINE = {
    "js": re.compile(r"<script>(.*?)</script>", re.DOTALL),
    "css": re.compile(r"<style>(.*?)</style>", re.DOTALL),
}
# The theme's drawings: SVG has attributes of these names.
_STYLE = re.compile(r' style="(display|opacity): ([^";]+);?"')
# What screen readers need and the theme leaves out.
_SPOKEN = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div role="group" aria-label="Table" tabindex="0" '
    'class="table-wrapper',
    '<div id="search-results"': '<h1>Search</h1><div id="search-results"',
}
# By file of Sphinx: what stands in it once, and what instead.
_SEARCH = {
    "searchtools.js": {
        "linkEl.innerHTML = _escapeHTML(title)": "linkEl.textContent = title",
        "innerHTML =\n      ` (${_escapeHTML(descr)})`": "textContent = ` (${descr})`",
        # A file cannot fetch another one: there, results have no excerpts.
        "if (showSearchSummary)": 'if (showSearchSummary && location.protocol !== "file:")',
        "fetch(requestUrl)": "fetch(`${contentRoot}_static/texts/${docName}.json`)",
        "responseData.text()": "responseData.json()",
        "Search.htmlToText(htmlText, anchor)": (
            "htmlText.text.slice(...(htmlText.sections[anchor.slice(1)] ?? []))"
        ),
        # A page whose title alone has the words is shown from its start.
        ".slice(-1)[0];": ".slice(-1)[0] ?? 0;",
    },
    "sphinx_highlight.js": {
        """document
        .createRange()
        .createContextualFragment(
          '<p class="highlight-link">'
            + '<a href="javascript:SphinxHighlight.hideSearchWords()">'
            + _("Hide Search Matches")
            + "</a></p>",
        ),""": """Object.assign(document.createElement("button"), {
        type: "button",
        className: "highlight-link lesson__button",
        textContent: _("Hide Search Matches"),
        onclick: () => SphinxHighlight.hideSearchWords(),
      }),""",
    },
}
# Scripts that are not imported but started as workers.
_WORKERS = ("lab/searches/searchworker.js",)


def imported(script: Path) -> list[str]:
    """The paths that a module imports, as written; those in comments, for types, are left out."""
    return _IMPORT.findall(_COMMENT.sub("", script.read_text(encoding="utf-8")))


def copy_modules(target: Path, static: Path) -> list[str]:
    """Copy what `target/lessons` imports from the page, to `target/taquin`; returns the names."""
    place = target / "taquin"
    wanted = [
        (script.parent / name).resolve().relative_to(place.resolve()).as_posix()
        for script in (target / "lessons").glob("*.js")
        for name in imported(script)
        if name.startswith("../taquin/")
    ]
    todo, done = sorted({*wanted, *_WORKERS}), []
    while todo:
        name = todo.pop()
        if name in done:
            continue
        done.append(name)
        source = static / name
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place / name)
        todo += [
            (source.parent / other).resolve().relative_to(static.resolve()).as_posix()
            for other in imported(source)
        ]
    return sorted(done)


def take_colours(target: Path, page: Path) -> None:
    """Put the page's colours and sizes, its sheet's first rule, before the site's own rules."""
    found = _TOKENS.search(page.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{page} has changed; expected a rule for :root.")
    target.write_text(f"{found[0]}\n{target.read_text(encoding='utf-8')}", encoding="utf-8")


def mend_search(static: Path) -> None:
    """Let Sphinx's search read and write text: Trusted Types forbid it to parse and write HTML."""
    for name, changes in _SEARCH.items():
        text = (static / name).read_text(encoding="utf-8")
        for written, instead in changes.items():
            if text.count(written) != 1:
                raise ValueError(f"Sphinx's {name} has changed; expected once: {written}")
            text = text.replace(written, instead)
        (static / name).write_text(text, encoding="utf-8")


def finish_pages(site: Path) -> None:
    """Move scripts and styles out of the pages, as a strict policy requires, and name parts."""
    folder = site / "_static" / "inline"
    folder.mkdir(parents=True, exist_ok=True)
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = before = page.read_text(encoding="utf-8")
        for kind, pattern in _INLINE.items():
            text = pattern.sub(
                lambda found, kind=kind, up=up: _moved(found[1], kind, folder, up), text
            )
        text = _STYLE.sub(r' \1="\2"', text)
        for written, instead in _SPOKEN.items():
            text = text.replace(written, instead)
        if text != before:
            page.write_text(text, encoding="utf-8")


def _moved(code: str, kind: str, folder: Path, up: str) -> str:
    name = f"{hashlib.sha256(code.encode()).hexdigest()[:12]}.{kind}"
    (folder / name).write_text(code.strip() + "\n", encoding="utf-8")
    path = f"{up}_static/inline/{name}"
    if kind == "js":
        return f'<script src="{path}"></script>'
    return f'<link rel="stylesheet" href="{path}">'
