/** Two fingers on an element: a tap, or a pinch. */
import { twoFingers } from "./timedchoice.js";

/** @typedef {import("./timedchoice.js").Point} Point */

/**
 * @param {HTMLElement} element  which takes no gestures of the browser
 * @param {(what: "tap" | "larger" | "smaller") => void} onGesture
 */
export function followFingers(element, onGesture) {
  /** Where each finger came down, and where it is. @type {Map<number, {from: Point, to: Point}>} */
  const fingers = new Map();
  const point = (/** @type {PointerEvent} */ { clientX, clientY }) => ({ x: clientX, y: clientY });
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, { from: point(event), to: point(event) });
  });
  element.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (finger) finger.to = point(event);
  });
  element.addEventListener("pointerup", (event) => {
    const both = [...fingers.values()];
    fingers.delete(event.pointerId);
    if (both.length !== 2) return;
    fingers.clear();
    onGesture(twoFingers([both[0].from, both[1].from], [both[0].to, both[1].to]));
  });
  element.addEventListener("pointercancel", () => fingers.clear());
}
