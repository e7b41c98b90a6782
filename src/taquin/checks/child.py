"""The process that runs a submission and answers questions; `taquin.checks.process` starts it.

A question is a line of JSON on standard input, an answer a line of JSON on the pipe that was
standard output; the values of h are lines too, one for each state, as soon as it is known. Nothing
is judged here: whatever a submission does to this process, it can only change its own answers.

Before anything of the submission runs, that pipe is moved to another descriptor and printing is
redirected to standard error, so that printed text is not an answer.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from types import FrameType, ModuleType
from typing import Any

from taquin.checks.answers import SearchAnswer
from taquin.checks.calls import called, parameters_of
from taquin.checks.inside import HeuristicInside, SearchInside
from taquin.ground.errors import OptionError, TaquinError, named, text_of
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import TOPOLOGIES, topology
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.question.plugins import load_module, place, registered

__all__ = ["main"]

_REGISTRIES: dict[str, Any] = {
    "heuristic": HEURISTICS,
    "algorithm": ALGORITHMS,
    "topology": TOPOLOGIES,
}
_CLAIMS = {
    "heuristic": ("claims", "goals", "metrics"),
    "algorithm": ("optimal", "complete", "unit_cost", "informed", "bounded"),
}
_FLAGS = ("optimal", "complete", "unit_cost", "informed")
# Freed when memory runs out, so that this can still be reported.
_RESERVE = 16_000_000
_MOST_FILES = 256  # open at once
_LARGEST_FILE = 1_000_000_000  # bytes that a submission may write to one file


class _Interrupted(BaseException):
    """The checker waits no longer; not an Exception, so that no submission catches it."""


def main() -> None:
    """Answer questions until there are no more."""
    desk = _Desk(*_private_pipes())
    desk.serve()


def _private_pipes() -> tuple[int, int]:
    """Standard input and output under other descriptors; 0 is empty, 1 and `print` go to stderr."""
    private = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return private


def _limit(memory: int | None, seconds: float | None) -> None:
    """Let the system enforce the limits on this process, where it can."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if memory is not None:
        # Unlike AS, DATA does not count memory that is mapped but never written: thread stacks.
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (memory, memory))
    if seconds is not None and seconds < 1e9:
        most = int(seconds) + 2
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


class _Desk:
    """The questions, in the order in which they come, and what has been prepared for the next."""

    def __init__(self, questions: int, answers: int) -> None:
        self._questions = os.fdopen(questions, "rb")
        self._answers = answers
        self._busy = False
        self._module: ModuleType | None = None
        self._heuristics: dict[str, HeuristicInside] = {}
        self._searches: dict[str, SearchInside] = {}
        self._asked: dict[str, Callable[..., Any]] = {
            "limits": self._limits,
            "load": self._load,
            "claims": self._claims,
            "build": self._build,
            "values": self._values,
            "prepare": self._prepare,
            "solve": self._solve,
            "table": self._table,
            "parameters": self._parameters,
            "call": self._call,
            "calls": self._calls,
        }

    def serve(self) -> None:
        """Answer each question; SIGINT ends the answer to one, not the process."""
        signal.signal(signal.SIGINT, self._interrupt)
        reserve = bytearray(_RESERVE)
        for line in self._questions:
            question = json.loads(line)
            try:
                self._busy = True
                answer = self._asked[question.pop("ask")](**question)
                self._busy = False
            except _Interrupted as error:
                answer = {"interrupted": True, "place": place(error)}
            except MemoryError:
                del reserve
                self._busy = False
                self._write({"memory": True})
                return
            except TaquinError as error:
                answer = {"refused": text_of(error)}
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                where = place(error)
                if where is None:
                    raise
                answer = {"refused": f"{where}: {named(error)}."}
            self._busy = False
            self._write(answer)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._busy:
            raise _Interrupted

    def _write(self, answer: object) -> None:
        """Write a line; os.write, as a submission cannot then leave half of it in a buffer."""
        line = (json.dumps(answer) + "\n").encode()
        while line:
            line = line[os.write(self._answers, line) :]

    def _limits(self, memory: int | None, seconds: float | None) -> dict[str, Any]:
        _limit(memory, seconds)
        return {}

    def _load(self, source: str, file: str) -> dict[str, Any]:
        """Run a submission: what it registers, and the functions that it defines."""
        module = self._module = load_module(source, file)
        functions = [
            name
            for name, thing in vars(module).items()
            if callable(thing)
            and not isinstance(thing, type)
            and getattr(thing, "__module__", None) == module.__name__
            and not name.startswith("_")
        ]
        names = {kind: registered(module, registry) for kind, registry in _REGISTRIES.items()}
        return {"names": names, "functions": functions}

    def _claims(self, kind: str, name: str) -> dict[str, Any]:
        """What a heuristic or an algorithm declares."""
        if kind == "heuristic":
            subject: Any = HeuristicInside(name)
            self._heuristics[name] = subject
        else:
            subject = self._searches[name] = SearchInside(name)
        declared = {field: getattr(subject, field) for field in _CLAIMS[kind]}
        # A declaration may say 1 for true.
        flags: dict[str, Any] = {
            field: bool(declared[field]) for field in _FLAGS if field in declared
        }
        if "claims" in declared:
            flags["claims"] = [*map(bool, declared["claims"])]
        return declared | flags

    def _build(self, name: str, puzzle: dict[str, Any]) -> dict[str, Any]:
        self._heuristic = self._heuristics[name]
        return {"fault": self._heuristic.build(_puzzle(puzzle))}

    def _values(self, states: list[list[int]]) -> dict[str, Any]:
        """One line for each value, then an empty answer."""
        for value in self._heuristic.values([bytes(state) for state in states]):
            text = str(value) if isinstance(value, int) else json.dumps(value)
            os.write(self._answers, f"{text}\n".encode())
        return {}

    def _prepare(self, name: str, puzzle: dict[str, Any]) -> dict[str, Any]:
        self._search = self._searches[name]
        self._search.prepare(_puzzle(puzzle))
        return {}

    def _solve(self, state: list[int], expansions: int) -> dict[str, Any]:
        try:
            return asdict(self._search.solve(bytes(state), expansions))
        except KeyboardInterrupt:
            return asdict(SearchAnswer(fault="raised KeyboardInterrupt"))

    def _table(self, name: str, width: int, height: int) -> dict[str, Any]:
        table = topology(name, width, height)
        return {"neighbors": table.neighbors, "costs": table.costs}

    def _function(self, name: str) -> Callable[..., Any]:
        function = getattr(self._module, name, None)
        if not callable(function):
            raise OptionError(f"it defines no function named {name}.")
        return function  # type: ignore[no-any-return]

    def _parameters(self, function: str) -> dict[str, Any]:
        return {"names": parameters_of(self._function(function))}

    def _call(
        self, function: str, form: str, width: int, height: int, boards: list[list[int]]
    ) -> dict[str, Any]:
        """Call a plain function of the submission."""
        made = [Board.of(width, height, cells) for cells in boards]
        return called(self._function(function), form, made)

    def _calls(self, questions: list[dict[str, Any]]) -> dict[str, Any]:
        """One line for each call, [value, fault], then an empty answer."""
        for question in questions:
            answer = self._call(**question)
            self._write([answer.get("value"), answer.get("fault", "")])
        return {}


def _puzzle(given: dict[str, Any]) -> Puzzle:
    width, height = given["width"], given["height"]
    return Puzzle(
        topology(given["topology"], width, height),
        Board.of(width, height, given["goal"]),
        given["metric"],
    )


if __name__ == "__main__":
    main()
