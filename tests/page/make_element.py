"""Writes what the board element's package says of itself, from the page and its documentation.

    python tests/page/make_element.py

The types come from the comments of board.js, README.md from docs/board.md, the licence from the
project's.
"""

import re
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import taquin

ROOT = Path(__file__).parent.parent.parent
FACES = Path(taquin.__file__).parent / "faces"
FOLDER = FACES / "web" / "publish" / "parts" / "element"
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
OPTIONS = [
    *("--declaration", "--emitDeclarationOnly", "--allowJs", "--strict"),
    *("--target", "es2023", "--module", "es2022", "--moduleResolution", "bundler"),
    *("--lib", "es2023,dom,dom.iterable"),
]
# What the element adds to a page, which its module's comments cannot say.
PAGE_TYPES = """
declare global {
    interface HTMLElementTagNameMap {
        "taquin-board": TaquinBoard;
    }
    interface HTMLElementEventMap {
        "taquin-move": CustomEvent<{
            from: Board;
            to: Board;
            moves: string;
            input: Input;
            time: number;
        }>;
        "taquin-refused": CustomEvent<{ cell: number; input: Input; time: number }>;
        "taquin-model": CustomEvent<{ model: "slide" | "explore" }>;
    }
}
"""
HEAD = """# taquin-board

A sliding-tile puzzle of any size as a custom element, in one module without dependencies. It shows
a position and requests moves by keyboard, mouse, touch and screen reader; your page controls the
game.

```html
<script type="module" src="taquin-board.js"></script>
<taquin-board board="1 2 3/4 5 6/0 7 8" palette="fringe"></taquin-board>
```

With a bundler, `import "taquin-board"` defines the element; `import { judge, replay } from
"taquin-board"` gives its functions. The folder `examples` has three to copy from: a puzzle in a
text, a lesson with a prepared board, and a quiz. They need a web server, as browsers load no
modules from files: `python3 -m http.server` in this folder, then
<http://localhost:8000/examples/>.
"""
SECTIONS = ("The element", "The functions")


@cache
def types() -> str:
    """What TypeScript reads of the module."""
    with TemporaryDirectory() as folder:
        module = FACES / "static" / "board.js"
        command = ["node", str(COMPILER), str(module), *OPTIONS, "--outDir", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        written = (Path(folder) / "board.d.ts").read_text(encoding="utf-8")
    return written.rstrip() + "\n" + PAGE_TYPES


def readme() -> str:
    """The package's description: its head, then the sections of the documentation."""
    text = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    parts = [HEAD, *(f"## {name}\n{sections[name]}".rstrip() + "\n" for name in SECTIONS)]
    return "\n".join(parts)


def files() -> dict[str, str]:
    """Every generated file by its name."""
    return {
        "taquin-board.d.ts": types(),
        "README.md": readme(),
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    }


def main() -> None:
    """Write them."""
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
