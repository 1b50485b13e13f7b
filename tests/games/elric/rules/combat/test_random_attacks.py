"""Random attacks (7.6, 13.4)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    JADMAR,
    PRIEST,
    WASTE,
    act,
    arm,
    asked,
    at,
    choose,
    embark,
    give_cards,
    new_state,
    operands,
    piece,
    refusal,
    run,
    spell,
    take_card,
    told,
)
from games.elric.positions.journeys import attacked, fight_rolls, travellers
from palatine.games.elric.components.pieces import CHAOS_FLEET, FREE_FLEET, MOURNBLADE
from palatine.games.elric.components.spells import NIGHTMARES, QUAOLNARGN, RESHUFFLES, SHADE_GATE, TOWER
from palatine.games.elric.components.world import STRAITS
from palatine.games.elric.rules.combat.monster_losses import MonsterLosses, lose_to_monster
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks
from palatine.games.elric.state import LOST, OFF, pair

# Whether something attacks


@pytest.mark.clause("7.6b", "7.5.8a")
def test_one_spell_is_drawn_and_shown_to_all() -> None:
    s = attacked(travellers("Naclon", ("Vilmir", 2)), "Straasha")
    (entry,) = told(s, "attack.draw")
    assert (entry.readers, entry.data["spell"], entry.clauses) == (None, spell("Straasha"), ("7.6b",))


@pytest.mark.clause("7.6e")
@pytest.mark.parametrize(
    "name", ["Straasha", "Escape", "Dragons", "Battle Barge", "Horn of Fate", "Mirror of Memory"]
)
def test_neutral_special_and_other_spells_do_nothing(name: str) -> None:
    s = attacked(travellers("Naclon", ("Vilmir", 2)), name)
    assert (asked(s), s.discard) == (None, [spell(name)])
    assert [entry.clauses for entry in told(s, "attack.nothing")] == [("7.6e",)]


@pytest.mark.clause("7.6c")
def test_the_player_to_the_left_rolls_for_the_monster_and_at_equality_the_stack_has_won() -> None:
    s = attacked(travellers("Naclon"), "Slortar the Old", *fight_rolls(4, 2))
    assert told(s, "attack.beaten")
    assert (told(s, "attack.monster")[0].data["seat"], told(s, "attack.stack")[0].data["seat"]) == (1, 0)
    assert told(attacked(travellers("Naclon"), "Slortar the Old", *fight_rolls(5, 2)), "attack.lost")


@pytest.mark.clause("13.4n", "7.6d")
def test_only_chaos_lingers_by_a_balance_tipped_to_chaos() -> None:
    s = travellers("Naclon", ("Vilmir", 2))
    s.tipped, s.ends = -1, 4
    give_cards(s, "Naclon", "Balan")
    s = attacked(s, "Noose of Flesh", ("escape", 1))
    assert told(s, "attack.eaten")
    assert (s.face_up, s.discard) == ({}, [spell("Noose of Flesh")])


@pytest.mark.clause("7.6c")
def test_chaos_always_attacks() -> None:
    s = attacked(travellers("Naclon", ("Vilmir", 2)), "Arioch", *fight_rolls(3, 3))
    assert [entry.clauses for entry in told(s, "attack")] == [("7.6c",)]
    assert (told(s, "attack.monster")[0].tally.total, told(s, "attack.stack")[0].tally.total) == (8, 8)
    assert s.discard == [spell("Arioch")], "an equal total beats it"
    assert s.balance == 0


@pytest.mark.clause("7.6d")
@pytest.mark.parametrize("holder", [PRIEST, "Naclon"])
def test_law_attacks_whoever_holds_chaos_magician_or_not(holder: str) -> None:
    s = travellers("Naclon", PRIEST)
    assert told(attacked(s, "Donblas"), "attack") == []
    give_cards(s, holder, "Dead Gods Book")
    s = attacked(s, "Donblas", *fight_rolls(1, 6))
    assert [entry.clauses for entry in told(s, "attack")] == [("7.6d",)]


@pytest.mark.clause("13.4l", "13.4m", "14.1c")
def test_where_attacks_are_drawn() -> None:
    s = travellers("Naclon")
    assert draws_attacks(s, WASTE)
    assert draws_attacks(s, STRAITS)
    assert not draws_attacks(s, JADMAR)
    s.tipped, s.balance = -1, -6
    s.face_up[JADMAR] = (spell("Arioch"),)
    assert draws_attacks(s, JADMAR)
    s.tipped, s.balance = 1, 6
    assert not draws_attacks(s, WASTE)
    assert run(s, RandomAttack(0, WASTE, s.stacks[0][WASTE]), rolls=[]).discard == []
    assert not draws_attacks(new_state("founding", seats=1), WASTE)


def test_a_stack_that_is_gone_draws_nothing() -> None:
    s = travellers("Naclon")
    step = RandomAttack(0, WASTE, s.stacks[0][WASTE])
    s.shift((piece("Naclon"),), JADMAR)
    assert told(run(s, step, rolls=[]), "attack.draw") == []


@pytest.mark.clause("16.2k", "16.2c", "16.1i")
def test_what_has_no_strength_does_not_fight() -> None:
    s = travellers("Naclon")
    give_cards(s, "Naclon", "Arioch")
    for name, rolls in (("Dead Gods Book", []), ("Balo the Jester", [("balo", 4)]), ("Jeweled Bird", [])):
        after = attacked(s, name, *rolls)
        assert (after.discard, told(after, "attack")) == ([spell(name)], [])
    assert len(told(attacked(s, "Balo the Jester", ("balo", 1), *fight_rolls(1, 6)), "attack")) == 1
    assert told(attacked(s, "Oonai", *fight_rolls(2, 6)), "attack.monster")[0].tally.total == 3


@pytest.mark.clause("16.8a")
def test_the_chaos_shield_keeps_chaos_off_its_stack_and_nothing_else() -> None:
    s = travellers("Naclon", PRIEST)
    arm(s, "Naclon", "Chaos Shield")
    give_cards(s, PRIEST, "Dead Gods Book")
    assert attacked(s, "Arioch").discard == [spell("Arioch")]
    assert attacked(s, "Kyreenee").discard == [spell("Kyreenee")]
    assert len(told(attacked(s, "Donblas", *fight_rolls(1, 6)), "attack")) == 1


# The fight


@pytest.mark.clause("7.6c", "10.7i")
def test_a_stack_that_loses_takes_the_loss_and_stops() -> None:
    s = travellers("Naclon", ("Vilmir", 3))
    s = attacked(s, "Arioch", *fight_rolls(6, 1))
    assert asked(s) is None, "7 against 11: two are owed, and only armies make two"
    assert len(s.stacks[0][WASTE]) == 2
    assert set(s.stacks[0][WASTE]) <= set(s.done)
    assert s.discard == [spell("Arioch")]


@pytest.mark.clause("7.6c", "10.7i", "10.8a")
def test_the_owner_chooses_whom_a_monster_takes() -> None:
    s = attacked(travellers("Sealord of Vilmir", ("Vilmir", 2)), "Arioch", *fight_rolls(5, 2))
    assert asked(s) == ("PickLoss", 0), "6 against 10: two are owed"
    assert refusal(s, "lose", "Naclon").reason == "why.not-of-stack"
    assert refusal(s, "lose", max(s.stacks[0][WASTE])).reason == "why.no-nearer"
    alone = choose(s, "lose", "Sealord of Vilmir", rolls=[("escape", 2)])
    assert len(alone.stacks[0][WASTE]) == 3, "he escapes, and no enemy is there"
    armies = act(s, ("lose", operands(s, "lose")[1]), rolls=[])
    assert armies.stacks[0][WASTE] == (piece("Sealord of Vilmir"),), "one army, then the other of itself"


@pytest.mark.clause("7.6a", "10.7j", "7.6c")
def test_in_the_straits_ships_are_lost_with_all_that_find_no_room() -> None:
    s = travellers("Free Fleet", "Rackhir", ("Olab", 1), where=STRAITS)
    s.ship = {p: FREE_FLEET for p in s.stacks[0][STRAITS] if p != FREE_FLEET}
    s = attacked(s, "Arioch", *fight_rolls(6, 1), where=STRAITS)
    assert asked(s) is None, "8 against 11 costs 1: ship and hero are worth more, and armies do not count"
    strong = travellers("Free Fleet", "Jiku", ("Olab", 1), where=STRAITS)
    strong.ship = {p: FREE_FLEET for p in strong.stacks[0][STRAITS] if p != FREE_FLEET}
    strong = attacked(strong, "Arioch", *fight_rolls(6, 1), where=STRAITS)
    assert asked(strong) is None
    assert len(strong.stacks[0][STRAITS]) == 3


@pytest.mark.clause("10.7j", "10.8d")
def test_a_lost_ship_drowns_its_armies_and_its_people_escape() -> None:
    s = travellers("Free Fleet", "Rackhir", ("Olab", 1), where=STRAITS)
    s.ship = {p: FREE_FLEET for p in s.stacks[0][STRAITS] if p != FREE_FLEET}
    s = run(s, MonsterLosses(0, STRAITS, s.stacks[0][STRAITS], 3), rolls=[("escape", 5)])
    assert STRAITS not in s.stacks[0]
    assert s.ship == {}


@pytest.mark.clause("10.7j")
def test_those_of_a_lost_ship_go_aboard_another() -> None:
    s = travellers("Free Fleet", "Chaos Fleet", "Rackhir", ("Olab", 1), where=STRAITS)
    s.ship = {p: FREE_FLEET for p in s.stacks[0][STRAITS] if p not in (FREE_FLEET, CHAOS_FLEET)}
    s = run(s, MonsterLosses(0, STRAITS, s.stacks[0][STRAITS], 3), rolls=[])
    assert set(s.ship.values()) == {CHAOS_FLEET}
    assert len(s.stacks[0][STRAITS]) == 3


@pytest.mark.clause("10.7j")
def test_at_sea_no_army_can_be_picked() -> None:
    s = travellers("Free Fleet", "Naclon", ("Olab", 1), where=STRAITS)
    s = run(s, MonsterLosses(0, STRAITS, s.stacks[0][STRAITS], 3), rolls=[])
    assert operands(s, "lose") == [piece("Naclon"), FREE_FLEET]
    assert refusal(s, "lose", max(s.stacks[0][STRAITS])).clause == "10.7j"


@pytest.mark.clause("7.6c")
def test_a_retreating_stack_has_not_moved() -> None:
    s = attacked(travellers("Avan Astram"), "Arioch", *fight_rolls(6, 1), retreating=True)
    assert (s.done, len(told(s, "attack.lost"))) == ((), 1)


@pytest.mark.clause("9.2e", "9.2f", "7.6c")
def test_magicians_may_use_a_spell_each_in_place_of_their_value() -> None:
    s = travellers("Jagreen Lern", "Ohada", "Naclon")
    give_cards(s, "Jagreen Lern", "Gaaoll", "Teleport")
    give_cards(s, "Ohada", "Straasha")
    give_cards(s, "Naclon", "Meerclar")
    s.balance = 5
    s = attacked(s, "Arioch")
    assert asked(s) == ("AttackMagic", 0)
    assert operands(s, "cast") == [
        pair(piece("Jagreen Lern"), spell("Gaaoll")), pair(piece("Ohada"), spell("Straasha")),
    ]  # fmt: skip
    assert refusal(s, "cast", ("Naclon", "Meerclar")).reason == "why.only-magicians-cast"
    assert refusal(s, "cast", ("Jagreen Lern", "Teleport")).reason == "why.no-strength-in-fight"
    s = choose(s, "cast", ("Jagreen Lern", "Gaaoll"))
    assert refusal(s, "cast", ("Jagreen Lern", "Teleport")).reason == "why.cast-already"
    s = choose(s, "fight", rolls=fight_rolls(1, 2))
    assert told(s, "attack.stack")[0].tally.total == 2 + 1 + 3 + 3, "Ohada, Naclon, and the spell"
    assert (s.balance, s.casts) == (2, (piece("Jagreen Lern"),))
    assert sorted(s.discard) == sorted(map(spell, ("Gaaoll", "Arioch")))


@pytest.mark.clause("9.2c")
def test_three_spells_are_the_most() -> None:
    s = travellers("Jagreen Lern", "Ohada", PRIEST, "Mage of Lormyr")
    for who, name in (
        ("Jagreen Lern", "Gaaoll"),
        ("Ohada", "Straasha"),
        (PRIEST, "Misha"),
        ("Mage of Lormyr", "Grome"),
    ):
        give_cards(s, who, name)
    s = attacked(s, "Arioch")
    s = choose(choose(s, "cast", ("Jagreen Lern", "Gaaoll")), "cast", ("Ohada", "Straasha"))
    s = choose(s, "cast", (PRIEST, "Misha"), rolls=fight_rolls(1, 1))
    assert (asked(s), len(s.casts)) == (None, 3)


@pytest.mark.clause("13.2a", "16.2c")
def test_spells_count_with_the_balance_and_balo_only_by_an_odd_die() -> None:
    s = travellers("Jagreen Lern")
    give_cards(s, "Jagreen Lern", "Balo the Jester")
    s.balance = -2
    s = attacked(s, "Arioch")
    odd = choose(s, "cast", ("Jagreen Lern", "Balo the Jester"), rolls=[("stack", 1), ("balo", 3), ("monster", 1)])
    even = choose(s, "cast", ("Jagreen Lern", "Balo the Jester"), rolls=[("stack", 6), ("balo", 2), ("monster", 1)])
    assert (told(odd, "attack.stack")[0].tally.total, odd.balance) == (6, -5)
    assert (told(even, "attack.stack")[0].tally.total, even.balance) == (6, -2)


@pytest.mark.clause("16.8g", "12.1.4b")
def test_swords_count_and_are_not_roused() -> None:
    s = travellers("Dyvim Slorm", "Elric", "Naclon")
    s.controller = piece("Naclon")
    arm(s, "Dyvim Slorm", "Mournblade")
    s = attacked(s, "Arioch", *fight_rolls(1, 1))
    assert told(s, "attack.stack")[0].tally.total == 1 + 3 + 6 + 3 + 3
    assert s.fought == ()
    assert s.bearer == {MOURNBLADE: piece("Dyvim Slorm")}


# Play Immediately


@pytest.mark.clause("7.6f")
def test_spells_that_act_at_once_do_so() -> None:
    s = travellers("Naclon", "Elric")
    s.controller = piece("Naclon")
    s = attacked(s, NIGHTMARES[0], ("nightmare", 4))
    assert s.discard == [NIGHTMARES[0]]
    s.discard.append(take_card(s, "Arkyn"))
    assert attacked(s, RESHUFFLES[0]).discard == []


@pytest.mark.clause("7.6f", "16.4g")
@pytest.mark.parametrize("name", [TOWER, SHADE_GATE])
def test_the_owner_says_on_whom_it_acts(name: int) -> None:
    s = attacked(travellers("Naclon", PRIEST, ("Vilmir", 1)), name)
    assert asked(s) == ("ChooseFinder", 0)
    assert operands(s, "finder") == [piece("Naclon"), piece(PRIEST)]
    assert refusal(s, "finder", "Avan Astram").reason == "why.not-of-stack"
    if name == TOWER:
        assert at(choose(s, "finder", PRIEST, rolls=[("tower", 1)]), PRIEST) == str(LOST)


@pytest.mark.clause("7.6f")
def test_somebody_alone_is_not_asked_and_armies_find_nothing() -> None:
    assert at(attacked(travellers("Naclon"), TOWER, ("tower", 1)), "Naclon") == str(LOST)
    s = attacked(travellers(("Vilmir", 2)), TOWER)
    assert (s.discard, len(s.stacks[0][WASTE])) == ([TOWER], 2)


@pytest.mark.clause("7.6c", "16.2q")
def test_quaolnargn_takes_on_one_of_them() -> None:
    s = attacked(travellers("Naclon", PRIEST), QUAOLNARGN)
    assert asked(s) == ("ChooseFinder", 0)
    s = choose(s, "finder", "Naclon", rolls=[("duel", 6), ("Quaolnargn", 1)])
    assert s.hand == {piece("Naclon"): (QUAOLNARGN,)}
    assert attacked(travellers(("Vilmir", 2)), QUAOLNARGN).discard == [QUAOLNARGN]


# Eaters


@pytest.mark.clause("7.6g", "7.6h", "16.2n")
def test_an_eater_takes_all_armies_and_people_must_escape() -> None:
    s = travellers("Naclon", PRIEST, ("Vilmir", 3))
    s = attacked(s, "Kyreenee", ("escape", 3), ("escape", 2))
    assert s.stacks[0][WASTE] == (piece("Naclon"),)
    assert (at(s, PRIEST), s.discard) == (str(LOST), [spell("Kyreenee")])


@pytest.mark.clause("7.6g", "7.6d", "16.1j")
def test_the_noose_attacks_as_law_does() -> None:
    s = travellers("Naclon", ("Vilmir", 3))
    assert len(attacked(s, "Noose of Flesh").stacks[0][WASTE]) == 4
    give_cards(s, "Naclon", "Arioch")
    assert attacked(s, "Noose of Flesh", ("escape", 1)).stacks[0][WASTE] == (piece("Naclon"),)


@pytest.mark.clause("7.6g", "7.6a", "16.3j")
def test_at_sea_eaters_of_armies_do_nothing_and_those_of_fleets_attack_only_by_the_option() -> None:
    for option, eaten in (("by alignment", False), ("always", True)):
        s = travellers("Free Fleet", "Rackhir", ("Olab", 1), where=STRAITS, eaters=option)
        s.ship = {p: FREE_FLEET for p in s.stacks[0][STRAITS] if p != FREE_FLEET}
        assert len(attacked(s, "Kyreenee", where=STRAITS).stacks[0][STRAITS]) == 3
        s = attacked(s, "h'Haarshanns", *[("escape", 5)] * eaten, where=STRAITS)
        assert (s.where[FREE_FLEET] == OFF) is eaten
        assert (STRAITS not in s.stacks[0]) is eaten
        assert (s.ship == {}) is eaten


@pytest.mark.clause("7.6g", "16.6a", "16.3m")
@pytest.mark.parametrize("name", ["Dragons", "Mirror of Memory", "Noose of Flesh"])
def test_by_the_option_every_eater_attacks(name: str) -> None:
    s = attacked(travellers("Naclon", ("Vilmir", 2), eaters="always"), name, ("escape", 1))
    assert s.stacks[0][WASTE] == (piece("Naclon"),)


@pytest.mark.clause("7.6g")
def test_armies_without_people_are_simply_gone() -> None:
    s = attacked(travellers(("Vilmir", 2)), "Kyreenee")
    assert WASTE not in s.stacks[0]


@pytest.mark.clause("10.7j", "10.8a")
def test_who_falls_aboard_a_ship_is_aboard_no_more_while_he_waits_for_his_escape() -> None:
    s = travellers("Free Fleet", "Naclon", "Fadan", where=STRAITS)
    embark(s, "Free Fleet", "Naclon", "Fadan")
    s.flow = [MonsterLosses(0, STRAITS, s.stacks[0][STRAITS], 20)]
    lose_to_monster(s, piece("Naclon"))
    assert piece("Naclon") not in s.ship
    assert piece("Fadan") in s.ship
    ravage = s.flow[-1]
    assert isinstance(ravage, MonsterLosses)
    assert ravage.fallen == (piece("Naclon"),)
