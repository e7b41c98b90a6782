"""Phrases that no native technical writer uses stay out of strings, docstrings and comments.

To cover more of the project, add a line to CHECKED; to ban another phrase, a line to BANNED.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHECKED = (
    "src/taquin/bench",
    "src/taquin/checks",
    "src/taquin/cluster",
    "src/taquin/constructive",
    "src/taquin/heuristics",
    "src/taquin/kernels",
    "src/taquin/pictures",
    "src/taquin/puzzle",
    "src/taquin/search",
    "src/taquin/faces/cli",
    "src/taquin/faces/terminal",
    "src/taquin/game",
    "src/taquin/__init__.py",
    "src/taquin/__main__.py",
    "src/taquin/ground/announce.py",
    "src/taquin/solving/classroom.py",
    "src/taquin/ground/cores.py",
    "src/taquin/ground/deadline.py",
    "src/taquin/ground/declaration.py",
    "src/taquin/whole/distance_table.py",
    "src/taquin/ground/errors.py",
    "src/taquin/solving/comparison.py",
    "src/taquin/solving/comparison_bars.py",
    "src/taquin/solving/comparison_text.py",
    "src/taquin/solving/failures.py",
    "src/taquin/checks/findings.py",
    "src/taquin/ground/latex.py",
    "src/taquin/ground/markdown.py",
    "src/taquin/ground/interpreters.py",
    "src/taquin/ground/storage.py",
    "src/taquin/ground/memory.py",
    "src/taquin/ground/once.py",
    "src/taquin/whole/oracle.py",
    "src/taquin/ground/ownership.py",
    "src/taquin/solving/pattern_engine.py",
    "src/taquin/solving/plugins.py",
    "src/taquin/ground/registry.py",
    "src/taquin/solving/remarks.py",
    "src/taquin/solving/result.py",
    "src/taquin/solving/result_html.py",
    "src/taquin/solving/result_text.py",
    "src/taquin/solving/answers.py",
    "src/taquin/solving/solver.py",
    "src/taquin/whole/census.py",
    "src/taquin/ground/table.py",
    "src/taquin/ground/shield.py",
    "src/taquin/teach",
    "src/taquin/faces/web/process/warm.py",
    "src/taquin/solving/lowering.py",
    "src/taquin/solving/engine.py",
    "src/taquin/solving/choice.py",
    "benchmarks",
    "benchmarks/hostile",
    "docs",
    "docs/_site",
)
# Each phrase (a regular expression, matched as whole words in any case) and what to write instead.
BANNED = {
    r"ones? a line|(?:row|field|digit|board|case|tile|line) a (?:line|cell|row|file|board)": "per",
    r"(?:a|one) line each": "one line per …",
    r"as (?:it|they) stands?": "unchanged; verbatim",
    r"for want of": "because there is no …",
    r"nursery|bury|buried": "fork server; reap",
    r"strangers?": "displaced; other users",
    r"is looked at|are looked at|looked at before|look(?:s|ing)? at the clock": "is checked; reads",
    r"tak(?:e|es|en) what pays|where (?:it|that) pays|pays? where": "is faster",
    r"at (?:first|next) need": "on first use; on next use",
    r"(?:be|is|are|was|were) told|told (?:apart|when|by|where|about)": "is reported",
    r"had found": "found",
    r"so many (?:cells|boards|steps|nodes|seconds|more|depths|expansions)": "this many; `name` …",
    r"(?:process|server|client|line|row|memory)(?:es|s)? of (?:its|their) own": "a separate …",
    r"does not serve|do not serve|serves? (?:every|all|this|once)": "support",
    r"in all(?=[,.:;)]|$)": "in total",
    r"round (?:it|them|the|a|an|these|by)": "around",
    r"taken back": "undone",
    r"turned round|turn round|the other way round": "reversed",
    r"known beforehand|beforehand": "known; in advance",
    r"anew": "again; re-…",
    r"what is no": "anything that is not a …",
    r"mends?|mended": "fix",
    r"makes good": "fixes",
    r"our defect|a defect of": "an internal error (a bug in taquin)",
    r"go(?:es)? on with|went on with|gone on with": "continue; resume",
    r"runs? on with": "continues",
    r"by these means|by the best means": "by default",
    r"one after the other": "in sequence",
    r"in words of|so as to": "to",
    r"whoever": "a user; a caller",
    r"somebody(?:'s own| else's|'s)?": "a user's; another",
    r"of ours|of our making": "taquin's",
    r"in a process of its own": "in a separate process",
    r"as it is declared": "because it is declared …",
    r"not served": "not supported",
    r"(?:said|say) (?:un)?solvable": "reported …",
    r"times the time": "times slower; times faster",
    r"(?:one|moves?|dictionary|seconds) a (?:move|row|search|single-tile|board|second)": "per",
    r"(?:board|one) makes? good|could make good": "invalid",
    r"stands? behind|go(?:es)? on behind": "follows; continues",
    r"unasked": "without …; by default",
    r"off a terminal": "without a terminal",
    r"brings? (?:its|their)(?: own)?": "has its own",
    r"what (?:came out|it took|was asked)": "the result; the effort; the question",
    r"(?:the others|other rows|rows) go on": "the others still run",
    r"meant to be": "name the condition",
}
PATTERN = re.compile("|".join(rf"\b(?:{phrase})\b" for phrase in BANNED), re.IGNORECASE)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every string and comment of a file with its line; code within f-strings is left out."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def faults(text: str) -> list[str]:
    """The banned phrases in a text, whose lines may be wrapped."""
    return [match[0] for match in PATTERN.finditer(re.sub(r"\s*\n\s*#?\s*", " ", text))]


@pytest.mark.parametrize("place", CHECKED)
def test_no_banned_phrase(place: str) -> None:
    path = ROOT / place
    files = sorted(path.glob("*.py")) if path.is_dir() else [path]
    assert files
    found = [
        f"{file.relative_to(ROOT)}:{line}: {phrase!r}"
        for file in files
        for line, text in texts(file)
        for phrase in faults(text)
    ]
    assert not found, "\n".join(found)


def test_the_pattern_finds_what_it_should() -> None:
    assert faults("Solve one board a line.") == ["board a line"]
    assert faults("taquin takes what\n    pays") == ["takes what pays"]
    assert faults("The limit is told when reached") == ["is told"]
    assert not faults("Write one board per line; this is a total of 5 boards around the goal.")
