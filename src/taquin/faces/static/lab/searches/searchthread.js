/** The page's own search thread: one question at a time, in a worker that ends with its answer. */
import { scriptUrl } from "../../server/trusted.js";
import { lend } from "../../solver/budget.js";
import { heard } from "../../words/heard.js";
import { spoken, t } from "../../words/said.js";

/**
 * @typedef {object} ThreadTask a question for the thread, and what to do with it
 * @property {"compare" | "record" | "explain"} act
 */

/**
 * @param {ThreadTask & Record<string, any>} question
 * @param {AbortSignal | undefined} signal ends the thread at once
 * @param {(news: Record<string, any>) => void} [hear] everything it says before its answer
 * @returns {Promise<any>} its answer
 */
export async function askThread(question, signal, hear = () => {}) {
  signal?.throwIfAborted();
  const { bytes, end } = await lend();
  try {
    signal?.throwIfAborted();
    return await answerOf({ ...question, memory_limit: bytes }, signal, hear);
  } finally {
    end();
  }
}

/**
 * @param {ThreadTask & Record<string, any>} question
 * @param {AbortSignal | undefined} signal
 * @param {(news: Record<string, any>) => void} hear
 * @returns {Promise<any>}
 */
function answerOf(question, signal, hear) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl("lab/searches/searchworker.js"), { type: "module", name: spoken() });
    const end = () => {
      worker.terminate();
      signal?.removeEventListener("abort", stop);
    };
    const stop = () => {
      end();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop);
    worker.onmessage = ({ data }) => {
      if (!("answer" in data)) return hear(data);
      end();
      if (data.refused) reject(new Error(heard(data.refused)));
      else resolve(data.answer);
    };
    worker.onerror = (event) => {
      end();
      const reason = event.message || t`its script could not be loaded`;
      reject(new Error(t`this page’s own search stopped: ${reason}. Reload the page.`));
    };
    worker.postMessage(question);
  });
}
