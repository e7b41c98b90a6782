"""The cache is used only if nobody but its owner and root can change it.

Run as root, the tests give files to other users; otherwise they only make it look so.
"""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from cli import taquin
from taquin import solve
from taquin.faces.cli.files import OutputFile
from taquin.ground import ownership
from taquin.ground.errors import ExitCode, FolderError
from taquin.ground.ownership import check_contents, owned_folder
from taquin.ground.sealed import write_sealed
from taquin.heuristics.patterns.file import AUTOMATON
from taquin.heuristics.patterns.store import table_folder
from taquin.kernels.base import cache, jit  # jit now: its folder is the one of all tests
from taquin.kernels.base.cache import cache_folder, usable_code_folder

OTHER = 54_321  # a number without a name
Give = Callable[[Path, int], None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache, which does not exist yet, in a folder of its own."""
    (tmp_path / "above").mkdir(mode=0o755)
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "above" / "cache"))
    return tmp_path / "above" / "cache"


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch) -> Give:
    """Makes a file or link another user's."""
    given: dict[Path, int] = {}
    real = ownership._check_owner

    def check(path: Path, status: os.stat_result, variable: str, *, above: bool) -> None:
        fields = [*status]
        fields[stat.ST_UID] = given.get(path, status.st_uid)
        real(path, os.stat_result(fields), variable, above=above)

    def give(path: Path, user: int) -> None:
        if os.geteuid() == 0:
            os.chown(path, user, -1, follow_symlinks=False)
        else:
            given[path] = user

    monkeypatch.setattr(ownership, "_check_owner", check)
    return give


@pytest.fixture(params=[0o000, 0o002, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_created_for_its_user_alone(folder: Path, umask: int) -> None:
    deep = folder / "one" / "two"
    assert owned_folder(deep, "TAQUIN_CACHE", make=True) == deep
    assert [mode(path) for path in (folder, deep.parent, deep)] == [0o700] * 3
    assert cache_folder("tables") == table_folder() and not table_folder().exists()
    assert mode(table_folder(make=True)) == 0o700
    assert mode(usable_code_folder.__wrapped__() or folder.parent) == 0o700


def test_a_table_is_writable_by_its_user_alone(folder: Path, umask: int) -> None:
    path = table_folder(make=True) / "some.pdb"
    write_sealed(path, AUTOMATON, {"neighbors": [[-1] * 4] * 2, "moves": 2}, bytes(8))
    assert mode(path) == 0o644 & ~umask and list(path.parent.iterdir()) == [path]


def test_settings_of_numba_do_not_choose_where_code_is_loaded_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba also reads them from the current folder, whenever they have changed."""
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "InTreeCacheLocator", raising=False)
    assert Path(jit.kernel(mode)._cache.cache_path) == jit._FOLDER


def test_what_building_leaves_is_used_again(folder: Path, umask: int) -> None:
    """Even if other users may enter the folder, as in a cache made for all."""
    for name in ("", "tables"):
        cache_folder(*[name] if name else [], make=True).chmod(0o755)
    assert taquin("pdb", "build", "1,2|3", "--size", "2x2").status == 0
    files = list(table_folder().iterdir())
    assert len(files) == 4 and not any(mode(path) & 0o022 for path in files)
    cache._safe.clear()
    assert taquin("pdb", "verify").out.endswith("2 files verified\n")


@pytest.mark.parametrize("writable", [0o777, 0o775, 0o757, 0o1777, 0o720, 0o702], ids=oct)
@pytest.mark.parametrize("name", ["", "tables", "kernels"])
def test_what_others_can_write_is_refused(folder: Path, name: str, writable: int) -> None:
    below = [name] if name else []
    bad = cache_folder(*below, make=True)
    bad.chmod(writable)
    with pytest.raises(FolderError) as caught:
        cache_folder(*below)
    assert f"{bad} is writable by" in str(caught.value)
    assert f"chmod -R go-w {bad}." in str(caught.value) and "TAQUIN_CACHE" in str(caught.value)
    bad.chmod(0o755)
    assert cache_folder(*below) == bad


def test_a_folder_above_must_keep_it_in_place(folder: Path) -> None:
    above = folder.parent
    for safe in (0o755, 0o1777, 0o1775):
        above.chmod(safe)
        assert cache_folder() == folder
    for unsafe in (0o777, 0o757):
        above.chmod(unsafe)
        with pytest.raises(FolderError, match=f"chmod go-w {above}"):
            cache_folder()
        with pytest.raises(FolderError, match=f"chmod go-w {above}"):
            cache_folder(make=True)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("group", "members", "safe"),
    [("anna", [], True), ("anna", ["anna"], True), ("anna", ["bob"], False), ("staff", [], False)],
)
def test_the_group_of_one_user_may_write_above(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    group: str,
    members: list[str],
    safe: bool,
) -> None:
    import grp
    import pwd

    monkeypatch.setattr(pwd, "getpwuid", lambda number: SimpleNamespace(pw_name="anna"))
    found = SimpleNamespace(gr_name=group, gr_mem=members)
    monkeypatch.setattr(grp, "getgrgid", lambda number: found)
    folder.parent.chmod(0o775)
    if safe:
        assert cache_folder(make=True) == folder
        folder.chmod(0o770)  # but of the cache itself, no group is let in
    with pytest.raises(FolderError, match="members of its group"):
        cache_folder()


def test_another_users_folder_is_refused(folder: Path, give: Give) -> None:
    cache_folder(make=True)
    give(folder, OTHER)
    with pytest.raises(FolderError) as caught:
        owned_folder(folder, "TAQUIN_CACHE")
    assert f"{folder} belongs to user {OTHER}, not to you" in str(caught.value)
    assert f"sudo chown -hR {os.geteuid()} {folder}" in str(caught.value)
    give(folder, os.geteuid())
    give(folder.parent, OTHER)
    with pytest.raises(FolderError, match=f"{folder.parent} belongs to user {OTHER}, who could"):
        owned_folder(folder, "TAQUIN_CACHE")


def test_roots_read_only_cache_is_used(
    folder: Path, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = usable_code_folder.__wrapped__()
    assert kernels is not None
    (kernels / "some.nbc").write_bytes(b"code")
    for path in (kernels / "some.nbc", kernels, kernels.parent, folder):
        path.chmod(0o555)
        give(path, 0)
    user = os.geteuid() or OTHER
    monkeypatch.setattr(os, "geteuid", lambda: user)
    if user == OTHER:  # as pytest's own folders are then another user's
        monkeypatch.setattr(ownership, "_unmapped_user", lambda: 0)
    cache._safe.clear()
    assert usable_code_folder.__wrapped__() == kernels


@pytest.mark.parametrize("depth", [1, 2])
def test_a_kernel_of_another_user_is_refused(folder: Path, give: Give, depth: int) -> None:
    kernels = usable_code_folder.__wrapped__()
    assert kernels is not None
    file = kernels.joinpath(*["module"] * (depth - 1), "some.nbc")
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"code")
    give(file, OTHER)
    cache._safe.clear()
    with pytest.raises(FolderError, match=f"{file} belongs to user {OTHER}"):
        usable_code_folder.__wrapped__()


def test_a_kernel_that_others_can_write_is_refused_where_they_reach_it(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    file = folder / "some.nbc"
    file.touch()
    file.chmod(0o666)
    check_contents(folder, "TAQUIN_CACHE")
    folder.chmod(0o711)
    with pytest.raises(FolderError, match=f"chmod -R go-w {file}"):
        check_contents(folder, "TAQUIN_CACHE")


def test_symbolic_links_are_followed_to_safe_folders_alone(folder: Path, give: Give) -> None:
    real = folder.parent / "real"
    real.mkdir(mode=0o700)
    folder.symlink_to("../above/./real")
    assert cache_folder() == real and cache_folder("tables", make=True) == real / "tables"
    real.chmod(0o777)
    with pytest.raises(FolderError, match=f"{real} is writable"):
        cache_folder()
    real.chmod(0o700)
    give(folder, OTHER)
    with pytest.raises(FolderError, match=f"{folder} belongs to user {OTHER}"):
        owned_folder(folder, "TAQUIN_CACHE")


def test_a_folder_that_cannot_exist_is_not_used(folder: Path) -> None:
    folder.symlink_to(folder)
    file = folder.parent / "file"
    file.touch()
    for impossible in (folder, file / "cache", file):
        assert owned_folder(impossible, "TAQUIN_CACHE") == impossible
        with pytest.raises(OSError):
            owned_folder(impossible, "TAQUIN_CACHE", make=True)
    assert usable_code_folder.__wrapped__() is None


@pytest.mark.parametrize("relative", ["cache", "./cache", "~/.cache/taquin"])
def test_a_relative_folder_is_refused(monkeypatch: pytest.MonkeyPatch, relative: str) -> None:
    """It would be another one in each folder, and some of them are somebody else's."""
    monkeypatch.setenv("TAQUIN_CACHE", relative)
    with pytest.raises(FolderError, match="set TAQUIN_CACHE to an absolute path"):
        cache_folder()
    monkeypatch.delenv("TAQUIN_CACHE")  # a user without a home
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: relative)
    with pytest.raises(FolderError, match="set TAQUIN_CACHE to an absolute path"):
        cache_folder()


def test_a_folder_made_meanwhile_by_another_user_is_refused(
    folder: Path, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def lose(path: Path, mode: int) -> None:
        make(path, 0o755)
        give(path, OTHER)
        make(path, mode)

    folder.parent.chmod(0o1777)
    monkeypatch.setattr(os, "mkdir", lose)
    with pytest.raises(FolderError, match=f"belongs to user {OTHER}"):
        cache_folder(make=True)


def test_a_folder_that_another_has_taken_the_place_of_is_checked_again(folder: Path) -> None:
    assert cache_folder("tables", make=True) == folder / "tables"
    (folder / "tables").rename(folder / "gone")
    (folder / "tables").mkdir()
    (folder / "tables").chmod(0o777)
    with pytest.raises(FolderError, match="tables is writable by every user"):
        cache_folder("tables")


def test_a_user_namespace_shows_everything_above_as_nobodys(
    folder: Path, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ownership._unmapped_user() in (None, 65534)
    cache_folder(make=True)
    give(folder.parent, OTHER)
    monkeypatch.setattr(ownership, "_unmapped_user", lambda: OTHER)
    assert owned_folder(folder, "TAQUIN_CACHE") == folder
    give(folder, OTHER)
    with pytest.raises(FolderError, match="not to you"):
        owned_folder(folder, "TAQUIN_CACHE")


def test_without_numbered_users_nothing_is_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "geteuid")
    cache_folder("tables", make=True).chmod(0o777)
    assert cache_folder("tables") == folder / "tables"


def test_library_command_and_server_say_the_same(folder: Path) -> None:
    """In processes without compiled code, too: it would be loaded while that is imported."""
    cache_folder(make=True).chmod(0o777)
    with pytest.raises(FolderError) as caught:
        solve("1 2 3/4 0 5/7 8 6", algorithm="astar", heuristic="pdb:4-4")
    assert caught.value.exit_code == ExitCode.USAGE
    for words in (["pdb", "list"], ["pdb", "build", "4-4", "--size", "3x3"], ["serve"]):
        assert taquin(*words) == (2, "", f"taquin: {caught.value}\n")
    done = subprocess.run(
        [sys.executable, "-m", "taquin", "solve", "123456708", "-a", "bfs", "--engine=compiled"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"taquin: {caught.value}\n")
    assert not list(folder.iterdir())


def test_output_does_not_go_through_another_users_link(tmp_path: Path, give: Give) -> None:
    if os.geteuid():
        pytest.skip("only root can give a link away")
    precious, link = tmp_path / "precious", tmp_path / "rows.jsonl"
    precious.write_text("")
    link.symlink_to(precious)
    with OutputFile("output", link) as stream:
        stream.write("one\n")
    with OutputFile("output", link, append=True) as stream:
        stream.write("two\n")
    assert precious.read_text() == "one\ntwo\n"
    give(link, OTHER)
    for arguments in (
        ("batch", "-", "--output", str(link), "--overwrite"),
        ("solve", "123405786", "-a", "bfs", "--trace", str(link)),
    ):
        ran = taquin(*arguments, stdin=b"123405786\n")
        assert ran.status == 2 and "another user's symbolic link" in ran.err
    assert precious.read_text() == "one\ntwo\n"
    picture = tmp_path / "rows.svg"
    picture.symlink_to(precious)
    give(picture, OTHER)
    ran = taquin("compare", "123405786", "-a", "bfs", "--plot", str(picture))
    assert ran.status == 2 and "another user's symbolic link" in ran.err
    assert precious.read_text() == "one\ntwo\n"
