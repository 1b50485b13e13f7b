"""Heroic escapes (10.8, 16.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.kingdoms import (
    VILMIR,
    act,
    arm,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    rule,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, MOONGLUM, THELEB
from palatine.games.elric.components.spells import DISPELS, ESCAPES, INVULNERABILITY
from palatine.games.elric.components.world import (
    AREA_BY_KEY,
    CAPITAL,
    COASTS,
    MELNIBONE,
    PAN_TANG,
    PORT_SEA,
)
from palatine.games.elric.rules.characters.escape_spells import escape_spells
from palatine.games.elric.rules.characters.refuge import refuges
from palatine.games.elric.rules.common.calls import Escapes
from palatine.games.elric.rules.common.deaths import eliminate, perish
from palatine.games.elric.state import LOST, NOBODY, OFF, TRACK, Flight, pair

JADMAR, HWAMGAARL, CASTLE = CAPITAL[VILMIR], CAPITAL[PAN_TANG], AREA_BY_KEY["mordaga"]
BAY = PORT_SEA[JADMAR]
PRIEST, MAGE = "Priest of Vilmir", "Mage of Lormyr"


LEADERS = ("Naclon", "Avan Astram", "Sealord of Vilmir", "Admiral of Ilmiora", "Admiral of Lormyr")


def battlefield(*who: Any, enemy: bool = True, spares: bool = True) -> Any:
    """People of seat 0 in Jadmar, where an army of seat 1 stands too; other leaders keep their nations alive."""
    s = new_state()
    put(s, 0, JADMAR, *who)
    if spares:
        put(s, 0, "rlin", *[name for name in LEADERS if name not in who])
    if enemy:
        put(s, 1, JADMAR, ("Pan Tang", 1))
        put(s, 1, HWAMGAARL, "Sealord of Pan Tang")
    return s


def fleeing(s: Any, *who: str, rolls: Any = (), at_sea: bool = False, follow: int = -1) -> Any:
    persons = tuple(map(piece, who))
    return run(s, Escapes(s.where[persons[0]], persons, at_sea, follow), rolls=rolls)


# The roll


@pytest.mark.clause("10.8a", "10.8b")
@pytest.mark.parametrize(("who", "value", "die", "saved"), [
    ("Naclon", 3, 3, True), ("Naclon", 3, 4, False), ("Avan Astram", 4, 4, True), ("Sealord of Vilmir", 2, 3, False),
])  # fmt: skip
def test_a_die_up_to_his_value_saves_him(who: str, value: int, die: int, saved: bool) -> None:
    s = fleeing(battlefield(who), who, rolls=[("escape", die)])
    assert (s.where[piece(who)] == LOST) is not saved
    kind = "escape.works" if saved else "escape.fails"
    assert [(entry.clauses, entry.tally.value) for entry in told(s, kind)] == [(("10.8b",), value)]


@pytest.mark.clause("10.8a")
def test_those_who_fail_are_lost_with_their_spells() -> None:
    s = battlefield("Naclon", "Avan Astram")
    give_cards(s, "Naclon", "Arkyn")
    s = fleeing(s, "Naclon", "Avan Astram", rolls=[("escape", 6), ("escape", 4)])
    assert s.owner[piece("Naclon")] == 0, "his ruler may replace him"
    assert s.discard == [spell("Arkyn")]


@pytest.mark.clause("10.8a", "9.6")
def test_an_independent_who_fails_can_be_mustered_again() -> None:
    s = fleeing(battlefield("Rackhir", "Naclon"), "Rackhir", rolls=[5])
    assert (s.where[piece("Rackhir")], s.owner[piece("Rackhir")]) == (OFF, NOBODY)


def test_who_is_there_no_more_does_not_roll() -> None:
    s = battlefield("Naclon", "Avan Astram")
    s.shift((piece("Naclon"),), CASTLE)
    assert at(fleeing(s, "Avan Astram", "Naclon", rolls=[6]), "Naclon") == "Mordaga's Castle"


@pytest.mark.clause("6.0l")
def test_a_nation_without_people_is_lost_after_the_last_escape() -> None:
    s = battlefield("Naclon", ("Vilmir", 2), spares=False)
    s = fleeing(s, "Naclon", rolls=[6])
    assert 0 not in {s.owner[p] for p in range(len(s.where)) if s.where[p] >= 0}


# Where to


@pytest.mark.clause("10.8c")
def test_the_owner_chooses_among_the_nearest_provinces_without_enemies() -> None:
    s = battlefield("Naclon")
    put(s, 2, "vil_e", ("Lormyr", 1))
    s = fleeing(s, "Naclon", rolls=[1])
    assert asked(s) == ("ChooseRefuge", 0)
    assert set(operands(s, "to")) == {AREA_BY_KEY["vil_hro"], AREA_BY_KEY["vil_n"]}
    assert refusal(s, "to", "vil_e").reason == "why.no-escape-there"
    assert refusal(s, "to", CASTLE).reason == "why.nearer-haven"
    assert refusal(s, "to", BAY).clause == "10.8d"
    s = choose(s, "to", "vil_n")
    assert s.where[piece("Naclon")] == AREA_BY_KEY["vil_n"]
    assert piece("Naclon") in s.done


@pytest.mark.clause("10.8c")
def test_the_province_itself_is_the_nearest_when_no_enemy_is_left() -> None:
    s = fleeing(battlefield("Naclon", enemy=False), "Naclon", rolls=[1])
    assert (asked(s), s.where[piece("Naclon")]) == (None, JADMAR)


@pytest.mark.clause("10.8d")
def test_saved_at_sea_he_is_on_the_nearest_land() -> None:
    s = new_state()
    put(s, 0, BAY, "Naclon", "Avan Astram")
    s = fleeing(s, "Naclon", rolls=[1], at_sea=True)
    assert set(operands(s, "to")) == set(COASTS[BAY])
    s = choose(s, "to", JADMAR)
    assert s.where[piece("Naclon")] == JADMAR
    assert told(s, "escape.saved")[0].clauses == ("10.8d",)


@pytest.mark.clause("10.8c")
def test_with_nowhere_to_go_he_is_lost() -> None:
    s = battlefield("Naclon")
    army = iter([p for p in range(len(s.where)) if s.where[p] == OFF])
    for area in range(len(AREA_BY_KEY)):
        if not s.enemies(0, area):
            p = next(army)
            s.owner[p] = 1
            s.put((p,), area)
    s = fleeing(s, "Naclon", rolls=[1])
    assert (s.where[piece("Naclon")], len(told(s, "escape.nowhere"))) == (LOST, 1)


def test_nobody_escapes_into_imrryr_before_it_falls() -> None:
    s = new_state()
    sea = PORT_SEA[MELNIBONE]
    assert MELNIBONE not in refuges(s, 0, sea, True)
    s.fallen = True
    assert MELNIBONE in refuges(s, 0, sea, True)


def test_nobody_escapes_to_a_monster_that_lies_open() -> None:
    s = new_state()
    s.face_up[CASTLE] = (spell("Arioch"),)
    assert CASTLE not in refuges(s, 0, CASTLE, False)


@pytest.mark.clause("16.8d")
def test_a_place_to_follow_to_takes_those_who_are_saved() -> None:
    s = new_state()
    put(s, 0, BAY, "Naclon")
    s = fleeing(s, "Naclon", rolls=[1], at_sea=True, follow=JADMAR)
    assert (s.where[piece("Naclon")], s.done) == (JADMAR, ()), "and they may go on"


def test_those_who_are_saved_keep_spells_and_artifacts() -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Dead Gods Book")
    arm(s, PRIEST, "Chaos Shield")
    s = fleeing(s, PRIEST, rolls=[1])
    s = choose(s, "to", "vil_n")
    assert s.hand == {piece(PRIEST): (spell("Dead Gods Book"),)}
    assert s.bearer == {CHAOS_SHIELD: piece(PRIEST)}


# Spells


@pytest.mark.clause("10.8e", "10.8f")
def test_a_spell_thrown_before_the_roll_counts_instead_of_his_value() -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Donblas", "Teleport")
    s = fleeing(s, PRIEST)
    assert asked(s) == ("EscapeSpell", 0)
    assert operands(s, "use") == [pair(piece(PRIEST), spell(name)) for name in ("Donblas", "Teleport")]
    used = choose(s, "use", (PRIEST, "Donblas"), rolls=[("escape", 4)])
    assert asked(used) == ("ChooseRefuge", 0)
    assert (used.balance, used.discard) == (4, [spell("Donblas")])
    assert [entry.clauses for entry in told(used, "escape.works")] == [("10.8e",)]
    lost = choose(s, "use", (PRIEST, "Teleport"), rolls=[("escape", 3)])
    assert lost.where[piece(PRIEST)] == LOST
    alone = choose(s, "roll", rolls=[("escape", 2)])
    assert (alone.where[piece(PRIEST)], alone.balance) == (LOST, 0)


@pytest.mark.clause("10.8e", "13.2a")
def test_the_balance_adds_to_a_spell_of_the_dominant_alignment() -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Sleep")
    s.balance = 3
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[("escape", 5)])
    assert (asked(s), s.balance) == (("ChooseRefuge", 0), 5)


@pytest.mark.clause("10.8e", "12.3a", "16.2k", "16.7d")
def test_what_does_not_help_in_an_escape() -> None:
    s = battlefield(PRIEST, "Naclon", "Dyvim Slorm")
    give_cards(s, PRIEST, "Dead Gods Book", "Horn of Fate", "Battle Barge", "Arkyn")
    give_cards(s, "Naclon", "Sleep")
    assert escape_spells(s, piece(PRIEST)) == [spell("Arkyn")]
    assert escape_spells(s, piece("Naclon")) == [], "he holds spells for muster only"
    asking = fleeing(s, PRIEST)
    assert refusal(asking, "use", (PRIEST, "Horn of Fate")).reason == "why.no-help-in-escape"
    assert refusal(asking, "use", (PRIEST, "Sleep")).reason == "why.spell-not-at-hand"
    assert refusal(asking, "use", ("Naclon", "Sleep")).reason == "why.saves-himself-only"
    assert refusal(asking, "use", (PRIEST, "Dragons")).clause == "12.3a"
    s.hand[piece("Dyvim Slorm")] = (spell("Dragons"),)
    assert escape_spells(s, piece("Dyvim Slorm")) == [spell("Dragons")]


def test_a_spell_in_flight_is_in_use_already() -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Teleport")
    s.flights[spell("Teleport")] = Flight(1, 1)
    assert escape_spells(s, piece(PRIEST)) == []


@pytest.mark.clause("16.2c")
@pytest.mark.parametrize(("die", "value", "balance"), [(3, 3, -3), (4, 1, 0)])
def test_balo_helps_on_an_odd_die_only(die: int, value: int, balance: int) -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Balo the Jester")
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Balo the Jester"), rolls=[("balo", die), ("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == value
    assert (s.balance, s.discard) == (balance, [spell("Balo the Jester")])


@pytest.mark.clause("16.5a", "16.5b")
@pytest.mark.parametrize("card", ESCAPES)
def test_escape_saves_for_certain(card: int) -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, card)
    s = act(fleeing(s, PRIEST), ("use", pair(piece(PRIEST), card)), rolls=[])
    assert (asked(s), s.discard, s.balance) == (("ChooseRefuge", 0), [card], 0)


@pytest.mark.clause("16.5c", "10.8f")
def test_invulnerability_may_wait_for_the_roll() -> None:
    s = battlefield(PRIEST, "Avan Astram")
    give_cards(s, PRIEST, "Invulnerability")
    s = fleeing(s, PRIEST)
    before = choose(s, "use", (PRIEST, "Invulnerability"), rolls=[])
    assert asked(before) == ("ChooseRefuge", 0)
    s = choose(s, "roll", rolls=[("escape", 6)])
    assert asked(s) == ("Survive", 0)
    assert refusal(s, "use", (PRIEST, "Arkyn")).reason == "why.only-invulnerability"
    after = choose(s, "use", (PRIEST, "Invulnerability"), rolls=[])
    assert (asked(after), after.discard) == (("ChooseRefuge", 0), [INVULNERABILITY])
    assert choose(s, "fall", rolls=[]).where[piece(PRIEST)] == LOST


@pytest.mark.clause("13.4i")
def test_a_spell_that_a_tipped_balance_keeps_goes_along_or_stays_behind() -> None:
    s = battlefield(PRIEST)
    give_cards(s, PRIEST, "Arioch")
    s.tipped, s.balance, s.ends = -1, -6, 4
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Arioch"))
    assert asked(s) == ("Maintain", 0)
    saved = act(s, ("maintain", 0), rolls=[("escape", 6)])
    assert saved.maintained == {piece(PRIEST): spell("Arioch")}
    assert asked(saved) == ("ChooseRefuge", 0), "11 or less: Arioch and the Balance"
    left = act(s, ("release", 0), rolls=[("escape", 6)])
    assert left.face_up == {JADMAR: (spell("Arioch"),)}


@pytest.mark.clause("13.4i")
def test_a_maintained_spell_stays_where_its_magician_dies() -> None:
    s = battlefield(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = 1, 6, 4
    s.cup.remove(spell("Sleep"))
    s.maintained = {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "roll", rolls=[("escape", 6)])
    assert (s.maintained, s.face_up) == ({}, {JADMAR: (spell("Sleep"),)})


@pytest.mark.clause("13.4i")
def test_a_maintained_spell_serves_again() -> None:
    s = battlefield(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = 1, 6, 4
    s.maintained = {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[])
    assert asked(s) == ("Maintain", 0)
    kept = act(s, ("maintain", 0), rolls=[("escape", 6)])
    assert kept.maintained == {piece(PRIEST): spell("Sleep")}
    assert told(kept, "escape.works")[0].tally.value == 8
    left = act(s, ("release", 0), rolls=[("escape", 6)])
    assert (left.maintained, left.face_up) == ({}, {JADMAR: (spell("Sleep"),)})
    assert told(left, "escape.works")[0].tally.value == 8


@pytest.mark.clause("13.4i", "16.2c")
@pytest.mark.parametrize(("die", "value"), [(1, 9), (2, 1)])
def test_balo_who_is_maintained_helps_on_an_odd_die_only(die: int, value: int) -> None:
    s = battlefield(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = -1, -6, 4
    s.maintained = {piece(PRIEST): spell("Balo the Jester")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Balo the Jester"), rolls=[("balo", die)])
    s = act(s, ("maintain", 0), rolls=[("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == value


# Dispel Magic


def answered(card: str | int) -> Any:
    s = battlefield(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, PRIEST, card)
    give_cards(s, "Jagreen Lern", "Dispel Magic")
    s = act(fleeing(s, PRIEST), ("use", pair(piece(PRIEST), spell(card))), rolls=[])
    assert asked(s) == ("Answer", 1)
    return s


@pytest.mark.clause("16.3b")
def test_an_escape_can_be_dispelled_on_the_spot() -> None:
    s = answered(ESCAPES[0])
    assert refusal(s, "dispel", ("Jagreen Lern", "Arioch")).reason == "why.dispel-or-let"
    assert refusal(s, "dispel", (PRIEST, "Dispel Magic")).reason == "why.no-dispeller"
    s.balance = 4
    dispelled = choose(s, "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[("escape", 2)])
    assert dispelled.where[piece(PRIEST)] == LOST
    assert (dispelled.discard, dispelled.balance) == ([ESCAPES[0], DISPELS[0]], 1)
    assert piece("Jagreen Lern") in dispelled.casts
    assert asked(choose(s, "let", rolls=[])) == ("ChooseRefuge", 0)


@pytest.mark.clause("16.3b")
def test_a_dispelled_spell_moves_no_balance_and_leaves_him_his_own_value() -> None:
    s = choose(answered("Donblas"), "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == 1
    assert s.balance == 0


@pytest.mark.clause("16.3b", "16.5c")
def test_dispelled_after_the_roll_he_is_lost() -> None:
    s = battlefield(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, PRIEST, "Invulnerability")
    give_cards(s, "Jagreen Lern", "Dispel Magic")
    s = choose(choose(fleeing(s, PRIEST), "roll", rolls=[6]), "use", (PRIEST, "Invulnerability"))
    s = choose(s, "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[])
    assert s.where[piece(PRIEST)] == LOST


@pytest.mark.clause("16.3b", "9.2e", "13.4j")
def test_who_cannot_answer() -> None:
    s = battlefield(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    put(s, 1, HWAMGAARL, "Theleb K'aarna")
    give_cards(s, PRIEST, "Donblas")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    give_cards(s, "Theleb K'aarna", DISPELS[1])
    s.casts = (piece("Jagreen Lern"),)
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[("escape", 1)])
    assert asked(s) == ("ChooseRefuge", 0), "one has cast, the other is elsewhere"
    s = battlefield(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    s.tipped, s.balance, s.maintained = 1, 6, {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[])
    s = act(s, ("maintain", 0), rolls=[("escape", 1)])
    assert asked(s) == ("ChooseRefuge", 0), "maintained spells are out of reach"


@pytest.mark.clause("13.4e", "16.3b")
def test_who_maintains_a_spell_dispels_none() -> None:
    s = battlefield(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern", "Theleb K'aarna")
    give_cards(s, PRIEST, "Donblas")
    for who, dispel in (("Jagreen Lern", DISPELS[0]), ("Theleb K'aarna", DISPELS[1])):
        give_cards(s, who, dispel)
    s.tipped, s.balance, s.maintained = 1, 6, {piece("Jagreen Lern"): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[])
    assert operands(s, "dispel") == [pair(THELEB, DISPELS[1])]
    assert refusal(s, "dispel", pair(piece("Jagreen Lern"), DISPELS[0])).clause == "13.4e"


def test_in_wilderness_nobody_answers_who_has_not_been_found() -> None:
    s = new_state()
    put(s, 0, CASTLE, PRIEST)
    put(s, 1, CASTLE, "Jagreen Lern")
    give_cards(s, PRIEST, "Donblas")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    assert asked(choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[("escape", 1)])) != ("Answer", 1)
    s.found = ((CASTLE, 1, 2, 1),)
    assert asked(choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[])) == ("Answer", 1)


# The parenthesised


@pytest.mark.clause("10.8g")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_a_love_shares_the_fate_of_the_strongest(die: int, saved: bool) -> None:
    s = battlefield("Sharilla", "Smiorgan", "Naclon", "Fadan")
    s = fleeing(s, "Sharilla", "Naclon", "Smiorgan", rolls=[("escape", die)] + [("escape", 6)] * (not saved))
    if saved:
        s = choose(s, "to", "vil_n", rolls=[("escape", 6)])
    assert (s.where[piece("Sharilla")] == AREA_BY_KEY["vil_n"]) is saved
    assert s.where[piece("Naclon")] == LOST


@pytest.mark.clause("10.8h")
def test_a_love_without_a_hero_is_lost() -> None:
    s = fleeing(battlefield("Sharilla", "Zarozinia", ("Vilmir", 2)), "Sharilla", "Zarozinia", rolls=[])
    assert (s.where[piece("Sharilla")], s.where[piece("Zarozinia")]) == (LOST, LOST)
    assert len(told(s, "escape.nobody")) == 2


@pytest.mark.clause("10.8g")
def test_a_love_whose_hero_is_unharmed_rolls_against_his_value() -> None:
    s = fleeing(battlefield("Sharilla", "Avan Astram"), "Sharilla", rolls=[("escape", 4)])
    assert asked(s) == ("ChooseRefuge", 0)
    assert told(s, "escape.works")[0].clauses == ("10.8g",)


@pytest.mark.clause("10.8g", "10.8e")
def test_a_spell_of_the_strongest_saves_her_too() -> None:
    s = battlefield("Theleb K'aarna", "Sharilla")
    give_cards(s, THELEB, ESCAPES[0])
    s = fleeing(s, "Theleb K'aarna", "Sharilla")
    s = act(s, ("use", pair(THELEB, ESCAPES[0])), ("to", AREA_BY_KEY["vil_n"]), rolls=[])
    assert s.where[piece("Sharilla")] == s.where[THELEB] == AREA_BY_KEY["vil_n"]


# Elric and his friend


@pytest.mark.clause("10.8b")
def test_elric_always_escapes_and_moonglum_is_put_with_him() -> None:
    s = battlefield("Elric", "Moonglum", "Naclon")
    s.controller, s.joined = piece("Naclon"), True
    s = fleeing(s, "Elric", "Moonglum", "Naclon", rolls=[("escape", 6)])
    s = choose(s, "to", "vil_n", rolls=[("escape", 4), ("escape", 3)])
    assert s.where[MOONGLUM] == s.where[ELRIC] == AREA_BY_KEY["vil_n"]
    s = choose(s, "to", "vil_n")
    assert (s.controller, s.owner[ELRIC]) == (piece("Naclon"), 0)


@pytest.mark.clause("10.8a")
def test_elric_whose_controller_is_lost_stands_alone() -> None:
    s = battlefield("Elric", "Naclon", "Avan Astram")
    s.controller = piece("Naclon")
    put(s, 0, CASTLE, "Smiorgan")
    s = fleeing(s, "Elric", "Naclon", "Avan Astram", rolls=[("escape", 6)])
    s = choose(s, "to", "vil_n", rolls=[("escape", 6), ("escape", 5)])
    assert (s.controller, s.owner[ELRIC], s.where[ELRIC]) == (-1, NOBODY, AREA_BY_KEY["vil_n"])


@pytest.mark.clause("16.4j")
def test_elric_never_perishes() -> None:
    s = battlefield("Elric", "Naclon")
    s.controller = piece("Naclon")
    give_cards(s, "Elric", "Arioch")
    perish(s, ELRIC)
    assert (s.controller, s.owner[ELRIC], s.hand[ELRIC]) == (-1, NOBODY, (spell("Arioch"),))
    assert type(s.flow[-1]).__name__ == "RandomAppearance"
    assert s.where[ELRIC] != TRACK


# The end of armies and fleets


@pytest.mark.clause("6.0a")
def test_where_armies_and_fleets_go() -> None:
    s = new_state()
    mine = put(s, 0, JADMAR, ("Vilmir", 2))
    fleet = put(s, 0, BAY, "Free Fleet")
    stray = put(s, 0, CASTLE, ("Olab", 1))
    s.ruler[18 + 2] = NOBODY
    eliminate(s, mine)
    eliminate(s, fleet)
    eliminate(s, stray)
    assert [s.where[p] for p in (*mine, *fleet, *stray)] == [LOST, LOST, OFF, OFF]
    assert [s.owner[p] for p in (*mine, *fleet, *stray)] == [0, 0, NOBODY, NOBODY]


def test_escapes_of_two_sides_go_in_turn_order() -> None:
    s = battlefield("Naclon", "Avan Astram")
    put(s, 1, JADMAR, "General of Pan Tang")
    rule(s, 1, "Pan Tang")
    s.phasing = 1
    s = fleeing(s, "Naclon", "General of Pan Tang", rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["piece"] for entry in told(s, "escape.fails")] == [
        piece("General of Pan Tang"),
        piece("Naclon"),
    ]
