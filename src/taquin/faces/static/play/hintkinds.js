/** What gives each kind of hint, and judges what a learner finds; loaded for the first hint. */
import { meanwhileAdvice, methodAdvice, optimalAdvice } from "./advice.js";
import { judgeAnswer, questionText } from "./learn.js";
import { slideAdvice } from "./slidehint.js";
import { judgeSlide, slideQuestion, slideToFind } from "./slidelearn.js";
import { runIn } from "./slideruns.js";
import { t } from "../words/said.js";

export { meanwhileAdvice, runIn };

/**
 * @param {"optimal" | "slides" | "human" | "learn"} mode
 * @param {boolean} inSlides  whether the game is judged by its slides
 */
export function giving(mode, inSlides) {
  if (mode === "human") return methodAdvice;
  if (mode === "slides") return slideAdvice;
  if (!inSlides) return optimalAdvice;
  return mode === "learn" ? slideToFind : slideAdvice;
}

/**
 * The question for a learner, and the verdict on the answer.
 * @param {boolean} inSlides
 */
export const learning = (inSlides) =>
  inSlides ? { question: slideQuestion, judge: judgeAndGoOn } : { question: questionText, judge: judgeAnswer };

/**
 * The verdict, and after a right answer where the next question comes from.
 * @type {typeof judgeSlide}
 */
async function judgeAndGoOn(...given) {
  const verdict = await judgeSlide(...given);
  return verdict?.right ? { ...verdict, text: t`${verdict.text} Press Hint for the next one.` } : verdict;
}
