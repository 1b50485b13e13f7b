"""Events of a match, which reach the players concerned once, from the same transaction."""

from __future__ import annotations

from datetime import datetime

import msgspec
import pytest
from sqlalchemy import select, update

from notifications.helpers import NOON, URL, World, after
from palatine.accounts.auth.outgoing_mail import notify_account
from palatine.matches import SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.matches.storage import Change, Record
from palatine.notifications import digest
from palatine.notifications.channels import ChannelService
from palatine.notifications.reminders import record_presence
from palatine.store.events import announce
from palatine.store.schema import jobs
from palatine.store.schema_people import accounts, channels

LATE = datetime.fromisoformat("2099-01-01T00:00:00Z")


def told(world: World, at: datetime = LATE) -> list[tuple[str, str]]:
    """Return the notifications at a time except the asks: kind and account."""
    loads = [load for load in world.remind(at) if load.message.kind not in ("asked", "missing")]
    return sorted((load.message.kind, load.message.account) for load in loads)


@pytest.fixture(autouse=True)
def _channels(world: World) -> None:
    world.channel("ann")
    world.channel("bea")


def test_the_end_of_a_match_is_told_to_its_players_once(world: World) -> None:
    match = world.match("ford", North="ann", South="bea")
    asked = world.owner(match)
    world.services.matches.resign(match, asked, world.services.matches.info(match).version)
    assert told(world) == [("over", "ann"), ("over", "bea")]
    assert told(world) == []


def test_whoever_has_it_before_their_eyes_is_not_told(world: World) -> None:
    match = world.match("ford", North="ann", South="bea")
    world.services.matches.resign(match, world.owner(match), world.services.matches.info(match).version)
    world.store.database.write(lambda connection: record_presence(connection, match, "ann", LATE))
    assert told(world) == [("over", "bea")]


def test_a_match_that_nobody_holds_leaves_no_work_behind(world: World) -> None:
    made = world.services.matches.create("ford", forced=False)
    for seat, key in made.keys.items():
        world.services.seats.take_seat(made.match, key, seat, "7")
    world.services.matches.resign(made.match, made.keys["North"], world.services.matches.info(made.match).version)
    with world.store.database.reading() as connection:
        assert connection.execute(select(jobs.c.key)).all() == []


def test_a_letter_that_goes_at_once_rings_with_whom_it_goes_to(world: World) -> None:
    players = {seat: {"kind": "person", "owner": who} for seat, who in {"Abbey": "ann", "Baron": "bea"}.items()}
    match = world.services.matches.create("tithe", players=players, with_keys=False, clock={"letters": "now"}).match
    world.services.orders.write_letter(match, SeatOwner("ann", "Abbey"), ["Baron"], "Peace?")
    assert told(world, after(world.asked_at(match), seconds=10)) == [("letter", "bea")]
    assert told(world, after(world.asked_at(match), seconds=20)) == []


def test_a_turn_that_was_run_calls_those_who_are_asked_in_the_next_by_that(world: World) -> None:
    match = world.match("tithe", Abbey="ann", Baron="bea")
    for who, seat in (("ann", "Abbey"), ("bea", "Baron")):
        world.services.orders.hand_in(match, SeatOwner(who, seat), "", 1)
    loads = world.remind(after(world.asked_at(match), seconds=90))
    assert sorted((load.message.kind, load.message.account) for load in loads) == [("turn", "ann"), ("turn", "bea")]
    assert all("turn 2 is open" in load.notice.text for load in loads)


def test_a_proposal_is_told_once_to_those_who_have_not_answered_it(world: World) -> None:
    match = world.match("ford", North="ann", South="bea")
    row, _ = world.store.load(match) or pytest.fail("it is gone")
    proposal = {"n": 1, "kind": "draw", "by": "North", "of": ["North", "South"], "yes": ["North"]}
    for time in range(2):
        at = after(NOON, seconds=time)
        record = Record(row.version + 1, "proposal", row.ply, format_timestamp(at), "North")
        changed = msgspec.structs.replace(row, version=row.version + 1, proposals=(proposal,))
        assert world.store.append(Change(changed, (record,)), row.version)
        row = changed
    assert told(world) == [("proposal", "bea")]


def test_an_invitation_is_told_to_whom_it_is_for(world: World) -> None:
    match = world.match("ford", North="bea")
    with world.store.database.writing() as connection:
        for _ in range(2):
            announce(connection, "invitation", "i1", format_timestamp(NOON), account="ann", match=match)
    assert told(world, NOON) == [("invitation", "ann")]
    assert world.sent.loads[0].notice.link == f"{URL}/#invited", (
        "a seat is to be had in the lobby, not at the table"
    )


# The digest


def gathered(world: World, hour: str = "07:00", zone: str = "Europe/Berlin") -> str:
    """Give Ann a digest channel in a zone, and remove the other channel."""
    channel = world.channel("ann", "json", "https://hooks.example.org/", digest=hour)
    with world.store.database.writing() as connection:
        connection.execute(update(accounts).values(zone=zone))
        connection.execute(channels.delete().where(channels.c.account == "ann", channels.c.id != channel))
        digest.schedule_digest(connection, channel, NOON)
    return channel


def test_a_digest_tells_once_a_day_of_all_that_waits(world: World) -> None:
    gathered(world)
    titles = ["The first", "The second"]
    for title in titles:
        players = {seat: {"kind": "person", "owner": "ann"} for seat in ("North", "South")}
        world.services.matches.create("ford", players=players, with_keys=False, title=title)
    at = datetime.fromisoformat("2026-03-11T05:59:00Z")
    loads = [load for _ in range(3) for load in world.remind(at)]
    for hours in range(48):
        loads += world.remind(after(at, minutes=1, hours=hours))
    assert [load.message.kind for load in loads] == ["digest", "digest"]
    assert all(title in loads[0].notice.text for title in titles)
    assert "/play/" in loads[0].notice.text


def test_with_a_digest_nothing_rings_by_itself_but_reminders(world: World) -> None:
    gathered(world, "23:59")
    match = world.match("ford", North="ann", South="ann")
    since = world.asked_at(match)
    world.ends(match, after(since, hours=13))
    kinds = [
        load.message.kind for hours in range(13) for load in world.remind(after(since, hours=hours, minutes=5))
    ]
    assert [kind for kind in kinds if kind != "digest"] == ["missing"]


def test_no_digest_comes_when_nothing_waits_or_it_is_switched_off(world: World) -> None:
    channel = gathered(world)
    assert world.remind(after(NOON, days=1)) == []
    world.match("ford", North="ann", South="ann")
    ChannelService(world.store.database).change("ann", channel, digest="", now=NOON)
    assert [load.message.kind for load in world.remind(after(NOON, days=5)) if load.message.kind == "digest"] == []


@pytest.mark.parametrize("event", ["recovered", "key-added", "key-removed"])
def test_who_has_other_keys_is_told_by_every_address_and_channel(world: World, event: str) -> None:
    world.store.database.write(lambda connection: notify_account(connection, "ann", event, format_timestamp(NOON)))
    loads = world.remind(after(NOON, minutes=5))
    assert [(load.message.kind, load.message.via) for load in loads] == [("keys", "mail"), ("keys", "ntfy")]
    assert "the account ann" in loads[0].message.data["text"]
    assert all("your account ann" in load.notice.text for load in loads)
