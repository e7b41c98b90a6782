"""A verdict on given moves as text."""

from taquin.checks.judged import Judged
from taquin.ground.grammar import counted
from taquin.puzzle.goal import goal_name
from taquin.puzzle.move import format_moves
from taquin.solving.shown.result_text import in_moves, labelled_text, unsolvable

__all__ = ["replay_text"]


def replay_text(found: Judged, width: int | None = None) -> str:
    """The lines that `taquin replay` prints, wrapped to `width`."""
    goal, board_type = found.puzzle.goal, found.puzzle.topology.name
    name = goal_name(goal)
    lines = [("board", found.board.text), ("goal", f"{goal}{f' ({name})' if name else ''}")]
    if board_type != "grid":
        lines.append(("topology", board_type))
    if found.moves:
        lines.append(("moves", format_moves(found.moves, notation=found.notation, compact=True)))
    lines.append(("result", _outcome(found)))
    if found.status == "unsolvable":
        lines.append(("reason", unsolvable(found.verdict.reason, found.verdict.swap)))
    if found.problem is not None:
        after = counted(found.legal, "legal move") if found.legal else "no move"
        lines.append(("reached", f"{found.reached} after {after}"))
    if found.moves:
        lines.append(("length", _length(found)))
    if found.solves and found.moves:
        lines.append(("optimum", _optimum(found)))
    if found.loops:
        lines.append(("loops", _loops(found)))
    if found.other_notation:
        other = "blank" if found.notation == "tile" else "tile"
        lines.append(("note", f"with --notation {other}, these moves solve the board"))
    return labelled_text(lines, width)


def _outcome(found: Judged) -> str:
    match found.status:
        case "solved":
            return _solved(found)
        case "illegal":
            return f"refuted: {found.problem}"
        case "unsolvable":
            return "the board is unsolvable: no moves reach this goal"
    return f"refuted: the moves end at {found.reached}, not at the goal{_left(found)}"


def _solved(found: Judged) -> str:
    """The cost of the solution, and how far it is from the optimum."""
    known, metric = found.optimum, found.puzzle.metric
    assert known is not None, "the moves solve the board"
    if not found.moves:
        return "already solved: the board is the goal"
    summed = found.puzzle.summed is not None
    paid = f"at cost {found.cost:,}" if summed else f"in {in_moves(found.cost, metric)}"
    if known.cost is None:
        return f"solved {paid}, at most {found.cost - known.lower:,} more than the optimum"
    above = f"{found.over:,} more than the optimum" if found.over else "which is optimal"
    return f"solved {paid}, {above}"


def _left(found: Judged) -> str:
    """How far the board that was reached is from the goal."""
    known, metric = found.optimum, found.puzzle.metric
    if known is None:
        return ""
    least = "" if known.cost is not None else "at least "
    if found.puzzle.summed is not None:
        return f", which costs {least}{known.lower:,} more to reach"
    return f", which is {least}{in_moves(known.lower, metric)} away"


def _length(found: Judged) -> str:
    lengths = found.lengths
    text = f"{lengths['stm']:,} single-tile, {lengths['mtm']:,} multi-tile"
    if found.puzzle.summed is not None:
        text += f"; cost {found.cost:,} (sum of {found.puzzle.summed})"
    letters = "" if found.notation == "tile" else "; letters name the blank's direction"
    return f"{text}{letters}"


def _optimum(found: Judged) -> str:
    known = found.optimum
    assert known is not None, "the moves solve the board"
    least = "" if known.cost is not None else "at least "
    return f"{least}{known.lower:,} ({known.source})"


def _loops(found: Judged) -> str:
    loops = found.loops or ()
    first = loops[0]
    others = len(loops) - 1
    more = "" if not others else f", and so do {counted(others, 'stretch', 'stretches', more=True)}"
    between = "and" if first.saved == 2 else "to"
    return (
        f"moves {first.first} {between} {first.last} lead back to the board before them{more}; "
        f"without them, {counted(found.without_loops, 'move')} "
        f"{'is' if found.without_loops == 1 else 'are'} left"
    )
