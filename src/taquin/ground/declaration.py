"""Users' functions, checked when they are declared: owner, source line and parameters.

A mistake in a declaration is reported at once, with the file and line of the function, and not
later by the search that calls it.
"""

import inspect
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from taquin.ground.errors import OptionError, quoted

__all__ = ["bound_by_name", "check_parameters", "is_ours", "located"]

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
# Other names of an argument, and the types that annotate it.
_NAMES = {
    "space": {"problem", "state_space", "statespace"},
    "h": {"heuristic", "estimate", "h_forward"},
    "h_back": {"h_backward", "heuristic_back", "back_heuristic"},
    "width": {"w", "columns", "cols"},
    "height": {"h", "rows"},
}
_TYPES = {
    "space": {"StateSpace", "ReversibleSpace", "PuzzleSpace"},
    "monitor": {"Monitor"},
    "h": {"Heuristic", "Estimate"},
    "puzzle": {"Puzzle"},
}


def is_ours(thing: object) -> bool:
    """Whether a function or object is part of taquin, not of a plug-in or a user's program."""
    module = getattr(thing, "__module__", None) or type(thing).__module__
    return str(module).partition(".")[0] == "taquin"


def located(subject: str, function: object) -> str:
    """Words such as ``algorithm mine``, after the file and line of a user's function."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    if code is None or is_ours(function):
        return subject
    return f"{code.co_filename}, line {code.co_firstlineno}: {subject}"


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
        raise OptionError(f"{what} is {quoted(function)}; expected a function.")
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
                f"{form[:-1]}, *, {one.name}: int = {quoted(one.default, 20)})."
            )


def bound_by_name(
    what: str, function: Callable[..., Any], wanted: Sequence[str], *, because: str = ""
) -> Callable[..., Any]:
    """`function`, to be called with the arguments `wanted` in this order.

    Its own parameters may stand in any order: each is bound by its name, or else by the type that
    annotates it; one parameter that neither identifies gets the argument that is left. Raises
    OptionError if two are left. Call `check_parameters` first.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in C, without a signature
        return function
    own = [one for one in parameters if one.kind in _POSITIONAL][: len(wanted)]
    if len(own) < len(wanted):  # *arguments have no names
        return function
    arguments = [_argument(one, wanted) for one in own]
    left = [name for name in wanted if name not in arguments]
    unknown = [one.name for one, name in zip(own, arguments, strict=True) if name is None]
    if len(unknown) > 1 or len(left) != len(unknown):
        taken, form = ", ".join(one.name for one in own), ", ".join(wanted)
        raise OptionError(
            f"{what} takes ({taken}); expected ({form}){because}. Parameters are bound by name, in "
            "any order: use these names."
        )
    places = [wanted.index(name or left[0]) for name in arguments]
    if places == sorted(places):
        return function

    @wraps(function)
    def in_its_order(*given: Any, **options: Any) -> Any:
        return function(*(given[place] for place in places), **options)

    return in_its_order


def _argument(parameter: inspect.Parameter, wanted: Sequence[str]) -> str | None:
    """The argument that a parameter's name, or else its annotation, stands for."""
    name = parameter.name.strip("_").lower()
    if name in wanted:
        return name
    for argument in wanted:
        if name in _NAMES.get(argument, ()):
            return argument
    annotation = parameter.annotation
    names = set(re.findall(r"\w+", getattr(annotation, "__name__", None) or str(annotation)))
    return next((argument for argument in wanted if names & _TYPES.get(argument, set())), None)
