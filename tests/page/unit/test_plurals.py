"""A number and the noun or participle after it agree, in every language of the page.

Which values are numbers is asked of the compiler of types; which words have a singular, of the
languages themselves: each that stands somewhere in two forms.
"""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache

import make_languages
import pytest
from make_languages import LANGUAGES, heard, spoken
from test_types import STATIC, WORKERS, complaints

from page_support import ROOT, node

catalogue = cache(make_languages.catalogue)
# A number with its noun in English, and with the two forms of what follows it elsewhere.
NOUN = re.compile(r"\{\w+:([a-z ]+)\}")
FORMS = re.compile(r"\{(\w+)(?::,)?\}\s\{\1:([^{}|]+)\|([^{}|]+)\}")
# A number as it is, and the word after it.
BARE = re.compile(r"\{(\w+)(?::,)?\}\s(\w+)")
# How texts begin whose number is never one there, for boards have several cells, and what one is
# said of has often a text of its own; or is the number of a tile.
SEVERAL = (
    "A tree of more than {0} nodes is too large to draw; its rows are shown instead.",
    "All {0} states by distance from the start (g) and estimate (h, {1}); a stronger ",
    "All {0} boards that can reach this goal, by true distance and by {1}: the estima",
    "An example: {0} games of 4×4",
    "At least one of the {legal} possible moves is best. Make one on the board.",
    "At least one of the {legal} possible slides is best. Make one on the board.",
    "At least {best} of the {legal} possible slides are best. Make one on the board.",
    "{best} of the {legal} possible slides are best. Make one on the board.",
    "One of the {legal} possible slides is best. Make it on the board.",
    "At least two of the {legal} possible moves are best. Make one on the board.",
    "Median {0} of the last {1} games: {2}",
    "None of the {0} games below was one of these.",
    "One of the {legal} possible moves is best. Make it on the board.",
    "Solvable: around a joined line of {0} cells the blank returns in {1} moves, an o",
    "The goal is {0:move} away. Find {1} moves that each lead nearer to it.",
    "The trace reached its limit of {most} bytes: it lists {listed:,} of {all:,} expa",
    "This browser had no room for {0} games: they last only as long as this tab.",
    "Three of the {legal} possible moves are best. Make one on the board.",
    "Time of {0} games, one dot each. {1}",
    "Two of the {legal} possible moves are best. Make one on the board.",
    "an object with {0} boards; expected one, as in",
    "in {0} days",
    "marathon of {count} {size}",
    "marathon: {0} boards of {1}",
    "more than {0} cells in one line are not a board.",
    "not a board of {0} cells: {1} out of range (tiles are 1 to {2}, the blank is 0);",
    "not a board of {0} cells: {1}.",
    "rows of {0} cells; expected {1} rows of {2}.",
    "session of {count} from {sizes}",
    "solved {0} times",
    "the first line is the count {0}, so {1} rows of {2} were expected; found {3}. On",
    "the goal gives {0} of {1} cells their tiles 1 to {2}; expected a place for each ",
    "the start gives {0} of {1} cells their tiles 1 to {2}; expected a place for each",
    "the text contains {0} boards",
    "the text has {0} rows of {1}, a {2}x{3} board, but the size given is {4}x{5} (wi",
    "{0} blanks (expected one)",
    "{0} cells in one line could be {1} (width x height); separate the rows with / or",
    "{0} cells in reading order are not a square; give the size.",
    "{0} cells in {1} groups could be {2}x{3} (the commas separate rows) or {4}x{5}; ",
    "{0} cells: only boards of at most {1} cells can be surveyed.",
    "{0} fresh boards, one try each, no help.",
    "{0} games",
    "{0} games will be permanently deleted from this browser. Export first to keep a ",
    "{0} lessons are back today: show that you still know them.",
    "{0} more games do not count.",
    "{0} more taps after that for this step.",
    "{0} moves are too many for a link; choose a file of exported games instead.",
    "{0} moves {1} with it",
    "{0} numbers, which are a board without {1}; write {2}.",
    "{0} of {1} boards of the day",
    "{0} searches with a solution of cost {1} expanded the same number of states: {2}",
    "{0} tiles",
    "{0} {1} above one line of {2} cells could be a width and a height, {3}x{4}, or r",
    "{home} of {tiles} tiles {home:is|are} at home after {moves:move}.",
    "{home} of {tiles} tiles {home:is|are} at home after {slides:slide}.",
)


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str | None, set[str]]:
    """By text, the fields that numbers fill; with None, those of the texts in data."""
    copy = tmp_path_factory.mktemp("numbers") / "static"
    command = [node(), str(ROOT / "tests" / "page" / "unit" / "numbers.mjs"), str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    places = json.loads(done.stdout)
    workers = {copy / path.relative_to(STATIC) for path in WORKERS}
    scripts = {path for path in copy.rglob("*.js") if "uplot" not in path.parts} - workers
    found: dict[str | None, set[str]] = {}
    for line in complaints(sorted(scripts), "dom,dom.iterable").splitlines():
        complaint = re.match(r"(?:.*/static/)?(\S+)\((\d+),(\d+)\): .* type '([^']*)' is not", line)
        # What never changes and is not one has one form.
        if complaint and not re.fullmatch(r"\d+", complaint[4]):
            place = places.get(":".join(complaint.groups()[:3]))
            if place:
                found.setdefault(place[0], set()).add(place[1])
    return found


def texts(language: str) -> Mapping[str, str]:
    return {text: text for text in spoken()["keys"]} if language == "en" else catalogue(language)


def plurals(language: str) -> set[str]:
    """The words that the language says in another form after one."""
    said = texts(language).values()
    if language == "en":
        return {f"{noun.split()[0]}s" for text in said for noun in NOUN.findall(text)}
    forms = [form for text in said for _, *form in FORMS.findall(text)]
    words = [(one.split()[0], several.split()[0]) for one, several in forms]
    return {several for one, several in words if one != several}


def bare(language: str, numbers: Mapping[str | None, set[str]]) -> Iterator[str]:
    """The texts in which a number has a plural after it, whatever it is."""
    known, server = plurals(language), {text for text, _ in heard()}
    for key, text in texts(language).items():
        fields = numbers.get(key, set()) | (numbers[None] if key not in numbers else set())
        for field, word in BARE.findall(text):
            # What a server counts are its limits, which are never one.
            if field in fields and word in known and key not in server:
                yield key


def test_the_compiler_knows_the_numbers(numbers: Mapping[str | None, set[str]]) -> None:
    assert numbers["{0} of {1} solved."] == {"0", "1"}
    assert numbers["Reading {0}: {1} of {2:line}…"] == {"1"}, "a number that is written out"
    assert "{0} selected; choose the cell to swap it with." not in numbers
    assert {"moves", "slides", "hints"} <= numbers[None]
    assert len(numbers) > 150


def test_the_words_with_two_forms_are_found() -> None:
    assert {"moves", "nodes", "expansions"} <= plurals("en")
    assert {"coups", "cases", "résolues"} <= plurals("fr")
    assert {"Züge", "Zügen", "Felder"} <= plurals("de")
    assert {"movimientos", "casillas", "resueltos"} <= plurals("es")


@pytest.mark.parametrize("language", ["en", *(name for name in LANGUAGES if name != "zh-Hans")])
def test_a_number_agrees_with_what_it_counts(
    language: str, numbers: Mapping[str | None, set[str]]
) -> None:
    assert [key for key in bare(language, numbers) if not key.startswith(SEVERAL)] == []


def test_what_is_never_one_is_still_said(numbers: Mapping[str | None, set[str]]) -> None:
    languages = ["en", *(name for name in LANGUAGES if name != "zh-Hans")]
    found = {key for name in languages for key in bare(name, numbers)}
    assert [one for one in SEVERAL if not any(key.startswith(one) for key in found)] == []
