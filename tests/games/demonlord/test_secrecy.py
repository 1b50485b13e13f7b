"""Hidden stacks: what a seat may know, and positions that look the same to it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    LEAVING,
    actions,
    do,
    drawn_up,
    fight,
    go,
    hexes,
    idle,
    march,
    place,
    step,
    told,
    unit,
    units,
)
from palatine.core import Entry
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import CONJURATIONS, DEVOTEES, IS_TROOP, UNIT_KEY
from palatine.games.demonlord.components.spells import SPELLGATE, VISION
from palatine.games.demonlord.components.world import AH, HOSAR_TEMPLES, LY, hex_id
from palatine.games.demonlord.rules.common.losses import take_prisoner
from palatine.games.demonlord.secrecy import hidden_units
from palatine.games.demonlord.state import AWAY

NAMED = ("unit", "units", "target", "troop")
BY_RULE = {
    "announce",
    "charm",
    "siege.magic",
    "invoke.works",
    "invoke.fails",
    "spell.works",
    "spell.fails",
    "magic.announced",
    "rains",
    "ula",
    "vision.shows",
    "townsman.not",
    "townsman.out",
}
"""Entries that disclose a name: casters (H9), Ula's ruler, musters, a Vision to its caster."""


def deals(state: Any, seat: str, count: int = 40) -> list[Any]:
    """Return dealt positions that look the same to the seat."""
    found = [GAME.determinize(state, seat, bytes([i])) for i in range(count)]
    view = GAME.view(state, seat)
    assert all(GAME.view(other, seat) == view for other in found)
    return found


def names(state: Any, entry: Entry) -> list[int]:
    found = [entry.data.get(key) for key in NAMED if not (key == "target" and entry.kind == "announce")]
    return [u for value in found for u in (value if isinstance(value, list) else [value]) if u is not None]


def seen(state: Any, seat: str) -> set[int]:
    return {piece.operand for piece in GAME.view(state, seat).pieces}


# The journal


CROWD = """turn 2
phase Hosar
step OpenMovement
spells of Hosar: Vision, Spellgate, Cloak
spells of Demon: Vision, Necromon, Darkness
0908 Hosar: DA-duke-dansor, TI-knights-1, TI-spearmen, HO-monks
0808 Hosar: HO-high-priest, TI-sergeants, DA-men-at-arms
0909 Demon: ER-lord-erush, ER-archers, ER-swordsmen, NI-lancers
1009 Demon: NI-lord-nish, NI-goblins, TA-lord-taegul
1007 Hosar: GU-men, GU-levy
1008 Demon: NI-horsemen-1, NI-spearmen, TN-priests
"""


def restless(state: Any, random: Random) -> Any:
    """Return a random choice that tends to meet the enemy."""
    (actor,) = GAME.actors(state)
    choices = GAME.actions(state, actor)
    ways = [(verb, h) for verb, h in choices if verb == "go" and state.stack(1 - state.seats.index(actor), h)]
    marches = [action for action in choices if action[0] in ("stack", "unit", "cast")]
    return actor, random.choice(ways or (marches if marches and random.random() < 0.7 else choices))


@pytest.mark.clause("HID-01")
@pytest.mark.parametrize("seed", range(4))
def test_no_entry_names_a_unit_that_its_reader_cannot_see(seed: int) -> None:
    random, state = Random(seed), place(CROWD)
    named = 0
    for _ in range(1500):
        if not state.flow:
            break
        before, state = state, state.copy()
        state.journal = []
        GAME.take(state, *restless(before, random))
        for entry in state.journal:
            units = names(state, entry) if entry.kind not in BY_RULE else []
            for side, seat in enumerate(state.seats):
                if units and entry.is_readable_by(side):
                    named += 1
                    assert set(units) <= seen(before, seat) | seen(state, seat) | set(state.seen), (seat, entry)
    assert named > 20


# Positions dealt anew


@pytest.mark.clause("HID-01")
def test_what_lies_under_a_top_may_be_anything_of_the_enemys() -> None:
    text = "phase Hosar\nstep OpenMovement\n0610 Hosar: TI-sergeants\n"
    state = place(
        text + "1606 Demon: ER-lord-erush, NI-goblins\n1812 Demon: NI-lord-nish, NI-lancers, TA-lord-taegul\n"
    )
    under = {other.stack(DEMON, hex_id("1606"))[1] for other in deals(state, "Hosar")}
    assert {UNIT_KEY[u] for u in under} == {"NI-goblins", "NI-lancers", "TA-lord-taegul"}
    assert {other.stack(DEMON, hex_id("1606"))[0] for other in deals(state, "Hosar")} == {unit("ER-lord-erush")}
    assert {other.stack(HOSAR, hex_id("0610")) for other in deals(state, "Hosar")} == {(unit("TI-sergeants"),)}


@pytest.mark.clause("MOV-26", "HID-01")
def test_whether_a_silent_stack_hides_a_troop_is_not_known_to_who_marched_in() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-prince-timur\n"
        "0909 Demon: ER-lord-erush, NI-goblins\n1812 Demon: NI-lancers, NI-lord-nish\n"
    )
    state = do(march(state, "0908", "TI-knights-1", "0909"), "silent")
    kinds = {IS_TROOP[other.stack(DEMON, hex_id("0909"))[1]] for other in deals(state, "Hosar")}
    assert kinds == {True, False}


@pytest.mark.clause("MOV-26")
def test_a_group_that_declared_a_troop_has_one() -> None:
    """The Demon's march has met Hosar's hidden stack.

    The top troop is revealed; the rest of its kind are not.
    """
    state = place(
        "phase Demon\nstep OpenMovement\n0909 Hosar: ME-captain-dar, TI-knights-1\n"
        "0908 Demon: NI-goblins, NI-lancers, NI-lord-nish\n1606 Demon: ER-archers, ER-lord-erush\n"
    )
    state = march(state, "0908", "NI-goblins NI-lancers NI-lord-nish", "0909")
    for other in deals(state, "Hosar"):
        stack = other.stack(DEMON, hex_id("0909"))
        assert stack[0] == unit("NI-goblins")
        assert [IS_TROOP[u] for u in stack] == [True, True, False]
        assert other.flow[-1].group == stack


@pytest.mark.clause("HID-02")
def test_units_placed_in_battle_are_not_dealt_anew() -> None:
    state = place(
        "phase Hosar\nstep Battles\n0909 Hosar: TI-knights-1, TI-sergeants\n0909 Demon: NI-goblins, ER-archers\n"
        "1812 Demon: NI-lancers, NI-swordsmen-1\n"
    )
    assert unit("ER-archers") in hidden_units(state, DEMON)
    state = do(state, ("place", unit("TI-knights-1")), ("place", unit("ER-archers")))
    assert unit("ER-archers") not in hidden_units(state, DEMON)
    for other in deals(state, "Hosar"):
        assert other.battle.groups == state.battle.groups
    state = do(state, ("place", unit("NI-goblins")))
    assert unit("NI-goblins") not in hidden_units(state, DEMON), "before it is answered"


@pytest.mark.clause("HID-01", "BAT-10")
def test_as_a_battle_opens_the_top_of_each_stack_is_still_seen() -> None:
    """The Demon chooses the ground knowing that the knights are on top.

    The units beneath are revealed as they are placed.
    """
    state = place(
        "phase Hosar\nstep Battles\n1004 Hosar: DA-knights, DA-bowmen\n1004 Demon: ER-archers, ER-goblins\n"
        "1812 Demon: NI-lancers\n0610 Hosar: TI-city-militia, TI-sergeants\n"
    )
    assert (step(state), GAME.actors(state)) == ("ChooseTerrain", ("Demon",))
    assert hidden_units(state, HOSAR) == units("DA-bowmen", "TI-sergeants")
    faces = {piece.face for piece in GAME.view(state, "Demon").pieces if piece.space == "muster.0"}
    assert faces == {"DA-knights", ""}
    assert {other.stack(HOSAR, hex_id("1004"))[0] for other in deals(state, "Demon")} == {unit("DA-knights")}


@pytest.mark.clause("HID-01")
def test_a_garrison_that_stays_out_of_a_battle_stays_out_of_it_in_every_deal() -> None:
    state = place(
        f"phase Demon\nstep OpenMovement\nsieges: [[{hex_id('1510')}, 1]]\n"
        "1510 Demon: MI-garrison, MI-bowmen, TN-priests\n1510 Hosar: TI-knights-1\n"
        "1509 Demon: NI-lancers, ER-archers\n1812 Demon: NI-goblins, NI-lord-nish, NI-swordsmen-1\n"
    )
    state = do(march(state, "1509", "NI-lancers ER-archers", "1510"), "end")
    state = do(state, "stay")
    assert step(state) in ("ChooseTerrain", "Deploy")
    for other in deals(state, "Hosar"):
        assert len(other.battle.aside) == 3
        assert set(other.battle.aside) < set(other.stack(DEMON, hex_id("1510")))


# What has been seen


def under(state: Any, name: str, seat: str = "Hosar") -> set[tuple[str, ...]]:
    """Return the counters that can be beneath the top of the Demon's stack in deals to a seat."""
    dealt = [other.stack(DEMON, hex_id(name))[1:] for other in deals(state, seat)]
    return {tuple(UNIT_KEY[u] for u in units) for units in dealt}


FIVE = "0909 Demon: NI-goblins, ER-archers, ER-swordsmen, NI-lancers, TA-lord-taegul\n"
AFAR = "1812 Demon: NI-lord-nish, NI-spearmen, NI-archers, ER-lord-erush\n"


def after_vision(more: str = "") -> Any:
    """Return the Demon's move after Hosar's monks have looked into a stack of five."""
    state = place(
        "phase Demon\nstep BeforeMovement\nspells of Hosar: Vision\nspells of Demon: Necromon\n"
        "0908 Hosar: HO-monks\n" + FIVE + AFAR + more
    )
    assert len(under(state, "0909")) > 10
    return idle(do(state, "pass", ("cast", VISION), ("target", hex_id("0909"))), "Movement", rolls=[1])


@pytest.mark.clause("HID-03", "HID-01")
def test_what_a_vision_has_shown_is_remembered_by_who_saw_it() -> None:
    state = after_vision()
    assert under(state, "0909") == {("ER-archers", "ER-swordsmen", "NI-lancers", "TA-lord-taegul")}
    assert len({other.stack(DEMON, hex_id("0909")) for other in deals(state, None)}) > 10, "and by nobody else"
    state = march(state, "0909", "NI-goblins ER-archers ER-swordsmen NI-lancers TA-lord-taegul", "0910")
    assert len(under(state, "0910")) == 1, "as long as all go together"


@pytest.mark.clause("HID-03", "HID-01")
def test_it_is_known_until_nobody_can_tell_who_has_gone() -> None:
    state = after_vision()
    one = march(state, "0909", "ER-archers", "0910")
    assert under(one, "0909") == {("ER-swordsmen", "NI-lancers", "TA-lord-taegul")}, "he was seen to go"
    two = march(state, "0909", "ER-archers ER-swordsmen", "0910")
    assert len(under(two, "0910")) > 2
    assert len(under(two, "0909")) > 2
    four = march(state, "0909", "ER-archers ER-swordsmen NI-lancers TA-lord-taegul", "0910")
    assert under(four, "0910") == {("ER-swordsmen", "NI-lancers", "TA-lord-taegul")}, "who stayed is seen"


@pytest.mark.clause("HID-02", "HID-01")
def test_who_was_placed_in_a_battle_is_remembered() -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry | DA-bowmen : ER-archers", start=LEAVING, more=AFAR,
                     posts="TN-priests @ ER-archers")  # fmt: skip
    state = fight(state, "fight on", "withdraw", rolls=[1, 1])
    while step(state) != "Movement":
        state = do(state, actions(state)[0])
    assert under(state, "1004") == {("ER-archers", "TN-priests")}
    assert len(under(state, "1812")) > 2


@pytest.mark.clause("HID-01", "MAG-09")
def test_where_a_caster_has_named_himself_is_remembered_in_the_next_phase_too() -> None:
    state = place("phase Demon\nstep AfterMovement\nspells of Demon: Vision\n0610 Hosar: TI-sergeants\n"
                  "0609 Demon: NI-goblins, TN-priests\n" + AFAR)  # fmt: skip
    assert len(under(state, "0609")) > 2
    state = idle(do(state, ("cast", VISION), ("target", hex_id("0610"))), "Movement", rolls=[6])
    assert (state.phasing, state.spent_casters) == (0, ())
    assert under(state, "0609") == {("TN-priests",)}


@pytest.mark.clause("HID-01", "ALLY-21")
def test_an_ally_who_changes_sides_at_home_is_known_to_whom_he_leaves() -> None:
    state = place("turn 2\nphase Demon\nphase: 3\nstep AllianceAttempt\nserves: [0,2,2,2,2]\nwaver: [0]\n"
                  "control 1401: Hosar\n1401 Hosar: AH-cragsmen-1, AH-duke-han, AH-cragsmen-2\n"
                  "0802 Demon: ER-goblins\n0902 Neutral: MU-slave-miners-1\n" + AFAR)  # fmt: skip
    state = do(state, "pass", rolls=[("alliance check", 6)])
    assert state.serves[0] == DEMON
    assert under(state, "1401") == {("AH-duke-han", "AH-cragsmen-2")}


@pytest.mark.clause("HID-01", "ALLY-14")
def test_an_ally_won_or_come_home_is_known_to_the_enemy_too() -> None:
    won = place("turn 2\nphase Demon\nstep AllianceAttempt\n1402 Demon: ER-goblins\n0610 Hosar: TI-sergeants\n"
                "1401 Neutral: AH-cragsmen-1, AH-duke-han, AH-cragsmen-2\n" + AFAR)  # fmt: skip
    won = do(won, ("envoy", AH), rolls=[1])
    assert under(won, "1401") == {("AH-duke-han", "AH-cragsmen-2")}
    abroad = ("AH-cragsmen-1", "AH-duke-han", "AH-cragsmen-2")
    home = place(f"turn 2\nphase Demon\nphase: 3\nserves: [1,2,2,2,2]\nreturns: [[3, {units(*abroad)}]]\n"
                 f"limbo: {', '.join(abroad)}\nstep Returns\n0610 Hosar: TI-sergeants\n" + AFAR)  # fmt: skip
    assert under(home, "1401") == {abroad[1:]}


@pytest.mark.clause("HID-01", "PRIS-12")
def test_who_has_been_off_the_map_may_be_anywhere_when_he_comes_back() -> None:
    lancers = unit("NI-lancers")
    state = after_vision()
    assert lancers in state.seen
    take_prisoner(state, lancers, HOSAR)
    assert lancers not in state.seen


@pytest.mark.clause("HID-02", "SIEGE-24")
def test_a_garrison_that_stayed_out_of_the_battle_has_not_been_seen() -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", start=LEAVING, spot="1510", aside="MI-garrison, MI-bowmen",
                     more="control 1510: Demon\n1812 Demon: NI-lord-nish, NI-spearmen, NI-archers\n")  # fmt: skip
    state = fight(state, "withdraw", "into", rolls=[1])
    assert set(units("ER-heavy-cavalry", "DA-knights")) <= set(state.seen)
    assert set(units("MI-garrison", "MI-bowmen")).isdisjoint(state.seen)


@pytest.mark.clause("HID-01")
def test_a_top_that_has_been_covered_is_remembered() -> None:
    state = place("phase Demon\nstep OpenMovement\n0610 Hosar: TI-sergeants\n0909 Demon: ER-archers\n"
                  "0908 Demon: NI-lancers, NI-goblins, ER-swordsmen\n" + AFAR)  # fmt: skip
    state = march(state, "0908", "NI-goblins", "0909")
    assert under(state, "0909") == {("ER-archers",)}
    turned = do(state, "halt", ("stack", hex_id("0908")), ("top", unit("ER-swordsmen")))
    assert under(turned, "0908") == {("NI-lancers",)}


@pytest.mark.clause("SET-02")
def test_the_devotees_may_be_spread_otherwise_and_belong_where_they_are_dealt() -> None:
    state = GAME.setup(seed=b"devotees")
    while step(state) == "Devotees":
        state = do(state, actions(state)[0])
    spreads = set()
    for other in deals(state, "Demon"):
        assert sorted(other.home[u] for u in DEVOTEES) == sorted(HOSAR_TEMPLES * 2)
        at_home = [u for u in DEVOTEES if other.where[u] in HOSAR_TEMPLES]
        spreads.add(tuple(other.where[u] for u in DEVOTEES))
        assert all(other.home[u] == other.where[u] for u in at_home)
    assert len(spreads) > 5


@pytest.mark.clause("HID-01")
def test_which_conjurations_came_is_not_known() -> None:
    come = [UNIT_KEY[u] for u in CONJURATIONS[:5]]
    state = place(f"phase Demon\nstep AfterMovement\n1414 Demon: {', '.join(come)}\n0610 Hosar: TI-sergeants\n")
    missing = {tuple(u for u in CONJURATIONS if other.where[u] == AWAY) for other in deals(state, "Hosar")}
    assert len(missing) > 1
    assert all(len(each) == 1 for each in missing)
    assert all(unit(come[0]) not in each for each in missing), "the top is seen"


@pytest.mark.clause("HID-01")
def test_who_goes_through_a_spellgate_is_not_announced() -> None:
    state = place(
        "phase Demon\nstep BeforeMovement\nspells of Demon: Spellgate\nspells of Hosar: Vision\n"
        "0404 Hosar: HO-monks\n1606 Demon: NI-lancers, NI-goblins, ER-archers, IK-high-priest\n"
    )
    state = do(state, ("cast", SPELLGATE), ("from", hex_id("1606")), ("unit", unit("NI-goblins")))
    state = do(state, "alone") if "alone" in {verb for verb, _ in actions(state)} else state
    state = do(state, ("to", hex_id("1605")))
    assert step(state) == "AnnounceSpell"
    sent = {other.flow[-1].casts[0].units for other in deals(state, "Hosar")}
    assert len(sent) > 1
    assert all(other.where[unit("IK-high-priest")] == hex_id("1606") for other in deals(state, "Hosar")), (
        "he has cast"
    )
    state = idle(state, "Movement", rolls=[1])
    assert told(state, "spellgate")[0].data["count"] == 1
    assert not any(names(state, entry) for entry in told(state, "spellgate"))


@pytest.mark.clause("HID-01", "MOV-26")
def test_refusals_disclose_nothing() -> None:
    """A hidden troop in a neighbouring stack changes neither the actions nor the refusals."""
    text = (
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-prince-timur\n0909 Demon: ER-lord-erush, {}\n"
    )
    states = [march(place(text.format(key)), "0908", "TI-knights-1") for key in ("NI-goblins", "TA-lord-taegul")]
    assert actions(states[0]) == actions(states[1])
    for h in range(506):
        first, second = [GAME.explain(state, "Hosar", ("go", h)) for state in states]
        assert first == second
    assert "0909" in hexes(states[0], "go")
    assert [step(do(state, go("0909"))) for state in states] == ["Show", "Show"]


@pytest.mark.clause("HID-01")
def test_a_secret_choice_of_the_enemys_goes_on_in_every_deal() -> None:
    """Hosar secretly chooses which of two hidden casters courts Lyung.

    The other hidden casters are out of range.
    """
    state = place(
        "turn 2\nphase Hosar\nstep AllianceAttempt\n1207 Hosar: TI-knights-1, DA-duke-dansor, HO-monks\n"
        "1308 Neutral: LY-castle-guard\n0404 Hosar: TI-sergeants, HO-priest, BA-baron-barthek\n1812 Demon: NI-goblins\n"
    )
    state = do(state, ("charm", LY))
    assert actions(state) == [("caster", u) for u in sorted((unit("DA-duke-dansor"), unit("HO-monks")))]
    offered = [GAME.actions(other, "Hosar") for other in deals(state, "Demon")]
    assert all(offered), "somebody can cast in every deal"
    assert len({tuple(each) for each in offered}) > 1, "who it is, the Demon cannot know"
