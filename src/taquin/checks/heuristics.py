"""Is a heuristic admissible, consistent, and a whole number? Checked on every state and move."""

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Any

from taquin.checks.findings import Report, Tally
from taquin.ground.declaration import located
from taquin.ground.errors import OptionError, named
from taquin.heuristics.base import Estimate, checked_estimate, factory_advice, find_heuristic
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.whole.oracle import ALL_METRICS, SIZES, USUAL_GOALS, puzzles, true_distances

__all__ = ["MOST_CELLS", "check_heuristic", "check_sizes", "evaluate"]

MOST_CELLS = 10  # 1,814,400 states; one cell more has eleven times as many
# Boards of at most this many cells are evaluated twice.
_TWICE_CELLS = 6
Sizes = Sequence[tuple[int, int]]
Claims = tuple[bool, bool]
Plan = tuple[Sizes, Sequence[str], Sequence[Metric]]


def check_heuristic(
    subject: str | Callable[[Puzzle], Estimate],
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] = USUAL_GOALS,
    metrics: Sequence[Metric] = ALL_METRICS,
    topologies: Sequence[str] = ("grid",),
    admissible: bool | None = None,
    consistent: bool | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Compare h on every state and every move of every puzzle with the true distances.

    Every heuristic must return 0 for the goal, whole numbers of 0 or more, and the same value on
    every call. Overestimates and inconsistent edges are always counted.

    subject: a heuristic's name (also ``max:A,B``) or a factory. sizes: (width, height) pairs of at
    most ten cells. By default: 2x2, 3x2, and 3x3 with the first goal and the first two metrics, or
    with all if the heuristic does not support the smaller boards. admissible, consistent: the
    promises to check; by default those declared, and for a factory both. progress: see
    `taquin.checks.findings.Tally`.

    The check runs in this process and waits for a heuristic that never returns. `taquin check`
    runs it in a separate process, under limits.
    """
    check_sizes(sizes or ())
    name, written, factory, declared = _heuristic(subject)
    claims = (
        declared[0] if admissible is None else admissible,
        declared[1] if consistent is None else consistent,
    )
    silent = [
        word for word, claim in zip(("admissible", "consistent"), claims, strict=True) if not claim
    ]
    unclaimed = f" (not declared {' or '.join(silent)})" if silent else ""
    tally = Tally(
        f"heuristic {name}{unclaimed}",
        "puzzles",
        "states",
        "edges",
        "overestimates",
        "inconsistent edges",
        progress=progress,
    )
    for plan in _plans(tally, sizes, goals, metrics):
        for where, puzzle in puzzles(*plan, topologies):
            tally.enter(puzzle, where)
            h = _built(tally, located(f"heuristic {name}", written), factory, puzzle, where)
            if h is not None:
                tally.counts["puzzles"] += 1
                _check_estimates(tally, h, puzzle, where, claims)
    _note_sizes(tally)
    return tally.report()


def check_sizes(sizes: Sizes) -> None:
    """Raise OptionError for boards too large for their distances to be enumerated."""
    for size in sizes:
        if not isinstance(size, tuple) or len(size) != 2:
            raise OptionError(
                f"sizes={sizes!r:.60}: expected pairs of width and height, as in [(3, 3)]."
            )
        width, height = size
        if width * height > MOST_CELLS:
            raise OptionError(
                f"size {width}x{height} has too many boards to enumerate; expected at most "
                f"{MOST_CELLS} cells, such as 3x3 or 5x2."
            )


def _plans(
    tally: Tally, sizes: Sizes | None, goals: Sequence[str], metrics: Sequence[Metric]
) -> Iterator[Plan]:
    if sizes is not None:
        yield sizes, goals, metrics
        return
    yield SIZES, goals, metrics
    # With all goals and metrics, 3x3 would take a minute. In mtm, 3x3 is the smallest board on
    # which a line of two tiles can move both ways.
    supported = tally.counts["puzzles"] or tally.failed
    yield ((3, 3),), goals[:1] if supported else goals, metrics[:2] if supported else metrics


def _heuristic(
    subject: str | Callable[[Puzzle], Estimate],
) -> tuple[str, Callable[..., Estimate], Callable[[Puzzle], Estimate], Claims]:
    """Its name, the factory as written, the factory with any argument bound, and its claims."""
    if not isinstance(subject, str):
        return getattr(subject, "__name__", "(unnamed)"), subject, subject, (True, True)
    spec, arguments = find_heuristic(subject)
    return (
        subject,
        spec.factory,
        lambda puzzle: spec.factory(puzzle, *arguments),
        (spec.admissible, spec.consistent),
    )


def _built(
    tally: Tally, name: str, factory: Callable[[Puzzle], Estimate], puzzle: Puzzle, where: str
) -> Estimate | None:
    try:
        h = factory(puzzle)
    except MemoryError:
        raise
    except OptionError as error:
        tally.refuse(str(error))
        return None
    except (Exception, SystemExit) as error:
        tally.fail(f"the factory raised {named(error)} for {puzzle.goal.size} ({where})")
        advice = factory_advice(named(error)).strip()
        if advice and advice not in tally.notes:
            tally.notes.append(advice)
        return None
    try:
        return checked_estimate(name, h, puzzle)
    except OptionError as error:
        tally.fail(str(error))
        return None


def _check_estimates(tally: Tally, h: Estimate, puzzle: Puzzle, where: str, claims: Claims) -> None:
    admissible, consistent = claims
    successors = puzzle.space(puzzle.goal).successors
    value: dict[State, int] = {}
    for state, true in true_distances(puzzle).items():
        tally.examine(state)
        problem, estimate = evaluate(h, state, true)
        if estimate is not None:
            value[state] = estimate
            if estimate > true:
                tally.counts["overestimates"] += 1
                if admissible and problem is None:
                    problem = f"h = {estimate} exceeds the true distance {true}"
        if problem is not None:
            tally.fail_on(problem, state, puzzle, where)
    tally.counts["states"] += len(value)
    for state, estimate in value.items():
        for move, after, cost in successors(state):
            tally.counts["edges"] += 1
            if estimate <= cost + value.get(after, estimate):
                continue
            tally.counts["inconsistent edges"] += 1
            if consistent:
                fall = (
                    f"h falls from {estimate} to {value[after]} by move {move}, which costs {cost},"
                )
                tally.fail_on(fall, state, puzzle, where)
    if puzzle.cells <= _TWICE_CELLS:
        for state, estimate in value.items():
            again = evaluate(h, state, -1)[1]
            if again != estimate:
                changed = f"h = {estimate} on the first call and {again} on the second,"
                tally.fail_on(changed, state, puzzle, where)


def evaluate(h: Callable[[Any], int], state: Any, true: int) -> tuple[str | None, int | None]:
    """(what is wrong with the value of h for this state, the value if it is a whole number)."""
    try:
        estimate = h(state)
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        return f"h raised {named(error)}", None
    try:
        estimate = index(estimate)  # accepts NumPy integers
    except TypeError:
        return f"h = {estimate!r:.60}, expected a whole number,", None
    if estimate < 0:
        return f"h = {estimate}, expected 0 or more,", estimate
    if true == 0 and estimate:
        return f"h = {estimate}, expected 0 at the goal,", estimate
    return None, estimate


def _note_sizes(tally: Tally) -> None:
    """Add a note if the promises hold on the largest boards but not on all smaller ones."""
    by_size = tally.report().by_size
    kept = [
        size
        for size, counts in by_size.items()
        if counts["states"] and not counts["counter-examples"]
    ]
    if tally.failed and kept and kept[-1] == list(by_size)[-1]:
        options = " ".join(f"--size {size}" for size in kept)
        tally.notes.append(
            f"It passes on {' and '.join(kept)}. If it supports no other sizes, check it with "
            f"{options} and make its factory raise OptionError for the others."
        )
