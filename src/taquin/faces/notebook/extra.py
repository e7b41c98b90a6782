"""The packages of the extra `notebook`, imported in one place."""

from collections.abc import Callable
from typing import Any

from taquin.ground.errors import MissingExtra

try:
    import anywidget
    import IPython.display as output
    import traitlets
except ImportError as error:
    raise MissingExtra(
        f"taquin.widget needs {error.name or 'anywidget'}, which is not installed: "
        "pip install 'taquin[notebook]'."
    ) from None

__all__ = ["anywidget", "display", "traitlets", "update_display"]

# IPython does not declare their types.
display: Callable[..., Any] = output.display
update_display: Callable[..., Any] = output.update_display
