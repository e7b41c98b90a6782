// Loaded before the first paint, so that a chosen theme never flashes in after the system's, and
// before the page's modules, which write in its language. settings.js sends "taquin-theme" when a choice changes.
(() => {
  const root = document.documentElement;
  const contrast = matchMedia("(prefers-contrast: more)");

  function read() {
    try {
      return JSON.parse(localStorage.getItem("taquin.settings") ?? "{}") ?? {};
    } catch {
      // Storage refused or not JSON: settings.js reports it; here the system's theme is right.
      return {};
    }
  }

  function apply() {
    const { theme, motion } = read();
    root.dataset.theme = ["light", "dark"].includes(theme) ? theme : "system";
    root.dataset.contrast = theme === "contrast" || contrast.matches ? "more" : "normal";
    root.dataset.motion = motion === "reduce" ? "reduce" : "system";
  }

  /** The chosen language, or the browser's first one that the page has. @param {unknown} chosen */
  function languageOf(chosen) {
    const known = ["en", "de", "es", "fr", "zh"];
    const wanted = [chosen, ...navigator.languages].map((tag) => String(tag).slice(0, 2));
    const [first = "en"] = wanted.filter((tag) => known.includes(tag));
    return first === "zh" ? "zh-Hans" : first;
  }

  apply();
  root.lang = languageOf(read().language);
  addEventListener("taquin-theme", apply);
  contrast.addEventListener("change", apply);
})();
