"""Quick match: join the best open match, or start one whose seats bots hold."""

from __future__ import annotations

import pytest

from accounts.meeting import NOW, table_of
from palatine import registry
from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.paces import SPEEDS, speed_of, time_settings
from palatine.accounts.principals import AccountService
from palatine.core import Refused, Unknown, Unreadable

GAME = "dark-emperor"


def begin(people: AccountService, who: Account, *, pace: str = "none", bot: bool = False) -> str:
    return people.social.quick_match.join_or_create(who, GAME, pace, "7", NOW, bot=bot)  # type: ignore[arg-type]


def found(people: AccountService, who: Account, **wanted: str) -> list[str]:
    return [each.info.match for each in people.social.lobby.find_matches(who, NOW, **wanted)]  # type: ignore[arg-type]


def test_two_who_just_begin_meet(people: AccountService, ann: Account, bea: Account) -> None:
    match = begin(people, ann, pace="steady")
    assert people.services.matches.info(match).status == "open"
    assert begin(people, bea, pace="brisk") != match, "at another pace one waits for somebody else"
    cid = people.accounts.create_member("Cid", NOW)
    assert begin(people, cid, pace="steady") == match
    assert people.services.matches.info(match).status == "playing"


def test_a_bot_plays_until_somebody_takes_over(people: AccountService, ann: Account, bea: Account) -> None:
    match = begin(people, ann, bot=True)
    table = people.services.matches.info(match)
    assert (table.status, table.seats[1].bot, table.seats[1].free) == ("playing", "captain", True)
    assert found(people, bea, kind="wanted") == [match]
    token, _ = people.invitations.create(ann, match, now=NOW)
    assert begin(people, bea, bot=True) == match
    assert people.services.seats.owners(match)[table.seats[1].seat] == bea.id
    assert not people.services.matches.info(match).seats[1].bot
    with pytest.raises(Refused, match="of this match are taken"):
        people.invitations.find_open(token, NOW)


def test_who_wants_no_bot_does_not_come_to_a_match_under_way(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = begin(people, ann, bot=True)
    assert begin(people, bea, bot=False) != match


def test_a_friend_s_table_is_the_best(people: AccountService, ann: Account, bea: Account) -> None:
    cid = people.accounts.create_member("Cid", NOW)
    table_of(people, ann)
    friends = table_of(people, bea)
    people.social.relations.add(cid.id, bea.id, "friend", NOW)
    assert begin(people, cid) == friends


def test_nobody_begins_with_who_keeps_apart_from_them(people: AccountService, ann: Account, bea: Account) -> None:
    match = begin(people, ann)
    people.social.relations.add(ann.id, bea.id, "block", NOW)
    assert begin(people, bea) != match


def test_a_guest_begins_against_a_bot_where_nobody_waits(people: AccountService, ann: Account) -> None:
    guest = people.accounts.create_guest(NOW)
    match = begin(people, guest)
    assert people.services.matches.info(match).status == "playing"
    assert found(people, ann) == [], "guests list no tables"


def test_three_tables_are_enough_here_too(people: AccountService, ann: Account) -> None:
    for _ in range(3):
        table_of(people, ann)
    with pytest.raises(Refused, match="Three of your tables"):
        begin(people, ann)
    with pytest.raises(Unknown):
        people.social.quick_match.join_or_create(ann, "chess", "none", "", NOW, bot=False)


@pytest.mark.parametrize("game", ["demonlord", "adventurer-kings"])
@pytest.mark.parametrize("speed", SPEEDS)
def test_a_match_made_at_a_speed_is_of_that_speed(people: AccountService, game: str, speed: str) -> None:
    made = people.services.matches.create(game, with_keys=False, **time_settings(registry.load(game), speed))  # type: ignore[arg-type]
    assert speed_of(people.services.matches.info(made.match)) == speed


@pytest.mark.parametrize(
    ("game", "timed", "speed"),
    [
        ("demonlord", {"pace": {"reply": 43200, "bank": 345600, "plus": 0, "cap": 518400}}, "brisk"),
        ("demonlord", {"pace": {"reply": 0, "bank": 3600, "plus": 60, "cap": 3600}}, "live"),
        ("adventurer-kings", {"clock": {"hours": 168}}, "slow"),
        ("adventurer-kings", {"clock": {"days": ["mon"], "at": "21:00", "zone": "Europe/Berlin"}}, "slow"),
    ],
)
def test_times_of_one_s_own_are_of_the_nearest_speed(
    people: AccountService, game: str, timed: dict[str, object], speed: str
) -> None:
    made = people.services.matches.create(game, with_keys=False, **timed)  # type: ignore[arg-type]
    assert speed_of(people.services.matches.info(made.match)) == speed


def test_tables_are_sorted_out_by_pace_and_players(people: AccountService, ann: Account, bea: Account) -> None:
    two, three = table_of(people, ann), table_of(people, ann, game="elric")
    timed = begin(people, ann, pace="slow")
    assert set(found(people, bea, seats="2")) == {two, timed}
    assert found(people, bea, seats="3-6") == [three]
    assert found(people, bea, seats="7-") == []
    assert found(people, bea, pace="slow") == [timed]
    assert found(people, bea, game="elric", pace="none", seats="3") == [three]
    with pytest.raises(Unreadable, match="2, 3-6 or 7-"):
        found(people, bea, seats="many")


def test_a_table_says_how_it_is_played(people: AccountService, ann: Account, bea: Account) -> None:
    table_of(people, ann, Terms(visibility="listed", spectators="anybody", delay=2))
    people.social.lobby.takes_mail = True
    [told] = people.social.lobby.find_matches(bea, NOW)
    assert (told.pace, told.by_mail, told.spectators, told.delay, told.free) == ("none", True, "anybody", 2, 1)
