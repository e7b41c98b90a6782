"""Phrases that no native technical writer uses stay out of every text that a person reads.

These are the strings, docstrings and comments of code, and everything in Markdown, HTML, schemas,
notebooks, data files and pictures. To ban a phrase, add a line to BANNED.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = ("*.md", "*.cff", "benchmarks/**/*", "docs/**/*", "src/**/*")
# Folders of files that are made, or that others wrote.
LEFT_OUT = {"__pycache__", "site", "uplot"}
NO_TEXT = {"", ".bin", ".llvm", ".model", ".png", ".typed", ".values", ".wasm"}
# Each phrase (a regular expression, matched as whole words in any case; its spaces match line ends
# too) and what to write instead.
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
    r"does not serve|do not serve|serves (?:every|all|this|once)": "support",
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
    r"(?<!here\s)is no (?:answer|board|command|cost|field|function|goal|heuristic)": "is not a …",
    r"(?<!here\s)is no (?:JSON|list|move|name|number|partition|pattern|report)": "is not a …",
    r"(?<!here\s)is no (?:solution|table|tile|whole number)": "is not a …",
    # Sentences that puzzled their readers, each with its better form in RIGHT.
    r"for (?:one|two|\d+) boards? of (?:two|three|four|\d+)": "two boards in three …",
    r"must agree, and (?:they|it) do": "a solvable board has equal parities",
    r"way (?:the|a|each) (?:tile|blank) goes": "the tile's direction",
    r"as people solve": "row by row",
    r"ha(?:ve|s) it judged": "quiz",
    r"(?:game|pause)(?: that)?(?: you left)? goes on": "continues; type pause to resume",
    r"help lists|what you can write": "Type help for commands",
    r"learn asks again": "type learn for another question",
    r"from the start again": "restarted",
    r"what (?:a|the) search (?:\S+ )?(?:has|had) done": "the search's progress",
    r"the file up to date": "keep saving to it",
    r"threads of this process": "threads here",
    r"over (?:a|the) learned value": "beam search with a learned heuristic",
    r"too large for taquin to": "taquin does not …",
    r"begins? again with": "restarts with",
    r"too many for memory": "too many to enumerate",
    r"\d+, the greatest": "the maximum",
    r"entries of \S+ bits?": "N-bit entries",
    r"ended one worker|one worker after another": "killed several workers",
    r"to be a best one|a best one": "may not be the best",
    r"said of every|said of (?:a|the|each) (?:solution|answer|board|result)": "shown with",
    r"claims nothing": "makes no claims; results are unproved",
    r"moves,? with all tiles between": "slides, with every tile in between",
    r"answers? tells?": "gives",
    r"does as well": "is just as good",
    r"(?:holds|hold|has|have) most (?:loses?|gives?|ends?|first|of it)": "the heaviest user",
    r"counts? towards its limit what": "the limit includes …",
    r"\b1 more (?:moves|boards|nodes|steps|games)": "1 more move",
    r"no recording:": "what failed, and what to do",
    r"search(?:es)? of taquin": "taquin's search; no search in taquin",
    r"a (?:8|11|18|80)(?:x\d+|-puzzle|-bit)": "an",
    r"between (?P<end>\d+ \w+) and (?P=end)": "about …",
    r"(?:needs|costs|takes) at least 0": "say nothing at 0",
    r"as \d+x\d+ has": "it must contain …",
    r"nodes? waiting at most": "at most N nodes in the frontier",
    r"(?:look-ups?|files?|numbers?) an? (?:cell|estimate|heuristic|tile)": "per",
    r"(?<!here\s)(?:is|are) no distances?": "is not a distance",
    r"gets? there by (?:itself|themselves)": "this happens automatically",
    r"keeps? what (?:it|they) ha(?:s|ve) done": "save their progress",
    r"exchange (?:your|its|their) way": "reach the goal by exchanges",
    r"few (?:moves|steps|seconds) more": "a few extra moves",
    r"at (?:its|their) (?:own )?places?": "in its place",
    r"reports? (?:it|them) on the console": "logs it to the console",
    r"ideas multiply": "combine",
    r"price for each": "cost",
    r"(?:line|row) has the (?:search|weight)": "gives",
    r"its way is": "its direction",
    r"where it often ends": "usually finishes",
    r"a (?:search|\w+ A\*) that may is": "a search is tried; it may …",
    r"rows without a model": "without a model, rows",
}
# What to write instead; none of it is banned.
RIGHT = (
    "two boards in three take about a second",
    "A solvable board has equal parities; this one does not.",
    "letters give the tile's direction",
    "a hint from the row-and-column method",
    "quiz: find the best move",
    "Continuing your unfinished game.",
    "Type help for commands, pause to resume, learn for another question.",
    "Restarted.",
    "Save the search's progress to FILE and keep saving to it.",
    "workers=8 sets threads here; a cluster has its own workers",
    "A beam search with a learned heuristic found this.",
    "taquin does not solve 5x5 (stm) optimally by default",
    "restarting with larger tables",
    "too many boards to enumerate",
    "the seventeen 15-puzzles that need 80 moves, the maximum",
    "1-bit entries",
    "the task killed several workers",
    "it may not be the best; it is not proved to be optimal",
    "shown with every answer",
    "makes no claims, so results are unproved",
    "it slides, with every tile in between",
    "Every answer gives its length, and --workers is just as good.",
    "The heaviest user's jobs go first.",
    "The limit includes loaded tables.",
    "1 more move follows, or 11 more moves",
    "The kernel restarted: run the cell again.",
    "No search in taquin proves solutions of an 11x11 board; an 8x8 or a 5x5 board is smaller.",
    "between 1 second and 2 seconds; it needs at least 10 moves",
    "Write one board per line; this is a total of 5 boards around the goal.",
    "taquin picks the faster engine.",
    "A child costs one look-up per cell, one file per estimate; this is not a distance.",
    "A few extra moves do not matter; there is no distance to measure.",
    "56 is not a tile; there is no tile 56, and the bound is no longer the cost",
)
_SPACE = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:(?://|\*|#|>|\"|')[ \t]*)?)"
_JSDOC = re.compile(  # a tag with its type and name, which are code
    r"@(?:param|property|typedef|template)\b\s*(?:\{(?:[^{}]|\{[^{}]*\})*\})?\s*\[?[\w.$]*"
    r"|@\w+\s*\{(?:[^{}]|\{[^{}]*\})*\}"
)
_SCRIPT = re.compile(  # texts; and regular expressions, whose quotes open none
    r"""
    (?P<text> //[^\n]*(?:\n[ \t]*//[^\n]*)* | /\*.*?\*/
      | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
      | `(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*` )
    | (?:(?<=[(,=:\[!&|?{};>])|(?<=\breturn))\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/
    """,
    re.DOTALL | re.VERBOSE,
)
_STYLE = re.compile(r"(?P<text>/\*.*?\*/|\"[^\"\n]*\")", re.DOTALL)

Texts = Iterator[tuple[int, str]]


@cache
def pattern() -> re.Pattern[str]:
    """Any of the banned phrases, however a comment or a text breaks its lines."""
    any_of = "|".join(rf"\b(?:{phrase})(?!\w)" for phrase in BANNED)
    return re.compile(any_of.replace(" ", _SPACE), re.IGNORECASE)


def python_texts(source: str) -> Texts:
    """Every string and comment with its line; code within f-strings is left out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    comments: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.append(token.string)
        elif comments and token.type != tokenize.NL:
            yield token.start[0] - len(comments), "\n".join(comments)
            comments = []


def _found(pattern: re.Pattern[str], source: str) -> Texts:
    for match in pattern.finditer(source):
        if match["text"]:
            yield source.count("\n", 0, match.start()) + 1, match["text"]


def script_texts(source: str) -> Texts:
    """Every string and comment of JavaScript, without the types and names of its tags."""
    for line, text in _found(_SCRIPT, source):
        yield line, _JSDOC.sub(lambda tag: "|" + "\n" * tag[0].count("\n"), text)


def style_texts(source: str) -> Texts:
    """Every comment and string of a style sheet."""
    return _found(_STYLE, source)


def whole_text(source: str) -> Texts:
    """All of it: prose, with its examples."""
    yield 1, source


READERS: dict[str, Callable[[str], Texts]] = {
    ".py": python_texts,
    ".js": script_texts,
    ".mjs": script_texts,
    ".ts": script_texts,
    ".css": style_texts,
    **dict.fromkeys(
        (".md", ".html", ".json", ".ipynb", ".txt", ".csv", ".svg", ".cff", ".webmanifest"),
        whole_text,
    ),
}


def files() -> list[Path]:
    """Every file that may hold text for people, of all folders at any depth."""
    found = {
        path
        for place in PLACES
        for path in ROOT.glob(place)
        if path.is_file() and not LEFT_OUT & set(path.relative_to(ROOT).parts)
    }
    return sorted(found)


def faults(text: str) -> list[tuple[int, str]]:
    """The banned phrases of a text, each with its line in it from 0; lines may be wrapped."""
    return [
        (text.count("\n", 0, match.start()), " ".join(match[0].split()))
        for match in pattern().finditer(text)
    ]


@pytest.mark.parametrize("suffix", READERS)
def test_no_banned_phrase(suffix: str) -> None:
    checked = [path for path in files() if path.suffix == suffix]
    assert checked
    found = [
        f"{path.relative_to(ROOT)}:{line + more}: {phrase!r}"
        for path in checked
        for line, text in READERS[suffix](path.read_text(encoding="utf-8"))
        for more, phrase in faults(text)
    ]
    assert not found, "\n".join(found)


def test_every_kind_of_file_is_read() -> None:
    unknown = {path.suffix for path in files()} - set(READERS) - NO_TEXT
    assert not unknown, f"say in READERS how to read {sorted(unknown)}, or that it is NO_TEXT"


def test_folders_within_folders_are_read() -> None:
    read = {str(path.relative_to(ROOT)) for path in files()}
    assert {
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/do/students.md",
        "docs/_site/static/lessons/search.js",
        "src/taquin/kernels/searches/subtrees.py",
        "src/taquin/faces/web/jobs/fairness.py",
        "src/taquin/faces/static/lab/microscope/microscope.js",
    } <= read


def test_the_pattern_finds_what_it_should() -> None:
    assert faults("Solve one board a line.") == [(0, "board a line")]
    assert faults("First.\ntaquin takes what\n    pays") == [(1, "takes what pays")]
    assert faults("The limit is told when reached") == [(0, "is told")]
    assert faults("every move changes both, so they must agree, and they do not")
    assert faults("A 11x11 board: 1 more moves follow, between 1 second and 1 second.")
    assert faults("no search of taquin proves solutions of it")
    assert faults("The hardest boards\nget there by themselves.") == [
        (1, "get there by themselves")
    ]
    assert faults("one file an estimate") and faults("It is no distance.")


@pytest.mark.parametrize("sentence", RIGHT)
def test_the_pattern_lets_right_sentences_pass(sentence: str) -> None:
    assert not faults(sentence)


def test_strings_and_comments_of_scripts_are_read() -> None:
    source = """
    import { mended } from "./anew.js"; // read
    // anew
    /** @param {{mended: string}} mended  what was mended */
    const quoted = (word) => { return /["`]/.test(word); };
    const rule = /[`"']/, word = `${again("anew")} again`, other = 'whoever';
    """
    found = [phrase for _, text in script_texts(source) for _, phrase in faults(text)]
    assert found == ["anew", "anew", "mended", "anew", "whoever"]
