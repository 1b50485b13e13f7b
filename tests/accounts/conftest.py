"""Fixtures: a server with open registration, on its own database, and two accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches import MatchServices
from palatine.store import Store

NOW = "2026-03-01T12:00:00.000Z"


@pytest.fixture
def store(fleeting: str) -> Iterator[Store]:
    opened = Store.open(fleeting)
    yield opened
    opened.close()


@pytest.fixture
def people(store: Store) -> AccountService:
    config = Config(site=SiteSettings(access="open"))
    return AccountService(MatchServices(store), store.database, config)


@pytest.fixture
def ann(people: AccountService) -> Account:
    return people.accounts.create_member("Ann", NOW)


@pytest.fixture
def bea(people: AccountService) -> Account:
    return people.accounts.create_member("Bea", NOW)
