"""The page's modules stand in rooms that import down only; none imports in a circle."""

import re
from collections import Counter

import pytest
from imports import (
    STATIC,
    Asked,
    asked_in,
    circle,
    entries,
    graph,
    modules,
    names_in,
    reached,
    room_of,
)

from page_support import ROOT

# Room → rooms that its modules may import, at once, later, or for their types alone.
ROOMS = {
    # A copy of board.js alone serves the notebook.
    "board.js": set(),
    # The service worker stands at the top: a browser lets it serve only the folders below it.
    "sw.js": set(),
    # Sentences that Python says, too: generated, but for what fills them in.
    "words": set(),
    # What stands for them in other languages.
    "languages": {"words"},
    "server": {"languages", "words"},
    "game": {"board.js", "words"},
    "notation": {"board.js", "game", "words"},
    "solver": {"board.js", "server", "languages", "words"},
    # What several views are made of, and App: what each of them gets.
    "shared": {"board.js", "game", "server", "solver", "words"},
    "setup": {"board.js", "game", "notation", "shared", "words"},
    # Its buttons open the set-up dialog.
    "stats": {"board.js", "game", "shared", "words"},
    "daily": {"board.js", "game", "notation", "server", "shared", "words"},
    # The result says what a game has improved, and where it lost most.
    "play": {
        *("board.js", "game", "notation", "server", "shared", "solver"),
        *("setup", "stats", "review", "daily", "words"),
    },
    "train": {"board.js", "game", "shared", "solver", "words"},
    # On the board of the training.
    "timed": {"board.js", "game", "shared", "stats", "train", "words"},
    "review": {"board.js", "game", "notation", "server", "shared", "solver", "words"},
    # Where the lab searches without a server, it has the reach of the page.
    "analyse": {
        *("board.js", "notation", "server", "shared", "solver", "setup", "lab/searches", "words"),
    },
    # The board types of the lab: no document.
    "lab/boards": {"board.js", "solver", "words"},
    "lab/parts": {"shared", "words"},
    "lab/comparison": {"board.js", "shared", "words", "lab/boards", "lab/parts"},
    "lab/estimates": {
        *("board.js", "shared", "solver", "words", "lab/boards", "lab/parts", "lab/comparison"),
        "lab/searches",
    },
    "lab/charts": {
        *("board.js", "shared", "words", "lab/boards", "lab/parts", "lab/comparison"),
        "lab/estimates",
    },
    "lab/microscope": {
        *("board.js", "shared", "words", "lab/boards", "lab/parts", "lab/comparison"),
        "lab/estimates",
    },
    # The searches that the page runs without its server: no document.
    "lab/searches": {"board.js", "server", "solver", "languages", "words", "lab/boards"},
    "lab": {
        *("board.js", "game", "notation", "server", "shared", "solver", "lab/searches", "words"),
        *(
            "lab/boards",
            "lab/parts",
            "lab/comparison",
            "lab/estimates",
            "lab/charts",
            "lab/microscope",
        ),
    },
    # Joins them all.
    "app": {
        *("board.js", "sw.js", "server", "game", "notation", "solver", "shared"),
        *("setup", "play", "daily", "train", "timed", "review", "analyse", "stats", "lab"),
        *("languages", "words"),
    },
}
GRAPH = graph()
# Where a script of the page is named in a text: docs, tests and benchmarks import by path.
NAMED = re.compile(r"""import\(\s*["'`]\.?(?:\.\.)?/([\w/-]+\.js)["'`]""")


@pytest.mark.parametrize("path", modules())
def test_a_module_imports_down(path: str) -> None:
    own = room_of(path)
    assert own in ROOMS, f"{path} is in no room; add it to the table"
    for other in sorted(GRAPH[path].all):
        room = room_of(other)
        assert room == own or room in ROOMS[own], f"{path} ({own}) imports {other} ({room})"


def test_the_table_has_no_circle_and_no_idle_row() -> None:
    assert circle(ROOMS) == []
    used = {(room_of(path), room_of(other)) for path, asked in GRAPH.items() for other in asked.all}
    allowed = {(room, other) for room, others in ROOMS.items() for other in others}
    assert {pair for pair in allowed if pair not in used} == set()
    assert {room_of(path) for path in GRAPH} == set(ROOMS)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle({path: set(asked.all) for path, asked in GRAPH.items()}) == []


def test_every_module_is_reached_from_the_page() -> None:
    assert reached(GRAPH, entries()) == set(GRAPH)


def test_the_first_load_asks_for_everything_at_once() -> None:
    """A file that only another file names comes a round trip later."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    (entry,) = re.findall(r'<script type="module" src="([^"]+)">', page)
    # The entry brings the words of the language, then the rest.
    assert "app/main.js" in GRAPH[entry].later
    needed = needed_by("app/main.js") | {"app/main.js"} | needed_by(entry)
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert preloaded == sorted(needed - {entry})


def test_the_solver_asks_for_everything_at_once() -> None:
    worker = "solver/worker.js"
    assert GRAPH[worker].at_once == needed_by(worker)


def needed_by(path: str) -> set[str]:
    """The modules that are loaded before that one runs."""
    needed: set[str] = set()
    waiting = [path]
    while waiting:
        new = GRAPH[waiting.pop()].at_once - needed
        needed |= new
        waiting += new
    return needed


def test_style_sheets_come_from_the_room_or_below() -> None:
    linked = {
        (path, sheet)
        for path in modules()
        if path != "sw.js"
        for sheet in re.findall(r'"([\w./-]+\.css)"', (STATIC / path).read_text(encoding="utf-8"))
    }
    for path, sheet in linked:
        own, room = room_of(path), room_of(sheet)
        assert room == own or room in ROOMS[own], f"{path} links {sheet}"
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = {sheet for _, sheet in linked} | set(re.findall(r'href="([^"]+\.css)"', page))
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")}
    assert named == there - {"reference.css"}  # the server's own page links that one


def test_no_style_sheet_gives_a_token_another_meaning() -> None:
    """A length under the name of a colour makes every rule that uses the colour invalid."""
    tokens = re.compile(r"^\s*--([\w-]+):", re.M)
    root, _, _ = (STATIC / "page.css").read_text(encoding="utf-8").partition("\n}\n")
    known = set(tokens.findall(root))
    assert len(known) > 20
    for path in STATIC.rglob("*.css"):
        if path.name != "page.css":
            used = set(tokens.findall(path.read_text(encoding="utf-8")))
            assert known & used == set(), path.name


def test_every_import_is_of_a_file_that_exists() -> None:
    asked = {other for asked in GRAPH.values() for other in asked.all} | entries()
    assert [other for other in sorted(asked) if not (STATIC / other).is_file()] == []


def test_one_name_has_one_meaning() -> None:
    files = Counter(path.rpartition("/")[2] for path in modules())
    texts = [(STATIC / path).read_text(encoding="utf-8") for path in modules()]
    values = Counter(name for text in texts for name in names_in(text)[0])
    types = Counter(name for text in texts for name in names_in(text)[1])
    assert len(values) > 200 and len(types) > 50
    assert [name for name, times in (files + values + types).items() if times > 1] == ["mount"]
    assert values["mount"] == 8  # of each view, for the router


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_scripts_elsewhere_name_modules_that_exist(folder: str) -> None:
    named = {
        (path.name, name)
        for path in (ROOT / folder).rglob("*.py")
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if path.name != "test_rooms.py"
    }
    assert named
    assert {(file, name) for file, name in named if not (STATIC / name).is_file()} == set()


def test_each_way_to_ask_for_a_module_is_found() -> None:
    text = """// import { no } from "./commented.js";
/** @typedef {import("../shared/app.js").App} App */
import "./alone.js";
import * as all from "./all.js";
import {
  one,
  two as other,
} from "../board.js";
export { three } from "./three.js";
export const quoted = 'from "./quoted.js"';
const later = () => import("./later.js");
const worker = new Worker(scriptUrl("solver/worker.js"));
"""
    assert asked_in("play/play.js", text) == Asked(
        frozenset({"play/alone.js", "play/all.js", "board.js", "play/three.js"}),
        frozenset({"play/later.js", "solver/worker.js"}),
        frozenset({"shared/app.js"}),
    )
    assert names_in("/** @typedef {{a: {b: number}}} A */\n" + text) == (["quoted"], ["A"])
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []
    assert room_of("lab/charts/uplot/uPlot.min.js") == "lab/charts"
