"""A pytest plugin that makes tests cheaper, without a change in what they see.

Data are parsed once, and so are the handlers of an app and the certificates of a client; the command line has one
parser. The garbage collector leaves alone what the collection of the tests has made. Hypothesis does not read the
source of every module for numbers to try. Passwords are hashed at the least cost, except in their own tests. What one
test registers no other test sees: a hook restores the registry, because a fixture would cost every test some time.
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

cli = import_module("palatine.cli.main")  # `palatine.cli.main` is the function of that name.
_shared: dict[str, Any] = {}
"""Games registered by fixtures that several tests share."""
YOUNG = 100_000
"""New objects after which the garbage collector looks through the young, as in a server, instead of Python's 700."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without the garbage collector, and keep their thousands of objects from it for good."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Have Hypothesis try the same numbers whichever modules are imported, instead of the constants in them."""
    patched = pytest.MonkeyPatch()
    patched.setattr(providers, "_get_local_constants", lambda: providers._local_constants)
    config.add_cleanup(patched.undo)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Any:
    """Run all tests with the savings. They are no fixtures: each would cost every test some time."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cli, "build_parser", cache(cli.build_parser))
        _parse_data_once(patched)
        _make_apps_quickly(patched)
        _hash_passwords_quickly(patched)
        _read_certificates_once(patched)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Any:
    """Forget the games that a test has registered."""
    before = dict(registry._registered)
    try:
        return (yield)
    finally:
        registry._registered = before | _shared


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Any:
    """Remember the games that a fixture of several tests registers."""
    before = dict(registry._registered)
    found = yield
    if fixturedef.scope != "function":
        _shared.update(registry._registered.items() - before.items())
    return found


def _parse_data_once(patched: pytest.MonkeyPatch) -> None:
    """Parse each text of TOML once; whoever reads it gets a copy of their own, to change."""

    read = PackageData.read_toml
    parsed: dict[str, bytes] = {}

    def read_toml(data: PackageData, name: str) -> Any:
        text = data.read_text(name)
        if text not in parsed:
            parsed[text] = pickle.dumps(read(data, name))
        return pickle.loads(parsed[text])

    patched.setattr(PackageData, "read_toml", read_toml)


def _make_apps_quickly(patched: pytest.MonkeyPatch) -> None:
    """Read the signatures of handlers once, do not copy a router with everything in it, and find out how a handler
    reads a request at its first request: all but a fifth of an app."""
    patched.setattr(ParsedSignature, "from_fn", _once(ParsedSignature.from_fn, lambda fn, _: fn))
    patched.setattr(SignatureModel, "create", _once(SignatureModel.create, _by_function))
    patched.setattr(litestar.router, "deepcopy", copied)
    patched.setattr(BaseRouteHandler, "on_registration", _register)
    patched.setattr(HTTPRoute, "create_handler_map", _map_handlers)


def _register(handler: Any, app: Any) -> None:
    """Do of the registration what is not found out again when it is used."""
    handler._validate_handler_function()
    handler.resolve_opts()


class _Reading:
    """How a handler reads a request, found out when it is used."""

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
    """Hash with the least memory that Argon2 takes, except in the tests of the real cost."""
    real, quick = passwords._hasher, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    def hasher() -> Any:
        return real() if "test_passwords.py" in os.environ.get("PYTEST_CURRENT_TEST", "") else quick

    patched.setattr(passwords, "_hasher", hasher)


def _read_certificates_once(patched: pytest.MonkeyPatch) -> None:
    """Read the certificates of this machine once for all clients of HTTP, and for those of mail not at all.

    No test asks for anything of a server whose certificate is known to the machine.
    """
    patched.setattr(ssl.SSLContext, "load_default_certs", lambda *_: None)
    patched.setattr(default, "create_ssl_context", _once(httpx.create_ssl_context, _by_names))


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Any:
    """Send a report from a worker as one string of bytes: xdist serializes field by field, in Python."""
    fields = yield
    return {"packed": marshal.dumps(fields)}


@pytest.hookimpl(tryfirst=True)
def pytest_report_from_serializable(data: dict[str, Any]) -> None:
    """Give the report its fields again, for the hook that makes it."""
    if packed := data.pop("packed", None):
        data.update(marshal.loads(packed))


def _by_names(**given: Any) -> Any:
    return tuple(given.items())


def _by_function(*, fn: Any, dependency_name_set: set[str], **given: Any) -> Any:
    return fn, frozenset(dependency_name_set)


def _once(make: Callable[..., Any], key_of: Callable[..., Any]) -> Callable[..., Any]:
    """Make a thing once for each key that its arguments give."""
    made: dict[Any, Any] = {}

    def make_once(*given: Any, **named: Any) -> Any:
        key = key_of(*given, **named)
        if key not in made:
            made[key] = make(*given, **named)
        return made[key]

    return make_once


def copied(router: Router) -> Router:
    """Return a router with handlers of its own, which share what an app does not change."""
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
