"""The page's style sheets for a widget: its own tree of elements, as wide as a cell's output."""

import re

__all__ = ["scoped"]

_THEME = re.compile(r'^(\s*)\[data-(theme|contrast)="(\w+)"\] \{', re.MULTILINE)
_WIDTH = re.compile(r"@media (?P<query>\((?:min|max)-width:[^{]*)\{")
_REM = re.compile(r"([\d.]+)rem")
# A window of 72 rem has one view of the page, with its margins; a cell in it has about 58.
_SHARE = 0.8


def scoped(css: str) -> str:
    """A style sheet of the page for a shadow root.

    What the page says of `:root` holds for the root's host. What it says of the window's width
    holds for the widget's, its nearest container, from a smaller width on.
    """
    css = css.replace(":root", ":host")
    css = _THEME.sub(r'\1:host([data-\2="\3"]) {', css)
    return _WIDTH.sub(lambda found: f"@container {_container(found['query'])} {{", css)


def _container(query: str) -> str:
    """A list of media queries as one condition: containers know no lists."""
    query = _REM.sub(lambda found: f"{_SHARE * float(found[1]):g}rem", query)
    alternatives = [one.strip() for one in query.split(",")]
    if len(alternatives) == 1:
        return alternatives[0]
    return " or ".join(f"({one})" if " and " in one else one for one in alternatives)
