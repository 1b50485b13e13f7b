"""Spells that act at once (9.3.1, 16.2, 16.4)."""

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
    lay_star,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    take_card,
    told,
)
from palatine.games.elric.components.pieces import BRUT, CHAOS_SHIELD, ELRIC, MOONGLUM, MOURNBLADE, THELEB
from palatine.games.elric.components.spells import (
    ACTS_AT_ONCE,
    FOUR_WHO_ARE_ONE,
    IMMEDIATE,
    MIRROR,
    NIGHTMARES,
    QUAOLNARGN,
    RESHUFFLES,
    SHADE_GATE,
    SPELL_TYPE,
    SPELLS,
    TOWER,
)
from palatine.games.elric.components.world import AREA_BY_KEY, CAPITAL, SHAZAAR
from palatine.games.elric.rules.characters import immediate_spells, lone_fights
from palatine.games.elric.rules.characters.immediate_spells import Duel
from palatine.games.elric.rules.common.cup import Draw
from palatine.games.elric.rules.magic.search import ChooseSearch
from palatine.games.elric.state import LOST, NOBODY, TRACK, pair

JADMAR, CASTLE = CAPITAL[VILMIR], AREA_BY_KEY["mordaga"]
PRIEST = "Priest of Vilmir"


def company(*who: Any, seat: int = 0) -> Any:
    """People of a seat in Jadmar; others of their nations elsewhere."""
    s = new_state()
    put(s, seat, JADMAR, *who)
    put(s, seat, "rlin", *[name for name in ("Sealord of Vilmir", "Sealord of Pan Tang") if name not in who])
    return s


def card(s: Any, name: str | int) -> tuple[str, int]:
    """The draw of one spell from the cup."""
    return ("card", s.cup.index(spell(name)) + 1)


def found(s: Any, name: str | int, who: str, rolls: Any = ()) -> Any:
    """Somebody draws one spell, and it acts."""
    return run(s, Draw(piece(who), 1), rolls=[card(s, name), *rolls])


@pytest.mark.clause("9.3.1a", "9.3.1c")
def test_what_acts_at_once() -> None:
    expected = {each for each in range(SPELLS) if SPELL_TYPE[each] == IMMEDIATE} | {MIRROR, QUAOLNARGN}
    assert {each for each in range(SPELLS) if ACTS_AT_ONCE[each]} == expected


@pytest.mark.clause("9.3.1c")
@pytest.mark.parametrize("name", [TOWER, SHADE_GATE, MIRROR, QUAOLNARGN])
def test_without_a_finder_they_do_nothing(name: int) -> None:
    s = company("Naclon")
    s.cup.remove(name)
    immediate_spells.act(s, name, -1, 0)
    assert (s.flow, s.discard) == ([], [name])


# Nightmares and Reshuffles


@pytest.mark.clause("16.4a", "9.3.1b", "12.1.5a")
@pytest.mark.parametrize(("die", "slain"), [(4, False), (5, True)])
def test_a_nightmare_works_on_whoever_controls_elric(die: int, slain: bool) -> None:
    s = company("Naclon")
    put(s, 1, CASTLE, "Elric", "Jagreen Lern")
    put(s, 1, "rlin", "General of Pan Tang")
    s.controller = piece("Jagreen Lern")
    rolls = [("nightmare", die)] + [("Elric's appearance", 1), ("which nation", 1)] * slain
    s = found(s, NIGHTMARES[1], "Naclon", rolls)
    assert (s.where[piece("Jagreen Lern")] == LOST) is slain
    assert NIGHTMARES[1] in s.discard
    assert s.balance == -int(slain)


@pytest.mark.clause("16.4a", "9.3.1b")
def test_both_swords_are_loose_by_the_same_roll() -> None:
    s = company("Naclon", "Elric", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s.controller = piece("Naclon")
    s = found(s, NIGHTMARES[0], "Naclon", [("nightmare", 6), ("Elric's appearance", 1), ("which nation", 1)])
    assert (at(s, "Naclon"), at(s, "Dyvim Slorm"), MOURNBLADE in s.bearer) == (str(LOST), "-1", False)
    assert s.balance == -2


@pytest.mark.clause("16.4d")
@pytest.mark.parametrize("name", RESHUFFLES)
def test_a_reshuffle_brings_all_discards_back(name: int) -> None:
    s = company("Naclon")
    s.discard = [take_card(s, "Arkyn"), take_card(s, "Arioch")]
    s = found(s, name, "Naclon")
    assert (s.discard, sorted(s.cup)) == ([], list(range(SPELLS)))
    assert told(s, "cup.refilled")[0].clauses == ("16.4d",)


@pytest.mark.clause("16.4b", "16.4c")
def test_four_who_are_one_takes_elric_away_and_brings_him_back_with_brut() -> None:
    s = company("Naclon")
    put(s, 1, CASTLE, "Elric", "Jagreen Lern", "Moonglum")
    s.controller, s.joined, s.turn = piece("Jagreen Lern"), True, 3
    s = found(s, FOUR_WHO_ARE_ONE, "Naclon")
    assert (s.where[ELRIC], s.where[MOONGLUM], s.returns, s.is_brut_with) == (TRACK, TRACK, 4, True)
    assert (s.controller, at(s, "Jagreen Lern")) == (-1, "Mordaga's Castle")
    assert s.discard == [FOUR_WHO_ARE_ONE]


@pytest.mark.clause("16.4c")
def test_brut_comes_once_only() -> None:
    s = company("Naclon")
    put(s, 2, CASTLE, "Brut")
    put(s, NOBODY, JADMAR, "Elric")
    s = found(s, FOUR_WHO_ARE_ONE, "Naclon")
    assert (s.where[ELRIC], s.is_brut_with) == (TRACK, False)
    assert s.owner[BRUT] == 2


# The Tower


@pytest.mark.clause("16.4g", "9.3.1c")
@pytest.mark.parametrize("die", [1, 3])
def test_the_tower_keeps_its_finder_without_escape(die: int) -> None:
    s = company("Naclon", PRIEST)
    give_cards(s, PRIEST, "Escape")
    s = found(s, TOWER, PRIEST, [("tower", die)])
    assert (at(s, PRIEST), at(s, "Naclon")) == (str(LOST), "Jadmar")
    assert told(s, "tower.caught")[0].clauses == ("16.4g",)


@pytest.mark.clause("16.4h")
@pytest.mark.parametrize("die", [4, 5])
def test_the_tower_is_passed_by(die: int) -> None:
    s = found(company("Naclon"), TOWER, "Naclon", [("tower", die)])
    assert (at(s, "Naclon"), s.hand, s.discard) == ("Jadmar", {}, [TOWER])


@pytest.mark.clause("16.4i")
def test_the_tower_is_looted_and_elric_has_a_nightmare() -> None:
    s = company(PRIEST)
    put(s, 1, CASTLE, "Elric", "Jagreen Lern")
    s.controller = piece("Jagreen Lern")
    rolls = [("tower", 6), ("card", 1), ("card", 1), ("nightmare", 4)]
    s = found(s, TOWER, PRIEST, rolls)
    assert s.hand == {piece(PRIEST): (0, 1)}
    assert told(s, "card.drawn")[0].clauses == ("16.4i",)


@pytest.mark.clause("16.4j")
def test_elric_caught_in_the_tower_appears_elsewhere() -> None:
    s = company("Naclon", "Elric")
    s.controller = piece("Naclon")
    s = found(s, TOWER, "Elric", [("tower", 2), ("Elric's appearance", 1), ("which nation", 1)])
    assert (s.where[ELRIC], s.owner[ELRIC], s.controller) == (CAPITAL[SHAZAAR], NOBODY, -1)
    assert told(s, "tower.elric")[0].clauses == ("16.4j",)
    assert at(s, "Naclon") == "Jadmar"


# The Mirror of Memory


@pytest.mark.clause("9.3.1c", "16.3m")
@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_the_mirror_takes_its_finder_who_does_not_escape(die: int, saved: bool) -> None:
    s = found(company("Naclon", PRIEST, ("Vilmir", 2)), MIRROR, "Naclon", [("escape", die)])
    assert (at(s, "Naclon") == "Jadmar") is saved
    assert (s.hand, s.discard) == (({piece("Naclon"): (MIRROR,)}, []) if saved else ({}, [MIRROR]))
    assert at(s, PRIEST) == "Jadmar", "everybody else is untouched"


def test_whoever_keeps_the_mirror_may_have_to_discard() -> None:
    s = company("Naclon")
    give_cards(s, "Naclon", "Arkyn")
    assert asked(found(s, MIRROR, "Naclon", [("escape", 1)])) == ("Discard", 0)


# Quaolnargn


@pytest.mark.clause("16.2q", "16.2r", "9.3.1c")
@pytest.mark.parametrize(("own", "monster", "won"), [(6, 2, True), (4, 2, False)])
def test_quaolnargn_is_fought_with_spells_and_artifacts_only(own: int, monster: int, won: bool) -> None:
    s = found(company("Avan Astram"), QUAOLNARGN, "Avan Astram", [("duel", own), ("Quaolnargn", monster)])
    assert (at(s, "Avan Astram") == "Jadmar") is won, "his 4 do not count"
    assert (s.hand, s.discard) == (({piece("Avan Astram"): (QUAOLNARGN,)}, []) if won else ({}, [QUAOLNARGN]))


@pytest.mark.clause("16.2q")
def test_when_both_are_equal_they_roll_again() -> None:
    rolls = [("duel", 5), ("Quaolnargn", 2), ("duel", 1), ("Quaolnargn", 1)]
    assert at(found(company("Naclon"), QUAOLNARGN, "Naclon", rolls), "Naclon") == str(LOST)


@pytest.mark.clause("16.2q", "9.2e")
def test_a_magician_spends_a_spell_on_quaolnargn_and_it_shifts() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Donblas", "Teleport")
    s.balance = 2
    s = found(s, QUAOLNARGN, PRIEST)
    assert asked(s) == ("Aid", 0)
    assert operands(s, "cast") == [pair(piece(PRIEST), spell("Donblas"))]
    assert refusal(s, "cast", (PRIEST, "Teleport")).clause == "9.2h"
    assert refusal(s, "cast", (PRIEST, "Arkyn")).reason == "why.spell-not-at-hand"
    assert refusal(s, "cast", ("Naclon", "Arkyn")).reason == "why.not-in-this-fight"
    s = choose(s, "cast", (PRIEST, "Donblas"), rolls=[("duel", 2), ("Quaolnargn", 4)])
    assert told(s, "duel.person")[0].tally.total == 8
    assert (s.balance, s.discard) == (6, [spell("Donblas")])
    assert set(s.hand[piece(PRIEST)]) == {spell("Teleport"), QUAOLNARGN}
    assert piece(PRIEST) in s.casts


@pytest.mark.clause("16.2q")
def test_he_may_fight_without_and_one_who_has_cast_must() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Gaaoll")
    rolls = [("duel", 6), ("Quaolnargn", 1)]
    assert choose(found(s, QUAOLNARGN, PRIEST), "fight", rolls=rolls).balance == 0
    s.casts = (piece(PRIEST),)
    assert asked(found(s, QUAOLNARGN, PRIEST, rolls)) is None


@pytest.mark.clause("16.2q", "9.3.3b")
@pytest.mark.parametrize(("who", "total"), [("Dyvim Slorm", 4), ("Naclon", 1), ("Elric", 1)])
def test_mournblade_helps_a_melnibonean_against_quaolnargn(who: str, total: int) -> None:
    s = company("Naclon", who)
    arm(s, who, "Mournblade")
    s = run(
        s,
        Duel(0, piece(who), keep=False),
        rolls=[("duel", 1), ("Quaolnargn", 6), *ELSEWHERE[: 2 * (who == "Elric")]],
    )
    assert told(s, "duel.person")[0].tally.total == total


ELSEWHERE = [("Elric's appearance", 1), ("which nation", 1)]


@pytest.mark.clause("16.2q", "16.2c")
def test_balo_may_fail_against_quaolnargn() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Balo the Jester")
    s = choose(found(s, QUAOLNARGN, PRIEST), "cast", (PRIEST, "Balo the Jester"),
               rolls=[("balo", 2), ("duel", 6), ("Quaolnargn", 1)])  # fmt: skip
    assert (told(s, "duel.person")[0].tally.total, s.balance) == (6, 0)
    assert spell("Balo the Jester") in s.discard


@pytest.mark.clause("16.8a", "16.2q")
def test_the_chaos_shield_keeps_quaolnargn_off() -> None:
    s = company("Naclon", "Avan Astram")
    arm(s, "Avan Astram", "Chaos Shield")
    s = found(s, QUAOLNARGN, "Naclon", [])
    assert (at(s, "Naclon"), s.discard, s.bearer) == ("Jadmar", [QUAOLNARGN], {CHAOS_SHIELD: piece("Avan Astram")})


@pytest.mark.clause("16.2r")
def test_set_on_another_the_spell_is_not_in_question() -> None:
    s = company("Naclon", "Avan Astram")
    s.cup.remove(QUAOLNARGN)
    won = run(s, Duel(0, piece("Naclon"), keep=False), rolls=[("duel", 6), ("Quaolnargn", 1)])
    lost = run(s, Duel(0, piece("Naclon"), keep=False), rolls=[("duel", 1), ("Quaolnargn", 1)])
    assert (won.hand, won.discard, lost.hand, lost.discard) == ({}, [], {}, [])
    assert at(lost, "Naclon") == str(LOST)


# The Shade Gate


def gate(s: Any, monster: str | int, who: str, *rolls: Any) -> Any:
    left = [each for each in s.cup if each != SHADE_GATE]
    return found(s, SHADE_GATE, who, [("Shade Gate", left.index(spell(monster)) + 1), *rolls])


TWO = [("card", 1), ("card", 1)]


@pytest.mark.clause("16.4e", "16.4f")
def test_whoever_is_no_worse_than_the_monster_draws_two_spells() -> None:
    s = company("Jagreen Lern", "Naclon")
    s = gate(s, "Arioch", "Jagreen Lern", ("Shade Gate", 4), ("monster", 3), *TWO)
    assert s.hand == {piece("Jagreen Lern"): (0, 1)}
    assert (sorted(s.discard), s.balance) == (sorted([spell("Arioch"), SHADE_GATE]), 0)
    assert [entry.clauses for entry in told(s, "card.drawn")] == [("16.4f",)] * 2


@pytest.mark.clause("16.4e")
def test_a_loss_below_his_value_is_no_matter_and_one_that_reaches_it_is() -> None:
    s = company("Jagreen Lern")
    near = gate(s, "Arioch", "Jagreen Lern", ("Shade Gate", 1), ("monster", 5), *TWO)
    assert len(near.hand[piece("Jagreen Lern")]) == 2, "5 against 10: he would lose 3, and is worth 4"
    s = company(PRIEST)
    far = gate(s, "Arioch", PRIEST, ("Shade Gate", 2), ("monster", 1), ("escape", 1), *TWO)
    assert len(far.hand[piece(PRIEST)]) == 2, "3 against 6 costs 1: he is all of that, and escapes"
    lost = gate(s, "Arioch", PRIEST, ("Shade Gate", 2), ("monster", 1), ("escape", 2))
    assert (at(lost, PRIEST), lost.hand) == (str(LOST), {})


@pytest.mark.clause("16.4e")
def test_a_love_fights_with_nothing_and_any_defeat_is_her_end() -> None:
    s = company("Sharilla")
    put(s, 0, "rlin", "Fadan")
    lost = gate(s, "Dharzi", "Sharilla", ("Shade Gate", 2), ("monster", 1))
    assert at(lost, "Sharilla") == str(LOST)
    won = gate(s, "Dharzi", "Sharilla", ("Shade Gate", 3), ("monster", 1), *TWO)
    assert asked(won) == ("Discard", 0)


@pytest.mark.clause("16.4e")
def test_a_spell_of_his_own_counts_instead_of_his_value_and_shifts_nothing() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Donblas")
    s = gate(s, "Arioch", PRIEST)
    assert asked(s) == ("Aid", 0)
    s = choose(s, "cast", (PRIEST, "Donblas"), rolls=[("Shade Gate", 4), ("monster", 2), *TWO])
    assert told(s, "duel.person")[0].tally.total == 8
    assert (s.balance, spell("Donblas") in s.discard) == (0, True)


@pytest.mark.clause("16.4e")
@pytest.mark.parametrize("name", ["Escape", "Jeweled Bird"])
def test_nothing_to_fight_behind_the_gate(name: str) -> None:
    s = gate(company(PRIEST), name, PRIEST, *TWO)
    assert len(s.hand[piece(PRIEST)]) == 2
    assert len(told(s, "gate.empty")) == 1


@pytest.mark.clause("16.4e", "9.3.1a")
def test_what_acts_at_once_acts_behind_the_gate_too() -> None:
    s = company(PRIEST)
    lost = gate(s, TOWER, PRIEST, ("tower", 1))
    assert (at(lost, PRIEST), lost.hand) == (str(LOST), {})
    kept = gate(s, TOWER, PRIEST, ("tower", 5), *TWO)
    assert len(kept.hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.4e")
@pytest.mark.parametrize("name", ["Kyreenee", "Mirror of Memory", "h'Haarshanns"])
def test_from_an_eater_he_must_escape(name: str) -> None:
    s = company(PRIEST)
    saved = gate(s, name, PRIEST, ("escape", 1), *TWO)
    assert (len(saved.hand[piece(PRIEST)]), spell(name) in saved.discard) == (2, True)
    assert at(gate(s, name, PRIEST, ("escape", 2)), PRIEST) == str(LOST)


@pytest.mark.clause("16.4e", "16.2q")
def test_quaolnargn_behind_the_gate_is_fought_and_not_kept() -> None:
    s = gate(company(PRIEST), QUAOLNARGN, PRIEST, ("duel", 6), ("Quaolnargn", 1), *TWO)
    assert QUAOLNARGN in s.discard
    assert len(s.hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.8a", "16.4e")
def test_the_shield_covers_him_behind_the_gate() -> None:
    s = company(PRIEST)
    arm(s, PRIEST, "Chaos Shield")
    assert len(gate(s, "Arioch", PRIEST, *TWO).hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.4e", "16.2c")
@pytest.mark.parametrize(("die", "rolls"), [(2, []), (1, [("Shade Gate", 6), ("monster", 1)])])
def test_balo_behind_the_gate(die: int, rolls: list[Any]) -> None:
    s = gate(company(PRIEST), "Balo the Jester", PRIEST, ("balo", die), *rolls, *TWO)
    assert len(s.hand[piece(PRIEST)]) == 2


def test_an_empty_cup_has_nothing_behind_the_gate() -> None:
    s = company(PRIEST)
    s.cup, s.discard = [], []
    immediate_spells.play_at_once(s, SHADE_GATE, piece(PRIEST), 0)
    assert run(s, rolls=[]).hand == {}


# Found, not drawn


@pytest.mark.clause("9.3.1c", "8.0i")
def test_what_is_found_acts_as_what_is_drawn() -> None:
    s = new_state()
    put(s, 0, CASTLE, "Avan Astram")
    put(s, 0, "rlin", "Naclon")
    lay_star(s, CASTLE, TOWER)
    s = run(s, ChooseSearch(0, CASTLE, piece("Avan Astram")))
    s = act(s, ("spell", CASTLE), rolls=[("search", 6), ("tower", 1)])
    assert (at(s, "Avan Astram"), s.stars, s.discard) == (str(LOST), {}, [TOWER])


def test_theleb_is_a_magician_of_three_spells() -> None:
    s = company("Theleb K'aarna")
    give_cards(s, THELEB, "Arioch", "Balan", "Kyreenee")
    assert lone_fights.fighting_spells(s, THELEB) == [spell("Arioch"), spell("Balan")]
