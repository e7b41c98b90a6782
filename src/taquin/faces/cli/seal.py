"""Rows of a file that a later run continues, each with a digest that shows damage and edits.

A digest is not a signature: a person who edits a row can also compute a new one.
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import click

__all__ = ["is_whole", "sealed", "tell_undigested"]

_NAME = "digest"


def sealed(row: dict[str, Any]) -> str:
    """The row as a line of JSON that ends with its digest."""
    return json.dumps(row | {_NAME: _digest(row)}, ensure_ascii=False) + "\n"


def is_whole(row: dict[str, Any]) -> bool | None:
    """Whether a row that was read is as it was written; None if it has no digest."""
    given = row.get(_NAME)
    if given is None:
        return None
    return bool(given == _digest({name: row[name] for name in row if name != _NAME}))


def tell_undigested(path: Path, rows: int) -> None:
    """Say on stderr how many rows could not be compared with a digest."""
    if rows:
        words = "1 row has" if rows == 1 else f"{rows} rows have"
        click.echo(
            f"taquin: {words} no digest in {str(path)!r}, as an earlier version wrote them; they "
            "are used unchecked.",
            err=True,
        )


def _digest(row: dict[str, Any]) -> str:
    text = json.dumps(row, ensure_ascii=False, sort_keys=True)
    return blake2b(text.encode(errors="surrogatepass"), digest_size=12).hexdigest()
