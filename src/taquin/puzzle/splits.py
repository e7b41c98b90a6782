"""The boards in lines without labels: one in each line, in rows, side by side, in lists."""

import re
from collections.abc import Sequence

from taquin.ground.errors import NotationError
from taquin.puzzle.boxes import is_border
from taquin.puzzle.declared import TextLine
from taquin.puzzle.rows import BLANKS, is_complete
from taquin.puzzle.single import Reading, read_single
from taquin.puzzle.size import LARGEST_SIDE, Size

__all__ = ["complete", "fits", "is_header", "split"]

_ARROW = re.compile(r"(?<!-)-{1,9}>|(?<!=)={1,9}>|→|⟶")
_HEADER = re.compile(r"\d{1,5}(?:[ \t]*[xX×,]?[ \t]*\d{1,3})?:?", re.ASCII)

_Numbered = list[tuple[int, Reading]]


def complete(lines: Sequence[str], size: Size) -> Reading | None:
    """The reading of these lines if it contains every tile once."""
    try:
        reading = read_single(lines, size)
    except NotationError:
        return None
    return reading if is_complete(reading.cells) else None


def split(lines: list[TextLine], size: Size, *, headed: bool = False) -> _Numbered:
    """The boards in lines without labels; empty if these are not boards.

    headed: whether they stand below a count or a size, so that no other is looked for.
    """
    given = [line for line in lines if line.text and not is_border(line.text)]
    if not given:
        return []
    reading = complete([line.text for line in given], size)
    if reading:
        return [(given[0].number, reading)]
    if given[0].text[0] in "[({":
        return _listed(lines, size)
    for way in (_by_line, _by_gap, _by_rows, _side_by_side):
        boards = way(given if way is not _by_gap else lines, size)
        if boards:
            return boards
    if headed or len(given) < 2 or not is_header([given[0].text]):
        return []
    below = split([line for line in lines if line.number > given[0].number], size, headed=True)
    return below if fits(given[0].text, [reading for _, reading in below]) else []


def _groups(lines: list[TextLine]) -> list[list[TextLine]]:
    """The lines between gaps."""
    groups: list[list[TextLine]] = [[]]
    for line in lines:
        if line.text:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _by_line(lines: list[TextLine], size: Size) -> _Numbered:
    """One board or more per line."""
    numbered: _Numbered = []
    for line in lines:
        boards = _in_line(line.text, size)
        if not boards and len(numbered) > 1:
            raise NotationError(f"line {line.number} is not a board, as those above it are.")
        if not boards:
            return []
        numbered += [(line.number, reading) for reading in boards]
    return numbered


def _by_gap(lines: list[TextLine], size: Size) -> _Numbered:
    """Boards with empty lines between."""
    groups = _groups(lines)
    numbered: _Numbered = []
    for group in groups if len(groups) > 1 else []:
        reading = complete([line.text for line in group], size)
        boards = [(group[0].number, reading)] if reading else _by_rows(group, size)
        if not boards and numbered:
            raise NotationError(
                f"line {group[0].number}: what begins here is not a board, as those above it are."
            )
        if not boards:
            return []
        numbered += boards
    return numbered


def _in_line(text: str, size: Size) -> list[Reading]:
    """The boards on one line, with arrows or other marks between, or one after another."""
    reading = complete([text], size)
    if reading:
        return [reading]
    for mark in (_ARROW, ";", "|", ",", "\t", " "):
        split = mark.split(text) if isinstance(mark, re.Pattern) else text.split(mark)
        fields = [field for field in split if field.strip()]
        if len(fields) < 2 or len(fields[0]) < 4:
            continue
        readings = _all_complete([[field] for field in fields], size)
        if readings:
            return readings
    words = re.split(r"[\s,;/|]+", text.strip(" ,;/|"))
    numbers = _numbers(words)
    count = numbers.count(0) if numbers else 0
    if count < 2 or len(words) % count or "/" in text:
        return []
    each = len(words) // count
    chunks = [" ".join(words[at : at + each]) for at in range(0, len(words), each)]
    return _all_complete([[chunk] for chunk in chunks], size)


def _all_complete(texts: Sequence[Sequence[str]], size: Size) -> list[Reading]:
    readings = []
    for lines in texts:
        reading = complete(lines, size)
        if not reading:
            return []
        readings.append(reading)
    return readings


def _numbers(words: list[str]) -> list[int]:
    """The words as numbers, 0 for a blank, -1 for any other word."""
    return [
        0 if word.lower() in BLANKS or word.strip("_bBeE") == "" or word == "-1"
        else int(word) if re.fullmatch(r"\d{1,5}", word, re.ASCII)
        else -1
        for word in words
    ]  # fmt: skip


def is_header(texts: list[str]) -> bool:
    """Whether it is one line with a count or a size alone."""
    return len(texts) == 1 and _HEADER.fullmatch(texts[0]) is not None


def fits(header: str, readings: list[Reading]) -> bool:
    """Whether a header counts the boards, or the rows, tiles or cells of each, or is their size."""
    numbers = [int(number) for number in re.findall(r"\d+", header)]
    if len(numbers) == 1:
        return numbers[0] == len(readings) or all(
            numbers[0] in {each.height, len(each.cells), len(each.cells) - 1} for each in readings
        )
    return all(sorted(numbers) == sorted((each.width, each.height)) for each in readings)


def _by_rows(lines: list[TextLine], size: Size) -> _Numbered:
    """Boards whose rows follow each other without a gap, each perhaps below a count or a size."""
    rows = [line for line in lines if not is_border(line.text)]
    if len(rows) == 1 and "/" in rows[0].text:
        rows = [TextLine(rows[0].number, text) for text in rows[0].text.strip("/ ").split("/")]
    if len(rows) > 3 and all(len(row.text.split()) == 1 for row in rows):
        boards = _in_line(" ".join(row.text for row in rows), size)
        if len(boards) > 1:
            each = len(rows) // len(boards)
            return [(rows[at * each].number, board) for at, board in enumerate(boards)]
        if all(len(row.text) == 1 for row in rows):
            return []
    first = [_numbers(_fields(row.text)) for row in rows[: LARGEST_SIDE + 1]]
    # Where no board begins at the first row, or below its count, the others need not be read.
    if not _ends(first, 0) and not (is_header([rows[0].text]) and _ends(first, 1)):
        return []
    cells = [_numbers(_fields(row.text)) for row in rows]
    ends = [_ends(cells, at) for at in range(len(rows))]
    headed = [is_header([row.text]) for row in rows]
    ways = [0] * len(rows) + [1, 0]
    after: list[list[int]] = [[] for _ in rows]
    for at in reversed(range(len(rows))):
        after[at] = [end for end in ends[at] if ways[end]]
        if headed[at] and at + 1 < len(rows):
            after[at] += [end for end in ends[at + 1] if ways[end]]
        ways[at] = min(2, sum(ways[end] for end in after[at]))
    if ways[0] > 1:
        raise NotationError(
            f"the rows from line {lines[0].number} on could be split into boards in several ways; "
            "leave an empty line between the boards."
        )
    numbered: _Numbered = []
    at = 0
    while at < len(rows) and ways[0]:
        end = after[at][0]
        reading = complete([row.text for row in rows[at:end]], size)
        if not reading:
            return []
        numbered.append((rows[at].number, reading))
        at = end
    return numbered


def _fields(text: str) -> list[str]:
    if re.fullmatch(r"[\d_.xX·bBeE]{2,9}", text, re.ASCII):
        return list(text)
    if re.search(r"[|│┃║]", text):
        fields = [field.strip() for field in re.split(r"[|│┃║]", text)]
        inner = fields[not fields[0] : len(fields) - (not fields[-1])]
        if len(inner) > 1:
            return [field or "_" for field in inner]
        text = " ".join(inner)
    return re.split(r"[\s,]+", text.strip(" ,;\t"))


def _ends(rows: list[list[int]], start: int) -> list[int]:
    """Where a board may end whose first row is `start`: all rows alike, every tile once."""
    seen: set[int] = set()
    ends = []
    for at in range(start, min(len(rows), start + LARGEST_SIDE)):
        row = rows[at]
        if len(row) != len(rows[start]) or len(row) < 2 or min(row) < 0 or not seen.isdisjoint(row):
            break
        seen.update(row)
        if len(seen) != (at - start + 1) * len(row):
            break
        if at > start and 0 in seen and max(seen) == len(seen) - 1:
            ends.append(at + 1)
    return ends


def _side_by_side(lines: list[TextLine], size: Size) -> _Numbered:
    """Two boards, their rows side by side."""
    texts = [line.text for line in lines if not is_border(line.text)]
    width = len(_fields(texts[0])) // 2
    if width < 2 or len(texts) > LARGEST_SIDE:
        return []
    rows = [_fields(text) for text in texts]
    if any(len(row) != 2 * width for row in rows):
        return []
    halves = [[" ".join(row[:width]) for row in rows], [" ".join(row[width:]) for row in rows]]
    return [(lines[0].number, reading) for reading in _all_complete(halves, size)]


def _listed(lines: list[TextLine], size: Size) -> _Numbered:
    """Lists that are boards: one after another, or all in one list."""
    text = "\n".join(line.text for line in lines)
    groups: dict[int, list[tuple[int, str]]] = {1: [], 2: []}
    opened: list[int] = []
    for bracket in re.finditer(r"[\[\](){}]", text):
        if bracket[0] in "[({":
            opened.append(bracket.start())
        elif opened:
            depth, start = len(opened), opened.pop()
            if depth in groups:
                groups[depth].append((start, text[start : bracket.end()]))
    for depth in (1, 2):
        readings = _all_complete([[inner] for _, inner in groups[depth]], size)
        if len(readings) > 1:
            return [
                (lines[0].number + text.count("\n", 0, start), reading)
                for (start, _), reading in zip(groups[depth], readings, strict=True)
            ]
    return []
