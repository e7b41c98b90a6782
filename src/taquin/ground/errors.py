"""Every error that taquin raises deliberately, and the exit codes of its command.

::

    TaquinError
    ├── NotationError      (ValueError)    text or cells that are not a board, goal, move list, …
    ├── MoveError          (ValueError)    a move that is illegal on this board
    ├── OptionError        (ValueError)    a value or combination of options that has no meaning
    │   ├── NoRoom                         a table that fits neither in memory nor on the disk
    │   └── NoWay                          a board from which a table knows no way
    ├── UnknownName        (KeyError)      a name that no registry contains
    ├── UnsolvableError    (ValueError)    proved: no sequence of moves reaches the goal
    ├── LimitReached       (RuntimeError)  a time, memory, expansion or depth limit was reached
    ├── TableError         (OSError)       a stored file is missing or cannot be written
    │   └── DamagedFile                    a file of taquin's is damaged or of another version
    ├── FolderError        (RuntimeError)  other users can change a folder that taquin must trust
    ├── ContractError      (AssertionError) a plug-in broke a promise it declared
    ├── ClusterError       (RuntimeError)  a cluster cannot be reached or used
    │   └── ClusterLost                    a cluster was lost in the middle of the work
    └── MissingExtra       (ImportError)   an optional dependency is not installed

A message says what was given, what was expected, and what to do next.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import islice
from math import log10
from typing import TYPE_CHECKING, Any

from taquin.ground.grammar import an

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "ClusterError",
    "ClusterLost",
    "ContractError",
    "DamagedFile",
    "ExitCode",
    "FolderError",
    "LimitReached",
    "MissingExtra",
    "MoveError",
    "NoRoom",
    "NoWay",
    "NotationError",
    "OptionError",
    "TableError",
    "TaquinError",
    "UnknownName",
    "UnsolvableError",
    "check_flag",
    "check_function",
    "check_kind",
    "check_listener",
    "check_names",
    "check_text",
    "items_of",
    "named",
    "quoted",
    "shown",
    "text_of",
    "worst",
]


_LONGEST_NAME = 100
_LONGEST_TEXT = 2000  # characters of another program's error that are quoted


class ExitCode(IntEnum):
    """What the command's exit status means."""

    DONE = 0
    DEFECT = 1
    USAGE = 2
    UNSOLVABLE = 3
    LIMIT = 4
    INCOMPLETE = 5
    REFUTED = 6  # what was claimed does not hold
    INTERRUPTED = 130


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """A single exit status for several outcomes; DONE if there are none.

    Interruption comes first, because the work is not complete; then an internal error, any other
    error, a claim that does not hold, and a result that is proved, stopped or left open, in that
    order.
    """
    found = set(codes)
    return next((code for code in _WORST_FIRST if code in found), ExitCode.DONE)


_WORST_FIRST = (
    ExitCode.INTERRUPTED,
    ExitCode.DEFECT,
    ExitCode.USAGE,
    ExitCode.REFUTED,
    ExitCode.UNSOLVABLE,
    ExitCode.LIMIT,
    ExitCode.INCOMPLETE,
)


class TaquinError(Exception):
    """Root of the tree; the command exits with `exit_code` if the error ends it.

    private: whether the message may name files of this machine; a server logs such a message and
    tells its visitors less.
    """

    exit_code = ExitCode.USAGE
    private = False


class NotationError(TaquinError, ValueError):
    """Text or cells that do not describe a board, goal, move list, and so on."""


class MoveError(TaquinError, ValueError):
    """A move that the board does not allow."""


class OptionError(TaquinError, ValueError):
    """An option whose value, or whose combination with others, has no meaning."""


class NoRoom(OptionError):
    """A table needs more memory, or disk space, than there is.

    needed: bytes of memory with which it could be built.
    """

    def __init__(self, text: str, needed: int = 0) -> None:
        super().__init__(text)
        self.needed = needed


class NoWay(OptionError):
    """A table knows no way from a board to the goal: it is unsolvable, or the table is wrong."""


class UnknownName(TaquinError, KeyError):
    """A name that no registry contains."""

    __str__ = Exception.__str__  # a KeyError would show its message in quotes


class UnsolvableError(TaquinError, ValueError):
    """No sequence of moves leads from the board to the goal, and that is proved."""

    exit_code = ExitCode.UNSOLVABLE


class LimitReached(TaquinError, RuntimeError):
    """A limit on time, memory, expansions or depth ended the work."""

    exit_code = ExitCode.LIMIT


class TableError(TaquinError, OSError):
    """A stored table is missing, damaged, of another version, or cannot be written."""

    private = True


class DamagedFile(TableError):
    """A file that taquin wrote is not as it was written, or another version of taquin wrote it.

    path: the file.   what: what is wrong with it, as in "is empty"; the message also has the remedy
    outdated: whether it is of an older version.
    """

    def __init__(self, text: str, path: "Path", what: str, *, outdated: bool = False) -> None:
        super().__init__(text)
        self.path, self.what, self.outdated = path, what, outdated

    def __reduce__(self) -> tuple[type["DamagedFile"], tuple[str, "Path", str], dict[str, bool]]:
        return type(self), (str(self), self.path, self.what), {"outdated": self.outdated}


class FolderError(TaquinError, RuntimeError):
    """Other users can change a folder whose contents taquin runs or overwrites.

    No OSError: code that copes with a folder it cannot write to must not take this for one.
    """

    private = True


class ContractError(TaquinError, AssertionError):
    """A heuristic, algorithm or topology broke a promise that it declared."""

    exit_code = ExitCode.DEFECT


class ClusterError(TaquinError, RuntimeError):
    """A cluster cannot be reached, or none of its workers can be used."""


class ClusterLost(ClusterError):
    """A cluster's scheduler, or its last worker, was lost in the middle of the work."""

    exit_code = ExitCode.LIMIT


class MissingExtra(TaquinError, ImportError):
    """An optional dependency is needed and not installed."""


def shown(value: object, most: int = 60) -> str:
    """A value as messages quote it without quotes: see `quoted`.

    >>> shown("heavy"), shown(10**400)
    ('heavy', 'a number of 401 digits')
    """
    text = value[:most] if isinstance(value, str) else ""
    return text if text.isprintable() and text else quoted(value, most)


def quoted(value: object, most: int = 60) -> str:
    """The first characters of a value's `repr`: one line of printable text.

    Never fails, whatever a caller has passed.
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number of {int(value.bit_length() * log10(2)) + 1:,} digits"
    if isinstance(value, (str, bytes)):
        value = value[:most]  # what is cut off need not be escaped
    try:
        text = repr(value)[: 4 * most]
        if not text.isprintable():  # an array's has several lines
            text = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
        return text[:most]
    except Exception:  # a list that contains such a number, or itself; a caller's own __repr__
        return an(type(value).__name__)


def check_text(
    name: str, value: object, expected: str, error: type[TaquinError] = NotationError
) -> None:
    """Raise `error` unless the argument `name` is a string."""
    if not isinstance(value, str):
        raise error(f"{name}={quoted(value)}: expected {expected}.")


def check_kind(
    name: str,
    value: object,
    kind: type | tuple[type, ...],
    expected: str,
    error: type[TaquinError] = OptionError,
) -> None:
    """Raise `error` unless the argument `name` is an instance of `kind`."""
    if not isinstance(value, kind):
        raise error(f"{name}={quoted(value)}: expected {expected}.")


def check_flag(name: str, value: object) -> None:
    """Raise OptionError unless a value is true or false, as an array of several values is not."""
    try:
        bool(value)
    except Exception:
        raise OptionError(f"{name}={quoted(value)}: expected True or False.") from None


def items_of(
    name: str,
    value: object,
    expected: str,
    most: int = 1_000_000,
    read: Callable[[Any], Any] | None = None,
) -> list[Any]:
    """The items of an argument; raises OptionError unless it is a row of at most `most`.

    Text is no row, and neither is an array without a dimension. read: applied to each item before
    the next one is taken, so that the first wrong one ends the reading of a row without end.
    """
    try:
        if isinstance(value, (str, bytes)):
            raise TypeError
        items = iter(value)  # type: ignore[call-overload]
    except TypeError:
        raise OptionError(f"{name}={quoted(value)}: expected {expected}.") from None
    found = list(islice(items if read is None else map(read, items), most + 1))
    if len(found) > most:
        raise OptionError(f"{name} has more than {most:,} items; expected {expected}.")
    return found


def check_function(name: str, value: object, example: str) -> None:
    """Raise OptionError unless the argument `name` can be called, or is None."""
    if value is not None and not callable(value):
        raise OptionError(f"{name}={quoted(value)}: expected a function of {example}.")


def check_listener(name: str, value: object, example: str, given: int = 1) -> None:
    """Raise OptionError unless the argument `name` can be called with `given` values, or is None.

    What has no signature, such as some functions of Python's own, is believed.
    """
    check_function(name, value, example)
    if value is None:
        return
    from inspect import signature

    try:
        taken = signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return
    try:
        taken.bind(*range(given))
    except TypeError as error:
        raise OptionError(
            f"{name}={quoted(value)}: expected a function of {example}; {named(error)}."
        ) from None


def check_names(name: str, value: object, example: str) -> None:
    """Raise OptionError unless the argument `name` is a list, a tuple or another row of names."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise OptionError(f"{name}={quoted(value)}: expected several names, as in [{example!r}].")
    for one in value:
        if not isinstance(one, str):
            raise OptionError(
                f"{name}: {quoted(one)} is not a name; expected one such as {example}."
            )


def named(error: BaseException) -> str:
    """An error's type and text, for messages that quote it; a long text is cut.

    Never fails, whatever the error's own code does.

    >>> named(ValueError(10**5000))
    'ValueError: its text cannot be shown'
    """
    kind = type(error).__name__[:_LONGEST_NAME]
    return f"{kind}: {text_of(error)}".removesuffix(": ")


def text_of(error: BaseException) -> str:
    """An error's text as `named` quotes it."""
    try:
        text = str(error)
    except (Exception, SystemExit):  # its own __str__ is a user's code
        return "its text cannot be shown"
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"
