"""Puts the words of the page's languages in order: `static/languages/`.

    PYTHONPATH=tests python tests/page/make_languages.py

A word that the page no longer says is dropped; one that a language lacks is printed, and said in
English until it is there. Words that the
modules of the first load can say stand in `de.js`, which comes with it: modules that are imported
at once, or later without `withWords`. What else the play view opens has its words in `de-later.js`,
for which `withWords` waits; those of the other views are in `de-views.js`.
"""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from posixpath import normpath
from typing import Any

from imports import STARTED, STATIC, graph, room_of

from page_support import ROOT, node
from taquin.faces.web.publish.words import HostSentence
from taquin.ground.heard import (
    HeuristicSentence,
    NoticeSentence,
    RefusalSentence,
    RemedySentence,
)
from taquin.search.algorithm import ALGORITHMS
from taquin.search.teaching import Teaching
from taquin.teach.trace.watched import SIDES

__all__ = [
    "DECLARED",
    "FOLDER",
    "HEADS",
    "HEARD",
    "LANGUAGES",
    "catalogue",
    "declared",
    "files",
    "first_modules",
    "heard",
    "part_of",
    "play_modules",
    "spoken",
]

FOLDER = STATIC / "languages"
LANGUAGES = ["de", "es", "fr", "zh-Hans"]
HEARD = (HeuristicSentence, NoticeSentence, RefusalSentence, RemedySentence)
_SERVER = "a server or a recording"
DECLARED = {"a declaration", "lab/searches/catalogue.js", "lab/searches/teachings.js"}
# What may run out: see `SearchResult`.
_LIMITS = ("time", "expansions", "memory", "depth", "cluster", "effort")
HEADS = {
    "": "/** What the first load says, by the English text. */\n",
    "-later": "/** What the play view opens, by the English text. */\n",
    "-views": "/** What the other views say, by the English text. */\n",
}


@cache
def spoken() -> Mapping[str, Any]:
    """What the page says: `keys`, by text the places, and `bare`, what is not looked up."""
    command = [node(), str(ROOT / "tests" / "page" / "sentences.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    said = dict(json.loads(done.stdout))
    for text, place in heard():
        said["keys"].setdefault(text, []).append(place)
    return said


def declared() -> set[str]:
    """What the page says of a search in the words of its declaration alone."""
    return {text for text, places in spoken()["keys"].items() if DECLARED.issuperset(places)}


def heard() -> Iterator[tuple[str, str]]:
    """What the page hears of servers, recordings and searches, each with where it comes from."""
    for group in HEARD:
        for sentence in group:
            yield str(sentence), _SERVER
    for words in HostSentence:
        yield str(words), "a host of files"
    yield Teaching().why["any"], "a declaration"
    for spec in ALGORITHMS:
        for reason in spec.teaching.why.values():
            yield reason, "a declaration"
    for name in (*SIDES, "both", "all", "none", *_LIMITS):
        yield name, _SERVER


_WAITING = re.compile(r"""\bwithWords\(\(\) =>\s*import\(["']([^"']+)["']\)""")


@cache
def first_modules() -> frozenset[str]:
    """The modules of the first load, and those that are loaded without waiting for their words."""
    found, views = graph(), _views()
    waiting, known = ["app/begin.js", "app/main.js"], set[str]()
    while waiting:
        path = waiting.pop()
        if path in known or path not in found or room_of(path) == "languages":
            continue
        known.add(path)
        text = (STATIC / path).read_text(encoding="utf-8")
        patient = {normpath(f"{path}/../{name}") for name in _WAITING.findall(text)}
        started = set(STARTED.findall(text))  # a worker learns its words itself
        waiting += found[path].at_once | (found[path].later - patient - started - views)
    return frozenset(known)


def _views() -> set[str]:
    """The modules of views, before which the router learns the words of all of them."""
    later = graph()["app/router.js"].later
    return {path for path in later if path.count("/") == 1 and path.split("/")[0] in _VIEWS}


@cache
def play_modules() -> frozenset[str]:
    """The modules that can be loaded before a view other than play is opened."""
    found, views = graph(), _views()
    waiting, known = ["app/begin.js", "app/main.js"], set[str]()
    while waiting:
        path = waiting.pop()
        if path in known or path not in found:
            continue
        known.add(path)
        later = found[path].later - (views if path == "app/router.js" else set())
        waiting += found[path].at_once | later
    return frozenset(known)


_VIEWS = {"analyse", "daily", "lab", "review", "stats", "timed", "train"}


def part_of(places: list[str]) -> str:
    modules = {place.partition(":")[0] for place in places}
    if modules & (first_modules() | {"index.html"}):
        return ""
    return "-later" if modules & play_modules() else "-views"


def catalogue(language: str) -> dict[str, str]:
    """All words of a language."""
    words: dict[str, str] = {}
    for part in HEADS:
        path = FOLDER / f"{language}{part}.js"
        if path.exists():
            script = f"import words from {json.dumps(str(path))};console.log(JSON.stringify(words))"
            command = [node(), "--input-type=module", "-e", script]
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
            words |= json.loads(done.stdout)
    return words


def files(language: str) -> dict[str, str]:
    """By name, what the files of a language are to hold."""
    words = catalogue(language)
    texts = dict(HEADS)
    for part in texts:
        texts[part] += "export default {\n"
    for text, places in spoken()["keys"].items():
        if text in words:
            key, said = (json.dumps(one, ensure_ascii=False) for one in (text, words[text]))
            texts[part_of(places)] += f"{key}:{said},\n"
    return {f"{language}{part}.js": text + "};\n" for part, text in texts.items()}


if __name__ == "__main__":
    for language in LANGUAGES:
        for missing in sorted(set(spoken()["keys"]) - set(catalogue(language))):
            print(f"{language} lacks {missing!r}")
        for name, text in files(language).items():
            (FOLDER / name).write_text(text, encoding="utf-8")
