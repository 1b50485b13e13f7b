"""Chat: readers, writers and limits; private notes."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.meeting import NOW, table_of, trio
from palatine.accounts.accounts import Account
from palatine.accounts.chat import MAX_MESSAGE_LENGTH, MAX_MESSAGES
from palatine.accounts.match_terms import Terms
from palatine.accounts.notes import MAX_NOTES_LENGTH as LONGEST_NOTES
from palatine.accounts.principals import AccountService
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.matches.clock import format_timestamp


@pytest.fixture
def cid(people: AccountService) -> Account:
    return people.accounts.create_member("Cid", NOW)


@pytest.fixture
def match(people: AccountService, ann: Account, bea: Account, cid: Account) -> str:
    return trio(people, ann, bea, cid)


def heard(people: AccountService, who: Account | None, match: str) -> list[str]:
    return [each.text for each in people.social.chat.messages(who.id if who else "", match)]


def test_what_is_said_to_some_seats_is_heard_there_alone(
    people: AccountService, ann: Account, bea: Account, cid: Account, match: str
) -> None:
    people.social.chat.send(ann, match, " Good luck! ", (), NOW)
    people.social.chat.send(ann, match, "Against Cid?", ("Jade",), NOW)
    assert heard(people, bea, match) == ["Good luck!", "Against Cid?"] == heard(people, ann, match)
    assert heard(people, cid, match) == ["Good luck!"]


def test_spectators_and_players_do_not_hear_each_other_until_it_is_over(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", "7", NOW)
    eve = people.accounts.create_member("Eve", NOW)
    people.social.chat.send(eve, match, "She should attack.", (), NOW)
    people.social.chat.send(ann, match, "Hello.", (), NOW)
    assert (heard(people, bea, match), heard(people, eve, match)) == (["Hello."], ["She should attack."])
    assert heard(people, None, match) == ["She should attack."]
    people.services.matches.resign(
        match, SeatOwner(bea.id, "Necromancer"), people.services.matches.info(match).version
    )
    assert heard(people, None, match) == ["She should attack.", "Hello."] == heard(people, ann, match)


def test_whom_one_has_muted_one_does_not_read(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    people.social.chat.send(ann, match, "Hello.", (), NOW)
    people.social.relations.add(bea.id, ann.id, "mute", NOW)
    assert (heard(people, bea, match), heard(people, ann, match)) == ([], ["Hello."])


def test_who_may_not_talk(people: AccountService, ann: Account, bea: Account) -> None:
    talk, guest = people.social.chat, people.accounts.create_guest(NOW)
    closed = table_of(people, ann, Terms(spectators="nobody"))
    with pytest.raises(Refused, match="players of this match"):
        talk.send(bea, closed, "Hello.", (), NOW)
    listed = table_of(people, ann)
    with pytest.raises(Refused, match="Guests can talk"):
        talk.send(guest, listed, "Hello.", (), NOW)
    private = table_of(people, guest, Terms())
    talk.send(guest, private, "Hello.", (), NOW)
    people.accounts.restrict(ann.id, {"talk": {"until": "2026-03-04T00:00:00.000Z", "reason": "Insults."}})
    with pytest.raises(Refused, match="until 2026-03-04: Insults"):
        talk.send(people.accounts.get(ann.id), closed, "Hello.", (), NOW)


@pytest.mark.parametrize(
    ("text", "to"), [("  ", ()), ("x" * (MAX_MESSAGE_LENGTH + 1), ()), ("Hi", ("Nobody",)), ("Hi", ("Amber",))]
)
def test_what_cannot_be_said(
    people: AccountService, ann: Account, match: str, text: str, to: tuple[str, ...]
) -> None:
    with pytest.raises(Refused):
        people.social.chat.send(ann, match, text, to, NOW)
    assert heard(people, ann, match) == []


def test_of_two_nobody_whispers_and_kings_write_letters(people: AccountService, ann: Account, bea: Account) -> None:
    match = table_of(people, ann)
    with pytest.raises(Refused):
        people.social.chat.send(ann, match, "Psst", ("Necromancer",), NOW)
    players = {"P1": {"owner": ann.id, "name": "Ann", "number": "1"}}
    kings = people.services.matches.create("lord-and-master", players=players, with_keys=False).match
    with pytest.raises(Refused, match="write a letter"):
        people.social.chat.send(ann, kings, "Psst", ("P2",), NOW)


def test_nobody_says_more_than_others_can_read(people: AccountService, ann: Account, match: str) -> None:
    for n in range(MAX_MESSAGES):
        people.social.chat.send(ann, match, f"No. {n}", (), NOW)
    with pytest.raises(Refused, match="many messages"):
        people.social.chat.send(ann, match, "And", (), NOW)
    later = format_timestamp(datetime.fromisoformat(NOW) + timedelta(minutes=6))
    people.social.chat.send(ann, match, "And", (), later)
    assert [each.n for each in people.social.chat.messages(ann.id, match, after=MAX_MESSAGES)] == [MAX_MESSAGES + 1]


def test_notes_are_ones_own(people: AccountService, ann: Account, bea: Account, match: str) -> None:
    notes = people.social.notes
    notes.save(match, ann.id, "Take Dhakos.", NOW)
    notes.save(match, ann.id, "Take Iosaz.", NOW)
    assert (notes.read(match, ann.id), notes.read(match, bea.id)) == ("Take Iosaz.", "")
    with pytest.raises(Refused):
        notes.save(match, ann.id, "x" * (LONGEST_NOTES + 1), NOW)
    notes.save(match, ann.id, "", NOW)
    assert notes.read(match, ann.id) == ""


def test_what_one_has_not_read_is_counted_until_one_has(people: AccountService, ann: Account, bea: Account) -> None:
    match, talk = table_of(people, ann), people.social.chat
    people.social.lobby.join(bea, match, "", None, NOW)

    def unread(who: Account) -> int:
        return talk.unread_count(people.accounts.get(who.id), match)

    first = talk.send(ann, match, "Hello", (), NOW)
    talk.send(ann, match, "Are you there?", (), NOW)
    assert (unread(ann), unread(bea)) == (0, 2)
    talk.mark_read(bea.id, match, first.n)
    assert unread(bea) == 1
    people.accounts.update_own(bea.id, settings={"theme": "dark", "heard": {}})
    assert unread(bea) == 1, "what has been read is not for pages to forget"
    talk.mark_read(bea.id, match, 0)
    assert unread(bea) == 1
    people.social.relations.add(bea.id, ann.id, "mute", NOW)
    assert unread(bea) == 0
    people.social.relations.remove(bea.id, ann.id, "mute")
    people.accounts.update_own(bea.id, settings={"talk-off": True})
    assert unread(bea) == 0


def test_what_is_said_and_reported_carries_no_control_characters(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    tower = "e" + "\u0301" * 40
    assert (
        people.social.chat.send(ann, match, f"a\x1b[2J\u202eb {tower}", (), NOW).text == "a [2J b e" + "\u0301" * 4
    )
    made = people.social.moderation.report(bea, ann.id, "a\x00b", "c\u2066d", NOW, match)
    assert (made.quoted, made.reason) == ("a b", "c d")
