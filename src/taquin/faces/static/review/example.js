// A real game to show what a review is, and what is proved of it: unit tests compute it again.

/**
 * Whether a game is the example.
 * @param {{start: string, moves: string}} game
 */
export const isExample = ({ start, moves }) => start === EXAMPLE.start && moves === EXAMPLE.moves;

/** Of 3×3, by the row-and-column method. */
export const EXAMPLE = {
  start: "4 2 5/0 1 7/6 8 3",
  moves: "LDRUULLDRDLURULDRDLURURDLULDRURDLLURDLU",
  /** Moves left after 0, 1, … moves. */
  left: [
    25, 24, 25, 26, 27, 26, 25, 24, 23, 22, 21, 20, 19, 20, 21, 22, 21, 20, 21, 20,
    19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ],
};
