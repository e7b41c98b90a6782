"""Rows of a file that a later run continues, each with a digest that shows damage and edits.

A digest is not a signature: a person who edits a row can also compute a new one.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

__all__ = ["DIGEST", "is_whole", "sealed_line"]

DIGEST = "digest"  # the name of the field


def sealed_line(row: Mapping[str, Any]) -> str:
    """The row as a line of JSON that ends with its digest."""
    return json.dumps({**row, DIGEST: _digest(row)}, ensure_ascii=False) + "\n"


def is_whole(row: Mapping[str, Any]) -> bool | None:
    """Whether a row that was read is as it was written; None if it has no digest."""
    given = row.get(DIGEST)
    if given is None:
        return None
    return bool(given == _digest({name: row[name] for name in row if name != DIGEST}))


def _digest(row: Mapping[str, Any]) -> str:
    text = json.dumps(row, ensure_ascii=False, sort_keys=True)
    return blake2b(text.encode(errors="surrogatepass"), digest_size=12).hexdigest()
