"""Every module of the page, the widgets and the lessons holds its JSDoc types, as tsc checks."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from page_support import ROOT, missing, node

STATIC = ROOT / "src" / "taquin" / "faces" / "static"
OPTIONS = [
    *("--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--noImplicitReturns"),
    *("--target", "es2023", "--module", "es2022", "--moduleResolution", "bundler"),
]
# TypeScript's libraries for a page and for a worker contradict each other in one program.
WORKERS = {
    STATIC / "solver" / "worker.js",
    STATIC / "solver" / "tableworker.js",
    STATIC / "lab" / "searches" / "searchworker.js",
    STATIC / "sw.js",
}


def complaints(scripts: Iterable[Path], library: str) -> str:
    """What the compiler says of these scripts, and of all they import."""
    compiler = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        missing("typescript", "npm install --no-package-lock, in the project's folder.")
    command = [node(), str(compiler), *OPTIONS, "--lib", f"es2023,{library}", *map(str, scripts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode == 0) == (not done.stdout), done.stdout + done.stderr
    return done.stdout


def test_types_of_the_page_the_widgets_and_the_lessons(tmp_path: Path) -> None:
    page = {path for path in STATIC.rglob("*.js") if "uplot" not in path.parts} - WORKERS
    front = set((STATIC.parent / "notebook" / "front").rglob("*.js"))
    # As on the site, where the modules that the lessons import lie beside them.
    lessons = tmp_path / "lessons"
    shutil.copytree(ROOT / "docs" / "_site" / "static" / "lessons", lessons)
    (tmp_path / "taquin").symlink_to(STATIC)
    site = set(lessons.glob("*.js"))
    assert len(front) > 5 and len(site) > 5
    assert complaints(sorted(page | front | site), "dom,dom.iterable") == ""


def test_types_of_the_workers() -> None:
    assert complaints(sorted(WORKERS), "webworker") == ""


def test_a_wrong_type_is_noticed(tmp_path: Path) -> None:
    script = tmp_path / "wrong.js"
    script.write_text('/** @type {number} */\nexport const n = "one";\n', encoding="utf-8")
    assert "TS2322" in complaints([script], "dom")
