r"""What stands around a whole text: fences, Lisp, LaTeX, the escapes of a string, reshape().

`unwrapped` rewrites these as the plain notation that `taquin.puzzle.several` reads; line breaks
stay, so that messages name the right lines. The page's twin is notation/wrappers.js.
"""

import re

from taquin.ground.errors import NotationError

__all__ = ["unwrapped"]

_WIDE = {
    # Full-width forms: all of ASCII, and the space.
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    # The digits of Arabic and of Persian.
    **{first + digit: str(digit) for first in (0x0660, 0x06F0) for digit in range(10)},
    **str.maketrans("\u3000", " "),
    # JavaScript counts other characters than Python as space.
    **str.maketrans("\x1c\x1d\x1e\x85\x1f", "\n\n\n\n ", "\ufeff"),
}
_WIDE_ONE = re.compile(f"[{re.escape(''.join(map(chr, _WIDE)))}]")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*[A-Za-z][\w+-]*[ \t]*$|^[ \t]*~{3,}[ \t]*$",
                    re.MULTILINE | re.ASCII)  # fmt: skip
_LISP = re.compile(r"\(\s*(?:define|def|defparameter|defvar|defconst|defconstant|setq|setf)\s+"
                   r"([*A-Za-z][\w*?!-]*)\s+(?=['`(\[])", re.ASCII)  # fmt: skip
_LISTS = re.compile(r"\(\s*(?:list|vector)\s+(?=[\d(])", re.ASCII)
_JOINED = re.compile(r"\\n([\"'])[ \t]*(\r?\n)[ \t]*\1")
_ESCAPED = re.compile(r"(?:\\r)?\\n(?=[\s\d_.\"'xX*|+-]|$)")
_TAB = re.compile(r"\\t(?=[\d_.xX*-])")
_LATEX = re.compile(
    r"\\(?:begin|end)\{\w+\*?\}(?:\[\w*\]|\{[^{}\n]*\})*|\\(?:hline|left|right|displaystyle)\b"
    r"|\\[\[\]()]|\$+|(?<=\\\\)\[[\d. ]*\w*\]"
)
_RESHAPE = re.compile(
    r"\w+(?:\.\w+)?\(\s*\[([^\[\]()]*)\]\s*(?:,\s*dtype\s*=\s*[\w.]+\s*)?\)\s*\.reshape\(\s*[\[(]?\s*"
    r"(-1|\d{1,3})\s*,\s*(-1|\d{1,3})\s*[\])]?\s*\)",
    re.ASCII,
)


def unwrapped(text: str) -> str:
    """The text without what stands around it. O(len). NotationError for a wrong reshape()."""
    if _WIDE_ONE.search(text):
        text = text.translate(_WIDE)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if "(" in text:
        text = _without_lisp(text)
        text = _RESHAPE.sub(_reshaped, text)
    if "\\" in text:
        text = _TAB.sub("\t", _ESCAPED.sub("\n", _JOINED.sub(r"\2", text)))
    if "&" in text and "\\" in text:
        text = _of_latex(text)
    return text


def _without_lisp(text: str) -> str:
    """``(define start '((1 2) (3 0)))`` as ``start = ((1 2) (3 0))``."""
    kept, at = [], 0
    while opened := _LISP.search(text, at):
        end = _closing(text, opened.end())
        if end is None:
            break
        inner = text[opened.end() : end].lstrip("'`")
        breaks = "\n" * text.count("\n", opened.start(), opened.end())
        kept += [text[at : opened.start()], breaks, opened[1].strip("*"), " = ",
                 _LISTS.sub("(", inner)]  # fmt: skip
        at = end + 1
    return "".join([*kept, text[at:]]) if kept else text


def _closing(text: str, start: int) -> int | None:
    """Where the bracket closes that was opened before `start`."""
    depth = 1
    for bracket in re.compile(r"[()]").finditer(text, start):
        depth += 1 if bracket[0] == "(" else -1
        if not depth:
            return bracket.start()
    return None


def _of_latex(text: str) -> str:
    """Rows such as ``1 & 2 \\\\``, also in an environment, as rows with commas."""
    text = _LATEX.sub(" ", text)
    text = re.sub(r"\\\\[ \t]*(\r?\n|$)", r"\1", text).replace("\\\\", "\n")
    return text.replace("&", ",")


def _reshaped(match: re.Match[str]) -> str:
    """The rows of an array that is given as one list, rows and columns."""
    cells = [cell.strip() for cell in match[1].strip().rstrip(",").split(",")]
    rows, columns = int(match[2]), int(match[3])
    if rows < 0 < columns:
        rows = len(cells) // columns
    elif columns < 0 < rows:
        columns = len(cells) // rows
    if rows * columns != len(cells) or rows < 1:
        raise NotationError(
            f"{len(cells)} numbers do not fill reshape({match[2]}, {match[3]}), which gives rows "
            "and columns."
        )
    lists = (f"[{', '.join(cells[at : at + columns])}]" for at in range(0, len(cells), columns))
    return f"[{', '.join(lists)}]" + "\n" * match[0].count("\n")
