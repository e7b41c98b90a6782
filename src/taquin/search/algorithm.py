"""How algorithms are declared, found by name and run under limits."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any, TypeVar

from taquin.ground.declaration import bound_by_name, check_parameters, is_ours, located
from taquin.ground.errors import OptionError, UnknownName, check_function, check_kind, quoted
from taquin.ground.registry import Option, Registry, options_of, parse_options, unknown_name
from taquin.search.checked import checked
from taquin.search.estimating import estimating
from taquin.search.exact import Precision
from taquin.search.monitor import Limits, Monitor, Observer, Stop
from taquin.search.problem import Heuristic, Node, StateSpace, is_fractional
from taquin.search.result import SearchResult, Status
from taquin.search.teaching import Teaching
from taquin.search.watchdog import Overdue, Watchdog

__all__ = [
    "ALGORITHMS",
    "CHOICES",
    "OPTIONS",
    "AlgorithmSpec",
    "algorithm",
    "execute",
    "read_options",
    "run",
    "unknown_option",
]

S = TypeVar("S")
Search = Callable[..., Node[Any] | None]


@dataclass(frozen=True)
class AlgorithmSpec:
    """A registered algorithm and what it promises under its default options.

    informed: needs a heuristic.
    optimal: returns an optimal solution, provided that any heuristic is admissible; unit_cost: only
    if every move costs the same.
    complete: finds a solution if there is one; if it ends without one, it proves there is none;
    positive_costs: only if every move costs more than 0, so that other problems are refused.
    Searches that keep no reached states, or few, end without a solution in some spaces only.
    endless_at_0: the options, each with its value, with which it can follow a circle of moves that
    cost 0 for ever; with positive costs, it is complete with these too.
    bounded: the option w such that a solution costs at most w times the optimum, provided that any
    heuristic is admissible; unbounded: other options, each with its value, with which that fails.
    bidirectional: needs a ReversibleSpace and, if informed, a heuristic in each direction.
    needs: attributes that the space must have beyond those of StateSpace.
    aliases: other names that people type; results carry `name`.
    teaching: what people are shown of it: label, pseudo-code, sentences.
    """

    name: str
    search: Search
    informed: bool
    optimal: bool
    complete: bool
    unit_cost: bool
    bidirectional: bool
    paper: str
    summary: str
    options: Mapping[str, Option]
    needs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    bounded: str | None = None
    unbounded: tuple[str, ...] = ()
    positive_costs: bool = False
    endless_at_0: tuple[str, ...] = ()
    teaching: Teaching = field(default_factory=Teaching)

    @property
    def label(self) -> str:
        """The name for people, such as A*."""
        return self.teaching.label or self.name


# taquin.search works on any problem; the other two only on sliding-tile puzzles.
ALGORITHMS: Registry[AlgorithmSpec] = Registry(
    "algorithm", ("taquin.search", "taquin.constructive", "taquin.beams"), "taquin.algorithms"
)
F = TypeVar("F", bound=Search)


def algorithm(
    name: str,
    *,
    optimal: bool,
    complete: bool,
    informed: bool = False,
    unit_cost: bool = False,
    bidirectional: bool = False,
    needs: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    bounded: str | None = None,
    unbounded: tuple[str, ...] = (),
    positive_costs: bool = False,
    endless_at_0: tuple[str, ...] = (),
    paper: str = "none given",
    teaching: Teaching | None = None,
) -> Callable[[F], F]:
    """Decorator that registers ``search(space, monitor, *, options)`` under `name`.

    Informed: ``search(space, h, monitor, *, options)``; informed and bidirectional:
    ``search(space, h, h_back, monitor, *, options)``. Parameters are bound by name, so their order
    is free. The function returns the goal's node, or None if it ends without one; its
    keyword-only parameters, with defaults, are its options.
    teaching: see `Teaching`; without it, there is a label and no pseudo-code.
    """

    def register(search: F) -> F:
        summary = (search.__doc__ or "").strip().split("\n")[0]
        wanted, because = _arguments(informed=informed, bidirectional=bidirectional)
        what = f"algorithm {name!r}"
        check_parameters(what, search, wanted, because=because, options=True)
        bound = bound_by_name(what, search, wanted, because=because)
        options, taught = options_of(search), teaching or Teaching()
        taught.check(what, {option.name: option.choices for option in options.values()})
        if bounded is not None and bounded not in options:
            raise OptionError(
                f"{what}: bounded={quoted(bounded)}: expected one of its options: "
                f"{', '.join(options) or 'it has none'}."
            )
        ALGORITHMS.add(
            AlgorithmSpec(
                name=name,
                search=bound,
                informed=informed,
                optimal=optimal,
                complete=complete,
                unit_cost=unit_cost,
                bidirectional=bidirectional,
                paper=paper,
                summary=summary,
                options=options,
                needs=needs,
                aliases=aliases,
                bounded=bounded,
                unbounded=unbounded,
                positive_costs=positive_costs,
                endless_at_0=endless_at_0,
                teaching=taught,
            )
        )
        return search

    return register


# What options and their choices mean. Options missing here belong to plug-ins.
OPTIONS = {
    "order": "the order of a board's successors, as letters of the tile moves",
    "depth": "the largest number of moves from the start to a node",
    "duplicates": "which states are discarded when generated again",
    "goal_test": "when a state is tested for the goal",
    "tie_break": "which of several nodes with equal priority is expanded first",
    "weight": "the factor of h in f = g + weight * h, or the largest ratio of cost to optimum",
    "cost": "the largest cost of a solution worth finding, by default any",
    "step": "how much less the weight is in each further pass",
    "lookahead": "how many boards are expanded before each walk",
    "width": "the largest number of boards kept at each depth",
    "selection": "how the children whose f is due are found",
    "threads": "how many threads work on each layer",
}
CHOICES = {
    (
        "duplicates",
        "global",
    ): "all generated before (with a depth limit: no deeper than now)",
    ("duplicates", "blind"): "all generated before, at any depth, which can miss solutions",
    ("duplicates", "closed"): "all expanded before",
    ("duplicates", "path"): "all on the path from the start to the node",
    ("duplicates", "parent"): "only the node's parent",
    ("duplicates", "none"): "none",
    ("goal_test", "expansion"): "when its node is selected for expansion",
    ("goal_test", "generation"): "as soon as it is generated",
    ("selection", "auto"): "by deltas where the heuristic knows them, otherwise among all",
    ("selection", "deltas"): "by what each move changes in f; no other child is created (EPEA*)",
    ("selection", "all"): "among all children, created and evaluated (PEA*)",
    ("tie_break", "lifo"): "the newest",
    ("tie_break", "fifo"): "the oldest",
    ("tie_break", "state"): "the one whose board comes first in numerical order",
    ("tie_break", "low_h"): "the one with the smallest h; of several, the newest",
}


def read_options(spec: AlgorithmSpec, given: Mapping[str, object], *more: Option) -> dict[str, Any]:
    """The values of the options of `spec` and of `more` options, which every search has.

    Raises OptionError for an invalid value, and UnknownName for an unknown option, naming the
    algorithms that have it.
    """
    known = {**spec.options, **{option.name: option for option in more}}
    check_kind("options", given, Mapping, "a dictionary of names and values")
    for name in given:
        if not isinstance(name, str) or name not in known:
            raise unknown_option(f"option of {spec.name}", name, known)
    return parse_options(spec.name, known, given)


def unknown_option(kind: str, name: str, known: Iterable[str]) -> UnknownName:
    """The error for an option that is not among the `known`; it names the algorithms that have it.

    kind: what was expected, such as "option of astar".
    """
    owners = [spec.name for spec in ALGORITHMS if name in spec.options]
    hint = f"It is an option of {', '.join(owners)}." if owners else None
    return unknown_name(kind, name, known, hint=hint)


def _arguments(*, informed: bool, bidirectional: bool) -> tuple[tuple[str, ...], str]:
    """The arguments of a search function, and the reason for them."""
    if not informed:
        return ("space", "monitor"), "; to receive a heuristic h, declare informed=True"
    if bidirectional:
        because = ", because it is declared informed and bidirectional"
        return ("space", "h", "h_back", "monitor"), because
    return ("space", "h", "monitor"), ", because it is declared informed=True"


def run(
    spec: AlgorithmSpec | str,
    space: StateSpace[S],
    h: Heuristic[S] | None = None,
    h_back: Heuristic[S] | None = None,
    *,
    options: Mapping[str, object] | None = None,
    limits: Limits | None = None,
    observer: Observer | None = None,
    monitor: Monitor[S] | None = None,
) -> SearchResult:
    """Run one search until it ends, hits a limit or is interrupted; the result says what is proved.

    Its `rests_on` lists what the proof takes for granted; `check_space` can test most of it.

    A search that ends without a solution proves that none exists if it is declared complete and
    does not set `Monitor.incomplete`; otherwise the status is `incomplete`.

    Raises OptionError if `space` is not a StateSpace, cannot be searched backwards by a
    bidirectional algorithm or lacks another attribute that the algorithm needs; ContractError if
    a move costs less than the space declares, or a heuristic returns anything but a number of 0 or
    more.

    >>> from taquin.search.problem import StateSpace
    >>> class Count:  # from 0 to 6 by adding 1 or 3
    ...     start, min_cost = 0, 1
    ...     def is_goal(self, state): return state == 6
    ...     def successors(self, state): return [("+1", state + 1, 1), ("+3", state + 3, 1)]
    >>> run("bfs", Count()).moves
    ('+3', '+3')
    """
    spec = spec if isinstance(spec, AlgorithmSpec) else ALGORITHMS.get(spec)
    settings = read_options(spec, {} if options is None else options)
    if limits is not None and not isinstance(limits, Limits):
        raise OptionError(
            f"limits={quoted(limits)}: expected a Limits object, as in Limits(time=10)."
        )
    check_function("h", h, "the state")
    check_function("h_back", h_back, "the state")
    if monitor is not None:
        check_kind("monitor", monitor, Monitor, "a Monitor, as in Monitor(Limits(time=10))")
    estimates: list[Heuristic[S]] = []
    if spec.informed:
        given = [h, h_back] if spec.bidirectional else [h]
        estimates = [_zero if one is None else one for one in given]
    return execute(spec, space, estimates, settings, monitor or Monitor(limits, observer))


def execute(
    spec: AlgorithmSpec,
    space: StateSpace[S],
    estimates: Sequence[Heuristic[S]],
    settings: Mapping[str, object],
    watched: Monitor[S],
) -> SearchResult:
    """`run` with options that have been read.

    estimates: what the search takes: nothing, a heuristic, or one for each direction.
    """
    _check_space(spec, space)
    watched.fractional = is_fractional(space)
    informed = spec.informed and not all(h is _zero for h in estimates)
    rests_on = _rests_on(spec, space, informed=informed)
    seconds = watched.limits.time
    if seconds is not None:
        seconds -= watched.seconds
    built_in = is_ours(spec.search) and is_ours(space)
    precision = Precision(fractional=watched.fractional)
    space = checked(space, precision, spec.name if spec.positive_costs else None)
    names = ("h", "h_back")
    values = [estimating(h, name, precision) for h, name in zip(estimates, names, strict=False)]
    # taquin's own searches read the clock themselves.
    watchdog = Watchdog(None if built_in and all(map(is_ours, estimates)) else seconds)
    limit = None
    node: Node[S] | None = None
    try:
        with _collector_paused(), watchdog:
            node = spec.search(space, *values, watched, **settings)
        _check_end(spec, node)
        if node or (watched.incumbent and watched.stopped is None):
            status = Status.SOLVED
        elif watched.stopped is not None:  # the search caught Stop and gave up
            status, limit = Status.LIMIT, watched.stopped
        else:
            status = _status_without_solution(spec, watched)
    except Overdue:
        if not watchdog.fired:  # raised by a watchdog around this call
            raise
        status, limit = Status.LIMIT, "time"
    except Stop as stop:
        status, limit = Status.LIMIT, stop.limit
    except KeyboardInterrupt:
        status, limit = Status.LIMIT, "interrupt"
    except MemoryError:
        status, limit = Status.LIMIT, "memory"
    if node is None:
        node = watched.incumbent
        _check_end(spec, node)
    return _result(watched, node, status, limit, rests_on)


def _zero(state: object) -> int:
    """The heuristic of an informed search that was given none."""
    return 0


def _rests_on(spec: AlgorithmSpec, space: object, *, informed: bool) -> tuple[str, ...]:
    """What nobody has checked, and must hold, for `lower_bound` and `optimal` to be true."""
    assumed = []
    if informed:
        assumed.append("the heuristic is admissible")
    if spec.unit_cost and not is_ours(space):
        assumed.append("min_cost is the least cost of a move")
    if spec.bidirectional and not is_ours(space):
        assumed.append("predecessors reverses successors, and goal is the only goal")
    if not is_ours(spec.search):
        assumed.append(f"algorithm {spec.name} proves what it says")
    if is_fractional(space):
        assumed.append("costs that differ by less than a part in 10⁹ are equal")
    return tuple(assumed)


def _check_space(spec: AlgorithmSpec, space: object) -> None:
    """Raise OptionError unless the algorithm can search the space."""
    if isinstance(space, type):
        raise OptionError(
            f"space={space.__name__} is a class; expected an instance, as in {space.__name__}()."
        )
    if not all(hasattr(space, name) for name in ("start", "is_goal", "successors")):
        raise OptionError(
            f"space={quoted(space)}: expected a StateSpace, with `start`, `is_goal` and "
            f"`successors`."
        )
    if spec.bidirectional and not (hasattr(space, "goal") and hasattr(space, "predecessors")):
        raise OptionError(
            f"{spec.name} searches from both ends, but {type(space).__name__} lacks `goal` or "
            "`predecessors` (see ReversibleSpace); add them, or choose a search from the start."
        )
    for name in spec.needs:
        if not hasattr(space, name):
            raise OptionError(
                f"{spec.name} needs a space with `{name}`, which {type(space).__name__} lacks; "
                "choose an algorithm that runs on every problem, such as astar."
            )


# The threads whose searches have paused the garbage collector.
_pausing: set[int] = set()


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No cyclic garbage collection: searches make millions of nodes but no reference cycles."""
    collecting, thread = gc.isenabled(), get_ident()
    gc.disable()
    if collecting:
        _pausing.add(thread)
    try:
        yield
    finally:
        if collecting:
            _pausing.discard(thread)
            gc.enable()


def _resume_collector() -> None:
    """Resume collection in a forked process, where no other thread will do it."""
    if _pausing:
        _pausing.clear()
        gc.enable()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_resume_collector)


def _check_end(spec: AlgorithmSpec, node: object) -> None:
    """Raise OptionError unless a search returned None or a node whose parents lead to a root."""
    if is_ours(spec.search):  # its nodes are sound; `_result` looks at the space's moves
        return
    seen: set[int] = set()
    what = f"{located(f'algorithm {spec.name}', spec.search)} returned"
    while node is not None:
        if not isinstance(node, Node):
            raise OptionError(
                f"{what} {quoted(node)} instead of a Node; expected the "
                "goal's Node, with its parents back to the start, or None."
            )
        if id(node) in seen:
            raise OptionError(
                f"{what} a node whose parents form a cycle; "
                "expected a path that ends at the start, whose parent is None."
            )
        if not isinstance(node.move, str) or not isinstance(node.g, (int, float)):
            raise OptionError(
                f"{what} a path with {quoted(node, 80)} on it; expected a string as move and a "
                "number as g."
            )
        seen.add(id(node))
        node = node.parent


def _status_without_solution(spec: AlgorithmSpec, monitor: Monitor[S]) -> Status:
    """The status of a search that ended without a solution."""
    incomplete = not spec.complete if monitor.incomplete is None else monitor.incomplete
    return Status.INCOMPLETE if incomplete else Status.UNSOLVABLE


def _result(
    monitor: Monitor[S],
    node: Node[S] | None,
    status: Status,
    limit: str | None,
    rests_on: tuple[str, ...],
) -> SearchResult:
    stats = monitor.finish()
    closest = monitor.closest
    moves: tuple[str, ...] | None = None
    states: Sequence[object] | None = None
    if type(node) is Node:
        path = node.path()
        moves, states = tuple([one.move for one in path[1:]]), tuple([one.state for one in path])
        for move in moves:
            if not isinstance(move, str):
                raise OptionError(f"move {move!r:.60} of the space: expected a string.")
    elif node is not None:  # a Route
        moves, states = node.moves(), node.states()
    return SearchResult(
        status=status,
        limit=limit,
        moves=moves,
        states=states,
        cost=node.g if node else None,
        lower_bound=None if status is Status.UNSOLVABLE else monitor.lower_bound,
        stats=stats,
        closest=(closest.state, closest.h) if closest else None,
        seconds=monitor.seconds,
        rests_on=rests_on,
    )
