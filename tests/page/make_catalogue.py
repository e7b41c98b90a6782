"""Writes the lab's list of searches for a page without its server, what the searches of the page
itself declare for its recordings, and the lessons' pseudo-code.

    python tests/page/make_catalogue.py

tests/page/test_page_data.py says when it is out of date.
"""

import json
from pathlib import Path
from typing import Any

from make_searches import ALGORITHM_NAMES

from taquin.heuristics.base import HEURISTICS
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS
from taquin.solving.question.catalogue import algorithm_entry
from taquin.teach.trace.verdicts import VERDICTS

FILE = Path(__file__).parents[2] / "src/taquin/faces/static/lab/searches/catalogue.js"
HEAD = """\
// Written by tests/page/make_catalogue.py: what the server's catalogue says of searches, for a page
// whose server is away.

/** Its algorithms, heuristics and counters. */
export const CATALOGUE = {
"""
TEACHING_FILE = FILE.parent / "teachings.js"
TEACHING_HEAD = """\
// Written by tests/page/make_catalogue.py: what searches declare for recordings of the page.

/** By the name of the search. */
export const TEACHINGS = {
"""
CODE_FILE = Path(__file__).parents[2] / "docs/_site/static/lessons/code.js"
CODE_HEAD = """\
// Written by tests/page/make_catalogue.py: the pseudo-code that taquin's searches declare.

export const CODE = {
"""
OF_HEURISTICS = ("name", "takes_argument", "admissible", "consistent")
IN_LESSONS = ("bfs", "dfs", "ids", "greedy", "astar", "idastar")
# What a comparison needs; the pseudo-code comes with recordings.
KEPT = ("name", "label", "summary", "heuristic", "options", "defining", "colour", "discards")


def text() -> str:
    """The module, one entry a line."""
    algorithms = [_some(algorithm_entry(spec)) | {"pseudocode": []} for spec in ALGORITHMS]
    heuristics = [{name: getattr(s, name) for name in OF_HEURISTICS} for s in HEURISTICS]
    counters = "".join(f"    {name}: {_plain(words)},\n" for name, words in COUNTERS.items())
    return (
        f"{HEAD}  algorithms: [\n{_lines(algorithms)}  ],\n"
        f"  heuristics: [\n{_lines(heuristics)}  ],\n"
        f"  counters: {{\n{counters}  }},\n}};\n"
    )


def teachings() -> str:
    """The module of the recordings, one search a line."""
    lines = "".join(f"  {name}: {_plain(_teaching(name))},\n" for name in sorted(ALGORITHM_NAMES))
    return (
        f"{TEACHING_HEAD}{lines}}};\n\n/** What a recording says about a successor. */\n"
        f"export const EXAMINED = {_plain(VERDICTS)};\n"
    )


def _teaching(name: str) -> dict[str, Any]:
    spec = ALGORITHMS.get(name)
    teaching = spec.teaching
    return {
        "informed": spec.informed,
        "options": {option.name: option.default for option in spec.options.values()},
        "why": dict(teaching.why),
        "priority": teaching.priority,
        "tie_break": teaching.tie_break,
        "frontier": teaching.frontier,
        "pseudocode": algorithm_entry(spec)["pseudocode"],
    }


def code() -> str:
    """The module of the lessons: each search with the defaults of its options, one line a line."""
    parts = [CODE_HEAD]
    for name in IN_LESSONS:
        entry = algorithm_entry(ALGORITHMS.get(name))
        usual = {option: one["default"] for option, one in entry["options"].items()}
        lines = "".join(f"      {_plain(line)},\n" for line in entry["pseudocode"])
        parts.append(f"  {name}: {{\n    options: {_plain(usual)},\n")
        parts.append(f"    pseudocode: [\n{lines}    ],\n  }},\n")
    return "".join([*parts, "};\n"])


def _some(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: entry[name] for name in KEPT}


def _lines(entries: list[dict[str, Any]]) -> str:
    return "".join(f"    {_plain(entry)},\n" for entry in entries)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    TEACHING_FILE.write_text(teachings(), encoding="utf-8")
    CODE_FILE.write_text(code(), encoding="utf-8")
