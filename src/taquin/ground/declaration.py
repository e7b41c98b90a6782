"""Users' functions, checked when they are declared: owner, source line and parameters.

A mistake in a declaration is reported at once, with the file and line of the function, and not
later by the search that calls it.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from taquin.ground.errors import OptionError

__all__ = ["check_parameters", "is_ours", "located"]

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def is_ours(thing: object) -> bool:
    """Whether a function or object is part of taquin, not of a plug-in or a user's program."""
    module = getattr(thing, "__module__", None) or type(thing).__module__
    return str(module).partition(".")[0] == "taquin"


def located(words: str, function: object) -> str:
    """Words such as ``algorithm mine``, after the file and line of a user's function."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    if code is None or is_ours(function):
        return words
    return f"{code.co_filename}, line {code.co_firstlineno}: {words}"


def check_parameters(
    what: str,
    function: Callable[..., Any],
    wanted: Sequence[str],
    *,
    because: str = "",
    options: bool = False,
) -> None:
    """Raise OptionError unless `function` can be called with `wanted`, one argument each.

    what: the function's kind and name, for the message. because: why these arguments are wanted,
    if that depends on the declaration. options: keyword-only parameters are options; a positional
    parameter with a default is an error, because no option could set it.
    """
    if not callable(function):
        raise OptionError(f"{what} is {function!r:.60}; expected a function.")
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C, without a signature
        return
    form = f"({', '.join(wanted)})"
    positional = [one for one in parameters if one.kind in _POSITIONAL]
    needed = [one.name for one in positional if one.default is one.empty]
    open_ended = any(one.kind is one.VAR_POSITIONAL for one in parameters)
    if len(needed) > len(wanted) or (len(positional) < len(wanted) and not open_ended):
        taken = ", ".join(one.name for one in positional)
        raise OptionError(f"{what} takes ({taken}); expected {form}{because}.")
    for one in parameters:
        if one.kind is one.VAR_KEYWORD:
            raise OptionError(
                f"{what} accepts **{one.name}, which would hide misspelt options; declare each "
                f"option by name, as in {form[:-1]}, *, depth: int = 10)."
            )
        if one.kind is one.KEYWORD_ONLY and one.default is one.empty and not options:
            raise OptionError(
                f"{what} requires {one.name}, which taquin never passes; give it a default or "
                "remove it."
            )
    for one in positional[len(wanted) :]:
        if options:
            raise OptionError(
                f"parameter {one.name} of {what} is positional; options come after a star, as in "
                f"{form[:-1]}, *, {one.name}: int = {one.default!r:.20})."
            )
