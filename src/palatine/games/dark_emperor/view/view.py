"""What a seat sees of Dark Emperor: pieces, markers, panels, what is asked and the choices in words."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from palatine.core import Action, Catalogue, Choice, Game, Mark, Panel, Piece, Plan, Row, Standing, Step, View
from palatine.core.messages import capital
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    BOX,
    DEVICES,
    FIRST_DEVICE,
    FIRST_LEADER,
    FORGED,
    GONE,
    HERO,
    HEROS_SWORD,
    INACTIVE,
    KINGDOM_POWERS,
    LEADER_OF,
    LEADERS,
    LIVING_SWORD,
    NECROMANCER,
    PIECE_KEY,
    PIECE_NAME,
    POOL,
    POWER_NAME,
    SIDES,
    UNIT_OF,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import SPELLS
from palatine.games.dark_emperor.components.tables import LAST_TURN, VICTORIES
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_AT, hex_name
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.magic.elemental import Strike
from palatine.games.dark_emperor.rules.magic.procedure import Casting
from palatine.games.dark_emperor.rules.magic.terror_and_serenity import Drive
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.faces import (
    BATTLE_MARKER,
    STYLE_OF,
    TURN_MARKER,
    counters,
    forged_face,
    undead_face,
)
from palatine.games.dark_emperor.view.odds import action_cost
from palatine.games.dark_emperor.view.plans import plans, weakly_held
from palatine.games.dark_emperor.view.standing import standing_answers
from palatine.games.dark_emperor.view.wording import SIDE_NAMES

SIDE_STYLES = ("necromancer", "zolahaureslor", "white")


def view(game: Game[DarkEmperorState], s: DarkEmperorState, seat: str | None) -> View:
    """All that `seat` may see: everything but the faces of the markers on the magic hexes."""
    words = game.words
    base = game.base_view(s, seat)
    step = s.flow[-1] if s.flow else None
    mine = seat is not None and seat in base.asked
    stands = (
        [Plan(each.text, (each.answer,), until=each.until) for each in standing_answers(words, s)] if mine else []
    )
    return replace(
        base,
        heading=heading(words, s),
        prompt=base.prompt or prompt(words, s, step, mine),
        pieces=tuple(pieces(s)),
        choices=tuple(choices(game, s, seat)) if seat is not None and base.verbs else (),
        plans=(*plans(words, s), *stands) if mine else (),
        panels=panels(words, s),
        focus=focus(s, step),
        marks=marks(s),
        boards=("map", "off"),
    )


# What is asked


def standing(game: Game[DarkEmperorState], s: DarkEmperorState, seat: str) -> tuple[Standing, ...]:
    """The answers a seat may give once for all to what it is asked."""
    return standing_answers(game.words, s) if seat in game.actors(s) else ()


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
    """The names of the steps in progress, the innermost first."""
    return [
        f"Casting.{step.kind}" if isinstance(step, Casting) else type(step).__name__ for step in reversed(s.flow)
    ]


def prompt(words: Catalogue, s: DarkEmperorState, step: Any, mine: bool) -> str:
    """One line of what is to be decided, or of what the others wait for."""
    name = type(step).__name__
    if not mine:
        return words.say("waiting.other", seat=s.seats[step.seat], what=words.say(f"waits.{name}"))
    data = {"hex": place_of(s, step), **{field: getattr(step, field) for field in step.__struct_fields__}}
    return words.say(f"prompt.{name}{prompt_case(step)}", **data)


def prompt_case(step: Any) -> str:
    """Which of several prompts of a step is meant, as the end of its key."""
    if isinstance(step, March) and step.group:
        return ".moved" if step.moved else ".picked"
    return ""


def clause_of(step: Step) -> str:
    """The clause a step rests on; of a spell's target, the spell's."""
    if isinstance(step, Strike | Drive):
        return SPELLS[step.spell].clause
    return str(getattr(step, "clause", ""))


def action_text(game: Game[DarkEmperorState], s: DarkEmperorState, action: Action) -> str:
    """An action as a phrase."""
    words = game.words
    verb, operand = action
    step: Any = s.flow[-1]
    if isinstance(step, March) and verb == "halt" and not step.moved:
        verb = "back"
    name = type(step).__name__
    key = next(
        each for each in (f"action.{name}.{verb}.{operand}", f"action.{name}.{verb}", f"action.{verb}")
        if words.has(each)
    )  # fmt: skip
    data = {field: getattr(step, field) for field in step.__struct_fields__}
    return words.say(key, **{**data, "x": operand})


def choices(game: Game[DarkEmperorState], s: DarkEmperorState, seat: str) -> list[Choice]:
    step: Any = s.flow[-1]
    verbs = {**step.verbs, **game.interruptions}
    return [
        Choice(verb, operand, action_text(game, s, (verb, operand)), verbs[verb],
               action_cost(game.words, s, step, verb, operand))
        for verb, operand in game.actions(s, seat)
    ]  # fmt: skip


def focus(s: DarkEmperorState, step: Any) -> tuple[str, ...]:
    """The hex that the decision is about; of the gate's the capitals that can be had at once."""
    if isinstance(step, Gate):
        return tuple([hex_name(CAPITAL[k]) for k in weakly_held(s)])
    h = place_of(s, step)
    return (hex_name(h),) if h >= 0 else ()


def place_of(s: DarkEmperorState, step: Any) -> int:
    """The hex of a step or, of a spell's, of its caster; -1 for none."""
    caster = getattr(step, "caster", -1)
    h: int = getattr(step, "hex", s.where[caster] if caster >= 0 else -1)
    return h


# Pieces


def pieces(s: DarkEmperorState) -> list[Piece]:
    """Every counter: on the map, in the Box, in the pools; what lies face down as a back."""
    cargo = frozenset(s.cargo.values())
    found = [
        face(p, hex_name(s.where[p]), PIECE_KEY[p], leader_badges(s, p), pile=pile(s, p))
        for p in LEADERS
        if s.where[p] >= 0
    ]
    found += [device(s, d) for d in DEVICES if s.where[d] >= 0]
    for p in range(FIRST_LEADER):
        h = s.where[p]
        if h < 0:
            continue
        if not s.is_in_play(p):
            found.append(Piece(f"p{p}", hex_name(h), "map", BATTLE_MARKER, p, "battlefield", (), PIECE_NAME[p]))
        else:
            found.append(face(p, hex_name(h), face_key(s, p), unit_badges(s, p, p in cargo), pile=pile(s, p)))
    found += [
        Piece(f"m{hex_name(h)}", hex_name(h), "map", "", -1, "magic", (), "Magic hex marker, face down")
        for h in sorted(s.markers)
    ]
    return found + off_pieces(s)


def pile(s: DarkEmperorState, p: int) -> str:
    return str(s.side(p))


def face_key(s: DarkEmperorState, p: int) -> str:
    return undead_face(p) if p < UNITS and p in s.undead else PIECE_KEY[p]


@cache
def face(p: int, space: str, key: str, badges: tuple[str, ...] = (), board: str = "map", pile: str = "") -> Piece:
    return Piece(f"p{p}", space, board, key, p, style_of(p), badges, counters()[key].text, pile)


def style_of(p: int) -> str:
    if p < UNITS:
        return STYLE_OF[UNIT_OF[p]]
    return STYLE_OF[LEADER_OF[p - FIRST_LEADER]] if p in LEADERS else "magic"


def unit_badges(s: DarkEmperorState, p: int, is_aboard: bool) -> tuple[str, ...]:
    found = []
    if is_aboard:
        found.append("embarked")
    if p in s.trails:
        found.append("moved")
    step = s.flow[-1] if s.flow else None
    if isinstance(step, March) and p in step.group:
        found.append("on the march")
    return tuple(found)


def leader_badges(s: DarkEmperorState, p: int) -> tuple[str, ...]:
    found = ["Doge"] if p == s.doge else []
    if s.rating(p) != HERO[p - FIRST_LEADER]:
        found.append(f"Hero Rating {s.rating(p)}")
    found += [PIECE_NAME[d] for d in s.carried(p)]
    if p in s.origin:
        found.append("moved")
    step = s.flow[-1] if s.flow else None
    if isinstance(step, March) and p in step.group:
        found.append("on the march")
    return tuple(found)


def device(s: DarkEmperorState, d: int) -> Piece:
    """A device, with its bearer or by itself, on the map or in the Mercenary Holding Box."""
    key = forged_face(HEROS_SWORD if d in s.heros else LIVING_SWORD) if d in FORGED else PIECE_KEY[d]
    bearer = s.bearer[d - FIRST_DEVICE]
    badges = (f"carried by {PIECE_NAME[bearer]}",) if bearer >= 0 else ()
    h = s.where[d]
    space, board = ("mercenaries", "off") if h == BOX else (hex_name(h), "map")
    return face(d, space, key, badges, board, pile(s, bearer) if bearer >= 0 else "")


def off_pieces(s: DarkEmperorState) -> list[Piece]:
    """The turn marker, the Mercenary Holding Box and the recruitment pools."""
    turn = min(s.turn, LAST_TURN)
    found = [Piece("turn", f"turn.{turn}", "off", TURN_MARKER, style="marker", text=f"Game-turn {turn}")]
    for p in range(FIRST_DEVICE):
        if s.where[p] == BOX:
            badges = leader_badges(s, p) if p in LEADERS else ()
            found.append(face(p, "mercenaries", face_key(s, p), badges, "off", pile(s, p)))
        elif s.where[p] == POOL and p < UNITS and UNIT_OF[p] != BATTLEFIELD:
            found.append(face(p, f"pool.{s.power[p]}", PIECE_KEY[p], (), "off"))
    return found + [device(s, d) for d in DEVICES if s.where[d] == BOX]


# Panels and marks


def panels(words: Catalogue, s: DarkEmperorState) -> tuple[Panel, ...]:
    return score_panel(words, s), powers_panel(words, s), magic_panel(words, s), dead_panel(words, s)


def score_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Game-turn, vampires, and what the levels of victory ask."""
    rows = [
        Row(words.say("panel.turn"), f"{s.turn}", words.say("panel.of-fourteen")),
        Row(words.say("panel.maximum"), f"{s.maximum}", words.say("panel.maximum-note")),
        Row(words.say("panel.production"), f"{production(s)}", words.say("panel.production-note")),
    ]
    for level in VICTORIES:
        winner = capital(level.winner) if level.winner else words.say("panel.nobody")
        rows.append(Row(words.say("panel.level", winner=winner, level=level.level), f"{level.least}+"))
    return Panel("score", words.say("panel.score"), tuple(rows))


def powers_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """Kingdoms and groups: on which side, with what gold, conquered by whom."""
    rows = []
    for power in range(NECROMANCER):
        side = s.control[power]
        free = "panel.inactive" if power in KINGDOM_POWERS else "panel.free"
        value = words.say(free) if side == INACTIVE else capital(SIDE_NAMES[side])
        rows.append(Row(POWER_NAME[power], value, power_note(words, s, power)))
    return Panel("powers", words.say("panel.powers"), tuple(rows))


def power_note(words: Catalogue, s: DarkEmperorState, power: int) -> str:
    if power not in KINGDOM_POWERS:
        patron = s.patron[power - len(KINGDOM_POWERS)]
        return words.say("panel.assigned", power=patron) if patron >= 0 else ""
    if s.is_conquered(power):
        return words.say("panel.conquered", power=s.lands[power])
    return words.say("panel.gold", gold=s.gold[power]) if s.control[power] != INACTIVE else ""


def magic_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """What has been cast and used in this game-turn."""
    rows = [Row(PIECE_NAME[p], words.say("panel.casts", count=n), piece=PIECE_KEY[p]) for p, n in s.spent.items()]
    rows += [Row(PIECE_NAME[p], words.say("panel.attuned")) for p in s.attuned]
    rows += [
        Row(PIECE_NAME[p], words.say("panel.uses", devices=list(devices)), piece=PIECE_KEY[p])
        for p, devices in s.wielded.items()
        if devices
    ]
    return Panel("magic", words.say("panel.magic"), tuple(rows))


def dead_panel(words: Catalogue, s: DarkEmperorState) -> Panel:
    """The dead, and units gone for good."""
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


def marks(s: DarkEmperorState) -> dict[str, tuple[Mark, ...]]:
    """Flames, entrenchments, breaches, and who holds the cities."""
    found: dict[str, list[Mark]] = {}
    for h in CITY_AT:
        for side in SIDES:
            if s.units(side, h) and side != INACTIVE:
                found.setdefault(hex_name(h), []).append(Mark("control", f"held by {SIDE_NAMES[side]}",
                                                              style=SIDE_STYLES[side]))  # fmt: skip
    for h, _ in s.flames:
        found.setdefault(hex_name(h), []).append(Mark("flames", "Wall of Flames", "fire-wave", "marker"))
    for h in s.entrenched:
        found.setdefault(hex_name(h), []).append(Mark("entrenchment", "Entrenchments", "defensive-wall", "marker"))
    for h in s.breached:
        found.setdefault(hex_name(h), []).append(Mark("breach", "breached walls", "", "marker"))
    return {h: tuple(those) for h, those in found.items()}
