"""Modules joined into one file, and the page's style sheets for a widget."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from page_support import node
from taquin import widget
from taquin.faces.notebook.bundle import condensed, joined
from taquin.faces.notebook.styles import scoped
from taquin.ground.errors import ContractError

WIDGETS = [getattr(widget, name) for name in widget.__all__]
MODULES = {
    "one.js": (
        "/** A type may be import('./none.mjs').T. */\n"
        "export const ONE = 1;\nexport default { name: 'one' };\n"
        "globalThis.order = [...(globalThis.order ?? []), 'one'];\n"
    ),
    "two.js": (
        'import one, { ONE as first } from "./one.js";\n'
        'import "./side.js";\n'
        "const hidden = 2;\nexport { hidden as two, one as default };\n"
        "export async function* three() { yield first; }\n"
        "export class Four {}\nexport function five() { return `\n// kept\n`; }\n"
    ),
    "side.js": "globalThis.order = [...(globalThis.order ?? []), 'side'];\n",
    "main.js": (
        'import same, {\n  two,\n  three,\n  Four,\n  five,\n} from "./two.js";\n'
        'import { ONE } from "./one.js";\n'
        "export default () => [ONE, two, same.name, typeof three, new Four().constructor.name,\n"
        "  five().trim(), globalThis.order.join()];\n"
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def under_node(script: Path) -> str:
    done = subprocess.run([node(), str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_module_runs_once_and_sees_what_it_imports(folder: Path) -> None:
    code, name = joined(folder / "main.js")
    assert code.count("ONE = 1") == 1
    script = folder / "joined.mjs"
    script.write_text(f"{code}console.log({name}.default().join('|'));\n", encoding="utf-8")
    assert under_node(script) == "1|2|one|function|Four|// kept|one,side\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("export let late = 1;\n", "export let late"),
        ("export * from './one.js';\n", "export \\* from"),
        ("const later = () => import('./one.mjs');\n", "import\\('./one.mjs'\\)"),
        ("const here = new URL('x', import.meta.url);\n", "import.meta"),
        ("import * as all from './one.js';\n", "import \\* as all"),
    ],
)
def test_a_form_that_would_mean_something_else_is_refused(
    text: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "one.js").write_text("export const ONE = 1;\n", encoding="utf-8")
    (tmp_path / "odd.js").write_text(text, encoding="utf-8")
    with pytest.raises(ContractError, match=f"odd.js: this form cannot be bundled: .*{words}"):
        joined(tmp_path / "odd.js")


def test_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import "./b.js";\n', encoding="utf-8")
    (tmp_path / "b.js").write_text('import "./a.js";\n', encoding="utf-8")
    with pytest.raises(ContractError, match=r"in a circle: a\.js → b\.js → a\.js"):
        joined(tmp_path / "a.js")


def test_comments_and_indentation_go_and_what_is_beside_them_stays() -> None:
    text = "/** one\n * two */\n  // three\n\n/** @type {x} */ a = `\n // b\n`;\n/* c\n */ d();\n"
    assert condensed(text) == "/** @type {x} */ a = `\n // b\n`;\nd();\n"


@pytest.mark.parametrize("one", WIDGETS, ids=lambda one: one.__name__)
def test_every_widget_is_one_module_without_imports(one: Any) -> None:
    """Of a size that a notebook can hold; test_views.py runs it."""
    text = str(one._esm)
    assert len(text.encode()) < 320_000
    assert re.findall(r"^(?:import|export)\b.{10}", text, re.MULTILINE) == ["export default $"]


def test_a_sheet_is_scoped_to_its_widget() -> None:
    css = (
        ":root { --a: 1; }\n"
        '[data-theme="dark"] { color-scheme: dark; }\n'
        '[data-contrast="more"] .button { color: red; }\n'
        "@media (forced-colors: active) {\n  :root { --a: 2; }\n}\n"
        "@media (min-width: 40rem) { p { color: red; } }\n"
        "@media (min-width: 50rem) and (max-width: 60rem), (min-width: 100rem) { p { gap: 0; } }\n"
    )
    assert scoped(css) == (
        ":host { --a: 1; }\n"
        ':host([data-theme="dark"]) { color-scheme: dark; }\n'
        '[data-contrast="more"] .button { color: red; }\n'
        "@media (forced-colors: active) {\n  :host { --a: 2; }\n}\n"
        "@container (min-width: 32rem) { p { color: red; } }\n"
        "@container ((min-width: 40rem) and (max-width: 48rem)) or (min-width: 80rem) "
        "{ p { gap: 0; } }\n"
    )
