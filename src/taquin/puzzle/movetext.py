"""Moves as people write them: letters, words or arrows, with counts, numbers or marks between.

The page's twin is notation/movetext.js.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from taquin.ground.errors import NotationError, shown
from taquin.ground.grammar import counted

__all__ = ["Pairs", "moves_in", "pairs_in", "tiles_in"]

_COUNT = r"(?:\(?[ \t]*(?:in[ \t]+)?(\d{1,7})[ \t]+moves?[ \t]*\)?)"
_LABEL = re.compile(
    r"\s*(?:(?:moves|solution|path|path_to_goal|actions)"
    rf"[ \t]*(?:{_COUNT}|\((\d{{1,7}})\))?|{_COUNT})\s*[:=]",
    re.IGNORECASE | re.ASCII,
)
# A remark behind the moves, as in L, L (2 moves).
_REMARK = re.compile(rf"[ \t,;]*{_COUNT}[ \t]*\.?\s*\Z", re.IGNORECASE | re.ASCII)
_AT = r"(?:tile[ \t]*)?(?:\d{{1,5}}[ \t]*)?[{letters}^v<>↑↓←→⬆⬇⬅➡]"
_INDEX = rf"(\d{{{{1,7}}}})[.):][ \t]*(?={_AT})"
_TOKEN = (
    r"(?P<word>up|down|left|right|[{letters}])|(?P<arrow>[↑↓←→⬆⬇⬅➡^v<>]\ufe0f?)|(?P<count>\d+)"
    r"|(?P<mark>-+>|=+>|-(?=[ \t]*[{letters}]))|[\s,;\[\]()'\"]+|(?P<wrong>.)"
)
# A tile and where it slides, as in 7D, tile 7 left, (7, 'down') or 7 slides to the right.
_PAIR = (
    r"[\s,;\[\]()'\"]*(?:(?:move|slide|push)[ \t]+)?(?P<tile>(?:the[ \t]+)?tile[ \t]*)?"
    r"(?P<number>\d{{1,5}})[ \t'\"]*(?:[:,=][ \t'\"]*)?(?:(?:moves?|slides?|goes)[ \t]+)?"
    r"(?:to[ \t]+the[ \t]+)?(?P<way>(?:up|down|left|right|[{letters}])(?![A-Za-z])"
    r"|[↑↓←→⬆⬇⬅➡^v<>]\ufe0f?)"
)
_ARROWS = dict(zip("↑⬆^↓⬇v←⬅<→➡>", "UUUDDDLLLRRR", strict=True))
_COMPASS = {"N": "U", "E": "R", "S": "D", "W": "L"}
_POINTS = re.compile(r"north|east|south|west|[NESW]", re.IGNORECASE | re.ASCII)
# A short text with repeat counts may expand to at most this many moves.
_LONGEST = 1_000_000


class Pairs(NamedTuple):
    """Numbers, each before a direction: tiles and where they slide, or counts of moves.

    ways: letters in the text's own directions. only_tiles: whether the text calls them tiles.
    """

    numbers: list[int]
    ways: str
    only_tiles: bool


def tiles_in(text: str) -> list[int] | None:
    """The numbers of a text that is a list of tiles; None for any other text."""
    inner = _marked(text)[0].strip(" \t\r\n,;[]()'\"")
    words = re.split(r"[\s,;\[\]()'\"]+", inner)
    if len(words) == 1 and re.fullmatch(r"\d+(?:[-–]\d+)+", inner, re.ASCII):
        words = re.split("[-–]", inner)
    elif re.search(r"[->→]", inner):
        words = re.split(r"\s*(?:-+>|=+>|→)\s*", inner)
    if not all(re.fullmatch(r"\d{1,200}", word, re.ASCII) for word in words):
        return None
    return [int(word) for word in words]


def pairs_in(text: str, letters: str = "UDLR") -> Pairs | None:
    """The pairs of a text that gives each move as a number and a direction; None for any other."""
    given = _compass(_without_numbers(_marked(text)[0], letters), letters).rstrip(" \t\r\n,;.])'\"")
    numbers, ways, at, tile = list[int](), list[str](), 0, False
    pattern = _pattern(_PAIR, letters)
    while at < len(given):
        pair = pattern.match(given, at)
        if not pair:
            return None
        numbers.append(int(pair["number"]))
        ways.append(_ARROWS.get(pair["way"][0].lower(), pair["way"][0].upper()))
        at, tile = pair.end(), tile or pair["tile"] is not None
    return Pairs(numbers, "".join(ways), tile) if numbers else None


def _marked(text: str) -> tuple[str, int | None]:
    """The text with spaces for a label and a remark, and the number of moves that these give."""
    label = _LABEL.match(text)
    remark = _REMARK.search(text[-60:])
    claimed = next(
        (int(found) for mark in (label, remark) if mark for found in mark.groups() if found), None
    )
    if remark:
        cut = max(0, len(text) - 60) + remark.start()
        text = text[:cut] + " " * (len(text) - cut)
    return (" " * label.end() + text[label.end() :] if label else text), claimed


def _compass(text: str, letters: str) -> str:
    """The text with U, D, L, R for the points of the compass, if all of its words are these."""
    words = re.findall(r"[A-Za-z]+", text)
    own = all({*word.upper()} <= {*letters} for word in words)
    if own or not all(re.fullmatch(f"(?:{_POINTS.pattern})+", word, re.I) for word in words):
        return text
    return _POINTS.sub(lambda point: _COMPASS[point[0][0].upper()], text)


@lru_cache
def _pattern(form: str, letters: str) -> re.Pattern[str]:
    """The pattern of a token or of a list's number, where moves have these letters."""
    return re.compile(form.format(letters=letters.lower()), re.DOTALL | re.IGNORECASE | re.ASCII)


def moves_in(text: str, letters: str = "UDLR") -> str:
    """One letter per move, in the text's own directions. O(len of text and moves).

    letters: those of moves; UDLR and the diagonals QEZC on some board types.
    A mark or an arrow to the right between letters only separates them. Raises NotationError.
    """
    inner, claimed = _marked(text)
    pairs = pairs_in(text, letters)
    if tiles_in(text) or (pairs and (pairs.only_tiles or re.search(r"\d[^\w]", inner))):
        raise NotationError(
            "numbers name tiles, and only a board knows how they move, as in "
            "board.apply('5 8'). Otherwise write U, D, L or R, as in UR2D."
        )
    given = _compass(_without_numbers(inner, letters), letters)
    lettered = re.search(f"[{letters}]", given, re.IGNORECASE | re.ASCII) is not None
    tokens: list[re.Match[str]] = []
    for token in _pattern(_TOKEN, letters).finditer(given):
        kind = token.lastgroup
        if kind == "arrow" and lettered:
            _check_mark(token, bool(tokens), letters)
        elif kind == "wrong" or (kind == "mark" and not lettered):
            known = (
                "U, D, L or R" if letters == "UDLR" else "U, D, L, R, or the diagonals Q, E, Z, C"
            )
            raise NotationError(
                f"{token[0][0]!r} at position {token.start() + 1} is not a move; expected {known}, "
                "each with an optional repeat count after it, as in UR2D."
            )
        elif kind and kind != "mark":
            tokens.append(token)
    read = _repeated(tokens, max(_LONGEST, len(text)))
    written = sum(token.lastgroup != "count" for token in tokens)
    if claimed not in (None, len(read), written):
        raise NotationError(
            f"the text says {counted(claimed, 'move')}, but gives {len(read)}: {read:.40}."
        )
    return read


def _without_numbers(text: str, letters: str) -> str:
    """The text without the numbers of a list, as in 1. U 2. L, if they count from 1."""
    numbers = [match[1] for match in _pattern(_INDEX, letters).finditer(text)]
    if not numbers or [*map(int, numbers)] != [*range(1, len(numbers) + 1)]:
        return text
    return _pattern(_INDEX, letters).sub(lambda match: " " * len(match[0]), text)


def _check_mark(token: re.Match[str], moved: bool, letters: str) -> None:
    """Refuse an arrow among letters unless it points from one move to the next."""
    rest = token.string[token.end() : token.end() + 40].lstrip(" \t\r\n'\",;")
    if (
        _ARROWS[token[0][0].lower()] != "R"
        or not moved
        or rest[:1].upper() not in {*letters, *"123456789"}
    ):
        raise NotationError(
            f"{token[0]!r} at position {token.start() + 1} is an arrow among letters; expected "
            "only letters, as in UR2D, or only arrows."
        )


def _repeated(tokens: list[re.Match[str]], longest: int) -> str:
    """The letters, each as often as the count before or after it says."""
    before, after = _sides(tokens)
    if before and after:
        raise NotationError(
            f"counts stand before a move, as in {before}, and after another, as in {after}; write "
            "all of them after, as in UR2D, or all before."
        )
    letters: list[str] = []
    length, times = 0, 1
    for token in tokens:
        if token.lastgroup == "count":
            times = int(token[0]) if len(token[0]) <= 7 else longest + 1
            if before:
                continue
            letter = letters.pop()
            length -= 1
        else:
            letter = _ARROWS.get(token[0][0].lower(), token[0][0].upper())
        length += times
        if length > longest:
            raise NotationError(f"more than {longest:,} moves; expected a shorter list.")
        letters.append(letter * times)
        times = 1
    return "".join(letters)


def _sides(tokens: list[re.Match[str]]) -> tuple[str, str]:
    """A count that stands only before its move, and one that stands only after it; "" for none."""
    before = after = ""
    for at, token in enumerate(tokens):
        if token.lastgroup != "count":
            continue
        last = tokens[at - 1] if at else None
        follows = last is not None and last.end() == token.start() and last.lastgroup != "count"
        leads = at + 1 < len(tokens) and tokens[at + 1].start() == token.end()
        if not follows and not leads:
            raise NotationError(
                f"{shown(token[0], 24)!r} at position {token.start() + 1} could count the move "
                "before or after it; expected a count right after its letter, as in UR2D."
            )
        if leads and not follows:
            before = before or token[0] + tokens[at + 1][0]
        if follows and not leads and last:
            after = after or last[0] + token[0]
    return before, after
