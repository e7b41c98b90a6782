// What a stored game is; types alone, which no page loads.

/**
 * A game as the history stores it and the review reads it. `times` holds whole milliseconds on the
 * clock, and `inputs` one letter (m mouse, t touch, k keyboard, h hint, s solver), for each
 * letter of `moves`; letters of one slide share a time. The clock starts with the first move, unless
 * a timed attempt starts it before: the first time then says how long before. An `abandoned` game is
 * a timed one that was given up. `solution` counts whole solutions
 * shown; `seed` is that of a random board, which is `typed` where the player chose it; `again`: the
 * player knew the board from an earlier try. Games that were `paused`, had undone moves or help, or
 * used a chosen or known board, are not comparable with others.
 * @typedef {object} GameRecord
 * @property {1} version
 * @property {string} id
 * @property {string} created  ISO 8601, empty for a game from a link
 * @property {number} width
 * @property {number} height
 * @property {string} start
 * @property {string} goal
 * @property {string} moves
 * @property {number[]} times
 * @property {string} inputs
 * @property {"playing" | "solved" | "abandoned"} status
 * @property {{which: number, arrow: number, play: number, peek: number, solution: number}} hints  which, arrow and play
 *   are steps of one hint
 * @property {GameRecord["hints"]} [earlier]  those of the hints that were given in other tries of the board
 * @property {number} undos
 * @property {string | null} seed
 * @property {boolean} typed
 * @property {boolean} paused
 * @property {boolean} again
 * @property {number} [ended]  milliseconds on the clock when it was given up
 * @property {"hidden" | "blind"} [numbers]  of the tiles, where they were not shown; blind: from the first move
 * @property {"snake" | "spiral"} [named]  on two rows, where both are one goal: what the player chose
 * @property {"mtm"} [metric]  where slides count instead of single-tile moves
 */

/** What is counted: tiles that move, or slides. @typedef {"move" | "slide"} Unit */

export {};
