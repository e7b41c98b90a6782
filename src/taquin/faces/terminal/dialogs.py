"""Small screens over the game: menu, settings, help, a question, a board to set up."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from taquin.faces.terminal.keys import ACTIONS, KEY_SETS, key_label
from taquin.faces.terminal.settings import CHOICES, Settings
from taquin.ground.errors import TaquinError

__all__ = ["ChoiceDialog", "Fields", "Help", "Preferences", "ValuesDialog"]

T = TypeVar("T")
_CLOSE = Binding("escape", "close", "Close", show=False)
_WORDS = {
    "theme": "Colours",
    "palette": "Tiles coloured by",
    "keys": "Keys",
    "arrows": "An arrow moves the",
    "hints": "Hints",
    "timer": "Clock",
}
_MEANING = {
    "optimal": "a shortest solution",
    "human": "row by row, as people do",
    "learn": "find the move yourself",
}


class _Dialog(ModalScreen[T]):
    """A box in the middle; Escape closes it without an answer."""

    BINDINGS = [_CLOSE]  # noqa: RUF012

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class ChoiceDialog(_Dialog[str | None]):
    """A list of actions, by arrow keys, their letter, or the mouse; the answer is an action."""

    def __init__(self, title: str, options: Iterable[tuple[str, str, str]]) -> None:
        """options: (answer, words, key)."""
        super().__init__()
        self._title, self._options = title, list(options)

    def compose(self) -> ComposeResult:
        """The list."""
        widest = max(len(label) for _, label, _ in self._options) + 2
        with Vertical(classes="box"):
            yield Label(self._title, classes="title")
            yield OptionList(
                *(
                    Option(f"{label:<{widest}}{key}", id=answer)
                    for answer, label, key in self._options
                )
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id)

    def on_key(self, event: Key) -> None:
        """The key that stands beside an answer gives it; Q without an answer closes."""
        name = event.character if event.is_printable and event.character else event.key
        for answer, _, key in self._options:
            if key and name.upper() == key.upper():
                event.stop()
                self.dismiss(answer)
                return
        if name == "q":
            self.dismiss(None)


class ValuesDialog(_Dialog[None]):
    """A list of values; Enter changes one to its next, and what is behind follows at once."""

    def __init__(self, title: str, change: Callable[[str], None]) -> None:
        """change: takes the name of the value that is to change."""
        super().__init__()
        self._title, self._change = title, change

    def rows(self) -> Iterable[tuple[str, str]]:
        """The name of each value, and its line."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box form"):
            yield Label(self._title, classes="title")
            yield OptionList(*self._options())
            yield Label("Enter changes the value, Esc closes", classes="note")

    def _options(self) -> list[Option]:
        return [Option(label, id=name) for name, label in self.rows()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The next value; others may come and go with it."""
        assert event.option_id is not None
        self._change(event.option_id)
        options = self.query_one(OptionList)
        options.clear_options().add_options(self._options())
        options.highlighted = options.get_option_index(event.option_id)


class Preferences(ValuesDialog):
    """The settings."""

    def __init__(self, settings: Settings, change: Callable[[Settings], None]) -> None:
        self._settings = settings

        def next_of(name: str) -> None:
            self._settings = self._settings.next(name)
            change(self._settings)

        super().__init__("Settings", next_of)

    def rows(self) -> Iterable[tuple[str, str]]:
        """One line for each setting."""
        for name in CHOICES:
            value = getattr(self._settings, name)
            yield name, f"{_WORDS[name]}: {_MEANING.get(value, value)}"


class Help(_Dialog[None]):
    """The keys in force, and what the game can do."""

    def __init__(self, keys: str) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """The text."""
        names = KEY_SETS[self._keys]
        rows = [
            f"{' '.join(key_label(n) for n in names[action] if 'shift' not in n):<13} {meaning}"
            for action, meaning in ACTIONS.items()
        ]
        with Vertical(classes="box tall"):
            yield Label("Help", classes="title")
            with VerticalScroll():
                yield Static("\n".join(rows), markup=False)
                yield Static(_TOPICS, markup=False, classes="topics")
            yield Label("↑ ↓ scroll, Esc closes", classes="note")

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()

    def key_q(self) -> None:
        """Close, as Escape does."""
        self.dismiss(None)


_TOPICS = """
Moving: an arrow moves a tile into the blank. Click a tile in the row or column of the blank: it \
slides, with every tile in between.

Timing: the clock starts with your first move and stops when the board is solved. Pauses, hints \
and undone moves are allowed, and are recorded with the game.

Hints come in three steps: which tile, which direction, and the move itself. In the settings, \
choose hints from a shortest solution, from the row-by-row method, or a quiz: find the best \
move. Solve finds a solution, tells you whether it is proved shortest, and plays it.

Timed attempts include marathons, relays, inspection time and hidden numbers.

Undo goes back to the start, and further: to the game before it.

Your games and settings stay on this machine; nothing is sent anywhere."""


class Fields(_Dialog[dict[str, str] | None]):
    """Fields to fill in; Enter in the last one answers, unless `check` refuses the values."""

    def __init__(
        self,
        title: str,
        fields: Iterable[tuple[str, str, str, str]],
        check: Callable[[dict[str, str]], None] = lambda values: None,
        note: str = "Enter accepts, Tab goes on, Esc closes",
    ) -> None:
        """fields: (name, words, value, example). check: raises TaquinError for bad values."""
        super().__init__()
        self._title, self._fields, self._check, self._note = title, list(fields), check, note

    def compose(self) -> ComposeResult:
        """The fields."""
        with Vertical(classes="box form"):
            yield Label(self._title, classes="title")
            for name, label, value, example in self._fields:
                yield Label(label)
                yield Input(value, placeholder=example, id=name, compact=True)
            yield Static("", id="fault", markup=False)
            yield Label(self._note, classes="note")

    def on_input_submitted(self) -> None:
        """Answer, or say what is wrong."""
        values = {
            name: self.query_one(f"#{name}", Input).value.strip() for name, *_ in self._fields
        }
        try:
            self._check(values)
        except TaquinError as error:
            self.query_one("#fault", Static).update(str(error))
            return
        self.dismiss(values)
