"""Plain-text tables with aligned columns, for terminals and print."""

import textwrap
from collections.abc import Sequence

__all__ = ["fitting", "plain_table", "wrapped"]

_GAP = "   "


def plain_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    texts: int = 1,
    width: int | None = None,
) -> list[str]:
    """The lines of a table: head, rule, rows; the first `texts` columns are left-aligned.

    Lines longer than `width` are cut and end in an ellipsis.

    >>> print("\\n".join(plain_table(["search", "cost"], [["bfs", "27"], ["greedy", "71"]])))
     search   cost
     ─────────────
     bfs        27
     greedy     71
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
    lines = []
    for row in (head, *rows):
        cells = [
            text.ljust(wide) if number < texts else text.rjust(wide)
            for number, (text, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(_GAP.join(cells).rstrip())
    lines.insert(1, rule)
    return [_cut(f" {line}", width) for line in lines]


def _cut(line: str, width: int | None) -> str:
    return line if width is None or len(line) <= width else f"{line[: max(0, width - 1)]}…"


def fitting(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int | None,
    *,
    hide_first: Sequence[str],
) -> tuple[list[int], list[str]]:
    """The indices of the columns that fit into `width`, and the names of the hidden ones.

    hide_first: names of the columns that may be hidden, in this order.
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    shown, hidden = list(range(len(head))), []
    for name in hide_first:
        if width is None or sum(widths[n] + len(_GAP) for n in shown) <= width:
            break
        shown.remove(list(head).index(name))
        hidden.append(name)
    return shown, hidden


def wrapped(text: str, width: int | None) -> list[str]:
    """A sentence as lines of at most `width` characters; one line if `width` is None."""
    return [text] if width is None else textwrap.wrap(text, max(20, width)) or [""]
