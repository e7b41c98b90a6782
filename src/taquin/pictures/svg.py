"""The elements of an SVG image, and the colours that all drawings share.

Every SVG is self-contained and has its own background, so that it is legible on light and dark
pages. Colour never carries meaning alone: tiles at home have a tick, the moved tile has an arrow,
bars have patterns, curves have dashes.
"""

from html import escape

__all__ = [
    "BLUE",
    "GRID",
    "INK",
    "ORANGE",
    "PAPER",
    "QUIET",
    "Picture",
    "card",
    "document",
    "number",
    "rectangle",
    "text",
]

INK, QUIET, PAPER, GRID = "#1f2a37", "#5c6773", "#fcfbf8", "#d9d5cb"
# Okabe & Ito 2008: distinguishable with any colour vision.
BLUE, ORANGE = "#0072b2", "#d55e00"
_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"


class Picture(str):
    """An SVG image: its text, which notebooks show as the image."""

    def _repr_svg_(self) -> str:
        return str(self)


def document(width: float, height: float, title: str, description: str, *body: str) -> str:
    """A complete image of `width` times `height` pixels.

    title: names the image for screen readers. description: says what it shows. body: elements.
    """
    name, words = escape(_printable(title)), escape(_printable(description))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" '
        f'height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label="{name}" font-family="{escape(_FONT)}"><title>{name}</title>'
        f"<desc>{words}</desc>{''.join(body)}</svg>\n"
    )


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(12.0), number(0.125)
    ('12', '0.12')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def card(width: float, height: float) -> str:
    """A background with a border, as large as the image."""
    return rectangle(0.5, 0.5, width - 1, height - 1, 10, fill=PAPER, stroke=GRID, stroke_width=1)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    *,
    fill: str,
    stroke: str | None = None,
    stroke_width: float = 0,
) -> str:
    """A rectangle with rounded corners; without `stroke` it has no outline."""
    line = "" if stroke is None else f' stroke="{stroke}" stroke-width="{number(stroke_width)}"'
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(radius)}" fill="{fill}"{line}/>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    anchor: str = "start",
    fill: str = INK,
    weight: int = 400,
) -> str:
    """One line of text, escaped; y is its baseline, and `anchor` the part of it that is at x."""
    bold = "" if weight == 400 else f' font-weight="{weight}"'
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"'
        f"{bold}{place}>{escape(_printable(words))}</text>"
    )


def _printable(content: str) -> str:
    """The text without control characters, which XML forbids even when escaped."""
    return "".join(c if c.isprintable() else " " for c in content)
