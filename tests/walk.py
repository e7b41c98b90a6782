"""The walk of a question through the house. Run it with `python -m tests.walk [QUESTION]`.

QUESTION: the arguments of the command `taquin`, or `page BOARD GOAL`; by default, four questions.
`python -m tests.walk --write` draws these four into CONTRIBUTING.md.

A *hop* is a function of taquin that carries the question on or the answer back:
- it is running when the search begins, or
- one of these calls it, and it returns the board, before the search, or the moves, after it, in
  another wrapping than it got.
Those that such a function calls in turn are steps inside a hop; they are counted apart.
A *carrier* is a class of taquin whose objects hold the board, or the moves, on the way between
hops or inside one. What no class declares (loose arguments, bare tuples, lists and dictionaries) is
counted apart. A hop or a carrier counts once, however often it is used. Of the page, only the job's
process is counted: `read_question` runs in the reader's process, and the server between the two
carries lines of JSON.

`reads` counts texts read as boards, `options` parsings of options, `heuristics` heuristics built,
`replays` solutions walked along again.
"""

import io
import json
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import taquin
from taquin.faces.cli.main import run
from taquin.faces.web.process.limits import local_limits
from taquin.faces.web.process.question import JobRequest, read_question
from taquin.faces.web.process.work import run_job
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instance
from taquin.puzzle.move import format_moves

__all__ = ["USUAL", "Walk", "drawn", "followed", "picture"]

ROOT = str(Path(taquin.__file__).parent)
CONTRIBUTING = Path(__file__).parents[1] / "CONTRIBUTING.md"
_BEGIN, _END = "```mermaid\n", "```\n"
USUAL = (
    "solve 702853614 --goal first",
    "solve 702853614 --goal first --engine compiled",
    "solve korf100:79 --goal first -a idastar --heuristic manhattan",
    "page 702853614 first",
)
WORK = ("reads", "options", "heuristics", "replays")
# What walks along a solution.
REPLAYING = {
    "puzzle.puzzle:Puzzle.follow",
    "puzzle.board:Board.path",
    "solving.answers.replay:states_along",
}
# What carries the board or the moves without a class of taquin.
PLAIN_FORMS = {"dict", "list", "loose arguments", "tuple"}
# The board itself, and its notations.
PLAIN = {"Board", "Reading", "bytes", "str"}
DEEPEST = 4  # levels of fields in which the board or the moves are looked for
LONG = 3  # fewer moves than this may be found anywhere by chance


def _name(code: CodeType) -> str:
    file = code.co_filename.removeprefix(ROOT).strip("/").removesuffix(".py")
    return f"{file.replace('/', '.')}:{code.co_qualname.replace('.<locals>', '')}"


def _fields(value: object) -> list[object]:
    """The parts of a container, or of an object of taquin."""
    if isinstance(value, (list, tuple)):
        return list(value[:40])
    if isinstance(value, dict):
        return list(value.values())[:40]
    if not type(value).__module__.startswith("taquin."):
        return []
    slots = [s for base in type(value).__mro__ for s in getattr(base, "__slots__", ())]
    found = [getattr(value, name, None) for name in slots if name != "__weakref__"]
    return found + list(getattr(value, "__dict__", {}).values())


def _all(value: object, kind: type) -> bool:
    """Whether it is a tuple of such things alone; an array in it could not be compared."""
    return type(value) is tuple and all(type(part) is kind for part in value)


class Walk:
    """What `sys.setprofile` saw: hops and carriers, in order, and how often work was repeated."""

    def __init__(self, start: Board, searches: set[CodeType], factories: set[CodeType]) -> None:
        self.start, self.searches, self.factories = start, searches, factories
        self.moves: tuple[str, ...] = ()
        self.counts: Counter[str] = Counter()
        self._stack: list[FrameType] = []
        self._inside: FrameType | None = None
        # Function → the functions that called it.
        self._before: dict[str, set[str]] = {}
        self._down: list[str] = []
        self._after: dict[str, set[str]] = {}
        self._given: dict[int, set[str]] = {}
        self._carriers: dict[str, set[str]] = {}

    @property
    def hops(self) -> list[str]:
        """Functions, in the order in which they carried something."""
        spine = set(self._down)
        before = [name for name, callers in self._before.items() if callers & spine]
        after = [name for name, callers in self._after.items() if callers & spine]
        return list(dict.fromkeys([*self._down, *before, *after]))

    @property
    def steps(self) -> list[str]:
        """What carries the question or the answer inside a hop."""
        inside = dict.fromkeys([*self._before, *self._after])
        return [name for name in inside if name not in self.hops]

    @property
    def carriers(self) -> dict[str, list[str]]:
        """Class → the hops that got or returned one."""
        hops = {*self.hops, *self.steps}
        used = {name: sorted(by & hops) for name, by in self._carriers.items()}
        return {name: by for name, by in used.items() if by and name not in PLAIN}

    @property
    def between(self) -> list[str]:
        """The carriers that a hop gets or returns; the others never leave one."""
        hops, declared = set(self.hops), self.carriers.keys() - PLAIN_FORMS
        return [
            name for name in self.carriers if name in declared and hops & set(self.carriers[name])
        ]

    @property
    def calls(self) -> list[tuple[str, str]]:
        """The hops that call each other, with the caller first."""
        spine = list(pairwise(self._down))
        others = [(by, name) for name, callers in self._called() for by in sorted(callers)]
        return spine + [(by, name) for by, name in others if by in self._down]

    def _called(self) -> list[tuple[str, set[str]]]:
        return [*self._before.items(), *self._after.items()]

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        """The profile function."""
        if event == "call":
            self._call(frame)
        elif event == "return" and self._stack and self._stack[-1] is frame:
            self._return(frame, value)

    def _call(self, frame: FrameType) -> None:
        code = frame.f_code
        if self._inside is not None or not code.co_filename.startswith(ROOT):
            return
        if code.co_name in ("<module>", "<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>"):
            return
        self._stack.append(frame)
        last = code.co_name
        self.counts["reads"] += last == "recognise"
        self.counts["options"] += last == "parse_options"
        self.counts["heuristics"] += code in self.factories
        self.counts["replays"] += _name(code) in REPLAYING
        held = self._held(frame)
        self._given[id(frame)] = held
        for name in held:
            self._carriers.setdefault(name, set()).add(_name(code))
        if code in self.searches:
            self._down = [_name(other.f_code) for other in self._stack]
            self._after.clear()
            self._inside = frame

    def _held(self, frame: FrameType) -> set[str]:
        code = frame.f_code
        count = code.co_argcount + code.co_kwonlyargcount
        given = [frame.f_locals.get(name) for name in code.co_varnames[:count]]
        held = {name for value in given if (name := self._wrapping(value))}
        loose = held & PLAIN
        if loose and len(given) > 2:
            held = (held - loose) | {"loose arguments"}
        return held

    def _return(self, frame: FrameType, value: object) -> None:
        self._stack.pop()
        name = _name(frame.f_code)
        if frame is self._inside:
            self._inside = None
            self._learn(value)
        wrapping, given = self._wrapping(value), self._given.pop(id(frame), set())
        if not wrapping or wrapping in given:
            return
        callers = (self._after if self.moves else self._before).setdefault(name, set())
        callers |= {_name(self._stack[-1].f_code)} if self._stack else set()
        self._carriers.setdefault(wrapping, set()).add(name)

    def _learn(self, value: Any) -> None:
        """The moves, from what a search returned: a node, (status, letters), or an outcome."""
        found = value.moves() if callable(getattr(value, "moves", None)) else None
        if isinstance(value, tuple) and len(value) == 2:
            found = value[1]
        elif hasattr(value, "generated"):
            found = value.moves
        self.moves = tuple(found or ())

    def _wrapping(self, value: object) -> str | None:
        """What holds the board, or after the search the moves; None if nothing does."""
        if not self._holds(value, 0):
            return None
        return type(value).__name__

    def _holds(self, value: object, depth: int) -> bool:
        if value is None or depth > DEEPEST or isinstance(value, (int, float, type)):
            return False
        if len(self.moves) > LONG:
            if (isinstance(value, str) or _all(value, str)) and (*value,) == self.moves:
                return True
            if isinstance(value, str):
                forms = {format_moves(self.moves, compact=compact) for compact in (True, False)}
                printed = any(form[:LONG] in value for form in forms)
                return depth == 0 and printed and "\n" in value
        else:
            if isinstance(value, bytes):
                return value == bytes(self.start.cells)
            if isinstance(value, Board) or _all(value, int):
                return value in (self.start, self.start.cells)
        if isinstance(value, (str, bytes, Board)):
            return False
        return any(self._holds(part, depth + 1) for part in _fields(value))


def _codes() -> tuple[set[CodeType], set[CodeType]]:
    """The code of every search, in Python or compiled, and of every heuristic's factory."""
    from taquin.heuristics.base import HEURISTICS
    from taquin.kernels.searches import (
        best_first,
        bidirectional,
        both_ends,
        breadth_first,
        depth_first,
        explicit_estimation,
        ida_star,
        ida_star_pdb,
    )
    from taquin.search.algorithm import ALGORITHMS

    modules = (
        best_first,
        bidirectional,
        both_ends,
        breadth_first,
        depth_first,
        explicit_estimation,
        ida_star,
    )
    functions = [spec.search for spec in ALGORITHMS] + [module.search for module in modules]
    functions.append(ida_star_pdb.ida_star_pdb)
    factories = {spec.factory.__code__ for spec in HEURISTICS}  # type: ignore[attr-defined]
    return {function.__code__ for function in functions}, factories  # type: ignore[attr-defined]


def followed(words: str) -> Walk:
    """The walk of one question, which must succeed: of the command, or of the page."""
    face, text, *rest = words.split()
    start = instance(text).board if ":" in text else Board.parse(text)
    walk = Walk(start, *_codes())
    ask = partial(_page, text, *rest) if face == "page" else partial(_command, words.split())
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        ask()  # everything is loaded now
        sys.setprofile(walk)
        try:
            ask()
        finally:
            sys.setprofile(None)
    return walk


def _command(arguments: list[str]) -> None:
    assert run(arguments) == 0


def _page(board: str, goal: str) -> None:
    """What the reader's process and the job's process do, in this one."""
    task = read_question(JobRequest("solve", board, goal), local_limits()).tasks[0]
    task |= {"every": 1.0, "time_limit": 60.0, "moves": "/dev/null"}
    with open("/dev/null", "wb") as nothing:
        run_job(json.loads(json.dumps(task)), nothing.fileno(), print)


def picture(walks: list[Walk]) -> str:
    """Who calls whom on these walks, as a chart of Mermaid: function and file."""
    calls = list(dict.fromkeys(call for walk in walks for call in walk.calls))
    names = dict.fromkeys(name for call in calls for name in call)
    keys = {name: f"n{number}" for number, name in enumerate(names)}
    lines = ["flowchart TD"]
    for name, key in keys.items():
        module, _, function = name.partition(":")
        lines.append(f'    {key}["{function} <br> {module.replace(".", "/")}.py"]')
    lines += [f"    {keys[by]} --> {keys[name]}" for by, name in calls]
    return "\n".join(lines) + "\n"


def drawn() -> str:
    """The chart that stands in CONTRIBUTING.md."""
    return CONTRIBUTING.read_text(encoding="utf-8").partition(_BEGIN)[2].partition(_END)[0]


def _write() -> None:
    text = CONTRIBUTING.read_text(encoding="utf-8")
    chart = picture([followed(words) for words in USUAL])
    CONTRIBUTING.write_text(text.replace(_BEGIN + drawn(), _BEGIN + chart), encoding="utf-8")


def main() -> None:
    if sys.argv[1:] == ["--write"]:
        _write()
        return
    for words in [" ".join(sys.argv[1:])] if len(sys.argv) > 1 else USUAL:
        walk = followed(words)
        files = {hop.partition(":")[0] for hop in walk.hops}
        work = ", ".join(f"{walk.counts[name]} {name}" for name in WORK)
        print(words)
        print(f"  {len(walk.hops)} hops in {len(files)} files, {len(walk.steps)} steps in them,")
        inside = [name for name in walk.carriers if name not in {*walk.between, *PLAIN_FORMS}]
        plain = [name for name in walk.carriers if name in PLAIN_FORMS]
        print(f"  {len(walk.between)} carriers between hops, {len(inside)} inside them; {work}")
        print("    " + "\n    ".join(walk.hops))
        print(f"  inside: {', '.join(walk.steps) or 'none'}")
        print(f"  carriers between hops: {', '.join(walk.between)}")
        print(f"  carriers inside them: {', '.join(inside) or 'none'}")
        print(f"  without a class: {', '.join(plain) or 'none'}")


if __name__ == "__main__":
    main()
