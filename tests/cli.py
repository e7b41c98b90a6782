"""Runs the command in the process of the test."""

import contextlib
import io
import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from taquin.faces.cli.main import run


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


class _Input:
    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)

    def isatty(self) -> bool:
        return False

    def close(self) -> None:
        """A worker process closes its standard input."""


def taquin(*arguments: str | Sequence[str], stdin: bytes = b"") -> Ran:
    """Run `taquin ARGUMENTS`; returns exit status, stdout and stderr."""
    given = [word for a in arguments for word in ([a] if isinstance(a, str) else a)]
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = _Input(stdin)  # type: ignore[assignment]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(given)
    finally:
        sys.stdin = before
    # Whether anything must be compiled depends on what ran before on this machine.
    said = err.getvalue().splitlines(keepends=True)
    messages = "".join(line for line in said if not line.startswith("taquin: compiling"))
    return Ran(status, out.getvalue(), messages)
