"""Every rule that stands in Python and in the page has vectors that both sides' tests read."""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import make
import pytest

from page_support import ROOT

sys.path.insert(0, str(ROOT / "tests" / "page"))
from imports import STATIC, asked_in, graph, modules, names_in

PACKAGE = ROOT / "src" / "taquin"
UNIT = ROOT / "tests" / "page" / "unit"
# It may not grow by a line.
UNMARKED = {"board.js"}
# Names of one meaning each that happen to be alike in Python and JavaScript.
ALIKE = {
    "as_csv": "a report of the benchmarks, and the lab's table",
    "is_loopback": "of an address to listen on, and of the page's own",
    "as_latex": "the same",
    "as_markdown": "the same",
    "bests_text": "a table for the terminal, and one line of a phone",
    "board_svg": "a notebook's picture, and one to save",
    "boards_of": "what a command was given, and boards along moves",
    "bytes_of": "of a kernel's table of moves, and of what a worker holds",
    "choices_of": "a notebook's options, and the moves of an analysis",
    "goal_of": "of a line of a batch, and of a game",
    "goal_option": "an option of the command, and of a field",
    "goal_words": "a name or the rows for the terminal, and a name among other words",
    "key_label": "keys of a terminal and of a browser are chosen apart",
    "key_of": "of a result, and the legend of a map",
    "key_name": "of what a terminal hears, and of what a browser does",
    "kind_of": "of an estimate in a kernel, and of games",
    "larger_partition": "of 200 MB for the command, and of 35 MB for the page",
    "last_slide": "of a board, and of a lesson",
    "left_text": "a sentence for the terminal, and a note beside a move",
    "letter_of": "as key_label",
    "lower_bound": "of every board type, and the page's for plain boards",
    "most_moves": "of a kernel's tables, and that a lesson's task allows",
    "plain_table": "text in columns, and an element",
    "size_of": "of a goal's text, and of a game",
    "size_text": "of a board, and of an attempt's choice",
    "start_of": "where a text begins, and when a day does",
    "weights_of": "of a learned model, and of tiles in a metric",
}


class Rule(NamedTuple):
    """A row of the table: modules by their paths, and names of files of vectors."""

    name: str
    python: list[str]
    page: list[str]
    vectors: list[str]


def rules() -> list[Rule]:
    """The rows of the table in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## What stands twice\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return [
        Rule(name.strip(), *(re.findall(r"`([^`]+)`", cell) for cell in cells))
        for name, *cells in rows[2:]
    ]


RULES = rules()
EDGES = graph()


def heads() -> dict[str, str]:
    """The page's modules that name a twin, and the Python module it is."""
    found = {}
    for path in modules():
        named = re.search(r"Its twin: taquin/([\w/]+\.py)", (STATIC / path).read_text("utf-8"))
        if named:
            found[path] = named[1]
    return found


def readers(rule: str) -> list[Path]:
    """The tests of the page that read the vectors of a rule."""
    asked = f'vectors("{rule}")'
    return [path for path in UNIT.rglob("*.mjs") if asked in path.read_text("utf-8")]


def loaded(test: Path) -> set[str]:
    """The page's modules that a test loads, with those that these load."""
    text = test.read_text(encoding="utf-8")
    waiting = re.findall(r"(?:src/taquin/faces/static|\$\{STATIC\})/([\w/.-]+\.js)", text)
    known = set(waiting)
    while waiting:
        new = EDGES[waiting.pop()].at_once - known
        known |= new
        waiting += new
    return known


def test_the_table_lists_modules_and_vectors_that_exist() -> None:
    assert len(RULES) > 20
    for rule in RULES:
        assert rule.python and rule.page and rule.vectors, rule.name
        for path in rule.python:
            assert (PACKAGE / path).is_file(), path
        for path in rule.page:
            assert (STATIC / path).is_file(), path
    listed = {name for rule in RULES for name in rule.vectors}
    assert listed == {path.stem for path in make.FOLDER.glob("*.json")}


def test_modules_that_name_a_twin_are_those_of_the_table() -> None:
    pairs = {(path, other) for rule in RULES for path in rule.page for other in rule.python}
    named = heads()
    assert [pair for pair in named.items() if pair not in pairs] == []
    assert {path for path, _ in pairs} - UNMARKED == set(named)


def test_a_python_module_that_names_its_twin_is_in_the_table() -> None:
    pairs = {(other, path) for rule in RULES for path in rule.page for other in rule.python}
    named = set()
    for path in PACKAGE.rglob("*.py"):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if "twin" in docstring:
            own = path.relative_to(PACKAGE).as_posix()
            named |= {(own, other) for other in re.findall(r"`static/([\w/.-]+\.js)`", docstring)}
    assert len(named) > 10
    assert named - pairs == set()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_both_sides_are_held_to_the_vectors(rule: Rule) -> None:
    page = (ROOT / "tests" / "page" / "test_page_data.py").read_text(encoding="utf-8")
    for name in rule.vectors:
        assert name in make.RULES or f"make_{name}" in page, f"no Python test reads {name}.json"
        assert readers(name), f"no test of the page reads {name}.json"
    reached = {path for name in rule.vectors for test in readers(name) for path in loaded(test)}
    assert set(rule.page) - reached == set(), "not loaded by a test that reads the vectors"


def test_names_that_are_alike_are_of_a_rule_in_the_table() -> None:
    """A function that stands in both languages under one name is a twin, or said not to be one."""
    pairs = {(other, path) for rule in RULES for path in rule.page for other in rule.python}
    page = defaultdict(set)
    for path in modules():
        for name in names_in((STATIC / path).read_text(encoding="utf-8"))[0]:
            page[name].add(path)
    alone, covered = set(), set()
    for path in PACKAGE.rglob("*.py"):
        own = path.relative_to(PACKAGE).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and "_" in node.name.strip("_"):
                first, *others = node.name.strip("_").split("_")
                twins = page[first + "".join(map(str.capitalize, others))]
                if any((own, twin) in pairs for twin in twins):
                    covered.add(node.name.strip("_"))
                elif twins:
                    alone.add(node.name.strip("_"))
    assert alone - covered == ALIKE.keys()


def test_a_twin_is_found_in_a_head() -> None:
    text = "/** A rule. Its twin: taquin/game/rule.py. */\nimport './other.js';\n"
    assert re.search(r"Its twin: taquin/([\w/]+\.py)", text)
    assert asked_in("a/b.js", 'import { c } from "./d.js";\n').at_once == {"a/d.js"}
