"""Combat: participants, spells, dice, the table and its results (10.4 to 10.7, 12.0)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import (
    DONE,
    FIELD,
    cast,
    city,
    fight,
    go_on,
    meeting,
    reasons,
    sail,
    totals,
    totals_after,
)
from games.elric.positions.board import (
    act,
    area,
    arm,
    armies_of,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    run,
    told,
)
from palatine.games.elric.components.pieces import ELRIC, FLAMEBRINGERS, MOURNBLADE
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.combat import STAGES
from palatine.games.elric.state import OFF, Hold

# Totals (10.4)


@pytest.mark.clause("10.4a", "3.2d", "3.2h")
def test_on_land_armies_and_people_count() -> None:
    s = meeting(FIELD, ["Yaris", "Sharilla", ("Pikarayd", 4)], [("Jharkor", 2)])
    assert reasons(s) == {"people": 3, "armies": 4}
    assert totals(s) == (7, 2)


@pytest.mark.clause("10.4a", "10.7j")
def test_at_sea_fleets_and_people_count_and_armies_do_not() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern", ("Pan Tang", 2))
    sail(s, 1, "pale", "Tarkesh galley", "Hilran")
    assert reasons(s) == {"people": 4, "fleets": 5}
    assert totals(s) == (9, 7)


@pytest.mark.clause("7.5.7c", "7.5.2c", "7.5.6", "7.2c")
@pytest.mark.parametrize(
    ("nation", "where", "wall"), [("Vilmir", "Jadmar", 5), ("Lormyr", "Trepesaz", 3), ("Nadsokor", "nadsokor", 0)]
)
def test_a_wall_adds_to_its_defenders(nation: str, where: str, wall: int) -> None:
    s = city(nation, where, ["Yaris"], [(nation, 2)])
    assert totals(s) == (3, 2 + wall)


@pytest.mark.clause("10.9.1d")
def test_the_wall_helps_whoever_holds_the_city() -> None:
    s = city("Vilmir", "Jadmar", ["Yaris"])
    s.holds[area("Jadmar")] = Hold(1, 2)
    s.ruler[17] = 2
    put(s, 1, "Jadmar", ("Jharkor", 1))
    assert totals(s) == (3, 6)


@pytest.mark.clause("10.9.3a")
def test_in_a_neutral_country_its_city_helps_nobody() -> None:
    s = meeting("Jadmar", ["Yaris"], ["Dharmit"])
    assert totals(s) == (3, 3)


@pytest.mark.clause("16.8g", "9.3.3b", "12.1.4a")
def test_mournblade_counts_for_a_melnibonean_who_fights() -> None:
    s = meeting(FIELD, ["Yyrkoon"], ["Dharmit"])
    arm(s, "Yyrkoon", MOURNBLADE)
    assert reasons(s) == {"people": 5, "mournblade": 3}
    assert fight(s, 1, 6).fought == (MOURNBLADE,)
    arm(s, "Dharmit", MOURNBLADE)
    assert reasons(s, 1) == {"people": 3}
    s = meeting(FIELD, ["Elric", "Cymoril"], ["Dharmit"])
    arm(s, ELRIC, MOURNBLADE)
    assert reasons(s) == {"people": 6}, "Elric carries no second sword"


@pytest.mark.clause("12.1.4a", "12.1.4b", "12.1.6d")
def test_stormbringer_is_drawn_only_when_elric_fights() -> None:
    s = meeting(FIELD, ["Elric", "Moonglum", "Cymoril"], ["Dharmit", ("Jharkor", 6)])
    assert fight(s, 1, 1).fought == (ELRIC,)
    assert reasons(s) == {"people": 10}
    withheld = act(run(s, Battles()), ("withhold", ELRIC), DONE)
    withheld = go_on(withheld, 6, 1)
    assert withheld.fought == ()
    alone = go_on(act(run(s, Battles()), ("withhold", piece("Moonglum")), DONE), 6, 1)
    assert [told(each, "battle.attack")[0].tally.parts[0].amount for each in (withheld, alone)] == [4, 6]
    cast(s, Elric="Arioch")
    assert reasons(s) == {"people": 4}
    assert fight(s, 1, 1).fought == ()


# Dice and table (10.5, 10.6)


@pytest.mark.clause("10.5a", "10.5b", "10.7a", "3.0")
def test_the_greater_total_wins() -> None:
    s = fight(meeting(FIELD, ["Dharmit"], ["Fadan"]), ("attack", 2), ("defence", 4))
    (entry,) = told(s, "battle.lost")
    assert (entry.data["margin"], entry.clauses) == (2, ("10.5b", "10.6h"))
    assert asked(s) == ("RetreatTo", 0)
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [5, 7]


@pytest.mark.clause("10.6a", "10.6b", "10.6c", "10.6d", "10.6e", "10.6f", "10.6g", "10.6h")
@pytest.mark.parametrize(
    ("armies", "lost"), [(2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (10, 3), (11, 5), (16, 10), (21, 15), (26, 20)]
)
def test_what_a_margin_costs(armies: int, lost: int) -> None:
    """Armies of several nations under a leader in parentheses fight twenty armies with equal dice."""
    forces = (("Vilmir", 9), ("Ilmiora", 10), ("Argimiliar", 11), ("Filkhar", 4), ("Lormyr", 11))
    ours, left = [], armies + 20 - 1
    for nation, count in forces:
        ours.append((nation, min(count, left)))
        left -= min(count, left)
    theirs = [("Jharkor", 8), ("Dharijor", 8), ("Shazaar", 4)]
    s = fight(meeting(FIELD, ["Sharilla", *ours], theirs), 3, 3)
    while asked(s) == ("ChooseLoss", 1):
        s = act(s, s.flow[-1].actions(s)[0])
    assert (
        sum([s.where[p] < 0 for p in armies_of("Jharkor") + armies_of("Dharijor") + armies_of("Shazaar")]) == lost
    )
    assert result_of(armies - 1).losses == lost or result_of(armies - 1).eliminated


@pytest.mark.clause("10.6i")
def test_a_tie_leaves_both_where_they_are_unless_the_attacker_goes() -> None:
    s = fight(meeting(FIELD, ["Dharmit"], ["Fadan"]), 3, 3)
    assert asked(s) == ("Withdraw", 0)
    stayed = choose(s, "stay")
    assert (at(stayed, "Dharmit"), at(stayed, "Fadan")) == (FIELD, FIELD)
    assert asked(stayed) is None
    assert at(choose(s, "back", "Sequa"), "Dharmit") == "Sequa"
    assert refusal(s, "back", "Iosaz").reason == "why.not-adjacent"


@pytest.mark.clause("10.0")
def test_a_battle_goes_through_its_sections_in_order() -> None:
    assert [stage.__name__ for stage in STAGES] == [
        "ask_port_defence", "attacker_withholds", "defender_withholds", "begin_battle",
        "reveal_spells", "draw_spells", "name_targets", "apply_spells", "set_on",
        "roll_battle", "put_spells_away", "take_losses", "abstainers_join_victor", "retreat_loser", "occupy",
        "begin_fallen_escapes", "end_battle",
    ]  # fmt: skip


@pytest.mark.clause("10.7k", "10.8a")
def test_eliminated_means_everybody_withheld_or_not() -> None:
    s = new_state()
    put(s, 0, FIELD, "Elric", "Yyrkoon", "Yishana", "Smiorgan", "Kargan", ("Vilmir", 9))
    put(s, 1, FIELD, "Nikorn", "Zarozinia", ("Bakshaan", 2))
    s = act(run(s, Battles()), DONE)
    s = act(s, ("withhold", armies_of("Bakshaan")[0]), DONE)
    s = choose(s, "stay", rolls=[("attack", 3), ("defence", 1), ("escape", 6)])
    assert [s.where[p] for p in armies_of("Bakshaan")[:2]] == [OFF, OFF]
    assert (at(s, "Nikorn"), at(s, "Zarozinia")) == (str(OFF), str(OFF))


# Melniboneans (12.0)


@pytest.mark.clause("12.0c", "12.0d")
def test_melniboneans_on_both_sides_stand_aside() -> None:
    s = meeting(FIELD, ["Sarosto", "Dyvim Tvar"], ["Dharmit", "Dyvim Slorm", ("Melnibone", 2)])
    assert totals(s) == (4, 3)
    s = fight(s, 1, 1)
    assert told(s, "abstain")
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Dhakos")
    assert (at(s, "Dyvim Slorm"), at(s, "Dyvim Tvar")) == ("Dhakos", FIELD)
    assert all([at(s, p) == "Dhakos" for p in armies_of("Melnibone")[:2]])


@pytest.mark.clause("12.0c")
def test_a_stack_whose_leaders_all_abstain_does_not_attack() -> None:
    s = meeting(FIELD, ["Yyrkoon", ("Jharkor", 3)], ["Cymoril", "Fadan"])
    assert asked(run(s, Battles())) is None


@pytest.mark.clause("12.0d")
def test_there_is_no_battle_with_abstainers_only() -> None:
    s = fight(meeting(FIELD, ["Yishana", "Yyrkoon"], ["Dyvim Slorm"]))
    assert asked(s) is None
    assert told(s, "called-off")


@pytest.mark.clause("12.0e")
def test_abstainers_who_alone_are_left_join_the_victor() -> None:
    s = fight(meeting(FIELD, ["Yishana", "Sarosto", "Yyrkoon"], ["Dyvim Slorm", ("Jharkor", 2)]), 6, 1)
    assert s.owner[piece("Dyvim Slorm")] == 0
    assert told(s, "change-sides")
    assert not told(s, "retreat")


@pytest.mark.clause("12.0f")
def test_elric_fights_melniboneans_and_they_fight_him() -> None:
    s = meeting(FIELD, ["Elric", "Yishana"], ["Yyrkoon"])
    assert totals(s) == (11, 5)
    assert totals(meeting(FIELD, ["Yyrkoon"], ["Elric", "Yishana"])) == (5, 11)


@pytest.mark.clause("12.0g")
def test_melniboneans_but_elric_stand_aside_before_imrryr() -> None:
    s = new_state()
    put(s, 0, "Imrryr", "Elric", "Yyrkoon", "Yishana")
    s.assaults = (area("Imrryr"),)
    assert totals(s) == (11, 25)
    alone = new_state()
    put(alone, 0, "Imrryr", "Yyrkoon")
    alone.assaults = (area("Imrryr"),)
    assert asked(run(alone, Battles())) is None


# Ports (10.9.5)


@pytest.mark.clause("10.4b", "9.2f", "9.2h")
def test_a_spell_adds_its_value_and_its_caster_nothing() -> None:
    s = meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Yishana"])
    assert totals(s) == (7, 5)
    assert totals_after(cast(s, Jagreen_Lern="Arioch"), 1, 1) == {"attack": 9, "defence": 6}


@pytest.mark.clause("13.2a", "3.3b", "3.3c")
@pytest.mark.parametrize(("balance", "total"), [(0, 9), (-2, 11), (3, 9)])
def test_the_balance_adds_to_spells_of_the_dominant_alignment(balance: int, total: int) -> None:
    s = cast(meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Yishana"]), Jagreen_Lern="Arioch")
    s.balance = balance
    assert totals_after(s, 1, 1)["attack"] == total


@pytest.mark.clause("10.5c", "9.4a", "9.4c", "13.2b")
def test_the_balance_shifts_after_the_battle_by_all_used_spells() -> None:
    """Law 4 and Chaos 1 make Law 3; Neutral 2 reduces it to Law 1."""
    s = meeting(FIELD, ["Ohada", "Priest of Vilmir", "Fadan"], ["Wizard of Jharkor", "Dharmit"])
    s = fight(cast(s, Ohada="Donblas", Priest_of_Vilmir="Fileet", Wizard_of_Jharkor="Slortar the Old"), 1, 1)
    assert s.balance == 1


@pytest.mark.clause("9.2i", "9.2h", "16.1j")
def test_a_parenthesised_value_moves_the_balance_and_adds_nothing() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    s = fight(cast(s, Ohada="Noose of Flesh"), 1, 1, ("escape", 1))
    assert told(s, "battle.attack")[0].data["total"] == 4
    assert s.balance == 3


@pytest.mark.clause("9.2g", "9.2c", "9.2f", "10.6d", "10.7e", "10.7j")
def test_the_example_of_bakshaan_against_pan_tang() -> None:
    """63 + 8 = 71 against 55 + 5 = 60.

    The margin of 11 costs a ship and a retreat into port.
    """
    s = new_state()
    sail(
        s, 0, "n_dragon", "Free Fleet", "Yishana", "Magician of Bakshaan", "Ohada", "Priest of Vilmir",
        "Alchemist of Ilmiora",
    )  # fmt: skip
    put(
        s, 0, "n_dragon", "Bakshaan warship 1", "Bakshaan warship 2", "Argimiliar galley", "Argimiliar transport",
        "Dharijor transport", "Dharijor galley", "Filkhar transport", "Ilmiora transport", "Ilmiora galley",
        "Isle of Purple Towns galley", "Isle of Purple Towns transport", "Jharkor galley", "Jharkor transport",
        "Lormyr galley", "Lormyr transport", "Shazaar transport", "Tarkesh galley", "Tarkesh transport",
        "Vilmir galley", "Vilmir transport",
    )  # fmt: skip
    sail(
        s, 1, "n_dragon", "Pan Tang warship", "Jagreen Lern", "Theleb K'aarna", "King Hozel", "Karnaal", "Sarosto",
        "Kargan", "Avan Astram", "Terarn Gashtek", "Rackhir", "Moonglum", "Urish",
    )  # fmt: skip
    sail(s, 1, "n_dragon", "Chaos Fleet", "Pyaray")
    put(s, 1, "n_dragon", "Pikarayd warship")
    for other in ("Hilran", "Voashoon", "Jiku", "Smiorgan", "Yaris", "Leader of Eshmir", "Hilran"):
        put(s, 1 if other == "Yaris" else 0, "Kaneloon", other)
    s.freed = (FLAMEBRINGERS,)
    cast(s, Magician_of_Bakshaan="Aubec", Ohada="Roofdrak", Priest_of_Vilmir="Sleep")
    cast(s, Jagreen_Lern="Balan")
    s.laid[piece("Theleb K'aarna")] = give_cards(s, "Theleb K'aarna", "Vulture Lions")[0]
    del s.hand[piece("Theleb K'aarna")]
    s = fight(s, ("attack", 3), ("defence", 3))
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [74, 63]
    assert told(s, "battle.won")[0].data["margin"] == 11
    assert asked(s) == ("ChooseLoss", 1)
    s = choose(s, "lose", "Pan Tang warship")
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Hwamgaarl")
    assert at(s, "Jagreen Lern") == "Hwamgaarl (Pan Tang)"
    assert s.balance == 0
