"""Everything that can be named in a question, for the page's menus and its explanations."""

from typing import Any

from taquin.faces.web.process.limits import ServerLimits
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.goal import GOALS
from taquin.puzzle.instances import instance_sets, instances
from taquin.puzzle.puzzle import METRICS
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS
from taquin.solving.question.catalogue import algorithm_entry
from taquin.solving.question.classroom import CLASSROOM, NOTEBOOK_ROWS
from taquin.solving.question.request import ENGINES
from taquin.solving.question.row import Row
from taquin.teach.trace.verdicts import VERDICTS

__all__ = ["catalogue"]


def catalogue(limits: ServerLimits) -> dict[str, Any]:
    """Algorithms, heuristics, board types, goals, instances, counters and the limits in force."""
    return {
        "version": 1,
        "algorithms": [algorithm_entry(spec) for spec in ALGORITHMS],
        "heuristics": [
            {
                "name": spec.name,
                "summary": spec.summary,
                "paper": spec.paper,
                "admissible": spec.admissible,
                "consistent": spec.consistent,
                "takes_argument": spec.takes_argument,
            }
            for spec in HEURISTICS
        ],
        "topologies": [
            {"name": spec.name, "summary": spec.summary, "takes_argument": spec.takes_argument}
            for spec in TOPOLOGIES
        ],
        "goals": [{"name": name, "summary": text} for name, text in GOALS.items()],
        "metrics": [{"name": name, "summary": text} for name, text in METRICS.items()],
        "engines": list(ENGINES),
        "counters": COUNTERS,
        "verdicts": VERDICTS,
        "instances": [
            {
                "name": name,
                "summary": about.summary,
                "source": about.source,
                "boards": [
                    {
                        "name": one.name,
                        "board": one.board.text,
                        "goal": one.goal.text,
                        "optimal": one.optimal,
                        "metric": one.metric,
                        "note": one.note,
                    }
                    for one in instances(name)
                ],
            }
            for name, about in instance_sets().items()
        ],
        "suites": {
            "classroom": [_row(row) for row in CLASSROOM],
            "notebook": [_row(row) for row in NOTEBOOK_ROWS],
        },
        "limits": limits.as_dict(),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "algorithm": row.algorithm,
        "heuristic": row.heuristic,
        "options": dict(row.options or {}),
        "label": row.label,
    }
