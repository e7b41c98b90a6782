"""Articles and plurals."""

import pytest

from taquin.ground.grammar import an, counted, noun


@pytest.mark.parametrize(
    ("text", "article"),
    [
        *((text, "an") for text in ("8x8", "11x11", "18x3", "80x2", "int", "unknown")),
        *((text, "a") for text in ("10x10", "12x12", "100x100", "110x2", "ndarray", "unit")),
    ],
)
def test_the_article_follows_the_sound(text, article):
    assert an(text) == f"{article} {text}"
    assert an(text, capital=True) == f"{article.capitalize()} {text}"


def test_only_one_is_singular():
    assert [noun(number, "bit") for number in (0, 1, 2)] == ["bits", "bit", "bits"]
    assert counted(1, "move", more=True) == "1 more move"
    assert counted(1234, "entry", "entries") == "1,234 entries"
