"""What a folder says without the page: its sentences, in the page's languages."""

import json
from enum import StrEnum
from functools import cache

from taquin.faces.web.http.files import PAGE_FOLDER

__all__ = ["HostSentence", "in_languages"]

_FOLDER = PAGE_FOLDER / "languages"
_VIEWS = "-views.js"


class HostSentence(StrEnum):
    """Said by the service worker and by the page for missing addresses."""

    OFFLINE = "Without a connection, only what was opened before can be shown."
    MISSING = "There is no page at this address"
    REASONS = "The address may be mistyped, or the page may have moved."
    BACK = "To the puzzle"


def in_languages(sentence: HostSentence) -> dict[str, str]:
    """A sentence by language; English comes first."""
    words = {name: catalogue[sentence] for name, catalogue in _catalogues().items()}
    return {"en": str(sentence), **words}


@cache
def _catalogues() -> dict[str, dict[str, str]]:
    """The words of the page's views, by language."""
    catalogues = {}
    for path in sorted(_FOLDER.glob(f"*{_VIEWS}")):
        entries = path.read_text(encoding="utf-8").partition("{")[2].rpartition(",")[0]
        catalogues[path.name.removesuffix(_VIEWS)] = json.loads(f"{{{entries}}}")
    return catalogues
