"""`<taquin-board>` in other pages and notebooks, as docs/board.md says; pictures of it."""

import pytest

from board_stage import ADDRESS, FIFTEEN, Stage
from page_support import ROOT


def test_properties_set_before_the_definition_count(stage: Stage) -> None:
    stage.tab.goto(ADDRESS)
    assert stage.run("""async () => {
      const element = document.createElement("taquin-board");
      element.board = "1 2/0 3";
      element.goal = "first";
      document.body.append(element);
      const { formatBoard } = await import("/board.js");
      return [formatBoard(element.board), formatBoard(element.goal)];
    }""") == ["1 2/0 3", "0 1/2 3"]


def test_attributes_in_markup_and_a_wrong_text(stage: Stage) -> None:
    stage.show()
    assert stage.run("""() => {
      const other = document.createElement("taquin-board");
      other.setAttribute("board", "702853614");
      other.setAttribute("goal", "first");
      document.body.append(other);
      const text = engine.formatBoard(other.board);
      try { other.board = "1 2 2 0"; } catch (error) { return [text, error.name, error.message]; }
    }""") == [
        "7 0 2/8 5 3/6 1 4",
        "NotationError",
        "not a board of 4 cells: tile 2 given more than once; tile 3 missing.",
    ]


def test_a_wrong_attribute_is_reported_and_changes_nothing(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("() => element.setAttribute('board', '1 2/3 x')")
    assert stage.board == stage.seen == FIFTEEN
    assert ["“x” is not a tile" in trouble for trouble in stage.troubles] == [True]
    stage.troubles.clear()


WIDGET = """async () => {
  const { default: { render } } = await import("/board.js?again");
  const state = { board: "1 2 3/4 5 0", goal: "last" };
  const listeners = new Map();
  let saved = 0;
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; listeners.get(`change:${name}`)?.(); },
    save_changes: () => saved++,
    on: (name, listener) => listeners.set(name, listener),
    off: (name) => listeners.delete(name),
  };
  const el = document.createElement("div");
  document.body.append(el);
  const clean = render({ model, el });
  const board = el.querySelector("taquin-board");
  board.push("D");
  board.push("R");
  model.set("palette", "mono");
  const after = [state.board, state.moves, saved, board.palette, engine.formatBoard(board.board)];
  model.set("board", "1 2/3 0");
  after.push(engine.formatBoard(board.board), listeners.size);
  clean();
  return [...after, listeners.size];
}"""


def test_a_second_copy_serves_a_notebook_widget(stage: Stage) -> None:
    stage.show()
    assert stage.run(WIDGET) == ["1 0 2/4 5 3", "DR", 2, "mono", "1 0 2/4 5 3", "1 2/3 0", 5, 0]


@pytest.mark.parametrize("stage", [{"bypass_csp": True}], indirect=True)
def test_loaded_from_blob_urls_as_notebooks_do(stage: Stage) -> None:
    stage.tab.goto(ADDRESS)
    found = stage.run("""async () => {
      const source = await (await fetch("/board.js")).text();
      const script = () => new Blob([source], { type: "text/javascript" });
      const load = () => import(URL.createObjectURL(script()));
      for (const text of ["1 2 3/4 5 0", "1 2/3 0"]) {
        const { default: { render } } = await load();
        const state = { board: text };
        render({
          model: { get: (name) => state[name], set() {}, save_changes() {}, on() {}, off() {} },
          el: document.querySelector("main"),
        });
      }
      return [...document.querySelectorAll("taquin-board")]
        .map((board) => board.shadowRoot.querySelectorAll("button").length);
    }""")
    assert found == [6, 4]


def test_the_documents_example_runs(stage: Stage) -> None:
    text = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    markup, script = (
        text.split(f"```{kind}\n")[1].split("```")[0] for kind in ("html", "js\n// mine.js")
    )
    stage.pages["example"] = ("text/html", markup)
    stage.pages["mine.js"] = ("text/javascript", script)
    stage.tab.goto(ADDRESS + "example")
    status = stage.tab.get_by_role("status")
    assert "Solvable: the board is" in status.inner_text()
    stage.tab.get_by_role("button", name="11, row 3 column 4, can move left").click()
    stage.tab.get_by_role("button", name="12, row 4 column 4, can move up").click()
    assert status.inner_text() == "2 moves, solved"


def test_the_document_names_all_that_is_public(stage: Stage) -> None:
    stage.show()
    text = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    names = stage.run("""() => {
      const own = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(element)));
      const inner = /Callback$|^constructor$/;
      return [...own.map(([name]) => name).filter((name) => !inner.test(name)),
        ...Object.keys(element), ...Object.keys(engine)];
    }""")
    public = set(names) - {"TaquinBoard", "default"}
    assert {name for name in public if f"`{name}" not in text} == set()


def test_own_picture_on_the_tiles(stage: Stage) -> None:
    stage.show("1 2 3/4 5 0", size=(3, 2))
    stage.run("""async () => {
      const { fitPicture } = await import("/shared/picture.js");
      const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 1000 });
      canvas.getContext("2d").fillRect(0, 0, 4000, 1000);
      const file = await new Promise((resolve) => canvas.toBlob(resolve));
      element.image = await fitPicture(file, element.board);
    }""")
    width, height, places, size = stage.run("""async () => {
      const image = new Image();
      image.src = element.image;
      await image.decode();
      const buttons = [...element.shadowRoot.querySelectorAll("button")];
      const style = getComputedStyle(buttons[0]);
      return [image.width, image.height, buttons.map((b) => b.style.backgroundPosition),
        style.backgroundSize];
    }""")
    assert (width, height) == (1500, 1000)
    assert places[:5] == ["0% 0%", "50% 0%", "100% 0%", "0% 100%", "50% 100%"]
    assert size == "300% 200%"
    stage.run("() => { element.labels = 'none'; }")
    assert stage.tab.get_by_role("button", name="1, row 1 column 1").count() == 1
    ground = (
        """() => getComputedStyle(element.shadowRoot.querySelector("button")).backgroundImage"""
    )
    assert "url" in stage.run(ground)
    stage.run("() => { element.image = ''; }")
    assert "url" not in stage.run(ground)


def test_a_file_that_is_no_picture_is_refused(stage: Stage) -> None:
    stage.show()
    assert (
        stage.run("""async () => {
      const { fitPicture } = await import("/shared/picture.js");
      return fitPicture(new Blob(["hello"]), element.board).then(() => "", (e) => e.name);
    }""")
        == "EncodingError"
    )


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_of_the_board_is_saved(stage: Stage, kind: str) -> None:
    stage.show(FIFTEEN)
    with stage.tab.expect_download() as waiting:
        stage.run(
            """async (kind) => {
              const { saveBoard } = await import("/shared/picture.js");
              await saveBoard(element.board, element.goal, kind);
            }""",
            kind,
        )
    assert waiting.value.suggested_filename == f"taquin-4x4.{kind}"
    saved = waiting.value.path().read_bytes()
    if kind == "svg":
        assert saved.count(b"<text") == 15
        assert b"9, 10, blank, 11" in saved
    else:
        assert saved[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(saved[16:20], "big") == 2 * (4 * 64 + 16)
