"""A game in words: times, results, the help it had, and answers to questions about the board.

Its twins on the page are `static/shared/gamewords.js`, `static/shared/outcome.js`,
`static/play/answers.js`, `static/daily/dailytext.js` and `static/stats/kindwords.js`.
"""

from datetime import datetime
from typing import Literal

from taquin.game.record import GameRecord, is_daily_seed
from taquin.game.statistics import pace
from taquin.ground.grammar import counted
from taquin.ground.sentences import AnswerSentence, GameSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import Topology

__all__ = ["WAYS", "assistance", "days_text", "game_time_text", "kind_text", "length_text",
           "line_text", "local_text", "moves_text", "progress_text", "pushed_text", "result_text",
           "size_text", "time_text", "uncounted_text", "where_text", "why_text"]  # fmt: skip

WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


def moves_text(count: int) -> str:
    """The number of moves in words.

    >>> moves_text(1), moves_text(2345)
    ('1 move', '2,345 moves')
    """
    return counted(count, "move")


def length_text(record: GameRecord) -> str:
    """How long a game is, in what it counts: single-tile moves or slides."""
    return counted(record.count, record.unit)


def time_text(milliseconds: float, digits: Literal[0, 1, 3] = 1) -> str:
    """Minutes, seconds and their parts, rounded down: a running clock has tenths, a result 1/1000.

    >>> time_text(62_580), time_text(62_580, 3), time_text(3_662_500), time_text(9_990, 0)
    ('1:02.5', '1:02.580', '1:01:02.5', '0:09')
    """
    parts = int(milliseconds) // 10 ** (3 - digits)
    seconds, fraction = divmod(parts, 10**digits)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    head = f"{hour}:{minute:02}" if hour else f"{minute}"
    tail = f".{fraction:0{digits}}" if digits else ""
    return f"{head}:{second:02}{tail}"


def game_time_text(record: GameRecord) -> str:
    """The time of a game that has ended: DNF if it was given up, – if it has none.

    A single slide starts and stops the clock at once.
    """
    if not record.solved:
        return "DNF"
    return time_text(record.milliseconds, 3) if record.milliseconds else "–"


def size_text(board: Board) -> str:
    """A size as people read it; what they type, and what is stored, has an x.

    >>> size_text(Board.parse("1 2 3/4 5 0"))
    '3×2'
    """
    return f"{board.width}×{board.height}"


def kind_text(record: GameRecord, name: str | None = None) -> str:
    """The size of a game, and what else is unusual: `3×3`, `4×4, spiral, blind`, `4×4, slides`.

    A board type comes last: `4×4, torus`.

    name: of the goal, if it has more than one.
    """
    goal = name or goal_name(record.goal)
    if name is None and goal == "snake":  # on two rows, spiral is the same
        goal = record.named or goal
    parts = [
        size_text(record.start),
        {"last": "", "first": "blank first", None: "custom goal"}.get(goal, goal),
        {"shown": "", "hidden": "numbers hidden", "blind": "blind"}[record.numbers],
        {"stm": "", "mtm": "slides"}[record.metric],
        "" if record.topology == "grid" else record.topology.replace(":", " "),
    ]
    return ", ".join(filter(None, parts))


def days_text(count: int) -> str:
    """The number of days in words."""
    return counted(count, "day")


def pushed_text(board: Board, moves: str, table: Topology | None = None) -> str:
    """The tiles of one slide and their way, so that no number of a move can be read as a tile.

    table: the board type, a plain rectangle if None.

    >>> pushed_text(Board.parse("1 2 3/4 5 6/0 7 8"), "LL")
    '2 tiles to the left'
    """
    way = WAYS[moves[0]]
    if len(moves) == 1:
        return f"tile {next(board.slides(moves, topology=table))} {way}"
    # "2 tiles left" would be how many remain.
    return f"{len(moves)} tiles {way if way in ('up', 'down') else f'to the {way}'}"


def local_text(moment: str) -> str:
    """A moment, ISO 8601, as date and time where the player is."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"


def result_text(record: GameRecord) -> str:
    """One sentence on a solved game."""
    count, slides = len(record.moves), len(record.slides())
    ways = moves_text(count)
    if record.metric == "mtm":
        ways = said(GameSentence.OF_MOVES, moves=count, slides=slides)
    elif slides < count:
        ways = said(GameSentence.IN_SLIDES, moves=count, slides=slides)
    if not record.milliseconds:
        return f"{ways}."
    time = time_text(record.milliseconds, 3)
    return said(GameSentence.RESULT, time=time, ways=ways, pace=f"{pace(record):.2f}")


def assistance(record: GameRecord) -> str:
    """Why a game cannot be compared with others; "" if it can."""
    daily = is_daily_seed(record.seed)
    solution, hints, earlier = record.hints["solution"], record.hinted, record.hinted_earlier
    solver = "s" in record.inputs
    shown_earlier = 0 < solution == record.earlier["solution"]
    shown = GameSentence.SOLUTION_EARLIER if shown_earlier else GameSentence.SOLUTION
    given = GameSentence.HINTS_PARTLY if earlier else GameSentence.HINTS
    if earlier == hints:
        given = GameSentence.HINTS_EARLIER
    parts = {
        "solver": solver,
        # Its moves come from a solution that it shows.
        said(shown): solution and (shown_earlier or not solver),
        said(given, hints=hints, earlier=earlier): hints,
        said(GameSentence.UNDONE, undos=record.undos): record.undos,
        "clock stopped": record.paused,
        said(GameSentence.ARCHIVE): record.typed and daily,
        said(GameSentence.CHOSEN): record.seed is None or (record.typed and not daily),
        # Help in an earlier try says that the board was played before.
        said(GameSentence.AGAIN): record.again and not (shown_earlier or earlier),
    }
    return ", ".join(part for part, applies in parts.items() if applies)


def uncounted_text(record: GameRecord) -> str:
    """Why a game of a daily board does not count on its day; "" if its help does not forbid it."""
    if record.own:
        return ""
    return said(GameSentence.SHOWN if record.help["solution"] else GameSentence.MADE)


def _place(board: Board, cell: int) -> str:
    row, column = divmod(cell, board.width)
    return said(AnswerSentence.PLACE, row=row + 1, column=column + 1)


def where_text(board: Board, goal: Board, argument: str) -> str:
    """Where a tile is and where it belongs."""
    blank = argument.lower() in ("0", "blank", "gap")
    number = argument.isascii() and argument.isdigit() and len(argument) < 6
    tile = 0 if blank else int(argument) if number else -1
    if not 0 <= tile < len(board):
        return said(
            AnswerSentence.NO_TILE, question=f"where {argument}".rstrip(), last=len(board) - 1
        )
    name = str(tile) if tile else said(AnswerSentence.BLANK)
    now, home = board.index(tile), goal.index(tile)
    if now == home:
        return said(AnswerSentence.AT_HOME, name=name, place=_place(board, now))
    places = {"place": _place(board, now), "home": _place(board, home)}
    return said(AnswerSentence.AWAY, name=name, **places)


def line_text(board: Board, kind: str, argument: str) -> str:
    """The numbers of a row or a column, the blank by its name; kind: row or column."""
    lines = board.rows() if kind == "row" else board.transpose().rows()
    number = int(argument) if argument.isascii() and argument.isdigit() else 0
    if not 1 <= number <= len(lines):
        return said(
            AnswerSentence.NO_LINE,
            question=f"{kind} {argument}".rstrip(),
            kind=kind,
            last=len(lines),
        )
    return (
        f"{kind.capitalize()} {number}: {', '.join(str(t or 'blank') for t in lines[number - 1])}."
    )


def progress_text(board: Board, goal: Board, made: int, metric: str = "stm") -> str:
    """How many tiles are at home, which does not give the distance away.

    made: single-tile moves, or slides where these count.
    """
    pairs = zip(board.cells, goal.cells, strict=True)
    home = sum(tile == there != 0 for tile, there in pairs)
    counts = {"home": home, "tiles": len(board) - 1}
    if metric == "mtm":
        return said(AnswerSentence.PROGRESS_SLIDES, **counts, slides=made)
    return said(AnswerSentence.PROGRESS, **counts, moves=made)


def why_text(board: Board, goal: Board, topology: str = "grid") -> str:
    """Why the board can be solved."""
    return Puzzle.of(board, goal=goal, topology=topology).judge(board).reason
