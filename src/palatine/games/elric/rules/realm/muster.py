"""Mustering of nations, personalities, hordes and artifacts by spells (11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import (
    ARTIFACT,
    BARGE,
    ELRIC,
    FLAMEBRINGERS,
    IS_MELNIBONEAN,
    KELMAIN,
    KIND,
    OLAB,
    PERSON,
    PIECES,
    PIECES_OF,
    POWERS,
    PYARAY,
    THELEB,
)
from palatine.games.elric.components.spells import HORDE, MUSTERS, NATION, PERSONALITY
from palatine.games.elric.components.tables import FOUNDING, PYARAY_CHAOS
from palatine.games.elric.components.world import (
    CAPITAL,
    COASTS,
    IS_SEA,
    MELNIBONE,
    PAN_TANG,
    RLIN,
    SOUTHERN_WILDS,
    WEEPING_WASTE,
)
from palatine.games.elric.rules.common.cup import throw_card
from palatine.games.elric.rules.common.deaths import drop_hand
from palatine.games.elric.rules.common.placement import ASIDE, place_nation
from palatine.games.elric.rules.common.relocation import come_on, lay_aside
from palatine.games.elric.rules.common.replacements import (
    can_special,
    check_nations,
    remove_pieces,
    special_replacements,
)
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.realm.arrivals import appear_at_sea, arrive, comes_at_sea, draw_for
from palatine.games.elric.state import AWAY, LOST, NOBODY, OFF, ElricState, pair, unpair

END: Final[Action] = ("end", 0)
HOME_OF: Final = {FLAMEBRINGERS: WEEPING_WASTE, KELMAIN: SOUTHERN_WILDS, OLAB: (RLIN,)}
"""By horde: the lands where it can be mustered; the People of Pio on any land (11.0)."""
HOME_CLAUSE: Final = {FLAMEBRINGERS: "11.0l", KELMAIN: "11.0n", OLAB: "11.0p"}


# Conditions


def muster_refusal(s: ElricState, person: int, kind: str, target: int) -> Refusal | None:
    """Return why a personality cannot muster a target of its spell, or None (11.0, 14.1)."""
    if s.scenario == FOUNDING and kind != PERSONALITY:
        return Refusal("14.1g", "why.persons-only")
    if kind == NATION:
        return nation_refusal(s, person, target)
    if kind == HORDE:
        return horde_refusal(s, person, target)
    return muster_piece_refusal(s, person, target)


def nation_refusal(s: ElricState, person: int, nation: int) -> Refusal | None:
    """Return why a nation cannot be mustered, or None (6.0, 11.0; A-07, A-47, A-48, A-121).

    A neutral nation is mustered in its capital; another player's also requires control of the capital; one's own gets a
    special replacement.
    """
    seat, area = s.owner[person], CAPITAL[nation]
    ruler, lord = s.ruler[nation], s.city_owner(area)
    if nation in s.coming:
        return Refusal("11.0j", "why.on-its-way", {"power": nation})
    if ruler == seat:
        return None if can_special(s, seat, nation) else Refusal("6.0a", "why.nothing-lost", {"power": nation})
    if s.where[person] != area or besieger(s, area) == seat:
        return Refusal("11.0c", "why.not-in-capital", {"power": nation, "area": area})
    if ruler == NOBODY:
        return None if lord in (NOBODY, seat) else Refusal("10.9.1e", "why.capital-barred", {"area": area})
    return None if lord == seat else Refusal("11.0h", "why.capital-not-yours", {"power": nation, "area": area})


def horde_refusal(s: ElricState, person: int, horde: int) -> Refusal | None:
    """Return why a horde cannot be mustered, or None: not its place, or in play (11.0)."""
    area = s.where[person]
    if s.ruler[horde] != NOBODY:
        return Refusal("11.0u", "why.on-the-board", {"power": horde})
    if horde in HOME_OF and area not in HOME_OF[horde]:
        return Refusal(HOME_CLAUSE[horde], "why.not-its-place", {"power": horde})
    return Refusal("11.0q", "why.armies-need-land") if IS_SEA[area] else None


def muster_piece_refusal(s: ElricState, person: int, p: int) -> Refusal | None:
    """Return why a personality or artifact cannot be mustered, or None (11.0, 16).

    It must not be in play; some have further conditions.
    """
    if p == PYARAY and s.balance > -PYARAY_CHAOS:
        return Refusal("16.9b", "why.no-chaos", {"piece": p, "value": PYARAY_CHAOS})
    if p == BARGE and not IS_MELNIBONEAN[person]:
        return Refusal("11.0t", "why.no-melnibonean", {"piece": p})
    if p == BARGE and not is_at_melnibone(s, person):
        return Refusal("11.0t", "why.not-at-melnibone", {"piece": p})
    if KIND[p] == ARTIFACT:
        return Refusal("11.0u", "why.in-play", {"piece": p}) if p in s.bearer else None
    if s.where[p] in (OFF, LOST) or is_called_home(s, p) or is_barge_at_home(s, p):
        return None
    if p == THELEB and s.where[p] >= 0 and s.owner[p] != s.owner[person]:
        return None
    return Refusal("11.0u", "why.in-play", {"piece": p})


def is_called_home(s: ElricState, p: int) -> bool:
    """Return whether a Melnibonean can be mustered from neutral Melnibone (ruling A-49).

    It can after the fall of Imrryr, or by the option.
    """
    if s.where[p] != MELNIBONE or s.owner[p] != NOBODY:
        return False
    return s.fallen or bool(s.options["melniboneans"] == "from the start")


def is_barge_at_home(s: ElricState, p: int) -> bool:
    """Return whether the Battle Barge is at neutral Melnibone, ready to be mustered.

    Any Melnibonean nearby can muster it (11.0, 16.6; ruling A-228).
    """
    return p == BARGE and s.where[p] == MELNIBONE and s.owner[p] == NOBODY


def is_at_melnibone(s: ElricState, person: int) -> bool:
    """Return whether a personality is in a sea off Melnibone, or there if its player's (A-157)."""
    area = s.where[person]
    return area in COASTS[MELNIBONE] or (area == MELNIBONE and s.city_owner(area) == s.owner[person])


def muster_targets(s: ElricState, person: int, spell: int) -> list[Action]:
    """Return the targets that a personality can muster with a spell now, in printed order."""
    return [
        ("power" if kind in (NATION, HORDE) else "unit", target)
        for kind, target in MUSTERS[spell]
        if muster_refusal(s, person, kind, target) is None
    ]


def has_target(s: ElricState, person: int, spell: int) -> bool:
    """Return whether a personality can muster anything with a spell now."""
    return any(muster_refusal(s, person, kind, target) is None for kind, target in MUSTERS[spell])


def letter_of(spell: int, action: Action) -> str:
    """Return the spell's letter for an action's target, or "" if the spell does not name it."""
    verb, operand = action
    for kind, target in MUSTERS[spell]:
        if target == operand and (kind in (NATION, HORDE)) == (verb == "power"):
            return str(kind)
    return ""


# Step G


def musterers(s: ElricState, seat: int) -> Iterator[Action]:
    """Iterate over ("muster", person and spell) for a seat's spells with a target now."""
    owner, where, hand = s.owner, s.where, s.hand
    for p in sorted(hand):
        if owner[p] == seat and where[p] >= 0:
            for spell in hand[p]:
                if MUSTERS[spell] and spell not in s.flights and has_target(s, p, spell):
                    yield "muster", pair(p, spell)


def holds(s: ElricState, seat: int, person: int, spell: int) -> bool:
    """Return whether a seat's personality on the map holds a spell."""
    return spell in s.hand.get(person, ()) and s.owner[person] == seat and s.where[person] >= 0


class Musters(Step, frozen=True):
    """Step G: the phasing player's single muster (11.0)."""

    def run(self, s: ElricState) -> None:
        if next(musterers(s, s.phasing), None) is not None:
            s.replace_top(ChooseMuster(s.phasing))
        else:
            s.pop()


class ChooseMuster(Step, frozen=True):
    """The choice of the turn's muster, or none (11.0)."""

    seat: int
    is_tactical = True
    may_roll = True
    needs_decision = True
    is_private = True
    clause = "11.0b"
    verbs = {"muster": "button", "end": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*musterers(s, self.seat), END]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action == END:
            return
        person, spell = unpair(action[1])
        found = muster_targets(s, person, spell)
        if len(found) == 1:
            muster(s, person, spell, found[0])
        else:
            s.push(ChooseTarget(self.seat, person, spell))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "end":
            return None if action == END else Refusal("11.0b", "why.no-button")
        person, spell = unpair(operand)
        if not holds(s, self.seat, person, spell):
            return Refusal("11.0b", "why.not-in-hand")
        if not MUSTERS[spell]:
            return Refusal("11.0a", "why.musters-nothing", {"spell": spell})
        if spell in s.flights:
            return Refusal("7.4.2a", "why.in-use", {"spell": spell})
        if has_target(s, person, spell):
            return None
        return muster_refusal(s, person, *MUSTERS[spell][0])


class ChooseTarget(Step, frozen=True):
    """The choice among the targets of a spell (11.0)."""

    seat: int
    person: int
    spell: int
    may_roll = True
    needs_decision = True
    clause = "11.0d"
    verbs = {"power": "button", "unit": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return muster_targets(s, self.person, self.spell)

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        muster(s, self.person, self.spell, action)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, target = action
        kind = letter_of(self.spell, action)
        if not kind:
            known = 0 <= target < (POWERS if verb == "power" else PIECES)
            return Refusal("11.0d", "why.not-named" if known else "why.no-button", {"spell": self.spell})
        return muster_refusal(s, self.person, kind, target)


# Execution


def muster(s: ElricState, person: int, spell: int, action: Action) -> None:
    """Muster a target; the spell is discarded without moving the Balance (11.0)."""
    kind, target = letter_of(spell, action), action[1]
    seat = s.owner[person]
    throw_card(s, person, spell)
    s.log("muster", "11.0b", "11.0v", seat=seat, person=person, spell=spell, area=s.where[person])
    if kind == NATION:
        muster_power(s, seat, target)
    elif kind == HORDE:
        muster_horde(s, person, target)
    else:
        muster_piece(s, person, target)
    check_nations(s)


def muster_power(s: ElricState, seat: int, nation: int) -> None:
    """Muster a neutral nation, another player's, or replacements for one's own (6.0, 11.0)."""
    if s.ruler[nation] == seat:
        s.log("muster.special", "6.0g", seat=seat, power=nation)
        special_replacements(s, seat, nation)
    elif s.ruler[nation] == NOBODY:
        muster_nation(s, nation, seat)
    else:
        muster_away(s, nation, seat)


def muster_horde(s: ElricState, person: int, horde: int) -> None:
    """Place a horde with its musterer; it does not move before its owner's next turn (11.0)."""
    seat = s.owner[person]
    s.ruler[horde] = seat
    s.fresh = (*s.fresh, horde)
    group = [p for p in PIECES_OF[horde] if s.where[p] in (OFF, LOST)]
    s.log("muster.horde", "11.0e", seat=seat, power=horde, area=s.where[person], group=group)
    arrive(s, group, person)


def muster_piece(s: ElricState, person: int, p: int) -> None:
    """Place a personality or artifact with its musterer, or in the nearest sea (11.0, 16.8)."""
    seat = s.owner[person]
    s.log("muster.piece", "11.0k", seat=seat, piece=p, area=s.where[person])
    if comes_at_sea(s, p):
        appear_at_sea(s, person, p)
    elif KIND[p] == ARTIFACT:
        s.bearer[p] = person
    else:
        arrive(s, [p], person)


class Newcomers(Step, frozen=True):
    """The arrival of nations mustered from other players, in their next turn (11.0; A-122)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        s.fresh = tuple([horde for horde in s.fresh if s.ruler[horde] != s.phasing])
        for nation in sorted([each for each, seat in s.coming.items() if seat == s.phasing], reverse=True):
            del s.coming[nation]
            muster_nation(s, nation, s.phasing)


def muster_nation(s: ElricState, nation: int, seat: int) -> None:
    """Place all counters of a nation as at set-up; its magicians draw spells (11.0)."""
    s.log("muster.nation", "11.0e", seat=seat, power=nation)
    draw_for(s, [p for p in PIECES_OF[nation] if s.where[p] in ASIDE and p != ELRIC])
    if nation == PAN_TANG and s.where[THELEB] >= 0 and s.owner[THELEB] != seat:
        change_theleb(s, seat)
    place_nation(s, nation, seat)


def change_theleb(s: ElricState, seat: int) -> None:
    """Move Theleb K'aarna to Hwamgaarl, to the musterer of Pan Tang (11.0; ruling A-204).

    He keeps what he has.
    """
    s.log("theleb-changes", "11.0s", seat=seat, piece=THELEB, victim=s.owner[THELEB])
    come_on(s, (THELEB,), seat, CAPITAL[PAN_TANG])


def muster_away(s: ElricState, nation: int, seat: int) -> None:
    """Take a nation from its player, off the map until the musterer's next turn (11.0; A-122).

    Theleb K'aarna stays with a musterer who already has him, and comes immediately from a third player (A-204).
    """
    victim = s.ruler[nation]
    s.log("muster.away", "11.0h", "11.0i", seat=seat, power=nation, victim=victim)
    if nation == PAN_TANG and s.where[THELEB] >= 0 and s.owner[THELEB] not in (seat, victim):
        change_theleb(s, seat)
    group = [p for p in PIECES_OF[nation] if p != THELEB or s.owner[p] != seat]
    on_map = [p for p in group if s.where[p] >= 0]
    persons = [p for p in on_map if KIND[p] == PERSON]
    for p in persons:
        drop_hand(s, p, persons)
    s.ruler[nation] = seat
    s.coming[nation] = seat
    remove_pieces(s, on_map)
    lay_aside(s, group, AWAY, seat)
