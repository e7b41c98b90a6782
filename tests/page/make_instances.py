"""Writes the page's named boards from taquin's data: ``python tests/page/make_instances.py``."""

from pathlib import Path

from taquin.puzzle.goal import goal_name
from taquin.puzzle.instances import instances

FILE = Path(__file__).parents[2] / "src/taquin/faces/static/notation/instances.js"
SETS = ("famous", "korf100", "korf24", "antipodes")
HEAD = """\
// Written by tests/page/make_instances.py from the data files of taquin, which name their sources.

/**
 * Boards with a name: name, board, goal, length of a shortest solution (null: there is none).
 * @type {readonly (readonly [string, string, string, number | null])[]}
 */
export const INSTANCES = [
"""


def text() -> str:
    """The module, one board a line."""
    lines = [
        f'  ["{i.name}", "{i.board}", "{goal_name(i.goal) or i.goal}", '
        f"{'null' if i.optimal is None else i.optimal}],\n"
        for name in SETS
        for i in instances(name)
    ]
    return HEAD + "".join(lines) + "];\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
