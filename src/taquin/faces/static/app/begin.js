// The page's entry. Its modules write words when they are loaded, so the words come before them.

import { learn } from "../languages/languages.js";

const root = document.documentElement;
if (!(await learn(root.lang))) root.lang = "en";
await import("./main.js");
