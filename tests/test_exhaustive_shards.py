"""The shards of the exhaustive tier: each case is in one, and what passed is not run again."""

import subprocess
from pathlib import Path

import pytest

from exhaustive import UNCOMMITTED, Shard, commit_of, main, read_ledger, run_shard, shards_of

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_right(number):
    assert number < 3

def test_other():
    assert {right}

def test_left_out():
    pytest.skip("nothing to test")
"""
# As the tiers do: which cases are slow depends on how many there are in all.
MARKING = """
def pytest_collection_modifyitems(items):
    if len(items) == 5:
        for item in items:
            item.add_marker("slow")
"""


@pytest.fixture(autouse=True)
def _few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests start loads no plugin but the one for several processes."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")


def test_every_case_is_in_one_shard() -> None:
    nodes = [f"tests/a.py::one[{i}]" for i in range(9)] + ["tests/a.py::two"]
    shards = shards_of(nodes, "slow", 4)
    assert [len(shard.nodes) for shard in shards] == [3, 3, 3, 1]
    assert sorted(node for shard in shards for node in shard.nodes) == sorted(nodes)
    names = [shard.name for shard in shards]
    assert names[0] == "slow tests/a.py::one 1/3" and names[3] == "slow tests/a.py::two"


def test_what_passed_at_this_commit_is_not_run_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def commit(right: bool) -> str:
        (tmp_path / "tests/test_a.py").write_text(TESTS.format(right=right))
        for words in ("add -A", "commit -qm change"):
            subprocess.run(["git", *identity, *words.split()], cwd=tmp_path, check=True)
        return commit_of(tmp_path)

    def run(*words: str) -> tuple[int, list[tuple[str, str, int]]]:
        status = main([*words, "--marker", "slow", "--workers", "0"], tmp_path)
        entries = read_ledger(tmp_path / ".exhaustive/ledger.csv")
        return status, [(e.shard.rpartition("::")[2], e.outcome, e.passed) for e in entries]

    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/conftest.py").write_text(MARKING)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow: long\n")
    (tmp_path / ".gitignore").write_text(".exhaustive/\n__pycache__/\n.pytest_cache/\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    before = commit(right=False)
    first = [
        ("test_right", "passed", 3),
        ("test_other", "failed", 0),
        ("test_left_out", "skipped", 0),
    ]
    assert run() == (1, first)
    assert "see " in capfd.readouterr().out
    assert commit(right=True) != before
    # What passed at the commit before is taken as passed; what did not is run again.
    again = [*first, ("test_other", "passed", 1)]
    with pytest.raises(SystemExit):
        run("--accept", "")
    assert "--accept '': no commit" in capfd.readouterr().err
    assert run("--accept", before[:7], "right", "other") == (0, again)
    assert capfd.readouterr().out.startswith("2 shards at ")
    assert run("other") == (0, again)
    # What is not committed has no name under which it could have passed.
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    assert commit_of(tmp_path) == UNCOMMITTED


def test_the_report_of_an_earlier_run_is_no_result(tmp_path: Path) -> None:
    report = '<testsuite><testcase name="test_one"/></testsuite>'
    (tmp_path / "shard.xml").write_text(report)
    shard = Shard("slow tests/test_none.py::test_one", ("tests/test_none.py::test_one",))
    entry = run_shard(tmp_path, shard, "c", tmp_path / "shard.log", 0)
    assert (entry.outcome, entry.passed, entry.failed) == ("failed", 0, 1)
