"""What searches and heuristics are called wherever people read their names."""

from collections.abc import Mapping

from taquin.heuristics.base import HEURISTICS, FunctionName
from taquin.search.algorithm import ALGORITHMS

__all__ = ["heuristic_label", "option_text", "search_label"]


def heuristic_label(name: str) -> str:
    """The name of a heuristic for people.

    >>> heuristic_label("manhattan"), heuristic_label("pdb:6-6-3")
    ('Manhattan distance', 'pattern databases 6-6-3')
    >>> heuristic_label("max:linear_conflict,walking_distance")
    'maximum of linear conflict and walking distance'
    """
    head, _, argument = name.partition(":")
    if isinstance(name, FunctionName) or head not in HEURISTICS:
        return str(name)
    spec = HEURISTICS.get(head)
    if spec.parts is not None and argument:
        argument = " and ".join(map(heuristic_label, spec.parts(argument)))
    return f"{spec.label or spec.name} {argument}".rstrip()


def search_label(algorithm: str, heuristic: str | None, options: Mapping[str, object]) -> str:
    """The name of a search for people: algorithm, heuristic, and options in parentheses.

    The option that defines an algorithm is named even where it has its default value.

    >>> search_label("astar", "manhattan", {"tie_break": "fifo"})
    'A* with Manhattan distance (tie break fifo)'
    >>> search_label("dls", None, {}), search_label("bfs", None, {})
    ('Depth-limited (depth 100)', 'Breadth-first')
    """
    spec = ALGORITHMS.get(algorithm)
    usual = spec.options.get(spec.teaching.defining or "")
    named: dict[str, object] = {**options}
    if usual is not None and usual.default is not None:
        named = {usual.name: usual.default, **options}
    shown = [option_text(name, one) for name, one in named.items()]
    estimate = f" with {heuristic_label(heuristic)}" if heuristic else ""
    options_text = f" ({', '.join(shown)})" if shown else ""
    return f"{spec.label}{estimate}{options_text}"


def option_text(name: str, value: object) -> str:
    """An option in the name of a search.

    >>> option_text("tie_break", "fifo"), option_text("weight", 2.0)
    ('tie break fifo', 'weight 2')
    """
    return f"{name.replace('_', ' ')} {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)
