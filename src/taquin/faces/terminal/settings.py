"""The player's settings, kept on this machine. Unknown or broken values become the defaults."""

import os
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from taquin.game.folder import data_folder, read_json, write_json
from taquin.ground.errors import TableError

__all__ = ["CHOICES", "Settings", "is_dark", "load", "save"]

CHOICES = {
    "theme": ("system", "dark", "light"),
    "palette": ("rows", "columns", "fringe", "solved", "mono"),
    "keys": ("Arrows and WASD", "Arrows and HJKL", "All keys"),
    "arrows": ("tile", "gap"),
    "metric": ("stm", "mtm"),
    "hints": ("optimal", "human", "learn"),
    "timer": ("shown", "hidden"),
}
# The last of the background colours that COLORFGBG can name as light.
_LIGHT = ("7", "15")


@dataclass(frozen=True, slots=True)
class Settings:
    """One value of `CHOICES` per field.

    arrows: what an arrow key moves. metric: what games count, single tiles or slides. hints: from a
    shortest solution, from the row-by-row method, or a question first.
    """

    theme: str = "system"
    palette: str = "rows"
    keys: str = "Arrows and WASD"
    arrows: str = "tile"
    metric: str = "stm"
    hints: str = "optimal"
    timer: str = "shown"

    def next(self, name: str, by: int = 1) -> "Settings":
        """With the next value of one setting, or with -1 the one before."""
        values = CHOICES[name]
        following = values[(values.index(getattr(self, name)) + by) % len(values)]
        return replace(self, **{name: following})


def _path(folder: Path | None) -> Path:
    return (data_folder() if folder is None else folder) / "settings.json"


def load(folder: Path | None = None) -> tuple[Settings, str | None]:
    """The stored settings, and what is wrong with the file if it cannot be used."""
    try:
        held = read_json(_path(folder))
    except TableError as error:
        return Settings(), f"The settings are not used: {error}"
    given = held if isinstance(held, dict) else {}
    known = {
        field.name: given[field.name]
        for field in fields(Settings)
        if given.get(field.name) in CHOICES[field.name]
    }
    return Settings(**known), None


def save(settings: Settings, folder: Path | None = None) -> None:
    """Keep the settings; TableError if that fails."""
    write_json(_path(folder), asdict(settings))


def is_dark(settings: Settings) -> bool:
    """Whether the screen is dark; `system` asks the terminal's COLORFGBG, else it is dark."""
    if settings.theme != "system":
        return settings.theme == "dark"
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] not in _LIGHT
