"""Previews of ending a step: unused options, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import PreviewItem
from palatine.games.dark_emperor.components.pieces import INACTIVE, KINGDOM_POWERS, LEADERS, PRICE, UNITS
from palatine.games.dark_emperor.components.spells import CASTS, COMBAT, DIPLOMACY, SPELLS, UNDEAD
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import CAPITAL, OWNER
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview import combat
from palatine.games.dark_emperor.preview import movement as marches
from palatine.games.dark_emperor.preview.common import sleeps
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.magic.casting import casting_ahead
from palatine.games.dark_emperor.rules.magic.procedure import Cast
from palatine.games.dark_emperor.rules.movement.movement import Movement, boxed
from palatine.games.dark_emperor.rules.movement.naval import Embark, boarders
from palatine.games.dark_emperor.rules.movement.stacking import excess
from palatine.games.dark_emperor.rules.realm.diplomacy import Court, diplomacy_chance, open_monsters, power_at
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits, wares
from palatine.games.dark_emperor.rules.realm.vampires import Raise, nests
from palatine.games.dark_emperor.view.wording import odds_of

MOST_BATTLES = 4
"""Maximum number of battles with odds at the end of movement."""


@preview(Movement, "end")
def preview_end_of_movement(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return what follows the end of movement, and unused options.

    Attrition and battles follow; unmoved and crowded stacks are listed.
    """
    for points, count, h in marches.doomed(o.s):
        yield o.warning("worn", "8.12a", points=points, count=count, hex=h)
    if o.s.trails:
        yield o.note("attrition-next", "8.12a")
    yield from marches.attrition_odds(o)
    for h in sorted(set(o.s.stacks[0]) & set(o.s.stacks[1]))[:MOST_BATTLES]:
        if (found := combat.battle_ahead(o, o.s, h)) is not None:
            yield found.as_it_stands
    yield from crowded(o)
    yield from idle(o)


def crowded(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return hexes over the limit, whose excess units are destroyed after one's combat (10.1)."""
    for h in sorted(o.s.stacks[o.side]):
        if (owed := excess(o.s, o.side, h)) > 0:
            yield o.unused_option("overstacked", "10.1b", [h], weight="warning", owed=owed, hex=h, limit=LIMIT[h])


def idle(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return stacks and leaders that have not moved, and errands for these leaders."""
    s = o.s
    waiting = [
        p for p in s.all_pieces(o.side) if p not in s.origin and p not in s.stopped and p not in s.cargo.values()
    ]
    stacks = sorted({s.where[p] for p in waiting if p < UNITS})
    if stacks:
        yield o.unused_option("stacks", "8", stacks)
    leaders = [p for p in waiting if p in LEADERS]
    if leaders:
        yield o.unused_option("leaders", "8.16a", sorted({s.where[p] for p in leaders}), leaders=leaders)
        yield from idle_leader_tasks(o)
    for leader in boxed(s, o.side):
        yield o.unused_option("boxed", "19.1b", action=("leave", leader), leader=leader)


def idle_leader_tasks(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return errands for idle leaders: inactive capitals, magic hexes."""
    s = o.s
    courts = [CAPITAL[k] for k in KINGDOM_POWERS if s.control[k] == INACTIVE and not s.leaders(o.side, CAPITAL[k])]
    if courts:
        yield o.unused_option("courts", "11.2a", courts)
    markers = [h for h in sorted(s.markers) if not s.leaders(o.side, h)]
    if markers:
        yield o.unused_option("markers", "18.12a", markers)


@preview(Embark, "end")
def preview_end_of_embarkation(o: PreviewContext) -> Iterator[PreviewItem]:
    found = boarders(o.s, o.side)
    if found:
        hexes = sorted({o.s.where[u] for u in found})
        yield o.unused_option("aboard", "8.21a", hexes, units=len(found))


@preview(Cast, "end")
def preview_end_of_casting(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the spells that could still be cast, with chances; not those that would activate."""
    for action in o.step.actions(o.s):
        if action[0] != "cast":
            continue
        caster, spell = divmod(action[1], CASTS)
        h = o.s.where[caster]
        if SPELLS[spell].kind != DIPLOMACY and h >= 0 and sleeps(o.s, OWNER[h]):
            continue
        odds = odds_of(casting_ahead(o.s, caster, SPELLS[spell].rune))
        yield o.unused_option(
            "spell", SPELLS[spell].clause, [h], action=action, spell=spell, piece=caster, odds=odds
        )
    if o.step.kind in (COMBAT, UNDEAD):
        yield from combat.left_over(o)


@preview(Court, "end")
def preview_end_of_diplomacy(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the leaders who have not negotiated, with their chances."""
    s = o.s
    for action in o.step.actions(s):
        verb, operand = action
        if verb == "envoy":
            power = power_at(s.where[operand])
            odds = odds_of(diplomacy_chance(s, o.side, operand, power))
            yield o.unused_option(
                "envoy", "11.2a", [s.where[operand]], action=action, leader=operand, power=power, odds=odds
            )
        elif verb == "court":
            yield o.unused_option("courtier", "19.11a", action=action, leader=operand)
        elif verb == "herald":
            odds = odds_of(diplomacy_chance(s, o.side, -1, operand))
            yield o.unused_option("herald", "11.2a", [CAPITAL[operand]], action=action, power=operand, odds=odds)
        elif verb == "parley" and len(found := open_monsters(s, s.where[operand])) == 1:
            odds = odds_of(diplomacy_chance(s, o.side, operand, found[0]))
            h = s.where[operand]
            yield o.unused_option(
                "parley", "18.15d", [h], action=action, leader=operand, monster=found[0], odds=odds
            )
    for h in sorted(s.markers):
        if s.leaders(o.side, h):
            yield o.note("turns-up", "18.12a", leader=s.leaders(o.side, h)[0], hex=h)


@preview(RecruitUnits, "end")
def preview_end_of_recruitment(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the kingdoms with gold for a unit, and these units (7.2)."""
    s = o.s
    found = list(wares(s, o.side))
    for k in KINGDOM_POWERS:
        mine = [u for u in found if s.power[u] == k and PRICE[u] <= s.gold[k]]
        if mine:
            yield o.unused_option(
                "gold", "7.21b", [CAPITAL[k]], action=("buy", mine[0]), kingdom=k, gold=s.gold[k], units=mine
            )


@preview(Raise, "end")
def preview_end_of_raising(o: PreviewContext) -> Iterator[PreviewItem]:
    hexes = sorted(nests(o.s))
    if hexes:
        yield o.unused_option("vampires", "7.33a", hexes, hexes=hexes)
