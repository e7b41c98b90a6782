"""What both faces of the game share: the game, its history, and what is asked of the solver."""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.keeping import GameKeeper
from taquin.game.daily import (
    DAILY_SIDES,
    daily_board,
    daily_of,
    daily_results,
    daily_seed,
    day_of,
    streak_to,
)
from taquin.game.folder import writing_problem
from taquin.game.game import MOST_LEFT, Game, Moment
from taquin.game.history import History
from taquin.game.record import GameRecord, new_record
from taquin.game.seats import Seat
from taquin.game.statistics import personal_bests
from taquin.game.training import Training
from taquin.game.words import (
    assistance,
    days_text,
    kind_text,
    length_text,
    line_text,
    local_text,
    progress_text,
    result_text,
    size_text,
    time_text,
    uncounted_text,
    where_text,
    why_text,
)
from taquin.ground.errors import (
    NotationError,
    OptionError,
    TaquinError,
    UnknownName,
    UnsolvableError,
    quoted,
)
from taquin.ground.grammar import counted, listed
from taquin.ground.sentences import AnswerSentence, FaceSentence, said
from taquin.puzzle.board import Board, parse_sides
from taquin.puzzle.goal import goal_name, known_name, named_goal
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import seeded, uniform
from taquin.puzzle.size import check_size
from taquin.puzzle.tasks import read_task
from taquin.puzzle.topology import Topology
from taquin.solving.question.reading import read_puzzle
from taquin.teach.advice.distances import Distances, Known

__all__ = [
    "LARGEST_SIDE",
    "Opening",
    "Session",
    "SolvedWords",
    "left_text",
    "questions",
    "read_opening",
    "read_sides",
    "set_up",
    "type_name",
    "type_text",
]

T = TypeVar("T")
_daily_board = cache(daily_board)  # asked for after each move
# The games, and the help on daily boards by seed.
_Unfinished = tuple[list[Moment], dict[str, dict[str, int]]]
LARGEST_SIDE = 20
_SIZE = re.compile(r"\d{1,3}(\s*[x×]\s*\d{1,3})?", re.ASCII | re.IGNORECASE)
_TWO_SIDES = re.compile(r"\d{1,3}[x×]\d{1,3}", re.ASCII | re.IGNORECASE)
_PAIR = 2
_WINNING = frozenset(("win", "finish", "solve"))
_LEFT = re.compile(r"$|many|far|long|much", re.IGNORECASE)  # what follows “how” in a question
_FILLING = ("is", "the", "tile")
_BOARD_TYPES = ("grid", "torus", "walls")
_WALLS = re.compile(r"walls:\s*\d{1,5}\s*-\s*\d{1,5}\s*(,\s*\d{1,5}\s*-\s*\d{1,5}\s*)*", re.ASCII)


class Opening:
    """A board to play: given, or drawn with a seed."""

    def __init__(
        self,
        board: Board,
        puzzle: Puzzle,
        seed: str | None,
        *,
        typed: bool,
        asked: str | None = None,
    ) -> None:
        """asked: what the goal was asked for by; two names may mean the same one, as for 8x2."""
        self.board, self.puzzle, self.seed, self.typed = board, puzzle, seed, typed
        self.goal_name = None if asked is None else known_name(asked)


@dataclass(frozen=True, slots=True)
class SolvedWords:
    """What to say of a solved game, its point first.

    result:  the time and the moves
    counts:  what they count for, or why the game could not be kept
    helped:  with what help they were made
    is_kept: whether the game is in the history
    unit:    what its shortest solution is counted in, moves or slides
    """

    result: str
    counts: str
    helped: str
    is_kept: bool
    unit: str

    def text(self, shortest: Known | None = None, *, brief: bool = False) -> str:
        """In sentences.

        shortest: what is known of a best solution, once it is. brief: without the time and the
        moves, which stand above the board too.
        """
        known = ""
        if shortest is not None and shortest.value is not None:
            known = f"The shortest solution has {counted(shortest.value, self.unit)}."
        elif shortest is not None:
            known = f"Every solution has at least {counted(shortest.lower, self.unit)}."
        result = "Solved." if brief else self.result
        return " ".join(filter(None, (result, known, self.counts, self.helped)))


def read_opening(
    text: str | None,
    *,
    goal: str | None = None,
    size: str | None = None,
    seed: int | None = None,
    topology: str = "grid",
) -> Opening:
    """The board that the player asks for.

    text: a size, which draws a random board, or a board as text, with its goal if `goal` is None,
    or the name of an instance; None for 4x4. seed: of a drawn board. topology: grid, torus or
    walls:…. Raises NotationError, OptionError, UnknownName, and UnsolvableError for a board from
    which the goal cannot be reached.
    """
    topology = _in_order(topology)
    if text is not None and not _SIZE.fullmatch(text.strip()):
        if seed is not None:
            raise OptionError("--seed draws a board, but a board is given; leave one of them out.")
        _refuse_sizes(text)
        sides = None if size is None else read_sides(size)
        given, own = _task(text, goal, sides)
        try:
            board, puzzle = read_puzzle(given, goal=own, size=sides, topology=topology)
        except UnknownName as error:
            raise UnknownName(f"{error} A size, such as 4x3, draws a board.") from None
        _check_sides(board.width, board.height)
        _check_type(puzzle)
        _check_solvable(board, puzzle)
        return Opening(board, puzzle, None, typed=False, asked=goal)
    if text is not None and size is not None:
        raise OptionError(
            f"the size is given twice: {quoted(text, 40)} and --size {quoted(size, 40)}."
        )
    width, height = read_sides("".join((text or size or "4x4").split()))
    puzzle = _puzzle(width, height, goal, topology)
    _check_type(puzzle)
    return drawn(puzzle, seed, goal)


def _task(
    text: str, goal: str | None, size: tuple[int, int] | None
) -> tuple[Board | str, Board | str | None]:
    """The board and its goal: the one given, else the text's own, else None."""
    if goal is not None or is_instance_name(text):
        return text, goal
    try:
        return read_task(text, size)
    except NotationError:  # reading the text as a board says what is wrong with it
        return text, None


def read_sides(text: str) -> tuple[int, int]:
    """Width and height of a size such as 4x3; raises TaquinError if the game has none such."""
    width, height = parse_sides(text)
    _check_sides(width, height)
    check_size(width, height, LARGEST_SIDE)
    return width, height


def _refuse_sizes(text: str) -> None:
    words = text.split()
    if len(words) > 1 and all(_TWO_SIDES.fullmatch(word) for word in words):
        raise OptionError(f"{quoted(text, 40)}: {len(words)} sizes; expected one.")


def _puzzle(width: int, height: int, goal: str | None, topology: str) -> Puzzle:
    cells = Board(width, height, (*range(1, width * height), 0))
    return read_puzzle(cells, goal=goal, topology=topology)[1]


def _in_order(topology: str) -> str:
    """The same walls by one name, so that their games are of one kind, too."""
    if topology.strip() in ("walls", "walls:"):
        raise OptionError(
            "walls: expected pairs of neighbouring cells with a wall between them, such as "
            "walls:0-1,6-7. Cells are numbered row by row from 0."
        )
    if not _WALLS.fullmatch(topology):
        return topology
    pairs = (pair.split("-") for pair in topology.partition(":")[2].split(","))
    walls = sorted({(min(pair), max(pair)) for pair in (list(map(int, one)) for one in pairs)})
    return "walls:" + ",".join(f"{a}-{b}" for a, b in walls)


def _check_type(puzzle: Puzzle) -> None:
    """Refuse board types that the game cannot draw, and goals that no move leaves."""
    name = puzzle.topology.name
    if name.partition(":")[0] not in _BOARD_TYPES:
        raise OptionError(
            f"topology {quoted(name, 40)}: the game has {', '.join(_BOARD_TYPES[:-1])} and "
            f"{_BOARD_TYPES[-1]}:…; `taquin solve` takes others."
        )
    if not puzzle.goal.legal_moves(puzzle.topology):
        raise OptionError(f"topology {quoted(name, 40)}: walls enclose the blank of the goal.")


def drawn(puzzle: Puzzle, seed: int | None = None, asked: str | None = None) -> Opening:
    """A random board, uniform over those that can reach the goal, the goal itself left out.

    asked: what the goal was asked for by.
    """
    number, rng = seeded(seed)
    board = uniform(puzzle, rng)
    while board == puzzle.goal:
        board = uniform(puzzle, rng)
    return Opening(board, puzzle, f"scramble {number}", typed=seed is not None, asked=asked)


def _check_sides(width: int, height: int) -> None:
    if max(width, height) > LARGEST_SIDE:
        raise OptionError(
            f"the board is {width}x{height}; the game has boards of up to "
            f"{LARGEST_SIDE}x{LARGEST_SIDE}. `taquin solve` takes larger ones."
        )


def _check_solvable(board: Board, puzzle: Puzzle) -> None:
    verdict = puzzle.judge(board)
    if not verdict.solvable:
        fix = "" if verdict.swap is None else " Nearest fix: swap {} and {}.".format(*verdict.swap)
        raise UnsolvableError(f"{verdict.reason}{fix}")


def set_up(text: str, goal: str, before: str, topology: str = "grid") -> Opening:
    """The board that was filled in, as `read_opening` reads it; topology: that stays.

    before: what stood in the field of the goal. Where it still stands there, an instance has its
    own, and so has a text with a start and a goal.
    """
    has_own = is_instance_name(text) or _task(text, None, None)[1] is not None
    kept = goal == before and has_own
    return read_opening(text, goal=None if kept else goal or None, topology=topology)


def left_text(known: Known, unit: str = "move") -> str:
    """How far the goal is, in words; unit: what is counted, moves or slides."""
    if known.value is not None:
        return f"{counted(known.value, unit)} left, proved."
    upper = "" if known.upper is None else f", at most {known.upper:,}"
    return f"At least {counted(known.lower, unit)} left{upper}; not proved."


def type_name(topology: str) -> str:
    """A board type in one word."""
    return topology.partition(":")[0]


def type_text(table: Topology) -> str:
    """What is to know of another board type than the plain rectangle, in a sentence; else ""."""
    if table.name != "torus":
        return "" if table.name == "grid" else "No tile passes a wall."
    # Sides of two cells have their ends side by side: joined, they are neighbours already.
    match table.width > _PAIR, table.height > _PAIR:
        case True, True:
            return "Torus: edges are joined."
        case True, False:
            return "Torus: left and right are joined."
        case False, True:
            return "Torus: top and bottom are joined."
    return "A 2×2 torus moves as a plain board."


class Session:
    """A game with its history. `distances` belong to the goal in play."""

    def __init__(
        self,
        opening: Opening | None,
        folder: Path | None = None,
        seat: Seat | None = None,
        metric: str = "stm",
    ) -> None:
        """opening: None continues the game that was left, or draws a first 4x4.

        seat: this program's, which leaves alone what is open at others. metric: what games that
        begin count: stm, or mtm for slides.
        """
        self.history, self.training = History(folder, seat), Training(folder, seat)
        # Each file on its own: one that is damaged does not cost what the other holds.
        opened, problem = _read(lambda: self.history.open(continues=opening is None))
        left, self._elsewhere = opened or ([], [])
        self._seat = seat
        self._is_alone = seat is None or seat.is_alone
        told, another = _read(self.history.told)
        self._has_damaged_left = problem is not None
        unread = " ".join(filter(None, (problem, another)))
        self.problem = (
            unread
            or writing_problem(self.history.path.parent)
            or self.history.unclaimed
            or (None if seat is None else seat.problem)
        )
        # The games that have been on here; others that were left may go on in another program.
        self._known = {one.record.id for one in left[-1:] if opening is None}
        self._opened = {one.record.id for one in left}
        self.continued = opening is None and bool(left)
        self._is_chosen = opening is not None
        # Under which goals were asked for.
        self._goal_names = {
            one.record.goal: one.record.named for one in left if one.record.named is not None
        }
        first = opening if opening is not None else read_opening(None)
        self._name(first)
        goal = first.puzzle.goal
        self.game = Game(
            first.board,
            goal,
            seed=first.seed,
            typed=first.typed,
            named=self._chosen(goal),
            metric=metric,
            topology=first.puzzle.topology.name,
        )
        if left:
            self.game.restore(left[-1], left[:-1])
            if opening is not None:
                self.begin(opening)
        for seed, record in _first_games().items():
            self.game.know(replace(record, hints=(told or {}).get(seed, record.hints)))
        self._distances = Distances(self.puzzle)
        self._dropped: list[GameRecord] = []  # by the file, which has room for so many games
        self._told_dropped = set[str]()
        self._keeper: GameKeeper[_Unfinished] = GameKeeper(self._write)
        self._kept = self._state

    @property
    def puzzle(self) -> Puzzle:
        """What hints and solutions of the game in play are about."""
        return self.game.record.puzzle

    @property
    def unit(self) -> str:
        """What hints and solutions of the game in play count: a move, or a slide."""
        return self.game.record.judged_unit

    @property
    def distances(self) -> Distances:
        """What is known of distances in the game in play."""
        return self.distances_for(self.game.record)

    def distances_for(self, record: GameRecord) -> Distances:
        """What is known of distances in a game."""
        puzzle = record.puzzle
        if self._distances.puzzle != puzzle:
            self._distances = Distances(puzzle)
        return self._distances

    def begin(self, opening: Opening) -> None:
        """Another game; undo brings this one back."""
        self._name(opening)
        goal = opening.puzzle.goal
        self.game.start(
            opening.board,
            goal,
            seed=opening.seed,
            typed=opening.typed,
            named=self._chosen(goal),
            topology=opening.puzzle.topology.name,
        )

    def _name(self, opening: Opening) -> None:
        """Call the goal as the player does."""
        if opening.goal_name is not None:
            self._goal_names[opening.puzzle.goal] = opening.goal_name

    def _chosen(self, goal: Board) -> str | None:
        """Which of its two names the player has chosen for a goal of two rows."""
        name = self._goal_names.get(goal)
        return name if goal.height == 2 and name in ("snake", "spiral") else None

    def goal_name(self, goal: Board) -> str | None:
        """The name under which the player has asked for a goal, else the first that it has."""
        return self._goal_names.get(goal) or goal_name(goal)

    @property
    def goal_words(self) -> str:
        """The name of the goal in play, or its rows."""
        return self.goal_name(self.game.goal) or self.game.goal.text

    def waiting_line(self, record: GameRecord) -> str:
        """An unfinished game in a list."""
        daily = ", daily" if daily_of(record) else ""
        made = length_text(record)
        kind = kind_text(record, record.named or self.goal_name(record.goal))
        if record.metric == "mtm":  # its length says so
            kind = kind.replace(", slides", "")
        return f"{kind}{daily}: {made}, begun {local_text(record.created)}"

    def new(self) -> None:
        """A new random board of the same size and goal."""
        self.begin(drawn(self.puzzle))

    def brings_back(self, write_size: Callable[[Board], str] = size_text) -> str:
        """What undo brings back at the start of this game, in a sentence; "" if nothing.

        write_size: how this face writes a size.
        """
        before = None if self.game.at else self.game.before
        return "" if before is None else f"Undo brings {_game_words(before, write_size)} back."

    def open_elsewhere(self, write_size: Callable[[Board], str] = size_text) -> str:
        """What is open in another terminal, in sentences; "" if taquin runs only here.

        Nor does it matter to a player who chose a board.
        """
        if self._is_alone or self._is_chosen:
            return ""
        games = [_game_words(one.record, write_size) for one in self._elsewhere[-1:]]
        what = games[0].capitalize() if games else "A game"
        return f"{what} is open in another terminal and stays there. This is another game."

    def undo(self, write_size: Callable[[Board], str] = size_text) -> str:
        """Undo a slide, or what began the game; returns what to say."""
        here = self.game.record
        at_start = not self.game.at
        if at_start:
            self.look()
            while (before := self.game.before) is not None and not self.claims(before):
                pass  # another terminal was faster
        if not self.game.undo():
            return said(FaceSentence.NO_UNDO)
        if not at_start or here is self.game.record:
            return "Undone."
        return f"Undone. This is {_game_words(self.game.record, write_size)}."

    def finish(self) -> SolvedWords:
        """Keep the game that was just solved; returns what to say about it.

        A history that cannot be written is said, and nothing else is lost.
        """
        record = self.game.record
        sentence, why = f"Solved: {result_text(record)}", assistance(record)
        if "s" in record.inputs:
            sentence, why = "Solved, with the solver's moves.", ""
        helped = f"With: {why}." if why else ""
        try:
            before = self.history.all()
            self.history.add(record)
        except TaquinError as error:
            why = f"The game is not in the history: {error}"
            return SolvedWords(sentence, why, helped, False, record.judged_unit)
        counts = f"{_new_best(before, record)}{_daily_words(before, record)}".lstrip()
        return SolvedWords(sentence, counts, helped, True, record.judged_unit)

    def keep(self) -> None:
        """Keep the unfinished games, and the help, if they have changed; this takes no time.

        What is kept survives the end of the program, however it ends. See `unkept`.
        """
        self._take()
        if (state := self._state) != self._kept:
            self._kept = state
            self._keeper.keep(self._unfinished())

    @property
    def unkept(self) -> TaquinError | None:
        """Why `keep` could not keep the games the last time."""
        return self._keeper.problem

    def leave(self) -> None:
        """Keep the unfinished games for the next time, and the help; raises TableError.

        A board without a move replaces none of them.
        """
        self._take()
        self._keeper.finish(self._unfinished())

    @property
    def goes_on(self) -> str:
        """What the next start continues, in a sentence; "" if it is a new board."""
        ours = {one.record.id for one in self.game.begun_games}
        if not ours:
            return ""
        held, _ = _read(self.history.left)
        others = {one.record.id for one in held or []} - self._known
        if len(ours | others) == 1:
            return "Your unfinished game is kept; `taquin play` continues it."
        return (
            "Your unfinished games are kept; `taquin play` continues the one that you left last "
            "and can list the others."
        )

    def waiting_text(self, list_by: str) -> str:
        """How many other games are unfinished, in a sentence; "" if none is.

        list_by: the key or the command that lists them.
        """
        count = len(self.game.waiting)
        if not count:
            return ""
        are, them = ("is", "it") if count == 1 else ("are", "them")
        return f"{counted(count, 'other unfinished game')} {are} kept; {list_by} lists {them}."

    def dropped_text(self, write_size: Callable[[Board], str] = size_text) -> str:
        """Which unfinished games have given way to newer ones, in a sentence; "" if none has.

        Each is named once.
        """
        # One that has not been on here stays in the file, though undo does not bring it back.
        others = self._opened - self._known
        old = [one for one in self.game.dropped if one.id not in others]
        self.game.dropped = []
        while self._dropped:  # another thread adds to it
            old.append(self._dropped.pop(0))
        games = {one.id: one for one in old if one.id not in self._told_dropped}
        self._told_dropped |= set(games)
        if not games:
            return ""
        names = listed([_game_words(one, write_size) for one in games.values()])
        has = "has" if len(games) == 1 else "have"
        kept = f"Only {MOST_LEFT} other unfinished games are kept"
        return f"{kept}; the oldest, {names}, {has} been dropped."

    def go_on_with(self, record: GameRecord, write_size: Callable[[Board], str] = size_text) -> str:
        """Continue an unfinished game of `game.waiting`; returns what to say."""
        self.look()
        if not (self.claims(record) and self.game.return_to(record.id)):
            return f"{_game_words(record, write_size).capitalize()} went on in another terminal."
        return f"Continuing {_game_words(self.game.record, write_size)}."

    def look(self) -> None:
        """Follow what other terminals have done to the unfinished games, before one goes on here.

        A file that cannot be read changes nothing; `keep`, which reads it too, says so.
        """
        if self._seat is None:
            return
        self._take()
        looked, _ = _read(lambda: self.history.look(self._ours))
        if looked is not None:
            free, self._elsewhere, before = looked
            self._opened |= {one.record.id for one in free}
            self.game.follow(before, free)

    def claims(self, record: GameRecord) -> bool:
        """Whether a game that was left may go on here; if not, it is no more among those here."""
        claimed = self.history.claim(record.id)
        if not claimed:
            self.game.follow({record.id}, [])
        return claimed

    def none_waits(self, write_size: Callable[[Board], str] = size_text) -> str:
        """What is said where no other game can go on here."""
        return f"{self.elsewhere_text(write_size)} No other game is unfinished.".lstrip()

    def elsewhere_text(self, write_size: Callable[[Board], str] = size_text) -> str:
        """Which unfinished games are open in other terminals, in a sentence; "" if none is."""
        games = [_game_words(one.record, write_size) for one in reversed(self._elsewhere)]
        if not games:
            return ""
        *most, last = games
        names = f"{', '.join(most)} and {last}" if most else last
        return f"Open in another terminal: {names}."

    @property
    def _ours(self) -> Set[str]:
        """Ids of the games that have been on here."""
        return self._known | {one.record.id for one in self.game.begun_games}

    @property
    def _state(self) -> object:
        """What is different after each action that `keep` should keep."""
        game = self.game
        record = game.record
        hints = tuple(record.hints.values())
        return record.id, record.moves, record.undos, record.metric, game.held, hints

    def _take(self) -> None:
        """The game that is on goes on here; a copy of it if it went on in another program."""
        record = self.game.record
        if not self.history.claim(record.id):
            record.id, record.again = token_hex(12), True

    def _unfinished(self) -> _Unfinished:
        """A copy, for another thread."""
        helps = {seed: self.game.help_on(record) for seed, record in _first_games().items()}
        games = [one for one in self.game.begun_games if not self.history.is_free(one.record.id)]
        return games, {seed: hints for seed, hints in helps.items() if hints}

    def _write(self, unfinished: _Unfinished) -> None:
        games, helps = unfinished
        try:
            self.history.tell(helps)
        finally:  # the game is kept even if the help cannot be
            if games or not self._has_damaged_left:
                self._known |= {one.record.id for one in games}
                self._dropped.extend(self.history.leave(games, self._known))

    def ask(self, question: str, left_by: str) -> str:
        """The answer to a question in words, such as ``where 7``.

        left_by: how this face shows the moves left, in a sentence.
        """
        board, goal, record = self.game.board, self.game.goal, self.game.record
        name, _, rest = question.strip().rstrip("?!. ").partition(" ")
        argument = " ".join(word for word in rest.split() if word.lower() not in _FILLING)
        match name.lower():
            case "goal":
                called = self.goal_name(goal)
                return f"The goal is {f'{called}: ' if called else ''}{goal.text}."
            case "where":
                return where_text(board, goal, argument)
            case "row" | "column":
                return line_text(board, name.lower(), argument)
            case "progress":
                return progress_text(board, goal, record.count, record.metric)
            case "how" if _WINNING.intersection(question.lower().rstrip("?!. ").split()):
                return self.ask("goal", left_by)
            case "left" | "how" if name.lower() == "left" or _LEFT.match(rest):
                in_slides = record.is_judged_in_slides
                left = AnswerSentence.LEFT_SLIDES if in_slides else AnswerSentence.LEFT
                return f"{said(left, name=f'{self.unit.capitalize()}s left')} {left_by}"
            case "why":
                return why_text(board, goal, record.topology)
            case _:
                if not question.strip():
                    return f"Ask, for example: {questions(board)}."
                asked = f"{question.strip():.40}"
                return f"The question “{asked}” is not known; ask: {questions(board)}."


def questions(board: Board) -> str:
    """What can be asked, with a tile and lines that the board has."""
    tile, row, column = min(7, len(board) - 1), min(2, board.height), min(3, board.width)
    return f"where {tile}, row {row}, column {column}, goal, progress, left, why"


def _game_words(record: GameRecord, write_size: Callable[[Board], str]) -> str:
    """A game by its size, its board type and how far it is."""
    size = write_size(record.start)
    if not record.table.is_grid:
        size += f" {type_name(record.topology)}"
    if record.solved:
        return f"the solved {size}"
    moves = f" of {length_text(record)}" if record.moves else ""
    return f"the {size}{moves}"


def _read(read: Callable[[], T]) -> tuple[T | None, str | None]:
    """What was read, or why it cannot be."""
    try:
        return read(), None
    except TaquinError as error:
        return None, error_text(error)


def _first_games() -> dict[str, GameRecord]:
    """Games of today's boards that begin, by seed."""
    day = day_of(datetime.now(UTC))
    return {
        seed: new_record(_daily_board(day, side), named_goal("last", side, side), seed=seed)
        for side in DAILY_SIDES
        for seed in [daily_seed(day, side)]
    }


def _daily_words(before: list[GameRecord], record: GameRecord) -> str:
    """A sentence on the streak if this is a daily board; else ""."""
    name = daily_of(record)
    if name is None:
        return ""
    day, side = name
    results = daily_results([*before, record])
    if not results[day][side].counts:
        reason = uncounted_text(record) or uncounted_text(results[day][side].record)
        return f" {reason or 'This daily board does not count.'}"
    return f" Daily: {days_text(streak_to(results, day).current)} in a row."


def _new_best(before: list[GameRecord], record: GameRecord) -> str:
    """A sentence if this game beats every earlier one of its kind and control; else ""."""
    if not record.clean:
        return ""
    clean = [one for one in before if one.clean and one.kind == record.kind]
    earlier = {best.control: best for best in personal_bests(clean)}
    now = {best.control: best for best in personal_bests([*clean, record])}
    for key, best in now.items():
        rival = earlier.get(key)
        if rival is None:
            continue
        if best.time is record and rival.time is not None:
            return f" Your best time; before, it was {time_text(rival.time.milliseconds, 3)}."
        if best.moves is record:
            return f" Your fewest {record.unit}s; before, it was {rival.moves.count}."
    return ""
