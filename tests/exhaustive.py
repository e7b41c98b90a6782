"""The exhaustive tier in shards, with a ledger of what passed: see `tests/exhaustive.sh --help`.

A shard is some cases of one test function. Its line in the ledger is written when it ends, so a run
that is stopped continues where it was; a shard that passed at the commit that is checked out is not
run again.
"""

import argparse
import csv
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
# How many cases of a function are a shard, by marker: a shard is to end within the hour.
CASES = {"slow": 40, "engines": 40, "notebook": 40, "hours": 4}
_PYTEST = (sys.executable, "-m", "pytest", "-o", "addopts=--strict-markers")
UNCOMMITTED = "uncommitted"


@dataclass(frozen=True)
class Shard:
    """Some cases of one test function. name: marker, function, and which part of its cases."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A line of the ledger. seconds: of wall clock; outcome: passed, failed or skipped."""

    commit: str
    shard: str
    outcome: str
    passed: int
    failed: int
    skipped: int
    seconds: float


def shards_of(nodes: Iterable[str], marker: str, cases: int) -> list[Shard]:
    """The shards of collected tests, given by node ID."""
    functions: dict[str, list[str]] = {}
    for node in nodes:
        functions.setdefault(node.partition("[")[0], []).append(node)
    shards = []
    for function, of_one in functions.items():
        parts = -(-len(of_one) // cases)
        for part in range(parts):
            name = f"{marker} {function}" + (f" {part + 1}/{parts}" if parts > 1 else "")
            shards.append(Shard(name, tuple(of_one[part::parts])))
    return shards


def collected(root: Path, marker: str) -> list[str]:
    """The node IDs of the marker's tests. Raises RuntimeError if they cannot be collected."""
    command = [*_PYTEST, "-m", marker, "--collect-only", "-q", "tests"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    # Status 5: no test has the marker.
    if run.returncode not in (0, 5):
        raise RuntimeError(run.stdout + run.stderr)
    return [line for line in run.stdout.splitlines() if "::" in line]


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)


def commit_named(root: Path, name: str) -> str | None:
    """The commit of a name such as HEAD or a part of its digest; None if there is none."""
    found = _git(root, "rev-parse", "--verify", "--short=12", f"{name}^{{commit}}")
    return found.stdout.strip() or None


def commit_of(root: Path) -> str:
    """The commit that is checked out; UNCOMMITTED if a file that git tracks differs from it."""
    if _git(root, "status", "--porcelain", "--untracked-files=no").stdout:
        return UNCOMMITTED
    return commit_named(root, "HEAD") or UNCOMMITTED


def read_ledger(file: Path) -> list[Entry]:
    """The lines of a ledger, oldest first; none without a file."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Entry(
                row["commit"], row["shard"], row["outcome"],
                int(row["passed"]), int(row["failed"]), int(row["skipped"]), float(row["seconds"]),
            )
            for row in csv.DictReader(lines)
        ]  # fmt: skip


def enter(file: Path, entry: Entry) -> None:
    """Add a line to the ledger."""
    begins = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        if begins:
            writer.writerow(field.name for field in fields(Entry))
        writer.writerow(astuple(entry))


def run_shard(root: Path, shard: Shard, commit: str, log: Path, workers: int) -> Entry:
    """Run a shard's tests. log: gets what pytest prints; beside it stands its report."""
    report = log.with_suffix(".xml")
    # Without the marker: which cases of a function the tiers mark depends on all of them.
    command = [*_PYTEST, "-o", "timeout=0", "-n", str(workers), f"--junitxml={report}"]
    report.unlink(missing_ok=True)  # of an earlier run, which this one may fail to replace
    begun = time.monotonic()
    with log.open("w", encoding="utf-8") as out:
        subprocess.run([*command, *shard.nodes], cwd=root, stdout=out, stderr=subprocess.STDOUT)
    seconds = round(time.monotonic() - begun, 1)
    passed = failed = skipped = 0
    if report.exists():
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            outcome = {child.tag for child in case}
            skipped += "skipped" in outcome
            failed += bool(outcome & {"failure", "error"})
            passed += not outcome & {"failure", "error", "skipped"}
    # A test without a result did not pass: its process ended.
    failed += max(0, len(shard.nodes) - passed - failed - skipped)
    outcome = "failed" if failed else "passed" if passed else "skipped"
    return Entry(commit, shard.name, outcome, passed, failed, skipped, seconds)


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run what has not passed; the exit status is 1 if a shard failed or was skipped."""
    parser = argparse.ArgumentParser(
        prog="tests/exhaustive.sh",
        description="Run the exhaustive tests in shards, and keep a ledger of what passed at which "
        "commit. Stopped by Ctrl-C, it continues when it is started again.",
    )
    parser.add_argument("only", nargs="*", metavar="TEXT", help="run shards with TEXT in the name")
    parser.add_argument("--folder", type=Path, default=root / ".exhaustive", metavar="FOLDER",
                        help="of ledger and output (default: .exhaustive)")  # fmt: skip
    parser.add_argument("--marker", action="append", choices=CASES, help="run its tests only")
    parser.add_argument("--accept", action="append", default=[], metavar="COMMIT",
                        help="do not run again what passed at COMMIT")  # fmt: skip
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="default: 2 processes")
    parser.add_argument("--list", action="store_true", help="print what would be run")
    asked = parser.parse_args(words)
    asked.folder.mkdir(parents=True, exist_ok=True)
    ledger, commit = asked.folder / "ledger.csv", commit_of(root)
    held = {commit} - {UNCOMMITTED}
    for name in asked.accept:
        accepted = commit_named(root, name)
        if accepted is None:
            parser.error(f"--accept {name!r}: no commit of this repository")
        held.add(accepted)
    done = {
        entry.shard
        for entry in read_ledger(ledger)
        if entry.outcome == "passed" and entry.commit in held
    }
    shards = [
        shard
        for marker in asked.marker or CASES
        for shard in shards_of(collected(root, marker), marker, CASES[marker])
        if not asked.only or any(text in shard.name for text in asked.only)
    ]
    left = [shard for shard in shards if shard.name not in done]
    print(f"{len(shards)} shards at {commit}; {len(shards) - len(left)} passed before", flush=True)
    wrong = 0
    for number, shard in enumerate(left, 1):
        if asked.list:
            print(shard.name, len(shard.nodes))
            continue
        name = "".join(c if c.isalnum() or c in "-_." else "_" for c in shard.name)
        log = asked.folder / f"{name}.log"
        try:
            entry = run_shard(root, shard, commit, log, asked.workers)
        except KeyboardInterrupt:
            print(f"stopped; {len(left) - number + 1} shards are left")
            return 130
        enter(ledger, entry)
        told = f"{entry.outcome}, {entry.seconds:g} s"
        print(f"{number}/{len(left)} {shard.name}: {told}", flush=True)
        if entry.outcome != "passed":
            wrong += 1
            print(f"    see {log}", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
