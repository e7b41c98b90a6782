"""A text on the screen that is drawn again only when it says something else."""

from textual.widgets import Static

__all__ = ["Words"]


class Words(Static):
    """Plain text, without markup.

    To lay out the whole screen takes most of the time between a key and its picture.
    """

    def __init__(self, *, classes: str = "", id: str | None = None, fixed: bool = False) -> None:
        """fixed: no text changes its size, and nothing has to be laid out for it."""
        super().__init__(classes=classes, id=id, markup=False)
        self._said, self._fixed = "", fixed

    def say(self, text: str) -> None:
        """Show a text."""
        if text != self._said:
            self._said = text
            self.update(text, layout=not self._fixed)
