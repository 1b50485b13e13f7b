"""What a seat sees of Elric: pieces, spells, panels, what is asked and the choices in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from palatine.core import Action, Catalogue, Choice, Game, Mark, Panel, Piece, Row, Step, Tally, View
from palatine.games.elric.components.pieces import (
    ARMY,
    ELRIC,
    INDEPENDENTS,
    KIND,
    PERSON,
    PIECE_KEY,
    PIECE_NAME,
    POWER_NAME,
    POWER_OF,
)
from palatine.games.elric.components.spells import DRAGONS, MUSTERS, SPELL_NAME, SPELL_TYPE, SPELL_VALUE
from palatine.games.elric.components.tables import DRAGONS_TIMES, FOUNDING, TURNS
from palatine.games.elric.components.world import AREA_KEY, CITIES, CITY_AT, MELNIBONE, NATIONS, SITE
from palatine.games.elric.rules.combat.combat import odds
from palatine.games.elric.rules.combat.participants import current
from palatine.games.elric.rules.common.balance import needed, offered
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.sequence import PlayerTurn
from palatine.games.elric.setup import ChooseNation
from palatine.games.elric.state import DRAWN, LOST, NOBODY, TRACK, ElricState
from palatine.games.elric.view.balance_board import scale_id
from palatine.games.elric.view.faces import (
    CHAOS_MARKER,
    LAW_MARKER,
    SPELL_STYLE,
    STYLE_OF,
    TURN_MARKER,
    counters,
    muster_name,
    spell_face,
)
from palatine.games.elric.view.plans import plans
from palatine.games.elric.view.standings import victory_panel
from palatine.games.elric.view.wording import ALIGNMENT_NAMES, piece_name

SEAT_STYLES: Final = ("amber", "jade", "ruby", "slate")
"""By seat: the colour of its control marks."""
FLAG: Final = (-0.5, -0.42)
"""Where its flag stands, seen from the sign of a city."""
SIEGE: Final = "siege-tower"
"""The silhouette over a besieged city."""


def view(game: Game[ElricState], s: ElricState, seat: str | None) -> View:
    """All that `seat` may see: every counter, its own spells, and of the others' how many they hold (A-108)."""
    words = game.words
    asked = game.actors(s)
    outcome = game.outcome(s)
    step: Any = s.flow[-1] if s.flow else None
    mine = seat is not None and seat in asked
    me = s.seats.index(seat) if seat in s.seats else NOBODY
    return View(
        game=game.name,
        seat=seat,
        heading=heading(words, s),
        prompt=prompt(words, s, step, mine) if outcome is None else outcome.margin,
        clause=clause_of(step) if isinstance(step, Step) else "",
        asked=asked,
        pieces=tuple(pieces(s, me)),
        choices=tuple(choices(game, s, step)) if mine else (),
        plans=tuple(plans(words, s)) if mine else (),
        verbs=step.verbs if mine else {},
        panels=panels(words, s, me),
        focus=focus(step),
        marks=marks(s),
        boards=("map", "balance"),
        outcome={"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause}
        if outcome
        else None,
    )


# What is asked


def heading(words: Catalogue, s: ElricState) -> str:
    if s.outcome is not None:
        return words.say("heading.over")
    turn = next((step for step in s.flow if isinstance(step, PlayerTurn)), None)
    if turn is None:
        return words.say("heading.setup")
    where = words.say("heading.turn", turn=s.turn, seat=s.phasing)
    names = [type(step).__name__ for step in reversed(s.flow)] + [turn.segment(s).__name__]
    segment = next((f"segment.{name}" for name in names if words.has(f"segment.{name}")), "")
    return words.say("heading.segment", where=where, segment=words.say(segment)) if segment else where


def prompt(words: Catalogue, s: ElricState, step: Any, mine: bool) -> str:
    """One line of what is to be decided, or of what the others wait for."""
    name = type(step).__name__
    if not mine:
        return words.say("waiting.other", seat=s.seats[step.seat], what=words.say(f"waits.{name}"))
    data = {"area": area_of(step), **fields_of(step)}
    case = getattr(step, "case", "")
    return words.say(f"prompt.{name}.{case}" if case else f"prompt.{name}", **data)


def fields_of(step: Any) -> dict[str, Any]:
    """The fields of a step, and those of the battle it belongs to."""
    found = {field: getattr(step, field) for field in step.__struct_fields__}
    battle = found.get("battle")
    if battle is not None:
        found = {**{field: getattr(battle, field) for field in battle.__struct_fields__}, **found}
    return found


def area_of(step: Any) -> int:
    """The area that a decision is about, -1 for none."""
    battle = getattr(step, "battle", None)
    area: int = getattr(step, "area", getattr(battle, "area", -1))
    return area


def focus(step: Any) -> tuple[str, ...]:
    area = area_of(step)
    return (AREA_KEY[area],) if area >= 0 else ()


def clause_of(step: Step) -> str:
    return str(getattr(step, "clause", ""))


def action_text(words: Catalogue, s: ElricState, action: Action) -> str:
    """An action as a phrase."""
    verb, operand = action
    step: Any = s.flow[-1]
    name = type(step).__name__
    key = next(
        each
        for each in (
            f"action.{name}.{verb}.{operand}",
            f"action.{name}.{getattr(step, 'case', '')}.{verb}",
            f"action.{name}.{verb}",
            f"action.{verb}",
        )
        if words.has(each)
    )
    said = words.say(key, **{"area": area_of(step), **fields_of(step), "x": operand})
    if step.verbs[verb] == "piece" and KIND[operand] == ARMY and (told := situation(words, s, operand)):
        return words.say("situation.of", said=said, told=told)
    return said


def situation(words: Catalogue, s: ElricState, army: int) -> str:
    """What tells an army from others of its nation in the same area: its ship, its way, its stack."""
    told = []
    if army in s.ship:
        told.append(words.say("situation.aboard", fleet=s.ship[army]))
    if army in s.trail:
        told.append(words.say("situation.way", areas=list(s.trail[army])))
    if army in s.changed:
        told.append(words.say("situation.changed"))
    stacks = s.stacks_at(s.owner[army], s.where[army]) if army in s.bands else []
    if len(stacks) > 1:
        others = [p for p in s.stack_of(army) if p != army][:2]
        number = next(n for n, stack in enumerate(stacks, 1) if army in stack)
        told.append(words.say("situation.stack" if others else "situation.alone", number=number, host=others))
    return ", ".join(told)


def choices(game: Game[ElricState], s: ElricState, step: Any) -> list[Choice]:
    return [
        Choice(verb, operand, action_text(game.words, s, (verb, operand)), step.verbs[verb])
        for verb, operand in step.actions(s)
    ]


# Pieces


def pieces(s: ElricState, me: int) -> list[Piece]:
    """Every counter and every spell that lies on a board."""
    step: Any = s.flow[-1] if s.flow else None
    going = getattr(step, "group", ())
    found = [
        face(p, badges(s, p, p in going), pile(s, p), AREA_KEY[s.where[p]])
        for p in sorted(on_map(s), key=lambda p: (s.where[p], p != ELRIC, p != s.controller, p))
    ]
    found += [
        Piece(f"star.{AREA_KEY[a]}", AREA_KEY[a], "map", "", -1, "spell", (), "A spell, face down") for a in s.stars
    ]
    found += [card(spell, AREA_KEY[a]) for a, spells in s.face_up.items() for spell in spells]
    if s.scenario == FOUNDING:
        found.append(guardians())
    return [*found, *on_track(s)]


def guardians() -> Piece:
    """The Dragons, who wait in Melnibone with twice their value (14.1)."""
    face = card(DRAGONS, AREA_KEY[MELNIBONE])
    value = SPELL_VALUE[DRAGONS] * DRAGONS_TIMES
    return replace(face, text=f"The Dragons of Melnibone: value {value}, to be beaten by a Dragon Master")


def on_map(s: ElricState) -> Iterator[int]:
    for shelf in s.stacks:
        for group in shelf.values():
            yield from group


def pile(s: ElricState, p: int) -> str:
    """Stacks lie beside each other: one for each seat, in wilderness one for each band."""
    band = s.bands.get(p, 0) if s.bands else 0
    return f"{s.owner[p]}.{band}" if band else str(s.owner[p])


@cache
def face(p: int, badges: tuple[str, ...], pile: str, space: str, board: str = "map") -> Piece:
    key = PIECE_KEY[p]
    return Piece(f"p{p}", space, board, key, p, STYLE_OF[POWER_OF[p]], badges, counters()[key].text, pile)


def badges(s: ElricState, p: int, is_going: bool) -> tuple[str, ...]:
    """What is to be known of a piece besides its counter: whose it is, where aboard, how many spells it holds."""
    found = [s.seats[s.owner[p]]] if s.owner[p] < NOBODY else []
    if is_going:
        found.append("on the march")
    if p in s.ship:
        found.append(f"aboard {piece_name(s.ship[p])}")
    if p in s.done:
        found.append("has moved")
    if KIND[p] == PERSON:
        found += person_badges(s, p)
    return tuple(found)


def person_badges(s: ElricState, p: int) -> Iterator[str]:
    if p == s.controller:
        yield "in control of Elric"
    held = len(s.hand.get(p, ()))
    if held:
        yield f"{held} spell{'s' if held > 1 else ''}"
    if p in s.laid:
        yield "casts a spell"
    if p in s.maintained:
        yield f"maintains {SPELL_NAME[s.maintained[p]]}"
    yield from (PIECE_NAME[artifact] for artifact, bearer in s.bearer.items() if bearer == p)


def card(spell: int, space: str, board: str = "map") -> Piece:
    key = spell_face(spell)
    style = SPELL_STYLE[SPELL_TYPE[spell]]
    return Piece(f"s{spell}", space, board, key, -1, style, (), counters()[key].text)


def on_track(s: ElricState) -> list[Piece]:
    """What lies on the board of the Balance and the Turn Track."""
    found = [
        Piece("turn", f"turn.{min(s.turn, TURNS)}", "balance", TURN_MARKER, style="marker", text=f"Turn {s.turn}")
    ]
    key = LAW_MARKER if (s.tipped or s.balance) > 0 else CHAOS_MARKER
    space = f"turn.{s.ends}" if s.tipped and s.ends <= TURNS else scale_id(-s.balance)
    found.append(Piece("balance", space, "balance", key, style="marker", text=counters()[key].text))
    found += [card(spell, space, "balance") for spell in s.sacrificed]
    found += [
        face(p, (), "", f"turn.{s.returns}", "balance") for p, area in enumerate(s.where)
        if area == TRACK and 0 < s.returns <= TURNS
    ]  # fmt: skip
    return found


# Panels and marks


def panels(words: Catalogue, s: ElricState, me: int) -> tuple[Panel, ...]:
    mine = (hand_panel(words, s, me),) if me < NOBODY else ()
    return (
        *battle_panel(words, s), *mine, seats_panel(words, s), victory_panel(words, s), balance_panel(words, s),
        spells_panel(words, s), lost_panel(words, s),
    )  # fmt: skip


def battle_panel(words: Catalogue, s: ElricState) -> tuple[Panel, ...]:
    """What both sides of the battle at hand add up to, before the dice and without spells that lie face down (10.4)."""
    battle = getattr(s.flow[-1], "battle", None) if s.flow else None
    battle = battle or current(s)
    if battle is None:
        return ()
    attack, defence = odds(s, battle)
    defends = "panel.defends" if battle.defender != NOBODY else "panel.neutral-city"
    rows = (
        Row(words.say("panel.attacks", seat=battle.attacker), str(attack.total), parts(words, attack)),
        Row(words.say(defends, seat=battle.defender), str(defence.total), parts(words, defence)),
    )
    return (Panel("battle", words.say("panel.battle", area=battle.area), rows),)


def parts(words: Catalogue, tally: Tally) -> str:
    """What a total is made of."""
    return ", ".join([f"{words.say(f'tally.{part.reason}')} {part.amount}" for part in tally.parts if part.amount])


def hand_panel(words: Catalogue, s: ElricState, me: int) -> Panel:
    """The spells a seat's personalities hold, and what they have laid."""
    rows = []
    for p in sorted(s.persons(me)):
        for spell in s.hand.get(p, ()):
            note = words.say("panel.flying") if spell in s.flights else words.say("panel.held", person=p)
            rows.append(Row(SPELL_NAME[spell], PIECE_NAME[p], with_musters(words, spell, note), spell_face(spell)))
        if p in s.laid:
            spell = s.laid[p]
            name = words.say("panel.drawn") if spell == DRAWN else SPELL_NAME[spell]
            rows.append(
                Row(name, PIECE_NAME[p], words.say("panel.laid"), "" if spell == DRAWN else spell_face(spell))
            )
    return Panel("hand", words.say("panel.hand"), tuple(rows))


def with_musters(words: Catalogue, spell: int, note: str) -> str:
    """What is to be said of a spell in somebody's hand, and whom it can muster (11.0)."""
    called = [muster_name(kind, target) for kind, target in MUSTERS[spell]]
    return words.say("panel.musters", note=note, names=" or ".join(called)) if called else note


def seats_panel(words: Catalogue, s: ElricState) -> Panel:
    """The players in order of play: what they rule, which capitals they hold, how many spells."""
    rows = []
    for seat in s.order or range(len(s.seats)):
        ruled = [
            POWER_NAME[power] for power, ruler in enumerate(s.ruler) if ruler == seat and power != INDEPENDENTS
        ]
        held = sum([len(s.hand.get(p, ())) for p in s.persons(seat)])
        taken = [CITIES[CITY_AT[a]].name for a, hold in s.holds.items() if hold.seat == seat]
        note = (
            words.say("panel.seat", spells=held, cities=taken) if taken else words.say("panel.spells", spells=held)
        )
        gone = words.say("panel.out")
        rows.append(Row(s.seats[seat], gone if seat in s.out else ", ".join(ruled), note))
    return Panel("seats", words.say("panel.seats"), tuple(rows))


def balance_panel(words: Catalogue, s: ElricState) -> Panel:
    """The Balance, and how long the world lasts."""
    rows = [Row(words.say("panel.turn"), str(s.turn), words.say("panel.of", turns=TURNS))]
    if s.tipped:
        side = ALIGNMENT_NAMES[0 if s.tipped > 0 else 1]
        ends = words.say("panel.ends" if s.ends <= TURNS else "panel.never-ends", turn=s.ends)
        rows.append(Row(words.say("panel.tipped"), side, ends))
        rows.append(
            Row(words.say("panel.sacrificed"), str(offered(s)), words.say("panel.needed", needed=needed(s)))
        )
    else:
        rows.append(Row(words.say("panel.balance"), words.say("panel.reading", balance=s.balance)))
    if s.horns:
        rows.append(Row(words.say("panel.horn"), str(s.horns)))
    if s.controller >= 0:
        rows.append(Row(words.say("panel.elric"), PIECE_NAME[s.controller], s.seats[s.owner[s.controller]]))
    elif s.where[ELRIC] >= 0:
        rows.append(Row(words.say("panel.elric"), words.say("panel.uncontrolled")))
    return Panel("balance", words.say("panel.balance-title"), tuple(rows))


def spells_panel(words: Catalogue, s: ElricState) -> Panel:
    """What is left in the cup, what lies on the discard pile, what is open in hands and on the board."""
    rows = [Row(words.say("panel.cup"), str(len(s.cup))), Row(words.say("panel.discard"), str(len(s.discard)))]
    rows += [
        Row(SPELL_NAME[spell], PIECE_NAME[p], words.say("panel.flight", flown=s.flights[spell].flown),
            spell_face(spell))
        for p, held in s.hand.items() for spell in held if spell in s.flights
    ]  # fmt: skip
    rows += [
        Row(SPELL_NAME[spell], PIECE_NAME[p], words.say("panel.maintained"), spell_face(spell))
        for p, spell in s.maintained.items()
    ]
    rows += [Row(SPELL_NAME[spell], words.say("panel.discarded"), "", spell_face(spell)) for spell in s.discard]
    return Panel("spells", words.say("panel.spells-title"), tuple(rows))


def lost_panel(words: Catalogue, s: ElricState) -> Panel:
    """What nations in play have lost, and may get back (6.0)."""
    rows = []
    for power in range(len(NATIONS)):
        lost = [p for p, area in enumerate(s.where) if area == LOST and POWER_OF[p] == power]
        if lost and s.ruler[power] < NOBODY:
            rows.append(Row(POWER_NAME[power], words.say("panel.lost-value", group=lost)))
    return Panel("lost", words.say("panel.lost"), tuple(rows))


def marks(s: ElricState) -> dict[str, tuple[Mark, ...]]:
    """Who controls which city, and which are besieged; while nations are still being chosen, nothing."""
    if any([isinstance(step, ChooseNation) for step in s.flow]):
        return {}
    found: dict[str, list[Mark]] = {}
    for a in CITY_AT:
        seat = s.city_owner(a)
        if seat < NOBODY:
            held = f"{s.seats[seat]} holds {CITIES[CITY_AT[a]].name}"
            x, y = SITE[a]
            found.setdefault(AREA_KEY[a], []).append(
                Mark("control", held, style=SEAT_STYLES[seat], at=(x + FLAG[0], y + FLAG[1]))
            )
    for a in s.sieges:
        seat = besieger(s, a)
        if seat != NOBODY:
            found.setdefault(AREA_KEY[a], []).append(Mark("siege", f"besieged by {s.seats[seat]}", SIEGE, "marker"))
    return {key: tuple(those) for key, those in found.items()}
