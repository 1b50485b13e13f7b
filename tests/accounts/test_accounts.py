"""Accounts: unique names, guests who become members, merging."""

from __future__ import annotations

import pytest

from palatine.accounts.accounts import Account
from palatine.accounts.names import checked_name, similarity_key
from palatine.accounts.principals import ANONYMOUS, AccountService
from palatine.config import Config, SiteSettings
from palatine.core import Refused, Unreadable
from palatine.matches import MatchServices, SeatOwner
from palatine.store import Store

NOW = "2026-03-01T12:00:00.000Z"
LATER = "2026-03-01T13:00:00.000Z"
NEXT_YEAR = "2027-05-01T12:00:00.000Z"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"), ("Ann", "Änn"), ("Bill", "Bi11"), ("Bill", "BiIl"), ("Oona", "0ona"), ("Mr Morn", "Mr. Mom"),
        ("Coco", "Сосо"), ("Tom", "Τοm".replace("m", "μ")), ("Jo Hill", "JoHill"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert similarity_key(one) == similarity_key(other)


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "Bo", "Anna-Lena O'Hara", "Ørsted", "Анна", "山田 太郎", "Player 2", "Nguyễn Thị", "กิตติศักดิ์", "कृष्णमूर्ति",
        "မြို့", "שָׁלוֹם", "Q\u0307X\u0337",
    ],
)  # fmt: skip
def test_names_of_people_are_taken(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 31,
        "Ann\u202e",
        "Аnn",
        "👑 King",
        "!!!",
        "...",
        "Referee",
        "REFEREE",
        "Ref eree",
        "Capta1n",
        "\u0301Ann",
        "Q" + "\u0307" * 4,
        "Q\u0337R\u0337S\u0337T\u0337",
        "Ann\u20dd",
        "ก" + "\u0e49" * 5,
    ],
)
def test_names_that_mislead_are_not(name: str) -> None:
    with pytest.raises(Unreadable):
        checked_name(name)


def test_no_two_accounts_have_names_that_look_alike(people: AccountService, ann: Account) -> None:
    with pytest.raises(Unreadable, match="is taken"):
        people.accounts.create_member("ánn", NOW)
    bob = people.accounts.create_member("Bob", NOW)
    with pytest.raises(Unreadable, match="is taken"):
        people.accounts.rename(bob.id, "A n n")
    assert people.accounts.get(bob.id).name == "Bob"
    assert people.accounts.rename(ann.id, "ANN").name == "ANN"


def test_a_guest_who_stays_keeps_the_account(people: AccountService) -> None:
    guest = people.accounts.create_guest(NOW)
    assert (guest.kind, guest.is_member) == ("guest", False)
    kept = people.accounts.make_member(guest.id, "Greta")
    assert (kept.id, kept.kind, kept.name) == (guest.id, "member", "Greta")


def test_settings_are_checked(people: AccountService, ann: Account) -> None:
    for wrong in (
        {"zone": "Europe/Atlantis"},
        {"quiet_hours": "22:00-07:00"},
        {"quiet_hours": "late"},
        {"kind": "member"},
    ):
        with pytest.raises(Unreadable):
            people.accounts.update_own(ann.id, **wrong)
    changed = people.accounts.update_own(ann.id, zone="Europe/Berlin", quiet_hours="23:00-07:00")
    assert (changed.zone, changed.quiet_hours) == ("Europe/Berlin", "23:00-07:00")


def test_a_server_keeps_a_host(people: AccountService, ann: Account, bea: Account) -> None:
    people.accounts.set_role(ann.id, "admin")
    with pytest.raises(Refused):
        people.accounts.set_role(ann.id, "")
    people.accounts.set_role(bea.id, "admin")
    assert people.accounts.set_role(ann.id, "").role == ""


def test_a_session_is_opened_by_its_secret_until_it_ends(people: AccountService, ann: Account) -> None:
    secret, principal = people.sign_in(ann, "Firefox on Linux", NOW)
    assert principal.account == ann
    assert people.principal(secret, "", LATER).account == ann
    assert people.principal("x" * 26, "", LATER) == ANONYMOUS
    assert people.principal(secret, "", NEXT_YEAR) == ANONYMOUS
    assert principal.session is not None
    assert not people.sessions.end("somebody", principal.session.id)
    assert people.sessions.end(ann.id, principal.session.id)
    assert people.principal(secret, "", LATER) == ANONYMOUS


def test_a_session_that_is_used_lasts(people: AccountService, ann: Account) -> None:
    secret, _ = people.sign_in(ann, "", NOW)
    assert people.principal(secret, "", "2027-03-01T12:00:00.000Z").account == ann
    assert people.principal(secret, "", "2028-03-01T12:00:00.000Z").account == ann


def test_signing_in_gives_the_device_a_new_secret(people: AccountService, ann: Account) -> None:
    old, guest = people.create_guest("", NOW)
    new, principal = people.sign_in(ann, "", NOW, guest)
    assert principal.account == ann
    assert people.principal(old, "", NOW) == ANONYMOUS
    assert old != new


def test_nobody_just_comes_into_a_closed_server(store: Store) -> None:
    closed = AccountService(MatchServices(store), store.database, Config(site=SiteSettings(access="invite")))
    with pytest.raises(Refused, match="invitation only"):
        closed.create_guest("", NOW)


def test_a_token_does_what_it_is_for_until_it_is_withdrawn(people: AccountService, ann: Account) -> None:
    secret, token = people.tokens.create(ann.id, "My bot", "read", NOW)
    principal = people.principal("", secret, NOW)
    assert (principal.account, principal.may_play) == (ann, False)
    assert not people.tokens.revoke("somebody", token.id)
    assert people.tokens.revoke(ann.id, token.id)
    assert people.principal("", secret, NOW) == ANONYMOUS


def test_what_a_guest_did_is_theirs_when_they_sign_in(people: AccountService, ann: Account) -> None:
    _, guest = people.create_guest("", NOW)
    match = people.services.matches.create(
        "dark-emperor",
        players={"Kingdoms": {"owner": guest.id}, "Necromancer": {"kind": "bot", "bot": "recruit"}},
        with_keys=False,
    ).match
    people.sign_in(ann, "", NOW, guest)
    assert people.services.seats.seats_of(match, ann.id) == ("Kingdoms",)
    assert people.services.seats.seats_of(match, guest.id) == ()
    assert people.accounts.get(guest.id).kind == "tombstone"


def test_a_finished_match_is_the_other_account_s_too(people: AccountService, ann: Account) -> None:
    _, guest = people.create_guest("", NOW)
    players = {"Kingdoms": {"owner": guest.id}, "Necromancer": {"kind": "bot", "bot": "recruit"}}
    match = people.services.matches.create("dark-emperor", players=players, with_keys=False).match
    seen = people.services.matches.view(match, "Kingdoms")
    people.services.matches.resign(match, SeatOwner(guest.id, "Kingdoms"), seen.version)
    assert people.services.seats.seats_of(match, guest.id) == ("Kingdoms",)
    people.sign_in(ann, "", NOW, guest)
    assert people.services.seats.seats_of(match, ann.id) == ("Kingdoms",)


def test_an_office_and_what_somebody_is_kept_from_go_along(
    people: AccountService, ann: Account, bea: Account
) -> None:
    people.accounts.set_role(ann.id, "admin")
    people.accounts.restrict(ann.id, {"talk": {"until": LATER, "reason": "Insults."}})
    people.merge(people.accounts.get(ann.id), bea, NOW)
    joined = people.accounts.get(bea.id)
    assert joined.role == "admin"
    assert joined.is_restricted("talk", NOW)
    assert [each.id for each in people.accounts.admins()] == [bea.id]


def test_two_at_one_table_do_not_become_one(people: AccountService, ann: Account) -> None:
    _, guest = people.create_guest("", NOW)
    match = people.services.matches.create(
        "dark-emperor",
        players={"Kingdoms": {"owner": guest.id}, "Necromancer": {"owner": ann.id}},
        with_keys=False,
    ).match
    with pytest.raises(Refused, match="same match"):
        people.sign_in(ann, "", NOW, guest)
    assert people.services.seats.seats_of(match, guest.id) == ("Kingdoms",)
    assert people.services.matches.view(match, "Kingdoms").version > 0
    assert people.services.seats.seat_of(match, SeatOwner(guest.id, "Kingdoms")) == "Kingdoms"
