"""One result as text: aligned lines, a single line, or part of a sentence."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from taquin.ground.grammar import counted
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.puzzle.move import Notation, format_moves
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import Status
from taquin.solving.question.naming import search_label
from taquin.solving.shown.record import Record

__all__ = [
    "at_least",
    "headline",
    "in_moves",
    "labelled_text",
    "limit_name",
    "method",
    "published_cost",
    "puzzle_lines",
    "result_lines",
    "result_text",
    "short_text",
    "unsolvable",
]

_MOVE = {"stm": "single-tile move", "mtm": "multi-tile move"}
_LABEL = 9  # columns
_SHOWN_COSTS = 35  # those of a 6x6 board


def method(result: Record) -> str:
    """The algorithm with its heuristic and options."""
    return search_label(result.algorithm, result.heuristic, result.options)


def headline(result: Record) -> str:
    """The outcome in one line."""
    match result.status:
        case Status.SOLVED if result.cost == 0:
            return "already solved: the board is the goal"
        case Status.SOLVED if result.optimal:
            return f"solved {_at_cost(result)}, proved optimal"
        case Status.SOLVED:
            bound = f"the optimum is at least {result.lower_bound:,}" if result.lower_bound else ""
            bounds = f"{bound and '; ' + bound}{_within(result, ', so the cost is')}"
            return f"solved {_at_cost(result)}, not proved optimal{bounds}"
        case Status.UNSOLVABLE:
            return "unsolvable"
        case Status.INCOMPLETE:
            return f"no solution found; {at_least(result.lower_bound, result.puzzle)}"
        case Status.LIMIT:
            ended = (
                "interrupted"
                if result.limit == "interrupt"
                else f"stopped by the {limit_name(result)}"
            )
            if result.optimal:
                return f"{ended}, but solved {_at_cost(result)}, proved optimal"
            if result.limit == "effort":
                ended = "not proved optimal by the quick searches"
            bound = at_least(result.lower_bound, result.puzzle)
            if result.cost is None:
                return f"{ended}; {bound}"
            return f"{ended}; {bound}; best so far {result.cost:,}{_within(result, ',')}"
        case Status.ERROR:
            return f"error: {result.error.message}" if result.error else "error"


def _within(result: Record, before: str) -> str:
    """How far at most the cost is from the optimum, rounded up, after the words `before`.

    That is what the search proves; where the optimum is known, `_against_known` has the gap.
    """
    factor = result.bound_factor
    if factor is None:
        return ""
    gap = f" (gap {result.gap:,.1f}%)" if result.gap and _known_factor(result) is None else ""
    return f"{before} at most {_times(factor)} times the optimum{gap}"


def _times(factor: float) -> str:
    """A factor, rounded up."""
    digits = 2 if factor < 100 else 0
    return f"{ceil(factor * 10**digits - 1e-9) / 10**digits:,.{digits}f}"


def _known_factor(result: Record) -> float | None:
    """The cost divided by the published optimal cost; None if one of them is unknown."""
    known = result.published
    if known is None or not known.optimal or result.cost is None or result.cost < known.optimal:
        return None
    return result.cost / known.optimal


def short_text(result: Record) -> str:
    """The text of `repr`: search, outcome, cost and expansions on one line."""
    outcome = str(result.status) if result.limit in (None, "effort") else limit_name(result)
    parts = ["interrupted" if result.limit == "interrupt" else outcome]
    if result.error is not None:
        parts = [f"{result.error.kind}: {' '.join(result.error.message.split())}"]
    if result.cost is not None:
        parts.append(f"cost {result.cost:,}")
    if result.optimal:
        parts.append("proved optimal")
    elif result.lower_bound:
        parts.append(f"at least {result.lower_bound:,}")
    if result.error is None and result.status is not Status.UNSOLVABLE:
        parts.append(f"{result.stats.expanded:,} expanded")
    heuristic = f" {result.heuristic}" if result.heuristic else ""
    return f"<Result {result.algorithm}{heuristic}: {', '.join(parts)}>"


def unsolvable(reason: str, swap: tuple[int, int] | None) -> str:
    """Why a board cannot be solved, and the nearest fix."""
    return reason if swap is None else f"{reason} Nearest fix: swap {swap[0]} and {swap[1]}."


def _at_cost(result: Record) -> str:
    """The cost after the word "solved": in 27 single-tile moves, or at cost 114."""
    if result.puzzle.summed is not None:
        return f"at cost {result.cost:,} (sum of {result.puzzle.summed})"
    return f"in {in_moves(result.cost, result.metric)}"


def at_least(bound: int | None, puzzle: Puzzle) -> str:
    """A proved lower bound as a clause; None and 0, which say nothing, are none.

    >>> at_least(45, Puzzle.of("1 2/3 0"))
    'a solution needs at least 45 single-tile moves'
    """
    if not bound:
        return "no lower bound is proved"
    if puzzle.summed is not None:
        return f"a solution costs at least {bound:,} (sum of {puzzle.summed})"
    return f"a solution needs at least {in_moves(bound, puzzle.metric)}"


def in_moves(count: int | None, metric: str) -> str:
    """A length in a metric, such as 27 single-tile moves."""
    return counted(count, _MOVE[metric])


def limit_name(result: Record) -> str:
    """The name of the limit that the search reached."""
    names = {"expansions": "node limit", "cluster": "loss of the cluster"}
    return names.get(str(result.limit), f"{result.limit} limit")


def result_text(result: Record, *, notation: Notation = "tile", width: int | None = None) -> str:
    """One result as labelled lines, wrapped to `width`."""
    return labelled_text(result_lines(result, notation=notation), width)


def labelled_text(lines: Iterable[tuple[str, str]], width: int | None = None) -> str:
    """Pairs of a label and its text as lines, wrapped to `width`."""
    return "\n".join(f"{label:<{_LABEL}}{_wrapped(text, width)}" for label, text in lines)


def puzzle_lines(board: Board, puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """The lines of a question as pairs of a label and its text."""
    name = goal_name(puzzle.goal)
    yield "board", board.text
    yield "goal", f"{puzzle.goal}{f' ({name})' if name else ''}"
    if puzzle.costs is not None:
        yield "costs", _costs(puzzle.costs)
    if puzzle.topology.name != "grid":
        yield "topology", puzzle.topology.name


def result_lines(result: Record, *, notation: Notation = "tile") -> list[tuple[str, str]]:
    """The lines of `result_text` as pairs of a label and its text."""
    stats = result.stats
    lines = [*puzzle_lines(result.board, result.puzzle), ("result", headline(result))]
    if (known := published_cost(result)) is not None:
        lines.append(("known", known + _against_known(result)))
    if result.moves:
        compact = format_moves(result.moves, notation=notation, compact=True)
        letters = "" if notation == "tile" else "; letters name the blank's direction"
        lines.append(("moves", compact))
        lengths = result.lengths or {}
        counts = f"{lengths['stm']:,} single-tile"
        if "mtm" in lengths:
            counts += f", {lengths['mtm']:,} multi-tile"
        lines.append(("length", counts + letters))
    if result.status not in (Status.UNSOLVABLE, Status.ERROR):
        lines.append(("by", f"{method(result)}, {result.engine} engine"))
        counts = f"{stats.expanded:,} expanded, {stats.generated:,} generated"
        if stats.evaluated:
            counts += f", {stats.evaluated:,} evaluated"
        if stats.reopened:
            counts += f", {stats.reopened:,} reopened"
        lines.append(("nodes", counts))
        lines.append(
            (
                "memory",
                f"at most {counted(stats.peak_frontier, 'node')} in the frontier and "
                f"{counted(stats.peak_reached, 'state')} stored; "
                f"{result.peak_memory_bytes / 1e6:,.0f} MB in total",
            )
        )
        factor = result.effective_branching_factor
        branching = "" if factor is None else f"; effective branching factor {factor:.3f}"
        lines.append(("depth", f"deepest node: {stats.max_depth:,}{branching}"))
        lines.append(("time", _time(result.seconds)))
    if result.closest is not None:
        board, h = result.closest
        lines.append(("closest", f"{board} (h = {h})"))
    return lines + [("note", note) for note in result.notes]


def _costs(costs: tuple[int, ...]) -> str:
    """The costs of the tiles in order; of many, the first."""
    shown = " ".join(map(str, costs[:_SHOWN_COSTS]))
    more = "" if len(costs) <= _SHOWN_COSTS else " …"
    return f"{shown}{more} (metric expense; tiles 1 to {len(costs)})"


def published_cost(result: Record) -> str | None:
    """The published optimal cost of this instance, unless the search proved that cost."""
    known = result.published
    if known is None or (result.optimal and result.cost == known.optimal):
        return None
    return f"optimal cost {known.optimal:,} ({known.name}; source: {known.source})"


def _against_known(result: Record) -> str:
    """How far the cost is from the published optimum, after a semicolon; "" if unknown."""
    factor = _known_factor(result)
    if factor is None:
        return ""
    if factor == 1:
        return "; the cost is the same"
    return f"; the cost is {_times(factor)} times that (gap {100 * (factor - 1):,.1f}%)"


def _time(seconds: Mapping[str, float]) -> str:
    """The seconds of the search, and of compiling and building tables before it."""
    before = [
        f"{name} {seconds[part]:.3f} s"
        for part, name in (("compile", "loading or compiling"), ("tables", "tables"))
        if seconds[part] >= 0.0005
    ]
    search = f"{seconds['search']:.3f} s"
    return f"{search}; before it: {', '.join(before)}" if before else search


def _wrapped(text: str, width: int | None) -> str:
    """Text wrapped to `width`: between words, or moves between letters."""
    if width is None or _LABEL + len(text) <= width:
        return text
    available = max(20, width - _LABEL)
    if " " in text:
        parts = textwrap.wrap(text, available, break_long_words=False, break_on_hyphens=False)
    else:
        parts = [""]
        for move in re.findall(r"[A-Z]\d*", text):
            if len(parts[-1]) + len(move) > available:
                parts.append("")
            parts[-1] += move
    return ("\n" + " " * _LABEL).join(parts)
