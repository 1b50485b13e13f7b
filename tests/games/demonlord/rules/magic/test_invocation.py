"""Invocation: demigods and spirits called at their temples."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    actions,
    at,
    do,
    moment,
    operands,
    place,
    refusal,
    step,
    told,
    unit,
    units,
    verbs,
    who_is_asked,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import CONJURATIONS, POWER, UNIT_KEY, WOODS_CHIEF
from palatine.games.demonlord.components.world import HOSAR_TEMPLES, NINNGHIZ, hex_id, hex_name
from palatine.games.demonlord.rules.magic.invocation import FOREST, invocation_chance
from palatine.games.demonlord.rules.victory import turn_points
from palatine.games.demonlord.state import AWAY, DEAD

PRINCE_TOR = "2006 Demon: IK-prince-tor\n"
"""Power 3, at the Temple of Yorgash."""
WEST = hex_name(HOSAR_TEMPLES[0])
WOODS = "serves: [2,2,0,2,2]\ncontrol 0914: Hosar\n"


def temple(text: str, side: str = "Demon", turn: int = 2) -> Any:
    return place(f"turn {turn}\nphase {side}\nstep Invocation\n" + text + CAPITALS)


def invoke(state: Any, key: str, *rolls: int) -> Any:
    return do(state, ("invoke", unit(key)), rolls=rolls)


# Procedure


@pytest.mark.clause("INV-01")
def test_a_caster_at_the_right_temple_may_invoke_once_movement_is_over() -> None:
    state = place("turn 2\nphase Demon\nstep OpenMovement\n2005 Demon: IK-prince-tor\n" + CAPITALS)
    assert "invoke" not in verbs(state)
    state = do(state, ("stack", hex_id("2005")), ("unit", unit("IK-prince-tor")), ("go", hex_id("2006")))
    state = do(state, "halt") if step(state) == "March" else state
    state = do(state, "end")
    assert (step(state), operands(state, "invoke")) == ("Invoke", units("IK-prince-tor"))


@pytest.mark.clause("INV-01")
def test_nobody_invokes_in_the_enemys_phase_or_away_from_the_temple() -> None:
    assert step(temple(PRINCE_TOR, "Hosar")) != "Invoke"
    assert step(temple("2007 Demon: IK-prince-tor\n")) != "Invoke"
    state = temple(PRINCE_TOR + "2007 Demon: NI-lord-nish\n")
    assert refusal(state, ("invoke", unit("NI-lord-nish"))).clause == "INV-01"


@pytest.mark.clause("INV-01", "MAG-01", "MAG-02")
def test_troops_and_spent_casters_do_not_invoke() -> None:
    state = temple("2006 Demon: IK-prince-tor, IK-guards, NI-lord-nish\n" + f"cast: [{unit('NI-lord-nish')}]\n")
    assert refusal(state, ("invoke", unit("IK-guards"))).clause == "MAG-01"
    assert refusal(state, ("invoke", unit("NI-lord-nish"))).clause == "MAG-02"


@pytest.mark.clause("INV-01")
def test_being_asked_does_not_betray_a_hidden_caster() -> None:
    caster = temple("2006 Demon: IK-guards, IK-prince-tor\n")
    none = temple("2006 Demon: IK-guards, IK-knights\n")
    assert (step(caster), step(none)) == ("Invoke", "Invoke")
    assert actions(none) == [("pass", 0)]
    assert GAME.view(caster, "Hosar") == GAME.view(none, "Hosar")
    assert who_is_asked(caster) == who_is_asked(none)
    assert step(temple("2006 Demon: IK-guards\n")) != "Invoke", "a single troop is plainly no caster"


@pytest.mark.clause("INV-01")
@pytest.mark.parametrize(("there", "away"), [("IK-prince-tor", "IK-knights"), ("IK-knights", "IK-prince-tor")])
def test_nor_where_a_hidden_caster_is_who_has_cast_already(there: str, away: str) -> None:
    state = temple(
        f"2006 Demon: IK-guards, {there}\n1805 Demon: NI-lancers, {away}\ncast: [{unit('IK-prince-tor')}]\n"
    )
    assert who_is_asked(state)[0] == ("Demon", "Invoke")
    assert actions(state) == [("pass", 0)]


@pytest.mark.clause("INV-02")
def test_enemy_troops_on_the_temple_hex_forbid_it() -> None:
    state = temple(PRINCE_TOR + "2006 Hosar: DA-knights\n")
    assert refusal(state, ("invoke", unit("IK-prince-tor"))).clause == "INV-02"
    lone = temple(PRINCE_TOR + "2006 Hosar: DA-duke-dansor\n")
    assert operands(lone, "invoke") == units("IK-prince-tor"), "characters do not"


@pytest.mark.clause("INV-02")
def test_hidden_enemy_troops_are_shown_and_the_caster_keeps_his_spell() -> None:
    state = temple(PRINCE_TOR + "2006 Hosar: DA-duke-dansor, DA-knights\n")
    assert operands(state, "invoke") == units("IK-prince-tor"), "what cannot be seen is not told"
    state = invoke(state, "IK-prince-tor")
    (entry,) = told(state, "shown")
    assert entry.data["unit"] == unit("DA-knights")
    assert state.stack(HOSAR, hex_id("2006"))[0] == unit("DA-knights")
    assert state.spent_casters == ()
    assert refusal(state, ("invoke", unit("IK-prince-tor"))).clause == "INV-02"


@pytest.mark.clause("INV-03", "INV-06", "MAG-13")
@pytest.mark.parametrize(("die", "works"), [(3, True), (4, False)])
def test_it_works_on_a_die_no_higher_than_the_power_and_the_unit_appears_there(die: int, works: bool) -> None:
    state = invoke(temple(PRINCE_TOR), "IK-prince-tor", die)
    assert state.where[unit("YO-yorgash")] == (hex_id("2006") if works else AWAY)


@pytest.mark.clause("INV-04")
def test_after_a_failure_another_caster_in_the_hex_may_try() -> None:
    state = temple("2006 Demon: IK-prince-tor, NI-lord-nish\n")
    state = invoke(state, "IK-prince-tor", 6)
    assert operands(state, "invoke") == units("NI-lord-nish")
    assert at(invoke(state, "NI-lord-nish", 4), "YO-yorgash") == "2006"


@pytest.mark.clause("INV-05")
def test_a_unit_in_play_is_not_invoked_again_but_a_destroyed_one_is() -> None:
    in_play = temple(PRINCE_TOR + "1805 Demon: YO-yorgash\n")
    assert step(in_play) != "Invoke"
    held = temple(PRINCE_TOR + "prisoners of Hosar: YO-yorgash\n")
    assert step(held) != "Invoke", "a prisoner is still in play"
    destroyed = temple(PRINCE_TOR + "dead: YO-yorgash\n")
    assert at(invoke(destroyed, "IK-prince-tor", 1), "YO-yorgash") == "2006"


@pytest.mark.clause("INV-03", "MAG-29")
def test_nothing_appears_in_an_earthpit() -> None:
    pit = f"earthpits: [{hex_id('2006')}]\n"
    assert step(temple(PRINCE_TOR + pit)) != "Invoke"
    state = temple(PRINCE_TOR + pit + "1414 Demon: TN-priests\n")
    assert refusal(state, ("invoke", unit("IK-prince-tor"))).clause == "MAG-29"


# Demon Invocations


@pytest.mark.clause("INV-06", "INV-07")
@pytest.mark.parametrize(("where", "key"), [("2006", "YO-yorgash"), ("2119", "TS-shaman")])
def test_yorgash_and_the_shaman_come_to_the_demon_at_their_temples(where: str, key: str) -> None:
    state = invoke(temple(f"{where} Demon: IK-prince-tor\n"), "IK-prince-tor", 3)
    assert at(state, key) == where
    assert state.side_of(unit(key)) == DEMON
    hosar = temple(f"{where} Hosar: HO-high-priest\n", "Hosar")
    assert step(hosar) != "Invoke"


NIN = "1414 Demon: TN-temple-guard, IK-prince-tor\n"


@pytest.mark.clause("INV-08")
def test_at_ninnghiz_five_of_the_six_conjurations_come_drawn_unseen() -> None:
    state = invoke(temple(NIN), "IK-prince-tor", 3, 6, 5, 4, 3, 2)
    come = [u for u in CONJURATIONS if state.where[u] == NINNGHIZ]
    assert len(come) == 5
    assert state.where[unit("TNC-worm-lord")] == AWAY, "the one not drawn"
    (entry,) = told(state, "conjured")
    assert entry.data["count"] == 5
    assert not set(entry.data.values()) & set(come)
    assert state.stack(DEMON, NINNGHIZ)[0] == unit("TN-temple-guard"), "none of them lies on top"
    assert not {piece.face for piece in GAME.view(state, "Hosar").pieces} & {UNIT_KEY[u] for u in come}


@pytest.mark.clause("INV-08")
def test_hosar_conjures_nothing_at_ninnghiz() -> None:
    assert step(temple("1414 Hosar: HO-high-priest\ncontrol 1414: Hosar\n", "Hosar")) != "Invoke"


@pytest.mark.clause("INV-08", "INV-05")
def test_later_successes_bring_others_until_five_are_in_play() -> None:
    five = "1805 Demon: TNC-fire-drakes, TNC-night-gaunts, TNC-bone-giants, TNC-hell-hounds, TNC-ghouls\n"
    state = temple("1414 Demon: TN-priests\n" + five)
    assert step(state) != "Invoke", "five are in play"
    three = "1805 Demon: TNC-fire-drakes, TNC-night-gaunts\ndead: TNC-ghouls, TNC-bone-giants\n"
    three += "prisoners of Hosar: TNC-hell-hounds\n"
    state = invoke(temple(NIN + three), "IK-prince-tor", 1, 3, 1)
    come = [u for u in CONJURATIONS if state.where[u] == NINNGHIZ]
    assert come == units("TNC-worm-lord", "TNC-ghouls"), "two of the three that are dead or were never drawn"
    assert state.where[unit("TNC-bone-giants")] == DEAD


@pytest.mark.clause("INV-08", "SIEGE-03")
def test_conjured_troops_alone_at_ninnghiz_hold_it_again() -> None:
    state = invoke(temple("1414 Demon: IK-prince-tor\ncontrol 1414: Hosar\n"), "IK-prince-tor", 1, 1, 1, 1, 1, 1)
    assert state.control[NINNGHIZ] == DEMON


# Hosar Invocations


@pytest.mark.clause("INV-09")
@pytest.mark.parametrize("where", [hex_name(h) for h in HOSAR_TEMPLES])
def test_the_light_spirit_comes_at_any_temple_of_hosar_from_turn_two_on(where: str) -> None:
    text = f"{where} Hosar: HO-monks\n"
    assert step(temple(text, "Hosar", turn=1)) != "Invoke"
    assert at(invoke(temple(text, "Hosar"), "HO-monks", 3), "IN-light-spirit") == where


@pytest.mark.clause("INV-09", "INV-10")
def test_there_are_four_temples_of_hosar_and_the_demon_invokes_nothing_there() -> None:
    assert len(HOSAR_TEMPLES) == 4
    assert step(temple(f"{WEST} Demon: IK-high-priest\n")) != "Invoke"


@pytest.mark.clause("INV-10")
def test_the_west_wizard_comes_once_the_mercenaries_have_arrived() -> None:
    text = f"{WEST} Hosar: HO-monks\n"
    before = do(temple(text, "Hosar"), ("invoke", unit("HO-monks")), rolls=[1])
    assert at(before, "IN-light-spirit") == WEST, "no choice: only the Light Spirit"
    state = do(temple(text + "arrived: [true,false]\n", "Hosar"), ("invoke", unit("HO-monks")))
    assert operands(state, "spirit") == units("IN-light-spirit", "INR-west-wizard")
    assert refusal(state, ("spirit", unit("YO-yorgash"))).clause == "INV-05"
    state = do(state, ("spirit", unit("INR-west-wizard")), rolls=[3])
    assert at(state, "INR-west-wizard") == WEST


@pytest.mark.clause("INV-10")
def test_he_may_come_in_the_phase_of_their_arrival() -> None:
    head = "turn 1\nphase Hosar\nstep Reinforcements\nopened: true\n"
    state = place(head + f"{WEST} Hosar: HO-monks\n" + CAPITALS)
    state = do(state, "request", rolls=[("reinforcements", 3), *[1] * 8])
    state = do(state, *[("enter", hex_id("0301"))] * 8)
    state = do(state, "end")
    assert step(state) == "Invoke", "on turn 1, when no Light Spirit can come"
    assert at(invoke(state, "HO-monks", 3), "INR-west-wizard") == WEST


@pytest.mark.clause("INV-11")
def test_invoking_the_west_wizard_forfeits_the_point_for_doing_without_reinforcements() -> None:
    text = f"{WEST} Hosar: HO-monks\narrived: [true,false]\n"
    state = temple(text, "Hosar")
    assert dict(_point(state))["no-request"] == (1, 1)
    state = do(state, ("invoke", unit("HO-monks")), ("spirit", unit("INR-west-wizard")), rolls=[1])
    assert dict(_point(state))["no-request"] == (0, 1)


def _point(state: Any) -> list[tuple[str, tuple[int, int]]]:
    return [(reason, score) for reason, _, score in turn_points(state)]


# Other Invocations


@pytest.mark.clause("INV-12")
def test_the_ally_of_the_ancients_may_invoke_the_old_one() -> None:
    text = "1702 Demon: IK-prince-tor\n"
    assert step(temple(text)) != "Invoke", "nobody's ally"
    assert step(temple("serves: [2,0,2,2,2]\n" + text)) != "Invoke", "the enemy's"
    state = invoke(temple("serves: [2,1,2,2,2]\n" + text), "IK-prince-tor", 3)
    assert at(state, "AN-old-one") == "1702"
    again = "serves: [2,1,2,2,2]\n1805 Demon: AN-old-one\n"
    assert step(temple(again + text)) != "Invoke", "he is in play"
    assert state.side_of(unit("AN-old-one")) == DEMON


@pytest.mark.clause("INV-13")
@pytest.mark.parametrize(("die", "key"), [(3, "GW-beast-god"), (4, "GW-forest-spirit")])
def test_at_the_forest_temple_a_second_die_tells_who_comes(die: int, key: str) -> None:
    text = "1113 Hosar: HO-monks\n"
    state = invoke(temple(WOODS + text, "Hosar"), "HO-monks", 3, die)
    assert at(state, key) == "1113"
    assert step(temple(text, "Hosar")) != "Invoke", "only the ally of the Great Woods"


@pytest.mark.clause("INV-14")
@pytest.mark.parametrize(("die", "works"), [(4, True), (5, False)])
def test_the_woods_chief_doubles_his_power_there(die: int, works: bool) -> None:
    state = temple(WOODS + "1113 Hosar: GW-woods-chief\n", "Hosar")
    state = do(state, ("invoke", WOODS_CHIEF), rolls=[die, 1] if works else [die])
    assert bool(told(state, "appears")) is works


@pytest.mark.clause("INV-14")
def test_for_nothing_else_is_his_power_doubled_nor_anybody_elses_there() -> None:
    state = temple(WOODS + "1113 Hosar: HO-bishop\n", "Hosar")
    assert not told(invoke(state, "HO-bishop", 3), "appears")
    west = temple(WOODS + f"{WEST} Hosar: GW-woods-chief\n", "Hosar")
    assert not told(invoke(west, "GW-woods-chief", 3), "appears")
    forcemarch = moment("BeforeMovement", WOODS + "1113 Hosar: GW-woods-chief\n", hosar="Forcemarch")
    assert refusal(forcemarch, ("cast", 2)).clause == "MAG-11"


@pytest.mark.clause("INV-15")
def test_the_spirit_that_did_not_come_is_barred_and_the_other_comes_again_without_a_second_die() -> None:
    came = f"spirit: {unit('GW-beast-god')}\n"
    in_play = temple(WOODS + came + "1113 Hosar: HO-monks, GW-beast-god\n", "Hosar")
    assert operands(in_play, "invoke") == []
    killed = temple(WOODS + came + "1113 Hosar: HO-monks\ndead: GW-beast-god\n", "Hosar")
    state = invoke(killed, "HO-monks", 3)
    assert at(state, "GW-beast-god") == "1113"
    assert state.where[unit("GW-forest-spirit")] == AWAY


@pytest.mark.clause("INV-03", "INV-14")
def test_the_highest_die_is_the_casters_power_twice_for_the_woods_chief_in_his_forest() -> None:
    for caster, spirit, times in (
        ("GW-woods-chief", FOREST, 2),
        ("HO-priest", FOREST, 1),
        ("GW-woods-chief", unit("IN-light-spirit"), 1),
    ):
        assert invocation_chance(unit(caster), spirit).tally.value == times * POWER[unit(caster)]


@pytest.mark.clause("INV-03")
@pytest.mark.parametrize(("die", "kind", "other"), [(3, "works", "fails"), (4, "fails", "works")])
def test_the_journal_says_whether_it_worked(die: int, kind: str, other: str) -> None:
    state = invoke(temple(PRINCE_TOR), "IK-prince-tor", die)
    assert [entry.data["power"] for entry in told(state, f"invoke.{kind}")] == [3]
    assert not told(state, f"invoke.{other}")


@pytest.mark.clause("INV-01", "INV-04")
@pytest.mark.parametrize(("die", "comes"), [(3, True), (4, False)])
def test_when_the_last_caster_has_tried_nobody_is_asked_again(die: int, comes: bool) -> None:
    state = invoke(temple(PRINCE_TOR), "IK-prince-tor", die)
    assert step(state) != "Invoke"
    assert bool(told(state, "invoke.works")) == comes
    assert bool(told(state, "invoke.fails")) != comes


@pytest.mark.clause("INV-05", "INV-08", "MAG-40")
@pytest.mark.parametrize(
    ("text", "dead", "rolls"),
    [
        (PRINCE_TOR, "YO-yorgash", [1]),
        (
            NIN + "1805 Demon: TNC-fire-drakes, TNC-night-gaunts, TNC-bone-giants, TNC-hell-hounds\n",
            "TNC-ghouls",
            [1, 2],
        ),
    ],
)
def test_who_is_invoked_again_is_no_longer_among_the_lately_dead(text: str, dead: str, rolls: list[int]) -> None:
    """Necromon therefore cannot raise him a second time."""
    fallen = f"dead: {dead}\nfallen: [[{unit(dead)},{hex_id('1805')},{DEMON},{{}}]]\n"
    phase = temple(text).phase
    state = temple(text + fallen.format(phase))
    assert [death.unit for death in state.fallen] == [unit(dead)]
    state = invoke(state, "IK-prince-tor", *rolls)
    assert state.where[unit(dead)] >= 0
    assert state.fallen == ()
