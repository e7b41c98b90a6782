"""What of the page's words cannot be read: cut off, run out of their box, or written over others.

While a dialog is open, only what stands in it is looked at: the rest is covered on purpose.
"""

from typing import Any

__all__ = ["unreadable"]

# Looks and boxes of elements, asked for once: what does the looking follows below.
_LOOKING = """
  const memo = (ask) => {
    const known = new Map();
    return (one) => known.get(one) ?? known.set(one, ask(one)).get(one);
  };
  const look = memo((one) => getComputedStyle(one));
  const box = memo((one) => one.getBoundingClientRect());
  // An element and those around it, from the inside.
  const around = memo((one) => {
    const found = [];
    for (let at = one; at && at !== document.documentElement; at = at.parentElement) found.push(at);
    return found;
  });
  const scrolls = (one) => ["auto", "scroll"].includes(look(one).overflowX);
  // What screen readers alone meet is clipped to nothing.
  const unseen = (one) => look(one).clipPath !== "none" || look(one).opacity === "0";
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !around(one).some(unseen);
  // What is left of a box within all that scrolls or cuts around it.
  const within = (part, holders) => {
    const rest = { left: part.left, right: part.right, top: part.top, bottom: part.bottom };
    for (const one of holders) {
      if (look(one).overflowX === "visible") continue;
      const { left, right, top, bottom } = box(one);
      rest.left = Math.max(rest.left, left);
      rest.right = Math.min(rest.right, right);
      rest.top = Math.max(rest.top, top);
      rest.bottom = Math.min(rest.bottom, bottom);
    }
    return rest;
  };
  const framed = (one) => {
    const { borderLeftWidth, borderLeftStyle, borderLeftColor } = look(one);
    const drawn = borderLeftWidth !== "0px" && borderLeftStyle !== "none";
    return drawn && !borderLeftColor.endsWith(", 0)");
  };
  // Whether one sees where it ends. The mark of an axis is a line and no box around its number.
  const ends = (one) => {
    const { backgroundColor, overflowX } = look(one);
    if (box(one).width < 2) return false;
    return framed(one) || !backgroundColor.endsWith(", 0)") || overflowX !== "visible";
  };
  const over = (one, other, slack) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * slack;
  const layerOf = (one) => one.closest(".notice, [popover], .train__targets, .skip, .veil");
  const floats = (one) => around(one).some((at) => ["sticky", "fixed"].includes(look(at).position));
  // What lies over the page on purpose.
  const apart = (one, other) => layerOf(one) !== layerOf(other) || floats(one) !== floats(other);
  const linesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width > 2);
  };
  const name = (one) => one.textContent.trim() || one.ariaLabel || one.className;
"""

# Pixels: SLACK for fractions and outlines of letters, ROOM between a button's words and its edge,
# EDGE to that of the window, GAP between the names of two tabs.
_FOUND = (
    "() => {"
    + _LOOKING
    + """
  const [SLACK, ROOM, EDGE, GAP] = [1.5, 2, 8, 5];
  const CONTROLS = "button, .button, select, .badge, [role=tab], nav a";
  const NO_WORDS = "taquin-board, script, style, option, svg, canvas";
  const root = document.querySelector("dialog[open]") ?? document.body;
  const content = box(document.querySelector("main"));
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const said = walker.currentNode.data.trim();
    const holder = walker.currentNode.parentElement;
    if (!said || holder.closest(NO_WORDS) || !shown(holder)) continue;
    const lines = linesOf(walker.currentNode);
    const seen = lines.map((line) => within(line, around(holder).slice(1)));
    if (lines.length > 0) texts.push({ said, holder, lines, seen });
  }
  const controls = [...root.querySelectorAll(CONTROLS)].filter(shown).map((one) =>
    ({ one, place: within(box(one), around(one).slice(1)) }));
  const found = new Set();
  const tell = (what, where, whose) => found.add(`${what}: ${where} ${whose}`);
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide`);

  // Out of a box, or of the window.
  for (const { said, holder, lines } of texts) {
    const inPage = holder.closest("main") && !around(holder).some(scrolls);
    const [first, last] = [content.left + EDGE, content.right - EDGE];
    if (inPage && lines.some(({ left, right }) => left < first || right > last)) {
      tell(said, "at the edge of", "the window");
    }
    for (const one of around(holder)) {
      if (scrolls(one)) break;
      if (["inline", "contents"].includes(look(one).display) || !ends(one)) continue;
      const { left, right, top, bottom } = box(one);
      const button = one.matches(CONTROLS);
      const slack = button && framed(one) ? -ROOM : SLACK;
      const wide = lines.some((line) => line.left < left - slack || line.right > right + slack);
      const cuts = button || look(one).overflowY !== "visible";
      const high = lines.some((line) => line.top < top - 3 || line.bottom > bottom + 3);
      if (wide || (cuts && high)) tell(said, "out of", `${one.localName} ${one.className}`);
      if (wide || look(one).position === "fixed") break;
    }
  }

  // Over one another.
  for (const [i, { one, place }] of controls.entries()) {
    for (const { one: other, place: there } of controls.slice(i + 1)) {
      if (one.contains(other) || other.contains(one) || apart(one, other)) continue;
      if (over(place, there, SLACK)) tell(name(one), "over", name(other));
    }
  }
  for (const [i, { said, holder, seen }] of texts.entries()) {
    const touches = (there) => seen.some((line) => over(line, there, 2));
    for (const { one, place } of controls) {
      if (one.contains(holder) || apart(holder, one)) continue;
      // Words that no pointer meets stand in the free part of a control.
      if (look(holder).pointerEvents !== "none" && touches(place)) tell(said, "on", name(one));
    }
    for (const next of texts.slice(i + 1)) {
      if (!apart(holder, next.holder) && next.seen.some(touches)) tell(said, "over", next.said);
    }
  }

  // Tabs: told apart, and none out of sight.
  const tabs = controls.filter(({ one }) => one.matches(".tabs > *"));
  const words = tabs.map(({ one }) => {
    const lines = linesOf(one);
    const [lefts, rights] = [lines.map(({ left }) => left), lines.map(({ right }) => right)];
    return { one, left: Math.min(...lefts), right: Math.max(...rights) };
  }).sort((some, others) => some.left - others.left);
  for (const [i, { one, right }] of words.entries()) {
    const next = words.slice(i + 1).find((other) => other.one.parentElement === one.parentElement);
    if (next && next.left - right < GAP) tell(name(one), "too near to", name(next.one));
  }
  for (const row of root.querySelectorAll(".tabs, .toolbar")) {
    const lost = shown(row) ? row.scrollWidth - row.clientWidth : 0;
    if (lost > 1) tell(row.className, `${lost} px out of`, "sight");
  }
  return [...found];
}"""
)


def unreadable(tab: Any) -> list[str]:
    """What is wrong with the texts in sight, one line each; [] is wanted."""
    return list(tab.evaluate(_FOUND))
