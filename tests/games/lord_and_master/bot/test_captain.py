"""The captain: valid sheets, fair play, and conduct in war, finance and religion."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from pace import sampled
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.bot import diplomacy
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.magic import Powers
from palatine.games.lord_and_master.bot.parameters import USUAL
from palatine.games.lord_and_master.bot.setup import HOME
from palatine.games.lord_and_master.bot.unit_values import Defence
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.world import NEIGHBOURS, START_GROUPS
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.victory import controlled_places
from palatine.games.lord_and_master.state import NEUTRAL, State, TruceRecord
from palatine.players.random_bot import Recruit

SEATS = ("P1", "P2", "P3", "P4", "P5", "P6")
CAPTAIN = Captain(GAME)


def played(seed: str, turns: int, seats: tuple[str, ...] = SEATS, **options: Any) -> State:
    """Return a match of captains after some turns."""
    state = GAME.setup(seats=seats, seed=seed.encode(), options=options)
    while state.turn < turns and GAME.actors(state):
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, CAPTAIN.decide(state, seat))
        GAME.run_turn(state)
    return state


def orders(state: State, seat: str = "P1") -> dict[str, Any]:
    """Return the action that the captain orders for each character, by name."""
    return {each.name: each.action for each in CAPTAIN.decide(state, seat).orders if isinstance(each, o.Character)}


def lands(seats: int = 2) -> State:
    """Return a match without neutrals: P1 in the west around 65, P2 everywhere else.

    Each has a leader; that of P2 is far away. Two gnomes, who lead no troops here, keep P1 from its last characters.
    """
    state = hargaar(seats=seats, kinds=("RED", "HF", "MF"), classes=("W", "P"))
    for place in state.places():
        hold(state, 1, place)
    hold(state, 0, 65, 66)
    state.set_nation(0, site=65, gold=0)
    state.set_nation(1, site=13)
    person(state, "Ralph W4", 0, 65)
    person(state, "Nib G1", 0, 66)
    person(state, "Tib G1", 0, 66)
    person(state, "Otto W2", 1, 13)
    return state


def beset() -> State:
    """Return `lands` with an army in each province of P2, no recruits and no treasury to guard."""
    state = lands()
    for square in range(1, 109):
        if state.holder(square) == 1:
            put(state, "HFA 9", 1, square)
    state.set_nation(0, classes=(), site=0)
    return state


# Fair play


@pytest.mark.parametrize("seats", sampled([(*SEATS, REFEREE), SEATS[:2], SEATS[:4]]))
def test_its_sheets_have_no_fault_at_any_time(seats: tuple[str, ...]) -> None:
    state = GAME.setup(seats=seats, seed=b"legal")
    while GAME.actors(state) and state.turn < 25:
        for seat in GAME.actors(state):
            sheet = CAPTAIN.decide(state, seat)
            assert not [problem for problem in GAME.check(state, seat, sheet) if not problem.uncertain]
            GAME.set_sheet(state, seat, sheet)
        GAME.run_turn(state)


@pytest.mark.parametrize("options", [{}, {"fog": True}])
def test_it_knows_only_what_its_seat_knows(options: dict[str, Any]) -> None:
    for turns in (4, 15):
        state = played("fair", turns, SEATS[:4], **options)
        for seat in GAME.actors(state):
            dealt = GAME.determinize(state, seat, b"anything else")
            assert CAPTAIN.decide(dealt, seat) == CAPTAIN.decide(state, seat)


def test_it_leaves_the_magnates_to_the_referees_own_rule() -> None:
    assert CAPTAIN.decide(played("referee", 3, (*SEATS[:3], REFEREE)), REFEREE) == sheets.Sheet()


# Playing well


@pytest.mark.parametrize("number", sampled(range(4)))
def test_it_beats_five_recruits(number: int) -> None:
    mine = SEATS[number]
    state = GAME.setup(seats=SEATS, seed=f"recruits-{number}".encode(), options={"turns": 60})
    bots = {seat: CAPTAIN if seat == mine else Recruit(GAME, place) for place, seat in enumerate(SEATS)}
    while GAME.actors(state):
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, bots[seat].decide(state, seat))
        GAME.run_turn(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (mine,)


def test_captains_make_war_on_each_other() -> None:
    state = GAME.setup(seats=SEATS, seed=b"war")
    lost = 0
    while GAME.actors(state) and state.turn < 25:
        before = dict(state.holders)
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, CAPTAIN.decide(state, seat))
        GAME.run_turn(state)
        lost += sum(1 for place, holder in before.items() if state.holder(place) not in (holder, NEUTRAL))
    assert lost >= 10, "provinces change hands"


def test_its_nation_takes_four_advantages_for_as_many_disadvantages() -> None:
    state = GAME.setup(seats=SEATS, seed=b"founding")
    for seat in SEATS:
        sheet = CAPTAIN.decide(state, seat)
        assert GAME.check(state, seat, sheet) == []
        (gains,) = [each.keys for each in sheet.orders if isinstance(each, sheets.Advantages)]
        assert gains == ("good-reputation", "good-administration", "gold-150", "two-seconds")
        (prices,) = [each.keys for each in sheet.orders if isinstance(each, sheets.Disadvantages)]
        assert prices == ("holy-treasury", "four-classes", "seven-types", "sod-busters")


@pytest.mark.parametrize(("seats", "is_feaster"), [(("P1", "P2"), True), (SEATS, False)])
def test_a_nation_with_a_single_rival_serves_the_feaster(seats: tuple[str, ...], is_feaster: bool) -> None:
    state = GAME.setup(seats=seats, seed=b"gods")
    for seat in seats:
        (god,) = [each.name for each in CAPTAIN.decide(state, seat).orders if isinstance(each, sheets.God)]
        assert (god == "Feaster") == is_feaster


def test_it_founds_its_nation_in_the_best_squares_if_they_are_free() -> None:
    state = GAME.setup(seats=("P1", "P2"), seed=b"squares")
    for other, taken in ((START_GROUPS[0], START_GROUPS[HOME]), (START_GROUPS[HOME], START_GROUPS[1])):
        state.groups[:] = [START_GROUPS[1], other]
        [found] = [each.chosen for each in CAPTAIN.decide(state, "P1").orders if isinstance(each, sheets.Provinces)]
        assert tuple(square for square, _ in found) == taken


def test_nations_of_captains_have_names_and_texts_of_their_own() -> None:
    state = GAME.setup(seats=SEATS, seed=b"names")
    names = [
        each.name if isinstance(each, sheets.Founder) else each.text
        for seat in SEATS
        for each in CAPTAIN.decide(state, seat).orders
        if isinstance(each, sheets.NationName | sheets.About | sheets.Founder)
    ]
    assert len(set(names)) == len(names) >= 5 * len(SEATS)


def test_it_leads_no_weak_nation() -> None:
    state = GAME.setup(seats=("P1", "P2"), seed=b"founding")
    for group in START_GROUPS:
        state.groups[:] = [group, START_GROUPS[HOME if group != START_GROUPS[HOME] else 0]]
        sheet = CAPTAIN.decide(state, "P1")
        [name] = [each.text for each in sheet.orders if isinstance(each, sheets.NationName)]
        assert name not in ("The Hammerhold of Karrgrim", "The Smoking Maw")
        [kinds] = [each.picks for each in sheet.orders if isinstance(each, sheets.Kinds)]
        assert ("MC" in kinds) == (START_GROUPS.index(group) in (1, 2, 3, 4)), "cavalry, as in the best squares"
        assert "KT" in kinds, "gold can buy knights"
        assert GAME.check(state, "P1", sheet) == []


# War


def test_it_attacks_a_weak_neighbour() -> None:
    state = beset()
    put(state, "HFB 12", 0, 65)
    around = (64, *NEIGHBOURS[64])
    state.units = {n: unit for n, unit in state.units.items() if unit.owner == 0 or unit.place not in around}
    hold(state, 0, *NEIGHBOURS[64])
    put(state, "LFD 2", 1, 64)
    lead = orders(state)["Ralph"]
    assert isinstance(lead, o.Lead)
    assert [step.path[-1].square for step in lead.steps if isinstance(step, o.Go)] == [64]


def test_it_accepts_a_battle_at_slightly_better_than_even_odds() -> None:
    state = beset()
    for n in state.units_at(64):
        state.remove_unit(n)
    put(state, "HFB 9", 0, 65)
    put(state, "HFB 7", 1, 64)
    assert "Ralph" in orders(state)
    assert isinstance(orders(state)["Ralph"], o.Lead)


def test_it_leaves_a_strong_neighbour_alone() -> None:
    state = beset()
    put(state, "MFC 4", 0, 65)
    assert not isinstance(orders(state)["Ralph"], o.Lead)


def test_it_walks_over_what_nobody_guards() -> None:
    state = lands()
    put(state, "MCC 6", 0, 65)
    lead = orders(state)["Ralph"]
    (go,) = [step for step in lead.steps if isinstance(step, o.Go)][:1]
    taken = [at for at in go.path if state.holder(at.square) == 1]
    assert len(taken) >= 2, "more than one province in a turn"


def test_it_keeps_a_truce() -> None:
    state = lands()
    put(state, "HFB 12", 0, 65)
    state.truces.append(TruceRecord((0, 1), 9))
    assert not isinstance(orders(state)["Ralph"], o.Lead)


def test_its_leaders_gather_idle_troops() -> None:
    state = beset()
    put(state, "MFC 6", 0, 66)
    lead = orders(state)["Ralph"]
    assert [type(step) for step in lead.steps] == [o.Go, o.Take]
    assert lead.steps[0].path[-1].square == 66


# Guarding


def test_its_treasury_is_guarded_according_to_the_danger() -> None:
    state = lands()
    units = put(state, "HFB 12", 0, 65)
    calm = Defence(state, 0).guard(65, units)
    put(state, "HFB 8", 1, 64)
    assert calm == USUAL.guard
    assert Defence(state, 0).guard(65, units) == 8
    assert Defence(state, 0).guard(66, units[:5]) == 0


def test_no_march_leaves_the_treasury_bare() -> None:
    state = lands()
    put(state, "MCC 8", 0, 65)
    put(state, "LCC 3", 1, 63)
    lead = orders(state)["Ralph"]
    led = sum(batch.count for step in lead.steps if isinstance(step, o.Take) for batch in step.units)
    assert led <= 8 - USUAL.guard


# Money and the gods


def test_it_equips_its_recruits() -> None:
    state = lands()
    state.set_nation(0, gold=60)
    put(state, "RED 4", 0, 65)
    equips = [each for each in CAPTAIN.decide(state, "P1").orders if isinstance(each, o.Equip)]
    assert [(each.code, each.count, each.at.square) for each in equips] == [("RED", 4, 65)]


def test_it_recruits_no_more_than_there_is_room_for() -> None:
    state = lands()
    state.set_nation(0, classes=tuple(pieces.CLASSES))
    for number in range(casualties.roster_room(state, 0) - 1):
        person(state, f"Man{number} W1", 0, 65)
    assert casualties.roster_room(state, 0) == 1
    assert list(orders(state).values()).count(o.Recruit()) == 1


def test_it_trains_when_there_is_nothing_better_to_do() -> None:
    state = beset()
    put(state, "HFC 5", 0, 65)
    assert orders(state)["Ralph"] == o.Train("HFC", 5, "HFB")


def test_the_god_is_called_once_there_is_something_to_gain() -> None:
    state = lands(seats=3)
    person(state, "Sven W1", 2, 98)
    put(state, "HFC 6", 0, 65)
    assert Powers(state, 0).call() is None, "too early"
    state.turn = USUAL.calling
    assert Powers(state, 0).call() == o.Intervene((o.Picked("HFC", 5, o.PlaceRef(65)),))
    state.set_nation(0, god="Odin")
    assert Powers(state, 0).call() == o.Intervene(player=state.seats[diplomacy.enemy(state, 0)])
    state.set_nation(0, called=True)
    assert Powers(state, 0).call() is None


def test_the_feaster_is_called_in_the_first_turn_where_most_enemies_are() -> None:
    state = lands()
    state.turn = 1
    state.set_nation(0, god="Feaster")
    person(state, "Vera H1", 1, 13)
    for name in ("Ulf P1", "Ute P1", "Udo P1"):
        person(state, name, 1, 67)
    called = o.Intervene(at=o.PlaceRef(13))
    assert orders(state)["Nib"] == called, "67 is nearer than four squares to lands of its own"
    assert [*orders(state).values()].count(called) == 1
    person(state, "Karl P1", 0, 13)
    assert Powers(state, 0).call_feaster() is None, "a character of its own is there"
    state.people.popitem()
    assert Powers(state, 0).call_feaster() == called
    state.turn = 2
    assert Powers(state, 0).call_feaster() is None, "a rival's call of turn 1 may be pending (LM-A-20)"
    state.turn = 1
    state.feaster = 80
    assert Powers(state, 0).call_feaster() is None, "there is only one (LM-DI-18)"


def test_fire_falls_on_crowds() -> None:
    state = lands()
    who = person(state, "Zed M1", 0, 66)
    put(state, "HFC 4", 1, 67)
    assert Powers(state, 0).use(who) is None
    put(state, "HFC 2", 1, 67)
    assert Powers(state, 0).use(who) == o.Rain(o.PlaceRef(67))


# Relations


def test_it_offers_truces_to_all_but_its_enemy_and_whoever_would_win_by_one() -> None:
    state = lands(seats=4)
    state.turn = 8
    person(state, "Sven W1", 2, 98)
    person(state, "Olaf W1", 3, 99)
    hold(state, 3, *range(90, 102), allied=True)
    state.holders = {place: holder for place, holder in state.holders.items() if holder != 1 or place in (64, 13)}
    assert diplomacy.enemy(state, 0) == 1
    assert [offer.player for offer in diplomacy.truces(state, 0)] == ["P3"]
    hold(state, 0, *range(20, 40), allied=True)
    assert [offer.player for offer in diplomacy.truces(state, 0)] == ["P2", "P3", "P4"], "with it he wins"


def test_with_allies_enough_it_offers_no_truce_to_who_would_win_by_it() -> None:
    """If all are at truce, the seat with the most provinces wins (VIC-04)."""
    state = lands(seats=3)
    state.turn = 8
    person(state, "Sven W1", 2, 98)
    state.holders = {place: holder for place, holder in state.holders.items() if holder != 1 or place in (64, 13)}
    hold(state, 0, *range(20, 40), allied=True)
    hold(state, 2, *range(66, 66 + len(controlled_places(state, 0))))
    assert len(controlled_places(state, 2)) >= len(controlled_places(state, 0))
    assert [offer.player for offer in diplomacy.truces(state, 0)] == ["P2"]


def test_it_kills_captives_only_to_eliminate_their_nation() -> None:
    state = lands()
    state.people.clear()
    person(state, "Ann W3", 0, 65)
    cob, dan = (person(state, name, 1, 65, captor=0) for name in ("Cob W1", "Dan W1"))
    state.set_person(dan, captor=None, place=1)
    assert diplomacy.executions(state, 0) == []
    state.set_person(dan, captor=0, place=65)
    assert diplomacy.executions(state, 0) == [o.Prisoner("kill", "Cob"), o.Prisoner("kill", "Dan")]
    for seat in GAME.actors(state):
        GAME.set_sheet(state, seat, CAPTAIN.decide(state, seat))
    GAME.run_turn(state)
    assert cob not in state.people
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.clause) == (("P1",), "LM-IPR-11")
