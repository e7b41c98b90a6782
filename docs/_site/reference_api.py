"""Every public name of the package as Markdown: its signature and its docstring."""

import dataclasses
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import Any

import taquin

__all__ = ["GROUPS", "api"]

GROUPS = {
    "Boards and moves": (
        *("Board", "Puzzle", "Verdict", "Topology", "Direction", "Instance"),
        *("GOALS", "METRICS", "TOPOLOGIES", "named_goal", "topology"),
        *("parse_moves", "format_moves", "inverse", "simplify"),
        *("scramble", "at_depth", "random_walk", "instance", "instances"),
    ),
    "Solving": (
        *("solve", "Result", "Status", "Stats", "COUNTERS"),
        *("compare", "Comparison", "Row", "Failure", "compare_many", "ManyComparison"),
        *("Observer", "TraceWriter", "Checkpoints"),
    ),
    "Explaining and counting": (
        *("explain", "Explanation", "replay", "Replay", "census", "distance_table"),
    ),
    "Searches and heuristics": (
        *("ALGORITHMS", "HEURISTICS", "Registry", "AlgorithmSpec", "HeuristicSpec"),
        *("build_heuristic", "heuristic_values", "PerTile"),
    ),
    "Your own code": (
        *("algorithm", "heuristic", "register_topology", "load_plugin", "Option", "Between"),
        *("Teaching", "CodeLine", "PluginWarning"),
        *("check_algorithm", "check_heuristic", "check_space", "check_topology", "Report"),
    ),
    "Your own problem": (
        *("StateSpace", "ReversibleSpace", "run", "SearchResult", "Limits", "Monitor", "Node"),
        *("compare_space", "SpaceComparison"),
    ),
    "Errors": (
        *("TaquinError", "ExitCode", "NotationError", "MoveError", "OptionError", "UnknownName"),
        *("UnsolvableError", "LimitReached", "TableError", "FolderError", "ContractError"),
        *("ClusterError", "ClusterLost", "MissingExtra", "NoRoom"),
    ),
}
# One field of a docstring: "cells: what they are".
_FIELD = re.compile(r"^((?:\*{0,2}\w+)(?:, \*{0,2}\w+)*): (?=\S)")


def api() -> str:
    """The page's text, by groups."""
    parts = []
    for group, names in GROUPS.items():
        parts.append(f"## {group}")
        for name in names:
            parts += _entry(name, getattr(taquin, name))
    return "\n\n".join(parts)


def _entry(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}"
    if isinstance(value, type):
        yield from _class(name, value)
    elif inspect.isfunction(inspect.unwrap(value)):
        yield _code(f"{name}{_signature(value)}")
        yield _prose(value)
    else:
        yield _code(f"{name}: {type(value).__name__}")
        yield _listed(value)


def _class(name: str, kind: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in kind.__bases__ if base is not object)
    head = f"class {name}({bases})" if bases else f"class {name}"
    if issubclass(kind, Enum):
        yield _code(head)
        yield _prose(kind)
        yield _bullets((member.name, repr(member.value)) for member in kind)
        return
    if issubclass(kind, Exception):
        yield _code(head)
    elif "__init__" in vars(kind) and not getattr(kind, "_is_protocol", False):
        yield _code(f"{name}{_signature(kind)}")
    else:
        yield _code(head)
    yield _prose(kind)
    members = [
        (member, value)
        for member, value in vars(kind).items()
        if not member.startswith("_")
        and (inspect.isroutine(_plain(value)) or isinstance(value, property))
    ]
    fields = (
        {field.name for field in dataclasses.fields(kind)}
        if dataclasses.is_dataclass(kind)
        else set()
    )
    for member, value in members:
        if member in fields or issubclass(kind, Exception):
            continue
        if isinstance(value, (property, cached_property)):
            yield f"`{name}.{member}`"
            yield _quoted(_prose(value.fget if isinstance(value, property) else value.func))
        else:
            yield _code(f"{name}.{member}{_signature(_plain(value))}")
            yield _quoted(_prose(_plain(value)))


def _plain(value: Any) -> Any:
    """The function of a class method or a static method."""
    return getattr(value, "__func__", value)


def _signature(value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(…)"
    text = re.sub(r"\btaquin(?:\.\w+)+\.(\w+)", r"\1", text)
    text = re.sub(r"\bcollections\.abc\.|\btyping\.|\bpathlib\.|\brandom\.(?=Random)", "", text)
    # Annotations of names that only a type checker imports are strings.
    text = re.sub(r"(?<=: |> )'([^']*)'", r"\1", text)
    text = re.sub(r"<[^<>]*? object at 0x[0-9a-f]+>|<factory>", "...", text)
    text = re.sub(r"<class '(?:\w+\.)*(\w+)'>", r"\1", text)
    text = re.sub(r"\((?:self|cls)(?:, )?", "(", text)
    return re.sub(r" -> None$", "", text)


def _prose(value: Any) -> str:
    """A docstring as Markdown: examples fenced, fields as a list."""
    text = inspect.getdoc(value) or ""
    return "\n\n".join(_paragraph(part) for part in text.split("\n\n"))


def _paragraph(text: str) -> str:
    if text.startswith(">>>"):
        return f"```pycon\n{text}\n```"
    lines = text.split("\n")
    if any(line.startswith("    ") for line in lines):
        return f"```text\n{text}\n```"
    if not _FIELD.match(text):
        return _escaped(text)
    # A field begins a line, or a sentence within one; what the whole raises is not a field's.
    joined = re.sub(
        r"(?<=[.;]) (?=\*{0,2}[a-z_]\w*(?:, \w+)*: |Raises )", "\n", text.replace("\n", " ")
    )
    return "\n".join(
        f"- {_FIELD.sub(lambda found: f'`{found[1]}`: ', _escaped(line))}"
        for line in joined.split("\n")
    )


def _escaped(text: str) -> str:
    """Stars of names such as A* and ** of arguments are no emphasis; <…> is no element."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else part.replace("*", r"\*").replace("<", r"\<")
        for part in parts
    )


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _code(text: str) -> str:
    return f"```python\n{_folded(text)}\n```"


def _folded(text: str) -> str:
    """One parameter per line if the signature is longer than a line."""
    if len(text) <= 88 or "(" not in text:
        return text
    opening = text.index("(")
    closing, depth, cuts = len(text), 0, []
    for at in range(opening, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            closing = at
            break
        if depth == 1 and text[at] == ",":
            cuts.append(at)
    inner, last = [], opening + 1
    for cut in [*cuts, closing]:
        inner.append(text[last:cut].strip())
        last = cut + 1
    body = "".join(f"    {part},\n" for part in inner)
    return f"{text[: opening + 1]}\n{body}{text[closing:]}"


def _listed(value: Any) -> str:
    names = ", ".join(f"`{getattr(entry, 'name', entry)}`" for entry in value)
    return f"Names: {names}."


def _bullets(rows: Any) -> str:
    return "\n".join(f"- `{name}`: {text}" for name, text in rows)
