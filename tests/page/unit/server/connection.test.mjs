/** The talk with the server: what a comparison is told, whether the stream or an answer comes first. */
import assert from "node:assert/strict";
import test from "node:test";

import { Connection } from "../../../../src/taquin/faces/static/server/connection.js";
import { speak } from "../../../../src/taquin/faces/static/words/said.js";

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

test("what the server announces, and why it fails, is said in the page's language", async () => {
  speak("de", {
    "compiling {algorithm} (once, about {seconds} s)": "kompiliert {algorithm} (einmalig, etwa {seconds} s)",
    "The job did not finish in time.": "Der Auftrag wurde nicht rechtzeitig fertig.",
    "Try again in {seconds} s.": "Versuche es in {seconds} s noch einmal.",
  });
  const { stream } = served();
  const connection = new Connection(() => {});
  const notices = [];
  const answer = connection.solve({ board: "702853614" }, { onNotice: (text) => notices.push(text) });
  await turns();
  for (const text of ["compiling astar (once, about 10 s)", "unheard of"]) {
    stream().dispatchEvent(message("notice", { job: "job", text }));
  }
  const error = { kind: "time", message: "The job did not finish in time.", hint: "Try again in 5 s." };
  stream().dispatchEvent(message("failed", { job: "job", error }));
  await assert.rejects(answer, {
    kind: "time",
    message: "Der Auftrag wurde nicht rechtzeitig fertig.",
    hint: "Versuche es in 5 s noch einmal.",
  });
  globalThis.fetch = async () => ({ ok: false, status: 503, headers: new Map(), json: async () => ({ error }) });
  await assert.rejects(connection.catalogue(), { message: "Der Auftrag wurde nicht rechtzeitig fertig.", status: 503 });
  assert.deepEqual(notices, ["kompiliert astar (einmalig, etwa 10 s)", "unheard of"]);
  connection.close();
  speak("en", {});
});
