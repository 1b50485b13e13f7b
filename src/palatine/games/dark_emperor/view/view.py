"""The view of a seat: pieces, markers, panels, prompt and choices."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from palatine.core import (
    AutoReply,
    Catalogue,
    Game,
    Mark,
    Panel,
    Row,
    Shortcut,
    View,
    memoized_view,
)
from palatine.core.messages import capitalize
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    FIRST_LEADER,
    GONE,
    INACTIVE,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER,
    NECROMANCER_SIDE,
    PIECE_KEY,
    PIECE_NAME,
    POWER_NAME,
    UNIT_OF,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import VICTORIES
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_AT, hex_name
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.magic.procedure import Casting
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.auto_replies import possible_replies
from palatine.games.dark_emperor.view.pieces import pieces
from palatine.games.dark_emperor.view.plans import plans, weakly_held
from palatine.games.dark_emperor.view.wording import SIDE_NAMES

SIDE_STYLES = ("necromancer", "zolahaureslor", "white")


def view(
    game: Game[DarkEmperorState], s: DarkEmperorState, seat: str | None, *, without_shortcuts: bool = False
) -> View:
    """Return the view of `seat`: everything except the faces of markers on magic hexes."""
    words = game.words
    base = game.base_view(s, seat)
    step = s.flow[-1] if s.flow else None
    mine = seat is not None and seat in base.asked
    offered, ways = plans(words, s, without_shortcuts=without_shortcuts) if mine else ([], ())
    stands = (
        [Shortcut(each.text, (each.answer,), duration_key=each.duration_key) for each in possible_replies(words, s)]
        if mine
        else []
    )
    return replace(
        base,
        heading=heading(words, s),
        prompt=base.prompt or game.prompt(s, seat),
        pieces=pieces(s),
        choices=tuple(game.choices(s, seat)) if seat is not None and base.verbs else (),
        shortcuts=(*offered, *stands),
        shortcut_spaces=ways,
        panels=panels(words, s),
        focus=focus(s, step),
        marks=marks(s),
        boards=("map", "off"),
    )


# What is asked


def auto_replies(game: Game[DarkEmperorState], s: DarkEmperorState, seat: str) -> tuple[AutoReply, ...]:
    """Return the automatic replies a seat can set for its current decision."""
    return possible_replies(game.words, s) if seat in game.actors(s) else ()


def heading(words: Catalogue, s: DarkEmperorState) -> str:
    if s.outcome is not None:
        return words.say("heading.over")
    step: Any = s.flow[-1]
    if isinstance(step, Gate):
        return words.say("heading.setup")
    segment = next((f"segment.{name}" for name in segments(s) if words.has(f"segment.{name}")), "")
    where = words.say("heading.turn", turn=s.turn, side=s.phasing)
    return words.say("heading.segment", where=where, segment=words.say(segment)) if segment else where


def segments(s: DarkEmperorState) -> list[str]:
    """Return the names of the steps in progress, the innermost first."""
    return [
        f"Casting.{step.kind}" if isinstance(step, Casting) else type(step).__name__ for step in reversed(s.flow)
    ]


def message_data(game: Game[DarkEmperorState], s: DarkEmperorState, step: Any) -> dict[str, Any]:
    """Return the data for messages about a step: its fields and hex."""
    return {"hex": place_of(s, step), **{field: getattr(step, field) for field in step.__struct_fields__}}


def focus(s: DarkEmperorState, step: Any) -> tuple[str, ...]:
    """Return the hex of the decision; for the gate, the capitals that can be taken on entry."""
    if isinstance(step, Gate):
        return tuple([hex_name(CAPITAL[k]) for k in weakly_held(s)])
    h = place_of(s, step)
    return (hex_name(h),) if h >= 0 else ()


def place_of(s: DarkEmperorState, step: Any) -> int:
    """Return the hex of a step or of its caster, or -1."""
    caster = getattr(step, "caster", -1)
    h: int = getattr(step, "hex", s.where[caster] if caster >= 0 else -1)
    return h


# Panels and marks


def panels(words: Catalogue, s: DarkEmperorState) -> tuple[Panel, ...]:
    return score_panel(words, s), powers_panel(words, s), magic_panel(words, s), dead_panel(words, s)


@memoized_view
def score_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Return the panel of the game-turn, vampires and levels of victory."""
    rows = [
        Row(words.say("panel.turn"), f"{s.turn}", words.say("panel.of-fourteen")),
        Row(words.say("panel.maximum"), f"{s.maximum}", words.say("panel.maximum-note")),
        Row(words.say("panel.production"), f"{production(s)}", words.say("panel.production-note")),
    ]
    for level in VICTORIES:
        winner = capitalize(level.winner) if level.winner else words.say("panel.nobody")
        rows.append(Row(words.say("panel.level", winner=winner, level=level.level), f"{level.least}+"))
    return Panel("score", words.say("panel.score"), tuple(rows))


@memoized_view
def powers_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Return the panel of kingdoms and groups: side, gold, conqueror."""
    rows = []
    for power in range(NECROMANCER):
        side = s.control[power]
        free = "panel.inactive" if power in KINGDOM_POWERS else "panel.free"
        value = words.say(free) if side == INACTIVE else capitalize(SIDE_NAMES[side])
        rows.append(Row(POWER_NAME[power], value, power_note(words, s, power)))
    return Panel("powers", words.say("panel.powers"), tuple(rows))


def power_note(words: Catalogue, s: DarkEmperorState, power: int) -> str:
    if power not in KINGDOM_POWERS:
        patron = s.patron[power - len(KINGDOM_POWERS)]
        return words.say("panel.assigned", power=patron) if patron >= 0 else ""
    if s.is_conquered(power):
        return words.say("panel.conquered", power=s.lands[power])
    return words.say("panel.gold", gold=s.gold[power]) if s.control[power] != INACTIVE else ""


@memoized_view
def magic_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Return the panel of spells cast and devices used in this game-turn."""
    rows = [Row(PIECE_NAME[p], words.say("panel.casts", count=n), piece=PIECE_KEY[p]) for p, n in s.spent.items()]
    rows += [Row(PIECE_NAME[p], words.say("panel.attuned")) for p in s.attuned]
    rows += [
        Row(PIECE_NAME[p], words.say("panel.uses", devices=list(devices)), piece=PIECE_KEY[p])
        for p, devices in s.wielded.items()
        if devices
    ]
    return Panel("magic", words.say("panel.magic"), tuple(rows))


@memoized_view
def dead_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Return the panel of the dead, and of units out of the game."""
    rows = [
        Row(PIECE_NAME[d.leader], words.say("panel.died", turn=d.turn, hex=d.hex), piece=PIECE_KEY[d.leader])
        for d in s.deaths
    ]
    rows += [
        Row(PIECE_NAME[p], words.say("panel.gone"), piece=PIECE_KEY[p])
        for p in range(FIRST_LEADER)
        if s.where[p] == GONE and (p >= UNITS or UNIT_OF[p] != BATTLEFIELD)
    ]
    return Panel("dead", words.say("panel.dead"), tuple(rows))


@cache
def held_by(side: int) -> Mark:
    return Mark("control", f"held by {SIDE_NAMES[side]}", style=SIDE_STYLES[side])


@memoized_view
def marks(s: DarkEmperorState) -> dict[str, tuple[Mark, ...]]:
    """Return marks of flames, entrenchments and breaches, and of the sides that hold cities."""
    found: dict[str, list[Mark]] = {}
    for h in CITY_AT:
        for side in (NECROMANCER_SIDE, KINGDOMS_SIDE):
            if s.has_units(side, h):
                found.setdefault(hex_name(h), []).append(held_by(side))
    for h, _ in s.flames:
        found.setdefault(hex_name(h), []).append(Mark("flames", "Wall of Flames", "fire-wave", "marker"))
    for h in s.entrenched:
        found.setdefault(hex_name(h), []).append(Mark("entrenchment", "Entrenchments", "defensive-wall", "marker"))
    for h in s.breached:
        found.setdefault(hex_name(h), []).append(Mark("breach", "breached walls", "", "marker"))
    return {h: tuple(those) for h, those in found.items()}
