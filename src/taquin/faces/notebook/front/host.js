/** What every widget of the notebook has: its own tree of elements, its theme, its keys. */
import { build } from "../../static/shared/dom.js";

/**
 * @typedef {object} Model the widget in the kernel, as anywidget shows it
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {(event: string, listener: (...given: any[]) => void) => void} on
 * @property {(event: string, listener: (...given: any[]) => void) => void} off
 * @property {() => void} save_changes
 * @property {(message: unknown) => void} send
 *
 * @typedef {object} View one of the places where a widget is shown
 * @property {Model} model
 * @property {HTMLElement} root where its elements belong
 * @property {(names: string[], listener: () => void) => void} follow  calls the listener now, and
 *   whenever one of these traits changes
 * @property {(listener: (message: any) => void) => void} hear  messages of the kernel
 * @property {(listener: () => void) => void} onTheme  the theme has changed
 * @property {(listener: () => void) => void} onLeave  the view is closed
 */

const MESSAGE = "msg:custom";
const SETTLES = 500; // milliseconds after which the notebook has applied another theme

/**
 * The front end of a widget for anywidget.
 * @param {(view: View) => void} fill
 * @returns {(css: string) => {render: (widget: {model: Model, el: HTMLElement}) => () => void}}
 */
export function widgetOf(fill) {
  return (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return {
      render({ model, el }) {
        const host = buildHost(sheet);
        const root = build("div", { class: "lab" });
        host.shadowRoot?.append(root);
        el.append(host);
        /** @type {Array<() => void>} */ const leaving = [() => host.remove()];
        /** @type {Array<() => void>} */ const recolouring = [];
        const listen = (/** @type {string} */ event, /** @type {(message: any) => void} */ listener) => {
          model.on(event, listener);
          leaving.push(() => model.off(event, listener));
        };
        leaving.push(hidePicture(model.get("picture")));
        leaving.push(followTheme(host, () => recolouring.forEach((listener) => listener())));
        fill({
          model,
          root,
          follow: (names, listener) => {
            names.forEach((name) => listen(`change:${name}`, listener));
            listener();
          },
          hear: (listener) => listen(MESSAGE, listener),
          onTheme: (listener) => recolouring.push(listener),
          onLeave: (listener) => leaving.push(listener),
        });
        return () => leaving.forEach((listener) => listener());
      },
    };
  };
}

/**
 * Hide the picture that stands in for the widget where there is no kernel.
 * @param {string} name the class of its element
 * @returns {() => void} shows it again
 */
function hidePicture(name) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.${name}{display:none}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** @param {CSSStyleSheet} sheet */
function buildHost(sheet) {
  // JupyterLab takes keys before any element gets them, except below this attribute.
  const host = build("div", { class: "taquin-widget", "data-lm-suppress-shortcuts": "true" });
  host.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  // The notebook's own listeners further up must not see keys that were meant for the widget.
  for (const type of ["keydown", "keypress", "keyup"]) {
    host.addEventListener(type, (event) => event.stopPropagation());
  }
  return host;
}

/**
 * Keep a widget in the notebook's theme.
 * @param {HTMLElement} host
 * @param {() => void} onChange
 * @returns {() => void} stops it
 */
function followTheme(host, onChange) {
  /** A view outside the window may be detached, and has no colours to draw with then. */
  let stale = false;
  const look = () => {
    const theme = isDark(host.parentElement ?? document.body) ? "dark" : "light";
    if (theme === host.dataset["theme"]) return;
    host.dataset["theme"] = theme;
    stale = host.getClientRects().length === 0;
    if (!stale) onChange();
  };
  const appearance = new IntersectionObserver((entries) => {
    if (!stale || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    stale = false;
    onChange();
  });
  appearance.observe(host);
  let due = 0;
  const soon = () => {
    look();
    window.clearTimeout(due);
    due = window.setTimeout(look, SETTLES);
  };
  const watch = new MutationObserver(soon);
  for (const element of [document.documentElement, document.body]) {
    watch.observe(element, { attributes: true });
  }
  soon();
  return () => {
    watch.disconnect();
    appearance.disconnect();
    window.clearTimeout(due);
  };
}

/**
 * Whether the notebook is dark: JupyterLab and VS Code say so; elsewhere its letters are light.
 * @param {Element} element
 */
function isDark(element) {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false";
  if (vscodeThemeKind) return vscodeThemeKind.includes("dark") || vscodeThemeKind === "vscode-high-contrast";
  const [red = 0, green = 0, blue = 0] = getComputedStyle(element).color.match(/[\d.]+/g)?.map(Number) ?? [];
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128;
}
