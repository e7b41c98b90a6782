"""Text in and out: boards from standard input or files, answers into files."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taquin.errors import NotationError, OptionError

__all__ = ["OutputFile", "read_board_text", "read_file"]

_MOST_BYTES = 16_000_000  # 100x100 boards have 50,000
_FILE_NAME = re.compile(r"[\w./\\~-]*\.[A-Za-z]\w*", re.ASCII)


def read_board_text(words: tuple[str, ...]) -> str:
    """The board's text: the words themselves, standard input for ``-``, a file for ``@FILE``."""
    text = " ".join(words)
    if text == "-":
        return read_file("-")
    if text.startswith("@"):
        return read_file(text[1:])
    if len(text) < 256 and _FILE_NAME.fullmatch(text):
        known = "is a file" if Path(text).is_file() else "looks like the name of a file"
        raise NotationError(f"{text!r} {known}; to read the board in it write @{text}.")
    return text


def read_file(path: str, *, most: int | None = _MOST_BYTES) -> str:
    """The text of a file, or of standard input for ``-``; a clear error for anything unreadable.

    most: bytes beyond which it is refused, so that what never ends (/dev/zero) is not read for
    ever; None for a file of our own making.
    """
    where = "standard input" if path == "-" else f"file {path!r}"
    if not path:
        raise NotationError("@ without a name; expected @FILE, a text file of boards.")
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
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{where} is not UTF-8 text (byte {error.start + 1}); expected boards as text."
        ) from None
    if "\0" in text:
        raise NotationError(f"{where} contains NUL bytes; expected boards as text.")
    return text


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
