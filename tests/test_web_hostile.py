"""Hostile use of the server: what is refused, what stays up, and that nothing is left behind.

The attacks and their timings are those of benchmarks/web_hostile.py; here only counts are checked.
"""

import importlib.util
import os
from collections.abc import Callable
from types import ModuleType

import pytest

from page_support import ROOT


@pytest.fixture(scope="module")
def hostile() -> ModuleType:
    path = ROOT / "benchmarks" / "web_hostile.py"
    spec = importlib.util.spec_from_file_location("web_hostile", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Statuses = dict[str, int]
EXPECTED: dict[str, Callable[[Statuses], bool]] = {
    "quiet": lambda statuses: statuses == {},
    "worst_boards": lambda statuses: statuses == {"202": 10},
    "large_boards": lambda statuses: statuses == {"202": 6},
    "flood": lambda statuses: statuses["503"] > 0 and set(statuses) <= {"202", "429", "503"},
    "large_bodies": lambda statuses: (
        statuses["413"] > 0 and set(statuses) <= {"413", "429", "closed"}
    ),
    # Half of the hundred slow ones send half a head, half of them half a body.
    "slow_clients": lambda statuses: statuses == {"202": 2, "408": 50, "closed": 50},
    "disconnects": lambda statuses: statuses == {"202": 10, "begun": 1, "still running": 0},
}


def test_every_attack_has_an_expectation(hostile: ModuleType) -> None:
    assert set(EXPECTED) == set(hostile.ATTACKS)


@pytest.mark.long
@pytest.mark.parametrize("attack", list(EXPECTED))
def test_the_server_stands_it(hostile: ModuleType, attack: str) -> None:
    measured = hostile.attacked(attack, seconds=2, weighed=False)
    assert EXPECTED[attack](measured.statuses), measured.statuses
    assert measured.fetches and measured.failed_fetches == 0
    # The server, its fork server, the jobs that may run, as many just killed, and one that is being
    # forked or explains.
    assert measured.processes <= 3 + 2 * (os.cpu_count() or 1)
    assert measured.left_processes == []
    assert measured.left_files == []
    assert measured.exit_status == 0
