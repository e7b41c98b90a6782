"""Reads SVG images back: rectangles, labels and paths with their places, in pixels."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from taquin.pictures.units import count_text, time_text

# The words at grid lines, and their values.
COUNTS = {count_text(10.0**n): 10.0**n for n in range(10)}
TIMES = {time_text(10.0**n): 10.0**n for n in range(-7, 5)}

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str | None

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def within(self, other: "Box", slack: float = 0.01) -> bool:
        return (
            other.x - slack <= self.x
            and other.y - slack <= self.y
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


@dataclass(frozen=True)
class Label:
    """A line of text; y is its baseline."""

    x: float
    y: float
    size: float
    words: str
    fill: str
    anchor: str

    @property
    def box(self) -> Box:
        """About the pixels that it covers: letters of an average width, above the baseline."""
        width = 0.56 * self.size * len(self.words)
        shift = {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Box(self.x - shift, self.y - 0.73 * self.size, width, 0.73 * self.size, "", None)


@dataclass(frozen=True)
class Path:
    """The corners of a line, as written, and where and how it is turned, in degrees."""

    points: tuple[tuple[float, float], ...]
    fill: str
    stroke: str | None
    dashes: str | None
    at: tuple[float, float]
    turned: int


@dataclass(frozen=True)
class Drawing:
    """An image, read back."""

    title: str
    description: str
    page: Box
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    paths: tuple[Path, ...]

    @property
    def words(self) -> list[str]:
        return [label.words for label in self.labels]

    def label(self, words: str) -> Label:
        (found,) = (label for label in self.labels if label.words == words)
        return found


def read(svg: str) -> Drawing:
    """The drawing; one image, named for screen readers, with nothing fetched from outside."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    title = root.findtext(f"{SVG}title")
    assert title and title == root.get("aria-label")
    assert "href" not in svg and svg.count("http") == 1
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= {e.get("id") for e in root.iter()}
    assert not any((element.tail or "").strip() for element in root.iter())
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert [float(n) for n in root.get("viewBox", "").split()] == [0, 0, width, height]
    return Drawing(
        title,
        root.findtext(f"{SVG}desc") or "",
        Box(0, 0, width, height, "", None),
        tuple(_box(element) for element in root.findall(f"{SVG}rect")),
        tuple(_label(element) for element in root.findall(f"{SVG}text")),
        tuple(_path(element) for element in root.findall(f"{SVG}path")),
    )


def _box(element: ET.Element) -> Box:
    x, y, width, height = (float(element.get(n, "0")) for n in ("x", "y", "width", "height"))
    return Box(x, y, width, height, element.get("fill", ""), element.get("stroke"))


def _label(element: ET.Element) -> Label:
    x, y, size = (float(element.get(n, "")) for n in ("x", "y", "font-size"))
    fill, anchor = element.get("fill", ""), element.get("text-anchor", "start")
    return Label(x, y, size, element.text or "", fill, anchor)


def _path(element: ET.Element) -> Path:
    x, y = 0.0, 0.0
    points = []
    for letter, numbers in re.findall(r"([MLlVZ])([^MLlVZ]*)", element.get("d", "")):
        given = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        match letter:
            case "M" | "L":
                x, y = given
            case "l":
                x, y = x + given[0], y + given[1]
            case "V":
                (y,) = given
            case _:
                x, y = points[0]
        points.append((x, y))
    moved = re.fullmatch(
        r"translate\(([\d.]+) ([\d.]+)\) rotate\((\d+)\)", element.get("transform", "")
    )
    at = (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)
    return Path(
        tuple(points),
        element.get("fill", ""),
        element.get("stroke"),
        element.get("stroke-dasharray"),
        at,
        int(moved[3]) if moved else 0,
    )


def place(ticks: Sequence[tuple[float, float]], value: float, *, logarithmic: bool) -> float:
    """Where a value is on an axis with these grid lines (pixel, value)."""
    scale = log10 if logarithmic else float
    (p0, v0), (p1, v1) = ticks[0], ticks[-1]
    assert v0 < v1
    return p0 + (p1 - p0) * (scale(value) - scale(v0)) / (scale(v1) - scale(v0))
