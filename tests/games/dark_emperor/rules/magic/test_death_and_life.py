"""The spells of Death and Life (14.1, 14.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    FIELDS,
    HERE,
    KINGDOMS,
    NECROMANCER,
    THERE,
    act,
    arm,
    asked,
    cast,
    cast_now,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import BATTLEFIELD, GONE, POOL, START, UNITS_OF
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import BANISH_UNDEAD, KILL, RAISE_DEAD, RAISE_UNDEAD
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import (
    GROUND,
    HOLY,
    LAMMARECH,
    MOUNTAIN,
    NEIGHBOURS,
    RIVER,
    SEA,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.common.losses import eliminate
from palatine.games.dark_emperor.rules.common.taxation import ground_value
from palatine.games.dark_emperor.rules.common.terrain import cost
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, MovementMagic, UndeadMagic
from palatine.games.dark_emperor.state import Death

HOLY_PLACE = hex_name(HOLY.index(True))


AT_SEA = hex_name(GROUND.index(SEA))


COAST = "0224"


def doomed(*leaders: str) -> Any:
    """Return Padrech with a vampire and these leaders with infantry, in the Necromancer's turn."""
    s = world()
    put(s, HERE, "padrech-dar-choim greater-vampire-1")
    put(s, HERE, " ".join(leaders) + " ferlarie-infantry-1")
    return s


@pytest.mark.clause("14.11a")
def test_kill_is_aimed_at_an_enemy_leader_in_the_casters_hex() -> None:
    s = doomed("farnon", "paisach", "cos-dol-cos")
    put(s, THERE, "nikon-v")
    s = cast_now(s, "padrech-dar-choim", KILL)
    assert asked(s) == ("ChooseKillTarget", NECROMANCER)
    assert sorted(operands(s, "target")) == sorted(pieces("farnon paisach"))
    assert refusal(s, ("target", piece("cos-dol-cos"))).clause == "19.3"
    assert refusal(s, ("target", piece("nikon-v"))).reason == "why.no-such-leader-here"
    s = act(s, ("target", piece("farnon")), rolls=[("saving roll", 3)])
    assert s.death_of(piece("farnon")) == Death(piece("farnon"), hex_id(HERE), 1)


@pytest.mark.clause("14.11a", "19.3")
def test_there_is_nobody_to_kill_where_only_cos_dol_cos_stands() -> None:
    s = doomed("cos-dol-cos")
    put(s, HERE, "mezal")
    assert refusal(run(s, CombatMagic()), cast("padrech-dar-choim", KILL)).clause == "12.5"
    s.spent = {piece("mezal"): 3}
    assert asked(run(s, CombatMagic())) is None


@pytest.mark.clause("14.11b")
@pytest.mark.parametrize(
    ("leader", "value", "parts"),
    [("paisach", 3, ["own-rating"]), ("silfaren", 3, ["magic-strength"]), ("lord-montoy", 2, ["own-rating"])],
)
def test_the_better_of_hero_rating_and_magic_strength_saves(leader: str, value: int, parts: list[str]) -> None:
    s = cast_now(doomed(leader), "padrech-dar-choim", KILL, rolls=(("saving roll", value),))
    (entry,) = told(s, "kill.survived")
    assert entry.tally.value == value
    assert [part.reason for part in entry.tally.parts] == parts
    s = cast_now(doomed(leader), "padrech-dar-choim", KILL, rolls=(("saving roll", value + 1),))
    assert told(s, "kill.killed")
    assert s.where[piece(leader)] < 0


@pytest.mark.clause("14.11b", "15.11a")
def test_devices_and_earlier_casts_count_in_the_saving_roll() -> None:
    s = doomed("farnon")
    arm(s, "farnon", "sword-loslom")
    s = cast_now(s, "padrech-dar-choim", KILL, rolls=(("saving roll", 4),))
    assert [(part.amount, part.reason) for part in told(s, "kill.survived")[0].tally.parts] == [
        (2, "own-rating"),
        (2, "devices-in-use"),
    ]
    assert s.wielded == {piece("farnon"): (piece("sword-loslom"),)}
    s = doomed("the-keeper")
    arm(s, "the-keeper", "keepers-sceptre")
    s.spent = {piece("the-keeper"): 1}
    s = cast_now(s, "padrech-dar-choim", KILL, rolls=(("saving roll", 4),))
    assert told(s, "kill.killed")[0].tally.value == 3


def fallen(s: Any, where: str, keys: str) -> list[int]:
    """Mark units as just eliminated in battle in a hex and return them."""
    found = pieces(keys)
    for u in found:
        s.where[u] = POOL
        s.slain = (*s.slain, (u, hex_id(where), s.power[u]))
    return found


@pytest.mark.clause("14.12a", "14.12c", "7.2d")
def test_the_dead_of_the_casters_hex_rise_for_the_necromancer() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    dead = fallen(s, HERE, "ferlarie-infantry-1 lammarech-cavalry-1")
    far = fallen(s, THERE, "ferlarie-infantry-2")
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD)
    assert s.undead == tuple(dead)
    assert [s.power[u] for u in dead] == [LORD, LORD]
    assert s.fighters(NECROMANCER, hex_id(HERE)) == tuple(dead)
    assert s.where[far[0]] == POOL
    assert asked(s) is None, "nobody else has fallen there"
    assert [s.strength(u) for u in dead] == [1, 2]


@pytest.mark.clause("14.12a")
def test_it_is_cast_in_either_players_combat_phase() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "padrech-dar-choim")
    fallen(s, HERE, "ferlarie-infantry-1")
    s = run(s, UndeadMagic())
    assert asked(s) == ("Cast", NECROMANCER)


@pytest.mark.clause("14.12b")
def test_a_caster_who_had_to_retreat_raises_nobody() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim farnon")
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    arm(s, "farnon", "he-sups-on-prana")
    fallen(s, HERE, "ferlarie-infantry-1")
    s.routed = (piece("padrech-dar-choim"),)
    s = run(s, UndeadMagic())
    assert operands(s, "cast") == [cast("farnon", RAISE_UNDEAD)[1]]
    assert refusal(s, cast("padrech-dar-choim", RAISE_UNDEAD)).clause == "14.12b"


@pytest.mark.clause("14.12c")
def test_a_kingdoms_caster_raises_for_his_own_kingdom() -> None:
    s = world()
    put(s, HERE, "farnon")
    arm(s, "farnon", "he-sups-on-prana")
    (dead,) = fallen(s, HERE, "ferlarie-infantry-1")
    s = cast_now(s, "farnon", RAISE_UNDEAD)
    assert s.power[dead] == ZOLAHAURESLOR
    s = world()
    put(s, HERE, "lord-montoy")
    arm(s, "lord-montoy", "he-sups-on-prana")
    (dead,) = fallen(s, HERE, "ferlarie-infantry-1")
    assert cast_now(s, "lord-montoy", RAISE_UNDEAD).power[dead] == LAMMARECH, "to whom he is assigned"


@pytest.mark.clause("14.12f", "TEC-battlefield")
@pytest.mark.parametrize("field", FIELDS)
def test_a_battlefield_is_as_the_land_it_lies_in_but_that_its_dead_rise(field: int) -> None:
    s = world()
    walkers = put(s, HERE, "stavror-infantry-1 stavror-cavalry-1 saarlumen-1 stavror-siege-train")
    is_mountain = GROUND[field] == MOUNTAIN
    paid = [cost(s, u, NEIGHBOURS[field][0], field) for u in walkers]
    assert paid == ([3, 4, 2, 4] if is_mountain else [2, 1, 1, 2])
    assert ground_value(s, field) == (not is_mountain) + RIVER[field]
    assert LIMIT[field] == (2 if is_mountain else 4)
    put(s, hex_name(field), "greater-vampire-1 lammarech-cavalry-1")
    after = run(s, Battles(), rolls=[("combat", 6)])
    (entry,) = [entry for entry in after.journal if entry.tally]
    assert [part.amount for part in entry.tally.parts if part.reason == "mountain"] == [-2] * is_mountain
    buried = [u for u in UNITS_OF[BATTLEFIELD] if START[u] == field]
    s = world()
    put(s, hex_name(field), "padrech-dar-choim")
    for u in buried:
        s.where[u] = field
    assert set(cast_now(s, "padrech-dar-choim", RAISE_UNDEAD).undead) == set(buried)
    assert len(buried) in (4, 6)


@pytest.mark.clause("14.12f")
def test_at_a_battlefield_all_its_units_rise() -> None:
    field = FIELDS[0]
    buried = UNITS_OF[BATTLEFIELD][:2]
    s = world()
    for u in buried:
        s.where[u] = field
    put(s, hex_name(field), "padrech-dar-choim")
    (dead,) = fallen(s, hex_name(field), "ferlarie-infantry-1")
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD)
    assert set(s.undead) == {*buried, dead}
    assert set(s.fighters(NECROMANCER, field)) == {*buried, dead}
    assert all(s.strength(u) > 0 for u in buried)
    put(s, hex_name(field), "farnon ferlarie-infantry-2")
    assert asked(run(s, UndeadMagic())) is None, "the field is empty now"


@pytest.mark.clause("14.12c", "TEC-holy")
def test_none_rise_where_they_could_not_stand() -> None:
    s = world()
    put(s, HOLY_PLACE, "farnon")
    arm(s, "farnon", "he-sups-on-prana")
    fallen(s, HOLY_PLACE, "ferlarie-infantry-1")
    assert asked(run(s, UndeadMagic())) is None, "undead do not stand in holy places"
    s = world()
    put(s, AT_SEA, "padrech-dar-choim")
    fallen(s, AT_SEA, "ferlarie-infantry-1 ferlarie-fleet-1")
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD)
    assert s.undead == tuple(pieces("ferlarie-fleet-1"))


@pytest.mark.clause("14.12d", "14.12e")
def test_vampires_the_undead_and_the_sons_are_not_written_down_to_rise() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim greater-vampire-1 lesser-vampire-1 sons-of-the-morning-1")
    raise_undead(s, HERE, "lammarech-cavalry-1", LORD)
    for key in ("greater-vampire-1", "lesser-vampire-1", "sons-of-the-morning-1", "lammarech-cavalry-1"):
        eliminate(s, piece(key), in_combat=True)
    assert asked(run(s, UndeadMagic())) is None


@pytest.mark.clause("8.16c")
def test_leaders_among_the_risen_are_tested() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    put(s, HERE, "grip-nud")
    fallen(s, HERE, "ferlarie-infantry-1")
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD, rolls=(("escape", 2),))
    assert s.death_of(piece("grip-nud"))


def haunted(*, lord: bool = True) -> Any:
    """Return Kebir among undead of both sides, vampires and Tol Morn."""
    s = world(KINGDOMS)
    put(s, HERE, "kebir-whitehand ferlarie-infantry-3")
    raise_undead(s, HERE, "lammarech-cavalry-1", LAMMARECH)
    raise_undead(s, HERE, "ferlarie-infantry-1 ferlarie-infantry-2", LORD)
    put(s, HERE, "lesser-vampire-1 lesser-vampire-2 greater-vampire-1 greater-vampire-2")
    if lord:
        put(s, HERE, "tol-morn")
    return s


@pytest.mark.clause("14.21a", "14.21b")
def test_all_undead_of_both_sides_are_banished_for_good() -> None:
    s = cast_now(haunted(), "kebir-whitehand", BANISH_UNDEAD)
    assert asked(s) == ("Banish", KINGDOMS)
    assert operands(s, "banish") == [0, 1, 2, 3]
    s = act(s, ("banish", 0))
    gone = pieces("lammarech-cavalry-1 ferlarie-infantry-1 ferlarie-infantry-2")
    assert [s.where[u] for u in gone] == [GONE] * 3
    assert s.undead == ()
    assert s.where[piece("ferlarie-infantry-3")] == hex_id(HERE)


@pytest.mark.clause("14.21b")
def test_an_undead_fleet_is_banished_with_undead_aboard() -> None:
    s = world(KINGDOMS)
    put(s, COAST, "kebir-whitehand")
    ship, load = raise_undead(s, COAST, "ferlarie-fleet-1 stavror-infantry-1", LORD)
    s.cargo = {ship: load}
    s = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    assert [s.where[u] for u in (ship, load)] == [GONE, GONE]


@pytest.mark.clause("14.21c", "7.35c")
def test_all_lesser_vampires_go_back_to_the_pool() -> None:
    s = act(cast_now(haunted(), "kebir-whitehand", BANISH_UNDEAD), ("banish", 1))
    assert [s.where[u] for u in pieces("lesser-vampire-1 lesser-vampire-2")] == [POOL, POOL]
    assert len(s.undead) == 3


@pytest.mark.clause("14.21d", "7.35a", "7.2e")
def test_one_greater_vampire_is_banished_for_good() -> None:
    s = act(cast_now(haunted(), "kebir-whitehand", BANISH_UNDEAD), ("banish", 2))
    assert sorted(s.where[u] for u in pieces("greater-vampire-1 greater-vampire-2")) == [GONE, hex_id(HERE)]


@pytest.mark.clause("14.21e", "16a")
@pytest.mark.parametrize(("die", "stays"), [(5, True), (6, False)])
def test_tol_morn_is_banished_for_a_time_unless_he_rolls_his_hero_rating(die: int, stays: bool) -> None:
    s = act(cast_now(haunted(), "kebir-whitehand", BANISH_UNDEAD), ("banish", 3), rolls=[("saving roll", die)])
    assert (s.where[piece("tol-morn")] == hex_id(HERE)) == stays
    (entry,) = told(s, "banish.survived" if stays else "banish.banished")
    assert (entry.clauses, entry.tally.is_roll_under, entry.data["rolled"]) == (("14.21e",), True, die)
    death = s.death_of(piece("tol-morn"))
    assert (death is None) == stays
    if death:
        assert not death.final


@pytest.mark.clause("14.21a")
def test_only_effects_with_an_enemy_to_strike_are_offered() -> None:
    s = haunted(lord=False)
    for key in ("greater-vampire-1", "greater-vampire-2", "ferlarie-infantry-1", "ferlarie-infantry-2"):
        s.lift(pieces(key), POOL)
    s.undead = tuple(pieces("lammarech-cavalry-1"))
    banished = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    assert told(banished, "banish.lesser"), "the only one, without asking"
    put(s, HERE, "greater-vampire-1")
    asking = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    assert operands(asking, "banish") == [1, 2]
    assert refusal(asking, ("banish", 0)).clause == "14.21b"
    assert refusal(asking, ("banish", 3)).clause == "14.21e"
    assert refusal(asking, ("banish", 4)).clause == "14.21a"


def bereft(leader: str = "nikon-v", turn: int = 3, died: int = 3, where: str = HERE) -> Any:
    """Return Kebir in a game-turn, and a leader who died in turn `died`."""
    s = world(KINGDOMS)
    s.turn = turn
    put(s, HERE, "kebir-whitehand")
    put(s, THERE, "narmoren")
    s.where[piece(leader)] = POOL
    s.deaths = (Death(piece(leader), hex_id(where), died),)
    return s


@pytest.mark.clause("14.22a")
@pytest.mark.parametrize("died", [2, 3])
def test_a_leader_who_died_lately_where_the_caster_stands_returns(died: int) -> None:
    s = cast_now(bereft(died=died), "kebir-whitehand", RAISE_DEAD)
    assert s.where[piece("nikon-v")] == hex_id(HERE)
    assert s.deaths == ()
    assert s.raised == (piece("nikon-v"),)
    assert piece("nikon-v") in s.leaders(KINGDOMS, hex_id(HERE))
    (entry,) = told(s, "recalled")
    assert (entry.clauses, entry.data["leader"], entry.data["piece"]) == (
        ("14.22a",), piece("nikon-v"), piece("kebir-whitehand"))  # fmt: skip


@pytest.mark.clause("14.22b", "14.22c", "14.22d", "16a", "19.3")
def test_who_cannot_be_raised() -> None:
    cases = {
        "14.22b": bereft(turn=4, died=2),
        "14.22c": bereft(where=THERE),
        "14.22d": bereft(),
        "16a": bereft("tol-morn"),
        "19.3": bereft("cos-dol-cos"),
        "14.22a": bereft("mezal"),
    }
    cases["14.22d"].raised = (piece("nikon-v"),)
    for clause, s in cases.items():
        step = run(s, MovementMagic())
        assert refusal(step, cast("kebir-whitehand", RAISE_DEAD)).reason == "why.nobody-to-recall", clause


@pytest.mark.clause("14.22b", "14.22c", "14.22d", "14.22a")
def test_the_caster_chooses_whom_and_is_told_why_not_the_others() -> None:
    s = bereft()
    dead = pieces("nikon-v farnon tol-morn cos-dol-cos mezal paisach lordolam skydor")
    for leader in dead:
        s.where[leader] = POOL
    h = hex_id(HERE)
    s.deaths = tuple(Death(leader, h, 3) for leader in dead[:6])
    s.deaths += (Death(dead[6], h, 1), Death(dead[7], hex_id(THERE), 3))
    s.raised = (piece("paisach"),)
    s = cast_now(s, "kebir-whitehand", RAISE_DEAD)
    assert operands(s, "recall") == pieces("nikon-v farnon")
    reasons = {key: refusal(s, ("recall", piece(key))).clause for key in
               ("tol-morn", "cos-dol-cos", "mezal", "paisach", "lordolam", "skydor", "ferlor")}  # fmt: skip
    assert reasons == {
        "tol-morn": "16a", "cos-dol-cos": "19.3", "mezal": "14.22a", "paisach": "14.22d", "lordolam": "14.22b",
        "skydor": "14.22c", "ferlor": "14.22a",
    }  # fmt: skip
    s = act(s, ("recall", piece("farnon")))
    assert s.where[piece("farnon")] == h
