"""Previews of escapes, the Horn, hands, musters and searches (8, 9.5, 10.8, 11, 13.5, 16.7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.positions.board import area, give_cards, lay_star, new_state, operand, piece, put, rule
from games.elric.positions.guidance import foreseen
from pace import sampled
from palatine.games.elric.components.spells import ALIGNMENT, LAW
from palatine.games.elric.preview.unwarned_losses import consequences
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.characters.escapes import Attempt, EscapeSpell
from palatine.games.elric.rules.common.cup import ChooseAlignment
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.rules.magic.search import ChooseSearch
from palatine.games.elric.rules.realm.muster import ChooseMuster, ChooseTarget
from palatine.games.elric.state import LOST, OFF


@pytest.mark.clause("10.8b", "10.8e", "16.5a")
def test_an_escape_is_told_with_its_chance() -> None:
    s = new_state()
    put(s, 0, "Dhakos", "Wizard of Jharkor", "Dharmit")
    give_cards(s, "Wizard of Jharkor", "Misha", "Escape")
    here = (piece("Wizard of Jharkor"),)
    s.flow += [Attempt(area("Dhakos"), here, False, -1), EscapeSpell(0, area("Dhakos"), here[0])]
    roll = foreseen(s, "roll")
    assert "1 in 6 (17%)" in roll.lines[0].text
    assert "10.8b" in roll.warned
    spell = foreseen(s, "use", operand(("Wizard of Jharkor", "Misha")))
    assert "3 in 6 (50%)" in spell.lines[0].text
    sure = foreseen(s, "use", operand(("Wizard of Jharkor", "Escape")))
    assert sure.noted == ["16.5a"]


@pytest.mark.clause("16.2c", "10.8e")
def test_an_escape_by_balo_counts_his_die() -> None:
    """The chance is 3 in 6 if Balo works, otherwise her own 1 in 6."""
    s = new_state()
    put(s, 0, "Dhakos", "Wizard of Jharkor", "Dharmit")
    give_cards(s, "Wizard of Jharkor", "Balo the Jester")
    here = (piece("Wizard of Jharkor"),)
    s.flow += [Attempt(area("Dhakos"), here, False, -1), EscapeSpell(0, area("Dhakos"), here[0])]
    assert "12 in 36 (33%)" in foreseen(s, "use", operand(("Wizard of Jharkor", "Balo the Jester"))).lines[0].text


@pytest.mark.clause("10.8b")
def test_an_escape_that_cannot_fail_is_no_warning() -> None:
    s = new_state()
    put(s, 0, "Raschil", "Elric")
    here = (piece("Elric"),)
    s.flow += [Attempt(area("Raschil"), here, False, -1), EscapeSpell(0, area("Raschil"), here[0])]
    roll = foreseen(s, "roll")
    assert "10.8b" not in roll.warned
    assert "10.8b" in roll.noted


def tipped() -> Any:
    s = new_state()
    s.order = (0, 1, 2)
    put(s, 0, "Dhakos", "Elric", "Yishana")
    s.controller, s.has_hand = piece("Yishana"), True
    give_cards(s, "Elric", "Horn of Fate", "Donblas")
    s.balance, s.tipped, s.ends, s.turn = -6, -1, 6, 4
    s.flow.append(MagicMenu(0))
    return s


@pytest.mark.clause("16.7b", "16.7c")
def test_the_horn_is_warned_of_with_both_its_chances() -> None:
    told = foreseen(tipped(), "horn")
    (line,) = [each for each in told.lines if each.weight == "warning"]
    assert (line.event, line.chance) == ("horn.ends", pytest.approx(1 / 3))
    assert "4 in 6 (67%)" in line.text
    s = tipped()
    s.horns = 2
    (third,) = [each for each in foreseen(s, "horn").lines if each.weight == "warning"]
    assert (third.event, third.chance) == ("horn.third", 1.0)


@pytest.mark.clause("13.5b", "13.5f")
def test_a_sacrifice_is_warned_of_unless_it_restores_the_balance() -> None:
    s = tipped()
    donblas = operand(("Elric", "Donblas"))
    told = foreseen(s, "sacrifice", donblas)
    assert (told.warned, told.is_irrevocable) == (["13.5b"], True)
    assert "4 of the 12" in told.lines[0].text
    s.sacrificed = tuple([x for x in s.cup if ALIGNMENT[x] == LAW][:4])
    s.cup = [x for x in s.cup if x not in s.sacrificed]
    assert foreseen(s, "sacrifice", donblas).noted == ["13.5f"]


@pytest.mark.clause("9.5f")
def test_handing_chaos_to_a_stack_of_law_is_warned_of() -> None:
    s = new_state()
    put(s, 0, "Dhakos", "Wizard of Jharkor", "Priest of Vilmir", "Dharmit")
    give_cards(s, "Priest of Vilmir", "Donblas")
    give_cards(s, "Dharmit", "Arioch")
    s.flow.append(MagicMenu(0))
    given = foreseen(s, "hand", operand(("Dharmit", "Arioch")))
    assert "9.5f" not in given.warned, "who takes it is still to be chosen"
    s = GAME.play(s, "Amber", ("hand", operand(("Dharmit", "Arioch"))))
    assert "9.5f" in foreseen(s, "to", piece("Wizard of Jharkor")).warned


@pytest.mark.clause("9.5e")
def test_keeping_law_says_what_of_chaos_is_thrown_away() -> None:
    s = new_state()
    put(s, 0, "Dhakos", "Wizard of Jharkor")
    give_cards(s, "Wizard of Jharkor", "Donblas", "Arioch")
    s.flow.append(ChooseAlignment(0, piece("Wizard of Jharkor")))
    told = foreseen(s, "keep", LAW)
    assert (told.is_irrevocable, "Arioch" in told.lines[0].text) == (True, True)
    assert "can't hold spells of both Law and Chaos" in told.lines[1].text, "why it is asked at all"


@pytest.mark.clause("11.0e", "11.0c", "11.0b")
def test_a_muster_says_what_it_brings_and_its_end_what_could_be_mustered() -> None:
    s = new_state()
    put(s, 0, "Bakshaan", "Yishana")
    give_cards(s, "Yishana", "Teleport")
    s.flow.append(ChooseMuster(0))
    told = foreseen(s, "end")
    assert [(each.clause, each.spaces) for each in told.unused_options] == [("11.0b", ("bakshaan",))]
    spell = foreseen(s, "muster", operand(("Yishana", "Teleport")))
    assert "4 armies" in spell.lines[1].text
    assert spell.is_irrevocable
    s.shift((piece("Yishana"),), area("Dhakos"))
    s.hand[piece("Yishana")] = ()
    give_cards(s, "Yishana", "Aubec", "Eequor")
    s.flow[-1] = ChooseTarget(0, piece("Yishana"), operand("Eequor"))
    assert foreseen(s, "unit", piece("Rackhir")).noted == ["11.0v", "11.0k"]


@pytest.mark.clause("8.0g", "8.0h")
def test_a_search_is_told_with_its_chance() -> None:
    s = new_state()
    put(s, 0, "nihrain", "Ohada")
    lay_star(s, "nihrain", "Tower of Voilodion Gagnasdiak")
    s.flow.append(ChooseSearch(0, area("nihrain"), piece("Ohada")))
    (line,) = [each for each in foreseen(s, "spell", area("nihrain")).lines if each.event]
    assert (line.event, line.chance) == ("search.spell", pytest.approx(2 / 6))
    s.sought[area("nihrain")] = (0, 0)
    (again,) = [each for each in foreseen(s, "spell", area("nihrain")).lines if each.event]
    assert again.chance == pytest.approx(3 / 6)


@pytest.mark.parametrize("seed", sampled(range(6)))
def test_what_is_told_is_the_same_on_every_deal(seed: int) -> None:
    random = Random(seed)
    scenario = random.choice(GAME.scenarios)
    s = GAME.setup(scenario.name, random.choice(scenario.tables), seed=bytes([seed]))
    for _ in range(250):
        if not s.flow:
            return
        (seat,) = GAME.actors(s)
        actions = GAME.actions(s, seat)
        action = random.choice(actions)
        one, other = [GAME.determinize(s, seat, key) for key in (b"one", b"other")]
        assert list(consequences(GAME, one, seat, action)) == list(consequences(GAME, other, seat, action))
        GAME.take(s, seat, action)


def test_nobody_has_forces_to_lose_before_they_are_placed() -> None:
    s = GAME.setup("free", ("Amber", "Jade"), seed=b"forces")
    assert GAME.unit_counts(s) == {}
    s = new_state()
    rule(s, 1, "Vilmir")
    put(s, 0, "Dhakos", "Dharmit", ("Jharkor", 2))
    put(s, 1, "Jadmar", ("Vilmir", 2))
    s.lift((s.pieces(1, area("Jadmar"))[0],), LOST)
    assert GAME.unit_counts(s) == {"Amber": 3, "Jade": 2, "Ruby": 0}, "what may come back is counted"
    s.lift((s.pieces(1, area("Jadmar"))[0],), OFF)
    assert GAME.unit_counts(s)["Jade"] == 1


LAST = """
elric
scenario successor
turn {turn}
player-turn Amber
order: Jade, Amber
rules Amber: Jharkor
rules Jade: Dharijor
Amber in jha_n: dharmit, jharkor-army-1
Jade in pantang: karnaal, dharijor-army-1
Jade in jha_dha: dharijor-army-2
Jade in sha_afl: dharijor-army-3
Jade in tar_ban: dharijor-army-4
holds: {holds}
step Movement
"""


@pytest.mark.clause("5.0d", "14.3b")
def test_what_ends_a_match_that_others_have_won_is_warned_of() -> None:
    there = {area("jha_dha"): (1, 0), area("sha_afl"): (1, 4), area("tar_ban"): (1, 4)}
    holds = "{" + ", ".join(f'"{where}": [{seat}, {victim}]' for where, (seat, victim) in there.items()) + "}"
    for turn, warned in ((10, True), (9, False)):
        s = GAME.read_position(LAST.format(turn=turn, holds=holds))
        told = GAME.preview(s, "Amber", ("end", 0))
        assert (bool([each for each in told.lines if each.clause == "5.0d"])) == warned
