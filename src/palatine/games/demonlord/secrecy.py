"""Hidden units: the information of a seat, and determinization consistent with it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import dice_key
from palatine.games.demonlord.components.pieces import DEVOTEES, DRAWN_BLIND, IS_TROOP, UNIT_CODE
from palatine.games.demonlord.components.spells import MARKERS, SPELLGATE
from palatine.games.demonlord.components.world import HOSAR
from palatine.games.demonlord.rules.combat.battles import Battles, Deploy
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.magic.casting import Cast
from palatine.games.demonlord.rules.magic.invocation import Invoke
from palatine.games.demonlord.rules.magic.procedure import (
    AnnounceSpell,
    GateBetweenMarches,
)
from palatine.games.demonlord.rules.magic.resolution import Meetings
from palatine.games.demonlord.rules.realm.reinforcements import FORCES, Enter
from palatine.games.demonlord.sequence import Phase
from palatine.games.demonlord.state import AWAY, GONE, DemonlordState, with_side

BEFORE_BATTLES = Phase.order.index(Battles)
"""Index of the battle step in a phase; before it, hidden troops may be unproven."""
UNIT_FIELDS = frozenset({
    "group", "unit", "units", "caster", "character", "characters", "chosen", "left", "moved", "put", "spirits",
    "garrison", "joined", "escorts", "troops", "vision", "casts", "retreat", "retreating", "parties", "forward",
    "targets", "attacker", "attacks", "asked", "announced", "magic", "losses", "window", "leftover",
})  # fmt: skip
"""Fields of steps that can name units."""


def seen_in_battle(s: DemonlordState) -> set[int]:
    """Return the units placed in the current battle, and their companions (HID-02, H7)."""
    battle = s.battle
    if battle is None:
        return set()
    leading = {step.put for step in s.flow if isinstance(step, Deploy)}
    line = {u for group in battle.groups for units in group for u in units}
    reserve = {u for units in battle.reserve for u in units}
    routed = {u for units in battle.routed for u in units}
    return leading | line | reserve | routed | {c for c, _ in battle.posts}


def hidden_units(s: DemonlordState, side: int) -> list[int]:
    """Return the units of `side` on the map whose faces the enemy cannot see (HID-01, H1)."""
    seen = seen_in_battle(s)
    return [u for units in s.stacks[side].values() for u in units[1:] if u not in seen]


def named_units(value: Any) -> set[int]:
    """Return all ints within a value of a step."""
    if isinstance(value, bool):
        return set()
    if isinstance(value, int):
        return {value}
    if isinstance(value, tuple):
        return {u for item in value for u in named_units(item)}
    if isinstance(value, Cast) and value.spell == SPELLGATE:
        return {value.caster}
    if isinstance(value, msgspec.Struct):
        return {
            u for name in value.__struct_fields__ if name in UNIT_FIELDS for u in named_units(getattr(value, name))
        }
    return set()


TRIES = 50
"""Number of deals tried before the units to choose among are kept in place."""


def steps(s: DemonlordState) -> list[Any]:
    """Return the flow as steps."""
    return list(s.flow)


def units_fixed_in_place(s: DemonlordState) -> set[int]:
    """Return the units that a step in progress names, and those that have cast or routed lately."""
    pinned = {*s.spent_casters, *s.rallied}
    for step in steps(s):
        if not step.hides_fields:
            pinned |= named_units(step)
    return pinned


def determinize(s: DemonlordState, seat: str | None, seed: bytes) -> DemonlordState:
    """Return a copy with hidden counters, draws and spells dealt again (see `Game.determinize`).

    Those of the enemy, or for a spectator of both sides.
    """
    random = Random(seed)
    for _ in range(TRIES):
        twin = dealt(s, seat, seed, random)
        if all(step.actions(twin) for step in steps(twin) if step.needs_dealt_action):
            return twin
    return dealt(s, seat, seed, random, able=frozenset(able_units(s)))


def drop_unannounced(s: DemonlordState, enemy: int) -> None:
    """Remove an unannounced cast or invocation of the enemy, who must decide again."""
    for at, step in enumerate(s.flow[:-1]):
        if isinstance(step, AnnounceSpell | Invoke) and step.seat == enemy:
            del s.flow[at + 1 :]
            s.invalidate_actions()
            return


def able_units(s: DemonlordState) -> set[int]:
    """Return the units that steps in progress choose among."""
    return {u for step in steps(s) if step.needs_dealt_action for _, u in step.actions(s)}


def dealt(
    s: DemonlordState, seat: str | None, seed: bytes, random: Random, able: frozenset[int] = frozenset()
) -> DemonlordState:
    """Return one deal; the units in `able`, needed by the current step, stay in place."""
    twin = s.copy()
    side = s.seats.index(seat) if seat is not None else -1
    known = frozenset(s.seen) if seat is not None else frozenset()
    twin.dice.key, twin.dice.count = dice_key(b"determinize" + seed), 0
    for enemy in (0, 1):
        if enemy != side:
            drop_unannounced(twin, enemy)
            relabel(twin, deal_entering(twin, enemy, random, known | able))
            relabel(twin, deal(twin, enemy, random, known | able))
            deal_homes(twin, enemy, random)
            deal_spells(twin, enemy, random)
            redeal_secret_choices(twin, enemy, random)
    return twin


def deal(s: DemonlordState, enemy: int, random: Random, known: frozenset[int]) -> dict[int, int]:
    """Return a permutation of the enemy's hidden units, except those whose place is known.

    It maps each unit to its replacement. Where nothing is known of a place, any unit can come into it; elsewhere a
    troop replaces a troop. Places are processed in map order and units by number, so that nothing hidden affects the
    deal.
    """
    hidden = set(hidden_units(s, enemy)) - units_fixed_in_place(s) - known
    places = sorted(hidden, key=lambda u: (s.where[u], s.stack(enemy, s.where[u]).index(u)))
    faces = deal_absent(s, enemy, hidden, random)
    rest = sorted({*hidden, *faces} - {*faces.values()})
    pools = {is_troop: [u for u in rest if IS_TROOP[u] == is_troop] for is_troop in (True, False)}
    for pool in pools.values():
        random.shuffle(pool)
    faces.update({u: pools[IS_TROOP[u]].pop() for u in places if is_known_kind(s, enemy, u)})
    free = sorted([*pools[True], *pools[False]])
    random.shuffle(free)
    faces.update(zip([u for u in places if u not in faces], free, strict=True))
    return {old: new for old, new in faces.items() if old != new}


def deal_entering(s: DemonlordState, enemy: int, random: Random, known: frozenset[int]) -> dict[int, int]:
    """Return a new draw of the enemy's reinforcements to be placed, troops for troops (H12)."""
    units = [u for step in s.flow if isinstance(step, Enter) and step.seat == enemy for u in step.units]
    entering = {u for u in units if s.where[u] == AWAY}
    if not entering:
        return {}
    hidden = set(hidden_units(s, enemy)) - units_fixed_in_place(s) - known
    pool = [u for u in sorted(FORCES[enemy]) if u in entering or u in hidden or s.where[u] == GONE]
    faces: dict[int, int] = {}
    for is_troop in (True, False):
        alike = [u for u in pool if IS_TROOP[u] == is_troop]
        drawn = set(random.sample(alike, len([u for u in alike if u in entering])))
        out = sorted([u for u in alike if u in entering and u not in drawn])
        into = sorted(drawn - entering)
        faces.update([*zip(out, into, strict=True), *zip(into, out, strict=True)])
    return faces


def deal_absent(s: DemonlordState, enemy: int, hidden: set[int], random: Random) -> dict[int, int]:
    """Return a new draw of the units left over from the enemy's random draws, kind by kind."""
    absent = [u for u in sorted(DRAWN_BLIND) if is_blind(s, enemy, u)]
    faces: dict[int, int] = {}
    for kind in sorted({(UNIT_CODE[u], IS_TROOP[u]) for u in absent}):
        gone = [u for u in absent if (UNIT_CODE[u], IS_TROOP[u]) == kind]
        alike = sorted([*gone, *[u for u in hidden if (UNIT_CODE[u], IS_TROOP[u]) == kind]])
        faces.update(zip(gone, sorted(random.sample(alike, len(gone))), strict=True))
    return faces


def is_blind(s: DemonlordState, enemy: int, u: int) -> bool:
    """Return whether a counter is left over from a random draw of the enemy."""
    if UNIT_CODE[u] == "TNC":
        return enemy == 1 and s.where[u] == AWAY
    return s.where[u] == GONE and s.side_of(u) == enemy


def is_known_kind(s: DemonlordState, enemy: int, u: int) -> bool:
    """Return whether the other side knows if this hidden counter is a troop or a character.

    It does in a hex with units of both sides, unless the moving side has been shown no troop there (H4). It also does
    where control or Necromon depended on it, and for riders and groups on the march.
    """
    h = s.where[u]
    if s.stack(1 - enemy, h):
        return not is_unproven(s, enemy, h)
    if s.control.get(h, enemy) != enemy or any([fallen.hex == h for fallen in s.fallen]):
        return True
    if any([u in pair for pair in s.riding_pairs]):
        return True
    return any([u in group_of(step) for step in s.flow])


def group_of(step: Any) -> tuple[int, ...]:
    """Return the hidden units that a step concerns."""
    if isinstance(step, Meetings):
        return tuple([u for landing in step.landings for u in landing.units])
    group: tuple[int, ...] = step.group if step.hides_fields else ()
    return group


def is_unproven(s: DemonlordState, enemy: int, h: int) -> bool:
    """Return whether a stack topped by a character could still hide troops, to the phasing side.

    A march, reinforcements and a Spellgate can have met it without being shown any. The battle step settles this (H4).
    """
    if s.phasing == enemy or h in s.control or IS_TROOP[s.stack(enemy, h)[0]]:
        return False
    return any([isinstance(step, Phase) and step.at <= BEFORE_BATTLES for step in s.flow])


def relabel(s: DemonlordState, faces: dict[int, int]) -> None:
    """Replace every unit of `faces` by another throughout the position."""
    if not faces:
        return
    where, mp, allowance = list(s.where), list(s.movement_left), list(s.allowance)
    for old, new in faces.items():
        s.where[new] = where[old]
        if mp:
            s.movement_left[new] = mp[old]
        if allowance:
            s.allowance = (*s.allowance[:new], allowance[old], *s.allowance[new + 1 :])

    def face(u: int) -> int:
        return faces.get(u, u)

    for stacks in s.stacks:
        stacks.update({h: tuple([face(u) for u in units]) for h, units in stacks.items()})
    s.seen = tuple([face(u) for u in s.seen])
    s.riding_pairs = tuple([(face(c), face(t)) for c, t in s.riding_pairs])
    s.relieving_units = tuple([face(u) for u in s.relieving_units])
    s.gated = tuple([face(u) for u in s.gated])
    s.halted_units = tuple([face(u) for u in s.halted_units])
    s.forcemarched = tuple(sorted([face(u) for u in s.forcemarched]))
    s.earthpitted = tuple(sorted([face(u) for u in s.earthpitted]))
    s.tested = tuple([face(t // 1000) * 1000 + t % 1000 for t in s.tested])
    if s.battle is not None:
        s.battle = msgspec.structs.replace(s.battle, aside=tuple([face(u) for u in s.battle.aside]))
    s.flow = [relabel_step(step, face) for step in s.flow]


def relabel_step(step: Any, face: Any) -> Any:
    """Return a step with its hidden units replaced.

    The units that pass a Spellgate are hidden too, as they are not announced.
    """
    if step.hides_fields:
        return msgspec.structs.replace(step, group=tuple([face(u) for u in step.group]))
    if isinstance(step, Enter):
        units, placed = [[face(u) for u in each] for each in (step.units, step.placed)]
        return msgspec.structs.replace(step, units=tuple(sorted(units)), placed=tuple(placed))
    if isinstance(step, Meetings):
        return msgspec.structs.replace(
            step,
            landings=tuple(
                [
                    msgspec.structs.replace(each, units=tuple([face(u) for u in each.units]))
                    for each in step.landings
                ]
            ),
        )
    if casts := getattr(step, "casts", ()):
        return msgspec.structs.replace(step, casts=tuple([relabel_cast(cast, face) for cast in casts]))
    return step


def relabel_cast(cast: Cast, face: Any) -> Cast:
    if cast.spell != SPELLGATE:
        return cast
    return msgspec.structs.replace(cast, units=tuple([face(u) for u in cast.units]))


def deal_homes(s: DemonlordState, enemy: int, random: Random) -> None:
    """Deal homes again for Hosar's hidden devotees, as possible in the set-up (H12, A23)."""
    hidden = set(hidden_units(s, HOSAR)) if enemy == HOSAR else set()
    devotees = [u for u in DEVOTEES if u in hidden]
    homes = sorted(s.home[u] for u in devotees)
    random.shuffle(homes)
    devotees.sort(key=lambda u: s.where[u] not in homes)
    dealt = list(s.home)
    for u in devotees:
        dealt[u] = s.where[u] if s.where[u] in homes else homes[0]
        homes.remove(dealt[u])
    s.home = tuple(dealt)


def deal_spells(s: DemonlordState, enemy: int, random: Random) -> None:
    """Deal a hand consistent with the spells the enemy has cast so far (H12)."""
    hand, shown = s.hands[enemy], s.revealed_spells[enemy]
    if any([isinstance(step, GateBetweenMarches) and step.side == enemy for step in s.flow]):
        shown = tuple({*shown, SPELLGATE})
    unknown = [spell for spell in MARKERS[enemy] if spell not in shown]
    dealt = tuple(sorted([*shown, *random.sample(unknown, len(hand) - len(shown))])) if hand else ()
    s.hands = with_side(s.hands, enemy, dealt)


def redeal_secret_choices(s: DemonlordState, enemy: int, random: Random) -> None:
    """Decide again at random a withdrawal decided in secret (B38)."""
    for i, step in enumerate(s.flow):
        if (
            isinstance(step, MayWithdraw)
            and s.options["withdrawal"] == "secret"
            and step.seat != enemy
            and step.asked
        ):
            s.flow[i] = msgspec.structs.replace(step, chosen=(enemy,) if random.random() < 0.5 else ())
