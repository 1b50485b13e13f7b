"""Schemathesis on an open server, signed in: no 500 or undocumented answer for credentials."""

from __future__ import annotations

from typing import Any

import hypothesis
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from palatine.accounts.principals import AccountService
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store
from palatine.web import create_app
from web.auth.conftest import OPEN

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
STORE = Store.open(":memory:")
SERVICES = MatchServices(STORE)
PEOPLE = AccountService(SERVICES, STORE.database, OPEN)
ANN = PEOPLE.accounts.create_member("Ann", now())
schema = schemathesis.openapi.from_asgi(
    "/schema/openapi.json", create_app(SERVICES, STORE, allowed_hosts=["testserver"], config=OPEN)
)


@schema.include(path_regex="^/api/(session|me)").exclude(path_regex="/events$").parametrize()
@hypothesis.settings(max_examples=4, suppress_health_check=list(hypothesis.HealthCheck))
def test_anything_may_be_sent_about_keys(case: Any) -> None:
    secret, _ = PEOPLE.sign_in(ANN, "a fuzzer", now())
    case.cookies["palatine"] = secret
    case.call_and_validate(checks=CHECKS)
