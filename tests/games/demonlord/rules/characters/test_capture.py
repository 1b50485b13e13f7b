"""Capturing Characters: occasions, the two dice, parties."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    SIDES,
    actions,
    at,
    do,
    go,
    idle,
    march,
    operands,
    place,
    points,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.pieces import POWER, UNIT_KEY
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.characters.capture import may_hide_troops

FAR = "1812 Demon: NI-archers\n0610 Hosar: TI-city-militia\n"


def lone(who: str = "ME-captain-dar", foe: str = "NI-goblins", more: str = "") -> Any:
    """Return a lone character of Hosar beside an enemy hex in open country."""
    return place(f"phase Hosar\nstep OpenMovement\n{more}\n0908 Hosar: {who}\n0909 Demon: {foe}\n" + FAR)


def steal(state: Any, *rolls: int, who: str = "ME-captain-dar", to: str = "0909") -> Any:
    """Move a character into the hex; the character's die is rolled first, then the troops'."""
    (start,) = {at(state, key) for key in who.split()}
    return march(
        state, start, who, to, rolls=[("escape" if i % 2 == 0 else "capture", die) for i, die in enumerate(rolls)]
    )


# When


@pytest.mark.clause("CAP-01")
def test_a_lone_character_who_enters_a_hex_of_enemy_troops_is_tested() -> None:
    state = steal(lone(), 2, 5)
    assert state.prisoners(DEMON) == units("ME-captain-dar")
    assert [entry.kind for entry in state.journal if entry.kind.startswith("capture")] == [
        "capture.escape",
        "capture.seize",
        "capture.taken",
    ]


@pytest.mark.clause("CAP-01")
def test_it_is_rolled_before_he_moves_on() -> None:
    state = steal(lone(), 5, 2)
    assert (step(state), at(state, "ME-captain-dar")) == ("March", "0909")


@pytest.mark.clause("CAP-01")
def test_a_lone_character_who_merely_stays_is_not_tested() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0909 Hosar: ME-captain-dar\n0909 Demon: NI-goblins\n" + FAR)
    state = do(state, "end", rolls=[])
    assert at(state, "ME-captain-dar") == "0909"
    away = march(
        place("phase Hosar\nstep OpenMovement\n0909 Hosar: ME-captain-dar\n0909 Demon: NI-goblins\n" + FAR),
        "0909",
        "ME-captain-dar",
        "0908",
        rolls=[],
    )
    assert at(away, "ME-captain-dar") == "0908"


@pytest.mark.clause("CAP-01")
def test_a_character_whose_troops_leave_him_among_enemies_is_tested_as_the_step_ends() -> None:
    text = "phase Hosar\nstep OpenMovement\n0909 Hosar: TI-knights-1, ME-captain-dar\n0909 Demon: NI-goblins\n"
    state = do(march(place(text + FAR), "0909", "TI-knights-1", "0908", rolls=[]), "halt", rolls=[])
    assert at(state, "ME-captain-dar") == "0909"
    assert do(state, "end", rolls=[1, 6]).prisoners(DEMON) == units("ME-captain-dar")


@pytest.mark.clause("CAP-02")
def test_enemy_troops_that_enter_may_search_for_a_lone_character() -> None:
    text = "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar\n0908 Demon: NI-goblins\n" + FAR
    state = march(place(text), "0908", "NI-goblins", "0909")
    assert (step(state), seat(state), actions(state)) == ("Demand", "Demon", [("demand", 0), ("leave", 0)])
    assert at(do(state, "leave", rolls=[]), "ME-captain-dar") == "0909"
    assert do(state, "demand", rolls=[3, 4]).prisoners(DEMON) == units("ME-captain-dar")


@pytest.mark.clause("CAP-02", "CAP-04")
def test_each_later_group_finds_nothing_to_test() -> None:
    text = "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar\n0908 Demon: NI-goblins, ER-archers\n" + FAR
    state = do(march(place(text), "0908", "NI-goblins", "0909"), "demand", rolls=[4, 3])
    state = do(state, "halt")
    state = march(state, "0908", "ER-archers", "0909", rolls=[])
    assert step(state) == "Movement"


@pytest.mark.clause("CAP-02", "CAP-04", "MOV-26")
def test_nor_is_anybody_asked_when_all_who_stand_there_have_been_tested() -> None:
    """Dar and the bishop have escaped the goblins.

    The archers who follow do not cause a question.
    """
    text = (
        "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar, HO-bishop\n"
        "0908 Demon: NI-goblins, ER-archers\n" + FAR
    )
    state = march(place(text), "0908", "NI-goblins", "0909")
    state = do(state, "silent", "demand", "silent", "close", rolls=[4, 2, 4, 2])
    assert set(state.tested) == {u * 1000 + hex_id("0909") for u in units("ME-captain-dar", "HO-bishop")}
    state = march(do(state, "halt"), "0908", "ER-archers", "0909", rolls=[])
    assert (step(state), seat(state)) == ("Movement", "Demon")
    hidden = text.replace("HO-bishop", "HO-bishop, TI-knights-1")
    tested = f"tested: {[u * 1000 + hex_id('0909') for u in units('ME-captain-dar', 'HO-bishop')]}\n"
    state = march(place(tested + hidden), "0908", "ER-archers", "0909", rolls=[])
    assert (step(state), seat(state)) == ("Show", "Hosar"), "a third counter may be a troop, and may still block"


@pytest.mark.clause("CAP-01", "CAP-04", "MOV-26")
def test_a_character_tested_there_in_this_turn_makes_no_hidden_stack_speak() -> None:
    tested = f"tested: [{unit('ME-captain-dar') * 1000 + hex_id('0909')}]\n"
    state = steal(lone(foe="ER-lord-erush, NI-goblins", more=tested))
    assert (step(state), told(state, "shown")) == ("March", [])


@pytest.mark.clause("CAP-03")
def test_a_friendly_troop_in_the_hex_protects() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: ME-captain-dar\n0909 Hosar: TI-knights-1\n"
        "0909 Demon: NI-goblins\n" + FAR
    )
    assert at(steal(state), "ME-captain-dar") == "0909"
    riding = march(lone("TI-knights-1, ME-captain-dar"), "0908", "TI-knights-1 ME-captain-dar", "0909", rolls=[])
    assert at(riding, "ME-captain-dar") == "0909", "the troop he rides is protection as well"


@pytest.mark.clause("CAP-03", "MOV-26")
def test_who_comes_to_friendly_troops_makes_no_hidden_stack_speak() -> None:
    state = lone(foe="ER-lord-erush, NI-goblins", more="0909 Hosar: TI-knights-1")
    assert (step(steal(state)), told(state, "shown")) == ("March", [])


@pytest.mark.clause("CAP-03")
def test_troops_that_show_themselves_protect_the_characters_with_them() -> None:
    text = (
        "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar, TI-knights-1\n0908 Demon: NI-goblins\n" + FAR
    )
    state = march(place(text), "0908", "NI-goblins", "0909")
    state = do(state, ("show", unit("TI-knights-1")), rolls=[])
    assert at(state, "ME-captain-dar") == "0909"


@pytest.mark.clause("CAP-04")
def test_once_a_turn_in_a_hex_however_many_troops_are_there() -> None:
    state = steal(lone(foe="NI-goblins, ER-archers, NI-lancers"), 5, 3)
    state = do(state, go("0908"), go("0909"), rolls=[])
    assert (at(state, "ME-captain-dar"), points(state, "ME-captain-dar")) == ("0909", 4)
    assert state.tested == (unit("ME-captain-dar") * 1000 + hex_id("0909"),)


@pytest.mark.clause("CAP-04")
def test_the_turn_has_two_phases_and_the_next_turn_is_another() -> None:
    """The character is not tested again in the Demon's phase of the turn.

    Returning in the next turn causes another test.
    """
    state = do(steal(lone(more="1009 Demon: ER-archers"), 5, 3), "halt", "end")
    state = march(idle(state, "Movement"), "1009", "ER-archers", "0909", rolls=[])
    assert (step(state), seat(state)) == ("Movement", "Demon"), "he is not searched for"
    state = idle(do(state, "end"), "Movement")
    assert (state.turn, seat(state), state.tested) == (2, "Hosar", ())
    state = march(state, "0909", "ME-captain-dar", "0908", rolls=[])
    assert do(state, go("0909"), rolls=[1, 4]).prisoners(DEMON) == units("ME-captain-dar")


@pytest.mark.clause("CAP-05")
def test_every_further_hex_of_troops_is_another_risk() -> None:
    state = steal(lone(more="0910 Demon: ER-archers"), 5, 3)
    state = do(state, go("0910"), rolls=[("escape", 3), ("capture", 4)])
    assert state.prisoners(DEMON) == units("ME-captain-dar")


# The two dice


@pytest.mark.clause("CAP-06")
@pytest.mark.parametrize(("his", "theirs"), [(2, 1), (6, 5), (4, 1)])
def test_a_higher_die_lets_him_go_free_and_on(his: int, theirs: int) -> None:
    state = steal(lone(), his, theirs)
    assert told(state, "capture.free")
    assert points(state, "ME-captain-dar") == 6
    assert at(do(state, go("0910")), "ME-captain-dar") == "0910"


@pytest.mark.clause("CAP-07")
@pytest.mark.parametrize(("his", "theirs"), [(1, 2), (5, 6), (1, 6)])
def test_a_higher_die_of_the_troops_takes_him(his: int, theirs: int) -> None:
    state = steal(lone(), his, theirs)
    assert state.captors == ((unit("ME-captain-dar"), DEMON),)
    assert at(state, "ME-captain-dar") == "-3"
    assert (step(state), state.losses_this_turn) == ("Movement", (1, 0))


@pytest.mark.clause("CAP-08")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_equal_dice_hold_him_up(die: int) -> None:
    state = steal(lone(), die, die)
    assert told(state, "capture.held")
    assert (at(state, "ME-captain-dar"), points(state, "ME-captain-dar"), step(state)) == ("0909", 0, "Movement")
    assert refusal(state, ("stack", hex_id("0909"))).clause == "MOV-04"


@pytest.mark.clause("CAP-08")
def test_who_is_held_up_does_not_ride_away_either() -> None:
    """The Duke and the knights start together.

    The Duke goes ahead and is stopped; the knights follow and fight.
    """
    state = lone("DA-duke-dansor, DA-knights")
    state = steal(state, 3, 2 + 2, who="DA-duke-dansor")
    assert told(state, "capture.held"), "his magic is the stronger: three and one against four"
    state = march(state, "0908", "DA-knights", "0909", rolls=[])
    state = do(state, ("stack", hex_id("0909")))
    assert refusal(state, ("unit", unit("DA-duke-dansor"))).clause == "MOV-04"


@pytest.mark.clause("CAP-08")
def test_in_the_next_step_he_is_free_again() -> None:
    state = idle(do(idle(do(steal(lone(), 4, 4), "end"), "Movement"), "end"), "Movement")
    assert points(state, "ME-captain-dar") == 7


@pytest.mark.clause("CAP-07")
def test_who_is_taken_by_an_unallied_neutral_is_the_opponents_prisoner() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n1703 Hosar: ME-captain-dar\n1702 Neutral: AN-lizard-warriors-1\n" + FAR
    )
    state = steal(state, 2, 5, to="1702")
    assert state.prisoners(DEMON) == units("ME-captain-dar")
    assert state.serves == (2, 2, 2, 2, 2), "and a lone character's coming is no attack"


# Modifiers


@pytest.mark.clause("CAP-09")
def test_entering_an_enemy_fortress_takes_two_from_his_die() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1509 Hosar: ME-captain-dar\n1510 Demon: MI-garrison\n" + FAR)
    state = steal(state, 6, 4, to="1510")
    assert told(state, "capture.held")
    (escape,) = told(state, "capture.escape")
    assert [(part.amount, part.clause) for part in escape.tally.parts] == [(-2, "CAP-09")]
    assert escape.tally.total == 4


@pytest.mark.clause("CAP-09")
@pytest.mark.parametrize(
    ("start", "name", "keys", "minus"),
    [
        ("1402", "1401", "AH-cragsmen-1", 2),
        ("1703", "1702", "AN-lizard-warriors-1", 0),
    ],
)
def test_a_neutrals_fortress_is_one_too_and_a_temple_is_none(start: str, name: str, keys: str, minus: int) -> None:
    state = place(f"phase Hosar\nstep OpenMovement\n{start} Hosar: ME-captain-dar\n{name} Neutral: {keys}\n" + FAR)
    (escape,) = told(steal(state, 6, 1, to=name), "capture.escape")
    assert escape.tally.total == 6 - minus


@pytest.mark.clause("CAP-09")
def test_troops_that_enter_his_fortress_take_nothing_from_his_die() -> None:
    """A Demon army takes Gunthoz, which only a captain holds.

    The captain has not entered anything.
    """
    state = place("phase Demon\nstep OpenMovement\n1007 Hosar: ME-captain-dar\n1008 Demon: NI-goblins\n" + FAR)
    state = march(state, "1008", "NI-goblins", "1007")
    assert state.control[hex_id("1007")] == DEMON
    (escape,) = told(do(state, "demand", rolls=[5, 4]), "capture.escape")
    assert escape.tally.total == 5


@pytest.mark.clause("CAP-09", "CAP-01")
def test_who_is_left_behind_at_an_enemy_fortress_has_not_entered_it() -> None:
    text = "phase Hosar\nstep OpenMovement\n1510 Hosar: TI-knights-1, ME-captain-dar\n1510 Demon: MI-garrison\n"
    state = do(march(place(text + FAR), "1510", "TI-knights-1", "1509"), "halt")
    (escape,) = told(do(state, "end", rolls=[5, 4]), "capture.escape")
    assert escape.tally.total == 5


@pytest.mark.clause("CAP-10")
@pytest.mark.parametrize(
    ("who", "foe", "his", "theirs"),
    [
        ("HO-monks", "NI-goblins", 1, 0),
        ("ME-captain-dar", "NI-goblins, ER-lord-erush", 0, 1),
        ("HO-monks", "NI-goblins, TA-lord-taegul", 0, 0),
        ("HO-monks", "NI-goblins, NI-lord-nish", 0, 1),
        ("ME-captain-dar", "NI-goblins", 0, 0),
    ],
)
def test_the_strongest_magic_user_in_the_hex_adds_one(who: str, foe: str, his: int, theirs: int) -> None:
    """Powers: monks 3, Erush 1, Taegul 3, Nish 4, Captain Dar 0.

    Nobody gains if the powers are equal.
    """
    assert [POWER[u] for u in units("HO-monks", "TA-lord-taegul", "NI-lord-nish")] == [3, 3, 4]
    state = steal(lone(who, foe), 5, 3, who=who)
    (escape,), (seize,) = told(state, "capture.escape"), told(state, "capture.seize")
    assert (escape.tally.total, seize.tally.total) == (5 + his, 3 + theirs)


@pytest.mark.clause("CAP-10")
def test_an_unallied_neutrals_magic_counts_for_its_troops() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1402 Hosar: ME-captain-dar\n"
                  "1401 Neutral: AH-cragsmen-1, AH-duke-han\n" + FAR)  # fmt: skip
    (seize,) = told(steal(state, 6, 1, to="1401"), "capture.seize")
    assert [(part.amount, part.clause) for part in seize.tally.parts] == [(1, "CAP-10")]


@pytest.mark.clause("CAP-10")
def test_a_friend_already_in_the_hex_counts_too() -> None:
    state = steal(lone(more="0909 Hosar: HO-monks"), 3, 4)
    assert told(state, "capture.held")


@pytest.mark.clause("CAP-11")
def test_the_bonus_takes_no_spell() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\nspells of Hosar: Vision\n0908 Hosar: HO-monks\n0909 Demon: NI-goblins\n"
        + FAR
    )
    state = do(steal(state, 5, 3, who="HO-monks"), "halt", "end")
    assert state.spent_casters == ()
    assert ("cast", 0) in actions(state), "a Vision may follow"


# Several characters


def pair(*moves: Any, rolls: list[Any]) -> Any:
    state = lone("ME-captain-dar, ME-captain-general")
    state = do(
        state, ("stack", hex_id("0908")), *[("unit", u) for u in units("ME-captain-dar", "ME-captain-general")]
    )
    return do(state, go("0909"), *moves, rolls=rolls)


@pytest.mark.clause("CAP-12")
def test_several_characters_test_one_by_one_or_as_a_party() -> None:
    state = pair(rolls=[])
    assert (step(state), seat(state)) == ("Parties", "Hosar")
    assert actions(state) == [("with", unit("ME-captain-general")), ("close", 0)]
    assert refusal(state, ("with", unit("NI-goblins"))).clause == "CAP-12"


@pytest.mark.clause("CAP-12")
def test_a_party_has_one_die_and_one_fate() -> None:
    taken = pair(("with", unit("ME-captain-general")), rolls=[("escape", 1), ("capture", 3)])
    assert taken.prisoners(DEMON) == units("ME-captain-dar", "ME-captain-general")
    held = pair(("with", unit("ME-captain-general")), rolls=[3, 4])
    assert [points(held, key) for key in ("ME-captain-dar", "ME-captain-general")] == [0, 0]


@pytest.mark.clause("CAP-12")
def test_each_group_throws_for_itself_against_a_fresh_die() -> None:
    """The Captain General's magic (2) adds one to both throws.

    It is compared once for the hex.
    """
    state = pair("close", rolls=[("escape", 1), ("capture", 6), ("escape", 3), ("capture", 3)])
    assert state.prisoners(DEMON) == units("ME-captain-dar")
    assert step(state) == "March"
    assert state.flow[-1].group == (unit("ME-captain-general"),), "who got away goes on alone"
    assert [entry.tally.total for entry in told(state, "capture.escape")] == [2, 4]
    assert [entry.data["side"] for entry in told(state, "capture.seize")] == [DEMON, DEMON]


@pytest.mark.clause("CAP-12", "CAP-10")
def test_the_magic_in_the_hex_is_judged_before_any_of_them_is_taken() -> None:
    state = lone("HO-monks, ME-captain-dar")
    state = do(state, ("stack", hex_id("0908")), *[("unit", u) for u in units("HO-monks", "ME-captain-dar")])
    state = do(state, go("0909"), "close", rolls=[1, 6, 3, 4])
    assert state.prisoners(DEMON) == units("HO-monks")
    assert [entry.tally.total for entry in told(state, "capture.escape")] == [1 + 1, 3 + 1]
    assert told(state, "capture.held"), "the captain still had the monks' point"


@pytest.mark.clause("CAP-12")
def test_the_owner_groups_his_characters_in_the_enemys_phase_too() -> None:
    text = (
        "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar, ME-captain-general\n0908 Demon: NI-goblins\n"
    )
    state = do(march(place(text + FAR), "0908", "NI-goblins", "0909"), "silent", "demand", "silent")
    assert (step(state), seat(state)) == ("Parties", "Hosar")
    state = do(state, ("with", unit("ME-captain-general")), rolls=[1, 6])
    assert [UNIT_KEY[u] for u in state.prisoners(DEMON)] == ["ME-captain-dar", "ME-captain-general"]
    assert state.stack(HOSAR, hex_id("0909")) == ()


@pytest.mark.clause("CAP-02")
@pytest.mark.parametrize(("garrison", "hides"), [("AH-duke-han", False), ("AH-duke-han, AH-cragsmen-1", True)])
def test_a_neutral_character_alone_is_no_troop(garrison: str, hides: bool) -> None:
    state = place(f"1401 Neutral: {garrison}\n{FAR}")
    assert may_hide_troops(state, HOSAR, hex_id("1401")) is hides


@pytest.mark.clause("CAP-12")
@pytest.mark.parametrize(
    ("answers", "parties"),
    [
        (("close", "close"), [1, 1, 1]),
        (("with", "close"), [2, 1]),
        (("close", "with"), [1, 2]),
        (("with", "with"), [3]),
    ],
)
def test_three_characters_are_grouped_one_by_one(answers: tuple[str, ...], parties: list[int]) -> None:
    """Each throw of 6 against 1 frees its party."""
    group = ("ME-captain-dar", "ME-captain-general", "BA-baron-barthek")
    state = lone(", ".join(group))
    state = do(state, ("stack", hex_id("0908")), *[("unit", u) for u in units(*group)])
    state = do(state, go("0909"))
    assert operands(state, "with") == units(*group[1:])
    for number, answer in enumerate(answers):
        u = operands(state, "with")[0]
        last = number == len(answers) - 1
        state = do(state, (answer, u if answer == "with" else 0), rolls=[6, 1] * (len(parties) if last else 0))
        assert last or operands(state, "with") == units(group[2])
    assert [entry.data["count"] for entry in told(state, "capture.escape")] == parties
    assert set(state.tested) == {u * 1000 + hex_id("0909") for u in units(*group)}


@pytest.mark.clause("CAP-06", "CAP-10")
@pytest.mark.parametrize(
    ("start", "who", "foe", "side", "edge"),
    [
        ("0908", "ME-captain-dar", "Demon: NI-goblins, NI-lord-nish", HOSAR, -1),
        ("0908", "HO-monks", "Demon: NI-goblins, NI-lord-nish", HOSAR, -1),
        ("0908", "HO-priest", "Demon: NI-goblins, ER-lord-erush", HOSAR, 1),
        ("0908", "ER-lord-erush", "Hosar: DA-knights, HO-monks", DEMON, -1),
        ("0908", "NI-lord-nish", "Hosar: DA-knights, HO-monks", DEMON, 1),
        ("0908", "NI-lord-nish", "Hosar: DA-knights, DA-duke-dansor", DEMON, 0),
    ],
)
def test_the_two_dice_of_either_side_are_told(start: str, who: str, foe: str, side: int, edge: int) -> None:
    """Powers: monks 3, priest, Nish and the Duke 4, Erush 1, Dar 0."""
    owner = SIDES[side]
    state = place(
        f"phase {owner}\nstep OpenMovement\n{start} {owner}: {who}\n0909 {foe}\n1812 Demon: ER-archers\n"
        "0610 Hosar: TI-city-militia\n"
    )
    state = march(state, start, who, "0909", rolls=[("escape", 4), ("capture", 1)])
    (escape,), (seize,) = told(state, "capture.escape"), told(state, "capture.seize")
    assert (escape.data["side"], seize.data["side"]) == (side, 1 - side)
    assert (escape.tally.total, seize.tally.total) == (4 + max(0, edge), 1 + max(0, -edge))
