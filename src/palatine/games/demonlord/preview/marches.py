"""Previews of moving a group into the next hex, and of leaving its own."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import JointChance
from palatine.core.guidance.preview import Consequence, Irrevocable, PreviewItem
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP, MP, POWER
from palatine.games.demonlord.components.world import NEUTRAL, NINNGHIZ
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.distances import journey
from palatine.games.demonlord.preview.field_battles import POOR, battle_odds, field_odds, known_size
from palatine.games.demonlord.preview.perception import Foe
from palatine.games.demonlord.preview.sieges import siege_odds
from palatine.games.demonlord.rules.characters.capture import (
    capture_chance,
    entering_penalty,
    is_at_risk,
    is_free,
    is_held,
    is_taken,
)
from palatine.games.demonlord.rules.common.fortresses import may_hold
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.movement.entry import is_locked
from palatine.games.demonlord.rules.movement.movement import March
from palatine.games.demonlord.state import CAPITALS, NORMAL, has_troops

LOSS_OF_CAPITAL = ("END-01", "END-02")
"""By side: the clause by which the loss of its capital ends the game."""


@preview(March)
def preview_march(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of picking a unit, changing the top counter, or moving."""
    if f.verb == "go":
        yield from going(f)
    elif f.verb == "top":
        yield Irrevocable("HID-01")
        yield f.note("top", "HID-01", unit=f.x)
    elif f.verb == "unit":
        stack = f.s.stack(f.side, f.step.hex)
        if not f.step.group and stack[0] != f.x:
            yield f.note("leads-off", "HID-01", unit=f.x)


def going(f: PreviewContext) -> Iterator[PreviewItem]:
    step, group = f.step, f.step.group
    if not step.moved:
        yield from leaving(f, step.hex, group)
    if has_troops(group):
        yield from troops_enter(f, group, f.x)
    elif not f.s.has_troop(f.side, f.x):
        yield from characters_enter(f, group, f.x)


# What is left behind


def leaving(f: PreviewContext, h: int, group: tuple[int, ...]) -> Iterator[Consequence]:
    """Return warnings if the last troop leaves a friendly place, or characters among enemies."""
    if not has_troops(group) or any([u not in group for u in f.s.troops(f.side, h)]):
        return
    if f.sight.holder(h) == f.side and (f.sight.is_fortress(h) or h == NINNGHIZ):
        yield left_empty(f, h)
    behind = [c for c in f.s.characters(f.side, h) if c not in group]
    foe = f.sight.foe(h)
    if behind and foe is not None and f.known_troops(foe):
        yield f.warning("left-behind", "CAP-01", units=behind, hex=h)


def left_empty(f: PreviewContext, h: int) -> Consequence:
    """Return a warning of leaving a fortress, or the capital, without troops."""
    if f.s.variant() != NORMAL or h != CAPITALS[f.side]:
        return f.warning("empty", "SIEGE-04", hex=h)
    foe = raider(f, h)
    if foe is None:
        return f.warning("empty-capital", LOSS_OF_CAPITAL[f.side], hex=h)
    return f.warning("empty-capital-near", LOSS_OF_CAPITAL[f.side], hex=h, unit=foe.top, near=foe.hex)


def raider(f: PreviewContext, h: int) -> Foe | None:
    """Return an enemy stack with a troop on top that can reach a hex in one step, or None."""
    sight = f.sight
    for foe in sight.foes:
        is_held = sight.holder(foe.hex) == f.enemy and sight.has_siege(foe.hex)
        if IS_TROOP[foe.top] and not is_held and journey(CLASS[foe.top], h)[foe.hex] <= MP[foe.top]:
            return foe
    return None


# Who is met


def troops_enter(f: PreviewContext, group: tuple[int, ...], n: int) -> Iterator[PreviewItem]:
    """Return the effects of troops entering a hex: neutrals, enemies, places."""
    s, foe = f.s, f.sight.foe(n)
    neutral = unallied_home(s, n)
    units = [*s.stack(f.side, n), *group]
    if neutral >= 0:
        yield f.warning("attacks-neutral", "ALLY-03", event="alliance.attacked", neutral=neutral, hex=n)
        if has_troops(s.stack(NEUTRAL, n)):
            yield battle_odds(f, n, units)
    elif foe is None:
        yield from place_taken(f, n)
    elif not foe.may_fight:
        yield f.note("finds-character", "CAP-02", unit=foe.top, hex=n)
    elif is_locked(s, f.side, n):
        yield f.note("relief", "SIEGE-23", hex=n)
        yield battle_odds(f, n, units)
    else:
        yield from troops_met(f, foe, units)


def place_taken(f: PreviewContext, n: int) -> Iterator[Consequence]:
    """Return a note if an undefended place changes hands, or if that ends the game."""
    if f.sight.holder(n) == f.side or n not in f.s.control or not may_hold(f.s, n, f.side):
        return
    if f.s.variant() == NORMAL and n == CAPITALS[f.enemy]:
        yield f.note("wins", LOSS_OF_CAPITAL[f.enemy], event="control", hex=n)
    else:
        yield f.note("takes", "SIEGE-03", event="control", hex=n)


def troops_met(f: PreviewContext, foe: Foe, units: list[int]) -> Iterator[PreviewItem]:
    """Return the odds against enemy troops, or a stack that may hide some."""
    n = foe.hex
    chance = field_odds(f, n, units).chance
    own = len([u for u in units if IS_TROOP[u]])
    if not IS_TROOP[foe.top]:
        yield f.note("may-hide", "MOV-26", unit=foe.top, hex=n)
    tell = f.warning if chance < POOR else f.note
    key = "must-fight" if IS_TROOP[foe.top] else "may-fight"
    yield tell(key, "MOV-20", count=own, size=known_size(f, foe), share=chance)
    yield battle_odds(f, n, units)
    if f.sight.holder(n) == f.enemy and f.sight.is_fortress(n):
        yield f.note("walls", "BAT-03", hex=n)
        arrived = PreviewContext(f.game, f.after, f.seat, f.action)
        yield from [siege_odds(arrived, n, assault, later=1) for assault in (False, True)]


def characters_enter(f: PreviewContext, group: tuple[int, ...], n: int) -> Iterator[Consequence]:
    """Return the risk of characters entering a hex alone, by visible enemies (CAP-01)."""
    s, foe = f.s, f.sight.foe(n)
    if not is_at_risk(s, group, n):
        return
    if foe is not None and not f.known_troops(foe):
        if foe.size > 1:
            yield f.note("may-be-tested", "MOV-26", hex=n, units=list(group))
        return
    if foe is None and not has_troops(s.stack(NEUTRAL, n)):
        return
    margin = known_capture(f, f.side, group, n, entering_penalty(s, f.side, n)).distribution()
    free, held, taken = margin.count(is_free), margin.count(is_held), margin.count(is_taken)
    is_sure = len(group) == 1 and f.is_all_known(n) and (foe is None or IS_TROOP[foe.top])
    key = "unguarded" if f.is_all_known(n) else "unguarded-doubt"
    yield f.warning(
        key, "CAP-06", event="capture.taken" if is_sure else "", chance=taken / margin.throws, units=list(group),
        free=free, held=held, taken=(taken, margin.throws),
    )  # fmt: skip


def known_capture(f: PreviewContext, owner: int, group: tuple[int, ...], h: int, penalty: int) -> JointChance[int]:
    """Return the chance of a party of `owner` against its searchers, by visible magic users."""
    mine = max([POWER[u] for u in (*group, *f.s.stack(f.side, h))], default=0)
    theirs = max([POWER[u] for u in (*f.known(h), *f.s.stack(NEUTRAL, h))], default=0)
    edge = (mine > theirs) - (mine < theirs)
    return capture_chance(penalty, edge if owner == f.side else -edge)
