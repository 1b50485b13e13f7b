"""Diplomacy with kingdoms, mercenaries and monsters (11, 19.1, 18.15)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from palatine.core import Action, Chance, ChooseOne, Distribution, Refusal, Step, Tally
from palatine.games.dark_emperor.components.pieces import (
    GROUP_POWERS,
    INACTIVE,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    LEADERS,
    MONSTERS,
    TERROR,
)
from palatine.games.dark_emperor.components.tables import DIPLOMACY, DIPLOMACY_NEEDED, MONSTER_TARGET
from palatine.games.dark_emperor.components.world import CAPITAL
from palatine.games.dark_emperor.rules.characters.devices import rune_of
from palatine.games.dark_emperor.rules.characters.lone_leaders import activate, awaits_ssstoth
from palatine.games.dark_emperor.rules.characters.monsters import fight_owed, gain_monster
from palatine.games.dark_emperor.rules.common.envoys import courtiers, envoys, open_groups
from palatine.games.dark_emperor.rules.common.terrain import is_deaf_to_magic
from palatine.games.dark_emperor.rules.realm.mercenaries import win_group
from palatine.games.dark_emperor.state import END, DarkEmperorState

LATE = 7
"""Game-turn until which the variant penalises the Kingdoms' diplomacy (Q7)."""
WITHOUT_LEADER = -2


class Diplomacy(Step, frozen=True):
    """Step of the Diplomacy Resolution Segment, repeated while a leader can negotiate (4.A4)."""

    def run(self, s: DarkEmperorState) -> None:
        if is_anybody_to_court(s, s.phasing):
            s.replace_top(Court(s.phasing))
        else:
            s.pop()


def is_anybody_to_court(s: DarkEmperorState, side: int) -> bool:
    return bool(envoys(s, side) or courtiers(s, side) or parleys(s, side) or heralds(s, side))


def parleys(s: DarkEmperorState, side: int) -> list[int]:
    """Return the leaders with an unaligned monster not tried in this phase (18.15d, B4)."""
    found = [
        leader
        for monster in MONSTERS
        if monster in open_monsters(s, s.where[monster])
        for leader in s.leaders(side, s.where[monster])
        if not awaits_ssstoth(s, leader)
    ]
    return list(dict.fromkeys(found))


def open_monsters(s: DarkEmperorState, h: int) -> list[int]:
    """Return the unaligned monsters in a hex not tried in this phase (18.15d, B4)."""
    if h < 0:
        return []
    return [m for m in MONSTERS if s.where[m] == h and s.side(m) == INACTIVE and m not in s.tried]


def heralds(s: DarkEmperorState, side: int) -> list[int]:
    """Return the kingdoms a player without leaders can court once a turn, in the variant (Q7)."""
    if s.options["envoys"] != "by turn" or side != KINGDOMS_SIDE or s.tried:
        return []
    if s.company[side] or s.in_box(side):
        return []
    return [k for k in KINGDOM_POWERS if s.control[k] == INACTIVE]


class Court(Step, frozen=True):
    """Choice of the next leader to negotiate, or the end of diplomacy (11.2, 19.11)."""

    seat: int
    needs_decision = True
    is_interruptible = True
    clause = "11.2a"
    verbs = {"envoy": "piece", "court": "piece", "parley": "piece", "herald": "button", "end": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        found: list[Action] = [("envoy", p) for p in envoys(s, self.seat)]
        found += [("court", p) for p in courtiers(s, self.seat)]
        found += [("parley", p) for p in parleys(s, self.seat)]
        found += [("herald", k) for k in heralds(s, self.seat)]
        return [*found, END]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        verb, operand = action
        s.replace_top(Diplomacy())
        if verb == "end":
            s.pop()
        elif verb == "envoy":
            negotiate(s, self.seat, operand, power_at(s.where[operand]))
        elif verb == "parley":
            choose_parley(s, self.seat, operand)
        elif verb == "herald":
            negotiate(s, self.seat, -1, operand)
        else:
            s.tried = (*s.tried, operand)
            court_groups(s, self.seat, operand)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, p = action
        if verb == "end":
            return None if action == END else Refusal("11.2a", "why.no-button")
        if action in self.actions(s):
            return None
        if verb == "herald":
            return Refusal("11.2a", "why.no-herald")
        if p not in LEADERS or s.side(p) != self.seat:
            return Refusal("11.2a", "why.not-your-leader")
        if verb == "court":
            return Refusal("19.11a", "why.no-courtier", {"leader": p})
        if verb == "parley":
            return Refusal("18.15d", "why.no-monster", {"leader": p})
        kingdom = power_at(s.where[p])
        if kingdom in s.tried:
            return Refusal("11.2b", "why.tried-already", {"kingdom": kingdom})
        return Refusal("11.1b", "why.not-in-capital", {"leader": p})


def power_at(h: int) -> int:
    """Return the kingdom whose capital is in a hex, or -1."""
    return CAPITAL.index(h) if h in CAPITAL else -1


def court_groups(s: DarkEmperorState, side: int, leader: int) -> None:
    """Negotiate with a mercenary leader in the Box, of the player's choice (19.11)."""
    found = open_groups(s)
    if len(found) > 1:
        s.push(ChooseGroup(side, leader))
    else:
        negotiate(s, side, leader, found[0])


def choose_parley(s: DarkEmperorState, side: int, leader: int) -> None:
    """Negotiate with a monster in the leader's hex, of the player's choice (18.15d)."""
    found = open_monsters(s, s.where[leader])
    if len(found) > 1:
        s.push(ChooseMonster(side, leader, s.where[leader]))
    else:
        parley(s, side, leader, found[0])


class ChooseMonster(ChooseOne, frozen=True):
    """Choice of the monster that a leader negotiates with (18.15d)."""

    seat: int
    leader: int
    hex: int
    clause = "18.15d"
    verbs = {"monster": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return open_monsters(s, self.hex)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        parley(s, self.seat, self.leader, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("18.15d", "why.no-monster", {"leader": self.leader})


class ChooseGroup(ChooseOne, frozen=True):
    """Choice of the mercenary group that a leader in the Box negotiates with (19.11)."""

    seat: int
    leader: int
    clause = "19.11a"
    verbs = {"group": "button"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return open_groups(s)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        negotiate(s, self.seat, self.leader, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[1] in GROUP_POWERS:
            return Refusal("19.11a", "why.group-tried", {"group": action[1]})
        return Refusal("19.11a", "why.no-group-of-mercenaries")


def row_of(target: int) -> int:
    """Return the row of the Diplomacy Table for a power or monster."""
    return MONSTER_TARGET + target - MONSTERS[0] if target in MONSTERS else target


def diplomacy_chance(s: DarkEmperorState, side: int, leader: int, target: int) -> Chance[bool]:
    """Return the chance that an attempt at a power or monster succeeds (11.3, 14.32, 14.42, Q7).

    `leader` is -1 for a herald. Spells do not help with targets immune to magic (18.22, 19.3).
    """
    tally = Tally("diplomacy")
    tally.add(DIPLOMACY[row_of(target)][side], "11.3a", "diplomacy-table")
    is_terror = leader in LEADERS and rune_of(leader) == TERROR
    gained = 0 if is_deaf_to_magic(target) else s.sway.get(leader, 0)
    tally.add(gained, "14.32" if is_terror else "14.42", "sway")
    if s.options["envoys"] == "by turn" and side == KINGDOMS_SIDE:
        tally.add(min(0, s.turn - LATE), "11.2a", "too-early")
        tally.add(WITHOUT_LEADER if leader < 0 else 0, "11.2a", "no-leader")
    return _diplomacy_roll(tally)


def _diplomacy_roll(tally: Tally) -> Chance[bool]:
    return Chance(tally, lambda thrown: thrown.total >= DIPLOMACY_NEEDED, dice=2)


def diplomacy_odds(s: DarkEmperorState, side: int, leader: int, target: int) -> Distribution[bool]:
    """Return the distribution of success of an attempt made now."""
    return diplomacy_results(diplomacy_chance(s, side, leader, target).tally.value)


@cache
def diplomacy_results(added: int) -> Distribution[bool]:
    """Return the distribution of success with a given modifier."""
    tally = Tally("diplomacy")
    tally.add(added, "11.3a", "diplomacy-table")
    return _diplomacy_roll(tally).distribution()


def attempt(s: DarkEmperorState, side: int, leader: int, target: int) -> bool:
    """Roll two dice for an attempt at a power or monster and return whether it succeeds (11.3)."""
    s.tried = (*s.tried, target)
    won, tally = diplomacy_chance(s, side, leader, target).roll(s)
    s.sway.pop(leader, None)
    kind = "monster" if target in MONSTERS else "power" if leader >= 0 else "herald"
    s.log(
        f"diplomacy.{kind}.{'won' if won else 'failed'}", "11.3b" if won else "11.3c", tally=tally, side=side,
        leader=leader, target=target, total=tally.total, needed=DIPLOMACY_NEEDED,
    )  # fmt: skip
    return won


def negotiate(s: DarkEmperorState, side: int, leader: int, power: int) -> None:
    """Negotiate with a kingdom or mercenary group; `leader` is -1 for a herald."""
    if not attempt(s, side, leader, power):
        return
    if power in GROUP_POWERS:
        win_group(s, side, power)
    else:
        activate(s, power, side, "6.13")


def parley(s: DarkEmperorState, side: int, leader: int, monster: int) -> None:
    """Negotiate with a monster: it joins or must be fought (18.13, 18.14)."""
    if attempt(s, side, leader, monster):
        gain_monster(s, side, monster)
    else:
        fight_owed(s, side, monster)
