/** Where a notice has its place: on no control, no words and no board, if the window has room for it. */

/** Pixels between a notice and the window's edge, the page's own margin, and between the places that are tried. */
const [EDGE, STEP] = [16, 6];
/** Pixels of a control's edge that are covered if need be, where neither its words nor its picture are. */
const MARGIN = 8;
/** Pixels of a window that is wide, as the style sheets have it. */
const WIDE = 960;
/** Pixels around what is there that may touch a notice. */
const BORDER = 1;
/** What a notice must not cover. */
const CONTROLS = "button, a[href]:not(.wordmark), input, select, textarea, summary, taquin-board, .solve__state";
const HEADINGS = "h1, h2, h3";
/** What the player looks at, or has just asked for. */
const LOOKED_AT = "taquin-board, .clock__figures, .hints__words, .result";
const MUST_BE_READ = [HEADINGS, LOOKED_AT].join();
/**
 * How much more than other controls weigh the words that are on none, what the player looks at, and the button for what
 * comes next, and how much less those of the head, which nobody needs in the middle of a game.
 */
const [WORDS, NEXT, HEAD] = [2, 40, 0.2];
/** Pixels of the width in which a notice has few lines, and in which words with “Undo” have two. */
const [LEAST, LEAST_UNDO] = [160, 150];
/** Parts of its width, in which a notice has more lines, and the fewest pixels of them. */
const [NARROWER, NARROWEST] = [[0.75, 0.6, 0.45], 192];
/** Not at the end of the page, but over it. */
const APART = "notice--apart";
/** In the place of the page's name, which is away meanwhile: on a phone no other is always free. */
const NARROW = "notice--narrow";
/** In the head, between the tabs and the tools, where the name is too short to make room. */
const BESIDE = "notice--beside";

/**
 * What is inert waits for something else to end, as the choices of an attempt that goes on; a dialog lies over the notice.
 * @param {Element} one
 */
function isInUse(one) {
  return one.checkVisibility() && !one.closest("[inert], dialog");
}

/**
 * As the style sheet has it, before a place is looked for.
 * @param {HTMLElement} notice
 */
export function lieFreely(notice) {
  notice.classList.remove(APART, NARROW, BESIDE);
  for (const property of ["inset", "max-inline-size"]) notice.style.removeProperty(property);
}

/**
 * Whether a notice stands in place of the page's name.
 * @param {HTMLElement} notice
 */
function isInHead(notice) {
  return notice.classList.contains(NARROW) && !notice.classList.contains(BESIDE);
}

/** @param {HTMLElement} notice */
export function isBetweenTabs(notice) {
  return notice.classList.contains(BESIDE);
}

/** @param {HTMLElement} notice */
export function coversControl(notice) {
  const { left, right, top, bottom } = notice.getBoundingClientRect();
  return [...document.querySelectorAll(CONTROLS)].some((one) => {
    if (notice.contains(one) || !isInUse(one)) return false;
    const place = one.getBoundingClientRect();
    const wide = Math.min(place.right, right) - Math.max(place.left, left);
    return wide > MARGIN && Math.min(place.bottom, bottom) - Math.max(place.top, top) > MARGIN;
  });
}

/**
 * The places on the screen of what is written within an element.
 * @param {Element} root
 * @param {(holder: HTMLElement) => boolean} counts  whether the words of an element count
 * @returns {Array<{place: DOMRect, holder: HTMLElement}>}
 */
function textPlaces(root, counts) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    const holder = /** @type {HTMLElement} */ (texts.currentNode.parentElement);
    if (!counts(holder) || holder.closest("[inert]") || !holder.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(texts.currentNode);
    for (const place of range.getClientRects()) places.push({ place, holder });
  }
  return places;
}

/**
 * How much more than others a control weighs.
 * @param {Element} control
 */
function weightOf(control) {
  if (control.matches(".button--primary") || control.closest(LOOKED_AT)) return NEXT;
  return control.closest("header") ? HEAD : 1;
}

/**
 * The part of a control that stays free if need be: without the edge, but with its words and its picture.
 * @param {Element} control
 * @returns {DOMRect}
 */
function heartOf(control) {
  const { left, top, right, bottom } = control.getBoundingClientRect();
  const pictures = [...control.querySelectorAll("svg")].map((one) => one.getBoundingClientRect());
  const parts = [...pictures, ...textPlaces(control, () => true).map(({ place }) => place)].filter(({ width }) => width > 0);
  const [x, y] = [Math.min(left + MARGIN, ...parts.map((one) => one.left)), Math.min(top + MARGIN, ...parts.map((one) => one.top))];
  const ends = [Math.max(right - MARGIN, ...parts.map((one) => one.right)), Math.max(bottom - MARGIN, ...parts.map((one) => one.bottom))];
  return new DOMRect(x, y, ends[0] - x, ends[1] - y);
}

/**
 * Where the head has room for a notice with few lines: the place of the page's name, or, for one that can be undone,
 * between tabs and tools.
 * @param {HTMLElement} notice
 * @param {DOMRect} name
 * @returns {DOMRect | null}
 */
function roomInHead(notice, name) {
  if (name.top < 0) return null;
  if (name.width >= LEAST) return name;
  const tab = document.querySelector("header nav > :last-child")?.getBoundingClientRect();
  const tool = document.querySelector("header button")?.getBoundingClientRect();
  if (!tab || !tool || !notice.querySelector(".button:not(.button--icon)")) return null;
  const width = tool.left - tab.right;
  return width >= LEAST_UNDO && tab.top < name.bottom ? new DOMRect(tab.right, name.top, width, name.height) : null;
}

/**
 * The sizes of a notice whose words have more lines.
 * @param {HTMLElement} notice
 * @param {number} width  of fewer lines
 */
function narrowerSizes(notice, width) {
  const sizes = NARROWER.filter((part) => part * width >= NARROWEST).map((part) => {
    notice.style.setProperty("max-inline-size", `${Math.ceil(part * width)}px`);
    return { width: notice.offsetWidth, height: notice.offsetHeight, isWhole: notice.scrollWidth <= notice.clientWidth };
  });
  notice.style.removeProperty("max-inline-size");
  // Where its buttons need more, they would stick out.
  return sizes.filter(({ isWhole }) => isWhole);
}

/**
 * What a notice must not cover, and how much of it does lie under a rectangle.
 * @param {HTMLElement} notice
 */
function takenBeside(notice) {
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((one) => !notice.contains(one) && isInUse(one))
    .map((one) => {
      const [place, heart] = [one.getBoundingClientRect(), heartOf(one)];
      return { place, frame: one.localName === "taquin-board" ? heart : place, heart, weight: weightOf(one), isName: false };
    });
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const foot = document.documentElement.clientHeight;
  const name = document.querySelector(".wordmark")?.getBoundingClientRect();
  const named = name ? [{ place: name, frame: name, heart: name, weight: WORDS, isName: true }] : [];
  return (/** @type {string} */ within) => {
    const words = textPlaces(content, (holder) => !holder.closest(CONTROLS) && Boolean(holder.closest(within)))
      .map(({ place, holder }) => ({ place, frame: place, heart: place, weight: holder.closest(LOOKED_AT) ? NEXT : WORDS, isName: false }));
    return [...controls, ...named, ...words].filter(({ place }) => place.bottom > 0 && place.top < foot);
  };
}

/** @typedef {"place" | "frame" | "heart"} Covered  of what is taken: all, without the board's frame, or what stays free if need be */

/**
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {Covered} part
 * @param {Array<{place: DOMRect, frame: DOMRect, heart: DOMRect, weight: number}>} among
 */
function coveredBy(box, part, among) {
  let sum = 0;
  for (const { [part]: { left, top, right, bottom }, weight } of among) {
    const wide = Math.min(right, box.x + box.width) - Math.max(left, box.x);
    const high = Math.min(bottom, box.y + box.height) - Math.max(top, box.y);
    // A border's width is no part of what can be seen or pressed.
    if (wide > BORDER && high > BORDER) sum += wide * high * weight;
  }
  return sum;
}

/**
 * Whether a notice covers nothing where it stands, but the page's name if that is its place.
 * @param {HTMLElement} notice
 */
export function liesFree(notice) {
  const box = notice.getBoundingClientRect();
  const inName = isInHead(notice);
  const name = document.querySelector(".wordmark")?.getBoundingClientRect();
  if (inName && name && name.bottom <= box.top) return false;
  const taken = takenBeside(notice)("main").filter(({ isName }) => !inName || !isName);
  const head = taken.filter(({ weight }) => weight === HEAD);
  return coveredBy(box, "heart", head) === 0 && coveredBy(box, "frame", taken.filter((one) => !head.includes(one))) === 0;
}

/**
 * Move a notice to where it covers neither words nor what can be pressed: as low as possible, where the style
 * sheet has it, at the left, or at the right of the content, otherwise of the window; on a phone, in place of the page's
 * name. Where there is no such place, it
 * has more lines, then covers words that are no headings and that nobody has just asked for. Where there is no room at
 * all, it covers as little as possible, and rather the head of the page than what stands below the board.
 * @param {HTMLElement} notice
 * @param {boolean} spare  it offers what a button of the game does, too
 * @returns {{area: number, narrowed: boolean, needed: number}} how much it covers; needed: without the head
 */
export function makeWay(notice, spare) {
  // Without the animation that brings it in.
  notice.style.setProperty("animation", "none");
  const { left, top, width, height } = notice.getBoundingClientRect();
  notice.style.removeProperty("animation");
  const foot = document.documentElement.clientHeight;
  // The root's own width includes the strip kept for a scroll bar, where nothing is painted.
  const room = document.body.clientWidth;
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { left: from, right: to } = content.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(content).paddingInlineStart);
  const endsOf = (/** @type {number} */ width) => [to - padding - width, room - width - EDGE];
  const columnsOf = (/** @type {number} */ width) => {
    const [end, edge] = endsOf(width);
    return [[left, from + padding, end], [EDGE, edge]];
  };
  // The words of a page of several windows are read by scrolling, and at its end the notice is below them; its
  // headings say where one is. They are covered only where there is no other place.
  const long = document.documentElement.scrollHeight > 2 * foot;
  const takenIn = takenBeside(notice);
  const name = document.querySelector(".wordmark")?.getBoundingClientRect();
  let taken = takenIn("main");
  /** @param {number} x @param {number} y @param {Covered} part @param {{width: number, height: number}} size */
  const covered = (x, y, part, size = { width, height }, among = taken) => coveredBy({ x, y, width: size.width, height: size.height }, part, among);
  const header = document.querySelector("header")?.getBoundingClientRect();
  const head = Math.max(header?.bottom ?? 0, EDGE);
  const overHead = header && header.bottom > EDGE ? [Math.max(1, header.top)] : [];
  const whole = { width, height };
  const best = { x: left, y: top, area: Infinity, size: whole };
  /** @param {Covered} part @param {typeof whole} size */
  const search = (part, size = whole, columns = columnsOf(size.width)) => {
    if (best.area === 0) return;
    const lowest = foot - size.height - EDGE;
    const steps = Array.from({ length: Math.max(0, Math.ceil((lowest - head) / STEP)) }, (_, i) => lowest - i * STEP);
    if (size === whole && columns.length > 1) Object.assign(best, { x: left, y: top, size, area: covered(left, top, part) });
    for (const xs of columns) {
      // A gap that is just as high as the notice lies between two steps.
      const gaps = taken.map(({ [part]: { bottom } }) => bottom);
      const below = [...steps, ...gaps].filter((y) => y >= head && y <= lowest).sort((a, b) => b - a);
      const heights = [...below, foot - size.height - 1, ...overHead];
      for (const [x, y] of heights.flatMap((y) => xs.map((x) => [x, y]))) {
        if (best.area === 0) return;
        const area = covered(x, y, part, size);
        // Above the middle, where people look at the board, only if it covers nothing at all, or nothing but the head.
        if (area < best.area && (area === 0 || y >= foot / 2 || y < head)) Object.assign(best, { x, y, area, size });
      }
    }
  };
  const free = name ? roomInHead(notice, name) : null;
  const searchHead = (/** @type {Covered} */ part) => {
    if (best.area === 0 || !free) return;
    const inName = free === name;
    notice.classList.add(NARROW);
    notice.classList.toggle(BESIDE, !inName);
    notice.style.setProperty("max-inline-size", `${free.width}px`);
    const others = taken.filter(({ isName }) => !inName || !isName);
    const size = notice.getBoundingClientRect();
    const at = { x: inName ? free.left : free.right - size.width, y: free.top };
    if (size.width <= free.width && (inName || size.height <= free.height) && covered(at.x, at.y, part, size, others) === 0) {
      Object.assign(best, at, { area: 0, size });
      return;
    }
    notice.classList.remove(NARROW, BESIDE);
    notice.style.removeProperty("max-inline-size");
  };
  // On a phone, the first that is tried: it is the only one that is free whatever the view shows.
  if (spare && free === name) searchHead("heart");
  // In a wide window those of the game stand at the right, with more lines if need be: nobody has to look for them.
  if (spare && room >= WIDE) {
    const sizes = [whole, ...narrowerSizes(notice, width)];
    for (const side of [0, 1]) for (const size of sizes) search("place", size, [[endsOf(size.width)[side]]]);
  }
  search("place");
  searchHead("heart");
  if (best.area > 0) {
    const sizes = [whole, ...narrowerSizes(notice, width)];
    const searchAll = (/** @type {Covered[]} */ ...parts) => parts.forEach((part) => sizes.forEach((size) => search(part, size)));
    searchAll("place", "frame");
    if (best.area > 0) {
      const all = taken;
      taken = takenIn(long ? HEADINGS : MUST_BE_READ);
      searchAll("place", "frame", "heart");
      if (!long) {
        taken = all;
        best.area = covered(best.x, best.y, "heart", best.size);
      }
    }
  }
  if (best.size !== whole && !notice.classList.contains(NARROW)) notice.style.setProperty("max-inline-size", `${Math.ceil(best.size.width)}px`);
  const moved = best.y !== top || best.x !== left;
  notice.classList.add(APART);
  // What it covers now or at the end of a page that scrolls is free once that page is longer.
  const longer = best.area > 0 || document.documentElement.scrollHeight > foot;
  if (!moved && longer) notice.classList.remove(APART);
  else notice.style.setProperty("inset", `${best.y}px auto auto ${best.x}px`);
  const there = notice.getBoundingClientRect();
  const needed = taken.filter(({ weight }) => weight !== HEAD);
  const narrowed = best.size.width < width;
  return { area: best.area, narrowed, needed: best.area && covered(best.x, best.y, "heart", there, needed) };
}
