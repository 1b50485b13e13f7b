"""Costs and possible gains of choices, in words."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    BEYOND,
    INLAND,
    KINGDOMS,
    MAN,
    NECROMANCER,
    NEXT,
    act,
    arm,
    bare,
    in_the_box,
    march,
    marching,
    on_the_march,
    piece,
    plans_offered,
    put,
    run,
    stack_of_kingdoms,
    wake,
)
from palatine.games.dark_emperor.components.pieces import BOX, NO_POWER, SIRAX
from palatine.games.dark_emperor.components.spells import BANISH_UNDEAD, COMBAT, FLY
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.rules.magic.procedure import Casting
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal
from palatine.games.dark_emperor.rules.realm.recruitment import Recruitment


def costs(s: Any) -> dict[tuple[str, int], str]:
    """Return the cost text of each action for the seat that is asked."""
    view = GAME.view(s, s.seats[s.flow[-1].seat])
    return {(choice.verb, choice.operand): choice.cost for choice in view.choices}


@pytest.mark.clause("8.11b", "8.13b")
def test_a_step_says_its_attrition_points_and_those_so_far() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1")
    s = on_the_march(s, MAN)
    assert costs(s)["go", hex_id(NEXT)] == "2 attrition points, 2 in all; enemies are there"
    s = act(s, ("go", hex_id(NEXT)))
    assert costs(s)["go", hex_id(BEYOND)] == "5 attrition points, 7 in all"


@pytest.mark.clause("8.13b")
def test_a_second_march_is_reckoned_with_the_first() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1")
    s = on_the_march(march(s, MAN, NEXT), MAN)
    assert costs(s)["go", hex_id(BEYOND)] == "5 attrition points, 7 in all"
    (plan,) = [each for each in plans_offered(s) if each.space == hex_id("2311")]
    assert plan.text == "March to Ahaures (2311): 9 attrition points"


@pytest.mark.clause("13.31", "13.32a")
def test_magic_is_reckoned_in() -> None:
    s = marching("1309", f"{MAN} farnon")
    assert costs(on_the_march(s, f"{MAN} farnon"))["go", hex_id("1208")] == "3 attrition points, 3 in all"
    s.charms = ((piece("farnon"), FLY),)
    assert costs(on_the_march(s, f"{MAN} farnon"))["go", hex_id("1208")] == "2 attrition points, 2 in all"


@pytest.mark.clause("6.11a")
def test_a_step_says_whom_it_wakes() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, INLAND, "greater-vampire-1 mezal")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    assert costs(on_the_march(s, "greater-vampire-1"))["go", hex_id(NEXT)].endswith(
        "Zolahaureslor wakes against you"
    )
    assert costs(on_the_march(s, "mezal"))["go", hex_id(NEXT)] == ""


@pytest.mark.clause("9.21a", "9.22", "9.23a")
def test_a_battle_says_its_odds() -> None:
    s = stack_of_kingdoms(INLAND, f"{MAN} stavror-infantry-2 stavror-infantry-3 farnon")
    put(s, INLAND, "lesser-vampire-1")
    put(s, BEYOND, MAN.replace("1", "4"))
    put(s, BEYOND, "lesser-vampire-2")
    found = costs(run(s, Battles()))
    assert found["fight", hex_id(INLAND)] == "3 against 2; +2 attacking hero: wins 4 in 6 (67%)"
    assert found["fight", hex_id(BEYOND)] == "1 against 2; −1 combat ratio: wins 1 in 6 (17%)"


@pytest.mark.clause("5.5b", "6.11a")
def test_the_gate_says_whom_it_wakes() -> None:
    found = {choice.operand: choice.cost for choice in GAME.view(GAME.setup(seed=b"1"), "Necromancer").choices}
    assert found[hex_id("0304")] == "The Scythe wakes against you"
    assert all(cost.endswith("wakes against you") for cost in found.values())


@pytest.mark.clause("6.16a", "20.3a")
def test_a_betrayal_says_what_it_costs_and_the_panel_what_counts_in_the_end() -> None:
    s = stack_of_kingdoms(INLAND, MAN)
    wake(s, NECROMANCER, TAL_PLETOR)
    view = GAME.view(run(s, Movement(KINGDOMS)), "Necromancer")
    assert [(choice.verb, choice.cost) for choice in view.choices] == [
        ("betray", "It goes to the Kingdoms player for good, with its units and leaders")
    ]
    rows = {row.label: row.value for row in view.panels[0].rows}
    assert rows["The Necromancer's own production"] == "0"


@pytest.mark.clause("4.A3a", "12.32a")
def test_magic_says_its_segment_and_its_hex() -> None:
    s = stack_of_kingdoms(INLAND, f"{MAN} kebir-whitehand")
    put(s, INLAND, "padrech-dar-choim lesser-vampire-1")
    step = AskCounterspell(NECROMANCER, piece("kebir-whitehand"), BANISH_UNDEAD)
    s.flow = [*s.flow, Casting(COMBAT), step]
    view = GAME.view(s, "Necromancer")
    assert view.heading.endswith("Combat Phase, magic")
    assert view.focus == (INLAND,)
    assert f"at {INLAND}" in view.prompt


@pytest.mark.clause("11.3a", "14.42")
def test_diplomacy_says_its_chances() -> None:
    s = bare(phasing=KINGDOMS)
    in_the_box(s, *range(10, 16))
    wake(s, KINGDOMS, STAVROR, ZOLAHAURESLOR)
    put(s, hex_name(CAPITAL[TAL_PLETOR]), "stav-farren")
    s.where[piece("farnon")] = BOX
    s = run(s, Diplomacy())
    assert costs(s)["envoy", piece("stav-farren")] == "Tal Pletor: wins 3 in 36 (8%)"
    s.sway = {piece("stav-farren"): 2}
    assert costs(s)["envoy", piece("stav-farren")] == "Tal Pletor: wins 10 in 36 (28%)"
    s = act(s, ("court", piece("farnon")))
    assert [costs(s)["group", group] for group in (10, 12, 15)] == [
        "Wins 21 in 36 (58%)", "Wins 6 in 36 (17%)", "Wins on no roll",
    ]  # fmt: skip


@pytest.mark.clause("18.12c", "18.15a")
def test_a_meeting_says_what_either_way_promises() -> None:
    s = stack_of_kingdoms("2114", "farnon")
    arm(s, "farnon", "sword-loslom")
    s.markers = {hex_id("2114"): SIRAX}
    found = costs(run(s, Reveal()))
    assert found == {
        ("parley", 0): "Wins 21 in 36 (58%)",
        ("fight", 0): "Slays it 3 in 6 (50%), or is eaten",
    }
    s = stack_of_kingdoms("2114", "farnon nikon-v")
    put(s, "2114", "slug", NO_POWER)
    s.duels = (piece("slug"),)
    s.hero[piece("nikon-v") - piece("padrech-dar-choim")] = 0
    found = costs(run(s, HeroicCombat()))
    assert found["fighter", piece("farnon")] == "Slays it 1 in 6 (17%), or is eaten"
    assert found["fighter", piece("nikon-v")] == "Can't slay it"


@pytest.mark.clause("7.21b")
def test_a_recruit_says_his_price() -> None:
    s = stack_of_kingdoms("1820", "stavror-infantry-1")
    s.gold[STAVROR] = 10
    found = costs(run(s, Recruitment()))
    assert found["buy", piece("stavror-infantry-2")] == "10 gold"


@pytest.mark.clause("9.23a", "15.11a", "15.4")
def test_a_battles_odds_count_the_devices_that_will_be_taken_into_use() -> None:
    s = stack_of_kingdoms(INLAND, f"{MAN} stavror-infantry-2 stavror-infantry-3 farnon")
    arm(s, "farnon", "sword-loslom dawn-lantern")
    put(s, INLAND, "lesser-vampire-1")
    put(s, BEYOND, MAN.replace("1", "4"))
    put(s, BEYOND, "lesser-vampire-2")
    step = run(s, Battles())
    before = step.wielded.copy()
    shown = costs(step)["fight", hex_id(INLAND)]
    assert shown == "3 against 1; +2 combat ratio, +4 attacking hero: wins on any roll"
    assert step.wielded == before, "looking takes nothing into use"
    fought = act(step, ("fight", hex_id(INLAND)), rolls=[("combat", 1), ("combat", 1)])
    tally = next(entry.tally for entry in fought.journal if entry.kind.startswith("battle.") and entry.tally)
    assert tally.value == 2 + 4
