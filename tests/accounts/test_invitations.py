"""Invitations: for one seat, used once, withdrawn, shown to their creator."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from accounts.meeting import table_of
from palatine.accounts.accounts import Account
from palatine.accounts.invitations import MAX_OPEN_INVITATIONS
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.core import Refused, Unknown
from palatine.store.events import JOB_KIND
from palatine.store.schema import jobs
from palatine.store.schema_people import outbox

NOW = "2026-03-01T12:00:00.000Z"
IN_A_MONTH = "2026-04-01T12:00:00.000Z"


@pytest.fixture
def match(people: AccountService, ann: Account) -> str:
    """Return a match that Ann has created and plays as the Kingdoms."""
    players = {"Kingdoms": {"owner": ann.id, "name": "Ann"}}
    made = people.services.matches.create("dark-emperor", players=players, with_keys=False)
    people.database.write(lambda c: people.match_terms.store_terms(c, made.match, ann.id, Terms(), NOW))
    return made.match


def test_an_invitation_seats_whoever_takes_it_once(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    token, made = people.invitations.create(ann, match, "Necromancer", now=NOW)
    seat, table = people.invitations.accept(token, bea, "7", now=NOW)
    assert (seat, table.status) == ("Necromancer", "playing")
    [kept] = people.invitations.of_match(match)
    assert (kept.id, kept.state, kept.taken_by) == (made.id, "taken", bea.id)
    cid = people.accounts.create_member("Cid", NOW)
    with pytest.raises(Refused, match="has been used"):
        people.invitations.accept(token, cid, None, now=NOW)


def test_of_two_who_open_one_link_the_first_sits(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    token, _ = people.invitations.create(ann, match, now=NOW)
    people.invitations.find_open(token, NOW)
    people.invitations.find_open(token, NOW)
    people.invitations.accept(token, bea, None, now=NOW)
    with pytest.raises(Refused):
        people.invitations.find_open(token, NOW)


def test_it_runs_out_and_can_be_withdrawn_and_declined(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    old, _ = people.invitations.create(ann, match, now=NOW)
    with pytest.raises(Refused):
        people.invitations.accept(old, bea, None, now=IN_A_MONTH)
    withdrawn, made = people.invitations.create(ann, match, now=NOW)
    with pytest.raises(Unknown):
        people.invitations.revoke(bea, made.id)
    people.invitations.revoke(ann, made.id)
    with pytest.raises(Refused):
        people.invitations.accept(withdrawn, bea, None, now=NOW)
    declined, _ = people.invitations.create(ann, match, now=NOW)
    people.invitations.decline(declined, bea, NOW)
    with pytest.raises(Refused):
        people.invitations.accept(declined, bea, None, now=NOW)
    assert sorted(each.state for each in people.invitations.of_match(match)) == ["declined", "revoked", "sent"]


def test_one_for_somebody_by_name_is_nobody_else_s(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    token, _ = people.invitations.create(ann, match, now=NOW, account=bea.id)
    cid = people.accounts.create_member("Cid", NOW)
    with pytest.raises(Refused, match="somebody else"):
        people.invitations.accept(token, cid, None, now=NOW)
    assert [each.match for each in people.invitations.of_account(bea.id, NOW)] == [match]
    people.invitations.accept(token, bea, None, now=NOW)


def test_only_who_is_in_a_match_invites_to_it(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    with pytest.raises(Refused, match="Only the players"):
        people.invitations.create(bea, match, now=NOW)
    with pytest.raises(Refused, match="taken"):
        people.invitations.create(ann, match, "Kingdoms", now=NOW)
    with pytest.raises(Unknown):
        people.invitations.create(ann, match, "Queen", now=NOW)
    with pytest.raises(Refused, match="your own"):
        people.invitations.accept(people.invitations.create(ann, match, now=NOW)[0], ann, None, now=NOW)


def test_nobody_takes_two_seats_of_another_s_match(people: AccountService, ann: Account, bea: Account) -> None:
    """With two links, or with the list of open tables, they would see two hands."""
    match = table_of(people, ann, game="elric")
    links = [people.invitations.create(ann, match, seat, now=NOW)[0] for seat in ("Jade", "Ruby")]
    people.invitations.accept(links[0], bea, None, now=NOW)
    with pytest.raises(Refused, match="already have a seat at this table"):
        people.invitations.accept(links[1], bea, None, now=NOW)
    with pytest.raises(Refused, match="already have a seat at this table"):
        people.social.lobby.join(bea, match, "Ruby", None, NOW)
    cid = people.accounts.create_member("Cid", NOW)
    assert people.invitations.accept(links[1], cid, None, now=NOW)[0] == "Ruby"


def test_there_are_only_so_many(people: AccountService, ann: Account, match: str) -> None:
    for _ in range(MAX_OPEN_INVITATIONS):
        people.invitations.create(ann, match, now=NOW)
    with pytest.raises(Refused, match="thirty"):
        people.invitations.create(ann, match, now=NOW)


def test_one_that_could_not_seat_anybody_is_not_used_up(
    people: AccountService, ann: Account, bea: Account, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, _ = people.invitations.create(ann, match, now=NOW)

    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("no disk")

    with monkeypatch.context() as patched:
        patched.setattr(people.services.seats, "sit_down", fail)
        with pytest.raises(OSError, match="no disk"):
            people.invitations.accept(token, bea, None, now=NOW)
    assert people.invitations.accept(token, bea, None, now=NOW)[0] == "Necromancer"


def test_a_match_may_be_closed_to_spectators(people: AccountService, ann: Account, bea: Account) -> None:
    made = people.services.matches.create("dark-emperor", players={"Kingdoms": {"owner": ann.id}}, with_keys=False)
    people.database.write(
        lambda c: people.match_terms.store_terms(c, made.match, ann.id, Terms(spectators="nobody"), NOW)
    )
    assert people.match_terms.may_watch(ann.id, made.match)
    assert not people.match_terms.may_watch(bea.id, made.match)
    assert not people.match_terms.may_watch("", made.match)


def test_terms_stand_once_play_has_begun(people: AccountService, ann: Account, bea: Account, match: str) -> None:
    assert people.match_terms.change_terms(ann, match, Terms(visibility="listed")).terms.visibility == "listed"
    with pytest.raises(Refused):
        people.match_terms.change_terms(bea, match, Terms())
    people.invitations.accept(people.invitations.create(ann, match, now=NOW)[0], bea, None, now=NOW)
    with pytest.raises(Refused, match="has begun"):
        people.match_terms.change_terms(ann, match, Terms(rated=True))
    assert people.match_terms.find_offer(match).terms == Terms(visibility="listed")


def jobs_of(people: AccountService) -> list[tuple[str, dict[str, str]]]:
    """Return the pending notifications by the key of their job."""
    with people.database.reading() as connection:
        return [
            (row.key, row.data) for row in connection.execute(select(jobs).where(jobs.c.kind == JOB_KIND)).all()
        ]


def mails(people: AccountService) -> list[tuple[str, dict[str, str]]]:
    with people.database.reading() as connection:
        return [(row.state, row.data) for row in connection.execute(select(outbox).order_by(outbox.c.id)).all()]


def test_one_by_name_is_told_to_whom_it_is_for(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    _, made = people.invitations.create(ann, match, now=NOW, account=bea.id)
    told = {"what": "invitation", "account": bea.id, "match": match}
    assert jobs_of(people) == [(f"invitation {made.id}", told)]
    people.invitations.create(ann, match, now=NOW)
    assert len(jobs_of(people)) == 1, "a link is for nobody in particular"
    people.invitations.revoke(ann, made.id)
    assert jobs_of(people) == [], "what is withdrawn before it was told is not told"


def test_who_keeps_apart_from_somebody_hears_nothing_of_their_invitations(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    people.social.relations.add(bea.id, ann.id, "block", NOW)
    people.invitations.create(ann, match, now=NOW, account=bea.id)
    assert jobs_of(people) == []


def test_one_by_mail_goes_to_its_address_with_what_an_answer_needs(
    people: AccountService, ann: Account, match: str
) -> None:
    token, made = people.invitations.create(ann, match, now=NOW, address="New.Lord@home.example")
    data = {"to": "New.Lord@home.example", "token": token, "by": "Ann", "game": "Dark Emperor"}
    assert mails(people) == [("waiting", data)]
    people.invitations.revoke(ann, made.id)
    assert mails(people) == [("withdrawn", {})]


def test_what_is_for_an_account_alone_is_taken_without_its_link(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    _, made = people.invitations.create(ann, match, now=NOW, account=bea.id)
    cid = people.accounts.create_member("Cid", NOW)
    for who, when in ((cid, NOW), (bea, IN_A_MONTH)):
        with pytest.raises(Refused, match="has expired"):
            people.invitations.accept_own(made.id, who, None, now=when)
        with pytest.raises(Refused, match="has expired"):
            people.invitations.decline_own(made.id, who, when)
    _, open_to_all = people.invitations.create(ann, match, now=NOW)
    with pytest.raises(Refused):
        people.invitations.accept_own(open_to_all.id, bea, None, now=NOW)
    assert people.invitations.accept_own(made.id, bea, None, now=NOW)[0] == "Necromancer"
    with pytest.raises(Refused):
        people.invitations.decline_own(made.id, bea, NOW)


def test_no_is_said_without_a_link_too(people: AccountService, ann: Account, bea: Account, match: str) -> None:
    _, made = people.invitations.create(ann, match, now=NOW, account=bea.id)
    assert people.invitations.decline_own(made.id, bea, NOW).match == match
    [kept] = people.invitations.of_match(match)
    assert (kept.state, kept.taken_by) == ("declined", bea.id)


def test_who_comes_after_the_match_has_filled_is_told_so_and_called_no_more(
    people: AccountService, ann: Account, bea: Account, match: str
) -> None:
    cid = people.accounts.create_member("Cid", NOW)
    link, by_link = people.invitations.create(ann, match, now=NOW)
    mailed, by_mail = people.invitations.create(ann, match, "Necromancer", now=NOW, address="new@home.example")
    _, by_name = people.invitations.create(ann, match, "Necromancer", now=NOW, account=cid.id)
    channel = {"key": f"invitation {by_name.id} phone", "kind": "invitation", "data": {}, "made": NOW, "due": NOW}
    people.database.write(lambda connection: connection.execute(insert(outbox), channel))
    _, taken = people.invitations.create(ann, match, "Necromancer", now=NOW, account=bea.id)
    people.invitations.accept_own(taken.id, bea, None, now=NOW)
    states = {each.id: each.state for each in people.invitations.of_match(match)}
    assert states == {by_link.id: "filled", by_mail.id: "filled", by_name.id: "filled", taken.id: "taken"}
    for token in (link, mailed):
        with pytest.raises(Refused, match="of this match are taken"):
            people.invitations.find_open(token, NOW)
    with pytest.raises(Refused, match="of this match are taken"):
        people.invitations.accept_own(by_name.id, cid, None, now=NOW)
    assert people.invitations.of_account(cid.id, NOW) == []
    assert [key for key, _ in jobs_of(people)] == [f"invitation {taken.id}"], "nobody is called to a full table"
    assert mails(people) == [("withdrawn", {}), ("withdrawn", {})]


def test_one_for_another_seat_stands_until_that_is_filled(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann, game="elric")
    jade, _ = people.invitations.create(ann, match, "Jade", now=NOW)
    ruby, _ = people.invitations.create(ann, match, "Ruby", now=NOW)
    invitation, _ = people.invitations.create(ann, match, now=NOW)
    people.social.lobby.join(bea, match, "Jade", None, NOW)
    with pytest.raises(Refused, match="of this match are taken"):
        people.invitations.find_open(jade, NOW)
    assert people.invitations.find_open(ruby, NOW).seat == "Ruby"
    assert people.invitations.find_open(invitation, NOW).seat == ""
