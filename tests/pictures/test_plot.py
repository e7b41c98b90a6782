"""Charts as files: what Matplotlib is given to draw, and files that cannot be written."""

import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taquin.ground.errors import MissingExtra, OptionError
from taquin.pictures.comparison import Bars, comparison_svg
from taquin.pictures.curves import Chart, Curve, curves_svg
from taquin.pictures.plot import check_target, save_comparison, save_curves
from taquin.solving.comparison import compare

SEARCHES = [
    Bars("astar, manhattan", 27, 3_306, 0.0123, True, True),
    Bars("greedy", 71, 302, 2e-5, True, False),
    Bars("dls", None, 0, 61.0, False, False),
    Bars("greedy", 71, 302, 2e-5, True, False),
]
CHART = Chart("nodes", "depth", "generated", True, [Curve("bfs", [(2.0, 9.0), (4.0, 40.0)]),
                                                    Curve("astar", [(2.0, 6.0)])])  # fmt: skip
SAVED: dict[str, tuple[Callable[[Path], None], str]] = {
    "comparison": (
        lambda path: save_comparison(SEARCHES, path, question="8-puzzle"),
        comparison_svg(SEARCHES, question="8-puzzle"),
    ),
    "curves": (lambda path: save_curves(CHART, path), curves_svg(CHART)),
}


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Any]:
    """Matplotlib's figure of a chart, at the moment at which it is saved."""
    module = pytest.importorskip("matplotlib.figure")
    kept: list[Any] = []
    monkeypatch.setattr(module.Figure, "savefig", lambda self, *_, **__: kept.append(self))

    def drawn(kind: str) -> Any:
        SAVED[kind][0](tmp_path / "chart.png")
        return kept.pop()

    return drawn


def test_bars_by_matplotlib(figure: Callable[[str], Any]) -> None:
    from matplotlib.colors import to_hex

    shown = figure("comparison")
    assert shown.get_suptitle() == "8-puzzle"
    expanded, time = shown.axes
    names = [label.get_text() for label in expanded.get_yticklabels()]
    assert names == ["astar, manhattan  (cost 27)", "greedy  (cost 71)", "dls  (no answer)",
                     "greedy  (cost 71)"]  # fmt: skip
    wanted = (
        (expanded, "states expanded", "#0072b2", [3306, 302, 151, 302],
         ["3,306", "302", "0", "302"]),
        (time, "seconds", "#d55e00", [0.0123, 2e-5, 61, 2e-5],
         ["12.3 ms", "20 µs", "1.02 min", "20 µs"]),
    )  # fmt: skip
    for axes, label, colour, widths, words in wanted:
        (bars,) = axes.containers
        assert axes.get_xlabel() == label and axes.get_xscale() == "log"
        assert [bar.get_width() for bar in bars] == pytest.approx(widths)
        assert [bar.get_y() + bar.get_height() / 2 for bar in bars] == pytest.approx([0, 1, 2, 3])
        assert [to_hex(bar.get_edgecolor()) for bar in bars] == [colour] * 4
        assert [to_hex(bar.get_facecolor()) for bar in bars] == [colour, *["#ffffff"] * 3]
        assert [bar.get_hatch() for bar in bars] == [None, "///", None, "///"]
        assert [text.get_text() for text in axes.texts] == words
        left, right = axes.get_xlim()
        assert left <= min(widths) and max(widths) < right
    low, high = expanded.get_ylim()
    assert low > high  # the first search is at the top


def test_curves_by_matplotlib(figure: Callable[[str], Any]) -> None:
    shown = figure("curves")
    (axes,) = shown.axes
    assert (axes.get_title(), axes.get_xlabel(), axes.get_ylabel()) == (
        "nodes",
        "depth",
        "generated",
    )
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")
    assert [[tuple(p) for p in line.get_xydata()] for line in axes.lines] == [
        [(2.0, 9.0), (4.0, 40.0)], [(2.0, 6.0)],
    ]  # fmt: skip
    assert [(line.get_color(), line.is_dashed()) for line in axes.lines] == [
        ("#0072b2", False), ("#d55e00", True),
    ]  # fmt: skip
    (legend,) = shown.legends
    assert [text.get_text() for text in legend.get_texts()] == ["bfs", "astar"]


# Files


@pytest.mark.parametrize("kind", SAVED)
def test_files_contain_the_chart(kind: str, tmp_path: Path) -> None:
    save, svg = SAVED[kind]
    save(tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8") == svg
    pytest.importorskip("matplotlib")
    save(tmp_path / "chart.PNG")
    data = (tmp_path / "chart.PNG").read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82")
    inches = (11, 1.6 + 0.32 * 4) if kind == "comparison" else (9, 4.5 + 0.2 * 2)
    assert (width, height) == pytest.approx([144 * side for side in inches], abs=1)


def test_the_file_of_a_comparison_is_its_picture(tmp_path: Path) -> None:
    results = compare("1 2 3/4 0 5/7 8 6", ["bfs", "astar", "bfs"])
    results.plot(tmp_path / "rows.svg", title="Three")
    assert (tmp_path / "rows.svg").read_text(encoding="utf-8") == results.plot(title="Three")


@pytest.mark.parametrize("name", ["rows.jpg", "rows", "svg", ".svg.gz"])
def test_suffix(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"\.svg, \.png or \.pdf"):
        check_target(tmp_path / name)


@pytest.mark.parametrize("kind", SAVED)
def test_target_that_cannot_be_written(kind: str, tmp_path: Path) -> None:
    save = SAVED[kind][0]
    with pytest.raises(OptionError, match="folder does not exist"):
        save(tmp_path / "missing" / "rows.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OptionError, match="it is a folder"):
        save(tmp_path / "folder.svg")
    assert list(tmp_path.iterdir()) == [tmp_path / "folder.svg"]


@pytest.mark.parametrize("suffix", ["svg", "png"])
@pytest.mark.parametrize("kind", SAVED)
def test_full_disk(kind: str, suffix: str, tmp_path: Path) -> None:
    if suffix == "png":
        pytest.importorskip("matplotlib")
    full = tmp_path / f"rows.{suffix}"
    full.symlink_to("/dev/full")
    with pytest.raises(OptionError, match=rf"rows\.{suffix}' cannot be written: No space left"):
        SAVED[kind][0](full)


@pytest.mark.parametrize("kind", SAVED)
def test_png_without_matplotlib(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    for draw in (SAVED[kind][0], check_target):
        with pytest.raises(MissingExtra, match=r"pip install 'taquin\[plot\]'"):
            draw(tmp_path / "rows.png")
    assert not list(tmp_path.iterdir())
    check_target(tmp_path / "rows.svg")
