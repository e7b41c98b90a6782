// Words of a text, quoted in a message: in English as Python quotes them.
import { spoken, t } from "../words/said.js";

/** A word quoted for a message, cut if long. @param {string} word */
export function short(word) {
  const letters = [...word];
  const cut = letters.length <= 24 ? word : `${letters.slice(0, 21).join("")}...`;
  if (spoken() !== "en") return t`“${cut.replace(/[\\\p{C}\p{Z}]/gu, escapedLetter)}”`;
  const mark = cut.includes("'") && !cut.includes('"') ? '"' : "'";
  const escaped = cut.replace(/[\\\p{C}\p{Z}]/gu, escapedLetter);
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** As Python escapes what it cannot print. @param {string} letter */
function escapedLetter(letter) {
  const known = { " ": " ", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[letter];
  if (known) return known;
  const hex = (letter.codePointAt(0) ?? 0).toString(16);
  if (hex.length < 3) return `\\x${hex.padStart(2, "0")}`;
  return hex.length < 5 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
