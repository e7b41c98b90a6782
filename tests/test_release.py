"""What is released: one version, the files of the wheel and of the sdist, and how to cite it."""

import os
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

import taquin
from cli import taquin as command

ROOT = Path(__file__).parent.parent
# Bytes before compression; the models are 3.6 MB, the page's words in four languages 0.75 MB, the
# prepared code of two kernels 0.05 MB.
_MOST_IN_WHEEL = 10_080_000
# They serve the checks of the source alone.
_LEFT_OUT = {"uPlot.min.d.ts", "bitkernel.ts"}
_MOST_MODELS = 4_000_000
_JUNK = (".pyc", ".tmp", ".log", ".orig", ".map", ".lock")


@cache
def wheel() -> dict[str, Path]:
    """Name in the wheel → file, as the build backend selects them."""
    builder = WheelBuilder(str(ROOT))
    return {
        file.distribution_path.replace("\\", "/"): Path(file.path)
        for file in builder.recurse_included_files()
    }


def sdist() -> set[str]:
    files = SdistBuilder(str(ROOT)).recurse_included_files()
    return {file.distribution_path.replace("\\", "/") for file in files}


def test_the_wheel_holds_the_package_and_nothing_else() -> None:
    package = ROOT / "src" / "taquin"
    wanted = {
        f"taquin/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name not in _LEFT_OUT
    }
    assert set(wheel()) == wanted
    for name in (
        *("taquin/py.typed", "taquin/faces/static/index.html", "taquin/faces/static/board.js"),
        *("taquin/faces/static/icons/icon-192.png", "taquin/faces/terminal/app.py"),
        *("taquin/data/korf100.txt", "taquin/data/models/5x5.model"),
        # The board element's package declares it.
        "taquin/faces/web/publish/parts/element/taquin-board.d.ts",
    ):
        assert name in wheel()
    assert not [name for name in wheel() if name.endswith(_JUNK) or "/." in name]


def test_the_wheel_stays_small() -> None:
    # The documentation site is in it only where somebody has built it.
    files = {n: path for n, path in wheel().items() if not n.startswith("taquin/faces/site/")}
    sizes = {name: path.stat().st_size for name, path in files.items()}
    models = sum(size for name, size in sizes.items() if name.endswith(".model"))
    assert models < _MOST_MODELS and sum(sizes.values()) < _MOST_IN_WHEEL
    largest = max((size, name) for name, size in sizes.items() if not name.endswith(".model"))
    assert largest[0] < 200_000, largest


def test_the_sdist_holds_what_builds_and_tests_the_package() -> None:
    names = sdist()
    assert {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "CITATION.cff"} <= names
    assert {"src/taquin/__init__.py", "tests/test_release.py", "docs/releasing.md"} <= names
    tops = {name.split("/")[0] for name in names if "/" in name}
    assert tops == {".ci", "benchmarks", "docs", "src", "tests"}
    assert not [name for name in names if name.endswith(_JUNK) or "__pycache__" in name]


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    assert WheelBuilder(str(ROOT)).metadata.version == taquin.__version__
    assert command("--version").out == f"taquin, version {taquin.__version__}\n"


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors", "type"} <= set(cited)
    assert str(cited["version"]) == taquin.__version__ and cited["license"] == "Apache-2.0"
    assert all(set(author) & {"name", "family-names"} for author in cited["authors"])


@pytest.mark.slow
def test_the_wheel_is_built_and_runs_without_the_checkout(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = tmp_path.glob("*.whl")
    assert list(tmp_path.glob("*.tar.gz")) and built.stat().st_size < 6_000_000
    assert set(wheel()) <= set(zipfile.ZipFile(built).namelist())
    # The packages that it needs are those of this environment; taquin itself is the wheel's.
    place = tmp_path / "site"
    zipfile.ZipFile(built).extractall(place)
    code = "import taquin; print(taquin.__file__); from taquin.faces.cli.main import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "--version"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(place)},
    )
    assert ran.stdout.startswith(str(place)) and f"version {taquin.__version__}" in ran.stdout


def test_numba_goes_no_further_than_the_release_these_tests_ran_with() -> None:
    """`kernels/base` reaches into Numba, so a newer release is to be tested first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (allowed,) = (
        found.specifier for found in map(Requirement, project["dependencies"])
        if found.name == "numba"
    )  # fmt: skip
    major, minor = map(int, metadata.version("numba").split(".")[:2])
    assert f"{major}.{minor}.99" in allowed and f"{major}.{minor + 1}" not in allowed
