"""The tables of docs/security.md: every limit of the server, with its figures from the code.

`python -m tests.limits_tables` writes them into the page; then review the diff.
"""

import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from taquin.faces.web.process import limits as limits_module
from taquin.faces.web.process.limits import ServerLimits, local_limits, public_limits

__all__ = ["PAGE", "documented", "page_with_tables"]

PAGE = Path(__file__).parent.parent / "docs" / "security.md"
BEGIN, END = "<!-- {name}: from the code -->\n", "<!-- end of {name} -->"
# The machine for which the figures are: limits grow with its cores and its memory.
CORES, FREE_BYTES = 4, 16 << 30


def _bytes(value: float) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:g} bytes"


def _seconds(value: float) -> str:
    return f"{value / 60:g} min" if value >= 120 else f"{value:g} s"


def _number(value: float) -> str:
    return f"{value:,.15g}"


def _per_second(value: float) -> str:
    return f"{_number(value)} per second"


def _bytes_per_second(value: float) -> str:
    return f"{_bytes(value)} per second"


Write = Callable[[float], str]
TABLES: dict[str, dict[str, tuple[str, Write]]] = {
    "searches": {
        "processes": ("searches that run at the same time", _number),
        "memory": ("memory of a search", _bytes),
        "time_limit": ("time of a search that names no limit", _seconds),
        "longest_time": ("longest time that a search may ask for", _seconds),
        "crowded_seconds": ("time that a search gets even if many others wait, at least", _seconds),
        "most_nodes": ("expansions of a search", _number),
        "smallest_side": ("side of a board, at least", _number),
        "largest_side": ("side of a board, at most", _number),
        "rows": ("searches in a comparison", _number),
        "lines": ("lines and row separators in the text of a board", _number),
        "waiting": ("jobs that may wait, of all visitors", _number),
        "waiting_of_one": ("jobs that may wait, of one tab", _number),
        "jobs_of_address": ("jobs running or waiting, of one address", _number),
        "grace": ("time after which the jobs of a closed tab are ended", _seconds),
        "reading": ("questions that may wait to be read", _number),
        "reading_of_address": ("the same, of one address", _number),
        "reading_seconds": ("time to read a question", _seconds),
        "explaining": ("boards that may wait to be explained", _number),
        "explaining_of_address": ("the same, of one address", _number),
        "explain_seconds": ("time to explain a board", _seconds),
    },
    "answers": {
        "answer_moves": ("moves that an answer lists; the rest is fetched in pages", _number),
        "page_moves": ("moves in a page", _number),
        "traced_nodes": ("expansions of a trace", _number),
        "traced_cap": ("boards that a line of a trace lists", _number),
        "trace_bytes": ("size of a trace", _bytes),
        "scratch_bytes": ("scratch files of all jobs, without those being written", _bytes),
        "kept_jobs": ("ended jobs that are kept", _number),
        "kept_bytes": ("memory for ended jobs", _bytes),
        "kept_seconds": ("time for which an ended job is kept", _seconds),
        "cached_results": ("answers kept for the next visitor who asks the same", _number),
        "cached_bytes": ("memory for these answers", _bytes),
        "unread_bytes": ("answers on their way, of all visitors", _bytes),
        "unread_bytes_of_address": ("answers on their way, of one address", _bytes),
    },
    "connections": {
        "connections": ("open connections", _number),
        "connections_of_address": ("open connections of one address", _number),
        "connecting": ("new connections of one address", _per_second),
        "connecting_burst": ("… after a burst of", _number),
        "requests": ("open requests of one address", _number),
        "streams": ("open event streams", _number),
        "streams_of_address": ("open event streams of one address", _number),
        "clients": ("tabs that the server knows", _number),
        "preferred": ("requests of one address before those of others go first", _per_second),
        "preferred_burst": ("… after a burst of", _number),
        "rate": ("questions of one address; the same again for opening event streams", _per_second),
        "burst": ("… after a burst of", _number),
        "reads": ("other requests of one address below `/api/`", _per_second),
        "reads_burst": ("… after a burst of", _number),
        "files": ("requests of one address for files of the page", _per_second),
        "files_burst": ("… after a burst of", _number),
        "outgoing": ("answers to one address", _bytes_per_second),
        "outgoing_burst": ("… after a burst of", _bytes),
        "body": ("body of a request", _bytes),
        "head_seconds": ("time for the head of a request to arrive", _seconds),
        "body_seconds": ("time for the body of a request to arrive", _seconds),
        "unread_seconds": ("time to accept the next piece of an answer", _seconds),
    },
}


def documented() -> set[str]:
    """The fields of ServerLimits that the tables show."""
    return {name for table in TABLES.values() for name in table}


def _limits() -> tuple[ServerLimits, ServerLimits]:
    """Those of both ways to serve, on the machine of the page."""
    with (
        patch.object(limits_module, "usable_cores", lambda: CORES),
        patch.object(limits_module, "available_bytes", lambda: FREE_BYTES),
    ):
        return local_limits(), public_limits()


def _table(name: str) -> str:
    local, public = _limits()
    rows = ["| Limit | `taquin serve` | with `--public` |", "| --- | ---: | ---: |"]
    for field, (words, write) in TABLES[name].items():
        values = (getattr(limits, field) for limits in (local, public))
        shown = ("none" if value is None else write(value) for value in values)
        rows.append(f"| {' | '.join([words, *shown])} |")
    return "\n".join(rows) + "\n"


def page_with_tables(text: str) -> str:
    """The page's text with all tables as the code has them now."""
    for name in TABLES:
        begin, end = BEGIN.format(name=name), END.format(name=name)
        assert begin in text and end in text, f"docs/security.md lacks the marks of {name}"
        pattern = f"{re.escape(begin)}.*?{re.escape(end)}"
        whole = f"{begin}{_table(name)}{end}"
        text = re.sub(pattern, lambda _, whole=whole: whole, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{PAGE.name}: {len(documented())} limits")
