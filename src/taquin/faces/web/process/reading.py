"""The reader's process: reads one question after another, so that the server's own loop need not.

Reading takes up to some milliseconds, and more if a user finds a question that nobody thought of;
meanwhile every visitor of a server with one event loop would wait.
"""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from taquin.faces.web.process.failures import FailureLog, failure_text, log_line
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.question import JobRequest, Search, read_question
from taquin.faces.web.process.refusals import Refusal, defect, refusal_of
from taquin.ground.errors import TaquinError

__all__ = ["read_questions"]

_FIRST = asdict(JobRequest("solve", "korf100:1"))


def read_questions(asking: int, said: int, limits: ServerLimits) -> None:
    """Read questions from the pipe `asking` until it ends; write each one's reading to `said`.

    Both are lines of JSON; the first that is written is of kind `ready`. A question has the fields
    of `JobRequest`. Its reading is of kind `question` and has the fields of `Question`, or of kind
    `refused` and has a refusal's.
    """
    with os.fdopen(asking, "rb") as questions, os.fdopen(said, "wb", buffering=0) as readings:
        failures = FailureLog()
        _reading(_FIRST, limits, failures)  # loads what every question needs
        readings.write(b'{"kind":"ready"}\n')
        for line in questions:
            read = _reading(json.loads(line), limits, failures)
            reading = json.dumps(read, separators=(",", ":"))
            readings.write(reading.encode() + b"\n")


def _reading(
    fields: Mapping[str, Any], limits: ServerLimits, failures: FailureLog
) -> dict[str, Any]:
    searches = tuple(Search(**search) for search in fields["searches"])
    try:
        question = read_question(JobRequest(**{**fields, "searches": searches}), limits)
    except TaquinError as error:
        if error.private:
            _log(error, failures)
        return _refused(refusal_of(error))
    except Exception as error:
        _log(error, failures)  # visitors learn nothing of the program's inside
        return _refused(defect())
    return {"kind": "question", "question": asdict(question)}


def _refused(refusal: Refusal) -> dict[str, Any]:
    return {"kind": "refused", "status": refusal.status, **refusal.as_dict()}


def _log(error: Exception, failures: FailureLog) -> None:
    """Print a failure to the server's log, the first few of each minute in full."""
    now = time.monotonic()
    shown, hidden = failures.shows(now), failures.report(now)
    failures.failed(now, shown=shown)
    if hidden is not None:
        log_line(hidden)
    if shown:
        log_line(failure_text(error))
