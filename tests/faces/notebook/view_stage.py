"""Widgets in a tab of the browser without a notebook: a model between them and Python.

What a view saves or sends reaches the widget at once, and what the widget answers meanwhile comes
back to all its views. Changes made in Python are shown by `told`.
"""

import time
from collections.abc import Callable
from typing import Any

__all__ = ["Views"]

_MODEL = """
class Model extends EventTarget {
  constructor(id, state) {
    super();
    Object.assign(this, { id, state, unsaved: {}, heard: new Map() });
  }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = this.unsaved[name] = value;
    this.dispatchEvent(new Event(`change:${name}`));
  }
  on(event, listener) {
    const heard = ({ detail }) => listener(detail);
    this.heard.set(listener, [...(this.heard.get(listener) ?? []), [event, heard]]);
    this.addEventListener(event, heard);
  }
  off(event, listener) {
    for (const [name, heard] of this.heard.get(listener) ?? []) {
      if (name === event) this.removeEventListener(name, heard);
    }
  }
  save_changes() {
    const saved = this.unsaved;
    this.unsaved = {};
    toPython(this.id, saved, null).then((answer) => this.take(answer));
  }
  send(message) { toPython(this.id, null, message).then((answer) => this.take(answer)); }
  take({ state, messages }) {
    for (const [name, value] of Object.entries(state)) this.set(name, value);
    this.unsaved = {};
    for (const detail of messages) this.dispatchEvent(new CustomEvent("msg:custom", { detail }));
  }
}
globalThis.models = {};
globalThis.seen = [];
addEventListener("keydown", ({ key }) => seen.push(key));
globalThis.mount = async (id, state, code) => {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { default: front } = await import(url);
  const model = (models[id] ??= new Model(id, state));
  const el = document.createElement("div");
  el.className = "view";
  document.querySelector("main").append(el);
  el.leave = front.render({ model, el });
};
"""


class Views:
    """A tab, the widgets that are shown in it, and errors in it."""

    def __init__(self, tab: Any) -> None:
        self.tab, self.troubles = tab, list[str]()
        self._widgets: dict[str, Any] = {}
        self._messages: dict[str, list[Any]] = {}
        tab.on("console", lambda m: m.type == "error" and self.troubles.append(m.text))
        tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        tab.expose_function("toPython", self._to_python)
        # Headings stand above a widget in a notebook, too.
        tab.set_content(
            "<!doctype html><html lang='en'><title>Widgets</title><main><h1>A</h1><h2>B</h2></main>"
        )
        tab.add_script_tag(content=_MODEL)

    def show(self, widget: Any) -> Any:
        """A new view of the widget; returns its locator."""
        if widget.picture not in self._widgets:
            self._widgets[widget.picture] = widget
            self._messages[widget.picture] = []
            widget.send = self._messages[widget.picture].append
        state = self._state(widget)
        self.tab.evaluate(
            "([id, state, code]) => mount(id, state, code)",
            [widget.picture, state, str(widget._esm)],
        )
        views = self.tab.locator(".view")
        return views.nth(views.count() - 1)

    def told(self, widget: Any) -> None:
        """Show what has changed in Python."""
        self.tab.evaluate(
            "([id, answer]) => models[id].take(answer)",
            [widget.picture, self._answer(widget)],
        )

    def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait until Python has heard what the views told."""
        end = time.monotonic() + 60
        while not ready():
            assert time.monotonic() < end, "the views have told nothing of the kind"
            self.tab.wait_for_timeout(20)

    def _to_python(self, name: str, saved: Any, message: Any) -> dict[str, Any]:
        widget = self._widgets[name]
        if saved is not None:
            widget.set_state(saved)
        if message is not None:
            widget._handle_custom_msg(message, [])
        return self._answer(widget)

    def _answer(self, widget: Any) -> dict[str, Any]:
        messages = self._messages[widget.picture]
        answer = {"state": self._state(widget), "messages": list(messages)}
        messages.clear()
        return answer

    @staticmethod
    def _state(widget: Any) -> dict[str, Any]:
        hidden = ("_", "layout", "tabbable", "tooltip")
        state = widget.get_state().items()
        return {name: value for name, value in state if not name.startswith(hidden)}
