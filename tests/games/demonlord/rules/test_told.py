"""Entries on the steps of battles, sieges and magic."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    SIDES,
    actions,
    do,
    place,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.pieces import CLASS, UNITS
from palatine.games.demonlord.components.spells import EARTHPIT, FORCEMARCH, RAINS, VISION
from palatine.games.demonlord.components.tables import (
    CAVALRY,
    MELEE_CAVALRY,
    MELEE_PHASING,
    MELEE_PHASING_CAVALRY,
    MISSILE_EFFECT,
)
from palatine.games.demonlord.components.world import AH, HILLS, HOMELANDS, hex_id
from palatine.games.demonlord.rules.combat.attacks import Aim, melee_ground, missile_parts
from palatine.games.demonlord.rules.combat.battles import BattleOrSiege, Garrison, open_hex
from palatine.games.demonlord.rules.combat.morale import MELEES, MISSILES
from palatine.games.demonlord.rules.combat.sieges import SiegeLosses, lose_troop, resolve_siege, surrender_fortress
from palatine.games.demonlord.rules.common.neutrals import attack_neutral, come_home
from palatine.games.demonlord.rules.magic.casting import Cast, spell_chance
from palatine.games.demonlord.rules.magic.invocation import forest_answer
from palatine.games.demonlord.rules.magic.resolution import Landing, settle_landings
from palatine.games.demonlord.rules.magic.spells import earthpit, forcemarch, rains, show_stack
from palatine.games.demonlord.rules.movement.entry import is_at_start
from palatine.games.demonlord.rules.movement.movement import Movement
from palatine.games.demonlord.state import DEAD, FRESH, LIMBO, Return
from palatine.testing import scripted

HERE = hex_id("0805")
STACKS = "0805 Hosar: DA-duke-dansor, DA-knights\n0805 Demon: ER-lord-erush, ER-goblins\n"


def only(state: Any, kind: str) -> Any:
    """Return the only entry of a kind."""
    (found,) = told(state, kind)
    return found


def open_field(text: str = STACKS, more: str = "") -> Any:
    return place(f"turn 2\n{more}{text}{CAPITALS}")


@pytest.mark.clause("MAG-26", "MAG-28", "MAG-42")
@pytest.mark.parametrize(
    ("effect", "spell", "kind", "clause"),
    [
        (forcemarch, FORCEMARCH, "forcemarch", "MAG-26"),
        (earthpit, EARTHPIT, "earthpit", "MAG-28"),
        (rains, RAINS, "rains", "MAG-42"),
    ],
)
def test_a_spell_that_works_is_told(effect: Any, spell: int, kind: str, clause: str) -> None:
    state = open_field()
    effect(state, Cast(HOSAR, unit("DA-duke-dansor"), spell, HERE, (), (HERE,)))
    entry = only(state, kind)
    assert entry.clauses == (clause,)
    assert entry.data.get("hex", HERE) == HERE


@pytest.mark.clause("MAG-26", "MAG-28")
def test_forcemarch_is_for_ones_own_units_and_earthpit_for_all() -> None:
    state = open_field()
    forcemarch(state, Cast(DEMON, 0, FORCEMARCH, HERE))
    earthpit(state, Cast(DEMON, 0, EARTHPIT, HERE))
    assert state.forcemarched == tuple(sorted(units("ER-lord-erush", "ER-goblins")))
    assert state.earthpitted == tuple(sorted(units("DA-duke-dansor", "DA-knights", "ER-lord-erush", "ER-goblins")))


@pytest.mark.clause("BAT-03", "SIEGE-24")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_what_the_holder_of_a_fortress_decides_is_told(side: int) -> None:
    state = open_field()
    state.flow = [*state.flow, BattleOrSiege(side, HERE)]
    state.flow[-1].take(state, ("siege", 0))
    assert (only(state, "siege.chosen").data["side"], only(state, "siege.chosen").data["hex"]) == (side, HERE)
    inside = tuple(state.stack(side, HERE))
    for action, kind in ((("stay", 0), "garrison.stays"), (("join", 0), "garrison.joins")):
        state = open_field()
        state.flow = [*state.flow, Garrison(side, HERE, inside)]
        state.flow[-1].take(state, action)
        assert only(state, kind).clauses == ("SIEGE-24",)
        assert state.battle.aside == (inside if kind == "garrison.stays" else ())


@pytest.mark.clause("BAT-10", "BAT-13")
def test_the_ground_and_every_troop_laid_down_are_told() -> None:
    text = "1004 Hosar: DA-knights, DA-bowmen\n1004 Demon: ER-archers, ER-goblins\n"
    state = do(place(f"phase Demon\nstep Battles\n{text}{CAPITALS}"), ("terrain", HILLS))
    entry = only(state, "battle.terrain")
    assert (entry.data["terrain"], entry.data["size"], entry.data["hex"]) == (HILLS, 7, hex_id("1004"))
    state = do(state, ("place", unit("ER-archers")), ("place", unit("DA-knights")))
    found = [(entry.data["unit"], entry.data["side"]) for entry in told(state, "deploy")]
    assert found == [(unit("ER-archers"), DEMON), (unit("DA-knights"), HOSAR)]


@pytest.mark.clause("SIEGE-15")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_a_fortress_that_yields_is_told_with_its_prisoners(side: int) -> None:
    state = open_field(more=f"control 0805: {SIDES[side]}\n")
    inside = list(state.stack(side, HERE))
    surrender_fortress(state, side, HERE)
    assert (only(state, "siege.yields").data["side"], only(state, "siege.yields").clauses) == (side, ("SIEGE-15",))
    assert [(entry.data["unit"], entry.data["side"]) for entry in told(state, "prisoner")] == [
        (u, 1 - side) for u in inside
    ]


@pytest.mark.clause("ALLY-03", "ALLY-22")
@pytest.mark.parametrize("attacker", [HOSAR, DEMON])
def test_a_neutral_that_is_attacked_is_the_other_players(attacker: int) -> None:
    state = open_field()
    attack_neutral(state, AH, attacker)
    entry = only(state, "alliance.attacked")
    assert (entry.data["side"], entry.data["attacker"], entry.clauses) == (1 - attacker, attacker, ("ALLY-03",))
    assert (state.serves[AH], state.permanent[AH]) == (1 - attacker, True)


@pytest.mark.clause("ALLY-22")
def test_units_that_come_home_are_told_and_seen() -> None:
    state = open_field()
    (guard,) = units("LY-castle-guard")
    if state.where[guard] >= 0:
        state.lift((guard,), state.side_of(guard), state.where[guard], LIMBO)
    state.where[guard], state.seen = LIMBO, ()
    state.returns = (Return(state.phase, (guard,)),)
    come_home(state)
    entry = only(state, "returned")
    assert (entry.data["units"], entry.clauses, guard in state.seen) == ([guard], ("ALLY-22",), True)
    assert entry.data["hex"] in HOMELANDS


@pytest.mark.clause("INV-13", "INV-15")
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_the_spirit_of_the_forest_is_thrown_for_once(die: int) -> None:
    state = open_field()
    with scripted(state, [die]) as twin:
        twin.journal = []
        first = forest_answer(twin)
        assert forest_answer(twin) == first
        assert [(entry.data["unit"], entry.data["rolled"]) for entry in told(twin, "forest")] == [(first, die)]


# The ground in battle


@pytest.mark.clause("BAT-28")
@pytest.mark.parametrize("terrain", [-1, *MELEE_PHASING])
@pytest.mark.parametrize("phasing", [True, False])
@pytest.mark.parametrize("key", ["DA-knights", "ER-goblins"])
def test_the_ground_adds_what_the_chart_has_for_mode_and_side(terrain: int, phasing: bool, key: str) -> None:
    mounted = CLASS[unit(key)] == CAVALRY
    assert mounted == (key == "DA-knights")
    amounts = [
        MELEE_CAVALRY[terrain] if mounted and terrain >= 0 else 0,
        MELEE_PHASING[terrain] if phasing and terrain >= 0 else 0,
        MELEE_PHASING_CAVALRY[terrain] if mounted and phasing and terrain >= 0 else 0,
    ]
    assert melee_ground(unit(key), terrain, phasing) == sum(amounts)
    ground = [amount for amount, clause, _ in missile_parts(unit(key), unit(key), terrain) if clause == "BAT-28"]
    assert ground == [MISSILE_EFFECT[terrain] if terrain >= 0 else 0]


@pytest.mark.clause("BAT-20", "BAT-21")
@pytest.mark.parametrize(
    ("key", "shoots"),
    [("DA-knights", False), ("ER-archers", True), ("DA-sergeants", False), ("ER-swordsmen", True)],
)
def test_only_who_has_a_missile_value_shoots_and_all_strike(key: str, shoots: bool) -> None:
    assert Aim(MISSILES).can_attack(unit(key)) == shoots
    assert Aim(MELEES).can_attack(unit(key))


# Losses in a siege


@pytest.mark.clause("SIEGE-12", "SIEGE-13")
@pytest.mark.parametrize("defender", [HOSAR, DEMON])
def test_the_besieger_loses_before_the_defender_and_each_loss_is_told(defender: int) -> None:
    state = open_field(more=f"control 0805: {SIDES[defender]}\nsieges: [[{HERE},2]]\n")
    with scripted(state, [6, 6, 6, 6]) as twin:
        twin.journal = []
        resolve_siege(twin, HERE, True, (0, 0))
    losses = [step for step in twin.flow if isinstance(step, SiegeLosses)]
    assert [(step.side, step.hex) for step in losses] == [(defender, HERE), (1 - defender, HERE)]
    (troop,) = twin.troops(defender, HERE)
    lose_troop(twin, troop)
    entry = only(twin, "siege.lost")
    assert (entry.data["unit"], entry.data["side"], entry.data["hex"]) == (troop, defender, HERE)
    assert (entry.clauses, twin.where[troop]) == (("SIEGE-13",), DEAD)


# Spells on a hex


@pytest.mark.clause("MAG-31")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_an_earthpit_on_a_castle_or_temple_works_with_two_fewer(side: int) -> None:
    plain, castle = hex_id("1004"), hex_id("1007")
    pits, marches = [
        [spell_chance(side, spell, target).distribution().count() for target in (castle, plain)]
        for spell in (EARTHPIT, FORCEMARCH)
    ]
    assert pits[0] == pits[1] - 2
    assert marches[0] == marches[1]


@pytest.mark.clause("MAG-23")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_who_sees_by_vision_knows_them_from_then_on(side: int) -> None:
    state = open_field()
    state.seen = ()
    show_stack(state, Cast(side, 0, VISION, HERE))
    assert set(state.seen) == set(state.stack(1 - side, HERE))
    assert only(state, "vision.shows").readers == (side,)


@pytest.mark.clause("ALLY-03", "MAG-32")
@pytest.mark.parametrize(("besieged", "attacked"), [(False, True), (True, False)])
def test_troops_that_land_in_a_homeland_attack_it_unless_they_land_in_a_siege(
    besieged: bool, attacked: bool
) -> None:
    home = hex_id("1308")
    state = place("turn 2\nphase Hosar\n1308 Hosar: DA-knights\n1308 Neutral: LY-castle-guard\n" + CAPITALS)
    landing = Landing(HOSAR, home, (unit("DA-knights"),))
    settle_landings(state, (landing,), frozenset({home} if besieged else ()), {(HOSAR, home)}, ())
    assert bool(told(state, "alliance.attacked")) == attacked


# Who has not moved yet


@pytest.mark.clause("LEAD-05", "MOV-18")
@pytest.mark.parametrize(("points", "fresh"), [(FRESH + 3, True), (FRESH, True), (FRESH - 1, False), (0, False)])
def test_a_unit_without_points_has_not_moved_either_until_it_does(points: int, fresh: bool) -> None:
    state = open_field()
    state.movement_left = [points] * UNITS
    (knights,) = units("DA-knights")
    assert is_at_start(state, knights) == fresh
    state.gated = (knights,)
    assert not is_at_start(state, knights)


@pytest.mark.clause("MOV-03")
@pytest.mark.parametrize(
    ("action", "reason"), [(("end", HERE), "why.no-button"), (("stack", 0), "why.nothing-of-yours")]
)
def test_a_button_is_no_hex(action: tuple[str, int], reason: str) -> None:
    assert Movement(HOSAR).refuse(open_field(), action).reason == reason


# What a player has done is told


def entries(state: Any, *kinds: str) -> list[Any]:
    return [(entry.kind, entry.clauses, entry.data) for entry in state.journal if entry.kind in kinds]


@pytest.mark.clause("PRIS-02", "PRIS-03", "PRIS-04", "PRIS-05")
@pytest.mark.parametrize(("side", "offered", "given"), [(HOSAR, DEMON, HOSAR), (DEMON, HOSAR, DEMON)])
def test_every_step_of_an_exchange_is_told(side: int, offered: int, given: int) -> None:
    """The other player offers.

    The player whose phase ends gives a prisoner or refuses.
    """
    held = {HOSAR: unit("ER-archers"), DEMON: unit("DA-knights")}
    text = "prisoners of Hosar: ER-archers\nprisoners of Demon: DA-knights\n"
    state = place(f"turn 2\nphase {SIDES[side]}\nstep Exchange\n{text}{CAPITALS}")
    asked = do(state, "exchange", ("offer", held[offered]))
    first = [
        ("exchange", ("PRIS-02",), {"side": side}),
        ("offer", ("PRIS-03",), {"unit": held[offered], "side": offered}),
    ]
    kinds = ("exchange", "offer", "exchanged", "exchange.refused")
    pair = {"unit": held[offered], "target": held[given]}
    done = do(asked, ("give", held[given]))
    assert entries(done, *kinds) == [*first, ("exchanged", ("PRIS-04",), pair)]
    refused = ("exchange.refused", ("PRIS-05",), {"unit": held[offered], "side": side})
    assert entries(do(asked, "refuse"), *kinds) == [*first, refused]
    assert entries(do(state, "no exchange"), *kinds) == []


@pytest.mark.clause("REIN-01", "REIN-03")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
@pytest.mark.parametrize(("die", "kind"), [(3, "arrival"), (4, "no-arrival")])
def test_the_request_for_reinforcements_and_its_die_are_told(side: int, die: int, kind: str) -> None:
    state = place(f"turn 2\nphase {SIDES[side]}\nstep Reinforcements\nopened: true\n{CAPITALS}")
    draw = [1] * (8, 9)[side] if kind == "arrival" else []
    state = do(state, "request", rolls=[("reinforcements", die), *draw])
    assert entries(state, "request", "arrival", "no-arrival") == [
        ("request", ("REIN-01",), {"side": side}),
        (kind, ("REIN-03",), {"side": side, "rolled": die}),
    ]


@pytest.mark.clause("END-08")
def test_talks_that_lapse_are_told() -> None:
    state = place(f"turn 3\nphase Demon\nstep EndOfTurn\ntalks: true\n{CAPITALS}")
    assert entries(do(state, "break off"), "talks.lapse") == []
    assert entries(do(state, "break off", "break off"), "talks.lapse") == [("talks.lapse", ("END-08",), {})]


@pytest.mark.clause("END-06", "VAR-02")
@pytest.mark.parametrize(("ending", "turn", "clause"), [("normal", 9, "END-06"), ("strategic", 24, "VAR-02")])
def test_the_turns_that_remain_are_told_with_their_die(ending: str, turn: int, clause: str) -> None:
    """Three and three make 15 with turn 9; doubled they make 36 with turn 24."""
    head = f'options: {{"ending": "{ending}"}}\nturn {turn}\nphase Demon\nstep EndOfTurn\ntalks: true\n'
    state = do(place(head + CAPITALS), "talk", rolls=[3, 3, ("turns remaining", 4)])
    assert entries(state, "talks.agree", "talks.remaining", "last-turn") == [
        ("talks.agree", (clause,), {}),
        ("talks.remaining", (clause,), {"turns": 4}),
        ("last-turn", (clause,), {"turn": turn + 4}),
    ]


@pytest.mark.clause("VAR-10")
@pytest.mark.parametrize("first", [HOSAR, DEMON])
def test_an_offer_of_peace_is_told(first: int) -> None:
    head = f'options: {{"ending": "long"}}\nfirst: {first}\nturn 3\nphase {SIDES[1 - first]}\nstep EndOfTurn\n'
    state = do(place(head + CAPITALS), "peace")
    assert entries(state, "peace.offered", "peace.refused") == [("peace.offered", ("VAR-10",), {"side": first})]
    assert entries(do(state, "war"), "peace.refused") == [("peace.refused", ("VAR-10",), {"side": 1 - first})]
    assert entries(do(place(head + CAPITALS), "war"), "peace.offered", "peace.refused") == []


@pytest.mark.clause("SIEGE-09")
def test_a_siege_that_goes_on_without_a_sally_is_told() -> None:
    spot = hex_id("1510")
    state = open_field("1510 Demon: MI-garrison\n1510 Hosar: TI-knights-1\n", f"sieges: [[{spot},1]]\n")
    open_hex(state, spot)
    assert step(state) == "BattleOrSiege"
    assert entries(state, "siege.goes-on") == []
    state.pop()
    state.options = {**state.options, "sally": "own phase"}
    open_hex(state, spot)
    assert entries(state, "siege.goes-on") == [("siege.goes-on", ("SIEGE-09",), {"hex": spot})]


@pytest.mark.clause("BAT-18", "BAT-53")
def test_the_troop_a_character_is_laid_with_is_told_before_the_battle_and_between_rounds() -> None:
    duke, knights, bowmen = unit("DA-duke-dansor"), unit("DA-knights"), unit("DA-bowmen")
    text = "1004 Hosar: DA-knights, DA-bowmen, DA-duke-dansor\n1004 Demon: ER-archers, ER-goblins\n"
    state = do(place(f"phase Demon\nstep Battles\n{text}{CAPITALS}"), ("terrain", HILLS))
    while step(state) == "Deploy":
        state = do(state, actions(state)[0])
    state = do(state, ("with", knights))
    assert entries(state, "station") == [("station", ("BAT-18",), {"unit": duke, "troop": knights})]
    assert step(state) == "MoveCharacter"
    state = do(state, ("character", duke), ("with", bowmen))
    assert entries(state, "station")[1:] == [("station", ("BAT-53",), {"unit": duke, "troop": bowmen})]
