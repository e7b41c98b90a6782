/** The widgets of the lessons; a page without one loads only those that it has. */
const WIDGETS = ["board", "search", "compare", "pattern"];

for (const name of WIDGETS) {
  if (document.querySelector(`lesson-${name}`)) void import(`./${name}.js`);
}
