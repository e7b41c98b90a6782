"""The game line by line: for screen readers, dumb terminals and pipes. No cursor control."""

import re
import sys
from collections.abc import Callable, Iterator

from taquin.faces.terminal.asking import advice_on, left_on, question_on, verdict_on
from taquin.faces.terminal.daily import begin_daily, daily_lines, streak_text, today, until_text
from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.figures_text import figures_text, puzzle_figures
from taquin.faces.terminal.keeping import told_to_end
from taquin.faces.terminal.plainpuzzles import PlainPuzzles
from taquin.faces.terminal.plaintext import HELP, PAUSED, Teller
from taquin.faces.terminal.puzzletext import kept_text
from taquin.faces.terminal.reviewtext import review_lines
from taquin.faces.terminal.session import (
    Opening,
    Session,
    left_text,
    read_opening,
    type_text,
)
from taquin.faces.terminal.solution import length_line
from taquin.game.daily import DAILY_SIDES
from taquin.game.folder import data_folder
from taquin.game.game import push
from taquin.game.record import GameRecord
from taquin.game.seats import seated
from taquin.game.words import WAYS, length_text, local_text
from taquin.ground.errors import NotationError, TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.move import Notation, format_moves, parse_moves
from taquin.puzzle.movetext import pairs_in, tiles_in
from taquin.puzzle.slides import read_given
from taquin.puzzle.topology import Topology, topology
from taquin.solving.question.reading import request_for
from taquin.solving.runner import answer
from taquin.teach.advice.advice import Advice, method_advice

__all__ = ["Conversation", "play"]

_SECONDS = 6.0
_GROUP = 10
# Commands that do the same while a puzzle is posed.
_BESIDE = frozenset(
    ("help", "quit", "quiet", "verbose", "daily", "puzzle", "streak", "storm", "back", "review")
).union(("stats", "statistics", "timed", "settings", "unfinished"))
_QUICK_CELLS = 9  # boards whose hints come at once
# What the keys of the whole screen do.
_LETTERS = {"?": "help", "h": "hint"}
# What a terminal sends for an arrow key.
_KEY = re.compile(r"\x1b[\[O]([A-D])")
_KEY_WAYS = {"A": "up", "B": "down", "C": "right", "D": "left"}


class Conversation:
    """Answers one line after the other; `answer` yields the lines to print."""

    def __init__(
        self,
        session: Session,
        notation: Notation = "tile",
        tell: Callable[[str], None] = print,
    ) -> None:
        """notation: whose direction the letters of moves give, the tile's or the blank's.

        tell: takes what is said before an answer is complete.
        """
        self.session = session
        self.notation: Notation = notation
        self.over = False
        self._tell = tell
        self._quiet = False
        self._advice: Advice | None = None
        self._level = 0
        self._posed = False
        self._last: GameRecord | None = None
        self.puzzles = PlainPuzzles(session, self._read)

    def greeting(self) -> Iterator[str]:
        """The first lines."""
        game = self.session.game
        if self.session.problem:
            yield self.session.problem
        if elsewhere := self.session.open_elsewhere(_size):
            yield elsewhere
        if self.session.continued:
            others = self.session.waiting_text("unfinished")
            yield f"Continuing your unfinished game. {others}".rstrip()
        if waiting := kept_text(self.session.training, "streak"):
            yield waiting
        back = self.session.brings_back(_size)
        parts = [f"{game.board.size}, goal {self.session.goal_words}.", self._about, back]
        yield " ".join(filter(None, [*parts, "Type help for commands."]))
        yield self._shown

    @property
    def _about(self) -> str:
        """What is to know of another board type than the plain rectangle."""
        record = self.session.game.record
        about = type_text(record.table)
        return f"{about} ({record.topology})" if record.topology.startswith("walls") else about

    def answer(self, line: str) -> Iterator[str]:
        """The answer to a line; errors are answers too."""
        if key := _KEY.search(line):
            way = _KEY_WAYS[key[1]]
            yield f"Arrow keys work on the whole screen only; type {way}, or {way[0]}."
            return
        line = _escaped(line)
        words = line.split()
        if line.strip().lower() == "v":
            # The key of the whole screen; as an arrow alone it would make a move instead.
            yield "V alone moves nothing: type moves left, or down, or D."
            return
        name = words[0].lower() if words else "board"
        name = _LETTERS.get(name, name)
        try:
            command = getattr(self, f"do_{name}", None)
            puzzling = None
            if command is None or name not in _BESIDE:
                puzzling = self.puzzles.reply(name, words)
            if puzzling is not None:
                yield from puzzling
            elif command is not None:
                yield from command(words[1:])
            elif name in ("where", "row", "column", "progress", "how", "why"):
                asked = self.session.ask(line, "Type moves left.")
                yield PAUSED if self.session.game.held else asked
            else:
                yield from self._moves(words)
        except _Refused as error:  # its first word may be the player's
            yield str(error)
        except TaquinError as error:
            yield error_text(error)

    # Moves

    def _moves(self, words: list[str]) -> Iterator[str]:
        """Slide the named tiles, or make the moves of letters."""
        game = self.session.game
        if game.held or game.solved:
            yield PAUSED if game.held else "The board is solved."
            return
        board, advice = game.board, self._advice if self._posed else None
        lines = self._make(self._read(words, board, game.record.table))
        if lines:
            yield f"{', '.join(lines)}."
            yield from self._judged(board, advice)
            yield from self._after()

    def _read(self, words: list[str], board: Board, table: Topology | None = None) -> str:
        """The moves of a whole line on that board. A line with a mistake moves nothing.

        A number slides all tiles between it and the blank; one before a direction is that tile.
        table: the board type, grid if None.
        """
        table = table or topology("grid", board.width, board.height)
        line = " ".join(words)
        if pairs_in(line) and not tiles_in(line):
            given = read_given(line, board.cells, table, self.notation)
            if given.problem is not None:
                raise _refusal(given.problem)
            return given.letters
        moves = ""
        for word in filter(None, (word.strip(",;") for word in words)):
            try:
                by = self._slide if word.isdecimal() else self._letters
                more = by(board, word, table)
                board = board.apply(more, topology=table)
            except TaquinError as error:
                if not moves:
                    raise
                raise _refusal(f"Nothing is moved: after {moves:.40}, {error}") from None
            moves += more
        return moves

    def _judged(self, board: Board, advice: Advice | None) -> Iterator[str]:
        """What a learner hears of the slide from `board`; nothing where it was not one slide."""
        game = self.session.game
        distances, table = self.session.distances, game.record.table
        moves = push(board, game.board.blank, table)
        if advice is None or game.solved or not moves:
            return
        if board.apply(moves, topology=table) != game.board:
            return
        verdict = verdict_on(board, moves, advice, distances, seconds=_SECONDS)
        following = "for another question" if verdict.right else "to take it back"
        command = "learn" if verdict.right else "undo"
        yield f"{verdict.text} Type {command} {following}."

    def _slide(self, board: Board, number: str, table: Topology) -> str:
        tile = int(number) if len(number) < 5 else 0
        if not 0 < tile < len(board):
            raise _refusal(f"There is no tile {number:.20}; tiles are 1 to {len(board) - 1}.")
        moves = push(board, board.index(tile), table)
        if not moves:
            raise _refusal(f"{tile} is not in the row or column of the blank.")
        return moves

    def _letters(self, board: Board, word: str, table: Topology) -> str:
        try:
            moves = parse_moves(word, notation=self.notation)
        except NotationError:
            moves = ""
        if not moves:
            raise _refusal(f"{word:.40} is neither a move nor a command. Type help for both.")
        board.apply(
            format_moves(moves, notation=self.notation),
            topology=table,
            notation=self.notation,
        )
        return moves

    def _make(self, moves: str) -> list[str]:
        game = self.session.game
        tiles = list(game.board.slides(moves, topology=game.record.table))
        if not game.move(moves, "k"):
            return []
        return [f"{tile} {WAYS[letter]}" for tile, letter in zip(tiles, moves, strict=True)]

    def _after(self) -> Iterator[str]:
        """What is said when the board has changed."""
        self._forget()
        game = self.session.game
        if game.solved:
            yield self.session.finish().text()
            self._last = game.record
            yield "Type new for another board, or review to compare your moves with perfect play."
        elif not self._quiet:
            yield self._shown

    @property
    def _shown(self) -> str:
        """The board, unless a pause hides it."""
        return PAUSED if self.session.game.held else str(self.session.game.board)

    def _forget(self) -> None:
        """The advice was for another board."""
        self._advice, self._posed = None, False

    # Commands

    def do_help(self, words: list[str]) -> Iterator[str]:
        """What can be written."""
        yield HELP.format(mover=self.notation)

    def do_quit(self, words: list[str]) -> Iterator[str]:
        """End."""
        yield from self.puzzles.quit()
        self.over = True
        if goes_on := self.session.goes_on:
            yield goes_on
        yield "Goodbye."

    def do_board(self, words: list[str]) -> Iterator[str]:
        """The board and the count of moves."""
        game = self.session.game
        yield self._shown
        if not game.held:
            yield f"{length_text(game.record)}."

    def do_goal(self, words: list[str]) -> Iterator[str]:
        """The goal."""
        yield f"{self.session.goal_words}:"
        yield str(self.session.game.goal)

    def do_quiet(self, words: list[str]) -> Iterator[str]:
        """No board after each move."""
        self._quiet = True
        yield "The board is shown when you ask for it."

    def do_verbose(self, words: list[str]) -> Iterator[str]:
        """The board after each move."""
        self._quiet = False
        yield "The board is shown after each move."

    def do_undo(self, words: list[str]) -> Iterator[str]:
        """Undo a slide, or what began the game."""
        yield self.session.undo(_size)
        yield from self._after()

    def do_redo(self, words: list[str]) -> Iterator[str]:
        """Do it again."""
        yield "Redone." if self.session.game.redo() else said(FaceSentence.NO_REDO)
        yield from self._after()

    def do_retry(self, words: list[str]) -> Iterator[str]:
        """From the first board again."""
        self.session.game.retry()
        yield f"Restarted. {self.session.brings_back(_size)}".rstrip()
        yield from self._after()

    def do_restart(self, words: list[str]) -> Iterator[str]:
        """The same as retry."""
        yield from self.do_retry(words)

    def do_blank(self, words: list[str]) -> Iterator[str]:
        """How the blank moves: by letters of --notation blank."""
        yield (
            f"{' '.join(['blank', *words]):.40} is not a command: letters and words move "
            + ("tiles. A tile that goes right moves the blank left; `taquin play --plain "
               "--notation blank` takes the blank's direction."
               if self.notation == "tile" else "the blank here; write the direction alone.")
        )  # fmt: skip

    def do_new(self, words: list[str]) -> Iterator[str]:
        """Another board: the same size, or what is given."""
        types = [word for word in words if word.partition(":")[0] in ("grid", "torus", "walls")]
        rest = " ".join(word for word in words if word not in types)
        text, _, goal = rest.partition("goal ")
        if words:
            given, name = text.strip() or None, goal.strip() or None
            self.session.begin(read_opening(given, goal=name, topology=(*types, "grid")[0]))
        else:
            self.session.new()
        game = self.session.game
        head = f"A new board, {game.board.size}, goal {self.session.goal_words}."
        yield " ".join(filter(None, (head, self._about, self.session.brings_back(_size))))
        self._forget()
        yield str(game.board)

    def do_pause(self, words: list[str]) -> Iterator[str]:
        """Stop the clock, or start it again."""
        game = self.session.game
        if game.held:
            game.resume()
            yield "Resumed."
        elif game.pause():
            yield "Paused. Type pause to resume."
        else:
            which = "next" if game.at else "first"
            yield f"The clock is not running; it starts with your {which} move."

    # What is asked of the solver

    def _closed(self) -> str | None:
        game = self.session.game
        if game.held:
            return PAUSED
        return said(FaceSentence.SOLVED) if game.solved else None

    def do_hint(self, words: list[str], method: bool = False) -> Iterator[str]:
        """One level further."""
        if closed := self._closed():
            yield closed
            return
        game = self.session.game
        if self._advice is None:
            if method and game.record.table.is_grid:
                self._advice = method_advice(game.board, game.goal)
            else:
                self._advice = self._optimal(by_rows=method)
            self._level = 0
        advice = self._advice
        self._level += 1
        game.hinted(("which", "arrow", "play")[self._level - 1])
        if self._level < 3:
            text = advice.task if self._level == 1 else advice.way
            yield f"{text} {advice.badge.capitalize()}. {advice.sentence}"
            return
        for slide in [advice.moves] if advice.slide else advice.moves:
            game.move(slide, "h")
        yield f"Played {format_moves(advice.moves, notation=self.notation, compact=True)}."
        yield from self._after()

    def _optimal(self, *, learns: bool = False, by_rows: bool = False) -> Advice:
        """Advice from a shortest solution; learns: the player is to find the best moves."""
        board, session = self.session.game.board, self.session
        if len(board) > _QUICK_CELLS:
            wait = f"for {_SECONDS:.0f} s at most; Ctrl-C ends it."
            self._tell(f"Looking for a {session.unit}, {wait}")
        return advice_on(
            board,
            session.distances,
            session.game.record.metric,
            session.game.record.run,
            learns=learns,
            by_rows=by_rows,
            seconds=_SECONDS,
        )

    def do_method(self, words: list[str]) -> Iterator[str]:
        """A hint from the row-and-column method."""
        yield from self.do_hint(words, method=True)

    def do_learn(self, words: list[str]) -> Iterator[str]:
        """Ask for the move; `hint` then helps, and the next slide is judged."""
        if closed := self._closed():
            yield closed
            return
        game = self.session.game
        advice = self._optimal(learns=True)
        self._advice, self._level, self._posed = advice, 0, True
        game.hinted("which")
        yield question_on(game.board, advice, self.session.distances)

    def do_moves(self, words: list[str]) -> Iterator[str]:
        """How many moves are left, or made."""
        if [word.lower() for word in words] == ["left"]:
            yield from self.do_remaining([])
        else:
            made = length_text(self.session.game.record)
            yield f"{made} made. Type moves left for how many are left."

    def do_remaining(self, words: list[str]) -> Iterator[str]:
        """How far the goal is."""
        if closed := self._closed():
            yield closed
            return
        self.session.game.hinted("peek")
        game, distances = self.session.game, self.session.distances
        known = left_on(game.board, distances, game.record.run, seconds=_SECONDS)
        yield left_text(known, self.session.unit)

    def do_solve(self, words: list[str]) -> Iterator[str]:
        """A solution in groups of ten moves, and what is proved."""
        if closed := self._closed():
            yield closed
            return
        game = self.session.game
        least = self.session.distances.known(game.board).lower
        progress = Teller(self._tell, self.session.unit, least=least)
        result = answer(request_for(game.board, self.session.puzzle), progress=progress)
        if result.moves is None:
            yield f"No solution was found ({result.limit or result.status})."
            return
        game.hinted("solution")
        result = self.session.distances.joined(result)
        assert result.moves is not None, "a solution stays one"
        moves = format_moves(result.moves, notation=self.notation)
        yield f"{length_line(result)}:"
        yield " ".join(moves[i : i + _GROUP] for i in range(0, len(moves), _GROUP))

    def do_review(self, words: list[str]) -> Iterator[str]:
        """The last finished game, or with `now` the one that is on, against perfect play."""
        game = self.session.game
        if [word.lower() for word in words] == ["now"]:
            yield from self._review_now()
            return
        record = self._last
        if record is None:
            games = self.session.history.all()
            record = games[-1] if games else None
        if record is None:
            yield "There is no game to review yet; solve one."
        else:
            yield f"Your last finished game: {_about(record)}."
            yield from review_lines(record, self.session.distances_for(record))
        if game.at and not game.solved:
            yield "For the game that is on, type review now; it counts as a hint."

    def _review_now(self) -> Iterator[str]:
        """The game that is on, as far as it is."""
        game = self.session.game
        if game.held or not game.at:
            yield PAUSED if game.held else "There is no move to review yet."
            return
        if not game.solved:
            game.hinted("peek")
        record = game.record if game.solved else game.moment().record
        yield f"The game that is on: {_about(record)}."
        yield from review_lines(record, self.session.distances_for(record))

    def do_daily(self, words: list[str]) -> Iterator[str]:
        """Today's boards, or one of them to play."""
        day = today()
        if words:
            size = "".join(words).lower().replace("×", "x")
            sides = {name: side for side in DAILY_SIDES for name in (f"{side}x{side}", f"{side}")}
            if size not in sides:
                yield f"daily {size:.20}: expected 3x3, 4x4 or 5x5."
                return
            yield begin_daily(self.session, day, sides[size], _size)
            yield from self._turned()
            return
        yield f"The boards of {day.isoformat()}, the same for everyone until {until_text(day)}:"
        yield from (f"{side}x{side}: {words}" for side, words in daily_lines(self.session, day))
        yield f"{streak_text(self.session, day)} Type daily 3x3 to play that board."

    def do_unfinished(self, words: list[str]) -> Iterator[str]:
        """The other unfinished games, or one of them to continue."""
        if not words:  # else the numbers are those of the list that was shown
            self.session.look()
        games = self.session.game.waiting
        numbers = [str(number) for number in range(1, len(games) + 1)]
        if not games:
            yield self.session.none_waits(_size)
        elif not words:
            for number, record in zip(numbers, games, strict=True):
                yield f"{number}  {self.session.waiting_line(record)}"
            yield "Type unfinished 1 to continue the first; the game that is on waits meanwhile."
            if elsewhere := self.session.elsewhere_text(_size):
                yield elsewhere
        elif len(words) > 1 or words[0] not in numbers:
            most = "1" if len(games) == 1 else f"1 to {len(games)}"
            yield f"unfinished {' '.join(words):.20}: expected {most}; unfinished alone lists them."
        else:
            yield self.session.go_on_with(games[int(words[0]) - 1], _size)
            yield from self._turned()

    def _turned(self) -> Iterator[str]:
        """Another board is on."""
        self._forget()
        yield from self.puzzles.leave() or ()
        yield self._shown

    def do_puzzle(self, words: list[str]) -> Iterator[str]:
        """A puzzle of best moves, on a board of its own."""
        yield from self.puzzles.pose("rated", words)

    def do_streak(self, words: list[str]) -> Iterator[str]:
        """Puzzles until the first miss."""
        yield from self.puzzles.pose("streak", words)

    def do_storm(self, words: list[str]) -> Iterator[str]:
        """Puzzles for three minutes."""
        yield from self.puzzles.pose("storm", words)

    def do_back(self, words: list[str]) -> Iterator[str]:
        """From the puzzles to the game."""
        ended = self.puzzles.leave()
        if ended is not None:
            yield from ended
            yield "Back in your game; your next move starts the clock."
            yield from self._turned()
        else:
            yield "You are in your game."

    def do_statistics(self, words: list[str]) -> Iterator[str]:
        """The same as stats."""
        yield from self.do_stats(words)

    def do_timed(self, words: list[str]) -> Iterator[str]:
        """Where timed attempts are."""
        yield _WHOLE_SCREEN

    def do_settings(self, words: list[str]) -> Iterator[str]:
        """Where the settings are."""
        yield _WHOLE_SCREEN

    def do_stats(self, words: list[str]) -> Iterator[str]:
        """The best games and averages."""
        games = self.session.history.all()
        if games:
            yield figures_text(games)
        else:
            yield "No game is finished yet."
        if text := puzzle_figures(self.session.training):
            yield text


_WHOLE_SCREEN = (
    "Timed attempts and settings are on the whole screen: `taquin play` without --plain."
)


def _size(board: Board) -> str:
    """As it is typed."""
    return board.size


def _escaped(line: str) -> str:
    """The line without characters that would act on the terminal where it is repeated."""
    line = " ".join(line.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _about(record: GameRecord) -> str:
    """Which game it is: its board, when it began, its moves."""
    made = length_text(record)
    return f"{record.start.size}, {local_text(record.created)}, {made}"


class _Refused(TaquinError):
    """A line that is neither a move nor a command."""


def _refusal(text: str) -> _Refused:
    return _Refused(text)


def play(
    opening: Opening | None,
    notation: Notation = "tile",
    tell: Callable[[str], None] = print,
    metric: str | None = None,
) -> None:
    """Read lines from standard input until it ends, or quit, or Ctrl-C; keep an unfinished game.

    tell: prints a text. metric: what games count, the game that is continued, too.
    """
    with seated(data_folder()) as seat:
        session = Session(opening, seat=seat, metric=metric or "stm")
        if metric is not None:
            session.game.count_by(metric)
        _converse(session, notation, tell)


def _converse(session: Session, notation: Notation, tell: Callable[[str], None]) -> None:
    """Answer the lines of standard input."""
    conversation = Conversation(session, notation, tell)

    def tell_all(lines: Iterator[str]) -> None:
        for line in lines:
            tell(line)

    with told_to_end(_interrupt, session.leave):
        try:
            tell_all(conversation.greeting())
            while not conversation.over:
                if sys.stdin.isatty():
                    print("> ", end="", flush=True)
                line = sys.stdin.readline()
                if not line:
                    if sys.stdin.isatty():  # the line of the prompt is still open
                        print()
                    break
                tell_all(conversation.answer(line))
                session.keep()
                if dropped := session.dropped_text(_size):
                    tell(dropped)
        except KeyboardInterrupt:
            print()
        if not conversation.over:
            tell_all(conversation.do_quit([]))


def _interrupt() -> None:
    """What Ctrl-C does."""
    raise KeyboardInterrupt
