"""What a seat may not know: the cup, the stars, the hands of others and what they have laid (4.0, 9.0, 9.2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from palatine.core import key_of
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, IMMEDIATE, LAW, SPELL_TYPE
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.rules.combat.spell_laying import ADDS, open_cards
from palatine.games.elric.rules.common.cup import is_bound
from palatine.games.elric.state import DRAWN, NOBODY, ElricState

OPPOSITE = {LAW: CHAOS, CHAOS: LAW}


def determinize(s: ElricState, seat: str | None, seed: bytes) -> ElricState:
    """A position that a seat, or somebody who looks on, cannot tell from the true one (ruling A-108).

    All that lies face down or is held by others is dealt anew, so that no hand breaks the rules of hands (9.5); what
    others have laid for a battle is exchanged among itself and with what else could be laid. By one seed it is dealt
    alike for as long as nothing new is known.
    """
    twin = s.copy()
    twin.dice.key, twin.dice.count = key_of(b"determinize" + seed), 0
    viewer = s.seats.index(seat) if seat is not None else NOBODY
    known = known_spells(s, viewer)
    holders, layers = keepers(s, viewer)
    hands = {p: [spell for spell in s.hand[p] if spell in known] for p in holders}
    dealt = deal(unknown_to(s, holders, layers, known, hands), seed)
    for p, spell in dealt.held:
        hands[p].append(spell)
    twin.hand.update({p: tuple(sorted(hands[p])) for p in holders})
    twin.laid.update(dealt.laid)
    twin.stars.update(zip(twin.stars, dealt.stars, strict=True))
    twin.cup = list(dealt.cup)
    deal_choices(s, twin, viewer, seed)
    return twin


class DealtFacts(NamedTuple):
    """All that a deal depends on."""

    pool: tuple[int, ...]
    """The spells whose place is not known, in order."""
    slots: tuple[int, ...]
    """Who holds each of those that are held."""
    layers: tuple[int, ...]
    stacks: tuple[tuple[tuple[int, ...], frozenset[int]], ...]
    """Who of them share a stack, and the alignments known to be in it (9.5)."""
    stars: int


class Deal(NamedTuple):
    """One way in which what is not known may lie."""

    held: tuple[tuple[int, int], ...]
    """(person, spell)."""
    laid: tuple[tuple[int, int], ...]
    stars: tuple[int, ...]
    cup: tuple[int, ...]


def keepers(s: ElricState, viewer: int) -> tuple[list[int], list[int]]:
    """Who holds, and who has laid, spells that a viewer, NOBODY for one who looks on, does not see."""
    others = [p for p in (*s.hand, *s.laid) if s.owner[p] != viewer or viewer == NOBODY]
    holders = [p for p in s.hand if p in others]
    return holders, [p for p, spell in s.laid.items() if p in others and spell != DRAWN and p not in open_cards(s)]


def unseen(s: ElricState, viewer: int) -> list[int]:
    """All spells whose place a viewer does not know, in order: any of them may be in the cup."""
    return sorted(hidden_spells(s, *keepers(s, viewer), known_spells(s, viewer)))


def known_spells(s: ElricState, viewer: int) -> set[int]:
    """The spells whose holders a viewer knows: those of flight in use (7.4.2), those of open hands, and those a step is
    in the middle of, which stay where they are so that it can go on; but not what another is about to hand on."""
    flow: list[Any] = list(s.flow)
    steps = [frame for frame in flow if not (frame.hides_fields and frame.seat != viewer)]
    open_hands = s.hand.values() if has_open_hands(s) else ()
    return {*s.flights, *chain.from_iterable(open_hands), *[getattr(frame, "spell", -1) for frame in steps]}


def has_open_hands(s: ElricState) -> bool:
    """Whether everybody knows all hands: in the solitaire scenario each spell in one lay open before (14.1)."""
    return s.scenario == FOUNDING


def deal_choices(s: ElricState, twin: ElricState, viewer: int, seed: bytes) -> None:
    """What another is about to hand on is any of the spells that he is dealt."""
    flow: list[Any] = list(s.flow)
    for at, frame in enumerate(flow):
        if frame.hides_fields and frame.seat != viewer and frame.spell >= 0:
            free = [spell for spell in twin.hand[frame.person] if spell not in s.flights]
            twin.flow[at] = replace(frame, spell=Random(seed + b"choice").choice(free))


def unknown_to(
    s: ElricState, holders: list[int], layers: list[int], known: set[int], hands: dict[int, list[int]]
) -> DealtFacts:
    """What somebody does not know who sees neither holders' hands nor what has been laid."""
    pool = tuple(sorted(hidden_spells(s, holders, layers, known)))
    slots = tuple([p for p in holders for spell in s.hand[p] if spell not in known])
    return DealtFacts(pool, slots, tuple(layers), stacks_of(s, holders, layers, hands), len(s.stars))


@lru_cache(maxsize=256)
def deal(unknown: DealtFacts, seed: bytes) -> Deal:
    """Deal what is laid and held from all that is not known; stars and cup get what is left."""
    random = Random(seed)
    pool, slots = list(unknown.pool), [(p, False) for p in unknown.slots]
    random.shuffle(pool)
    random.shuffle(slots)
    slots[:0] = [(p, True) for p in unknown.layers]
    dealt: list[int] = []
    if not fill(slots, pool, alignments(unknown), dealt) and not fill(slots, pool, {}, dealt):
        dealt = pool[: len(slots)]  # somebody is about to give up what conflicts, or laid what adds nothing (9.5)
    given = [(p, spell, is_laid) for (p, is_laid), spell in zip(slots, dealt, strict=True)]
    rest = sorted(set(unknown.pool).difference(dealt))
    random.shuffle(rest)
    stars = tuple([rest.pop() for _ in range(unknown.stars)])
    held = tuple([(p, spell) for p, spell, is_laid in given if not is_laid])
    return Deal(held, tuple([(p, spell) for p, spell, is_laid in given if is_laid]), stars, tuple(sorted(rest)))


def fill(slots: list[tuple[int, bool]], pool: list[int], bound: dict[int, set[int]], dealt: list[int]) -> bool:
    """Give the slots that are left a spell each, the first of the pool that leads to no dead end; False for none.

    A slot is a magician's, in his hand or laid; what is laid adds to a battle.
    """
    if len(dealt) == len(slots):
        return True
    p, is_laid = slots[len(dealt)]
    for spell in [x for x in pool if fits(bound, p, x) and (ADDS[x] or not is_laid)]:
        is_new = p in bound and ALIGNMENT[spell] in OPPOSITE and ALIGNMENT[spell] not in bound[p]
        if is_new:
            bound[p].add(ALIGNMENT[spell])
        pool.remove(spell)
        dealt.append(spell)
        if fill(slots, pool, bound, dealt):
            return True
        dealt.pop()
        pool.append(spell)
        if is_new:
            bound[p].discard(ALIGNMENT[spell])
    return False


def hidden_spells(s: ElricState, holders: list[int], layers: list[int], known: set[int]) -> list[int]:
    """All spells whose place a viewer does not know."""
    held = [spell for p in holders for spell in s.hand[p] if spell not in known]
    return [*s.cup, *s.stars.values(), *held, *[s.laid[p] for p in layers]]


def stacks_of(
    s: ElricState, holders: list[int], layers: list[int], hands: dict[int, list[int]]
) -> tuple[tuple[tuple[int, ...], frozenset[int]], ...]:
    """Those who are dealt something and bound to one alignment, by stacks, with the alignments known there (9.5)."""
    found: dict[tuple[int, ...], list[int]] = {}
    for p in dict.fromkeys((*holders, *layers)):
        if is_bound(p) and s.where[p] >= 0:
            found.setdefault(s.stack_of(p), []).append(p)
    return tuple(
        (
            tuple(people),
            frozenset([ALIGNMENT[x] for p in people for x in hands.get(p, ()) if ALIGNMENT[x] in OPPOSITE]),
        )
        for people in found.values()
    )


def alignments(unknown: DealtFacts) -> dict[int, set[int]]:
    """By magician who is bound: the alignments in his stack, one set for all who share it (9.5)."""
    bound: dict[int, set[int]] = {}
    for people, there in unknown.stacks:
        shared = set(there)
        bound |= dict.fromkeys(people, shared)
    return bound


def fits(bound: dict[int, set[int]], person: int, spell: int) -> bool:
    """Whether a spell may come into a hand: none that acts at once, none that conflicts (9.3.1, 9.5)."""
    if SPELL_TYPE[spell] == IMMEDIATE:
        return False
    return person not in bound or OPPOSITE.get(ALIGNMENT[spell], -1) not in bound[person]
