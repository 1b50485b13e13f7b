"""The Sword Famir and the quest for Ssstoth (18.3)."""

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
    lay,
    march,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    BOX,
    DEVICES,
    FAMIR,
    GONE,
    INACTIVE,
    NO_POWER,
    POOL,
    SIRAX,
    SLUG,
    SSSTOTH,
    TERROR,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import COMBAT
from palatine.games.dark_emperor.components.world import STARKEEP, hex_id
from palatine.games.dark_emperor.rules.characters.alone import Alone
from palatine.games.dark_emperor.rules.characters.famir import Quest
from palatine.games.dark_emperor.rules.characters.transfers import transfers
from palatine.games.dark_emperor.rules.combat.combat import candidates
from palatine.games.dark_emperor.rules.magic.casting import caster_refusal
from palatine.games.dark_emperor.rules.magic.procedure import DiplomacyMagic
from palatine.games.dark_emperor.rules.movement.movement import Movement, boxed
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal

HERE, LAIR, FIRST, SECOND = "2011", "2210", "0709", "2114"
LURED, FREE = 6, 1


def position(leader: str = "farnon", where: str = HERE, *, phasing: int = KINGDOMS) -> Any:
    """The bearer of Famir somewhere, two markers face down; all are awake and with the Kingdoms player."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    put(s, where, leader)
    arm(s, leader, "sword-famir")
    s.markers = {hex_id(FIRST): SLUG, hex_id(SECOND): piece("dawn-lantern")}
    return s


def lair(power: int = NO_POWER, where: str = LAIR) -> Any:
    """The same once Ssstoth has been revealed."""
    s = position()
    put(s, where, "ssstoth", power)
    return s


def quest(s: Any, *rolls: int) -> Any:
    return run(s, Quest(), rolls=[("quest", roll) for roll in rolls])


def bearer(s: Any) -> int:
    return int(s.bearer[FAMIR - DEVICES[0]])


# The sword


@pytest.mark.clause("18.3a")
def test_who_finds_the_sword_takes_it() -> None:
    s = position()
    put(s, FIRST, "nikon-v")
    s.markers = {hex_id(FIRST): FAMIR}
    s.bearer[0] = -1
    assert bearer(run(s, Reveal())) == piece("nikon-v")


@pytest.mark.clause("18.3b")
def test_nobody_hands_it_on() -> None:
    s = position()
    put(s, HERE, "nikon-v stavror-infantry-1")
    assert transfers(s, KINGDOMS) == []
    assert refusal(run(s, Movement(KINGDOMS)), ("give", FAMIR)).clause == "18.3b"


# The roll


@pytest.mark.clause("15.22", "18.31a", "18.36")
def test_a_roll_within_his_own_rating_leaves_the_bearer_free() -> None:
    s = position()
    arm(s, "farnon", "sword-famir staff-of-empire")
    s.wielded = {piece("farnon"): (piece("staff-of-empire"),)}
    s = quest(s, 2)
    assert (asked(s), at(s, "farnon"), s.stopped) == (None, HERE, ())
    assert asked(quest(s, 3)) == ("ChooseGoal", KINGDOMS)


@pytest.mark.clause("18.31b", "18.35a")
def test_else_he_is_drawn_to_a_hidden_marker_of_his_choice_and_stays() -> None:
    s = quest(position(), LURED)
    assert set(hexes(s, "goal")) == {FIRST, SECOND}
    assert refusal(s, ("goal", hex_id(LAIR))).clause == "18.35a"
    s = run(act(s, ("goal", hex_id(SECOND))), Movement(KINGDOMS))
    assert at(s, "farnon") == SECOND
    assert hex_id(SECOND) not in operands(s, "stack")


@pytest.mark.clause("18.31b")
def test_once_ssstoth_is_known_he_is_drawn_to_it() -> None:
    s = quest(lair(), LURED)
    assert (asked(s), at(s, "farnon"), at(s, "sword-famir")) == (None, LAIR, LAIR)


@pytest.mark.clause("18.31b", "19.1b")
def test_the_sword_draws_him_out_of_the_box_too() -> None:
    s = lair()
    s.lift([piece("farnon")], BOX)
    assert at(quest(s, LURED), "farnon") == LAIR
    free = quest(s, FREE)
    assert (free.where[piece("farnon")], boxed(free, KINGDOMS)) == (BOX, [piece("farnon")])


@pytest.mark.clause("18.31a", "18.36")
def test_the_roll_is_the_bearers_in_his_own_movement_segments_while_ssstoth_lives() -> None:
    other = lair()
    other.phasing = NECROMANCER
    assert quest(other).journal == []
    dead = lair()
    dead.lift([SSSTOTH], GONE)
    assert quest(dead).journal == []


@pytest.mark.clause("18.31b", "TEC-holy")
def test_he_is_not_drawn_where_he_could_not_be() -> None:
    s = position("mezal", phasing=NECROMANCER)
    put(s, "2819", "ssstoth", NO_POWER)
    assert quest(s).journal == []
    s.flames = ((hex_id(LAIR), KINGDOMS),)
    s.shift([SSSTOTH], hex_id(LAIR))
    assert quest(s).journal == []
    s.flames = ()
    assert at(quest(s, LURED), "mezal") == LAIR


@pytest.mark.clause("6.14b", "18.31b")
def test_the_quest_into_a_holy_place_wakes_starkeep() -> None:
    s = position("tol-morn", phasing=NECROMANCER)
    s.bearer[0] = -1
    wake(s, NECROMANCER, 15)
    wake(s, INACTIVE, STARKEEP)
    put(s, HERE, "silwer-flagriel")
    arm(s, "silwer-flagriel", "sword-famir")
    put(s, "2819", "ssstoth", NO_POWER)
    s = quest(s, LURED)
    assert s.control[STARKEEP] == KINGDOMS


# Waiting for Ssstoth


@pytest.mark.clause("18.32b", "18.31b")
def test_among_enemies_he_is_not_tested_while_he_waits() -> None:
    s = lair(LORD)
    put(s, LAIR, "greater-vampire-1")
    s = quest(s, LURED)
    assert at(s, "farnon") == LAIR
    assert run(s, Alone()).journal == s.journal


@pytest.mark.clause("18.31b", "8.16c")
def test_among_enemies_at_a_marker_he_is() -> None:
    s = position()
    put(s, SECOND, "greater-vampire-1")
    s = act(quest(s, LURED), ("goal", hex_id(SECOND)), rolls=[("escape", 6)])
    assert told(s, "death")


@pytest.mark.clause("18.32b")
def test_while_he_waits_he_adds_nothing_to_battle_or_magic() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "stavror-infantry-1")
    assert candidates(s, KINGDOMS, hex_id(HERE)) == []
    s.bearer[0] = -1
    assert candidates(s, KINGDOMS, hex_id(HERE)) == [piece("farnon")]
    s = position("mezal", phasing=NECROMANCER)
    put(s, HERE, "ssstoth", ALLIANCE)
    found = caster_refusal(s, NECROMANCER, piece("mezal"), TERROR, COMBAT)
    assert found is not None
    assert found.clause == "18.32b"


# The duel


@pytest.mark.clause("18.32a", "18.33a", "18.34")
@pytest.mark.parametrize("power", [LORD, ALLIANCE, NO_POWER])
def test_he_must_fight_ssstoth_whosever_it_is(power: int) -> None:
    s = run(lair(power, HERE), HeroicCombat(), rolls=[("heroic combat", 1)])
    assert (s.where[SSSTOTH], s.rating(piece("farnon"))) == (GONE, 3)


@pytest.mark.clause("18.32a")
def test_he_alone_fights_and_in_his_own_segment_only() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "nikon-v")
    assert told(run(s, HeroicCombat(), rolls=[("heroic combat", 1)]), "duel.won")[0].data["leader"] == piece(
        "farnon"
    )
    s.phasing = NECROMANCER
    assert run(s, HeroicCombat()).journal == []


@pytest.mark.clause("18.32c")
def test_having_won_among_enemies_he_is_tested_at_once() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "greater-vampire-1")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 1), ("escape", 6)])
    assert told(s, "duel.won")
    assert told(s, "alone.escapes")[0].tally.value == 2 + 1 + 3, "the sword helps him, and so does his deed"


@pytest.mark.clause("18.33b")
def test_ssstoth_turns_wild_when_it_eats_its_own_sides_bearer() -> None:
    s = run(lair(ALLIANCE, HERE), HeroicCombat(), rolls=[("heroic combat", 6)])
    assert (s.where[piece("farnon")], s.side(SSSTOTH)) == (POOL, INACTIVE)
    s = run(lair(LORD, HERE), HeroicCombat(), rolls=[("heroic combat", 6)])
    assert s.side(SSSTOTH) == NECROMANCER


@pytest.mark.clause("18.35a")
def test_ssstoth_under_the_marker_is_fought_without_a_word() -> None:
    s = position(where=FIRST)
    s.markers = {hex_id(FIRST): SSSTOTH}
    s = run(s, Reveal())
    assert (asked(s), at(s, "ssstoth")) == (None, FIRST)
    assert run(s, HeroicCombat(), rolls=[("heroic combat", 1)]).where[SSSTOTH] == GONE


@pytest.mark.clause("18.35a")
def test_so_it_is_when_another_leader_turns_the_marker_beside_him() -> None:
    s = position(where=FIRST)
    put(s, FIRST, "nikon-v")
    s.markers = {hex_id(FIRST): SSSTOTH}
    s = act(run(s, Reveal()), ("finder", piece("nikon-v")))
    assert asked(s) is None


@pytest.mark.clause("18.35b")
def test_any_other_marker_is_met_as_usual() -> None:
    s = position(where=FIRST)
    s.markers = {hex_id(FIRST): SIRAX}
    assert asked(run(s, Reveal())) == ("Meet", KINGDOMS)


# Its next bearer


@pytest.mark.clause("18.37a", "18.37b")
def test_a_leader_in_the_hex_where_he_dies_goes_on_with_the_quest() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "mezal")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert bearer(s) == piece("mezal")


@pytest.mark.clause("18.34")
@pytest.mark.parametrize("power", [NO_POWER, LORD])
def test_his_heir_fights_in_the_next_diplomacy_phase_and_not_at_once(power: int) -> None:
    s = lair(power, HERE)
    put(s, HERE, "nikon-v")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert (bearer(s), s.where[SSSTOTH]) == (piece("nikon-v"), hex_id(HERE))
    assert [entry.data["leader"] for entry in told(s, "duel.lost")] == [piece("farnon")]
    s = run(s, DiplomacyMagic(), Diplomacy(), Reveal(), HeroicCombat(), rolls=[("heroic combat", 1)])
    assert told(s, "duel.won")[0].data["leader"] == piece("nikon-v")


@pytest.mark.clause("18.34", "18.151")
def test_where_diplomacy_has_failed_his_heir_is_one_of_those_who_must_fight_on() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "nikon-v")
    s = run(s, Diplomacy())
    s = act(s, ("parley", piece("nikon-v")), rolls=[("diplomacy", 2), ("diplomacy", 2)])
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6), ("heroic combat", 1)])
    assert told(s, "duel.won")[0].data["leader"] == piece("nikon-v")


@pytest.mark.clause("18.34", "18.3a")
def test_who_finds_the_sword_in_ssstoths_hex_fights_in_the_next_diplomacy_phase() -> None:
    s = lair(LORD, FIRST)
    put(s, FIRST, "nikon-v")
    s.bearer[0] = -1
    s.markers = {hex_id(FIRST): FAMIR}
    s = run(s, Reveal(), HeroicCombat())
    assert (bearer(s), s.journal[-1].kind) == (piece("nikon-v"), "found.device")


@pytest.mark.clause("18.33a")
def test_his_own_sides_ssstoth_does_not_sail_away_from_him_who_must_attack_it() -> None:
    s = lair(ALLIANCE, HERE)
    put(s, HERE, "nikon-v")
    moving = run(s, Movement(KINGDOMS))
    picked = act(moving, ("stack", hex_id(HERE)))
    assert refusal(picked, ("piece", SSSTOTH)).clause == "18.33a"
    assert at(march(moving, "farnon", "2010"), "farnon") == "2010", "he whom the sword leaves free may go"
    s.shift([piece("farnon")], hex_id(LAIR))
    assert ("piece", SSSTOTH) in act(run(s, Movement(KINGDOMS)), ("stack", hex_id(HERE))).flow[-1].actions(s)


@pytest.mark.clause("18.33a")
def test_alone_with_him_it_cannot_even_be_picked() -> None:
    s = lair(ALLIANCE, HERE)
    s.stopped = (piece("farnon"),)
    assert refusal(run(s, Movement(KINGDOMS)), ("stack", hex_id(HERE))).reason == "why.stays"


@pytest.mark.clause("18.32b")
def test_ssstoth_that_comes_upon_the_bearer_binds_him_as_if_he_had_come_to_it() -> None:
    """The place alone decides (B18): he adds nothing to the battle that its owner brings him."""
    s = lair(LORD, "2110")
    put(s, HERE, "stavror-infantry-1")
    s.phasing = NECROMANCER
    assert candidates(s, KINGDOMS, hex_id(HERE)) == [piece("farnon")]
    s.shift([SSSTOTH], hex_id(HERE))
    assert candidates(s, KINGDOMS, hex_id(HERE)) == []


@pytest.mark.clause("18.37c")
def test_of_several_the_last_owner_says_who_takes_it() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "mezal nikon-v")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert asked(s) == ("NextBearer", KINGDOMS)
    assert refusal(s, ("bearer", piece("tol-morn"))).clause == "18.37c"
    s = act(s, ("bearer", piece("mezal")))
    assert bearer(s) == piece("mezal")
    assert at(s, "nikon-v") == HERE, "who does not bear the sword need not fight"


@pytest.mark.clause("18.37c", "9.27b")
def test_the_sword_passes_before_those_left_alone_are_tested() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "greater-vampire-1 nikon-v paisach")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert asked(s) == ("NextBearer", KINGDOMS)
    s = act(s, ("bearer", piece("nikon-v")), rolls=[("escape", 6)])
    assert (bearer(s), at(s, "paisach")) == (piece("nikon-v"), str(POOL)), "he who awaits Ssstoth is not tested"


@pytest.mark.clause("9.27e", "15.12b")
def test_devices_of_him_whom_wild_ssstoth_eats_among_enemies_are_captured_at_once() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "greater-vampire-1")
    arm(s, "farnon", "staff-of-empire")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    staff = piece("staff-of-empire")
    assert [entry.data["device"] for entry in told(s, "device.captured")] == [staff]
    assert s.left_by[staff] == NECROMANCER


@pytest.mark.clause("18.37d", "18.37c")
def test_with_nobody_there_it_waits_for_the_next_who_comes() -> None:
    s = lair()
    s.bearer[0] = -1
    s.left_by = {FAMIR: NECROMANCER}
    lay(s, "2111", "sword-famir")
    put(s, HERE, "nikon-v stavror-infantry-1")
    moving = run(s, Movement(KINGDOMS))
    assert bearer(march(moving, "stavror-infantry-1", "2111")) < 0
    assert bearer(march(moving, "nikon-v", "2111")) == piece("nikon-v")
    both = march(moving, "nikon-v farnon", "2111", halt=False)
    assert asked(both) == ("NextBearer", NECROMANCER), "its last owner's side says who"


@pytest.mark.clause("18.37d")
def test_who_came_to_it_without_moving_takes_it_when_movement_begins() -> None:
    s = lair()
    s.bearer[0] = -1
    lay(s, HERE, "sword-famir")
    s = quest(s, FREE)
    assert bearer(s) == piece("farnon")
    assert told(s, "quest.free")


@pytest.mark.clause("18.37e")
def test_when_ssstoth_is_dead_taking_it_up_is_optional() -> None:
    s = lair()
    s.lift([SSSTOTH], GONE)
    s.bearer[0] = -1
    lay(s, "2111", "sword-famir")
    s = march(run(s, Movement(KINGDOMS)), "farnon", "2111")
    assert bearer(s) < 0
    assert bearer(act(s, ("take", FAMIR))) == piece("farnon")
