"""Diplomacy, monsters and Heroic Combat: throws that win, and what follows a refusal (11, 18, 19)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import Tally
from palatine.core.guidance.preview import PreviewItem
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, MONSTERS
from palatine.games.dark_emperor.components.tables import DIPLOMACY_NEEDED, heroic_target
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.devices import (
    HEROISM,
    called_on,
    has_room_for_all,
    hero_bonus,
    hero_rating,
)
from palatine.games.dark_emperor.rules.common.envoys import open_groups
from palatine.games.dark_emperor.rules.realm.diplomacy import chances, open_monsters, power_at, prospect
from palatine.games.dark_emperor.state import DarkEmperorState

THROWS = 36
DIPLOMACY = ("diplomacy.power.won", "diplomacy.power.failed", "diplomacy.herald.won", "diplomacy.herald.failed",
             "diplomacy.monster.won", "diplomacy.monster.failed")  # fmt: skip


def preview_envoy(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, o.operand, power_at(o.s.where[o.operand]))


def preview_herald(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, -1, o.operand)


def preview_court(o: PreviewContext) -> Iterator[PreviewItem]:
    """A leader in the Holding Box: at once, where only one group is left to court (19.11)."""
    found = open_groups(o.s)
    if len(found) == 1:
        yield from tried(o, o.operand, found[0])
    else:
        yield o.note("court", "19.11a", leader=o.operand)


def preview_group(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from tried(o, o.step.leader, o.operand)


def tried(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """An attempt at a kingdom or a group: one in a phase for each (11.2)."""
    count = chances(o.s, o.side, leader, target)
    kind = "power" if leader >= 0 else "herald"
    key = "group" if target in GROUP_POWERS else "envoy"
    yield o.note(
        key,
        "11.2b",
        power=target,
        works=o.chance(count, THROWS),
        event=f"diplomacy.{kind}.won",
        chance=count / THROWS,
    )
    yield odds_of(o, leader, target, count)


def odds_of(o: PreviewContext, leader: int, target: int, count: int) -> PreviewItem:
    """Two dice and what is added: ten or more (11.3)."""
    is_monster = target in MONSTERS
    title = o.words.say("odds.monster", monster=target) if is_monster else o.words.say("odds.court", power=target)
    tally: Tally = prospect(o.s, o.side, leader, target)
    return o.two_ways(title, tally, count, THROWS, ("persuaded", "refused"), needed=DIPLOMACY_NEEDED)


# Monsters


def preview_parley(o: PreviewContext) -> Iterator[PreviewItem]:
    """With the monster in his hex; of several he chooses later."""
    found = open_monsters(o.s, o.s.where[o.operand])
    if len(found) == 1:
        yield from persuaded(o, o.operand, found[0])


def preview_monster(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from persuaded(o, o.step.leader, o.operand)


def preview_meet(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from persuaded(o, o.step.leader, o.step.monster)


def persuaded(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """An attempt at a monster; who is refused must fight it (18.13)."""
    count = chances(o.s, o.side, leader, target)
    slays = slaying(o.s, leader, target)
    risk = (1 - count / THROWS) * (1 - slays / 6)
    yield o.warn_if(
        risk >= 0.5, "parley", "18.13c", monster=target, works=o.chance(count, THROWS), slays=o.chance(slays),
        event="diplomacy.monster.won", chance=count / THROWS,
    )  # fmt: skip
    yield odds_of(o, leader, target, count)


def preview_monster_fight(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from duel(o, o.step.leader, o.step.monster)


def preview_fighter(o: PreviewContext) -> Iterator[PreviewItem]:
    yield from duel(o, o.operand, o.step.monster)


def duel(o: PreviewContext, leader: int, target: int) -> Iterator[PreviewItem]:
    """One die against the Heroic Combat Table: the monster is slain, or eats him (18.15)."""
    slays = slaying(o.s, leader, target)
    at_once = o.roll is not None and o.roll.kind.startswith("duel.") and o.roll.data["leader"] == leader
    yield o.warn_if(
        slays < 3, "duel", "18.15c", leader=leader, monster=target, slays=o.chance(slays),
        event="duel.won" if at_once else "", chance=slays / 6 if at_once else 1.0,
    )  # fmt: skip


def slaying(s: DarkEmperorState, leader: int, target: int) -> int:
    """On how many throws a leader slays a monster, with the devices he takes into use unasked."""
    bonus = [hero_bonus(s, d) for d in called_on(s, leader, HEROISM)] if has_room_for_all(s, leader) else []
    return heroic_target(target, hero_rating(s, leader) + sum(bonus))
