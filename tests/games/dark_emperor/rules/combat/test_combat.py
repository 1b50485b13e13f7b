"""Combat: participants, order, strengths, heroes, the die and its results (9.1, 9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    hexes,
    operands,
    piece,
    put,
    raise_undead,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    BATTLEFIELD,
    COS,
    GONE,
    IS_VAMPIRE,
    LEADERS,
    POOL,
    SIEGE,
    SILWER,
    STRENGTH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.tables import RESULTS
from palatine.games.dark_emperor.components.world import FERLARIE, hex_id
from palatine.games.dark_emperor.rules.combat.combat import (
    NO_ONE,
    Battle,
    Battles,
    advantage,
    candidates,
    combat_chance,
    rehearse,
    totals,
)

INLAND, MOUNTAIN, SEA, CITY = "2011", "1104", "1020", "1610"
"""A settled hex amid land, a mountain, the open sea, and Zolmarech with its walls and river."""
LOSE, FIGHT, HERO, RETREAT = "lose", "fight", "hero", "retreat"


def field(where: str, dark: str, kingdoms: str, *, phasing: int = NECROMANCER, **options: Any) -> Any:
    """Return two sides in one hex before combat; all kingdoms fight against the Necromancer."""
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, *range(10))
    put(s, where, dark)
    put(s, where, kingdoms)
    return s


def vampires(first: int, last: int) -> str:
    return " ".join(f"greater-vampire-{n}" for n in range(first, last + 1))


def lesser(count: int) -> str:
    return " ".join(f"lesser-vampire-{n}" for n in range(1, count + 1))


def modifier(s: Any, where: str) -> dict[str, int]:
    """Return the modifiers of a battle's die by reason."""
    best = [candidates(s, side, hex_id(where)) for side in (s.phasing, 1 - s.phasing)]
    heroes = tuple([found[0] if found else NO_ONE for found in best])
    return {part.reason: part.amount for part in combat_chance(s, hex_id(where), heroes).tally.parts}


def units(s: Any, side: int, where: str) -> int:
    return len(s.fighters(side, hex_id(where)))


# The example of the rulebook


@pytest.mark.clause("9.23c", "9.22", "9.25a", "9.21c", "MOD")
def test_the_example_of_the_rulebook() -> None:
    """26 against 10, heroes of 1 and 3, a roll of 4: a total of 3.

    The attacker loses two and retreats.
    """
    defenders = " ".join([*(f"lammarech-cavalry-{n}" for n in (1, 2, 3)), "ahautsieron-infantry-1", "paisach"])
    s = field(INLAND, f"{vampires(1, 6)} {lesser(4)} silwer-flagriel", defenders)
    wake(s, NECROMANCER, SILWER)
    assert totals(s, hex_id(INLAND)) == (26, 10)
    assert modifier(s, INLAND) == {"ratio": 1, "attacking-hero": 1, "defending-hero": -3}
    s = run(s, Battles(), rolls=[("combat", 4)])
    (entry,) = told(s, "battle.lost")
    assert [(e.data["leader"], e.data["rating"]) for e in told(s, "battle.hero")] == [
        (piece("silwer-flagriel"), 1), (piece("paisach"), 3)]  # fmt: skip
    assert (entry.tally.value, entry.tally.total) == (-1, 3)
    assert (entry.data["attacker_loses"], entry.data["defender_loses"]) == (2, 2)
    assert asked(s) == ("ChooseLoss", NECROMANCER)


# Who fights, and in which order


@pytest.mark.clause("9a", "9b")
def test_all_who_share_a_hex_fight_in_the_phasing_players_order() -> None:
    s = field(
        INLAND, "greater-vampire-1", "stavror-infantry-1 stavror-infantry-2 stavror-infantry-3", phasing=KINGDOMS
    )
    put(s, MOUNTAIN, "greater-vampire-2 ferlarie-infantry-2")
    put(s, SEA, "ferlarie-fleet-1")
    step = Battles()
    s.flow = [step]
    step.run(s)
    assert s.flow == [Battles((hex_id(MOUNTAIN), hex_id(INLAND)), begun=True)], "as the segment begins"
    s.flow.clear()
    s = run(s, Battles())
    assert asked(s) == ("ChooseBattle", KINGDOMS)
    assert hexes(s, FIGHT) == [MOUNTAIN, INLAND]
    found = refusal(s, (FIGHT, hex_id(SEA)))
    assert found.clause == "9a"
    s = act(s, (FIGHT, hex_id(INLAND)), rolls=[1])
    assert [entry.data["hex"] for entry in told(s, "battle.lost")] == [hex_id(INLAND)]
    assert asked(s) == ("RetreatTo", KINGDOMS), "one battle is over before the next begins"
    assert s.flow[0] == Battles((hex_id(MOUNTAIN),), begun=True)
    slain = s.slain
    assert slain, "they can be raised after the last battle (14.12)"
    s = act(s, (RETREAT, hex_id("1912")), rolls=[6])
    assert [entry.data["hex"] for entry in told(s, "battle.lost")] == [hex_id(INLAND), hex_id(MOUNTAIN)]
    assert s.slain[: len(slain)] == slain


@pytest.mark.clause("9.22", "9.25a")
def test_once_the_die_is_cast_a_battle_is_not_fought_again() -> None:
    """On a 6 the defender retreats and is asked where before the battle is settled."""
    s = field(INLAND, "greater-vampire-1", "stavror-infantry-1 stavror-infantry-2 stavror-infantry-3")
    s = run(s, Battles(), rolls=[6])
    assert [type(step).__name__ for step in s.flow] == ["Battles", "Aftermath", "Retreat", "RetreatTo"]
    assert s.flow[0] == Battles((), begun=True), "nothing is left to fight"


def test_a_battle_may_go_against_the_last_unit() -> None:
    s = run(field(INLAND, "greater-vampire-1", "stavror-infantry-1", phasing=KINGDOMS), Battles(), rolls=[1])
    assert (at(s, "stavror-infantry-1"), asked(s)) == (str(POOL), None)


@pytest.mark.clause("6.16a", "9a")
def test_a_battle_that_a_betrayal_has_settled_is_not_fought() -> None:
    s = field(INLAND, "greater-vampire-1", "stavror-infantry-1")
    wake(s, NECROMANCER, FERLARIE)
    put(s, CITY, "ferlarie-infantry-1 lammarech-cavalry-1")
    s = run(s, Battles())
    wake(s, KINGDOMS, FERLARIE)
    s = act(s, (FIGHT, hex_id(CITY)), rolls=[6])
    assert [entry.data["hex"] for entry in told(s, "battle.won")] == [hex_id(INLAND)]


@pytest.mark.clause("9.1", "9.31")
@pytest.mark.parametrize(("phasing", "totals_"), [(NECROMANCER, (3, 6)), (KINGDOMS, (3, 6))])
def test_the_phasing_player_attacks_whoever_holds_the_city(phasing: int, totals_: tuple[int, int]) -> None:
    s = field(CITY, "greater-vampire-1", "lammarech-cavalry-1", phasing=phasing)
    assert totals(s, hex_id(CITY)) == totals_


@pytest.mark.clause("9.11a")
@pytest.mark.parametrize("key", ["ferlarie-fleet-1", "rocriders-1", "lammarech-cavalry-1", "ferlarie-infantry-1"])
def test_every_kind_of_unit_fights_every_other(key: str) -> None:
    s = run(field("0224", "greater-vampire-1 greater-vampire-2", key), Battles(), rolls=[6])
    assert len(told(s, "battle.won")) == 1


@pytest.mark.clause("9.11b")
def test_embarked_units_add_their_strength_at_sea_too() -> None:
    s = field(SEA, "ferlarie-fleet-1", "stavror-fleet-1 lammarech-cavalry-1")
    s.turn_coat(FERLARIE, NECROMANCER)
    s.cargo = {piece("stavror-fleet-1"): piece("lammarech-cavalry-1")}
    assert totals(s, hex_id(SEA)) == (1, 4)


@pytest.mark.clause("9a")
def test_leaders_alone_do_not_fight() -> None:
    s = run(field(INLAND, "padrech-dar-choim", "nikon-v"), Battles())
    assert (asked(s), s.journal) == (None, [])


# Strength and odds


@pytest.mark.clause("9.21a", "9.21b", "9.21c", "9.23d")
@pytest.mark.parametrize(
    ("attacking", "defending", "level"),
    [(26, 10, 1), (10, 10, 0), (19, 10, 0), (20, 10, 1), (30, 10, 2), (10, 11, -1), (10, 20, -1), (10, 21, -2),
     (1, 4, -3)],
)  # fmt: skip
def test_the_ratio_is_rounded_for_the_defender_and_lessened_by_one(
    attacking: int, defending: int, level: int
) -> None:
    assert advantage(attacking, defending) == level


@pytest.mark.clause("9.24", "TEC-mountain")
def test_two_off_the_die_in_a_mountain_hex() -> None:
    assert modifier(field(MOUNTAIN, "greater-vampire-1", "lammarech-cavalry-1"), MOUNTAIN) == {"mountain": -2}


@pytest.mark.clause("18.22a")
def test_a_monster_fights_as_a_unit_without_a_hero_rating() -> None:
    s = field(INLAND, "greater-vampire-1", "lammarech-cavalry-1")
    put(s, INLAND, "slug", LORD)
    assert totals(s, hex_id(INLAND)) == (9, 3)
    assert modifier(s, INLAND) == {"ratio": 2}


@pytest.mark.clause("15.4")
def test_the_dawn_lantern_takes_one_from_every_vampire() -> None:
    s = field(INLAND, f"{vampires(1, 2)} lesser-vampire-1", "lammarech-cavalry-1 padron-pletyy farnon")
    raise_undead(s, INLAND, "ferlarie-infantry-1", LORD)
    arm(s, "padron-pletyy", "dawn-lantern")
    assert totals(s, hex_id(INLAND)) == (9, 3), "carrying is not using"
    s = run(s, Battles(), rolls=[6])
    (entry,) = told(s, "battle.won")
    assert (entry.data["attacking"], entry.data["defending"]) == (6, 3)


@pytest.mark.clause("15.4", "15.13a")
def test_the_lantern_is_asked_for_when_it_would_cost_another_device() -> None:
    s = field(INLAND, "greater-vampire-1", "lammarech-cavalry-1 farnon paisach")
    arm(s, "paisach", "sword-loslom")
    arm(s, "farnon", "dawn-lantern keepers-sceptre the-scythe")
    s = run(s, Battles())
    assert asked(s) == ("ChooseHero", KINGDOMS)
    s = act(s, (HERO, piece("paisach")))
    assert asked(s) == ("AskLantern", KINGDOMS)
    assert refusal(s, ("light", 1)).clause == "15.4"
    lit = act(s, ("light", 0), rolls=[3])
    unlit = act(s, ("none", 0), rolls=[3])
    assert [told(each, "battle.lost")[0].data["attacking"] for each in (lit, unlit)] == [2, 3]


@pytest.mark.clause("15.4", "18.32b")
def test_it_does_not_shine_for_one_who_awaits_ssstoth() -> None:
    s = field("0224", "greater-vampire-1", "ferlarie-infantry-1 farnon")
    s.wielded = {piece("farnon"): tuple(arm(s, "farnon", "dawn-lantern sword-famir"))}
    assert totals(s, hex_id("0224"))[0] == 2
    put(s, "0224", "ssstoth", LORD)
    assert totals(s, hex_id("0224"))[0] == 7


@pytest.mark.clause("9.21a")
def test_a_side_without_strength_counts_as_one() -> None:
    s = field(INLAND, "lesser-vampire-1", "lammarech-cavalry-1")
    put(s, INLAND, "necromancers-siege-train")
    s.lift([piece("lesser-vampire-1")], POOL)
    assert totals(s, hex_id(INLAND)) == (1, 3)


@pytest.mark.clause("9.21a")
def test_or_is_destroyed_without_a_fight_where_the_option_says_so() -> None:
    """None of our counters has strength 0; a Son of the Morning on its other side would."""
    s = field(INLAND, "greater-vampire-1", "lammarech-cavalry-1 farnon", zero="destroyed")
    (son,) = raise_undead(s, INLAND, "sons-of-the-morning-1", LORD)
    assert told(run(s, Battles(), rolls=[6]), "battle.lost"), "together they have three"
    s.lift([piece("greater-vampire-1")], POOL)
    s = run(s, Battles())
    assert (s.where[son], told(s, "battle.nothing")[0].data) == (GONE, {"hex": hex_id(INLAND), "side": NECROMANCER})
    assert asked(s) is None


# Heroes


@pytest.mark.clause("9.23a", "9.23b")
def test_the_best_leader_of_each_side_counts_and_no_other() -> None:
    s = field(INLAND, "greater-vampire-1 mezal tol-morn", "lammarech-cavalry-1 farnon nikon-v ferlor")
    assert modifier(s, INLAND) == {"attacking-hero": 5, "defending-hero": -2}
    s = run(s, Battles(), rolls=[2])
    assert told(s, "battle.won")[0].tally.total == 5, "nobody is asked where nobody has a device"


@pytest.mark.clause("9.23b", "15.13b")
def test_the_owner_chooses_where_a_lesser_leader_has_a_device() -> None:
    s = field(INLAND, "greater-vampire-1", "lammarech-cavalry-1 paisach farnon padron-pletyy")
    arm(s, "farnon", "sword-loslom")
    s = run(s, Battles())
    assert asked(s) == ("ChooseHero", KINGDOMS)
    assert operands(s, HERO) == [piece(key) for key in ("paisach", "farnon", "padron-pletyy")]
    assert refusal(s, (HERO, piece("skydor"))).clause == "9.23a"
    s = act(s, (HERO, piece("farnon")), rolls=[3])
    assert [(p.reason, p.amount) for p in told(s, "battle.lost")[0].tally.parts] == [("defending-hero", -4)]
    assert s.wielded == {piece("farnon"): (piece("sword-loslom"),)}


@pytest.mark.clause("18.32b")
def test_who_awaits_ssstoth_with_famir_adds_nothing() -> None:
    s = field("0224", "greater-vampire-1", "ferlarie-infantry-1 farnon")
    put(s, "0224", "ssstoth", LORD)
    arm(s, "farnon", "sword-famir")
    assert "defending-hero" not in modifier(s, "0224")


# The table


@pytest.mark.clause("CRT-a", "CRT-b", "CRT-c", "CRT-d", "CRT-e", "CRT-f", "9.25a", "9.26a")
@pytest.mark.parametrize(("total", "row"), list(enumerate(RESULTS, start=-4)), ids=str)
def test_every_row_of_the_table(total: int, row: Any) -> None:
    """Each side has ten units; the die and heroes produce each total.

    A side with R has left the hex afterwards.
    """
    dark = f"{vampires(1, 6)} {lesser(4)}"
    bright = " ".join(
        [*[f"stavror-infantry-{n}" for n in range(1, 14)], *[f"lammarech-cavalry-{n}" for n in range(1, 5)]]
    )
    s = field(INLAND, f"{dark} padrech-dar-choim", f"{bright} stommarren")
    die = min(max(total, 1), 6)
    s.hero[piece("padrech-dar-choim") - LEADERS[0]] = max(0, total - die)
    s.hero[piece("stommarren") - LEADERS[0]] = max(0, die - total)
    counts = units(s, NECROMANCER, INLAND), units(s, KINGDOMS, INLAND)
    s = run(s, Battles(), rolls=[die])
    (entry,) = told(s, "battle.lost") + told(s, "battle.won")
    assert entry.data["total"] == total
    while asked(s):
        verb, operand = s.flow[-1].actions(s)[0]
        s = act(s, (verb, operand))
    led = [piece("padrech-dar-choim")] * row.attacker_retreats + [piece("stommarren")] * row.defender_retreats
    assert [(e.clauses, e.data["piece"]) for e in told(s, "retreat.follows")] == [(("9.27a",), p) for p in led]
    gone = [len([e for e in told(s, "eliminated") if e.data["by"] == by]) for by in (KINGDOMS, NECROMANCER)]
    assert gone == [row.attacker_loses, row.defender_loses]
    assert units(s, NECROMANCER, INLAND) == (0 if row.attacker_retreats else counts[0] - row.attacker_loses)
    assert units(s, KINGDOMS, INLAND) == (0 if row.defender_retreats else counts[1] - row.defender_loses)


@pytest.mark.clause("9.25a")
def test_both_may_stay_in_the_hex() -> None:
    """On a 6 the attacker loses two and the defender retreats.

    On a 4 only the attacker retreats.
    """
    s = run(field(INLAND, vampires(1, 3), "lammarech-cavalry-1 lammarech-cavalry-2 lammarech-cavalry-3"),
            Battles(), rolls=[6])  # fmt: skip
    assert units(s, NECROMANCER, INLAND) == 1
    assert at(s, "greater-vampire-3") == INLAND


@pytest.mark.clause("9.21a", "15.4")
def test_no_counter_comes_to_nothing_but_siege_trains_which_are_captured_before() -> None:
    """The option about strength 0 therefore applies to nothing (C4)."""
    weakest = min([STRENGTH[u] for u in range(UNITS) if IS_VAMPIRE[u]])
    assert weakest - 1 > 0, "the Lantern leaves the weakest vampire something"
    nothing = {u for u in range(UNITS) if not STRENGTH[u] and UNIT_OF[u] != BATTLEFIELD}
    assert nothing == {u for u in range(UNITS) if UNIT_TYPE[u] == SIEGE}
    assert min([strength for strength in UNDEAD_STRENGTH if strength]) > 0


@pytest.mark.clause("9.31", "13.41b", "18.22c", "19.3")
def test_walls_of_earth_shelter_those_too_whom_no_magic_affects() -> None:
    s = field(INLAND, "greater-vampire-1", "sons-of-the-morning-1")
    s.turn_coat(COS, KINGDOMS)
    put(s, INLAND, "slug", ALLIANCE)
    bare_strength = totals(s, hex_id(INLAND))[1]
    s.entrenched = (hex_id(INLAND),)
    assert totals(s, hex_id(INLAND))[1] == 2 * bare_strength


@pytest.mark.clause("9.23b", "9.22")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_on_the_eve_of_a_battle_each_side_has_its_best_leader(phasing: int) -> None:
    """The rehearsal does not change the position and lists the attacker first."""
    s = field(INLAND, f"tol-morn {lesser(3)}", "farnon stavror-infantry-1", phasing=phasing)
    eve, heroes = rehearse(s, hex_id(INLAND))
    leaders = (piece("tol-morn"), piece("farnon"))
    assert heroes == (leaders if phasing == NECROMANCER else leaders[::-1])
    assert (s.flow, s.wielded) == ([], {})
    assert eve is not s
    assert eve.flow == [Battle(hex_id(INLAND), heroes)]
    parts = combat_chance(eve, hex_id(INLAND), heroes).tally.parts
    assert {part.reason: part.amount for part in parts} == modifier(s, INLAND)


@pytest.mark.clause("15.4", "15.13a")
def test_who_is_no_hero_uses_the_lantern_unasked_where_it_costs_him_nothing() -> None:
    s = field(INLAND, "greater-vampire-1", "lammarech-cavalry-1 farnon paisach")
    arm(s, "paisach", "sword-loslom")
    arm(s, "farnon", "dawn-lantern")
    assert totals(s, hex_id(INLAND)) == (3, 3)
    s = act(run(s, Battles()), (HERO, piece("paisach")), rolls=[6])
    (entry,) = told(s, "battle.won") + told(s, "battle.lost")
    assert (entry.data["attacking"], entry.data["defending"]) == (2, 3)
