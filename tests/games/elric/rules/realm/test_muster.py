"""Muster: nations, personalities, hordes and artifacts (11, 16.8, 16.9)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    act,
    area,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    power,
    put,
    refusal,
    rule,
    run,
    spell,
    told,
)
from games.elric.positions.people import conquered, draws, holder, muster_refused, mustered
from palatine.games.elric.components.pieces import CAPACITY, ELRIC, KIND, MOONGLUM, PERSON
from palatine.games.elric.components.spells import ESCAPES
from palatine.games.elric.components.world import COASTS, MELNIBONE
from palatine.games.elric.rules.common.control import control_actions
from palatine.games.elric.rules.realm.muster import Musters, Newcomers, muster_targets
from palatine.games.elric.state import LOST, NOBODY, OFF, TRACK, Flight, pair

# The step


@pytest.mark.clause("11.0b")
def test_nobody_is_asked_without_a_muster() -> None:
    assert asked(run(holder("Naclon", "Jadmar"), Musters())) is None
    assert asked(run(holder("Naclon", "Jadmar", "Arioch"), Musters())) is None


@pytest.mark.clause("11.0b")
def test_one_muster_in_a_turn() -> None:
    s = holder("Naclon", "Jadmar", "Charm of Justice", "Eequor")
    s = mustered(s, "Naclon", "Charm of Justice")
    assert asked(s) is None
    assert s.hand[piece("Naclon")] == (spell("Eequor"),)


@pytest.mark.clause("11.0b")
def test_and_it_may_be_forgone() -> None:
    s = act(run(holder("Naclon", "Jadmar", "Charm of Justice"), Musters()), ("end", 0))
    assert asked(s) is None
    assert s.where[piece("Zas")] == OFF


@pytest.mark.clause("11.0b")
def test_others_are_not_asked() -> None:
    assert asked(run(holder("Naclon", "Jadmar", "Charm of Justice", seat=1), Musters())) is None


@pytest.mark.clause("11.0v")
@pytest.mark.clause("9.4b")
def test_the_spell_is_discarded_and_moves_nothing() -> None:
    s = mustered(holder("Naclon", "Jadmar", "Charm of Justice"), "Naclon", "Charm of Justice")
    assert s.discard == [spell("Charm of Justice")]
    assert s.balance == 0
    assert not s.hand


@pytest.mark.clause("11.0a")
def test_a_spell_without_names_musters_nothing() -> None:
    s = holder("Priest of Vilmir", "Jadmar")
    s.hand[piece("Priest of Vilmir")] = (spell("Elric Nightmare"),)
    assert muster_refused(s, "Priest of Vilmir", "Elric Nightmare") == ("11.0a", "why.musters-nothing")


@pytest.mark.clause("11.0d")
def test_of_several_names_one_is_chosen() -> None:
    s = holder("Naclon", "Jadmar", "Eequor")
    s = choose(run(s, Musters()), "muster", ("Naclon", "Eequor"))
    assert asked(s) == ("ChooseTarget", 0)
    assert operands(s, "unit") == [piece("Rackhir"), piece("Sorana")]
    assert refusal(s, "power", power("Pikarayd")).clause == "11.0c"
    assert refusal(s, "unit", "Zas").reason == "why.not-named"
    s = choose(s, "unit", "Rackhir")
    assert (at(s, "Rackhir"), s.where[piece("Sorana")]) == ("Jadmar", OFF)


@pytest.mark.clause("9.3b")
def test_restricted_spells_can_be_used_by_all_for_a_muster() -> None:
    s = mustered(holder("Naclon", "Jadmar", "Dragons"), "Naclon", "Dragons")
    assert s.bearer == {piece("Mournblade"): piece("Naclon")}


# Personalities


@pytest.mark.clause("11.0g")
@pytest.mark.clause("11.0k")
@pytest.mark.clause("12.3b")
def test_example_of_smiorgan_and_the_silent_guard() -> None:
    """Smiorgan, not a magician, has found the Elenoin at the Unholy Fortress.

    He can call the Clackars or the Silent Guard, but not the Flamebringers from there. The Guard appears with him
    and without spells.
    """
    s = holder("Smiorgan", "unholy", "Elenoin")
    s = choose(run(s, Musters()), "muster", ("Smiorgan", "Elenoin"))
    assert [operand for _, operand in s.flow[-1].actions(s)] == [piece("Clackars"), piece("Silent Guard")]
    assert refusal(s, "power", power("Flamebringers")).clause == "11.0l"
    s = act(s, ("unit", piece("Silent Guard")), rolls=[])
    assert at(s, "Silent Guard") == at(s, "Smiorgan") == "Unholy Fortress"
    assert piece("Silent Guard") in s.stack_of(piece("Smiorgan"))
    assert piece("Silent Guard") not in s.hand
    assert CAPACITY[piece("Silent Guard")] < 0


@pytest.mark.clause("11.0f")
@pytest.mark.clause("9.1a")
def test_a_magician_draws_his_capacity() -> None:
    s = mustered(
        holder("Naclon", "Jadmar", "Bellbane"), "Naclon", "Bellbane", ("unit", piece("White Mage")), rolls=draws(3)
    )
    assert at(s, "White Mage") == "Jadmar"
    assert len(s.hand[piece("White Mage")]) == 3


@pytest.mark.clause("11.0k")
def test_at_sea_aboard_the_musterers_ship() -> None:
    s = holder("Naclon", "dragon", "Charm of Justice")
    put(s, 0, "dragon", "Vilmir galley")
    s.ship[piece("Naclon")] = piece("Vilmir galley")
    s = mustered(s, "Naclon", "Charm of Justice")
    assert s.ship[piece("Zas")] == piece("Vilmir galley")


@pytest.mark.clause("10.9.4c")
def test_inside_a_besieged_city() -> None:
    s = holder("Naclon", "Jadmar", "Charm of Justice")
    put(s, 1, "Jadmar", "Smiorgan", ("Isle of Purple Towns", 4))
    s.sieges[area("Jadmar")] = 1
    assert at(mustered(s, "Naclon", "Charm of Justice"), "Zas") == "Jadmar"


@pytest.mark.clause("11.0u")
def test_whoever_is_on_the_board_cannot_be_mustered() -> None:
    s = holder("Naclon", "Jadmar", "Black Serpents of Dorel")
    put(s, 1, "Kariss", "Zas")
    assert muster_refused(s, "Naclon", "Black Serpents of Dorel") == ("11.0u", "why.in-play")


@pytest.mark.clause("11.0u")
@pytest.mark.clause("12.3e")
@pytest.mark.parametrize(
    ("fallen", "option", "comes"),
    [(False, "fallen", False), (True, "fallen", True), (False, "from the start", True)],
)
def test_melniboneans_on_their_isle(fallen: bool, option: str, comes: bool) -> None:
    s = holder("Naclon", "Jadmar", "Gaaoll", melniboneans=option)
    put(s, NOBODY, "Imrryr", "Saxif D'aan")
    s.fallen = fallen
    if not comes:
        assert asked(run(s, Musters())) is None
        return
    s = mustered(s, "Naclon", "Gaaoll", rolls=draws(1))
    assert (at(s, "Saxif D'aan"), s.owner[piece("Saxif D'aan")]) == ("Jadmar", 0)
    assert len(s.hand[piece("Saxif D'aan")]) == 1


@pytest.mark.clause("11.0u")
def test_one_who_was_lost_can_come_again() -> None:
    s = holder("Naclon", "Jadmar", "Kyreenee")
    s.where[piece("Yyrkoon")] = LOST
    s = mustered(s, "Naclon", "Kyreenee", ("unit", piece("Yyrkoon")), rolls=draws(2))
    assert at(s, "Yyrkoon") == "Jadmar"


@pytest.mark.clause("12.3d")
@pytest.mark.clause("12.1.2b")
def test_cymoril_has_great_influence() -> None:
    s = holder("Naclon", "Jadmar", "Noose of Flesh")
    put(s, 0, "Jadmar", "Elric")
    s.controller, s.has_hand = piece("Naclon"), True
    s = mustered(s, "Naclon", "Noose of Flesh", ("unit", piece("Cymoril")), rolls=draws(1))
    assert control_actions(s, 0) == [("control", piece("Cymoril"))]


@pytest.mark.clause("16.9a")
def test_moonglum_alone() -> None:
    s = mustered(holder("Naclon", "Jadmar", ESCAPES[0]), "Naclon", ESCAPES[0])
    assert at(s, "Moonglum") == "Jadmar"


@pytest.mark.clause("16.9a")
def test_moonglum_away_with_elric_is_not_to_be_had() -> None:
    s = holder("Naclon", "Jadmar", ESCAPES[0])
    s.where[MOONGLUM] = TRACK
    assert asked(run(s, Musters())) is None


@pytest.mark.clause("12.1.6a")
def test_moonglum_mustered_next_to_elric_joins_him() -> None:
    s = holder("Naclon", "Jadmar", ESCAPES[0])
    put(s, 1, "vil_n", "Elric", "Smiorgan")
    s.controller = piece("Smiorgan")
    s = mustered(s, "Naclon", ESCAPES[0])
    assert (at(s, "Moonglum"), s.owner[MOONGLUM], s.joined) == ("Northern Vilmir", 1, True)


# Theleb K'aarna


@pytest.mark.clause("11.0r")
def test_theleb_comes_without_pan_tang() -> None:
    s = holder("Naclon", "Jadmar", "Kyreenee")
    s = mustered(s, "Naclon", "Kyreenee", ("unit", piece("Theleb K'aarna")), rolls=draws(3))
    assert at(s, "Theleb K'aarna") == "Jadmar"
    assert len(s.hand[piece("Theleb K'aarna")]) == 3
    assert s.ruler[power("Pan Tang")] == NOBODY


@pytest.mark.clause("11.0r")
@pytest.mark.clause("11.0u")
def test_theleb_leaves_his_player_with_what_he_has() -> None:
    s = holder("Naclon", "Jadmar", "Kyreenee")
    put(s, 1, "Hwamgaarl", "Theleb K'aarna", "Jagreen Lern")
    give_cards(s, "Theleb K'aarna", "Misha")
    s = mustered(s, "Naclon", "Kyreenee", ("unit", piece("Theleb K'aarna")), rolls=[])
    assert (at(s, "Theleb K'aarna"), s.owner[piece("Theleb K'aarna")]) == ("Jadmar", 0)
    assert s.hand[piece("Theleb K'aarna")] == (spell("Misha"),)


@pytest.mark.clause("11.0u")
def test_theleb_is_not_mustered_by_whoever_has_him() -> None:
    s = holder("Naclon", "Jadmar", "Kyreenee")
    put(s, 0, "Kariss", "Theleb K'aarna")
    s = mustered(s, "Naclon", "Kyreenee", rolls=draws(2))
    assert at(s, "Yyrkoon") == "Jadmar"


@pytest.mark.clause("11.0s")
def test_theleb_goes_over_to_whoever_musters_pan_tang() -> None:
    s = holder("King Hozel", "Hwamgaarl", "Xiombarg")
    put(s, 1, "Kariss", "Theleb K'aarna", "Smiorgan")
    rule(s, NOBODY, "Pan Tang")
    give_cards(s, "Theleb K'aarna", "Fileet")
    s = mustered(s, "King Hozel", "Xiombarg", rolls=draws(4))
    assert s.where[piece("Theleb K'aarna")] == area("Hwamgaarl")
    assert s.owner[piece("Theleb K'aarna")] == 0
    assert s.hand[piece("Theleb K'aarna")] == (spell("Fileet"),)


# Uncontrolled Elric


@pytest.mark.clause("12.1.2a")
def test_people_who_come_upon_elric_have_him() -> None:
    s = mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[])
    s.lift((piece("King Hozel"),), OFF)
    put(s, NOBODY, "Nadsokor", "Elric")
    s.has_hand = True
    s = run(s, Newcomers())
    assert (s.owner[ELRIC], s.controller) == (0, piece("Urish"))


@pytest.mark.clause("14.1g")
def test_in_the_founding_personalities_alone() -> None:
    s = holder("Olab King", "rlin", "Balan", "Darnizhaan", scenario="founding", seats=1)
    s = run(s, Musters())
    assert operands(s, "muster") == [pair(piece("Olab King"), spell("Balan"))]
    assert refusal(s, "muster", ("Olab King", "Darnizhaan")).clause == "14.1g"
    s = act(s, ("muster", pair(piece("Olab King"), spell("Balan"))), ("unit", piece("Shaman")), rolls=[])
    assert at(s, "Shaman") == at(s, "Olab King")
    assert piece("Shaman") not in s.hand
    assert told(s, "muster.piece")
    assert KIND[piece("Shaman")] == PERSON


@pytest.mark.clause("11.0t", "16.6b")
def test_the_battle_barge_comes_to_elric_before_imrryr_has_fallen() -> None:
    """It is at neutral Melnibone with Magnum Colim.

    A Melnibonean adjacent to the isle can call it.
    """
    sea = COASTS[MELNIBONE][0]
    s = new_state()
    put(s, NOBODY, MELNIBONE, "Golden Battle Barge", "Magnum Colim", "Yyrkoon", ("Melnibone", 5))
    put(s, 0, sea, "Vilmir galley", "Elric", "Naclon")
    s.ship = {piece("Elric"): piece("Vilmir galley"), piece("Naclon"): piece("Vilmir galley")}
    s.controller, s.has_hand = piece("Naclon"), True
    give_cards(s, "Elric", "Battle Barge")
    s = mustered(s, "Elric", "Battle Barge")
    assert [(s.where[p], s.owner[p]) for p in map(piece, ("Golden Battle Barge", "Magnum Colim"))] == [(sea, 0)] * 2
    assert s.where[piece("Yyrkoon")] == MELNIBONE
    assert muster_targets(s, ELRIC, spell("Battle Barge")) == [], "it is a player's by now"


@pytest.mark.clause("7.4.2a", "11.0b")
def test_a_spell_that_bears_somebody_through_the_air_musters_nobody() -> None:
    s = holder("Naclon", "Jadmar", "Charm of Justice", "Oonai")
    s.flights[spell("Oonai")] = Flight(1, 1)
    assert muster_refused(s, "Naclon", "Oonai") == ("7.4.2a", "why.in-use")
