"""Writes the lab's list of searches for a page without its server, and the lessons' pseudo-code.

    python tests/page/make_catalogue.py

tests/page/test_page_data.py says when it is out of date.
"""

import json
from pathlib import Path
from typing import Any

from taquin.heuristics.base import HEURISTICS
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS
from taquin.solving.question.catalogue import algorithm_entry

FILE = Path(__file__).parents[2] / "src/taquin/faces/static/lab/searches/catalogue.js"
HEAD = """\
// Written by tests/page/make_catalogue.py: what the server's catalogue says of searches, for a page
// whose server is away.

/** Its algorithms, heuristics and counters. */
export const CATALOGUE = {
"""
CODE_FILE = Path(__file__).parents[2] / "docs/_site/static/lessons/code.js"
CODE_HEAD = """\
// Written by tests/page/make_catalogue.py: the pseudo-code that taquin's searches declare.

export const CODE = {
"""
IN_LESSONS = ("bfs", "dfs", "ids", "greedy", "astar", "idastar")
# What a comparison needs; the pseudo-code comes with recordings, which the server makes.
KEPT = ("name", "label", "summary", "heuristic", "options", "defining", "colour", "discards")


def text() -> str:
    """The module, one entry a line."""
    algorithms = [_some(algorithm_entry(spec)) | {"pseudocode": []} for spec in ALGORITHMS]
    heuristics = [{"name": s.name, "takes_argument": s.takes_argument} for s in HEURISTICS]
    counters = "".join(f"    {name}: {_plain(words)},\n" for name, words in COUNTERS.items())
    return (
        f"{HEAD}  algorithms: [\n{_lines(algorithms)}  ],\n"
        f"  heuristics: [\n{_lines(heuristics)}  ],\n"
        f"  counters: {{\n{counters}  }},\n}};\n"
    )


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
    CODE_FILE.write_text(code(), encoding="utf-8")
