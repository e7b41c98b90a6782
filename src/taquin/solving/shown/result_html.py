"""Results and comparisons as HTML for notebooks: all text is escaped, without scripts."""

from collections.abc import Sequence
from html import escape

__all__ = ["html_div", "html_table", "labelled_html", "paragraphs"]

_LEFT, _RIGHT = "text-align:left", "text-align:right"


def labelled_html(lines: Sequence[tuple[str, str]]) -> str:
    """A table with two columns, label and text."""
    rows = (
        f'<tr><th style="{_LEFT}">{escape(label)}</th>'
        f'<td style="{_LEFT};overflow-wrap:anywhere">{escape(text)}</td></tr>'
        for label, text in lines
    )
    return f"<table>{''.join(rows)}</table>"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    """A table with a head; its first `texts` columns, and "error", are aligned left.

    >>> html_table(["search", "cost"], [["a<b", "2"]])[-56:]
    '<td style="text-align:right">2</td></tr></tbody></table>'
    """
    styles = [_LEFT if n < texts or name == "error" else _RIGHT for n, name in enumerate(head)]

    def row(tag: str, cells: Sequence[str]) -> str:
        inner = "".join(
            f'<{tag} style="{style}">{escape(cell)}</{tag}>'
            for style, cell in zip(styles, cells, strict=True)
        )
        return f"<tr>{inner}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def paragraphs(texts: Sequence[str]) -> str:
    """Each text as a paragraph."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def html_div(*parts: str | None) -> str:
    """The parts in one element; None parts are omitted."""
    return f"<div>{''.join(part for part in parts if part)}</div>"
