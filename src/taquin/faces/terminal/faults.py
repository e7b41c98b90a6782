"""What the game says of an error."""

__all__ = ["error_text"]


def error_text(error: BaseException | None) -> str:
    """The message as a sentence of its own; the command's messages go on after its name.

    >>> error_text(ValueError("the board is 30x30; expected at most 20x20."))
    'The board is 30x30; expected at most 20x20.'
    """
    text = str(error)
    return text[:1].upper() + text[1:]
