"""The panels beside the map: battle, hands, players, the Balance, spells, losses."""

from __future__ import annotations

from palatine.core import Catalogue, Panel, Row, Tally, memoized_view
from palatine.games.elric.components.pieces import ELRIC, INDEPENDENTS, PIECE_NAME, POWER_NAME, POWER_OF
from palatine.games.elric.components.spells import MUSTERS, SPELL_NAME
from palatine.games.elric.components.tables import FOUNDING, TURNS
from palatine.games.elric.components.world import CITIES, CITY_AT, NATIONS
from palatine.games.elric.rules.combat.combat import odds
from palatine.games.elric.rules.combat.participants import Battle, current
from palatine.games.elric.rules.common.balance import needed, offered
from palatine.games.elric.secrecy import has_open_hands
from palatine.games.elric.state import DRAWN, LOST, NOBODY, ElricState
from palatine.games.elric.view.faces import muster_name, spell_face
from palatine.games.elric.view.standings import victory_panel
from palatine.games.elric.view.wording import ALIGNMENT_NAMES


def panels(words: Catalogue, s: ElricState, me: int) -> tuple[Panel, ...]:
    seats = range(len(s.seats)) if has_open_hands(s) else [me] if me < NOBODY else []
    hands = [hand_panel(words, s, seat, "panel.hand" if seat == me else "panel.hand-of") for seat in seats]
    return (
        *battle_panel(words, s), *hands, seats_panel(words, s), victory_panel(words, s), balance_panel(words, s),
        spells_panel(words, s), lost_panel(words, s, tuple([p for p, area in enumerate(s.where) if area == LOST])),
    )  # fmt: skip


def battle_panel(words: Catalogue, s: ElricState) -> tuple[Panel, ...]:
    """Return the panel of the current battle: totals without dice and face-down spells (10.4)."""
    battle = getattr(s.flow[-1], "battle", None) if s.flow else None
    battle = battle or current(s)
    return (odds_panel(words, s, battle),) if battle is not None else ()


@memoized_view
def odds_panel(words: Catalogue, s: ElricState, battle: Battle) -> Panel:
    """Return the panel of a battle, with the totals of both sides."""
    attack, defence = odds(s, battle)
    defends = "panel.defends" if battle.defender != NOBODY else "panel.neutral-city"
    rows = (
        Row(words.say("panel.attacks", seat=battle.attacker), str(attack.total), parts(words, attack)),
        Row(words.say(defends, seat=battle.defender), str(defence.total), parts(words, defence)),
    )
    return Panel("battle", words.say("panel.battle", area=battle.area), rows)


def parts(words: Catalogue, tally: Tally) -> str:
    return ", ".join([f"{words.say(f'tally.{part.reason}')} {part.amount}" for part in tally.parts if part.amount])


@memoized_view
def hand_panel(words: Catalogue, s: ElricState, me: int, title: str) -> Panel:
    """Return the panel of a seat's hands and laid spells."""
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
    return Panel("hand", words.say(title, seat=me), tuple(rows))


def with_musters(words: Catalogue, spell: int, note: str) -> str:
    """Return a note on a held spell, with what it can muster (11.0)."""
    called = [muster_name(kind, target) for kind, target in MUSTERS[spell]]
    return words.say("panel.musters", note=note, names=" or ".join(called)) if called else note


@memoized_view
def seats_panel(words: Catalogue, s: ElricState) -> Panel:
    """Return the panel of players in order of play: nations, capitals taken, number of spells."""
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
    return Panel("seats", words.say("panel.seats" if len(s.seats) > 1 else "panel.alone"), tuple(rows))


@memoized_view
def balance_panel(words: Catalogue, s: ElricState) -> Panel:
    """Return the panel of the Balance and the remaining turns."""
    rows = [Row(words.say("panel.turn"), str(s.turn), words.say("panel.of", turns=TURNS))]
    if s.scenario == FOUNDING:  # Nothing moves the Balance without magic (14.1).
        return Panel("balance", words.say("panel.time"), tuple(rows))
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


@memoized_view
def spells_panel(words: Catalogue, s: ElricState) -> Panel:
    """Return the panel of the cup, the discard pile, and open spells."""
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


@memoized_view
def lost_panel(words: Catalogue, s: ElricState, gone: tuple[int, ...]) -> Panel:
    """Return the panel of the losses that nations in play may get back (6.0)."""
    rows = []
    for power in range(len(NATIONS)) if gone else ():
        lost = [p for p in gone if POWER_OF[p] == power]
        if lost and s.ruler[power] < NOBODY:
            rows.append(Row(POWER_NAME[power], words.say("panel.lost-value", group=lost)))
    return Panel("lost", words.say("panel.lost"), tuple(rows))
