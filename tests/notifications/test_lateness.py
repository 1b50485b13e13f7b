"""Notifications of lateness to the late player, the others and the match's creator."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from notifications.helpers import World, after
from palatine.matches import SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.matches.services import MatchServices
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.sending.sender import Payload
from palatine.notifications.times import format_time
from palatine.store.schema_people import match_terms

SEATS = {"Abbey": "ann", "Baron": "bea"}


@pytest.fixture
def world(world: World) -> World:
    """Give Ann, Bea and Cid a channel each; notifications name seats."""
    world.account("cid")
    for name in ("ann", "bea", "cid"):
        world.channel(name)
    world.delivery = DeliveryService(
        world.store.database, dict.fromkeys(("ntfy",), world.sent), "https://p.example", services=world.services
    )
    return world


def tithe(world: World, **clock: Any) -> str:
    players = {
        seat: {"kind": "person", "name": who.title(), "owner": who, "number": "1"} for seat, who in SEATS.items()
    }
    clock = {"hours": 24, "late": "bot", **clock}
    return world.services.matches.create("tithe", players=players, with_keys=False, clock=clock).match


def hand_in(services: MatchServices, match: str, seat: str) -> None:
    services.orders.hand_in(match, SeatOwner(SEATS[seat], seat), "", services.matches.info(match).turn)


def run_out(world: World, match: str) -> list[Payload]:
    """Let the time run out and return the immediate notifications."""
    at = after(datetime.fromisoformat(world.services.matches.info(match).deadline), seconds=1)
    assert world.services.clocks.claim_deadlines(format_timestamp(at)) == [match]
    return [load for load in world.remind(at) if load.message.kind in ("missed", "moved")]


def texts(loads: list[Payload]) -> dict[str, str]:
    return {load.message.account: load.notice.text for load in loads}


def test_a_missed_turn_is_told_with_what_was_done_and_what_comes_next(world: World) -> None:
    match = tithe(world)
    hand_in(world.services, match, "Abbey")
    told = texts(run_out(world, match))
    assert told.keys() == {"bea"}
    assert "You handed in no orders for turn 1. A bot gave the orders for you." in told["bea"]
    assert "If you miss 1 more turn in a row, a bot takes over your seat" in told["bea"]
    desk = world.services.matches.view(match, "Baron")
    assert desk.warning in told["bea"]
    assert desk.warning
    assert "You were late for turn 1. A bot gave your orders." in [line.text for line in desk.entries]
    others = world.services.matches.view(match, "Abbey").entries
    assert not any("You were late" in line.text for line in others)
    assert world.services.matches.view(match, "Abbey").warning == ""
    [mail] = [load for load in world.remind(world.newest(95)) if load.message.account == "ann"]
    assert "No orders arrived in time from Bea (Baron)." in mail.notice.text


def test_the_draft_counts_and_that_is_said(world: World) -> None:
    match = tithe(world)
    world.services.orders.save_draft(match, SeatOwner("bea", "Baron"), "Bela builds\n", 1)
    draft = world.services.orders.draft(match, SeatOwner("bea", "Baron")).text
    hand_in(world.services, match, "Abbey")
    told = texts(run_out(world, match))
    assert draft.strip()
    assert ("The valid lines of your draft counted." in told["bea"]) != ("A bot gave the orders" in told["bea"])


def test_a_warning_ends_with_the_next_orders_and_is_not_sent_any_more(world: World) -> None:
    match = tithe(world)
    hand_in(world.services, match, "Abbey")
    at = after(datetime.fromisoformat(world.services.matches.info(match).deadline), seconds=1)
    world.services.clocks.claim_deadlines(format_timestamp(at))
    hand_in(world.services, match, "Baron")
    assert world.services.matches.view(match, "Baron").warning == ""
    assert [load.message.kind for load in world.remind(at)].count("missed") == 0


def test_a_lost_seat_is_told_to_its_player_the_others_and_the_creator(world: World) -> None:
    match = tithe(world)
    with world.store.database.writing() as connection:
        row = {"match": match, "by": "cid", "made": "", "visibility": "private", "rated": False}
        connection.execute(match_terms.insert().values(**row, spectators="link", delay=0, requirements={}, text=""))
    for _ in range(2):
        hand_in(world.services, match, "Abbey")
        told = texts(run_out(world, match))
    assert "You missed 2 turns in a row, so a bot plays for you." in told["bea"]
    assert "choose “Play Baron myself again”" in told["bea"]
    lines = [line.text for line in world.services.matches.view(match, "Abbey").entries]
    assert any(line.startswith("Bea (Baron) missed 2 turns in a row, so a bot (") for line in lines), lines
    for account in ("ann", "cid"):
        assert "Another player is wanted for Bea (Baron)." in told[account]
    world.services.seats.take_back(match, SeatOwner("bea", "Baron"))
    assert world.services.matches.view(match, "Baron").warning == ""


def test_a_deadline_that_waits_is_told_to_who_is_late_and_to_the_others(world: World) -> None:
    match = tithe(world, excused=1, grace=3)
    hand_in(world.services, match, "Abbey")
    told = texts(run_out(world, match))
    assert "The turn still waits for them: hand them in. No other turn will wait for you." in told["bea"]
    assert "Orders are missing from Bea (Baron), who may be late this once." in told["ann"]
    assert "Time is up on" in told["ann"]


def test_a_request_is_told_when_it_is_granted_and_refused_to_who_asked(world: World) -> None:
    match = tithe(world)
    services, bea = world.services, SeatOwner("bea", "Baron")
    for yes, who in ((True, {"ann", "bea"}), (False, {"bea"})):
        version = services.matches.info(match).version
        info = services.proposals.propose(match, bea, "time" if yes else "pause", version, hours=5)
        assert info.times
        services.proposals.answer(match, SeatOwner("ann", "Abbey"), info.times.proposals[0].n, yes=yes)
        at = world.newest(10)
        told = texts([load for load in world.remind(at) if load.message.kind == "moved"])
        assert told.keys() == who
        line = "Turn 1 gets 5 more hours." if yes else "Ann (Abbey) does not agree to a pause."
        assert all(line in text for text in told.values())
    until = after(world.newest(0), days=5)
    services.clocks.set_vacation(match, bea, format_timestamp(until))
    told = texts([load for load in world.remind(world.newest(10)) if load.message.kind == "moved"])
    assert told.keys() == {"ann"}
    assert f"Bea (Baron) is away until {format_time(until, '')}. Each turn runs" in told["ann"]


def test_time_that_is_up_in_a_game_of_actions_is_told_to_both(world: World) -> None:
    players = {
        seat: {"kind": "person", "owner": who, "name": who}
        for seat, who in {"North": "ann", "South": "bea"}.items()
    }
    match = world.services.matches.create("ford", players=players, with_keys=False, pace="brisk").match
    late = world.owner(match)
    told = texts(run_out(world, match))
    assert "Your opponent may take the win" in told[late.account]
    assert [
        f"Time is up for {late.account} ({late.seat})." in text for who, text in told.items() if who != late.account
    ] == [True]


def test_all_but_the_last_hear_when_a_complete_turn_runs_unless_somebody_waits(world: World) -> None:
    match = tithe(world, settle=30)
    for seat in SEATS:
        hand_in(world.services, match, seat)
    info = world.services.matches.info(match)
    assert info.times
    early = datetime.fromisoformat(info.times.early)
    told = texts([load for load in world.remind(after(early, minutes=-29)) if load.message.kind == "moved"])
    assert told.keys() == {"ann"}, "Bea handed in last, and was told then"
    assert all(f"Turn 1 runs on {early:%a} {early.day}" in text for text in told.values())
    other = tithe(world, settle=30)
    for seat in SEATS:
        hand_in(world.services, other, seat)
    world.services.orders.set_ready(other, SeatOwner("ann", "Abbey"), ready=False)
    assert texts([load for load in world.remind(after(early, minutes=-28)) if load.message.kind == "moved"]) == {}


def test_a_vacation_says_who_gives_the_orders(world: World) -> None:
    match = tithe(world)
    for bot, said in (
        (False, "Each turn runs at its deadline with the orders they wrote in advance"),
        (True, "A bot gives their orders."),
    ):
        if bot:
            world.services.seats.lend_to_bot(match, SeatOwner("bea", "Baron"))
        world.services.clocks.set_vacation(
            match, SeatOwner("bea", "Baron"), format_timestamp(after(world.newest(0), days=5, minutes=bot))
        )
        lines = world.services.matches.view(match).entries
        assert said in lines[-1].text
