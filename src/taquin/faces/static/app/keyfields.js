// The part of the settings where keys are chosen: a set at once, or key by key.

import { build, button, fill, sentence } from "../shared/dom.js";
import { ACTIONS, keyLabel, keyName } from "../shared/keys.js";
import { KEY_SETS, rebind } from "./keysets.js";
import { t, translated } from "../words/said.js";

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
      app.say(t`Keys: ${translated(name)}.`, { now: true });
    };
    return { keys, element: button({ words: translated(name), onClick }) };
  });
  /** @param {{to: string, text: string}} [told]  which action has got a key, and what another has lost */
  const paint = (told) => {
    const now = settings.get("keys");
    for (const { keys, element } of sets) element.setAttribute("aria-pressed", String(areSame(keys, now)));
    fill(list, ...Object.keys(ACTIONS).map((action) => keyRow(app, action, paint, action === told?.to ? told.text : "")));
  };
  paint();
  return build(
    "section",
    { class: "settings__group settings__group--keys" },
    build("h3", { text: t`Keys` }),
    build("p", {
      class: "note",
      text: t`With HJKL, H moves left and I asks for a hint. Select a key to remove it.`,
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
 * @param {(told?: {to: string, text: string}) => void} paint
 * @param {string} told  what its newest key has cost another action
 */
function keyRow(app, action, paint, told) {
  const { settings, say } = app;
  const words = ACTIONS[action];
  const names = settings.get("keys")[action] ?? [];
  const store = (/** @type {Record<string, string[]>} */ keys, text = "") => {
    settings.set("keys", keys);
    paint({ to: action, text });
    focusRow(action);
  };
  const chips = names.map((name) => {
    const rest = names.filter((each) => each !== name);
    const onClick = () => store({ ...settings.get("keys"), [action]: rest });
    const chip = button({ words: keyLabel(name), onClick });
    chip.setAttribute("aria-label", t`${keyLabel(name)}, remove from: ${words}`);
    return chip;
  });
  const add = button({
    icon: "new",
    words: t`Add a key: ${words}`,
    quiet: true,
    kind: "quiet",
    onClick: listen,
  });
  const drawing = /** @type {Element} */ (add.firstElementChild);

  function listen() {
    add.textContent = t`Press a key`;
    add.classList.remove("button--icon");
    say(t`Press a key for: ${words}.`, { now: true });
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
      say(t`No key was added.`, { now: true });
      return;
    }
    const keys = settings.get("keys");
    const loser = Object.keys(keys).find((one) => one !== action && keys[one].includes(name));
    const text = loser ? t`${keyLabel(name)} is no longer assigned to: ${ACTIONS[loser]}.` : "";
    store(rebind(keys, action, name), text);
    if (text) say(text, { now: true });
  }

  return build(
    "div",
    { class: "keys__row", "data-action": action },
    build("dt", { text: sentence(words) }),
    build(
      "dd",
      { class: "toolbar" },
      ...chips,
      chips.length === 0 && build("span", { class: "note", text: t`no key` }),
      add,
      told && build("span", { class: "note keys__told", text: told }),
    ),
  );
}

/** @param {string} action */
function focusRow(action) {
  const button = document.querySelector(`[data-action="${action}"] button:last-of-type`);
  if (button instanceof HTMLElement) button.focus();
}
