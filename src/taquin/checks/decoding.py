"""What a submission's process may send: one form for the answer to each question.

What arrives may have been written by the submission itself, so nothing else reads it before it has
its form: a line is bounded before it is parsed, and every field is checked after.
"""

import json
from collections.abc import Mapping
from sys import float_info
from typing import Any

from taquin.checks.answers import NoAnswer
from taquin.checks.pipes import Ended
from taquin.ground.errors import OptionError, quoted
from taquin.ground.fields import (
    AnyOf,
    Anything,
    Field,
    IntegerIn,
    ListOf,
    NumberIn,
    OneOf,
    OrNull,
    RecordOf,
    TextOf,
    TupleOf,
    WrongField,
)

__all__ = ["decoded", "interrupted", "longest", "no_answer"]

_LONGEST = 20_000_000  # bytes of an answer with a solution
_SHORT = 1_000_000  # bytes of any other
# What a solution may consist of: all boards of 3x3 as rows are 730,000 lists and 2 million commas.
_LISTS, _COMMAS, _RECORDS = 1_000_000, 2_500_000, 10_000
_PLACE = 300  # characters of a file and a line
_LONG = frozenset({"solve", "call", "calls"})
_HUGE = 10**1000

_FLAG = OneOf((True, False))
_TEXT = TextOf(_SHORT)
_NAMES = ListOf(TextOf(1000), most=10_000)
_WHOLE = IntegerIn(-_HUGE, _HUGE)
_FINITE = NumberIn(-float_info.max, float_info.max)
_ROWS = ListOf(ListOf(_WHOLE, most=10_000), most=10_000)
_NOTHING = RecordOf({})
_HEURISTIC = RecordOf(
    {
        "claims": TupleOf((_FLAG, _FLAG)),
        "goals": OrNull(ListOf(TextOf(10_000), most=1000)),
        "metrics": OrNull(_NAMES),
    }
)
_ALGORITHM = RecordOf(
    {
        "optimal": _FLAG,
        "complete": _FLAG,
        "unit_cost": _FLAG,
        "informed": _FLAG,
        "bounded": OrNull(TupleOf((TextOf(1000), NumberIn(1, 1e300)))),
    }
)
_ANSWERS: Mapping[str, Field] = {
    "limits": _NOTHING,
    "load": RecordOf(
        {
            "names": RecordOf({"heuristic": _NAMES, "algorithm": _NAMES, "topology": _NAMES}),
            "functions": _NAMES,
        }
    ),
    "claims": AnyOf((_HEURISTIC, _ALGORITHM)),
    "build": RecordOf({"fault": _TEXT}),
    "values": _NOTHING,
    "prepare": _NOTHING,
    "solve": RecordOf(
        {
            "status": TextOf(100),
            "limit": OrNull(TextOf(100)),
            "moves": OrNull(ListOf(TextOf(100), most=_COMMAS)),
            "cost": OrNull(_WHOLE),
            "bound": OrNull(_WHOLE),
            "expanded": _WHOLE,
            "generated": _WHOLE,
            "fault": _TEXT,
        }
    ),
    "table": RecordOf({"neighbors": _ROWS, "costs": OrNull(_ROWS)}),
    "parameters": RecordOf({"names": _NAMES}),
    "call": RecordOf({}, optional={"value": Anything(), "fault": _TEXT}),
    "calls": _NOTHING,
}
# Of the lines before the answer.
_LINES: Mapping[str, Field] = {
    "values": AnyOf((_WHOLE, _FINITE, _TEXT)),
    "calls": TupleOf((Anything(), _TEXT)),
}
_REFUSED = RecordOf({"refused": _TEXT})
_MEMORY = RecordOf({"memory": OneOf((True,))})
_INTERRUPTED = RecordOf({"interrupted": OneOf((True,)), "place": OrNull(_TEXT)})


def no_answer(answer: object) -> Ended:
    """The error for something that is not an answer to the question."""
    return Ended(f"its process sent {quoted(answer)}, which is not an answer")


def longest(ask: str) -> int:
    """The bytes of a line in answer to a question."""
    return _LONGEST if ask in _LONG else _SHORT


def decoded(line: bytes, ask: str, kind: object = None, *, streamed: bool = False) -> Any:
    """A line in answer to a question; Ended for anything that is none.

    kind: of what the question is about, where that decides. streamed: whether it is one of many
    lines before the answer. Raises OptionError if the question is refused, and NoAnswer if memory
    ran out.
    """
    if (
        line.count(b"[") > _LISTS
        or line.count(b",") > _COMMAS
        or line.count(b"{") > (_RECORDS if ask in _LONG else 10)
    ):
        raise Ended(f"its process sent an answer of too many parts: {quoted(line)}…")
    try:
        answer = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise no_answer(line) from None
    if isinstance(answer, dict):
        if _fits(answer, _REFUSED):
            raise OptionError(answer["refused"])
        if _fits(answer, _MEMORY):
            raise NoAnswer("reached the memory limit", final=True)
        if _fits(answer, _INTERRUPTED):
            raise Ended("it was interrupted by a signal that this check did not send (SIGINT)")
    form = _LINES[ask] if streamed else _ANSWERS[ask]
    if ask == "claims" and kind is not None:
        form = _HEURISTIC if kind == "heuristic" else _ALGORITHM
    if not _fits(answer, form):
        raise no_answer(answer)
    return answer


def interrupted(line: bytes) -> tuple[bool, str | None]:
    """Whether a line says that the answer was interrupted, and the submission's line, if known."""
    try:
        answer: Any = json.loads(line) if len(line) < _SHORT else None
    except (ValueError, RecursionError):
        return False, None
    if not _fits(answer, _INTERRUPTED):
        return False, None
    return True, (answer["place"] or "")[:_PLACE] or None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def _fits(answer: object, form: Field) -> bool:
    try:
        form.check(answer)
    except WrongField:
        return False
    return True
