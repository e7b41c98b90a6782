"""`taquin serve` whose page files a browser may keep, if it asks so: run with its arguments.

A browser of visitors asks for every file at every load whether it changed, which is half of what a
load costs. The tests of the page load it a thousand times; their tabs name themselves in a header,
and only they are told that files stay as they are. Everybody else gets the server as it is.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from taquin.__main__ import main
from taquin.faces.web.http import server

__all__ = ["KEEPING"]

# The header of a request by which a test's tab says that it keeps files.
KEEPING = "x-test-keeps-files"
_REVALIDATED = (b"cache-control", b"no-cache")
_KEPT = (b"cache-control", b"max-age=3600")

Message = MutableMapping[str, Any]
App = Callable[[Any, Any, Callable[[Message], Awaitable[None]]], Awaitable[None]]


def keeping(app: App) -> App:
    """That application, with files that a browser may keep for those that ask for it."""

    async def answer(scope: Any, receive: Any, send: Callable[[Message], Awaitable[None]]) -> None:
        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                pairs = message["headers"]
                message["headers"] = [_KEPT if pair == _REVALIDATED else pair for pair in pairs]
            await send(message)

        names = {name for name, _ in scope.get("headers", ())}
        await app(scope, receive, say if KEEPING.encode() in names else send)

    return answer


if __name__ == "__main__":
    _configured = server.configured
    server.configured = lambda app, *given: _configured(keeping(app), *given)
    main()
