/** Lists to take something from, again and again. */

/**
 * A list names what was taken no longer than the focus stays on it, nor while it is open: taking the
 * same again is then a change, too. It is not emptied at once, for arrow keys on a closed list go on
 * from what was taken last.
 * @param {HTMLSelectElement} select  its first option, "", stands for nothing
 */
export function takeAgain(select) {
  const empty = () => (select.value = "");
  select.addEventListener("blur", empty);
  select.addEventListener("pointerdown", empty);
  select.addEventListener("keydown", ({ key, altKey }) => {
    if (key === " " || key === "F4" || (altKey && key.startsWith("Arrow"))) empty();
  });
}
