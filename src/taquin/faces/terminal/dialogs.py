"""Small screens over the game: menu, settings, help, a question, a board to set up."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.keys import ACTIONS, KEY_SETS, key_label, key_name
from taquin.faces.terminal.keysbar import parted
from taquin.faces.terminal.settings import CHOICES, Settings
from taquin.ground.errors import TaquinError
from taquin.puzzle.board import Board

__all__ = [
    "ChoiceDialog",
    "Fields",
    "GoalBox",
    "Help",
    "HelpBox",
    "HelpPart",
    "Preferences",
    "ValuesDialog",
]

T = TypeVar("T")
_AROUND = 7  # columns of the border, the padding, and the scroll bar
_EDGES = 4  # of the border and the padding
_BORDER = 6  # columns of the border beside a note in it
_LEAST_LABEL = 12  # characters of a line of an option
_NARROWEST = 30  # columns of a list, where there are so many
_WIDEST = 74  # columns of the help, with
_BAR = 2  # of its scroll bar and of the gap before it
_FORM = 62  # of a form
_ANSWER = 4  # lines of what is wrong that examples leave room for
_KEYS_SHARE = 3  # part of the width of a help that keys take at most
_BESIDE = 12  # characters of words that stand before their field
_WORDS = {
    "theme": "Colours",
    "palette": "Tiles coloured by",
    "keys": "Keys",
    "arrows": "Arrows move",
    "metric": "Count moves as",
    "hints": "Hints",
    "timer": "Clock",
}
_NOTHING: Mapping[str, str] = {}
_MEANING = {
    "optimal": "a shortest solution",
    "human": "the row-and-column method",
    "learn": "quiz, to find the best move",
    "tile": "tiles",
    "gap": "the blank",
    "stm": "single tiles (STM)",
    "mtm": "slides (MTM)",
}


def _more(scrolled: Widget, note: str) -> str:
    """The note on a box, after arrows that say where what is scrolled goes on."""
    at, last = scrolled.scroll_offset.y, scrolled.max_scroll_y
    arrows = " ".join([*(["↑"] if at > 0 else []), *(["↓"] if at < last else [])])
    return f"{arrows} more, {note}" if arrows else note


class HelpPart(NamedTuple):
    """A part of a help: words with what they mean, and what else is to say of them."""

    title: str
    words: Sequence[tuple[str, str]]
    about: str = ""


class _Dialog(ModalScreen[T], FrontScreen[T]):
    """A box in the middle; Escape closes it without an answer.

    The modal screen comes first: styles follow the first base alone.
    """

    NOTE = "Esc closes"

    def keys_here(self) -> Sequence[str]:
        """Those of the note in the box."""
        return self.NOTE.split(", ")

    def on_key(self, event: Key) -> None:
        """Close without an answer."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


class _Options(OptionList):
    """A list whose chosen row is reversed where there are no colours; `LAYOUT` cannot say so."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """How a row looks."""
        style = super().get_visual_style(*component_classes, partial=partial)
        chosen = "option-list--option-highlighted" in component_classes
        return style + Style(reverse=True) if chosen and self.app.no_color else style


class ChoiceDialog(_Dialog[str | None]):
    """A list of actions, by arrow keys, their letter, or the mouse; the answer is an action."""

    def __init__(
        self,
        title: str,
        options: Iterable[tuple[str, str, str]],
        about: str = "",
        at: str | None = None,
    ) -> None:
        """options: (answer, words, key). about: what is said of them below.

        at: the answer that is highlighted first, instead of the first one.
        """
        super().__init__()
        self._title, self._options, self._about = title, list(options), about
        self._at = next((n for n, (answer, _, _) in enumerate(self._options) if answer == at), None)

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box") as box:
            box.border_subtitle = self.NOTE
            yield Label(classes="title", markup=False)
            yield _Options(*self._rows(self.app.size.width))
            yield Label(classes="about", markup=False)

    def keys_here(self) -> Sequence[str]:
        """That of the note, and the keys that stand beside answers."""
        return (*super().keys_here(), *(f"{key} {words}" for _, words, key in self._options if key))

    def _rows(self, width: int) -> list[Option]:
        """The options on a screen of that width: long words are wrapped, a key is always shown."""
        # After other figures, a figure alone would be read as one of them.
        keys = [f"key {key}" if key.isdigit() else key for _, _, key in self._options]
        longest = max(map(len, keys))
        widest = max(len(label) for _, label, _ in self._options)
        room = max(_LEAST_LABEL, min(widest, width - _AROUND - longest - 2))
        whole = room + longest + 2 if longest else room
        rows = []
        for (answer, label, _), key in zip(self._options, keys, strict=True):
            # Words without a key beside them may stand where the others have it.
            first, *more = wrap(label, room if key else whole, subsequent_indent="  ")
            rows.append(Option("\n".join([f"{first:<{room}}  {key}", *more]), id=answer))
        return rows

    def on_resize(self, event: Resize) -> None:
        """Wrap and, if the other lines and the border leave too few, scroll the list."""
        options = self.query_one(OptionList)
        inner = max(1, event.size.width - _EDGES)
        title = wrap(self._title, inner)
        rows = [
            line for row in self._rows(event.size.width) for line in str(row.prompt).split("\n")
        ]
        about = wrap(self._about, min(inner, max(_NARROWEST, *map(len, title + rows))))
        room = event.size.height - 2 - len(title)
        shown = bool(about) and len(about) + 1 + len(rows) <= room
        self.query_one(".title", Label).update("\n".join(title))
        self.query_one(".about", Label).update("\n".join(["", *about]))
        self.query_one(".about", Label).display = shown
        options.styles.min_width = min(_NARROWEST, inner)
        options.styles.max_height = max(1, room - (len(about) + 1 if shown else 0))
        chosen, self._at = options.highlighted if self._at is None else self._at, None
        options.clear_options().add_options(self._rows(event.size.width))
        options.highlighted = chosen
        self.call_after_refresh(self._show_more)

    def on_mount(self) -> None:
        """Follow the list as it is scrolled."""
        self.watch(self.query_one(OptionList), "scroll_y", self._show_more, init=False)

    def _show_more(self) -> None:
        """Say in the border that the list goes on; the bar beside it is easily missed."""
        self.query_one(".box").border_subtitle = _more(self.query_one(OptionList), self.NOTE)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id)

    def on_key(self, event: Key) -> None:
        """The key that stands beside an answer gives it; Q without an answer closes."""
        name = key_name(event)
        for answer, _, key in self._options:
            if key and name == key.lower():
                event.stop()
                event.prevent_default()
                self.dismiss(answer)
                return
        if name == "q":
            self.dismiss(None)


class GoalBox(_Dialog[None]):
    """A goal, for which there may be no room beside or below the board."""

    def __init__(self, goal: Board, name: str | None) -> None:
        super().__init__()
        self._goal, self._name = goal, name or "custom"

    def compose(self) -> ComposeResult:
        """Its name and its rows."""
        with Vertical(classes="box goal") as box:
            box.border_subtitle = self.NOTE
            yield Label(f"Goal: {self._name}", classes="title", markup=False)
            with VerticalScroll():
                yield Label(id="rows", markup=False)

    def on_resize(self, event: Resize) -> None:
        """Where the rows are too wide, they are written in one text; what is too high scrolls."""
        rows, width = str(self._goal).split("\n"), max(1, event.size.width - _EDGES)
        room = max(1, event.size.height - 3)  # the border and the title
        if len(rows[0]) + (len(rows) > room) > width:
            rows = wrap(self._goal.text, width - 1)
        shown = self.query_one(VerticalScroll)
        shown.styles.width = max(map(len, rows)) + (len(rows) > room)
        shown.styles.height = min(len(rows), room)
        self.query_one("#rows", Label).update("\n".join(rows))
        self.call_after_refresh(self._show_more)

    def on_mount(self) -> None:
        """Let the keys scroll, and follow them."""
        shown = self.query_one(VerticalScroll)
        shown.focus()
        self.watch(shown, "scroll_y", self._show_more, init=False)

    def _show_more(self) -> None:
        """Say in the border that the goal goes on, and that Escape closes, however small it is."""
        box = self.query_one(".box")
        box.border_subtitle = note = _more(self.query_one(VerticalScroll), self.NOTE)
        box.styles.min_width = len(note) + _BORDER

    def on_key(self, event: Key) -> None:
        """Close, also by the key that opened it."""
        if key_name(event) in ("b", "q"):
            self.dismiss(None)


class ValuesDialog(_Dialog[None]):
    """A list of values; keys change one, and what is behind follows at once."""

    NOTE = "← → change the value, Esc closes"

    def __init__(self, title: str, change: Callable[[str, int], None]) -> None:
        """change: takes the name of the value that is to change, and 1 for the next or -1."""
        super().__init__()
        self._title, self._change = title, change

    def rows(self) -> Iterable[tuple[str, str]]:
        """The name of each value, and its line."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box form"):
            yield Label(self._title, classes="title")
            yield _Options(*self._options())
            yield Label(self.NOTE, classes="note")

    def _options(self) -> list[Option]:
        return [Option(label, id=name) for name, label in self.rows()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The next value, by Enter or the mouse."""
        assert event.option_id is not None
        self._move(event.option_id, 1)

    def on_key(self, event: Key) -> None:
        """The next value, or the one before."""
        chosen = self.query_one(OptionList).highlighted_option
        if event.key in ("left", "right") and chosen is not None and chosen.id is not None:
            event.stop()
            self._move(chosen.id, 1 if event.key == "right" else -1)

    def _move(self, name: str, by: int) -> None:
        """Change a value; others may come and go with it."""
        self._change(name, by)
        options = self.query_one(OptionList)
        options.clear_options().add_options(self._options())
        options.highlighted = options.get_option_index(name)


class Preferences(ValuesDialog):
    """The settings."""

    def __init__(self, settings: Settings, change: Callable[[Settings], None]) -> None:
        self._settings = settings

        def step(name: str, by: int) -> None:
            self._settings = self._settings.next(name, by)
            change(self._settings)

        super().__init__("Settings", step)

    def rows(self) -> Iterable[tuple[str, str]]:
        """One line for each setting."""
        for name in CHOICES:
            value = getattr(self._settings, name)
            yield name, f"{_WORDS[name]}: {_MEANING.get(value, value)}"


class HelpBox(_Dialog[None]):
    """Keys and other words with what they mean, and a text below them; it scrolls."""

    def __init__(self, parts: Sequence[HelpPart], below: str = "") -> None:
        super().__init__()
        self._parts, self._below = parts, below

    def compose(self) -> ComposeResult:
        """The text."""
        with Vertical(classes="box tall"):
            yield Label("Help", classes="title")
            with VerticalScroll():
                yield Static(id="actions", markup=False)
                yield Static(self._below, markup=False, classes="topics")
            yield Label(self.NOTE, classes="note")

    def on_resize(self, event: Resize) -> None:
        """Wrap what a word means beside it."""
        # No line is longer than the text is wide: it would break twice.
        width = min(_WIDEST - _BAR, event.size.width - _AROUND)
        parts = ([*([part.title] if part.title else []), *_wrapped(part.words, width),
                  *(["", *wrap(part.about, width)] if part.about else [])]
                 for part in self._parts)  # fmt: skip
        self.query_one("#actions", Static).update("\n\n".join("\n".join(part) for part in parts))

    def help(self) -> None:
        """It is open already."""

    def on_mount(self) -> None:
        """Let the arrow keys scroll, and say so where there is more than is seen."""
        text = self.query_one(VerticalScroll)
        text.focus()

        def scrolled(scrolls: bool) -> None:
            note = f"↑ ↓ scroll, {self.NOTE}" if scrolls else self.NOTE
            self.query_one(".note", Label).update(note)

        self.watch(text, "show_vertical_scrollbar", scrolled)

    def on_key(self, event: Key) -> None:
        """Close, as Escape does."""
        if key_name(event) == "q":
            event.stop()
            self.dismiss(None)


class Help(HelpBox):
    """The keys of the screen behind it, those of the game, and what the game can do."""

    def __init__(self, keys: str, arrows: str, here: Sequence[str], topic: str = "") -> None:
        """keys, arrows: the settings of these names.

        here: keys of another screen than the game. topic: what the help says of that screen.
        """
        names = [
            (" ".join(key_label(key) for key in names if "shift" not in key), ACTIONS[action])
            for action, names in KEY_SETS[keys].items()
        ]
        parts = [HelpPart("In the game" if here else "", names)]
        if here:
            about = _TOPIC.get(topic, "")
            parts.insert(0, HelpPart("On this screen", [*map(parted, here)], about))
        super().__init__(parts, _TOPICS.format(arrow=_ARROW[arrows], **_TOPIC))


def _wrapped(keys: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Lines of keys and of what they do, beside them.

    On narrow screens a long row of keys stands above its meaning, and leaves the others their room.
    """
    lengths = [len(key) for key, _ in keys]
    wide = max((one for one in lengths if one <= width // _KEYS_SHARE), default=max(lengths))
    rows = []
    for key, meaning in keys:
        lines = wrap(meaning, max(_LEAST_LABEL, width - wide - 1))
        beside = [key, *[""] * (len(lines) - 1)] if len(key) <= wide else [""] * len(lines)
        rows += [] if len(key) <= wide else [key]
        rows += [f"{one:<{wide}} {line}" for one, line in zip(beside, lines, strict=True)]
    return rows


_ARROW = {
    "tile": "an arrow moves a tile into the blank",
    "gap": "an arrow moves the blank, and the tile there goes the other way",
}
_TOPIC = {
    "setup": """\
Set up takes a size, a board, or the name of an instance. A size such as 4x3, of 4 columns and 3 \
rows, draws a board. A board is written row by row, with 0 for the blank: 7 0 2/8 5 3/6 1 4. An \
instance is a known board, such as korf100:1, with a goal of its own; the command “taquin list \
instances” has their names. The goal is a name, or a board: “last” has the blank in the last cell, \
“first” in the first one, “snake” turns at the end of each row, and “spiral” leads inwards. The \
board type is “grid”; “torus”, whose opposite edges are joined; or “walls:0-1,6-7”, where no tile \
passes between these cells, numbered row by row from 0.""",
    "timed": """\
Timed attempts include marathons, relays, inspection time and hidden numbers: before one begins, \
B chooses what is hidden, and E changes everything else. Numbers hidden: tiles show their colours \
alone, and several look alike; that takes colours by rows, columns or fringe. \
Blind: you look first, and your first move hides numbers and colours. Timed boards, daily boards \
and puzzles have the goal “last”, whatever the goal of your game.""",
    "statistics": """\
In the statistics, mo3 is the mean of the last three games; ao5 and ao12 are averages of the last \
five and twelve without the best and the worst; ao50 and ao100 leave out three and five of each. \
DNF: given up, not finished. A marathon, a relay or a mixed session is one line, marked ▸; Enter \
lists its boards, each of which counts in the averages of its kind.""",
    "puzzles": """\
Puzzles ask for three best moves in a row: after each, the board is as near to the goal as it can \
be. Rated puzzles change your rating and are chosen by it. A streak gets harder until the first \
miss; if you leave it, it goes on the next time. A storm lasts three minutes; a miss or a skipped \
puzzle costs seconds. M chooses the kind, B the theme of the boards, E their size.""",
}
_TOPICS = """\
Moving: {arrow}. Click a tile in the row or column of the blank: it \
slides, with every tile in between. The settings count moves as single tiles or as slides: tiles \
that move one after another in one direction are then one. Daily boards, timed attempts and \
puzzles always count single tiles.

Timing: the clock starts with your first move and stops when the board is solved. Pauses, hints \
and undone moves are allowed, and are recorded with the game; “clock stopped” is a pause, or a \
game that you left for a while. Puzzles, timed attempts, statistics and reviews pause the game \
while they are open, after a question if it could still be a best: a game that was paused is \
none. Recent games are those of one kind since your last break of an hour.

Hints come in three steps: which tile, which direction, and the move itself. In the settings, \
choose hints from a shortest solution, from the row-and-column method, or a quiz: find the best \
move. Solve finds a solution, tells you whether it is proved shortest, and plays it.

A review compares each move of a finished game with perfect play. M lists the moves; Enter goes \
to one of them. A move that was not best loses one or more: Tab goes to the next such move, and 1, \
2, 3 go to where most moves were lost. The accuracy of a solved game is the number of moves of a \
shortest solution, in per cent of yours.

{setup}

{timed}

{puzzles}

{statistics}

Undo goes back to the start, and further: to the game before it.

A game with a move is kept until it is solved, and goes on the next time you play, with the games \
before it. A board without a move replaces none. A timed attempt cannot wait: Ctrl-C asks, and \
once more gives it up and leaves.

Your games and settings stay on this machine; nothing is sent anywhere."""


class _Field(Input):
    """A line to fill in. Its keys go to the screen, which follows all of them in their order."""

    def post_message(self, message: Message) -> bool:
        """Hand a key on."""
        if isinstance(message, Key):
            return self.screen.post_message(message)
        return super().post_message(message)


def _is_beside(label: str) -> bool:
    """Whether the words for a field are short enough to stand before it, in its row."""
    return len(label) <= _BESIDE


class Fields(_Dialog[dict[str, str] | None]):
    """Fields to fill in; Enter in the last one answers, unless `check` refuses the values."""

    TYPED = True

    def __init__(
        self,
        title: str,
        fields: Iterable[tuple[str, str, str, str]],
        check: Callable[[dict[str, str]], None] = lambda values: None,
        note: str = "Enter accepts, Tab goes on, Esc closes",
        *,
        below: Mapping[str, str] = _NOTHING,
        topic: str = "",
    ) -> None:
        """fields: (name, words, value, example). check: raises TaquinError for bad values.

        below: what is said below a field, by its name. topic: what the help says of these fields.
        """
        super().__init__()
        self._below, self.topic = below, topic
        self._title, self._fields, self._check, self._note = title, list(fields), check, note
        self._refused: dict[str, str] | None = None  # the values that the fault is about

    def keys_here(self) -> Sequence[str]:
        """Those of the note."""
        return self._note.split(", ")

    def compose(self) -> ComposeResult:
        """The fields."""
        with Vertical(classes="box form"):
            yield Label(self._title, classes="title")
            for name, label, value, example in self._fields:
                field = _Field(
                    value, placeholder=example, id=name, compact=True, select_on_focus=False
                )
                if _is_beside(label):
                    yield Horizontal(Label(label), field, classes="field")
                else:
                    yield Label(label)
                    yield field
                if name in self._below:
                    yield Label(self._below[name], classes="example")
            with VerticalScroll(id="wrong", can_focus=False):
                yield Static("", id="fault", markup=False)
            yield Label(self._note, classes="note")

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Select what stands in a field now: its focus event may come after the next key."""
        if isinstance(widget, Input) and widget is not self.focused and not from_app_focus:
            widget.select_all()
        super().set_focus(widget, scroll_visible, from_app_focus)

    def on_key(self, event: Key) -> None:
        """Type, edit, go to another field, or answer; scroll what is wrong."""
        wrong = self.query_one("#wrong", VerticalScroll)
        scroll = {
            "down": wrong.scroll_down,
            "up": wrong.scroll_up,
            "pagedown": wrong.scroll_page_down,
            "pageup": wrong.scroll_page_up,
        }.get(event.key)
        if scroll is not None:
            event.stop()
            scroll(animate=False)
        elif event.key == "enter":
            event.stop()
            self._answer()
        elif event.is_printable and isinstance(self.focused, Input):
            event.stop()
            self.focused.replace(event.character or "", *self.focused.selection)
        elif event.key in self.active_bindings:
            event.stop()
            bound = self.active_bindings[event.key]
            self.call_next(self.app.run_action, bound.binding.action, bound.node)

    def on_resize(self, event: Resize) -> None:
        """Scroll what is wrong rather than cut the keys below it."""
        self._share(event.size)

    def _share(self, size: Size) -> None:
        """Share the lines of the screen between the fields, what is wrong, and the keys."""
        width = max(1, min(_FORM, size.width) - 4)
        labels = [label for _, label, _, _ in self._fields if not _is_beside(label)]
        words = [self._title, *labels, self._note]
        others = len(self._fields) + sum(len(wrap(text, width)) for text in words)
        least = _ANSWER if str(self.query_one("#fault", Static).content) else 1
        # On a low screen the last examples go, not the keys nor the answer: the help has them too.
        for example in self.query(".example").results(Label):
            lines = len(wrap(str(example.content), width))
            example.display = others + lines + least < size.height - 1
            others += lines if example.display else 0
        wrong = self.query_one("#wrong", VerticalScroll)
        wrong.styles.max_height = max(1, size.height - 2 - others)

    def on_mount(self) -> None:
        """Say how the rest of what is wrong is read."""
        note, more = self._note, "↑ ↓ scroll the answer, Enter accepts, Esc closes"

        def scrolled(scrolls: bool) -> None:
            self.query_one(".note", Label).update(more if scrolls else note)

        self.watch(self.query_one("#wrong"), "show_vertical_scrollbar", scrolled)

    def _values(self) -> dict[str, str]:
        return {name: self.query_one(f"#{name}", Input).value.strip() for name, *_ in self._fields}

    def on_input_changed(self) -> None:
        """What was wrong is no longer said of other values."""
        if self._refused is not None and self._values() != self._refused:
            self._refused = None
            self.query_one("#fault", Static).update("")
            self._share(self.size)

    def _answer(self) -> None:
        """Answer, or say what is wrong."""
        values = self._values()
        try:
            self._check(values)
        except TaquinError as error:
            self.query_one("#fault", Static).update(error_text(error))
            self.query_one("#wrong", VerticalScroll).scroll_home(animate=False)
            self._refused = values
            self._share(self.size)
            return
        self.dismiss(values)
