"""Checks a target: asks it in a separate process, and judges its answers in this one.

A submission that loops, crashes, exits or prints cannot change the verdict, and nor can one that
changes taquin within its process: the verdict rests on its answers, which are counted, replayed and
compared with the true distances here. What it may still do, as any program that you run, is read
and write your files and use the network (`EXPOSED`).
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from taquin.checks.algorithms import judge_search
from taquin.checks.answers import NoAnswer
from taquin.checks.estimates import EstimateFunction
from taquin.checks.findings import ClaimVerdict, Report, Tally, merged, printable
from taquin.checks.functions import SHAPES, found_out
from taquin.checks.heuristics import SHAPES as HEURISTIC_SHAPES
from taquin.checks.heuristics import judge_heuristic
from taquin.checks.outside import HeuristicOutside, SearchOutside, table_outside
from taquin.checks.plain import check_function, promises_optimal
from taquin.checks.process import Bounds, Ended, OutOfTime, Process
from taquin.checks.topologies import judge_topology
from taquin.ground.errors import OptionError, TaquinError
from taquin.puzzle.puzzle import Metric
from taquin.solving.question.plugins import source_of

__all__ = ["EXPOSED", "Bounds", "Checked", "Submission", "check_isolated"]

Kind = Literal["heuristic", "algorithm", "topology"]
EXPOSED = (
    "A submission runs with your rights: no limit here keeps it from your other files, from the "
    "network, or from killing this program."
)
_LIKELY_NAMES = {
    "heuristic": r"manh|misplac|heur|dist|taxi|conflict|estimat|^h\d?$",
    "algorithm": r"bfs|dfs|a_?star|search|solve|ida|ucs|greedy|best|^ids$",
}
_NAMED = 8  # functions of a file that a message lists
_TOPOLOGY_SIZES = ((2, 2), (3, 2), (2, 3))
_MOST_CELLS = 9  # of a board type whose boards are checked one by one, if sizes are given


@dataclass(frozen=True, slots=True)
class Submission:
    """What to check, a name, FILE.py or FILE.py:FUNCTION, and on which boards.

    None selects the check's default. returns: what a plain function returns, if it is said.
    optimal: whether a plain search is said to be optimal.
    """

    kind: Kind
    target: str
    sizes: Sequence[tuple[int, int]] | None = None
    goals: Sequence[str] | None = None
    metrics: Sequence[Metric] | None = None
    topologies: Sequence[str] | None = None
    returns: str | None = None
    optimal: bool = False

    @property
    def file(self) -> str | None:
        """The file, if the target is one."""
        file, colon, _ = self.target.rpartition(":")
        if colon and file.endswith(".py"):
            return file
        return self.target if self.target.endswith(".py") else None

    @property
    def function(self) -> str | None:
        """The plain function, if the target names one."""
        file = self.file
        return None if file in (None, self.target) else self.target.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome for one target.

    verdict: error if it could not be checked, for the reason in `message`. printed: the end of
    what it printed. interrupted: whether Ctrl-C stopped the check.
    """

    target: str
    kind: Kind
    verdict: ClaimVerdict | Literal["error"]
    seconds: float
    reports: tuple[Report, ...] = ()
    message: str | None = None
    printed: str = ""
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: one row with the merged report, and each report under `checks`."""
        report = merged(self.reports or (Report(f"{self.kind} {self.target}", {}, (), 0),))
        return {
            "target": self.target,
            "kind": self.kind,
            "verdict": self.verdict,
            "message": self.message,
            "seconds": round(self.seconds, 3),
            "printed": self.printed,
            **asdict(report),
            "checks": [asdict(one) | {"verdict": one.verdict} for one in self.reports],
        }


def check_isolated(submission: Submission, bounds: Bounds, show: Callable[[str], None]) -> Checked:
    """Check one target; `show` receives progress as one line of text.

    Ctrl-C stops the check at once; the outcome contains the findings so far.
    """
    began = time.monotonic()
    hearing = _Hearing(submission, bounds, show)
    with Process(bounds, bare=submission.file is not None) as process:
        hearing.hold(process)
    lines = process.printed.decode(errors="replace").strip().splitlines()
    printed = "\n".join(map(printable, lines))
    return Checked(
        submission.target,
        submission.kind,
        hearing.verdict(),
        time.monotonic() - began,
        tuple(hearing.reports),
        hearing.message,
        printed,
        hearing.interrupted,
    )


class _Hearing:
    """The reports on one target so far, and why there will be no others."""

    def __init__(self, submission: Submission, bounds: Bounds, show: Callable[[str], None]) -> None:
        self._submission, self._bounds, self._show = submission, bounds, show
        self._tally: Tally | None = None
        self.reports: list[Report] = []
        self.message: str | None = None
        self.failed = self.interrupted = self.stopped = False

    def verdict(self) -> ClaimVerdict | Literal["error"]:
        """The verdict on all reports."""
        verdicts = {report.verdict for report in self.reports}
        if "refuted" in verdicts:
            return "refuted"
        if self.failed:
            return "error"
        return "undecided" if self.stopped or "undecided" in verdicts else "proved"

    def hold(self, process: Process) -> None:
        """Load the target and check every name that it refers to."""
        self._process = process
        try:
            process.start()
            if self._submission.function is None:
                for name in self._names(process):
                    self._check(process, name)
            else:
                self._load(process)
                self._check_function(process, self._submission.function)
        except OutOfTime as late:
            place = f", in {late}" if str(late) else ""
            self._stop(f"the time limit of {self._bounds.seconds:g} s was reached{place}")
        except NoAnswer as silence:
            self._stop(silence.told())
        except Ended as end:
            self.failed = True
            self._stop(str(end))
            self.message = printable(str(end))
        except TaquinError as error:
            self.failed = True
            self.message = "\n".join(map(printable, str(error).splitlines()))
        except KeyboardInterrupt:
            self.interrupted = True
            self._stop("interrupted before the check was complete")
            self.message = "interrupted before the check was complete"

    def _stop(self, why: str) -> None:
        """End the hearing with what is known of the name that was being checked."""
        self.stopped = True
        why = printable(why)
        if self._tally is None:
            self.message = f"{why}, before the first board"
            return
        with suppress(RuntimeError):
            self.reports.append(self._tally.report(f"{why}, at {self._tally.place}"))
        self._tally = None

    def _progress(self, tally: Tally) -> None:
        self._tally = tally
        self._show(tally.line)
        if self._process.late:  # what is judged here takes time, too
            raise OutOfTime

    def _load(self, process: Process) -> dict[str, Any]:
        """Have the file run; its source travels, so that the process need not know its folder."""
        file = self._submission.file
        assert file is not None
        source = source_of(Path(file))
        return process.tell("load", source=source, file=Path(file).name)

    def _names(self, process: Process) -> list[str]:
        """The names to check: those that a file registers, or the target itself."""
        submission = self._submission
        if submission.file is None:
            return [submission.target]
        loaded = self._load(process)
        every: dict[str, list[str]] = loaded["names"]
        names = every[submission.kind]
        if names:
            return names
        others = [name for some in every.values() for name in some]
        if others:
            raise OptionError(
                f"{submission.target} registers no {submission.kind}; expected at least one to "
                f"check. It registers: {', '.join(others)}."
            )
        defined: list[str] = loaded["functions"]
        likely = _LIKELY_NAMES.get(submission.kind, "")
        defined.sort(key=lambda name: not re.search(likely, name, re.IGNORECASE))
        message = f"{submission.target} registers nothing; expected a function decorated with "
        message += f"@{submission.kind if submission.kind != 'topology' else 'register_topology'}."
        if submission.kind == "topology":
            raise OptionError(message)
        if defined:
            more = ", …" if len(defined) > _NAMED else ""
            message += f" It defines {', '.join(defined[:_NAMED])}{more}: name one, as in "
            message += f"{submission.target}:{defined[0]}."
        shapes = SHAPES if submission.kind == "algorithm" else HEURISTIC_SHAPES
        raise OptionError(f"{message}\n{shapes}")

    def _check(self, process: Process, name: str) -> None:
        """Check one registered name."""
        submission, bounds = self._submission, self._bounds
        ours = submission.file is None
        given: dict[str, Any] = {
            "sizes": submission.sizes,
            "goals": submission.goals,
            "metrics": submission.metrics,
            "topologies": submission.topologies or ("grid",),
            "progress": self._progress,
        }
        match submission.kind:
            case "heuristic":
                heuristic = HeuristicOutside(process, name, None if ours else bounds.answer)
                self._add(judge_heuristic(heuristic, **given))
            case "algorithm":
                search = SearchOutside(process, name, ours=ours)
                self._add(judge_search(search, patience=bounds.answer, **given))
            case _:
                given = {"progress": self._progress}
                if submission.sizes is not None:
                    given["most_cells"] = _MOST_CELLS
                if submission.goals is not None:
                    given["goals"] = submission.goals
                for width, height in submission.sizes or _TOPOLOGY_SIZES:
                    table = table_outside(process, name, width, height)
                    self._add(judge_topology(table, **given))

    def _check_function(self, process: Process, name: str) -> None:
        """Check a plain function."""
        submission, patience = self._submission, self._bounds.answer
        sizes, goals = submission.sizes, submission.goals
        if submission.kind == "topology":
            raise OptionError(
                f"{submission.target}: a board type is not a function of a file; declare it with "
                f"@register_topology, and give {submission.file}."
            )
        try:
            if submission.kind == "heuristic":
                self._add(
                    judge_heuristic(
                        EstimateFunction(process, name, patience, sizes, goals),
                        sizes=sizes,
                        goals=goals,
                        metrics=submission.metrics,
                        progress=self._progress,
                    )
                )
                return
            function = found_out(
                process,
                name,
                returns=submission.returns,
                sizes=sizes,
                goals=goals,
                patience=patience,
            )
        except NoAnswer as silence:
            if self._tally is not None:
                raise
            kind = "heuristic" if submission.kind == "heuristic" else "function"
            tally = Tally(f"{kind} {name}", "boards")
            self._add(tally.report(printable(silence.told())))
            return
        optimal = submission.optimal or promises_optimal(name)
        self._add(
            check_function(function, optimal=optimal, patience=patience, progress=self._progress)
        )

    def _add(self, report: Report) -> None:
        self.reports.append(report)
        self._tally = None
