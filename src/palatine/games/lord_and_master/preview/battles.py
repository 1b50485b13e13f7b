"""Battle previews: battles of a rehearsal simulated many times with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from typing import Final

import msgspec

from palatine.core import Catalogue, Estimate, ShownChance, dice_key
from palatine.core.dice import Dice
from palatine.core.guidance.preview import Odds, Result
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.rules.combat import battle, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.naming import owner_name, place_name
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code
from palatine.games.lord_and_master.state import NEUTRAL, State, is_nation

BLOWS = 3_000
"""Approximate number of strikes to simulate for a sheet, shared by all its battles."""
MOST, LEAST = 200, 40
DEAL: Final = b"rehearsal"
"""Seed of the sampled state in which sheets are previewed and advice is explained."""
NATIVES = "natives"
"""Key of the losses of a neutral force."""
OUTCOMES = ("won", "retreated", "lost", "drawn")
"""Ends of a battle to report; any other end counts as "retreated"."""


class Tallied(msgspec.Struct, frozen=True):
    """Results of a number of simulations of a battle: ends and mean losses of each owner."""

    fights: int
    ends: dict[str, int]
    losses: dict[str, dict[int, float]]
    """Mean units lost for each end, by owner."""
    leader_lost: int
    """Number of simulations in which the attackers' leader died or was captured."""

    @property
    def won(self) -> Estimate:
        """Estimated probability that the attackers win."""
        return Estimate(self.ends.get("won", 0) / self.fights, self.fights)


class Fight:
    """A battle that a rehearsal has reached, as it was before it was skipped."""

    def __init__(self, b: Battle) -> None:
        s = b.t.s.copy()
        s.journal = None  # type: ignore[misc]
        self.state = s
        self.turn = b.t.going_on(s, is_rehearsal=False)
        self.march = copy(b.m)
        self.place, self.teleported = b.place, b.teleported
        self.walls, self.engines, self.is_for_one_round = b.walls, b.engines, b.is_for_one_round
        self.ours, self.theirs = b.attackers.units, b.defenders.units
        self.attacker, self.defender = b.attackers.owner, b.defenders.owner
        self.leader = b.attackers.commander
        self.figures = tuple(
            (sum(b.values(n)[0] for n in units), sum(b.values(n)[1] for n in units))
            for units in (self.ours, self.theirs)
        )
        """Effective attack and defence of both sides."""
        self.priorities = {n: rounds.strike_priority(b, n) for n in (*self.ours, *self.theirs)}

    def is_against_neutrals(self) -> bool:
        """Return whether the defenders are a neutral force."""
        return any(self.state.units[n].owner == NEUTRAL for n in self.theirs)

    def fought(self, share: int = 1) -> Tallied:
        """Return the results of simulations; there are fewer if the sheet has `share` battles."""
        count = max(LEAST, min(MOST, BLOWS // share // (2 * (len(self.ours) + len(self.theirs)))))
        ends: Counter[str] = Counter()
        lost: dict[str, Counter[int]] = {}
        leader_lost = 0
        for number in range(count):
            after, result = self._play_once(number)
            end = shown_end(result)
            ends[end] += 1
            lost.setdefault(end, Counter()).update(self._loss_counts(after))
            leader_lost += self._is_leader_lost(after)
        losses = {end: {owner: n / ends[end] for owner, n in each.items()} for end, each in lost.items()}
        return Tallied(count, dict(ends), losses, leader_lost)

    def _play_once(self, number: int) -> tuple[State, str]:
        s = self.state.copy()
        s.journal = None  # type: ignore[misc]
        s.dice = Dice(dice_key(b"battle %d" % number))
        t = self.turn.going_on(s, is_rehearsal=False)
        m = copy(self.march)
        m.t, m.done, m.stops = t, set(m.done), set(m.stops)
        b = Battle(t, m, self.place, self.theirs, self.teleported)
        b.walls, b.engines, b.is_for_one_round = self.walls, self.engines, self.is_for_one_round
        return s, battle.fight_battle(b)

    def _loss_counts(self, after: State) -> Counter[int]:
        """Return the numbers of units destroyed or captured, by owner."""
        found: Counter[int] = Counter({self.state.units[n].owner: 0 for n in (*self.ours, *self.theirs)})
        for n in (*self.ours, *self.theirs):
            unit = after.units.get(n)
            if unit is None or unit.captor is not None:
                found[self.state.units[n].owner] += 1
        return found

    def _is_leader_lost(self, after: State) -> bool:
        if self.leader not in self.state.people:
            return False
        leader = after.people.get(self.leader)
        return leader is None or leader.captor is not None


def shown_end(result: str) -> str:
    """Return the end that is shown for a result of a battle."""
    return result if result in OUTCOMES else "retreated"


def odds(words: Catalogue, fight: Fight, tallied: Tallied) -> Odds:
    """Return the odds of a battle: armies, order of strikes, possible ends and losses."""
    s = fight.state
    results = tuple(
        Result(
            words.say(f"odds.{end}"),
            tallied.ends[end] / tallied.fights,
            {_key(s, owner): round(loss, 2) for owner, loss in sorted(tallied.losses[end].items())},
            of=0,
        )
        for end in OUTCOMES
        if end in tallied.ends
    )
    kind = "battle" if is_square(fight.place) else "assault" if fight.walls else "gate"
    title = words.say(f"odds.{kind}", place=place_name(s, fight.place))
    clause = "LM-FC-02" if fight.walls else "LM-BAT-25"
    shown = [
        ShownChance(("battle", fight.place), _is_shown_as(end), tallied.ends[end] / tallied.fights)
        for end in OUTCOMES
        if end in tallied.ends
    ]
    return Odds(title, results, tuple(_parts(words, fight)), clause, tallied.fights).with_chances(shown)


def _is_shown_as(end: str) -> Callable[[str], bool]:
    return lambda result: shown_end(result) == end


def _key(s: State, owner: int) -> str:
    """Return the key of an owner's losses: a seat, or the name of an owner without one."""
    if is_nation(owner):
        return s.seats[owner]
    return NATIVES if owner == NEUTRAL else owner_name(s, owner)


def _parts(words: Catalogue, fight: Fight) -> list[tuple[str, str, str]]:
    s = fight.state
    parts = []
    sides = ((fight.ours, fight.attacker), (fight.theirs, fight.defender))
    for (attack, defence), (units, owner) in zip(fight.figures, sides, strict=True):
        army = words.say("odds.natives") if owner == NEUTRAL else owner_name(s, owner)
        host = count_by_code(s.units[n].code for n in units)
        amount = words.say("odds.figures", attack=attack, defence=defence)
        parts.append((amount, capitalize(words.say("odds.army", army=army, host=host)), "LM-TT-13"))
    if fight.walls:
        parts.append(("×2", words.say("odds.walls"), "LM-FC-02"))
    parts.append(("", words.say("odds.order", order=_order(words, fight)), "LM-BAT-09"))
    return parts


def _order(words: Catalogue, fight: Fight) -> list[str]:
    """Return the troop types in the order of their strikes in the first round, with their sides."""
    s = fight.state
    groups: dict[tuple[int, str, bool], None] = {}
    for n in sorted(fight.priorities, key=lambda n: fight.priorities[n]):
        groups[fight.priorities[n], s.units[n].code, n in fight.ours] = None
    return [
        words.say("odds.ours" if mine else "odds.theirs", code=pieces.TROOPS[code].name) for _, code, mine in groups
    ]
