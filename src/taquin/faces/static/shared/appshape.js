// What every view gets, and what it gives; types alone, which no page loads.

/**
 * @typedef {object} View
 * @property {(params: Record<string, any>) => void} show  values from the fragment are text
 * @property {() => void} hide
 */

/**
 * Show a notice, for one view alone or for all; returns a function that removes it. `above`: where it would cover
 * something, it stands above the view until it is dismissed.
 * @typedef {(text: string, options?: {undo?: () => void, gone?: () => void, view?: string, above?: boolean,
 *   act?: {words: string, onClick: () => void}}) => () => void} Notify
 */

/**
 * What every view gets.
 * @typedef {object} App
 * @property {import("./settings.js").Settings} settings
 * @property {import("../game/game.js").Game} game
 * @property {import("../solver/solver.js").Solver} solver
 * @property {import("../server/api.js").Api} api
 * @property {import("../game/history.js").History} history
 * @property {import("./keys.js").Keys} keys
 * @property {import("../board.js").TaquinBoard | null} element  the board of the play view
 * @property {(text: string, options?: {now?: boolean, after?: boolean}) => void} say  to the live region
 * @property {() => void} flush  speak the pending message now
 * @property {Notify} notify
 * @property {(view: string, params?: Record<string, any>) => void} go
 * @property {() => void} refresh  show the game's board again on `element`
 * @property {(name: string, answer: (argument: string) => string | Promise<string>) => void} query
 *   add a command to the field for questions
 * @property {() => {id: string, goal: import("../board.js").Board} | null} own  the last game of another board than a daily
 * @property {() => string} covered  asked as a dialog opens: what the view says of its clock, if that does not wait
 * @property {{prompt(): Promise<unknown>} | null} install  asks to install the page as an app, where
 *   the browser offers that
 */

export {};
