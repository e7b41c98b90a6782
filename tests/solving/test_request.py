"""A question is read once, and carried as it is."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taquin import OptionError, compare, scramble
from taquin.heuristics.base import PerTile, heuristic
from taquin.heuristics.misplaced import misplaced
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import Status
from taquin.solving.answers.result import Result
from taquin.solving.question.data import request_data, request_of
from taquin.solving.question.reading import read_request
from taquin.solving.runner import answer
from taquin.solving.solver import solve

EASY = "1 2 3/4 0 5/7 8 6"


def test_a_search_may_be_named_with_its_heuristic() -> None:
    request = read_request(EASY, algorithm="a*:h1", engine="python")
    assert (request.algorithm, request.heuristic) == ("astar", "misplaced")
    assert read_request(EASY, algorithm="idastar:pdb:4-4").heuristic == "pdb:4-4"
    both, named = solve(EASY, algorithm="astar:h1"), compare(EASY, ["astar:h1"])[0]
    assert both.stats == named.stats and both.heuristic == named.heuristic == "misplaced"


@pytest.mark.parametrize("other", ["manhattan", "misplaced", sum])
def test_a_search_has_one_heuristic(other: Any) -> None:
    words = f"misplaced, in astar:misplaced, and {getattr(other, '__name__', other)}"
    with pytest.raises(OptionError, match=re.escape(words)):
        read_request(EASY, algorithm="astar:misplaced", heuristic=other)


def test_order_belongs_to_the_space() -> None:
    request = read_request("702853614", goal="first", options={"order": "dulr"})
    assert (request.order, request.options, request.settings) == ("DULR", {}, {"order": "DULR"})
    weighted = read_request(
        "702853614", algorithm="wastar", options={"weight": "2", "order": "DULR"}
    )
    assert weighted.options == {"weight": 2.0}
    assert weighted.settings == {"order": "DULR", "weight": 2.0}


@pytest.mark.parametrize(
    ("board", "given"),
    [
        ("702853614", {"goal": "first"}),
        ("korf100:1", {"algorithm": "astar", "heuristic": "h2", "options": {"tie_break": "fifo"}}),
        ("korf24:1", {"time_limit": 2.0, "node_limit": 9}),
        (Board.of(6, 5, range(30)), {"engine": "compiled", "options": {"order": "RDLU"}}),
        ("1 2 3/4 0 5/7 8 6", {"topology": "walls:0-1", "metric": "expense", "goal": "snake"}),
    ],
)
def test_a_request_is_plain_data_and_back(board: object, given: dict[str, object]) -> None:
    request = read_request(board, **given)  # type: ignore[arg-type]
    data = json.loads(json.dumps(request_data(request)))
    again = request_of(data)
    assert request_data(again) == data
    assert (again.start, again.puzzle, again.settings) == (
        request.start,
        request.puzzle,
        request.settings,
    )
    assert again.plan == request.plan


def test_the_same_question_has_the_same_answer_in_another_process() -> None:
    request = read_request("8 6 7/2 5 4/3 0 1", algorithm="idastar")
    again = answer(request_of(request_data(request)))
    assert (again.moves, again.stats) == (answer(request).moves, answer(request).stats)


def test_a_plug_in_is_built_once_and_lowered_inside_a_maximum() -> None:
    built = []

    def factory(puzzle: Puzzle) -> PerTile:
        """The misplaced tiles."""
        built.append(puzzle)
        return misplaced(puzzle)

    factory.__module__ = "somebodys"
    heuristic("mine", admissible=True, consistent=True, paper="none")(factory)
    found = [
        solve("8 6 7/2 5 4/3 0 1", algorithm="astar", heuristic=name, engine=engine)
        for name in ("mine", "max:mine,linear_conflict")
        for engine in ("python", "compiled")
    ]
    assert [result.engine for result in found] == ["python", "compiled"] * 2
    assert found[0].stats == found[1].stats and found[2].stats == found[3].stats
    assert len(built) == len(found)


def test_every_result_is_made_in_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that joins two searches, and one whose search failed."""
    made: set[str] = set()
    make = Result.__init__

    def noted(self: Result, **fields: Any) -> None:
        frame = sys._getframe(1)
        while frame.f_code.co_filename == dataclasses.__file__ and frame.f_back is not None:
            frame = frame.f_back
        made.add(Path(frame.f_code.co_filename).name)
        make(self, **fields)

    monkeypatch.setattr(Result, "__init__", noted)
    both = solve(scramble(5, 4, seed=2), metric="expense", node_limit=60_000)
    assert both.algorithm == "anytime_beam" and (both.lower_bound or 0) > 654
    twice = solve("korf100:79", algorithm="astar", node_limit=1600)
    assert twice.engine == "compiled" and twice.stats.expanded == 1600
    (failed,) = compare(EASY, [("astar", lambda board: 1 // 0)])
    assert failed.status is Status.ERROR
    assert solve("2 1 3/4 5 6/7 8 0").status is Status.UNSOLVABLE
    assert made == {"making.py"}


def test_the_walk_of_a_question() -> None:
    """Everything happens once between the command and its answer, and four records carry it.

    In a process of its own: in one that had run thousands of tests before, Python 3.11 once did not
    come back from a call under `sys.setprofile`.
    """
    code = (
        "import json; from walk import USUAL, drawn, followed, picture; "
        "walks = list(map(followed, USUAL)); "
        "seen = [(walk.counts, walk.hops, walk.between) for walk in walks]; "
        "print(json.dumps([seen, picture(walks), drawn()]))"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    walks, picture, drawn = json.loads(done.stdout)
    assert len(walks) == 4
    assert picture == drawn, "python -m tests.walk --write draws CONTRIBUTING's picture again"
    for counts, hops, carriers in walks:
        records = {"SearchRequest", "SearchResult", "Result"}
        assert set(carriers) - {"PuzzleSpace", "Lowered"} == records and len(carriers) <= 4
        assert counts.get("reads", 0) <= 1
        assert counts["options"] == counts["heuristics"] == counts["replays"] == 1
        assert len(hops) <= 10
    assert functions_of_the_documentation() == {
        hop.partition(":")[2] for hop in [*walks[0][1], "solving.question.reading:read_request"]
    }


def functions_of_the_documentation() -> set[str]:
    """Those in the first column of the table below "To follow it with a debugger"."""
    text = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("To follow it with a debugger")[2].partition("\n\n")[2]
    rows = table.partition("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row.split("|")[1])}
