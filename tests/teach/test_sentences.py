"""No sentence of a trace is false: each is held against the search's own frontier.

Every sentence must match one of the forms in `sentences` as a whole, and the check of that form
computes its claims anew, from the nodes in the frontier and the order in which they were generated.
"""

import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

import pytest

from sentences import further, textbook
from sentences.moments import Check, Forms, Judge, Moment
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits, Several
from taquin.teach.trace.writer import TraceWriter

MOST = 80  # expansions of one search
FORMS = textbook.FORMS + further.FORMS


def settings(name: str) -> Iterator[dict[str, object]]:
    """Every combination of the choices of an algorithm, and small numbers for the rest."""
    options = ALGORITHMS.get(name).options
    numbers = {
        "width": (1, 3),
        "depth": (2, 9),
        "weight": (1.0, 1.1, 2.5),
        "step": (0.1, 2.0),
        "cost": (None, 6, 20),
        "lookahead": (1, 3, 30),
    }
    known = [key for key in options if options[key].choices or key in numbers]
    for values in product(*(options[key].choices or numbers[key] for key in known)):
        yield dict(zip(known, values, strict=True))


def sentences(
    name: str, board: Board, goal: Board, metric: Any, given: dict[str, object]
) -> Iterator[tuple[Moment, str, str]]:
    """Each moment of one search, its sentence, and where it was said."""
    puzzle = Puzzle.of(board, goal=goal, metric=metric)
    h: Callable[[Any], int] = build_heuristic("manhattan", puzzle)
    h_back = build_heuristic("manhattan", puzzle.towards(board))
    if name == "bpmx":  # with a consistent heuristic, it never raises an h
        h = uneven(h)
    stream = io.StringIO()
    options = {n: o.default for n, o in ALGORITHMS.get(name).options.items()} | given
    trace = TraceWriter(stream, puzzle, name, options=given, estimate=h, cap=0)
    space = puzzle.space(board)
    judge = Judge(options, space, h)
    both = Several([judge, trace])
    limits = Limits(expansions=MOST)
    result = run(name, space, h, h_back, options=given, limits=limits, observer=both)
    trace.finish(result)
    judge.path = list(result.states or ())
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    steps = [line for line in lines if line["kind"] == "expand"]
    for moment, step in zip(judge.moments, steps, strict=False):
        yield moment, step["why"], f"{name} {given} {metric} {board.text}: {step}"


def checked(moment: Moment, sentence: str) -> dict[str, bool]:
    """The forms of a sentence, and whether each is true; none if it has no form."""
    found = {}
    for said, check in matching(FORMS, sentence):
        found[check.__name__] = check(moment, said)
        if said.get("more"):
            more = matching(further.MORE, said["more"])
            found |= {also.__name__: also(moment, said | rest) for rest, also in more}
            found["more"] = bool(more)
    return found


def matching(forms: Forms, sentence: str) -> list[tuple[dict[str, Any], Check]]:
    """What the sentence says, by its names in each form that it matches, with its check."""
    return [(m.groupdict(), check) for form, check in forms if (m := form.fullmatch(sentence))]


def judged(name: str, board: Board, goal: Board, metric: Any, given: dict[str, object]) -> set[str]:
    """The forms of the sentences of one search, each of which has been found true."""
    used: set[str] = set()
    for moment, sentence, where in sentences(name, board, goal, metric, given):
        found = checked(moment, sentence)
        assert found, f"nothing checks {sentence!r} of {where}"
        assert all(found.values()), f"{found} of {where}"
        used |= set(found)
    return used


def uneven(h: Callable[[Any], int]) -> Callable[[Any], int]:
    """An admissible heuristic that is not consistent: 0 on every third state."""
    return lambda state: 0 if sum(at * tile for at, tile in enumerate(state)) % 3 == 0 else h(state)


def boards(width: int, height: int) -> list[Board]:
    return [Board(width, height, cells) for cells in permutations(range(width * height))]


GOAL = Board.parse("1 2/3 0")
WIDE_GOAL = Board.parse("1 2 3/4 5 0")


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_no_sentence_is_false(name: str) -> None:
    used = set()
    for given in settings(name):
        for metric in ("stm", "expense"):
            for text in ("2 3/0 1", "0 3/2 1"):
                used |= judged(name, Board.parse(text), GOAL, metric, given)
    # Wide enough for nodes that survive a pass of ARA* and tie in the next one.
    used |= judged(name, Board.parse("0 1 3/2 5 4"), WIDE_GOAL, "stm", {})
    assert used


@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_a_sentence_with_another_figure_is_false(name: str) -> None:
    for given in ({}, *({key: 2.5} for key in ALGORITHMS.get(name).options if key == "weight")):
        for text in ("2 3/0 1", "0 3/2 1"):
            for moment, sentence, where in sentences(name, Board.parse(text), GOAL, "stm", given):
                for figure in re.finditer(r"\d+", sentence):
                    other = f"{int(figure[0]) + 1}"
                    false = sentence[: figure.start()] + other + sentence[figure.end() :]
                    found = checked(moment, false)
                    assert not found or not all(found.values()), f"{false!r} of {where}"


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_no_sentence_is_false_on_any_board(name: str, metric: str) -> None:
    for given in settings(name):
        for board in boards(2, 2):
            judged(name, board, GOAL, metric, given)
    for board in boards(3, 2)[::7]:
        judged(name, board, WIDE_GOAL, metric, {})
