"""Hidden information: cup, stars, other players' hands and laid spells (4.0, 9.0, 9.2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from palatine.core import dice_key
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, IMMEDIATE, LAW, SPELL_TYPE
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.rules.combat.spell_laying import ADDS, open_cards
from palatine.games.elric.rules.common.cup import is_bound
from palatine.games.elric.state import DRAWN, NOBODY, ElricState

OPPOSITE = {LAW: CHAOS, CHAOS: LAW}


def determinize(s: ElricState, seat: str | None, seed: bytes) -> ElricState:
    """Return a random position that a seat cannot distinguish from the true one (ruling A-108).

    `seat` is None for a spectator. Face-down spells and other players' spells are dealt at random, within the limits on
    hands (9.5). Spells laid by others are replaced by any spells that could be laid. The same seed gives the same deal
    until the seat learns something new.
    """
    twin = s.copy()
    twin.dice.key, twin.dice.count = dice_key(b"determinize" + seed), 0
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
    """All inputs of a deal."""

    pool: tuple[int, ...]
    """Spells in unknown places, in order."""
    slots: tuple[int, ...]
    """The holder of each hidden spell in a hand."""
    layers: tuple[int, ...]
    stacks: tuple[tuple[tuple[int, ...], frozenset[int]], ...]
    """Groups of these personalities who share a stack, with the alignments known there (9.5)."""
    stars: int


class Deal(NamedTuple):
    """One possible distribution of the hidden spells."""

    held: tuple[tuple[int, int], ...]
    """Pairs of (person, spell)."""
    laid: tuple[tuple[int, int], ...]
    stars: tuple[int, ...]
    cup: tuple[int, ...]


def keepers(s: ElricState, viewer: int) -> tuple[list[int], list[int]]:
    """Return the personalities with hands, and those with laid spells, hidden from a viewer.

    `viewer` is NOBODY for a spectator.
    """
    others = [p for p in (*s.hand, *s.laid) if s.owner[p] != viewer or viewer == NOBODY]
    holders = [p for p in s.hand if p in others]
    return holders, [p for p, spell in s.laid.items() if p in others and spell != DRAWN and p not in open_cards(s)]


def unseen(s: ElricState, viewer: int) -> list[int]:
    """Return all spells whose place is hidden from a viewer, in order.

    Any of them may be in the cup.
    """
    return sorted(hidden_spells(s, *keepers(s, viewer), known_spells(s, viewer)))


def known_spells(s: ElricState, viewer: int) -> set[int]:
    """Return the spells whose holders a viewer knows.

    These are spells of flight in use (7.4.2), open hands, and the spells of pending steps, which must stay in place for
    these to continue. Excluded are spells that another player is about to pass on.
    """
    flow: list[Any] = list(s.flow)
    steps = [frame for frame in flow if not (frame.hides_fields and frame.seat != viewer)]
    open_hands = s.hand.values() if has_open_hands(s) else ()
    return {*s.flights, *chain.from_iterable(open_hands), *[getattr(frame, "spell", -1) for frame in steps]}


def has_open_hands(s: ElricState) -> bool:
    """Return whether all hands are public.

    In the solitaire scenario each spell in a hand lay face up before (14.1).
    """
    return s.scenario == FOUNDING


def deal_choices(s: ElricState, twin: ElricState, viewer: int, seed: bytes) -> None:
    """Replace a spell that another player is about to pass on by one of those dealt to the hand."""
    flow: list[Any] = list(s.flow)
    for at, frame in enumerate(flow):
        if frame.hides_fields and frame.seat != viewer and frame.spell >= 0:
            free = [spell for spell in twin.hand[frame.person] if spell not in s.flights]
            twin.flow[at] = replace(frame, spell=Random(seed + b"choice").choice(free))


def unknown_to(
    s: ElricState, holders: list[int], layers: list[int], known: set[int], hands: dict[int, list[int]]
) -> DealtFacts:
    """Return what a viewer does not know about the holders' hands and the laid spells."""
    pool = tuple(sorted(hidden_spells(s, holders, layers, known)))
    slots = tuple([p for p in holders for spell in s.hand[p] if spell not in known])
    return DealtFacts(pool, slots, tuple(layers), stacks_of(s, holders, layers, hands), len(s.stars))


@lru_cache(maxsize=256)
def deal(unknown: DealtFacts, seed: bytes) -> Deal:
    """Deal hidden spells to the laid and held slots; stars and cup get the rest."""
    random = Random(seed)
    pool, slots = list(unknown.pool), [(p, False) for p in unknown.slots]
    random.shuffle(pool)
    random.shuffle(slots)
    slots[:0] = [(p, True) for p in unknown.layers]
    dealt: list[int] = []
    if not fill(slots, pool, alignments(unknown), dealt) and not fill(slots, pool, {}, dealt):
        # A player may be about to discard conflicting spells, or may have laid one that adds nothing (9.5).
        dealt = pool[: len(slots)]
    given = [(p, spell, is_laid) for (p, is_laid), spell in zip(slots, dealt, strict=True)]
    rest = sorted(set(unknown.pool).difference(dealt))
    random.shuffle(rest)
    stars = tuple([rest.pop() for _ in range(unknown.stars)])
    held = tuple([(p, spell) for p, spell, is_laid in given if not is_laid])
    return Deal(held, tuple([(p, spell) for p, spell, is_laid in given if is_laid]), stars, tuple(sorted(rest)))


def fill(slots: list[tuple[int, bool]], pool: list[int], bound: dict[int, set[int]], dealt: list[int]) -> bool:
    """Fill the remaining slots from the pool by backtracking; return whether this succeeded.

    A slot is a magician's, in the hand or laid. Laid spells must add to a battle.
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
    """Return all spells whose place is hidden from a viewer."""
    held = [spell for p in holders for spell in s.hand[p] if spell not in known]
    return [*s.cup, *s.stars.values(), *held, *[s.laid[p] for p in layers]]


def stacks_of(
    s: ElricState, holders: list[int], layers: list[int], hands: dict[int, list[int]]
) -> tuple[tuple[tuple[int, ...], frozenset[int]], ...]:
    """Return the stacks of bound magicians who are dealt spells, with known alignments (9.5)."""
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
    """Return the alignments in each bound magician's stack, one shared set per stack (9.5)."""
    bound: dict[int, set[int]] = {}
    for people, there in unknown.stacks:
        shared = set(there)
        bound |= dict.fromkeys(people, shared)
    return bound


def fits(bound: dict[int, set[int]], person: int, spell: int) -> bool:
    """Return whether a hand may take a spell: neither immediate nor conflicting (9.3.1, 9.5)."""
    if SPELL_TYPE[spell] == IMMEDIATE:
        return False
    return person not in bound or OPPOSITE.get(ALIGNMENT[spell], -1) not in bound[person]
