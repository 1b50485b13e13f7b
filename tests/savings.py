"""A pytest plugin that makes tests faster without changing what they test.

TOML data, the signatures of handlers and the certificates for HTTP clients are read once, and the command line's
parser is built once. The garbage collector ignores the objects created by test collection. Hypothesis does not search
the source of every module for constants to try. Passwords are hashed at minimum cost, except in their own tests.
After each test, a hook restores the registry of games. A fixture would slow down every test.
"""

from __future__ import annotations

import gc
import marshal
import os
import pickle
import ssl
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import httpx
import litestar.router
import pytest
from argon2 import PasswordHasher
from httpx._transports import default
from hypothesis.internal.conjecture import providers
from litestar import Router
from litestar._signature import SignatureModel
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.utils.signature import ParsedSignature

from palatine import registry
from palatine.accounts.auth import passwords
from palatine.core.data import PackageData

cli = import_module("palatine.cli.main")  # The attribute `palatine.cli.main` is a function.
_shared: dict[str, Any] = {}
"""Games registered by fixtures that several tests share."""
YOUNG = 100_000
"""New objects before a garbage collection, as in the server. Python's default is 700."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without garbage collection, and exempt the objects created until then."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Make Hypothesis independent of which modules are imported: it ignores their constants."""
    patched = pytest.MonkeyPatch()
    patched.setattr(providers, "_get_local_constants", lambda: providers._local_constants)
    config.add_cleanup(patched.undo)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Any:
    """Run all tests with the savings. As fixtures, they would slow down every test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cli, "build_parser", cache(cli.build_parser))
        _parse_data_once(patched)
        _make_apps_quickly(patched)
        _hash_passwords_quickly(patched)
        _read_certificates_once(patched)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Any:
    """Remove the games that a test has registered."""
    before = dict(registry._registered)
    try:
        return (yield)
    finally:
        registry._registered = before | _shared


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Any:
    """Remember the games that a shared fixture registers."""
    before = dict(registry._registered)
    found = yield
    if fixturedef.scope != "function":
        _shared.update(registry._registered.items() - before.items())
    return found


def _parse_data_once(patched: pytest.MonkeyPatch) -> None:
    """Parse each TOML text once. Every caller receives its own copy, which it may change."""

    read = PackageData.read_toml
    parsed: dict[str, bytes] = {}

    def read_toml(data: PackageData, name: str) -> Any:
        text = data.read_text(name)
        if text not in parsed:
            parsed[text] = pickle.dumps(read(data, name))
        return pickle.loads(parsed[text])

    patched.setattr(PackageData, "read_toml", read_toml)


def _make_apps_quickly(patched: pytest.MonkeyPatch) -> None:
    """Reduce the time to create an app to a fifth.

    The signatures of handlers are read once, a router is not deep-copied, and how a handler reads requests is
    determined at its first request.
    """
    patched.setattr(ParsedSignature, "from_fn", _once(ParsedSignature.from_fn, lambda fn, _: fn))
    patched.setattr(SignatureModel, "create", _once(SignatureModel.create, _by_function))
    patched.setattr(litestar.router, "deepcopy", copied)
    patched.setattr(BaseRouteHandler, "on_registration", _register)
    patched.setattr(HTTPRoute, "create_handler_map", _map_handlers)


def _register(handler: Any, app: Any) -> None:
    """Do only the part of the registration that is not repeated on use."""
    handler._validate_handler_function()
    handler.resolve_opts()


class _Reading:
    """A handler's request parsing, determined on first use."""

    def __init__(self, handler: Any, route: HTTPRoute) -> None:
        self.handler, self.route = handler, route

    @cached_property
    def model(self) -> Any:
        return self.handler.create_kwargs_model(path_parameters=self.route.path_parameters)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)


def _map_handlers(route: HTTPRoute) -> None:
    for handler in route.route_handlers:
        reading: Any = _Reading(handler, route)
        for method in handler.http_methods:
            assert method not in route.route_handler_map, f"{method} {route.path} has two handlers."
            route.route_handler_map[method] = (handler, reading)


def _hash_passwords_quickly(patched: pytest.MonkeyPatch) -> None:
    """Hash passwords with the minimum memory of Argon2, except in the tests of the real cost."""
    real, quick = passwords._hasher, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    def hasher() -> Any:
        return real() if "test_passwords.py" in os.environ.get("PYTEST_CURRENT_TEST", "") else quick

    patched.setattr(passwords, "_hasher", hasher)


def _read_certificates_once(patched: pytest.MonkeyPatch) -> None:
    """Load the machine's certificates once for all HTTP clients, and never for mail clients.

    No test connects to a server whose certificate the machine knows.
    """
    patched.setattr(ssl.SSLContext, "load_default_certs", lambda *_: None)
    patched.setattr(default, "create_ssl_context", _once(httpx.create_ssl_context, _by_names))


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Any:
    """Send a report from a worker as one byte string. xdist serializes each field in Python."""
    fields = yield
    return {"packed": marshal.dumps(fields)}


@pytest.hookimpl(tryfirst=True)
def pytest_report_from_serializable(data: dict[str, Any]) -> None:
    """Restore the fields of a report before other hooks read them."""
    if packed := data.pop("packed", None):
        data.update(marshal.loads(packed))


def _by_names(**given: Any) -> Any:
    return tuple(given.items())


def _by_function(*, fn: Any, dependency_name_set: set[str], **given: Any) -> Any:
    return fn, frozenset(dependency_name_set)


def _once(make: Callable[..., Any], key_of: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of `make` that is called once per key of its arguments."""
    made: dict[Any, Any] = {}

    def make_once(*given: Any, **named: Any) -> Any:
        key = key_of(*given, **named)
        if key not in made:
            made[key] = make(*given, **named)
        return made[key]

    return make_once


def copied(router: Router) -> Router:
    """Return a router with its own handlers, which share everything that an app does not change."""
    twin = copy(router)
    twin.routes = [_route(each, twin) for each in router.routes]
    return twin


def _route(route: Any, owner: Router) -> Any:
    twin = copy(route)
    if isinstance(route, HTTPRoute):
        twin.route_handlers = [_handler(each, owner) for each in route.route_handlers]
    else:
        twin.route_handler = _handler(route.route_handler, owner)
    return twin


def _handler(handler: Any, owner: Router) -> Any:
    assert handler.owner.owner is None, "A router in a router is not copied."
    twin = copy(handler)
    twin.owner = owner
    if hasattr(twin, "_response_handler_mapping"):
        twin._response_handler_mapping = dict(twin._response_handler_mapping)
    return twin
