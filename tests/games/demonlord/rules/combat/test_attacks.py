"""Missile and melee attacks, battle magic in battle, and morale checks."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HIT,
    HOSAR,
    MAGIC,
    MELEE,
    MISS,
    MISSILES,
    WITHDRAW,
    actions,
    do,
    drawn_up,
    fight,
    hits,
    operands,
    parts,
    place,
    refusal,
    row_of,
    seat,
    shots,
    step,
    told,
    two,
    unit,
    units,
)
from palatine.games.demonlord.components.pieces import ARMOUR, LEAD, MISSILE
from palatine.games.demonlord.components.spells import EARTHPIT
from palatine.games.demonlord.components.world import FOREST, HILLS, MOUNTAINS, hex_id
from palatine.games.demonlord.rules.magic.casting import caster_refusal
from palatine.games.demonlord.state import DEAD, PRISONER

HERE = hex_id("1004")
DARK, LIGHT = f"gloom: [[{HERE}, {HOSAR}]]\n", f"gloom: [[{HERE}, {DEMON}]]\n"


def shooting(row: str, *moves: Any, rolls: Any, **more: Any) -> Any:
    """Return the missile step of a battle, and its melee if no question comes first."""
    return fight(drawn_up(row, start=MISSILES, **more), *moves, rolls=rolls)


def striking(row: str, *moves: Any, rolls: Any, **more: Any) -> Any:
    """Return the melee step of a battle."""
    return fight(drawn_up(row, start=MELEE, **more), *moves, rolls=rolls)


def where(state: Any, key: str) -> int:
    return int(state.where[unit(key)])


# Attack Restrictions


@pytest.mark.clause("BAT-20")
def test_every_troop_with_a_missile_value_shoots_once() -> None:
    state = shooting("TI-crossbowmen : ER-archers | DA-men-at-arms : ER-swordsmen", rolls=[MISS] * 8)
    assert sorted(shots(state, "missile")) == sorted([
        "TI-crossbowmen > ER-archers", "ER-archers > TI-crossbowmen",
        "DA-men-at-arms > ER-swordsmen", "ER-swordsmen > DA-men-at-arms",
    ])  # fmt: skip


@pytest.mark.clause("BAT-20")
def test_a_missile_value_of_nought_never_shoots_not_even_at_the_unarmoured() -> None:
    assert (MISSILE[unit("DA-knights")], ARMOUR[unit("ER-archers")]) == (0, 0)
    state = shooting("DA-knights : ER-archers", rolls=[MISS] * 3)
    assert shots(state, "missile") == ["ER-archers > DA-knights"]


@pytest.mark.clause("BAT-21")
def test_every_troop_still_in_line_strikes_once_after_the_missiles() -> None:
    row = "TI-crossbowmen : ER-archers | DA-knights : ER-heavy-cavalry"
    state = shooting(row, ("place", unit("TI-crossbowmen")), "stay", rolls=[HIT, MISS, 6, *[MISS] * 2])
    assert shots(state, "melee") == ["ER-heavy-cavalry > DA-knights", "DA-knights > ER-heavy-cavalry"]
    state = striking(row, rolls=[MISS] * 4)
    assert sorted(attack.split(" > ")[0] for attack in shots(state, "melee")) == sorted(
        ["TI-crossbowmen", "ER-archers", "DA-knights", "ER-heavy-cavalry"]
    )


@pytest.mark.clause("BAT-22")
def test_only_an_enemy_directly_opposite_can_be_attacked() -> None:
    row = "TI-crossbowmen : ER-archers, ER-goblins | DA-bowmen : ER-swordsmen"
    state = shooting(row, rolls=[])
    assert operands(state, "target") == units("ER-archers", "ER-goblins")
    assert refusal(state, ("target", unit("ER-swordsmen"))).clause == "BAT-22"
    wizard = fight(drawn_up(row, posts="CR-wizard-rabat @ DA-bowmen", start=MAGIC))
    assert operands(wizard, "fire") == units("ER-swordsmen")
    assert refusal(wizard, ("fire", unit("ER-archers"))).clause == "BAT-22"


@pytest.mark.clause("BAT-22")
def test_reserves_and_troops_without_an_opponent_neither_attack_nor_are_attacked() -> None:
    row, reserve = "DA-bowmen : ER-archers | : ER-swordsmen", "TI-crossbowmen / ER-goblins"
    both = {"DA-bowmen > ER-archers", "ER-archers > DA-bowmen"}
    assert set(shots(shooting(row, reserve=reserve, rolls=[MISS] * 2), "missile")) == both
    assert set(shots(striking(row, reserve=reserve, rolls=[MISS] * 2), "melee")) == both


@pytest.mark.clause("BAT-23")
def test_each_of_several_attacks_the_one_they_face() -> None:
    row = "DA-bowmen : ER-archers, ER-swordsmen, ER-goblins"
    all_three = [f"{key} > DA-bowmen" for key in ("ER-archers", "ER-swordsmen", "ER-goblins")]
    state = shooting(row, ("target", unit("ER-goblins")), rolls=[MISS] * 4)
    assert shots(state, "missile")[1:] == all_three
    state = do(state, ("target", unit("ER-archers")), rolls=MISS * 4)
    assert shots(state, "melee")[:3] == all_three


@pytest.mark.clause("BAT-24")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_the_outnumbered_troop_picks_whom_it_shoots_at(phase: str) -> None:
    state = shooting("DA-bowmen : ER-archers, ER-goblins", rolls=[], phase=phase)
    assert (step(state), seat(state)) == ("AimAt", "Hosar")
    state = do(state, ("target", unit("ER-goblins")), rolls=MISS * 3)
    assert "DA-bowmen > ER-goblins" in shots(state, "missile")


@pytest.mark.clause("BAT-24", "BAT-20")
def test_an_outnumbered_troop_without_missiles_names_no_mark() -> None:
    state = shooting("DA-knights : ER-archers, ER-goblins", rolls=[MISS] * 2)
    assert (step(state), seat(state)) == ("AimAt", "Demon")
    assert state.flow[-1].kind == "melee"


@pytest.mark.clause("BAT-25")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_the_outnumbering_player_decides_whom_the_outnumbered_troop_strikes(phase: str) -> None:
    state = striking("DA-bowmen : ER-archers, ER-goblins", rolls=[], phase=phase)
    assert (step(state), seat(state)) == ("AimAt", "Demon")
    state = do(state, ("target", unit("ER-goblins")), rolls=MISS * 3)
    assert "DA-bowmen > ER-goblins" in shots(state, "melee")


@pytest.mark.clause("BAT-24", "BAT-25")
def test_all_marks_are_named_before_any_die_the_phasing_player_first() -> None:
    row = "DA-bowmen : ER-archers, ER-goblins | TI-crossbowmen, GU-levy : ER-swordsmen"
    state = shooting(row, rolls=[])
    assert seat(state) == "Demon"
    state = do(state, ("target", unit("GU-levy")))
    assert seat(state) == "Hosar"
    assert shots(state, "missile") == []


# Simultaneity


@pytest.mark.clause("BAT-26")
def test_missiles_of_both_sides_count_though_both_shooters_fall() -> None:
    row = "DA-bowmen : ER-archers | DA-knights : ER-heavy-cavalry"
    state = shooting(row, rolls=[HIT, HIT, 6, 6, MISS, MISS])
    assert hits(state) == ["DA-bowmen > ER-archers", "ER-archers > DA-bowmen"]
    assert (where(state, "DA-bowmen"), where(state, "ER-archers")) == (DEAD, DEAD)
    assert row_of(state) == "DA-knights : ER-heavy-cavalry"


@pytest.mark.clause("BAT-26")
def test_melee_blows_of_both_sides_count_though_both_fall() -> None:
    row = "DA-bowmen : ER-archers | DA-knights : ER-heavy-cavalry"
    state = striking(row, rolls=[HIT, HIT, MISS, MISS, 6, 6])
    assert (where(state, "DA-bowmen"), where(state, "ER-archers")) == (DEAD, DEAD)


# Attack Procedure


@pytest.mark.clause("BAT-27")
@pytest.mark.parametrize(("dice", "hit"), [(4, True), (5, True), (6, False), (12, False)])
def test_two_dice_no_higher_than_the_value_hit(dice: int, hit: bool) -> None:
    """Men-at-arms have a missile value of 5."""
    checks = [1] if hit else []
    state = shooting("DA-men-at-arms : TA-heavy-horse", rolls=[two(dice), *checks, MISS, MISS])
    assert bool(hits(state)) is hit


@pytest.mark.clause("BAT-28")
def test_hills_change_no_value() -> None:
    state = shooting("DA-men-at-arms : ER-swordsmen", terrain=HILLS, rolls=[MISS] * 4)
    assert parts(state, "DA-men-at-arms") == [(7, "BAT-21"), (1, "BAT-32")]


@pytest.mark.clause("BAT-28")
def test_the_ground_may_change_missile_and_melee_values() -> None:
    """The figures for forest and mountains are reconstructed."""
    state = shooting("DA-bowmen : ER-patrol-cavalry", terrain=FOREST, rolls=[MISS] * 4)
    tallies = {(e.data["attack"], e.data["unit"]): e.data["value"] for e in told(state, "miss")}
    assert tallies["missile", unit("DA-bowmen")] == 5 - 2
    assert tallies["melee", unit("DA-bowmen")] == 6
    assert tallies["melee", unit("ER-patrol-cavalry")] == 6 - 1
    state = striking("DA-bowmen : ER-patrol-cavalry", terrain=MOUNTAINS, rolls=[MISS] * 2)
    assert parts(state, "ER-patrol-cavalry") == [(6, "BAT-21"), (-2, "BAT-28")]
    assert parts(state, "DA-bowmen") == [(6, "BAT-21")]


@pytest.mark.clause("BAT-29")
def test_missiles_fly_better_at_the_unarmoured() -> None:
    state = shooting("TI-crossbowmen : ER-archers", rolls=[two(8), two(12), 1, MISS, MISS])
    assert parts(state, "TI-crossbowmen", "hit") == [(7, "BAT-20"), (1, "BAT-29")]


@pytest.mark.clause("BAT-30")
def test_missiles_fly_worse_at_heavy_armour() -> None:
    state = shooting("TI-crossbowmen : ER-foot-guards", rolls=[two(6), 1, MISS, MISS])
    assert parts(state, "TI-crossbowmen", "hit") == [(7, "BAT-20"), (-1, "BAT-30")]
    assert not hits(shooting("TI-crossbowmen : ER-foot-guards", rolls=[two(7), MISS, MISS]))


@pytest.mark.clause("BAT-31")
def test_a_leader_with_the_troop_adds_his_figure_in_melee_and_not_to_missiles() -> None:
    row, posts = "GU-men : ER-patrol-cavalry", "ER-lord-erush @ ER-patrol-cavalry"
    state = shooting(row, posts=posts, rolls=[MISS] * 4)
    values = [e.data["value"] for e in told(state, "miss") if e.data["unit"] == unit("ER-patrol-cavalry")]
    assert values == [5, 6 + 1]
    assert parts(state, "ER-patrol-cavalry") == [(6, "BAT-21"), (1, "BAT-31")]


@pytest.mark.clause("BAT-31", "UNIT-07")
def test_leaders_of_nought_or_none_change_nothing() -> None:
    for leader in ("HO-high-priest", "HO-monks"):
        state = striking("DA-bowmen : ER-swordsmen", posts=f"{leader} @ DA-bowmen", rolls=[HIT, MISS, 3])
        assert LEAD[unit(leader)] in (0, -1)
        assert parts(state, "DA-bowmen") == [(6, "BAT-21")]
        assert parts(state, "DA-bowmen", "morale.stands") == [(4, "BAT-33")]


@pytest.mark.clause("BAT-32")
@pytest.mark.parametrize(("striker", "target", "bonus"), [
    ("DA-men-at-arms", "ER-swordsmen", 1), ("DA-men-at-arms", "ER-archers", 1), ("DA-bowmen", "ER-archers", 1),
    ("DA-men-at-arms", "ER-foot-guards", 0), ("DA-bowmen", "ER-foot-guards", 0), ("DA-militia", "ER-archers", 0),
])  # fmt: skip
def test_the_better_armour_class_is_one_point_in_melee(striker: str, target: str, bonus: int) -> None:
    state = striking(f"{striker} : {target}", rolls=[MISS] * 2)
    assert sum(amount for amount, clause in parts(state, striker) if clause == "BAT-32") == bonus


# Morale Checks


@pytest.mark.clause("BAT-33", "BAT-34")
def test_every_hit_is_checked_with_one_die() -> None:
    row = "DA-bowmen : ER-swordsmen, ER-goblins"
    state = striking(row, ("target", unit("ER-goblins")), rolls=[HIT, HIT, MISS, 3, 2])
    assert [(entry.tally.dice, entry.data["unit"]) for entry in told(state, "morale.stands")] == [
        ((3,), unit("DA-bowmen")),
        ((2,), unit("DA-bowmen")),
    ]


@pytest.mark.clause("BAT-34")
@pytest.mark.parametrize(("dice", "place"), [((3, 3), HERE), ((3, 4), "routed"), ((4, 3), "routed"), ((4, 5), DEAD),
                                             ((5, 4), DEAD), ((6, 1), DEAD)])  # fmt: skip
def test_of_several_hits_only_the_worst_outcome_applies(dice: tuple[int, int], place: Any) -> None:
    """Bowmen have a morale of 4."""
    row = "DA-bowmen : ER-swordsmen, ER-goblins | DA-knights : ER-heavy-cavalry"
    state = striking(row, ("target", unit("ER-goblins")), rolls=[HIT, HIT, MISS, MISS, MISS, *dice])
    routed = unit("DA-bowmen") in state.battle.routed[HOSAR]
    assert ("routed" if routed else where(state, "DA-bowmen")) == place


@pytest.mark.clause("BAT-35", "BAT-36", "BAT-37")
@pytest.mark.parametrize(("die", "outcome"), [(3, "stands"), (4, "routs"), (5, "destroyed")])
def test_a_die_below_morale_stands_equal_routs_above_destroys(die: int, outcome: str) -> None:
    """Men-at-arms have a morale of 4."""
    row = "DA-men-at-arms : ER-foot-guards | DA-knights : ER-heavy-cavalry"
    state = striking(row, rolls=[HIT, MISS, MISS, MISS, die])
    assert [entry.data["unit"] for entry in told(state, f"morale.{outcome}")] == units("DA-men-at-arms")
    in_line = "DA-men-at-arms" in row_of(state)
    assert in_line is (outcome == "stands")
    assert (unit("DA-men-at-arms") in state.battle.routed[HOSAR]) is (outcome == "routs")
    assert (where(state, "DA-men-at-arms") == DEAD) is (outcome == "destroyed")


@pytest.mark.clause("BAT-38")
def test_a_leader_raises_the_morale_of_his_troop() -> None:
    """The patrol's 5 is 6 under Lord Erush, as in the rulebook's example."""
    row = "GU-men : ER-patrol-cavalry | GU-levy : ER-goblins"
    state = striking(row, posts="ER-lord-erush @ ER-patrol-cavalry", rolls=[MISS, HIT, MISS, MISS, 5])
    assert parts(state, "ER-patrol-cavalry", "morale.stands") == [(5, "BAT-33"), (1, "BAT-38")]
    other = striking(row, posts="ER-lord-erush @ ER-goblins", rolls=[MISS, HIT, MISS, MISS, 4])
    assert parts(other, "ER-patrol-cavalry", "morale.stands") == [(5, "BAT-33")]


@pytest.mark.clause("BAT-39")
def test_a_magic_missile_lowers_morale_for_its_own_check_only() -> None:
    row = "TI-crossbowmen : ER-swordsmen"
    state = drawn_up(row, posts="TI-prince-timur @ TI-crossbowmen", start=MAGIC)
    state = fight(state, ("fire", unit("ER-swordsmen")), rolls=[1, 2, HIT, MISS, 3, MISS, MISS])
    first, second = (entry.tally for entry in told(state, "morale.stands"))
    assert [(part.amount, part.clause) for part in first.parts] == [(4, "BAT-33"), (-1, "BAT-39")]
    assert [(part.amount, part.clause) for part in second.parts] == [(4, "BAT-33")]


@pytest.mark.clause("BAT-57", "BAT-39", "UNIT-05")
def test_morale_is_capped_at_six_before_magic_takes_its_point() -> None:
    row = "HO-temple-knights : ER-foot-guards | GU-levy : ER-goblins"
    state = drawn_up(row, posts="TI-prince-timur @ HO-temple-knights, ER-lord-erush @ ER-foot-guards",
                     start=MAGIC)  # fmt: skip
    state = fight(state, ("fire", unit("HO-temple-knights")), "hold", rolls=[1, 4, *[MISS] * 6])
    assert parts(state, "HO-temple-knights", "morale.stands") == [
        (6, "BAT-33"), (2, "BAT-38"), (-2, "BAT-57"), (-1, "BAT-39"),
    ]  # fmt: skip


@pytest.mark.clause("BAT-37", "BAT-39", "MAG-35")
def test_with_a_morale_of_nought_every_hit_destroys() -> None:
    """Levies have a morale of 2; Darkness and a magic missile reduce it to 0."""
    state = drawn_up("GU-levy : ER-swordsmen | GU-men : ER-goblins", posts="ER-lord-erush @ ER-swordsmen",
                     start=MAGIC, more=DARK)  # fmt: skip
    state = fight(state, ("fire", unit("GU-levy")), rolls=[1, 1])
    assert parts(state, "GU-levy", "morale.destroyed") == [(2, "BAT-33"), (-1, "MAG-35"), (-1, "BAT-39")]
    assert where(state, "GU-levy") == DEAD


@pytest.mark.clause("MAG-36", "BAT-33")
def test_light_takes_a_point_from_every_troop_on_the_demons_side() -> None:
    state = striking("DA-bowmen : AH-cragsmen-1 | GU-men : ER-goblins", more=LIGHT + "serves: [1,2,2,2,2]\n",
                     rolls=[MISS, HIT, MISS, MISS, 3])  # fmt: skip
    assert parts(state, "AH-cragsmen-1", "morale.stands") == [(5, "BAT-33"), (-1, "MAG-36")]


@pytest.mark.clause("NEU-08", "BAT-28")
def test_ancients_in_mountains_lose_two_in_melee_and_one_of_morale() -> None:
    """This is in addition to the attacker's penalty in the reconstructed chart."""
    state = striking("AN-lizard-warriors-1 : ER-swordsmen | GU-men : ER-goblins", terrain=MOUNTAINS, phase="Hosar",
                     more="serves: [2,0,2,2,2]\n", rolls=[MISS, HIT, MISS, MISS, 3])  # fmt: skip
    assert (-2, "NEU-08") in parts(state, "AN-lizard-warriors-1")
    assert parts(state, "AN-lizard-warriors-1", "morale.stands") == [(5, "BAT-33"), (-1, "NEU-08")]


# Routed units at the end


@pytest.mark.clause("BAT-40")
def test_the_winners_routed_troops_rejoin_his_stack() -> None:
    state = striking("DA-bowmen : ER-archers", routed="DA-knights, HO-bishop / ", rolls=[MISS, HIT, 6])
    assert state.battle is None
    assert set(units("DA-knights", "HO-bishop", "DA-bowmen")) == set(state.stack(HOSAR, HERE))
    assert [entry.data["units"] for entry in told(state, "rally")] == [units("DA-knights", "HO-bishop")]
    assert state.captors == ()


@pytest.mark.clause("BAT-40")
def test_who_has_routed_does_nothing_more_until_the_battle_step_is_over() -> None:
    """Without the rout, the Duke could cast an Earthpit before the retreat.

    Rabat has only power 2.
    """
    hand = "spells of Hosar: Earthpit\n"
    state = striking(
        "DA-bowmen : ER-archers", WITHDRAW, routed="DA-duke-dansor / ", rolls=[MISS, MISS, 1], more=hand
    )
    duke = unit("DA-duke-dansor")
    assert duke in state.stack(HOSAR, HERE)
    assert (step(state), seat(state), actions(state)) == ("AnnounceSpell", "Hosar", [("pass", 0)])
    assert caster_refusal(state, HOSAR, EARTHPIT, duke).clause == "BAT-40"
    unhurt = striking("DA-bowmen : ER-archers", WITHDRAW, posts="DA-duke-dansor @ DA-bowmen",
                      rolls=[MISS, MISS, 1], more=hand)  # fmt: skip
    assert ("cast", EARTHPIT) in actions(unhurt)
    after = place(
        f"phase Demon\nstep Battles\n1004 Hosar: DA-bowmen, DA-duke-dansor\nrallied: [{duke}]\n{CAPITALS}"
    )
    assert caster_refusal(after, HOSAR, EARTHPIT, duke) is None, "from the next step on he functions normally"


@pytest.mark.clause("BAT-40", "CAP-10")
def test_a_routed_caster_lends_nothing_to_a_capture_in_the_same_step() -> None:
    state = striking("DA-bowmen : ER-archers", routed="HO-bishop / ", posts="ER-lord-erush @ ER-archers",
                     rolls=[MISS, HIT, 6, 4, ("escape", 3), ("capture", 2)])  # fmt: skip
    (seize,) = [entry for entry in state.journal if entry.kind == "capture.seize"]
    assert seize.tally.parts == [], "the bishop's power 2 beats Lord Erush's 1, but he is not back yet"
    assert where(state, "ER-lord-erush") == HERE


@pytest.mark.clause("BAT-40", "BAT-41", "RET-03")
def test_routed_troops_come_back_or_are_taken_when_the_enemy_withdraws() -> None:
    state = striking("DA-bowmen : ER-archers", WITHDRAW, routed="DA-knights / ER-foot-guards",
                     rolls=[MISS, MISS, 1])  # fmt: skip
    assert where(state, "DA-knights") == HERE
    assert (where(state, "ER-foot-guards"), state.captor(unit("ER-foot-guards"))) == (PRISONER, HOSAR)


@pytest.mark.clause("BAT-41")
def test_the_losers_routed_troops_are_prisoners() -> None:
    state = striking("DA-bowmen : ER-archers", routed=" / ER-foot-guards, ER-lord-erush", rolls=[MISS, HIT, 6])
    assert state.captors == tuple((u, HOSAR) for u in units("ER-foot-guards", "ER-lord-erush"))
    assert state.stack(DEMON, HERE) == ()
