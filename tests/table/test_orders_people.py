"""Deadlines, letters, votes: what keeps a table of many people going."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from palatine import registry
from palatine.core import Refused, Scenario, Unreadable
from palatine.store import Store
from palatine.table import House
from palatine.table.clock import Clock, deadline_after
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState
from table.orders import FAR, Valley, valley

DAY = {"hours": 24}


def test_a_deadline_runs_the_turn_with_what_there_is(house: House) -> None:
    two = valley(house, clock=DAY)
    two.hand_in("Abbey", "Aldo builds")
    deadline = two.info.deadline
    assert house.claim_deadlines("2026-01-01T00:00:00.000Z") == []
    assert house.claim_deadlines(deadline) == [two.match]
    assert two.info.turn == 2
    assert "Time is up: turn 1 is run." in two.texts(None)
    assert "Baron sends no orders and loses 1 gold." in two.texts(None)
    assert two.records("turn")[0].data == {"turn": 1, "why": "deadline", "missing": ["Baron"]}
    assert house.claim_deadlines(deadline) == []
    assert two.info.deadline == deadline_after(Clock(24), deadline)


def test_bots_are_not_late(store: Store) -> None:
    house = House(store, bots="background")
    table = valley(house, bots=("Baron",), clock=DAY)
    assert table.info.handed_in == ()
    house.claim_deadlines(table.info.deadline)
    assert table.records("turn")[0].data["missing"] == ["Abbey"]


def test_many_workers_run_a_turn_once(store: Store) -> None:
    tables = [valley(House(store), clock=DAY) for _ in range(5)]
    workers = [House(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        claimed = list(threads.map(lambda worker: worker.claim_deadlines(FAR), workers))
    assert sorted(match for each in claimed for match in each) == sorted(table.match for table in tables)
    for table in tables:
        assert len(table.records("turn")) == 1
        assert table.info.deadline > FAR


def test_one_match_that_fails_does_not_stop_the_others(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [valley(house, clock=DAY) for _ in range(2)]
    good = max(tables, key=lambda table: table.info.deadline)
    run = type(house._desk).open

    def fails(desk: object, match: str) -> object:
        if match != good.match:
            raise RuntimeError("damaged")
        return run(house._desk, match)

    monkeypatch.setattr(type(house._desk), "open", fails)
    assert house.claim_deadlines(FAR) == [good.match]


def test_deadlines_keep_step() -> None:
    clock = Clock(24)
    assert deadline_after(Clock(0), FAR) == ""
    assert deadline_after(clock, "2030-05-01T10:00:00.000Z") == "2030-05-02T10:00:00.000Z"
    late = deadline_after(clock, "2030-05-04T11:00:00.000Z", "2030-05-01T10:00:00.000Z")
    assert late == "2030-05-05T10:00:00.000Z", "after an outage the same hour of the day"


def test_when_all_have_handed_in_the_next_deadline_is_reckoned_from_then(house: House) -> None:
    two = valley(house, clock=DAY)
    before = two.info.deadline
    two.all_hand_in()
    assert before <= two.info.deadline < deadline_after(Clock(1), before)


def test_a_match_that_is_over_has_no_deadline(house: House) -> None:
    two = valley(house, clock=DAY, options={"seasons": 1})
    two.all_hand_in()
    assert (two.info.status, two.info.deadline) == ("over", "")
    assert house.claim_deadlines(FAR) == []


# Letters


def test_letters_come_with_the_turn(house: House) -> None:
    three = valley(house, 3)
    mail = house.write_letter(three.match, three.key("Abbey"), ["Crown", "Baron"], " Peace?\r\nA. ")
    assert (mail.to, mail.text, mail.delivered) == (("Baron", "Crown"), "Peace?\nA.", False)
    assert house.letters(three.match, three.key("Abbey")) == [mail]
    assert house.letters(three.match, three.key("Baron")) == []
    three.all_hand_in()
    assert [each.text for each in house.letters(three.match, three.key("Baron"))] == ["Peace?\nA."]


def test_letters_may_come_at_once_to_whom_they_are_written(house: House) -> None:
    three = valley(house, 3, clock={"letters": "now"})
    with house.subscribe(three.match) as news:
        house.write_letter(three.match, three.key("Abbey"), ["Baron"], "Psst")
        assert news.wait(1) == three.info.version
    assert [each.text for each in house.letters(three.match, three.key("Baron"))] == ["Psst"]
    assert house.letters(three.match, three.key("Crown")) == []


def test_the_same_letter_twice_is_sent_once(house: House) -> None:
    two = valley(house)
    for _ in range(2):
        house.write_letter(two.match, two.key("Abbey"), ["Baron"], "Peace?")
    assert len(house.letters(two.match, two.key("Abbey"))) == 1
    two.all_hand_in()
    house.write_letter(two.match, two.key("Abbey"), ["Baron"], "Peace?")
    assert [each.n for each in house.letters(two.match, two.key("Abbey"))] == [1, 2]


@pytest.mark.parametrize("to", [[], ["Abbey"], ["Nobody"], "Baron"])
def test_letters_go_to_others_at_the_table(house: House, to: list[str]) -> None:
    two = valley(house)
    with pytest.raises(Refused, match="there are Baron"):
        house.write_letter(two.match, two.key("Abbey"), to, "Hello")


@pytest.mark.parametrize("text", ["", "  \n", "x" * 10_001, "a\x00b", None])
def test_what_is_no_letter_is_refused(house: House, text: str) -> None:
    two = valley(house)
    with pytest.raises(Unreadable):
        house.write_letter(two.match, two.key("Abbey"), ["Baron"], text)


def test_there_is_an_end_to_letters(house: House) -> None:
    two = valley(house)
    for number in range(100):
        house.write_letter(two.match, two.key("Abbey"), ["Baron"], f"Letter {number}")
    with pytest.raises(Refused, match="enough"):
        house.write_letter(two.match, two.key("Abbey"), ["Baron"], "One more")


# Votes


@pytest.fixture
def absent(house: House) -> Valley:
    """Crown has missed two turns."""
    three = valley(house, 3, clock=DAY)
    for _ in range(2):
        three.hand_in("Abbey")
        three.hand_in("Baron")
        house.claim_deadlines(three.info.deadline)
    return three


def test_who_stays_away_is_sent_away_by_more_than_half(house: House, absent: Valley) -> None:
    assert [seat.missed for seat in absent.info.seats] == [0, 0, 2]
    for _ in range(2):
        house.vote(absent.match, absent.key("Abbey"), "Crown")
    assert absent.info.votes == {"Crown": ["Abbey"]}
    assert len(absent.records("vote")) == 1
    house.vote(absent.match, absent.key("Abbey"), "Crown", out=False)
    assert absent.info.votes == {}
    house.vote(absent.match, absent.key("Abbey"), "Crown")
    house.vote(absent.match, absent.key("Baron"), "Crown")
    assert house.seat_of(absent.match, absent.key("Crown")) is None
    assert absent.info.asked == ("Abbey", "Baron")
    assert "Crown has stayed away, and is sent away by vote." in absent.texts(None)
    while absent.info.status == "playing":
        absent.all_hand_in()
    assert house.verify(absent.match).ok
    assert house.audit() == []
    other = house.import_(house.export(absent.match))
    assert [line.text for line in house.look(other).entries] == absent.texts(None)


def test_who_comes_back_is_forgiven(house: House, absent: Valley) -> None:
    house.vote(absent.match, absent.key("Abbey"), "Crown")
    absent.hand_in("Crown")
    assert (absent.info.votes, absent.info.seats[2].missed) == ({}, 0)


def test_nobody_is_sent_away_without_reason(house: House, absent: Valley) -> None:
    for against, said in (("Baron", "not after 0"), ("Abbey", "cannot be sent away")):
        with pytest.raises(Refused, match=said):
            house.vote(absent.match, absent.key("Abbey"), against)


def test_a_game_without_a_rule_for_it_leaves_the_seat_to_a_bot(
    house: House, absent: Valley, monkeypatch: pytest.MonkeyPatch
) -> None:
    from palatine.testing.examples.tithe import GAME

    monkeypatch.setattr(type(GAME), "eject", lambda game, state, seat: None)
    for seat in ("Abbey", "Baron"):
        house.vote(absent.match, absent.key(seat), "Crown")
    assert absent.info.seats[2].bot == "recruit"
    assert not absent.info.seats[2].lent
    assert absent.info.handed_in == ("Crown",)


# The referee's seat

REFEREED = ("Abbey", "Baron", "Referee")


class Refereed(Tithe):
    """Tithe with somebody who only sees to the turns."""

    scenarios = (Scenario("standard", "The valley", (REFEREED,)),)

    def drafting(self, state: TitheState) -> tuple[str, ...]:
        return tuple(seat for seat in super().drafting(state) if seat != "Referee")


@pytest.fixture
def refereed(house: House, monkeypatch: pytest.MonkeyPatch) -> Valley:
    monkeypatch.setitem(registry._registered, "refereed", Refereed())
    made = house.create("refereed", clock=DAY)
    for seat, key in made.keys.items():
        house.take_seat(made.match, key, seat)
    return Valley(house, made)


def test_the_referee_has_turns_run_and_hands_in_nothing(house: House, refereed: Valley) -> None:
    assert (refereed.info.master, refereed.info.asked) == ("Referee", ("Abbey", "Baron"))
    with pytest.raises(Refused, match="gives no orders"):
        refereed.hand_in("Referee")
    with pytest.raises(Refused, match="no orders yet"):
        house.run_turn(refereed.match, refereed.key("Abbey"))
    refereed.hand_in("Abbey")
    house.run_turn(refereed.match, refereed.key("Referee"))
    assert "Referee has turn 1 run." in refereed.texts(None)
    refereed.all_hand_in()
    assert refereed.info.turn == 3


def test_the_referee_alone_sends_away(house: House, refereed: Valley) -> None:
    for _ in range(2):
        refereed.hand_in("Abbey")
        house.run_turn(refereed.match, refereed.key("Referee"))
    house.vote(refereed.match, refereed.key("Referee"), "Baron")
    assert "Baron has stayed away, and is sent away by Referee." in refereed.texts(None)
    assert refereed.info.outcome is not None
    assert house.verify(refereed.match).ok


def test_without_a_referee_nobody_hurries_the_others(house: House, refereed: Valley) -> None:
    house.hand_over(refereed.match, refereed.key("Referee"), "recruit")
    assert refereed.info.master == ""
