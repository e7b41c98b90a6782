"""Writes the folder: only into an empty one or one written before, and never over foreign files.

The record, a file of the folder, lists what was written. New files are complete beside the folder's
before the first one takes its place; the page itself comes last.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from taquin.ground.errors import OptionError
from taquin.ground.version import __version__

__all__ = ["RECORD", "FolderChanges", "read_record", "write_folder"]

RECORD = "taquin-site.json"
_FORMAT = "taquin site"
# A folder of Git may be written to, and so may what an interrupted run has left.
_VERSIONED = ".git"
_WAITING = ".taquin-site-"
# What loads everything else.
_LAST = ("sw.js", "sw.js.gz", "index.html", "index.html.gz")


class FolderChanges(NamedTuple):
    """What was done.

    changed: files that are new or have another content
    removed: files of an earlier version that were removed
    left:    files of an earlier version that were changed since, and so were left
    """

    changed: int
    removed: int
    left: list[str]


def write_folder(
    target: Path, files: Mapping[str, bytes], facts: Mapping[str, Any]
) -> FolderChanges:
    """Make the folder hold these files; facts: what the record says of them besides.

    Raises OptionError if the folder has files that are not taquin's, or cannot be written.
    """
    try:
        earlier = _checked(target, files, facts)
        target.mkdir(parents=True, exist_ok=True)
        for interrupted in target.glob(f"{_WAITING}*"):
            shutil.rmtree(interrupted)
        changed = [name for name, content in files.items() if _differs(target / name, content)]
        digests = {name: _digest(content) for name, content in files.items()}
        with tempfile.TemporaryDirectory(prefix=_WAITING, dir=target) as waiting:
            _place(Path(waiting), target, {name: files[name] for name in changed}, facts,
                   {**earlier, **digests})  # fmt: skip
        stale = {name: digest for name, digest in earlier.items() if name not in files}
        left = [name for name, digest in stale.items() if not _removed(target, name, digest)]
        _record(target, facts, {**digests, **{name: stale[name] for name in left}})
    except OSError as error:
        raise OptionError(f"folder {str(target)!r} cannot be written: {error.strerror}.") from None
    return FolderChanges(len(changed), len(stale) - len(left), left)


def read_record(target: Path) -> dict[str, Any] | None:
    """The record of a folder that taquin wrote; None if it has none. Raises OptionError."""
    path = target / RECORD
    if not path.is_file():
        return None
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] == _FORMAT and all(map(_is_inside, record["files"])):
            return dict(record)
    except (ValueError, TypeError, KeyError):
        pass  # reported below, as a record of another program is
    raise OptionError(
        f"{str(path)!r} is not a record of taquin site, which says which files are not yours; "
        "choose another folder."
    )


def _is_inside(name: str) -> bool:
    return not name.startswith("/") and not {"", ".", ".."} & set(name.split("/"))


def _checked(target: Path, files: Mapping[str, bytes], facts: Mapping[str, Any]) -> dict[str, str]:
    """The digests of the files that taquin wrote here earlier; raises OptionError."""
    if target.exists() and not target.is_dir():
        raise OptionError(f"{str(target)!r} is a file; expected the name of a folder.")
    record = read_record(target)
    if record is None:
        found = [path.name for path in target.iterdir()] if target.exists() else []
        foreign = [n for n in sorted(found) if n != _VERSIONED and not n.startswith(_WAITING)]
        if foreign:
            raise OptionError(
                f"folder {str(target)!r} has files that taquin did not write, such as "
                f"{foreign[0]!r}; give an empty folder, or one that taquin site wrote."
            )
        return {}
    kind = record.get("kind", "page")
    if kind != facts["kind"]:
        raise OptionError(
            f"folder {str(target)!r} holds the {kind} that taquin site wrote; give another folder "
            f"for the {facts['kind']}."
        )
    earlier: dict[str, str] = record["files"]
    for name in files:
        path = target / name
        if os.path.lexists(path) and (name not in earlier or not path.is_file()):
            raise OptionError(
                f"{str(path)!r} is not taquin's, but has the name of one of its files."
            )
        if any((target / parent).is_symlink() for parent in Path(name).parents if parent.name):
            raise OptionError(f"{str(path)!r}: its folder is a link to another place; remove it.")
    return earlier


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _differs(path: Path, content: bytes) -> bool:
    return not path.is_file() or path.read_bytes() != content


def _place(
    waiting: Path,
    target: Path,
    files: Mapping[str, bytes],
    facts: Mapping[str, Any],
    known: Mapping[str, str],
) -> None:
    """Write all files beside their places, then move each into its own; `known`: the record."""
    for name, content in files.items():
        (waiting / name).parent.mkdir(parents=True, exist_ok=True)
        (waiting / name).write_bytes(content)
    # From here on a run that is killed has left nothing that the record does not name.
    _record(target, facts, known)
    for name in sorted(files, key=lambda name: (name in _LAST, name)):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(waiting / name, target / name)


def _record(target: Path, facts: Mapping[str, Any], files: Mapping[str, str]) -> None:
    record = {
        "format": _FORMAT,
        "taquin": __version__,
        **facts,
        "files": dict(sorted(files.items())),
    }
    text = json.dumps(record, indent=1) + "\n"
    if _differs(target / RECORD, text.encode()):
        beside = target / f"{RECORD}.part"
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, target / RECORD)


def _removed(target: Path, name: str, digest: str) -> bool:
    """Remove a file of an earlier version, and folders that are then empty; False if it is kept."""
    path = target / name
    if not path.is_file():
        return True
    if _digest(path.read_bytes()) != digest:
        return False
    path.unlink()
    for parent in path.relative_to(target).parents:
        if not parent.name or any((target / parent).iterdir()):
            break
        (target / parent).rmdir()
    return True
