// Builds elements without markup strings, as a strict Content-Security-Policy requires.

const SVG = "http://www.w3.org/2000/svg";

/** Outlines on a 24 × 24 grid, drawn with the text's colour. */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3",
  new: "M12 5v14M5 12h14",
  retry: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  pause: "M9 5v14M15 5v14",
  resume: "M8 5v14l11-7z",
  stop: "M6 6h12v12H6z",
  share: "M12 15V4m-4 4 4-4 4 4M5 13v6h14v-6",
  setup: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4z",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5",
  help: "M9 9.2a3 3 0 1 1 4.4 2.6c-1 .6-1.4 1.1-1.4 2.4M12 18v.3",
  hint: "M9 17.5h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 11.5a.5.5 0 1 0 .01 0zM12 11.5a.5.5 0 1 0 .01 0zM19 11.5a.5.5 0 1 0 .01 0z",
};

/**
 * An element with attributes and children. `on` holds listeners, `text` the text; `false` and
 * `null` leave an attribute out, `true` sets it empty.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function build(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, text, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) {
    if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  if (text != null) element.textContent = text;
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child)));
  return element;
}

/**
 * An element of an SVG drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * A decorative icon; the control beside it carries the name.
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svg.append(draw("path", { d: ICONS[name] }));
  return svg;
}

/**
 * A button with an icon and text; `quiet` shows only the icon and keeps the text as its name.
 * @param {{icon?: keyof typeof ICONS, words: string, hint?: string, quiet?: boolean, kind?: string,
 *   onClick: (event: MouseEvent) => void}} options  hint: its key, for the title
 * @returns {HTMLButtonElement}
 */
export function button({ icon: drawing, words, hint, quiet = false, kind = "", onClick }) {
  const title = hint ? `${words} (${hint})` : quiet ? words : null;
  return build(
    "button",
    {
      type: "button",
      class: `button ${kind && `button--${kind}`} ${quiet ? "button--icon" : ""}`.trim(),
      title,
      "aria-label": quiet ? words : null,
      on: { click: onClick },
    },
    drawing && icon(drawing),
    !quiet && build("span", { text: words }),
  );
}

/**
 * Replace all children at once.
 * @param {Element} parent
 * @param {...(Node | string | null | false | undefined)} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child)));
}

/**
 * Make a change. If it removes, hides or disables the focused control, the focus moves to another;
 * otherwise the keyboard would start again at the top of the page.
 * @param {() => void} change
 * @param {() => HTMLElement | null} next  asked when the focus is lost
 */
export function keepFocus(change, next) {
  const held = focused();
  change();
  if (held && held !== document.body && isLost(held)) next()?.focus({ preventScroll: true });
}

/** The focused element, also in a notebook, where all is in a shadow root; a board keeps its own focus. */
function focused() {
  let held = document.activeElement;
  while (held?.shadowRoot?.activeElement && held.localName !== "taquin-board") {
    held = held.shadowRoot.activeElement;
  }
  return held;
}

/**
 * The browser itself drops the focus only in the next frame. This reads no styles, which would slow
 * down every key press.
 * @param {Element} held
 */
function isLost(held) {
  return !held.isConnected || held.matches(":disabled, [hidden] *, [hidden], [inert] *, [inert]");
}

/**
 * @param {string} text
 * @returns {string} with a capital first letter
 */
export function sentence(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Place parts by the window, now and when it changes.
 * @param {string} media  when it is wide
 * @param {(wide: boolean) => void} place
 */
export function inWindow(media, place) {
  const query = matchMedia(media);
  query.addEventListener("change", () => place(query.matches));
  place(query.matches);
}
