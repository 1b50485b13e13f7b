"""The Sword Famir and the quest for Ssstoth (18.3)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
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
from games.dark_emperor.quests import FIRST, FREE, HERE, LAIR, LURED, SECOND, bearer, lair, position, quest
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    BOX,
    FAMIR,
    GONE,
    INACTIVE,
    NO_POWER,
    POOL,
    SIRAX,
    SSSTOTH,
    TERROR,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import COMBAT
from palatine.games.dark_emperor.components.world import STARKEEP, hex_id
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone
from palatine.games.dark_emperor.rules.characters.transfers import transfers
from palatine.games.dark_emperor.rules.combat.combat import candidates
from palatine.games.dark_emperor.rules.magic.casting import caster_refusal
from palatine.games.dark_emperor.rules.movement.movement import Movement, boxed
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal

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
    (drawn,), (there,) = told(s, "quest.drawn"), told(s, "quest.at")
    assert drawn.tally.is_roll_under, "the die is told against his Hero Rating"
    assert drawn.data == {"leader": piece("farnon"), "rolled": LURED, "value": 2}
    assert there.data == {"leader": piece("farnon"), "hex": hex_id(LAIR)}


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


@pytest.mark.clause("18.37b")
def test_any_leader_who_comes_where_famir_lies_takes_it() -> None:
    """Padrech dar Choim, the first leader in the list, comes alone."""
    s = position("padrech-dar-choim", phasing=NECROMANCER)
    lay(s, "2111", "sword-famir")
    s = run(s, Movement(NECROMANCER))
    s = march(s, "padrech-dar-choim", "2111")
    assert bearer(s) == piece("padrech-dar-choim")
    (entry,) = told(s, "famir.passes")
    assert (entry.clauses, entry.data["leader"]) == (("18.37b",), piece("padrech-dar-choim"))
