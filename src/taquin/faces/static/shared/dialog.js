// Modal dialogs on the native <dialog>: focus returns, Escape and Back close, the page behind is inert.

import { build, button } from "./dom.js";
import { stylesApplied } from "./styles.js";
import { t } from "../words/said.js";

// Whatever opens dialogs has their looks first.
await stylesApplied("shared/dialogs.css");

/** @typedef {import("./appshape.js").App} App */

/**
 * Open a dialog; it removes itself when closed.
 * @param {{title: string, body: Node[], foot?: Node[], onClose?: () => void, app?: App}} options
 *   app: its game is paused as long as the dialog is open; of a clock that does not wait, the dialog says so
 * @returns {{element: HTMLDialogElement, content: HTMLElement, close(): void}}
 */
export function openDialog({ title, body, foot = [], onClose, app }) {
  const heading = build("h2", { id: `dialog-${++count}`, text: title });
  const close = () => element.close();
  const warning = app?.covered();
  const content = build(
    "div",
    { class: "dialog__body", tabindex: "0", role: "group", "aria-labelledby": heading.id },
    warning && build("p", { class: "note", text: warning }),
    ...body,
  );
  const element = build(
    "dialog",
    { "aria-labelledby": heading.id },
    build(
      "div",
      { class: "dialog__head" },
      heading,
      button({ icon: "close", words: t`Close`, quiet: true, kind: "quiet", onClick: close }),
    ),
    content,
    foot.length > 0 && build("div", { class: "dialog__foot" }, ...foot),
  );
  // A click that begins and ends on the backdrop closes; a text selection that ends there does not.
  let pressed = false;
  element.addEventListener("pointerdown", (event) => {
    pressed = event.target === element;
  });
  element.addEventListener("click", (event) => {
    if (pressed && event.target === element) close();
  });
  element.addEventListener("close", () => {
    element.remove();
    goOn(app);
    onClose?.();
  });
  // Before the dialog takes the focus, which then returns to where the pause has left it.
  hold(app);
  document.body.append(element);
  element.showModal();
  enter();
  // Not the first control: the title is read, no control is singled out, and keys scroll.
  content.focus({ preventScroll: true });
  content.classList.add("dialog__body--entered");
  content.addEventListener("blur", () => content.classList.remove("dialog__body--entered"), { once: true });
  return { element, content, close };
}

let count = 0;

/** Whether the game was paused for a dialog. */
let holding = false;

/** @param {App} [app] */
function hold(app) {
  if (!app?.game.running) return;
  app.game.pause();
  holding = true;
}

/**
 * After the last dialog the game resumes, unless its view was left: there it waits, covered.
 * @param {App} [app]
 */
function goOn(app) {
  if (!app || !holding || document.querySelector("dialog[open]")) return;
  holding = false;
  if (app.element?.isConnected) app.game.resume();
}

/**
 * A dialog has an entry of the browser's history, from which Back closes it. The entry outlives a
 * dialog that is closed otherwise: the next dialog or view takes its place, and Back passes over it.
 */
function enter() {
  if (!history.state?.dialog) history.pushState({ dialog: location.href }, "");
  at = history.state;
  addEventListener("popstate", follow);
}

/** The state of the entry that is shown. @type {{dialog?: string} | null} */
let at = null;

function follow() {
  const left = at?.dialog;
  at = history.state;
  // The entry below has the same address; any other was reached by a link.
  if (!left || at?.dialog || left !== location.href) return;
  const open = [...document.querySelectorAll("dialog")].filter((one) => one.open).at(-1);
  if (open) open.close();
  else history.back();
}

/**
 * Ask before something that cannot be undone.
 * @param {{title: string, text: string, yes: string, kind?: string}} options  yes: the verb on the button
 * @returns {Promise<boolean>}
 */
export function confirmDialog({ title, text, yes, kind = "primary" }) {
  return new Promise((answer) => {
    let agreed = false;
    const { close } = openDialog({
      title,
      body: [build("p", { text })],
      foot: [
        button({ words: t`Cancel`, onClick: () => close() }),
        button({
          words: yes,
          kind,
          onClick: () => {
            agreed = true;
            close();
          },
        }),
      ],
      onClose: () => answer(agreed),
    });
  });
}
