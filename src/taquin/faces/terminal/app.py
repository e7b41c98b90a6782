"""The game on a whole terminal."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from textual.app import App

from taquin.faces.terminal.daily import begin_daily, daily_lines, streak_text, today, until_text
from taquin.faces.terminal.dialogs import ChoiceDialog, Fields, GoalBox, Help, Preferences
from taquin.faces.terminal.drawing import Look, look_for
from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.figures_text import attempts_text, puzzle_figures
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.keeping import told_to_end
from taquin.faces.terminal.keys import ACTIONS, KEY_SETS, key_label
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.puzzleseries import PuzzleWish
from taquin.faces.terminal.puzzletext import kept_text
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.session import Opening, Session, questions, set_up, type_text
from taquin.faces.terminal.settings import Settings, is_dark, load, save
from taquin.faces.terminal.style import DARK, LAYOUT, LIGHT, QUIT
from taquin.faces.terminal.timing import Timed
from taquin.game.attempt import AttemptResult, Results
from taquin.game.folder import data_folder, write_json
from taquin.game.history import exported
from taquin.game.record import GameRecord
from taquin.game.seats import seated
from taquin.ground.errors import OptionError, TaquinError
from taquin.ground.grammar import counted
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.tasks import position_text

__all__ = ["Taquin", "opening_text", "play"]

_MENU = (
    *("new", "retry", "setup", "undo", "redo", "pause", "hint", "peek", "solve", "query", "goal"),
    *("share", "review", "unfinished", "daily", "puzzles", "timed", "statistics", "settings"),
    *("help", "quit"),
)
_FEW_COLOURS = ("standard", "windows")  # systems of 16, or 8
_BOARDS = "4x3, 7 0 2/8 5 3/6 1 4, or korf100:1"  # in the order in which they are asked for
_TYPES = "grid, torus, or walls:0-1,6-7"
_OTHER_COMMANDS = "“taquin lab” watches searches on a board, “taquin serve” opens the page."
_MENU_WORDS = {
    **ACTIONS,
    "hint": "hint",
    "setup": "set up a board, a size or a goal",
    "quit": "quit",
}


class Taquin(App[None]):
    """The application: one screen for the game, others over it.

    folder: where games and settings are kept, by default the user's data folder.
    """

    CSS = LAYOUT
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = QUIT

    def __init__(
        self, session: Session, settings: Settings, greeting: str = "", folder: Path | None = None
    ) -> None:
        self._colourless = "NO_COLOR" in os.environ
        super().__init__(ansi_color=self._colourless)
        self.session, self.settings = session, settings
        self._greeting, self._folder = greeting, folder
        self._puzzles = PuzzleWish()  # the last ones
        self.unkept: TaquinError | None = None  # what a screen could not keep at the end
        self.was_ended = False  # by a signal: the terminal may be closed
        self.register_theme(DARK)
        self.register_theme(LIGHT)

    def get_default_screen(self) -> Play:
        """The game."""
        greeting = " ".join(filter(None, (self.session.problem, self._greeting)))
        about = type_text(self.session.game.record.table)
        first = f"{about} {self.session.brings_back() or 'Good luck!'}".lstrip()
        greeting = greeting or f"{first} {key_label('h')} gives a hint, ? shows help."
        return Play(self.session, self.settings, self._look, self.open, greeting)

    def on_mount(self) -> None:
        """Wear the theme."""
        # Of few colours, those of a board behind a veil would all be the same grey.
        self.set_class(self._has_few_colours, "few-colours")
        self._dress()

    @property
    def _has_few_colours(self) -> bool:
        return not self._colourless and self.console.color_system in _FEW_COLOURS

    @property
    def _look(self) -> Look:
        dark, few = is_dark(self.settings), self._has_few_colours
        return look_for(dark=dark, lined=self._colourless, few=few)

    @property
    def _game(self) -> Play:
        screen = self.screen_stack[0]
        assert isinstance(screen, Play)
        return screen

    def _dress(self) -> None:
        self.theme = DARK.name if is_dark(self.settings) else LIGHT.name

    def open(self, action: str) -> None:
        """The screen for an action that is not a move."""
        getattr(self, f"_open_{action}")()

    def _open_menu(self) -> None:
        keys = KEY_SETS[self.settings.keys]
        options = [(name, _MENU_WORDS[name], key_label(keys[name][0])) for name in _MENU]

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._game.act(answer)

        self.push_screen(ChoiceDialog("taquin", options, _OTHER_COMMANDS), chosen)

    def action_help(self) -> None:
        """The help, over any screen: it begins with the keys of that one."""
        screen = self.screen
        if isinstance(screen, FrontScreen):
            self._open_help(screen.keys_here(), screen.topic)
        else:
            self._open_help()

    def _open_help(self, here: Sequence[str] = (), topic: str = "") -> None:
        self.push_screen(Help(self.settings.keys, self.settings.arrows, here, topic))

    def _open_settings(self) -> None:
        self.push_screen(Preferences(self.settings, self._change))

    def _change(self, settings: Settings) -> None:
        if settings.metric != self.settings.metric:
            self.session.game.count_by(settings.metric)
        self.settings = settings
        self._dress()
        self._game.dress(settings, self._look)
        try:
            save(settings, self._folder)
        except TaquinError as error:
            self._game.say(error_text(error), whole=True)

    def _open_query(self) -> None:
        if self.session.game.held:
            self._game.say(said(FaceSentence.PAUSED))
            return

        def asked(values: dict[str, str] | None) -> None:
            if values is not None:
                key = key_label(KEY_SETS[self.settings.keys]["peek"][0])
                answer = self.session.ask(values["question"], f"Press {key}.")
                self._game.say(answer, whole=True)

        known = questions(self.session.game.board)
        field = ("question", f"About the board: {known}", "", known.partition(",")[0])
        self.push_screen(Fields("Ask", [field], note="Enter asks, Esc closes"), asked)

    def _open_goal(self) -> None:
        goal = self.session.game.goal
        self.push_screen(GoalBox(goal, self.session.goal_name(goal)))

    def _open_setup(self) -> None:
        board, goal = self.session.game.board, self.session.goal_words
        topology = self.session.game.record.topology
        openings: list[Opening] = []

        def check(values: dict[str, str]) -> None:
            given = values["board"] or board.size, values["goal"], goal
            openings[:] = [set_up(*given, values["topology"] or "grid")]

        def done(values: dict[str, str] | None) -> None:
            if values is not None:
                self.session.begin(openings[-1])
                self._game.begun()

        fields = [
            ("board", "Size, board, or instance", board.size, board.size),
            ("goal", "Goal: last, first, …, or a board",
             goal, "last"),
            ("topology", "Board type", topology, _TYPES),
        ]  # fmt: skip
        note = "Enter accepts, Tab goes on, Esc closes, F1 opens help"
        # A field that is filled in shows no example, and an empty one stands for the same size.
        shown = {"board": _BOARDS, "topology": _TYPES}
        self.push_screen(Fields("Set up", fields, check, note, below=shown, topic="setup"), done)

    def _open_share(self) -> None:
        game = self.session.game
        if game.held:
            self._game.say(said(FaceSentence.PAUSED))
            return
        # The board of a finished game is the goal, which says nothing.
        text = position_text(game.record.start if game.solved else game.board, game.goal)
        self.copy_to_clipboard(text)
        self._game.say(f"{text}\nis copied, if this terminal allows it.", whole=True)

    def _open_review(self) -> None:
        game = self.session.game
        if game.held:
            self._game.say(f"{said(FaceSentence.PAUSED)} Press P to resume.")
        elif game.at and game.solved:
            self._review(game.record)
        elif game.at:
            self._game.stop()  # moves that are played would solve the game behind the question
            last = [("last", "review the last finished game", "")] if self._games() else []
            options = [("far", "review it so far; this counts as a hint", ""), *last,
                       ("stay", "keep playing", "")]  # fmt: skip
            self.push_screen(ChoiceDialog("This game is not finished", options), self._review_which)
        else:
            self._review_which("last")

    def _review_which(self, answer: str | None) -> None:
        if answer == "far":
            self.session.game.hinted("peek")
            self._review(self.session.game.moment().record)
        elif answer == "last":
            games = self._games()
            if games:
                self._review(games[-1])
            elif games is not None:
                self._game.say("There is no game to review yet.")

    def _aside(self, words: str, show: Callable[[], None]) -> None:
        """Show what pauses the game; ask before if it then could no more be a best.

        words: what the player does who goes on.
        """

        def go_on() -> None:
            self._game.set_aside()
            show()

        def done(answer: str | None) -> None:
            if answer == "go on":
                go_on()

        game = self.session.game
        if game.running and game.record.clean:
            costs = "This pauses your game, which then no longer counts for your bests."
            options = [("stay", "keep playing", ""), ("go on", words, "")]
            self.push_screen(ChoiceDialog(costs, options), done)
        else:
            go_on()

    def _review(self, record: GameRecord) -> None:
        self._aside("open the review", lambda: self._show_review(record))

    def _show_review(self, record: GameRecord) -> None:
        screen = ReviewScreen(
            record, self.session.distances_for(record), self._look, self.settings.palette
        )

        def left(answer: str | None) -> None:
            if answer == "again":
                start, named = screen.boards[screen.at], record.named
                self.session.game.start(
                    start, record.goal, again=True, named=named, topology=record.topology
                )
                self._close_statistics()
                self._game.begun("Try again from here.")

        self.push_screen(screen, left)

    def _games(self) -> list[GameRecord] | None:
        """The history, None if it cannot be read, which is then said."""
        try:
            return self.session.history.all()
        except TaquinError as error:
            self._game.say(error_text(error), whole=True)
            return None

    def _open_unfinished(self) -> None:
        self.session.look()
        games = {record.id: record for record in self.session.game.waiting}
        if not games:
            self._game.say(self.session.none_waits())
            return

        def chosen(answer: str | None) -> None:
            if answer is not None:
                before = self.session.game.record.id
                says = self.session.go_on_with(games[answer])
                stays = self.session.game.record.id == before
                self._game.opened(says if stays else f"{says} {_way_on(self.session)}")

        options = [(id, self.session.waiting_line(record), "") for id, record in games.items()]
        waits = "The game that is on waits meanwhile." if self.session.game.begun else ""
        about = " ".join(filter(None, (self.session.elsewhere_text(), waits)))
        self.push_screen(ChoiceDialog("Unfinished games", options, about), chosen)

    def _open_statistics(self) -> None:
        self._aside("open the statistics", self._show_statistics)

    def _show_statistics(self) -> None:
        games = self._games()
        if games is None:
            return
        path = str(self.session.history.path)

        def request(name: str, record: GameRecord) -> None:
            match name:
                case "review":
                    self._review(record)
                case "export":
                    self._export(games, screen.tell)
                case "delete":
                    self._ask_to_delete(len(games))

        attempts: list[AttemptResult] = []
        try:
            attempts = Results(self._folder).all()
            timed = attempts_text(attempts)
        except TaquinError as error:
            timed = error_text(error)
        try:
            puzzles = puzzle_figures(self.session.training)
        except TaquinError as error:
            puzzles = error_text(error)
        like, others = self.session.game.record, (timed, puzzles)
        screen = Statistics(games, like, attempts, others, path, request)
        self.push_screen(screen)

    def _close_statistics(self) -> None:
        """A request from the statistics has been carried out, and the game says so."""
        if isinstance(self.screen, Statistics):
            self.screen.dismiss()

    def _export(self, games: list[GameRecord], tell: Callable[[str], None]) -> None:
        """Ask for a file; tell: says that it is written."""

        def write(values: dict[str, str]) -> None:
            if not values["file"]:
                raise OptionError("the name of the file is missing.")
            try:
                path = Path(values["file"]).expanduser()
                exists, has_folder = path.exists(), path.parent.is_dir()
            except (OSError, RuntimeError) as error:  # a name too long, a home that is not there
                raise OptionError(f"the file cannot be written: {error}") from None
            if exists:
                raise OptionError(f"the file {path} exists already; give another name.")
            if not has_folder:
                raise OptionError(f"there is no folder {path.parent}.")
            write_json(path, exported([game.as_dict() for game in games]))

        def done(values: dict[str, str] | None) -> None:
            if values is None:
                return
            # The whole path: which folder was meant is easily forgotten.
            path = Path(values["file"]).expanduser().resolve()
            tell(f"{_games_are(len(games))} in {path}; {_imports(games)}.")

        self.push_screen(
            Fields("Export all games as JSON", [("file", "File", "taquin-games.json", "")],
                   write, "Enter writes, Esc closes"), done)  # fmt: skip

    def _ask_to_delete(self, count: int) -> None:
        def done(answer: str | None) -> None:
            if answer == "delete":
                self._close_statistics()
                try:
                    self.session.history.clear()
                except TaquinError as error:
                    self._game.say(error_text(error), whole=True)
                    return
                self._game.opened(f"{_games_are(count)} deleted.")

        options = [
            ("keep", "keep them", ""),
            ("delete", f"delete {counted(count, 'game')}", ""),
        ]
        self.push_screen(ChoiceDialog("Delete all games? This cannot be undone.", options), done)

    def _open_daily(self) -> None:
        day = today()
        try:
            lines = daily_lines(self.session, day)
            streak = streak_text(self.session, day)
        except TaquinError as error:
            self._game.say(error_text(error), whole=True)
            return

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._game.opened(begin_daily(self.session, day, int(answer)))

        options = [(str(side), f"{side}×{side}: {words}", str(side)) for side, words in lines]
        about = f"The same boards for everyone, until {until_text(day)}. {streak}"
        self.push_screen(ChoiceDialog(f"Daily {day.isoformat()}", options, about), chosen)

    def _open_puzzles(self) -> None:
        self._aside("open the puzzles", self._show_puzzles)

    def _show_puzzles(self) -> None:
        self._game.stop()
        screen = Puzzling(self.session.training, self.settings, self._look, self._puzzles)

        def left(_: None) -> None:
            self._puzzles = screen.wish
            self._game.returned()

        self.push_screen(screen, left)

    def _open_timed(self) -> None:
        self._aside("open the timed attempts", self._show_timed)

    def _show_timed(self) -> None:
        self._game.stop()
        self.push_screen(
            Timed(Results(self._folder), self.session.history, self.settings, self._look),
            lambda _: self._game.returned(),
        )

    def _open_quit(self) -> None:
        self._end()

    async def action_quit(self) -> None:
        """Leave, from any screen; one that would lose something asks first."""
        screens = [one for one in self.screen_stack if isinstance(one, FrontScreen)]
        if not any(screen.asks_to_end(self._end) for screen in screens):
            self._end()

    def told_to_end(self) -> None:
        """A signal says to end: nobody is there to be asked."""
        self.was_ended = True
        self.call_later(self._end)

    def _end(self) -> None:
        """End the program, once every screen has kept what is its own."""
        for screen in self.screen_stack:
            if isinstance(screen, FrontScreen):
                try:
                    screen.closing()
                except TaquinError as error:
                    self.unkept = error
        self.exit()


def _imports(games: Sequence[GameRecord]) -> str:
    """What the page can do with a file of games: its boards are plain."""
    others = sum(not one.table.is_grid for one in games)
    but = f", but not {counted(others, 'game')} on other board types" if others else ""
    return f"the page can import the file{but}"


def _games_are(count: int) -> str:
    return f"{counted(count, 'game')} {'is' if count == 1 else 'are'}"


def play(
    opening: Opening | None,
    palette: str | None,
    arrows: str | None = None,
    tell: Callable[[str], None] = print,
    metric: str | None = None,
) -> int:
    """Play on this terminal until the player quits; an unfinished game is kept.

    Returns 0, or another number if the screen failed, which has then been reported.

    opening: the board to play; None continues the unfinished game. palette, arrows, metric: for
    this time, instead of the settings. tell: prints a text.
    Raises TableError if the unfinished game, or what is on, cannot be kept.
    """
    settings, problem = load()
    if palette is not None:
        settings = replace(settings, palette=palette)
    if arrows is not None:
        settings = replace(settings, arrows=arrows)
    if metric is not None:
        settings = replace(settings, metric=metric)
    with seated(data_folder()) as seat:
        session = Session(opening, seat=seat, metric=settings.metric)
        if metric is not None:  # the game that is continued, too
            session.game.count_by(metric)
        app = Taquin(session, settings, opening_text(session, problem or ""))
        with told_to_end(app.told_to_end, session.leave):
            app.run()
    if (dropped := session.dropped_text()) and not app.was_ended:
        tell(dropped)
    if session.goes_on and not app.was_ended:
        tell(session.goes_on)
    if app.unkept is not None:
        raise app.unkept
    return app.return_code or 0


def _way_on(session: Session) -> str:
    """What a game that is continued waits for."""
    if session.game.held:
        return "It is paused: press P to resume."
    return "Your next move starts the clock again."


def opening_text(session: Session, problem: str) -> str:
    """What is said first: of this game, of another one that is open, of a streak that waits."""
    continued = ""
    if session.continued and not problem:
        others = session.waiting_text(key_label("f"))
        continued = f"Continuing your unfinished game. {_way_on(session)} {others}".rstrip()
    waiting = kept_text(session.training, key_label("z"))
    return " ".join(filter(None, (problem, session.open_elsewhere(), continued, waiting)))
