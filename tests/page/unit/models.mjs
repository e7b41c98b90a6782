/** The models as the server sends them, which makes them from those that come with taquin. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../../src", import.meta.url));
const SERVED = `
import sys
from taquin.faces.web.http.weights import page_models, packed
sys.stdout.buffer.write(packed(page_models()[sys.argv[1]]))
`;

/**
 * @param {number} side
 * @returns {Buffer} compressed
 */
export function servedModel(side) {
  const env = { ...process.env, PYTHONPATH: SOURCE };
  const python = process.env.PYTHON ?? "python3";
  return execFileSync(python, ["-c", SERVED, `solver/values${side}.bin`], { maxBuffer: 1e7, env });
}
