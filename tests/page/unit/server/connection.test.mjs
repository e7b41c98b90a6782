/** The talk with the server: what a comparison is told, whether the stream or an answer comes first. */
import assert from "node:assert/strict";
import test from "node:test";

import { Connection } from "../../../../src/taquin/faces/static/server/connection.js";

const SAMPLES = [{ row: 0, expanded: 5, seconds: 0.1 }, { row: 0, expanded: 9, seconds: 0.2 }];

/** A server that has the answer in its cache; its stream opens when the test says so. */
function served() {
  const streams = [];
  globalThis.EventSource = class extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }

    close() {}
  };
  const job = { id: "job", state: "done", result: [{ status: "solved" }], cached: [true], samples: [SAMPLES] };
  globalThis.fetch = async () => ({ ok: true, status: 200, json: async () => job });
  return { stream: () => streams[0], job };
}

const row = { job: "job", row: 0, result: { status: "solved" }, cached: true, samples: SAMPLES };
const message = (name, data) => Object.assign(new Event(name), { data: JSON.stringify(data) });
const turns = () => new Promise((resolve) => setImmediate(resolve));

test("a cached answer has the same samples, whether the stream or the state of the job tells first", async () => {
  for (const first of ["stream", "state"]) {
    const { stream, job } = served();
    const connection = new Connection(() => {});
    const heard = [];
    const onRow = (_, __, { cached, samples }) => heard.push({ cached, samples });
    const result = connection.compare({ board: "702853614", rows: [] }, { onRow });
    await turns();
    if (first === "stream") {
      stream().dispatchEvent(message("row", row));
      stream().dispatchEvent(message("done", { job: "job", result: job.result }));
    } else stream().dispatchEvent(new Event("open"));
    assert.deepEqual(await result, job.result);
    assert.deepEqual(heard, [{ cached: true, samples: SAMPLES }], first);
    connection.close();
  }
});
