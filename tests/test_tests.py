"""Every test asserts something; what must be absent could be there; refusals are told apart."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from processor import spent, spent_since
from taquin.ground import errors
from tiers import BUDGETS, COLLECTED, LEAST, divide, exceeded, room_of, tier_of

FOLDER = Path(__file__).parent
# What fails a test although it is defined elsewhere.
ASSERTING = {"raises", "fail", "raise_if_failed", "call_and_validate", "forgive"}
# Words of the web's standards, which the product must never use.
FORBIDDEN = {"unsafe", "service-worker-allowed"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[Path, ast.Module]:
    """The files of this folder."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.rglob("*.py"))}


def named(tree: ast.AST) -> dict[str, list[Function]]:
    """The functions and methods below a node."""
    found: dict[str, list[Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            found.setdefault(node.name, []).append(node)
    return found


@cache
def functions() -> dict[Path, dict[str, list[Function]]]:
    """The functions and methods of each file."""
    return {path: named(tree) for path, tree in trees().items()}


@cache
def methods() -> dict[str, list[Function]]:
    """Those of all classes together: nobody knows whose method a call means."""
    classes = [
        n for tree in trees().values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)
    ]
    return named(ast.Module(classes, []))


@cache
def imported(path: Path) -> dict[str, tuple[Path, str]]:
    """The names that a file imports from another of this folder: where they are defined."""
    modules = {path.stem: path for path in trees()}
    return {
        alias.asname or alias.name: (modules[module], alias.name)
        for node in ast.walk(trees()[path])
        if isinstance(node, ast.ImportFrom)
        for module in [(node.module or "").rpartition(".")[2]]
        if module in modules
        for alias in node.names
    }


def called(path: Path, function: Function) -> Iterator[tuple[Path, Function]]:
    """The helpers that a function names, as a call or as an argument of one."""
    elsewhere = imported(path)
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            home, name = elsewhere.get(node.id, (path, node.id))
            yield from ((home, helper) for helper in functions()[home].get(name, []))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from ((path, method) for method in methods().get(node.func.attr, []))


def asserts(path: Path, function: Function, known: set[Function]) -> bool:
    """Whether a function can fail a test, by itself or by a helper."""
    known.add(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ASSERTING:
                return True
    return any(
        asserts(home, helper, known)
        for home, helper in called(path, function)
        if helper not in known
    )


def test_every_test_asserts() -> None:
    tests = [
        (path, function)
        for path in trees()
        if path.stem.startswith("test_")
        for name, versions in functions()[path].items()
        if name.startswith("test_")
        for function in versions
    ]
    assert len(tests) > 1000
    silent = [
        f"{path.relative_to(FOLDER)}:{function.lineno}: {function.name}"
        for path, function in tests
        if not asserts(path, function, set())
    ]
    assert silent == []


@cache
def product() -> str:
    """All source of the product and of its lessons; each number is 0."""
    folders = (FOLDER.parent / "src" / "taquin", FOLDER.parent / "docs" / "_site" / "static")
    sources = chain.from_iterable(folder.rglob("*") for folder in folders)
    kinds = {".py", ".js", ".css", ".html"}
    texts = [path.read_text("utf-8") for path in sources if path.suffix in kinds]
    return re.sub(r"\d+", "0", "\n".join(texts))


def wide(tree: ast.AST) -> Iterator[ast.Call]:
    """Where any refusal will do: `pytest.raises` of a common error, without its words."""
    common = {"Refusal", "Exception", "TypeError", "ValueError", *vars(errors)}
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.raises":
                    told = item.optional_vars is not None or call.keywords
                    if ast.unparse(call.args[0]) in common and not told:
                        yield call


def test_refusals_are_told_apart() -> None:
    found = [
        f"{path.relative_to(FOLDER)}:{call.lineno}: {ast.unparse(call)}"
        for path, tree in trees().items()
        for call in wide(tree)
    ]
    assert len(list(wide(ast.parse("with pytest.raises(NotationError): solve()")))) == 1
    assert found == []


def strings(*nodes: ast.AST) -> list[str]:
    """The texts below some nodes, for any numbers, without white space and anchors around them."""
    return [
        re.sub(r"\d+", "0", part.value).strip(" \n^$")
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def absent(statement: ast.Assert) -> Iterator[ast.AST]:
    """What an assertion says is not there: not in a text, not on the page, not in sight."""
    for node in ast.walk(statement.test):
        if isinstance(node, ast.Compare):
            counted = ast.unparse(node).endswith(".count() == 0")
            if counted or isinstance(node.ops[0], ast.NotIn):
                yield node.left
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            denied = getattr(node.operand, "func", node.operand)
            if isinstance(denied, ast.Attribute | ast.Compare):
                yield node.operand
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "is_hidden":
            yield node.func


def could_be_there(text: str, elsewhere: set[str]) -> bool:
    """Whether the product has the text, or all names of a selector; or the test uses it itself."""
    if text in product() or text in FORBIDDEN or any(text in other for other in elsewhere):
        return True
    names = re.findall(r"[\w-]{2,}", text)
    selector = re.fullmatch(r"(?=.*[.#\[>:,])[-\w.#:\[\]^=*>() ,']+", text)
    return selector is not None and all(name in product() for name in names)


def test_what_must_be_absent_could_be_there() -> None:
    """A text that nothing shows any more is absent whatever happens."""
    checked, idle = 0, []
    for path, tree in trees().items():
        statements = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
        denied = {node: strings(*absent(node)) for node in statements}
        others = set(Counter(strings(tree)) - Counter(chain(*denied.values())))
        for node, texts in denied.items():
            checked += len(texts)
            idle += [
                f"{path.relative_to(FOLDER)}:{node.lineno}: {text!r}"
                for text in texts
                if not could_be_there(text, others)
            ]
    assert checked > 80
    assert idle == []


def test_no_two_files_of_tests_have_one_name() -> None:
    """pytest imports a file without packages around it by its name alone."""
    names = Counter(path.name for path in FOLDER.rglob("*.py") if path.name.startswith("test_"))
    assert [name for name, files in names.items() if files > 1] == []


class Case:
    """A case of a test as pytest collects it."""

    path, originalname = FOLDER / "game" / "test_a.py", "test_a"

    def __init__(self, word: str, *markers: str) -> None:
        self.name = self.nodeid = f"test_a[{word}]"
        self.markers = list(markers)

    def iter_markers(self) -> Iterator[pytest.MarkDecorator]:
        return (getattr(pytest.mark, name) for name in self.markers)

    def add_marker(self, marker: pytest.MarkDecorator) -> None:
        self.markers.append(marker.name)


def test_what_a_tier_does_not_keep_is_in_the_next_one() -> None:
    cases: list[Any] = [*map(Case, "abcdef"), Case("g", "hours")]
    entries = {"game/test_a.py": {"test_a": 2}}, {"game/test_a.py": {"*": ["b", "c"]}}
    tiers = divide(cases, *entries)
    slow = ["slow"]
    assert [case.markers for case in cases] == [
        *([], ["thorough"], ["thorough"], [], slow, slow, ["hours"])
    ]
    assert tiers.all == 6 and tiers.dead == []
    assert tiers.thorough == ["test_a[b]", "test_a[c]"]
    assert tiers.exhaustive == ["test_a[e]", "test_a[f]"]
    dead = divide(cases[:1], {"game/test_a.py": {"test_b": 0}}, {}).dead
    assert dead == ["game/test_a.py::test_b"]


def test_no_test_is_lost_between_the_tiers(request: pytest.FixtureRequest) -> None:
    """Of a run of all tests: those of the tiers are as many as they were, and all entries live."""
    if request.config.getoption("file_or_dir"):
        pytest.skip("only some tests were asked for")
    tiers = request.config.stash[COLLECTED]
    assert tiers.dead == [], "take these out of tests/tiers.toml"
    quick = tiers.all - len(tiers.thorough) - len(tiers.exhaustive)
    assert tiers.all >= LEAST["all"] and quick >= LEAST["quick"], tiers.thorough


def test_the_tiers_fit_into_their_minutes_of_two_cores() -> None:
    starting = 115  # seconds of four processes that collect the tests and report what they did
    quick, thorough = (sum(BUDGETS[tier].values()) + starting for tier in ("quick", "thorough"))
    assert quick <= 2 * 4 * 60
    assert quick + thorough <= 2 * 15 * 60
    rooms = {room_of(path.relative_to(FOLDER).as_posix()) for path in FOLDER.rglob("test_*.py")}
    for of_tier in BUDGETS.values():
        assert rooms - set(of_tier) <= {"planted", "faces", "page"}


def test_a_room_above_its_budget_is_named_with_its_longest_tests() -> None:
    assert [tier_of(each) for each in ("not thorough and not slow", "thorough", "slow")] == [
        *("quick", "thorough", None)
    ]
    for tier in ("quick", "thorough"):
        budget = BUDGETS[tier]["game"]
        took = {"tests/game/test_a.py::test_b[1]": budget + 1, "tests/teach/test_c.py::test_d": 0}
        (line,) = exceeded(took, tier)
        assert line.startswith(f"game: {budget + 1:.0f} s of {budget:g} s;")
        assert f"test_b[1] {budget + 1:.1f} s" in line


def test_a_process_whose_time_is_lost_takes_none_from_a_test() -> None:
    assert spent_since(spent() + 60) == 0
    begun = spent()
    while spent() - begun < 0.05:
        pass
    assert spent_since(begun) >= 0.05


def waits(tree: ast.AST) -> Iterator[str]:
    """What the page is asked until it holds."""
    constants = {
        ast.unparse(node.targets[0]): node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "wait_for_function":
            asked = node.args[0]
            yield "".join(strings(constants.get(ast.unparse(asked), asked)))


def test_a_wait_asks_a_plain_function() -> None:
    """An expression is refused from the second look on; a promise holds whatever comes of it."""
    asked = [
        f"{path.relative_to(FOLDER)}: {text}"
        for path, tree in trees().items()
        for text in waits(tree)
    ]
    assert len(asked) > 90
    plain = re.compile(r": (\w+|\([^)]*\)) =>")
    assert [text for text in asked if plain.search(text) is None] == []
