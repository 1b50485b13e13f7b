"""Erasure of an account: after a fortnight nothing names it, and its owner has a copy."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from accounts.meeting import NOW, table_of, trio
from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.store.schema import metadata
from palatine.store.schema_people import addresses, channels, codes, invitations, outbox

NAME, ADDRESS = "Quendolyn", "quen@example.org"
BEFORE, AFTER = "2026-03-15T11:59:00.000Z", "2026-03-15T12:00:00.000Z"


@pytest.fixture
def quen(people: AccountService) -> Account:
    account = people.accounts.create_member(NAME, NOW)
    row = {"address": ADDRESS, "folded": ADDRESS, "account": account.id}
    code = {"hash": "c", "purpose": "signin", "subject": ADDRESS, "expires": AFTER}
    channel = {"id": "ch", "account": account.id, "kind": "mail", "target": ADDRESS, "made": NOW}
    mail = {"key": "k", "kind": "asked", "data": {"to": ADDRESS, "name": NAME}, "made": NOW, "due": NOW}
    with people.database.writing() as connection:
        connection.execute(insert(addresses), row)
        connection.execute(insert(codes), code)
        connection.execute(insert(channels), channel)
        connection.execute(insert(outbox), mail)
    return account


def everything(people: AccountService) -> list[tuple[str, str]]:
    """Return every cell of the database as text."""
    with people.database.reading() as connection:
        return [
            (table.name, cell.decode("latin-1") if isinstance(cell, bytes) else str(cell))
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
            for cell in row
        ]


def test_after_erasing_nothing_names_who_has_left(
    people: AccountService, ann: Account, bea: Account, quen: Account
) -> None:
    secret, _ = people.sign_in(quen, "Firefox", NOW)
    key, _ = people.tokens.create(quen.id, "My bot", "play", NOW)
    own = table_of(people, quen)
    running = trio(people, ann, quen, bea)
    over = table_of(people, ann)
    people.social.lobby.join(quen, over, "", "7", NOW)
    people.services.matches.resign(
        over, SeatOwner(quen.id, "Necromancer"), people.services.matches.info(over).version
    )
    people.social.results.store_missing()
    people.social.chat.send(quen, running, f"{NAME} is here.", (), NOW)
    people.social.relations.add(ann.id, quen.id, "friend", NOW)
    people.social.notes.save(running, quen.id, "Mine", NOW)
    people.social.moderation.report(ann, quen.id, f"by {NAME}", "why", NOW)
    people.invitations.create(ann, table_of(people, ann), account=quen.id, now=NOW, address=ADDRESS)
    hashes = _secrets(people, quen.id)
    assert {table for table, cell in everything(people) if NAME in cell} >= {
        "accounts",
        "seats",
        "log",
        "chat_messages",
    }
    people.social.erasure.schedule(people.accounts.get(quen.id), NOW)
    assert people.social.erasure.erase_due(BEFORE) == 0
    assert people.social.erasure.erase_due(AFTER) == 1
    left = everything(people)
    for text in (NAME, NAME.casefold(), ADDRESS, secret, key, *hashes):
        assert [table for table, cell in left if text in cell] == [], text
    _holds_together(people, running, over, own)
    assert people.principal(secret, "", AFTER).account is None


@pytest.mark.parametrize("is_sent", [False, True])
def test_the_invitations_of_who_is_erased_leave_nothing_in_the_outbox(
    people: AccountService, ann: Account, quen: Account, is_sent: bool
) -> None:
    match, friend = table_of(people, quen), "friend@example.net"
    _, made = people.invitations.create(quen, match, now=NOW, address=friend)
    _, other = people.invitations.create(ann, table_of(people, ann), now=NOW, address="other@example.net")
    people.invitations.create(quen, match, now=NOW, account=ann.id)
    told = {"key": f"invitation {made.id} ch", "kind": "invitation", "account": ann.id, "data": {"by": NAME}}
    back = {"key": f"returned {made.id} ch", "kind": "trouble", "account": ann.id, "data": {"invited": friend}}
    with people.database.writing() as connection:
        connection.execute(insert(outbox), [each | {"made": NOW, "due": NOW} for each in (told, back)])
        if is_sent:
            connection.execute(update(outbox).values(state="sent"))
    people.social.erasure.erase(quen.id)
    for text in (NAME, friend, made.id):
        assert [table for table, cell in everything(people) if text in cell] == [], text
    with people.database.reading() as connection:
        keys = connection.execute(select(outbox.c.key).where(outbox.c.kind == "invitation")).scalars().all()
    assert keys == [f"invitation {other.id}"], "those of others stay"


def test_mail_to_an_address_that_merely_contains_the_erased_one_stays(
    people: AccountService, quen: Account
) -> None:
    row = {"kind": "note", "made": NOW, "due": NOW}
    kept = {"key": "a", "data": {"to": f"mac{ADDRESS}"}}, {"key": "b", "data": {"text": f"To {ADDRESS}.au"}}
    with people.database.writing() as connection:
        connection.execute(
            insert(outbox),
            [
                row | each
                for each in (
                    *kept,
                    {"key": "c", "data": {"to": ADDRESS.upper()}},
                    {"key": "d", "data": {"text": f"To\n{ADDRESS}."}},
                )
            ],
        )
    people.social.erasure.erase(quen.id)
    with people.database.reading() as connection:
        assert set(connection.execute(select(outbox.c.key)).scalars()) == {"a", "b"}


def _secrets(people: AccountService, account: str) -> list[str]:
    """Return the account's key hashes and the secret addresses of its seats."""
    with people.database.reading() as connection:
        wanted = [
            select(column)
            for table in metadata.sorted_tables
            if "account" in table.c
            for column in table.c
            if column.name in ("hash", "mailbox") and table is not invitations
        ]
        found = [
            str(value)
            for each in wanted
            for value in connection.execute(
                each.where(each.selected_columns[0].table.c.account == account)
            ).scalars()
            if value
        ]
    assert len(found) > 1
    return found


def _holds_together(people: AccountService, running: str, over: str, own: str) -> None:
    """Check that the others play on, and that the finished match has a former player."""
    seats = {seat.seat: seat for seat in people.services.matches.info(running).seats}
    assert (seats["Jade"].free, bool(seats["Jade"].bot)) == (True, True)
    assert people.services.seats.owners(own) == {}
    assert people.services.archive.audit() == []
    assert people.services.archive.verify(over).ok
    assert "A former player" in {seat.name for seat in people.services.matches.info(over).seats}
    assert people.social.results.record_of(people.accounts.find_by_name("Ann").id) == {"dark-emperor": (1, 1)}  # type: ignore[union-attr]


def test_who_comes_back_within_the_fortnight_stays(people: AccountService, ann: Account) -> None:
    assert people.social.erasure.schedule(ann, NOW) == AFTER
    people.sign_in(people.accounts.get(ann.id), "Firefox", BEFORE)
    assert people.social.erasure.erase_due(AFTER) == 0
    assert people.accounts.get(ann.id).name == "Ann"


def test_the_last_host_stays(people: AccountService, ann: Account) -> None:
    admin = people.accounts.set_role(ann.id, "admin")
    with pytest.raises(Refused, match="only administrator account"):
        people.social.erasure.schedule(admin, NOW)


def test_to_erase_twice_does_no_more(people: AccountService, quen: Account) -> None:
    table_of(people, quen)
    people.social.erasure.erase(quen.id)
    before = everything(people)
    people.social.erasure.erase(quen.id)
    assert everything(people) == before


def test_a_copy_holds_all_that_is_theirs_and_no_secret(
    people: AccountService, ann: Account, bea: Account, quen: Account
) -> None:
    secret, _ = people.sign_in(quen, "Firefox", NOW)
    match = trio(people, ann, quen, bea)
    people.social.notes.save(match, quen.id, "Take Iosaz.", NOW)
    people.social.chat.send(quen, match, "Hello.", (), NOW)
    people.social.chat.send(ann, match, "To Ruby alone.", ("Ruby",), NOW)
    files = _files(people.social.export.archive_of(quen))
    assert files["account.json"]["name"] == NAME
    assert files["addresses.json"][0]["address"] == ADDRESS
    assert [each["text"] for each in files["notes.json"]] == ["Take Iosaz."]
    assert [each["text"] for each in files["chat.json"]] == ["Hello."]
    told = files[f"matches/{match}-Jade.json"]
    mine = people.services.archive.export(match, SeatOwner(quen.id, "Jade"))
    assert told == msgspec.to_builtins(mine)
    text = json.dumps(files)
    assert "To Ruby alone." not in text
    for each in (secret, *_secrets(people, quen.id)):
        assert each not in text


def _files(archive: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        return {name: json.loads(zipped.read(name)) for name in zipped.namelist()}
