/** Parts shared by several sections of the lab. */
import { build, inWindow } from "../../shared/dom.js";
import { t } from "../../words/said.js";

/** From this width on, what is folded on a phone is open. */
const WIDE = "(min-width: 48rem)";

/**
 * A labelled field: the label is above its control.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [help] shown below, and read with the control
 * @returns {HTMLElement}
 */
export function field(text, control, help) {
  const id = control.id || unique("lab");
  control.id = id;
  const note = help ? build("small", { id: `${id}-help`, text: help }) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return build("div", { class: "field" }, build("label", { for: id, text }), control, note);
}

/**
 * A select with one option per choice.
 * @param {Array<[value: string, text: string]>} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 * @returns {HTMLSelectElement}
 */
export function choose(choices, chosen, onChange) {
  const select = build(
    "select",
    {},
    ...choices.map(([value, text]) => build("option", { value, text, selected: value === chosen })),
  );
  select.addEventListener("change", () => onChange(select.value));
  return select;
}

/** Longer rows may break: they would not fit a narrow window. */
const MOST_LETTERS = 30;

/**
 * A board in a sentence or a table: a line breaks between its rows alone.
 * @param {string} text
 * @returns {string} "7 0 2 / 8 5 3 / 6 1 4"
 */
export function boardWords(text) {
  if (text.indexOf("/") > MOST_LETTERS) return text.replaceAll("/", " / ");
  return text.replaceAll(" ", "\u00a0").replaceAll("/", "\u00a0/ ");
}

let last = 0;

/**
 * An id that is unique on the page.
 * @param {string} prefix
 * @returns {string}
 */
export function unique(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

/**
 * A section of the lab, named by its heading.
 * @param {string} title
 * @param {...(Node | null)} children
 * @returns {HTMLElement}
 */
export function section(title, ...children) {
  const id = unique("lab-heading");
  return build(
    "section",
    { class: "panel lab-section", "aria-labelledby": id },
    build("h2", { id, text: title }),
    ...children,
  );
}

/**
 * A table with the data of a picture.
 * @param {string} caption
 * @param {string[]} head
 * @param {Array<Array<string | number>>} rows the first cell of a row heads it
 * @returns {HTMLElement} a scrolling region that holds the table
 */
export function plainTable(caption, head, rows) {
  const body = rows.map(([first, ...rest]) =>
    build(
      "tr",
      {},
      build("th", { scope: "row", text: String(first) }),
      ...rest.map((cell) => build("td", { text: String(cell) })),
    ),
  );
  return scrollingTable(
    caption,
    "table",
    build("thead", {}, build("tr", {}, ...head.map((text) => build("th", { scope: "col", text })))),
    build("tbody", {}, ...body),
  );
}

/**
 * @param {string} caption
 * @param {string} kind  the table's class
 * @param {...HTMLElement} parts  head and body
 * @returns {HTMLElement} a scrolling region that holds the table
 */
export function scrollingTable(caption, kind, ...parts) {
  return build(
    "div",
    { class: "lab-scroll", tabindex: "0", role: "region", "aria-label": caption },
    build("table", { class: kind }, build("caption", { text: caption }), ...parts),
  );
}

/**
 * A table behind a disclosure, built when it is opened, and again by `refresh` while it is open.
 * @param {string} title
 * @param {() => Node} make
 * @returns {{element: HTMLDetailsElement, refresh: () => void}}
 */
export function twin(title, make) {
  const holder = build("div");
  const element = build(
    "details",
    { class: "lab-twin" },
    build("summary", { text: title }),
    holder,
  );
  const refresh = () => {
    if (element.open) holder.replaceChildren(make());
  };
  element.addEventListener("toggle", refresh);
  return { element, refresh };
}

/**
 * What is needed seldom: folded on a phone, plainly there in a wider window (`unfoldWide`).
 * @param {string} title
 * @param {...Node} parts
 * @returns {HTMLDetailsElement}
 */
export function seldom(title, ...parts) {
  return build("details", { class: "lab-seldom" }, build("summary", { text: title }), ...parts);
}

/**
 * Open and fold what is seldom needed as the window becomes wide or narrow.
 * @param {() => Iterable<HTMLElement>} hosts  of such parts, at that time
 * @returns {() => void}  does the same for new parts
 */
export function unfoldWide(hosts) {
  let open = false;
  const follow = () => {
    for (const host of hosts()) {
      for (const part of host.querySelectorAll("details")) if (part.matches(".lab-seldom")) part.open = open;
    }
  };
  inWindow(WIDE, (wide) => {
    open = wide;
    follow();
  });
  return follow;
}

/**
 * The page's colours as a canvas needs them: resolved for the current theme.
 * @param {HTMLElement} host
 * @param {string[]} tokens custom properties
 * @returns {Record<string, string>}
 */
export function colours(host, tokens) {
  const probe = build("span", { hidden: true });
  host.append(probe);
  // With forced colours the probe would give the text colour for every token.
  probe.style.setProperty("forced-color-adjust", "none");
  const found = /** @type {Record<string, string>} */ ({});
  for (const token of tokens) {
    probe.style.color = `var(${token})`;
    found[token] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

/**
 * Canvases of one size, laid over each other.
 * @param {HTMLCanvasElement[]} layers from the lowest
 * @returns {HTMLCanvasElement}
 */
export function flattened(layers) {
  const canvas = build("canvas");
  canvas.width = layers[0]?.width ?? 0;
  canvas.height = layers[0]?.height ?? 0;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  for (const layer of layers) context.drawImage(layer, 0, 0);
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>} a PNG
 */
export function blobOf(canvas) {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(t`the browser could not make the picture; show it on the page first.`));
    }),
  );
}

/** Pixels by which a mouse may move as it is clicked again, and milliseconds that this takes. */
const [UNMOVED, AGAIN] = [8, 600];

/**
 * After a click that scrolled the page, the second one of a double click is not meant for what is there now.
 * @param {HTMLElement} element  ignores it
 * @param {MouseEvent} first
 */
export function ignoreAgain(element, first) {
  // Of a key.
  if (first.detail === 0) return;
  const over = new AbortController();
  const ignore = (/** @type {MouseEvent} */ event) => {
    // When it was clicked, not when the page had time for it.
    if (event.timeStamp - first.timeStamp > AGAIN) {
      over.abort();
      return;
    }
    const moved = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
    if (event.detail === 0 || moved > UNMOVED) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("click", ignore, { capture: true, signal: over.signal });
}
