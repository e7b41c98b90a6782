"""What a submission's process sends is read only in the form of an answer to the question."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from taquin.checks.answers import NoAnswer
from taquin.checks.decoding import decoded
from taquin.checks.isolation import Bounds, Checked, Submission, check_isolated
from taquin.checks.pipes import Ended
from taquin.ground.errors import OptionError

NAMES: dict[str, list[str]] = {"heuristic": [], "algorithm": [], "topology": []}
SOLVED = {
    "status": "solved",
    "limit": None,
    "moves": ["L"],
    "cost": 1,
    "bound": None,
    "expanded": 1,
    "generated": 2,
    "fault": "",
}
RIGHT: list[tuple[str, Any]] = [
    ("load", {"names": NAMES, "functions": ["bfs"]}),
    ("claims", {"claims": [True, False], "goals": None, "metrics": ["stm"]}),
    ("build", {"fault": ""}),
    ("solve", SOLVED),
    ("table", {"neighbors": [[1, -1], [0]], "costs": None}),
    ("parameters", {"names": ["start"]}),
    ("call", {"value": [[1, 2], {"other": "a node"}]}),
    ("call", {"fault": "raised ValueError"}),
]
ODD = [5, None, [], {}, "x", [5], {"a": 1}, {"a": []}, True, 1e300]


def line_of(answer: object) -> bytes:
    return json.dumps(answer).encode()


@pytest.mark.parametrize(("ask", "answer"), RIGHT)
def test_an_answer_passes_and_none_with_another_field(ask: str, answer: dict[str, Any]) -> None:
    assert decoded(line_of(answer), ask) == answer
    for odd in (*ODD, {**answer, "more": 1}):
        if ask != "call" or odd != {}:
            with pytest.raises(Ended, match="which is not an answer"):
                decoded(line_of(odd), ask)
    for field in answer:
        for odd in ODD:
            if type(odd) is not type(answer[field]) and (ask, field) != ("call", "value"):
                try:
                    decoded(line_of({**answer, field: odd}), ask)
                except Ended as error:
                    assert "which is not an answer" in str(error)
                else:
                    assert answer[field] is None or odd in (None, [])  # nothing is claimed
    if ask != "call":
        for field in answer:
            with pytest.raises(Ended, match="which is not an answer"):
                decoded(line_of({k: v for k, v in answer.items() if k != field}), ask)


@pytest.mark.parametrize("value", [0, -3, 2.5, "h raised ValueError", 10**900])
def test_a_value_is_a_number_or_a_text(value: object) -> None:
    assert decoded(line_of(value), "values", streamed=True) == value


@pytest.mark.parametrize("text", ["true", "null", "[]", "{}", "NaN", "1e999", "-Infinity", "[" * 9])
def test_nothing_else_is_a_value(text: str) -> None:
    with pytest.raises(Ended, match="which is not an answer"):
        decoded(text.encode(), "values", streamed=True)


def test_refusals_and_signals_are_told_as_such() -> None:
    with pytest.raises(OptionError, match="no such name"):
        decoded(b'{"refused": "no such name"}', "build")
    with pytest.raises(NoAnswer, match="reached the memory limit"):
        decoded(b'{"memory": true}', "build")
    with pytest.raises(Ended, match="interrupted by a signal"):
        decoded(b'{"interrupted": true, "place": null}', "build")
    for odd in ('{"refused": 5}', '{"memory": 1}', '{"interrupted": true, "place": 5}'):
        with pytest.raises(Ended, match="which is not an answer"):
            decoded(odd.encode(), "build")


@pytest.mark.parametrize(
    "line", [b"[" + b"[0]," * 1_200_000 + b"0]", b"[" + b'{"a":1},' * 20_000 + b"0]"]
)
def test_an_answer_of_many_small_parts_is_refused_before_it_is_built(line: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Ended, match="too many parts"):
            decoded(line, "call")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_path_through_every_board_is_an_answer() -> None:
    board = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    path = json.dumps({"value": [board] * 181_440}).encode()
    assert len(decoded(path, "call")["value"]) == 181_440


ANSWERS_ITSELF = """
import json, os, sys, time
frame = sys._getframe()
while type(frame.f_locals.get("self")).__name__ != "_Desk":
    frame = frame.f_back
desk = frame.f_locals["self"]
sent = {sent!r}
if {ask!r} == "load":
    os.write(desk._answers, (json.dumps(sent) + "\\n").encode())
    time.sleep(30)
desk._asked[{ask!r}] = lambda **question: sent

def bfs(start):
    return None
"""


@pytest.mark.parametrize(
    ("ask", "sent"),
    [("load", {"names": NAMES, "functions": 5}), ("parameters", {"names": 5})],
)
def test_a_malformed_answer_is_the_submissions_fault(tmp_path: Path, ask: str, sent: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text(ANSWERS_ITSELF.format(ask=ask, sent=sent))
    target = str(path) + (":bfs" if ask != "load" else "")
    outcome: Checked = check_isolated(Submission("algorithm", target), Bounds(), lambda line: None)
    assert outcome.verdict == "error"
    assert outcome.message is not None and outcome.message.startswith("its process sent {'names'")
