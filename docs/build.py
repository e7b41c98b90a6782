"""Builds the documentation site: ``python docs/build.py [FOLDER]`` (``pip install '.[docs]'``).

FOLDER: where to; without it, the folder in which the installed ``taquin serve`` finds the site, to
serve it at /docs/. Any warning fails the build. The last line says where the site is.
"""

import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

DOCS = Path(__file__).parent
# Written by every build, so it tells a site from any other folder.
MARK = "searchindex.js"
# Of use to other generators, and to those who change the theme.
LEFT_OUT = (".buildinfo", "objects.inv", "*.map")


def served() -> Path:
    """The folder that the installed taquin serves at /docs/."""
    package = find_spec("taquin")
    if package is None or package.origin is None:
        sys.exit("taquin is not installed for this Python: pip install '.[docs]' installs it.")
    return Path(package.origin).parent / "faces" / "site"


def build(target: Path) -> int:
    """Replace the site in `target`; returns Sphinx's exit status, 2 if another folder is there."""
    if target.exists() and any(target.iterdir()) and not (target / MARK).exists():
        print(f"{target} is not empty and is not a site; choose another folder.", file=sys.stderr)
        return 2
    from sphinx.cmd.build import main

    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as trees:
        words = ["-q", "-W", "--keep-going", "-b", "html", "-d", trees, str(DOCS), str(target)]
        status = main(words)
    shutil.rmtree(target / "_sources", ignore_errors=True)
    for pattern in LEFT_OUT:
        for path in target.rglob(pattern):
            path.unlink()
    if status == 0:
        shown = "`taquin serve` shows it at /docs/" if target == served() else "open its index.html"
        print(f"The documentation is in {target}: {shown}.")
    return status


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else served()))
