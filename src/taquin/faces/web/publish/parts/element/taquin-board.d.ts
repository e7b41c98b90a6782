/**
 * Boards and moves as pure functions, the element `<taquin-board>`, and a notebook widget's
 * `render`. Public interface: docs/board.md. No imports: from a notebook's blob URL they fail.
 *
 * Letters U D L R name the way the tile moves; 0 is the blank; cells are in reading order.
 *
 * @typedef {Readonly<{width: number, height: number, cells: Uint16Array}>} Board
 * @typedef {{width: number, height: number}} Size
 * @typedef {"last" | "first" | "snake" | "spiral"} GoalName
 */
export type Board = Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
export type Size = {
    width: number;
    height: number;
};
export type GoalName = "last" | "first" | "snake" | "spiral";
/** A text that is not a board, goal or moves: what was given, what was expected. */
export declare class NotationError extends Error {
    name: string;
}
/** A move no tile can make. */
export declare class MoveError extends Error {
    name: string;
}
export declare const sayWith: (/** @type {any} */ tag: any) => any;
/**
 * The board of these cells; NotationError says what is missing, doubled or out of range.
 * @param {number} width @param {number} height @param {ArrayLike<number>} cells
 */
export declare function makeBoard(width: number, height: number, cells: ArrayLike<number>): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
/** The text of a board, as in `7 0 2/8 5 3/6 1 4`. @param {Board} board */
export declare function formatBoard({ width, cells }: Board): string;
/** Whether size and cells agree. @param {Board} a @param {Board} b */
export declare function sameBoard(a: Board, b: Board): boolean;
/** The usual one first. */
export declare const GOAL_NAMES: GoalName[];
/**
 * The goal of that name: the blank last or first, the tiles along a snake or a spiral.
 * @param {GoalName} name @param {number} width @param {number} height
 */
export declare function namedGoal(name: GoalName, width: number, height: number): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
/**
 * The goal that a name or a board's text describes at that size.
 * @param {string} text @param {number} width @param {number} height
 */
export declare function parseGoal(text: string, width: number, height: number): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
/** The name of a goal, if it has one. @param {Board} goal @returns {GoalName | null} */
export declare function goalName(goal: Board): GoalName | null;
/** The possible moves, in the order U D L R. @param {Board} board */
export declare function legalMoves(board: Board): string;
/**
 * The board after one single-tile move; MoveError where no tile can move that way.
 * @param {Board} board @param {string} letter @param {number} [number] of the move, for the message
 */
export declare function move(board: Board, letter: string, number?: number): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
/**
 * The board after all tiles between a cell and the blank of its row or column moved one step,
 * and those moves, one letter a tile; null where the cell is in neither, or is the blank.
 * @param {Board} board @param {number} cell @returns {{board: Board, moves: string} | null}
 */
export declare function slide({ width, height, cells }: Board, cell: number): {
    board: Board;
    moves: string;
} | null;
/**
 * The board after moves that `parseMoves` reads; MoveError names the first illegal one.
 * @param {Board} board @param {string} moves
 */
export declare function replay(board: Board, moves: string): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
/**
 * One letter per single-tile move, from `UR2D`, `u r r d` or `['Up', 'Right']`.
 * @param {string} text
 */
export declare function parseMoves(text: string): string;
/** The moves that lead back. @param {string} moves */
export declare function inverse(moves: string): string;
/**
 * Whether the goal can be reached, and why; otherwise the best two tiles to swap.
 * @param {Board} board @param {Board} goal
 * @returns {{solvable: boolean, reason: string, swap: [number, number] | null}}
 */
export declare function judge(board: Board, goal: Board): {
    solvable: boolean;
    reason: string;
    swap: [number, number] | null;
};
/**
 * The board a text describes: numbers in rows separated by / or newlines, in one line, or one
 * digit per cell up to nine cells; 0, _ or . is the blank. notation.js reads far more.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 */
export declare function parseBoard(text: string, size?: Size): Readonly<{
    width: number;
    height: number;
    cells: Uint16Array;
}>;
export type Input = "mouse" | "touch" | "keyboard";
export type Hint = {
    cells: number[];
    arrow?: string;
};
export type Shift = {
    x: number;
    y: number;
    animation?: Animation;
};
export type Gesture = {
    mode: "press" | "drag" | "trace" | "idle";
    input: Input;
    cell: number;
    x: number;
    y: number;
    time: number;
    tiles: number[];
    way: number[];
    along: number;
    speed: number;
};
declare const Base: typeof HTMLElement;
/** `<taquin-board>`: shows a position and asks for moves. It knows no game and no search. */
export declare class TaquinBoard extends Base {
    #private;
    static observedAttributes: string[];
    /** Keys, each with the way it moves a tile. @type {Record<string, string>} */
    keys: Record<string, string>;
    constructor();
    connectedCallback(): void;
    disconnectedCallback(): void;
    /** @param {string} name @param {string | null} _ @param {string | null} value */
    attributeChangedCallback(name: string, _: string | null, value: string | null): void;
    /** The position; a text is read by `parseBoard`. @returns {Board} */
    get board(): Board;
    /** @param {Board | string} board */
    set board(board: Board | string);
    /** Where the tiles belong, for their colours; not used on other sizes. @returns {Board} */
    get goal(): Board;
    /** @param {Board | string} goal */
    set goal(goal: Board | string);
    /** The URL of a picture for the tiles, "" for none. */
    get image(): string;
    set image(url: string);
    /** "rows", "columns", "fringe", "solved" or "mono". */
    get palette(): string;
    set palette(value: string);
    /** Any of the words click, drag, trace. */
    get input(): string;
    set input(value: string);
    /** Whether arrow keys "slide" tiles or "explore" the cells; F2 changes it. */
    get model(): string;
    set model(value: string);
    /** "numbers", or "none" for a picture without them. */
    get labels(): string;
    set labels(value: string);
    /** The name of the grid for screen readers. */
    get label(): string;
    set label(value: string);
    /** Milliseconds of an animation, 0 for none. */
    get duration(): number;
    set duration(value: number);
    /** Only shows. */
    get disabled(): boolean;
    set disabled(value: boolean);
    /** @param {FocusOptions} [options] */
    focus(options?: FocusOptions): void;
    /**
     * Shows a position. Tiles glide from where they are seen now.
     * @param {Board | string} board @param {{animate?: boolean}} [options]
     */
    show(board: Board | string, { animate }?: {
        animate?: boolean;
    }): void;
    /**
     * Marks cells as a hint, with an arrow the way their tiles move; null clears, as does the next
     * position.
     * @param {Hint | null} hint
     */
    mark(hint: Hint | null): void;
    /**
     * Asks for a single-tile move, as a key does.
     * @param {string} letter @param {{input?: Input, time?: number}} [options]
     */
    push(letter: string, { input, time }?: {
        input?: Input;
        time?: number;
    }): void;
}
/**
 * anywidget's front end.
 * @param {{model: any, el: HTMLElement}} widget @returns {() => void}
 */
declare function render({ model, el }: {
    model: any;
    el: HTMLElement;
}): () => void;
declare const _default: {
    render: typeof render;
};
export default _default;

declare global {
    interface HTMLElementTagNameMap {
        "taquin-board": TaquinBoard;
    }
    interface HTMLElementEventMap {
        "taquin-move": CustomEvent<{
            from: Board;
            to: Board;
            moves: string;
            input: Input;
            time: number;
        }>;
        "taquin-refused": CustomEvent<{ cell: number; input: Input; time: number }>;
        "taquin-model": CustomEvent<{ model: "slide" | "explore" }>;
    }
}
