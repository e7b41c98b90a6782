/** Stops what a view has asked for when the view is left. */

/**
 * The signal for the questions of a view. One that was stopped is never handed out again: what is asked
 * after the view came back would be stopped before it began.
 */
export class Questions {
  #control = new AbortController();

  /** For the next question, together with those still open. */
  get signal() {
    if (this.#control.signal.aborted) this.#control = new AbortController();
    return this.#control.signal;
  }

  /** Stop the questions that are open. */
  stop() {
    this.#control.abort();
  }

  /** @returns {AbortSignal} for a question that takes the place of those still open */
  renewed() {
    this.stop();
    return this.signal;
  }
}
