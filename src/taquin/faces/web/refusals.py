"""Why the server does not do what was asked: one shape for every error it answers with."""

from taquin.errors import ContractError, NotationError, OptionError, TaquinError, UnknownName

__all__ = ["Refusal", "refusal_of"]


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
_BY_NAME = {
    "MemoryError": (
        "memory",
        "The search needs more memory than a job may use here.",
        "Choose a search that keeps fewer states, such as idastar, or a smaller board.",
    ),
    "Defect": ("defect", "", "This is a defect of taquin. Please report it."),
}


def refusal_of(error: TaquinError) -> Refusal:
    """The refusal that a library error becomes."""
    kind, hint = next(((k, h) for t, k, h in _KINDS if isinstance(error, t)), ("input", _OTHER))
    return Refusal(422, kind, str(error), hint)


def failure(name: str, message: str) -> dict[str, object]:
    """The body of an error that a job process told by the name of its type."""
    if name in _BY_NAME:
        kind, words, hint = _BY_NAME[name]
        return {"kind": kind, "message": words or message, "hint": hint}
    kind, hint = next(((k, h) for t, k, h in _KINDS if t.__name__ == name), ("input", _OTHER))
    return {"kind": kind, "message": message, "hint": hint}
