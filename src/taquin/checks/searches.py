"""Judges the answers of a search, board by board: moves, costs, proofs, and the odd half."""

from collections.abc import Callable, Sequence

from taquin.checks.answers import NoAnswer, SearchAnswer, SearchSubject
from taquin.checks.findings import Tally, away
from taquin.ground.grammar import noun
from taquin.puzzle.puzzle import Puzzle, State
from taquin.search.result import Status, proved_factor
from taquin.whole.oracle import true_distances

__all__ = ["SearchJudge"]

# An algorithm that answers none of this many boards nearest to the goal answers none at all.
_ENOUGH = 20
_UNSOLVABLE_EXPANSIONS = 2_000
_WITHOUT_END = 100_000_000  # expansions of a search whose time is limited
_NEAR = 6  # moves from the goal, where every search is fast
_LONGER = 5  # times as long, farther away, may it take to answer
_MOST_SILENT = 3  # boards without an answer, after which no others are tried


def _replayed(puzzle: Puzzle, state: State, answer: SearchAnswer) -> str:
    """Follow the moves on the neighbour table alone; returns the first disagreement, or nothing."""
    at, cost = state, 0
    successors = puzzle.space(puzzle.goal).successors
    for number, move in enumerate(answer.moves or (), start=1):
        step = {name: (after, price) for name, after, price in successors(at)}.get(move)
        if step is None:
            return f"move {number} of its solution, {move}, is illegal"
        at, cost = step[0], cost + step[1]
    if puzzle.decode(at) != puzzle.goal:
        return f"its solution ends at {puzzle.decode(at)}, not at the goal,"
    if cost != answer.cost:
        return f"reports cost {answer.cost}, but its moves cost {cost},"
    return ""


class SearchJudge:
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
        distance = true_distances(puzzle, tally.pause)
        tally.counts["puzzles"] += 1
        # Where moves cost different amounts, a search by depth promises no optimal solution.
        self._exempt = subject.unit_cost and not puzzle.equal_costs
        for state in states:
            tally.counts["boards"] += 1
            answer = self._found(state, distance[state], expansions, proving)
            if answer is not None:
                self._judge(state, distance[state], answer, proving)
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
            board = f"{self._puzzle.decode(state)}, {away(true, self._puzzle)} ({self._where})"
            what = silence.told(f"on {board}")
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

    def _judge(self, state: State, true: int, answer: SearchAnswer, proving: bool) -> None:
        """Judge the answer for a board at distance `true`."""
        tally, subject = self.tally, self.subject
        if answer.fault:
            self._fail(state, answer.fault)
            return
        if answer.status == Status.LIMIT and proving:
            tally.counts["limits reached"] += 1
            tally.undecided += subject.complete
        elif answer.status == Status.LIMIT:
            self.beyond += 1
        elif answer.status == Status.UNSOLVABLE:
            self._fail(state, f"reported unsolvable, but the true distance is {true}")
        elif answer.status == Status.INCOMPLETE:
            tally.counts["left unanswered"] += 1
            if subject.complete:
                self._fail(state, "gave up although declared complete")
        if subject.admissible and answer.bound is not None and answer.bound > true:
            self._fail(state, f"lower bound {answer.bound} exceeds the true distance {true}")
        if answer.expanded and not answer.generated:
            self._fail(
                state,
                f"reports {answer.expanded:,} expanded and no generated nodes; expected "
                "monitor.expand(node, len(successors)),",
            )
        if answer.moves is None:
            if answer.status == Status.SOLVED:
                self._fail(state, "reported solved, but returned no moves,")
            return
        self._solved += bool(answer.moves)
        self._silent_searches += bool(answer.moves) and answer.expanded == 0
        disagreement = _replayed(self._puzzle, state, answer)
        if disagreement:
            self._fail(state, disagreement)
        elif answer.status == Status.SOLVED:
            self._judge_cost(state, true, answer)

    def _judge_cost(self, state: State, true: int, answer: SearchAnswer) -> None:
        """A solution that replays: is it as cheap as declared, and proved to be so?"""
        cost = answer.cost or 0
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
        # A bound above the cost is not a proof of anything.
        proved = proved_factor(cost, min(answer.bound or 0, cost))
        if proved is None or proved > factor + 1e-9:
            self._fail(state, f"cost {cost} is proved only {proved} times, not {within},")

    def odd_half(self, states: Sequence[State]) -> None:
        """Judge the search on unsolvable boards: it must say so, or never end."""
        for state in states:
            self.tally.counts["unsolvable boards"] += 1
            self.tally.examine(state)
            try:
                answer = self.subject.solve(
                    state, _UNSOLVABLE_EXPANSIONS, self._patience and self._patience[0]
                )
            except NoAnswer as silence:
                self._note_endless(state)
                if silence.final:
                    self.stopped = f"it {silence.why} on {self.tally.place}"
                    raise
                return  # each takes as long
            if answer.fault:
                self._fail(state, f"{answer.fault}, but the board is unsolvable,")
            elif answer.moves is not None or answer.status == Status.SOLVED:
                self._fail(state, "returned a solution although none exists")
            elif answer.status == Status.INCOMPLETE and self.subject.complete:
                self._fail(state, "gave up although declared complete")
            elif answer.status == Status.LIMIT:
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
            boards += f" {noun(self._solved, 'board')}"
            tally.notes.append(
                f"It solves {boards} with 0 nodes expanded: it does not call "
                "monitor.expand(node, len(successors)) before it uses a node's successors. Its "
                "counters stay 0, and no time, node or memory limit can stop it."
            )
