"""What stands around a board in a text: comments, labels, declarations, calls.

`parts` splits a text at its labels, as in ``start: …`` and ``goal: …``, and drops the comments.
`bare` drops the code around a part, as in ``int[][] tiles = {…};`` or ``Board.parse("…")``.
Patterns name their letters one by one, because the page's twin, declared.js, must read alike.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from taquin.puzzle.rows import BLANKS, QUOTES, is_complete

__all__ = ["TextLine", "TextPart", "bare", "parts", "role_of"]


class TextLine(NamedTuple):
    """A line of a text without comments: its number from 1, and its text, "" for a gap."""

    number: int
    text: str


class TextPart(NamedTuple):
    """The lines below a label, "" for those before the first."""

    label: str
    lines: list[TextLine]

    @property
    def texts(self) -> list[str]:
        """The lines with content."""
        return [line.text for line in self.lines if line.text]


_LETTER = "A-Za-zÀ-ÖØ-öø-ʯͰ-῿Ⰰ-퟿"
_WORDS = re.compile(f"[{_LETTER}]{{2,}}")
_STARTS = {
    *("start", "starting", "initial", "init", "begin", "beginning", "source", "from"),
    *("startzustand", "anfang", "anfangszustand", "ausgangszustand"),
}
_GOALS = {
    *("goal", "target", "final", "end", "ending", "finish", "desired", "solved", "destination"),
    *("to", "ziel", "zielzustand", "endzustand"),
}
_NOUNS = {
    *("puzzle", "board", "state", "position", "positions", "configuration", "config", "node"),
    *("input", "output", "problem", "instance", "case", "test", "sample", "example", "matrix"),
    *("grid", "tiles", "game", "level", "layout", "arrangement", "the", "is", "of", "no"),
    *("number", "my", "given", "current"),
}
_DECORATION = " \t-=*#<>[](){}:.!~|/%;"
_COMMENT = re.compile(
    rf"(?:(?<!/)//+|(?:^|(?<=[ \t]))--+|^;+)[ \t]*([{_LETTER}]{{2,}})(?!\w)",
    re.ASCII,
)
_HEAD = re.compile(rf"[\"']?[{_LETTER}_](?:[\w{_LETTER} \t.<>\[\],*&'\"-]|::)*", re.ASCII)
_SEPARATOR = re.compile(r"(?<!:):(?!:)|=")
_FIELDS = re.compile(r"^[\"'][^\"'\n]*[\"'][,;\t][\"'][^\[({]*\Z", re.ASCII)
_TILES = re.compile(r"[\d_.xX·*+-]+", re.ASCII)
# Lines of numbers alone, which have no label and no comment.
_PLAIN = re.compile(r"[\dxX \t,]*", re.ASCII)
# A start and a goal on one line: where the second label begins.
_INLINE = re.compile(
    r"(?<=[\d_.\])}])[ \t,;]+(?=(?:start|initial|goal|target|final)(?:[ _-]?(?:state|board))?"
    r"(?:[ \t]*[:=]|[ \t]+[\d_\[({])|to[ \t]+[\d_\[({])",
    re.IGNORECASE | re.ASCII,
)
_INDEX = re.compile(r"\(?(\d{1,6})[:)][ \t]+(?=[^ \t])", re.ASCII)
# 1. is an index too, unless other numbers have a point, as 1. 2. 3. 0. has.
_POINTED = re.compile(r"(\d{1,6})\.[ \t]+(?=[^ \t])(?!.*\d\.(?:[\s,\])}]|$))", re.ASCII)
_NUMBERED = re.compile(r"#(\d{1,6})[:.)]?[ \t]+([\d_][\d_ \t,/]*)", re.ASCII)
# Known words before a board on the same line, as in start 1 2 3/4 5 0.
_LEADING = re.compile(rf"((?:[{_LETTER}]{{2,}}[ \t]+){{1,3}})(?=[\d_\[({{])")
_SIZED_GAME = re.compile(r"\d{1,4}[ \t-]?(?:puzzle|board|tiles?)", re.IGNORECASE | re.ASCII)
# What is known about a board, after it or on a separate line.
_KNOWN_VALUE = r"(?:depth|cost|distance|optimum|optimal|optimal[ _](?:cost|length)|length|seed)"
_VALUE = re.compile(
    rf"(?:[ \t]*[,;(][ \t]*|[ \t]+|^){_KNOWN_VALUE}[ \t]*(?:[:=]|(?<=\w) )[ \t]*\d{{1,9}}"
    r"[ \t]*\)?$",
    re.IGNORECASE | re.ASCII,
)
_CALL = re.compile(r"(?:new[ \t]+)?[A-Za-z_][\w.:<>]*!?[ \t]*\((.*)\)", re.DOTALL | re.ASCII)
_TYPE = re.compile(r"(?<!\w)([A-Za-z_][\w.:<>]*)!?[ \t]*([\[({])?", re.ASCII)
_DECLARED = re.compile(
    r"(?:[A-Za-z_][\w:<>*&]*[ \t]+)*[A-Za-z_][\w:<>*&]*[ \t]*(?=\{)"
    r"|(?:new[ \t]+)?(?:\[[\d, \t]*\][ \t]*)+(?=\{)",
    re.ASCII,
)


def parts(text: str) -> list[TextPart]:
    """The parts with content, in order: one, unless labels separate several."""
    found = [TextPart("", [])]
    lines = _without_blocks(text.replace("\ufeff", "")).splitlines()
    for number, raw in _separated(lines):
        if _PLAIN.fullmatch(raw):
            found[-1].lines.append(TextLine(number, raw.strip()))
            continue
        line, comment = _uncommented(raw.strip())
        label = _title(line or comment)
        if label is None:
            label, line = _labelled(line)
        else:
            line = ""
        if label is not None:
            found.append(TextPart(label, []))
        found[-1].lines.append(
            TextLine(number, "" if line.strip(QUOTES).upper() == "END OF FILE" else line)
        )
    return [part for part in found if part.texts]


def _separated(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; a line with two labels becomes two."""
    for number, line in enumerate(lines, start=1):
        if _PLAIN.fullmatch(line):
            yield number, line
            continue
        for part in _INLINE.split(line):
            yield number, part


def role_of(label: str) -> str:
    """``start`` or ``goal`` if a common word in the label says so, "" otherwise."""
    for word in reversed(re.findall(r"[A-Z]?[a-z]+|[A-Z]+", label)):
        if word.lower() in _GOALS:
            return "goal"
        if word.lower() in _STARTS:
            return "start"
    return ""


def bare(lines: list[TextLine]) -> list[TextLine]:
    """The lines without the quotes, calls and types around them."""
    text = "\n".join(line.text for line in lines)
    # In quoted fields, the first and the last quotation marks are no pair.
    inner = text.strip() if _FIELDS.search(text) else text.strip().strip(QUOTES).strip()
    for _ in range(4):
        inner = re.sub(r"([\])}\"'])[ \t]*[.;,]$", r"\1", inner)
        call = _CALL.fullmatch(inner)
        if not call or not _balanced(call[1]):
            break
        inner = re.sub(r",\s*dtype\s*=\s*[\w.]+\s*$", "", call[1]).strip().strip(QUOTES).strip()
    first = lines[0].number + text.count("\n", 0, max(0, text.find(inner[:80])))
    if re.search(r"[\[({]", inner):
        inner = _TYPE.sub(_without_type, inner)
        inner = _DECLARED.sub("", inner, count=1) if _DECLARED.match(inner) else inner
    return [TextLine(at, line.strip()) for at, line in enumerate(inner.split("\n"), start=first)]


def _without_type(match: re.Match[str]) -> str:
    word, bracket = match.groups()
    if not bracket or len(word) < 2 or word.lower() in BLANKS:
        return match[0]
    return str(bracket)


def _balanced(text: str) -> bool:
    depth = 0
    for bracket in re.findall(r"[()]", text):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def _without_blocks(text: str) -> str:
    """The text without comments between ``/*`` and ``*/``; their line breaks stay."""
    kept, at = [], 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        kept += [text[at:start], " ", "\n" * text.count("\n", start, end)]
        at = end + 2
    return "".join([*kept, text[at:]])


def _uncommented(line: str) -> tuple[str, str]:
    """The line without its comment; the comment, if there is nothing else."""
    numbered = _NUMBERED.fullmatch(line)
    if numbered and _is_square(numbered[2]):
        return f"{numbered[1]}: {numbered[2]}", ""
    content = _without_trailing(_without_value(re.split(r"[#%]", line, maxsplit=1)[0].rstrip()))
    if content.startswith(("//", "--", ";")):
        words = [word.strip(".,:!?") for word in content.lstrip("/-;").split()]
        if any(_WORDS.fullmatch(word) and word.lower() not in BLANKS for word in words):
            content = ""
    for mark in _COMMENT.finditer(content):
        # A row may be empty by mistake, as in 1 2//3 0: behind a board, comments begin with a word.
        if mark[1].lower() not in BLANKS:
            content = content[: mark.start()]
            break
    content = content.strip()
    return content, "" if content else line


def _is_square(text: str) -> bool:
    """Whether the numbers of a text are the tiles of a square board, each once."""
    words = re.split(r"[\s,/]+", text.strip(" ,/"))
    cells = [int(word) for word in words if re.fullmatch(r"\d{1,5}", word, re.ASCII)]
    side = round(len(words) ** 0.5)
    return len(cells) == side * side > 1 and is_complete(cells)


def _without_value(content: str) -> str:
    """The content without what is known about the board, as in depth: 20."""
    tail = content[-60:]
    value = _VALUE.search(tail)
    return content[: len(content) - len(tail) + value.start()] if value else content


def _without_trailing(content: str) -> str:
    """The content without a comment behind ``;``, where that is not a row of numbers."""
    row, mark, rest = content.partition(";")
    words = re.split(r"[\s,;]+", rest.strip(" \t,;"))
    if (
        not mark
        or not words[0]
        or len(re.findall(r"[^\s,]+", row)) < 2
        or not re.search(r"\d", row)
    ):
        return content
    tiles = [word.strip(",/|\"'[](){}") for word in words]
    numbers = len(re.findall(r"\d+", rest))
    a_row = all(
        not word or word.lower() in BLANKS or _TILES.fullmatch(word) or len(word) == 1
        for word in tiles
    )
    alone = len(words) == 1 and re.fullmatch(r"[A-Za-z]", words[0]) is not None
    # Many numbers may be another board, as in int[] a = {…}; int[] b = {…}.
    return content if numbers > 3 or (a_row and not alone) else row


def _title(line: str) -> str | None:
    """The words of a line that only announces a board, as in ``Goal state`` or ``Puzzle 12``."""
    words = line.strip(_DECORATION).lower().replace("_", " ").split()
    known = [word for word in words if word in _STARTS or word in _GOALS or word in _NOUNS]
    numbers = [word for word in words if re.fullmatch(r"#?\d{1,6}", word, re.ASCII)]
    if not known or words[0] not in known or len(numbers) > 1:
        return None
    if len(known) + len(numbers) < len(words):
        return None
    return " ".join(words)


def _labelled(line: str) -> tuple[str | None, str]:
    """The label before a line's content, None if it has none, and the content."""
    label = None
    for _ in range(4):
        index = _INDEX.match(line) or _POINTED.match(line)
        leading = _LEADING.match(line)
        mark = _SEPARATOR.search(line)
        if index:
            found, line = index[1], line[index.end() :]
        elif mark and _is_label(line[: mark.start()].strip(), line[mark.start() :]):
            found, line = line[: mark.start()], line[mark.start() :].lstrip(":=> \t")
        elif leading and all(
            word in _STARTS | _GOALS | _NOUNS for word in leading[1].lower().split()
        ):
            found, line = leading[1].rstrip(), line[leading.end() :]
        else:
            break
        label = f"{label or ''} {found}".strip(" \t\"'")
    return label, line


def _is_label(head: str, rest: str) -> bool:
    word = _WORDS.match(head.lstrip("\"'"))
    known = word and word[0].lower() in _STARTS | _GOALS | _NOUNS
    if re.fullmatch(r":[\w.-]*", rest, re.ASCII) and rest != ":" and not known:
        return False  # korf100:1 is a name
    if _SIZED_GAME.fullmatch(head):
        return True
    if re.fullmatch(r"[A-Za-z_]\w*", head, re.ASCII):
        return head != "dtype"  # the last line of an array
    listed = re.search(r"\d[ \t]*,|,[ \t]*\d", head)  # tiles, not a label
    return bool(word and word[0].lower() not in BLANKS and _HEAD.fullmatch(head) and not listed)
