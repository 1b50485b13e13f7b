"""The captain's targets: the cities that win its scenario, and their values."""

from __future__ import annotations

from itertools import islice
from typing import Final

from palatine.games.elric.bot.odds import odds_of, power
from palatine.games.elric.bot.parameters import CAPITALS, HUNT, IMRRYR, USUAL_AIM
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.routes import legs
from palatine.games.elric.components.pieces import ELRIC, THELEB
from palatine.games.elric.components.tables import DUEL, MASTERS, SUCCESSOR
from palatine.games.elric.components.world import CAPITAL, CITIES, IS_SEA, IS_WILD, MELNIBONE
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.common.victory import (
    ALBINO,
    MELNIBONEAN,
    NAMED,
    NEIGHBOURS,
    NEIGHBOURS_CAPITALS,
    SUCCESSORS_CAPITALS,
    UPSTART,
    players,
)
from palatine.games.elric.state import NOBODY, ElricState

PRIZE: Final = 100.0
"""Value of a city that decides the game immediately."""
LATE: Final = 2
"""Number of last turns in which the captain takes greater risks."""


def aim_of(sight: Perception) -> str:
    """Return the purpose of the seat's armies: its parameters' aim, or the one chosen this turn.

    A seat chooses once a turn, and again as soon as it can take Imrryr or no longer can.
    """
    if sight.parameters.aim != USUAL_AIM:
        return sight.parameters.aim
    mind, can_take = sight.mind, may_take_imrryr(sight)
    if not mind.aim or mind.can_take_imrryr != can_take:
        mind.aim, mind.can_take_imrryr = choose_aim(sight), can_take
    return mind.aim


def choose_aim(sight: Perception) -> str:
    """Return the aim that the position asks for.

    The other duellist and the only rival's last personality are hunted: their fall wins at once (14.7, A-134). Imrryr
    comes first while the seat can take it in time, as its holder wins before other tests (5.0). A rival who holds it
    wins whatever capitals fall: then enemies are hunted, Elric among them. Otherwise capitals decide.
    """
    s, seat = sight.s, sight.seat
    holder = s.city_owner(MELNIBONE)
    if quarry_of(sight) >= 0:
        return HUNT
    if s.scenario == MASTERS or holder == seat or (may_take_imrryr(sight) and is_in_time(sight)):
        return IMRRYR
    return CAPITALS if holder == NOBODY else HUNT


def may_take_imrryr(sight: Perception) -> bool:
    return sight.opens_imrryr and sight.s.city_owner(MELNIBONE) != sight.seat


def is_in_time(sight: Perception) -> bool:
    """Return whether pieces that may take Imrryr arrive before the game ends.

    Assumed until the last turns. In the very last one they must have a chance to take it.
    """
    s, seat = sight.s, sight.seat
    if not is_late(s):
        return True
    left = last_turn(s) - s.turn
    coming = [*s.stacks[seat].get(MELNIBONE, ())]
    for a in s.stacks[seat]:
        ways = [leg for leg in legs(sight, a, MELNIBONE, s.pieces(seat, a)) if leg.turns <= left]
        coming += max(ways, key=lambda leg: len(leg.group)).group if ways else ()
    return bool(coming) and (left > 0 or odds_of(s, seat, MELNIBONE, power(s, seat, coming, MELNIBONE)) > 0)


def is_late(s: ElricState) -> bool:
    """Return whether the game or the world ends soon (5.0, 13.4)."""
    return s.turn > last_turn(s) - LATE


def targets(sight: Perception) -> dict[int, float]:
    """Return by area the value of taking it; the same for all decisions of a perception."""
    if sight.targets is None:
        sight.targets = targets_of_aim(sight)
    return sight.targets


def targets_of_aim(sight: Perception) -> dict[int, float]:
    found, aim = all_targets(sight), aim_of(sight)
    if aim == IMRRYR and MELNIBONE in found:
        return {MELNIBONE: PRIZE}
    if aim == CAPITALS:
        return {area: value for area, value in found.items() if area in CAPITAL and area != MELNIBONE}
    return found


def all_targets(sight: Perception) -> dict[int, float]:
    """Return by area the value of taking it, for any aim."""
    s, seat = sight.s, sight.seat
    if s.scenario == MASTERS:
        return masters_targets(sight)
    if s.scenario == SUCCESSOR:
        wanted = SUCCESSORS_CAPITALS if seat == NEIGHBOURS else NEIGHBOURS_CAPITALS
        own = NEIGHBOURS_CAPITALS if seat == NEIGHBOURS else SUCCESSORS_CAPITALS
        found = {a: sight.parameters.enemy_capital for a in (*wanted, *own) if s.city_owner(a) != seat}
    else:
        found = {city.area: capital_worth(sight, city.area) for city in CITIES if city.capital}
        found = {a: value for a, value in found.items() if value}
    found.pop(MELNIBONE, None)
    if may_take_imrryr(sight):
        found[MELNIBONE] = PRIZE
    quarry = quarry_of(sight)
    if quarry >= 0:
        found[quarry] = PRIZE
    return found


def quarry_of(sight: Perception) -> int:
    """Return the area of a personality whose fall wins (14.7, A-134).

    It is the other duellist, or the only rival's last personality. Return -1 if there is none, and
    where it cannot be attacked.
    """
    s, seat = sight.s, sight.seat
    hero = decisive_enemy(s, seat)
    area = s.where[hero] if hero >= 0 else -1
    if area < 0 or s.owner[hero] in (NOBODY, seat) or IS_SEA[area] or IS_WILD[area]:
        return -1
    return area if area != MELNIBONE or sight.opens_imrryr else -1


def decisive_enemy(s: ElricState, seat: int) -> int:
    """Return the personality whose fall wins, otherwise -1.

    It is the other duellist, or the only rival's last personality (14.7, A-134).
    """
    return duellist(s, 1 - seat) if s.scenario == DUEL else last_personality(s, seat)


def duellist(s: ElricState, seat: int) -> int:
    """Return the personality that a player must not lose in the duel, otherwise -1 (14.7)."""
    if s.scenario != DUEL:
        return -1
    return ELRIC if seat == ALBINO else THELEB


def last_personality(s: ElricState, seat: int) -> int:
    """Return the only rival's only personality, -1 if there are more (ruling A-134).

    Without it the rival is out, and the seat has won unless the scenario names its winner.
    """
    rivals = [other for other in players(s) if other != seat]
    if len(rivals) != 1 or s.scenario in NAMED or rivals[0] in s.coming.values():
        return -1
    return only_personality(s, rivals[0])


def only_personality(s: ElricState, seat: int) -> int:
    """Return the only personality of a seat, -1 if it has none or several."""
    found = list(islice(s.persons(seat), 2))
    return found[0] if len(found) == 1 else -1


def masters_targets(sight: Perception) -> dict[int, float]:
    """Return the target in Dragon Masters: only Imrryr, if its gate can be passed (14.2).

    The Upstart takes it, and Melnibone retakes it.
    """
    has_fallen = sight.s.city_owner(MELNIBONE) == UPSTART
    if has_fallen == (sight.seat == UPSTART):
        return {}
    return {MELNIBONE: PRIZE} if sight.opens_imrryr else {}


def capital_worth(sight: Perception, area: int) -> float:
    """Return a capital's value at the end of the game (5.0)."""
    owner = sight.s.city_owner(area)
    if owner == sight.seat:
        return 0.0
    return sight.parameters.neutral_capital if owner == NOBODY else sight.parameters.enemy_capital


def hunts(sight: Perception) -> bool:
    """Return whether enemies in the open are worth a march, unless one city decides all."""
    return sight.s.scenario != MASTERS and (aim_of(sight) == HUNT or MELNIBONE not in targets(sight))


def stays_home(sight: Perception) -> bool:
    """Return whether the seat wins by staying where it is."""
    s = sight.s
    return s.scenario == MASTERS and sight.seat == MELNIBONEAN and s.city_owner(MELNIBONE) != UPSTART
