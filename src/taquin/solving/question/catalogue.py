"""An algorithm as plain data, for the faces that draw its menus, its pseudo-code and its curves."""

from collections.abc import Mapping
from typing import Any

from taquin.ground.registry import Option
from taquin.search.algorithm import AlgorithmSpec
from taquin.solving.question.reading import ORDER

__all__ = ["algorithm_entry"]


def algorithm_entry(spec: AlgorithmSpec) -> dict[str, Any]:
    """An algorithm with its claims, its options, and what the lab shows of it."""
    return {
        "name": spec.name,
        "label": spec.label,
        "summary": spec.summary,
        "paper": spec.paper,
        "heuristic": spec.informed,
        "optimal": spec.optimal,
        "complete": spec.complete,
        "unit_cost": spec.unit_cost,
        "bounded": spec.bounded,
        "bidirectional": spec.bidirectional,
        "options": {o.name: _option(o) for o in (*spec.options.values(), ORDER)},
        "defining": spec.teaching.defining,
        "colour": spec.teaching.colour,
        "discards": spec.teaching.discards,
        "pseudocode": [
            {"text": line.text, "marks": list(line.marks), "when": _lists(line.when)}
            for line in spec.teaching.pseudocode
        ],
    }


def _lists(values: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: list(some) for name, some in values.items()}


def _option(option: Option) -> dict[str, Any]:
    """type: order (four tile letters), choice (of `choices`), int, float, bool or str.

    least: of a number; null for any other type, and where every number is allowed.
    """
    kind = "order" if option is ORDER else "choice" if option.choices else option.type.__name__
    least = None if option.between is None else option.between.least
    return {
        "type": kind,
        "default": option.default,
        "choices": list(option.choices),
        "least": least,
    }
