"""The packages of the extra `notebook`, imported in one place."""

from taquin.ground.errors import MissingExtra

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise MissingExtra(
        f"taquin.widget needs {error.name or 'anywidget'}, which is not installed: "
        "pip install 'taquin[notebook]'."
    ) from None

__all__ = ["anywidget", "traitlets"]
