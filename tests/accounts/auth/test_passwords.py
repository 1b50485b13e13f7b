"""Passwords: right, wrong, guessed, weak; answer and work do not depend on the account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from sqlalchemy import select, update

from accounts.auth.conftest import ANN, BOB, NOW
from palatine.accounts.auth.own_addresses import VerifiedAddresses
from palatine.accounts.auth.passwords import MEMORY_KIB, PASSES, Passwords, _decoy_hash
from palatine.accounts.auth.rate_limits import RATES, RateLimited, RateLimiter
from palatine.core import Refused
from palatine.matches import Forbidden
from palatine.matches.clock import expiry_time
from palatine.store import Store
from palatine.store.schema_people import credentials

GOOD = "nine lanterns, one moon"


@pytest.fixture(autouse=True)
def _decoy_password_hashed_as_others() -> None:
    """Hash the decoy password once, at the lower cost of the tests."""
    _decoy_hash.cache_clear()


@pytest.fixture
def passwords(store: Store, tries: RateLimiter) -> Passwords:
    passwords = Passwords(store.database, tries)
    passwords.set_password(ANN, GOOD, "Ann", NOW)
    return passwords


def kept(store: Store) -> str:
    with store.database.reading() as connection:
        return str(connection.execute(select(credentials.c.public)).scalar_one().decode())


def test_a_name_or_a_proved_address_with_its_password_is_the_account(store: Store, passwords: Passwords) -> None:
    VerifiedAddresses(store.database).add(ANN, "ann@example.org", NOW)
    assert passwords.account_with_password("Ann", GOOD, "", NOW) == ANN
    assert passwords.account_with_password(" ann@example.org", GOOD, "", NOW) == ANN
    assert passwords.has_password(ANN)
    assert not passwords.has_password(BOB)


@pytest.mark.parametrize(("who", "password"), [("Ann", GOOD + " "), ("Bob", GOOD), ("Nobody", GOOD), ("", "")])
def test_anything_else_is_refused_in_the_same_words(passwords: Passwords, who: str, password: str) -> None:
    with pytest.raises(Forbidden) as told:
        passwords.account_with_password(who, password, "", NOW)
    assert str(told.value) == "The name or the password is wrong."


@pytest.mark.parametrize("who", ["Ann", "Nobody"])
def test_a_password_is_hashed_once_whether_there_is_such_an_account(
    passwords: Passwords, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashing takes nearly all the time of an answer."""
    verify, hashed = PasswordHasher.verify, list[Parameters]()

    def counted(self: PasswordHasher, kept: Any, password: Any) -> bool:
        hashed.append(extract_parameters(kept if isinstance(kept, str) else kept.decode()))
        return verify(self, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    with pytest.raises(Forbidden):
        passwords.account_with_password(who, "not the password", "", NOW)
    assert [(each.time_cost, each.memory_cost) for each in hashed] == [(PASSES, MEMORY_KIB)]


def test_ten_tries_in_a_quarter_of_an_hour_and_the_right_one_comes_too_late(passwords: Passwords) -> None:
    for _ in range(10):
        with pytest.raises(Forbidden):
            passwords.account_with_password("Ann", "wrong password", "", NOW)
    for who in ("Ann", " ANN"):
        with pytest.raises(RateLimited):
            passwords.account_with_password(who, GOOD, "", NOW)
    assert passwords.account_with_password("Ann", GOOD, "", expiry_time(NOW, timedelta(minutes=15))) == ANN


def test_so_many_tries_from_one_network_whoever_is_meant(store: Store) -> None:
    assert RATES["password from"] == (50, 900)
    passwords = Passwords(store.database, RateLimiter(store.attempts, {**RATES, "password from": (4, 900)}))
    passwords.set_password(ANN, GOOD, "Ann", NOW)
    for n in range(4):
        with pytest.raises(Forbidden):
            passwords.account_with_password(f"Somebody {n}", "wrong", "203.0.113.7", NOW)
    with pytest.raises(RateLimited):
        passwords.account_with_password("Ann", GOOD, "203.0.113.7", NOW)
    assert passwords.account_with_password("Ann", GOOD, "198.51.100.1", NOW) == ANN


@pytest.mark.parametrize(
    "password", ["123456789", "Password123", "aaaaaaaaaaab", "Annabella Lee 1".replace("abella Lee ", "000000")]
)
def test_what_strangers_try_first_is_no_password(passwords: Passwords, password: str) -> None:
    with pytest.raises(Refused):
        passwords.set_password(ANN, password, "Ann", NOW)
    assert passwords.account_with_password("Ann", GOOD, "", NOW) == ANN


def test_what_is_kept_is_argon2id_of_the_measured_cost(store: Store, passwords: Passwords) -> None:
    assert GOOD not in kept(store)
    found = extract_parameters(kept(store))
    assert (found.type.name, found.memory_cost, found.time_cost, found.parallelism) == ("ID", 19 * 1024, 2, 1)


def test_one_kept_at_another_cost_is_kept_anew_at_sign_in(store: Store, passwords: Passwords) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(GOOD)
    store.database.write(lambda c: c.execute(update(credentials).values(public=old.encode())))
    assert passwords.account_with_password("Ann", GOOD, "", NOW) == ANN
    assert extract_parameters(kept(store)).memory_cost == 19 * 1024
    assert passwords.account_with_password("Ann", GOOD, "", NOW) == ANN


def test_a_new_password_replaces_the_old(passwords: Passwords) -> None:
    passwords.set_password(ANN, "seven black ships", "Ann", NOW)
    assert passwords.is_correct(ANN, "seven black ships", NOW)
    assert not passwords.is_correct(ANN, GOOD, NOW)
    with pytest.raises(Forbidden):
        passwords.account_with_password("Ann", GOOD, "", NOW)
