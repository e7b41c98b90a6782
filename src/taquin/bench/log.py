"""Reads logs of benchmarks: every line is a header, a row or an end that taquin can have written.

A log begins with a header; each resumed run adds another one, of the same suite and settings. A
row stands once.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from taquin.bench.measure import VERSION, disagreements
from taquin.ground.errors import NotationError, quoted
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
    WrongField,
)
from taquin.ground.row_digest import is_whole
from taquin.search.result import Status

__all__ = ["LogLine", "identity", "read_header", "read_log"]

_LONGEST_LINE = 16_000_000  # bytes; a row with a 100x100 board has some 60,000
_LONGEST_LOG = 1_000_000_000  # bytes; about a million rows, all of which are kept in memory
_EXPECTED = "Expected a file written by `taquin bench run` or `taquin compare --out`"
_OWN_FILE = "Rows of different runs belong in files of their own."
_RESTORE = "Restore the file as taquin wrote it."


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log.

    row: what it says; a row of a search has `disagrees` as its values have it.
    size: in bytes. checked: whether it had a digest. ended: whether it ends with a line feed.
    """

    number: int
    row: dict[str, Any]
    size: int
    checked: bool
    ended: bool

    @property
    def kind(self) -> str:
        """header, run or end."""
        return str(self.row["kind"])


_TEXT = TextOf(1_000_000)
_FLAG = OneOf((False, True))
_COUNT = IntegerIn(0, 10**30)
_SECONDS = NumberIn(0, 1e12)
_COUNTER = AnyOf(
    (OrNull(NumberIn(0, 1e30)), ListOf(ListOf(NumberIn(0, 1e30), 100), 10_000_000)),
    "a number, null or pairs of numbers",
)
_LOAD = OrNull(ListOf(NumberIn(0, 1e9), most=3, least=3))
_ENDS = (*map(str, Status), "missing")

_HEADER = RecordOf(
    {
        "suite": _TEXT,
        "settings": RecordOf(
            {
                "seed": AnyOf((IntegerIn(0, 10**4000), OneOf(("none",))), "a whole number"),
                "engine": OrNull(_TEXT),
            },
            others=Anything(),
        ),
        "time_limit": _SECONDS,
        "workers": IntegerIn(1, 10**6),
        "revision": _TEXT,
        "versions": RecordOf({}, others=_TEXT),
        "cpu": _TEXT,
        "cores": IntegerIn(1, 10**6),
        "load": _LOAD,
        "date": _TEXT,
    },
    others=Anything(),
)
_ROW = RecordOf(
    {
        "suite": _TEXT,
        "contestant": _TEXT,
        "against": OrNull(_TEXT),
        "twin": _FLAG,
        "instance": _TEXT,
        "group": OrNull(IntegerIn(0, 10**6)),
        "board": _TEXT,
        "time_limit": _SECONDS,
        "status": OneOf(_ENDS),
        "limit": OrNull(_TEXT),
        "cost": OrNull(_COUNT),
        "optimal": _FLAG,
        "stats": RecordOf({}, others=_COUNTER),
        "seconds": RecordOf({"search": _SECONDS}, others=_SECONDS),
        "cpu_seconds": OrNull(_SECONDS),
        "expected": RecordOf({}, others=_COUNT),
        "disagrees": ListOf(_TEXT, 1000),
    },
    optional={
        "goal": _TEXT,
        "topology": _TEXT,
        "metric": _TEXT,
        "solver": _TEXT,
        "algorithm": _TEXT,
        "heuristic": OrNull(_TEXT),
        "engine": _TEXT,
        "options": RecordOf({}, others=Anything()),
        "lower_bound": OrNull(NumberIn(0, 1e30)),
        "peak_memory_bytes": OrNull(_COUNT),
        "message": _TEXT,
    },
    others=Anything(),
)
_END = RecordOf({"interrupted": _FLAG, "load": _LOAD}, others=Anything())
_KINDS: dict[str, RecordOf] = {"header": _HEADER, "run": _ROW, "end": _END}
_ANY_LINE: Field = RecordOf(
    {"kind": OneOf(tuple(_KINDS)), "version": OneOf((VERSION,))}, others=Anything()
)


def identity(head: Mapping[str, Any]) -> dict[str, Any]:
    """What the runs of one log have in common."""
    return {
        "suite": head["suite"],
        "seed": head["settings"]["seed"],
        "time_limit": head["time_limit"],
        "engine": head["settings"]["engine"],
    }


def read_log(path: Path) -> list[LogLine]:
    """The lines of a log, without an incomplete last one.

    Raises NotationError, which names the line, for what is not a log, was changed after taquin
    wrote it, or is too long.
    """
    lines = list(_lines(path))
    if not lines:
        raise NotationError(f"file {str(path)!r} is empty. {_EXPECTED}.")
    heads: dict[str, LogLine] = {}
    rows: dict[tuple[str, str, str], LogLine] = {}
    suite = None
    for line in lines:
        row = line.row
        if line.kind == "header":
            suite = row["suite"]
            first = heads.setdefault(suite, line)
            if identity(row) != identity(first.row):
                what = f"is a header of another run than line {first.number}"
                _refuse(path, line.number, what, _OWN_FILE)
        elif suite is None:
            _refuse(path, line.number, "has no header before it", _RESTORE)
        elif line.kind == "run" and row["suite"] != suite:
            _refuse(path, line.number, f"is a row of {quoted(row['suite'])}, but the header before "
                    f"it is of {quoted(suite)}", _RESTORE)  # fmt: skip
        elif line.kind == "run":
            key = (suite, row["instance"], row["contestant"])
            same = rows.setdefault(key, line)
            if same is not line:
                what = f"has the same board and contestant as line {same.number}"
                _refuse(path, line.number, what, f"Remove one of them. {_OWN_FILE}")
        if line.kind == "end":
            row["suite"] = suite
    return lines


def read_header(path: Path) -> dict[str, Any] | None:
    """The first line of a log; None for an empty file. Raises as `read_log` does."""
    first = next(_lines(path), None)
    return first.row if first is not None and first.kind == "header" else None


def _lines(path: Path) -> Iterator[LogLine]:
    try:
        with path.open("rb") as stream:
            yield from _lines_of(stream, path)
    except FileNotFoundError:
        raise NotationError(
            f"file {str(path)!r} does not exist; expected a log that `taquin bench` wrote."
        ) from None
    except OSError as error:
        raise NotationError(
            f"file {str(path)!r} cannot be read: {error.strerror or error}."
        ) from None


def _lines_of(stream: BinaryIO, path: Path) -> Iterator[LogLine]:
    number = total = 0
    while raw := stream.readline(_LONGEST_LINE + 1):
        number += 1
        total += len(raw)
        if len(raw) > _LONGEST_LINE:
            _refuse(path, number, f"has more than {_LONGEST_LINE:,} bytes, or never ends")
        if total > _LONGEST_LOG:
            raise NotationError(
                f"file {str(path)!r} has more than {_LONGEST_LOG:,} bytes, or never ends. "
                f"{_EXPECTED}. Split a longer log, and give each part its header."
            )
        ended = raw.endswith(b"\n")
        try:
            yield _line(raw, number, path, ended=ended)
        except NotationError:
            if ended:
                raise
            # A run that was killed leaves half a line; a whole line that is wrong is no such half.
            if _is_json(raw):
                raise


def _is_json(raw: bytes) -> bool:
    try:
        json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return True


def _line(raw: bytes, number: int, path: Path, *, ended: bool) -> LogLine:
    try:
        row = json.loads(raw, parse_constant=_no_constant)
        if not isinstance(row, dict):
            raise WrongField("it is not an object with named fields")
        _ANY_LINE.check(row)
        whole = is_whole(row)
        if whole is False:
            _refuse(path, number, "was changed after taquin wrote it: its digest does not fit",
                    "Restore the line, or use another file.")  # fmt: skip
        _KINDS[row["kind"]].check(row)
        if row["kind"] == "run":
            _check_end(row)
            row["disagrees"] = disagreements(row)
    except NotationError:
        raise
    except WrongField as error:
        _refuse(path, number, f"is not a row of a benchmark log ({error})")
    except (ValueError, RecursionError):
        _refuse(path, number, "is not a row of a benchmark log (it is not JSON)")
    return LogLine(number, row, len(raw), whole is not None, ended)


def _check_end(row: Mapping[str, Any]) -> None:
    """Raise WrongField if status, cost and proof contradict each other."""
    if row["status"] == "solved" and row["cost"] is None:
        raise WrongField("status is solved, but cost is null")
    if row["status"] == "limit" and row["limit"] is None:
        raise WrongField("status is limit, but limit is null")
    bound = row.get("lower_bound")
    if row["status"] == "solved" and bound is not None and bound > row["cost"]:
        raise WrongField(f"lower_bound is {bound}, but cost is {row['cost']}")


def _no_constant(name: str) -> NoReturn:
    raise WrongField(f"{name} is not a number of JSON")


def _refuse(path: Path, number: int, what: str, then: str = f"{_EXPECTED}.") -> NoReturn:
    raise NotationError(f"file {str(path)!r}, line {number}, {what}. {then}")
