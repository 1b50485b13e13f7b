"""Proposals: draws, takebacks, pauses, more time, rematches; consent, expiry and effects."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from matches.helpers import Table, clash, sit
from matches.moving import Moving
from matches.valley import valley
from palatine.core import Refused, Unknown, Unreadable
from palatine.matches import Conflict, Forbidden, MatchServices, verify_file
from palatine.matches.clock import add_seconds
from palatine.matches.responses import MatchInfo

HOUR = 3600.0
SLOW = {"reply": 24 * HOUR, "bank": 96 * HOUR, "plus": HOUR, "cap": 100 * HOUR}


def propose(table: Table, seat: str, kind: str, **terms: Any) -> MatchInfo:
    return table.services.proposals.propose(table.match, table.key(seat), kind, table.version, **terms)


def answer(table: Table, seat: str, *, yes: bool, n: int = 1) -> MatchInfo:
    return table.services.proposals.answer(table.match, table.key(seat), n, yes=yes)


def open_kinds(table: Table) -> list[str]:
    times = table.services.matches.info(table.match).times
    return [each.kind for each in times.proposals] if times else []


def test_a_draw_that_is_agreed_ends_the_match_without_a_winner(table: Table) -> None:
    table.play(Random(1), 5)
    info = propose(table, "North", "draw")
    assert info.times
    assert [(each.kind, each.by, each.of, each.text) for each in info.times.proposals] == [
        ("draw", "North", ("South",), "North offers a draw.")
    ]
    with pytest.raises(Refused, match="not for you"):
        answer(table, "North", yes=True)
    info = answer(table, "South", yes=True)
    assert info.outcome == {
        "winners": [],
        "margin": "Draw agreed",
        "clause": "",
        "agreed": "draw",
        "ranks": [["North", "South"]],
    }
    assert table.texts(None)[-3:] == ["North offers a draw.", "South accepts the draw.", "A draw is agreed."]
    services = table.services
    assert services.matches.view(table.match).view.prompt == "The match is over: a draw was agreed."
    assert services.archive.verify(table.match).ok
    assert services.archive.audit() == []
    assert (
        services.matches.info(services.archive.import_(services.archive.export(table.match))).outcome
        == info.outcome
    )


def test_a_result_that_nobody_agreed_to_is_found(table: Table) -> None:
    propose(table, "North", "off")
    answer(table, "South", yes=True)
    file = table.services.archive.export(table.match)
    file["result"] = {**file["result"], "winners": ["North"]}

    assert [finding.text for finding in verify_file(file).findings][:1] == [
        "The result is not what the log ends with."
    ]


def test_no_is_no_for_a_day(table: Table, moving: Moving) -> None:
    propose(table, "North", "draw")
    with pytest.raises(Refused, match="too many open proposals"):
        propose(table, "North", "draw")
    answer(table, "South", yes=False)
    assert table.texts(None)[-1] == "South declines the draw."
    with pytest.raises(Refused, match="less than a day ago"):
        propose(table, "North", "draw")
    propose(table, "South", "draw")
    moving.on(days=1)
    propose(table, "North", "draw")


def test_silence_is_no_to_a_draw_and_yes_to_a_first_pause(services: MatchServices, moving: Moving) -> None:
    table = sit(services, pace=SLOW, forced=False)
    propose(table, "North", "draw")
    propose(table, "South", "pause", hours=72)
    moving.on(days=1)
    services.clocks.claim_deadlines(moving.now)
    assert open_kinds(table) == ["draw"]
    times = services.matches.info(table.match).times
    assert times
    assert times.paused == add_seconds(moving.now, 72 * HOUR)
    moving.on(days=2)
    services.clocks.claim_deadlines(moving.now)
    assert open_kinds(table) == []
    assert "The draw that North offered was not accepted in time." in table.texts(None)
    moving.on(days=3)
    services.clocks.claim_deadlines(moving.now)
    propose(table, "South", "pause", hours=72)
    moving.on(days=1)
    services.clocks.claim_deadlines(moving.now)
    assert "Not everybody agreed in time to the pause South asked for." in table.texts(None)


def test_a_longer_pause_needs_a_yes_and_its_asker_may_end_it(services: MatchServices, moving: Moving) -> None:
    table = sit(services, pace=SLOW, forced=False)
    before = services.matches.info(table.match).deadline
    propose(table, "North", "pause", hours=300)
    info = answer(table, "South", yes=True)
    assert info.deadline == add_seconds(before, 300 * HOUR)
    with pytest.raises(Refused, match="Only North"):
        services.clocks.end_pause(table.match, table.key("South"))
    moving.on(hours=100)
    assert services.clocks.end_pause(table.match, table.key("North")).deadline == add_seconds(before, 100 * HOUR)
    with pytest.raises(Unreadable, match="up to 336"):
        propose(table, "North", "pause", hours=400)


def test_while_a_proposal_waits_its_makers_clock_stands(services: MatchServices, moving: Moving) -> None:
    table = sit(services, pace=SLOW, forced=False)
    mine = table.asked[0]
    other = next(seat for seat in table.made.keys if seat != mine)
    before = services.matches.info(table.match).deadline
    propose(table, mine, "draw")
    moving.on(hours=5)
    assert answer(table, other, yes=False).deadline == add_seconds(before, 5 * HOUR)


def test_going_back_is_by_consent_even_over_dice(services: MatchServices) -> None:
    table = sit(services, forced=False)
    random = Random(3)
    table.play(random, 14)
    records = services.runtime.storage.records(table.match)
    rolled = next(record for record in records if record.kind == "action" and record.rolls)
    at = rolled.ply - 1
    told = propose(table, "North", "takeback", at=at).times
    assert told
    assert re.search(
        r"North asks to take back this move \(.+\): South marches from .+\. That", told.proposals[0].text
    )
    info = answer(table, "South", yes=True)
    assert info.at == at
    assert table.texts(None)[-1].startswith(
        f"All have agreed: the match goes back to the position after {at} actions."
    )
    fresh = MatchServices(services.runtime.storage)  # from the database, not from memory
    state = fresh.runtime.open(table.match).state
    assert state.dice.count == max(record.rolls[-1].number + 1 for record in records if record.rolls)
    fresh.matches.act(table.match, table.key(rolled.seat), (rolled.verb, rolled.operand), info.version)
    Table(fresh, table.made).play(random)
    assert fresh.matches.info(table.match).status == "over"
    assert fresh.archive.audit() == []
    assert fresh.archive.verify(table.match).ok


def test_nobody_goes_back_further_than_the_beginning(table: Table) -> None:
    table.play(Random(1), 3)
    for at in (-1, 3, 99):
        with pytest.raises(Unknown, match="can be gone back to"):
            propose(table, "North", "takeback", at=at)


def test_bots_agree_to_what_costs_nothing(services: MatchServices, moving: Moving) -> None:
    players = {"South": {"kind": "bot", "bot": "recruit"}, "North": {"kind": "person", "number": "1"}}
    table = Table(services, services.matches.create("ford", players=players, pace=SLOW, forced=False))
    before = services.matches.info(table.match).deadline
    assert propose(table, "North", "time", hours=5).deadline == add_seconds(before, 5 * HOUR)
    assert propose(table, "North", "pause", hours=10).deadline == add_seconds(before, 15 * HOUR)
    assert propose(table, "North", "draw").status == "playing"
    assert table.texts(None)[-1] == "South declines the draw."
    assert open_kinds(table) == []


def test_a_bot_goes_on_for_who_is_away_when_the_others_agree(services: MatchServices, moving: Moving) -> None:
    three = valley(services, 3)
    for seat in ("Abbey", "Baron"):
        three.hand_in(seat)
    services.proposals.propose(three.match, three.key("Abbey"), "bot", three.info.version, seat="Crown")
    services.proposals.answer(three.match, three.key("Baron"), 1, yes=True)
    assert [seat.lent for seat in three.info.seats] == [False, False, False], "Crown may still say no"
    moving.on(days=3)
    services.clocks.claim_deadlines(moving.now)
    assert [seat.lent for seat in three.info.seats] == [False, False, True]
    assert three.info.turn == 2
    with pytest.raises(Refused, match="A bot can't play on"):
        services.proposals.propose(three.match, three.key("Abbey"), "bot", three.info.version, seat="Abbey")


def test_nobody_puts_a_bot_in_anothers_seat_while_its_time_runs(services: MatchServices, moving: Moving) -> None:
    table = sit(services, pace=SLOW, forced=False)
    asked = table.asked[0]
    other = next(seat for seat in table.made.keys if seat != asked)
    services.proposals.propose(table.match, table.key(other), "bot", table.version, seat=asked)
    moving.on(days=3)
    services.clocks.claim_deadlines(moving.now)
    assert [seat.lent for seat in services.matches.info(table.match).seats] == [False, False]
    assert open_kinds(table) == []


def test_without_a_number_the_last_move_of_the_seat_is_taken_back(services: MatchServices) -> None:
    table = sit(services, forced=False)
    random = Random(3)
    with pytest.raises(Refused, match="no move of yours"):
        propose(table, "North", "takeback")
    table.play(random, 9)
    actions = [each for each in services.runtime.storage.records(table.match) if each.kind == "action"]
    last = {record.seat: record.ply - 1 for record in actions if "part" not in record.data}
    seat = next(each for each in table.made.keys if actions[-1].seat != each and each in last)
    propose(table, seat, "takeback")
    other = next(each for each in table.made.keys if each != seat)
    assert answer(table, other, yes=True).at == last[seat]
    assert table.asked == (seat,)


def test_going_back_names_the_moment_and_what_stays_known(services: MatchServices, moving: Moving) -> None:
    table = sit(services, forced=False)
    clash(table)
    at = table.look().at
    rolled = [line for line in table.look("North").entries if line.tally]
    propose(table, "North", "takeback", at=0)
    told = table.texts("South")[-1]
    heading = services.archive.replay(table.match, None, 0).view.heading
    assert f"North asks to take back a move, to “{heading}”." in told
    assert f"undoes {at} actions; {len(rolled)} dice result" in told
    (open_one,) = services.matches.info(table.match).times.proposals  # type: ignore[union-attr]
    assert open_one.text == told


def test_a_rematch_has_the_same_table_the_same_keys_and_other_seats(
    services: MatchServices, moving: Moving
) -> None:
    table = sit(services, pace=SLOW, forced=False)
    with pytest.raises(Refused, match="over"):
        propose(table, "North", "rematch")
    services.matches.resign(table.match, table.key(table.asked[0]), table.version)
    propose(table, "North", "rematch", swap=True)
    assert services.proposals.rematch(table.match, table.key("South")) == ""
    answer(table, "South", yes=True)
    again = services.proposals.rematch(table.match, table.key("South"))
    assert services.seats.seat_of(again, table.key("North")) == "South"
    info = services.matches.info(again)
    assert (info.status, info.title, info.times and info.times.pace) == (
        "playing", services.matches.info(table.match).title, services.matches.info(table.match).times.pace,
    )  # fmt: skip
    assert again not in str(services.archive.export(table.match))
    assert services.proposals.rematch(table.match, table.key("North")) == again
    assert services.archive.verify(table.match).ok
    with pytest.raises(Forbidden):
        services.proposals.rematch(table.match, "nobody's key")


def test_a_proposal_may_be_taken_back_and_is_gone_when_the_match_is_over(table: Table) -> None:
    propose(table, "North", "draw")
    with pytest.raises(Refused, match="not for you"):
        table.services.proposals.withdraw(table.match, table.key("South"), 1)
    table.services.proposals.withdraw(table.match, table.key("North"), 1)
    assert open_kinds(table) == []
    with pytest.raises(Refused, match="no longer open"):
        answer(table, "South", yes=True)
    propose(table, "South", "off")
    table.services.matches.resign(table.match, table.key(table.asked[0]), table.version)
    assert open_kinds(table) == []


def test_what_is_no_proposal_changes_nothing(table: Table) -> None:
    version, key = table.version, table.key("North")
    tries: list[tuple[str, dict[str, Any]]] = [
        ("bribe", {}),
        ("pause", {}),
        ("pause", {"hours": -1}),
        ("pause", {"hours": float("nan")}),
        ("time", {"hours": 9}),
        ("takeback", {"at": "x"}),
        ("draw", {"of": []}),
        ("draw", {"hours": "many"}),
        ("bot", {"seat": "Nobody"}),
    ]
    for kind, terms in tries:
        with pytest.raises((Unknown, Unreadable, Refused)):
            table.services.proposals.propose(table.match, key, kind, version, **terms)
    with pytest.raises(Conflict):
        table.services.proposals.propose(table.match, key, "draw", version - 1)
    with pytest.raises(Forbidden):
        table.services.proposals.propose(table.match, "no key", "draw", version)
    assert table.version == version


def test_a_proposal_does_not_keep_anybody_from_undoing(table: Table) -> None:
    seat = table.asked[0]
    random = Random(2)
    while not table.look(seat).can_undo:
        table.step(random)
        seat = table.asked[0]
    other = next(each for each in table.made.keys if each != seat)
    propose(table, other, "draw")
    assert table.undo(seat).match == table.match


def test_in_a_game_of_orders_nothing_is_taken_back(services: MatchServices) -> None:
    two = valley(services)
    with pytest.raises(Refused, match="can't be taken back"):
        services.proposals.propose(two.match, two.key("Abbey"), "takeback", two.info.version, at=0)
