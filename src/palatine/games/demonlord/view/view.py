"""What a seat sees of Demonlord: pieces and backs, boxes, panels, what is asked and the choices in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from palatine.core import Action, Catalogue, Choice, Mark, Panel, Piece, Row, Step, Tally, View
from palatine.games.demonlord.components.world import (
    CLASS,
    HOSAR,
    IS_TROOP,
    MARKERS,
    NEUTRALS,
    NINNGHIZ,
    RAINS,
    SPELLS,
    UNIT_KEY,
    UNIT_SIDE,
    UNITS,
    hex_name,
)  # fmt: skip
from palatine.games.demonlord.hidden import hidden_units
from palatine.games.demonlord.rules.characters.capture import Parties
from palatine.games.demonlord.rules.combat.attacks import (
    MAGIC,
    MISSILES,
    AimAt,
    Attack,
    magic_value,
    melee_value,
    missile_value,
)
from palatine.games.demonlord.rules.combat.battles import Deploy
from palatine.games.demonlord.rules.combat.reserves import Forward
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.spells import Extent
from palatine.games.demonlord.rules.movement.movement import March, walkers
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.rules.victory import count_allies, count_fortresses
from palatine.games.demonlord.setup import ChooseTown, Devotees
from palatine.games.demonlord.state import (
    DEAD,
    FREED,
    FRESH,
    LIMBO,
    MYTH,
    NORMAL,
    PRISONER,
    STRATEGIC,
    UNALLIED,
    DemonlordState,
)  # fmt: skip
from palatine.games.demonlord.view.boards import style_of, unit_text
from palatine.games.demonlord.view.odds import odds
from palatine.games.demonlord.view.plans import plans
from palatine.games.demonlord.view.prompts import CLAUSES, PUBLIC
from palatine.games.demonlord.view.wording import SIDE_NAMES, capital_state, place_name

if TYPE_CHECKING:
    from palatine.games.demonlord.referee import Demonlord

SIDE_STYLES = ("hosar", "demon")


def view(game: Demonlord, s: DemonlordState, seat: str | None) -> View:
    """All that `seat` may see."""
    side = s.seats.index(seat) if seat is not None else -1
    words = game.words
    asked = game.actors(s)
    outcome = game.outcome(s)
    mine = seat is not None and seat in asked
    step = s.flow[-1] if s.flow else None
    return View(
        game=game.name,
        seat=seat,
        heading=heading(words, s),
        prompt=prompt(words, s, step, mine) if outcome is None else outcome.margin,
        clause=(clause_of(step) if mine else public_clause(step)) if isinstance(step, Step) else "",
        asked=asked,
        pieces=tuple(pieces(s, side)),
        choices=tuple(choices(game, s, seat)) if mine else (),
        plans=tuple(plans(words, s)) if mine else (),
        verbs=dict(step.verbs) if mine and isinstance(step, Step) else {},
        panels=panels(words, s, side),
        focus=focus(s, step, mine),
        marks=marks(s),
        boards=("battle", "map", "off") if s.battle else ("map", "off"),
        outcome={"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause}
        if outcome
        else None,
    )


# What is asked


def heading(words: Catalogue, s: DemonlordState) -> str:
    if s.outcome is not None:
        return words.say("heading.over")
    if not s.phase:
        return words.say("heading.setup")
    where = words.say("heading.last" if s.turn == s.last_turn else "heading.turn", turn=s.turn, side=s.phasing)
    if s.battle is None:
        return where
    battle = s.battle
    key = "heading.battle" if battle.round else "heading.muster"
    return words.say(key, where=where, hex=battle.hex, terrain=battle.terrain, round=battle.round)


def prompt(words: Catalogue, s: DemonlordState, step: Any, mine: bool) -> str:
    """One line: to the seat that is asked in full, to all others without what is still secret."""
    name = type(step).__name__
    if mine:
        return words.say(f"prompt.{name}{prompt_case(s, step)}", **prompt_data(s, step))
    return words.say("waiting.other", seat=s.seats[step.seat], what=words.say(f"waits.{PUBLIC.get(name, name)}"))


def prompt_case(s: DemonlordState, step: Any) -> str:
    """Which of several prompts of a step is meant, as the end of its key."""
    if isinstance(step, March) and step.group:
        if step.moved:
            return ".moved"
        return ".picked" if any(verb == "unit" for verb, _ in step.actions(s)) else ".ready"
    if isinstance(step, Deploy) and step.put >= 0:
        return ".against"
    if isinstance(step, Forward) and ("pass", 0) not in step.actions(s):
        return ".must"
    return ""


def prompt_data(s: DemonlordState, step: Any) -> dict[str, Any]:
    """The fields of a step and what its prompt may want besides."""
    data = {name: getattr(step, name) for name in step.__struct_fields__}
    data["moment_name"] = f"moments.{data.get('moment', 0)}"
    data["here"] = s.battle.hex if s.battle else -1
    for name in ("retreat", "losses", "vision", "trek", "magic"):
        inner = data.pop(name, None)
        if inner is not None:
            data |= {f"{name}_{field}": getattr(inner, field) for field in inner.__struct_fields__}
    if isinstance(step, Enter | ChooseTown | Devotees):
        data["unit"] = step.units[0]
    if isinstance(step, Parties):
        data["unit"] = step.left[0]
    return data


def clause_of(step: Step) -> str:
    """The clause a step rests on."""
    return CLAUSES.get(type(step).__name__, "")


def public_clause(step: Any) -> str:
    """The same, without giving away what is still secret."""
    name = type(step).__name__
    return CLAUSES.get(PUBLIC.get(name, name), "")


def action_text(words: Catalogue, s: DemonlordState, action: Action) -> str:
    """An action as a phrase."""
    verb, operand = action
    step = s.flow[-1]
    name = type(step).__name__
    if isinstance(step, March) and verb == "halt" and not step.moved:
        verb = "back"
    elif isinstance(step, Extent) and action == ("radius", 0):
        verb = "none"
    key = f"action.{name}.{verb}" if words.has(f"action.{name}.{verb}") else f"action.{verb}"
    return words.say(key, x=operand, size=operand)


def choices(game: Demonlord, s: DemonlordState, seat: str | None) -> list[Choice]:
    step = s.flow[-1]
    assert isinstance(step, Step)
    assert seat is not None
    verbs = step.verbs
    return [
        Choice(
            verb,
            operand,
            action_text(game.words, s, (verb, operand)),
            verbs[verb],
            cost(game.words, s, step, (verb, operand)),
        )
        for verb, operand in game.actions(s, seat)
    ]


def cost(words: Catalogue, s: DemonlordState, step: Step, action: Action) -> str:
    """What an action costs or takes, to be shown before it is chosen."""
    if isinstance(step, March) and action[0] == "go":
        return march_cost(words, s, step, action)
    if isinstance(step, AimAt) and s.battle is not None:
        tally = Tally(step.kind)
        value_of = {MAGIC: magic_value, MISSILES: missile_value}.get(step.kind, melee_value)
        value_of(s, s.battle, Attack(step.attacker, action[1]), tally)
        return words.say("cost.needs", value=tally.value)
    if isinstance(step, MayWithdraw) and action[0] == "withdraw" and s.battle is not None:
        routed = len(s.battle.routed[step.seat])
        return words.say("cost.routed", count=routed) if routed else ""
    return odds(words, s, step, action)


def march_cost(words: Catalogue, s: DemonlordState, step: March, action: Action) -> str:
    """The points of a step into the next hex, and whom it provokes."""
    going = walkers(s, step.group)
    prices = {u: s.exits(CLASS[u], step.hex)[action[1]] for u in going}
    dearest = max(going, key=lambda u: (prices[u], u))
    price = prices[dearest]
    left = min([max(0, s.mp[u] % FRESH - prices[u]) for u in going])
    paid = words.say("cost.minimum" if price > s.mp[dearest] % FRESH else "cost.points", price=price, left=left)
    neutral = unallied_home(s, action[1])
    if neutral >= 0 and any(IS_TROOP[u] for u in going):
        return f"{paid}; {words.say('cost.attacks', neutral=neutral)}"
    return f"{paid}; {words.say('cost.enemy')}" if s.stack(1 - step.seat, action[1]) else paid


def focus(s: DemonlordState, step: Any, mine: bool) -> tuple[str, ...]:
    """The hex that the decision is about, where that is open to this seat."""
    h = getattr(step, "hex", -1)
    if s.battle is not None:
        h = s.battle.hex
    elif not mine and type(step).__name__ in PUBLIC:
        return ()
    return (hex_name(h),) if isinstance(h, int) and h >= 0 else ()


# Pieces


def pieces(s: DemonlordState, side: int) -> list[Piece]:
    """Every counter on the boards: faces where this side may see them, backs elsewhere."""
    backs = {u for other in (0, 1) if other != side for u in hidden_units(s, other)}
    found: list[Piece] = []
    fought = s.battle.hex if s.battle else -1
    aside = s.battle.aside if s.battle else ()
    for h, owner in sorted([(h, owner) for owner, stacks in enumerate(s.stacks) for h in stacks]):
        for i, u in enumerate(s.stacks[owner][h]):
            if h == fought and owner < 2 and u not in aside:
                continue
            found.append(back(h, owner, i) if u in backs else face(u, hex_name(h), badges(s, u, side)))
    if s.battle is not None:
        found += battle_pieces(s, backs)
    return found + off_pieces(s)


@cache
def face(u: int, space: str, badges: tuple[str, ...] = (), board: str = "map") -> Piece:
    return Piece(f"u{u}", space, board, UNIT_KEY[u], u, style_of(u), badges, unit_text(u))


@cache
def back(h: int, owner: int, i: int, space: str = "", board: str = "map") -> Piece:
    """A hidden counter: whose it is and where it lies in the stack, nothing else."""
    name = f"Hidden counter of {SIDE_NAMES[owner]}"
    return Piece(f"b{hex_name(h)}.{owner}.{i}", space or hex_name(h), board, style=SIDE_STYLES[owner], text=name)


def badges(s: DemonlordState, u: int, side: int) -> tuple[str, ...]:
    """Small signs on a counter: whom a neutral serves, who has cast, who is spent, who rides."""
    found = []
    owner = s.side_of(u)
    if UNIT_SIDE[u] == 2 and owner < 2:
        found.append(f"serves {s.seats[owner]}")
    if u in s.cast:
        found.append("has cast")
    if owner == side == s.phasing and s.mp:
        if any([c == u for c, _ in s.ride]):
            found.append("rides")
        elif not s.mp[u]:
            found.append("moved")
        step = s.flow[-1] if s.flow else None
        if isinstance(step, March) and u in step.group:
            found.append("on the march")
    return tuple(found)


def battle_pieces(s: DemonlordState, backs: set[int]) -> list[Piece]:
    """The counters of the battle at hand: in line, in reserve, routed, still to be placed."""
    battle = s.battle
    assert battle is not None
    found: list[Piece] = []
    for i, group in enumerate(battle.groups):
        for side in (0, 1):
            found += with_companions(s, list(group[side]), f"line.{side}.{i}")
    for side in (0, 1):
        found += with_companions(s, list(battle.reserve[side]), f"reserve.{side}")
        found += [face(u, f"routed.{side}", ("routed",), "battle") for u in battle.routed[side]]
    placed = {piece.operand for piece in found}
    for side in (0, 1):
        for i, u in enumerate(s.stack(side, battle.hex)):
            if u in placed or u in battle.aside:
                continue
            space = f"muster.{side}"
            found.append(back(battle.hex, side, i, space, "battle") if u in backs else face(u, space, (), "battle"))
    return found


def with_companions(s: DemonlordState, troops: list[int], space: str) -> list[Piece]:
    """Troops, each followed by the characters who stand with it."""
    assert s.battle is not None
    posts = s.battle.posts
    found: list[Piece] = []
    for u in troops:
        found.append(face(u, space, (), "battle"))
        found += [face(c, space, ("with troop",), "battle") for c, troop in posts if troop == u]
    return found


OFF = {DEAD: "dead", FREED: "coming", LIMBO: "coming"}


def off_pieces(s: DemonlordState) -> list[Piece]:
    """Prisoners, the dead, and freed units on their way: open to both."""
    holders = dict(s.captors)
    found = [face(u, f"prisoners.{holder}", (), "off") for u, holder in holders.items()]
    for u, place in enumerate(s.where):
        if place in OFF and s.side_of(u) < 2:
            found.append(face(u, f"{OFF[place]}.{s.side_of(u)}", (), "off"))
    return found


# Panels and marks


def panels(words: Catalogue, s: DemonlordState, side: int) -> tuple[Panel, ...]:
    return (
        score_panel(words, s),
        losses_panel(words, s),
        *([hand_panel(words, s, side)] if side >= 0 else []),
        *[known_panel(words, s, other) for other in (0, 1) if other != side],
        states_panel(words, s),
    )


def score_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """Turn track and victory points."""
    rows = [
        Row(words.say("panel.turn"), str(s.turn), words.say("panel.last", turn=s.last_turn) if s.last_turn else "")
    ]
    if s.variant() == NORMAL:
        rows.append(Row(words.say("panel.points"), f"{s.points[0]} : {s.points[1]}", words.say("panel.sides")))
    held = f"{count_fortresses(s, 0)} : {count_fortresses(s, 1)}"
    rows.append(Row(words.say("panel.fortresses"), held, words.say("panel.sides")))
    rows.append(
        Row(words.say("panel.allies"), f"{count_allies(s, 0)} : {count_allies(s, 1)}", words.say("panel.sides"))
    )
    rows.append(Row(words.say("panel.kills"), f"{s.toll[1]} : {s.toll[0]}", words.say("panel.sides")))
    if s.variant() == STRATEGIC:
        rows.append(
            Row(words.say("panel.troops"), f"{s.troops_lost[1]} : {s.troops_lost[0]}", words.say("panel.sides"))
        )
    for who in (0, 1):
        state = "arrived" if s.arrived[who] else "requested" if s.requested[who] else "waiting"
        rows.append(Row(words.say("panel.reinforcements", side=who), words.say(f"panel.{state}")))
    if s.talks:
        rows.append(Row(words.say("panel.talks"), words.say("panel.talks-on")))
    return Panel("score", words.say("panel.score"), tuple(rows))


def losses_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """Prisoners and destroyed units by side."""
    holders = dict(s.captors)
    rows = [
        Row(words.say("unit-name", unit=u), words.say("panel.held", side=holder), piece=UNIT_KEY[u])
        for u, holder in holders.items()
    ]
    rows += [
        Row(words.say("unit-name", unit=u), words.say("panel.destroyed", side=s.side_of(u)), piece=UNIT_KEY[u])
        for u in range(UNITS)
        if s.where[u] == DEAD and s.side_of(u) < 2
    ]
    return Panel("losses", words.say("panel.losses"), tuple(rows))


def hand_panel(words: Catalogue, s: DemonlordState, side: int) -> Panel:
    """One's own special spells."""
    rows = [
        Row(SPELLS[spell], words.say("panel.shown" if spell in s.shown[side] else "panel.secret"))
        for spell in s.hands[side]
    ]
    return Panel("spells", words.say("panel.spells"), tuple(rows))


def known_panel(words: Catalogue, s: DemonlordState, side: int) -> Panel:
    """What is known of a side's special spells."""
    rows = [Row(SPELLS[spell], words.say("panel.shown")) for spell in s.shown[side]]
    unknown = len(s.hands[side]) - len(s.shown[side])
    if unknown:
        rows.append(Row(words.say("panel.unknown"), str(unknown), words.say("panel.of", count=len(MARKERS[side]))))
    return Panel(f"spells.{side}", words.say("panel.spells-of", side=side), tuple(rows))


def states_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """The five neutral states and whom they serve."""
    rows = []
    for neutral in range(len(NEUTRALS)):
        serves = s.serves[neutral]
        if serves == UNALLIED:
            value = words.say("panel.neutral")
        elif serves == MYTH:
            value = words.say("panel.myth")
        else:
            value = words.say("panel.permanent" if s.permanent[neutral] else "panel.semi", side=serves)
        rows.append(Row(capital_state(neutral), value))
    return Panel("states", words.say("panel.states"), tuple(rows))


def siege_text(count: int) -> str:
    return f"under siege, {count} {'step' if count == 1 else 'steps'} so far"


MARK_ICONS = {"flood": "water-drop", "earthpit": "spiky-pit", "siege": "siege-tower", "battle": "crossed-swords"}
"""By kind of mark: its silhouette."""


def marks(s: DemonlordState) -> dict[str, tuple[Mark, ...]]:
    """Control, floods, Earthpits, sieges and the battle, by space."""
    found: dict[str, list[Mark]] = {}
    for h, holder in s.control.items():
        if (s.is_fortress(h) or h == NINNGHIZ) and holder < 2:
            found.setdefault(hex_name(h), []).append(
                Mark("control", f"held by {SIDE_NAMES[holder]}", style=SIDE_STYLES[holder])
            )
    for h in sorted(s.flooded()):
        found.setdefault(hex_name(h), []).append(Mark("flood", SPELLS[RAINS], MARK_ICONS["flood"], "lake"))
    for h in s.earthpits:
        found.setdefault(hex_name(h), []).append(Mark("earthpit", "Earthpit", MARK_ICONS["earthpit"]))
    for h, count in s.sieges:
        found.setdefault(hex_name(h), []).append(Mark("siege", siege_text(count), MARK_ICONS["siege"]))
    if s.battle is not None:
        found.setdefault(hex_name(s.battle.hex), []).append(Mark("battle", "battle", MARK_ICONS["battle"]))
    return {h: tuple(those) for h, those in found.items()}


__all__ = ["HOSAR", "PRISONER", "action_text", "clause_of", "place_name", "view"]
