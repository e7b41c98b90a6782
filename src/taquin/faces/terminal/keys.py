"""What each key does: the page's keys, and those of what the page opens by its tabs."""

from collections.abc import Mapping

from textual.events import Key

__all__ = ["ACTIONS", "KEY_SETS", "key_label", "key_name", "letter_of", "pressed"]

_DEFAULT: dict[str, tuple[str, ...]] = {
    "up": ("up", "w"),
    "down": ("down", "s"),
    "left": ("left", "a"),
    "right": ("right", "d"),
    "undo": ("u", "ctrl+z"),
    "redo": ("r", "ctrl+y", "ctrl+shift+z"),
    "new": ("n",),
    "retry": ("t",),
    "pause": ("p",),
    "hint": ("h",),
    "peek": ("v",),
    "solve": ("o",),
    "query": ("/",),
    "goal": ("b",),
    "setup": ("e",),
    "share": ("c",),
    "review": ("x",),
    "unfinished": ("f",),
    "statistics": ("g",),
    "settings": (",",),
    "daily": ("y",),
    "puzzles": ("z",),
    "timed": ("m",),
    "menu": ("escape", "f10"),
    "help": ("?", "f1"),
    "quit": ("q", "ctrl+q", "ctrl+c"),
}
_HJKL = {
    "up": ("up", "k"),
    "down": ("down", "j"),
    "left": ("left", "h"),
    "right": ("right", "l"),
    "hint": ("i",),
}
_ALL = {
    "up": ("up", "w", "k"),
    "down": ("down", "s", "j"),
    "left": ("left", "a", "h"),
    "right": ("right", "d", "l"),
    "hint": ("i",),
}
# H is the hint unless it moves left.
KEY_SETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Arrows and WASD": _DEFAULT,
    "Arrows and HJKL": {**_DEFAULT, **_HJKL},
    "All keys": {**_DEFAULT, **_ALL},
}
ACTIONS = {
    "up": "move up",
    "down": "move down",
    "left": "move left",
    "right": "move right",
    "undo": "undo",
    "redo": "redo",
    "new": "new game",
    "retry": "restart this board",
    "pause": "pause or resume",
    "hint": "hint: which tile, which way, the move",
    "peek": "show the moves left",
    "solve": "solve",
    "query": "ask a question",
    "goal": "show the goal",
    "setup": "set up a board, a size or a goal",
    "share": "copy the board",
    "review": "review the last game",
    "unfinished": "continue another unfinished game",
    "statistics": "statistics",
    "settings": "settings",
    "daily": "today's daily boards",
    "puzzles": "puzzles: find the best moves",
    "timed": "timed attempts",
    "menu": "menu",
    "help": "help",
    "quit": "quit; an unfinished game is kept",
}
_ARROWS = {"up": "U", "down": "D", "left": "L", "right": "R"}
_OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}
_LABELS = {"up": "↑", "down": "↓", "left": "←", "right": "→", "escape": "Esc"}


def letter_of(action: str, arrows: str) -> str | None:
    """The tile's direction for a move; arrows: what the arrow moves, tile or gap."""
    letter = _ARROWS.get(action)
    return letter if letter is None or arrows == "tile" else _OPPOSITE[letter]


def key_name(event: Key) -> str:
    """A key's name: a letter is a small one, whatever Shift and Caps Lock make of it."""
    if event.is_printable and event.character and "ctrl" not in event.key:
        return event.character.lower()
    return event.key


def pressed(event: Key, keys: str, arrows: str) -> tuple[str, str | None, str | None]:
    """A key's name, its action under a set of keys, and the tile's direction if that is a move."""
    name = key_name(event)
    action = next((action for action, names in KEY_SETS[keys].items() if name in names), None)
    return name, action, None if action is None else letter_of(action, arrows)


def key_label(name: str) -> str:
    """A key's name for display, as every command writes Ctrl-C.

    >>> key_label("up"), key_label("u"), key_label("ctrl+z"), key_label("f10")
    ('↑', 'U', 'Ctrl-Z', 'F10')
    """
    head, _, key = name.rpartition("+")
    prefix = "".join(f"{word.capitalize()}-" for word in head.split("+") if word)
    return prefix + (_LABELS.get(key) or key.upper())
