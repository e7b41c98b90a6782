"""The reference of the HTTP interface as a page without scripts, from its OpenAPI document."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape
from typing import Any

__all__ = ["reference_page", "type_words"]

_HEAD = """<!doctype html>
<html lang="en" data-theme="system" data-contrast="normal">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/reference.css">
"""
_EXAMPLE = """curl -s -X POST -H 'content-type: application/json' \\
  -d '{"kind": "solve", "board": "korf100:1"}' SERVER/api/jobs
curl -s SERVER/api/jobs/THE_ID_IT_RETURNED"""


def reference_page(document: Mapping[str, Any]) -> str:
    """One HTML page: every operation with its parameters, body and responses, then every schema."""
    info = document["info"]
    title = escape(info["title"])
    schemas = document.get("components", {}).get("schemas", {})
    return "".join(
        [
            _HEAD,
            f'<title>{title}: HTTP interface</title></head><body class="reference"><main>',
            f"<h1>The HTTP interface of {title} {escape(info['version'])}</h1>",
            f"<p>{escape(info.get('summary', ''))} For programs: ",
            '<a href="/api/openapi.json">/api/openapi.json</a>.</p>',
            "<p>From a shell, with this server's address for SERVER:</p>",
            f'<pre tabindex="0">{escape(_EXAMPLE)}</pre>',
            '<p><a href="/">Back to the page</a></p>',
            "<h2>Operations</h2>",
            *_operations(document["paths"]),
            "<h2>Objects</h2>",
            *(part for name, schema in schemas.items() for part in _object(name, schema)),
            "</main></body></html>",
        ]
    )


def _operations(paths: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            yield f"<section><h3><code>{escape(name)}</code></h3>"
            for paragraph in operation.get("description", "").split("\n\n"):
                yield f"<p>{_prose(paragraph)}</p>"
            body = operation.get("requestBody")
            if body is not None:
                schema = next(iter(body["content"].values()))["schema"]
                yield f"<p>Body: {_type(schema)}</p>"
            if operation.get("parameters"):
                yield _table(
                    f"Parameters of {name}",
                    ("Parameter", "Where", "Type", "Meaning"),
                    [
                        [p["name"], p["in"], _type(p["schema"]), escape(p.get("description", ""))]
                        for p in operation["parameters"]
                    ],
                )
            answers = operation["responses"].items()
            yield _table(
                f"Responses of {name}",
                ("Status", "Response", "Type"),
                [
                    [code, escape(answer["description"]), _answer(answer)]
                    for code, answer in answers
                ],
            )
            yield "</section>"


def _answer(answer: Mapping[str, Any]) -> str:
    return ", ".join(
        _type(content["schema"]) if kind == "application/json" else escape(kind)
        for kind, content in answer.get("content", {}).items()
    )


def _object(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
    if "description" in schema:
        yield f"<p>{_prose(schema['description'])}</p>"
    required = schema.get("required", ())
    rows = [
        [
            f"<code>{escape(field)}</code>" + (" (required)" if field in required else ""),
            _type(about),
            ""
            if "default" not in about
            else f"<code>{escape(json.dumps(about['default']))}</code>",
            escape(about.get("description", "")),
        ]
        for field, about in schema.get("properties", {}).items()
    ]
    if rows:
        yield _table(f"Fields of {name}", ("Field", "Type", "Default", "Meaning"), rows)
    yield "</section>"


def _prose(text: str) -> str:
    """Escaped, with `code` between backticks."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def type_words(
    schema: Mapping[str, Any], *, code: Callable[[str], str], link: Callable[[str], str]
) -> str:
    """A JSON schema in a few words.

    code: marks a JSON value or a pattern as code; link: links the name of an object. Both also
    escape what their markup takes as its own.
    """
    inner = partial(type_words, code=code, link=link)
    if "$ref" in schema:
        return link(str(schema["$ref"]).rpartition("/")[2])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(inner(part) for part in schema[key])
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(json.dumps(value)) for value in schema["enum"])
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        kind = f"list of {inner(schema.get('items', {}))}"
    bounds = {"minimum": "at least", "maximum": "at most", "maxLength": "length at most"}
    limits = [f"{text} {schema[key]:,}" for key, text in bounds.items() if key in schema]
    if "pattern" in schema:
        limits.append(f"pattern {code(schema['pattern'])}")
    return f"{kind} ({', '.join(limits)})" if limits else kind


def _type(schema: Mapping[str, Any]) -> str:
    return type_words(
        schema,
        code=lambda text: f"<code>{escape(text)}</code>",
        link=lambda name: f'<a href="#{escape(name)}">{escape(name)}</a>',
    )


def _table(label: str, head: tuple[str, ...], rows: list[list[str]]) -> str:
    """A table; cells are HTML already, the label is not."""
    first = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    rest = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(label)}">'
        f'<table class="table">'
        f"<thead><tr>{first}</tr></thead><tbody>{rest}</tbody></table></div>"
    )
