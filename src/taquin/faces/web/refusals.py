"""Why the server does not do what was asked: one shape for every error it answers with."""

from taquin.errors import ContractError, NotationError, OptionError, TaquinError, UnknownName

__all__ = ["Refusal", "busy", "failure", "killed", "refusal_of"]


class Refusal(Exception):
    """An answer other than the one asked for. kind: one word; retry_after: seconds, where it helps.

    status is that of HTTP: 400 unreadable, 404 unknown, 409 not now, 413 too large, 422 no
    meaning, 429 too often, 503 too busy.
    """

    def __init__(
        self, status: int, kind: str, message: str, hint: str, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.hint = status, kind, message, hint
        self.retry_after = retry_after

    def as_dict(self) -> dict[str, object]:
        """The body of the answer."""
        return {"error": {"kind": self.kind, "message": self.message, "hint": self.hint}}


_BOARD = "A board is its rows with 0 for the blank, as in 7 0 2/8 5 3/6 1 4; see /api/docs."
_NAMES = "GET /api/catalogue lists every name and every option."
_KINDS: tuple[tuple[type[TaquinError], str, str], ...] = (
    (NotationError, "notation", _BOARD),
    (UnknownName, "unknown_name", _NAMES),
    (OptionError, "option", _NAMES),
    (ContractError, "defect", "Please report it with the board and the search."),
)
_OTHER = "Change what the message names and ask again."
_SMALLER = "Choose a search that keeps fewer states, such as idastar, or a smaller board."
_KILLED = {
    "time": (
        "time",
        "The job did not end in time.",
        "Run it again if the server was busy or compiling, else ask for a smaller board.",
    ),
    "memory": ("memory", "The job used more memory than it may here.", _SMALLER),
    None: ("defect", "The job's process ended without an answer.", "Try again, then report it."),
}


def refusal_of(error: TaquinError) -> Refusal:
    """The refusal that a library error becomes."""
    kind, hint = next(((k, h) for t, k, h in _KINDS if isinstance(error, t)), ("input", _OTHER))
    return Refusal(422, kind, str(error), hint)


def busy(kind: str, message: str, seconds: int) -> Refusal:
    """The refusal of a server that has enough to do, with the seconds after which to ask again."""
    return Refusal(503, kind, message, f"Try again in {seconds} s.", retry_after=seconds)


def failure(name: str, message: str) -> dict[str, str]:
    """The error that a job process told by the name of its type."""
    if name == "MemoryError":
        return killed("memory")
    kind, hint = next(((k, h) for t, k, h in _KINDS if t.__name__ == name), ("input", _OTHER))
    if name == "Defect":
        kind, hint = "defect", "This is a defect of taquin. Please report it."
    return {"kind": kind, "message": message, "hint": hint}


def killed(by: str | None) -> dict[str, str]:
    """The error of a job whose process was ended: by its time, its memory, or by accident."""
    kind, message, hint = _KILLED.get(by, _KILLED[None])
    return {"kind": kind, "message": message, "hint": hint}
