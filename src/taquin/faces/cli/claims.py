"""Reads a board and moves from one text: lines of both, or a result that taquin printed."""

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

from taquin.ground.announce import announce
from taquin.ground.errors import NotationError, TaquinError, shown
from taquin.puzzle.move import parse_moves
from taquin.puzzle.movetext import pairs_in, tiles_in
from taquin.puzzle.tasks import read_boards

__all__ = ["Claim", "from_text", "from_words"]

_FORM = 'BOARD MOVES, as in taquin replay "1 2 3/4 0 5/7 8 6" LU'
_LABELLED = re.compile(r"(board|goal|topology|result|moves|length) +(\S.*)")
_METRIC_WORDS = {"multi-tile move": "mtm", "sum of the tiles moved": "expense"}
_TRIES = 20  # places where the board may end; each is read as a board


class Claim(NamedTuple):
    """A board and moves as text, and what a result says about them; None where it does not."""

    board: str
    moves: str
    goal: str | None = None
    topology: str | None = None
    metric: str | None = None
    notation: str | None = None

    def override(self, **given: str | None) -> "Claim":
        """The same with what was `given` as options; stderr says what that replaces."""
        for name, value in given.items():
            own = getattr(self, name)
            if None not in (value, own) and value != own:
                announce(f"--{name} {shown(value)} is used instead of {shown(own)} in the text.")
        return self._replace(**{name: text for name, text in given.items() if text is not None})


def from_words(words: tuple[str, ...], is_board: Callable[[str], bool]) -> Claim:
    """The board and the moves of several words: one of each, or unquoted.

    is_board: whether a text is a board. Raises NotationError.
    """
    if len(words) == 2:
        return Claim(*words)
    claim = _split(list(words), is_board) if len(words) > 2 else None
    if claim is None:
        given = "no moves" if len(words) == 1 else f"{len(words)} words"
        raise NotationError(
            f"{given}; expected {_FORM}. Write each in quotes, or give both in one text as @FILE "
            "or - for standard input."
        )
    return claim


def from_text(text: str, is_board: Callable[[str], bool]) -> Claim:
    """The board and the moves of a text: moves below a board, or a result as JSON or text."""
    rows = _results(text)
    if rows is not None:
        return _of_results(rows)
    lines = [line for line in text.splitlines() if line.strip() and line.strip()[0] != "#"]
    labelled = {match[1]: match[2] for line in lines if (match := _LABELLED.fullmatch(line))}
    if {"board", "moves"} <= labelled.keys():
        return _of_labels(labelled)
    _refuse_boards(text)
    claim = _split(lines, is_board)
    if claim is None:
        raise NotationError(
            "the text is not a board with moves below it; expected a board, then a line of moves "
            "such as ULDR, or a result of `taquin solve --format json`."
        )
    return claim


def _refuse_boards(text: str) -> None:
    """Refuse a board without moves, and a path of boards, whose rows could pass for moves."""
    try:
        count = len(read_boards(text))
    except NotationError:
        return
    if count == 1:
        raise NotationError(
            "the text is a board without moves; expected moves below it, as in LUR."
        )
    if count > 2:
        raise NotationError(
            f"the text has {count} boards; expected one board, with the moves below it."
        )


def _split(parts: list[str], is_board: Callable[[str], bool]) -> Claim | None:
    """A board, then moves: where the board ends, both must read. None if that is nowhere.

    Letters decide where moves begin; where the moves are tiles, few of them are tried.
    """
    letters = len(parts)
    while letters > 1 and not tiles_in(parts[letters - 1]) and _are_moves(parts[letters - 1]):
        letters -= 1
    near = range(letters, min(len(parts), letters + _TRIES))
    # The tallest board first: the rest of its rows would be tiles, too.
    far = range(len(parts) - 1, max(0, len(parts) - 1 - _TRIES), -1)
    for end in dict.fromkeys(chain(near, far)):
        board, moves = "\n".join(parts[:end]), " ".join(parts[end:])
        if is_board(board) and _are_moves(moves):
            return Claim(board, moves)
    return None


def _are_moves(text: str) -> bool:
    try:
        return bool(tiles_in(text) or pairs_in(text) or parse_moves(text))
    except TaquinError:
        return False


def _results(text: str) -> list[dict[str, object]] | None:
    """The JSON objects of a text: one, a list of them, or one per line; None for other text."""
    start = text.lstrip()
    if not re.match(r"\{|\[\s*\{", start):
        return None
    try:
        whole = json.loads(start)
    except (ValueError, RecursionError):
        try:
            whole = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise NotationError(f"the text is not JSON: {shown(str(error))}.") from None
    rows = whole if isinstance(whole, list) else [whole]
    return [row for row in rows if isinstance(row, dict) and row.get("kind") in (None, "result")]


def _of_results(rows: list[dict[str, object]]) -> Claim:
    if len(rows) != 1:
        raise NotationError(f"{len(rows)} results; expected one. Give a file with one of them.")
    row = rows[0]
    board, moves, *others = (_as_text(row.get(name)) for name in Claim._fields)
    if board is None or moves is None:
        status = row.get("status")
        status_text = f' (its status is "{shown(status)}")' if isinstance(status, str) else ""
        missing = "board" if board is None else "moves"
        raise NotationError(
            f"the result has no {missing}{status_text}; expected a result with a solution."
        )
    return Claim(board, moves, *others)


def _as_text(value: object) -> str | None:
    """A text, or the text of a list of rows or moves; None for anything else."""
    if isinstance(value, list):
        return json.dumps(value)
    return value if isinstance(value, str) else None


def _of_labels(labelled: dict[str, str]) -> Claim:
    """The board and the moves of what `taquin solve` prints."""
    result, length = labelled.get("result", ""), labelled.get("length", "")
    metric = next((name for words, name in _METRIC_WORDS.items() if words in result), "stm")
    goal = re.sub(r" \(\w+\)$", "", labelled["goal"]) if "goal" in labelled else None
    return Claim(
        labelled["board"],
        labelled["moves"],
        goal,
        labelled.get("topology", "grid"),
        metric,
        "blank" if "blank's direction" in length else "tile",
    )
