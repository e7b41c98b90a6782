/**
 * What other apps share with the installed page. The manifest's share target puts it into the query
 * of the address; here it becomes a fragment.
 */
import { writeFragment } from "../notation/links.js";

/**
 * @param {string} search  the query of the address: `?text=…`
 * @returns {string | null} a fragment of this page; null where nothing was shared
 */
export function incomingFragment(search) {
  const given = new URLSearchParams(search);
  const [title, ...parts] = ["title", "text", "url"].map((name) => given.get(name)?.trim() ?? "");
  // The title is usually that of the other app's page, which says nothing about a board.
  const text = parts.filter(Boolean).join("\n") || title;
  if (!text) return null;
  const link = /#\/[a-z]+(?:\?\S*)?/.exec(text);
  return link ? link[0] : writeFragment("open", { text });
}
