"""Remarks on a comparison, generated from its numbers alone."""

from collections.abc import Sequence

from taquin.ground.grammar import listed
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import Status
from taquin.solving.question.naming import option_text, search_label
from taquin.solving.shown.record import Record
from taquin.solving.shown.result_text import method

__all__ = ["remarks"]

_MOST_NAMED = 3  # rows that tie; of more, their number is given


def remarks(results: Sequence[Record]) -> list[str]:
    """Up to five sentences; none if there is nothing to compare."""
    solved = [result for result in results if result.solved and result.cost is not None]
    if len(results) < 2 or not solved:
        return []
    least = min(result.cost or 0 for result in solved)
    shortest = [result for result in solved if result.cost == least]
    found = [
        _fewest_expansions(shortest),
        _costlier(solved, least),
        _fewer_at_a_price(solved, shortest),
        _unsolved(results),
        _unnamed(results),
    ]
    return [sentence for sentence in found if sentence]


def _name(result: Record) -> str:
    return result.label or method(result)


def _names(results: Sequence[Record]) -> str:
    """The names as a part of a sentence: in quotation marks where one has a comma."""
    return listed([f'"{name}"' if "," in name else name for name in map(_name, results)])


def _least(results: Sequence[Record]) -> tuple[int, list[Record]]:
    """The fewest expansions, and every row that has them."""
    few = min(result.stats.expanded for result in results)
    return few, [result for result in results if result.stats.expanded == few]


def _fewest_expansions(shortest: list[Record]) -> str | None:
    """Compare the rows with the fewest expansions with breadth-first, or with the most."""
    few, best = _least(shortest)
    blind = [result for result in shortest if result.algorithm == "bfs"]
    other = (blind or [max(shortest, key=lambda result: result.stats.expanded)])[0]
    many = other.stats.expanded
    if few == 0 or many < 1.05 * few:
        return None
    ratio = many / few
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}".removesuffix(".0")
    each = " each" if len(best) > 1 else ""
    who = _names(best) if len(best) <= _MOST_NAMED else f"{len(best)} of {len(shortest)}"
    return (
        f"Of the searches that found the cheapest solution, {who} expanded the fewest states "
        f"({few:,}{each}); {_names([other])} expanded {times} times as many ({many:,})."
    )


def _costlier(solved: list[Record], least: int) -> str | None:
    worse = [f"{_name(r)} ({r.cost:,})" for r in solved if r.cost is not None and r.cost > least]
    if not worse:
        return None
    return f"Solutions costlier than the cheapest ({least:,}): {'; '.join(worse)}."


def _fewer_at_a_price(solved: list[Record], shortest: list[Record]) -> str | None:
    """Rows with fewer expansions than every row that found the cheapest solution."""
    few, quick = _least(solved)
    if few >= _least(shortest)[0]:
        return None
    costs = listed([f"{result.cost:,}" for result in quick])
    their = "its solution costs" if len(quick) == 1 else "their solutions cost"
    return f"{_names(quick)} expanded the fewest states of all ({few:,}), but {their} {costs}."


def _unsolved(results: Sequence[Record]) -> str | None:
    stopped = [_name(r) for r in results if r.status in (Status.LIMIT, Status.INCOMPLETE)]
    return f"No solution found: {'; '.join(stopped)}." if stopped else None


def _unnamed(results: Sequence[Record]) -> str | None:
    """The options that names of a suite leave out, where they are not the usual ones."""
    rows: dict[str, list[Record]] = {}
    for result in results:
        options = ALGORITHMS.get(result.algorithm).options.values()
        usual = {
            "order": result.puzzle.topology.letters,
            **{one.name: one.default for one in options},
        }
        for name, value in _left_out(result).items():
            if value != usual[name]:
                rows.setdefault(option_text(name, value), []).append(result)
    parts = [
        f"{option} ({'all searches' if len(of) == len(results) else _names(of)})"
        for option, of in rows.items()
    ]
    if not parts:
        return None
    return (
        f"Options that the names leave out: {'; '.join(parts)}. Without them, `taquin solve` "
        "may expand another number of states under the same name."
    )


def _left_out(result: Record) -> dict[str, object]:
    """The options that a name made of the others does not have; {} for a name of one's own."""
    label = result.label or ""
    named = {
        name: value for name, value in result.options.items() if option_text(name, value) in label
    }
    if label != search_label(result.algorithm, result.heuristic, named):
        return {}
    return {name: value for name, value in result.options.items() if name not in named}
