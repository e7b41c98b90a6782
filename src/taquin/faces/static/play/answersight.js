// An answer about the board comes into sight; loaded with the first one.

/** Pixels between what was brought into sight and its end. */
const AIR = 16;

/**
 * An answer comes into sight below the field in which its question stands, and the field stays there: both above the
 * keyboard of a phone, which covers a part of the window. Where they do not fit together, the field.
 * @param {HTMLElement} answer
 * @param {HTMLElement} field
 */
export function bringAnswer(answer, field) {
  // A browser moves the part of the window that is free of a keyboard, too, where the page has an end.
  for (const part of [answer, field]) part.scrollIntoView({ block: "nearest" });
  const { offsetTop: top, height } = globalThis.visualViewport ?? { offsetTop: 0, height: innerHeight };
  const covered = answer.getBoundingClientRect().bottom + AIR - top - height;
  const room = field.getBoundingClientRect().top - AIR - top;
  if (covered > 0 && room > 0) scrollBy({ top: Math.min(covered, room), behavior: "instant" });
}
