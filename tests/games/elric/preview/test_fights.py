"""Previews of battles, spells in them, losses and monsters (9.2, 10, 12.1.4, 13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, cast, city, meeting
from games.elric.positions.board import area, give_cards, new_state, operand, piece, put, run
from games.elric.positions.guidance import foreseen
from games.elric.positions.journeys import marching
from palatine.games.elric.components.tables import RESULTS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.battles import Assault, Battles, ChooseBattle
from palatine.games.elric.rules.combat.combat import odds as totals
from palatine.games.elric.rules.combat.losses import ChooseLoss, Losses
from palatine.games.elric.rules.combat.participants import Fight, pending
from palatine.games.elric.rules.combat.random_attacks import AttackMagic, MonsterAttack
from palatine.games.elric.rules.combat.spell_laying import LayCards
from palatine.games.elric.rules.common.margins import margins

DONE = ("done", 0)


@pytest.mark.clause("10.5a", "10.6a", "10.6h")
def test_the_odds_are_those_of_36_throws_and_name_the_rows_of_the_table() -> None:
    s = run(meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Dharmit", ("Jharkor", 2)]), Battles())
    told = foreseen(s, *DONE)
    (odds,) = told.odds
    attack, defence = totals(s, pending(s)[0])
    assert (attack.total, defence.total) == (7, 5)
    assert {each.text: round(36 * each.chance) for each in odds.results} == {
        "You win by 5 to 7: they lose 3 and retreat": 6,
        "You win by 4: they lose 2 and retreat": 4,
        "You win by 3: they lose 1 and retreat": 5,
        "You win by 1 to 2: they retreat": 11,
        "A tie: nothing happens": 4,
        "You lose by 1 to 2: you retreat": 5,
        "You lose by 3: you lose 1 and retreat": 1,
    }
    assert {each.least for each in RESULTS} >= {0, 1, 3, 4, 5}
    by_text = {each.text: each.losses for each in odds.results}
    assert by_text["You win by 4: they lose 2 and retreat"] == {"Jade": 2.0}
    assert by_text["You lose by 3: you lose 1 and retreat"] == {"Amber": 1.0}
    assert told.is_irrevocable


@pytest.mark.clause("7.5.2h", "7.5.2d")
def test_a_city_falls_where_garrison_and_wall_are_overcome() -> None:
    s = run(city("Vilmir", "Jadmar", ["Yishana", "Sarosto", ("Jharkor", 8)], [("Vilmir", 6)]), Battles())
    (odds,) = foreseen(s, *DONE).odds
    fates = {each.text.split(": ")[0]: each.text for each in odds.results}
    falls = [text for text in fates.values() if text.endswith("Jadmar falls")]
    assert falls
    assert all(int(text.split("by ")[1].split(" ")[0].strip(":")) >= 11 for text in falls)
    assert any("they lose everyone there; Jadmar holds out" in text for text in fates.values())


@pytest.mark.clause("10.1a")
def test_a_poor_battle_is_warned_of_and_a_good_one_is_not() -> None:
    good = run(meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Nikorn"]), Battles())
    assert "10.1a" not in foreseen(good, *DONE).warned
    poor = run(meeting(FIELD, ["Nikorn", ("Bakshaan", 2)], ["Dharmit", ("Jharkor", 5)]), Battles())
    assert "10.1a" in foreseen(poor, *DONE).warned
    picking = foreseen(poor, "withhold", next(x for verb, x in poor.flow[-1].actions(poor) if verb == "withhold"))
    assert "10.1a" not in picking.warned, "nothing begins yet"


@pytest.mark.clause("12.1.4c")
def test_elric_in_the_battle_endangers_whoever_controls_him() -> None:
    s = meeting(FIELD, ["Yishana", "Elric", ("Jharkor", 2)], ["Karnaal"])
    s.controller, s.has_hand = piece("Yishana"), True
    s = run(s, Battles())
    told = foreseen(s, *DONE)
    (line,) = [each for each in told.lines if each.clause == "12.1.4c"]
    assert (line.weight, "2 in 6 (33%)" in line.text, "Yishana" in line.text) == ("warning", True, True)
    s = GAME.play(GAME.decode(GAME.encode(s)), "Amber", ("withhold", piece("Elric")))
    assert "12.1.4c" not in foreseen(s, *DONE).warned


@pytest.mark.clause("10.9.4a")
def test_cities_not_attacked_are_listed_with_their_odds() -> None:
    s = new_state()
    put(s, 0, "Old Hrolmar", "Elric", "Yishana", ("Jharkor", 6))
    s.push(Assault(0))
    told = foreseen(s, *DONE)
    assert [(each.spaces, each.clause) for each in told.unused_options] == [(("vil_hro",), "10.9.4a")]
    (odds,) = foreseen(s, "assault", area("Old Hrolmar")).odds
    assert "Old Hrolmar" in odds.title


@pytest.mark.clause("10.9.4a")
def test_a_city_that_cannot_fall_is_nothing_left_undone() -> None:
    s = new_state()
    put(s, 0, "Raschil", "Yishana")
    s.push(Assault(0))
    assert ("assault", area("Raschil")) in GAME.actions(s, "Amber")
    assert foreseen(s, *DONE).unused_options == []


@pytest.mark.clause("10.1e")
def test_of_several_battles_each_has_its_odds() -> None:
    s = meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Nikorn"])
    put(s, 0, "Sequaloris", "Hilran", ("Tarkesh", 2))
    put(s, 1, "Sequaloris", "Dharmit")
    s = run(s, Battles())
    assert type(s.flow[-1]) is ChooseBattle
    titles = [foreseen(s, "fight", area(where)).odds[0].title for where in (FIELD, "Sequaloris")]
    assert ["7 against 2" in titles[0], "5 against 6" in titles[1]] == [True, True]


# Spells


def laying() -> Any:
    s = meeting(FIELD, ["Jagreen Lern", "Yaris", ("Pikarayd", 2)], ["Dharmit", ("Jharkor", 3)])
    give_cards(s, "Jagreen Lern", "Arioch", "Misha")
    return s


@pytest.mark.clause("9.2f", "9.4a", "13.4a")
def test_a_spell_says_what_it_adds_who_does_not_fight_and_where_the_balance_goes() -> None:
    s = run(laying(), LayCards())
    told = foreseen(s, "lay", operand(("Jagreen Lern", "Arioch")))
    assert "adds 5" in told.lines[0].text
    assert "(4)" in told.lines[0].text
    (near,) = [each for each in told.lines if each.weight == "warning"]
    assert (near.clause, "Chaos 5" in near.text) == ("9.4a", True)
    calm = foreseen(s, "lay", operand(("Jagreen Lern", "Misha")))
    assert [each.text for each in calm.lines if each.clause == "9.4a"] == ["The Balance stays at Neutral."]
    assert "9.4a" not in calm.warned
    s.balance, s.turn = -3, 4
    tips = foreseen(s, "lay", operand(("Jagreen Lern", "Arioch")))
    assert "13.4a" in tips.warned
    assert any("turn 7" in each.text for each in tips.lines)


@pytest.mark.clause("13.2a")
def test_what_an_own_laid_spell_adds_is_in_the_odds_and_an_enemys_is_not() -> None:
    s = cast(laying(), Jagreen_Lern="Chardros")
    assert "9 against 6" in foreseen(run(s, Battles()), *DONE).odds[0].title
    mine = laying()
    give_cards(mine, "Dharmit", "Balan")
    (odds,) = foreseen(run(mine, LayCards()), "lay", operand(("Jagreen Lern", "Arioch"))).odds
    assert "10 against 6" in odds.title
    assert not any("not yet shown" in why for _, why, _ in odds.parts), "Dharmit is no magician"


@pytest.mark.clause("9.2b")
def test_ending_the_laying_lists_who_could_still_cast() -> None:
    told = foreseen(run(laying(), LayCards()), *DONE)
    assert [each.clause for each in told.unused_options] == ["9.2b"]
    assert "Arioch" in told.unused_options[0].text


@pytest.mark.clause("16.2c", "10.5a")
def test_the_odds_of_a_battle_with_balo_count_his_die() -> None:
    """4 and 2 armies fight 6, with or without Balo's 3; the button shows the mean of both."""
    s = meeting(FIELD, ["Jagreen Lern", "Yaris", ("Pikarayd", 2)], ["Dharmit", ("Jharkor", 3)])
    give_cards(s, "Jagreen Lern", "Balo the Jester")
    (odds,) = foreseen(run(s, LayCards()), "lay", operand(("Jagreen Lern", "Balo the Jester"))).odds
    edge = sum([int(amount.replace("−", "-")) for amount, _, _ in odds.parts])
    won = sum([each.chance for each in odds.results if each.text.startswith("You win")])
    both = [margins(each).probability(lambda margin: margin > 0) for each in (edge, edge - 3)]
    assert won == pytest.approx(sum(both) / 2)


@pytest.mark.clause("13.4f", "10.5a")
def test_the_odds_count_what_is_maintained_on_both_sides() -> None:
    s = meeting(FIELD, ["Jagreen Lern", "Yaris", ("Pikarayd", 2)], ["Ohada", ("Shazaar", 3)])
    s.cup = [x for x in s.cup if x != operand("Donblas")]
    s.maintained[piece("Ohada")] = operand("Donblas")
    s = run(s, Battles())
    attack, defence = totals(s, pending(s)[0])
    assert f"{attack.total} against {defence.total}" in foreseen(s, *DONE).odds[0].title
    assert "spell" in [part.reason for part in defence.parts]


# Losses and monsters


@pytest.mark.clause("10.8b", "6.0l")
def test_who_is_struck_down_is_told_with_the_chance_of_an_escape() -> None:
    s = meeting(FIELD, ["Nikorn"], ["Dharmit", ("Jharkor", 3)])
    battle = pending(s)[0]
    s.flow += [Fight(battle, 12), Losses(1, 3), ChooseLoss(1, area(FIELD), 3)]
    told = foreseen(s, "lose", piece("Dharmit"), "Jade")
    assert "10.8b" in told.warned
    assert "3 in 6 (50%)" in told.lines[0].text
    assert "6.0l" in told.warned


@pytest.mark.clause("7.6c")
def test_a_monster_is_told_with_its_odds() -> None:
    s = new_state()
    put(s, 0, "nihrain", "Ohada", ("Shazaar", 2))
    give_cards(s, "Ohada", "Misha")
    monster = operand("Checkalakh")
    s.cup.remove(monster)
    group = s.pieces(0, area("nihrain"))
    s.flow += [MonsterAttack(0, area("nihrain"), group, monster), AttackMagic(0, area("nihrain"), group, monster)]
    bare = foreseen(s, "fight")
    assert "3 to 4" in bare.odds[0].title
    aided = foreseen(s, "cast", operand(("Ohada", "Misha")))
    assert "5 to 4" in aided.odds[0].title
    beaten = [sum(each.chance for each in told.odds[0].results if "beat" in each.text) for told in (bare, aided)]
    assert beaten == pytest.approx([15 / 36, 26 / 36])


@pytest.mark.clause("10.4c", "16.1j")
def test_an_own_eater_takes_the_enemies_out_of_the_odds() -> None:
    s = city(
        "Dharijor", "Gromoorva", ["Wizard of Jharkor", "Yishana", ("Jharkor", 2)], ["Karnaal", ("Dharijor", 5)]
    )
    give_cards(s, "Wizard of Jharkor", "Noose of Flesh")
    s = run(s, LayCards())
    noose = foreseen(s, "lay", operand(("Wizard of Jharkor", "Noose of Flesh")))
    (odds,) = noose.odds
    assert "7 against 5" in odds.title, "nobody is left behind the wall"
    assert sum(each.chance for each in odds.results if "Gromoorva falls" in each.text) == pytest.approx(6 / 36)
    assert all(each.losses["Jade"] >= 5 for each in odds.results)
    assert any("5 armies" in each.text for each in noose.lines)
    without = foreseen(s, *DONE)
    assert "8 against 13" in without.odds[0].title
    assert "10.1a" in without.warned


@pytest.mark.clause("9.2b")
def test_a_march_is_not_warned_of_where_own_spells_can_turn_the_battle() -> None:
    s = new_state()
    put(s, 1, "Sequa", "Karnaal", ("Dharijor", 3))
    put(s, 0, "Dhakos", "Wizard of Jharkor", "Yishana", ("Jharkor", 2))
    give_cards(s, "Wizard of Jharkor", "Noose of Flesh")
    group = s.pieces(0, area("Dhakos"))
    armed = foreseen(marching(s, "Dhakos", *group), "go", area("Sequa"))
    assert "10.1a" in armed.noted
    assert any("before your Noose of Flesh" in each.text for each in armed.lines)
    s.hand[piece("Wizard of Jharkor")] = ()
    assert "10.1a" in foreseen(marching(s, "Dhakos", *group), "go", area("Sequa")).warned
