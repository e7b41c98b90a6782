"""The page in other languages: every text is looked up, all is in reach, and it fits a phone."""

import json
import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

import pytest
from crowded_states import CROWDED
from cut_texts import unreadable
from make_languages import HEADS, LANGUAGES, catalogue, part_of, spoken

from page_states import STATES, WELCOMED, State, arrows, prepared
from page_support import Page

# Not seen, and ignored where the tests look for a name: they enclose each text of the catalogue.
BEGIN, END = "\u200b", "\u00ad"
# What is the same in all languages: names of boards in links, units, files, averages; and dates,
# which are the browser's.
SAME = re.compile(
    r"\([a-z]+\d*:\w+\)"
    r"|\b(TPS|DNF|mo3|ao\d+|CSV|JSON|Markdown|LaTeX|PNG|SVG|korf100|taquin"
    r"|Sonntag|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Januar|Februar|März|April|Mai|Juni"
    r"|Juli|August|September|Oktober|November|Dezember)\b"
)
# The texts in sight, and the names of what is in sight.
TEXTS = """() => {
  const found = [];
  const apart = "script, style, code, pre, #setting-language";
  const walk = (root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node instanceof Text ? node.parentElement : node;
      if (node.shadowRoot) walk(node.shadowRoot);
      // What a closed list offers is read once it is open.
      const shown = element?.closest("select") ?? element;
      if (element?.closest(apart) || shown?.checkVisibility() === false) continue;
      if (node instanceof Text) found.push(node.data);
      else for (const name of ["aria-label", "title", "placeholder", "alt", "data-unit"]) {
        if (node.hasAttribute(name)) found.push(node.getAttribute(name));
      }
    }
  };
  walk(document.body);
  return [...found, document.title];
}"""


def marked(text: str) -> str:
    """English as a language of its own, enclosed: a number with its noun has both forms."""
    forms = re.sub(r"\{(\w+):(\w[\w ]*)\}", r"{\1:,} {\1:\2|\2s}", text)
    return f"{BEGIN}{forms}{END}"


@cache
def marked_catalogue(part: str) -> str:
    keys = spoken()["keys"].items()
    words = {text: marked(text) for text, places in keys if part_of(places) == part}
    return f"export default {json.dumps(words)};"


def outside(text: str) -> str:
    """The part of a text that no entry of the catalogue covers."""
    depth, rest = 0, ""
    for letter in text:
        depth += {BEGIN: 1, END: -1}.get(letter, 0)
        rest += letter if depth == 0 and letter != END else " "
    return rest


def answered(route: Any, *, body: str) -> None:
    route.fulfill(content_type="text/javascript", body=body)


def bare(texts: Iterable[str]) -> set[str]:
    """Those with words that no entry of the catalogue covers."""
    return {text for text in texts if re.search(r"[^\W\d_]{2}", SAME.sub("", outside(text)))}


@pytest.fixture
def marked_page(page: Page) -> Page:
    """A page in the language that encloses each text."""
    for part in HEADS:
        # Said before its part is there, a text would be outside the catalogue.
        answer = partial(answered, body=marked_catalogue(part))
        page.tab.context.route(f"**/languages/de{part}.js", answer)
    return page


@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_no_word_stands_outside_the_catalogue(marked_page: Page, state: State) -> None:
    texts = prepared(marked_page, state).evaluate(TEXTS)
    assert sum(BEGIN in text for text in texts) > 5
    assert bare(texts) == set()


@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True)
def test_each_moment_of_a_recording_is_said_in_the_language(marked_page: Page) -> None:
    tab = prepared(marked_page, next(state for state in STATES if state.name == "lab-record"))
    moments, texts = set(), set()
    for name in [*["+ Line"] * 8, *["+ Step"] * 3, "End"]:
        tab.get_by_role("button", name=name, exact=True).click()
        tab.wait_for_timeout(80)
        moments.add(tab.locator(".lab-why").first.inner_text())
        texts |= set(tab.evaluate(TEXTS))
    assert len(moments) > 9 and moments < texts
    assert bare(texts) == set()


@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True)
def test_what_is_wrong_with_a_link_or_a_goal_is_said_in_the_language(marked_page: Page) -> None:
    page, tab = marked_page, marked_page.tab
    tab.add_init_script(WELCOMED)
    told = []
    for fragment in ("board=1+2+3", "board=1+2+3/4+0", "board=foo", "board=1+2/3+0&goal=middle"):
        page.open_anew(f"#/play?{fragment}")
        told.append(tab.locator(".notice p").inner_text())
    page.open_anew("#/analysis?board=1+2/3+0&moves=UX")
    told.append(
        tab.get_by_role("heading", name="This link cannot be analysed").locator("..").inner_text()
    )
    tab.keyboard.press("Escape")
    page.open_anew("#/play?board=1+2/3+0")
    tab.get_by_role("button", name="Set up", exact=True).click()
    tab.get_by_label("Goal", exact=True).select_option("own")
    tab.get_by_label("Custom goal").fill("1 2 3/0")
    tab.get_by_label("Custom goal").press("Tab")
    told.append(tab.locator("dialog .error:not(:empty)").first.inner_text())
    assert len(told) == 6
    assert bare(told) == set()


NARROW = [{"locale": language, "viewport": {"width": 320, "height": 640}} for language in LANGUAGES]
ENGLISH = {"locale": "en-US", "viewport": {"width": 320, "height": 640}}
# A board of 400 tiles takes seconds to look at, and has the words of others.
NAMED = [state for state in [*STATES, *CROWDED] if "20x20" not in state.name]
FRAGMENTS = [
    *("#/play", "#/daily", "#/timed", "#/train", "#/train?part=storm", "#/train?part=lessons"),
    *("#/review", "#/analysis?board=8+1+3/4+0+2/7+6+5", "#/lab", "#/stats"),
]


def nothing_is_cut(page: Page) -> None:
    for fragment in FRAGMENTS:
        page.open_anew(fragment)
        page.tab.wait_for_load_state("networkidle")
        assert unreadable(page.tab) == [], fragment


@pytest.mark.parametrize("page", NARROW, indirect=True, ids=LANGUAGES)
def test_every_view_fits_the_narrowest_phone(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    nothing_is_cut(page)


@pytest.mark.parametrize("page", [*NARROW, ENGLISH], indirect=True, ids=[*LANGUAGES, "en"])
@pytest.mark.parametrize("state", NAMED, ids=lambda state: state.name)
def test_every_text_can_be_read_on_a_narrow_phone(page: Page, state: State) -> None:
    tab = prepared(page, state)
    for width, height in ((320, 640), (360, 740)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert unreadable(tab) == [], width


@pytest.mark.parametrize("page", NARROW, indirect=True, ids=LANGUAGES)
def test_the_buttons_of_the_introduction_stand_in_one_row(page: Page) -> None:
    (second,) = (state for state in CROWDED if state.name == "play-tour-2")
    tab = prepared(page, second)
    tops = "(buttons) => buttons.map((one) => one.getBoundingClientRect().top)"
    one, *others = tab.locator(".tutorial__foot button").evaluate_all(tops)
    assert others == [one, one]


# Words that are wider than their button, one button over another, words over others, and a row of
# tabs that is wider than the window.
PLANTED = {
    "Undo: out of button": ".controls__row button { max-inline-size: 1.5rem; min-inline-size: 0; }",
    "Share: over More": ".controls__row :nth-child(3) { margin-inline-end: -3rem; }",
    "Time: over 0:00.0": ".clock .figure__label { block-size: 0; }",
    "the page is": "main { min-inline-size: 30rem; }",
    "too near to": ".masthead .tabs { letter-spacing: 0.1em; }",
}


@pytest.mark.parametrize("page", [ENGLISH], indirect=True)
@pytest.mark.parametrize("found", PLANTED)
def test_what_cannot_be_read_is_found(page: Page, found: str) -> None:
    tab = prepared(page, STATES[0])
    assert unreadable(tab) == []
    tab.evaluate(
        """(rule) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rule);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }""",
        PLANTED[found],
    )
    assert any(found in line for line in unreadable(tab)), unreadable(tab)


@pytest.mark.parametrize("page", [{"locale": "fr-CA"}], indirect=True)
def test_the_browsers_language_is_spoken_and_another_can_be_chosen(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    root = "document.documentElement.lang"
    assert tab.evaluate(root) == "fr"
    tab.locator(".clock").get_by_text("Coups").wait_for()
    moves = tab.locator(".clock .figure__value").nth(1)
    arrows(tab, "Left")
    moves.get_by_text("1", exact=True).wait_for()
    tab.locator("#tools button").first.click()
    tab.locator("#setting-language").select_option("zh-Hans")
    tab.wait_for_function(f"() => {root} === 'zh-Hans' && document.querySelector('.clock')")
    tab.locator(".clock").get_by_text("步数").wait_for()
    assert moves.text_content() == "1", "the game is kept"
    tab.wait_for_function("() => document.activeElement.id === 'setting-language'")
    assert tab.locator("#setting-language").input_value() == "zh-Hans"
    tab.keyboard.press("Escape")
    tab.reload()
    tab.locator(".clock").wait_for()
    assert tab.locator("dialog").count() == 0
    page.open_anew("#/stats")
    assert tab.locator("h1").text_content() == "统计"
    tab.locator("#tools button").first.click()
    tab.locator("#setting-language").select_option("en")
    tab.wait_for_function(f"() => {root} === 'en'")
    tab.get_by_role("heading", name="Statistics", exact=True).wait_for()


ASKED = {
    "de": ("wo 7", "zeile 2", "Zeile 2: 4, 5, 6.", "Strg+Umschalt+Z"),
    "es": ("donde 7", "fila 2", "Fila 2: 4, 5, 6.", "Ctrl+Mayús+Z"),
    "fr": ("où 7", "ligne 2", "Ligne 2\xa0: 4, 5, 6.", "Ctrl+Maj+Z"),
    "zh-Hans": ("位置7", "行 2", "第 2 行：4、5、6。", "Ctrl+Shift+Z"),
}


@pytest.mark.parametrize(
    ("page", "asked"),
    [({"locale": language}, asked) for language, asked in ASKED.items()],
    indirect=["page"],
    ids=list(ASKED),
)
def test_questions_and_keys_have_the_words_of_the_language(
    page: Page, asked: tuple[str, ...]
) -> None:
    where, row, answer, key = asked
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".clock").wait_for()
    tab.keyboard.press("/")
    field, said = tab.locator("#query"), tab.locator(".query__answer")
    tab.locator("#query[placeholder]").wait_for()  # with the words of questions
    assert where.strip("7 ")[:2] in (field.get_attribute("placeholder") or "").replace("ó", "o")
    example = field.get_attribute("placeholder")
    answers = []
    for question in (where, "where 7", row, "row 2"):
        before = said.text_content()
        field.fill("?")
        field.press("Enter")
        tab.wait_for_function(
            "(text) => document.querySelector('.query__answer').textContent !== text", arg=before
        )
        before = said.text_content()
        field.fill(question)
        field.press("Enter")
        tab.wait_for_function(
            "(text) => document.querySelector('.query__answer').textContent !== text", arg=before
        )
        answers.append(said.text_content())
    assert answers[0] == answers[1] and "7" in answers[0]
    assert answers[2:] == [answer, answer]
    tab.locator("#tools button").first.click()
    tab.get_by_role("button", name=key).first.wait_for(state="attached")
    (language,) = (name for name, words in ASKED.items() if words == asked)
    for name in ("Arrows and WASD", "All keys"):
        words = catalogue(language)[name]
        tab.get_by_role("button", name=words, exact=True).wait_for(state="attached")
    tab.keyboard.press("Escape")
    tab.locator("#tools").get_by_role("button", name=catalogue(language)["Help"]).click()
    told = tab.locator(".topics dd", has_text="F2").inner_text()
    assert example and example in told and row.casefold() in told.casefold()
    assert "why" not in told


def test_an_attempt_keeps_its_language_and_the_page_says_until_when(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/timed")
    tab.get_by_role("button", name="Start", exact=True).click()
    tab.locator("#tools button").first.click()
    tab.locator("#setting-language").select_option("de")
    tab.locator(".notice", has_text="The language changes when").wait_for()
    assert tab.evaluate("document.documentElement.lang") == "en"
    page.open_anew("#/timed")
    assert tab.locator("h1").text_content() == "Tempo"


@pytest.mark.parametrize("page", [{"locale": "fi-FI"}], indirect=True)
def test_a_language_that_the_page_lacks_is_english(page: Page) -> None:
    page.open("#/daily")
    assert page.tab.evaluate("document.documentElement.lang") == "en"
    page.tab.get_by_role("heading", name="Daily", exact=True).wait_for()


@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True)
def test_words_that_cannot_be_loaded_are_english(page: Page) -> None:
    page.forgive("Failed to load resource")
    page.tab.context.route("**/languages/de.js", lambda route: route.abort())
    page.tab.goto(f"{page.url}#/play")
    page.tab.locator(".clock").get_by_text("Moves").wait_for()
    assert page.tab.evaluate("document.documentElement.lang") == "en"


def test_a_page_from_right_to_left_stays_in_its_window(page: Page) -> None:
    """No language of the page is written so yet; its layout could be."""
    tab = page.tab
    tab.set_viewport_size({"width": 360, "height": 640})
    tab.add_init_script(WELCOMED)
    turn = "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })"
    tab.add_init_script(turn)
    nothing_is_cut(page)
    assert tab.evaluate("document.dir") == "rtl"


@pytest.mark.parametrize("page", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_the_page_says_so_in_every_language(page: Page) -> None:
    page.tab.goto(page.url)
    said = page.tab.locator("main p:visible")
    languages = [one.get_attribute("lang") for one in said.all()]
    assert languages == [None, *LANGUAGES]
    assert all("JavaScript" in words for words in said.all_inner_texts())
