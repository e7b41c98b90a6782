"""Tables in LaTeX: a self-contained tabular that needs no packages."""

import re
from collections.abc import Sequence

__all__ = ["latex_table", "latex_text"]

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "≥": r"$\geq$",
    "×": r"$\times$",
    "–": "--",
    "µ": r"$\mu$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
_SPECIAL = re.compile("|".join(map(re.escape, _ESCAPES)))


def latex_text(text: str) -> str:
    """The text, escaped so that LaTeX prints it verbatim.

    >>> print(latex_text("b* ≥ 50% of pdb:6_6"))
    b* $\\geq$ 50\\% of pdb:6\\_6
    """
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], text)


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    """A tabular whose first `texts` columns are left-aligned and the others right-aligned.

    >>> print(latex_table(["search", "cost"], [["bfs", "27"]]))
    \\begin{tabular}{lr}
    \\hline
    search & cost \\\\
    \\hline
    bfs & 27 \\\\
    \\hline
    \\end{tabular}
    """
    columns = "l" * texts + "r" * (len(head) - texts)
    lines = [" & ".join(map(latex_text, row)) + r" \\" for row in [head, *rows]]
    return "\n".join(
        [f"\\begin{{tabular}}{{{columns}}}", r"\hline", lines[0], r"\hline", *lines[1:], r"\hline",
         r"\end{tabular}"]
    )  # fmt: skip
