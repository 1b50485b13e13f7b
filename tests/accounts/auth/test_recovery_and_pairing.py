"""Recovery codes, the operator's sign-in link, and pairing of a second device."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from accounts.auth.conftest import ANN, BOB, NOW
from palatine.accounts.auth.pairing import PairingService, PendingPairing
from palatine.accounts.auth.rate_limits import RateLimited, RateLimiter
from palatine.accounts.auth.recovery import RecoveryService
from palatine.core import Refused
from palatine.matches import Forbidden
from palatine.matches.clock import expiry_time
from palatine.store import Store
from palatine.store.schema_people import codes, credentials, sessions

PHONE = "nonce-of-the-phone"


@pytest.fixture
def told() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def recovery(store: Store, tries: RateLimiter, told: list[tuple[str, str]]) -> RecoveryService:
    rows = [
        {"hash": f"h{n}", "id": f"s{n}", "account": account, "device": "", "made": NOW, "seen": NOW, "expires": NOW}
        for n, account in enumerate((ANN, ANN, BOB))
    ]
    store.database.write(lambda connection: connection.execute(insert(sessions), rows))
    return RecoveryService(
        store.database, tries, lambda connection, account, event, now: told.append((account, event))
    )


def signed_in(store: Store) -> list[str]:
    with store.database.reading() as connection:
        return list(connection.execute(select(sessions.c.account)).scalars())


def test_each_of_eight_codes_lets_in_once_ends_all_sessions_and_is_told(
    store: Store, recovery: RecoveryService, told: Any
) -> None:
    made = recovery.new_codes(ANN, NOW)
    assert len(set(made)) == 8
    assert recovery.use_code(made[3].upper().replace(" ", "-"), "", NOW) == ANN
    assert signed_in(store) == [BOB]
    assert told == [(ANN, "recovered")]
    assert recovery.codes_left(ANN) == 7
    with pytest.raises(Forbidden):
        recovery.use_code(made[3], "", NOW)
    assert recovery.use_code(made[0], "", NOW) == ANN


def test_new_codes_end_the_old(recovery: RecoveryService) -> None:
    old, new = recovery.new_codes(ANN, NOW), recovery.new_codes(ANN, NOW)
    with pytest.raises(Forbidden):
        recovery.use_code(old[0], "", NOW)
    assert recovery.codes_left(ANN) == 8
    assert recovery.use_code(new[0], "", NOW) == ANN


def test_a_wrong_code_changes_nothing_and_may_not_be_tried_for_ever(
    store: Store, recovery: RecoveryService, told: Any
) -> None:
    for _ in range(20):
        with pytest.raises(Forbidden):
            recovery.use_code("aaaa aaaa aaaa", "203.0.113.7", NOW)
    with pytest.raises(RateLimited):
        recovery.use_code("aaaa aaaa aaaa", "203.0.113.7", NOW)
    assert len(signed_in(store)) == 3
    assert told == []


def test_the_hosts_link_is_looked_at_freely_and_used_once(
    store: Store, recovery: RecoveryService, told: Any
) -> None:
    token = recovery.create_link(ANN, NOW)
    assert recovery.peek_link(token, NOW) == recovery.peek_link(token, NOW) == ANN
    assert recovery.peek_link(token, expiry_time(NOW, timedelta(days=3))) == ""
    assert recovery.use_link(token, "", NOW) == ANN
    assert signed_in(store) == [BOB]
    assert told == [(ANN, "recovered")]
    with pytest.raises(Forbidden):
        recovery.use_link(token, "", NOW)


def test_a_second_link_ends_the_first(recovery: RecoveryService) -> None:
    first, second = recovery.create_link(ANN, NOW), recovery.create_link(ANN, NOW)
    assert recovery.peek_link(first, NOW) == ""
    assert recovery.peek_link(second, NOW) == ANN


def test_no_code_is_kept_as_it_was_shown(store: Store, recovery: RecoveryService) -> None:
    shown = [*recovery.new_codes(ANN, NOW), recovery.create_link(ANN, NOW)]
    with store.database.reading() as connection:
        kept = str(
            [*map(tuple, connection.execute(select(credentials))), *map(tuple, connection.execute(select(codes)))]
        )
    assert not [each for each in shown if each in kept or each.replace(" ", "") in kept]


@pytest.fixture
def pairing(store: Store, tries: RateLimiter) -> PairingService:
    return PairingService(store.database, tries)


def test_a_second_device_is_named_before_it_is_let_in(pairing: PairingService) -> None:
    code = pairing.new_code(ANN, NOW)
    assert pairing.pending(ANN, NOW) == PendingPairing("", expiry_time(NOW, timedelta(minutes=10)))
    pairing.request(code.upper(), " Ann's  phone", PHONE, "", NOW)
    assert pairing.finish(PHONE, NOW) is None
    waiting = pairing.pending(ANN, NOW)
    assert waiting is not None
    assert waiting.device == "Ann's phone"
    pairing.answer(ANN, "Ann's phone", accept=True, now=NOW)
    assert pairing.finish(PHONE, NOW) == (ANN, "Ann's phone")
    with pytest.raises(Forbidden):
        pairing.finish(PHONE, NOW)
    with pytest.raises(Forbidden):
        pairing.request(code, "Another", "another", "", NOW)


def test_no_means_no(pairing: PairingService) -> None:
    pairing.request(pairing.new_code(ANN, NOW), "Phone", PHONE, "", NOW)
    pairing.answer(ANN, "Phone", accept=False, now=NOW)
    for _ in range(2):
        with pytest.raises(Forbidden):
            pairing.finish(PHONE, NOW)
    with pytest.raises(Refused):
        pairing.answer(ANN, "Phone", accept=True, now=NOW)


def test_yes_is_for_the_device_that_was_named_and_by_the_account_that_showed_the_code(
    pairing: PairingService,
) -> None:
    pairing.request(pairing.new_code(ANN, NOW), "Phone", PHONE, "", NOW)
    for account, device in ((ANN, "Another"), (ANN, ""), (BOB, "Phone")):
        with pytest.raises(Refused):
            pairing.answer(account, device, accept=True, now=NOW)
    assert pairing.finish(PHONE, NOW) is None
    with pytest.raises(Forbidden):
        pairing.finish("another browser", NOW)


def test_a_code_serves_the_first_that_types_it(pairing: PairingService) -> None:
    code = pairing.new_code(ANN, NOW)
    pairing.request(code, "Phone", PHONE, "", NOW)
    with pytest.raises(Forbidden):
        pairing.request(code, "Phone", "a thief", "", NOW)
    pairing.request(code, "Tablet", PHONE, "", NOW)
    waiting = pairing.pending(ANN, NOW)
    assert waiting is not None
    assert waiting.device == "Tablet"


def test_a_code_is_good_for_ten_minutes_and_a_new_one_ends_it(pairing: PairingService) -> None:
    code = pairing.new_code(ANN, NOW)
    late = expiry_time(NOW, timedelta(minutes=10))
    with pytest.raises(Forbidden):
        pairing.request(code, "Phone", PHONE, "", late)
    assert pairing.pending(ANN, late) is None
    pairing.new_code(ANN, NOW)
    with pytest.raises(Forbidden):
        pairing.request(code, "Phone", PHONE, "", NOW)


def test_codes_cannot_be_tried_out(pairing: PairingService) -> None:
    pairing.new_code(ANN, NOW)
    for _ in range(30):
        with pytest.raises(Forbidden):
            pairing.request("aaaaaaaa", "Phone", PHONE, "203.0.113.7", NOW)
    with pytest.raises(RateLimited):
        pairing.request("aaaaaaaa", "Phone", PHONE, "203.0.113.7", NOW)
    with pytest.raises(Refused):
        pairing.request("aaaaaaaa", " ", PHONE, "", NOW)
