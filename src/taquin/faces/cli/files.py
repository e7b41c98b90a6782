"""Text in and out: boards from standard input or files, answers into files."""

import codecs
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from taquin.errors import NotationError, OptionError

__all__ = [
    "Line",
    "OutputFile",
    "check_not_read",
    "check_output",
    "read_board_text",
    "read_file",
    "read_lines",
]

_MOST_BYTES = 16_000_000  # 100x100 boards have 50,000
_FILE_NAME = re.compile(r"[\w./\\~-]*\.[A-Za-z]\w*", re.ASCII)


def read_board_text(words: tuple[str, ...]) -> str:
    """The board's text: the words themselves, standard input for ``-``, a file for ``@FILE``."""
    text = " ".join(words)
    if text == "-":
        return read_file("-")
    if text == "@":
        raise NotationError("@ without a name; expected @FILE, a text file of boards.")
    if text.startswith("@"):
        return read_file(text[1:])
    if len(text) < 256 and _FILE_NAME.fullmatch(text):
        known = "is a file" if Path(text).is_file() else "looks like the name of a file"
        raise NotationError(f"{text!r} {known}; to read the board in it write @{text}.")
    return text


def read_file(path: str, *, most: int | None = _MOST_BYTES) -> str:
    """The text of a file, or of standard input for ``-``; a clear error for anything unreadable.

    The text is UTF-8, or UTF-16 with a byte order mark. most: bytes beyond which it is refused, so
    that what never ends (/dev/zero) is not read for ever; None for a file of our own making.
    """
    where, raw = _read(path, most)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{where} is not UTF-8 text (byte {error.start + 1}); expected boards as text."
        ) from None


class Line(NamedTuple):
    """A line of a file: its number from 1, its text, and why that is no text, if it is none."""

    number: int
    text: str
    problem: str | None = None


def read_lines(path: str, *, most: int) -> Iterator[Line]:
    """The lines of a file, or of standard input; one that is not UTF-8 spoils no other.

    Of such a line the text has ``\\xe9`` for each byte that stands for no character. Raises
    NotationError for a file that is no text at all.
    """
    _, raw = _read(path, most)
    for number, line in enumerate(raw.splitlines(), start=1):
        try:
            yield Line(number, line.decode())
        except UnicodeDecodeError as error:
            yield Line(
                number,
                line.decode(errors="backslashreplace"),
                f"byte {error.start + 1} (0x{line[error.start]:02x}) is not UTF-8 text; save the "
                "file as UTF-8.",
            )


def _read(path: str, most: int | None) -> tuple[str, bytes]:
    """What to call a file in messages, and what it holds, as UTF-8 without a byte order mark."""
    where = "standard input" if path == "-" else f"file {path!r:.250}"
    if not path.strip():
        raise NotationError("the name of the file is empty; expected a text file of boards.")
    if path == "-" and sys.stdin is None:
        raise NotationError("standard input is closed; expected boards as text.")
    try:
        size = -1 if most is None else most + 1
        if path == "-":
            raw = sys.stdin.buffer.read(size)
        else:
            with Path(path).open("rb") as stream:
                raw = stream.read(size)
    except IsADirectoryError:
        raise NotationError(f"{where} is a directory; expected a text file of boards.") from None
    except FileNotFoundError:
        raise NotationError(f"{where} does not exist; expected a text file of boards.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"{where} cannot be read: {reason}.") from None
    if most is not None and len(raw) > most:
        raise NotationError(
            f"{where} holds more than {most // 10**6} MB, or never ends; expected boards as text, "
            "in smaller pieces."
        )
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as PowerShell's > writes
        with suppress(UnicodeDecodeError):
            raw = raw.decode("utf-16").encode()
    if b"\0" in raw:
        raise NotationError(
            f"{where} is not UTF-8 text: it contains NUL bytes. Expected boards as text; if an "
            "editor or a spreadsheet wrote the file, save it as UTF-8."
        )
    return where, raw.removeprefix(codecs.BOM_UTF8)


def check_output(option: str, path: Path | None, *, resume: bool, overwrite: bool) -> None:
    """Raise OptionError unless the file that an `option` names is free or meant to be changed."""
    if resume and overwrite:
        raise OptionError(f"--resume keeps what {option} holds, --overwrite replaces it; give one.")
    if path is None:
        if resume or overwrite:
            name = "--resume" if resume else "--overwrite"
            raise OptionError(f"{name} needs {option} FILE, the file that is meant.")
    elif resume and path.exists() and not path.is_file():
        raise OptionError(
            f"{option} {str(path)!r} is not a regular file, so --resume cannot continue it; leave "
            "--resume out or name a file."
        )
    elif not resume and not overwrite and path.is_file() and path.stat().st_size:
        raise OptionError(
            f"{option} {str(path)!r} is not empty, and results are not overwritten unasked: give "
            "--resume to continue it, --overwrite to replace it, or another name."
        )


def check_not_read(option: str, output: Path, files: Iterable[str]) -> None:
    """Raise OptionError if the output is one of the files that are read, ``-`` standard input."""
    if output.exists() and any(_same(output, file) for file in files):
        raise OptionError(
            f"{option} {str(output)!r} is a file that this command reads, which would be lost; "
            "choose another name."
        )


def _same(output: Path, file: str) -> bool:
    """Whether that file is read from there, by its name or as standard input."""
    try:
        if file != "-":
            return output.samefile(file)
        read = os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # no such file, or an input without a number
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, output.stat())


class OutputFile:
    """A text file to write to, whose failures are errors that name it; a context manager."""

    def __init__(self, what: str, path: Path, *, append: bool = False) -> None:
        """Open at once; `what` is its name in messages."""
        self._what = f"{what} {str(path)!r}"
        with self._named():
            self._stream = path.open("a" if append else "w", encoding="utf-8")

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OptionError(f"{self._what} cannot be written: {error.strerror}.") from None

    def write(self, text: str) -> int:
        """Write, as a text stream does."""
        with self._named():
            return self._stream.write(text)

    def flush(self) -> None:
        """Hand everything over to the system."""
        with self._named():
            self._stream.flush()

    def __enter__(self) -> "OutputFile":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            with self._named():
                self._stream.close()
        else:
            with suppress(OSError):  # the first failure is the one to tell
                self._stream.close()
