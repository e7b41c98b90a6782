"""Why the server refuses a request: one format for all its errors."""

from taquin.errors import ContractError, NotationError, OptionError, TaquinError, UnknownName

__all__ = ["Refusal", "busy", "defect", "failure", "killed", "refusal_of"]


class Refusal(Exception):
    """A request that is not fulfilled. kind: one word; retry_after: seconds, if waiting helps.

    status is the HTTP status: 400 unreadable, 404 unknown, 409 not now, 413 too large, 422
    invalid, 429 too many requests, 503 too busy.
    """

    def __init__(
        self, status: int, kind: str, message: str, hint: str, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.hint = status, kind, message, hint
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


def refusal_of(error: TaquinError) -> Refusal:
    """The refusal that a library error becomes."""
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
    """The error that a job process reported, by the name of its type."""
    if name == "MemoryError":
        return killed("memory")
    kind, hint = next(((k, h) for t, k, h in _KINDS if t.__name__ == name), ("input", _OTHER))
    if name == "Defect":
        kind, hint = "defect", "This is a bug in taquin. Please report it."
    return {"kind": kind, "message": message, "hint": hint}


def killed(by: str | None) -> dict[str, str]:
    """The error of a job whose process was ended: by time, by memory, or by accident."""
    kind, message, hint = _KILLED.get(by, _KILLED[None])
    return {"kind": kind, "message": message, "hint": hint}
