/** What this device has to point with. */

/** @returns {boolean} whether fingers are all there is: no mouse, and probably no keyboard */
export function onlyFingers() {
  return matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches;
}

/** @returns {boolean} whether it takes touches */
export function hasTouch() {
  return matchMedia("(any-pointer: coarse)").matches;
}
