"""Previews of the gate, of marches and of the end of movement."""

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
    marching_among_sleepers,
    on_the_march,
    piece,
    put,
    run,
    stack_of_kingdoms,
    wake,
)
from games.dark_emperor.preview.looking import END, foresee, lines, notes, undone, warnings
from palatine.games.dark_emperor.components.pieces import MONTOY
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    FERLARIE,
    HOLY,
    LAMMARECH,
    NEIGHBOURS,
    OWNER,
    PENTACLES,
    RIVER,
    STAVROR,
    TAL_PLETOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement

TWO = "stavror-infantry-1 stavror-infantry-2"


def border() -> tuple[int, int]:
    """Return an ordinary hex of Stavror and its neighbour in another kingdom."""
    return next(
        (h, n)
        for h in range(len(OWNER))
        for n in NEIGHBOURS[h]
        if OWNER[h] == STAVROR and n >= 0 and OWNER[n] not in (-1, STAVROR) and not HOLY[n] and not RIVER[h]
    )


@pytest.mark.clause("6.11a")
def test_whoever_would_walk_into_a_sleeping_kingdom_is_told_whom_that_wakes() -> None:
    h, n = border()
    s = on_the_march(marching_among_sleepers(hex_name(h), "greater-vampire-1"), "greater-vampire-1")
    (found,) = warnings(s, ("go", n), "6.11a")
    assert "wakes against you" in found
    assert lines(foresee(s, ("go", n)), "6.11a")[0].data["kingdom"] == OWNER[n]
    inside = next(n for n in NEIGHBOURS[h] if n >= 0 and OWNER[n] == STAVROR)
    assert not warnings(s, ("go", inside), "6.11a")


@pytest.mark.clause("6.11a", "6.15")
def test_leaders_by_themselves_wake_nobody_and_are_not_warned() -> None:
    h, n = border()
    s = on_the_march(marching_among_sleepers(hex_name(h), "mezal"), "mezal")
    assert not warnings(s, ("go", n), "6.11a")


@pytest.mark.clause("6.11a")
def test_a_plan_tells_of_all_whom_it_wakes_on_its_way() -> None:
    h, n = border()
    s = on_the_march(marching_among_sleepers(hex_name(h), "greater-vampire-1"), "greater-vampire-1")
    beyond = next(m for m in NEIGHBOURS[n] if m >= 0 and OWNER[m] == OWNER[n] and not HOLY[m])
    assert [line.clause for line in GAME.preview_plan(s, "Necromancer", [("go", n), ("go", beyond)]).lines].count(
        "6.11a"
    ) == 1


@pytest.mark.clause("6.14b")
def test_holy_places_wake_starkeep_for_whoever_enters_them_as_the_necromancer() -> None:
    holy = next(h for h in range(len(HOLY)) if HOLY[h])
    near = next(n for n in NEIGHBOURS[holy] if n >= 0 and not HOLY[n] and OWNER[n] >= 0)
    s = bare(phasing=NECROMANCER)
    wake(s, KINGDOMS, OWNER[near])
    put(s, hex_name(near), "cos-dol-cos")
    s.turn_coat(s.power[piece("cos-dol-cos")], NECROMANCER)
    s = on_the_march(run(s, OpenMovement(), Movement(NECROMANCER)), "cos-dol-cos")
    assert bool(warnings(s, ("go", holy), "6.14b")) == (s.control[6] == 2)


@pytest.mark.clause("8.12a")
def test_attrition_is_told_when_it_comes_into_another_column_and_warned_of_from_thirteen() -> None:
    s = on_the_march(marching(INLAND, TWO), TWO)
    (first,) = notes(s, ("go", hex_id(NEXT)), "8.12a")
    assert first == "Attrition of this march: a roll of 1 to 6 costs 0, 0, 0, 1, 1 and 1 of 2 units."
    s = march(
        marching(INLAND, TWO),
        TWO,
        NEXT,
        halt=False,
    )
    assert not lines(foresee(s, ("go", hex_id(BEYOND))), "8.12a")
    far = [NEXT, BEYOND, NEXT, BEYOND, NEXT, BEYOND]
    s = march(
        marching(INLAND, TWO),
        TWO,
        *far,
        halt=False,
    )
    (grave,) = warnings(s, ("go", hex_id(NEXT)), "8.12a")
    assert grave == "Attrition of this march: a roll of 1 to 6 costs 0, 1, 1, 2, 2 and 2 of 2 units."


@pytest.mark.clause("8.12a")
def test_of_a_plan_only_the_last_sum_of_attrition_is_told() -> None:
    s = on_the_march(marching(INLAND, MAN), MAN)
    way = [("go", hex_id(h)) for h in (NEXT, BEYOND, NEXT, BEYOND, NEXT, BEYOND, NEXT)]
    found = [line for line in GAME.preview_plan(s, "Kingdoms", way).lines if line.clause == "8.12a"]
    assert [line.data["points"] for line in found] == [14]


@pytest.mark.clause("8.32a")
def test_vampires_are_told_that_they_stop_at_a_river() -> None:
    h, n = next(
        (h, n)
        for h in range(len(RIVER))
        for n in NEIGHBOURS[h]
        if n >= 0 and RIVER[n] and not RIVER[h] and OWNER[h] == OWNER[n] == STAVROR
    )
    s = on_the_march(marching_among_sleepers(hex_name(h), "greater-vampire-1"), "greater-vampire-1")
    assert notes(s, ("go", n), "8.32a")
    assert not notes(on_the_march(marching(hex_name(h), MAN), MAN), ("go", n), "8.32a")


@pytest.mark.clause("8.17", "18.12a")
def test_a_leader_is_told_what_a_marker_may_be_of_those_that_are_left() -> None:
    h = PENTACLES[0]
    near = next(n for n in NEIGHBOURS[h] if n >= 0)
    s = stack_of_kingdoms(hex_name(near), "mezal", phasing=NECROMANCER)
    s.markers = {h: piece("slug"), PENTACLES[1]: piece("dawn-lantern"), PENTACLES[2]: piece("sword-famir")}
    s = on_the_march(run(s, OpenMovement(), Movement(NECROMANCER)), "mezal")
    (found,) = notes(s, ("go", h), "18.12a")
    assert "Of the 3 left, 2 are devices and 1 is a monster." in found


def raid(enemies: str, *, slayer: str = "") -> Any:
    """Return a march of Padrech with vampires at a hex of the Kingdoms, which are all awake."""
    s = stack_of_kingdoms(INLAND, "padrech-dar-choim greater-vampire-1 greater-vampire-2", phasing=NECROMANCER)
    put(s, NEXT, enemies)
    if slayer:
        arm(s, slayer, "sword-loslom")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    return on_the_march(s, "greater-vampire-1 greater-vampire-2 padrech-dar-choim")


@pytest.mark.clause("9.22", "9.27b")
def test_a_march_among_enemies_shows_the_battle_and_warns_a_leader_who_may_be_left_alone() -> None:
    to = ("go", hex_id(NEXT))
    sure = foresee(raid(MAN), to)
    assert sure.odds[0].results[0].chance == 1.0
    assert not lines(sure, "9.27b")
    strong = raid("imperial-heavy-horse-1 imperial-heavy-horse-2 nikon-v imperial-legion-i imperial-legion-ii")
    assert warnings(strong, to, "9.27b")


@pytest.mark.clause("15.21", "20.1")
def test_padrech_is_warned_of_a_sword_that_ends_him() -> None:
    to = ("go", hex_id(NEXT))
    (found,) = warnings(raid(f"{MAN} paisach", slayer="paisach"), to, "15.21")
    assert "you lose the match" in found
    assert not warnings(raid(f"{MAN} paisach"), to, "15.21")


@pytest.mark.clause("10.1b")
def test_a_halt_and_the_end_of_movement_warn_of_units_over_the_limit() -> None:
    five = " ".join(f"greater-vampire-{k}" for k in range(1, 6))
    s = marching(INLAND, five, phasing=NECROMANCER)
    (over,) = undone(s, END, "10.1b")
    assert (over.weight, over.spaces) == ("warning", (INLAND,))
    assert foresee(s, END).needs_confirmation
    there = march(s, five, NEXT, halt=False)
    assert warnings(there, ("halt", 0), "10.1b")
    parted = march(s, "greater-vampire-1", NEXT)
    assert not undone(parted, END, "10.1b")


@pytest.mark.clause("8", "11.2a", "19.1b")
def test_the_end_of_movement_lists_who_has_not_moved_and_what_leaders_could_go_for() -> None:
    s = marching_among_sleepers(INLAND, "greater-vampire-1 mezal")
    assert undone(s, END, "8")[0].spaces == (INLAND,)
    assert hex_name(CAPITAL[LAMMARECH]) in undone(s, END, "11.2a")[0].spaces
    gone = march(s, "greater-vampire-1", NEXT)
    assert not undone(gone, END, "8")


@pytest.mark.clause("8.12a", "9.22")
def test_the_end_of_movement_tells_the_odds_of_attrition_and_battles() -> None:
    s = act(raid(MAN), ("go", hex_id(NEXT)), ("halt", 0))
    found = foresee(s, END)
    assert [odds.clause for odds in found.odds] == ["8.12a", "9.22"]
    assert found.is_irrevocable


@pytest.mark.clause("5.5a", "10.1b")
def test_the_gate_tells_who_wakes_and_how_many_must_move_on() -> None:
    s = GAME.setup(seed=b"gate")
    enter = ("enter", CAPITAL[TAL_PLETOR])
    assert warnings(s, enter, "6.11a")
    assert notes(s, enter, "10.1b")[0].startswith("11 units come in, and the Confluence (1109) holds 6. Move 5 on")
    assert lines(foresee(s, ("enter", CAPITAL[FERLARIE])), "6.11a")[0].data["kingdom"] == FERLARIE


@pytest.mark.clause("19.1b")
def test_leaders_in_the_box_are_not_forgotten() -> None:
    s = marching_among_sleepers(INLAND, "greater-vampire-1")
    in_the_box(s, MONTOY)
    s.turn_coat(MONTOY, NECROMANCER)
    s.invalidate_actions()
    assert ("leave", piece("lord-montoy")) in [each.action for each in undone(s, END, "19.1b")]
