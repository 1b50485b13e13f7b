"""What is shown before it is chosen, what is done at one click, and how things are told."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.loslon import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    in_the_box,
    march,
    piece,
    pieces,
    put,
    raise_undead,
    run,
    told,
    wake,
)
from palatine.core import Plan
from palatine.games.dark_emperor.components.pieces import INACTIVE, NOBODY, SIRAX
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
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
from palatine.games.dark_emperor.rules.characters.alone import Escape
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.combat.retreats import begin_retreat
from palatine.games.dark_emperor.rules.magic.counterspells import Counter
from palatine.games.dark_emperor.rules.magic.procedure import Casting
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal
from palatine.games.dark_emperor.rules.realm.recruitment import Recruitment
from palatine.games.dark_emperor.state import BOX
from palatine.games.dark_emperor.view.wording import host

INLAND, NEXT, BEYOND = "2011", "2111", "2211"
MAN = "stavror-infantry-1"


def position(where: str, keys: str, *, phasing: int = KINGDOMS) -> Any:
    """Pieces in a hex, all kingdoms being the Kingdoms player's."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    put(s, where, keys)
    return s


def moving(where: str, keys: str, *, phasing: int = KINGDOMS) -> Any:
    return run(position(where, keys, phasing=phasing), OpenMovement(), Movement(phasing))


def picked(s: Any, keys: str) -> Any:
    return act(s, ("stack", s.where[pieces(keys)[0]]), *[("piece", p) for p in pieces(keys)])


def costs(s: Any) -> dict[tuple[str, int], str]:
    """By action: what is said of its cost to whoever is asked."""
    view = GAME.view(s, s.seats[s.flow[-1].seat])
    return {(choice.verb, choice.operand): choice.cost for choice in view.choices}


def plans(s: Any) -> list[Plan]:
    return list(GAME.view(s, s.seats[s.flow[-1].seat]).plans)


def carry_out(s: Any, plan: Plan) -> Any:
    return act(s, *plan.actions)


def said(entry: Any) -> str:
    return GAME.words.say(f"journal.{entry.kind}", **entry.data)


# Costs


@pytest.mark.clause("8.11b", "8.13b")
def test_a_step_says_its_attrition_points_and_those_so_far() -> None:
    s = moving(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1")
    s = picked(s, MAN)
    assert costs(s)["go", hex_id(NEXT)] == "2 attrition points, 2 in all; enemies are there"
    s = act(s, ("go", hex_id(NEXT)))
    assert costs(s)["go", hex_id(BEYOND)] == "5 attrition points, 7 in all"


@pytest.mark.clause("8.13b")
def test_a_second_march_is_reckoned_with_the_first() -> None:
    s = moving(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1")
    s = picked(march(s, MAN, NEXT), MAN)
    assert costs(s)["go", hex_id(BEYOND)] == "5 attrition points, 7 in all"
    (plan,) = [each for each in plans(s) if each.space == hex_id("2311")]
    assert plan.text == "March to Ahaures (2311): 9 attrition points"


@pytest.mark.clause("13.31", "13.32a")
def test_magic_is_reckoned_in() -> None:
    s = moving("1309", f"{MAN} farnon")
    assert costs(picked(s, f"{MAN} farnon"))["go", hex_id("1208")] == "3 attrition points, 3 in all"
    s.charms = ((piece("farnon"), FLY),)
    assert costs(picked(s, f"{MAN} farnon"))["go", hex_id("1208")] == "2 attrition points, 2 in all"


@pytest.mark.clause("6.11a")
def test_a_step_says_whom_it_wakes() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, INLAND, "greater-vampire-1 mezal")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    assert costs(picked(s, "greater-vampire-1"))["go", hex_id(NEXT)].endswith("Zolahaureslor wakes against you")
    assert costs(picked(s, "mezal"))["go", hex_id(NEXT)] == ""


@pytest.mark.clause("9.21a", "9.22", "9.23a")
def test_a_battle_says_its_odds() -> None:
    s = position(INLAND, f"{MAN} stavror-infantry-2 stavror-infantry-3 farnon")
    put(s, INLAND, "lesser-vampire-1")
    put(s, BEYOND, MAN.replace("1", "4"))
    put(s, BEYOND, "lesser-vampire-2")
    found = costs(run(s, Battles()))
    assert found["fight", hex_id(INLAND)] == "3 against 2; +2 attacking hero: 4 of 6 throws win"
    assert found["fight", hex_id(BEYOND)] == "1 against 2; −1 combat ratio: 1 of 6 throws win"


@pytest.mark.clause("5.5b", "6.11a")
def test_the_gate_says_whom_it_wakes() -> None:
    found = {choice.operand: choice.cost for choice in GAME.view(GAME.setup(seed=b"1"), "Necromancer").choices}
    assert found[hex_id("0304")] == "the Scythe wakes against you"
    assert all(cost.endswith("wakes against you") for cost in found.values())


@pytest.mark.clause("6.16a", "20.3a")
def test_a_betrayal_says_what_it_costs_and_the_panel_what_counts_in_the_end() -> None:
    s = position(INLAND, MAN)
    wake(s, NECROMANCER, TAL_PLETOR)
    view = GAME.view(run(s, Movement(KINGDOMS)), "Necromancer")
    assert [(choice.verb, choice.cost) for choice in view.choices] == [
        ("betray", "its units and leaders pass to the Kingdoms player")
    ]
    rows = {row.label: row.value for row in view.panels[0].rows}
    assert rows["The Necromancer's own production"] == "0"


@pytest.mark.clause("4.A3a", "12.32a")
def test_magic_says_its_segment_and_its_hex() -> None:
    s = position(INLAND, f"{MAN} kebir-whitehand")
    put(s, INLAND, "padrech-dar-choim lesser-vampire-1")
    step = Counter(NECROMANCER, piece("kebir-whitehand"), BANISH_UNDEAD)
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
    assert costs(s)["envoy", piece("stav-farren")] == "Tal Pletor: 3 of 36 throws succeed"
    s.sway = {piece("stav-farren"): 2}
    assert costs(s)["envoy", piece("stav-farren")] == "Tal Pletor: 10 of 36 throws succeed"
    s = act(s, ("court", piece("farnon")))
    assert [costs(s)["group", group] for group in (10, 12, 15)] == [
        "21 of 36 throws succeed", "6 of 36 throws succeed", "0 of 36 throws succeed",
    ]  # fmt: skip


@pytest.mark.clause("18.12c", "18.15a")
def test_a_meeting_says_what_either_way_promises() -> None:
    s = position("2114", "farnon")
    arm(s, "farnon", "sword-loslom")
    s.markers = {hex_id("2114"): SIRAX}
    found = costs(run(s, Reveal()))
    assert found == {("parley", 0): "21 of 36 throws succeed", ("fight", 0): "slays it on 3 or less"}
    s = position("2114", "farnon nikon-v")
    put(s, "2114", "slug", NOBODY)
    s.duels = (piece("slug"),)
    s.hero[piece("nikon-v") - piece("padrech-dar-choim")] = 0
    found = costs(run(s, HeroicCombat()))
    assert found["fighter", piece("farnon")] == "slays it on 1 or less"
    assert found["fighter", piece("nikon-v")] == "cannot slay it"


@pytest.mark.clause("7.21b")
def test_a_recruit_says_his_price() -> None:
    s = position("1820", "stavror-infantry-1")
    s.gold[STAVROR] = 10
    found = costs(run(s, Recruitment()))
    assert found["buy", piece("stavror-infantry-2")] == "10 gold"


# Plans


@pytest.mark.clause("8.1a")
def test_everybody_of_a_hex_is_taken_at_one_click_and_sent_anywhere_at_another() -> None:
    s = moving(INLAND, f"{MAN} stavror-cavalry-1 farnon")
    (plan,) = plans(s)
    assert (plan.space, plan.is_listed) == (hex_id(INLAND), False)
    s = carry_out(s, plan)
    assert s.flow[-1].group == tuple(sorted(pieces(f"{MAN} stavror-cavalry-1 farnon")))
    (plan,) = [each for each in plans(s) if each.space == hex_id(BEYOND)]
    assert plan.text == f"March to {BEYOND}: 4 attrition points"
    assert at(carry_out(s, plan), "farnon") == BEYOND


@pytest.mark.clause("8.1a")
def test_units_or_leaders_alone_are_taken_at_one_click() -> None:
    s = act(moving(INLAND, f"{MAN} stavror-cavalry-1 farnon nikon-v"), ("stack", hex_id(INLAND)))
    found = {plan.text: [p for _, p in plan.actions] for plan in plans(s)}
    assert set(found) == {"Take everybody", "Take all units", "Take all leaders"}
    assert sorted(found["Take all leaders"]) == sorted(pieces("farnon nikon-v"))


@pytest.mark.clause("8.24a", "8.32a")
def test_no_plan_leads_past_a_hex_where_somebody_must_stop() -> None:
    s = picked(moving("1913", "greater-vampire-1", phasing=NECROMANCER), "greater-vampire-1")
    for plan in plans(s):
        after = carry_out(s, plan)
        assert at(after, "greater-vampire-1") == hex_name(plan.space)


@pytest.mark.clause("8.24a", "6.11a")
def test_no_plan_counts_on_those_who_sleep() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, "1913", "necromancers-siege-train")
    put(s, "1813", "zolahaureslor-fleet-1")
    s = picked(run(s, OpenMovement(), Movement(NECROMANCER)), "necromancers-siege-train")
    assert s.control[ZOLAHAURESLOR] == INACTIVE
    for plan in plans(s):
        assert at(carry_out(s, plan), "necromancers-siege-train") == hex_name(plan.space)


@pytest.mark.clause("8.21a")
def test_all_that_fleets_can_carry_embarks_at_one_click() -> None:
    keys = "stavror-fleet-1 ferlarie-fleet-1 stavror-infantry-1 stavror-cavalry-1 stavror-infantry-2"
    s = position("2210", keys)
    s.flow.append(Movement(KINGDOMS))
    s = run(s, Embarkation())
    (plan,) = plans(s)
    s = carry_out(s, plan)
    assert len(s.cargo) == 2
    assert asked(s) == ("Movement", KINGDOMS)


@pytest.mark.clause("9.26a")
def test_all_retreat_to_one_hex_at_one_click() -> None:
    s = position(INLAND, f"{MAN} stavror-infantry-2 stavror-cavalry-1")
    put(s, INLAND, "greater-vampire-1")
    begin_retreat(s, KINGDOMS, hex_id(INLAND))
    s = run(s)
    (plan,) = [each for each in plans(s) if each.space == hex_id(NEXT)]
    assert plan.text == f"All who can retreat to {NEXT}"
    s = carry_out(s, plan)
    assert {at(s, key) for key in (MAN, "stavror-infantry-2", "stavror-cavalry-1")} == {NEXT}
    assert not s.flow


@pytest.mark.clause("9.27c")
def test_whoever_escapes_is_offered_his_own_sides_units_first_and_the_nearest_of_them() -> None:
    s = position(INLAND, "farnon")
    put(s, "2611", MAN)
    put(s, BEYOND, "stavror-infantry-2")
    s.flow.append(Escape(KINGDOMS, pieces("farnon")[0], hex_id(INLAND)))
    found = plans(s)
    assert [hex_name(plan.space) for plan in found[:2]] == [BEYOND, "2611"]
    assert {plan.space for plan in found[2:]} <= set(CAPITAL)
    assert at(carry_out(s, found[1]), "farnon") == "2611"


@pytest.mark.clause("19.1b")
def test_whoever_comes_out_of_the_box_is_offered_his_own_sides_units_first() -> None:
    s = position("2611", MAN)
    s.flow.append(FromBox(KINGDOMS, pieces("farnon")[0]))
    first, *others = plans(s)
    assert (first.text, first.space) == ("Go to 2611", hex_id("2611"))
    assert {plan.space for plan in others} <= set(CAPITAL)


# Words


@pytest.mark.clause("8")
def test_a_march_of_many_hexes_is_told_as_one() -> None:
    s = march(
        moving(INLAND, f"{MAN} stavror-infantry-2 the-keeper stavror-fleet-1"), f"{MAN} the-keeper", NEXT, BEYOND
    )
    first, second = told(s, "march")
    entry = GAME.joined(first, second)
    assert entry is not None
    assert (
        said(entry)
        == f"The Kingdoms player moves the Keeper and Stavror infantry 1 from {INLAND} to {BEYOND}, 2 hexes."
    )
    assert GAME.joined(first, first) is None


@pytest.mark.clause("8.12a")
def test_attrition_is_told_with_its_stack() -> None:
    s = march(moving(INLAND, f"{MAN} stavror-infantry-2"), f"{MAN} stavror-infantry-2", NEXT)
    spared = run(s, Attrition(), rolls=[("attrition", 1)])
    assert (
        said(told(spared, "attrition-none")[0])
        == "2 Stavror infantry at 2111, 2 attrition points: rolled 1, no loss."
    )
    hit = run(s, Attrition(), rolls=[("attrition", 6)])
    assert said(told(hit, "attrition")[0]).endswith("rolled 6, 1 unit lost.")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("greater-vampire-1 greater-vampire-2 mezal", "Mezal and 2 Greater Vampires"),
        ("slug stavror-fleet-1 stavror-fleet-2", "the Slug and 2 Stavror fleets"),
        (
            "imperial-legion-i imperial-legion-x kings-guard-1 kings-guard-2",
            "2 King's Guard and 2 Imperial Legions",
        ),
        ("rocriders-3 the-keeper hound-master", "the Keeper, the Hound Master and Rocriders 3"),
        ("necromancers-siege-train", "the Necromancer's siege train"),
    ],
)
@pytest.mark.clause("8")
def test_a_host_is_told_by_leaders_and_kinds(keys: str, words: str) -> None:
    assert host(sorted(pieces(keys))) == words


@pytest.mark.clause("4b")
def test_every_step_that_asks_has_its_words() -> None:
    for step in GAME.steps.__args__:
        if step.asks:
            name = step.__name__
            assert any(GAME.words.has(key) for key in (f"prompt.{name}", f"prompt.{name}.picked")), name
            assert GAME.words.has(f"waits.{name}"), name
            for verb in step.verbs:
                found = (f"action.{name}.{verb}", f"action.{verb}", f"action.{name}.{verb}.0")
                assert any(GAME.words.has(key) for key in found), (name, verb)


@pytest.mark.clause("5.2b")
def test_no_view_shows_what_lies_face_down() -> None:
    s = moving(INLAND, MAN)
    s.markers = {hex_id("2114"): SIRAX}
    for seat in (*s.seats, None):
        (marker,) = [each for each in GAME.view(s, seat).pieces if each.space == "2114"]
        assert (marker.face, marker.operand) == ("", -1)
        assert "Sirax" not in marker.text


@pytest.mark.clause("6.1b")
def test_the_powers_are_listed_with_their_side() -> None:
    s = moving(INLAND, "greater-vampire-1", phasing=NECROMANCER)
    wake(s, INACTIVE, TAL_PLETOR)
    s.gold[STAVROR] = 7
    (panel,) = [each for each in GAME.view(s, None).panels if each.id == "powers"]
    rows = {row.label: (row.value, row.note) for row in panel.rows}
    assert rows["Stavror"] == ("The Kingdoms player", "7 gold")
    assert rows["Tal Pletor"] == ("Inactive", "")


@pytest.mark.clause("3.1a", "3.1b", "7.2d")
def test_a_piece_is_told_in_words_as_it_lies() -> None:
    s = moving(INLAND, f"{MAN} farnon")
    raise_undead(s, INLAND, "stavror-infantry-2", LORD)
    s.hero[piece("farnon") - piece("padrech-dar-choim")] += 1
    found = {each.operand: each for each in GAME.view(s, None).pieces}
    assert found[piece(MAN)].text == "Stavror infantry 1, infantry of Stavror: strength 1, 1 as undead"
    assert "undead" in found[piece("stavror-infantry-2")].face
    assert found[piece("stavror-infantry-2")].text != found[piece(MAN)].text.replace("1,", "2,")
    assert "hero rating 2" in found[piece("farnon")].text
    assert found[piece("farnon")].badges == ("Hero Rating 3",)


@pytest.mark.clause("8.15b", "11.1b")
def test_of_all_the_places_a_leader_can_travel_to_capitals_and_markers_are_listed() -> None:
    s = moving(INLAND, "farnon")
    s.markers = {hex_id("2114"): SIRAX}
    found = plans(picked(s, "farnon"))
    assert len(found) > 900
    listed = {plan.space for plan in found if plan.is_listed}
    assert hex_id("2114") in listed
    assert listed <= {hex_id("2114"), *CAPITAL}
