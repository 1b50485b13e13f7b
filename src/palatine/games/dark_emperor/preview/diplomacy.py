"""Previews of diplomacy, monsters and Heroic Combat (11, 18, 19)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_

from palatine.core import Chance
from palatine.core.guidance.preview import PreviewItem
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, MONSTERS
from palatine.games.dark_emperor.components.tables import DIPLOMACY_NEEDED
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.common.envoys import open_groups
from palatine.games.dark_emperor.rules.realm.diplomacy import (
    ChooseGroup,
    ChooseMonster,
    Court,
    diplomacy_chance,
    open_monsters,
    power_at,
)
from palatine.games.dark_emperor.rules.realm.magic_hexes import ChooseFighter, Meet, duel_ahead
from palatine.games.dark_emperor.view.wording import odds_of

GRAVE = 0.5
"""Chance of losing the leader at which an attempt, or above which a fight, is a warning."""
WON = {True: "persuaded", False: "refused"}


@preview(Court, "envoy")
def preview_envoy(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, o.operand, power_at(o.s.where[o.operand]))


@preview(Court, "herald")
def preview_herald(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, -1, o.operand)


@preview(Court, "court")
def preview_court(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of a leader in the Holding Box, if only one group can be courted (19.11)."""
    found = open_groups(o.s)
    if len(found) == 1:
        yield from tried(o, o.operand, found[0])
    else:
        yield o.note("court", "19.11a", leader=o.operand)


@preview(ChooseGroup, "group")
def preview_group(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, o.step.leader, o.operand)


def tried(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """Return the odds of an attempt at a kingdom or group, possible once a phase (11.2)."""
    chance = diplomacy_chance(o.s, o.side, leader, target)
    kind = "power" if leader >= 0 else "herald"
    key = "group" if target in GROUP_POWERS else "envoy"
    yield o.roll_line(key, "11.2b", chance, event=f"diplomacy.{kind}.won", power=target)
    yield odds_of_attempt(o, chance, target)


def odds_of_attempt(o: PreviewContext, chance: Chance[bool], target: int) -> PreviewItem:
    """Return the odds of two dice with modifiers: ten or more succeeds (11.3)."""
    title = o.say("odds.monster", monster=target) if target in MONSTERS else o.say("odds.court", power=target)
    texts = {won: o.say(f"odds.{key}", needed=DIPLOMACY_NEEDED) for won, key in WON.items()}
    return o.odds_of(title, chance, lambda won: (texts[won], {}), "11.3b")


# Monsters


@preview(Court, "parley")
def preview_parley(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds with the monster in the hex; none if there are several to choose from."""
    found = open_monsters(o.s, o.s.where[o.operand])
    if len(found) == 1:
        yield from persuaded(o, o.operand, found[0])


@preview(ChooseMonster, "monster")
def preview_monster(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from persuaded(o, o.step.leader, o.operand)


@preview(Meet, "parley")
def preview_meet(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from persuaded(o, o.step.leader, o.step.monster)


def persuaded(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """Return the odds of an attempt at a monster, which must be fought after a failure (18.13)."""
    chance, slays = diplomacy_chance(o.s, o.side, leader, target), duel_ahead(o.s, leader, target)
    eaten = chance.distribution().probability(not_) * slays.distribution().probability(not_)
    yield o.roll_line(
        "parley", "18.13c", chance, weight="warning" if eaten >= GRAVE else "note", event="diplomacy.monster.won",
        monster=target, slays=odds_of(slays),
    )  # fmt: skip
    yield odds_of_attempt(o, chance, target)


@preview(Meet, "fight")
def preview_monster_fight(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from duel(o, o.step.leader, o.step.monster)


@preview(ChooseFighter, "fighter")
def preview_fighter(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from duel(o, o.operand, o.step.monster)


def duel(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """Return the odds of one die against the Heroic Combat Table (18.15)."""
    chance = duel_ahead(o.s, leader, target)
    at_once = o.roll is not None and o.roll.data.get("leader") == leader
    yield o.roll_line(
        "duel", "18.15c", chance,
        weight="warning" if chance.distribution().probability(not_) > GRAVE else "note",
        event=o.event("duel.won", "duel.lost") if at_once else "", leader=leader, monster=target,
    )  # fmt: skip
