"""Firefox and WebKit for tests, by WebDriver's commands and nothing but Python's own library.

Firefox hears them on the socket of Marionette, WebKit through WebKitWebDriver on a virtual screen.
Both know the same commands (https://www.w3.org/TR/webdriver2/) under the same names.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

__all__ = ["ENGINES", "KEYS", "Engine", "EngineError", "absent", "started_engine"]

# What each engine needs, by the names of the programs and of Debian's packages.
ENGINES = {
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"},
}
KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "escape": "\ue00c"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_MINI = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
_PATIENCE = 30.0


class EngineError(Exception):
    """What an engine answered instead of a value."""


def absent(name: str) -> str:
    """The packages that an engine lacks on this machine, separated by spaces; "" if none."""
    return " ".join(
        package for program, package in ENGINES[name].items() if shutil.which(program) is None
    )


class Engine(ABC):
    """A browser with one window. folder: what it downloads lands somewhere below."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def send(self, command: str, **parameters: Any) -> Any:
        """The value that the engine answers; raises EngineError."""

    def open(self, url: str) -> None:
        """Load a page; a change of the fragment alone loads nothing."""
        self.send("Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        """What the body of an async function of `given`, the arguments, returns in the page."""
        wrapped = f"return (async (given) => {{ {script} }})([...arguments])"
        return self.send("ExecuteScript", script=wrapped, args=list(arguments))

    def wait(self, condition: str, *arguments: Any) -> Any:
        """The first value of an expression that is true; an AssertionError names it otherwise."""
        end = time.monotonic() + _PATIENCE
        names = ", ".join(f"a{place}" for place in range(len(arguments)))
        script = f"const [{names}] = arguments[0]; return {condition};"
        while time.monotonic() < end:
            value = self.send("ExecuteScript", script=script, args=[list(arguments)])
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never: {condition} {arguments}")

    def press(self, keys: str) -> None:
        """Keys to where the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def click(self, words: str, within: str = "body") -> None:
        """A real click on the visible button or link of that name."""
        path = (
            f"//*[self::button or self::a or self::summary][normalize-space()={json.dumps(words)}]"
        )
        script = """
          const found = document.evaluate(arguments[0], document, null, 7, null);
          for (let i = 0; i < found.snapshotLength; i++) {
            const one = found.snapshotItem(i);
            if (one.closest(arguments[1]) && one.checkVisibility()) return one;
          }
          return null;"""
        self._click(lambda: self.send("ExecuteScript", script=script, args=[path, within]), words)

    def click_on(self, selector: str) -> None:
        """A real click on the first element of a selector."""
        script = "return document.querySelector(arguments[0])"
        self._click(lambda: self.send("ExecuteScript", script=script, args=[selector]), selector)

    def _click(self, find: Callable[[], Any], words: str) -> None:
        """Click what is found, once it stands still: text above it may still be coming."""
        script = "return JSON.stringify(arguments[0].getBoundingClientRect())"
        end = time.monotonic() + _PATIENCE
        before = ""
        while time.monotonic() < end:
            element = find()
            place = element and self.send("ExecuteScript", script=script, args=[element])
            if place and place == before:
                self.send("ElementClick", id=element[_ELEMENT])
                return
            before = place or ""
            time.sleep(0.15)
        raise AssertionError(f"nothing to click: {words}")

    def attach(self, selector: str, path: Path) -> None:
        """Choose a file in an input, as its dialog does."""
        script = "return document.querySelector(arguments[0])"
        element = self.send("ExecuteScript", script=script, args=[selector])
        self.send("ElementSendKeys", id=element[_ELEMENT], text=str(path))

    def downloaded(self, ending: str) -> Path:
        """The newest complete file with that ending below the folder."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            found = [one for one in self.folder.rglob(f"*{ending}") if one.stat().st_size > 0]
            if found:
                return max(found, key=lambda one: one.stat().st_mtime)
            time.sleep(0.05)
        raise AssertionError(f"no file {ending} was downloaded")


class Firefox(Engine):
    """Headless, over Marionette: length, colon and JSON, both ways."""

    def __init__(self, folder: Path, connection: socket.socket) -> None:
        super().__init__(folder)
        self._connection = connection
        self._rest = b""
        self._last = 0
        self._receive()  # the greeting
        self.send("NewSession", acceptInsecureCerts=False)

    def send(self, command: str, **parameters: Any) -> Any:
        self._last += 1
        text = json.dumps([0, self._last, f"WebDriver:{command}", parameters])
        self._connection.sendall(f"{len(text)}:{text}".encode())
        _, _, error, result = self._receive()
        if error is not None:
            raise EngineError(f"{command}: {error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) else result

    def _receive(self) -> Any:
        while b":" not in self._rest:
            self._rest += self._more()
        length, _, self._rest = self._rest.partition(b":")
        while len(self._rest) < int(length):
            self._rest += self._more()
        text, self._rest = self._rest[: int(length)], self._rest[int(length) :]
        return json.loads(text)

    def _more(self) -> bytes:
        some = self._connection.recv(65536)
        if not some:
            raise EngineError("Firefox closed the connection")
        return some


class WebKit(Engine):
    """MiniBrowser, over WebKitWebDriver's HTTP."""

    _PATHS: ClassVar = {
        "Navigate": "url",
        "Refresh": "refresh",
        "ExecuteScript": "execute/sync",
        "PerformActions": "actions",
        "ElementClick": "element/{id}/click",
        "ElementSendKeys": "element/{id}/value",
        "SetWindowRect": "window/rect",
    }

    def __init__(self, folder: Path, address: str, binary: str) -> None:
        super().__init__(folder)
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        made = self._post(f"{address}/session", wanted)
        self._session = f"{address}/session/{made['sessionId']}"

    def send(self, command: str, **parameters: Any) -> Any:
        path = self._PATHS[command].format(**parameters)
        return self._post(f"{self._session}/{path}", parameters)

    def _post(self, url: str, body: dict[str, Any]) -> Any:
        given = json.dumps(body).encode()
        request = Request(url, given, {"content-type": "application/json"}, method="POST")
        try:
            with urlopen(request, timeout=90) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            problem = json.load(error)["value"]
            raise EngineError(f"{url}: {problem['error']}: {problem['message']}") from None

    def close(self) -> None:
        """End the session, and with it the browser."""
        with suppress(OSError), urlopen(Request(self._session, method="DELETE"), timeout=20):
            pass


@contextmanager
def started_engine(name: str, folder: Path, **preferences: Any) -> Iterator[Engine]:
    """A fresh browser whose home is the folder. preferences: Firefox's, by name with dots as __."""
    with (_firefox if name == "firefox" else _webkit)(folder, preferences) as engine:
        yield engine


@contextmanager
def _program(arguments: list[str], **environment: str) -> "Iterator[subprocess.Popen[bytes]]":
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        arguments, stdout=quiet, stderr=quiet, env={**os.environ, **environment}
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def _answered(connect: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            return connect()
        except (OSError, ValueError):
            time.sleep(0.1)
    raise EngineError(f"{what} did not start")


@contextmanager
def _firefox(folder: Path, preferences: dict[str, Any]) -> Iterator[Engine]:
    profile = folder / "profile"
    profile.mkdir()
    wanted = {
        "marionette.port": 0,  # any free one, which it writes into its profile
        "browser.download.folderList": 2,
        "browser.download.dir": str(folder),
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        **{key.replace("__", "."): value for key, value in preferences.items()},
    }
    lines = (f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in wanted.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    arguments = ["firefox-esr", "--headless", "--marionette", "--profile", str(profile)]
    port = profile / "MarionetteActivePort"
    with _program(arguments, HOME=str(folder), MOZ_CRASHREPORTER_DISABLE="1"):
        connect = lambda: socket.create_connection(("127.0.0.1", int(port.read_text())), 90)  # noqa: E731
        with _answered(connect, "Firefox") as connection:
            yield Firefox(folder, connection)


@contextmanager
def _webkit(folder: Path, preferences: dict[str, Any]) -> Iterator[Engine]:
    assert not preferences, "MiniBrowser reads no preferences"
    (binary,) = Path("/").glob(_MINI.removeprefix("/"))
    read, write = os.pipe()
    screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]
    display = subprocess.Popen(screen, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as line:
            name = f":{line.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        home = {"HOME": str(folder), "DISPLAY": name, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        with _program(["WebKitWebDriver", f"--port={port}"], **home):
            connect = lambda: WebKit(folder, f"http://127.0.0.1:{port}", str(binary))  # noqa: E731
            engine = _answered(connect, "WebKitWebDriver")
            try:
                yield engine
            finally:
                engine.close()
    finally:
        display.terminate()
        display.wait(10)
