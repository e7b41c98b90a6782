"""Writes the lab's list of searches for a page without its server.

    python tests/page/make_catalogue.py

tests/page/test_page_data.py says when it is out of date.
"""

import json
from pathlib import Path
from typing import Any

from taquin.heuristics.base import HEURISTICS
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS
from taquin.solving.catalogue import algorithm_entry

FILE = Path(__file__).parents[2] / "src/taquin/faces/static/lab/searches/catalogue.js"
HEAD = """\
// Written by tests/page/make_catalogue.py: what the server's catalogue says of searches, for a page
// whose server is away.

/** Its algorithms, heuristics and counters. */
export const CATALOGUE = {
"""
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


def _some(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: entry[name] for name in KEPT}


def _lines(entries: list[dict[str, Any]]) -> str:
    return "".join(f"    {_plain(entry)},\n" for entry in entries)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
