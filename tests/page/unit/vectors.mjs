/** What the Python package answers, for the page to match: tests/vectors/. */
import { readFileSync } from "node:fs";

/** @param {string} rule */
export function vectors(rule) {
  return JSON.parse(readFileSync(new URL(`../../vectors/${rule}.json`, import.meta.url), "utf-8"));
}
