/** A small finish on a solved board: a wave through its tiles and, where it is wanted, a sound. */
import { isStill } from "./settings.js";

/** @typedef {import("./app.js").App} App */

/** Milliseconds: until the wave has reached the last tile, and how long each tile moves. */
const WAVE = 420;
const LIFT = 320;
/** Hertz: a major chord, note after note. */
const NOTES = [523.25, 659.25, 783.99, 1046.5];
/** Seconds between the notes, and how long each is heard. */
const STEP = 0.075;
const RING = 0.5;
const LOUDNESS = 0.08;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Motion only where neither the settings nor the system ask for less; sound only where it is chosen.
 * @param {App} app
 * @param {import("../board.js").TaquinBoard} board  that shows the goal
 */
export async function celebrate({ settings }, board) {
  if (!isStill(settings)) wave(board);
  if (settings.get("sound")) await chime();
}

/**
 * The tiles rise a little one after another, from the first corner to the last.
 * @param {import("../board.js").TaquinBoard} board
 */
function wave(board) {
  const { width, height, cells } = board.board;
  const tiles = board.shadowRoot?.querySelectorAll("button") ?? [];
  const last = width + height - 2;
  const moves = [...tiles].flatMap((tile, cell) => {
    if (cells[cell] === 0) return [];
    const delay = (WAVE * ((cell % width) + Math.floor(cell / width))) / last;
    return [tile.animate({ scale: [1, 1.09, 1], filter: ["none", "brightness(1.12)", "none"] }, { delay, duration: LIFT, easing: "ease-in-out" })];
  });
  // The next board must not move with the last one.
  const stop = () => {
    if (board.board.cells.every((tile, cell) => tile === cells[cell])) return;
    for (const one of moves) one.cancel();
    watch.disconnect();
  };
  const watch = new MutationObserver(stop);
  if (board.shadowRoot) watch.observe(board.shadowRoot, { subtree: true, childList: true, characterData: true, attributes: true });
  setTimeout(() => watch.disconnect(), WAVE + LIFT);
}

/** A browser without sound, or one that refuses it, stays silent. */
async function chime() {
  try {
    audio ??= new AudioContext();
    await audio.resume();
  } catch (error) {
    console.warn("No sound:", error);
    return;
  }
  const { currentTime, destination } = audio;
  NOTES.forEach((pitch, i) => {
    const [note, volume] = [/** @type {AudioContext} */ (audio).createOscillator(), /** @type {AudioContext} */ (audio).createGain()];
    const from = currentTime + i * STEP;
    note.frequency.value = pitch;
    note.type = "triangle";
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + RING);
    note.connect(volume).connect(destination);
    note.start(from);
    note.stop(from + RING);
  });
}
