"""The OpenAPI document against the server: whatever it allows or forbids is answered as it says."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from page_support import Server, server
from taquin.faces.web.http.connections import LONGEST_TARGET
from web_client import Client

__all__ = ["server"]


def refuses_what_is_wrong(context: Any, response: Any, case: Any) -> Any:
    """The check of that purpose, which does not know that too much is refused by 413."""
    return None if response.status_code == 413 else negative_data_rejection(context, response, case)


CHECKS = [
    content_type_conformance,
    refuses_what_is_wrong,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
# A stream has no end to wait for; the tests of the interface read it.
OPERATIONS = [
    ("GET", "/api/catalogue"),
    ("POST", "/api/explain"),
    ("POST", "/api/jobs"),
    ("GET", "/api/jobs/{id}"),
    ("DELETE", "/api/jobs/{id}"),
    ("GET", "/api/jobs/{id}/trace"),
    ("GET", "/api/jobs/{id}/moves"),
]
BOARDS = ["1 2/3 0", "702853614", "korf100:1", "5 1 3 4/2 6 7 8/9 10 11 0", "8 7 6/5 4 3/2 0 1"]


@pytest.fixture(scope="module")
def operations(server: Server) -> dict[tuple[str, str], Any]:
    schema = schemathesis.openapi.from_url(f"{server.url}api/openapi.json")
    found = [operation.ok() for operation in schema.get_all_operations()]
    return {(operation.method.upper(), operation.path): operation for operation in found}


def test_every_operation_is_examined(operations: dict[tuple[str, str], Any]) -> None:
    assert set(operations) == {*OPERATIONS, ("GET", "/api/events")}


@pytest.mark.parametrize("operation", [*OPERATIONS, ("GET", "/api/events")], ids=" ".join)
def test_a_target_that_is_too_long_is_answered_as_the_document_says(
    server: Server, operation: tuple[str, str]
) -> None:
    client, (method, path) = Client(server.url), operation
    document = client.get("/api/openapi.json").json
    declared = document["paths"][path][method.lower()]["responses"]["400"]
    schema = {"$ref": "#/components/schemas/Problem"}
    assert declared["content"] == {"application/json": {"schema": schema}}
    assert f"more than {LONGEST_TARGET:,} characters" in declared["description"]
    target = path.replace("{id}", "none") + "?more="
    answer = client.ask(method, target.ljust(LONGEST_TARGET + 1, "x"))
    assert (answer.status, answer.error["kind"]) == (400, "http")
    # One character less is read: the job, the body or the client's name is what is lacking.
    read = client.ask(method, target.ljust(LONGEST_TARGET, "x"))
    assert read.status == {"/api/catalogue": 200}.get(path, 404 if "{id}" in path else 422)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=" ".join)
def test_the_server_does_what_its_document_says(
    operations: dict[tuple[str, str], Any], operation: tuple[str, str], mode: GenerationMode
) -> None:
    described = operations[operation]
    if mode is GenerationMode.NEGATIVE and operation == ("GET", "/api/catalogue"):
        pytest.skip("takes nothing that could be wrong")

    @settings(
        max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=described.as_strategy(generation_mode=mode), board=strategies.sampled_from(BOARDS))
    def examined(case: Any, board: str) -> None:
        if mode is GenerationMode.POSITIVE and operation[0] == "POST":
            case.body |= {"board": board, "goal": None, "size": None}
        case.call_and_validate(checks=CHECKS, timeout=30)

    examined()
