"""Merging of two accounts: ratings, reliability and blocks are combined."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import insert, select, update

from accounts.meeting import NOW, table_of
from palatine.accounts.accounts import Account
from palatine.accounts.admin import merging
from palatine.accounts.principals import AccountService
from palatine.accounts.results import Results
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.store.schema import matches, metadata
from palatine.store.schema_people import pending_turns, results, tenures


@pytest.fixture
def cid(people: AccountService) -> Account:
    return people.accounts.create_member("Cid", NOW)


def finished(people: AccountService, players: Sequence[Account], arrival: int) -> str:
    """Store a finished rated match of two, won by the first player."""
    match = table_of(people, players[0])
    rows = [
        {"match": match, "place": place, "n": 1, "arrival": arrival, "account": each.id, "game": "dark-emperor",
         "kind": "two", "rank": place + 1, "of": 2, "rated": True, "time": NOW}
        for place, each in enumerate(players)
    ]  # fmt: skip
    people.database.write(lambda connection: connection.execute(insert(results), rows))
    people.database.write(
        lambda connection: connection.execute(update(matches).where(matches.c.id == match).values(status="over"))
    )
    people.services.runtime.cache.drop(match)
    return match


def numbers(people: AccountService, who: Account) -> list[tuple[int, int]]:
    """Return the mean of each rating in hundredths, and its number of matches."""
    return [(round(each.mu * 100), each.n) for each in people.social.ratings.of_player(who.id)]


def test_ratings_are_those_of_one_player_and_what_they_played_against_themselves_counts_no_more(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    played = [(ann, cid), (bea, cid), (ann, bea), (cid, ann)]
    made = [finished(people, pair, arrival) for arrival, pair in enumerate(played, 1)]
    people.social.ratings.rerate()
    assert [n for _, n in numbers(people, ann)] == [3]
    people.merge(ann, bea, NOW)
    told = Results(people.database).of_account(bea.id)
    assert {each.match: each.rated for each in told} == {
        made[3]: True,
        made[2]: False,
        made[1]: True,
        made[0]: True,
    }
    assert numbers(people, ann) == []
    assert [n for _, n in numbers(people, bea)] == [3]
    assert [n for _, n in numbers(people, cid)] == [3]
    known = numbers(people, bea), numbers(people, cid)
    assert people.social.ratings.rerate() == 3
    assert (numbers(people, bea), numbers(people, cid)) == known, "as if reckoned anew"


def test_turns_kept_are_counted_together(people: AccountService, ann: Account, bea: Account, cid: Account) -> None:
    for place, who in enumerate((ann, ann, ann, bea, bea)):
        match = finished(people, (who, cid), place + 1)
        counts = update(tenures).where(tenures.c.match == match).values(due=10, met=10 if who == ann else 5)
        people.database.write(lambda connection, change=counts: connection.execute(change))  # type: ignore[misc]
    assert people.social.reliabilities.of_account(bea.id, NOW).percent is None
    people.merge(ann, bea, NOW)
    kept = people.social.reliabilities.of_account(bea.id, NOW)
    assert (kept.percent, kept.turns, kept.matches) == (80, 50, 5)


def test_nobody_sheds_a_block_by_becoming_somebody_else(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    relations = people.social.relations
    relations.add(cid.id, ann.id, "block", NOW)
    relations.add(bea.id, ann.id, "friend", NOW)
    people.merge(ann, bea, NOW)
    assert relations.blocked_either_way(bea.id) == {cid.id}
    assert relations.of_account(bea.id) == {}, "nobody is a friend of their own"


def test_what_was_reported_and_done_is_told_of_the_account_that_stays(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    admin = people.accounts.create_member("Hana", NOW, "admin")
    moderation = people.social.moderation
    moderation.report(cid, ann.id, "Insult", "See there.", NOW)
    moderation.warn(admin, ann.id, "Be kind.", NOW)
    people.merge(ann, bea, NOW)
    assert [each.about for each in moderation.queue()] == [bea.id]
    assert [each.action for each in people.social.audit_log.of_account(bea.id)] == ["warn"]


def test_a_running_match_goes_on_for_the_account_that_stays(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann)
    people.merge(ann, bea, NOW)
    assert people.services.seats.seat_of(match, SeatOwner(bea.id, "Kingdoms")) == "Kingdoms"


def test_of_every_column_that_names_an_account_it_is_settled_where_it_goes() -> None:
    named = {"account", "other", "by", "about", "owner", "taken_by", "hidden_by", "player", "subject"}
    found = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if column.name in named or any(key.column.table.name == "accounts" for key in column.foreign_keys)
    }
    moved = {f"{table.name}.{name}" for table, names in merging.ACCOUNT_COLUMNS for name in names}
    keys = {f"{table.name}.account" for table in merging.CREDENTIAL_TABLES}
    assert found | {"accounts.id"} == moved | keys | set(merging.SPECIAL_COLUMNS)
    assert not moved & (keys | set(merging.SPECIAL_COLUMNS))


def test_what_somebody_has_chosen_and_read_goes_along(people: AccountService, ann: Account, bea: Account) -> None:
    accounts = people.accounts
    accounts.update_own(
        ann.id, zone="Europe/Rome", quiet_hours="22:00-06:00", settings={"talk-off": True, "heard": {}}
    )
    accounts.update_own(bea.id, zone="Europe/Paris")
    for who, heard in ((ann, {"m1": 7, "m2": 3}), (bea, {"m2": 5})):
        stood = accounts.get(who.id).settings
        accounts._set(who.id, {"settings": {**stood, "heard": heard}})
    accounts.restrict(ann.id, {"talk": {"until": "2026-05-01", "reason": "Insults"}})
    accounts.restrict(bea.id, {"talk": {"until": "2026-04-01", "reason": "Noise"}})
    people.merge(ann, bea, NOW)
    kept = accounts.get(bea.id)
    assert (kept.zone, kept.quiet_hours) == ("Europe/Paris", "22:00-06:00")
    assert kept.settings == {"talk-off": True, "heard": {"m1": 7, "m2": 5}}
    assert kept.restrictions["talk"]["reason"] == "Insults"


def test_who_is_asked_is_called_by_the_account_that_stays(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(cid, match, "", None, NOW)
    people.merge(ann, bea, NOW)
    people.merge(cid, people.accounts.create_member("Dot", NOW), NOW)
    with people.database.reading() as connection:
        called = set(connection.execute(select(pending_turns.c.account)).scalars())
    gone = {ann.id, cid.id}
    assert called
    assert not called & gone


def test_a_merge_that_breaks_off_has_changed_nothing(
    people: AccountService, ann: Account, bea: Account, cid: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, second = table_of(people, ann), table_of(people, ann)
    people.social.lobby.join(cid, second, "", None, NOW)
    people.accounts.set_role(ann.id, "moderator")
    with monkeypatch.context() as patched:

        def fail(*args: object) -> None:
            raise OSError("no disk")

        patched.setattr(merging, "make_tombstone", fail)
        with pytest.raises(OSError, match="no disk"):
            people.merge(people.accounts.get(ann.id), bea, NOW)
    assert people.accounts.get(bea.id).role == ""
    for each in (match, second):
        assert people.services.seats.owners(each)["Kingdoms"] == ann.id
        assert people.social.relations.players_of(each) >= {ann.id}
    people.merge(people.accounts.get(ann.id), bea, NOW)
    for each in (match, second):
        assert people.services.seats.owners(each)["Kingdoms"] == bea.id


def test_two_who_sit_in_the_same_match_are_not_made_one(people: AccountService, ann: Account, bea: Account) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", None, NOW)
    with pytest.raises(Refused, match="Dark Emperor"):
        people.merge(ann, bea, NOW)
    assert sorted(people.services.seats.owners(match).values()) == sorted([ann.id, bea.id])
