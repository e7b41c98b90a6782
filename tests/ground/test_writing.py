"""Files of users: whole or as they were, whatever happens while they are written."""

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cli import taquin
from taquin.ground.writing import LineFile, written_whole

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and pipes of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("before", [None, "old"])
def test_an_error_leaves_what_was_there(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "a.txt"
    if before is not None:
        path.write_text(before)
    with pytest.raises(RuntimeError), written_whole(path) as stream:
        stream.write("new" * 100_000)
        raise RuntimeError
    assert names(tmp_path) == ([] if before is None else ["a.txt"])
    assert before is None or path.read_text() == before


def test_a_new_file_takes_the_place_and_the_rights_of_the_old_one(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with written_whole(link) as stream:
        stream.write("new")
    assert link.is_symlink() and path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with written_whole(tmp_path / "b", "wb") as stream:
        stream.write(b"b")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o666 & ~mask
    assert names(tmp_path) == ["a.txt", "b", "link"]


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    with open(pipe, "w"), written_whole(pipe) as stream:  # the first waits for the reader
        stream.write("through")
    assert reader.communicate(timeout=10)[0] == b"through"
    with pytest.raises(OSError), written_whole(Path("/dev/full")) as stream:
        stream.write("x")


def test_a_line_that_is_stored_in_part_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    program = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from taquin.ground.writing import LineFile\n"
        "sys.dont_write_bytecode = True\n"  # it would be stored cut
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with LineFile(Path(sys.argv[1])) as rows:\n"
        "    for n in range(100):\n"
        "        rows.write(f'row {n:100}\\n')\n"
        "        rows.flush()\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True)
    assert "File too large" in ran.stderr
    assert path.read_text().splitlines() == [f"row {n:100}" for n in range(9)]


def test_without_a_first_line_the_old_rows_stay(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    path.write_text("old\n")
    with pytest.raises(RuntimeError), LineFile(path):
        raise RuntimeError
    assert path.read_text() == "old\n" and names(tmp_path) == ["rows"]
    with LineFile(path) as rows:
        rows.write("new\n")
    assert path.read_text() == "new\n" and names(tmp_path) == ["rows"]
    with LineFile(path, append=True) as rows:
        rows.write("newer\n")
    assert path.read_text() == "new\nnewer\n"


def limited(*arguments: str, most: int) -> subprocess.CompletedProcess[str]:
    """The command with a limit on the size of files, as a full disk has."""
    return subprocess.run(
        [sys.executable, "-m", "taquin", *arguments],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )


@pytest.mark.parametrize("before", [None, "old\n"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "8 6 7/2 5 4/3 0 1", "-a", "astar", "--heuristic", "manhattan", "--trace"],
        ["compare", "1 2 3/4 5 6/7 0 8", "-a", "bfs", "-a", "astar", "--plot"],
    ],
    ids=["trace", "plot"],
)  # fmt: skip
def test_a_full_disk_leaves_no_half_file(
    tmp_path: Path, arguments: list[str], before: str | None
) -> None:
    path = tmp_path / "out.svg"
    if before is not None:
        path.write_text(before)
    ran = limited(*arguments, str(path), most=2000)
    assert ran.returncode == 2 and "cannot be written: File too large" in ran.stderr, ran
    assert "Traceback" not in ran.stderr
    assert names(tmp_path) == ([] if before is None else ["out.svg"])
    assert before is None or path.read_text() == before


def test_a_full_disk_leaves_the_rows_of_a_batch_whole(tmp_path: Path) -> None:
    boards, path = tmp_path / "boards", tmp_path / "rows"
    boards.write_text("1 2 3/4 5 6/7 0 8\n" * 5)
    path.write_text("old\n")
    options = ["batch", str(boards), "--output", str(path), "--overwrite", "-q"]
    ran = limited(*options, most=100)
    assert ran.returncode == 2 and "cannot be written: File too large" in ran.stderr
    assert path.read_text() == "old\n" and names(tmp_path) == ["boards", "rows"]
    ran = limited(*options, most=3000)
    assert ran.returncode == 2 and "cannot be written: File too large" in ran.stderr
    text = path.read_text()
    assert text.endswith("}\n") and 0 < text.count("\n") < 5
    ran = taquin("batch", str(boards), "--output", str(path), "--resume", "-q")
    assert ran.status == 0 and path.read_text().count("\n") == 5
