"""Pseudo-code and sentences that several algorithms share."""

from collections.abc import Iterator

from taquin.search.teaching import CodeLine

__all__ = [
    "best_first_code",
    "best_first_why",
    "both_ends_code",
    "child_loop",
    "deepening_code",
    "deepening_why",
    "duplicate_test",
    "graph_search",
    "low_h_why",
]

_WITHIN = "f = g + h = {g} + {h} = {f}, within the bound {bound}"
_REPLACED = "    if reached has a cheaper path to node.state: continue"
_CHILDREN = "for each child of node, in the order {order}:"


def child_loop(level: int = 1) -> CodeLine:
    """The loop over the successors of the chosen node, indented by `level`."""
    return CodeLine(" " * 4 * level + _CHILDREN, "expand")


def duplicate_test() -> Iterator[CodeLine]:
    """How a search that stores no reached states tests a child, by its policy for duplicates."""
    yield CodeLine(
        "        if child is on the path to node: skip it", "duplicate", duplicates=("path",)
    )
    yield CodeLine(
        "        (the move that undoes the last one is never made)", duplicates=("parent",)
    )


def graph_search(
    queue: str,
    choice: str,
    *tests: CodeLine,
    stored: tuple[str, ...] = ("global",),
    closed: tuple[str, ...] = (),
    replaced: tuple[str, ...] = (),
) -> tuple[CodeLine, ...]:
    """A search that stores reached states.

    queue: what the frontier is. choice: how a node is chosen. tests: how a child is found to be a
    duplicate. stored: the policies under which successors are stored when generated; closed: those
    under which nodes are stored when chosen; replaced: those under which the frontier may hold a
    node to whose state a cheaper path was found.
    """
    late, early = {"goal_test": ("expansion",)}, {"goal_test": ("generation",)}
    begin, skip, add = (
        [CodeLine(text, duplicates=closed)] if closed else []
        for text in (
            "reached ← {{}}",
            "    if node.state is in reached and not cheaper: continue",
            "    add node to reached",
        )
    )
    return (
        CodeLine(f"frontier ← {queue} containing the start"),
        CodeLine("reached ← {{start}}", duplicates=stored),
        *begin,
        CodeLine("while frontier is not empty:"),
        CodeLine(f"    node ← {choice}", "choose"),
        *skip,
        *([CodeLine(_REPLACED, "stale", duplicates=replaced)] if replaced else ()),
        CodeLine("    if node is the goal: return its path", "goal", "found", **late),
        *add,
        child_loop(),
        *tests,
        *duplicate_test(),
        CodeLine("        if child is the goal: return its path", "found", **early),
        CodeLine("        add child to reached", "new", "better", duplicates=stored),
        CodeLine("        add child to frontier", "new", "better"),
        CodeLine("return: no solution exists", "fail"),
    )


def best_first_code(
    formula: str, *, test: str = "if child is in reached and not cheaper: skip it"
) -> tuple[CodeLine, ...]:
    """The pseudo-code of best-first search by that formula."""
    cheaper = "cheaper" in test
    return graph_search(
        f"a priority queue by {formula}",
        f"take the node with the smallest {formula}",
        CodeLine(f"        {test}", "duplicate", duplicates=("global",)),
        closed=("closed",),
        replaced=("global",) if cheaper else (),
    )


def best_first_why(formula: str, *, h_breaks_ties: bool = False) -> dict[str, str]:
    """Why best-first search chose a node, whose priority is that formula with its values.

    h_breaks_ties: whether nodes of equal priority can differ in h.
    """
    tie, by_h = _tie(formula), low_h_why(formula)
    only, best, newest = by_h.pop("only"), by_h.pop("best"), by_h.pop("any")
    return {
        "start": f"The start, with {formula}; it is the only node in the frontier.",
        "only": only,
        "best": best,
        "oldest": f"{tie}, and this is the oldest of them.",
        "first_board": f"{tie}, and this is the one whose board comes first in numerical order.",
        "first_board_oldest": f"{tie}; of the {{same}} whose board comes first, this is the "
        "oldest.",
        **({**by_h, "smallest_h_newest": newest} if h_breaks_ties else {}),
        "any": f"{tie}, and this is the newest of them.",
    }


def both_ends_code(*choice: CodeLine, level: int = 1) -> tuple[CodeLine, ...]:
    """A heuristic search from both ends.

    choice: how a node is chosen, and when the search ends. level: of the loop over its children.
    """
    indent = " " * 4 * (level + 1)
    return (
        CodeLine("two frontiers, from the start and from the goal; best ← none"),
        CodeLine("while neither frontier is empty:"),
        *choice,
        child_loop(level),
        CodeLine(
            f"{indent}if child is in reached of this side and not cheaper: skip it", "duplicate"
        ),
        CodeLine(f"{indent}add child to this side's frontier", "new", "better"),
        CodeLine(f"{indent}if it is in the other frontier too: best ← the cheaper joined path"),
        CodeLine("return best, or: no solution exists", "fail"),
    )


def deepening_code(*visit: CodeLine) -> tuple[CodeLine, ...]:
    """Depth-first passes under a rising bound on f. visit: what is done with each child."""
    return (
        CodeLine("if start is the goal: return the empty path"),
        CodeLine("bound ← h(start)"),
        CodeLine("repeat:"),
        CodeLine("    search(start), and stop when the goal is found", "found"),
        CodeLine(
            "    bound ← the smallest f above it; if there is none, no solution exists", "fail"
        ),
        CodeLine("search(node):", "choose"),
        child_loop(),
        *duplicate_test(),
        *visit,
    )


def deepening_why(more: str = "") -> dict[str, str]:
    """Why such a search expands a node. more: added for every node but the start."""
    return {
        "start": f"The start: {_WITHIN}.",
        "restart": f"The start again, under a new bound: {_WITHIN}.",
        "any": f"The next successor, depth first: {_WITHIN}{more}.",
    }


def low_h_why(formula: str, more: str = "") -> dict[str, str]:
    """Why a search chose a node if h breaks all ties, and the newest node those that remain.

    more: follows each sentence; it begins with a space.
    """
    tie = _tie(formula)
    return {
        "only": f"Smallest {formula}; it is the only node in the frontier.{more}",
        "best": f"Smallest {formula}; of {{frontier}} nodes in the frontier, only this one has it."
        f"{more}",
        "smallest_h": f"{tie}, and this is the one with the smallest h.{more}",
        "equal_h": f"{tie}, {{every}} with h = {{h}}, and this is the newest of them.{more}",
        "any": f"{tie}; of the {{same}} with the smallest h, this is the newest.{more}",
    }


def _tie(formula: str) -> str:
    return f"Smallest {formula}; {{ties}} of {{frontier}} nodes in the frontier have it"
