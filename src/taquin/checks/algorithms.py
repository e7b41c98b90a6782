"""Does an algorithm solve every board that it should, at the cost and with the proofs it claims?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from taquin.checks.answers import SearchAnswer, NoAnswer, SearchSubject
from taquin.checks.findings import Report, Tally, away
from taquin.checks.heuristics import Sizes, check_sizes
from taquin.checks.inside import SearchInside
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.search.algorithm import AlgorithmSpec
from taquin.search.result import Status, proved_factor
from taquin.whole.oracle import ALL_METRICS, SIZES, USUAL_GOALS, puzzles, true_distances

__all__ = ["check_algorithm", "judge_search", "replayed", "swapped"]

# An algorithm that answers none of this many boards nearest to the goal answers none at all.
_ENOUGH = 20
_EXPANSIONS = 300_000  # IDA* with pushes needs up to 236,000 on 3x2
_SAMPLE_EXPANSIONS = 20_000
_UNSOLVABLE_EXPANSIONS = 2_000
_UNSOLVABLE = 12  # boards of each puzzle
_WITHOUT_END = 100_000_000  # expansions of a search whose time is limited
_NEAR = 6  # moves from the goal, where every search is fast
_LONGER = 5  # times as long, farther away, may it take to answer
_MOST_SILENT = 3  # boards without an answer, after which no others are tried
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
    check_sizes(sizes or ())
    judge = _Judge(subject, patience, progress)
    sampled: list[tuple[str, int, int]] = []
    for where, puzzle, one_each in _plan(subject.ours, sizes, goals, metrics, topologies):
        distance = true_distances(puzzle)
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


def _describe_samples(judge: "_Judge", sampled: list[tuple[str, int, int]]) -> str:
    """Report the sample: as a note if other puzzles were enumerated, else as a gap in the proof."""
    if not sampled:
        return ""
    size, tried, boards = sampled[-1]
    words = f"{tried:,} of the {boards:,} boards of {size}"
    if len(sampled) == judge.tally.counts["puzzles"]:
        return f"only {words} were tried"
    if judge.beyond:
        words += f"; {judge.beyond} of these need more than {_SAMPLE_EXPANSIONS:,} expansions"
    judge.tally.notes.append(f"All boards of the smaller sizes were tried, and {words}.")
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


def replayed(puzzle: Puzzle, state: State, found: SearchAnswer) -> str:
    """Follow the moves on the neighbour table alone; returns the first disagreement, or nothing."""
    at, cost = state, 0
    successors = puzzle.space(puzzle.goal).successors
    for number, move in enumerate(found.moves or (), start=1):
        step = {name: (after, price) for name, after, price in successors(at)}.get(move)
        if step is None:
            return f"move {number} of its solution, {move}, is illegal"
        at, cost = step[0], cost + step[1]
    if puzzle.decode(at) != puzzle.goal:
        return f"its solution ends at {puzzle.decode(at)}, not at the goal,"
    if cost != found.cost:
        return f"reports cost {found.cost}, but its moves cost {cost},"
    return ""


class _Judge:
    """Collects the findings on one search, puzzle by puzzle."""

    def __init__(
        self,
        subject: SearchSubject,
        patience: float | None,
        progress: Callable[[Tally], None] | None,
    ) -> None:
        self.subject, self._progress = subject, progress
        timed = patience is not None and not subject.ours
        self._patience = (patience, patience * _LONGER) if timed and patience else None
        self.stopped = ""
        self.beyond = 0  # boards of the sample on which it reached its limit
        self._solved = self._silent_searches = self._unanswered = 0
        self._never_ended: list[str] = []
        chosen = "".join(f" {name}={value}" for name, value in subject.options.items())
        self.tally = Tally(
            f"algorithm {subject.name}{chosen}",
            "puzzles",
            "boards",
            "unsolvable boards",
            "limits reached",
            "longer than optimal",
            "left unanswered",
            progress=progress,
        )

    def boards(
        self,
        puzzle: Puzzle,
        where: str,
        states: Sequence[State],
        expansions: int,
        *,
        proving: bool,
    ) -> None:
        """Judge the search from these boards; proving: whether an unanswered one is a gap."""
        tally, subject = self.tally, self.subject
        self._puzzle, self._where = puzzle, where
        tally.enter(puzzle, where)
        subject.prepare(puzzle)
        distance = true_distances(puzzle)
        tally.counts["puzzles"] += 1
        # With tiles' numbers as costs, a search by depth promises no optimal solution.
        self._exempt = subject.unit_cost and puzzle.metric == "expense"
        for state in states:
            tally.counts["boards"] += 1
            found = self._found(state, distance[state], expansions, proving)
            if found is not None:
                self._judge(state, distance[state], found, proving)
            if self.stopped or tally.counts["limits reached"] == tally.counts["boards"] == _ENOUGH:
                self.stopped = self.stopped or "it reached its limit on each of the first boards"
                return

    def _found(
        self, state: State, true: int, expansions: int, proving: bool
    ) -> SearchAnswer | None:
        """The answer for a solvable board; None if there is none."""
        tally = self.tally
        tally.examine(state)
        waits = self._patience and self._patience[true > _NEAR]
        if waits and true <= _NEAR:  # so that the report names an endless loop as one
            expansions = _WITHOUT_END
        try:
            return self.subject.solve(state, expansions, waits)
        except NoAnswer as silence:
            place = f", in {silence.place}" if silence.place else ""
            board = f"{self._puzzle.decode(state)}, {away(true, self._puzzle)} ({self._where})"
            what = f"it {silence.why} on {board}{place}"
            self._unanswered += 1
            tally.counts["limits reached"] += 1
            if silence.final or true <= _NEAR or self._unanswered == _MOST_SILENT:
                self.stopped = what
            else:
                tally.undecided += self.subject.complete and proving
                tally.notes.append(f"{what[0].upper()}{what[1:]}.")
            if silence.final:
                raise
            return None

    def _fail(self, state: State, what: str) -> None:
        self.tally.fail_on(what, state, self._puzzle, self._where)

    def _judge(self, state: State, true: int, found: SearchAnswer, proving: bool) -> None:
        """Judge the answer for a board at distance `true`."""
        tally, subject = self.tally, self.subject
        if found.fault:
            self._fail(state, found.fault)
            return
        if found.status == Status.LIMIT and proving:
            tally.counts["limits reached"] += 1
            tally.undecided += subject.complete
        elif found.status == Status.LIMIT:
            self.beyond += 1
        elif found.status == Status.UNSOLVABLE:
            self._fail(state, f"reported unsolvable, but the true distance is {true}")
        elif found.status == Status.INCOMPLETE:
            tally.counts["left unanswered"] += 1
            if subject.complete:
                self._fail(state, "gave up although declared complete")
        if subject.admissible and found.bound is not None and found.bound > true:
            self._fail(state, f"lower bound {found.bound} exceeds the true distance {true}")
        if found.expanded and not found.generated:
            self._fail(
                state,
                f"reports {found.expanded:,} nodes expanded, but none generated; expected "
                "monitor.expand(node, len(successors)),",
            )
        if found.moves is None:
            if found.status == Status.SOLVED:
                self._fail(state, "reported solved, but returned no moves,")
            return
        self._solved += bool(found.moves)
        self._silent_searches += bool(found.moves) and found.expanded == 0
        disagreement = replayed(self._puzzle, state, found)
        if disagreement:
            self._fail(state, disagreement)
        elif found.status == Status.SOLVED:
            self._judge_cost(state, true, found)

    def _judge_cost(self, state: State, true: int, found: SearchAnswer) -> None:
        """A solution that replays: is it as cheap as declared, and proved to be so?"""
        cost = found.cost or 0
        if cost != true and not self._exempt:
            self.tally.counts["longer than optimal"] += 1
            if self.subject.optimal:
                self._fail(state, f"cost {cost} exceeds the true distance {true}")
        if self.subject.bounded is None or not self.subject.admissible:
            return
        option, factor = self.subject.bounded
        within = f"{factor:g} times (-o {option}={factor:g})"
        if cost > factor * true + 1e-9:
            self._fail(state, f"cost {cost} exceeds {within} the true distance {true}")
        # A bound above the cost is no proof of anything.
        proved = proved_factor(cost, min(found.bound or 0, cost))
        if proved is None or proved > factor + 1e-9:
            self._fail(state, f"cost {cost} is proved only {proved} times, not {within},")

    def odd_half(self, states: Sequence[State]) -> None:
        """Judge the search on unsolvable boards: it must say so, or never end."""
        for state in states:
            self.tally.counts["unsolvable boards"] += 1
            self.tally.examine(state)
            try:
                found = self.subject.solve(
                    state, _UNSOLVABLE_EXPANSIONS, self._patience and self._patience[0]
                )
            except NoAnswer as silence:
                self._note_endless(state)
                if silence.final:
                    self.stopped = f"it {silence.why} on {self.tally.place}"
                    raise
                return  # each takes as long
            if found.fault:
                self._fail(state, f"{found.fault}, but the board is unsolvable,")
            elif found.moves is not None or found.status == Status.SOLVED:
                self._fail(state, "returned a solution although none exists")
            elif found.status == Status.INCOMPLETE and self.subject.complete:
                self._fail(state, "gave up although declared complete")
            elif found.status == Status.LIMIT:
                self._note_endless(state)

    def _note_endless(self, state: State) -> None:
        self._never_ended.append(f"{self._puzzle.decode(state)} ({self._where})")

    def add_notes(self) -> None:
        """What the author should know although no promise is broken."""
        tally = self.tally
        if self._never_ended:
            tried = tally.counts["unsolvable boards"]
            tally.notes.append(
                f"It did not recognise {len(self._never_ended)} of {tried} unsolvable boards "
                f"within its limit, such as {self._never_ended[0]}: it has no parity test."
            )
        # A solution of one move may need no expansion.
        if self._silent_searches > 1:
            every = self._silent_searches == self._solved
            boards = "all" if every else f"{self._silent_searches:,} of {self._solved:,}"
            tally.notes.append(
                f"It solves {boards} boards with 0 nodes expanded: it does not call "
                "monitor.expand(node, len(successors)) before it uses a node's successors. Its "
                "counters stay 0, and no time, node or memory limit can stop it."
            )
