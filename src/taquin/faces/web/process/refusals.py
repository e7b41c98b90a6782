"""Why the server refuses a request: one format for all its errors."""

import errno

from taquin.ground.errors import (
    ContractError,
    FolderError,
    NotationError,
    OptionError,
    TableError,
    TaquinError,
    UnknownName,
)
from taquin.ground.heard import RefusalSentence, RemedySentence
from taquin.ground.sentences import said

__all__ = ["Refusal", "busy", "defect", "failure", "killed", "refusal_of", "visible"]


class Refusal(Exception):
    """A request that is not fulfilled. kind: one word; retry_after: seconds, if waiting helps.

    status is the HTTP status: 400 unreadable, 404 unknown, 409 not now, 413 too large, 422
    invalid, 429 too many requests, 503 too busy.
    """

    def __init__(
        self, status: int, kind: str, message: str, hint: str, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        # A body may contain halves of a surrogate pair, which no answer can.
        sendable = message.encode("utf-8", "backslashreplace").decode()
        self.status, self.kind, self.message, self.hint = status, kind, sendable, hint
        self.retry_after = retry_after

    def as_dict(self) -> dict[str, object]:
        """The body of the response."""
        return {"error": {"kind": self.kind, "message": self.message, "hint": self.hint}}


_KINDS: tuple[tuple[type[TaquinError], str, str], ...] = (
    (NotationError, "notation", RemedySentence.BOARD),
    (UnknownName, "unknown_name", RemedySentence.NAMES),
    (OptionError, "option", RemedySentence.NAMES),
    (ContractError, "defect", RemedySentence.REPORT),
)
# What is not the visitor's fault, by kind: the message and what to do. Nothing else of such an
# error may leave the server: its text may name files of the machine, or be of unknown origin.
_OURS: dict[str, tuple[str, str]] = {
    "table": (RefusalSentence.TABLE, RemedySentence.OTHER_HEURISTIC),
    "plug_in": (RefusalSentence.PLUG_IN, RemedySentence.OTHER_SEARCH),
    "full": (RefusalSentence.FULL, RemedySentence.LATER),
    "large": (RefusalSentence.LARGE, RemedySentence.LESS),
    "server": (RefusalSentence.SERVER, RemedySentence.LATER),
    "defect": (RefusalSentence.DEFECT, RemedySentence.REPORT),
}
_FULL = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EFBIG: "large"}
_KILLED = {
    "time": ("time", RefusalSentence.TIME, RemedySentence.IF_BUSY),
    "memory": ("memory", RefusalSentence.MEMORY, RemedySentence.SMALLER),
    None: ("defect", RefusalSentence.ENDED, RemedySentence.IF_RECURS),
}


def visible(error: BaseException, *, plug_in: bool = False) -> tuple[str, str]:
    """What a visitor may learn of an error: the name of its type in `_KINDS` or a kind, a message.

    plug_in: whether a plug-in took part; its errors name its file. An error that is not the
    visitor's to see becomes a kind and an empty message; `failure` has the words for it.
    """
    if isinstance(error, MemoryError):
        return "MemoryError", ""
    if plug_in:
        return "plug_in", ""
    if isinstance(error, TaquinError):
        if error.private:
            return _private(error), ""
        # `failure` knows a type by its name, and some are kinds of those.
        types = (kind for kind, _, _ in _KINDS if isinstance(error, kind))
        return next(types, type(error)).__name__, str(error)
    if isinstance(error, OSError):
        return _FULL.get(error.errno or 0, "server"), ""
    return ("server" if isinstance(error, ImportError) else "defect"), ""


def _private(error: TaquinError) -> str:
    """The kind of an error whose text names files of this machine."""
    kinds = ((TableError, "table"), (FolderError, "server"))
    return next((kind for error_type, kind in kinds if isinstance(error, error_type)), "plug_in")


def refusal_of(error: TaquinError) -> Refusal:
    """The refusal that a library error becomes."""
    if error.private:
        kind = _private(error)
        return Refusal(422, kind, *_OURS[kind])
    kind, hint = next(
        ((k, h) for t, k, h in _KINDS if isinstance(error, t)), ("input", RemedySentence.CORRECT)
    )
    return Refusal(422, kind, str(error), hint)


def defect() -> Refusal:
    """The refusal of a request on which the server itself fails."""
    return Refusal(500, "defect", RefusalSentence.FAILED, RemedySentence.REPORT_REQUEST)


def busy(kind: str, message: str, seconds: int) -> Refusal:
    """The refusal of a busy server, with the seconds to wait before trying again."""
    hint = said(RemedySentence.AGAIN_IN, seconds=seconds)
    return Refusal(503, kind, message, hint, retry_after=seconds)


def failure(name: str, message: str) -> dict[str, str]:
    """The error that a job process reported, from what `visible` gave it."""
    if name == "MemoryError":
        return killed("memory")
    if name in _OURS:
        message, hint = _OURS[name]
        return {
            "kind": "server" if name in ("full", "large") else name,
            "message": message,
            "hint": hint,
        }
    kind, hint = next(
        ((k, h) for t, k, h in _KINDS if t.__name__ == name), ("input", RemedySentence.CORRECT)
    )
    return {"kind": kind, "message": message, "hint": hint}


def killed(by: str | None) -> dict[str, str]:
    """The error of a job whose process was ended: by time, by memory, or by accident."""
    kind, message, hint = _KILLED.get(by, _KILLED[None])
    return {"kind": kind, "message": message, "hint": hint}
