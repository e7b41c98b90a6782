"""The documentation site: complete, generated from the program, strict, offline, accessible."""

import dataclasses
import json
import re
import runpy
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click
import pytest

import taquin
from cli import taquin as command
from page_support import ROOT, SIZES, axe_violations, browser, missing
from plain_host import hosted
from taquin import ALGORITHMS, HEURISTICS, Board
from taquin.faces.cli.main import cli
from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.publish.checking import faults_of
from taquin.faces.web.publish.contents import folder_contents
from taquin.faces.web.publish.writing import write_folder
from taquin.game.attempt import AttemptResult
from taquin.game.history import exported
from taquin.game.record import HINT_KINDS, new_record

__all__ = ["browser"]

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("**/*.md"))
# Those of the second expansion of A*: of its three children, the second is the start.
KEPT = ["add child to reached", "add child to frontier"]
LINES_OF_A_STEP = [
    ["node ← take the node with the smallest f = g + h"],
    ["if node is the goal: return its path"],
    ["for each child of node, in the order UDLR:"],
    KEPT,
    ["if child is in reached and not cheaper: skip it"],
    KEPT,
    ["node ← take the node with the smallest f = g + h"],
]
# "1 moves", but not "1 is".
ONE_PLURAL = re.compile(r"(?<![\w,.])1 (?:more )?(?!is\b|was\b|has\b)[a-z]+s\b")
WIDGET = re.compile(r"<lesson-(\w+) ([^>]*)>")
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
TOCTREE = re.compile(r"```\{toctree\}(.*?)```", re.DOTALL)

sys.path.insert(0, str(DOCS / "_site"))


def test_every_page_is_in_the_navigation() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    lines = [line for tree in TOCTREE.findall(index) for line in tree.split("\n\n")[1].split()]
    listed = {line.strip("<>") for line in lines} - {"Overview"}
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES}
    # The decisions and measurements are listed by a README each, which has its own test.
    assert listed == {p for p in pages if not p.startswith(("decisions/0", "measurements/0"))} - {
        "index"
    }


def test_every_public_name_is_in_the_reference_once() -> None:
    from reference_api import GROUPS

    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(taquin.__all__)


@pytest.mark.parametrize(
    ("schema", "words", "html"),
    [
        (
            {"type": "string", "pattern": "^[a|b]$", "maxLength": 2000},
            r"string (length at most 2,000, pattern `^[a\|b]$`)",
            "string (length at most 2,000, pattern <code>^[a|b]$</code>)",
        ),
        (
            {"anyOf": [{"type": "array", "items": {"$ref": "#/schemas/Row"}}, {"const": "<a>"}]},
            'list of [Row](#row) or `"<a>"`',
            'list of <a href="#Row">Row</a> or <code>&quot;&lt;a&gt;&quot;</code>',
        ),
    ],
)
def test_both_references_of_the_interface_say_the_same_of_a_type(
    schema: dict[str, Any], words: str, html: str
) -> None:
    import reference_http

    from taquin.faces.web.http import reference

    assert (reference_http._type(schema), reference._type(schema)) == (words, html)


def widgets() -> list[tuple[str, str, dict[str, str]]]:
    return [
        (page.name, kind, dict(ATTRIBUTE.findall(attributes)))
        for page in PAGES
        for kind, attributes in WIDGET.findall(page.read_text(encoding="utf-8"))
    ]


def test_every_lesson_has_a_widget_and_an_example() -> None:
    lessons = sorted((DOCS / "learn").glob("[01]*.md"))
    assert len(lessons) == 12
    for lesson in lessons:
        text = lesson.read_text(encoding="utf-8")
        assert WIDGET.search(text) and ">>> " in text and "## Check yourself" in text, lesson.name


@pytest.mark.parametrize(("page", "kind", "given"), widgets(), ids=lambda x: str(x)[:20])
def test_widgets_ask_for_what_exists(page: str, kind: str, given: dict[str, str]) -> None:
    """Boards are boards of at most nine cells where they are searched, searches are the page's."""
    boards = [part.split("=")[1] for part in given.get("boards", "").split("|") if part]
    for text in [*boards, *([given["board"]] if "board" in given else [])]:
        board = Board.parse(text.strip())
        knows = {"distance", "estimates"} & set(given.get("facts", "").split())
        assert len(board) <= 9 or (kind == "board" and not knows)
    static = ROOT / "src" / "taquin" / "faces" / "static" / "lab" / "searches" / "pagereach.js"
    reach = static.read_text(encoding="utf-8")
    for search in given.get("searches", "").replace("|", " ").split():
        algorithm, _, heuristic = search.partition(";")[0].partition(":")
        assert f'"{algorithm}"' in reach and algorithm in ALGORITHMS
        assert ALGORITHMS[algorithm].informed == bool(heuristic)
        assert not heuristic or (f'"{heuristic}"' in reach and heuristic in HEURISTICS)


CAPTION = re.compile(r"<lesson-compare ([^>]*)>\n`taquin compare ([^`]*)` counts the same.")


def test_captions_name_the_searches_and_a_board_of_their_widget() -> None:
    found = [pair for page in PAGES for pair in CAPTION.findall(page.read_text(encoding="utf-8"))]
    assert len(found) > 3
    for attributes, words in found:
        given = dict(ATTRIBUTE.findall(attributes))
        board, *named = shlex.split(words)
        assert board in [part.split("=")[1].strip() for part in given["boards"].split("|")]
        searches = given["searches"].replace(":manhattan", "").split(" | ")
        assert {name.removesuffix(":manhattan") for name in named if name != "-a"} <= {*searches}


def commands_on(page: Path) -> Iterator[list[str]]:
    """The words after `taquin` in console blocks and between backticks."""
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    for line in [
        *re.findall(r"^[$#] (?:\S*/)?taquin (.*)$", blocks, re.MULTILINE),
        *re.findall(r"`taquin ([a-z][^`\n]*)`", text),
    ]:
        yield shlex.split(line.partition(" > ")[0].replace("…", ""), comments=True)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_command_on_a_page_exists(page: Path) -> None:
    """Its subcommand and its options; what it does is not tried here."""
    for words in commands_on(page):
        found: click.Command = cli
        rest = [*words]
        # A command keeps the help option that it made for its first context.
        while isinstance(found, click.Group) and rest:
            inner = found.get_command(click.Context(found, **cli.context_settings), rest.pop(0))
            assert inner is not None, f"{page.name}: taquin {shlex.join(words)}"
            found = inner
        try:
            found.make_parser(click.Context(found, **cli.context_settings)).parse_args(rest)
        except click.UsageError as error:
            pytest.fail(f"{page.name}: taquin {shlex.join(words)}: {error.format_message()}")


@cache
def validator(file: str = "result.schema.json") -> Any:
    try:
        import jsonschema_rs
    except ImportError:
        missing("jsonschema-rs", "pip install -e '.[test]'.")
    schema = json.loads((DOCS / "lookup" / file).read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(schema)


@pytest.mark.parametrize(
    "words",
    [
        "solve 125340786",
        "solve 125340786 -a idastar --label x",
        "solve 123456870",
        "solve 867254301 -a bfs --node-limit 5",
        "solve 125340786 --metric expense -a greedy",
        "solve nilsson -a wastar -o weight=1.5",
        "batch -q -",
    ],
)
def test_answers_fit_the_published_schema(words: str) -> None:
    words = words.replace(" --label x", "")
    format_words = [] if words.startswith("batch") else ["--format", "json"]
    ran = command(words.split(), format_words, stdin=b"125340786\nnonsense\n")
    assert ran.rows
    for row in ran.rows:
        faults = [error.message for error in validator().iter_errors(row)]
        assert not faults, faults


@pytest.mark.parametrize(
    "words",
    [
        "replay 123405786 LU",
        "replay 123405786 LRLRLU",
        "replay 123405786 LL",
        "replay 123405786 L --metric mtm",
        "replay 123405786 RD --notation tile",
        "replay 123456870 R",
        "replay 1234506789ABCDEF U --time-limit 0",
        "replay -",
    ],
)
def test_verdicts_fit_the_published_schema(words: str) -> None:
    row = command(words.split(), "--format", "json", stdin=b"5 0 1 2/3 4 6 7\nR").json
    faults = [error.message for error in validator("replay.schema.json").iter_errors(row)]
    assert not faults, faults


def test_fields_of_the_trace_are_on_its_page(tmp_path: Path) -> None:
    page = (DOCS / "lookup" / "trace.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page))
    for search in ("bfs", "idastar", "arastar", "bibfs"):
        file = tmp_path / f"{search}.jsonl"
        command("solve", "136420758", "-a", search, "--trace", str(file))
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            inner = [*row.get("successors", ()), row.get("chosen", {}), row.get("frontier", {})]
            keys = {row["kind"], *row, *(key for one in inner for key in one)}
            assert keys <= named, keys - named


def test_fields_of_games_are_on_the_page_of_file_formats() -> None:
    page = (DOCS / "lookup" / "files.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page.partition("## Games")[2]))
    game = new_record(Board.parse("125340786"), Board.parse("123456780"), seed=None).as_dict()
    attempt = {field.name for field in dataclasses.fields(AttemptResult)}
    kept = {*exported([]), *game, *HINT_KINDS, *attempt, "choice", "results"}
    assert kept <= named, kept - named


# The built site


def test_excerpts_are_the_text_of_a_page_and_of_its_sections() -> None:
    from search_texts import text_of

    page = """<nav><p>Menu</p></nav><div role="main"><section id="a"><h1>A <b>title</b></h1>
      <p>One  <b>A</b>*,</p><section id="b"><h2>Two</h2><p>more</p></section>
      <script>no()</script></section></div><p>Foot</p>"""
    found = text_of(page)
    text, sections = found["text"], found["sections"]
    assert text == "One A*,more "
    assert {name: text[start:end] for name, (start, end) in sections.items()} == {
        "a": "One A*,more ", "b": "more"
    }  # fmt: skip


# What a style sheet would load from elsewhere.
FOREIGN = re.compile(r"url\(\s*[\"']?(?:https?:)?//|@import")


def test_what_sheets_must_not_load_is_recognised() -> None:
    for rule in ("a{background:url( 'https://x.example/a.png')}", "@import url(b.css);"):
        assert FOREIGN.search(rule)
    assert FOREIGN.search("a{background:url(data:image/svg+xml,1)}") is None


class Loaded(HTMLParser):
    """What a page loads and links to, its ids, and the code that stands in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._open = tag
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a":
            self.links.append(given.get("href", ""))
        elif tag == "link" and given.get("rel") in {"next", "prev", "index", "search"}:
            self.links.append(given["href"])
        else:
            self.loads += [given[name] for name in ("src", "href", "data") if name in given]
        self.inline += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]

    def handle_data(self, data: str) -> None:
        if self._open in {"script", "style"} and data.strip():
            self.inline.append(data.strip()[:80])

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def check_files(site: Path) -> None:
    """Nothing is loaded from elsewhere, no code stands in a page, every link leads somewhere."""
    pages = {page: Loaded(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    assert len(pages) > len(PAGES)
    # Inside the package, where `taquin serve` finds it, a module would be a part of taquin.
    assert not [*site.rglob("*.py"), *site.rglob("*.map")]
    for page, found in pages.items():
        assert not found.inline, (page.name, found.inline)
        for target in [*found.loads, *found.links]:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                assert target in found.links, f"{page.name} loads {target}"
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert file.exists(), f"{page.name}: {target}"
            if parts.fragment and file.suffix == ".html":
                assert unquote(parts.fragment) in pages[file].ids, f"{page.name}: {target}"
    sheets = list(site.rglob("*.css"))
    foreign = [one.name for one in sheets if FOREIGN.search(one.read_text(encoding="utf-8"))]
    assert sheets and foreign == []
    from site_files import imported

    for script in (site / "_static").rglob("*.js"):
        for name in imported(script):
            assert (script.parent / name).exists(), f"{script.name}: {name}"


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The site on a free port, with the headers of `taquin serve`; its address."""

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in HEADERS.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def check_lesson(tab: Any, size: str) -> None:
    """Step both searches to their ends, compare, and look at the page with axe-core."""
    names = ["Greedy with Manhattan distance", "A* with Manhattan distance"]
    ends = ["18 moves; 21 states expanded", "12 moves; 25 states expanded"]
    tab.get_by_role("slider", name="Step").fill("26")
    for name, end in zip(names, ends, strict=True):
        pane = tab.get_by_role("region", name=name)
        pane.locator(".lesson__words").filter(has_text=end).wait_for()
        pane.locator(".tree__spot[data-node='0']").hover()
        pane.locator(".lesson__words").filter(has_text="The start: g = 0, h = 8, f = 8;").wait_for()
        pane.get_by_role("group", name="arrow keys").press("ArrowDown")
        pane.locator(".lesson__words").filter(has_text="g = 1, h = ").wait_for()
        pane.get_by_role("group", name="arrow keys").press("Escape")
        pane.locator(".lesson__words").filter(has_text=end).wait_for()
    tab.get_by_role("slider", name="Step").fill("1")
    current = tab.locator(".lesson__pane").nth(1).locator(".lesson__line[aria-current]")
    for line in LINES_OF_A_STEP:
        tab.get_by_role("button", name="Line").click()
        assert current.all_inner_texts() == line
    compare = tab.locator("lesson-compare")
    compare.get_by_role("button", name="Run").click()
    compare.get_by_role("status").filter(has_text="Done").wait_for()
    rows = [row.split("\t") for row in compare.locator("tbody").inner_text().splitlines()]
    assert [row[:3] for row in rows] == [
        ["Breadth-first", "20", "42,211"],
        ["Greedy with Manhattan distance", "38", "97"],
        ["A* with misplaced tiles", "20", "2,305"],
        ["A* with Manhattan distance", "20", "554"],
    ]
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    assert axe_violations(tab) == [], size


# Presses *Line* until the end; returns what each pane says at each press, and which lines are lit.
EVERY_LINE = """(widget) => {
  const all = [...widget.querySelectorAll("button")];
  const button = all.find(({ textContent }) => textContent === "Line");
  const texts = (pane, kind) =>
    [...pane.querySelectorAll(kind)].map((one) => one.textContent.trim());
  const seen = [];
  for (let press = 0; !button.disabled && press < 2000; press++) {
    button.click();
    seen.push([...widget.querySelectorAll(".lesson__pane")].map((pane) => ({
      says: pane.querySelector(".lesson__words").textContent,
      lit: texts(pane, ".lesson__line--ran"),
      code: texts(pane, ".lesson__line"),
      name: pane.getAttribute("aria-label"),
    })));
  }
  return seen;
}"""
CONDITIONS = re.compile(r"^if ")
NEVER_TRUE = "if start is the goal"  # runs before the first step, like the lines that set lists up


def check_every_line(tab: Any, address: str) -> None:
    """Whatever *Line* says is true of one step, and every condition that is tested is lit once."""
    for lesson in ("04-breadth-first", "05-depth-first", "08-a-star", "10-ida-star"):
        tab.goto(f"{address}learn/{lesson}.html")
        widgets = tab.locator("lesson-search")
        widgets.first.get_by_role("button", name="Line").wait_for()
        for number in range(widgets.count()):
            seen = widgets.nth(number).evaluate(EVERY_LINE)
            assert seen, lesson
            for pane in range(len(seen[0])):
                check_pane([moment[pane] for moment in seen], lesson)


def check_pane(moments: list[dict[str, Any]], lesson: str) -> None:
    lit = {line for moment in moments for line in moment["lit"]}
    name, code = moments[0]["name"], moments[0]["code"]
    unlit = [line for line in code if CONDITIONS.match(line) and line not in lit]
    assert all(line.startswith(NEVER_TRUE) for line in unlit), (lesson, name, unlit)
    for said in (moment["says"] for moment in moments):
        assert not ONE_PLURAL.search(said), said
        assert not ("Nothing is expanded" in said and "contains the start" in said), said
        assert not ("Goal:" in said and "A node is chosen" in said), said
        assert "Iterative" not in name or "bound" not in said, said
    # The nodes at the limit are seen, as many as are not expanded: in pass 0, the start.
    if name == "Iterative deepening":
        assert "at the depth limit, 0: it is not expanded" in moments[0]["says"]
        assert any("with the limit 0 ended" in moment["says"] for moment in moments[1:3])


def check_in_browser(browser: Any, address: str) -> None:
    """A lesson, narrow and dark, wide and light; the other widgets; the search."""
    troubles: list[str] = []
    for size, scheme in {"phone": "dark", "wide": "light"}.items():
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        context.set_default_timeout(60_000)
        tab = context.new_page()
        tab.on("console", lambda m: m.type == "error" and troubles.append(m.text))
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("request", lambda r: r.url.startswith((address, "blob:")) or troubles.append(r.url))
        tab.goto(f"{address}learn/08-a-star.html")
        check_lesson(tab, size)
        ground = "(code) => getComputedStyle(code).backgroundColor"
        shown = {"dark": "rgb(17, 22, 27)", "light": "rgb(246, 244, 239)"}[scheme]
        assert tab.locator(".highlight").first.evaluate(ground) == shown, "the site's, not Furo's"
        context.close() if size == "phone" else None
    tab.goto(f"{address}learn/12-pattern-databases.html")
    tab.get_by_text("Patterns: 14 + 15 = 29.").wait_for()
    tab.get_by_text("True distance: 31.").wait_for()
    tab.get_by_role("button", name="Show the goal").click()
    tab.get_by_role("button", name="8, row 3 column 2").click()
    tab.get_by_text("1 move of 5, 6, 7, 8").wait_for()
    check_every_line(tab, address)
    tab.goto(f"{address}learn/06-cost.html")
    tab.get_by_text("In stm your moves cost 0, in mtm 0, in expense 0.").wait_for()
    tab.get_by_role("button", name="8, row 3 column 3").click()
    tab.get_by_text("In stm your moves cost 2, in mtm 1, in expense 15.").wait_for()
    compare = tab.locator("lesson-compare")
    compare.get_by_role("button", name="Run").click()
    done = compare.get_by_role("status").filter(has_text="Done")
    done.wait_for()
    assert "line at its left" not in done.inner_text(), "both searches prove their solutions"
    tab.goto(f"{address}learn/01-state.html")
    tab.get_by_text("2 moves to the goal, at best.").wait_for()
    tab.get_by_role("button", name="5, row 3 column 2").click()
    tab.get_by_text("1 move to the goal, at best.").wait_for()
    tab.get_by_role("textbox", name="Search").first.fill("admissible")
    tab.keyboard.press("Enter")
    found = tab.get_by_role("listitem").filter(
        has=tab.get_by_role("link", name="7. A guess that never exceeds the truth > Admissible")
    )
    # The excerpt is the section's, not the page's.
    found.get_by_text("An estimate that never exceeds the true distance is admissible.").wait_for()
    # The page that it leads to marks the word until one has seen enough.
    found.get_by_role("link").click()
    marked = tab.locator("article .highlighted")
    marked.first.wait_for()
    tab.get_by_role("button", name="Hide Search Matches").click()
    marked.first.wait_for(state="detached")
    context.close()
    assert not troubles, troubles


@pytest.mark.long
@pytest.mark.parametrize("place", ["served", "published"])
def test_the_site_builds_strictly_and_works(place: str, tmp_path: Path, browser: Any) -> None:
    """A warning is an error, and every file is checked, as it is built and as it is published."""
    try:
        import furo  # noqa: F401
        import myst_parser  # noqa: F401
    except ImportError:
        missing("Sphinx with its theme", "pip install -e '.[docs]'.")
    site = tmp_path / "site"
    built = [sys.executable, str(DOCS / "build.py"), str(site)]
    done = subprocess.run(built, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told = f"The documentation is in {site}: open its index.html."
    assert done.stdout.splitlines()[-1] == told
    if place == "published":
        contents = folder_contents(None, site)
        write_folder(tmp_path / "public", contents.files, contents.facts)
        assert faults_of(tmp_path / "public") == []
        with hosted(tmp_path / "public", "/docs/") as host:
            check_in_browser(browser, host.url)
            assert [one for one in host.heard if one[1] >= 400] == []
        return
    check_files(site)
    page = Path(taquin.__file__).parent / "faces" / "static" / "page.css"
    sheet = (site / "_static" / "site.css").read_text(encoding="utf-8")
    colours = sheet.partition("}")[0]
    assert colours.startswith(":root {") and colours in page.read_text(encoding="utf-8")
    with served(site) as address:
        check_in_browser(browser, address)


def test_a_build_replaces_only_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kept.txt").write_text("mine", encoding="utf-8")
    program = runpy.run_path(str(DOCS / "build.py"))
    assert program["served"]() == Path(taquin.__file__).parent / "faces" / "site"
    assert program["build"](tmp_path) == 2
    assert "choose another folder" in capsys.readouterr().err
    assert (tmp_path / "kept.txt").read_text(encoding="utf-8") == "mine"
