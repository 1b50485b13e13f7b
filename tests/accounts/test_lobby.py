"""The lobby: listing, joining, at most three waiting matches of a player, rematches."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from accounts.meeting import LISTED, NOW, table_of, trio
from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.accounts.ratings import Rating, _store_rating
from palatine.core import Refused, Unreadable
from palatine.matches import SeatOwner
from palatine.store.events import JOB_KIND
from palatine.store.schema import jobs


def found(people: AccountService, who: Account | None, **wanted: str) -> list[str]:
    return [each.info.match for each in people.social.lobby.find_matches(who, NOW, **wanted)]  # type: ignore[arg-type]


@pytest.fixture
def cid(people: AccountService) -> Account:
    return people.accounts.create_member("Cid", NOW)


def test_listed_tables_are_found_by_all_and_private_ones_by_nobody(
    people: AccountService, ann: Account, bea: Account
) -> None:
    listed = table_of(people, ann)
    table_of(people, ann, Terms(visibility="private"))
    assert found(people, bea) == found(people, None) == [listed]
    assert found(people, ann) == []
    assert found(people, bea, game="elric") == []


def test_tables_for_friends_are_found_by_friends_of_the_maker(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    match = table_of(people, ann, Terms(visibility="friends"))
    people.social.relations.add(cid.id, ann.id, "friend", NOW)
    people.social.relations.add(ann.id, bea.id, "friend", NOW)
    assert (found(people, bea), found(people, cid)) == ([match], [])
    with pytest.raises(Refused, match="no free seat"):
        people.social.lobby.join(cid, match, "", None, NOW)
    people.social.lobby.join(bea, match, "", "7", NOW)
    assert people.services.matches.info(match).status == "playing"


def test_friends_come_first_and_can_be_asked_for_alone(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    other, friends = table_of(people, cid), table_of(people, ann)
    people.social.relations.add(bea.id, ann.id, "friend", NOW)
    assert found(people, bea) == [friends, other]
    assert found(people, bea, kind="friends") == [friends]


def test_a_table_is_told_with_who_sits_there(people: AccountService, ann: Account, bea: Account) -> None:
    with people.database.writing() as connection:
        _store_rating(connection, Rating(ann.id, "dark-emperor", "two", 30.0, 4.0, 9))
    table_of(people, ann, Terms(visibility="listed", rated=True, text="Come in."))
    [told] = people.social.lobby.find_matches(bea, NOW)
    assert (told.by, told.rated, told.text, told.wanted, told.why) == ("Ann", True, "Come in.", False, "")
    assert [(each.name, each.free, each.rating) for each in told.sitters] == [
        ("", True, None),
        ("Ann", False, 1360),
    ]


def test_a_seat_that_somebody_left_is_wanted(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    match = trio(people, ann, bea, cid)
    eve = people.accounts.create_member("Eve", NOW)
    assert found(people, eve) == []
    people.social.moderation.remove_player(people.accounts.set_role(ann.id, "admin"), match, "Jade", "Absent.", NOW)
    assert found(people, eve, kind="wanted") == [match]
    assert people.social.lobby.join(eve, match, "", None, NOW) == "Jade"
    assert people.services.seats.owners(match)["Jade"] == eve.id


def told_of_a_seat(people: AccountService) -> list[tuple[str, str]]:
    """Return the accounts to be notified of a free seat, with the matches."""
    with people.database.reading() as connection:
        rows = connection.execute(select(jobs.c.data).where(jobs.c.kind == JOB_KIND)).scalars()
        return sorted((data["account"], data["match"]) for data in rows if data["what"] == "offered")


def test_friends_of_whoever_made_a_match_hear_once_that_a_seat_is_free(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    eve, dan, fay, gil = (people.accounts.create_member(name, NOW) for name in ("Eve", "Dan", "Fay", "Gil"))
    relations = people.social.relations
    for friend in (eve, dan, bea):
        relations.add(ann.id, friend.id, "friend", NOW)
    relations.add(fay.id, ann.id, "friend", NOW)
    relations.add(gil.id, ann.id, "mute", NOW)
    relations.add(dan.id, cid.id, "block", NOW)
    match = trio(people, ann, bea, cid)
    assert told_of_a_seat(people) == []
    people.services.seats.leave_seat(match, SeatOwner(bea.id, "Jade"))
    assert told_of_a_seat(people) == [(eve.id, match)], (
        "neither who has just left nor who keeps apart from a player"
    )
    people.social.lobby.join(eve, match, "Jade", None, NOW)
    assert told_of_a_seat(people) == [(eve.id, match)]


def test_of_a_seat_at_a_private_table_nobody_hears(people: AccountService, ann: Account, bea: Account) -> None:
    eve = people.accounts.create_member("Eve", NOW)
    people.social.relations.add(ann.id, eve.id, "friend", NOW)
    match = table_of(people, ann, Terms())
    token, _ = people.invitations.create(ann, match, now=NOW)
    people.invitations.accept(token, bea, None, now=NOW)
    people.services.seats.leave_seat(match, SeatOwner(bea.id, "Necromancer"))
    assert told_of_a_seat(people) == []
    assert found(people, eve) == []


def test_nobody_has_more_than_three_tables_waiting(people: AccountService, ann: Account) -> None:
    for _ in range(3):
        people.social.lobby.check_can_offer(ann, LISTED, NOW)
        waiting = table_of(people, ann)
    with pytest.raises(Refused, match="Three of your tables"):
        people.social.lobby.check_can_offer(ann, LISTED, NOW)
    private = table_of(people, ann, Terms())
    with pytest.raises(Refused, match="Three of your tables"):
        people.social.lobby.change_terms(ann, private, LISTED, NOW)
    people.social.lobby.change_terms(ann, waiting, LISTED, NOW)
    people.social.lobby.change_terms(ann, waiting, Terms(), NOW)
    people.social.lobby.change_terms(ann, private, LISTED, NOW)


def test_guests_and_the_barred_list_no_tables(people: AccountService, ann: Account) -> None:
    with pytest.raises(Refused, match="Keep your account"):
        people.social.lobby.check_can_offer(people.accounts.create_guest(NOW), LISTED, NOW)
    people.accounts.restrict(ann.id, {"list": {"until": "2026-04-01", "reason": "Left three tables."}})
    with pytest.raises(Refused, match="Left three tables"):
        people.social.lobby.check_can_offer(people.accounts.get(ann.id), LISTED, NOW)
    people.social.lobby.check_can_offer(people.accounts.get(ann.id), LISTED, "2026-05-01")


def test_who_has_no_number_passes_unless_the_table_is_for_known_players(
    people: AccountService, ann: Account, bea: Account
) -> None:
    open_to_new = table_of(
        people, ann, Terms(visibility="listed", requirements={"rating": 1500, "reliability": 90})
    )
    known = table_of(people, ann, Terms(visibility="listed", requirements={"known": True}))
    why = {each.info.match: each.why for each in people.social.lobby.find_matches(bea, NOW)}
    assert why == {open_to_new: "", known: "This table is for players who already have a rating."}
    with people.database.writing() as connection:
        _store_rating(connection, Rating(bea.id, "dark-emperor", "two", 30.0, 4.0, 9))
    with pytest.raises(Refused, match="at least 1500; yours is 1360"):
        people.social.lobby.join(bea, open_to_new, "", None, NOW)


def test_wants_that_are_none_are_refused(people: AccountService, ann: Account) -> None:
    with pytest.raises(Unreadable):
        people.social.lobby.check_can_offer(ann, Terms(requirements={"beauty": 3}), NOW)


def test_guests_do_not_sit_down_at_rated_tables(people: AccountService, ann: Account) -> None:
    match = table_of(people, ann, Terms(visibility="listed", rated=True))
    guest = people.accounts.create_guest(NOW)
    with pytest.raises(Refused, match="guests are not rated"):
        people.social.lobby.join(guest, match, "", None, NOW)
    token, _ = people.invitations.create(ann, match, now=NOW)
    with pytest.raises(Refused, match="guests are not rated"):
        people.invitations.accept(token, guest, None, now=NOW)


@pytest.mark.parametrize(("swap", "seat"), [(False, "Kingdoms"), (True, "Necromancer")])
def test_a_rematch_invites_the_others_by_name(
    people: AccountService, ann: Account, bea: Account, swap: bool, seat: str
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", "7", NOW)
    with pytest.raises(Refused, match="not over"):
        people.social.lobby.rematch(ann, match, NOW)
    people.services.matches.resign(
        match, SeatOwner(bea.id, "Necromancer"), people.services.matches.info(match).version
    )
    again = people.social.lobby.rematch(ann, match, NOW, swap=swap)
    assert people.services.seats.owners(again) == {seat: ann.id}
    [asked] = people.invitations.of_account(bea.id, NOW)
    assert (asked.match, asked.seat) == (again, "Kingdoms" if swap else "Necromancer")
    stranger = people.accounts.create_member("Eve", NOW)
    with pytest.raises(Refused):
        people.social.lobby.rematch(stranger, match, NOW)


@pytest.mark.parametrize("by_consent", [False, True])
def test_a_rematch_has_the_pace_and_the_terms(
    people: AccountService, ann: Account, bea: Account, by_consent: bool
) -> None:
    players = {
        seat: {"owner": who.id, "name": who.name, "number": "1"}
        for seat, who in (("Kingdoms", ann), ("Necromancer", bea))
    }
    services = people.services
    made = services.matches.create(
        "dark-emperor", players=players, pace={"name": "slow", "time_up": "bot"}, with_keys=False
    )
    terms = Terms(visibility="listed", rated=True, spectators="nobody", delay=3)
    people.database.write(lambda c: people.match_terms.store_terms(c, made.match, ann.id, terms, NOW))
    one, other = SeatOwner(ann.id, "Kingdoms"), SeatOwner(bea.id, "Necromancer")
    services.matches.resign(made.match, one, services.matches.info(made.match).version)
    if by_consent:
        services.proposals.propose(made.match, one, "rematch", services.matches.info(made.match).version, swap=True)
        services.proposals.answer(made.match, other, 1, yes=True)
        again = services.proposals.rematch(made.match, other)
        assert services.proposals.rematch(made.match, one) == again
        assert services.seats.owners(again) == {"Kingdoms": bea.id, "Necromancer": ann.id}
    else:
        again = people.social.lobby.rematch(ann, made.match, NOW)
    offer, times = people.match_terms.find_offer(again), services.matches.info(again).times
    assert offer is not None
    assert (offer.by, offer.terms.rated, offer.terms.spectators, offer.terms.delay) == (ann.id, True, "nobody", 3)
    assert offer.terms.visibility == ("listed" if by_consent else "private"), "who is invited is not looked for"
    assert times is not None
    assert times.pace == services.matches.info(made.match).times.pace  # type: ignore[union-attr]
    assert times.pace is not None
    assert (times.pace["name"], times.pace["time_up"]) == ("slow", "bot")
