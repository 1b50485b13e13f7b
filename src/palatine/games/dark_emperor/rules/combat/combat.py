"""Combat: battles hex by hex, one die each (9.1, 9.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from palatine.core import Action, Chance, ChooseButton, ChooseOne, Distribution, Refusal, Step, Tally
from palatine.games.dark_emperor.components import tables
from palatine.games.dark_emperor.components.pieces import (
    DEATH,
    FAMIR,
    FIRST_DEVICE,
    HE_SUPS,
    IS_VAMPIRE,
    KINGDOMS_SIDE,
    LANTERN,
    LOSLOM,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.components.world import GROUND, MOUNTAIN
from palatine.games.dark_emperor.rules.characters.devices import (
    BATTLE,
    called_on,
    has_room_for_all,
    hero_rating,
    rune_of,
    take_up,
    wield,
    wields,
    wields_bane,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import (
    awaits_ssstoth,
    check_lone_leaders,
    release_legions,
)
from palatine.games.dark_emperor.rules.combat.retreats import begin_retreat
from palatine.games.dark_emperor.rules.common.losses import GREATER_FOR_GOOD, LIVING_FOR_GOOD, Losses
from palatine.games.dark_emperor.rules.common.sieges import capture_lone_trains, defence
from palatine.games.dark_emperor.rules.common.terrain import came_from
from palatine.games.dark_emperor.state import STORED_NAMES, DarkEmperorState

NO_ONE = -1
LORD_SLAYERS = (LOSLOM, FAMIR)
"""Swords that kill Padrech and Tol Morn permanently (15.21).

These and Living Swords kill Greater Vampires permanently (15.2).
"""
LIT: Action = ("light", 0)
UNLIT: Action = ("none", 0)


# All battles of a segment


class Battles(Step, frozen=True):
    """Step of the Combat Resolution Segment: a battle in each hex with both sides (9)."""

    left: tuple[int, ...] = ()
    begun: bool = False

    def run(self, s: DarkEmperorState) -> None:
        if not self.begun:
            s.slain, s.routed = (), ()
            capture_lone_trains(s)
            s.replace_top(Battles(tuple(sorted(s.stacks[0].keys() & s.stacks[1].keys())), begun=True))
            return
        left = [h for h in self.left if is_contested(s, h)]
        if not left:
            s.pop()
        elif len(left) == 1:
            s.replace_top(Battles((), begun=True))
            s.push(Battle(left[0]))
        else:
            s.push(ChooseBattle(s.phasing, tuple(left)))


def is_contested(s: DarkEmperorState, h: int) -> bool:
    """Return whether both players have units or monsters in a hex (9)."""
    return h in s.stacks[0] and h in s.stacks[1]


class ChooseBattle(ChooseOne, frozen=True):
    """Choice of the next battle by the phasing player (9b)."""

    seat: int
    hexes: tuple[int, ...]
    is_interruptible = True
    clause = "9b"
    verbs = {"fight": "space"}
    default_refusal = Refusal("9a", "why.no-battle-there")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return self.hexes

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        s.replace_top(Battles(tuple([h for h in self.hexes if h != choice]), begun=True))
        s.push(Battle(choice))


# One battle


class Battle(Step, frozen=True):
    """Step of one battle: heroes, the attacker's first, their devices, and the die (9.2)."""

    hex: int
    heroes: tuple[int, ...] = ()
    """Heroes chosen so far: the attacker's, then the defender's; -1 for no hero."""

    def run(self, s: DarkEmperorState) -> None:
        if not is_contested(s, self.hex):
            s.pop()
            return
        if len(self.heroes) < 2:
            side = s.phasing if not self.heroes else 1 - s.phasing
            found = candidates(s, side, self.hex)
            if is_choice(s, found):
                s.push(ChooseHero(side, self.hex, tuple(found)))
            else:
                self.with_hero(s, side, found[0] if found else NO_ONE)
            return
        s.pop()
        weak = unarmed(s, self.hex)
        if weak == NO_ONE:
            fight(s, self.hex, self.heroes)
        else:
            destroy_unarmed(s, self.hex, weak, self.heroes)

    def with_hero(self, s: DarkEmperorState, side: int, leader: int) -> Battle:
        """Add a hero to the battle on top of the flow and return the battle.

        Choices of devices may be pushed above it.
        """
        battle = Battle(self.hex, (*self.heroes, leader))
        s.replace_top(battle)
        if leader != NO_ONE:
            wield(s, side, leader, BATTLE)
        light_lantern(s, side, self.hex, leader)
        return battle


def candidates(s: DarkEmperorState, side: int, h: int) -> list[int]:
    """Return the leaders who can use their Hero Rating in a battle, the best first (9.23)."""
    found = s.leaders(side, h)
    if not found:
        return []
    free = [leader for leader in found if not awaits_ssstoth(s, leader)]
    return sorted(free, key=lambda leader: (-hero_rating(s, leader), not is_equipped(s, leader), leader))


def is_equipped(s: DarkEmperorState, leader: int) -> bool:
    """Return whether a leader uses devices or has some that would help in a battle."""
    return leader in s.bearer and bool(s.wielded.get(leader) or called_on(s, leader, BATTLE))


def is_choice(s: DarkEmperorState, found: list[int]) -> bool:
    """Return whether the choice of a hero matters: another than the first has devices (C7)."""
    return len(found) > 1 and any([is_equipped(s, leader) for leader in found[1:]])


class ChooseHero(ChooseOne, frozen=True):
    """Choice of the leader who uses the Hero Rating for the side (9.23, C7)."""

    seat: int
    hex: int
    leaders: tuple[int, ...]
    clause = "9.23b"
    verbs = {"hero": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return self.leaders

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        battle = s.flow[-1]
        assert isinstance(battle, Battle)
        battle.with_hero(s, self.seat, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        leader = action[1]
        if leader in self.leaders:
            return None
        if leader in s.leaders(self.seat, self.hex):
            return Refusal("18.32b", "why.awaits-ssstoth", {"leader": leader})
        return Refusal("9.23a", "why.no-leader-there", {"hex": self.hex})


# The Dawn Lantern, whose bearer need not be the hero


def light_lantern(s: DarkEmperorState, side: int, h: int, hero: int) -> None:
    """Let a leader other than the hero use the Lantern (15.4).

    Push a choice if it could exclude another device.
    """
    bearer = s.bearer[LANTERN - FIRST_DEVICE]
    if bearer in (NO_ONE, hero) or s.where[bearer] != h or s.side(bearer) != side or awaits_ssstoth(s, bearer):
        return
    if LANTERN not in called_on(s, bearer, BATTLE):
        return
    if has_room_for_all(s, bearer):
        take_up(s, bearer, LANTERN)
    else:
        s.push(AskLantern(side, bearer))


class AskLantern(ChooseButton, frozen=True, tag=STORED_NAMES):
    """Choice to use the Dawn Lantern in a battle, as one of two devices (15.4, 15.13)."""

    seat: int
    leader: int
    clause = "15.4"
    buttons = (LIT, UNLIT)
    default_refusal = Refusal("15.4", "why.no-button")

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action == LIT:
            take_up(s, self.leader, LANTERN)


def is_lit(s: DarkEmperorState, h: int) -> bool:
    """Return whether the Dawn Lantern is used in a hex (15.4)."""
    bearer = s.bearer[LANTERN - FIRST_DEVICE]
    return bearer >= 0 and s.where[bearer] == h and wields(s, bearer, LANTERN) and not awaits_ssstoth(s, bearer)


# Strength and odds


def combat_strength(s: DarkEmperorState, side: int, h: int) -> int:
    """Return a side's Combat Strength in a hex; the Lantern weakens vampires (9.21, 15.4, C6)."""
    total = sum([s.strength(u) for u in s.fighters(side, h)])
    if not is_lit(s, h):
        return total
    vampires = [u for u in s.units(side, h) if IS_VAMPIRE[u]]
    return total - sum([s.strength(u) > 0 for u in vampires])


def totals(s: DarkEmperorState, h: int) -> tuple[int, int]:
    """Return the attacker's strength and the defender's with walls; 0 counts as 1 (C4)."""
    attackers = s.fighters(s.phasing, h)
    defending = combat_strength(s, 1 - s.phasing, h) * defence(s, h, attackers)
    return combat_strength(s, s.phasing, h) or 1, defending or 1


def advantage(attacking: int, defending: int) -> int:
    """Return the die modifier for the ratio of strengths, 0 if equal (9.21, 9.22).

    The ratio is rounded in favour of the defender.
    """
    if attacking >= defending:
        return attacking // defending - 1
    return 1 + -defending // attacking


def combat_parts(
    h: int, attacking: int, defending: int, attacker: int, defender: int
) -> tuple[tuple[int, str, str], ...]:
    """Return the die modifiers of a battle: amount, clause and reason."""
    return (
        (advantage(attacking, defending), "9.22", "ratio"),
        (attacker, "9.23a", "attacking-hero"),
        (-defender, "9.23a", "defending-hero"),
        (tables.MOUNTAIN_COMBAT if GROUND[h] == MOUNTAIN else 0, "9.24", "mountain"),
    )


def combat_chance(s: DarkEmperorState, h: int, heroes: tuple[int, ...]) -> Chance[tables.CombatResult]:
    """Return the chance of each battle result with these heroes, -1 for none (9.22 to 9.25)."""
    tally = Tally("combat")
    ratings = [hero_rating(s, hero) if hero != NO_ONE else 0 for hero in heroes]
    for part in combat_parts(h, *totals(s, h), *ratings):
        tally.add(*part)
    return _combat_roll(tally, h)


def _combat_roll(tally: Tally, h: int = -1) -> Chance[tables.CombatResult]:
    return Chance(tally, lambda thrown: tables.combat_result(thrown.total), about=h)


@cache
def combat_results(added: int) -> Distribution[tables.CombatResult]:
    """Return the distribution of battle results with a given modifier of the die."""
    tally = Tally("combat")
    tally.add(added, "9.22", "ratio")
    return _combat_roll(tally).distribution()


def is_won(result: tables.CombatResult) -> bool:
    """Return whether the attacker wins and the defenders retreat."""
    return not result.attacker_retreats


def rehearse(s: DarkEmperorState, h: int) -> tuple[DarkEmperorState, tuple[int, ...]]:
    """Return a copy before a battle, with each side's best leader as hero, and these heroes.

    They use the devices they would use without a choice (C7, G30).
    """
    twin, battle = s.copy(), Battle(h)
    for side in (s.phasing, 1 - s.phasing):
        found = candidates(twin, side, h)
        twin.flow = [battle]
        battle = battle.with_hero(twin, side, found[0] if found else NO_ONE)
    return twin, battle.heroes


# The result


def unarmed(s: DarkEmperorState, h: int) -> int:
    """Return the side destroyed for its lack of strength (C4), or -1.

    Applies only with the option `zero` set to "destroyed".
    """
    if s.options["zero"] != "destroyed":
        return NO_ONE
    weak = [side for side in (s.phasing, 1 - s.phasing) if not combat_strength(s, side, h)]
    return weak[0] if len(weak) == 1 else NO_ONE


def destroy_unarmed(s: DarkEmperorState, h: int, weak: int, heroes: tuple[int, ...]) -> None:
    """Destroy all units of a side without strength; there is no roll."""
    s.log("battle.nothing", "9.21a", hex=h, side=weak)
    slain_by = permanent_death_flags(s, heroes[1] if weak == s.phasing else heroes[0])
    s.push(Aftermath(h, weak, slain_by, (), side_dying_for_good(s, heroes), is_left=True))
    s.push(Losses(weak, h, tables.ALL, slain_by))


def fight(s: DarkEmperorState, h: int, heroes: tuple[int, ...]) -> None:
    """Roll and push the results: losses, retreat, captures and tests (9.25, C21).

    The attacker loses units first.
    """
    attacker, defender = s.phasing, 1 - s.phasing
    attacking, defending = totals(s, h)
    log_leaders(s, h, heroes)
    result, tally = combat_chance(s, h, heroes).roll(s)
    kind = "battle.lost" if result.attacker_retreats else "battle.won"
    s.log(
        kind, "9.22", "9.25a", tally=tally, hex=h, side=attacker, attacking=attacking, defending=defending,
        total=tally.total, attacker_loses=result.attacker_loses, defender_loses=result.defender_loses,
    )  # fmt: skip
    flags = (permanent_death_flags(s, heroes[1]), permanent_death_flags(s, heroes[0]))
    dying_side = side_dying_for_good(s, heroes)
    if result.attacker_retreats:
        s.push(Aftermath(h, attacker, flags[0], (), dying_side))
    else:
        s.push(Aftermath(h, defender, flags[1], tuple(came_from(s, h)), dying_side))
    if result.defender_loses:
        s.push(Losses(defender, h, result.defender_loses, flags[1]))
    if result.attacker_loses:
        s.push(Losses(attacker, h, result.attacker_loses, flags[0]))


def log_leaders(s: DarkEmperorState, h: int, heroes: tuple[int, ...]) -> None:
    """Log the heroes, and the walls if they count."""
    for hero in heroes:
        if hero != NO_ONE:
            rating = hero_rating(s, hero)
            s.log("battle.hero", "9.23a", leader=hero, side=s.side(hero), hex=h, rating=rating)
    if defence(s, h, s.fighters(s.phasing, h)) > 1:
        s.log("battle.walls", "9.31", side=1 - s.phasing, hex=h)


def permanent_death_flags(s: DarkEmperorState, hero: int) -> int:
    """Return the flags of dead that do not return, by the enemy hero's swords (15.2, 15.3)."""
    if hero not in s.wielded:
        return 0
    found = GREATER_FOR_GOOD if wields_bane(s, hero, LORD_SLAYERS) else 0
    if rune_of(hero) == DEATH and wields(s, hero, HE_SUPS):
        found |= LIVING_FOR_GOOD
    return found


def side_dying_for_good(s: DarkEmperorState, heroes: tuple[int, ...]) -> int:
    """Return the side whose Lords of Death die permanently in this battle, or -1 (15.21, D1)."""
    for hero in heroes:
        if hero in s.wielded and s.side(hero) == KINGDOMS_SIDE:
            return NECROMANCER_SIDE if any([wields(s, hero, sword) for sword in LORD_SLAYERS]) else NO_ONE
    return NO_ONE


class Aftermath(Step, frozen=True):
    """Step after losses: retreat, captures, tests of leaders left alone (9.26, 9.27, C21)."""

    hex: int
    loser: int
    death_flags: int
    entries: tuple[int, ...]
    dying_side: int
    is_left: bool = False

    def run(self, s: DarkEmperorState) -> None:
        if not self.is_left:
            s.replace_top(replace(self, is_left=True))
            begin_retreat(s, self.loser, self.hex, self.death_flags, self.entries)
            return
        s.pop()
        check_lone_leaders(s, self.hex, self.dying_side)
        release_legions(s)
