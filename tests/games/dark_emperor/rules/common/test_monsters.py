"""Rules of all monsters applied to the Slug, the first counter after the units (18.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import HERE, INLAND, KINGDOMS, MAN, piece, pieces, put, stack_of_kingdoms
from palatine.games.dark_emperor.components.pieces import ALLIANCE, FIRE, POOL, SLUG, UNITS
from palatine.games.dark_emperor.components.spells import FLY, MOVEMENT, PEACE
from palatine.games.dark_emperor.components.world import GROUND, SEA, hex_id
from palatine.games.dark_emperor.rules.combat.retreats import why_closed
from palatine.games.dark_emperor.rules.common.terrain import is_bound
from palatine.games.dark_emperor.rules.magic.casting import caster_refusal
from palatine.games.dark_emperor.rules.magic.elemental import borne_by_magic
from palatine.games.dark_emperor.rules.magic.terror_and_serenity import Drive
from palatine.games.dark_emperor.rules.movement.restrictions import (
    entry_refusal,
    is_charmed,
    is_cut_off,
    next_hexes,
)
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits


def slug(company: str) -> Any:
    """Return the Slug with a leader and others of the Kingdoms player."""
    s = stack_of_kingdoms(INLAND, f"farnon {company}")
    put(s, INLAND, "slug", ALLIANCE)
    return s


def test_the_slug_is_the_first_monster() -> None:
    assert SLUG == UNITS


@pytest.mark.clause("18.22c", "19.3")
def test_no_charm_helps_it_and_no_flame_holds_it() -> None:
    s = slug(f"{MAN} sons-of-the-morning-1")
    assert borne_by_magic(s, piece("farnon"), FLY) == [piece(MAN)]
    s.charms = ((piece("farnon"), FLY),)
    group = (piece(MAN), SLUG, piece("farnon"))
    assert [is_charmed(s, p, group, FLY) for p in group] == [True, False, False]
    s.flames = ((hex_id(INLAND), 0),)
    assert [is_bound(s, p) for p in group] == [True, False, False]


@pytest.mark.clause("12c", "14.41a", "18.22c")
def test_it_casts_nothing_and_no_spell_drives_it() -> None:
    s = slug(MAN)
    found = caster_refusal(s, KINGDOMS, SLUG, FIRE, MOVEMENT)
    assert found is not None
    assert (found.clause, found.reason) == ("12c", "why.no-rune")
    put(s, INLAND, "the-keeper", 0)
    put(s, HERE, "mezal")
    step: Any = Drive(1 - KINGDOMS, piece("mezal"), PEACE)
    put(s, INLAND, "mezal")
    assert step.refuse(s, ("target", SLUG)).reason == "why.monster-immune"


@pytest.mark.clause("9.26b", "18.22a")
def test_it_retreats_into_any_hex_it_can_enter() -> None:
    s = slug(MAN)
    sea = GROUND.index(SEA)
    assert (why_closed(s, SLUG, hex_id("2010")), why_closed(s, SLUG, sea)) == (None, None)


@pytest.mark.clause("8.16a", "18.24")
def test_it_does_not_go_on_alone_past_enemies() -> None:
    s = slug("greater-vampire-1")
    assert not is_cut_off(s, KINGDOMS, hex_id(INLAND), (SLUG,)), "it was there before"
    assert next_hexes(s, KINGDOMS, hex_id(INLAND), (SLUG,))
    s.origin = {SLUG: hex_id("2010")}
    assert is_cut_off(s, KINGDOMS, hex_id(INLAND), (SLUG,))
    assert not next_hexes(s, KINGDOMS, hex_id(INLAND), (SLUG,))
    found = entry_refusal(s, SLUG, GROUND.index(SEA))
    assert (found.clause, found.reason) == ("18.24", "why.no-way")


@pytest.mark.clause("7.21a")
def test_it_is_not_for_sale() -> None:
    s = slug(MAN)
    s.lift(pieces("slug"), POOL)
    assert RecruitUnits(KINGDOMS).refuse(s, ("buy", SLUG)).reason == "why.not-in-pool"
