"""The HTTP interface as Markdown, from the server's own OpenAPI document."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from taquin.faces.web.http.reference import type_words

__all__ = ["document", "http"]


def document() -> dict[str, Any]:
    """The OpenAPI document of `taquin serve`; no server is started."""
    from taquin.faces.web.http.app import interface

    return interface()


def http() -> str:
    """Every operation, then every object."""
    described = document()
    parts = ["## Operations"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts += _operation(f"{method.upper()} {path}", operation)
    parts.append("## Objects")
    for name, schema in described.get("components", {}).get("schemas", {}).items():
        parts += _object(name, schema)
    return "\n\n".join(parts)


def _operation(name: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield _plain(operation.get("description", ""))
    body = operation.get("requestBody")
    if body is not None:
        schema = next(iter(body["content"].values()))["schema"]
        yield f"Body: {_type(schema)}."
    if operation.get("parameters"):
        rows = [
            f"| `{p['name']}` | {p['in']} | {_type(p['schema'])} |" for p in operation["parameters"]
        ]
        yield "\n".join(["| Parameter | Where | Type |", "| --- | --- | --- |", *rows])
    rows = [
        f"| {code} | {_plain(answer['description'])} | {_answer(answer)} |"
        for code, answer in operation["responses"].items()
    ]
    yield "\n".join(["| Status | Response | Type |", "| --- | --- | --- |", *rows])


def _answer(answer: Mapping[str, Any]) -> str:
    return ", ".join(
        _type(content["schema"]) if kind == "application/json" else f"`{kind}`"
        for kind, content in answer.get("content", {}).items()
    )


def _object(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield _plain(schema.get("description", ""))
    required = schema.get("required", ())
    rows = [
        f"| `{field}`{' (required)' if field in required else ''} | {_type(about)} "
        f"| {_default(about)} | {_plain(about.get('description', ''))} |"
        for field, about in schema.get("properties", {}).items()
    ]
    if rows:
        yield "\n".join(
            ["| Field | Type | Default | Meaning |", "| --- | --- | --- | --- |", *rows]
        )


def _default(about: Mapping[str, Any]) -> str:
    return f"`{json.dumps(about['default'])}`" if "default" in about else ""


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words; in a cell of a table, a bar would end the cell."""
    return type_words(
        schema,
        code=lambda text: "`{}`".format(text.replace("|", r"\|")),
        link=lambda name: f"[{name}](#{name.lower()})",
    )


def _plain(text: str) -> str:
    """A description as it is; `code` stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<\[\]{}|])", r"\\\1", part) for part in parts
    )
