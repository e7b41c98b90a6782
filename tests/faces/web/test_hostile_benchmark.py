"""Hostile use of the server: what honest visitors keep, and that nothing is left behind.

The attacks are those of benchmarks/web_hostile.py, which also measures times; here nothing
depends on how fast the machine is.
"""

import importlib
from types import ModuleType
from typing import Any

import pytest

from page_support import ROOT

# Every response that an attacker may get; above all no 500. The words count connections.
EXPECTED = {
    *("200", "202", "204", "400", "404", "405", "408", "409", "413", "422", "429", "503"),
    *("closed", "no answer", "unread"),
}
ATTACKS = (
    *("wall_sets", "slow_questions", "long_answers", "long_comparisons", "worst_boards"),
    *("large_boards", "job_flood"),
    *("evictions", "odd_numbers", "cancel_races", "disconnects", "slow_clients", "large_bodies"),
    *("unread_files", "unread_traces", "streams", "get_flood", "pipelined", "broken_http"),
)
SERVER_BYTES = 200e6  # that the machine must give to the server's own processes together
LOG_BYTES = 64e3


@pytest.fixture(scope="module")
def hostile() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        return importlib.import_module("web_hostile")


def check(measured: Any) -> None:
    """What holds whatever the attack."""
    said = {status for statuses in measured.statuses.values() for status in statuses}
    assert said <= EXPECTED, measured.statuses
    assert measured.visits["lost"] == []
    assert measured.visits["fetches"] and measured.visits["failed_fetches"] == []
    assert measured.watch.most_jobs <= 2 * measured.limits["processes"] + 1
    assert measured.watch.tables == measured.watch.tables_before
    limits = measured.limits
    assert measured.watch.temporary <= limits["scratch_bytes"] + limits["trace_bytes"]
    assert measured.log_bytes < LOG_BYTES
    assert measured.jobs_after == 0
    assert measured.left_processes == []
    assert measured.left_files == []
    assert measured.exit_status == 0


@pytest.mark.slow
def test_it_stands_everything_at_once(hostile: ModuleType) -> None:
    measured = hostile.attacked("everything", seconds=8)
    check(measured)
    assert measured.watch.own_memory < SERVER_BYTES
    assert set(measured.statuses) == set(hostile.ATTACKS)
    assert all(measured.statuses.values()), "every attack must have reached the server"


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_it_stands_each_attack(hostile: ModuleType, attack: str) -> None:
    measured = hostile.attacked(attack, seconds=15)
    check(measured)
    assert measured.watch.own_memory < SERVER_BYTES
    assert set(ATTACKS) == set(hostile.ATTACKS)


def test_every_attack_has_an_address_of_its_own(hostile: ModuleType) -> None:
    shares = hostile._shares(list(hostile.ATTACKS))
    addresses = [address for share in shares.values() for address in share]
    assert sorted(addresses) == sorted(hostile.SOURCES)
    assert all(shares.values())
