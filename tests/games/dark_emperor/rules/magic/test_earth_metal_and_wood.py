"""Move Earth, Forge Sword, Build Fleet (13.4 to 13.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    SILWER,
    THERE,
    act,
    arm,
    asked,
    cast,
    cast_now,
    lay,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    FORGED,
    GONE,
    HEROS_SWORD,
    LIVING_SWORD,
    UNITS_OF,
    WHITE,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import BUILD_FLEET, FORGE_SWORD, MOVE_EARTH
from palatine.games.dark_emperor.components.world import (
    FERLARIE,
    GROUND,
    LAMMARECH,
    NEIGHBOURS,
    PORT,
    SEA,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.characters.devices import hero_bonus, is_living
from palatine.games.dark_emperor.rules.common.sieges import defence
from palatine.games.dark_emperor.rules.common.taxation import master
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, MovementMagic

CITY = "2414"
"""Sudrin-Lor."""

OPEN_SEA = next(
    h for h, ground in enumerate(GROUND) if ground == SEA and all(GROUND[n] == SEA for n in NEIGHBOURS[h])
)
AT_SEA = hex_name(OPEN_SEA)
HARBOUR = hex_name(PORT.index(True))


def earth(where: str, phasing: int = KINGDOMS) -> Any:
    s = world(phasing)
    put(s, where, "silfaren")
    return s


@pytest.mark.clause("13.41a", "13.41b")
def test_move_earth_entrenches_the_casters_hex_for_whoever_defends_it() -> None:
    s = cast_now(earth(HERE), "silfaren", MOVE_EARTH)
    assert s.entrenched == (hex_id(HERE),)
    assert defence(s, hex_id(HERE), ()) == 2


@pytest.mark.clause("13.41c")
def test_move_earth_removes_entrenchments() -> None:
    s = earth(HERE)
    s.entrenched = (hex_id(THERE), hex_id(HERE))
    s = cast_now(s, "silfaren", MOVE_EARTH)
    assert s.entrenched == (hex_id(THERE),)


@pytest.mark.clause("13.41d")
def test_move_earth_breaches_the_walls_of_a_city_with_enemies() -> None:
    s = earth(CITY)
    assert asked(run(s, CombatMagic())) is None, "nobody is there whom a breach would harm"
    put(s, THERE, "silwer-flagriel ferlarie-infantry-1")
    put(s, THERE, "greater-vampire-2")
    step = run(s, CombatMagic())
    assert refusal(step, cast("silfaren", MOVE_EARTH)).reason == "why.no-earthwork"
    put(s, CITY, "greater-vampire-1")
    assert defence(s, hex_id(CITY), ()) == 2
    s = cast_now(s, "silfaren", MOVE_EARTH)
    assert s.breached == (hex_id(CITY),)
    assert defence(s, hex_id(CITY), ()) == 1
    assert [(entry.clauses, entry.data) for entry in told(s, "earth.breached")] == [
        (("13.41d",), {"hex": hex_id(CITY)})
    ]


@pytest.mark.clause("13.41a")
def test_at_sea_there_is_no_earth_to_move() -> None:
    assert asked(run(earth(AT_SEA), CombatMagic())) is None


@pytest.mark.clause("13.51")
def test_a_sword_of_either_kind_is_forged_into_the_casters_hands() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "narmoren")
    s = cast_now(s, "narmoren", FORGE_SWORD)
    assert asked(s) == ("Forge", KINGDOMS)
    assert refusal(s, ("forge", 2)).clause == "13.51"
    heros = act(s, ("forge", HEROS_SWORD))
    living = act(s, ("forge", LIVING_SWORD))
    assert heros.carried(piece("narmoren")) == living.carried(piece("narmoren")) == [FORGED[0]]
    assert heros.where[FORGED[0]] == hex_id(HERE)
    assert [(hero_bonus(s, FORGED[0]), is_living(s, FORGED[0])) for s in (heros, living)] == [(1, False), (0, True)]
    for after, kind in ((heros, "sword.heros"), (living, "sword.living")):
        (entry,) = told(after, kind)
        data = {"leader": piece("narmoren"), "device": FORGED[0], "hex": hex_id(HERE)}
        assert (entry.clauses, entry.data) == (("13.51",), data)


@pytest.mark.clause("13.51")
def test_four_swords_can_be_forged() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "narmoren lord-montoy")
    s = run(s, MovementMagic())
    for leader in ("narmoren", "narmoren", "narmoren", "lord-montoy"):
        s = act(s, cast(leader, FORGE_SWORD), ("forge", HEROS_SWORD), rolls=[1])
    assert sorted(s.heros) == sorted(FORGED)
    assert asked(s) is None, "Montoy has strength left but there is no sword"
    put(s, HERE, "silwer-flagriel")
    assert refusal(run(s, MovementMagic()), cast("lord-montoy", FORGE_SWORD)).reason == "why.no-sword-left"


def ferlor(where: str) -> Any:
    s = world(KINGDOMS)
    put(s, where, "ferlor")
    return s


@pytest.mark.clause("13.61a", "13.61b")
@pytest.mark.parametrize(("die", "offered"), [(1, []), (2, [2, 1]), (3, [3, 2, 1])])
def test_as_many_fleets_as_the_die_shows_or_fewer(die: int, offered: list[int]) -> None:
    s = cast_now(ferlor(HARBOUR), "ferlor", BUILD_FLEET, die=die)
    if offered:
        assert asked(s) == ("Shipyard", KINGDOMS)
        assert operands(s, "build") == offered
        assert refusal(s, ("build", die + 1)).clause == "13.61a"
        s = act(s, ("build", 1))
    (entry,) = told(s, "fleets.built")
    assert entry.data == {"leader": piece("ferlor"), "count": 1, "hex": hex_id(HARBOUR)}
    built = s.fighters(KINGDOMS, hex_id(HARBOUR))
    assert built == (UNITS_OF[WHITE][0],)
    assert s.power[built[0]] == FERLARIE


@pytest.mark.clause("13.61b")
def test_no_fleet_is_built_inland_or_without_a_counter() -> None:
    s = ferlor(HERE)
    put(s, THERE, "narmoren")
    assert refusal(run(s, MovementMagic()), cast("ferlor", BUILD_FLEET)).reason == "why.no-water-here"
    s = ferlor(HARBOUR)
    put(s, THERE, "narmoren")
    for u in UNITS_OF[WHITE][1:]:
        s.power[u] = FERLARIE
        s.put((u,), OPEN_SEA)
    last = cast_now(s, "ferlor", BUILD_FLEET, die=3)
    assert len(last.fighters(KINGDOMS, hex_id(HARBOUR))) == 1, "one counter is left"
    assert refusal(last, cast("ferlor", BUILD_FLEET)).reason == "why.no-fleet-left"


@pytest.mark.clause("13.61b")
def test_a_mercenarys_fleets_serve_whom_he_is_assigned_to() -> None:
    s = world(NECROMANCER)
    wake(s, NECROMANCER, SILWER)
    s.patron[SILWER - 10] = LORD
    assert master(s, piece("silwer-flagriel")) == LORD
    assert master(s, piece("ferlor")) == FERLARIE
    s.patron[SILWER - 10] = LAMMARECH
    assert master(s, piece("silwer-flagriel")) == LAMMARECH


@pytest.mark.clause("13.61b", "15.3")
def test_fleets_that_are_gone_for_good_are_not_built_again() -> None:
    s = world(KINGDOMS)
    put(s, HARBOUR, "ferlor")
    for u in UNITS_OF[WHITE][1:]:
        s.where[u] = GONE
    s = cast_now(s, "ferlor", BUILD_FLEET, die=2)
    assert [u for u in UNITS_OF[WHITE] if s.where[u] >= 0] == [UNITS_OF[WHITE][0]]


@pytest.mark.clause("13.41b", "13.41c", "13.41d")
def test_what_earth_has_moved_is_told() -> None:
    s = earth(HERE)
    s.entrenched = (hex_id(HERE),)
    s = cast_now(s, "silfaren", MOVE_EARTH)
    assert [entry.data for entry in told(s, "earth.levelled")] == [{"hex": hex_id(HERE)}]
    s = cast_now(s, "silfaren", MOVE_EARTH)
    assert [entry.data for entry in told(s, "earth.entrenched")] == [{"hex": hex_id(HERE)}]


@pytest.mark.clause("13.51")
def test_no_sword_is_forged_whose_counter_lies_somewhere_or_is_carried() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "narmoren")
    put(s, THERE, "farnon")
    lay(s, THERE, "forged-sword-1")
    arm(s, "farnon", "forged-sword-2")
    s.lift([piece("farnon")], BOX)
    s.where[piece("forged-sword-2")] = BOX
    s = cast_now(s, "narmoren", FORGE_SWORD, ("forge", LIVING_SWORD))
    assert s.carried(piece("narmoren")) == [piece("forged-sword-3")]
