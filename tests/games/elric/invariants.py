"""Invariants of every position: counters, spells, stacks, ships, Elric and the Balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from palatine.games.elric.components.pieces import (
    ARMY,
    ARTIFACT,
    BRUT,
    CHAOS_FLEET,
    ELRIC,
    FLEET,
    INDEPENDENTS,
    KIND,
    MOONGLUM,
    PERSON,
    PIECE_NAME,
    PIECES,
    PIECES_OF,
    POWER_NAME,
    POWER_OF,
)
from palatine.games.elric.components.spells import SPELL_NAME, SPELLS
from palatine.games.elric.components.tables import BALANCE_ARM, DUEL, FOUNDING, TURNS
from palatine.games.elric.components.world import AREA_NAME, AREAS, CAPITAL, CITY_AT, IS_SEA, IS_WILD, NATIONS
from palatine.games.elric.rules.combat.participants import Fight
from palatine.games.elric.rules.common.closed_areas import BOUNDS, anchors, out_of_bounds
from palatine.games.elric.rules.common.control import can_control
from palatine.games.elric.rules.common.cup import HOLDS, is_torn
from palatine.games.elric.rules.common.replacements import HORDE_RANGE, has_leaders_left
from palatine.games.elric.rules.founding import MONSTERS
from palatine.games.elric.state import AWAY, DRAWN, LOST, NOBODY, OFF, TRACK, ElricState, unpair

AT_REST = 3
"""Number of flow frames between procedures: game-turn, player-turn and a decision step."""
SETTLING = {"Escapes", "Escaping", "ClaimElric"}
"""Frames during which several people still escape.

Control of Elric is settled after the last escape (10.8a).
"""
PLAYER_TURN = "PlayerTurn"
"""Class name of the second frame."""


def invariants(s: ElricState) -> list[str]:
    """Return a description of each broken invariant; none if the position is valid."""
    checks = [
        check_counters,
        check_stacks,
        check_ships,
        check_spells,
        check_hands,
        check_elric,
        check_powers,
        check_cities,
        check_balance,
        check_seats,
    ]
    if not any([type(frame).__name__ in SETTLING or is_falling(frame, s.controller) for frame in s.flow]):
        checks.append(check_company)
    if is_at_rest(s):
        checks += [check_nations_at_rest, check_people_at_rest]
    return [complaint for check in checks for complaint in check(s)]


def is_at_rest(s: ElricState) -> bool:
    """Return whether a decision step of the player-turn is current and no procedure is running."""
    return len(s.flow) == AT_REST and type(s.flow[1]).__name__ == PLAYER_TURN and s.outcome is None


def is_falling(frame: object, person: int) -> bool:
    """Return whether a frame is a battle in which a fallen person can still escape (10.8a)."""
    return isinstance(frame, Fight) and person in frame.battle.fallen


def is_on_map(s: ElricState, p: int) -> bool:
    return 0 <= p < PIECES and s.where[p] >= 0


# Counters


def check_counters(s: ElricState) -> Iterator[str]:
    """Check that each counter has one valid location (3.2, 6.0, 11.0, 16.4).

    Counters off the map have a reason to be there.
    """
    for p, (place, seat) in enumerate(zip(s.where, s.owner, strict=True)):
        name = PIECE_NAME[p]
        if not TRACK <= place < AREAS or not 0 <= seat <= NOBODY:
            yield f"{name} is in {place} and belongs to {seat}"
        elif place == TRACK and p not in (BRUT, ELRIC, MOONGLUM):
            yield f"{name} is on the Turn Track"
        elif place == LOST and (POWER_OF[p] == INDEPENDENTS or s.ruler[POWER_OF[p]] == NOBODY):
            yield f"{name} is lost to nobody"
        elif place == LOST and seat != s.ruler[POWER_OF[p]]:
            yield f"{name} is lost to {seat}, who does not rule its nation"
        elif place == OFF and seat != NOBODY and p != ELRIC:
            yield f"{name} is out of play, and belongs to {seat}"
        elif place >= 0 and KIND[p] == ARTIFACT:
            yield f"{name} is no counter of the map"
        elif place >= 0 and KIND[p] == ARMY and IS_SEA[place] and seat == NOBODY:
            yield f"{name} is nobody's, at sea"
        elif place >= 0 and KIND[p] == FLEET and not IS_SEA[place] and anchors(s)[place] < 0:
            yield f"{name} lies in {AREA_NAME[place]}, which is no port"


def check_stacks(s: ElricState) -> Iterator[str]:
    """Check that stacks match counters' locations and bands are in wilderness (7.5.5, 13.4)."""
    seen: Counter[int] = Counter()
    for seat, shelf in enumerate(s.stacks):
        for area, group in shelf.items():
            seen.update(group)
            if not group or list(group) != sorted(group):
                yield f"the stack of {seat} in {AREA_NAME[area]} is {group}"
            for p in group:
                if s.where[p] != area or s.owner[p] != seat:
                    yield f"{PIECE_NAME[p]} is on the shelf of {seat} in {AREA_NAME[area]}"
    for p in range(PIECES):
        if seen[p] != (s.where[p] >= 0):
            yield f"{PIECE_NAME[p]} is on {seen[p]} shelves"
        elif s.where[p] >= 0 and IS_WILD[s.where[p]] and p not in s.bands:
            yield f"{PIECE_NAME[p]} is in wilderness without a band"
    for p in s.bands:
        if not is_on_map(s, p):
            yield f"{PIECE_NAME[p]} has a band off the map"
        elif not s.is_wild(s.where[p]):
            yield f"{PIECE_NAME[p]} has a band in {AREA_NAME[s.where[p]]}, which is no wilderness"


def check_ships(s: ElricState) -> Iterator[str]:
    """Check that cargo is with its ship and owner, and no ship is overloaded (7.1, 7.3)."""
    for p, ship in s.ship.items():
        if KIND[ship] != FLEET or KIND[p] not in (PERSON, ARMY):
            yield f"{PIECE_NAME[p]} is aboard {PIECE_NAME[ship]}"
        elif not is_on_map(s, p) or s.where[p] != s.where[ship] or s.owner[p] != s.owner[ship]:
            yield f"{PIECE_NAME[p]} is aboard {PIECE_NAME[ship]}, which is elsewhere or another's"
        elif not IS_SEA[s.where[p]] and ship != CHAOS_FLEET:
            yield f"{PIECE_NAME[p]} is aboard {PIECE_NAME[ship]} in a port"
    for fleet in {*s.ship.values()}:
        if s.room(fleet) < 0:
            yield f"{PIECE_NAME[fleet]} carries {-s.room(fleet)} armies too many"


# Spells


def check_spells(s: ElricState) -> Iterator[str]:
    """Check that each spell is in one place, or held by a step in progress (9.0)."""
    found = Counter([*s.cup, *s.discard, *s.stars.values(), *s.maintained.values(), *s.sacrificed])
    for held in (*s.hand.values(), *s.face_up.values()):
        found.update(held)
    found.update([spell for spell in s.laid.values() if spell != DRAWN])
    yield from [f"{SPELL_NAME[spell]} is in {times} places" for spell, times in found.items() if times > 1]
    known = MONSTERS if s.scenario == FOUNDING else range(SPELLS)
    missing = {*known} - found.keys() - in_hand_of_steps(s)
    yield from [f"{SPELL_NAME[spell]} is nowhere" for spell in missing]


def in_hand_of_steps(s: ElricState) -> set[int]:
    """Return the spells that steps in progress hold."""
    found: set[int] = set()
    for frame in s.flow:
        found |= {getattr(frame, "spell", -1), getattr(frame, "monster", -1)}
        found |= {unpair(used)[1] for used in getattr(frame, "used", ())}
    return found


def check_hands(s: ElricState) -> Iterator[str]:
    """Check that only personalities in play hold, maintain, lay or bear anything (9.5, 13.4).

    Spells remain on the board only after the Balance has tipped. Spells in flight have a user.
    """
    for p in s.hand:
        if KIND[p] != PERSON or not (s.where[p] >= 0 or s.where[p] == TRACK or p == ELRIC):
            yield f"{PIECE_NAME[p]} holds spells off the map"
    for p in (*s.maintained, *s.laid, *s.meant, *s.bearer.values()):
        if KIND[p] != PERSON or not (is_on_map(s, p) or s.where[p] == TRACK):
            yield f"{PIECE_NAME[p]} maintains, has laid or bears something off the map"
    if (s.maintained or (s.face_up and s.scenario != FOUNDING)) and not s.tipped:
        yield "spells stay on the board though the Balance stands"
    in_use = {spell for held in s.hand.values() for spell in held} | in_hand_of_steps(s)
    yield from [f"{SPELL_NAME[spell]} is in flight without a user" for spell in s.flights if spell not in in_use]


# Elric


def check_elric(s: ElricState) -> Iterator[str]:
    """Check Elric's location, spells and controller (12.1)."""
    if s.where[ELRIC] in (LOST, AWAY):
        yield "Elric is lost or away"
    if s.controller >= 0 and (not can_control(s.controller) or s.where[ELRIC] < 0):
        yield f"{PIECE_NAME[s.controller]} controls Elric"
    if ELRIC in s.maintained and s.owner[ELRIC] == NOBODY:
        yield "nobody's Elric maintains a spell"
    if s.where[ELRIC] == TRACK and not s.returns:
        yield "Elric does not come back from the Turn Track"
    if not 0 <= s.to_draw <= HOLDS[ELRIC] or (s.to_draw and not s.has_hand):
        yield f"Elric has {s.to_draw} of his first spells to draw"


def check_company(s: ElricState) -> Iterator[str]:
    """Check that Elric's stack contains the controller, and Moonglum (12.1.2, 12.1.6)."""
    if s.where[ELRIC] >= 0 and s.owner[ELRIC] != NOBODY:
        led = s.controller >= 0 and s.controller in s.stack_of(ELRIC)
        if not led and not (s.scenario == DUEL and s.controller < 0 and s.owner[ELRIC] == 0):
            yield "Elric is a player's without a controller"
    elif s.controller >= 0:
        yield f"{PIECE_NAME[s.controller]} controls nobody's Elric"
    if s.joined and (s.where[MOONGLUM] != s.where[ELRIC] or s.owner[MOONGLUM] != s.owner[ELRIC]):
        yield "Moonglum is parted from Elric"
    elif s.joined and s.where[ELRIC] >= 0 and MOONGLUM not in s.stack_of(ELRIC):
        yield "Moonglum is of another stack than Elric"
    elif s.joined and ELRIC in s.ship and MOONGLUM not in s.ship:
        yield "Moonglum is not aboard, and Elric is"


# Powers, cities, seats


def check_powers(s: ElricState) -> Iterator[str]:
    """Check that rulers are in the game and rule the nations that will arrive (6.0, 11.0)."""
    for power, seat in enumerate(s.ruler):
        if not (0 <= seat < len(s.seats) or seat == NOBODY) or seat in s.out:
            yield f"{POWER_NAME[power]} is ruled by {seat}"
    for nation, seat in s.coming.items():
        if nation >= len(NATIONS) or s.ruler[nation] != seat:
            yield f"{POWER_NAME[nation]} comes to {seat}, who does not rule it"
    for horde in {*s.freed, *s.fresh}:
        if horde not in HORDE_RANGE or s.ruler[horde] == NOBODY:
            yield f"{POWER_NAME[horde]} is free or fresh, and nobody's"


def check_cities(s: ElricState) -> Iterator[str]:
    """Check that captures, sieges and rewards are of cities by active seats (10.9).

    Rewards are only for capitals.
    """
    for area, hold in s.holds.items():
        if area not in CITY_AT or hold.seat in s.out or not 0 <= hold.seat < len(s.seats):
            yield f"{AREA_NAME[area]} is held by {hold.seat}"
    for area, seat in s.sieges.items():
        if area not in CITY_AT or seat in s.out or not 0 <= seat < len(s.seats):
            yield f"{AREA_NAME[area]} is besieged by {seat}"
    yield from [
        f"{AREA_NAME[area]} has rewarded, and is no capital" for _, area in s.rewarded if area not in CAPITAL
    ]


def check_balance(s: ElricState) -> Iterator[str]:
    """Check that the Balance marker is on its scale, or past its end with a final turn (13.4)."""
    if abs(s.balance) > BALANCE_ARM or s.tipped not in (-1, 0, 1):
        yield f"the Balance reads {s.balance}, tipped {s.tipped}"
    if s.tipped and (s.balance != s.tipped * BALANCE_ARM or not s.ends):
        yield f"the Balance is tipped at {s.balance}, and ends in {s.ends}"
    if not s.tipped and (s.ends or s.sacrificed):
        yield "the Balance stands, and the world ends or is sacrificed for"


def check_seats(s: ElricState) -> Iterator[str]:
    """Check the turn, the order of seats and that eliminated seats have nothing (5.0)."""
    if not 1 <= s.turn <= TURNS or sorted(s.order) != list(range(len(s.seats))) or s.phasing not in s.order:
        yield f"turn {s.turn}, order {s.order}, player-turn of {s.phasing}"
    yield from [f"{s.seats[seat]} is out, and has {s.stacks[seat]}" for seat in s.out if s.stacks[seat]]
    if s.outcome is not None and s.flow:
        yield f"the match is over, and {type(s.flow[-1]).__name__} goes on"


# At rest


def check_nations_at_rest(s: ElricState) -> Iterator[str]:
    """Check that nations have a leader and hordes a piece on the board (6.0).

    See also rulings A-09 and A-203.
    """
    for nation in range(len(NATIONS)):
        seat = s.ruler[nation]
        if seat != NOBODY and nation not in s.coming and not has_leaders_left(s, nation, seat):
            yield f"{POWER_NAME[nation]} is ruled by {seat}, and has nobody"
    for p, place in enumerate(s.where):
        if place == AWAY and POWER_OF[p] not in s.coming:
            yield f"{PIECE_NAME[p]} is away, and its nation comes to nobody"
    for seat, area in s.rewarded:
        if s.city_owner(area) not in (seat, NOBODY):
            yield f"{AREA_NAME[area]} is an enemy's by now, and gives {seat} no spell again"
    for p in [p for horde in BOUNDS for p in PIECES_OF[horde] if s.where[p] >= 0 and s.ruler[horde] != NOBODY]:
        if out_of_bounds(s, (p,), s.where[p]):
            yield f"{PIECE_NAME[p]} is out of its bounds in {AREA_NAME[s.where[p]]}"
    for horde in HORDE_RANGE:
        if s.ruler[horde] != NOBODY and not any([s.where[p] >= 0 for p in range(PIECES) if POWER_OF[p] == horde]):
            yield f"{POWER_NAME[horde]} is ruled by {s.ruler[horde]}, and is not there"


def check_people_at_rest(s: ElricState) -> Iterator[str]:
    """Check hand sizes, Law and Chaos in stacks, and pieces adrift at sea (7.3, 9.5).

    Only the phasing player's pieces may be at sea without a ship.
    """
    for p, held in s.hand.items():
        if len(held) > HOLDS[p]:
            yield f"{PIECE_NAME[p]} holds {len(held)} spells"
    for seat in (*range(len(s.seats)), NOBODY):
        for area in s.stacks[seat]:
            yield from [
                f"Law and Chaos in {AREA_NAME[area]}" for stack in s.stacks_at(seat, area) if is_torn(s, stack)
            ]
            if not IS_SEA[area] or seat == s.phasing:
                continue
            yield from [
                f"{PIECE_NAME[p]} is adrift" for p in s.stacks[seat][area] if KIND[p] != FLEET and p not in s.ship
            ]
