"""The log of a run that may be interrupted: JSON lines, which a later run continues."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taquin.faces.cli.seal import is_whole, tell_undigested
from taquin.ground.errors import NotationError, OptionError
from taquin.ground.ownership import open_output

__all__ = ["head_of", "rows_so_far"]


def head_of(output: Path) -> dict[str, Any] | None:
    """The header of a log; None if there is none yet."""
    if not output.is_file():
        return None
    for raw in _raw_lines(output):
        try:
            head = json.loads(raw)
        except (ValueError, RecursionError):
            return None
        return head if isinstance(head, dict) and head.get("kind") == "header" else None
    return None


def rows_so_far(output: Path, head: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of an earlier run of the same suite; a half-written last line is removed."""
    if not output.exists() or not output.stat().st_size:
        return []
    rows: list[dict[str, Any]] = []
    complete_bytes = undigested = 0
    for number, raw in enumerate(_raw_lines(output), start=1):
        try:
            row = json.loads(raw)
            kind = row["kind"]
            whole = is_whole(row)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise NotationError(
                f"{str(output)!r}, line {number}, is not a row of a benchmark log."
            ) from None
        if kind == "header" and any(
            _identity(row)[key] != value for key, value in _identity(head).items()
        ):
            raise OptionError(
                f"{str(output)!r} is a log of {row['suite']} with seed {row['settings']['seed']} "
                f"and {row['time_limit']:g} s per board; --resume needs the same. Choose another "
                "--out."
            )
        if whole is False:
            raise NotationError(
                f"{str(output)!r}, line {number}, was changed after taquin wrote it: its digest "
                "does not fit. Restore the line, or choose another --out."
            )
        undigested += whole is None
        complete_bytes += len(raw)
        if kind == "run":
            rows.append(row)
    tell_undigested(output, undigested)
    with open(output, "rb+", opener=open_output) as stream:
        stream.truncate(complete_bytes)
    return rows


def _identity(head: dict[str, Any]) -> dict[str, Any]:
    return {
        "suite": head["suite"],
        "seed": head["settings"]["seed"],
        "time_limit": head["time_limit"],
        "engine": head["settings"]["engine"],
    }


def _raw_lines(output: Path) -> Iterator[bytes]:
    for raw in output.read_bytes().splitlines(keepends=True):
        if not raw.endswith(b"\n"):
            return
        yield raw
