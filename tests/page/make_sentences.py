"""Writes the page's copies of the sentences that it shares with Python: `static/words/`.

    python tests/page/make_sentences.py

tests/page/test_shared_sentences.py says when one is out of date.
"""

import json
import re
from collections.abc import Iterator
from enum import StrEnum

from imports import STATIC

from taquin.ground import sentences

__all__ = ["GROUPS", "file_of", "text"]

FOLDER = STATIC / "words"
GROUPS = [getattr(sentences, name) for name in sentences.__all__ if name != "said"]


def file_of(group: type[StrEnum]) -> str:
    """The name of a group's module: of `HintSentence`, `hintsentences.js`."""
    return f"{group.__name__.lower()}s.js"


def text(group: type[StrEnum]) -> str:
    """The module of a group, one sentence a line."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", group.__name__).upper()
    return "".join(
        [
            f"// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.\n\n"
            f"/** {group.__doc__} */\nexport const {name}S = {{\n",
            *_lines(group),
            "};\n",
        ]
    )


def _lines(group: type[StrEnum]) -> Iterator[str]:
    for one in group:
        first, *others = one.name.lower().split("_")
        name = first + "".join(map(str.capitalize, others))
        yield f"  {name}: {json.dumps(one.value, ensure_ascii=False)},\n"


if __name__ == "__main__":
    for group in GROUPS:
        (FOLDER / file_of(group)).write_text(text(group), encoding="utf-8")
