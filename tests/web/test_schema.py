"""Schemathesis against the served schema: no 500, and every answer matches the schema."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing import find_game
from palatine.web import create_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

registry.register("ford", find_game("palatine.testing.examples.ford:GAME"))
SERVICES = MatchServices(Store.open(":memory:"))
MADE = SERVICES.matches.create(
    "ford", players={"South": {"kind": "bot"}, "North": {"kind": "person", "number": ""}}
)
schema = schemathesis.openapi.from_asgi("/schema/openapi.json", create_app(SERVICES, allowed_hosts=["testserver"]))


@schema.exclude(path_regex="/events$").parametrize()
@hypothesis.settings(max_examples=10, suppress_health_check=list(hypothesis.HealthCheck))
def test_anything_may_be_sent(case: Any) -> None:
    case.call_and_validate(checks=CHECKS)


@schema.include(path_regex="^/api/matches/{match}").exclude(path_regex="/events$").parametrize()
@hypothesis.settings(max_examples=10, suppress_health_check=list(hypothesis.HealthCheck))
def test_anything_may_be_sent_to_a_match_with_a_key(case: Any) -> None:
    case.path_parameters["match"] = MADE.match
    if isinstance(case.body, dict) and "seat" in case.body:
        case.body["seat"] = "North"
    case.headers["authorization"] = f"Bearer {MADE.keys['North']}"
    case.call_and_validate(checks=CHECKS)


def test_the_schema_is_served(client: Any) -> None:
    found = client.get("/schema/openapi.json").json()
    assert found["openapi"].startswith("3.")
    assert "/api/matches/{match}/actions" in found["paths"]
    assert client.get("/schema/openapi.yaml").status_code == 200


pytestmark = pytest.mark.filterwarnings("ignore")
