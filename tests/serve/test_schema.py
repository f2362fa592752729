"""Requests made up from the OpenAPI description, right ones and wrong ones: none may be answered with a 500."""

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import Server

OPERATIONS = {
    *(f"POST /{name}" for name in ("ask", "compare", "expand", "find", "match", "rank", "read")),
    *(f"GET /{name}" for name in ("health", "metrics", "table")),
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def operations(server: Server) -> dict[str, schemathesis.schemas.APIOperation]:
    description = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    return {one.ok().label: one.ok() for one in description.get_all_operations()}


def test_every_route_is_described(server: Server):
    assert set(operations(server)) == OPERATIONS


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_no_request_is_too_strange(server: Server, label: str, mode: GenerationMode):
    operation = operations(server)[label]
    if mode is GenerationMode.NEGATIVE and label in ("GET /health", "GET /metrics"):
        return  # they take nothing that could be wrong

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=12, derandomize=True, database=None)
    def check(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=CHECKS, timeout=120)

    check()
