"""`taquin site`: what the folder holds, what is never touched, and what --check finds."""

import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli import taquin
from plain_host import made, written
from taquin.faces.web.http.files import PAGE_FOLDER
from taquin.faces.web.http.policy import CONTENT_POLICY
from taquin.faces.web.publish import command as site
from taquin.faces.web.publish import contents
from taquin.faces.web.publish.checking import faults_of
from taquin.faces.web.publish.contents import folder_contents
from taquin.ground.errors import ExitCode

BASE = "https://example.org/games/taquin/"


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command writes a folder whose documentation is two pages, made once for all tests."""
    monkeypatch.setattr(site, "folder_contents", lambda base: made(base and base.text, True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A written folder that no test changes."""
    return written(tmp_path_factory.mktemp("site") / "public")


def test_the_page_and_all_around_it_is_there(folder: Path) -> None:
    names = set(files_of(folder))
    top = {name for name in names if "/" not in name and not name.endswith(".gz")}
    assert top == {
        *(".htaccess", ".nojekyll", "404.html", "_headers", "icon.svg", "index.html"),
        *("manifest.webmanifest", "robots.txt", "social.png", "sw.js", "taquin-board.js"),
        "taquin-site.json",
    }
    (modules,) = {name.split("/")[0] for name in names if name.startswith("v-")}
    assert {f"{modules}/app/main.js", f"{modules}/board.js", "docs/index.html"} <= names
    assert (folder / "taquin-board.js").read_bytes() == (PAGE_FOLDER / "board.js").read_bytes()
    assert faults_of(folder) == []


def test_the_worker_keeps_what_the_page_can_ask_for(folder: Path) -> None:
    served = (PAGE_FOLDER / "sw.js").read_text(encoding="utf-8")
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"FILES = \[([^\]]*)\]", served)
    (kept,) = re.findall(r"^const FILES = (\[.*?\]);$", worker, re.DOTALL | re.MULTILINE)
    names = [re.sub(r"^v-\w+/", "", name) for name in json.loads(kept)]
    assert sorted(names) == sorted(re.findall(r'"([^"]+)"', listed))
    # And then what people read beside it.
    (later,) = re.findall(r"^const LATER = (\[.*?\]);$", worker, re.DOTALL | re.MULTILINE)
    beside = ["docs/", "docs/do/site.html", "examples/", "taquin-board.js"]
    assert set(beside) <= set(json.loads(later))


def test_what_is_said_without_the_page_has_its_languages(folder: Path) -> None:
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    (words,) = re.findall(r"^const WORDS = (\{.*?\});$", worker, re.DOTALL | re.MULTILINE)
    missing = (folder / "404.html").read_text(encoding="utf-8")
    languages = ["en", "de", "es", "fr", "zh-Hans"]
    assert list(json.loads(words)) == re.findall(r'<section lang="(.*?)">', missing) == languages
    assert len(set(json.loads(words).values())) == len(languages)
    assert "Il n’y a pas de page à cette adresse" in missing


def test_every_address_is_relative_until_one_is_given(folder: Path) -> None:
    text = (folder / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'(?:href|src)="([^"]*)"', text)
    assert addresses and not [a for a in addresses if a.startswith(("/", "http"))]
    assert 'content="social.png"' in text and "canonical" not in text


def test_a_base_url_is_in_the_links_and_the_card(tmp_path: Path) -> None:
    folder = written(tmp_path / "public", base=BASE)
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{BASE}">' in text
    assert f'<meta property="og:image" content="{BASE}social.png">' in text
    assert 'href="/games/taquin/"' in (folder / "404.html").read_text(encoding="utf-8")
    assert "/games/taquin/*" in (folder / "_headers").read_text(encoding="utf-8")
    assert "404 /games/taquin/404.html" in (folder / ".htaccess").read_text(encoding="utf-8")
    assert faults_of(folder) == []


@pytest.mark.parametrize(
    "address",
    [
        *("", "example.org", "ftp://example.org/", "https:///taquin/", "https://a.b/?x=1"),
        *("https://a.b/#x", "https://me:you@a.b/", "https://a.b/x y/", 'https://a.b/"'),
        *("https://a.b/../c/", "https://a.b//c/", "https://a.b:99999/", "https://[a/"),
    ],
)
def test_what_is_not_the_address_of_a_folder_is_refused(address: str, tmp_path: Path) -> None:
    ran = taquin("site", str(tmp_path / "public"), "--base-url", address)
    assert ran.status == ExitCode.USAGE
    assert "expected the address of a folder" in ran.err
    assert not (tmp_path / "public").exists()


@pytest.mark.usefixtures("plain")
def test_a_slash_at_the_end_is_added(tmp_path: Path) -> None:
    assert taquin("site", str(tmp_path / "public"), "--base-url", BASE.rstrip("/")).status == 0
    assert BASE in (tmp_path / "public" / "index.html").read_text(encoding="utf-8")


def test_the_policy_is_the_servers(folder: Path) -> None:
    """A page cannot declare who may frame it: that rule is for headers."""
    text = (folder / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Security-Policy" content="([^"]*)"', text)
    rules = policy.replace("&#x27;", "'").split("; ")
    assert set(CONTENT_POLICY.split("; ")) - set(rules) == {"frame-ancestors 'none'"}
    assert "frame-ancestors 'self'" in (folder / "_headers").read_text(encoding="utf-8")


def test_compressed_copies_are_those_files(folder: Path) -> None:
    files = files_of(folder)
    copies = {name: content for name, content in files.items() if name.endswith(".gz")}
    assert len(copies) > 200
    for name, content in copies.items():
        assert gzip.decompress(content) == files[name.removesuffix(".gz")]


def test_the_same_input_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    made.cache_clear()
    assert files_of(written(tmp_path / "other")) == files_of(folder)


def test_another_version_replaces_its_files_and_leaves_yours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "public", documents=False)
    monkeypatch.setattr(site, "folder_contents", lambda base: folder_contents(base, tmp_path))
    (before,) = folder.glob("v-*")
    changed = before / "board.js"
    changed.write_text("// mine now", encoding="utf-8")
    (folder / "CNAME").write_text("example.org", encoding="utf-8")
    page = contents._page_files

    def newer() -> dict[str, bytes]:
        return {**page(), "board.js": b"export {};\n"}

    monkeypatch.setattr(contents, "_page_files", newer)
    ran = taquin("site", str(folder))
    assert ran.status == 0
    assert "1 file of the version before changed since and stayed" in ran.err
    assert [path.name for path in before.rglob("*") if path.is_file()] == ["board.js"]
    assert (folder / "CNAME").read_text(encoding="utf-8") == "example.org"
    assert len([*folder.glob("v-*")]) == 2
    assert (folder / "taquin-board.js").read_bytes() == b"export {};\n"
    assert not [*folder.glob(".taquin-site-*")]


def test_a_second_run_changes_nothing(folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    files, _, facts = made(None, True)
    assert site.write_folder(folder, files, facts) == (
        0,
        0,
        [],
    )
    assert {path: path.stat().st_mtime_ns for path in before} == before


def _modules(folder: Path) -> str:
    return next(folder.glob("v-*")).name


@pytest.mark.usefixtures("plain")
def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years", encoding="utf-8")
    ran = taquin("site", str(tmp_path))
    assert ran.status == ExitCode.USAGE
    assert "files that taquin did not write, such as 'thesis.tex'" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.usefixtures("plain")
def test_a_repository_without_files_is_written_to(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert taquin("site", str(tmp_path)).status == 0
    assert (tmp_path / "index.html").is_file() and (tmp_path / ".git").is_dir()


def test_a_file_with_the_name_of_one_of_taquins_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path / "public", documents=False)
    (folder / "docs").mkdir()
    (folder / "docs" / "index.html").write_text("mine", encoding="utf-8")
    files, _, facts = made(None, True)
    with pytest.raises(ValueError, match="is not taquin's, but has the name of one of its files"):
        site.write_folder(folder, files, facts)
    assert (folder / "docs" / "index.html").read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("where", ["a file", "a record of another", "a link"])
def test_places_that_cannot_be_written_are_named(where: str, tmp_path: Path) -> None:
    folder = tmp_path / "public"
    if where == "a file":
        folder.write_text("x", encoding="utf-8")
    elif where == "a link":
        written(folder, documents=False)
        elsewhere = tmp_path / "elsewhere"
        (folder / "icons").rename(elsewhere)
        (folder / "icons").symlink_to(elsewhere)
    else:
        folder.mkdir()
        (folder / "taquin-site.json").write_text('{"files": {"../x": ""}}', encoding="utf-8")
    ran = taquin("site", str(folder))
    assert ran.status == ExitCode.USAGE
    assert str(folder) in ran.err and "internal error" not in ran.err


def test_a_failure_in_the_middle_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "public", documents=False)
    monkeypatch.setattr(site, "folder_contents", lambda base: folder_contents(base, tmp_path))
    before = files_of(folder)
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "page.css":
            raise OSError(28, "No space left on device")
        return write(path, content)

    page = contents._page_files()
    monkeypatch.setattr(contents, "_page_files", lambda: {**page, "page.css": b"a{}"})
    monkeypatch.setattr(Path, "write_bytes", full)
    ran = taquin("site", str(folder))
    assert ran.status == ExitCode.USAGE and "No space left on device" in ran.err
    assert files_of(folder) == before


def test_without_documentation_the_page_has_no_link_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "folder_contents", lambda base: folder_contents(base, tmp_path))
    ran = taquin("site", str(tmp_path / "public"), "--check")
    assert ran.status == 0
    assert "does not contain the documentation" in ran.err
    assert ran.out.splitlines()[-1].endswith("no faults.")
    assert "docs/" not in (tmp_path / "public" / "index.html").read_text(encoding="utf-8")


def _edit(name: str, before: str, after: str) -> Any:
    """Change a file and its record, as a builder with a mistake would have written it."""

    def act(folder: Path) -> None:
        path = folder / name.replace("v-*", _modules(folder))
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
        record = json.loads((folder / "taquin-site.json").read_text(encoding="utf-8"))
        relative = path.relative_to(folder).as_posix()
        record["files"][relative] = site_digest(path)
        record["files"].pop(f"{relative}.gz", None)
        (folder / "taquin-site.json").write_text(json.dumps(record), encoding="utf-8")

    return act


def site_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


DAMAGES = {
    "a missing file": (lambda folder: (folder / "icon.svg").unlink(), "icon.svg is missing."),
    "a changed file": (
        lambda folder: (folder / "icon.svg").write_text("<svg/>", encoding="utf-8"),
        "icon.svg has changed since it was written.",
    ),
    "a missing script": (
        _edit("index.html", "/app/theme.js", "/app/dream.js"),
        "/app/dream.js, which does not exist.",
    ),
    "a missing module": (
        _edit("v-*/app/main.js", "./resume.js", "./presume.js"),
        "refers to ./presume.js, which does not exist.",
    ),
    "a missing part of a page": (
        _edit("index.html", 'href="#main"', 'href="#mane"'),
        "refers to #mane: index.html has no such part.",
    ),
    "an address of this host": (
        _edit("index.html", 'href="icon.svg"', 'href="/icon.svg"'),
        "refers to /icon.svg, which depends on where the folder is served.",
    ),
    "an address above": (
        _edit("index.html", 'href="icon.svg"', 'href="../icon.svg"'),
        "refers to ../icon.svg, which is outside the folder.",
    ),
    "a script from elsewhere": (
        _edit("docs/index.html", "</head>", '<script src="https://a.b/c.js"></script></head>'),
        "docs/index.html loads https://a.b/c.js from elsewhere.",
    ),
    "a script in the page": (
        _edit("docs/index.html", "</head>", "<script>alert(1)</script></head>"),
        "docs/index.html has code in the page, which its policy forbids: alert(1)",
    ),
    "a weaker policy": (
        _edit("docs/index.html", "default-src &#x27;none&#x27;; ", ""),
        "docs/index.html declares another content policy.",
    ),
    "no policy": (
        _edit("docs/index.html", "Content-Security-Policy", "refresh"),
        "docs/index.html declares no content policy before what it loads.",
    ),
    "another copy": (
        lambda folder: _copied(folder),
        "index.html.gz is not a copy of index.html.",
    ),
}


def _copied(folder: Path) -> None:
    path = folder / "index.html.gz"
    path.write_bytes(gzip.compress(b"another"))
    record = json.loads((folder / "taquin-site.json").read_text(encoding="utf-8"))
    record["files"]["index.html.gz"] = site_digest(path)
    (folder / "taquin-site.json").write_text(json.dumps(record), encoding="utf-8")


@pytest.mark.parametrize("damage", DAMAGES)
def test_check_finds(damage: str, tmp_path: Path) -> None:
    folder = written(tmp_path / "public")
    act, fault = DAMAGES[damage]
    act(folder)
    found = faults_of(folder)
    assert found and found[0].endswith(fault), found
    # What a missing or changed file entails is said, too; a wrong reference is one fault.
    assert len(found) == 1 or "icon.svg" in found[0]


@pytest.mark.usefixtures("plain")
def test_faults_end_with_their_own_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "faults_of", lambda folder: ["icon.svg is missing."])
    ran = taquin("site", str(tmp_path / "public"), "--check")
    assert ran.status == ExitCode.REFUTED
    assert ran.out.splitlines()[1:] == ["icon.svg is missing.", f"{tmp_path / 'public'}: 1 fault."]
