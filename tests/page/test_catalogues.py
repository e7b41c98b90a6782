"""The catalogues of the page's words: each language has them all, and says them soundly."""

import re
import subprocess
import sys
from functools import cache

import make_languages
import pytest
from imports import STATIC
from make_languages import DECLARED, FOLDER, LANGUAGES, declared, files, spoken

import regenerate
from page_support import ROOT

FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
# A letter before a field: an English ending, as in `exchange{1}`, which other languages may lack.
ENDING = re.compile(r"(?<=[a-z])\{(\w+)\}")
# How German sentences begin that say why something is refused.
CLAUSE = re.compile(
    r"(der|die|das|diese[nrs]?|es|er|sie|seine?|k?eine?|mehr als|nichts|alle|von deiner"
    r"|erwartet (wird|werden))\b.*\."
)

catalogue = cache(make_languages.catalogue)


def names(text: str) -> set[str]:
    return {name for name, _ in FIELD.findall(text)}


def test_no_text_of_the_page_is_said_without_its_catalogue() -> None:
    assert len(spoken()["keys"]) > 1500
    assert spoken()["bare"] == []


def test_no_marks_of_english_stand_between_the_parts_of_a_text() -> None:
    """Such as `${one}: ${other}`: French and Chinese join otherwise, as t`…` and `listed` do."""
    assert spoken()["joined"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_words_and_no_others(language: str) -> None:
    words = set(spoken()["keys"])
    assert words - set(catalogue(language)) <= declared(), "missing"
    assert set(catalogue(language)) - words == set(), "no longer said"
    assert all(text.strip() or not key.strip() for key, text in catalogue(language).items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_declaration_are_there_too(language: str) -> None:
    """In the thorough tier: who adds a search need not know four languages to try it."""
    assert len(declared()) > 50
    assert declared() - set(catalogue(language)) == set()


# In the list of keys; on its button.
KEYS_AND_BUTTONS = {
    "undo": "Undo",
    "redo": "Redo",
    "hint": "Hint",
    "solve": "Solve",
    "share": "Share",
    "help": "Help",
    "timed": "Timed",
    "ask about the board": "Ask about the board",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_has_one_name(language: str) -> None:
    words = catalogue(language)
    for key, button in KEYS_AND_BUTTONS.items():
        assert words[key].casefold() == words[button].casefold(), key
    assert words["Timed (a tab)"] == words["Timed"]
    for key in ("start", "give up", "larger tiles", "smaller tiles", "show or hide numbers"):
        said = words[f"timed: {key}"].casefold()
        assert said.startswith(words["Timed"].casefold()), key
    assert words["timed: give up"].casefold().endswith(words["Give up"].casefold())
    assert words["timed: start"].casefold().endswith(words["Start (an attempt)"].casefold())
    left = (
        words["hold: the moves left, as a hint"].casefold().replace("die restlichen", "restliche")
    )
    assert words["Moves left (a button)"].casefold() in left


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_of_what_can_be_shared_are_alike(language: str) -> None:
    text, picture = (catalogue(language)[key] for key in ("{0} as text", "Picture of the {0}"))
    assert text.startswith("{0}") and picture.startswith("{0}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_in_what_the_english_does(language: str) -> None:
    for key, text in catalogue(language).items():
        given = names(text)
        assert given <= names(key), (key, text)
        # Where a form was said by the number, a language without forms says it plainly.
        forms = {name for name, form in FIELD.findall(key) if "|" in form}
        assert names(key) - given <= set(ENDING.findall(key)) | forms, (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_is_said_with_the_forms_of_its_language(language: str) -> None:
    """`{moves:move}` is English: elsewhere the number and the noun have fields of their own."""
    for key, text in catalogue(language).items():
        for name, form in FIELD.findall(text):
            assert form in ("", ",") or form.count("|") == 1, (key, text, name)
        assert text.count("{") == text.count("}"), (key, text)


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "zh-Hans"])
def test_spaces_at_the_ends_stay(language: str) -> None:
    """A part that is joined to others; Chinese needs no spaces."""
    for key, text in catalogue(language).items():
        for english, other in ((key[0], text[0]), (key[-1], text[-1])):
            # A no-break space stands before French punctuation.
            assert other.isspace() if english == " " else other != " ", (key, text)


# Words that were said beside those of the field: what is expanded, what a move costs, a duplicate.
BESIDE = [("zh-Hans", "展开"), ("es", "coste"), ("es", "repetid"), ("de", "Nachfolgerfolge")]


@pytest.mark.parametrize(("language", "word"), BESIDE)
def test_one_thing_has_one_name(language: str, word: str) -> None:
    """In the lab one word was said for it here, and another there."""
    assert [text for text in catalogue(language).values() if word in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_stands_where_it_is_needed_first(language: str) -> None:
    """`python -m tests.regenerate` puts them in order."""
    for name, text in files(language).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_one_screen_has_a_name_of_its_own(language: str) -> None:
    """To take back a move, and to go one step back in an introduction or a solution; to play a
    board once more, and to have a new one."""
    words = catalogue(language)
    assert words["Undo"] != words["Back"]
    assert words["Redo"] not in (words["Step"], words["Next"])
    assert words["Again (an attempt)"] != words["Retry"]


def test_chinese_tells_a_list_from_the_number_of_what_it_lists() -> None:
    words = catalogue("zh-Hans")
    for name in ("Moves", "Games"):
        assert words[name].endswith("数") and not words[f"{name} (a list)"].endswith("数")


VIEWS = ("Daily", "Timed", "Train", "Review", "Lab", "Statistics")
# Where texts say in which view something is found.
TELLING = {"app/help.js", "play/tutorial.js", "review/emptyreview.js"}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_view_has_one_name_in_its_tab_its_heading_and_the_help(language: str, view: str) -> None:
    """The tab may be a word of the heading, as “Jour” of “Grilles du jour”."""
    words = catalogue(language)
    tab = words[f"{view} (a tab)"].casefold()
    telling = [
        text
        for text, places in spoken()["keys"].items()
        if re.search(rf"\b{view}\b", text)
        and TELLING & {place.partition(":")[0] for place in places}
    ]
    assert telling
    for text in (view, *telling):
        assert tab in words[text].casefold(), text


def test_english_sets_no_space_before_an_ellipsis() -> None:
    """That stands for what goes on; in a list it stands for items."""
    assert [text for text in spoken()["keys"] if re.search(r"\w …", text)] == []


def test_french_breaks_no_line_before_its_double_marks() -> None:
    """A line of the result began with a colon."""
    torn = [text for text in catalogue("fr").values() if re.search(" [:;?!»]|« ", text)]
    assert torn == []


def test_chinese_sets_no_space_after_a_full_stop() -> None:
    words = catalogue("zh-Hans")
    assert words[" "] == ""
    assert [text for text in words.values() if re.search(r"[。，；：！？] ", text)] == []


def test_a_german_sentence_begins_with_a_capital() -> None:
    """It stands alone, or after a colon."""
    assert CLAUSE.fullmatch("das ist kein Brett.")
    assert [text for text in catalogue("de").values() if CLAUSE.fullmatch(text)] == []


def test_the_page_chooses_among_these_languages() -> None:
    names = {path.stem for path in FOLDER.glob("*.js")} - {"languages"}
    stored = {name.removesuffix("-views").removesuffix("-later") for name in names}
    assert len(names) == len(make_languages.HEADS) * len(stored)
    assert stored == set(LANGUAGES)
    script = (STATIC / "app" / "theme.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"known = \[([^\]]*)\]", script)
    assert re.findall(r'"(\w+)"', listed) == ["en", *(name[:2] for name in LANGUAGES)]


def test_no_style_hangs_on_a_word() -> None:
    """What is written in the page's language may not be what a style looks for."""
    named = re.compile(r"\[(aria-label|title|alt|placeholder|data-(name|unit))[~|^$*]?=(?!\"\"\])")
    sheets = {sheet.name: sheet.read_text(encoding="utf-8") for sheet in STATIC.rglob("*.css")}
    assert len(sheets) > 10
    found = [name for name, text in sheets.items() if named.search(text)]
    assert found == []


# What the package says, too, which a terminal shows in letters that each one has.
SHARED = {"lab/comparison/comparison.js", "lab/microscope/trace.js", "notation/placements.js"}
SHARED |= {*DECLARED, "a server or a recording"}


def test_apostrophes_are_typographic_but_where_a_terminal_says_the_same() -> None:
    straight = {
        place.partition(":")[0]
        for text, places in spoken()["keys"].items()
        if re.search(r"[A-Za-z]'", text)
        for place in places
    }
    assert straight == SHARED


def test_every_script_that_generates_finds_its_modules() -> None:
    scripts = [script for script, *rest in regenerate.SCRIPTS if not rest]
    assert "tests/page/make_languages.py" in scripts
    # The folder of a script is where it looks first, as when it is run.
    code = (
        "import os, runpy, sys\n"
        "for script in sys.argv[1:]:\n"
        "    sys.path[0] = os.path.dirname(script)\n"
        "    runpy.run_path(script, run_name='imported')\n"
    )
    command = [sys.executable, "-c", code, *scripts]
    done = subprocess.run(
        command, cwd=ROOT, env=regenerate.environment(), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


# A second word for what has a name: a tile, the puzzle of them, a notebook that is no computer.
SECOND = {
    "de": r"Kachel|Plättchen|Beispiel eines Notebooks",
    "es": r"azulejo|baldosa",
    "fr": r"carreau|tuile|d’un notebook",
    "zh-Hans": "滑块",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_name(language: str) -> None:
    words = catalogue(language).values()
    assert [text for text in words if re.search(SECOND[language], text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_timed_attempts_are_not_called_as_the_clock_is(language: str) -> None:
    words = catalogue(language)
    assert words["Timed (a tab)"].casefold() != words["Time"].casefold()
