"""The log of a run that may be interrupted: JSON lines, which a later run continues."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.faces.cli.undigested import tell_undigested
from taquin.ground.errors import OptionError
from taquin.ground.ownership import open_output

if TYPE_CHECKING:
    from taquin.bench.suite import Contestant, SuiteTask

__all__ = ["head_of", "rows_so_far"]


def head_of(output: Path) -> dict[str, Any] | None:
    """The header of a log; None if there is none yet."""
    from taquin.bench.log import read_header

    return read_header(output) if output.is_file() else None


def rows_so_far(
    output: Path, head: dict[str, Any], work: "Sequence[tuple[SuiteTask, Contestant]]"
) -> list[dict[str, Any]]:
    """The rows of an earlier run of the same suite; a half-written last line is removed.

    work: the boards, with their searches. Raises NotationError for what is not a log, and
    OptionError for a log of another run or of other boards.
    """
    from taquin.bench.log import identity, read_log

    if not output.exists() or not output.stat().st_size:
        return []
    lines = [line for line in read_log(output) if line.ended]
    boards = {task.name: task.board for task, _ in work}
    for line in lines:
        row = line.row
        if line.kind == "header" and identity(row) != identity(head):
            raise OptionError(
                f"{str(output)!r} is a log of {row['suite']:.100} with seed "
                f"{row['settings']['seed']} and {row['time_limit']:g} s per board; --resume needs "
                "the same. Choose another --out."
            )
        if line.kind == "run" and boards.get(row["instance"], row["board"]) != row["board"]:
            raise OptionError(
                f"{str(output)!r} has another board as {row['instance']:.100}; --resume needs the "
                "same boards. Choose another --out."
            )
    tell_undigested(output, sum(not line.checked for line in lines))
    with open(output, "rb+", opener=open_output) as stream:
        stream.truncate(sum(line.size for line in lines))
    return [line.row for line in lines if line.kind == "run"]
