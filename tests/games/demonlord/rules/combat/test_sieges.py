"""Sieges: resolution, magic, losses and surrender, and reinforcement of the defenders."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    SIDES,
    actions,
    at,
    do,
    go,
    operands,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.tables import SURRENDER, siege_column
from palatine.games.demonlord.components.world import HILLS, hex_id
from palatine.games.demonlord.rules.combat.sieges import (
    TOTALS,
    known_siege_forces,
    row_of,
    siege_chance,
    winged_inside,
)
from palatine.games.demonlord.state import DEAD, PRISONER

ASSAULT, INVEST = True, False
DEFENDER, BESIEGER = False, True
GUNTHOZ = "1007 Hosar: GU-men, GU-levy\n1007 Demon: ER-goblins, ER-archers, ER-swordsmen\n"
"""A castle of Hosar."""
ANSOR = "0704 Hosar: DA-militia, DA-bowmen\n0704 Demon: ER-goblins, ER-archers, ER-swordsmen\n"
"""A city of Hosar."""
LYUNG = "serves: [2,2,2,0,2]\ncontrol 1308: Hosar\n1308 Hosar: LY-castle-guard, LY-cloud-riders-1\n"


def siege(text: str, steps: int = 2, where: str = "1007", side: str = "Demon") -> Any:
    """Return a siege step of turn 2 after `steps` steps at `where`; the besieger is asked."""
    head = f"turn 2\nphase {side}\nstep Sieges\n"
    count = f"sieges: [[{hex_id(where)},{steps}]]\n" if steps else ""
    return place(head + count + text + CAPITALS)


def resolve(state: Any, method: str = "invest", rolls: tuple[int, ...] = (1, 1, 1, 2)) -> Any:
    """Play a siege step without magic; the besieger rolls first.

    These totals cost neither side a troop.
    """
    return do(state, method, "pass", "pass", rolls=rolls)


def modifiers(state: Any, side: int) -> dict[str, int]:
    """Return the modifiers of a side's dice by clause."""
    (entry,) = (e for e in state.journal if e.kind in ("siege.kills", "siege.surrender") and e.data["side"] == side)
    return {part.clause: part.amount for part in entry.tally.parts}


def result(state: Any, side: int) -> Any:
    (entry,) = (e for e in state.journal if e.kind in ("siege.kills", "siege.surrender") and e.data["side"] == side)
    return entry


# Resolving Sieges


@pytest.mark.clause("SIEGE-10")
def test_every_siege_has_its_round_one_after_the_other_in_the_phasing_players_order() -> None:
    state = siege(GUNTHOZ + ANSOR, side="Hosar")
    assert (step(state), seat(state)) == ("ChooseSiege", "Hosar")
    assert set(operands(state, "siege")) == {hex_id("0704"), hex_id("1007")}
    state = resolve(do(state, ("siege", hex_id("0704"))))
    assert (step(state), state.flow[-1].hex) == ("ChooseSiegeMethod", hex_id("1007"))
    state = resolve(state)
    assert sorted(state.sieges) == [(hex_id("0704"), 1), (hex_id("1007"), 3)]


@pytest.mark.clause("SIEGE-10", "REIN-02")
def test_the_first_siege_step_opens_the_door_to_reinforcements() -> None:
    assert not siege("0704 Hosar: DA-militia\n", where="0704").opened
    assert siege(ANSOR, where="0704").opened


@pytest.mark.clause("SIEGE-11")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_the_besieger_chooses_assault_or_investment_also_in_the_defenders_phase(side: str) -> None:
    state = siege(GUNTHOZ, side=side)
    assert seat(state) == "Demon"
    assert actions(state) == [("assault", 0), ("invest", 0)]
    assert refusal(state, ("assault", 1)).clause == "SIEGE-11"


@pytest.mark.clause("SIEGE-11", "SIEGE-12")
@pytest.mark.parametrize(("method", "table"), [("assault", ASSAULT), ("invest", INVEST)])
def test_each_throws_two_dice_on_his_own_column_of_the_chosen_table(method: str, table: int) -> None:
    """The numbers are those of the reconstructed tables; the columns are the rulebook's."""
    state = resolve(siege(ANSOR, where="0704"), method, (4, 3, 6, 5))
    besieger, defender = result(state, DEMON), result(state, HOSAR)
    assert (besieger.tally.dice, defender.tally.dice) == ((4, 3), (6, 5))
    assert besieger.data["count"] == siege_column(table, BESIEGER)[7]
    assert defender.data["count"] == siege_column(table, DEFENDER)[11]
    lost = len(told(state, "siege.lost"))
    assert lost + (state.flow[-1].losses.owed if step(state) == "ChooseLoss" else 0) > 0


@pytest.mark.clause("SIEGE-12")
def test_modifiers_are_added_to_the_dice_and_the_sum_is_looked_up() -> None:
    state = resolve(siege(GUNTHOZ), "assault", (3, 3, 1, 1))
    entry = result(state, DEMON)
    assert entry.data["total"] == 7
    assert entry.data["count"] == siege_column(ASSAULT, BESIEGER)[7]


@pytest.mark.clause("SIEGE-13")
def test_the_loser_selects_his_losses_the_besieger_first() -> None:
    state = resolve(siege(ANSOR, where="0704"), "assault", (3, 3, 3, 3))
    assert (step(state), seat(state)) == ("ChooseLoss", "Demon")
    assert set(operands(state, "lose")) == set(units("ER-goblins", "ER-archers", "ER-swordsmen"))
    assert refusal(state, ("lose", unit("DA-militia"))).clause == "SIEGE-13"
    state = do(state, ("lose", unit("ER-archers")))
    assert (step(state), seat(state)) == ("ChooseLoss", "Hosar")
    state = do(state, ("lose", unit("DA-bowmen")))
    assert [state.where[u] for u in units("ER-archers", "DA-bowmen")] == [DEAD, DEAD]
    assert [at(state, key) for key in ("ER-goblins", "DA-militia")] == ["0704", "0704"]


@pytest.mark.clause("SIEGE-13")
def test_characters_cannot_be_given_for_troops_and_casualties_beyond_the_last_troop_are_lost() -> None:
    text = "0704 Hosar: DA-militia, DA-duke-dansor, DA-bowmen\n0704 Demon: ER-goblins, ER-lord-erush, ER-archers\n"
    state = resolve(siege(text, where="0704"), "assault", (6, 5, 6, 6))
    assert siege_column(ASSAULT, BESIEGER)[11] == 3, "more than there are, on the reconstructed table"
    assert step(state) != "ChooseLoss"
    assert [state.where[u] for u in units("DA-militia", "DA-bowmen")] == [DEAD, DEAD]
    assert DEAD not in [state.where[u] for u in units("DA-duke-dansor", "ER-lord-erush")]


@pytest.mark.clause("SIEGE-14")
def test_both_results_take_effect_together() -> None:
    text = "0704 Hosar: DA-militia\n0704 Demon: ER-goblins\n"
    state = resolve(siege(text, where="0704"), "assault", (3, 3, 3, 3))
    assert [state.where[u] for u in units("DA-militia", "ER-goblins")] == [DEAD, DEAD]


def surrender(text: str, defender: tuple[int, int] = (1, 1)) -> Any:
    """Play an investment in which the besieger rolls 12, a surrender on the reconstructed table."""
    assert siege_column(INVEST, BESIEGER)[12] == SURRENDER
    return resolve(siege(text, where="0704", side="Hosar"), "invest", (6, 6, *defender))


@pytest.mark.clause("SIEGE-15")
def test_on_surrender_all_inside_become_prisoners_and_no_more_die() -> None:
    state = surrender("0704 Hosar: DA-militia, DA-duke-dansor\n0704 Demon: ER-goblins, ER-archers\n")
    assert [state.captor(u) for u in units("DA-militia", "DA-duke-dansor")] == [DEMON, DEMON]
    assert [state.where[u] for u in units("DA-militia", "DA-duke-dansor")] == [PRISONER, PRISONER]
    assert state.control[hex_id("0704")] == DEMON
    assert not told(state, "siege.lost")
    assert state.losses_this_turn == (2, 0)


@pytest.mark.clause("SIEGE-16")
def test_the_besiegers_losses_of_the_same_throw_still_apply() -> None:
    state = surrender("0704 Hosar: DA-militia\n0704 Demon: ER-goblins, ER-archers\n", defender=(5, 5))
    assert siege_column(INVEST, DEFENDER)[10] == 1, "on the reconstructed table"
    state = do(state, ("lose", unit("ER-goblins")))
    assert state.where[unit("ER-goblins")] == DEAD
    assert state.captor(unit("DA-militia")) == DEMON


@pytest.mark.clause("SIEGE-15", "SIEGE-16")
def test_a_surrender_stands_only_if_a_besieging_troop_survives() -> None:
    state = surrender("0704 Hosar: DA-militia\n0704 Demon: ER-goblins\n", defender=(5, 5))
    assert state.where[unit("ER-goblins")] == DEAD
    assert at(state, "DA-militia") == "0704"
    assert state.control[hex_id("0704")] == HOSAR


# Resolution Modifiers


@pytest.mark.clause("SIEGE-17", "MAG-21")
def test_plus_one_for_the_greater_total_of_successful_siege_magic() -> None:
    text = ANSOR + "0703 Hosar: HO-monks\n0803 Demon: TA-lord-taegul, TN-priests\n"
    state = do(siege(text, where="0704"), "invest", ("siege magic", unit("TA-lord-taegul")), "pass")
    state = do(state, ("siege magic", unit("TN-priests")), "pass", "pass", rolls=[5, 5, 1, 1, 1, 2])
    assert modifiers(state, DEMON) == {"SIEGE-17": 1}
    assert modifiers(state, HOSAR) == {}


@pytest.mark.clause("SIEGE-17", "MAG-21")
def test_equal_totals_of_siege_magic_and_none_at_all_give_nobody_anything() -> None:
    text = ANSOR + "0703 Hosar: HO-monks\n0803 Demon: TA-lord-taegul\n"
    state = do(siege(text, where="0704"), "invest", ("siege magic", unit("TA-lord-taegul")))
    state = do(state, ("siege magic", unit("HO-monks")), "pass", "pass", rolls=[1, 1, 1, 1, 1, 2])
    assert (modifiers(state, DEMON), modifiers(state, HOSAR)) == ({}, {})
    state = resolve(siege(text, where="0704"))
    assert (modifiers(state, DEMON), modifiers(state, HOSAR)) == ({}, {})


@pytest.mark.clause("SIEGE-18")
@pytest.mark.parametrize(
    ("defender", "besieger", "to_defender", "to_besieger"),
    [
        ("BA-baron-barthek", "ER-lord-erush", 1, 0),  # +2 against +1
        ("DA-duke-dansor", "ER-lord-erush", 0, 0),  # +1 against +1
        ("HO-priest", "TN-priests", 0, 1),  # "no" ranks below +0
        ("HO-priest", "ER-lord-erush, TN-priests", 0, 1),
    ],
)
def test_plus_one_to_the_side_with_the_better_leader(
    defender: str, besieger: str, to_defender: int, to_besieger: int
) -> None:
    text = f"0704 Hosar: DA-militia, {defender}\n0704 Demon: ER-goblins, {besieger}\n"
    state = resolve(siege(text, where="0704"))
    assert modifiers(state, HOSAR).get("SIEGE-18", 0) == to_defender
    assert modifiers(state, DEMON).get("SIEGE-18", 0) == to_besieger


@pytest.mark.clause("SIEGE-19")
def test_plus_one_to_the_besieger_of_a_castle_and_none_at_a_city_or_lyung() -> None:
    castle = resolve(siege(GUNTHOZ))
    assert modifiers(castle, DEMON) == {"SIEGE-19": 1}
    assert modifiers(castle, HOSAR) == {}
    assert modifiers(resolve(siege(ANSOR, where="0704")), DEMON) == {}
    lyung = siege(LYUNG + "1308 Demon: NI-winged-demons, IK-winged-host\n", where="1308")
    assert modifiers(resolve(lyung), DEMON) == {}


@pytest.mark.clause("SIEGE-20", "SIEGE-21")
@pytest.mark.parametrize(("held", "expected"), [(0, -1), (1, 0), (3, 0), (4, 1), (5, 1), (9, 1)])
def test_the_besieger_has_minus_one_in_the_first_phase_and_plus_one_from_the_fifth_on(
    held: int, expected: int
) -> None:
    state = resolve(siege(ANSOR, held, "0704"))
    found = modifiers(state, DEMON)
    assert found == ({"SIEGE-21": -1} if expected < 0 else {"SIEGE-20": 1} if expected else {})
    assert modifiers(state, HOSAR) == {}


@pytest.mark.clause("SIEGE-22")
@pytest.mark.parametrize(
    ("besiegers", "expected"),
    [
        ("ER-goblins, ER-archers, ER-swordsmen", -1),
        ("ER-goblins, NI-winged-demons", -1),  # equal numbers are no superiority
        ("ER-goblins, NI-winged-demons, YO-yorgash", -1),  # winged characters do not count
        ("ER-goblins, NI-winged-demons, TNC-fire-drakes", 0),
    ],
)
def test_minus_one_to_the_besieger_of_lyung_without_more_winged_troops(besiegers: str, expected: int) -> None:
    state = resolve(siege(LYUNG + f"1308 Demon: {besiegers}\n", where="1308"))
    assert modifiers(state, DEMON).get("SIEGE-22", 0) == expected
    assert "SIEGE-22" not in modifiers(state, HOSAR)


# Siege Magic


@pytest.mark.clause("MAG-20")
def test_siege_magic_works_on_one_to_five() -> None:
    text = ANSOR + "0803 Demon: TA-lord-taegul\n"
    for die, works in ((5, True), (6, False)):
        state = do(siege(text, where="0704"), "invest", ("siege magic", unit("TA-lord-taegul")), "pass", "pass",
                   rolls=[("siege magic", die), 1, 1, 1, 2])  # fmt: skip
        assert bool(told(state, "spell.works")) is works
        assert (modifiers(state, DEMON) == {"SIEGE-17": 1}) is works


@pytest.mark.clause("MAG-20", "MAG-12")
def test_siege_magic_reaches_as_far_as_the_casters_range_for_both_sides() -> None:
    text = ANSOR + "0703 Hosar: BA-baron-barthek\n0702 Hosar: CL-count-lojar\n0804 Demon: ER-lord-erush\n"
    text += "0702 Demon: TA-lord-taegul\n0905 Demon: IK-captain-general\n1105 Demon: NI-lord-nish\n"
    state = do(siege(text, where="0704"), "invest")
    reach_it = units("NI-lord-nish", "ER-lord-erush", "TA-lord-taegul", "IK-captain-general")
    assert operands(state, "siege magic") == reach_it, "at distances four, one, two, two"
    assert refusal(state, ("siege magic", unit("ER-goblins"))).clause == "MAG-01"
    state = do(state, "pass")
    assert seat(state) == "Hosar"
    assert operands(state, "siege magic") == units("BA-baron-barthek"), "Lojar reaches one hex only"
    assert refusal(state, ("siege magic", unit("CL-count-lojar"))).clause == "MAG-12"


@pytest.mark.clause("MAG-20")
def test_besieged_characters_may_cast_from_inside_and_one_caster_serves_one_siege() -> None:
    text = "0704 Hosar: DA-militia, DA-duke-dansor\n0704 Demon: ER-goblins\n" + GUNTHOZ
    state = do(siege(text, where="0704"), ("siege", hex_id("0704")), "invest", "pass")
    state = do(state, ("siege magic", unit("DA-duke-dansor")), "pass", "pass", rolls=[1, 1, 1, 1, 2])
    assert modifiers(state, HOSAR)["SIEGE-17"] == 1
    state = do(state, "invest", "pass")
    assert refusal(state, ("siege magic", unit("DA-duke-dansor"))).clause == "MAG-02"


@pytest.mark.clause("MAG-22")
def test_announcements_are_answered_and_raised_and_all_are_rolled_after_the_last() -> None:
    text = ANSOR + "0703 Hosar: HO-monks, HO-priest\n0803 Demon: TA-lord-taegul, TN-priests\n"
    state = do(siege(text, where="0704"), "invest", "pass")
    state = do(state, ("siege magic", unit("HO-monks")))
    assert seat(state) == "Demon", "who has passed may answer a new announcement"
    assert told(state, "siege.magic")[0].data["hex"] == hex_id("0703"), "where the caster is, is announced"
    state = do(state, ("siege magic", unit("TA-lord-taegul")), ("siege magic", unit("HO-priest")))
    assert not told(state, "spell.works"), "no die before the last raise"
    assert seat(state) == "Demon"
    assert {action[0] for action in actions(state)} == {"siege magic", "pass"}, "nothing can be taken back"
    state = do(state, "pass")
    assert seat(state) == "Hosar"
    state = do(state, "pass", rolls=[6, 1, 1, 1, 1, 1, 2])
    rolled = [entry.data["unit"] for entry in state.journal if entry.kind in ("spell.works", "spell.fails")]
    assert rolled == units("HO-monks", "TA-lord-taegul", "HO-priest")
    assert modifiers(state, HOSAR) == {"SIEGE-17": 1}, "four against three: the monks have failed"


@pytest.mark.clause("MAG-22")
def test_the_phasing_player_announces_first() -> None:
    assert seat(do(siege(ANSOR, where="0704", side="Demon"), "invest")) == "Demon"
    assert seat(do(siege(ANSOR, where="0704", side="Hosar"), "invest")) == "Hosar"


# Reinforcing Fortress Defenders

RELIEF = "1007 Hosar: GU-men, GU-levy\n1007 Demon: ER-goblins\n1006 Hosar: DA-knights, DA-duke-dansor\n"


def relieve(text: str = RELIEF, *keys: str) -> Any:
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\nsieges: [[{hex_id('1007')},2]]\n" + text + CAPITALS)
    picks = [("unit", unit(key)) for key in keys or ("DA-knights", "DA-duke-dansor")]
    return do(state, ("stack", hex_id("1006")), *picks, go("1007"), "end")


@pytest.mark.clause("SIEGE-23", "SIEGE-24")
def test_a_defender_who_moves_troops_in_must_fight_and_the_garrison_may_join() -> None:
    state = relieve()
    assert (step(state), seat(state)) == ("Garrison", "Hosar"), "no choice of a siege is offered"
    assert actions(state) == [("join", 0), ("stay", 0)]
    joined = do(state, "join")
    assert joined.battle.aside == ()
    stays = do(state, "stay")
    assert set(stays.battle.aside) == set(units("GU-men", "GU-levy"))


@pytest.mark.clause("SIEGE-23", "SIEGE-24")
def test_the_relief_fights_a_round_and_retires_behind_the_walls() -> None:
    state = do(relieve(), "stay", ("terrain", HILLS), ("place", unit("DA-knights")), ("place", unit("ER-goblins")))
    state = do(state, ("with", unit("DA-knights")), "hold", rolls=[6] * 6)
    assert (step(state), seat(state)) == ("MayWithdraw", "Hosar")
    state = do(state, "withdraw", "into", rolls=[("morale", 1)])
    assert [at(state, key) for key in ("DA-knights", "DA-duke-dansor", "GU-men")] == ["1007"] * 3
    assert step(state) == "ChooseSiegeMethod"


@pytest.mark.clause("SIEGE-24")
def test_a_garrison_that_stays_out_keeps_the_fortress_when_the_relief_is_lost() -> None:
    state = do(relieve(), "stay", ("terrain", HILLS), ("place", unit("DA-knights")), ("place", unit("ER-goblins")))
    state = do(state, ("with", unit("DA-knights")), "hold", rolls=[6, 6, 6, 6, 1, 1, 6, ("fate", 4)])
    assert state.where[unit("DA-knights")] == PRISONER, "routed, and the battle lost"
    assert at(state, "DA-duke-dansor") == "1007", "he falls back into the fortress and is not tested"
    assert not told(state, "capture.escape")
    assert state.control[hex_id("1007")] == HOSAR
    assert [at(state, key) for key in ("GU-men", "GU-levy")] == ["1007", "1007"]


@pytest.mark.clause("SIEGE-24")
def test_by_option_the_garrison_joins_unit_by_unit() -> None:
    state = relieve('options: {"garrison": "unit by unit"}\n' + RELIEF)
    state = do(state, ("unit", unit("GU-men")), "stay")
    assert state.battle.aside == (unit("GU-levy"),)


@pytest.mark.clause("SIEGE-25")
def test_characters_may_enter_their_besieged_fortress_only_with_a_troop() -> None:
    siege = f"sieges: [[{hex_id('1007')},1]]\n"
    state = place("turn 2\nphase Hosar\nstep OpenMovement\n" + siege + RELIEF + CAPITALS)
    state = do(state, ("stack", hex_id("1006")), ("unit", unit("DA-duke-dansor")))
    assert refusal(state, go("1007")).clause == "SIEGE-25"
    state = do(state, ("unit", unit("DA-knights")), go("1007"))
    assert at(state, "DA-duke-dansor") == "1007"


@pytest.mark.clause("SIEGE-12")
def test_the_row_of_a_result_reaches_from_its_first_to_its_last_total() -> None:
    column = (0, 0, 1, 1, 1, 2, *[3] * (TOTALS - 6))
    assert [row_of(column, total) for total in (0, 1, 2, 3, 4, 5, 6)] == [
        (0, 1), (0, 1), (2, 4), (2, 4), (2, 4), (5, 5), (6, TOTALS - 1),
    ]  # fmt: skip


@pytest.mark.clause("SIEGE-22")
@pytest.mark.parametrize(
    ("inside", "found"),
    [("NI-winged-demons, ER-goblins", (1, 2)), ("ER-goblins, NI-winged-demons", (0, 1)), ("ER-lord-erush", (0, 0))],
)
def test_the_besieger_counts_the_winged_whom_he_sees_and_may_meet(inside: str, found: tuple[int, int]) -> None:
    state = place(f"turn 2\ncontrol 1308: Demon\n1308 Demon: {inside}\n{CAPITALS}")
    assert winged_inside(state, hex_id("1308")) == found


@pytest.mark.clause("SIEGE-12")
@pytest.mark.parametrize(("method", "table"), [("assault", "assault"), ("invest", "invest")])
def test_the_table_that_was_read_is_told(method: str, table: str) -> None:
    state = resolve(siege(GUNTHOZ), method)
    assert {result(state, side).data["table"] for side in (HOSAR, DEMON)} == {table}


@pytest.mark.clause("SIEGE-18", "SIEGE-19", "SIEGE-20", "SIEGE-21")
@pytest.mark.parametrize(
    ("control", "steps", "inside", "outside", "shifts"),
    [
        ("Hosar", 2, "GU-men, DA-duke-dansor", "ER-goblins", (1, 0)),
        ("Hosar", 2, "DA-duke-dansor, GU-men", "ER-goblins", (1, 1)),
        ("Hosar", 1, "GU-men", "ER-lord-erush, ER-goblins", (1, 0)),
        ("Hosar", 5, "GU-men", "ER-goblins", (2, 0)),
        ("Demon", 2, "ER-goblins, ER-lord-erush", "GU-men", (1, 0)),
        ("Demon", 2, "ER-lord-erush, ER-goblins", "GU-men", (1, 1)),
        ("Demon", 5, "ER-goblins", "DA-duke-dansor, GU-men", (3, 0)),
    ],
)
def test_what_a_besieger_foresees_counts_of_the_enemys_leaders_only_the_open_one(
    control: str, steps: int, inside: str, outside: str, shifts: tuple[int, int]
) -> None:
    besieger = "Demon" if control == "Hosar" else "Hosar"
    text = f"control 1007: {control}\n1007 {control}: {inside}\n1007 {besieger}: {outside}\n"
    state = place(f"turn 2\nsieges: [[{hex_id('1007')},{steps}]]\n{text}{CAPITALS}")
    h, side = hex_id("1007"), SIDES.index(besieger)
    forces = known_siege_forces(state, h, 0)
    assert tuple(siege_chance(state, h, each, True, forces).tally.value for each in (side, 1 - side)) == shifts


@pytest.mark.clause("SIEGE-14", "CAP-01")
@pytest.mark.parametrize(
    ("where", "defender", "besieger", "left"),
    [
        ("0704", "Hosar: DA-militia", "Demon: ER-goblins, ER-lord-erush", "ER-lord-erush"),
        ("1606", "Demon: ER-archers", "Hosar: DA-knights, ME-captain-dar", "ME-captain-dar"),
    ],
)
@pytest.mark.parametrize("inside", [1, 2])
def test_a_besieger_without_troops_leaves_his_characters_to_the_garrison(
    where: str, defender: str, besieger: str, left: str, inside: int
) -> None:
    """Both lose one troop.

    Only if another defender is there can the character be captured.
    """
    second = {"Hosar": ", DA-bowmen", "Demon": ", ER-swordsmen"}[defender.partition(":")[0]]
    side = besieger.partition(":")[0]
    text = f"{where} {defender}{second if inside == 2 else ''}\n{where} {besieger}\n"
    state = do(siege(text, where=where, side=side), "assault", "pass", "pass", rolls=(3, 3, 3, 3))
    if inside == 2:
        (lost, _) = operands(state, "lose")
        state = do(state, ("lose", lost), rolls=[("escape", 1), ("capture", 6)])
    captor = None if inside == 1 else 1 - state.seats.index(side)
    assert (state.captor(unit(left)) if inside == 2 else None) == captor
    assert inside == 2 or at(state, left) == where


@pytest.mark.clause("SIEGE-19", "SIEGE-20", "SIEGE-21", "SIEGE-22")
@pytest.mark.parametrize("holder", [HOSAR, DEMON])
@pytest.mark.parametrize(("steps", "by_length"), [(1, -1), (2, 0), (4, 0), (5, 1)])
@pytest.mark.parametrize(("inside", "by_wings"), [(0, 0), (1, -1), (2, -1)])
def test_what_a_besieger_of_lyung_adds_is_counted_of_his_own_winged_troops(
    holder: int, steps: int, by_length: int, inside: int, by_wings: int
) -> None:
    """Lyung is not a castle; the besieger has one winged troop."""
    serves = f"serves: [2,2,2,{holder},2]\ncontrol 1308: {SIDES[holder]}\n"
    besieger = ("Hosar: HO-sky-riders", "Demon: NI-winged-demons")[1 - holder]
    text = f"{serves}1308 {SIDES[holder]}: LY-castle-guard\n1308 {besieger}\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\nsieges: [[{hex_id('1308')},{steps}]]\n{text}{CAPITALS}")
    forces = known_siege_forces(state, hex_id("1308"), inside)
    assert siege_chance(state, hex_id("1308"), 1 - holder, True, forces).tally.value == by_length + by_wings
