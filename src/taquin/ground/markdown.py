"""Tables in GitHub-flavoured Markdown."""

from collections.abc import Collection, Sequence

__all__ = ["markdown_table"]


def markdown_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, texts: Collection[str]
) -> str:
    """A table; columns whose heads are in `texts` are left-aligned, the others right-aligned.

    >>> print(markdown_table(["search", "cost"], [["pdb:1|2", "27"]], texts=["search"]))
    | search | cost |
    | --- | ---: |
    | pdb:1\\|2 | 27 |
    """
    rule = ["---" if name in texts else "---:" for name in head]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (head, *rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (cells[0], rule, *cells[1:]))
