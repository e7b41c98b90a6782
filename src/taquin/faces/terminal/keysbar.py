"""The keys at the bottom of a screen."""

from collections.abc import Sequence

from textual.events import Click, Key

from taquin.faces.terminal.geometry import key_lines
from taquin.faces.terminal.words import Words

__all__ = ["KeysBar", "fitting", "key_at", "parted"]

_HELP = "? help"
_ARROWS = frozenset("↑↓←→")
# The names of keys that are not written as they are typed.
_NAMES = {
    "Esc": "escape", "Enter": "enter", "Tab": "tab", "Space": "space", "?": "question_mark",
    "↑": "up", "↓": "down", "←": "left", "→": "right",
}  # fmt: skip
_TYPED = {"space": " ", "question_mark": "?"}


def fitting(keys: Sequence[str], width: int, lines: int = 1) -> str:
    """As many keys as fit into lines of `width` characters, two spaces between them if possible.

    The arrows give up their words first. The last keys are left out before the way out, and
    before the help, which has them all.

    >>> fitting(["H hint", "Esc menu"], 16), fitting(["H hint", "Esc menu"], 15)
    ('H hint  Esc menu', 'H hint Esc menu')
    >>> fitting(["H hint", "Esc menu"], 10), fitting(["H hint", "Esc menu"], 10, 2)
    ('Esc menu', 'H hint\\nEsc menu')
    >>> keys = ["↑↓ step", "Esc back", "M moves", "? help"]
    >>> fitting(keys, 27), fitting(keys, 22), fitting(keys, 20)
    ('↑↓ Esc back M moves ? help', '↑↓ Esc back M moves ?', '↑↓  Esc back  ? help')
    """
    for shorter in (keys, _bare(keys, help=False), _bare(keys, help=True)):
        for between in ("  ", " "):
            shown = _filled(shorter, width, between)
            if len(shown) <= lines or len(keys) == 1:
                return "\n".join(shown)
    least = next((key for key in reversed(keys) if not _stays(key)), keys[-1])
    return fitting([key for key in keys if key != least], width, lines)


def _bare(keys: Sequence[str], *, help: bool) -> list[str]:
    """The keys, with arrows alone, and with ? alone if it is the last of them."""
    bare = [parted(key)[0] if key[0] in _ARROWS else key for key in keys]
    return [*bare[:-1], "?"] if help and keys[-1] == _HELP else bare


def _stays(key: str) -> bool:
    """Whether it leads out, or to all the others."""
    return key == _HELP or key.startswith("Esc ")


def _filled(keys: Sequence[str], width: int, between: str) -> list[str]:
    """All keys in lines."""
    lines = [keys[0]]
    for key in keys[1:]:
        longer = f"{lines[-1]}{between}{key}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(key)
    return lines


def parted(text: str) -> tuple[str, str]:
    """The keys at the beginning of what a screen shows at its bottom, and what they do.

    >>> parted("Esc back"), parted("1 2 3 most lost")
    (('Esc', 'back'), ('1 2 3', 'most lost'))
    """
    words = text.split()
    keys = next(at for at, word in enumerate(words) if at and len(word) > 1)
    return " ".join(words[:keys]), " ".join(words[keys:])


def key_at(keys: Sequence[str], line: str, column: int) -> str | None:
    """The key, as it is written, at a column of a line of keys; None between them.

    What several keys do belongs to none of them.

    >>> keys = ["←→ step", "Esc back", "? help"]
    >>> [key_at(keys, "←→ step  Esc back  ?", column) for column in (1, 4, 14, 17, 19)]
    ['→', None, 'Esc', None, '?']
    """
    end = 0
    for key in keys:
        label, _ = parted(key)
        for shown in (key, label):
            at = f" {line} ".find(f" {shown} ", end)
            if at >= 0:
                end = at + len(shown)
                if at <= column < end:
                    several = label not in _NAMES and len(label) > 1
                    one = label[column - at : column - at + 1].strip() if several else label
                    return one or None
                break
    return None


class KeysBar(Words):
    """The keys that matter now, the most useful first; a click on one does what it does.

    Its height depends on the terminal alone: no key makes the board above it smaller.
    """

    def __init__(self) -> None:
        super().__init__(classes="keys", id="keys", fixed=True)
        self.keys: Sequence[str] = ()

    def show(self, keys: Sequence[str], least: int = 1) -> None:
        """Show as many of these keys as fit, in so many lines or more; the help has them all."""
        self.keys = keys
        width, height = self.screen.size
        lines = max(least, key_lines(width, height))
        self.styles.height = lines
        self.say(fitting(keys, width - 2, lines))

    def on_click(self, event: Click) -> None:
        """Press the key under the mouse."""
        place, lines = event.get_content_offset(self), self._said.split("\n")
        if place is None or place.y >= len(lines):
            return
        key = key_at(self.keys, lines[place.y], place.x)
        if key is not None:
            name = _NAMES.get(key, key.lower())
            typed = _TYPED.get(name, name if len(name) == 1 else None)
            self.app.post_message(Key(name, typed))
