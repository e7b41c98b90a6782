"""Plain-text tables with aligned columns, for terminals and print."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Fitting", "fitting", "hidden_text", "plain_table", "wrapped"]

_GAP = "   "


def plain_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    texts: int = 1,
    first: int | None = None,
) -> list[list[str]]:
    """The lines of a table: those of the head and its rule, then those of each row.

    The first `texts` columns are left-aligned; the first one is wrapped at `first` characters.

    >>> table = plain_table(["search", "cost"], [["bfs", "27"], ["greedy", "71"]])
    >>> print("\\n".join(line for row in table for line in row))
     search   cost
     ─────────────
     bfs        27
     greedy     71
    """
    whole = [(_wrapped_cell(row[0], first), row[1:]) for row in (head, *rows)]
    widths = [max(len(line) for lines, _ in whole for line in lines)]
    widths += [max(map(len, column)) for column in zip(*(rest for _, rest in whole), strict=True)]
    table = []
    for lines, rest in whole:
        cells = [[line, *(rest if not number else [""] * len(rest))]
                 for number, line in enumerate(lines)]  # fmt: skip
        table.append([_aligned(line, widths, texts) for line in cells])
    rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
    table[0].append(f" {rule}")
    return table


def _wrapped_cell(text: str, width: int | None) -> list[str]:
    return [text] if width is None else textwrap.wrap(text, width) or [""]


def _aligned(cells: Sequence[str], widths: Sequence[int], texts: int) -> str:
    aligned = [
        text.ljust(wide) if number < texts else text.rjust(wide)
        for number, (text, wide) in enumerate(zip(cells, widths, strict=True))
    ]
    return f" {_GAP.join(aligned)}".rstrip()


class Fitting(NamedTuple):
    """What of a table fits.

    shown:  indices of the columns
    hidden: names of the others
    first:  characters at which the first column is wrapped; None if it need not be
    """

    shown: list[int]
    hidden: list[str]
    first: int | None


def fitting(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int | None,
    *,
    hide: Sequence[tuple[str, int]],
) -> Fitting:
    """The columns that fit into `width`: the first is wrapped, the others are whole or hidden.

    hide: the columns that may be hidden, in this order, each with the characters that it must leave
    to the first column, if that is so long.
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    shown, hidden = list(range(len(head))), list[str]()
    if width is None:
        return Fitting(shown, hidden, None)

    def room() -> int:
        return width - 1 - sum(widths[n] + len(_GAP) for n in shown[1:])

    for name, must_leave in hide:
        if room() >= min(widths[0], must_leave):
            break
        shown.remove(list(head).index(name))
        hidden.append(name)
    return Fitting(shown, hidden, None if room() >= widths[0] else max(1, room()))


def hidden_text(names: Sequence[str], command: str) -> str:
    """The sentence that names hidden columns; command: prints them in other formats."""
    return (
        f"Columns hidden in this narrow terminal: {', '.join(names)}. "
        f"`{command} --format markdown` shows them all."
    )


def wrapped(text: str, width: int | None) -> list[str]:
    """A sentence as lines of at most `width` characters; one line if `width` is None."""
    return [text] if width is None else textwrap.wrap(text, max(20, width)) or [""]
