"""The captain's estimates of provinces, from the King's knowledge alone (1.1, 6.3, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.games.adventurer_kings.bot.duels import SHAKEN, is_champion
from palatine.games.adventurer_kings.bot.parameters import USUAL, CaptainParameters
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import (
    ALLIED,
    ENEMY,
    FREE,
    NATIVE,
    NO_LEADER,
    UNKNOWN,
    Army,
    Known,
)
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.combat.strength import (
    BARDED,
    DEFENCE,
    NEMESIS,
    basic,
    exploration_factor,
    extra_factor,
    level_in_battle,
    multiplier,
    skill_factor,
)
from palatine.games.adventurer_kings.rules.common.earth_map import blue_edge
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.sheet_help.likely_defenders import FACES, likely_defenders, places_with_enemies
from palatine.games.adventurer_kings.state import State

TAX: Final = (1.3, 4.6, 7.8)
"""Expected taxes by wealth of a land without a tax report."""
SEA_TAX: Final = 0.9
UNTOLD: Final = 2
"""Alignment steps assumed for an unknown King."""
LANDS_A_HERO: Final = 3
"""Provinces per Hero beyond the first two."""
GOLD_A_HERO: Final = 60
"""Gold in the treasury per additional Hero."""
ELEPHANTS: Final = 3
WHOLE: Final = 100


class Chart:
    """The world as one King knows it, with estimates for each province."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s, self.me = s, me
        self.parameters = parameters
        self.t = Turn(s)
        self.known = s.known[me]
        self.own = frozenset(s.provinces(me))
        self.home = s.kingdoms[me].home
        self.sighted = places_with_enemies(s, me)
        """Places where an enemy's characters were seen this year or last."""
        self.standing = {row.race: row for row in s.standings[me]} if s.standings else {}
        """By office: the standing of its best candidate (10.1)."""
        self.foes: frozenset[int] = frozenset()
        """Kings at peace who are treated as enemies in a what-if estimate."""
        self.hearts: dict[int, float] = {}
        """By leader: the chance that an Oratory will hearten the armies (4.2.2)."""
        self.phantoms: dict[int, float] = {}
        """By leader: expected share of strength added by Phantasmal Armies (4.2.3)."""
        self._champions: dict[int, bool] = {}
        self._defenders: dict[int, list[tuple[int, list[Army]]]] = {}
        self._worths: dict[tuple[int, int, int, int, int, bool, bool, bool], float] = {}

    @property
    def is_landless(self) -> bool:
        """True if the King has no land with people, where alone troops can be levied (3.4)."""
        return all(self.s.lands[place].race < 0 for place in self.own)

    @property
    def last_year(self) -> int:
        """The year after which the reign closes without an election; 0 for none (A148)."""
        return int(self.s.options.get("turns") or 0)

    def closes_within(self, years: int) -> bool:
        """Return whether the reign closes this year or up to that many years later (A148)."""
        return 0 < self.last_year <= self.s.turn + years

    def musters(self) -> list[int]:
        """Return where troops can be levied: at home, or without land in an ally's known land (3.4)."""
        if not self.is_landless:
            return [self.home] if self.home in self.own else []
        return [place for place in sorted(self.known) if self.is_allied(place) and self.known[place].types]

    def is_allied(self, place: int) -> bool:
        """Return whether a populated province belongs to an ally."""
        told = self.of(place)
        owner = self.owner(place)
        return told is not None and told.race >= 0 and owner not in (self.me, NATIVE) and self.is_open(place)

    def of(self, place: int) -> Known | None:
        """Return what is known of a province; None if its terrain is unknown."""
        found = self.known.get(place)
        return found if found is not None and found.terrain != UNKNOWN else None

    def tax(self, place: int) -> float:
        """Return the known or expected tax of a province (9.1)."""
        if place in self.own:
            return float(self.s.lands[place].tax)
        told = self.of(place)
        if told is None:
            return 0.0
        if told.tax >= 0:
            return float(told.tax)
        return SEA_TAX if told.terrain == tables.SEA and told.wealth <= 0 else TAX[max(0, told.wealth)]

    def owner(self, place: int) -> int:
        """Return the owner of a province as far as known, by default NATIVE."""
        if place in self.own:
            return self.me
        told = self.of(place)
        return told.owner if told is not None and told.owner >= 0 and told.owner != self.me else NATIVE

    def is_prey(self, place: int) -> bool:
        """Return whether a province can be attacked: natives' or an enemy's (8.1)."""
        if place in self.own or self.of(place) is None:
            return False
        owner = self.owner(place)
        return owner in self.foes or self.s.relation(self.me, owner) == ENEMY

    def touches(self, place: int) -> bool:
        """Return whether a province adjoins the bot's land."""
        return any(near in self.own for near in self.s.atlas.neighbours[place])

    def steps(self, other: int) -> int:
        """Return the distance to another King's alignment if known, otherwise a middling one.

        Known are Divine and Undead neighbours, and in the greater game Kings of the same alignment (2.3, 12.1).
        """
        kingdoms, mine = self.s.kingdoms, self.s.kingdoms[self.me]
        theirs = kingdoms[other].alignment
        is_told = other in mine.neighbours_told or (self.s.scenario in tables.GREATER and theirs == mine.alignment)
        return abs(mine.alignment - theirs) if is_told else UNTOLD

    def room_for_heroes(self) -> int:
        """Return how many more Heroes can be employed and paid."""
        people = sum(1 for _ in self.s.at_home(self.me))
        rich = self.s.kingdoms[self.me].gold // GOLD_A_HERO
        return 3 + len(self.own) // LANDS_A_HERO + rich - people

    def masterless(self) -> Iterator[tuple[int, int]]:
        """Yield the Heroes who served no one last year and rule nothing, with their places."""
        for n, place, turn, service in self.s.sightings(self.me):
            if service == FREE and turn >= self.s.turn - 1 and not self.s.resides(self.me, n, place):
                yield n, place

    def seen_ruler(self, place: int) -> int:
        """Return the Hero seen in the province they rule, or 0.

        The name of an unseen ruler is known, but not the number that an order needs.
        """
        seen = (n for n, where, *_ in self.s.sightings(self.me) if where == place)
        return next((n for n in seen if self.s.resides(self.me, n, place)), 0)

    def realms(self) -> dict[int, float]:
        """Return for each seat the taxes of its known lands."""
        found = {self.me: sum(map(self.tax, self.own))}
        for place in self.known:
            owner = self.owner(place)
            if owner >= 0 and owner != self.me:
                found[owner] = found.get(owner, 0.0) + max(1.0, self.tax(place))
        return found

    def is_open(self, place: int) -> bool:
        """Return whether armies can pass: the bot's or an ally's land."""
        return place in self.own or (
            self.of(place) is not None and self.s.relation(self.me, self.owner(place)) == ALLIED
        )

    def way(self, here: int, goal: int) -> tuple[int, ...]:
        """Return a shortest way for people without armies, over its own land if possible."""
        far = self.s.atlas.distances(goal)
        found: list[int] = []
        while here != goal:
            nearer = [p for p in self.s.atlas.neighbours[here] if far[p] < far[here]]
            here = min(nearer, key=lambda p: (p not in self.own, p))
            found.append(here)
        return tuple(found)

    def is_sea(self, place: int) -> bool:
        told = self.of(place)
        return told is not None and told.terrain == tables.SEA

    def can_march(self, a: int, b: int) -> bool:
        """Return whether troops on foot can go from a province to the next (6.2)."""
        return not (self.is_sea(a) or self.is_sea(b) or blue_edge(self.s, a, b))

    # Battle

    def hearten(self, leader: int, hearts: float = 0.0, phantoms: float = 0.0) -> None:
        """Set the spells expected for a leader's troops; without values, clear them."""
        if hearts or phantoms:
            self.hearts[leader] = hearts or self.hearts.get(leader, 0.0)
            self.phantoms[leader] = phantoms or self.phantoms.get(leader, 0.0)
        else:
            self.hearts.pop(leader, None)
            self.phantoms.pop(leader, None)
        self._worths.clear()

    def defenders(self, place: int) -> list[tuple[int, list[Army]]]:
        """Return the possible defenders of a province with their weights; cached."""
        if place not in self._defenders:
            self._defenders[place] = likely_defenders(self.s, self.me, place, place in self.sighted)
        return self._defenders[place]

    def chance(self, place: int, armies: list[Army]) -> float:
        """Return the chance to win a province with these armies (6.3, 7.2)."""
        told = self.of(place)
        if told is None:
            return 0.0
        mine = sorted((self.worth(army, place, armies) for army in armies), reverse=True)
        ground, longest = self.ground(told, armies), line(told.terrain)
        found = 0.0
        for weight, force in self.defenders(place):
            found += weight * (battle(mine, resistance(told, force, ground), longest) if force else 1.0)
        return found / FACES

    def worth(self, army: Army, place: int, others: list[Army]) -> float:
        """Return the expected strength of one of its armies in an attack on a province; cached."""
        told = self.known[place]
        lacks = told.terrain == tables.DESERT and not any(each.type == tables.CAMELS for each in others)
        foe = told.types or (tables.BEST_TYPE[max(told.race, 0)],)
        key = (
            army.type, army.race, army.quality, army.leader, told.terrain, lacks,
            place == self.home, bool(set(foe) & tables.ARMY[army.type].nemesis),
        )  # fmt: skip
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = self._army_value(army, place, lacks, key[-1])
        return found

    def _army_value(self, army: Army, place: int, lacks: bool, has_nemesis: bool) -> float:
        t = self.t
        light = tables.LIGHT_ABROAD if self.s.scenario in tables.BOW_ARMED else 0
        found = basic(army, self.known[place].terrain, False, ELEPHANTS, light)
        level = level_in_battle(t, army, place, False, lacks)
        zeal = tables.ALIGNMENT[self.s.kingdoms[self.me].alignment].fanatic / 100 + self.hearts.get(
            army.leader, 0.0
        )
        found *= multiplier(level) + zeal * (multiplier(level + 1) - multiplier(level))
        found *= 1 + self.phantoms.get(army.leader, 0.0)
        found *= skill_factor(t, army, army.leader) * extra_factor(t, army, place, False)
        if has_nemesis:
            found *= (
                NEMESIS if army.leader == NO_LEADER or army.type != tables.HEAVY else max(NEMESIS, BARDED - 0.1)
            )
        return found

    def ground(self, told: Known, armies: list[Army]) -> float:
        """Return the factor for defenders of a province; less if their Hero is challenged (5.10)."""
        found = DEFENCE * exploration_factor(WHOLE, told.explored)
        is_challenged = (
            told.hero and told.owner < 0 and any(map(self.is_champion, {army.leader for army in armies}))
        )
        return found * SHAKEN if is_challenged else found

    def is_champion(self, leader: int) -> bool:
        """Return whether a leader challenges enemy commanders; cached."""
        found = self._champions.get(leader)
        if found is None:
            found = self._champions[leader] = leader != NO_LEADER and is_champion(self.s, leader)
        return found


def resistance(told: Known, force: list[Army], ground: float) -> list[float]:
    """Return the strengths of defenders, best first."""
    lacks = told.terrain == tables.DESERT and not any(army.type == tables.CAMELS for army in force)
    found = [
        basic(army, told.terrain, True, ELEPHANTS) * multiplier(army.quality - lacks) * ground for army in force
    ]
    return sorted(found, reverse=True)


def line(terrain: int) -> int:
    """Return the expected length of a battle line (1.6)."""
    least, most = tables.TERRAIN[terrain].line
    return (least + most) // 2


def battle(mine: list[float], theirs: list[float], longest: int) -> float:
    """Return the chance to win more columns than the defender, with ranks and flanks (7.2)."""
    if not mine:
        return 0.0
    width = max(1, min(longest, len(mine), len(theirs)))
    p = win_chance(
        rank_strength(mine, width, longest, len(theirs)), rank_strength(theirs, width, longest, len(mine))
    )
    return p if width == 1 else p * p * (3 - 2 * p)


def rank_strength(worths: list[float], width: int, longest: int, others: int) -> float:
    """Return a side's strength in ranks (7.2).

    Each rank counts half of the previous one, except flankers.
    """
    flankers = min(2 if width > 1 else 1, len(worths) - width) if width < longest and len(worths) > others else 0
    front = width + max(0, flankers)
    found = sum(worths[:front])
    for at, worth in enumerate(worths[front:]):
        found += worth * 0.5 ** (1 + at // width)
    return found
