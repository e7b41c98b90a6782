// The part of the settings where keys are chosen: a set at once, or key by key.

import { build, button, fill, sentence } from "../shared/dom.js";
import { ACTIONS, KEY_SETS, keyLabel, keyName, rebind } from "../shared/keys.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildKeyFields(app) {
  const { settings } = app;
  const list = build("dl", { class: "keys" });
  const sets = Object.entries(KEY_SETS).map(([name, keys]) => {
    const onClick = () => {
      settings.set("keys", keys);
      paint();
      app.say(`Keys: ${name}.`, { now: true });
    };
    return { keys, element: button({ words: name, onClick }) };
  });
  const paint = () => {
    const now = settings.get("keys");
    for (const { keys, element } of sets) element.setAttribute("aria-pressed", String(areSame(keys, now)));
    fill(list, ...Object.keys(ACTIONS).map((action) => keyRow(app, action, paint)));
  };
  paint();
  return build(
    "section",
    { class: "settings__group" },
    build("h3", { text: "Keys" }),
    build("p", {
      class: "note",
      text: "With HJKL, H moves left and I asks for a hint. Select a key to remove it.",
    }),
    build("div", { class: "toolbar" }, ...sets.map(({ element }) => element)),
    list,
  );
}

/**
 * @param {Record<string, string[]>} one
 * @param {Record<string, string[]>} other
 * @returns {boolean}  whether each action has the same keys in both, in whatever order
 */
function areSame(one, other) {
  const named = (/** @type {string[]} */ keys) => [...keys].sort().join(" ");
  return Object.keys(ACTIONS).every((action) => named(one[action]) === named(other[action]));
}

/**
 * @param {App} app
 * @param {string} action
 * @param {() => void} paint
 */
function keyRow(app, action, paint) {
  const { settings, say } = app;
  const words = ACTIONS[action];
  const names = settings.get("keys")[action] ?? [];
  const store = (/** @type {Record<string, string[]>} */ keys) => {
    settings.set("keys", keys);
    paint();
    focusRow(action);
  };
  const chips = names.map((name) => {
    const rest = names.filter((each) => each !== name);
    const onClick = () => store({ ...settings.get("keys"), [action]: rest });
    const chip = button({ words: keyLabel(name), onClick });
    chip.setAttribute("aria-label", `${keyLabel(name)}, remove from: ${words}`);
    return chip;
  });
  const add = button({
    icon: "new",
    words: `Add a key: ${words}`,
    quiet: true,
    kind: "quiet",
    onClick: listen,
  });
  const drawing = /** @type {Element} */ (add.firstElementChild);

  function listen() {
    add.textContent = "Press a key";
    add.classList.remove("button--icon");
    say(`Press a key for: ${words}.`, { now: true });
    add.addEventListener("keydown", take);
    add.addEventListener("blur", rest);
  }

  /** Stop waiting. The other buttons stay as they are: a click on one may be under way. */
  function rest() {
    add.removeEventListener("keydown", take);
    add.removeEventListener("blur", rest);
    add.classList.add("button--icon");
    fill(add, drawing);
  }

  /** @param {KeyboardEvent} event */
  function take(event) {
    const name = keyName(event);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    rest();
    if (event.key === "Tab" || event.key === "Escape") {
      say("No key was added.", { now: true });
      return;
    }
    const keys = settings.get("keys");
    const loser = Object.keys(keys).find((one) => one !== action && keys[one].includes(name));
    store(rebind(keys, action, name));
    if (loser) say(`${keyLabel(name)} is no longer assigned to: ${ACTIONS[loser]}.`, { now: true });
  }

  return build(
    "div",
    { class: "keys__row", "data-action": action },
    build("dt", { text: sentence(words) }),
    build(
      "dd",
      { class: "toolbar" },
      ...chips,
      chips.length === 0 && build("span", { class: "note", text: "no key" }),
      add,
    ),
  );
}

/** @param {string} action */
function focusRow(action) {
  const button = document.querySelector(`[data-action="${action}"] button:last-child`);
  if (button instanceof HTMLElement) button.focus();
}
