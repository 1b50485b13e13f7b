"""Previews of the end of movement: unused options, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import PreviewItem, UnusedOption
from palatine.games.demonlord.components.pieces import IS_TROOP, MP
from palatine.games.demonlord.components.world import HOMELANDS
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.field_battles import battle_odds
from palatine.games.demonlord.preview.marches import LOSS_OF_CAPITAL, raider
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.movement.movement import LEADERLESS, Movement
from palatine.games.demonlord.state import CAPITALS, FRESH, NORMAL

MOST_BATTLES = 3
"""Maximum number of battles with odds."""


@preview(Movement)
def preview_movement(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of picking a stack, or of ending the movement."""
    if f.verb == "stack":
        yield from no_leader(f)
        return
    yield from guests(f)
    yield from unused_options(f)
    for h in [h for h in f.sight.hexes if will_fight(f, h)][:MOST_BATTLES]:
        yield battle_odds(f, h, list(f.s.stack(f.side, h)))


def no_leader(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note that troops without a leader have half their points (LEAD-01)."""
    s = f.s
    halved = [
        u for u in s.troops(f.side, f.x) if s.movement_left[u] >= FRESH and s.allowance[u] == LEADERLESS[u] < MP[u]
    ]
    if halved:
        slowest = min(halved, key=lambda u: (LEADERLESS[u], u))
        yield f.note("no-leader", "LEAD-01", points=LEADERLESS[slowest], full=MP[slowest], hex=f.x)


def will_fight(f: PreviewContext, h: int) -> bool:
    """Return whether a hex visibly has troops of both sides."""
    foe = f.sight.foe(h)
    return foe is not None and bool(f.known_troops(foe)) and f.s.has_troop(f.side, h)


def guests(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return warnings of troops in a neutral's homeland, which attack it now (F29)."""
    for h in HOMELANDS:
        neutral = unallied_home(f.s, h)
        if neutral >= 0 and f.s.has_troop(f.side, h):
            yield f.warning("guests", "ALLY-03", event="alliance.attacked", neutral=neutral, hex=h)


def unused_options(f: PreviewContext) -> Iterator[UnusedOption]:
    s, sight, side = f.s, f.sight, f.side
    capital = CAPITALS[side]
    empty = [h for h in sight.places_of(side) if sight.is_fortress(h) and not s.has_troop(side, h)]
    if capital in empty and s.variant() == NORMAL:
        yield f.unused_option("empty-capital", LOSS_OF_CAPITAL[side], [capital], weight="warning")
        empty.remove(capital)
    if empty:
        yield f.unused_option("empty", "SIEGE-04", empty)
    lone = [h for h in sight.hexes if not s.has_troop(side, h)]
    left = [h for h in lone if h in s.vacated_hexes and (foe := sight.foe(h)) is not None and f.known_troops(foe)]
    if left:
        yield f.unused_option("left-behind", "CAP-01", left, weight="warning")
    exposed = [h for h in lone if h not in left and raider(f, h) is not None]
    if exposed:
        yield f.unused_option("alone", "CAP-02", exposed)
    waiting = [h for h in sight.hexes if is_waiting(f, h)]
    if waiting:
        yield f.unused_option("unmoved", "MOV-03", waiting)


def is_waiting(f: PreviewContext, h: int) -> bool:
    """Return whether a stack has troops that have not moved and still can."""
    if f.sight.is_locked(h) or f.sight.foe(h) is not None:
        return False
    return any(
        [
            IS_TROOP[u] and f.s.movement_left[u] >= FRESH and f.s.movement_left[u] > FRESH
            for u in f.s.stack(f.side, h)
        ]
    )
