"""--resume continues rows that are as taquin wrote them, and no others."""

import json
from pathlib import Path

import pytest

from cli import taquin


def begun(tmp_path: Path) -> tuple[list[str], Path]:
    boards, path = tmp_path / "boards", tmp_path / "rows"
    boards.write_text("1 2 3/4 5 6/7 0 8\n1 2 3/4 0 6/7 5 8\n")
    options = ["batch", str(boards), "--output", str(path), "-q"]
    assert taquin(*options).status == 0
    return [*options, "--resume"], path


def test_an_edited_cost_is_found(tmp_path: Path) -> None:
    options, path = begun(tmp_path)
    whole = path.read_text()
    first, _ = whole.splitlines()
    path.write_text(f"{first}\n")
    ran = taquin(*options)
    assert ran.status == 0 and ran.err == ""
    assert [json.loads(row)["cost"] for row in path.read_text().splitlines()] == [1, 2]
    edited = (
        f"{first.replace(chr(34) + 'cost' + chr(34) + ': 1', chr(34) + 'cost' + chr(34) + ': 3')}\n"
    )
    assert edited != f"{first}\n"
    path.write_text(edited)
    ran = taquin(*options)
    assert ran.status == 2 and "line 1, was changed after taquin wrote it" in ran.err
    assert path.read_text() == edited


def test_rows_without_a_digest_are_told(tmp_path: Path) -> None:
    options, path = begun(tmp_path)
    row = json.loads(path.read_text().splitlines()[0])
    del row["digest"]
    path.write_text(json.dumps(row) + "\n")
    ran = taquin(*options)
    assert ran.status == 0 and "1 row has no digest" in ran.err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"kind": 1e400', "\0"])
def test_what_is_no_row_is_refused(tmp_path: Path, text: str) -> None:
    options, path = begun(tmp_path)
    path.write_text(f"{text}\n")
    ran = taquin(*options)
    assert ran.status == 2 and "Traceback" not in ran.err and path.read_text() == f"{text}\n"
    ran = taquin("bench", "report", str(path))
    assert ran.status == 2 and "Traceback" not in ran.err
