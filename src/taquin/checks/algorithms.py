"""Does an algorithm solve every board that it should, at the cost and with the proofs it claims?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from taquin.checks.answers import SearchSubject
from taquin.checks.findings import Report, Tally
from taquin.checks.heuristics import Sizes, check_given
from taquin.checks.inside import SearchInside
from taquin.checks.searches import SearchJudge
from taquin.ground.errors import OptionError, quoted
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.search.algorithm import AlgorithmSpec
from taquin.whole.oracle import ALL_METRICS, SIZES, USUAL_GOALS, puzzles, true_distances

__all__ = ["check_algorithm", "judge_search", "swapped"]

_EXPANSIONS = 300_000  # IDA* with pushes needs up to 236,000 on 3x2
_SAMPLE_EXPANSIONS = 20_000
_UNSOLVABLE = 12  # boards of each puzzle
Plan = Iterator[tuple[str, Puzzle, bool]]


def check_algorithm(
    subject: str | AlgorithmSpec,
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] | None = None,
    metrics: Sequence[Metric] | None = None,
    topologies: Sequence[str] = ("grid",),
    heuristic: str = "manhattan",
    options: Mapping[str, object] | None = None,
    order: str = DIRECTIONS,
    optimal: bool | None = None,
    complete: bool | None = None,
    bounded: bool = True,
    expansions: int | None = None,
    most: int | None = None,
    unsolvable: int = _UNSOLVABLE,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Solve every board of every puzzle and compare with the true distances.

    Every algorithm must return solutions that replay to the goal at the reported cost, count the
    nodes that it generates, prove only true bounds, and never report a solvable board as
    unsolvable. A bounded one must stay within its factor of the true distance, and prove it. A
    complete algorithm must solve every solvable board; an optimal one (with unit costs only, if so
    declared) must do so at the true distance. On an unsolvable board it may say so or never end.
    An incomplete algorithm may give up; such boards are counted.

    sizes: (width, height) pairs of at most ten cells. By default: 2x2, 3x2, and one 3x3 board per
    distance; this sample can refute but prove nothing. goals, metrics: by default the goal last
    and single-tile moves; for taquin's own algorithms also two more goals, and the other metrics
    with the first goal. optimal, complete: the promises to check, by default the declared ones.
    bounded: whether to check the declared factor. expansions: the limit for each search, by
    default 300,000, and 20,000 in the sample. A board on which a complete algorithm reaches it is
    undecided; if this happens on the first twenty boards, which are nearest to the goal, the check
    stops. most: the largest number of boards per puzzle, spread evenly over the distances and
    including the hardest; None means all. unsolvable: how many unsolvable boards to try per
    puzzle, each with at most 2,000 expansions. progress: see `taquin.checks.findings.Tally`.

    The check runs in this process and waits for a search that never returns. `taquin check` asks
    for its answers in a separate process, under limits.
    """
    inside = SearchInside(subject, heuristic, options, order)
    inside.optimal = inside.optimal if optimal is None else optimal
    inside.complete = inside.complete if complete is None else complete
    inside.bounded = inside.bounded if bounded else None
    return judge_search(
        inside,
        sizes=sizes,
        goals=goals,
        metrics=metrics,
        topologies=topologies,
        expansions=expansions,
        most=most,
        unsolvable=unsolvable,
        progress=progress,
    )


def judge_search(
    subject: SearchSubject,
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] | None = None,
    metrics: Sequence[Metric] | None = None,
    topologies: Sequence[str] = ("grid",),
    expansions: int | None = None,
    most: int | None = None,
    unsolvable: int = _UNSOLVABLE,
    patience: float | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """`check_algorithm` for a subject in any process.

    patience: the seconds to wait for an answer near the goal; five times as many elsewhere.
    """
    check_given(sizes, goals, metrics, topologies, progress)
    for name, number in (("expansions", expansions), ("most", most), ("unsolvable", unsolvable)):
        if number is not None and (type(number) is not int or number < 0):
            raise OptionError(f"{name}={quoted(number)}: expected a whole number, 0 or more.")
    judge = SearchJudge(subject, patience, progress)
    sampled: list[tuple[str, int, int]] = []
    for where, puzzle, one_each in _plan(subject.ours, sizes, goals, metrics, topologies):
        distance = true_distances(puzzle, judge.tally.pause)
        boards = _one_each(distance) if one_each else _spread(list(distance), most)
        if len(boards) < len(distance):
            sampled.append((puzzle.goal.size, len(boards), len(distance)))
        limit = expansions or (_SAMPLE_EXPANSIONS if one_each else _EXPANSIONS)
        judge.boards(puzzle, where, boards, limit, proving=not one_each)
        if not judge.stopped and unsolvable and not one_each:
            judge.odd_half(_spread(swapped(distance), unsolvable))
        if judge.stopped:
            break
    judge.add_notes()
    return judge.tally.report(judge.stopped or _describe_samples(judge, sampled))


def _plan(
    ours: bool,
    sizes: Sizes | None,
    goals: Sequence[str] | None,
    metrics: Sequence[Metric] | None,
    topologies: Sequence[str],
) -> Plan:
    """(description, puzzle, whether to sample one board per distance) for every puzzle to try."""
    if goals is None and metrics is None and ours:
        # In mtm, IDA* takes a quarter of a minute on 3x2: one goal is enough there.
        parts = [(USUAL_GOALS, ALL_METRICS[:1]), (USUAL_GOALS[:1], ALL_METRICS[1:])]
    else:
        usual = USUAL_GOALS if ours else USUAL_GOALS[:1]
        parts = [(tuple(goals or usual), tuple(metrics or (ALL_METRICS if ours else ("stm",))))]
    for some_goals, some_metrics in parts:
        small = SIZES if sizes is None else sizes
        for where, puzzle in puzzles(small, some_goals, some_metrics, topologies):
            yield where, puzzle, False
    if sizes is None:
        first_goal, first_metric = parts[0][0][:1], parts[0][1][:1]
        for where, puzzle in puzzles([(3, 3)], first_goal, first_metric, topologies):
            yield where, puzzle, True


def _describe_samples(judge: SearchJudge, sampled: list[tuple[str, int, int]]) -> str:
    """Report the sample: as a note if other puzzles were enumerated, else as a gap in the proof."""
    if not sampled:
        return ""
    size, tried, boards = sampled[-1]
    tested = f"{tried:,} of the {boards:,} boards of {size}"
    if len(sampled) == judge.tally.counts["puzzles"]:
        return f"only {tested} were tried"
    if judge.beyond:
        tested += f"; {judge.beyond} of these need more than {_SAMPLE_EXPANSIONS:,} expansions"
    judge.tally.notes.append(f"All boards of the smaller sizes were tried, and {tested}.")
    return ""


def _spread(states: Sequence[State], most: int | None) -> Sequence[State]:
    """At most `most` states at equal steps, always including the last one."""
    if most is None or most >= len(states):
        return states
    return [states[-1 - i * len(states) // most] for i in range(most)][::-1]


def _one_each(distance: Mapping[State, int]) -> Sequence[State]:
    """One state per distance, from the middle of its layer."""
    layers = (list(layer) for _, layer in groupby(distance, key=distance.__getitem__))
    return [layer[len(layer) // 2] for layer in layers]


def swapped(distance: Mapping[State, int]) -> list[State]:
    """Unreachable boards, found by exchanging tiles 1 and 2 (sometimes there are none)."""
    swap = bytes.maketrans(bytes((1, 2)), bytes((2, 1)))
    return [other for state in distance if (other := state.translate(swap)) not in distance]
