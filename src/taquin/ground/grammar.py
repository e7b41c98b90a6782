"""Articles and plurals: one place for every sentence with a number in it."""

import re
from collections.abc import Sequence

__all__ = ["an", "counted", "listed", "noun"]


def noun(number: int | None, one: str, several: str | None = None) -> str:
    """The noun that goes with a number: its plural, except for 1.

    several: a plural that does not merely add an s.

    >>> noun(1, "move"), noun(0, "move"), noun(2, "entry", "entries")
    ('move', 'moves', 'entries')
    """
    return one if number == 1 else several or f"{one}s"


def counted(number: int | None, one: str, several: str | None = None, *, more: bool = False) -> str:
    """A number with its noun.

    >>> counted(1, "move"), counted(1200, "bit"), counted(1, "stretch", "stretches", more=True)
    ('1 move', '1,200 bits', '1 more stretch')
    """
    shown = "no" if number is None else f"{number:,}"
    return f"{shown}{' more' if more else ''} {noun(number, one, several)}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Words as a part of a sentence.

    >>> listed(["one"]), listed(["one", "two", "three"]), listed(["one", "two"], "or")
    ('one', 'one, two and three', 'one or two')
    """
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


# What is spoken with a vowel first: eight, eleven, eighteen, and words; "one" and "unit" are not.
_VOWEL = re.compile(r"8|1[18](?![\d,])|1[18],|[aeio](?!ne\b)|u(?!n[ir])", re.IGNORECASE)


def an(text: str, *, capital: bool = False) -> str:
    """A text after its indefinite article.

    >>> an("11x11 board"), an("8x8 board", capital=True), an("10x10 board"), an("110 board")
    ('an 11x11 board', 'An 8x8 board', 'a 10x10 board', 'a 110 board')
    """
    article = "an" if _VOWEL.match(text) else "a"
    return f"{article.capitalize() if capital else article} {text}"
