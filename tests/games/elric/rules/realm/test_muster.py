"""Muster: nations, personalities, hordes and artifacts (11, 16.8, 16.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games.elric.kingdoms import (
    act,
    area,
    asked,
    at,
    choose,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    power,
    put,
    refusal,
    rule,
    run,
    spell,
    take_card,
    told,
)
from palatine.games.elric.components.pieces import ARMY, CAPACITY, ELRIC, FLEET, KIND, MOONGLUM, PERSON, PIECES_OF
from palatine.games.elric.components.spells import DISPELS, ESCAPES
from palatine.games.elric.rules.common.control import control_actions
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.realm.muster import Musters, Newcomers
from palatine.games.elric.state import AWAY, LOST, NOBODY, OFF, TRACK, Hold, pair

PLAIN = ("Grome", "Misha", "Kakatal", "Roofdrak", "Straasha", "Gaaoll", "Meerclar", "Fileet", "Elenoin")


def holder(who: str, where: str, *cards: str | int, seat: int = 0, **options: Any) -> Any:
    """Somebody with spells somewhere, and a cup of Neutral ones."""
    s = new_state(**options)
    put(s, seat, where, who)
    give_cards(s, who, *cards)
    refill(s)
    return s


def refill(s: Any) -> None:
    s.cup = [take_card(s, name) for name in PLAIN if spell(name) in s.cup]


def mustered(s: Any, who: str, card: str | int, *picks: tuple[str, int], rolls: Iterable[Any] = ()) -> Any:
    """After somebody has mustered with a spell, with what is chosen on the way; draws take the first of the cup."""
    s = choose(run(s, Musters()), "muster", pair(piece(who), spell(card)), rolls=rolls if not picks else ())
    for n, pick in enumerate(picks, 1):
        s = act(s, pick, rolls=rolls if n == len(picks) else ())
    return s


def draws(count: int) -> list[Any]:
    return [("card", 1)] * count


def refused(s: Any, who: str, card: str | int) -> tuple[str, str]:
    """Clause and reason why nothing can be mustered with a spell; something else can, so that somebody is asked."""
    put(s, 0, "Karlaak", "Nikorn")
    s.hand[piece("Nikorn")] = (spell("Slortar the Old"),)
    found = refusal(run(s, Musters()), "muster", (who, card))  # type: ignore[arg-type]
    return found.clause, found.reason


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
    assert refused(s, "Priest of Vilmir", "Elric Nightmare") == ("11.0a", "why.musters-nothing")


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
    """Smiorgan, no magician, has found the Elenoin at the Unholy Fortress: he can call the Clackars or the Silent
    Guard, not the Flamebringers from there, and the Guard appears with him and without spells."""
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
    assert refused(s, "Naclon", "Black Serpents of Dorel") == ("11.0u", "why.in-play")


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


# Nations


@pytest.mark.clause("11.0c")
def test_a_nation_is_mustered_in_its_capital_alone() -> None:
    s = holder("King Hozel", "Kariss", "Checkalakh")
    assert refused(s, "King Hozel", "Arioch")[0] == "11.0b"
    s = holder("King Hozel", "Kariss", "Beetles of Kaleef")
    assert refused(s, "King Hozel", "Beetles of Kaleef") == ("11.0c", "why.not-in-capital")
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    assert asked(run(s, Musters())) == ("ChooseMuster", 0)


@pytest.mark.clause("11.0e")
@pytest.mark.clause("3.2c")
@pytest.mark.clause("11.0f")
def test_all_of_it_comes_in_set_up_positions() -> None:
    s = holder("King Hozel", "Hwamgaarl", "Xiombarg")
    s = mustered(s, "King Hozel", "Xiombarg", rolls=draws(7))
    assert s.ruler[power("Pan Tang")] == 0
    assert {s.where[p] for p in PIECES_OF[power("Pan Tang")]} == {area("Hwamgaarl")}
    assert len([p for p in s.pieces(0, area("Hwamgaarl")) if KIND[p] == ARMY]) == 5
    assert len(s.hand[piece("Theleb K'aarna")]) == 3
    assert len(s.hand[piece("Jagreen Lern")]) == 2


@pytest.mark.clause("11.0e")
def test_of_several_ports_the_musterer_chooses() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    s = mustered(s, "King Hozel", "Arkyn")
    assert asked(s) == ("PlaceFleets", 0)
    s = choose(s, "port", "Old Hrolmar", rolls=draws(2))
    assert at(s, "Vilmir galley") == at(s, "Sealord of Vilmir") == "Old Hrolmar"
    assert at(s, "Naclon") == "Jadmar"


@pytest.mark.clause("11.0u")
@pytest.mark.clause("6.0g")
def test_a_nation_of_ones_own_that_has_lost_nothing() -> None:
    s = holder("Urish", "Nadsokor", "Beetles of Kaleef")
    assert refused(s, "Urish", "Beetles of Kaleef") == ("6.0a", "why.nothing-lost")


@pytest.mark.clause("10.9.1e")
def test_a_captured_capital_bars_the_muster_by_others() -> None:
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    put(s, 1, "Nadsokor", ("Vilmir", 1))
    s.holds[area("Nadsokor")] = Hold(1, NOBODY)
    assert refused(s, "King Hozel", "Beetles of Kaleef") == ("10.9.1e", "why.capital-barred")


@pytest.mark.clause("10.9.1e")
@pytest.mark.clause("7.5.2f")
def test_its_captor_may_muster_it() -> None:
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    s.holds[area("Nadsokor")] = Hold(0, NOBODY)
    s = mustered(s, "King Hozel", "Beetles of Kaleef")
    assert s.ruler[power("Nadsokor")] == 0
    assert s.city_owner(area("Nadsokor")) == 0


@pytest.mark.clause("11.0c")
def test_besiegers_are_not_in_the_capital() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    rule(s, 1, "Vilmir")
    put(s, 1, "Jadmar", "Naclon")
    s.sieges[area("Jadmar")] = 0
    assert refused(s, "King Hozel", "Arkyn") == ("11.0c", "why.not-in-capital")


@pytest.mark.clause("10.9.4e", "11.0c")
def test_besiegers_are_in_a_capital_that_has_become_neutral_and_may_muster_it() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    s.sieges[area("Jadmar")] = 0
    assert besieger(s, area("Jadmar")) == NOBODY
    assert mustered(s, "King Hozel", "Arkyn").ruler[power("Vilmir")] == 0


@pytest.mark.clause("16.9a")
def test_moonglum_comes_with_eshmir() -> None:
    s = mustered(
        holder("King Hozel", "Elwher", "Meerclar"),
        "King Hozel",
        "Meerclar",
        ("power", power("Eshmir")),
        rolls=draws(2),
    )
    assert (at(s, "Moonglum"), s.owner[MOONGLUM]) == ("Elwher", 0)


@pytest.mark.clause("16.9a")
def test_unless_he_is_on_the_board() -> None:
    s = holder("King Hozel", "Elwher", "Meerclar")
    put(s, 1, "Kariss", "Moonglum")
    s = mustered(s, "King Hozel", "Meerclar", ("power", power("Eshmir")), rolls=draws(2))
    assert (at(s, "Moonglum"), s.owner[MOONGLUM]) == ("Kariss", 1)


# Nations of others


def conquered(card: str = "Beetles of Kaleef") -> Any:
    """Seat 0 holds Nadsokor, whose player is seat 1 and has it in two places."""
    s = holder("King Hozel", "Nadsokor", card)
    put(s, 0, "Nadsokor", ("Argimiliar", 1))
    put(s, 1, "Kariss", "Urish", ("Nadsokor", 3))
    s.holds[area("Nadsokor")] = Hold(0, 1)
    return s


@pytest.mark.clause("11.0h")
@pytest.mark.clause("7.5.2f")
@pytest.mark.clause("11.0i")
def test_whoever_holds_the_capital_can_muster_it_away() -> None:
    s = conquered()
    give_cards(s, "Urish", "Fileet")
    s = mustered(s, "King Hozel", "Beetles of Kaleef", rolls=[])
    assert {s.where[p] for p in PIECES_OF[power("Nadsokor")]} == {AWAY}
    assert s.coming == {power("Nadsokor"): 0}
    assert piece("Urish") not in s.hand
    assert spell("Fileet") in s.discard
    assert not s.stacks[1]


@pytest.mark.clause("11.0h", "11.0r")
def test_theleb_stays_with_a_musterer_of_pan_tang_who_has_him_already() -> None:
    s = new_state()
    put(s, 1, "Kariss", "Smiorgan", "Jagreen Lern")
    put(s, 0, "Hwamgaarl", "Naclon", ("Vilmir", 1))
    put(s, 0, "Jadmar", "Theleb K'aarna")
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    give_cards(s, "Naclon", "Arioch")
    s = mustered(s, "Naclon", "Arioch", rolls=[])
    assert (at(s, "Theleb K'aarna"), s.owner[piece("Theleb K'aarna")]) == ("Jadmar", 0)
    assert s.where[piece("Jagreen Lern")] == AWAY


@pytest.mark.clause("11.0j")
def test_it_comes_at_the_start_of_his_next_turn_in_full_strength() -> None:
    s = mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[])
    s.phasing = 1
    assert run(s, Newcomers()).coming == {power("Nadsokor"): 0}
    s.phasing = 0
    s = run(s, Newcomers())
    assert s.coming == {}
    assert {at(s, p) for p in PIECES_OF[power("Nadsokor")]} == {"Nadsokor"}
    assert {s.owner[p] for p in PIECES_OF[power("Nadsokor")]} == {0}


@pytest.mark.clause("11.0h")
def test_not_without_holding_the_capital() -> None:
    s = conquered()
    s.holds = {}
    assert refused(s, "King Hozel", "Beetles of Kaleef") == ("11.0h", "why.capital-not-yours")


@pytest.mark.clause("11.0j")
def test_a_nation_on_its_way_is_not_mustered() -> None:
    s = mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[])
    s.hand[piece("King Hozel")] = (spell("Vulture Lions"),)
    assert refused(s, "King Hozel", "Vulture Lions") == ("11.0j", "why.on-its-way")


@pytest.mark.clause("11.0i")
@pytest.mark.clause("12.1.2a")
def test_elric_is_nobodys_when_his_controller_leaves() -> None:
    s = conquered()
    put(s, 1, "Kariss", "Elric")
    s.controller = piece("Urish")
    s = mustered(s, "King Hozel", "Beetles of Kaleef", rolls=[])
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)


@pytest.mark.clause("11.0i")
def test_others_aboard_its_ships_are_left_to_the_sea() -> None:
    s = holder("King Hozel", "Aflitain", "Arkyn")
    put(s, 1, "shaz_gulf", "Shazaar transport", "Ohada", "Smiorgan", ("Isle of Purple Towns", 2))
    for p in s.pieces(1, area("shaz_gulf")):
        if KIND[p] != FLEET:
            s.ship[p] = piece("Shazaar transport")
    put(s, 1, "Kariss", "Kargan")
    s.holds[area("Aflitain")] = Hold(0, 1)
    s = mustered(s, "King Hozel", "Arkyn", rolls=[("escape", 5)])
    assert not s.pieces(1, area("shaz_gulf"))
    assert s.where[piece("Smiorgan")] == LOST
    assert {s.where[p] for p in PIECES_OF[power("Shazaar")]} == {AWAY}


@pytest.mark.clause("11.0s")
def test_theleb_stays_with_a_musterer_who_has_him() -> None:
    s = holder("King Hozel", "Hwamgaarl", "Xiombarg")
    put(s, 0, "Kariss", "Theleb K'aarna")
    put(s, 1, "Jadmar", "Jagreen Lern")
    s.ruler[power("Pan Tang")] = 1
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    s = mustered(s, "King Hozel", "Xiombarg", rolls=[])
    assert at(s, "Theleb K'aarna") == "Kariss"
    assert s.where[piece("Jagreen Lern")] == AWAY


# Hordes


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0n")
@pytest.mark.clause("11.0p")
@pytest.mark.clause("11.0q")
@pytest.mark.parametrize(
    ("card", "horde", "where", "count"),
    [
        ("Nihrain Horses", "Flamebringers", "wee_w", 7), ("Dharzi", "Kelmain Host", "dor_e", 6),
        ("Darnizhaan", "Olab", "rlin", 6), ("Oonai", "People of Pio", "Kariss", 5),
        ("Oonai", "People of Pio", "ashan", 5),
    ],
)  # fmt: skip
def test_hordes_gather_with_their_musterer(card: str, horde: str, where: str, count: int) -> None:
    s = holder("King Hozel", where, card)
    magicians = [p for p in PIECES_OF[power(horde)] if CAPACITY[p] > 0]
    s = mustered(s, "King Hozel", card, rolls=draws(sum(CAPACITY[p] for p in magicians)))
    group = [p for p in PIECES_OF[power(horde)] if s.where[p] == area(where)]
    assert len(group) == count
    assert set(group) < set(s.stack_of(piece("King Hozel")))
    assert s.ruler[power(horde)] == 0


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0n")
@pytest.mark.clause("11.0p")
@pytest.mark.parametrize(
    ("card", "where", "clause"),
    [("Dharzi", "wee_w", "11.0n"), ("Dharzi", "Kariss", "11.0n"), ("Oonai", "dragon", "11.0q")],
)
def test_and_nowhere_else(card: str, where: str, clause: str) -> None:
    assert refused(holder("King Hozel", where, card), "King Hozel", card)[0] == clause


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0p")
def test_the_flamebringers_in_the_weeping_waste_the_olab_in_the_jungle() -> None:
    s = choose(run(holder("King Hozel", "dor_e", "Elenoin"), Musters()), "muster", ("King Hozel", "Elenoin"))
    assert refusal(s, "power", power("Flamebringers")).clause == "11.0l"
    s = choose(
        run(holder("King Hozel", "Elwher", "Darnizhaan"), Musters()),
        "muster",
        ("King Hozel", "Darnizhaan"),
        draws(2),
    )
    assert s.ruler[power("Olab")] == NOBODY


@pytest.mark.clause("11.0u")
def test_a_horde_in_play_is_not_mustered() -> None:
    s = holder("King Hozel", "dor_e", "Dharzi")
    rule(s, 1, "Kelmain Host")
    assert refused(s, "King Hozel", "Dharzi") == ("11.0u", "why.on-the-board")


@pytest.mark.clause("11.0p")
def test_a_horde_is_fresh_until_its_owners_next_turn() -> None:
    s = mustered(holder("King Hozel", "rlin", "Darnizhaan"), "King Hozel", "Darnizhaan")
    assert s.fresh == (power("Olab"),)
    s.phasing = 1
    assert run(s, Newcomers()).fresh == (power("Olab"),)
    s.phasing = 0
    assert run(s, Newcomers()).fresh == ()


# Artifacts and their like


@pytest.mark.clause("16.8f")
def test_the_free_fleet_appears_in_the_sea_of_its_musterer() -> None:
    s = holder("Naclon", "dragon", "Bellbane")
    put(s, 0, "dragon", "Vilmir galley")
    s.ship[piece("Naclon")] = piece("Vilmir galley")
    s = mustered(s, "Naclon", "Bellbane", ("unit", piece("Free Fleet")))
    assert (at(s, "Free Fleet"), s.owner[piece("Free Fleet")]) == ("Dragon Sea", 0)


@pytest.mark.clause("16.8f")
def test_or_in_the_nearest_one() -> None:
    s = holder("Naclon", "Jadmar", "Bellbane")
    s = mustered(s, "Naclon", "Bellbane", ("unit", piece("Free Fleet")))
    assert asked(s) == ("ChooseSea", 0)
    assert names(s, "sea") == ["Straits of Vilmir", "Gulf of Vilmir"]
    assert refusal(s, "sea", "dragon").clause == "16.8f"
    assert at(choose(s, "sea", "g_vilmir"), "Free Fleet") == "Gulf of Vilmir"


@pytest.mark.clause("16.8b")
def test_the_chaos_shield_comes_to_its_musterer_and_comes_again() -> None:
    s = holder("Naclon", "Jadmar", DISPELS[1])
    s = mustered(s, "Naclon", DISPELS[1])
    assert s.bearer == {piece("Chaos Shield"): piece("Naclon")}
    s.hand[piece("Naclon")] = (spell("Invulnerability"),)
    assert refused(s, "Naclon", "Invulnerability")[0] in ("11.0l", "11.0u")
    s.bearer = {}
    assert mustered(s, "Naclon", "Invulnerability").bearer == {piece("Chaos Shield"): piece("Naclon")}


@pytest.mark.clause("11.0t")
@pytest.mark.clause("16.6b")
@pytest.mark.clause("12.3c")
def test_the_barge_comes_with_its_admiral() -> None:
    s = holder("Dyvim Slorm", "w_dragon", "Battle Barge")
    put(s, 0, "w_dragon", "Vilmir galley")
    s.ship[piece("Dyvim Slorm")] = piece("Vilmir galley")
    s = mustered(s, "Dyvim Slorm", "Battle Barge", rolls=[])
    assert at(s, "Golden Battle Barge") == at(s, "Magnum Colim") == "Western Dragon Sea"
    assert s.ship[piece("Magnum Colim")] == piece("Golden Battle Barge")


@pytest.mark.clause("11.0t")
@pytest.mark.clause("9.3.3a")
@pytest.mark.parametrize(
    ("who", "where", "reason"),
    [
        ("Naclon", "w_dragon", "why.no-melnibonean"), ("Dyvim Slorm", "Kariss", "why.not-at-melnibone"),
        ("Dyvim Slorm", "Imrryr", "why.not-at-melnibone"),
    ],
)  # fmt: skip
def test_only_for_a_melnibonean_next_to_melnibone(who: str, where: str, reason: str) -> None:
    assert refused(holder(who, where, "Battle Barge"), who, "Battle Barge") == ("11.0t", reason)


@pytest.mark.clause("16.6b")
def test_on_melnibone_itself_once_it_is_held() -> None:
    s = holder("Dyvim Slorm", "Imrryr", "Battle Barge")
    s.holds[area("Imrryr")] = Hold(0, NOBODY)
    s = mustered(s, "Dyvim Slorm", "Battle Barge", ("sea", area("n_dragon")))
    assert at(s, "Golden Battle Barge") == "Northern Dragon Sea"


@pytest.mark.clause("16.9b")
@pytest.mark.clause("16.8c")
@pytest.mark.parametrize("balance", [-3, -6])
def test_pyaray_comes_in_chaos_with_his_fleet(balance: int) -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = balance
    s = mustered(s, "Naclon", "Quaolnargn", ("sea", area("hrol_sea")), rolls=draws(3))
    assert at(s, "Pyaray") == at(s, "Chaos Fleet") == "Sea of Hrolmar"
    assert s.ship[piece("Pyaray")] == piece("Chaos Fleet")
    assert len(s.hand[piece("Pyaray")]) == 3


@pytest.mark.clause("16.9b")
@pytest.mark.parametrize("balance", [-2, 0, 4])
def test_not_otherwise(balance: int) -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = balance
    assert refused(s, "Naclon", "Quaolnargn") == ("16.9b", "why.no-chaos")


@pytest.mark.clause("16.9c")
def test_pyaray_comes_again_to_a_fleet_that_is_still_there() -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = -4
    put(s, 1, "dragon", "Chaos Fleet")
    s = mustered(s, "Naclon", "Quaolnargn", rolls=draws(3))
    assert at(s, "Pyaray") == "Old Hrolmar"
    assert s.owner[piece("Chaos Fleet")] == 1


@pytest.mark.clause("16.7d")
def test_the_horn_musters_jhary() -> None:
    assert (
        at(mustered(holder("Naclon", "Jadmar", "Horn of Fate"), "Naclon", "Horn of Fate"), "Jhary-a-Conel")
        == "Jadmar"
    )


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
