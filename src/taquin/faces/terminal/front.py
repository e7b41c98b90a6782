"""What every screen over another shares: keys and answers count only while it is in front."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from textual.await_complete import AwaitComplete
from textual.events import Event, Key
from textual.screen import Screen

from taquin.faces.terminal.keysbar import KeysBar, parted

__all__ = ["FrontScreen"]

T = TypeVar("T")


class FrontScreen(Screen[T], Generic[T]):
    """A screen that acts only while it is in front.

    Keys pressed in one burst all wait at the screen that was in front when they came: those
    after the key that closes it, or opens another, are meant for the screen that is there then.
    F1 opens the help over any of them, and so does ? unless it can be `TYPED`.
    """

    TYPED: ClassVar[bool] = False
    # What the help says of this screen below its keys.
    topic: str = ""
    # What a key does, by its name at the bottom, where the help has more to say of it.
    MEANS: ClassVar[Mapping[str, str]] = {"help": "show this help"}

    def keys_here(self) -> Sequence[str]:
        """The keys that this screen shows at the bottom, with what they do."""
        keys = map(parted, self.query_one(KeysBar).keys)
        return [f"{key} {self.MEANS.get(name, name)}" for key, name in keys]

    def on_key(self, event: Key) -> None:
        """Open the help."""
        if event.key == "f1" or (event.key == "question_mark" and not self.TYPED):
            event.stop()
            self.help()

    def help(self) -> None:
        """Show the keys."""
        self.call_later(self.app.run_action, "help")

    def asks_to_end(self, end: Callable[[], None]) -> bool:
        """Ask before the end of the program costs something; False if it costs nothing.

        end: ends the program. False, too, for a player who was asked and leaves once more.
        """
        return False

    def closing(self) -> None:
        """The program ends while this screen is open; TableError for what cannot be kept."""

    @property
    def in_front(self) -> bool:
        """Whether it is the screen that the player sees."""
        return self.app.screen_stack[-1:] == [self]

    async def on_event(self, event: Event) -> None:
        """Hand on a key that came too late."""
        if isinstance(event, Key) and not self.in_front:
            event.stop()
            if self.app.screen_stack:  # there is none when the player has quit
                self.app.post_message(Key(event.key, event.character))
            return
        await super().on_event(event)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Answer and close, once."""
        if not self.in_front:
            return AwaitComplete()
        return super().dismiss(result)
