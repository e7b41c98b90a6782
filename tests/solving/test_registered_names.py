"""Names and aliases of what is registered, and names that are public."""

import re
from pathlib import Path
from typing import Any

import pytest
from library import EIGHT, NEAR

import taquin
from taquin import (
    ALGORITHMS,
    HEURISTICS,
    TOPOLOGIES,
    OptionError,
    Puzzle,
    UnknownName,
    algorithm,
    compare,
    heuristic,
    solve,
)
from taquin.ground.registry import Registry
from taquin.heuristics.base import canonical_name


@pytest.mark.parametrize("registry", [ALGORITHMS, HEURISTICS, TOPOLOGIES], ids=lambda r: r.kind)
def test_registries_look_up_count_and_show_names(registry: Registry[Any]) -> None:
    names = registry.names()
    assert len(registry) == len(names) and registry[names[0]].name == names[0]
    assert all(name in repr(registry) for name in names) and "nonsense" not in registry
    with pytest.raises(KeyError) as caught:
        registry["nonsense"]
    assert isinstance(caught.value, UnknownName) and str(caught.value).startswith("no ")
    for spec in registry:
        for alias in (spec.name.upper(), *spec.aliases, *map(str.upper, spec.aliases)):
            assert registry[alias] is spec and alias in registry


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("a*", "astar"), ("IDA*", "idastar"), ("dijkstra", "ucs"), ("gbfs", "greedy"),
        ("iddfs", "ids"), ("wa*", "wastar"), ("BFS", "bfs"),
    ],
)  # fmt: skip
def test_results_carry_the_canonical_algorithm(alias: str, name: str) -> None:
    assert solve(NEAR, algorithm=alias).algorithm == name
    assert compare(NEAR, [alias])[0].algorithm == name


@pytest.mark.parametrize(
    ("alias", "name"),
    [("h1", "misplaced"), ("hamming", "misplaced"), ("H2", "manhattan"),
     ("max:h1,h2", "max:misplaced,manhattan")],
)  # fmt: skip
def test_results_carry_the_canonical_heuristic(alias: str, name: str) -> None:
    assert canonical_name(alias) == name
    assert solve(NEAR, algorithm="astar", heuristic=alias).heuristic == name


def test_an_alias_cannot_be_registered_again() -> None:
    with pytest.raises(OptionError, match=r"'a\*' is already a name of another algorithm"):
        algorithm("a*", optimal=False, complete=False, paper="")(lambda space, monitor: None)
    assert ALGORITHMS["a*"].name == "astar"


def test_an_alias_is_removed_with_its_name() -> None:
    @heuristic("gone", admissible=True, consistent=True, aliases=("soon",), paper="")
    def gone(puzzle: Puzzle) -> Any:
        return lambda state: 0

    assert HEURISTICS["soon"].name == "gone"
    HEURISTICS.remove("gone")
    assert "soon" not in HEURISTICS


def test_an_option_of_another_algorithm_names_it() -> None:
    with pytest.raises(UnknownName, match=r"no option of astar named 'weight'. It is an option of"):
        solve(NEAR, algorithm="astar", options={"weight": 2})
    with pytest.raises(UnknownName, match=r"'depth'. It is an option of dls, ids\."):
        solve(NEAR, algorithm="bfs", options={"depth": 2})
    with pytest.raises(UnknownName, match="Did you mean 'weight'"):
        solve(NEAR, algorithm="wastar", options={"wieght": 2})


def test_every_public_name_has_an_example() -> None:
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\w+", page))
    assert not set(taquin.__all__) - shown


def test_the_server_resolves_aliases() -> None:
    from taquin.faces.web.process.limits import ServerLimits
    from taquin.faces.web.process.question import JobRequest, Search, read_question

    limits = ServerLimits(1, 1 << 30, 10.0, 10.0, 10**6)
    named = (("astar", "manhattan"), ("A*", "h2"), ("a-star", None))
    asked = [JobRequest("solve", EIGHT, searches=[Search(*names)]) for names in named]
    assert len({read_question(one, limits).keys[0] for one in asked}) == 1
