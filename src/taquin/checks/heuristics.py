"""Is a heuristic admissible and consistent? Checked on every state and move."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from taquin.checks.answers import HeuristicSubject, NoAnswer, Value
from taquin.checks.findings import Report, Tally, away
from taquin.checks.inside import HeuristicInside, wrong_with
from taquin.ground.errors import OptionError, check_kind, check_listener, check_names, quoted
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.puzzle.size import check_size
from taquin.search.problem import StateSpace
from taquin.whole.oracle import ALL_METRICS, SIZES, puzzles, true_distances

__all__ = [
    "LIKELY_GOALS",
    "MOST_CELLS",
    "SHAPES",
    "check_given",
    "check_heuristic",
    "check_sizes",
    "judge_heuristic",
]

MOST_CELLS = 10  # 1,814,400 states; one cell more has eleven times as many
_TWICE_CELLS = 6  # all states of boards with at most this many cells are evaluated twice
_AT_ONCE = 512  # states of one question
# The goals at which a heuristic may return 0, if it does not say for which it is.
LIKELY_GOALS = ("last", "first", "spiral", "snake", "middle")
_ROUNDING = 1e-9  # by which a sum of fractions may be off
_AGAIN = 37  # on larger boards, every 37th state is evaluated twice
SHAPES = """\
Two shapes are accepted. With taquin's decorator (taquin check heuristic FILE.py):
    from taquin import heuristic
    @heuristic("mine", admissible=True, consistent=True)
    def mine(puzzle):  # called once for a size, a goal and a metric
        return lambda state: ...  # a number; puzzle.decode(state) is the board
A function of a board (taquin check heuristic FILE.py:mine):
    def mine(board):  # such as (1, 2, 3, 4, 5, 6, 7, 0, 8), or (board, goal); 0 is the blank
        ...
        return number  # 0 at the goal, and never more than the moves that are left"""
Sizes = Sequence[tuple[int, int]]
Plan = tuple[Sizes, Sequence[str], Sequence[Metric]]


def check_heuristic(
    subject: str | Callable[[Any], Any],
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] | None = None,
    metrics: Sequence[Metric] | None = None,
    topologies: Sequence[str] = ("grid",),
    admissible: bool | None = None,
    consistent: bool | None = None,
    space: StateSpace[Any] | None = None,
    states: int = 100_000,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Compare h on every state and every move of every puzzle with the true distances.

    With a space of your own, `subject` is a function of its states, which is compared on at most
    `states` of them, as by `check_space`, and must be admissible and consistent unless
    ``consistent=False``.

    Every heuristic must return 0 for the goal, numbers of 0 or more, and the same value on
    a second call, which is made for all states of at most six cells and a sample of larger ones.
    Overestimates and inconsistent edges are always counted.

    subject: a heuristic's name (also ``max:A,B``) or a factory. goals, metrics: by default those
    that it declares. One that declares none is checked with single-tile moves and the goal at
    which it returns 0: the first such of last, first, spiral, snake and middle. sizes: (width,
    height) pairs of at most ten cells. By default 2x2, 3x2 and 3x3, the last with the first goal
    and the first two metrics, or with all if the heuristic does not support the smaller boards; a
    heuristic that is right on 3x3 and wrong on 2x2 is taken to be written for 3x3 alone, which the
    report notes. admissible, consistent: the promises to check; by default those declared, and for
    a factory both. progress: see `taquin.checks.findings.Tally`.

    The check runs in this process and waits for a heuristic that never returns. `taquin check`
    asks it in a separate process, under limits.
    """
    if space is not None:
        if not callable(subject):
            raise OptionError(
                f"{subject!r:.60} for a space of your own: expected a function of its states."
            )
        given = sizes, goals, metrics
        if any(one is not None for one in given):
            raise OptionError("sizes, goals and metrics are those of puzzles, not of a space.")
        from taquin.checks.spaces import check_space

        return check_space(
            space,
            subject,
            states=states,
            admissible=admissible is not False,
            consistent=consistent is not False,
            progress=progress,
        )
    inside = HeuristicInside(subject)
    inside.claims = (
        inside.claims[0] if admissible is None else admissible,
        inside.claims[1] if consistent is None else consistent,
    )
    return judge_heuristic(
        inside, sizes=sizes, goals=goals, metrics=metrics, topologies=topologies, progress=progress
    )


def judge_heuristic(
    subject: HeuristicSubject,
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] | None = None,
    metrics: Sequence[Metric] | None = None,
    topologies: Sequence[str] = ("grid",),
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """`check_heuristic` for a subject in any process."""
    check_given(sizes, goals, metrics, topologies, progress)
    notes: list[str] = []
    if metrics is None:
        metrics = [one for one in ALL_METRICS if one in (subject.metrics or ("stm",))]
        if not metrics:
            raise OptionError(f"heuristic {subject.name} declares no metric of taquin's.")
    judge = _Judge(subject, topologies, progress)
    if goals is None:
        goals = subject.goals or [judge.own_goal((sizes or [(3, 3)])[0], metrics[0], notes)]
    if sizes is not None:
        judge.all_of((sizes, goals, metrics))
        judge.note_sizes()
        return judge.report(notes)
    judge.all_of((SIZES, goals, metrics))
    # With all goals and metrics, 3x3 would take a minute. In mtm, 3x3 is the smallest board on
    # which a line of two tiles can move both ways.
    supported = judge.tally.counts["puzzles"] or judge.tally.failed
    largest = _Judge(subject, topologies, progress) if judge.tally.failed else judge
    largest.all_of(
        (
            ((3, 3),),
            goals[:1] if supported else goals,
            metrics[:2] if supported else metrics,
        )
    )
    if largest is not judge:
        one_puzzle = len(goals) == len(metrics) == 1
        alone = one_puzzle and judge.fails_on("2x2") and not judge.changes
        if alone and not largest.tally.failed and largest.done:
            return largest.report([*notes, judge.written_for("3x3")])
        # One that only breaks on smaller boards is shown what is wrong where it works.
        if alone and judge.only_raises and not largest.only_raises and largest.tally.failed:
            return largest.report([*notes, judge.written_for("3x3")])
        judge.add(largest)
    return judge.report(notes)


def check_given(
    sizes: Sizes | None,
    goals: Sequence[str] | None,
    metrics: Sequence[Metric] | None,
    topologies: Sequence[str],
    progress: Callable[[Tally], None] | None,
) -> None:
    """Raise OptionError for arguments of a check that have no meaning."""
    check_sizes(() if sizes is None else sizes)
    check_names("goals", () if goals is None else goals, "last")
    check_names("metrics", () if metrics is None else metrics, "stm")
    check_names("topologies", topologies, "grid")
    check_listener("progress", progress, "the tally")


def check_sizes(sizes: Sizes) -> None:
    """Raise OptionError for boards too large for their distances to be enumerated."""
    check_kind("sizes", sizes, Sequence, "pairs of width and height, as in [(3, 3)]")
    for size in sizes:
        pair = isinstance(size, tuple) and len(size) == 2
        if not pair or not all(type(side) is int for side in size):
            raise OptionError(
                f"sizes={quoted(sizes)}: expected pairs of width and height, as in [(3, 3)]."
            )
        width, height = size
        check_size(width, height)
        if width * height > MOST_CELLS:
            raise OptionError(
                f"size {width}x{height} has too many boards to enumerate; expected at most "
                f"{MOST_CELLS} cells, such as 3x3 or 5x2."
            )


class _Judge:
    """Collects the findings on one heuristic."""

    def __init__(
        self,
        subject: HeuristicSubject,
        topologies: Sequence[str],
        progress: Callable[[Tally], None] | None,
    ) -> None:
        self.subject, self.topologies = subject, topologies
        self.unfinished = ""
        self.changes = False  # whether a value was another one on the second call
        claimed = zip(("admissible", "consistent"), subject.claims, strict=True)
        silent = [word for word, claim in claimed if not claim]
        unclaimed = f" (not declared {' or '.join(silent)})" if silent else ""
        self.tally = Tally(
            f"heuristic {subject.name}{unclaimed}",
            "puzzles",
            "states",
            "edges",
            "overestimates",
            "inconsistent edges",
            progress=progress,
        )

    @property
    def done(self) -> bool:
        """Whether something was checked, and to its end."""
        return not self.unfinished and self.tally.counts["puzzles"] > 0

    def own_goal(self, size: tuple[int, int], metric: Metric, notes: list[str]) -> str:
        """The goal for which a heuristic is written: the first likely one at which it returns 0."""
        supported = False
        for name in LIKELY_GOALS:
            ((where, puzzle),) = puzzles([size], [name], [metric], self.topologies[:1])
            self.tally.enter(puzzle, where)
            goal = puzzle.encode(puzzle.goal)
            try:
                found = not self.subject.build(puzzle) and [*self.subject.values([goal])] == [0]
            except NoAnswer:
                return name  # as the check will tell
            except OptionError:
                continue
            supported = True
            if found:
                if name != "last":
                    notes.append(f"It returns 0 at the goal {name}, so that goal was checked.")
                return name
        if supported:
            notes.append(
                f"It returns 0 at none of the goals {', '.join(LIKELY_GOALS)}; --goal names the "
                "goal it is for."
            )
        return "last"

    def all_of(self, plan: Plan) -> None:
        """Check all puzzles of a plan, until there is no answer."""
        for where, puzzle in puzzles(*plan, self.topologies):
            if self.unfinished:
                return
            self.tally.enter(puzzle, where)
            try:
                fault = self.subject.build(puzzle)
            except OptionError as error:
                self.tally.refuse(str(error))
                continue
            except NoAnswer as silence:
                self.unfinished = silence.told(f"building it for {puzzle.goal.size} ({where})")
                if silence.final:
                    raise
                continue
            if fault:
                sentence, _, advice = fault.partition("\n")
                self.tally.fail(f"{sentence} for {puzzle.goal.size} ({where})")
                if advice and advice not in self.tally.notes:
                    self.tally.notes.append(advice)
                continue
            self.tally.counts["puzzles"] += 1
            self._estimates(puzzle, where)

    def _estimates(self, puzzle: Puzzle, where: str) -> None:
        tally, (admissible, consistent) = self.tally, self.subject.claims
        distance = true_distances(puzzle, tally.pause)
        value: dict[State, int | float] = {}
        fraction: float | None = None
        for state, given in self._answers(puzzle, where, distance, distance):
            problem = wrong_with(given, distance[state])
            if not isinstance(given, str):
                value[state] = given
                if fraction is None and isinstance(given, float):
                    fraction = given
                if given > distance[state] + _ROUNDING:
                    tally.counts["overestimates"] += 1
                    if admissible and problem is None:
                        problem = f"h = {given} exceeds the true distance {distance[state]}"
            if problem is not None:
                tally.fail_on(problem, state, puzzle, where)
        tally.counts["states"] += len(value)
        successors = puzzle.space(puzzle.goal).successors
        for state, estimate in value.items():
            tally.pause()
            for move, after, cost in successors(state):
                tally.counts["edges"] += 1
                if estimate <= cost + value.get(after, estimate) + _ROUNDING:
                    continue
                tally.counts["inconsistent edges"] += 1
                if consistent:
                    fall = f"h falls from {estimate} to {value[after]} by move {move}, which costs"
                    tally.fail_on(f"{fall} {cost},", state, puzzle, where)
        if fraction is not None:
            self._note_fractions(fraction)
        if not self.unfinished:
            step = 1 if puzzle.cells <= _TWICE_CELLS else _AGAIN
            sample = {state: value[state] for state in islice(value, None, None, step)}
            for state, again in self._answers(puzzle, where, sample, distance):
                if again != value[state]:
                    self.changes = True
                    changed = f"h = {value[state]} on the first call and {again} on the second,"
                    tally.fail_on(changed, state, puzzle, where)

    def _note_fractions(self, value: float) -> None:
        note = (
            f"It returns fractions, such as {value:.4g}. taquin's searches need whole numbers; "
            "math.ceil rounds up and keeps it admissible, because moves cost whole numbers."
        )
        if not any(one.startswith("It returns fractions") for one in self.tally.notes):
            self.tally.notes.append(note)

    def _answers(
        self, puzzle: Puzzle, where: str, evaluated: Iterable[State], distance: Mapping[State, int]
    ) -> Iterator[tuple[State, Value]]:
        """(state, value) for each state, until there is no answer."""
        waiting = iter(evaluated)
        while states := list(islice(waiting, _AT_ONCE)):
            given = self.subject.values(states)
            for state in states:
                self.tally.examine(state)
                try:
                    value = next(given)
                except NoAnswer as silence:
                    board = f"{puzzle.decode(state)}, {away(distance[state], puzzle)} ({where})"
                    self.unfinished = silence.told(f"on {board}")
                    if silence.final:
                        raise
                    return
                yield state, value

    def fails_on(self, size: str) -> bool:
        """Whether there are counter-examples on this size."""
        return self.tally.report().by_size.get(size, {}).get("counter-examples", 0) > 0

    @property
    def only_raises(self) -> bool:
        """Whether all failures that are kept are errors of its code."""
        return all(" raised " in failure for failure in self.tally.failures)

    def written_for(self, size: str) -> str:
        """The note for a heuristic that is right on one size alone."""
        first = self.tally.failures[0]
        return (
            f"It seems to be written for {size} boards, where all states were checked: on smaller "
            f"boards, {first}. --size 2x2 and --size 3x2 check those."
        )

    def add(self, other: "_Judge") -> None:
        """Add the findings on larger boards, and note if they hold only there."""
        self.tally.absorb(other.tally)
        self.unfinished = self.unfinished or other.unfinished
        self.note_sizes()

    def note_sizes(self) -> None:
        """Add a note if the promises hold on the largest boards but not on all smaller ones."""
        tally = self.tally
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

    def report(self, notes: Sequence[str]) -> Report:
        """The findings; OptionError for a factory that never returned a function of the state."""
        if self.tally.failed and not self.tally.counts["puzzles"] and not self.unfinished:
            advice = "".join(f"\n{note}" for note in self.tally.notes)
            raise OptionError(f"{self.tally.failures[0]}.{advice}\n{SHAPES}")
        self.tally.notes.extend(notes)
        return self.tally.report(self.unfinished)
