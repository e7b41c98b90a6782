"""One cache for all tests: compiled kernels and small tables, kept between runs.

Set before anything of taquin that uses it is imported, and inherited by the processes that tests
start.
"""

import gc
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from processor import spent, spent_since
from taquin.ground.errors import FolderError
from taquin.ground.ownership import owned_folder
from taquin.ground.registry import Registry
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies
from taquin.search.algorithm import ALGORITHMS
from tiers import COLLECTED, EXHAUSTIVE, divide, exceeded, file_of, markers_of, tier_of

# A test is not wrong because the machine is busy.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


def _cache() -> Path:
    """In the checkout, unless that is another user's, as in a container run by root."""
    try:
        return owned_folder(Path(__file__).parent.parent / ".test-cache", "TAQUIN_CACHE")
    except FolderError:
        return Path(tempfile.gettempdir()) / f"taquin-test-cache-{os.geteuid()}"


os.environ.setdefault("TAQUIN_CACHE", str(_cache()))

# Processes that tests start keep their byte code, as on a user's machine; so does this one, or each
# process of pytest-xdist would rewrite the asserts of every file.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that starts this in the background lets Ctrl-C be ignored, by every process started here
# too; those that test it would run on for minutes.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Let each process of pytest-xdist read the files from another one on.

    pytest rewrites the asserts of a file when it is first read and keeps the result for all
    processes. In a fresh checkout all of them read everything at once: in the same order, each
    would rewrite every file.
    """
    report = yield
    if isinstance(collector, pytest.Directory) and report.result:
        name = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        first = int(name) * len(report.result) // count
        report.result = [*report.result[first:], *report.result[:first]]
    return report


# What these see depends on when other processes get a processor: servers, browsers, signals, limits
# of less than a second. Four processes share two cores here, often with others on the same host.
_BY_THE_CLOCK = (
    *("faces/web/", "faces/terminal/", "faces/cli/test_process.py", "page/browser/", "cluster/"),
    *("checks/test_isolation.py", "solving/test_interrupts.py", "solving/test_plugin_runs.py"),
    *("solving/test_threads.py", "beams/test_learned_passes.py"),
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the order of their files, the same in all processes; long tests first.

    Then those in no folder, most of which read the whole tree: in a row, as pytest-xdist gives them
    to one process, they read it once. Those that run for minutes by design have no time limit. A
    test by the clock that fails is run once more; the summary counts it as a rerun.
    """
    config.stash[COLLECTED] = divide(items)
    markers = {item: markers_of(item) for item in items}
    items.sort(
        key=lambda item: ("long" not in markers[item], "/" in file_of(item.path), item.path.parts)
    )
    for item in items:
        if file_of(item.path).startswith(_BY_THE_CLOCK):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if not EXHAUSTIVE.isdisjoint(markers[item]):
            item.add_marker(pytest.mark.timeout(0))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Any:
    """Collect the tests without the collector of garbage: nearly all that is made stays.

    It took a fifth of that time, in each of the processes.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over thousands of tests, which live to the end.

    Compiling makes millions of objects that live while it lasts: it looks at them less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(autouse=True)
def _registries_as_before() -> Iterator[None]:
    """Take out what a test registers, as a command run in the process of a test would leave it."""
    registries: tuple[Registry[Any], ...] = (ALGORITHMS, HEURISTICS, TOPOLOGIES)
    before = [frozenset(registry.names()) for registry in registries]
    yield
    for registry, names in zip(registries, before, strict=True):
        for name in frozenset(registry.names()) - names:
            registry.remove(name)
            forget_topologies()


_BEGUN, _SPENT = pytest.StashKey[float](), "processor seconds"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Note what has been spent before a test, and what it makes its fixtures do."""
    item.stash[_BEGUN] = spent()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Report the processor time of a test, which does not depend on what else the machine does."""
    yield
    item.user_properties.append((_SPENT, spent_since(item.stash[_BEGUN])))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Which browser the tests of the page ran in, and which tests were run again."""
    from page_support import browser_version, chromium_path

    path = chromium_path()
    found = "none, so the tests of the page did not run"
    if path is not None:
        found = f"{browser_version(path)} ({path})"
    terminalreporter.write_line(f"browser: {found}")
    seconds: Counter[str] = Counter()
    for report in terminalreporter.stats.get("", ()):
        if report.when == "teardown":
            seconds[report.nodeid] = dict(report.user_properties)[_SPENT]
    terminalreporter.write_line(f"processor time of the tests: {seconds.total():.0f} s")
    if (tier := tier_of(terminalreporter.config.option.markexpr)) is not None:
        for line in exceeded(seconds, tier):
            terminalreporter.write_line(f"over its budget: {line}")
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.write_line(f"failed once, and was run again: {report.nodeid}")
