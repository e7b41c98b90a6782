// What the server says instead of an answer, and what is said where it says nothing.
import { t } from "../words/said.js";

/** Why the server did not answer: `kind` is one word, `hint` what to do next. */
export class ApiError extends Error {
  /**
   * @param {{kind: string, message: string, hint: string}} problem
   * @param {number} status of HTTP, 0 without a response
   * @param {number | null} retryAfter seconds
   */
  constructor(problem, status = 0, retryAfter = null) {
    super(problem.message);
    this.name = "ApiError";
    this.kind = problem.kind;
    this.hint = problem.hint;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** @returns {ApiError} */
export function offline() {
  return new ApiError({
    kind: "offline",
    message: t`the server does not answer.`,
    hint: t`Start it again with taquin serve. Everything the browser does by itself keeps working.`,
  });
}
