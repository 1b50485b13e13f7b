"""Control of places, and what changes hands with a place (NEU, CONTROL, B-29, SET-16)."""

from __future__ import annotations

from functools import partial

import pytest

from games.lord_and_master.positions import ARDEA, CROPLAND, codes, dice, hargaar, hold, person, put, told
from palatine.games.lord_and_master.components import tables
from palatine.games.lord_and_master.rules.actions import demons
from palatine.games.lord_and_master.rules.common import (
    class_powers,
    control,
    money,
    neutrals,
    protection,
    treasuries,
)
from palatine.games.lord_and_master.rules.common.control import Conquest, Conquests, Gates
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Shields, Turn
from palatine.games.lord_and_master.state import (
    NEUTRAL,
    NO_PERSON,
    WILD,
    CalledIntervention,
    Independence,
    MagnateRecord,
    SiegeRecord,
    State,
)


@pytest.mark.clause("LM-NEU-04", "LM-NEU-19", "LM-GI-04")
@pytest.mark.parametrize("force", [True, False])
def test_a_conquest_takes_the_place_with_its_treasury(force: bool) -> None:
    state = hargaar(3)
    hold(state, 1, CROPLAND, allied=True)
    state.fallen = {CROPLAND: 1}
    state.independence = [Independence(CROPLAND, 2, 1), Independence(66, 2, 1)]
    state.sieges = [SiegeRecord(CROPLAND, 0), SiegeRecord(CROPLAND, 2)]
    turn = Turn(state)
    turn.of(Gates).tried = {(CROPLAND, 0): True, (66, 0): True}
    control.conquer(turn, CROPLAND, 0, force)
    assert (state.holder(CROPLAND), state.allied, state.coffers.get(CROPLAND)) == (0, [], None)
    assert (state.nations[0].gold, state.fallen) == (150, {})
    assert [each.place for each in state.independence] == [66]
    assert state.sieges == [SiegeRecord(CROPLAND, 2)]
    assert turn.of(Gates).tried == {(66, 0): True}
    assert turn.of(Conquests).by_force == [Conquest(0, CROPLAND, 1)] * force
    (entry,) = told(list(state.journal or []), "conquered")
    assert (entry.data["by"], entry.data["before"], entry.readers) == ("N1", "N2", (0, 1))


@pytest.mark.clause("LM-B-30", "LM-NEU-06")
def test_a_city_that_falls_is_remembered_and_its_neutral_leader_is_gone() -> None:
    state = hargaar()
    neutrals.rouse(Turn(state), ARDEA)
    for n in state.units_at(ARDEA):
        state.remove_unit(n)
    control.conquer(Turn(state), ARDEA, 0, force=True)
    assert (state.fallen, state.people, state.roused) == ({ARDEA: state.turn}, {}, [])
    assert state.nations[0].gold == 100 + 175


@pytest.mark.clause("LM-NEU-14", "LM-NEU-15", "LM-NEU-16")
def test_an_ally_keeps_its_treasury_until_it_is_annexed() -> None:
    state = hargaar()
    control.make_ally(Turn(state), CROPLAND, 0)
    assert (state.holder(CROPLAND), state.allied, state.coffers[CROPLAND]) == (0, [CROPLAND], 50)
    assert not control.possesses(state, 0, CROPLAND)
    control.annex_place(Turn(state), CROPLAND, 0)
    assert control.possesses(state, 0, CROPLAND)
    assert (state.nations[0].gold, CROPLAND in state.coffers) == (150, False)


@pytest.mark.clause("LM-IPR-11", "LM-NEU-18")
def test_a_place_that_is_nobodys_again_has_its_force_at_the_end_of_the_turn() -> None:
    state = hargaar()
    state.forts[66] = "F1"
    hold(state, 0, CROPLAND, 466)
    for place in (CROPLAND, 466):
        control.neutralise(Turn(state), place)
        assert state.holder(place) == NEUTRAL
    assert state.roused == [CROPLAND]
    neutrals.rouse(Turn(state), 75)
    assert (len(state.units), len(state.people)) == (6, 1)
    neutrals.replenish(Turn(state))
    assert (state.roused, state.units, state.people) == ([], {}, {})


@pytest.mark.clause("LM-B-29")
def test_nothing_is_left_of_a_city_that_is_razed() -> None:
    state = hargaar()
    hold(state, 0, ARDEA)
    state.starts, state.boneyards, state.sieges = (
        [ARDEA, 65],
        [ARDEA, 66],
        [SiegeRecord(ARDEA, 1), SiegeRecord(465, 1)],
    )
    state.coffers[ARDEA] = 5
    state.set_nation(0, site=ARDEA)
    state.magnates[107] = MagnateRecord("Gor", 99, ARDEA, "M", ("RED",), 5)
    put(state, "HFC 1", 0, 66)
    control.raze(Turn(state), ARDEA)
    assert (state.ruins, state.holder(ARDEA), ARDEA in state.coffers) == ([59], NEUTRAL, False)
    assert (state.starts, state.boneyards, state.sieges) == ([65], [66], [SiegeRecord(465, 1)])
    assert (state.nations[0].site, state.magnates[107].home) == (66, 59)
    assert not state.has_city(59)


# Treasuries


@pytest.mark.clause("LM-SET-16", "LM-DIS-05", "LM-GI-04")
@pytest.mark.parametrize("holy", [False, True])
def test_a_sacked_treasury_is_told_to_all(holy: bool) -> None:
    state = hargaar(disadvantages=("holy-treasury",) if holy else ())
    hold(state, 0, 65, 66)
    state.set_nation(1, site=56, gold=40)
    put(state, "HFC 1", 1, 74)
    treasuries.sack(Turn(state), 1, 0)
    assert (state.nations[0].gold, state.nations[1].gold, state.nations[1].site) == (140, 0, 74)
    assert state.nations[1].holy_site == (56 if holy else 0)
    (entry,) = told(list(state.journal or []), "sacked")
    assert (entry.readers, entry.data["gold"], entry.data["by"]) == (None, 40, "N1")


@pytest.mark.clause("LM-DIS-05", "LM-GI-04")
def test_a_holy_site_regained_opens_the_treasury_again() -> None:
    state = hargaar()
    state.set_nation(0, holy_site=ARDEA, site=66)
    assert money.purse(Turn(state), 0) == 0
    assert money.gain(Turn(state), 0, 5, "tax") == 0
    (lost,) = told(list(state.journal or []), "holy-lost")
    assert (lost.readers, lost.data["amount"]) == ((0,), 5)
    hold(state, 0, 59)
    treasuries.regain(Turn(state), 59)
    assert state.nations[0].holy_site == ARDEA, "the city still stands"
    state.ruins = [59]
    treasuries.regain(Turn(state), 59)
    assert (state.nations[0].holy_site, state.nations[0].site) == (0, 59)
    (entry,) = told(list(state.journal or []), "regained")
    assert (entry.readers, entry.clauses) == ((0,), ("LM-DIS-05",))


@pytest.mark.clause("LM-GI-04", "LM-A-11", "LM-GI-11", "LM-NEU-04", "LM-IPR-09")
@pytest.mark.parametrize(
    ("kind", "clause", "came"),
    [("tax", "LM-A-11", 22), ("tribute", "LM-GI-11", 22), ("loot", "LM-NEU-04", 9), ("price", "LM-IPR-09", 10)],
)
def test_what_comes_in_is_multiplied_rounded_once_and_told(kind: str, clause: str, came: int) -> None:
    """10 gold: doubled by Jove, a quarter more by good administration, a tenth less by corruption."""
    state = hargaar(advantages=("good-administration",), disadvantages=("corruption",))
    state.blessings = [CalledIntervention(0, "Jupiter")]
    with dice(state, [("corruption", 2)] if kind != "price" else []):
        assert money.gain(Turn(state), 0, 10, kind) == came
    (entry,) = told(list(state.journal or []), kind)
    assert (entry.clauses, entry.readers, entry.data["amount"], entry.data["full"]) == ((clause,), (0,), came, 10)
    assert state.nations[0].gold == 100 + came


@pytest.mark.clause("LM-TT-15", "LM-IPR-09")
@pytest.mark.parametrize(("owner", "have"), [(0, 100), (107, 7)])
def test_nobody_spends_more_than_he_has(owner: int, have: int) -> None:
    state = hargaar()
    state.magnates[107] = MagnateRecord("Gor", 99, 66, "M", ("RED",), 7)
    turn = Turn(state)
    assert money.purse(turn, owner) == have
    with pytest.raises(OrderFailed) as found:
        money.spend(turn, owner, have + 1, "LM-TT-15")
    assert (found.value.reason, found.value.uncertain, found.value.data) == (
        "drop.no-gold", True, {"need": have + 1, "have": have},
    )  # fmt: skip
    money.spend(turn, owner, have, "LM-TT-15")
    assert money.purse(turn, owner) == 0
    assert money.gain(turn, 107, 3, "loot") == 3
    assert money.gain(turn, WILD, 3, "loot") == money.gain(turn, NEUTRAL, 3, "loot") == 0


def test_gold_is_noted_in_a_rehearsal() -> None:
    state = hargaar(disadvantages=("corruption",))
    turn = Turn(state, is_rehearsal=True)
    money.gain(turn, 0, 10, "tax")
    money.spend(turn, 0, 4, "LM-TT-15")
    assert turn.notes == [("gold", {"amount": 10}), ("cost", {"amount": 4})]


# Shields and Jove


def led_by_a_demon(state: State) -> March:
    return March(Turn(state), 0, 65, NO_PERSON, ALL_RACES, level=2)


@pytest.mark.clause("LM-E-21", "LM-DI-04")
@pytest.mark.parametrize(
    ("shield", "god", "blessed", "whose", "reason"),
    [
        (False, "Mars", 1, "held", ""),
        (True, "Mars", 1, "held", "demon-shield"),
        (False, "Jupiter", 1, "held", "demon-jupiter"),
        (False, "Jupiter", 1, "units", "demon-jupiter"),
        (False, "Jupiter", 1, "nobody", ""),
        (False, "Jupiter", 0, "held", ""),
        (False, "Jupiter", 2, "held", ""),
    ],
)
def test_where_a_demon_leads_no_troops(shield: bool, god: str, blessed: int, whose: str, reason: str) -> None:
    state = hargaar(3)
    if whose == "held":
        hold(state, 1, 66)
    elif whose == "units":
        put(state, "RED 1", 1, 66)
    state.blessings = [CalledIntervention(blessed, god)]
    m = led_by_a_demon(state)
    if shield:
        m.t.of(Shields).places.add(66)
    if reason:
        with pytest.raises(OrderFailed) as found:
            protection.need_no_shield(m.t, m, 66)
        assert (found.value.reason, found.value.uncertain) == (f"drop.{reason}", True)
    else:
        protection.need_no_shield(m.t, m, 66)
    m.who = person(state, "Ann W1", 0, 65)
    protection.need_no_shield(m.t, m, 66)
    protection.need_no_jove(m.t, m, 66)


@pytest.mark.clause("LM-E-22", "LM-E-23", "LM-GI-04")
def test_what_a_shield_does_to_those_who_come_is_told() -> None:
    state = hargaar()
    hold(state, 1, 66)
    m = led_by_a_demon(state)
    m.units = put(state, "ZOD 2 MFC 1", 0, 65)
    m.invisible = True
    protection.pass_shield(m.t, m)
    assert m.invisible
    m.t.of(Shields).places.add(65)
    protection.pass_shield(m.t, m)
    revealed, undone = list(state.journal or [])
    assert (revealed.kind, revealed.clauses, revealed.readers) == ("revealed", ("LM-E-23",), (0, 1))
    assert (undone.kind, undone.data["count"], undone.clauses) == ("dead-undone", 2, ("LM-E-22",))
    assert (m.invisible, codes(state, 0, 65)) == (False, ["MFC"])


@pytest.mark.clause("LM-C-05", "LM-DI-13")
@pytest.mark.parametrize(
    ("plus", "cursed", "notes"),
    [
        (0, False, [6, 7]),
        (0, True, [4, 9]),
        (7, False, [13]),
        (6, False, [12, 1]),
        (30, False, [20]),
        (-30, False, [0, 20]),
    ],
)
def test_chance_and_risk_of_a_throw_for_a_table(plus: int, cursed: bool, notes: list[int]) -> None:
    state = hargaar()
    state.blessings = [CalledIntervention(1, "Odin", target=0)] if cursed else []
    turn = Turn(state, is_rehearsal=True)
    turn.actor = 0
    chance = turn.table("summoning", [(plus, "LM-C-05", "level")], partial(tables.on_levels, tables.DEMONS))
    class_powers.preview_table(turn, chance, demons.is_gained, demons.is_lost)
    assert [note[1]["odds"] for note in turn.notes] == [(count, 20) for count in notes]
    assert [note[0] for note in turn.notes] == ["chance", "risk"][: len(notes)]


@pytest.mark.clause("LM-SET-16")
@pytest.mark.parametrize(
    ("place", "holder", "lies"), [(66, 0, 0), (66, WILD, 66), (66, NEUTRAL, 66), (59, 0, ARDEA), (465, 0, 0)]
)
def test_what_nobody_takes_lies_where_it_was_or_in_the_city_there_if_that_is_nobodys(
    place: int, holder: int, lies: int
) -> None:
    state = hargaar()
    state.coffers = {}
    if holder != NEUTRAL:
        state.holders[place] = holder
    treasuries._hand_over(Turn(state), WILD, 30, place)
    assert state.coffers == ({lies: 30} if lies else {})
