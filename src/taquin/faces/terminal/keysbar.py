"""The keys at the bottom of a screen."""

from collections.abc import Sequence

from taquin.faces.terminal.geometry import key_lines
from taquin.faces.terminal.words import Words

__all__ = ["KeysBar", "fitting", "parted"]

_HELP = "? help"
_ARROWS = frozenset("↑↓←→")


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


class KeysBar(Words):
    """The keys that matter now, the most useful first.

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
