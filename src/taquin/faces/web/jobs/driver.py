"""Follows a process from its launch to its last line; see `process.work` for the lines."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from taquin.faces.web.process.processes import JobProcess
from taquin.faces.web.process.refusals import failure, killed

__all__ = ["Ending", "follow"]

Listener = Callable[[str, Mapping[str, Any]], None]


class Ending(NamedTuple):
    """How a process ended: with a result of so many bytes as JSON, or with an error."""

    result: dict[str, Any] | None
    error: dict[str, str] | None
    size: int = 0


async def follow(
    process: JobProcess, report: Listener | None = None, *, hurry: bool = False
) -> Ending:
    """Read what a process says to its end.

    report: called with the kind and the fields of every notice and progress report.
    hurry: end the process as soon as its result is there.
    Raises ValueError if the output breaks off in the middle of a line.
    """
    result: dict[str, Any] | None = None
    error: dict[str, str] | None = None
    size = 0
    async for message in process.lines():
        match message["kind"]:
            case "result":
                result, size = message["result"], process.heard
                if hurry:
                    process.kill()
                    break
            case "failed":
                error = failure(message["error"], message["message"])
            case "ended":
                error = error or killed(message["by"])
            case kind if report is not None:
                report(kind, {name: value for name, value in message.items() if name != "kind"})
    if result is not None:
        return Ending(result, None, size)
    return Ending(None, error or killed(None))
