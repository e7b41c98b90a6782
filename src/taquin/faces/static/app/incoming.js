/**
 * What other apps share with the installed page. The manifest's share target puts it into the query
 * of the address; here it becomes a fragment. So does what belongs into the fragment of a link.
 */
import { writeFragment } from "../notation/links.js";

/** The view that a parameter of a link belongs to. */
const VIEW_OF = { board: "play", b: "replay", day: "daily" };

/**
 * @param {string} search  the query of the address: `?text=…`, or `?board=…` of a link without its `#/play`
 * @returns {string | null} a fragment of this page; null where nothing was shared
 */
export function incomingFragment(search) {
  const given = new URLSearchParams(search);
  for (const [name, view] of Object.entries(VIEW_OF)) {
    if (given.get(name)) return `#/${view}?${given}`;
  }
  const [title, ...parts] = ["title", "text", "url"].map((name) => given.get(name)?.trim() ?? "");
  // The title is usually that of the other app's page, which says nothing about a board.
  const text = parts.filter(Boolean).join("\n") || title;
  if (!text) return null;
  const link = /#\/[a-z]+(?:\?\S*)?/.exec(text);
  return link ? link[0] : writeFragment("open", { text });
}
