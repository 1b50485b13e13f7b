"""Texts of actions and entries."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    BEYOND,
    INLAND,
    MAN,
    NECROMANCER,
    NEXT,
    march,
    marching,
    on_the_march,
    piece,
    pieces,
    plans_offered,
    raise_undead,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import INACTIVE, SIRAX
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import CAPITAL, STAVROR, TAL_PLETOR, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.view.wording import host


def said(entry: Any) -> str:
    return GAME.words.say(f"journal.{entry.kind}", **entry.data)


@pytest.mark.clause("8")
def test_a_march_of_many_hexes_is_told_as_one() -> None:
    s = march(
        marching(INLAND, f"{MAN} stavror-infantry-2 the-keeper stavror-fleet-1"), f"{MAN} the-keeper", NEXT, BEYOND
    )
    first, second = told(s, "march")
    entry = GAME.merged_entry(first, second)
    assert entry is not None
    assert (
        said(entry)
        == f"The Kingdoms player moves the Keeper and Stavror infantry 1 from {INLAND} to {BEYOND}, 2 hexes."
    )
    assert GAME.merged_entry(first, first) is None


@pytest.mark.clause("8.12a")
def test_attrition_is_told_with_its_stack() -> None:
    s = march(marching(INLAND, f"{MAN} stavror-infantry-2"), f"{MAN} stavror-infantry-2", NEXT)
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
        if step.needs_decision:
            name = step.__name__
            assert any(GAME.words.has(key) for key in (f"prompt.{name}", f"prompt.{name}.picked")), name
            assert GAME.words.has(f"waits.{name}"), name
            for verb in step.verbs:
                found = (f"action.{name}.{verb}", f"action.{verb}", f"action.{name}.{verb}.0")
                assert any(GAME.words.has(key) for key in found), (name, verb)


@pytest.mark.clause("5.2b")
def test_no_view_shows_what_lies_face_down() -> None:
    s = marching(INLAND, MAN)
    s.markers = {hex_id("2114"): SIRAX}
    for seat in (*s.seats, None):
        (marker,) = [each for each in GAME.view(s, seat).pieces if each.space == "2114"]
        assert (marker.face, marker.operand) == ("", -1)
        assert "Sirax" not in marker.text


@pytest.mark.clause("6.1b")
def test_the_powers_are_listed_with_their_side() -> None:
    s = marching(INLAND, "greater-vampire-1", phasing=NECROMANCER)
    wake(s, INACTIVE, TAL_PLETOR)
    s.gold[STAVROR] = 7
    (panel,) = [each for each in GAME.view(s, None).panels if each.id == "powers"]
    rows = {row.label: (row.value, row.note) for row in panel.rows}
    assert rows["Stavror"] == ("The Kingdoms player", "7 gold")
    assert rows["Tal Pletor"] == ("Asleep", "")


@pytest.mark.clause("3.1a", "3.1b", "7.2d")
def test_a_piece_is_told_in_words_as_it_lies() -> None:
    s = marching(INLAND, f"{MAN} farnon")
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
    s = marching(INLAND, "farnon")
    s.markers = {hex_id("2114"): SIRAX}
    found = plans_offered(on_the_march(s, "farnon"))
    assert len(found) > 900
    listed = {plan.space for plan in found if plan.is_listed}
    assert hex_id("2114") in listed
    assert listed <= {hex_id("2114"), *CAPITAL}
