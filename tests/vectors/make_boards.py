"""How boards and moves are read, and what follows from a board: as the Python package answers."""

import random
import sys
from collections.abc import Callable, Iterator
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from move_texts import MOVES_ON, MOVES_READ, MOVES_REFUSED
from notation_texts import READ, REFUSED
from taquin import scramble
from taquin.game.daily import daily_board, seeded_board
from taquin.ground.errors import MoveError, NotationError
from taquin.heuristics.patterns.partition import canonical_goal, named_partition
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS, named_goal
from taquin.puzzle.move import inverse, parse_moves
from taquin.puzzle.slides import read_given
from taquin.puzzle.solvability import judge
from taquin.puzzle.tasks import position_text, read_task
from taquin.puzzle.topology import Topology, topology
from taquin.teach.advice.human import human_steps

__all__ = ["BOARDS", "packed"]

SIZES = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 4), (5, 3), (3, 7), (10, 10), (20, 20)]
# The first, one of no note, a leap day, and one far ahead.
DAYS = ["2026-01-01", "2026-11-23", "2028-02-29", "2099-12-31"]
LETTERS = "UDLR"
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _goals() -> Iterator[dict[str, Any]]:
    for name in GOALS:
        for w, h in SIZES:
            yield {"name": name, "width": w, "height": h, "board": named_goal(name, w, h).text}


def _packed() -> Iterator[dict[str, Any]]:
    yield from ({"moves": moves, "text": packed(moves)} for moves in _lists(random.Random(4)))


def _random() -> Iterator[dict[str, Any]]:
    for w, h in SIZES:
        for name in ("last", "spiral"):
            for seed in ("", "1", "daily 2026-11-21", "ü🂡"):
                board = seeded_board(named_goal(name, w, h), seed)
                given = {"width": w, "height": h, "goal": name, "seed": seed}
                yield {**given, "board": board.text}


def _daily_boards() -> Iterator[dict[str, Any]]:
    for day in DAYS:
        for side in (3, 4, 5):
            board = daily_board(date.fromisoformat(day), side)
            yield {"day": day, "side": side, "board": board.text}


def _partitions() -> Iterator[dict[str, Any]]:
    yield from (_partition(blank) for blank in (0, 1, 5))


def _partition(blank: int) -> dict[str, Any]:
    """The homes of the patterns; the page has the blank as near to the end as can be."""
    home = {tile: 15 - cell for cell, tile in enumerate(canonical_goal(16, blank))}

    def homes(name: str) -> list[list[int]]:
        patterns = named_partition(name, 4, 4, blank)
        return sorted(sorted(home[tile] for tile in pattern) for pattern in patterns)

    return {"blank": home[0], "homes": homes("6-6-3"), "larger": homes("7-7-1")}


def _human() -> Iterator[dict[str, Any]]:
    """The steps of the row-and-column method, in words and moves."""
    for width, height, name in [(3, 3, "last"), (4, 4, "snake"), (5, 3, "first"), (3, 6, "spiral")]:
        goal = named_goal(name, width, height)
        for seed in range(4):
            board = scramble(width, height, goal=goal, seed=seed)
            steps = [
                [step.stage, step.way, step.sentence, step.moves, sorted(step.tiles)]
                for step in human_steps(board, goal)
            ]
            yield {"board": board.text, "goal": goal.text, "steps": steps}


def _notation() -> Iterator[dict[str, Any]]:
    texts = [text for text, *_ in [*READ, *REFUSED] if len(text) < 1000]
    cases: list[tuple[str, tuple[int, int] | None]] = [(text, None) for text in texts]
    cases += [("1 2 3 4 5 0", size) for size in [(3, 2), (2, 3), (6, 1), (2, 2), (4, 4)]]
    cases += [("123450", (3, 2)), ("1 2 3/4 5 0", (2, 3)), ("3x2\n123450", (2, 3))]
    cases += [(scramble(w, h, rng=random.Random(w)).text, None) for w, h in SIZES]
    for text, size in cases:
        given = {"text": text, "size": size and {"width": size[0], "height": size[1]}}
        try:
            yield {**given, "board": Board.parse(text, size=size).text}
        except NotationError as error:
            yield {**given, "error": str(error)}


def _tasks() -> Iterator[dict[str, Any]]:
    """A start and a goal, in some order and form; or only one board, or too many."""
    one, two, wide = "1 2 3\n4 5 6\n7 8 0", "0 1 2\n3 4 5\n6 7 8", "1 2 3\n4 5 0"
    texts = [text for text, *_ in READ if len(text) < 300]
    for text in [
        *texts,
        *(f"{a}:\n{one}\n{b}:\n{two}\n" for a in ROLES for b in ROLES),
        *(f"{one}\n\n{other}" for other in (two, wide, f"{two}\n\n{two}")),
        *(f"8\n{blank}\n{one}" for blank in (0, 8, 9)),
    ]:
        try:
            board, goal = read_task(text)
        except NotationError as error:
            yield {"text": text, "error": str(error)}
        else:
            yield {"text": text, "board": board.text, "goal": goal and goal.text}


def _positions() -> Iterator[dict[str, Any]]:
    """Every goal that has a name, and one without, at boards of each size."""
    for width, height in SIZES:
        board = scramble(width, height, rng=random.Random(width))
        for goal in [*(named_goal(name, width, height) for name in GOALS), board]:
            text = position_text(board, goal)
            yield {"board": board.text, "goal": goal.text, "text": text}


ROLES = ("start", "goal", "initial", "target", "end", "puzzle")


def _parity() -> Iterator[dict[str, Any]]:
    rng = random.Random(4)
    two = [Board(2, 2, cells) for cells in permutations(range(4))]
    pairs = [(board, named_goal(name, 2, 2)) for board in two for name in GOALS]
    for width, height in SIZES[1:]:
        for name in GOALS:
            goal = named_goal(name, width, height)
            board = scramble(width, height, goal=goal, rng=rng)
            others = [board, board.swapped(1, 2)] if width < 20 else [board.swapped(1, 2)]
            pairs += [(other, goal) for other in others]
    for board, goal in pairs:
        verdict = judge(topology("grid", board.width, board.height), board, goal)
        yield {
            "board": board.text,
            "goal": goal.text,
            "solvable": verdict.solvable,
            "reason": verdict.reason,
            "swap": verdict.swap and list(verdict.swap),
        }


def _moves() -> Iterator[dict[str, Any]]:
    rng = random.Random(4)
    for width, height in SIZES:
        start = board = scramble(width, height, rng=rng)
        moves = ""
        for _ in range(4 * width * height):
            moves += rng.choice(board.legal_moves())
            board = board.apply(moves[-1])
        case = {"start": start.text, "moves": moves, "end": board.text, "back": inverse(moves)}
        case["legal"] = board.legal_moves()
        for letter in sorted(set(LETTERS) - set(case["legal"])):
            try:
                start.apply(moves + letter)
            except MoveError as error:
                case |= {"illegal": letter, "error": str(error)}
        yield case


def _slides() -> Iterator[dict[str, Any]]:
    """Every cell of a few boards, by single-tile moves of the Python board."""
    rng = random.Random(4)
    for width, height in SIZES[:6]:
        board = scramble(width, height, rng=rng)
        row, column = divmod(board.blank, width)
        for cell in range(width * height):
            y, x = divmod(cell, width)
            moves = ""
            if y == row:
                moves = ("L" if x > column else "R") * abs(x - column)
            elif x == column:
                moves = ("U" if y > row else "D") * abs(y - row)
            after = board.apply(moves).text if moves else None
            yield {"board": board.text, "cell": cell, "moves": moves, "after": after}


def _texts() -> Iterator[dict[str, Any]]:
    texts = ["", "URDL", "ur2d", "U R\nD,L", "['Up', 'Right']", "R12", "U0D", "URX", "U2-", "é"]
    for text in [*texts, "UUUU 🂡", "U1000001", "U99999999"]:
        try:
            yield {"text": text, "moves": parse_moves(text)}
        except NotationError as error:
            yield {"text": text, "error": str(error)}


def _tile_moves() -> Iterator[dict[str, Any]]:
    """Moves that only a board can read: tiles, or numbers that may be tiles or counts."""
    for board, text in MOVES_ON:
        given = {"board": board, "text": text}
        try:
            letters = read_given(text, Board.parse(board).cells, _grid(board), "tile")
        except NotationError as error:
            yield {**given, "error": str(error)}
            continue
        told = {"moves": letters.letters} if letters.problem is None else {"error": letters.problem}
        yield {**given, **told}


def _grid(text: str) -> Topology:
    board = Board.parse(text)
    return topology("grid", board.width, board.height)


def _move_texts() -> Iterator[dict[str, Any]]:
    """What the element's own reader refuses, and notation/slides.js reads."""
    texts = ["UR2D", "3R2U", "U 2R", "U 2 R", "2U3", "U->L->D", "U→L", "U-L", "↑→↓←", "⬆️2➡️"]
    texts += ["^v<>", "1. U 2. L", "2. U", "Solution: U R", "U ↑", "> U", "U-1", "URX", "U 🂡"]
    texts += [text for text, _ in [*MOVES_READ, *MOVES_REFUSED]]
    for text in texts:
        try:
            yield {"text": text, "moves": parse_moves(text)}
        except NotationError as error:
            yield {"text": text, "error": str(error)}


def _lists(rng: random.Random) -> Iterator[str]:
    yield from ["", *LETTERS, "URDL", "LLLRR"]
    yield from ("".join(rng.choices(LETTERS, k=n)) for n in (5, 6, 7, 80, 400))


def packed(moves: str) -> str:
    """Twin of packMoves: 2 bits a move, the first two bits the number of filling moves."""
    if not moves:
        return ""
    filling = -(len(moves) + 1) % 3
    bits = f"{filling:02b}" + "".join(f"{LETTERS.index(m):02b}" for m in moves) + "00" * filling
    return "".join(BASE64[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))


# By rule: one list of cases, or several by name.
BOARDS: dict[str, Callable[[], dict[str, Any]]] = {
    "notation": lambda: {"texts": _notation(), "tasks": _tasks(), "positions": _positions()},
    "goals": lambda: {"goals": _goals()},
    "solvability": lambda: {"boards": _parity()},
    "moves": lambda: {"walks": _moves(), "slides": _slides()},
    "movetexts": lambda: {
        "letters": _texts(),
        "texts": _move_texts(),
        "tiles": _tile_moves(),
        "packed": _packed(),
    },
    "boards": lambda: {"random": _random(), "daily": _daily_boards()},
    "method": lambda: {"boards": _human()},
    "partitions": lambda: {"blanks": _partitions()},
}
