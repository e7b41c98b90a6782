/** The position of a tree on a canvas: fitted to it, then zoomed and moved by hand. */

const MARGIN = 14;
const [WIDEST, HIGHEST] = [72, 84]; // pixels a node gets at most: room for its board
const WIDE = 720; // pixels of a canvas from which on its nodes grow with it

/** Scale and origin, in CSS pixels. */
export class TreeCamera {
  constructor() {
    this.scale = 1;
    this.rowHeight = 1;
    this.originX = 0;
    this.originY = 0;
    this.zoom = 1;
    this.mostZoom = 1;
    this.panX = 0;
    this.panY = 0;
  }

  /** Back to the whole tree. */
  reset() {
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
  }

  /**
   * @param {import("./treelayout.js").TreeLayout} places
   * @param {number} width of the canvas
   * @param {number} height
   */
  fit(places, width, height) {
    const larger = Math.max(1, width / WIDE);
    const [widest, highest] = [WIDEST * larger, HIGHEST * larger];
    const across = Math.min(widest, (width - 2 * MARGIN) / (places.width + 1));
    const down = Math.min(highest, (height - 2 * MARGIN) / Math.max(1, places.rows.length));
    // A crowded row is pulled apart first; nothing grows beyond what a board needs.
    this.scale = Math.min(across * this.zoom, widest);
    this.rowHeight = Math.min(down * this.zoom, highest);
    this.mostZoom = Math.max(widest / across, highest / down);
    this.originX = width / 2 - (places.left + places.width / 2) * this.scale + this.panX;
    this.originY = MARGIN + this.rowHeight / 2 + this.panY;
  }

  /**
   * Zoom so that one point stays where it is.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   * @param {() => void} fit called when the zoom has changed
   */
  zoomAt(factor, x, y, fit) {
    const [atX, atY] = [(x - this.originX) / this.scale, (y - this.originY) / this.rowHeight];
    this.zoom = Math.max(1, Math.min(this.mostZoom, this.zoom * factor));
    if (this.zoom === 1) {
      this.reset();
      return;
    }
    fit();
    this.panX += x - (this.originX + atX * this.scale);
    this.panY += y - (this.originY + atY * this.rowHeight);
  }
}
