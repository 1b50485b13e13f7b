"""Facts that outlive or end with their event: captors, sieges, treasuries, lost cities."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    LIVES,
    codes,
    facing,
    field,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    play,
    put,
    refused,
    to_the_end,
    told,
)
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules import relations, victory
from palatine.games.lord_and_master.rules.actions import devastation, independence
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, control, magnates
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Shields, Turn
from palatine.games.lord_and_master.state import (
    NEUTRAL,
    WILD,
    CalledIntervention,
    DemonRecord,
    Independence,
    TruceRecord,
)

# Captors


@pytest.mark.clause("LM-MAG-01", "LM-MAG-10")
def test_a_prisoner_of_a_neutral_city_is_the_magnates_who_rises_in_it() -> None:
    state = hargaar()
    hugo = person(state, "Hugo T1", 0, ARDEA, captor=NEUTRAL)
    turn = Turn(state)
    magnates.reveal_magnate(turn, ARDEA, turn.throw("magnate", sides=12))
    assert state.people[hugo].captor == next(iter(state.magnates))
    captives.free_unguarded(turn)
    assert state.people[hugo].captor == next(iter(state.magnates))


@pytest.mark.clause("LM-DI-21")
def test_a_prisoner_of_neutral_troops_goes_free_when_the_feasters_host_has_replaced_them() -> None:
    state = hargaar()
    hold(state, 0, 64)
    hugo = person(state, "Hugo T1", 0, CROPLAND, captor=NEUTRAL)
    state.roused.append(CROPLAND)
    state.holders[CROPLAND] = WILD
    state.new_units("HUD", 1, WILD, CROPLAND)
    captives.free_unguarded(Turn(state))
    assert (state.people[hugo].captor, state.people[hugo].place) == (None, 64)


@pytest.mark.clause("LM-IPR-01")
def test_partners_do_not_keep_each_others_people() -> None:
    state = hargaar()
    hold(state, 0, 65)
    hold(state, 1, 56)
    ann = person(state, "Ann W1", 0, 56, captor=1)
    person(state, "Bob W1", 1, 56)
    put(state, "MFC 1", 1, 56)
    n = put(state, "HFC 1", 0, 56)[0]
    state.set_unit(n, captor=1)
    play(state, "alliance P2", "alliance P1", rolls=[("sequence", 5), ("sequence", 9)])
    assert (state.people[ann].captor, state.units[n].captor) == (None, None)
    assert (state.people[ann].place, state.units[n].place) == (56, 56)


@pytest.mark.clause("LM-BAT-26")
def test_a_captor_may_hand_prisoners_to_a_partner_and_to_nobody_else() -> None:
    state = hargaar(seats=3)
    state.alliances = [(0, 1)]
    hugo = person(state, "Hugo T1", 2, 65, captor=0)
    n = put(state, "HFC 1", 2, 65)[0]
    state.set_unit(n, captor=0)
    put(state, "MFC 1", 0, 65)
    order(Turn(state), 0, "prisoner Hugo to P2")
    order(Turn(state), 0, "prisoner HFC 1 to P2")
    assert (state.people[hugo].captor, state.units[n].captor) == (1, 1)
    captives.free_unguarded(Turn(state))
    assert state.people[hugo].captor == 1, "a partner's troops guard him"
    order(Turn(state), 1, "prisoner Hugo to P1")
    assert refused(Turn(state), 0, "prisoner Hugo to P3") == "LM-BAT-26"


@pytest.mark.clause("LM-BAT-26")
def test_prisoners_come_along_with_the_last_guards_whoever_of_the_partners_took_them() -> None:
    state = hargaar(seats=3)
    state.alliances = [(0, 1)]
    hold(state, 0, 65, 64)
    hugo = person(state, "Hugo T1", 2, 65, captor=1)
    person(state, "Ann W1", 0, 65)
    put(state, "MFC 2", 1, 65)
    order(Turn(state), 0, "char Ann: lead take MFC 2, go 64")
    assert (state.people[hugo].captor, state.people[hugo].place) == (1, 64)


# Thieves


@pytest.mark.clause("LM-E-12")
def test_a_thief_who_fails_at_an_unguarded_enemy_treasury_is_that_players_prisoner() -> None:
    state = field()
    put(state, "MFC 1", 1, 47)
    put(state, "MFC 2", 1, 108)
    order(Turn(state), 0, "char Hugo: move 56, steal", [("theft", 20)])
    hugo = state.people[state.person_named("Hugo")]
    assert (hugo.captor, hugo.place) == (1, 47)
    captives.free_unguarded(Turn(state))
    assert state.people[state.person_named("Hugo")].captor == 1


@pytest.mark.clause("LM-E-07", "LM-IPR-08")
def test_a_truce_partner_may_be_robbed_past_his_troops_who_are_on_watch() -> None:
    state = field()
    state.truces = [TruceRecord((0, 1), 9)]
    put(state, "MFC 4", 1, 56)
    person(state, "Nora P2", 1, 56)
    entries = order(Turn(state), 0, "char Hugo: move 56, steal", [("theft", 9), ("loot", 5)])
    assert not told(entries, "escape")
    tally = told(entries, "theft")[0].tally
    assert tally is not None
    assert tally.value == 12 - 2 - 1
    assert [nation.gold for nation in state.nations] == [150, 50]


@pytest.mark.clause("LM-E-15")
def test_a_truce_partners_people_are_no_enemies_to_murder() -> None:
    state = hargaar()
    state.truces = [TruceRecord((0, 1), 9)]
    person(state, "Nyx T3", 0, 65)
    person(state, "Nora P1", 1, 65)
    assert refused(Turn(state), 0, "char Nyx: assassinate Nora") == "LM-E-15"


@pytest.mark.clause("LM-FC-14")
def test_a_gate_is_shut_when_the_place_falls_to_somebody_in_between() -> None:
    state = hargaar(seats=3)
    hold(state, 1, ARDEA)
    turn = Turn(state)
    turn.of(control.Gates).tried = {(ARDEA, 0): True, (225, 0): True}
    control.conquer(turn, ARDEA, 2, force=False)
    assert turn.of(control.Gates).tried == {(225, 0): True}


# Treasuries


@pytest.mark.clause("LM-SET-16", "LM-NEU-18")
def test_a_treasury_in_an_ally_that_falls_away_is_sacked_with_it() -> None:
    state = hargaar()
    hold(state, 0, CROPLAND, allied=True)
    hold(state, 0, 64)
    person(state, "Ann W1", 0, 64)
    put(state, "MFC 1", 0, 64)
    state.set_nation(0, site=CROPLAND, gold=80)
    control.neutralise(Turn(state), CROPLAND)
    assert (state.nations[0].gold, state.nations[0].site) == (0, 64)
    assert state.coffers[CROPLAND] == 50 + 80
    control.conquer(Turn(state), CROPLAND, 1, force=True)
    assert state.nations[1].gold == 100 + 50 + 80


@pytest.mark.clause("LM-A-17", "LM-B-29")
def test_a_city_that_is_destroyed_on_its_way_to_freedom_gets_no_gold_again() -> None:
    state = hargaar()
    hold(state, 0, ARDEA)
    ann = person(state, "Ann W1", 0, ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    state.fallen[ARDEA] = state.turn
    state.independence = [Independence(ARDEA, state.turn, ann)]
    order(Turn(state), 0, "char Ann: lead take MFC 1, plunder Ardea")
    for _ in range(2):
        state.turn += 1
        independence.continue_independence(Turn(state))
    assert not state.independence
    assert ARDEA not in state.coffers


@pytest.mark.clause("LM-IPR-10", "LM-FC-10")
def test_units_may_be_sold_as_soon_as_no_besiegers_stand_before_the_walls() -> None:
    state = hargaar()
    hold(state, 0, ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    person(state, "Bob W1", 1, 59)
    besiegers = put(state, "HFC 1", 1, 59)
    turn = Turn(state)
    order(turn, 1, "char Bob: lead take HFC 1, siege Ardea", [("siege", 6)])
    assert forts.is_besieged(state, ARDEA)
    sale = GAME.parse("sell MFC 1 at Ardea to P2 for 5").orders[0]
    turn.actor = 0
    with pytest.raises(OrderFailed, match=r"drop\.besieged"):
        relations.pick_for_sale(turn, sale)  # type: ignore[arg-type]
    del state.units[besiegers[0]]
    assert not forts.is_besieged(state, ARDEA)
    assert relations.pick_for_sale(turn, sale)  # type: ignore[arg-type]


# Victory


@pytest.mark.clause("LM-VIC-03", "LM-IPR-11")
def test_an_alliance_of_all_who_are_left_wins_by_its_provinces_and_not_at_once() -> None:
    state = hargaar(seats=3)
    for seat in range(3):
        person(state, f"Ann{seat} W1", seat, 65)
    state.alliances = [(0, 1, 2)]
    victory.check_victory(Turn(state))
    assert state.outcome is None
    for seat in range(3):
        hold(state, seat, *range(1 + seat, 65, 3))
    victory.check_victory(Turn(state))
    assert state.outcome is None
    hold(state, 1, 65)
    victory.check_victory(Turn(state))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.margin) == (("P1", "P2", "P3"), "military-alliance")


@pytest.mark.clause("LM-IPR-11")
def test_whoever_is_left_alone_has_won() -> None:
    state = hargaar(seats=2)
    person(state, "Ann W1", 0, 65)
    state.set_nation(1, out=True)
    victory.check_victory(Turn(state))
    assert state.outcome is not None
    assert state.outcome.winners == ("P1",)


@pytest.mark.clause("LM-VIC-02")
def test_the_provinces_that_are_shown_are_those_that_count() -> None:
    state = hargaar()
    person(state, "Ann W1", 0, 65)
    hold(state, 0, 65, 64, ARDEA)
    hold(state, 0, 74, allied=True)
    state.forts[64] = "Deepgate"
    hold(state, 0, 464)
    for counted, held in ((True, "4"), (False, "3")):
        state.options = {"allied_count": counted}
        panel = next(panel for panel in GAME.view(state, "P1").panels if panel.id == "nations")
        assert panel.rows[0].note == held


# Sod-busters


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(("men", "rolls"), [(7, [("sod-busters", 3)]), (6, [])])
def test_the_men_with_the_lust_count_whoever_leads_them(men: int, rolls: list[tuple[str, int]]) -> None:
    state = hargaar()
    state.alliances = [(0, 1)]
    state.set_nation(1, disadvantages=("sod-busters",))
    hold(state, 0, 64, CROPLAND)
    ann = person(state, "Ann W2", 0, 64)
    put(state, f"MFC {men}", 1, 64)
    put(state, "LFC 1", 0, 64)
    order(Turn(state), 0, f"char Ann: lead take MFC {men} LFC 1, go 65", rolls)
    assert state.nations[1].sod_busting == (((ann, state.turn + 1, CROPLAND),) if men == 7 else ())
    assert state.nations[0].sod_busting == ()


@pytest.mark.clause("LM-DIS-06", "LM-IPR-05")
@pytest.mark.parametrize(("truce", "terrain"), [(False, "g"), (True, "c")])
def test_sod_busters_spare_a_truce_partners_land(truce: bool, terrain: str) -> None:
    state = hargaar()
    state.truces = [TruceRecord((0, 1), 9)] if truce else []
    hold(state, 1, CROPLAND)
    ann = person(state, "Ann W2", 0, CROPLAND)
    put(state, "MFC 7", 0, CROPLAND)
    state.set_nation(0, disadvantages=("sod-busters",), sod_busting=((ann, state.turn, CROPLAND),))
    devastation.bust_sods(Turn(state), 0)
    assert state.terrain[CROPLAND] == terrain


# Bans that hold wherever one comes from


@pytest.mark.clause("LM-E-22")
@pytest.mark.parametrize(("shielded", "dead"), [(True, []), (False, ["ZOD"])])
def test_the_dead_do_not_retreat_into_a_shielded_place(shielded: bool, dead: list[str]) -> None:
    b = facing("HFA 3", "ZOD 1 MFD 1")
    state = b.t.s
    hold(state, 1, 66)
    if shielded:
        b.t.of(Shields).places.add(66)
    to_the_end(b, [*line(2, 3), *hits(*[20] * 5), *lots(6, 6, 6), LIVES])
    assert codes(state, 1, 66) == ["MFD", *dead]


@pytest.mark.clause("LM-DI-04", "LM-C-09")
def test_a_demon_rescues_nobody_where_any_of_the_captors_is_joves_own() -> None:
    state = hargaar(seats=3)
    state.alliances = [(1, 2)]
    zed = person(state, "Zed M2", 0, 64)
    for number, captor in enumerate((1, 2)):
        person(state, f"Ann{number} W1", 0, 56, captor=captor)
    put(state, "MFC 1", 1, 56)
    state.demons[99] = DemonRecord("Asmo", 9, zed, 3)
    state.blessings = [CalledIntervention(2, "Jupiter")]
    entries = order(Turn(state), 0, "demon Asmo: rescue 56")
    assert told(entries, "demon-baffled")
    assert all(state.people[n].captor is not None for n in state.roster(0) if n != zed)


# The referee


@pytest.mark.clause("LM-MAG-11")
@pytest.mark.parametrize("turn", [0, 3])
def test_a_referee_who_leaves_is_waited_for_no_more(turn: int) -> None:
    state = GAME.setup(seats=("P1", "P2", REFEREE), seed=b"left")
    if turn:
        state = GAME.resolve(state)
        assert REFEREE in GAME.seats_due(state)
    GAME.remove_player(state, REFEREE)
    state = GAME.resolve(state)
    assert GAME.seats_due(state) == ("P1", "P2")
    assert GAME.seats_due(GAME.decode(GAME.encode(state))) == ("P1", "P2")
    assert GAME.seats_due(GAME.read_position(GAME.write_position(state))) == ("P1", "P2")
