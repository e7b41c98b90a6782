/** Lists from which the same option can be chosen repeatedly. */

/**
 * Clears the list when it loses the focus or is opened, so that choosing the same option again is a
 * change. It is not cleared at once, because arrow keys on a closed list continue from the last
 * choice.
 * @param {HTMLSelectElement} select  its first option, "", stands for nothing
 */
export function allowReselect(select) {
  const empty = () => (select.value = "");
  select.addEventListener("blur", empty);
  select.addEventListener("pointerdown", empty);
  select.addEventListener("keydown", ({ key, altKey }) => {
    if (key === " " || key === "F4" || (altKey && key.startsWith("Arrow"))) empty();
  });
}
