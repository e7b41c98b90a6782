"""Write again what follows from the code: `python -m tests.regenerate`, then read the diff.

A new algorithm, heuristic or board type is one file; everything that lists it is generated here,
but neither pictures nor what needs trained models (`values.json`).
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = (
    ["tests/page/make_instances.py"],
    ["tests/page/make_catalogue.py"],
    ["tests/page/make_sentences.py"],
    ["tests/vectors/make.py"],
    ["tests/page/make_searches.py"],
    ["tests/page/make_lab.py"],
    ["tests/page/make_languages.py"],
    ["tests/page/make_moves.py"],
    ["tests/page/make_element.py"],
    ["tests/kernels/make_prepared.py"],
    ["-m", "tests.transcripts"],
    ["-m", "tests.walk", "--write"],
)


def environment() -> dict[str, str]:
    """That of a script, which finds modules as pytest does: some share theirs with the tests."""
    paths = [str(ROOT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def main() -> int:
    """Run every script; the exit status is that of the first that fails."""
    for script in SCRIPTS:
        print("python", *script, flush=True)
        command = [sys.executable, *script]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=environment())
        if done.returncode:
            return done.returncode
    return subprocess.run(["git", "diff", "--stat"], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
