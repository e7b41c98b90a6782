"""Reads boards from standard input or files, and writes answers to files."""

import codecs
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from taquin.ground.errors import NotationError, OptionError, TaquinError, quoted
from taquin.ground.writing import LineFile, written_whole

__all__ = [
    "Line",
    "OutputFile",
    "check_not_read",
    "check_output",
    "place_of",
    "read_board_text",
    "read_file",
    "read_lines",
    "whole_output",
]

_MAX_BYTES = 16_000_000  # a 100x100 board has 50,000
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")  # bytes of no text
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
        kind = "is a file" if Path(text).is_file() else "looks like a file name"
        raise NotationError(f"{text!r} {kind}; to read the board from it, write @{text}.")
    return text


def read_file(path: str, *, max_bytes: int | None = _MAX_BYTES) -> str:
    """The text of a file, or of standard input for ``-``; raises NotationError if unreadable.

    The text is UTF-8, or UTF-16 with a byte order mark. max_bytes: refuse larger input, so that an
    endless one (/dev/zero) is not read forever; None for a file that taquin wrote.
    """
    return _decoded(*_read(path, max_bytes))


def _decoded(where: str, raw: bytes) -> str:
    """The text of the bytes; raises NotationError if they are not text."""
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{where} is not UTF-8 text (byte {error.start + 1}); expected boards as text."
        ) from None


class Line(NamedTuple):
    """A line of a file, or a board that begins in it.

    number: from 1.   problem: why it is not text, or no board.
    goal: the goal that the file gives with the board; known: its known length. None for none.
    """

    number: int
    text: str
    problem: str | None = None
    goal: str | None = None
    known: int | None = None


def read_lines(path: str, *, max_bytes: int) -> Iterator[Line]:
    """The lines of a file, or of standard input; each line is decoded separately.

    In a line that is not UTF-8, each invalid byte appears as ``\\xe9``. Raises NotationError for
    a file that is not text.
    """
    where, raw = _read(path, max_bytes)
    if _CONTROL.search(raw) or not any(map(_is_text, raw.split())):
        _decoded(where, raw)  # a program or a picture, not lines one of which has a wrong letter
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


def _is_text(word: bytes) -> bool:
    try:
        word.decode()
    except UnicodeDecodeError:
        return False
    return True


def place_of(path: str) -> str:
    """The name of a file, or of standard input for ``-``, in messages."""
    return "standard input" if path == "-" else f"file {quoted(path, 250)}"


def _read(path: str, max_bytes: int | None) -> tuple[str, bytes]:
    """The name of a file in messages, and its content as UTF-8 without a byte order mark."""
    where = place_of(path)
    if not path.strip():
        raise NotationError("the file name is empty; expected a text file of boards.")
    if path == "-" and sys.stdin is None:
        raise NotationError("standard input is closed; expected boards as text.")
    try:
        size = -1 if max_bytes is None else max_bytes + 1
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
    if max_bytes is not None and len(raw) > max_bytes:
        raise NotationError(
            f"{where} contains more than {max_bytes // 10**6} MB, or never ends; expected boards "
            "as text. Split a larger file."
        )
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # written by PowerShell's >
        with suppress(UnicodeDecodeError):
            raw = raw.decode("utf-16").encode()
    if b"\0" in raw:
        raise NotationError(
            f"{where} is not UTF-8 text: it contains NUL bytes. Expected boards as text; if an "
            "editor or a spreadsheet wrote the file, save it as UTF-8."
        )
    return where, raw.removeprefix(codecs.BOM_UTF8)


def check_output(option: str, path: Path | None, *, resume: bool, overwrite: bool) -> None:
    """Raise OptionError if the output file has results and neither flag says what to do."""
    if resume and overwrite:
        raise OptionError(
            f"--resume continues the file of {option}, --overwrite replaces it; give one of them."
        )
    if path is None:
        if resume or overwrite:
            name = "--resume" if resume else "--overwrite"
            raise OptionError(f"{name} needs {option} FILE.")
    elif resume and path.exists() and not path.is_file():
        raise OptionError(
            f"{option} {str(path)!r} is not a regular file, so --resume cannot continue it; leave "
            "--resume out or name a file."
        )
    elif not resume and not overwrite and path.is_file() and path.stat().st_size:
        raise OptionError(
            f"{option} {str(path)!r} is not empty; give --resume to continue it, --overwrite to "
            "replace it, or another file name."
        )


def check_not_read(option: str, output: Path, files: Iterable[str]) -> None:
    """Raise OptionError if the output is one of the input files (``-``: standard input)."""
    if output.exists() and any(_is_output(output, file) for file in files):
        raise OptionError(
            f"{option} {str(output)!r} is a file that this command reads; it would be overwritten. "
            "Choose another name."
        )


def _is_output(output: Path, file: str) -> bool:
    """Whether `file`, a name or ``-`` for standard input, is the output file."""
    try:
        if file != "-":
            return output.samefile(file)
        source = os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # no such file, or no descriptor
        return False
    return stat.S_ISREG(source.st_mode) and os.path.samestat(source, output.stat())


class OutputFile:
    """A file of lines to write to, whose errors name it; a context manager."""

    def __init__(self, what: str, path: Path, *, append: bool = False) -> None:
        """Open the file; `what` describes it in messages."""
        self._what = f"{what} {str(path)!r}"
        with _naming(self._what):
            self._lines = LineFile(path, append=append)

    def write(self, text: str) -> int:
        """Write, as a text stream does."""
        return self._lines.write(text)

    def flush(self) -> None:
        """Store the lines written since the last time."""
        with _naming(self._what):
            self._lines.flush()

    def __enter__(self) -> "OutputFile":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        with _naming(self._what):
            self._lines.__exit__(kind, error, trace)


@contextmanager
def whole_output(what: str, path: Path) -> Iterator[Any]:
    """`taquin.ground.writing.written_whole`, whose errors name the file."""
    with _naming(f"{what} {str(path)!r}"), written_whole(path) as stream:
        yield stream


@contextmanager
def _naming(what: str) -> Iterator[None]:
    try:
        yield
    except TaquinError:
        raise
    except OSError as error:
        raise OptionError(f"{what} cannot be written: {error.strerror or error}.") from None
