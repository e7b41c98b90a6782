"""How an algorithm is taught: its label, its pseudo-code, and why it chose a node, all as data.

Texts are templates: a name in braces stands for a value, and doubled braces for a brace. The page
and the command fill in the same templates, so they contain nothing else.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter

from taquin.ground.errors import OptionError, quoted

__all__ = [
    "CASES",
    "COLOURS",
    "FACTS",
    "MOMENTS",
    "PRIORITIES",
    "TIE_BREAKS",
    "CodeLine",
    "Teaching",
    "shortest",
]

MOMENTS = {
    "choose": "a node is chosen",
    "goal": "the chosen node is tested for the goal",
    "stale": "the chosen node is skipped if a cheaper path to its state is known",
    "limit": "the chosen node is skipped at the depth limit",
    "expand": "the successors of the node are generated",
    "new": "a successor that the search had not stored is kept",
    "better": "a cheaper path to a stored state is kept",
    "duplicate": "a successor is discarded because its state is stored",
    "pruned": "a successor exceeds the bound of the pass",
    "found": "the search ends with a solution",
    "fail": "the search, or one of its passes, ends without one",
}
FACTS = {
    "algorithm": "the name of the algorithm",
    "g": "the cost of the path to the chosen node",
    "h": "its heuristic value",
    "f": "g + h",
    "depth": "its depth",
    "frontier": "the number of nodes in the frontier, the chosen one included",
    "bound": "the bound of this pass",
    "limit": "the depth limit of this pass",
    "weighted_h": "weight * h",
    "weighted_f": "g + weight * h",
    "double_g": "2g + 1",
    "mm": "max(g + h, 2g + 1)",
    "value": "f, or the larger value that the node has inherited or the search below it backed up",
    "above": "the value of the node's parent, in a recursive search",
    "alternative": "the best f elsewhere on the path of a recursive search",
    "side": "forwards or backwards, in a search from both ends",
    "forwards": "the number of nodes in the frontier that began at the start",
    "backwards": "the number of nodes in the frontier that began at the goal",
    "pair": "the least cost of a path through a pair of nodes, one forwards and one backwards",
    "cover": "how many nodes there are in the smallest set with a node of each pair of that cost",
    "cluster": "how many of them have the same side and the same g as the node",
    "ties": "how many nodes share the smallest priority",
    "same": "how many of these also share what breaks the tie",
    "every": "both or all, of the nodes that share the priority",
    "best": "the cost of the best solution so far, or none",
    "budget": "the largest cost of a solution that the search wants now",
    "potential": "(budget - g) / h",
    "least_cost": "depth times the least cost of a move, plus h",
    "walked": "the cost of the moves already made, in a search that moves while it plans",
    "least_f": "the smallest g + h in the frontier",
    "estimate": "the estimated cost of a solution through the node",
    "least_estimate": "the smallest estimated cost in the frontier",
    "distance": "the estimated number of moves from the node to the goal",
}
CASES = {
    "start": "the first node",
    "restart": "the first node, in a later pass",
    "followed": "there is no frontier: the node is the next on a path that is known",
    "only": "the frontier contains no other node",
    "best": "no other node has this priority",
    "oldest": "the oldest of those with this priority",
    "first_board": "of those with this priority, the one whose board comes first",
    "first_board_oldest": "the same, and the oldest of equal boards",
    "smallest_h": "of those with this priority, the one with the smallest h",
    "equal_h": "those with this priority have the same h; this is the newest",
    "smallest_h_newest": "of those with this priority and the smallest h, the newest",
    "raised": "the search below the node has raised its value",
    "last": "a recursive search has no alternative to this node",
    "raised_last": "both of these",
    "nearest": "an explicit estimation search takes the node with the fewest moves to go",
    "cheapest": "it takes the node with the smallest estimated cost",
    "rebuild": "the goal is found, and the search repeats parts of it to rebuild its path",
    "inherited": "the node has the larger value of its parent",
    "inherited_last": "that, and there is no alternative to it",
    "any": "every other case",
}
# The facts that can decide, and the option that each of them needs.
PRIORITIES = {"g": "", "h": "", "f": "", "weighted_f": "weight", "mm": "", "value": ""}
TIE_BREAKS = ("lifo", "fifo", "state", "low_h")
COLOURS = ("blue", "orange", "green", "pink", "yellow", "violet")
_OPTIONS_OF_ALL = ("order",)
_INDENT = " " * 4


@dataclass(frozen=True)
class CodeLine:
    """One line of pseudo-code.

    text: leading spaces, four per level, are its indent; {order} and other options are filled in.
    marks: the moments at which the line is highlighted (keys of `MOMENTS`).
    when: the line is shown only if each option named here has one of the values given.

    >>> CodeLine("    skip child", "duplicate", duplicates=("global",))
    CodeLine('    skip child', 'duplicate', duplicates=('global',))
    """

    text: str
    marks: tuple[str, ...]
    when: Mapping[str, tuple[str, ...]]

    def __init__(self, text: str, *marks: str, **when: tuple[str, ...]) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "marks", marks)
        object.__setattr__(self, "when", when)

    def __repr__(self) -> str:
        given = [*map(repr, (self.text, *self.marks))]
        return f"CodeLine({', '.join(given + [f'{n}={v!r}' for n, v in self.when.items()])})"

    def below(self) -> "CodeLine":
        """The same line, one level deeper."""
        return CodeLine(_INDENT + self.text, *self.marks, **self.when)

    def shown(self, options: Mapping[str, object]) -> bool:
        """Whether the line is part of the code under these options."""
        return all(options.get(name) in values for name, values in self.when.items())


@dataclass(frozen=True)
class Teaching:
    """What lists, charts and the microscope say about an algorithm.

    label: its name for people; by default, the registered name.
    colour: of its curves in charts, one of `COLOURS`; by default, any that is free.
    defining: the option that labels name even where it has its default value.
    pseudocode: its lines. While a step is shown, the lists of the frontier and the reached states
    grow with its children at lines that begin "add child to frontier" or "add child to reached".
    why: one sentence per case (a key of `CASES`) about the choice of a node. The first case that
    applies is used, so there must be one for "any". Texts name options and `FACTS`.
    priority: the fact that decides (a key of `PRIORITIES`): the node with the smallest is chosen.
    tie_break: which of several nodes with the smallest priority is chosen, one of `TIE_BREAKS`; for
    a search without an option of that name.
    frontier: what the list of the frontier contains, in words; by default, from its type.
    discards: whether nodes of a depth that were not chosen are dropped when the next depth begins.

    >>> Teaching("A*", why={"any": "Smallest f = {g} + {h}."}, priority="f").label
    'A*'
    """

    label: str = ""
    colour: str | None = None
    defining: str | None = None
    pseudocode: tuple[CodeLine, ...] = ()
    why: Mapping[str, str] = field(default_factory=lambda: {"any": "Chosen by {algorithm}."})
    priority: str | None = None
    tie_break: str | None = None
    frontier: str | None = None
    discards: bool = False

    def code(self, options: Mapping[str, object]) -> list[str]:
        """The pseudo-code as text, shaped by the options, all of which must be given."""
        words = {name: _word(value) for name, value in options.items()}
        return [line.text.format_map(words) for line in self.pseudocode if line.shown(options)]

    def check(self, what: str, options: Mapping[str, Collection[str]]) -> None:
        """Raise OptionError for any name that does not exist.

        what: the algorithm, to begin the message. options: its options with their choices.
        """
        known = {**dict.fromkeys(_OPTIONS_OF_ALL, ()), **options}
        if self.colour is not None:
            _one_of(f"{what}: colour", self.colour, COLOURS)
        if self.defining is not None:
            _one_of(f"{what}: defining", self.defining, options)
        if self.priority is not None:
            _one_of(f"{what}: priority", self.priority, PRIORITIES)
            if PRIORITIES[self.priority]:
                _one_of(f"{what}: priority needs option", PRIORITIES[self.priority], options)
        if self.tie_break is not None:
            _one_of(f"{what}: tie_break", self.tie_break, TIE_BREAKS)
        for line in self.pseudocode:
            where = f"{what}: pseudo-code {quoted(line.text.strip())}"
            for mark in line.marks:
                _one_of(f"{where}: mark", mark, MOMENTS)
            for name in _fields(where, line.text):
                _one_of(f"{where}: field", name, known)
            for name, values in line.when.items():
                _one_of(f"{where}: condition", name, known)
                for value in values:
                    _one_of(f"{where}: {name}", value, known[name])
        if "any" not in self.why:
            raise OptionError(f'{what}: why has no text for the case "any"; add one.')
        for case, text in self.why.items():
            _one_of(f"{what}: why", case, CASES)
            for name in _fields(f"{what}: why {case!r}", text):
                _one_of(f"{what}: why {case!r}: field", name, {**options, **FACTS})


def shortest(value: float) -> str:
    """A number as people write it, exact to 12 digits: 2 rather than 2.0, 3.3 rather than 3.3…03.

    >>> shortest(2.0), shortest(1.1 * 3), shortest(1_234_567.5)
    ('2', '3.3', '1234567.5')
    """
    return str(value) if type(value) is int else f"{value:.12g}"


def _word(value: object) -> str:
    """An option's value as a line of code shows it."""
    return shortest(value) if isinstance(value, float) else str(value)


def _fields(where: str, text: str) -> Iterator[str]:
    """The names in braces; raises OptionError for any other use of braces."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise OptionError(f"{where}: {error}; write {{{{ and }}}} for braces.") from None
    for _, name, form, conversion in parts:
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise OptionError(
                f"{where}: {{{name}}}: expected a name alone in braces; write {{{{ and }}}} for "
                "braces."
            )
        yield name


def _one_of(where: str, given: str, known: Collection[str]) -> None:
    if given not in known:
        raise OptionError(f"{where} {quoted(given)}: expected one of {', '.join(sorted(known))}.")
