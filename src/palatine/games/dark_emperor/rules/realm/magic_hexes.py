"""Magic hex markers and their contents, and Heroic Combat (18.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from palatine.core import Action, Chance, ChooseButton, ChooseOne, Distribution, Refusal, Step, Tally
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    FIRST_DEVICE,
    FIRST_LEADER,
    LEADERS,
    MONSTERS,
    SSSTOTH,
)
from palatine.games.dark_emperor.components.tables import heroic_target
from palatine.games.dark_emperor.rules.characters import devices as use
from palatine.games.dark_emperor.rules.characters.devices import hero_rating, wield
from palatine.games.dark_emperor.rules.characters.lone_leaders import awaits_ssstoth, check_lone_leaders, kill
from palatine.games.dark_emperor.rules.characters.monsters import fight_owed, slay_monster, turn_wild
from palatine.games.dark_emperor.rules.characters.transfers import capture_devices
from palatine.games.dark_emperor.rules.realm.diplomacy import parley
from palatine.games.dark_emperor.state import DarkEmperorState

PARLEY: Action = ("parley", 0)
FIGHT: Action = ("fight", 0)


# Revealing


class Reveal(Step, frozen=True):
    """Step that reveals the markers under the phasing side's leaders (18.12, B2)."""

    def run(self, s: DarkEmperorState) -> None:
        found = [h for h in s.markers if h in s.company[s.phasing]]
        if not found:
            s.pop()
            return
        h = min(found)
        finders = s.leaders(s.phasing, h)
        if len(finders) > 1:
            s.push(ChooseFinder(s.phasing, h))
        else:
            turn_marker(s, finders[0], h)


class ChooseFinder(ChooseOne, frozen=True):
    """Choice of the leader who reveals the marker (B1)."""

    seat: int
    hex: int
    without_preview = "The choice names the leader; what the marker is nobody knows."
    clause = "18.12a"
    verbs = {"finder": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return s.leaders(self.seat, self.hex)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        turn_marker(s, choice, self.hex)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("18.12a", "why.no-finder", {"hex": self.hex})


def turn_marker(s: DarkEmperorState, leader: int, h: int) -> None:
    """Reveal a marker: a device is picked up, a monster must be met (18.12)."""
    found = s.markers.pop(h)
    if found in MONSTERS:
        s.put((found,), h)
        s.log("found.monster", "18.12c", monster=found, leader=leader, hex=h)
        if found != SSSTOTH or not is_hunted(s):
            s.push(Meet(s.phasing, leader, found))
        return
    use.entrust(s, found, leader)
    if found == FAMIR:
        s.heir = leader
    s.log("found.device", "18.3a" if found == FAMIR else "18.12b", device=found, leader=leader, hex=h)


class Meet(ChooseButton, frozen=True):
    """Choice to negotiate with a monster just found, or to fight it (18.12c)."""

    seat: int
    leader: int
    monster: int
    clause = "18.12c"
    buttons = (PARLEY, FIGHT)
    default_refusal = Refusal("18.12c", "why.no-button")

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action == PARLEY:
            parley(s, self.seat, self.leader, self.monster)
        else:
            fight_owed(s, self.seat, self.monster)


# Heroic Combat


class HeroicCombat(Step, frozen=True):
    """Step of the Heroic Combat Segment: fights owed to monsters, and Famir's bearer's (18.15)."""

    def run(self, s: DarkEmperorState) -> None:
        owed = (SSSTOTH, *s.duels) if is_hunted(s) else s.duels
        monster = next((m for m in owed if m in MONSTERS and fighters(s, m)), -1)
        if monster < 0:
            s.pop()
            s.duels = ()
            return
        found = fighters(s, monster)
        if len(found) > 1:
            s.push(ChooseFighter(s.phasing, monster))
        else:
            engage(s, found[0], monster)


def is_hunted(s: DarkEmperorState) -> bool:
    """Return whether the phasing side's bearer of Famir is with Ssstoth and must fight it.

    A leader who has only just received the sword fights in the next Diplomacy Phase (18.34). See 18.32.
    """
    bearer = s.bearer[FAMIR - FIRST_DEVICE]
    return bearer not in (-1, s.heir) and s.side(bearer) == s.phasing and awaits_ssstoth(s, bearer)


def fighters(s: DarkEmperorState, monster: int) -> list[int]:
    """Return the leaders who must fight a monster in its hex (18.13, 18.151, 18.32).

    They are the phasing side's, and those who changed sides since they were obliged to. Only Famir's bearer fights
    Ssstoth.
    """
    h = s.where[monster]
    if h < 0:
        return []
    if monster == SSSTOTH and is_hunted(s):
        return [s.bearer[FAMIR - FIRST_DEVICE]]
    return sorted({*s.leaders(s.phasing, h), *[p for p in s.duels if p in LEADERS and s.where[p] == h]})


class ChooseFighter(ChooseOne, frozen=True):
    """Choice of the leader who fights the monster next (18.151)."""

    seat: int
    monster: int
    clause = "18.151"
    verbs = {"fighter": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return fighters(s, self.monster)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        engage(s, choice, self.monster)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("18.151", "why.no-fighter", {"monster": self.monster})


def engage(s: DarkEmperorState, leader: int, monster: int) -> None:
    """Let a leader take devices into use, then fight (15.13, B14)."""
    s.push(Duel(leader, monster))
    wield(s, s.side(leader), leader, use.HEROISM)


def duel_chance(monster: int, rating: int) -> Chance[bool]:
    """Return the chance that a leader of this rating, with devices, slays a monster (18.15)."""
    target = heroic_target(monster, rating)
    return Chance(Tally("heroic combat"), lambda thrown: thrown.rolled <= target)


def duel_ahead(s: DarkEmperorState, leader: int, monster: int) -> Chance[bool]:
    """Return the chance for a leader with the devices used without a choice."""
    return duel_chance(monster, hero_rating(use.equipped(s, leader, use.HEROISM), leader))


@cache
def duel_results(monster: int, rating: int) -> Distribution[bool]:
    """Return the distribution of success for a leader of this Hero Rating."""
    return duel_chance(monster, rating).distribution()


class Duel(Step, frozen=True):
    """Step that rolls one die against the Heroic Combat Table (18.15)."""

    leader: int
    monster: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        leader, monster, h = self.leader, self.monster, s.where[self.monster]
        side, owner = s.side(leader), s.side(monster)
        rating = hero_rating(s, leader)
        won, tally = duel_chance(monster, rating).roll(s)
        s.log(
            "duel.won" if won else "duel.lost", "18.15a" if won else "18.15c", tally=tally, leader=leader,
            monster=monster, hex=h, rolled=tally.rolled,
            needed=heroic_target(monster, rating), rating=rating,
        )  # fmt: skip
        check_lone_leaders(s)  # Pushed first, so that it runs after the steps of the result.
        if won:
            slay_monster(s, monster)
            s.hero[leader - FIRST_LEADER] += 1
            capture_devices(s, h, side)
        else:
            kill(s, leader, owner if owner == 1 - side else -1)
            if owner == side:
                turn_wild(s, monster)
