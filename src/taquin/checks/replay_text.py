"""A verdict on given moves as text."""

from taquin.checks.judged import Judged
from taquin.ground.grammar import counted
from taquin.puzzle.goal import goal_name
from taquin.puzzle.move import format_moves
from taquin.solving.shown.result_text import in_moves, labelled_text, unsolvable

__all__ = ["replay_text"]


def replay_text(judged: Judged, width: int | None = None) -> str:
    """The lines that `taquin replay` prints, wrapped to `width`."""
    goal, board_type = judged.puzzle.goal, judged.puzzle.topology.name
    name = goal_name(goal)
    lines = [("board", judged.board.text), ("goal", f"{goal}{f' ({name})' if name else ''}")]
    if board_type != "grid":
        lines.append(("topology", board_type))
    if judged.moves:
        lines.append(("moves", format_moves(judged.moves, notation=judged.notation, compact=True)))
    lines.append(("result", _outcome(judged)))
    if judged.status == "unsolvable":
        lines.append(("reason", unsolvable(judged.verdict.reason, judged.verdict.swap)))
    if judged.problem is not None:
        after = counted(judged.legal, "legal move") if judged.legal else "no move"
        lines.append(("reached", f"{judged.reached} after {after}"))
    if judged.moves:
        lines.append(("length", _length(judged)))
    if judged.solves and judged.moves:
        lines.append(("optimum", _optimum(judged)))
    if judged.loops:
        lines.append(("loops", _loops(judged)))
    if judged.other_notation:
        other = "blank" if judged.notation == "tile" else "tile"
        lines.append(("note", f"with --notation {other}, these moves solve the board"))
    return labelled_text(lines, width)


def _outcome(judged: Judged) -> str:
    match judged.status:
        case "solved":
            return _solved(judged)
        case "illegal":
            return f"refuted: {judged.problem}"
        case "unsolvable":
            return "the board is unsolvable: no moves reach this goal"
    return f"refuted: the moves end at {judged.reached}, not at the goal{_left(judged)}"


def _solved(judged: Judged) -> str:
    """The cost of the solution, and how far it is from the optimum."""
    known, metric = judged.optimum, judged.puzzle.metric
    assert known is not None, "the moves solve the board"
    if not judged.moves:
        return "already solved: the board is the goal"
    summed = judged.puzzle.summed is not None
    paid = f"at cost {judged.cost:,}" if summed else f"in {in_moves(judged.cost, metric)}"
    if known.cost is None:
        return f"solved {paid}, at most {judged.cost - known.lower:,} more than the optimum"
    above = f"{judged.over:,} more than the optimum" if judged.over else "which is optimal"
    return f"solved {paid}, {above}"


def _left(judged: Judged) -> str:
    """How far the board that was reached is from the goal."""
    known, metric = judged.optimum, judged.puzzle.metric
    if known is None:
        return ""
    least = "" if known.cost is not None else "at least "
    if judged.puzzle.summed is not None:
        return f", which costs {least}{known.lower:,} more to reach"
    return f", which is {least}{in_moves(known.lower, metric)} away"


def _length(judged: Judged) -> str:
    lengths = judged.lengths
    text = f"{lengths['stm']:,} single-tile, {lengths['mtm']:,} multi-tile"
    if judged.puzzle.summed is not None:
        text += f"; cost {judged.cost:,} (sum of {judged.puzzle.summed})"
    letters = "" if judged.notation == "tile" else "; letters name the blank's direction"
    return f"{text}{letters}"


def _optimum(judged: Judged) -> str:
    known = judged.optimum
    assert known is not None, "the moves solve the board"
    least = "" if known.cost is not None else "at least "
    return f"{least}{known.lower:,} ({known.source})"


def _loops(judged: Judged) -> str:
    loops = judged.loops or ()
    first = loops[0]
    others = len(loops) - 1
    more = "" if not others else f", and so do {counted(others, 'stretch', 'stretches', more=True)}"
    between = "and" if first.saved == 2 else "to"
    return (
        f"moves {first.first} {between} {first.last} lead back to the board before them{more}; "
        f"without them, {counted(judged.without_loops, 'move')} "
        f"{'is' if judged.without_loops == 1 else 'are'} left"
    )
