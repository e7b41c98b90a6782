"""The address at which a folder will be served: `--base-url`."""

from typing import NamedTuple
from urllib.parse import urlsplit

from taquin.ground.errors import OptionError, quoted

__all__ = ["BaseUrl", "read_base_url"]

_PLAIN = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%/:[]@!$&'()*+,;="
)


class BaseUrl(NamedTuple):
    """An address of a folder.

    text:  all of it, ending in a slash
    path:  the part after the host, beginning and ending in a slash
    """

    text: str
    path: str


def read_base_url(text: str) -> BaseUrl:
    """The address in a text; raises OptionError for anything but http(s)://HOST/PATH."""
    expected = "expected the address of a folder, such as https://example.org/games/taquin/"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise OptionError(f"--base-url {quoted(text)}: {expected}.") from None
    bare = text.partition("#")[0].partition("?")[0] == text and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare or port == 0:
        raise OptionError(f"--base-url {quoted(text)}: {expected}.")
    if not set(text) <= _PLAIN or "/." in parts.path or "//" in parts.path:
        raise OptionError(f"--base-url {quoted(text)}: {expected}, with special characters as %20.")
    path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    return BaseUrl(f"{parts.scheme}://{parts.netloc}{path}", path)
