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


_BOARD = "Write a board as its rows with 0 for the blank, as in 7 0 2/8 5 3/6 1 4; see /api/docs."
_NAMES = "GET /api/catalogue lists every name and every option."
_KINDS: tuple[tuple[type[TaquinError], str, str], ...] = (
    (NotationError, "notation", _BOARD),
    (UnknownName, "unknown_name", _NAMES),
    (OptionError, "option", _NAMES),
    (ContractError, "defect", "Please report it, with the board and the search."),
)
_OTHER = "Correct the part named in the message and try again."
_LOG = "or tell the operator of this server, whose log says what is wrong."
# What is not the visitor's fault, by kind: the message and what to do. Nothing else of such an
# error may leave the server: its text may name files of the machine, or be of unknown origin.
_OURS = {
    "table": (
        "A pattern database stored on this server cannot be used.",
        f"Choose another heuristic, {_LOG}",
    ),
    "plug_in": ("A plug-in of this server failed.", f"Choose a search without it, {_LOG}"),
    "full": ("The server's disk is full.", f"Try again later, {_LOG}"),
    "large": ("The server may not write a file of that size.", f"Ask for less, {_LOG}"),
    "server": (
        "The server could not load, read or write a part of itself.",
        f"Try again later, {_LOG}",
    ),
    "defect": (
        "A defect in taquin ended the job.",
        "Please report it, with the board and the search.",
    ),
}
_FULL = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EFBIG: "large"}
_SMALLER = "Choose a search that stores fewer states, such as idastar, or a smaller board."
_KILLED = {
    "time": (
        "time",
        "The job did not finish in time.",
        "Run it again if the server was busy or compiling; otherwise choose a smaller board.",
    ),
    "memory": ("memory", "The job exceeded this server's memory limit.", _SMALLER),
    None: (
        "defect",
        "The job's process ended without a result.",
        "Try again, and report it if it recurs.",
    ),
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
    kind, hint = next(((k, h) for t, k, h in _KINDS if isinstance(error, t)), ("input", _OTHER))
    return Refusal(422, kind, str(error), hint)


def defect() -> Refusal:
    """The refusal of a request on which the server itself fails."""
    return Refusal(
        500,
        "defect",
        "the server failed on this request.",
        "This is a bug in taquin. Please report it, with the request.",
    )


def busy(kind: str, message: str, seconds: int) -> Refusal:
    """The refusal of a busy server, with the seconds to wait before trying again."""
    return Refusal(503, kind, message, f"Try again in {seconds} s.", retry_after=seconds)


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
    kind, hint = next(((k, h) for t, k, h in _KINDS if t.__name__ == name), ("input", _OTHER))
    return {"kind": kind, "message": message, "hint": hint}


def killed(by: str | None) -> dict[str, str]:
    """The error of a job whose process was ended: by time, by memory, or by accident."""
    kind, message, hint = _KILLED.get(by, _KILLED[None])
    return {"kind": kind, "message": message, "hint": hint}
