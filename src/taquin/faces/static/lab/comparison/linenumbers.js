/** Which line each search has in every chart: a colour and a dash pattern. */

/** The colours of lines, as algorithms declare them; the tokens of the page are --lab-blue, … */
export const COLOURS = ["blue", "orange", "green", "pink", "yellow", "violet"];

/**
 * A line for each search, no two the same. An algorithm has its own colour where that is free; a
 * second search by it gets a free colour, and once there is none, its own with another dash pattern.
 * @param {Array<string | null>} wanted the colours that the algorithms declare
 * @returns {number[]} below six, a line has the colour of that place; then the colours repeat
 */
export function lineNumbers(wanted) {
  const places = wanted.map((colour) => COLOURS.indexOf(colour ?? ""));
  const taken = new Set();
  const take = (/** @type {number} */ number) => {
    taken.add(number);
    return number;
  };
  const lines = places.map((place) => (place < 0 || taken.has(place) ? -1 : take(place)));
  return lines.map((line, at) => {
    if (line >= 0) return line;
    const again = (places[at] ?? -1) + COLOURS.length;
    const free = COLOURS.findIndex((_, place) => !taken.has(place));
    if (free >= 0) return take(free);
    if (again >= COLOURS.length && !taken.has(again)) return take(again);
    let next = COLOURS.length;
    while (taken.has(next)) next += 1;
    return take(next);
  });
}
