"""What Python and the page both say stands in one catalogue, and nowhere else."""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

import make_sentences
import pytest
from imports import STATIC, graph
from make_languages import HEARD

from page_support import ROOT
from taquin.ground.sentences import HintSentence, said

PACKAGE = ROOT / "src" / "taquin"
CATALOGUES = [PACKAGE / "ground" / "sentences.py", PACKAGE / "ground" / "heard.py"]
FIELD = re.compile(r"\{[^{}]*\}")
JOIN = re.compile(r"""["'`]\s*\+?\s*\n\s*f?["'`]""")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
FILLED = re.compile(r"\$?\{(?:[^{}]|\{[^{}]*\})*\}")
# Rules whose words are pinned by vectors: what is wrong with a text, the lines of a recording, and
# board.js, which imports nothing.
PINNED = ("puzzle/", "notation/", "teach/trace/", "board.js")
# Written by the package, too.
GENERATED = (
    *("words/", "notation/instances.js", "languages/"),
    *("lab/searches/catalogue.js", "lab/searches/teachings.js"),
)
# A sentence that both say has at least so many words.
LEAST = 4
# A formula, a seed, and labels of controls, which each face chooses for itself.
APART = {
    *("f = g + h", "taquin daily 1 {} {}x{}"),
}


@cache
def python_texts() -> dict[str, set[str]]:
    """The texts of the package's own files, with the files in which they stand."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if path not in CATALOGUES:
            own = path.relative_to(PACKAGE).as_posix()
            for text in _texts_of(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(text, set()).add(own)
    return found


def _texts_of(tree: ast.Module) -> Iterator[str]:
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
             for part in node.values}  # fmt: skip
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    left_out = parts | docstrings
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
            )


@cache
def page_texts() -> dict[str, set[str]]:
    """The texts of the page's modules and of the widgets', with the modules in which they stand."""
    found: dict[str, set[str]] = {}
    scripts = [STATIC / path for path in graph() if not path.startswith(GENERATED)]
    for path in [*scripts, *(PACKAGE / "faces" / "notebook" / "front").glob("*.js")]:
        own = path.relative_to(STATIC).as_posix() if path.is_relative_to(STATIC) else path.name
        code = JOIN.sub("", COMMENT.sub(" ", path.read_text(encoding="utf-8")))
        for one, other in TEXT.findall(code):
            found.setdefault(FILLED.sub("{}", one or other), set()).add(own)
    return found


def test_a_text_in_several_parts_is_one_text() -> None:
    assert list(_texts_of(ast.parse('"""No."""\nx = f"Move {tile} " "left."\n'))) == [
        "Move {} left."
    ]
    assert TEXT.findall(JOIN.sub("", 'x = "Move it " +\n  "left.";')) == [("Move it left.", "")]


@pytest.mark.parametrize("group", make_sentences.GROUPS, ids=lambda group: group.__name__)
def test_the_pages_copy_is_what_the_catalogue_says_now(group: type[StrEnum]) -> None:
    file = make_sentences.FOLDER / make_sentences.file_of(group)
    expected = make_sentences.text(group)
    assert file.read_text(encoding="utf-8") == expected, "run python tests/page/make_sentences.py"


def test_nothing_else_is_in_the_folder_of_copies() -> None:
    written = {make_sentences.file_of(group) for group in make_sentences.GROUPS}
    assert {path.name for path in make_sentences.FOLDER.iterdir()} == written | {
        "heard.js",
        "said.js",
    }


@pytest.mark.parametrize("group", make_sentences.GROUPS, ids=lambda group: group.__name__)
def test_no_sentence_of_the_catalogue_is_written_out_elsewhere(group: type[StrEnum]) -> None:
    known = python_texts() | page_texts()
    for sentence in group:
        pieces = [piece.strip() for piece in FIELD.split(sentence.value)]
        longest = max(pieces, key=len)
        if len(longest.split()) > LEAST:
            again = {text for text in known if longest in text}
            assert again == set(), f"{group.__name__}.{sentence.name}"
        assert sentence.value not in known or len(sentence.value.split()) < 3, sentence


@pytest.mark.parametrize("group", HEARD, ids=lambda group: group.__name__)
def test_no_sentence_that_the_page_hears_is_written_out_elsewhere(group: type[StrEnum]) -> None:
    assert {FIELD.sub("{}", sentence) for sentence in group} & python_texts().keys() == set()


def test_no_other_sentence_stands_in_both_languages() -> None:
    both = {
        text
        for text, files in python_texts().items()
        if text in page_texts()
        and len([word for word in text.split() if word.strip("{}.,:;")]) >= LEAST
        and not any(file.startswith(PINNED) for file in files | page_texts()[text])
    }
    assert both == APART


def test_a_plural_is_made_in_one_place() -> None:
    """By `counted` and `noun` of the package, and by `counted` of the page."""
    page = re.compile(r'=== 1 \? "(\w*)" : "\1e?s"')
    package = re.compile(r"""(["'])(\w*)\1 if [^\n]*== 1 else \1\2e?s\1""")
    found = [
        path.name
        for path in [*PACKAGE.rglob("*.py"), *STATIC.rglob("*.js")]
        if page.search(text := path.read_text(encoding="utf-8")) or package.search(text)
    ]
    assert found == ["board.js"], "it imports nothing"


def test_every_sentence_is_said() -> None:
    everything = "".join(
        path.read_text(encoding="utf-8")
        for path in [*PACKAGE.rglob("*.py"), *STATIC.rglob("*.js")]
        if path not in CATALOGUES and path.parent.name != "words"
    )
    for group in [*make_sentences.GROUPS, *HEARD]:
        for sentence in group:
            assert f"{group.__name__}.{sentence.name}" in everything, sentence.name


def test_a_value_that_is_missing_or_no_number_is_an_error() -> None:
    with pytest.raises(KeyError, match="tile"):
        said(HintSentence.MOVE)
    with pytest.raises(AssertionError, match="is counted"):
        said(HintSentence.STEP, part="Row 1", length="3")
