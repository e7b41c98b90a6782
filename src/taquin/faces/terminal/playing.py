"""The screen of the game: the board, its keys, hints, and what leads to the other screens."""

from collections.abc import Callable, Sequence
from time import monotonic

from textual.events import Key, Resize
from textual.timer import Timer

from taquin.faces.terminal.asking import left_on
from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.hints import Hints
from taquin.faces.terminal.keys import KEY_SETS, key_label, letter_of, pressed
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.playtext import bar_text, keys_now, side_text
from taquin.faces.terminal.session import Session, SolvedWords, left_text, type_text
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.words import Words
from taquin.game.game import push
from taquin.game.record import GameRecord
from taquin.ground.errors import TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.solving.answers.result import Result
from taquin.solving.question.reading import request_for
from taquin.solving.runner import answer
from taquin.teach.advice.distances import Known

__all__ = ["Play"]

_CLOCK = 0.1
_POLL = 0.05
_PEEK_SECONDS = 6.0
_BETWEEN = 0.16  # seconds between the moves of a hint or a solution that is played
_SMALLEST = (20, 7)


class Play(BoardScreen[None]):
    """The game. `request(name)` asks the application for another screen."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        look: Look,
        request: Callable[[str], None],
        greeting: str,
    ) -> None:
        super().__init__(look, _CLOCK)
        self.session, self.settings = session, settings
        self.hints = Hints(session)
        self._request = request
        self._says = greeting
        self._whole = session.problem is not None  # whether what is said may not be shortened
        self._search: Task[Result] | None = None
        self._peek: Task[Known] | None = None
        self._optimum: Task[Known] | None = None
        self._auto: Timer | None = None
        self._games: list[GameRecord] | None = None
        self._seen_bar = ""
        self._outcome: SolvedWords | None = None  # while it is what is said
        self._shortest: Known | None = None  # what is known of a solution of its game
        self._unkept = ""

    @property
    def goal(self) -> Board:
        """Of the game."""
        return self.session.game.goal

    def on_mount(self) -> None:
        """Follow the solver, and keep the game."""
        if problem := self._read_games():
            self._says, self._whole = problem, True
        super().on_mount()
        self.set_interval(_POLL, self._follow)
        self.set_interval(_POLL, self._keep)

    def on_resize(self, event: Resize) -> None:
        """Lay out for the new size."""
        width, height = event.size
        self.set_class(width < _SMALLEST[0] or height < _SMALLEST[1], "tiny")
        super().on_resize(event)

    def dress(self, settings: Settings, look: Look) -> None:
        """Follow changed settings."""
        self.settings, self._look = settings, look
        self.query_one(BoardView).dress(look)
        self.hints.clear()
        self.paint()

    # What is shown

    def say(self, text: str, *, whole: bool = False) -> None:
        """Show a message.

        whole: what the player has asked, and faults. Others are shortened where the board would
        have to be smaller.
        """
        self._says, self._whole, self._outcome = text, whole, None
        self.paint()

    def paint(self) -> None:
        """Show this moment of the game."""
        game, view = self.session.game, self.query_one(BoardView)
        name = self.session.goal_name(game.goal)
        self.lay_out(lambda width, room: side_text(game, self._games or [], room, name))
        view.show(
            game.board,
            game.goal,
            palette=self.settings.palette,
            marks={} if game.held else self.hints.marks,
            hidden=game.held,
            table=game.record.table,
        )
        self.tick()
        whole = self.has_class("tiny") or (self._whole and not self.hints.text)
        self.tell(self._message(view.missing), whole=whole, note=view.missing)
        self._show_keys()

    def _show_keys(self) -> None:
        lacks = not self.shows_goal and goal_name(self.goal) != "last"
        keys = keys_now(self.session.game, self.settings, ends=self._is_busy, lacks_goal=lacks)
        self.query_one(KeysBar).show(keys)

    def _message(self, note: str | None) -> str:
        """What is said; note: on a board that is cut, which has as many rows beside any hint."""
        if self.has_class("tiny"):
            return f"Too small: {self.size.width}×{self.size.height}. The game needs 20×7."
        if self._search is not None:
            return self.fitting([f"Solving… Esc cancels.\n{how}" for how in self._search.texts])
        if self.hints.text:
            return self.fitting([self.hints.text, *self.hints.shorter], note)
        if self._peek is not None:
            return "Measuring… Esc cancels."
        if self._outcome is None or self._shortest is None:
            return self._says
        return self.fitting([self._says, self._outcome.text(self._shortest, brief=True)])

    def tick(self) -> None:
        """Show the clock."""
        game = self.session.game
        name = self.session.goal_name(game.goal)
        bar = bar_text(game, self.settings, self.size.width - 2, name)
        if bar != self._seen_bar:
            self._seen_bar = bar
            self.query_one("#bar", Words).say(bar)

    def _read_games(self) -> str | None:
        """Read the history for the figures beside the board; returns why it cannot be read."""
        try:
            self._games = self.session.history.all()
        except TaquinError as error:
            self._games = None
            return error_text(error)
        return None

    def _keep(self) -> None:
        """Keep the unfinished game, as it is also kept at the end."""
        self.session.keep()
        error = self.session.unkept
        unkept = "" if error is None else error_text(error)
        if unkept != self._unkept:
            self._unkept = unkept
            # Where nothing can be kept, the greeting says so already.
            if unkept and self.session.problem is None:
                self.say(f"{self._says}\n{unkept}".lstrip(), whole=True)
        if dropped := self.session.dropped_text():
            self.say(f"{self._says}\n{dropped}".lstrip(), whole=True)

    # Keys and the mouse

    def on_key(self, event: Key) -> None:
        """Do what the key says."""
        _, action, _ = pressed(event, self.settings.keys, self.settings.arrows)
        if action is None:
            return
        event.stop()
        event.prevent_default()
        self.act(action)

    def act(self, action: str) -> None:
        """One action of `ACTIONS`."""
        letter = letter_of(action, self.settings.arrows)
        if letter is not None:
            self._move(letter)
            return
        if action == "menu" and self._cancel():
            return
        own = {
            "undo": self._undo,
            "redo": self._redo,
            "new": self._new,
            "retry": self._retry,
            "pause": self._pause,
            "hint": self._hint,
            "peek": self._look_at_distance,
            "solve": self.solve,
        }
        if action in own:
            own[action]()
        else:
            self._request(action)

    def on_board_view_pushed(self, event: BoardView.Pushed) -> None:
        """Push the tiles between the cell and the blank."""
        game = self.session.game
        self._slide(push(game.board, event.cell, game.record.table), "m")

    def _move(self, letter: str) -> None:
        game = self.session.game
        if letter in game.board.legal_moves(game.record.table):
            self._slide(letter, "k")
        elif not game.solved and not game.held:
            self.app.bell()

    def _slide(self, moves: str, input: str) -> None:
        game = self.session.game
        if game.held:
            self.say(f"{said(FaceSentence.PAUSED)} Press P to resume.")
            return
        before = game.board
        if not game.move(moves, input):
            return
        self.hints.answer(before, moves)
        self._changed("", hinted=True)

    def _changed(self, says: str, *, hinted: bool = False) -> None:
        """The board has changed: what was said of it no longer holds; hinted: the hints know."""
        self.stop()
        if not hinted:
            self.hints.clear()
        self._says, self._whole, self._outcome = says, False, None
        if self.session.game.solved and not says:
            self._finished()
        self.paint()

    def opened(self, says: str) -> None:
        """Another board may have been opened by another screen."""
        self._read_games()
        self._changed(says)

    def begun(self, says: str = "A new board.") -> None:
        """Another board has been opened: say so, and what undo brings back."""
        about = type_text(self.session.game.record.table)
        self.opened(" ".join(filter(None, (says, about, self.session.brings_back()))))

    def _finished(self) -> None:
        self._outcome, self._shortest = self.session.finish(), None
        self._says, self._whole = self._outcome.text(), not self._outcome.is_kept
        self._read_games()
        record = self.session.game.record
        if "s" in record.inputs:
            return
        distances = self.session.distances
        self._optimum = Task(
            lambda progress: distances.measure(record.start, _PEEK_SECONDS, progress)
        )

    def _undo(self) -> None:
        words = self.session.undo()
        held = self.session.game.held and words != said(FaceSentence.NO_UNDO)
        self._changed(f"{words} It is paused: press P to resume." if held else words)

    def _redo(self) -> None:
        self._changed("Redone." if self.session.game.redo() else said(FaceSentence.NO_REDO))

    def _new(self) -> None:
        self.session.new()
        self.begun()

    def _retry(self) -> None:
        self.session.game.retry()
        self.begun("Restarted.")

    def _pause(self) -> None:
        game = self.session.game
        if game.held:
            game.resume()
            self._changed("Resumed.")
        elif not self.set_aside():
            which = "next" if game.at else "first"
            self.say(f"The clock is not running; it starts with your {which} move.")

    def set_aside(self) -> bool:
        """Pause, also because another view takes the place of this one; False without a clock."""
        game = self.session.game
        counts = game.record.clean
        if not game.pause():
            return False
        costs = " This game no longer counts for your bests." if counts else ""
        self._changed(f"Paused: press P to resume.{costs}")
        return True

    def returned(self) -> None:
        """Another view has been left: what was said of a game that it paused still holds."""
        self.opened(self._says if self.session.game.held else "")

    # What is asked of the solver

    def _hint(self) -> None:
        self._says = ""
        slides = self.hints.ask(
            self.settings.hints, key_label(KEY_SETS[self.settings.keys]["hint"][0])
        )
        self.paint()
        if slides:
            self._play(slides, "h")

    def _look_at_distance(self) -> None:
        game = self.session.game
        if game.solved or game.held:
            self.say(said(FaceSentence.SOLVED if game.solved else FaceSentence.PAUSED))
            return
        game.hinted("peek")
        board, run, distances = game.board, game.record.run, self.session.distances
        self.hints.clear()
        self._peek = Task(
            lambda progress: left_on(
                board, distances, run, seconds=_PEEK_SECONDS, progress=progress
            )
        )
        self.say("")

    def solve(self) -> None:
        """Search for a solution, optimal where that can be proved."""
        game = self.session.game
        if game.solved or game.held:
            self.say(said(FaceSentence.SOLVED if game.solved else FaceSentence.PAUSED))
            return
        self.stop()
        self.hints.clear()
        request = request_for(game.board, self.session.puzzle)
        self._search = Task(
            lambda progress: answer(request, progress=progress),
            self.session.unit,
            least=self.session.distances.known(game.board).lower,
        )
        self.paint()

    def stop(self) -> None:
        """End every search and every series of moves."""
        for task in (self._search, self._peek, self._optimum):
            if task is not None:
                task.cancel()
        self._search = self._peek = self._optimum = None
        if self._auto is not None:
            self._auto.stop()
            self._auto = None

    @property
    def _is_busy(self) -> bool:
        """Whether there is something that Escape ends, before it opens the menu."""
        tasks = self._search, self._peek, self._auto
        return bool(self.hints.text) or any(task is not None for task in tasks)

    def _cancel(self) -> bool:
        """Whether Escape had something to end."""
        if self._search is not None or self._peek is not None or self._auto is not None:
            self.stop()
            self.say("Cancelled.")
            return True
        if self.hints.text:
            self.hints.clear()
            self.say("")
            return True
        return False

    def _follow(self) -> None:
        """Look after the tasks."""
        if self._search is not None:
            if self._search.finished:
                task, self._search = self._search, None
                self._solved_by(task)
            self.paint()
        if self._peek is not None and self._peek.finished:
            peek, self._peek = self._peek, None
            self.say(
                error_text(peek.error)
                if peek.result is None
                else left_text(peek.result, self.session.unit),
                whole=True,
            )
        if self._optimum is not None and self._optimum.finished:
            self._shortest, self._optimum = self._optimum.result, None
            if self._shortest is not None and self._outcome is not None:
                self._says = self._outcome.text(self._shortest)
                self.paint()
        if self.hints.follow(monotonic()):
            self.paint()

    def _solved_by(self, task: Task[Result]) -> None:
        result = task.result
        if result is None:
            self._says, self._whole = f"The search failed: {task.error}", True
        elif result.moves is None:
            self._says = f"No solution was found ({result.limit or result.status})."
        else:
            self.session.game.hinted("solution")
            # What "moves left" has proved counts too, and it knows of this proof from now on.
            self._request_solution(self.session.distances.joined(result))

    def _request_solution(self, result: Result) -> None:
        from taquin.faces.terminal.solution import Solution

        def back(answer: str | None) -> None:
            if answer == "play" and self.session.game.board == result.board:
                self._play(result.puzzle.parted(result.moves or ""), "s")

        self.app.push_screen(Solution(result, self._look, self.settings.palette), back)

    def _play(self, slides: Sequence[str], input: str) -> None:
        """Make slides in turn, as long as the player does nothing."""
        game = self.session.game
        if not game.move(slides[0], input):
            return
        self._changed("")
        if len(slides) > 1:
            self._auto = self.set_timer(_BETWEEN, lambda: self._play(slides[1:], input))
            self._show_keys()
