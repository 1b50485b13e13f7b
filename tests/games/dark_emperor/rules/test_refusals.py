"""Reasons that each step gives for refusing an action."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    MAN,
    NECROMANCER,
    arm,
    lay,
    marching,
    marching_among_sleepers,
    piece,
    put,
    stack_of_kingdoms,
    stranded,
    world,
)
from palatine.core import Action
from palatine.games.dark_emperor.components.pieces import ALLIANCE, FIRST_DEVICE, LEADERS, PIECES, SSSTOTH, UNITS
from palatine.games.dark_emperor.components.spells import CASTS, MOVEMENT
from palatine.games.dark_emperor.components.world import FERLARIE, HEXES, hex_id
from palatine.games.dark_emperor.rules.characters.devices import HEROISM, Wield
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.combat import ChooseHero
from palatine.games.dark_emperor.rules.combat.retreats import RetreatTo
from palatine.games.dark_emperor.rules.magic.procedure import Cast
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import March, halt_clause, not_ours
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embark
from palatine.games.dark_emperor.rules.realm.diplomacy import Court
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.rules.realm.vampires import Raise

SPOT = hex_id("2011")
PORT, SEA, HOLY_COAST = "2210", "2209", "2819"
SHIP = "stavror-fleet-1"


def reason(step: Any, s: Any, action: Action) -> tuple[str, str]:
    found = step.refuse(s, action)
    return found.clause, found.reason


@pytest.mark.clause("7.2a", "8", "8.21e", "11.2a", "12.1b", "19.1b")
@pytest.mark.parametrize(
    ("step", "action", "clause", "why"),
    [
        (Cast(KINGDOMS, MOVEMENT, 0), ("cast", piece(MAN)), "12.1b", "why.time-for-magic"),
        (Cast(KINGDOMS, MOVEMENT, 0), ("end", 1), "12.1b", "why.no-button"),
        (FromBox(KINGDOMS, piece("farnon")), ("stay", 1), "19.1b", "why.no-button"),
        (FromBox(KINGDOMS, piece("farnon")), ("to", HEXES), "19.1b", "why.no-hex"),
        (March(KINGDOMS, SPOT), ("halt", 1), "8", "why.no-button"),
        (March(KINGDOMS, SPOT), ("go", hex_id("2111")), "8", "why.no-group"),
        (March(KINGDOMS, SPOT), ("box", 0), "19.1b", "why.leaders-only"),
        (March(KINGDOMS, SPOT, (piece(MAN),)), ("piece", piece(MAN)), "8.1a", "why.in-group"),
        (March(KINGDOMS, SPOT, (piece(MAN),)), ("go", HEXES), "8", "why.no-hex"),
        (March(KINGDOMS, SPOT, (piece(MAN),)), ("land", piece(MAN)), "8.22a", "why.not-aboard"),
        (Movement(KINGDOMS), ("give", piece(MAN)), "8", "why.choose-its-hex"),
        (Embark(KINGDOMS), ("end", 1), "8.21e", "why.no-button"),
        (Embark(KINGDOMS), ("load", piece(MAN)), "8.21a", "why.no-port"),
        (Court(KINGDOMS), ("end", 1), "11.2a", "why.no-button"),
        (Court(KINGDOMS), ("herald", FERLARIE), "11.2a", "why.no-herald"),
        (RecruitUnits(KINGDOMS), ("end", 1), "7.2a", "why.no-button"),
        (Raise(NECROMANCER, 5), ("end", 1), "7.32b", "why.no-button"),
    ],
)
def test_a_step_gives_its_reason(step: Any, action: Action, clause: str, why: str) -> None:
    s = stack_of_kingdoms("2011", MAN)
    assert reason(step, s, action) == (clause, why)


@pytest.mark.clause("7.2a", "7.32b", "11.2a", "12.1b")
@pytest.mark.parametrize(
    "step", [Court(KINGDOMS), RecruitUnits(KINGDOMS), Raise(NECROMANCER, 5), Cast(KINGDOMS, MOVEMENT, 0)]
)
def test_nothing_is_said_against_the_end(step: Any) -> None:
    assert step.refuse(stack_of_kingdoms("2011", MAN), ("end", 0)) is None


@pytest.mark.clause("6.2", "8")
def test_whose_a_counter_is_that_is_not_ones_own_is_told() -> None:
    s = marching_among_sleepers("2011", "greater-vampire-1")
    sleeper = next(u for u in range(200) if s.power[u] == FERLARIE and s.where[u] < 0)
    s.put((sleeper,), hex_id("2012"))
    stavror = put(s, "2111", MAN)[0]
    own = piece("greater-vampire-1")
    assert not_ours(s, NECROMANCER, own) is None
    for u, clause, why in ((sleeper, "6.2", "why.asleep-there"), (stavror, "8", "why.enemy-there")):
        found = not_ours(s, NECROMANCER, u)
        assert found is not None
        assert (found.clause, found.reason) == (clause, why)
        assert reason(Movement(NECROMANCER), s, ("give", u)) == (clause, why)
    absent = piece("greater-vampire-2")
    assert not_ours(s, NECROMANCER, absent) is None, "off the map it is nobody's business"
    assert reason(March(NECROMANCER, SPOT), s, ("piece", absent)) == ("8", "why.not-there")
    for number in (-1, PIECES):
        found = not_ours(s, NECROMANCER, number)
        assert found is not None
        assert found.reason == "why.nothing-of-yours"
    (device,) = lay(s, "2012", "dawn-lantern")
    assert not_ours(s, NECROMANCER, device) is None


@pytest.mark.clause("8")
def test_a_counter_that_has_stopped_has_moved_already() -> None:
    s = marching("2011", MAN)
    s.stopped = (piece(MAN),)
    assert reason(Movement(KINGDOMS), s, ("give", piece(MAN))) == ("8", "why.already-moved")


@pytest.mark.clause("18.33a", "13.11c")
def test_ssstoth_alone_is_kept_where_famirs_bearer_waits_for_it() -> None:
    s = stack_of_kingdoms("2011", f"{MAN} farnon")
    put(s, "2011", "ssstoth", ALLIANCE)
    step, ssstoth = March(KINGDOMS, SPOT), ("piece", SSSTOTH)
    assert step.refuse(s, ssstoth) is None
    s.flames = ((SPOT, NECROMANCER),)
    assert reason(step, s, ("piece", piece(MAN))) == ("13.11c", "why.flames")
    s.flames = ()
    arm(s, "farnon", "sword-famir")
    assert reason(step, s, ssstoth) == ("18.33a", "why.awaited")
    assert step.refuse(s, ("piece", piece(MAN))) is None


@pytest.mark.clause("8.16a", "8.17", "8.24b", "8.32a", "9.33d", "18.21a", "18.31b")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("farnon", "18.31b"),
        ("paisach", "8.16a"),
        ("slug", "18.21a"),
        ("greater-vampire-1", "8.32a"),
        (MAN, "8.24b"),
        ("stavror-siege-train", "9.33d"),
        ("tal-pletor-siege-train", "8.24b"),
    ],
)
def test_the_clause_by_which_a_piece_has_stopped(key: str, clause: str) -> None:
    s = world(KINGDOMS)
    put(s, "2011", "farnon paisach slug greater-vampire-1 stavror-siege-train tal-pletor-siege-train " + MAN)
    arm(s, "farnon", "sword-famir")
    s.trails = {piece("tal-pletor-siege-train"): [hex_id("2111"), SPOT]}
    assert halt_clause(s, piece(key)) == clause


@pytest.mark.clause("8.22a", "TEC-holy")
def test_the_dark_are_not_landed_on_a_holy_coast() -> None:
    s = world(NECROMANCER)
    ship, load = put(s, HOLY_COAST, f"{SHIP} greater-vampire-1")
    s.cargo = {ship: load}
    step = March(NECROMANCER, hex_id(HOLY_COAST), (ship,))
    assert reason(step, s, ("land", load)) == ("TEC-holy", "why.holy")
    s.cargo = {ship: piece(MAN)}
    assert step.refuse_landing(s, piece(MAN)) is None
    s.where[ship] = hex_id(SEA)
    assert March(NECROMANCER, hex_id(SEA), (ship,)).refuse_landing(s, piece(MAN)).reason == "why.no-coast"


@pytest.mark.clause("9.23b", "18.32b")
def test_famirs_bearer_who_owes_ssstoth_a_fight_is_no_hero() -> None:
    s = stranded("farnon", "paisach " + MAN, where="2011")
    step = ChooseHero(KINGDOMS, SPOT, (piece("paisach"),))
    assert reason(step, s, ("hero", piece("farnon"))) == ("18.32b", "why.awaits-ssstoth")
    assert reason(step, s, ("hero", piece("nikon-v"))) == ("9.23a", "why.no-leader-there")
    assert step.refuse(s, ("hero", piece("paisach"))) is None


@pytest.mark.clause("8", "8.21a", "9.26a", "9.27c", "12a", "12.1b", "15.13b", "15.14a", "19.1b")
@pytest.mark.parametrize(
    ("step", "verb", "reasons"),
    [
        (Embark(KINGDOMS), "load", {-1: "not-yours", 0: "no-port", UNITS: "not-yours"}),
        (Raise(NECROMANCER, 5), "raise", {-1: "no-vampire-city", HEXES: "no-vampire-city"}),
        (March(KINGDOMS, SPOT, (piece(MAN),)), "go", {-1: "no-hex", 0: "not-adjacent", HEXES: "no-hex"}),
        (RetreatTo(KINGDOMS, piece(MAN), SPOT, ()), "retreat", {-1: "no-hex", 0: "not-beside", HEXES: "no-hex"}),
        (Escape(KINGDOMS, piece("farnon"), SPOT), "escape", {-1: "escape-on-the-map", HEXES: "escape-on-the-map"}),
        (FromBox(KINGDOMS, piece("farnon")), "to", {-1: "no-hex", HEXES: "no-hex"}),
        (Cast(KINGDOMS, MOVEMENT, 0), "cast", {-1: "no-such-spell", 0: "time-for-magic", PIECES - 1: "time-for-magic",
         PIECES: "no-such-spell", CASTS * UNITS - CASTS: "not-your-caster", CASTS * FIRST_DEVICE: "not-your-caster"}),
        (Wield(KINGDOMS, piece("farnon"), HEROISM), "use", {FIRST_DEVICE - 1: "no-device", FIRST_DEVICE: "not-carried",
         PIECES - 1: "not-carried", PIECES: "no-device"}),
        (Movement(KINGDOMS), "take", {FIRST_DEVICE - 1: "no-device", FIRST_DEVICE: "not-lying",
         PIECES - 1: "not-lying", PIECES: "no-device"}),
        (Court(KINGDOMS), "envoy", {LEADERS[0] - 1: "not-your-leader", LEADERS[-1] + 1: "not-your-leader"}),
    ],
)  # fmt: skip
def test_numbers_before_the_first_and_after_the_last_name_nothing(
    step: Any, verb: str, reasons: dict[int, str]
) -> None:
    s = stack_of_kingdoms("2011", f"ahautsieron-infantry-1 {MAN} farnon")
    found = {number: step.refuse(s, (verb, number)).reason for number in reasons}
    assert found == {number: f"why.{why}" for number, why in reasons.items()}


@pytest.mark.clause("8.21a", "8.21b")
def test_what_does_not_embark_and_why() -> None:
    s = stack_of_kingdoms(PORT, f"{SHIP} {MAN} stavror-infantry-2 rocriders-1")
    put(s, PORT, "greater-vampire-1")
    s.cargo = {piece(SHIP): piece(MAN)}
    reasons = {
        "greater-vampire-1": "8.21a not-yours", "stavror-infantry-3": "8.21a not-yours", SHIP: "8.21a no-cargo",
        "rocriders-1": "8.21a no-cargo", MAN: "8.21b aboard-already", "stavror-infantry-2": "8.21b no-ship",
    }  # fmt: skip
    found = {key: reason(Embark(KINGDOMS), s, ("load", piece(key))) for key in reasons}
    assert found == {key: (why.split()[0], f"why.{why.split()[1]}") for key, why in reasons.items()}


@pytest.mark.clause("15.12c", "15.12d", "15.14a", "17d", "18.3b")
def test_what_is_neither_handed_on_nor_left_nor_picked_up_and_why() -> None:
    s = stack_of_kingdoms("2011", "farnon paisach")
    put(s, "2012", "mezal greater-vampire-1 nikon-v")
    arm(s, "farnon", "the-scythe sword-famir")
    arm(s, "paisach", "torch-of-liberty")
    arm(s, "mezal", "sword-loslom")
    lay(s, "2012", "dawn-lantern")
    lay(s, "2111", "silk-negator")
    reasons = {
        ("give", "sword-loslom"): "15.12d not-your-device", ("drop", "sword-loslom"): "15.12d not-your-device",
        ("give", "torch-of-liberty"): "17d torch-stays", ("drop", "torch-of-liberty"): "17d torch-stays",
        ("give", "sword-famir"): "18.3b famir-stays", ("drop", "sword-famir"): "18.3b famir-stays",
        ("drop", "the-scythe"): "15.14a no-guard", ("take", "the-scythe"): "15.14a not-lying",
        ("give", "dawn-lantern"): "15.12d not-your-device", ("take", "dawn-lantern"): "15.14a guarded",
        ("take", "silk-negator"): "15.14a nobody-to-take", ("take", "staff-of-empire"): "15.14a not-lying",
    }  # fmt: skip
    found = {(verb, key): reason(Movement(KINGDOMS), s, (verb, piece(key))) for verb, key in reasons}
    assert found == {action: (why.split()[0], f"why.{why.split()[1]}") for action, why in reasons.items()}
    assert Movement(KINGDOMS).refuse(s, ("give", piece("the-scythe"))) is None
    lay(s, "2011", "torch-of-liberty")
    assert reason(Movement(KINGDOMS), s, ("take", piece("torch-of-liberty"))) == ("17d", "why.torch-stays")
