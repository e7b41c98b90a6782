"""What algorithms declare for teaching: complete, used, and refused where it names nothing."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, algorithm, run
from taquin.search.monitor import Limits, Monitor
from taquin.search.problem import Node, StateSpace
from taquin.search.teaching import CASES, COLOURS, FACTS, MOMENTS, CodeLine, Teaching
from taquin.teach.trace.verdicts import VERDICTS
from taquin.teach.trace.writer import TraceWriter

ALL = ALGORITHMS.names()
# The last one has no solution: its frontier shrinks to one node before it is empty.
BOARDS = ("4 1 2/0 5 3", "0 3/2 1", "5 4 3/2 1 0", "3 5 1/0 4 2", "2 1/3 0")
LARGE = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15"  # solved row by row


def sentences(name: str) -> Iterator[str]:
    """Why the algorithm chose its nodes, on small boards with each value of its options."""
    spec = ALGORITHMS.get(name)
    choices = [{o.name: choice} for o in spec.options.values() for choice in o.choices]
    # Equal boards are in the frontier together only without duplicate detection.
    if "tie_break" in spec.options and "state" in spec.options["tie_break"].choices:
        choices.append({"tie_break": "state", "duplicates": "none"})
    if "weight" in spec.options:  # so small that nothing but the smallest f is within it
        choices.append({"weight": 1.0})
    for text in (*BOARDS, LARGE) if name in ("rows", "anytime_beam") else BOARDS:
        for metric in ("stm", "expense"):
            for options in [{}, *choices]:
                for line in traced(name, text, metric, options):
                    if line["kind"] == "expand":
                        yield line["why"]


def traced(
    name: str, text: str, metric: Any = "stm", options: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    board, stream = Board.parse(text), io.StringIO()
    puzzle = Puzzle.of(board, metric=metric)
    heuristics = [build_heuristic("manhattan", p) for p in (puzzle, puzzle.towards(board))]
    trace = TraceWriter(stream, puzzle, name, options=options, cap=0)
    limits = Limits(expansions=150)
    trace.finish(
        run(name, puzzle.space(board), *heuristics, options=options, observer=trace, limits=limits)
    )
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("name", ALL)
def test_every_algorithm_can_be_taught(name: str) -> None:
    teaching = ALGORITHMS.get(name).teaching
    assert teaching.label and teaching.colour in COLOURS
    marks = {mark for line in teaching.pseudocode for mark in line.marks}
    assert {"choose", "expand", "new", "found", "fail"} <= marks
    assert teaching.why["any"] != Teaching().why["any"]


def test_labels_name_one_algorithm_each() -> None:
    labels = [spec.label for spec in ALGORITHMS]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", ALL)
def test_every_sentence_declared_is_said_and_every_sentence_said_is_declared(name: str) -> None:
    declared = {
        case: re.sub(r"\\\{\w+\\\}", "[^;]+?", re.escape(text))
        for case, text in ALGORITHMS.get(name).teaching.why.items()
    }
    said: set[str] = set()
    for sentence in set(sentences(name)):
        cases = {case for case, pattern in declared.items() if re.fullmatch(pattern, sentence)}
        assert cases, f"{sentence!r} is declared nowhere"
        said |= cases
    assert said == set(declared)


@pytest.mark.parametrize("name", ALL)
def test_pseudo_code_is_filled_in_for_every_choice_of_the_options(name: str) -> None:
    spec = ALGORITHMS.get(name)
    usual = {"order": "RLDU", **{o.name: o.default for o in spec.options.values()}}
    shown: set[str] = set()
    for option in spec.options.values():
        for value in option.choices or (option.default,):
            code = spec.teaching.code({**usual, option.name: value})
            assert all((len(line) - len(line.lstrip())) % 4 == 0 for line in code)
            shown |= set(code)
    shown |= set(spec.teaching.code(usual))
    assert any("RLDU" in line for line in shown) and not any("None" in line for line in shown)
    assert len(shown) >= len({line.text for line in spec.teaching.pseudocode})


def test_verdicts_are_moments_of_a_step() -> None:
    assert VERDICTS.keys() <= MOMENTS.keys()


def test_cases_and_facts_are_all_used() -> None:
    """A name that no declaration uses is untested."""
    why = [text for spec in ALGORITHMS for text in spec.teaching.why.values()]
    assert {case for spec in ALGORITHMS for case in spec.teaching.why} == set(CASES)
    named = set(re.findall(r"\{(\w+)\}", " ".join(why)))
    assert FACTS.keys() - named == {"algorithm"}


@pytest.fixture
def declare() -> Iterator[Any]:
    """Registers a search that takes the first move only, with this teaching."""

    def register(teaching: Teaching | None) -> None:
        @algorithm("one_step", optimal=False, complete=False, paper="none", teaching=teaching)
        def one_step(
            space: StateSpace[bytes], monitor: Monitor[bytes], *, width: int = 7
        ) -> Node[bytes] | None:
            monitor.expand(Node(space.start, None, "", 0, 0), 0)
            return None

    yield register


def test_an_algorithm_without_teaching_has_its_name_as_label(declare: Any) -> None:
    declare(None)
    spec = ALGORITHMS.get("one_step")
    assert (spec.label, spec.teaching.pseudocode) == ("one_step", ())
    assert traced("one_step", BOARDS[0])[1]["why"] == "Chosen by one_step."


def test_what_a_search_does_not_have_is_named_as_such(declare: Any) -> None:
    declare(Teaching("One", why={"any": "{ties} ties on side {side}, width {width}, g {g}."}))
    assert traced("one_step", BOARDS[0])[1]["why"] == "n/a ties on side n/a, width 7, g 0."


@pytest.mark.parametrize(
    ("teaching", "message"),
    [
        (Teaching(colour="red"), "colour 'red': expected one of blue, "),
        (Teaching(defining="depth"), "defining 'depth': expected one of width."),
        (Teaching(priority="e"), "priority 'e': expected one of f, g, "),
        (Teaching(priority="weighted_f"), "priority needs option 'weight': expected one of width."),
        (Teaching(tie_break="low_g"), "tie_break 'low_g': expected one of fifo, lifo, low_h, "),
        (Teaching(why={}), 'why has no text for the case "any"'),
        (Teaching(why={"any": ".", "sometimes": "."}), "why 'sometimes': expected one of any, "),
        (Teaching(why={"any": "{gh}"}), "why 'any': field 'gh': expected one of above, "),
        (Teaching(why={"any": "{g:03}"}), "{g}: expected a name alone in braces"),
        (Teaching(why={"any": "{g.real}"}), "{g.real}: expected a name alone in braces"),
        (Teaching(why={"any": "{start"}), "write {{ and }} for braces."),
        (Teaching(pseudocode=(CodeLine("do {it}"),)), "field 'it': expected one of order, width."),
        (Teaching(pseudocode=(CodeLine("do it", "now"),)), "mark 'now': expected one of better, "),
        (
            Teaching(pseudocode=(CodeLine("do it", height=("1",)),)),
            "condition 'height': expected one of order, width.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_declaration_that_names_nothing_is_refused(
    declare: Any, teaching: Teaching, message: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)) as caught:
        declare(teaching)
    assert str(caught.value).startswith("algorithm 'one_step': ")
    assert "one_step" not in ALGORITHMS
